// The boards of a picture as SVG that can be seen, heard and touched. It knows cells, clues and marks, and no puzzle.
//
// A *spot* is something on the first board that can have the focus: {r, c} of a cell, of a clue above a column (r = -1)
// or of a clue left of a row (c = -1), with its `at`, its `place` and, in a clue, the `index` of the number pointed at.
// What happens there is decided by the `hands` of whoever is in charge, all optional:
//   press(spot, event)  drag(spots)  release()  cancel()  hover(spot | null)  key(event, spot) -> true if used
//   free() -> whether a drag goes anywhere
// A drag has all cells from the first to the one where the pointer is now, along a line; one that is free has those that
// were passed since the last call. `cancel` means that it was none.

import { h } from "./dom.js";
import { Drawn } from "./drawn.js";
import { NARROW, Pointers } from "./pointers.js";
import { U, room } from "./shapes.js";
import { language } from "./words.js";
import { Zoom } from "./zoom.js";

const LARGEST = 68; // pixels of a cell
const SMALLEST = 13;
const CLOSEST = 96; // of a cell that is looked at from near
const SMALL = 26; // where there are many boards
const GAP = 20;

export const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** What a board is drawn on: if it stays the same, only what stands on it is changed. */
function outline(board) {
  const { rows, columns, every, caption, top_places, left_places, right_places, bottom_places, walls } = board;
  return [rows, columns, every, caption, top_places, left_places, right_places, bottom_places, walls];
}

export class Board {
  constructor(stage) {
    this.stage = stage;
    this.holder = h("div", { class: "boards" });
    this.hands = {};
    this.at = { r: 0, c: 0 };
    this.painted = new Map(); // cells that were changed since the picture was drawn
    this.hovered = null; // the spot under a pointer
    this.holder.tabIndex = -1;
    this.still = false; // whether a pointer is at work: then the cells stay where they are
    this.pinned = []; // marks that stay over whatever is drawn
    stage.append(this.holder);
    this.zoom = new Zoom(this);
    new Pointers(this);
    new ResizeObserver(() => this.fit()).observe(stage);
    stage.addEventListener("scroll", () => this.stick(), { passive: true });
  }

  /** Draw a picture. `spare` is for how many clues of a line there is room at least. */
  show(picture, { crossed = null, line = null, spare = 1 } = {}) {
    const focused = this.holder.contains(document.activeElement);
    const size = ({ rows, columns }) => rows * 1e4 + columns;
    if (this.picture && size(this.main) !== size(picture.boards[0])) this.zoom.level = 1;
    this.picture = picture;
    this.painted.clear();
    this.crossed = crossed; // (place, index) -> whether this number of a clue is crossed out
    this.line = line; // place -> "full", "clash" or nothing
    this.spare = spare;
    const rooms = picture.boards.map((board, k) => this.room(board, k));
    const sizes = rooms.map(({ left, top }) => [left, top]);
    const shape = JSON.stringify([picture.boards.map(outline), sizes, picture.title, language]);
    if (shape === this.shape) {
      picture.boards.forEach((board, k) => this.drawn[k].repaint(board, rooms[k]));
    } else {
      this.drawn = picture.boards.map((board, k) => new Drawn(this, board, rooms[k], k === 0, picture.title));
      for (const one of this.drawn) one.resize(this.scale ?? 1); // a page that is shorter for a moment would scroll
      this.holder.replaceChildren(...this.drawn.map((one) => one.figure));
      this.holder.classList.toggle("many", picture.boards.length > 2);
      this.shape = shape;
      this.fit();
    }
    this.drawn[0].mark(this.pinned);
    this.place(this.at, focused);
  }

  /** The room of a board: the one that it has, while a pointer is at work on a board of the same size. */
  room(board, k) {
    const old = this.still ? this.drawn?.[k] : null;
    const same = old && old.board.rows === board.rows && old.board.columns === board.columns;
    return room(board, { spare: this.spare, kept: same ? old.room : null });
  }

