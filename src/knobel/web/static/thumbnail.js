// Small pictures of boards, only to look at.

import { Drawn } from "./drawn.js";
import { room } from "./shapes.js";

const MOST = 900; // cells of a board that is remembered
const NOTHING = "·"; // what marks a cell as empty while one plays
const SIDES = ["top", "left", "right", "bottom"];

/** A board of a picture, told as shortly as it can be: each look once, and no clues. Null if it is too large. */
export function shortened({ rows, columns, every, walls, cells }) {
  if (rows * columns > MOST) return null;
  const looks = new Map();
  const number = ({ text, ink, fill, outline }) => {
    const look = JSON.stringify({ text: text === NOTHING ? "" : text, ink, fill, outline });
    if (!looks.has(look)) looks.set(look, looks.size);
    return looks.get(look);
  };
  const numbers = cells.map((row) => row.map(number));
  return { rows, columns, every, walls, cells: numbers, looks: [...looks.keys()].map((look) => JSON.parse(look)) };
}

/** The picture of such a board. */
export function thumbnail({ cells, looks, ...board }) {
  const full = { walls: [], cells: cells.map((row) => row.map((look) => ({ ...looks[look], name: "" }))) };
  for (const side of SIDES) Object.assign(full, { [side]: [], [`${side}_places`]: [], [`${side}_marks`]: [] });
  Object.assign(full, board);
  const { svg } = new Drawn({}, full, room(full), false, "");
  svg.classList.add("thumbnail");
  svg.removeAttribute("role");
  svg.setAttribute("aria-hidden", "true");
  return svg;
}
