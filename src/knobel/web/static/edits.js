// Edits of a board: one after the other, each on the board that the one before made, with all steps back and forward.
// Small edits that come while the server is busy go to it together; each of them is still a step of its own.

export class Edits {
  /** `make(fields, known, more)` asks for a board, calls `known(ids)` as soon as its steps are known, and shows it. */
  constructor(make) {
    this.make = make;
    this.queue = Promise.resolve();
    this.waiting = 0; // questions that are not answered
    this.joined = null; // the small edits that are asked next, as long as others can join them
    this.begin("");
  }

  /** From here on, nothing can be taken back. */
  begin(id) {
    this.latest = id; // the board that the next edit starts from
    this.board = {}; // edits of another board are not for this one
    this.past = [];
    this.future = [];
    this.joined = null;
  }

  /** Ask when all that was asked before is answered; what `make` returns. `keep` remembers the step to another board. */
  turn(question, keep, more) {
    const known = (ids) => {
      for (const id of ids.filter((one) => one !== this.latest)) {
        keep();
        this.latest = id;
      }
    };
    const { board } = this;
    this.joined = null;
    this.waiting++;
    this.queue = this.queue.then(async () => {
      this.waiting--;
      if (board !== this.board) return true; // there is another one meanwhile
      const ask = (fields) => this.make({ puzzle: this.latest, ...fields }, known, more);
      const [all, ...single] = question();
      let answer = all ? await ask(all) : true;
      if (answer.status === 400) for (const one of single) answer = await ask(one); // one of them cannot be
      return answer;
    });
    return this.queue;
  }

  /** Change something on the board, or begin a new one; a function is asked when the board before is known. */
  edit(change, more = {}) {
    const question = () => {
      const fields = typeof change === "function" ? change() : change;
      return [fields.kind ? { puzzle: undefined, ...fields } : fields];
    };
    return this.turn(question, () => this.forward(), more);
  }

  /** A small edit that cannot fail by itself: it may go together with others. */
  join(change) {
    if (this.joined) {
      this.joined.push(change);
      return this.queue;
    }
    const edits = [];
    const question = () => {
      if (this.joined === edits) this.joined = null;
      return [{ edits }, ...(edits.length > 1 ? edits : [])];
    };
    const answer = this.turn(question, () => this.forward(), {});
    this.joined = edits;
    edits.push(change);
    return answer;
  }

  undo() {
    const back = () => {
      this.future.push(this.latest);
      this.past.pop();
    };
    return this.turn(() => this.past.slice(-1).map((puzzle) => ({ puzzle })), back, {});
  }

  redo() {
    const again = () => {
      this.past.push(this.latest);
      this.future.pop();
    };
    return this.turn(() => this.future.slice(-1).map((puzzle) => ({ puzzle })), again, {});
  }

  forward() {
    this.past.push(this.latest);
    this.future = [];
  }
}