  /** No pointer is at work any more: the board takes the room that its clues need. */
  settle() {
    if (!this.still) return;
    this.still = false;
    if (!this.picture) return;
    const marks = this.drawn[0].marks;
    const painted = [...this.painted.values()];
    this.show(this.picture, { crossed: this.crossed, line: this.line, spare: this.spare });
    for (const cell of painted) this.paint(...cell);
    this.mark(marks);
  }

  /** Marks that stay until others are pinned, however often the board is drawn meanwhile. */
  pin(marks) {
    this.pinned = marks;
    if (this.drawn) this.mark(marks);
  }

  /** Change how a cell of the first board looks and what it is called. */
  paint(r, c, cell) {
    this.painted.set(`${r}:${c}`, [r, c, cell]);
    this.drawn[0].paint(r, c, cell);
  }

  /** Draw the clues of the first board again: others are crossed out now. */
  clues() {
    this.drawn[0].clues();
  }

  /** Lay a tone over some cells of the first board. */
  trace(cells, tone = "reach") {
    this.drawn?.[0].trace(cells, tone);
  }

  /** Mark cells and clues over what is drawn: [{at | place, why}]. */
  mark(marks) {
    this.drawn[0].mark(marks);
  }

  // where things are

  get main() {
    return this.picture.boards[0];
  }

  /** What can be said of a spot. */
  spot({ r, c }, index) {
    const { cells, rows, columns, top_places, left_places, right_places, bottom_places } = this.main;
    if (r < 0) return { r, c, place: top_places[c], index };
    if (c < 0) return { r, c, place: left_places[r], index };
    if (r >= rows) return { r, c, place: bottom_places[c], index };
    if (c >= columns) return { r, c, place: right_places[r], index };
    return { r, c, at: cells[r][c].at, place: cells[r][c].place, cell: cells[r][c] };
  }

  /** The spot of an index into the answer or of a place. */
  find({ at, place }) {
    if (at) return { r: at.at(-2) ?? 0, c: at.at(-1) };
    const [name, i, j] = place.split(":");
    if (j !== undefined) return { r: +i, c: +j };
    const { rows, columns, top_places, left_places, right_places, bottom_places } = this.main;
    const [above, left, right, below] = [top_places, left_places, right_places, bottom_places].map((places) => places.indexOf(place));
    if (above >= 0) return { r: -1, c: above };
    if (left >= 0) return { r: left, c: -1 };
    if (right >= 0) return { r: right, c: columns };
    return below >= 0 ? { r: rows, c: below } : null;
  }

  element({ r, c }) {
    return this.drawn[0].elements.get(`${r}:${c}`);
  }

  /** The rectangle of a spot, from the corner of the stage. */
  box(spot) {
    const [inner, outer] = [
      this.element(spot).querySelector("rect").getBoundingClientRect(),
      this.stage.getBoundingClientRect(),
    ];
    return {
      x: inner.x - outer.x + this.stage.scrollLeft,
      y: inner.y - outer.y + this.stage.scrollTop,
      width: inner.width,
      height: inner.height,
    };
  }

  /** Move the one spot that the Tab key reaches, and the focus if wanted; a pointer is where one sees it anyway. */
  place(to, focus = false, preventScroll = false) {
    const board = this.main;
    const at = {
      r: Math.min(Math.max(to.r, board.top_places.length ? -1 : 0), board.rows - (board.bottom_places.length ? 0 : 1)),
      c: Math.min(Math.max(to.c, board.left_places.length ? -1 : 0), board.columns - (board.right_places.length ? 0 : 1)),
    };
    const beyond = (i, count) => i < 0 || i >= count;
    if (beyond(at.r, board.rows) && beyond(at.c, board.columns)) at.r = Math.min(Math.max(at.r, 0), board.rows - 1); // no corner
    this.tabbed?.setAttribute("tabindex", "-1");
    this.at = at;
    this.tabbed = this.element(at);
    this.tabbed.setAttribute("tabindex", "0");
    if (focus) this.hovered = null; // from now on, this is what one looks at
    this.drawn[0].point(this.hovered ?? at);
    if (!focus) return;
    this.tabbed.focus({ preventScroll });
    if (!preventScroll) this.uncover(at);
  }

