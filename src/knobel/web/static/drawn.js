// One board of a picture as SVG: a grid for those who listen, and shapes for those who look.

import { h, s } from "./dom.js";
import { U, cellShapes, clueShapes, lines, marked, room } from "./shapes.js";
import { t } from "./words.js";

export class Drawn {
  constructor(owner, board, first, title) {
    this.owner = owner;
    this.board = board;
    this.room = room(board);
    this.elements = new Map();
    this.headers = [];
    this.cells = new Map(); // what each cell looks like, to change only what changes
    const { left, top, width, height } = this.room;
    const headers = first && (board.top_places.length > 0 || board.left_places.length > 0);
    this.svg = s("svg", {
      viewBox: `0 0 ${width} ${height}`,
      role: "grid",
      class: "board",
      "aria-label": board.caption || title,
      "aria-rowcount": board.rows + (headers ? 1 : 0),
      "aria-colcount": board.columns + (headers ? 1 : 0),
    });
    this.bands = first ? [s("rect", { class: "band" }), s("rect", { class: "band" })] : [];
    this.svg.append(...this.bands);
    this.head(first);
    for (let r = 0; r < board.rows; r++) this.row(r, first, headers);
    this.clues();
    this.overlay = s("g", { class: "overlay" });
    this.ring = first ? s("rect", { class: "ring", width: U - 1, height: U - 1, rx: 3 }) : null;
    this.svg.append(
      s("rect", { class: "dim", x: left, y: top, width: board.columns * U, height: board.rows * U }),
      ...lines(board, left, top),
      this.overlay,
      ...(this.ring ? [this.ring] : []),
    );
    this.figure = h("figure", {}, board.caption ? h("figcaption", { text: board.caption }) : null, this.svg);
  }

  resize(scale) {
    this.svg.setAttribute("width", Math.round(this.room.width * scale));
    this.svg.setAttribute("height", Math.round(this.room.height * scale));
  }

  /** The rectangle of a spot. */
  area({ r, c }) {
    const { left, top } = this.room;
    if (r < 0) return { x: left + c * U, y: 0, width: U, height: top };
    if (c < 0) return { x: 0, y: top + r * U, width: left, height: U };
    return { x: left + c * U, y: top + r * U, width: U, height: U };
  }

  head(first) {
    const { top, top_places } = this.board;
    if (!top.length && !top_places.length) return;
    const row = s("g", { role: "row", "aria-rowindex": 1 });
    for (let c = 0; c < this.board.columns; c++) row.append(this.header({ r: -1, c }, top_places[c], first));
    this.svg.append(row);
  }

  header(spot, place, first) {
    const group = s("g", { role: spot.c < 0 ? "rowheader" : "columnheader", class: "header" });
    const named = Boolean(place && first);
    if (named) this.reachable(group, spot);
    this.headers.push({ group, spot, place, named, key: "" });
    return group;
  }

  /** What is written beside the board; clues that stay as they are are left alone. */
  clues() {
    const { top, left, top_marks, left_marks } = this.board;
    for (const header of this.headers) {
      const { group, spot, place, named } = header;
      const beside = spot.c < 0;
      const number = beside ? spot.r : spot.c;
      const labels = (beside ? left : top)[number] ?? [];
      const why = (beside ? left_marks : top_marks)[number];
      const crossed = labels.map((_, i) => Boolean(place && this.owner.crossed?.(place, i)));
      const key = JSON.stringify([labels, why, crossed]);
      if (key === header.key) continue;
      header.key = key;
      const text = labels.map((label) => label.text).join(" ") || t("clue.none");
      const name = named ? t(beside ? "clue.row" : "clue.column", { number: number + 1, text }) : text;
      group.setAttribute("aria-label", named && why ? `${name}, ${t(`mark.${why}`)}` : name);
      const area = this.area(spot);
      group.replaceChildren(
        s("rect", { ...area, class: "hit" }),
        ...clueShapes(labels, { ...area, stride: this.room.stride, beside }, (i) => crossed[i]),
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
    const { left, left_places, columns } = this.board;
    const row = s("g", { role: "row", "aria-rowindex": r + (headers ? 2 : 1) });
    if (left.length || left_places.length) {
      row.append(this.header({ r, c: -1 }, left_places[r], first));
    }
    for (let c = 0; c < columns; c++) {
      const group = s("g", { role: "gridcell", class: "cell", "aria-colindex": c + (headers ? 2 : 1) });
      if (first) this.reachable(group, { r, c });
      row.append(group);
      this.cells.set(`${r}:${c}`, { group, key: "" });
      this.paint(r, c, this.board.cells[r][c]);
    }
    this.svg.append(row);
  }

  /** The same board with other things on it. */
  repaint(board) {
    this.board = board;
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

  mark(marks) {
    this.overlay.replaceChildren();
    for (const mark of marks) {
      const spot = this.owner.find(mark);
      if (!spot || spot.r >= this.board.rows || spot.c >= this.board.columns) continue;
      const { x, y, width, height } = this.area(spot);
      this.overlay.append(...marked(mark.why, x, y, width, height));
    }
  }

  /** Where the focus or the pointer is: a ring, and a band behind the clues of the row and the column. */
  point(spot) {
    const { r, c } = spot;
    const place = (rect, area) => Object.entries(area).forEach(([key, value]) => rect.setAttribute(key, value));
    if (this.room.top > 3 && c >= 0) place(this.bands[0], this.area({ r: -1, c }));
    if (this.room.left > 3 && r >= 0) place(this.bands[1], this.area({ r, c: -1 }));
    const { x, y, width, height } = this.area(this.owner.at);
    place(this.ring, { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1 });
  }
}
