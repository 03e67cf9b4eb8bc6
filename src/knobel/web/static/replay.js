// A solution played frame by frame: play and pause, steps, speed. A frame says how each cell looks, and in its caption
// which turn it belongs to and what was done in it so far.

import { ask } from "./api.js";
import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { part } from "./parts.js";
import { t } from "./words.js";

const SPEEDS = [1, 2, 4, 8, 16]; // frames a second
const SLOW = matchMedia("(prefers-reduced-motion: reduce)");

/** The first word of a caption: frames that begin alike are one turn. */
const turn = (frame) => frame.caption.split(" ")[0];

export class Replay {
  /** `solution()` promises a line, or null if there is none. */
  constructor(app, solution) {
    this.app = app;
    this.solution = solution;
    this.forget();
  }

  build() {
    const at = (words, sign, act, id) => button(t(words), act, { sign: icon(sign), bare: true, id });
    this.slider = h("input", { type: "range", min: 0, max: 0, "aria-label": t("replay.frame"), id: "frames", oninput: () => this.jump(this.slider.valueAsNumber) });
    this.speed = h("input", { type: "range", min: 0, max: SPEEDS.length - 1, value: 2, "aria-label": t("replay.speed"), id: "speed", oninput: () => this.tick() });
    this.playing = at("replay.play", "play", () => (this.timer ? this.pause() : this.play()), "replay");
    this.told = h("output", { class: "caption", id: "caption" });
    this.legend = h("ul", { class: "legend" });
    this.root = part(
      t("replay.title"),
      { id: "replay-part" },
      h("div", { class: "row" }, this.playing, at("replay.back", "previous", () => this.step(-1), "frame-back"), at("replay.forward", "next", () => this.step(1), "frame-forward"), this.told),
      this.slider,
      h("label", { class: "field" }, h("span", { text: t("replay.speed") }), this.speed),
      this.legend,
    );
    return this.root;
  }

  /** There is another puzzle, or another panel. */
  forget() {
    this.pause();
    this.frames = null;
    this.at = -1;
  }

  async load() {
    if (this.frames) return true;
    const state = await this.solution();
    if (state === null) return false;
    const { looks, frames } = await ask("replay", { puzzle: this.app.id, state });
    Object.assign(this, { looks, frames, at: -1 });
    this.slider.max = frames.length - 1;
    const known = [...new Set(looks.map((look) => look.outline))].filter((colour) => this.meaning(colour));
    this.legend.replaceChildren(...known.map((colour) => this.entry(colour)));
    return true;
  }

  /** What the colour around a cell means, if its kind says so. */
  meaning(colour) {
    return colour && this.app.kind.words[`outlines.${colour.slice(1)}`];
  }

  entry(colour) {
    // A cell in which nothing lies yet: it has no background, or a sign in a colour of its own on it.
    const look = this.looks.find((one) => one.outline === colour && (one.ink || !one.fill));
    const sign = h("span", { class: "outline", text: look?.text ?? "" });
    sign.style.borderColor = colour;
    sign.style.background = look?.fill ?? "";
    return h("li", {}, sign, h("span", { text: this.meaning(colour) }));
  }

  async loaded(act) {
    try {
      if (await this.load()) act();
    } catch (error) {
      this.app.fail(error);
    }
  }

  play() {
    this.loaded(() => {
      if (this.at === this.frames.length - 1) this.at = -1;
      this.next();
      this.sign();
    });
  }

  /** Go on by a frame, or by a turn where motion is not wanted; then wait for the next. */
  next() {
    this.show(SLOW.matches ? this.end(this.at + 1) : this.at + 1);
    if (this.at < this.frames.length - 1) this.tick(true);
    else this.pause();
  }

  tick(start = false) {
    if (!start && !this.timer) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.next(), (SLOW.matches ? 4000 : 1000) / SPEEDS[this.speed.valueAsNumber]);
  }

  /** The last frame of the turn that a frame belongs to. */
  end(i) {
    while (i + 1 < this.frames.length && turn(this.frames[i + 1]) === turn(this.frames[i])) i++;
    return i;
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.sign();
  }

  sign() {
    if (!this.playing) return;
    const words = t(this.timer ? "replay.pause" : "replay.play");
    this.playing.replaceChildren(icon(this.timer ? "pause" : "play"));
    this.playing.title = words;
    this.playing.setAttribute("aria-label", words);
  }

  step(by) {
    this.pause();
    this.loaded(() => this.show(this.at + by));
  }

  jump(to) {
    this.pause();
    this.loaded(() => this.show(to));
  }

  show(to) {
    this.at = Math.min(Math.max(to, 0), this.frames.length - 1);
    const frame = this.frames[this.at];
    const base = this.app.picture.boards[0];
    const cells = frame.cells.map((row, r) =>
      row.map((i, c) => {
        const look = this.looks[i];
        const { where } = base.cells[r][c];
        return { ...look, where, name: look.text ? `${where}: ${look.text}` : where };
      }),
    );
    // The caption of the frame stands in the panel: a board that keeps its own is not drawn anew for each frame.
    this.app.board.show({ ...this.app.picture, boards: [{ ...base, cells }] });
    this.slider.value = this.at;
    this.told.textContent = frame.caption;
    this.slider.setAttribute("aria-valuetext", frame.caption);
  }
}
