// A presentation: the board on the left and what is told about it on the right, in large letters and with nothing else.
// The line between the two can be moved, in a presentation and without one; each has a place of its own.

import { button, h, set, writing } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

const LETTERS = { key: "knobel:letters", usual: 24, least: 16, most: 40, step: 2 }; // pixels
const SIDE = { key: "knobel:side", usual: 46, least: 20, most: 70, step: 2 }; // of 100 of the width
const PLAIN = 376; // pixels, without a presentation
const TURNS = { PageUp: "step-back", PageDown: "step-forward" }; // what remote controls for slides send

const root = document.documentElement;
const within = (value, { least, most }) => Math.min(Math.max(value, least), most);

export class Present {
  constructor(main, side) {
    this.main = main;
    this.side = side;
    this.on = false;
    this.letters = Number(localStorage.getItem(LETTERS.key)) || LETTERS.usual;
    this.divider = h("div", { id: "divider", role: "separator", tabindex: 0, "aria-orientation": "vertical", "aria-controls": "side", "aria-valuemin": SIDE.least, "aria-valuemax": SIDE.most });
    this.tools = h("div", { id: "presenting", class: "row end", hidden: true });
    side.before(this.divider);
    side.prepend(this.tools);
    this.listen();
  }

  /** All words, in the language of now. */
  build() {
    set(this.divider, "aria-label", t("present.divider"));
    const act = (words, sign, does, id) => button(t(words), does, { sign: icon(sign), bare: true, class: "quiet", id });
    this.ending = button(t("present.end"), () => this.stop(), { sign: icon("stop"), id: "present-end" });
    this.tools.replaceChildren(act("present.smaller", "out", () => this.letter(-1), "letters-smaller"), act("present.larger", "in", () => this.letter(1), "letters-larger"), this.ending);
    this.place(this.width);
  }

  /** A button that starts a presentation from a panel. */
  button(panel) {
    return button(t("present.start"), () => this.start(), { sign: icon("present"), id: `present-${panel}`, class: "presents" });
  }

  get key() {
    return this.on ? `${SIDE.key}:large` : SIDE.key;
  }

  get width() {
    return Number(localStorage.getItem(this.key)) || (this.on ? SIDE.usual : within((100 * PLAIN) / innerWidth, SIDE));
  }

  start() {
    this.turn(true);
    this.ending.focus();
  }

  stop() {
    this.turn(false);
    [...document.querySelectorAll(".presents")].find((one) => one.offsetParent)?.focus();
  }

  turn(on) {
    this.on = on;
    this.tools.hidden = !on;
    root.classList.toggle("presenting", on);
    this.letter(0);
    this.place(this.width);
  }

  letter(steps) {
    this.letters = within(this.letters + steps * LETTERS.step, LETTERS);
    localStorage.setItem(LETTERS.key, this.letters);
    root.style.fontSize = this.on ? `${this.letters}px` : "";
  }

  place(width) {
    set(this.divider, "aria-valuenow", Math.round(width));
    this.main.style.setProperty("--side", `${width}%`);
  }

  /** Move the line, and keep where it is. */
  move(width) {
    const to = within(width, SIDE);
    localStorage.setItem(this.key, to.toFixed(1));
    this.place(to);
  }

  listen() {
    const { divider } = this;
    divider.addEventListener("pointerdown", (event) => divider.setPointerCapture(event.pointerId));
    divider.addEventListener("pointermove", (event) => {
      if (!divider.hasPointerCapture(event.pointerId)) return;
      const { right, width } = this.main.getBoundingClientRect();
      this.move((100 * (right - event.clientX)) / width);
    });
    divider.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: SIDE.step, ArrowRight: -SIDE.step }[event.key];
      const to = { Home: SIDE.most, End: SIDE.least }[event.key] ?? (by && this.width + by);
      if (to === undefined) return;
      event.preventDefault();
      this.move(to);
    });
    addEventListener("keydown", (event) => {
      if (!this.on || event.defaultPrevented || document.querySelector("dialog[open]")) return;
      const turned = document.getElementById(TURNS[event.key]);
      if (event.key === "Escape") this.stop();
      else if (turned?.offsetParent && !writing(event.target)) turned.click();
      else return;
      event.preventDefault();
    });
  }
}
