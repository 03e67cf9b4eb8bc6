// One board of a picture as SVG: a grid for those who listen, and shapes for those who look.
//
// Where a board is larger than the room for it, its clues stay in sight: they are shifted by what is scrolled away, and
// cells are seen only where no clue is (three clip paths: of cells, of the clues above, of those beside).

import { h, s } from "./dom.js";
import { U, cellShapes, clueShapes, lines, marked } from "./shapes.js";
import { t } from "./words.js";

const SIDES = ["top", "left", "right", "bottom"];
const BESIDE = new Set(["left", "right"]);
const MOST = 0.45; // of the room, for clues that stay in sight
let count = 0; // of boards drawn so far, for names of their clip paths

export class Drawn {
  constructor(owner, board, room, first, title) {
    this.owner = owner;
    this.board = board;
    this.room = room;
    this.elements = new Map();
    this.headers = [];
    this.cells = new Map(); // what each cell looks like, to change only what changes
    const { left, top, width, height } = this.room;
    const headers = first && SIDES.some((side) => board[`${side}_places`].length > 0);
    this.svg = s("svg", {
      viewBox: `0 0 ${width} ${height}`,
      role: "grid",
      class: "board",
      "aria-label": board.caption || title,
      "aria-rowcount": board.rows + (headers ? 1 : 0),
      "aria-colcount": board.columns + (headers ? 1 : 0),
    });
    this.stuck = { x: 0, y: 0 }; // how far clues are shifted
    this.name = `seen-${count++}`;
    this.bands = first ? [s("rect", { class: "band" }), s("rect", { class: "band" })] : [];
    this.hairs = first ? [s("rect", { class: "hair" }), s("rect", { class: "hair" })] : [];
    this.svg.append(...this.bands);
    this.head(first);
    this.inner = []; // what lies in the grid
    for (let r = 0; r < board.rows; r++) this.row(r, first, headers);
    this.foot(first);
    this.clues();
    this.overlay = s("g", { class: "overlay" });
    this.tones = s("g", { class: "overlay" });
    this.ring = first ? s("g", { class: "ring" }, s("rect", { rx: 3 }), s("rect", { rx: 3 })) : null;
    const over = s(
      "g",
      {},
      s("rect", { class: "dim", x: left, y: top, width: board.columns * U, height: board.rows * U }),
      ...this.hairs,
      this.tones,
      ...lines(board, left, top),
      this.overlay,
    );
    this.inner.push(over);
    this.svg.append(over, ...(this.ring ? [this.ring] : []));
    this.figure = h("figure", {}, board.caption ? h("figcaption", { text: board.caption }) : null, this.svg);
  }

  resize(scale) {
    this.svg.setAttribute("width", Math.round(this.room.width * scale));
    this.svg.setAttribute("height", Math.round(this.room.height * scale));
  }

  /** The rectangle of a spot, as long as nothing is shifted. */
  area({ r, c }) {
    const { left, top } = this.room;
    if (r < 0) return { x: left + c * U, y: 0, width: U, height: top };
    if (c < 0) return { x: 0, y: top + r * U, width: left, height: U };
    const { rows, columns } = this.board;
    if (r >= rows) return { x: left + c * U, y: top + rows * U, width: U, height: this.room.bottom };
    if (c >= columns) return { x: left + columns * U, y: top + r * U, width: this.room.right, height: U };
    return { x: left + c * U, y: top + r * U, width: U, height: U };
  }

  /** The same as one sees it. */
  seen(spot) {
    const { x, y, ...size } = this.area(spot);
    return { x: x + (spot.c < 0 ? this.stuck.x : 0), y: y + (spot.r < 0 ? this.stuck.y : 0), ...size };
  }

  /** The spot at a point, in units; null where there is none. */
  at(x, y) {
    const { left, top } = this.room;
    const { rows, columns } = this.board;
    const [r, c] = [Math.min(Math.floor((y - top) / U), rows), Math.min(Math.floor((x - left) / U), columns)];
    const spot = { r: y < top + this.stuck.y ? -1 : r, c: x < left + this.stuck.x ? -1 : c };
    return this.elements.has(`${spot.r}:${spot.c}`) ? spot : null;
  }

