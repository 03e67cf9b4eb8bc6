// Trying something out: what is entered from here on looks different, and is kept or taken back as a whole. A trial can
// be begun inside of another one.

import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

export class Trials {
  constructor(game) {
    this.game = game;
  }

  /** How many steps were done when each trial began. */
  get begun() {
    return this.game.record.trials;
  }

  build() {
    this.trying = button(t("trial.try"), () => this.begin(), { sign: icon("fork"), id: "try" });
    this.keeping = button(t("trial.keep"), () => this.keep(), { sign: icon("check"), id: "try-keep" });
    this.dropping = button(t("trial.drop"), () => this.drop(), { sign: icon("undo"), id: "try-drop" });
    this.told = h("span", { class: "hint", "aria-live": "polite" });
    return h("div", { class: "row", id: "trial" }, this.trying, this.keeping, this.dropping, this.told);
  }

  /** After every step: trials whose beginning is taken back are over. */
  look() {
    const { record } = this.game;
    record.trials = record.trials.filter((position) => position <= record.position);
    const count = record.trials.length;
    this.keeping.hidden = this.dropping.hidden = !count;
    this.told.textContent = count ? t("trial.number", { number: count }) : "";
    const same = (key, old) => JSON.stringify(record.get(key) ?? null) === JSON.stringify(old);
    this.keys = new Set(count ? [...this.since(record.trials[0])].filter(([key, old]) => !same(key, old)).map(([key]) => key) : []);
  }

  /** Whether an entry belongs to a trial. */
  has(key) {
    return this.keys?.has(key) ?? false;
  }

  /** What was entered since so many steps, and what stood there before: null where nothing did. */
  since(position) {
    const { steps, position: now } = this.game.record;
    const before = new Map();
    for (const [key, old] of steps.slice(position, now).flat()) if (!before.has(key)) before.set(key, old);
    return before;
  }

  begin() {
    this.game.record.end();
    this.game.record.trials.push(this.game.record.position);
    this.done();
  }

  /** What was tried is meant. */
  keep() {
    this.game.record.trials.pop();
    this.done();
  }

  /** All entries as they were when the trial began; one step, which can be undone. */
  drop() {
    const { record } = this.game;
    record.end();
    const before = [...this.since(record.trials.pop())].filter(([key]) => key.includes(":")); // but not the time
    this.game.write(before.map(([key, old]) => [key, old ?? undefined]), false);
    this.done();
  }

  done() {
    this.game.record.save();
    this.game.draw();
    this.game.app.board.focus();
  }
}
