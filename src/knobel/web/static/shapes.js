// From the picture as data to shapes of SVG: cells, clues, lines, marks. Lengths are units; a cell has the side U.

import { s } from "./dom.js";

export const U = 40;
const LETTER = 0.55 * U; // the size of letters
const INK = "#1d2433"; // what the server calls ink: the usual colour of clues, which follows the theme
const FAINT = "#8a93a6";

/** Signs of marks: each reason has a sign and a kind of line of its own, besides its colour. */
export const SIGNS = { look: "?", new: "+", wrong: "!", known: "=", assumed: "¿", fails: "!", differs: "≠", given: "★", clash: "!" };

/**
 * How a board takes its room: where its cells begin, its size, and the distances between two clues beside and above it.
 * `spare` is for how many clues of a line there is room at least, where a line can have so many. With `kept`, the room
 * that it had, the board stays where it is, and clues that have become more stand closer together.
 */
export function room(board, { spare = 1, kept = null } = {}) {
  const texts = [...board.left, ...board.right].flat().map((label) => label.text.length);
  const count = (labels, places) => Math.max(places.length ? 1 : 0, ...labels.map((line) => line.length));
  const most = (labels, places, cells) => Math.max(count(labels, places), places.length ? Math.min(spare, Math.ceil(cells / 2)) : 0);
  const across = most(board.left, board.left_places, board.columns);
  const above = most(board.top, board.top_places, board.rows);
  const [beside, high] = [Math.max(U * (0.3 * Math.max(1, ...texts) + 0.45), 0.9 * U), 0.72 * U];
  const left = kept?.left ?? (across ? beside * across + U / 4 : 3);
  const top = kept?.top ?? (above ? high * above + U / 4 : 3);
  const steps = {
    beside: Math.min(beside, (left - U / 4) / Math.max(across, 1)),
    above: Math.min(high, (top - U / 4) / Math.max(above, 1)),
  };
  const small = { beside: steps.beside / beside, above: steps.above / high }; // how much smaller clues are than usual
  const [after, under] = [count(board.right, board.right_places), count(board.bottom, board.bottom_places)];
  const right = after ? beside * after + U / 4 : 3;
  const bottom = under ? high * under + U / 4 : 3;
  return { left, top, right, bottom, steps, small, width: left + board.columns * U + right, height: top + board.rows * U + bottom };
}

/** A text no wider than a cell. */
function lettered(x, y, text, tone, size = LETTER) {
  const wide = [...text].length * 0.62 * size;
  const letter = Math.min(size, (size * 0.94 * U) / wide);
  return s("text", { x, y, dy: ".36em", "font-size": letter.toFixed(1), text, ...tone });
}

/** Clues stand on the ground of the page, so their usual colours are those of its theme. */
const themed = (ink) => (ink === INK ? { class: "ink" } : ink === FAINT ? { class: "faint" } : { fill: ink });

/** How each value looks. Where all have the same ground, it says nothing, and cells keep their own. */
export function looksOf(picture) {
  const keeps = new Set(picture.values.map((look) => look.fill)).size < 2;
  return new Map(picture.values.map((look) => [look.value, keeps ? { ...look, fill: undefined, keeps } : look]));
}

/** A picture with other cells on its first board. */
export function withCells(picture, cellAt) {
  const [first, ...others] = picture.boards;
  const cells = first.cells.map((row, r) => row.map((cell, c) => cellAt(r, c, cell)));
  return { ...picture, boards: [{ ...first, cells }, ...others] };
}

/** A cell with a value in it. */
export function filled(cell, { text, ink, fill, outline, keeps, name }) {
  return { ...cell, text, ink, outline, fill: keeps ? cell.fill : fill, name: `${cell.where} ${name}` };
}