  /** So much is scrolled away, and so much is seen, in units: clues stay in sight, if need be only their near ends. */
  stick(x, y, width, height) {
    const { left, top } = this.room;
    const away = (scrolled, side, most) => (side > 3 ? Math.max(0, scrolled - Math.max(0, side - MOST * most)) : 0);
    const to = { x: away(x, left, width), y: away(y, top, height) };
    if (to.x === this.stuck.x && to.y === this.stuck.y) return;
    this.stuck = to;
    const any = to.x > 0 || to.y > 0;
    this.clips ??= this.clip();
    const [across, down] = [left + to.x, top + to.y];
    const from = { cells: [across, down], above: [across, 0], beside: [0, down] };
    for (const [key, [cx, cy]] of Object.entries(from)) {
      this.clips[key].setAttribute("x", cx);
      this.clips[key].setAttribute("y", cy);
    }
    const hold = (element, key, shift) => {
      if (any) element.setAttribute("clip-path", `url(#${this.name}-${key})`);
      else element.removeAttribute("clip-path");
      if (shift) element.setAttribute("transform", shift);
    };
    for (const one of this.inner) hold(one, "cells");
    if (this.above) hold(this.above, "above", `translate(0 ${to.y})`);
    for (const { group, spot } of this.headers) {
      if (spot.c < 0) hold(group, "beside", `translate(${to.x} 0)`);
      else if (spot.r >= this.board.rows) hold(group, "above");
      else if (spot.c >= this.board.columns) hold(group, "beside");
    }
  }

  clip() {
    const { width, height } = this.room;
    const one = (key) => [key, s("rect", { x: 0, y: 0, width, height })];
    const made = Object.fromEntries(["cells", "above", "beside"].map(one));
    const paths = Object.entries(made).map(([key, rect]) => s("clipPath", { id: `${this.name}-${key}` }, rect));
    this.svg.prepend(s("defs", {}, paths));
    return made;
  }

  head(first) {
    const { top, top_places } = this.board;
    if (!top.length && !top_places.length) return;
    const row = s("g", { role: "row", "aria-rowindex": 1 });
    for (let c = 0; c < this.board.columns; c++) row.append(this.header({ r: -1, c }, top_places[c], first));
    this.above = row;
    this.svg.append(row);
  }

  foot(first) {
    const { bottom, bottom_places, columns, rows } = this.board;
    if (!bottom.length && !bottom_places.length) return;
    const row = s("g", { role: "row", "aria-rowindex": rows + 2 });
    for (let c = 0; c < columns; c++) row.append(this.header({ r: rows, c }, bottom_places[c], first));
    this.svg.append(row);
  }

  /** On which side of the board a clue stands. */
  side({ r, c }) {
    return r < 0 ? "top" : c < 0 ? "left" : r >= this.board.rows ? "bottom" : "right";
  }

  header(spot, place, first) {
    const group = s("g", { role: BESIDE.has(this.side(spot)) ? "rowheader" : "columnheader", class: "header" });
    const named = Boolean(place && first);
    if (named) this.reachable(group, spot);
    this.headers.push({ group, spot, place, named, key: "" });
    return group;
  }

  /** What is written beside the board; clues that stay as they are are left alone. */
  clues() {
    for (const header of this.headers) {
      const { group, spot, place, named } = header;
      const where = this.side(spot);
      const [beside, after] = [BESIDE.has(where), where === "right" || where === "bottom"];
      const number = beside ? spot.r : spot.c;
      const labels = this.board[where][number] ?? [];
      const state = place && this.owner.line?.(place);
      const why = this.board[`${where}_marks`][number] ?? (state === "clash" ? state : null);
      const crossed = labels.map((_, i) => Boolean(place && this.owner.crossed?.(place, i)));
      const side = beside ? "beside" : "above";
      const [step, small] = [this.room.steps[side], this.room.small[side]];
      const key = JSON.stringify([labels, why, state, crossed, step]);
      if (key === header.key) continue;
      header.key = key;
      const text = labels.map((label) => label.text).join(" ") || t("clue.none");
      const name = named ? t(beside ? "clue.row" : "clue.column", { number: number + 1, text }) : text;
      const told = why ? t(`mark.${why}`) : state === "full" ? t("clue.full") : "";
      group.setAttribute("aria-label", named && told ? `${name}, ${told}` : name);
      group.classList.toggle("full", state === "full");
      const area = this.area(spot);
      group.replaceChildren(
        s("rect", { ...area, class: "hit" }),
        ...clueShapes(labels, { ...area, step, small, beside, after }, (i) => crossed[i]),
        ...(why ? marked(why, area.x, area.y, area.width, area.height) : []),
      );
    }
  }

