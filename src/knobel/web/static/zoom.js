// Zooming a board inside its stage, and moving it there: by two fingers, by the wheel with Ctrl, by buttons; and by one
// finger or the mouse while `hand` is on. The page itself stays as it is, with all that is beside the board.

import { button, h, set } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

const STEP = 1.4; // of a button
const WHEEL = 300; // of what a wheel says, for a factor of e

export class Zoom {
  constructor(board) {
    this.board = board;
    this.level = 1; // 1: as large as the board fits
    this.hand = false;
    this.points = new Map(); // pointers that are down, which may become a gesture
    this.from = null; // where they were, once they are one
    board.stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  /** The buttons, for a bar beside the board. */
  buttons() {
    const act = (words, sign, does) => button(t(words), does, { sign: icon(sign), bare: true, class: "quiet", id: `zoom-${sign}` });
    const hand = button(t("zoom.hand"), () => this.hold(!this.hand), { sign: icon("hand"), bare: true, class: "quiet", id: "zoom-hand", "aria-pressed": String(this.hand) });
    this.held = hand;
    return h("div", { class: "zooms", role: "group", "aria-label": t("zoom.words") }, act("zoom.out", "out", () => this.by(-1)), act("zoom.fit", "fit", () => this.to(0)), act("zoom.in", "in", () => this.by(1)), hand);
  }

  /** Whether one pointer moves the board instead of painting on it. */
  hold(on) {
    this.hand = on;
    this.board.holder.classList.toggle("held", on);
    if (this.held) set(this.held, "aria-pressed", String(on));
  }

  /** To another level (0: as at first); what is at a point of the screen stays there. */
  to(level, at = null) {
    const { stage } = this.board;
    const view = stage.getBoundingClientRect();
    const { x, y } = at ?? { x: view.x + view.width / 2, y: view.y + view.height / 2 };
    const before = this.board.drawn[0].svg.getBoundingClientRect();
    this.level = level || 1;
    this.board.fit();
    const after = this.board.drawn[0].svg.getBoundingClientRect();
    stage.scrollLeft += after.x - x + ((x - before.x) / before.width) * after.width;
    stage.scrollTop += after.y - y + ((y - before.y) / before.height) * after.height;
    this.board.stick();
  }

  /** Some steps nearer, or further away. */
  by(steps) {
    this.to(this.level * STEP ** steps);
  }

  wheel(event) {
    if (!event.ctrlKey || !this.board.drawn) return;
    event.preventDefault();
    this.to(this.level * Math.exp(-event.deltaY / WHEEL), { x: event.clientX, y: event.clientY });
  }

  /** A pointer comes down: whether it belongs to a gesture, and paints nothing. */
  down(event) {
    if (event.pointerType === "touch" || this.hand) this.points.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.points.size < (this.hand ? 1 : 2)) return false;
    this.from = this.measured();
    return true;
  }

  /** Whether a pointer that moves belongs to a gesture. */
  move(event) {
    if (!this.points.has(event.pointerId)) return false;
    this.points.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!this.from) return false;
    const [before, now] = [this.from, this.measured()];
    this.from = now;
    if (now.spread !== before.spread) this.to((this.level * now.spread) / before.spread, before);
    this.board.stage.scrollBy(before.x - now.x, before.y - now.y);
    return true;
  }

  up(event) {
    this.points.delete(event.pointerId);
    if (this.from) this.from = this.points.size ? this.measured() : null; // who lifts one finger goes on with the other
  }

  /** The middle of all pointers, and how far two of them are apart. */
  measured() {
    const all = [...this.points.values()];
    const mean = (of) => all.reduce((sum, point) => sum + point[of], 0) / all.length;
    const spread = all.length > 1 ? Math.hypot(all[0].x - all[1].x, all[0].y - all[1].y) : 1;
    return { x: mean("x"), y: mean("y"), spread: Math.max(spread, 1) };
  }
}
