// Edits of a board: one after the other, each on the board that the one before made, with all steps back and forward.

export class Edits {
  /** `make(fields, known, more)` asks for a board, calls `known(id)` as soon as its ID is known, and shows it. */
  constructor(make) {
    this.make = make;
    this.queue = Promise.resolve();
    this.begin("");
  }

  /** From here on, nothing can be taken back. */
  begin(id) {
    this.latest = id; // the board that the next edit starts from
    this.past = [];
    this.future = [];
  }

  /** Ask when all that was asked before is answered; what `make` returns. `keep` remembers the step to another board. */
  turn(question, keep, more) {
    this.queue = this.queue.then(() => {
      const fields = question();
      if (!fields) return true;
      const known = (id) => {
        if (id !== this.latest) keep();
        this.latest = id;
      };
      return this.make(fields, known, more);
    });
    return this.queue;
  }

  /** Change something on the board, or begin a new one. */
  edit(change, more = {}) {
    const question = () => (change.kind ? change : { puzzle: this.latest, ...change });
    return this.turn(question, () => this.forward(), more);
  }

  undo() {
    const back = () => {
      this.future.push(this.latest);
      this.past.pop();
    };
    return this.turn(() => this.past.length && { puzzle: this.past.at(-1) }, back, {});
  }

  redo() {
    const again = () => {
      this.past.push(this.latest);
      this.future.pop();
    };
    return this.turn(() => this.future.length && { puzzle: this.future.at(-1) }, again, {});
  }

  forward() {
    this.past.push(this.latest);
    this.future = [];
  }
}