  /** Give a spot a number by which it is found, and let it have the focus. */
  reachable(group, { r, c }) {
    for (const [key, value] of Object.entries({ tabindex: -1, "data-r": r, "data-c": c }))
      group.setAttribute(key, value);
    this.elements.set(`${r}:${c}`, group);
  }

  row(r, first, headers) {
    const { left, left_places, right, right_places, columns } = this.board;
    const row = s("g", { role: "row", "aria-rowindex": r + (headers ? 2 : 1) });
    if (left.length || left_places.length) {
      row.append(this.header({ r, c: -1 }, left_places[r], first));
    }
    const cells = s("g", { role: "presentation" });
    for (let c = 0; c < columns; c++) {
      const group = s("g", { role: "gridcell", class: "cell", "aria-colindex": c + (headers ? 2 : 1) });
      if (first) this.reachable(group, { r, c });
      cells.append(group);
      this.cells.set(`${r}:${c}`, { group, key: "" });
      this.paint(r, c, this.board.cells[r][c]);
    }
    this.inner.push(cells);
    row.append(cells);
    if (right.length || right_places.length) row.append(this.header({ r, c: columns }, right_places[r], first));
    this.svg.append(row);
  }

  /** The same board with other things on it. */
  repaint(board, room) {
    this.board = board;
    this.room = room;
    this.overlay.replaceChildren();
    this.clues();
    board.cells.forEach((row, r) => row.forEach((cell, c) => this.paint(r, c, cell)));
  }

  paint(r, c, cell) {
    const known = this.cells.get(`${r}:${c}`);
    const key = JSON.stringify(cell);
    if (known.key === key) return;
    known.key = key;
    const { x, y } = this.area({ r, c });
    known.group.replaceChildren(...cellShapes(cell, x, y));
    const said = cell.mark ? `${cell.name}, ${t(`mark.${cell.mark}`)}` : cell.name;
    known.group.setAttribute("aria-label", said);
    if (cell.fixed) known.group.setAttribute("aria-readonly", "true");
    else known.group.removeAttribute("aria-readonly");
  }

  trace(cells, tone) {
    const rect = ([r, c]) => s("rect", { ...this.area({ r, c }), class: tone });
    this.tones.replaceChildren(...cells.map(rect));
  }

  mark(marks) {
    this.marks = marks;
    this.overlay.replaceChildren();
    for (const mark of marks) {
      const spot = this.owner.find(mark);
      if (!spot || !this.elements.has(`${spot.r}:${spot.c}`)) continue;
      const { x, y, width, height } = this.area(spot);
      this.overlay.append(...marked(mark.why, x, y, width, height));
    }
  }

  /** Where the focus or the pointer is: a ring, a band behind the clues of the row and the column, a cross-hair. */
  point(spot) {
    this.pointed = spot;
    const { r, c } = spot;
    const { left, top } = this.room;
    const [width, height] = [this.board.columns * U, this.board.rows * U];
    const place = (rect, area) => Object.entries(area).forEach(([key, value]) => rect.setAttribute(key, value));
    const [inRow, inColumn] = [r >= 0 && r < this.board.rows, c >= 0 && c < this.board.columns];
    if (top > 3 && inColumn) place(this.bands[0], this.seen({ r: -1, c }));
    if (left > 3 && inRow) place(this.bands[1], this.seen({ r, c: -1 }));
    place(this.hairs[0], { x: left, y: top + Math.max(r, 0) * U, width: inRow ? width : 0, height: U });
    place(this.hairs[1], { x: left + Math.max(c, 0) * U, y: top, width: U, height: inColumn ? height : 0 });
    const { x, y, ...size } = this.seen(this.owner.at);
    const inside = this.clips && this.cells.has(`${this.owner.at.r}:${this.owner.at.c}`);
    this.ring.setAttribute("clip-path", inside ? `url(#${this.name}-cells)` : "none");
    for (const rect of this.ring.children)
      place(rect, { x: x + 0.5, y: y + 0.5, width: size.width - 1, height: size.height - 1 });
  }
}
