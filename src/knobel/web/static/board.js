// The boards of a picture as SVG that can be seen, heard and touched. It knows cells, clues and marks, and no puzzle.
//
// A *spot* is something on the first board that can have the focus: {r, c} of a cell, of a clue above a column (r = -1)
// or of a clue left of a row (c = -1), with its `at`, its `place` and, in a clue, the `index` of the number pointed at.
// What happens there is decided by the `hands` of whoever is in charge, all optional:
//   press(spot, event)  drag(spots)  release()  cancel()  hover(spot | null)  key(event, spot) -> true if used
// A drag has all cells from the first to the one where the pointer is now; `cancel` means that it was none.

import { h } from "./dom.js";
import { Drawn } from "./drawn.js";
import { U, room } from "./shapes.js";
import { language } from "./words.js";

const LARGEST = 68; // pixels of a cell
const SMALLEST = 13;
const SMALL = 26; // where there are many boards
const GAP = 20;
const NARROW = matchMedia("(max-width: 900px)");

export const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** What a board is drawn on: if it stays the same, only what stands on it is changed. */
function outline(board) {
  const { rows, columns, every, caption, top_places, left_places } = board;
  return [rows, columns, every, caption, top_places, left_places, room(board)];
}

export class Board {
  constructor(stage) {
    this.stage = stage;
    this.holder = h("div", { class: "boards" });
    this.hands = {};
    this.at = { r: 0, c: 0 };
    this.holder.tabIndex = -1;
    this.length = h("output", { class: "length", "aria-hidden": "true", hidden: true });
    stage.append(this.holder, this.length);
    this.listen();
    new ResizeObserver(() => this.fit()).observe(stage);
  }

  /** Draw a picture. */
  show(picture, { crossed = null } = {}) {
    const focused = this.holder.contains(document.activeElement);
    this.picture = picture;
    this.crossed = crossed; // (place, index) -> whether this number of a clue is crossed out
    const shape = JSON.stringify([picture.boards.map(outline), picture.title, language]);
    if (shape === this.shape) {
      picture.boards.forEach((board, k) => this.drawn[k].repaint(board));
    } else {
      this.drawn = picture.boards.map((board, k) => new Drawn(this, board, k === 0, picture.title));
      this.holder.replaceChildren(...this.drawn.map((one) => one.figure));
      this.holder.classList.toggle("many", picture.boards.length > 2);
      this.shape = shape;
      this.fit();
    }
    this.place(this.at, focused);
  }

  /** Change how a cell of the first board looks and what it is called. */
  paint(r, c, cell) {
    this.drawn[0].paint(r, c, cell);
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
    const { cells, top_places, left_places } = this.main;
    if (r < 0) return { r, c, place: top_places[c], index };
    if (c < 0) return { r, c, place: left_places[r], index };
    return { r, c, at: cells[r][c].at, place: cells[r][c].place, cell: cells[r][c] };
  }

