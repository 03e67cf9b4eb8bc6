// What the server knows about a game of filling in: how the board looks, whether it is right so far, and solved.

import { ask, stop } from "./api.js";
import { later } from "./dom.js";
import { t } from "./words.js";

const CHECKING = "knobel:checking";
const EXACT = 900; // cells of a board up to which the server draws what was entered

export class Judge {
  constructor(game) {
    this.game = game;
    this.app = game.app;
    this.wrong = new Set();
    this.exact = null; // how the server draws the board, and the entries that it drew
    this.refine = later(120, () => this.refineNow());
    this.judge = later(220, () => this.judgeNow());
  }

  /** Whether mistakes are told at once. */
  get checking() {
    return localStorage.getItem(CHECKING) === "on";
  }

  /** Other values were entered. */
  changed() {
    for (const lane of ["check", "done"]) stop(lane); // what is asked is about another board
    if (!this.checking) this.wrong.clear();
    this.refine();
    this.judge();
  }

  leave() {
    for (const waiting of [this.refine, this.judge]) waiting.cancel();
    for (const lane of ["check", "done", "drawn"]) stop(lane);
    this.wrong.clear();
  }

  /** How the server draws a cell that has this value, if it has. */
  drawn(r, c, value) {
    return this.exact?.values[r][c] === value ? this.exact.cells[r][c] : null;
  }

  /** Have the board drawn as everywhere else, with all that depends on several cells. */
  async refineNow() {
    const { answer, boards } = this.game.picture;
    if (!answer.grid || boards[0].rows * boards[0].columns > EXACT) return;
    const values = this.game.values();
    try {
      const found = await ask("board", { puzzle: this.app.id, values }, "drawn");
      this.exact = { values, cells: found.boards[0].cells };
      this.game.draw();
    } catch (error) {
      this.app.fail(error);
    }
  }

  async judgeNow() {
    if (this.checking) this.check(false);
    const { order } = this.game;
    if (!order.length) return;
    // Who has painted everything need not say of each other cell that it is empty: the last value of the order.
    const values = this.game.values().map((row) => row.map((value) => (value < 0 ? order.at(-1) : value)));
    try {
      const found = await ask("check", { puzzle: this.app.id, values, name: false }, "done");
      this.game.judged(found.done);
    } catch (error) {
      this.app.fail(error);
    }
  }

  /** Correct so far? `asked` if somebody wants to hear it now. */
  async check(asked) {
    if (asked) this.app.status(t("play.looking"), "busy");
    try {
      const found = await ask("check", { puzzle: this.app.id, values: this.game.values() }, "check");
      this.wrong = new Set(found.wrong.map(([r, c]) => `${r}:${c}`));
      this.game.draw();
      if (!found.right) this.app.status(found.words.join(" ") || t("play.wrong"), "bad");
      else if (found.done) this.game.judged(true);
      else if (asked) this.app.status(t(found.complete ? "play.right" : "play.unsure"), found.complete ? "good" : "");
    } catch (error) {
      this.app.fail(error);
    }
  }

  switch(on) {
    localStorage.setItem(CHECKING, on ? "on" : "off");
    if (on) {
      this.check(false);
      return;
    }
    stop("check");
    this.wrong.clear();
    this.game.draw();
    this.app.status("");
  }
}
