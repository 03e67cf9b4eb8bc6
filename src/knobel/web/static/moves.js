// Playing by moves. The rules of the kind say at once where the piece is after them, where it would land and what comes
// next; the server says what a finished board breaks. Moves can be taken back one by one.

import { ask, judgeOf, stop } from "./api.js";
import { button, h, s } from "./dom.js";
import { Game } from "./game.js";
import { moveHelp } from "./help.js";
import { icon } from "./icons.js";
import { stepButtons, stepKey } from "./parts.js";
import { capital, t } from "./words.js";

const SIGNS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "turn", ArrowDown: "down", " ": "drop" };
const COMING = 7; // shapes that are shown

export class MoveGame {
  constructor(app, judged) {
    this.app = app;
    this.judged = judged;
    this.record = new Game(app.id); // `moves` is the string of all moves
    this.pending = "";
    this.judge = null; // until it is loaded, and of kinds without one
  }

  get running() {
    return this.record.begun && !this.record.solved;
  }

  get moves() {
    return this.record.get("moves") ?? "";
  }

  build(root) {
    this.told = h("p", { class: "piece", "aria-live": "polite" });
    this.coming = h("div", { class: "coming", id: "coming", role: "img" });
    const pad = this.app.kind.moves.map(({ key, code }) =>
      button(this.named(code), () => this.make(code), { sign: icon(SIGNS[key] ?? "mark"), bare: true, class: "pad", "data-code": code }),
    );
    const [undo, redo, restart] = stepButtons(this);
    this.app.reach(this.coming, h("div", { class: "row" }, ...pad), h("div", { class: "row" }, undo, redo));
    root.append(h("p", { class: "hint", text: t("moves.words") }), this.told, h("div", { class: "row" }, restart), this.legend());
  }

  named(code) {
    return this.app.kind.words[`moves.${code}`] ?? code;
  }

  /** What the outlines of cells mean, and the dashes of a piece that would land there. */
  legend() {
    const entry = (colour, words, line = "solid") => {
      const sample = h("span", { class: "outline" });
      Object.assign(sample.style, { borderColor: colour, borderStyle: line });
      return h("li", {}, sample, h("span", { text: words }));
    };
    const words = Object.entries(this.app.kind.words).filter(([key]) => key.startsWith("outlines."));
    const outlines = words.map(([key, text]) => entry(`#${key.slice("outlines.".length)}`, text));
    return h("ul", { class: "legend", id: "legend" }, ...outlines, entry("var(--soft)", t("moves.lands"), "dashed"));
  }

  async enter() {
    this.app.board.hands = { key: (event) => this.key(event) };
    this.app.board.show(this.app.picture);
    this.app.board.holder.classList.add("hairless"); // nothing happens where one points
    if (this.app.kind.judges) this.judge ??= await judgeOf(this.app).catch(() => null);
    this.go(this.moves);
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

  help() {
    return moveHelp(this.app.kind);
  }

  /** Moves that come while an answer is under way are asked together with it. */
  make(code) {
    if (this.shown?.done) return;
    this.pending += code;
    this.go(this.moves + this.pending, true);
  }

  undo() {
    this.pending = "";
    if (this.record.undo()) this.go(this.moves);
  }

  redo() {
    this.pending = "";
    if (this.record.redo()) this.go(this.moves);
  }

  restart() {
    this.pending = "";
    this.record.restart();
    this.go("");
    this.app.board.focus();
  }

  /** To the board after some moves, which are kept if they are new. */
  go(moves, keep = false) {
    if (!this.judge) return this.ask(moves, keep);
    const found = this.judge.played(moves);
    this.show({ ...found, board: this.drawn(found) }, keep);
    if (found.done) this.ask(moves); // what it breaks, in words
    else stop("moves");
  }

  async ask(moves, keep = false) {
    try {
      this.show(await ask("moves", { puzzle: this.app.id, moves }), keep);
    } catch (error) {
      this.app.fail(error);
    }
  }

  show(found, keep) {
    this.pending = "";
    if (keep) this.record.put("moves", found.moves);
    this.shown = found;
    this.app.board.show({ ...this.app.picture, boards: [{ ...found.board, caption: this.judge ? "" : found.board.caption }] });
    const { piece, number, total, coming = [] } = found;
    this.told.textContent = found.done ? t("moves.end") : t("moves.piece", { piece, number: number + 1, total });
    this.coming.replaceChildren(...coming.slice(0, COMING).map(shape));
    if (coming.length > COMING) this.coming.append(h("span", { text: `+${coming.length - COMING}` }));
    this.coming.setAttribute("aria-label", t("moves.coming", { pieces: coming.map((one) => one.name).join(" ") }));
    this.app.status(found.done ? (found.words ?? []).join(" ") : "", found.done ? "bad" : "");
    this.judged(found.right);
  }

  /** The board as the rules of the kind draw it, each cell with its name. */
  drawn({ cells, ghost, piece, coming }) {
    const [base] = this.app.picture.boards;
    const lands = new Set(ghost.map((at) => at.join(":")));
    const cell = (look, r, c) => {
      const { where } = base.cells[r][c];
      const names = [/^\w+$/.test(look.text ?? "") ? `${where}: ${look.text}` : where];
      const here = lands.has(`${r}:${c}`) && look.fill !== coming[0].fill;
      if (here) names.push(capital(t("moves.lands")));
      return { ...look, where, name: names.join(", "), landing: here ? coming[0].fill : undefined };
    };
    return { ...base, cells: cells.map((row, r) => row.map((look, c) => cell(look, r, c))), piece };
  }
}

/** A piece that comes, as a small picture. */
function shape({ name, rows, fill }) {
  const cells = rows.flatMap((row, r) => [...row].flatMap((sign, c) => (sign === "#" ? [[r, c]] : [])));
  const rects = cells.map(([r, c]) => s("rect", { x: c * 10 + 0.5, y: r * 10 + 0.5, width: 9, height: 9, rx: 1, fill }));
  const [width, height] = [Math.max(...rows.map((row) => row.length)) * 10, rows.length * 10];
  return s("svg", { width, height, viewBox: `0 0 ${width} ${height}`, class: "shape", "data-piece": name }, ...rects);
}