  /** The spot of an index into the answer or of a place. */
  find({ at, place }) {
    if (at) return { r: at.at(-2) ?? 0, c: at.at(-1) };
    const [name, i, j] = place.split(":");
    if (j !== undefined) return { r: +i, c: +j };
    const [column, row] = [this.main.top_places.indexOf(place), this.main.left_places.indexOf(place)];
    return column >= 0 ? { r: -1, c: column } : row >= 0 ? { r: row, c: -1 } : null;
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
      r: Math.min(Math.max(to.r, board.top_places.length ? -1 : 0), board.rows - 1),
      c: Math.min(Math.max(to.c, board.left_places.length ? -1 : 0), board.columns - 1),
    };
    if (at.r < 0 && at.c < 0) at.r = 0;
    this.tabbed?.setAttribute("tabindex", "-1");
    this.at = at;
    this.tabbed = this.element(at);
    this.tabbed.setAttribute("tabindex", "0");
    this.drawn[0].point(at);
    if (focus) this.tabbed.focus({ preventScroll });
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
    this.scale = Math.max(Math.min(scale, LARGEST / U), SMALLEST / U);
    for (const one of this.drawn) one.resize(this.scale);
  }

  height() {
    return NARROW.matches ? Math.max(innerHeight * 0.72, 280) : Math.max(this.stage.clientHeight - 24, 240);
  }

  // hands on it

  /** The cell of the first board that is nearest to a pointer. */
  nearest(event) {
    const { x, y, width, height } = this.element({ r: 0, c: 0 }).querySelector("rect").getBoundingClientRect();
    const within = (at, count) => Math.min(Math.max(Math.floor(at), 0), count - 1);
    return {
      r: within((event.clientY - y) / height, this.main.rows),
      c: within((event.clientX - x) / width, this.main.columns),
    };
  }

  /** The spots from a cell to another, along an axis. */
  between(from, to, axis) {
    const step = Math.sign(to[axis] - from[axis]);
    const count = Math.abs(to[axis] - from[axis]) + 1;
    return Array.from({ length: count }, (_, i) => this.spot({ ...from, [axis]: from[axis] + i * step }));
  }

  /** How many cells a stroke is long, beside its last one. */
  measure(spots) {
    this.length.hidden = spots.length < 2;
    if (this.length.hidden) return;
    const { x, y, width } = this.box(spots.at(-1));
    this.length.textContent = spots.length;
    Object.assign(this.length.style, { left: `${x + width / 2}px`, top: `${y}px` });
  }

  listen() {
    let pressed = null; // the pointer that is down, the cell where it came down, and the line that it keeps to
    const spotAt = (event) => {
      const found = document.elementFromPoint(event.clientX, event.clientY);
      const element = found?.closest("[data-r]");
      if (!element || !this.drawn[0].svg.contains(element)) return null;
      const index = found.closest("[data-index]")?.dataset.index;
      return this.spot({ r: +element.dataset.r, c: +element.dataset.c }, index === undefined ? undefined : +index);
    };
    const end = (how) => {
      pressed = null;
      this.measure([]);
      this.hands[how]?.();
    };
    this.holder.addEventListener("pointerdown", (event) => {
      if (pressed) return end("cancel"); // a second finger: they want to zoom, and not to paint
      const spot = spotAt(event);
      if (!spot || event.button > 2 || !event.isPrimary) return;
      this.place(spot, true, true);
      if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
      pressed = { id: event.pointerId, start: { r: spot.r, c: spot.c }, axis: null };
      this.hands.press?.(spot, event);
      event.preventDefault();
    });
    addEventListener("pointermove", (event) => {
      if (!pressed && !this.hands.hover && !this.holder.contains(event.target)) return;
      if (!pressed) {
        const spot = spotAt(event);
        this.drawn?.[0].point(spot ?? this.at);
        this.hands.hover?.(spot);
      } else if (pressed.id === event.pointerId && pressed.start.r >= 0 && pressed.start.c >= 0) {
        this.drag(pressed, event);
      }
    });
    addEventListener("pointerup", (event) => pressed?.id === event.pointerId && end("release"));
    addEventListener("pointercancel", (event) => pressed?.id === event.pointerId && end("cancel"));
    this.holder.addEventListener("contextmenu", (event) => {
      if (spotAt(event)) event.preventDefault();
    });
    this.holder.addEventListener("keydown", (event) => this.key(event));
    this.holder.addEventListener("focusin", (event) => {
      const { r, c } = event.target.dataset ?? {};
      if (r !== undefined) this.place({ r: +r, c: +c });
    });
  }

  /** A stroke keeps to the row or the column of its first step; no cell on its way is left out, however fast it is. */
  drag(pressed, event) {
    const { start } = pressed;
    const to = this.nearest(event);
    const [down, across] = [Math.abs(to.r - start.r), Math.abs(to.c - start.c)];
    if (!pressed.axis && !down && !across) return;
    pressed.axis ??= down > across ? "r" : "c";
    const spots = this.between(start, to, pressed.axis);
    const last = spots.at(-1);
    if (last.r === this.at.r && last.c === this.at.c) return;
    this.place(last, true, true);
    this.hands.drag?.(spots);
    this.measure(spots);
  }

  key(event) {
    if (event.target instanceof HTMLInputElement) return;
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
    else return;
    event.preventDefault();
  }
}
