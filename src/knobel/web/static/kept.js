// What is kept in the browser. Where it has no room left, the games that were left alone longest make place.

export const GAMES = "knobel:play:"; // what the names of games begin with

/** What is kept under a name; null if there is nothing that can be read. */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

/** Keep something under a name. */
export function keep(name, value) {
  const text = JSON.stringify(value);
  for (;;) {
    try {
      localStorage.setItem(name, text);
      return;
    } catch {
      const oldest = games(name)[0];
      if (!oldest) return;
      localStorage.removeItem(oldest);
    }
  }
}

/** The names of all games but one, the one that was left alone longest first. */
function games(but) {
  const names = Object.keys(localStorage).filter((key) => key.startsWith(GAMES) && key !== but);
  const when = (key) => kept(key)?.when ?? 0;
  return names.sort((one, other) => when(one) - when(other));
}
