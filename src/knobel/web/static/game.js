// What a player has done on a puzzle: entries by key, steps that can be undone without limit, the time. All of it is
// kept in the browser, a record a puzzle, so that nothing is lost when the page is closed.
//
// Keys: v:R:C the value of a cell, n:R:C its notes, k:R:C those in its middle, c:R:C its colour, m:R:C its mark,
// x:PLACE:I a number that is crossed out.

import { GAMES, keep, kept } from "./kept.js";

const VARIANTS = ["", "reveal:"];
const TIME = "time"; // the key of the clock in a step

export class Game {
  /** The game of a puzzle as it was left. `variant` tells games on the same board apart. */
  constructor(id, variant = "") {
    this.name = `${GAMES}${variant}${id}`;
    this.step = null; // what is being done
    this.heard = () => {}; // called when something was entered, taken back or made again
    this.load();
  }

  /**
   * All that is kept of the game; another tab may have gone on with it. What is being done here stays.
   * Whether other things are entered now.
   */
  load() {
    const found = kept(this.name);
    const before = JSON.stringify([this.entries, this.position]);
    this.entries = found?.entries ?? {};
    this.steps = found?.steps ?? []; // each a list of [key, before, after]
    this.position = found?.position ?? this.steps.length; // how many of them are done
    this.trials = found?.trials ?? []; // how many were done when each thing that is tried out began
    this.seconds = found?.seconds ?? 0;
    this.solved = found?.solved ?? false;
    for (const [key, , after] of this.step ?? []) this.write(key, after);
    return before !== JSON.stringify([this.entries, this.position]);
  }

  get(key) {
    return this.entries[key];
  }

  /** The entries whose keys begin so, as pairs. */
  all(prefix) {
    return Object.entries(this.entries).filter(([key]) => key.startsWith(prefix));
  }

  get begun() {
    return this.steps.length > 0;
  }

  /** Begin a step: all that is put until `end` is undone together. */
  begin() {
    this.end();
    this.step = [];
  }

  /** Write an entry; undefined takes it away. Outside of a step it is a step of its own. */
  put(key, after) {
    const before = this.entries[key];
    if (before === after || JSON.stringify(before) === JSON.stringify(after)) return false;
    const alone = this.step === null;
    if (alone) this.begin();
    this.step.push([key, before ?? null, after ?? null]);
    this.write(key, after);
    if (alone) this.end();
    return true;
  }

  /** Take back what was put since `begin`; its keys. */
  drop() {
    const put = this.step ?? [];
    this.step = this.step && [];
    for (const [key, before] of [...put].reverse()) this.write(key, before);
    return put.map(([key]) => key);
  }

  end() {
    if (this.step?.length) {
      this.steps.splice(this.position, Infinity, this.step);
      this.position++;
      this.save(); // at once: another tab goes on from here
    }
    const done = this.step?.length > 0;
    this.step = null;
    if (done) this.heard();
  }

  write(key, value) {
    if (key === TIME) this.seconds = value ?? 0;
    else if (value === undefined || value === null) delete this.entries[key];
    else this.entries[key] = value;
  }

  undo() {
    this.end();
    if (!this.position) return false;
    for (const [key, before] of [...this.steps[--this.position]].reverse()) this.write(key, before);
    this.save();
    this.heard();
    return true;
  }

  redo() {
    this.end();
    if (this.position === this.steps.length) return false;
    for (const [key, , after] of this.steps[this.position++]) this.write(key, after);
    this.save();
    this.heard();
    return true;
  }

  /** Everything away, and the clock begins anew; as one step that can be taken back, with the time that it took. */
  restart() {
    this.begin();
    for (const key of Object.keys(this.entries)) this.put(key, undefined);
    this.step.push([TIME, this.seconds, 0]);
    this.seconds = 0;
    this.end();
  }

  /** Keep everything. */
  save() {
    if (!this.begun) return;
    const { entries, steps, position, trials, seconds, solved } = this;
    keep(this.name, { entries, steps, position, trials, seconds, solved, when: Date.now() });
  }
}

/** Whether somebody is in the middle of a puzzle, in whichever way it is played. */
export function playing(id) {
  return VARIANTS.some((variant) => {
    const game = new Game(id, variant);
    return Object.keys(game.entries).length > 0 && !game.solved;
  });
}