/** What stands in a cell: its colour, its outline, its sign; then what a player or a setter adds to it. */
export function cellShapes(cell, x, y) {
  const made = [s("rect", { x, y, width: U, height: U, ...(cell.fill ? { fill: cell.fill } : { class: "paper" }) })];
  if (cell.colour) made.push(s("rect", { x, y, width: U, height: U, fill: cell.colour, class: "own-colour" }));
  if (cell.cover) made.push(s("rect", { x: x + 2, y: y + 2, width: U - 4, height: U - 4, rx: 5, class: "cover" }));
  if (cell.outline) {
    made.push(outlined(x + 3, y + 3, U - 6, { stroke: cell.outline, "stroke-width": 3 }));
  }
  if (cell.text) made.push(lettered(x + U / 2, y + U / 2, cell.text, { fill: cell.ink }, LETTER * 1.15));
  if (cell.met) made.push(s("line", { x1: x + 0.2 * U, y1: y + 0.64 * U, x2: x + 0.8 * U, y2: y + 0.36 * U, class: "done" }));
  if (cell.tried) made.push(s("path", { d: `M${x + 1} ${y + U - 1}v-12l12 12z`, class: "tried" }));
  if (cell.landing) made.push(outlined(x + 5, y + 5, U - 10, { stroke: cell.landing, "stroke-width": 3, "stroke-dasharray": "5 3", class: "landing" }));
  if (cell.ghost) made.push(ghost(cell.ghost, x, y));
  if (cell.notes?.length) made.push(...notes(cell.notes, x, y));
  if (cell.centre?.length) made.push(lettered(x + U / 2, y + U / 2, cell.centre.map(signOf).join(""), { class: "note" }, LETTER * 0.7));
  if (cell.sign) made.push(s("text", { x: x + U - 9, y: y + U - 10, dy: ".36em", class: "own-sign", text: cell.sign }));
  for (const why of cell.marks ?? (cell.mark ? [cell.mark] : [])) made.push(...marked(why, x, y, U, U));
  if (cell.out) made.push(...crossedOut(cell.out, x, y));
  return made;
}

function outlined(x, y, side, more) {
  return s("rect", { x, y, width: side, height: side, fill: "none", ...more });
}

/** A value that is certain, shown faintly: a smaller picture of itself. */
function ghost(look, x, y) {
  const side = 0.56 * U;
  const at = (U - side) / 2;
  const group = s("g", { class: "ghost" });
  if (look.fill) group.append(s("rect", { x: x + at, y: y + at, width: side, height: side, rx: 3, fill: look.fill }));
  if (look.text) group.append(lettered(x + U / 2, y + U / 2, look.text, { fill: look.ink }, LETTER * 0.95));
  return group;
}

/** A value in one sign. */
const signOf = (look) => look.text ?? look.keys?.[0] ?? look.plain.trim();

/** Small pictures of the values that a player thinks possible, in rows of three or more. */
function notes(looks, x, y) {
  const across = Math.max(3, Math.ceil(Math.sqrt(looks.length)));
  const side = U / across;
  return looks.map((look, i) => {
    const [left, top] = [x + (i % across) * side, y + Math.floor(i / across) * side];
    if (look.text || !look.fill) {
      return s("text", {
        x: left + side / 2,
        y: top + side / 2,
        dy: ".36em",
        class: "note",
        "font-size": side * 0.85,
        text: signOf(look),
      });
    }
    return s("rect", { x: left + side / 4, y: top + side / 4, width: side / 2, height: side / 2, fill: look.fill });
  });
}

/** A mark: an outline whose line says why, and a sign in the corner. Its halo lets it stand out from any colour. */
export function marked(why, x, y, width, height) {
  if (why === "line") return [hatching(x, y, width, height)];
  const d = 9;
  const outline = { x: x + 2, y: y + 2, width: width - 4, height: height - 4, rx: 2 };
  return [
    s("rect", { ...outline, class: "mark-halo" }),
    s("rect", { ...outline, class: `mark mark-${why}` }),
    s("circle", { cx: x + width - d, cy: y + d, r: 7, class: `badge badge-${why}` }),
    s("text", { x: x + width - d, y: y + d, dy: ".36em", class: "badge-sign", text: SIGNS[why] ?? "•" }),
  ];
}

