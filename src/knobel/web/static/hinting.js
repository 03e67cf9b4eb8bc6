// Hints where one plays: one button, which tells more each time it is pressed, until something else is entered.

import { ask, stop } from "./api.js";
import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

const DEEPEST = 3;
const LANE = "play-hint";

export class Hinting {
  /** `game()` is the game that is played. */
  constructor(app, game) {
    this.app = app;
    this.game = game;
    this.depth = 0; // of the hint that is shown; 0 is none
  }

  /** The buttons, for the bar in reach, and where the hint is told: in the panel; where that is far away, in the bar. */
  build() {
    this.asking = button(t("hint.ask"), () => this.more(), { sign: icon("look"), id: "play-hint" });
    this.entering = button(t("hint.enter"), () => this.enter(), { id: "play-hint-enter", hidden: true });
    this.text = h("p", { class: "told-step", id: "play-hint-text" });
    this.near = h("p", { class: "told-step near", "aria-hidden": "true" });
    return { text: this.text, tools: [h("div", { class: "row" }, this.asking, this.entering), this.near] };
  }

  /** A deeper hint about the board as it is now. */
  async more() {
    const { app } = this;
    const depth = Math.min(this.depth + 1, DEEPEST);
    this.asking.setAttribute("aria-busy", "true");
    try {
      const state = await this.game().state();
      const found = await ask("hint", { puzzle: app.id, ...state, depth }, LANE);
      this.depth = depth;
      this.text.textContent = this.near.textContent = found.text;
      app.speak(found.text);
      if (app.picture.answer.grid) app.board.pin(found.marks);
      this.asking.lastChild.textContent = t(found.cells.length && depth < DEEPEST ? "hint.more" : "hint.ask");
      this.cells = state.values ? found.cells.filter((one) => one.holds) : [];
      this.entering.hidden = !this.cells.length;
    } catch (error) {
      app.fail(error);
    } finally {
      this.asking.removeAttribute("aria-busy");
    }
  }

  /** Write what the hint says into the game. */
  enter() {
    this.game().enterValues(this.cells);
    this.forget();
    this.asking.focus();
  }

  /** Something else is on the board now. */
  forget() {
    stop(LANE);
    this.app.board.pin([]);
    this.depth = 0;
    if (!this.text) return;
    this.text.textContent = this.near.textContent = "";
    this.entering.hidden = true;
    this.asking.lastChild.textContent = t("hint.ask");
  }
}
