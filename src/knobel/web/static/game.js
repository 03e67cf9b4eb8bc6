// What a player has done on a puzzle: entries by key, steps that can be undone without limit, the time. All of it is
// kept in the browser, a record a puzzle, so that nothing is lost when the page is closed.
//
// Keys: v:R:C the value of a cell, n:R:C its notes, m:R:C its mark, x:PLACE:I a number that is crossed out.

const PREFIX = "knobel:play:";

export class Game {
  /** The game of a puzzle as it was left. `variant` tells games on the same board apart. */
  constructor(id, variant = "") {
    this.name = `${PREFIX}${variant}${id}`;
    this.step = null; // what is being done
    this.load();
  }

  /**
   * All that is kept of the game; another tab may have gone on with it. What is being done here stays.
   * Whether other things are entered now.
   */
  load() {
    const kept = read(this.name);
    const before = JSON.stringify([this.entries, this.position]);
    this.entries = kept?.entries ?? {};
    this.steps = kept?.steps ?? []; // each a list of [key, before, after]
    this.position = kept?.position ?? this.steps.length; // how many of them are done
    this.seconds = kept?.seconds ?? 0;
    this.solved = kept?.solved ?? false;
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
    this.step = null;
  }

  write(key, value) {
    if (value === undefined || value === null) delete this.entries[key];
    else this.entries[key] = value;
  }

  undo() {
    this.end();
    if (!this.position) return false;
    for (const [key, before] of [...this.steps[--this.position]].reverse()) this.write(key, before);
    this.save();
    return true;
  }

  redo() {
    this.end();
    if (this.position === this.steps.length) return false;
    for (const [key, , after] of this.steps[this.position++]) this.write(key, after);
    this.save();
    return true;
  }

  /** Keep everything. Where the browser has no room left, the games that were left alone longest make place. */
  save() {
    if (!this.begun) return;
    const { entries, steps, position, seconds, solved } = this;
    const text = JSON.stringify({ entries, steps, position, seconds, solved, when: Date.now() });
    for (;;) {
      try {
        localStorage.setItem(this.name, text);
        return;
      } catch {
        const oldest = others(this.name)[0];
        if (!oldest) return;
        localStorage.removeItem(oldest);
      }
    }
  }
}

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

function others(name) {
  const names = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && key !== name);
  const when = (key) => read(key)?.when ?? 0;
  return names.sort((one, other) => when(one) - when(other));
}