  /** Scroll until a cell is not behind clues that stay in sight. */
  uncover({ r, c }) {
    if (!this.spot({ r, c }).cell) return;
    this.stick(); // the focus may have scrolled just now
    const { svg, room, stuck } = this.drawn[0];
    const [outer, inner] = [svg.getBoundingClientRect(), this.element({ r, c }).getBoundingClientRect()];
    const [left, top] = [outer.x + (room.left + stuck.x) * this.scale, outer.y + (room.top + stuck.y) * this.scale];
    this.stage.scrollBy(Math.min(0, inner.x - left), Math.min(0, inner.y - top));
  }

  /** Keep clues in sight. */
  stick() {
    if (!this.drawn) return;
    const [one] = this.drawn;
    const [view, box] = [this.stage.getBoundingClientRect(), one.svg.getBoundingClientRect()];
    const many = this.drawn.length > 1; // boards side by side are small
    const away = (edge) => (many ? 0 : Math.max(0, view[edge] - box[edge]) / this.scale);
    one.stick(away("x"), away("y"), view.width / this.scale, view.height / this.scale);
    one.point(one.pointed ?? this.at);
  }

  focus() {
    if (this.picture) this.place(this.at, true);
  }

  /** As large as there is room for. */
  fit() {
    if (!this.drawn) return;
    const rooms = this.drawn.map((one) => one.room);
    const [width, height] = [this.stage.clientWidth - 24, this.height()];
    const most = (of) => Math.max(...rooms.map((one) => one[of]));
    const sum = (of) => rooms.reduce((all, one) => all + one[of] + GAP, -GAP);
    const largest = (w, h) => Math.min(width / w, height / h);
    const scale =
      rooms.length > 2
        ? SMALL / U
        : Math.max(largest(sum("width"), most("height")), largest(most("width"), sum("height")));
    const whole = Math.min(scale, LARGEST / U);
    const usual = Math.max(whole, SMALLEST / U);
    this.scale = Math.max(Math.min(usual * this.zoom.level, CLOSEST / U), whole);
    this.zoom.level = this.scale / usual;
    for (const one of this.drawn) one.resize(this.scale);
    this.stick();
  }

  height() {
    return NARROW.matches ? Math.max(innerHeight * 0.6, 280) : Math.max(this.stage.clientHeight - 24, 240);
  }

  // keys

  /** A key that was pressed elsewhere, where nothing else needs it: it is for the board, which takes the focus. */
  hear(event) {
    const used = event.target.closest?.("button, a, summary, label, input") && (event.key === " " || event.key === "Enter");
    const steps = STEPS[event.key] && event.target.closest?.("[role=tab], input");
    if (!this.picture || !this.hands.key || used || steps || this.holder.contains(event.target)) return;
    if (event.key.length > 1 && !STEPS[event.key] && event.key !== "Backspace" && event.key !== "Delete") return;
    const before = document.activeElement;
    this.press(event);
    if (event.defaultPrevented && document.activeElement === before) this.focus();
  }

  key(event) {
    if (event.target instanceof HTMLInputElement) return;
    this.press(event);
  }

  press(event) {
    const spot = this.spot(this.at);
    if (this.hands.key?.(event, spot)) return event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { r, c } = this.at;
    const step = STEPS[event.key];
    if (step) this.place({ r: r + step[0], c: c + step[1] }, true);
    else if (event.key === "Home") this.place({ r, c: 0 }, true);
    else if (event.key === "End") this.place({ r, c: this.main.columns - 1 }, true);
    else if (event.key === "PageUp") this.place({ r: 0, c }, true);
    else if (event.key === "PageDown") this.place({ r: this.main.rows - 1, c }, true);
    else if (event.key === "+") this.zoom.by(1);
    else if (event.key === "-") this.zoom.by(-1);
    else return;
    event.preventDefault();
  }
}
