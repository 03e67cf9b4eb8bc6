// Playing by uncovering cells: what is under a cell is told by the server; one wrong cell ends the game.

import { ask, stop } from "./api.js";
import { button, h, toggle } from "./dom.js";
import { Game } from "./game.js";
import { icon } from "./icons.js";
import { withCells } from "./shapes.js";
import { t } from "./words.js";

const FLAG = "⚑";

export class RevealGame {
  constructor(app, judged) {
    this.app = app;
    this.judged = judged;
    this.record = new Game(app.id, "reveal:"); // o:R:C uncovered, f:R:C a flag
    this.picture = app.picture;
    this.flagging = false;
  }

  get running() {
    return this.record.begun && !this.record.solved && !this.lost;
  }

  build(root) {
    root.append(
      h("p", { class: "hint", text: t("reveal.words") }),
      toggle(t("reveal.flag"), this.flagging, (on) => (this.flagging = on), { id: "flagging" }),
      h("div", { class: "row" }, button(t("reveal.new"), () => this.again(), { sign: icon("restart"), id: "again" })),
    );
  }

  enter() {
    const aim = (at) => (this.aimed = at);
    this.app.board.hands = {
      press: ({ r, c, cell }, event) => aim(cell && [r, c, event.button === 2 || this.flagging]),
      release: () => this.aimed && this.act(...this.aimed),
      drag: () => aim(null), // who goes on to another cell, or takes a second finger, means none
      cancel: () => aim(null),
      key: (event, spot) => this.key(event, spot),
    };
    this.draw();
    if (this.record.begun) this.ask();
  }

  leave() {
    stop("reveal");
  }

  key(event, { r, c, cell }) {
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === " " || event.key === "Enter") this.act(r, c, this.flagging);
    else if (event.key === "f" || event.key === "m") this.act(r, c, true);
    else return false;
    return true;
  }

  values() {
    return this.picture.state;
  }

  state() {
    return { values: this.values() };
  }

  enterValues() {}

  act(r, c, flag) {
    if (this.lost || this.record.solved || this.isOpen(r, c)) return;
    if (flag) {
      this.record.put(`f:${r}:${c}`, this.record.get(`f:${r}:${c}`) ? undefined : 1);
      this.draw();
      return this.app.speak(this.cell(r, c).name);
    }
    if (this.record.get(`f:${r}:${c}`)) return;
    this.record.put(`o:${r}:${c}`, 1);
    this.ask({ r, c });
  }

  isOpen(r, c) {
    return this.picture.boards[0].cells[r][c].fixed || this.record.get(`o:${r}:${c}`) === 1;
  }

  cell(r, c) {
    const cell = this.picture.boards[0].cells[r][c];
    if (!this.record.get(`f:${r}:${c}`) || this.isOpen(r, c)) return cell;
    return { ...cell, text: FLAG, ink: "#b3261e", name: `${cell.name}, ${t("reveal.flagged")}` };
  }

  draw() {
    this.app.board.show(withCells(this.picture, (r, c) => this.cell(r, c)));
  }

  /** What is under the cells that are uncovered; `last` was uncovered last. */
  async ask(last) {
    const open = this.record.all("o:").map(([key]) => key.split(":").slice(1).map(Number));
    try {
      const found = await ask("reveal", { puzzle: this.app.id, open });
      const fatal = open.filter(([r, c]) => found.lost && found.values[r][c] === this.app.kind.reveals);
      const state = found.lost ? { state: found.line, marks: fatal.map((at) => ({ at, why: "wrong" })) } : {};
      this.picture = await ask("board", { puzzle: found.id, ...state }, "reveal");
      this.lost = found.lost;
      this.draw();
      if (last) this.app.speak(this.cell(last.r, last.c).name);
      if (found.lost) this.app.status(t("reveal.lost"), "bad");
      this.judged(found.won);
    } catch (error) {
      this.app.fail(error);
    }
  }

  again() {
    this.record.begin();
    for (const key of Object.keys(this.record.entries)) this.record.put(key, undefined);
    this.record.end();
    this.record.seconds = 0;
    this.judged(false);
    this.lost = false;
    this.picture = this.app.picture;
    this.app.status("");
    this.draw();
    this.app.board.focus();
  }
}
