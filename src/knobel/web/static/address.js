// The address of the page: nothing (all kinds), the name of a kind (its puzzles), or the ID of a puzzle.

/** IDs are kept readable in the address; only what ends a fragment or begins an escape is written in code. */
const written = (id) => encodeURIComponent(id).replace(/%(3A|2F|2C|3D|3F|40|2B)/g, (code) => decodeURIComponent(code));

/** The address of a puzzle or of a kind. */
export const linkTo = (id) => (id ? `/#${written(id)}` : "/");

/** What the address of now asks for. */
export function addressed() {
  const asked = new URLSearchParams(location.search).get("p");
  try {
    return asked ?? decodeURIComponent(location.hash.slice(1));
  } catch {
    return location.hash.slice(1);
  }
}