/** What a cited clue or rule is about is hatched, so that another mark can be on top of it. */
function hatching(x, y, width, height) {
  const d = `M${x} ${y + height / 2}L${x + width / 2} ${y}M${x} ${y + height}L${x + width} ${y}M${x + width / 2} ${y + height}L${x + width} ${y + height / 2}`;
  return s("path", { d, class: "mark mark-line" });
}

/** Values that are ruled out now: small crossed-out candidates along the lower edge. */
export function crossedOut(values, x, y) {
  const across = Math.max(3, Math.ceil(Math.sqrt(values.length)));
  const side = (U - 4) / across;
  return values.flatMap((text, i) => {
    const cx = x + 2 + ((i % across) + 0.5) * side;
    const cy = y + U - 2 - (Math.floor(i / across) + 0.5) * side;
    return [
      s("text", { x: cx, y: cy, dy: ".36em", class: "note", "font-size": side, text }),
      s("line", { x1: cx - side / 2, y1: cy + side / 3, x2: cx + side / 2, y2: cy - side / 3, class: "out" }),
    ];
  });
}

/**
 * The clue of a line: numbers from the far end to the board, or from the board on where it stands `after` the cells.
 * Coloured ones are chips, readable on any ground.
 */
export function clueShapes(labels, { x, y, width, height, step, small, beside, after }, crossed) {
  return labels.flatMap((label, i) => {
    const away = U / 4 + ((after ? i : labels.length - 1 - i) + 0.5) * step; // from the board
    const along = (start, length) => (after ? start + away : start + length - away);
    const cx = beside ? along(x, width) : x + width / 2;
    const cy = beside ? y + height / 2 : along(y, height);
    return clue(label, cx, cy, crossed?.(i), i, beside ? step : U, small);
  });
}

function clue(label, x, y, crossed, index, room, small) {
  const chip = label.ink !== INK && label.ink !== FAINT;
  const group = s("g", { class: crossed ? "clue crossed" : "clue", "data-index": index });
  if (chip) {
    const width = Math.min(room, U) * 0.92;
    group.append(
      s("rect", {
        x: x - width / 2,
        y: y - 0.33 * U * small,
        width,
        height: 0.66 * U * small,
        rx: 4,
        fill: label.ink,
        class: "chip",
      }),
    );
  }
  group.append(lettered(x, y, label.text, chip ? { fill: readable(label.ink) } : themed(label.ink), LETTER * small));
  if (crossed) group.append(s("line", { x1: x - 0.3 * U, y1: y + 4, x2: x + 0.3 * U, y2: y - 4, class: "cross" }));
  return [group];
}

/** Black or white, whichever can be read on a colour. */
export function readable(colour) {
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
  return 0.299 * r + 0.587 * g + 0.114 * b > 140 ? "#000000" : "#ffffff";
}

/** The lines of a board: thin ones, heavy ones around it and after so many cells, and walls; halos part them from any colour. */
export function lines(board, x0, y0) {
  const paths = { thin: "", heavy: "" };
  const heavy = (i, count) => i === 0 || i === count || (board.every > 0 && i % board.every === 0);
  const [width, height] = [board.columns * U, board.rows * U];
  for (let i = 0; i <= board.rows; i++)
    paths[heavy(i, board.rows) ? "heavy" : "thin"] += `M${x0} ${y0 + i * U}h${width}`;
  for (let i = 0; i <= board.columns; i++) {
    paths[heavy(i, board.columns) ? "heavy" : "thin"] += `M${x0 + i * U} ${y0}v${height}`;
  }
  for (const [r1, c1, r2, c2] of board.walls) {
    paths.heavy += `M${x0 + Math.max(c1, c2) * U} ${y0 + Math.max(r1, r2) * U}${r1 === r2 ? "v" : "h"}${U}`;
  }
  return ["thin halo", "heavy halo", "thin", "heavy"].map((name) => s("path", { d: paths[name.split(" ")[0]], class: `line ${name}` }));
}
