// Playing by moves: the server tells where the piece is after them. Moves can be taken back one by one.

import { ask, stop } from "./api.js";
import { button, h } from "./dom.js";
import { Game } from "./game.js";
import { icon } from "./icons.js";
import { stepButtons, stepKey } from "./parts.js";
import { t } from "./words.js";

const SIGNS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "turn", ArrowDown: "down", " ": "drop" };

export class MoveGame {
  constructor(app, judged) {
    this.app = app;
    this.judged = judged;
    this.record = new Game(app.id); // `moves` is the string of all moves
    this.pending = "";
  }

  get running() {
    return this.record.begun && !this.record.solved;
  }

  get moves() {
    return this.record.get("moves") ?? "";
  }

  build(root) {
    this.told = h("p", { class: "piece", "aria-live": "polite" });
    const pad = this.app.kind.moves.map(({ key, code }) =>
      button(this.app.kind.words[`moves.${code}`] ?? code, () => this.make(code), {
        sign: icon(SIGNS[key] ?? "mark"),
        bare: true,
        class: "pad",
        "data-code": code,
      }),
    );
    root.append(
      h("p", { class: "hint", text: t("moves.words") }),
      this.told,
      h("div", { class: "row" }, ...pad),
      h("div", { class: "row" }, stepButtons(this)),
    );
  }

  enter() {
    this.app.board.hands = { key: (event) => this.key(event) };
    this.app.board.show(this.app.picture);
    this.ask(this.moves);
  }

  leave() {
    stop("moves");
  }

  key(event) {
    if (event.ctrlKey || event.metaKey) return stepKey(event, this);
    if (event.altKey) return false;
    const move = this.app.kind.moves.find((one) => one.key === event.key);
    if (!move) return stepKey(event, this);
    this.make(move.code);
    return true;
  }

  values() {
    return null;
  }

  /** The pieces that lie, for a question about the level. */
  async state() {
    const { line } = await ask("moves", { puzzle: this.app.id, moves: this.moves }, "hint");
    return { state: line };
  }

  enterValues() {}

  /** Moves that come while an answer is under way are asked together with it. */
  make(code) {
    if (this.shown?.done) return;
    this.pending += code;
    this.ask(this.moves + this.pending, true);
  }

  undo() {
    this.pending = "";
    if (this.record.undo()) this.ask(this.moves);
  }

  redo() {
    this.pending = "";
    if (this.record.redo()) this.ask(this.moves);
  }

  restart() {
    this.pending = "";
    this.record.seconds = 0;
    this.record.put("moves", undefined);
    this.ask("");
    this.app.board.focus();
  }

  async ask(moves, keep = false) {
    try {
      const found = await ask("moves", { puzzle: this.app.id, moves });
      this.pending = "";
      if (keep) this.record.put("moves", found.moves);
      this.shown = found;
      this.app.board.show({ ...this.app.picture, boards: [found.board] });
      const { piece, number, total } = found;
      this.told.textContent = found.done ? t("moves.end") : t("moves.piece", { piece, number: number + 1, total });
      this.app.status(found.done ? found.words.join(" ") : "", found.done ? "bad" : "");
      this.judged(found.right);
    } catch (error) {
      this.app.fail(error);
    }
  }
}
