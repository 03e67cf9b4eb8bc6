// The clock of a game: it can be hidden, and stopped for a while, in which nobody sees the board.

import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { clock, t } from "./words.js";

const CLOCK = "knobel:clock"; // "hidden", or nothing
const OFTEN = 5; // seconds after which the time is kept

export class Timer {
  /** `game()` is the game that is played. */
  constructor(app, game) {
    this.app = app;
    this.game = game;
    this.paused = false;
    this.time = h("output", { class: "clock" });
    this.cover = button("", () => this.pause(false), { id: "go-on-playing", class: "main", sign: icon("play") });
  }

  /** Its place on the page: the time and the two buttons. */
  build() {
    const bare = { bare: true, class: "quiet" };
    this.pausing = button(t("timer.pause"), () => this.pause(!this.paused), { ...bare, sign: icon("pause"), id: "pause" });
    this.hiding = button(t("timer.hide"), () => this.hide(), { ...bare, sign: icon("eye"), id: "hide-clock" });
    this.cover.lastChild.textContent = t("timer.go_on");
    this.tell();
    return h("div", { class: "row timer" }, this.time, this.pausing, this.hiding);
  }

  get hidden() {
    return localStorage.getItem(CLOCK) === "hidden";
  }

  hide() {
    if (this.hidden) localStorage.removeItem(CLOCK);
    else localStorage.setItem(CLOCK, "hidden");
    this.tell();
  }

  tell() {
    const { hidden } = this;
    this.time.textContent = clock(this.game().record.seconds);
    this.time.setAttribute("aria-label", t("play.time", { time: this.time.textContent }));
    this.time.hidden = hidden;
    this.hiding.setAttribute("aria-pressed", String(hidden));
  }

  /** Stop for a while, or go on. */
  pause(on) {
    if (on === this.paused) return;
    const { board } = this.app;
    if (!on) {
      this.release();
      this.game().enter();
      board.focus();
      return;
    }
    this.paused = true;
    this.pausing.setAttribute("aria-pressed", "true");
    board.holder.classList.add("paused");
    board.holder.inert = true;
    board.hands = {};
    board.stage.append(this.cover);
    this.cover.focus();
  }

  start() {
    clearInterval(this.ticking);
    this.ticking = setInterval(() => this.tick(), 1000);
  }

  stop() {
    clearInterval(this.ticking);
    this.release();
  }

  /** Whoever comes next finds the board as it is. */
  release() {
    if (!this.paused) return;
    this.paused = false;
    this.pausing.setAttribute("aria-pressed", "false");
    this.cover.remove();
    this.app.board.holder.classList.remove("paused");
    this.app.board.holder.inert = false;
  }

  tick() {
    const game = this.game();
    if (document.hidden || this.paused || !game?.running) return;
    game.record.seconds++;
    if (game.record.seconds % OFTEN === 0) game.record.save();
    this.tell();
  }
}
