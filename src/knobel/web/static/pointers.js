// Mouse and fingers on a board: which spot is under them, strokes along a line, drags that go anywhere. What they do is
// a matter of the board's `hands`.

import { h } from "./dom.js";

export const NARROW = matchMedia("(max-width: 900px)");

export class Pointers {
  constructor(board) {
    this.board = board;
    this.length = h("output", { class: "length", "aria-hidden": "true", hidden: true });
    board.stage.append(this.length);
    this.listen();
  }

  /** The spot of the first board that is under a pointer. It is computed: boards have many elements to look through. */
  under(event) {
    const [one] = this.board.drawn ?? [];
    if (!one?.svg.contains(event.target)) return null;
    const box = one.svg.getBoundingClientRect();
    const spot = one.at((event.clientX - box.x) / this.board.scale, (event.clientY - box.y) / this.board.scale);
    const index = event.target.closest("[data-index]")?.dataset.index;
    return spot && this.board.spot(spot, index === undefined ? undefined : +index);
  }

  /** The cell of the first board that is nearest to a pointer. */
  nearest(event) {
    const { x, y, width, height } = this.board.element({ r: 0, c: 0 }).querySelector("rect").getBoundingClientRect();
    const within = (at, count) => Math.min(Math.max(Math.floor(at), 0), count - 1);
    return {
      r: within((event.clientY - y) / height, this.board.main.rows),
      c: within((event.clientX - x) / width, this.board.main.columns),
    };
  }

  /** The spots from a cell to another, along an axis. */
  between(from, to, axis) {
    const step = Math.sign(to[axis] - from[axis]);
    const count = Math.abs(to[axis] - from[axis]) + 1;
    return Array.from({ length: count }, (_, i) => this.board.spot({ ...from, [axis]: from[axis] + i * step }));
  }

  /** The cells from one to another as the crow flies, without the first. */
  passed(from, to) {
    const steps = Math.max(Math.abs(to.r - from.r), Math.abs(to.c - from.c));
    const at = (axis, i) => Math.round(from[axis] + ((to[axis] - from[axis]) * i) / steps);
    return Array.from({ length: steps }, (_, i) => this.board.spot({ r: at("r", i + 1), c: at("c", i + 1) }));
  }

  /** How many cells a stroke is long, beside its last one. */
  measure(spots) {
    this.length.hidden = spots.length < 2;
    if (this.length.hidden) return;
    const { x, y, width } = this.board.box(spots.at(-1));
    this.length.textContent = spots.length;
    Object.assign(this.length.style, { left: `${x + width / 2}px`, top: `${y}px` });
  }

  listen() {
    const { board } = this;
    let pressed = null; // the pointer that is down, the cell where it came down, and the line that it keeps to
    const end = (how) => {
      pressed = null;
      this.measure([]);
      board.hands[how]?.();
    };
    board.holder.addEventListener("pointerdown", (event) => {
      const gesture = board.zoom.down(event);
      if (pressed) return end("cancel"); // a second finger: they want to zoom, and not to paint
      if (gesture) return event.preventDefault();
      const spot = this.under(event);
      if (!spot || event.button > 2 || !event.isPrimary) return;
      board.still = true;
      board.place(spot, true, true);
      if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
      pressed = { id: event.pointerId, start: { r: spot.r, c: spot.c }, axis: null };
      board.hands.press?.(spot, event);
      event.preventDefault();
    });
    addEventListener("pointermove", (event) => {
      if (board.zoom.move(event) || !board.drawn) return;
      if (!pressed && !board.hands.hover && !board.holder.contains(event.target)) return;
      if (!pressed) {
        const spot = this.under(event);
        board.hovered = spot;
        board.drawn[0].point(spot ?? board.at);
        board.hands.hover?.(spot);
      } else if (pressed.id === event.pointerId && board.spot(pressed.start).cell) {
        this.drag(pressed, event);
      }
    });
    board.stage.addEventListener("pointermove", () => (board.still = true));
    board.stage.addEventListener("pointerleave", (event) => {
      board.hovered = null;
      // A finger leaves between two taps; and what is below the board must not move when one goes there.
      if (event.pointerType === "mouse" && !pressed && !NARROW.matches) board.settle();
    });
    for (const [name, how] of Object.entries({ pointerup: "release", pointercancel: "cancel" }))
      addEventListener(name, (event) => {
        board.zoom.up(event);
        if (pressed?.id === event.pointerId) end(how);
      });
    board.holder.addEventListener("contextmenu", (event) => {
      if (this.under(event)) event.preventDefault();
    });
    board.holder.addEventListener("keydown", (event) => board.key(event));
    board.holder.addEventListener("focusin", (event) => {
      const { r, c } = event.target.dataset ?? {};
      if (r !== undefined) board.place({ r: +r, c: +c });
    });
  }

  /** A stroke keeps to the row or the column of its first step; no cell on its way is left out, however fast it is. */
  drag(pressed, event) {
    const { start } = pressed;
    const to = this.nearest(event);
    const [down, across] = [Math.abs(to.r - start.r), Math.abs(to.c - start.c)];
    if (this.board.hands.free?.()) {
      const spots = this.passed(this.board.at, to);
      if (!spots.length) return;
      this.board.place(to, true, true);
      return this.board.hands.drag?.(spots);
    }
    if (!pressed.axis && !down && !across) return;
    pressed.axis ??= down > across ? "r" : "c";
    const spots = this.between(start, to, pressed.axis);
    const last = spots.at(-1);
    if (last.r === this.board.at.r && last.c === this.board.at.c) return;
    this.board.place(last, true, true);
    this.board.hands.drag?.(spots);
    this.measure(spots);
  }
}
