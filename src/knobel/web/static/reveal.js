// Playing by uncovering cells: what is under a cell is told by the server, with all that comes with it; one wrong cell
// ends the game. A number around which all flags are set uncovers the rest.

import { ask, judgeOf, stop, stream } from "./api.js";
import { button, h, toggle } from "./dom.js";
import { Game } from "./game.js";
import { revealHelp } from "./help.js";
import { icon } from "./icons.js";
import { task } from "./parts.js";
import { withCells } from "./shapes.js";
import { t } from "./words.js";

const FLAG = "⚑";
const MAKING = "reveal-new";

export class RevealGame {
  constructor(app, judged) {
    this.app = app;
    this.judged = judged;
    this.record = new Game(app.id, "reveal:"); // o:R:C uncovered, f:R:C a flag
    this.picture = app.picture;
    this.flagging = false;
    this.judge = null;
  }

  get running() {
    return this.record.begun && !this.record.solved && !this.lost;
  }

  build(root) {
    this.tally = h("output", { class: "tally", id: "tally" });
    const flagging = toggle(t("reveal.flag"), this.flagging, (on) => (this.flagging = on), { id: "flagging" });
    this.app.reach(flagging, this.tally);
    root.append(
      h("p", { class: "hint", text: t("reveal.words") }),
      h(
        "div",
        { class: "row" },
        ...task(this.app, t("reveal.new"), MAKING, () => this.make(), { sign: icon("blank"), id: "new-board" }),
        button(t("play.restart"), () => this.again(), { sign: icon("restart"), id: "again" }),
      ),
    );
  }

  async enter() {
    const aim = (at) => (this.aimed = at);
    this.app.board.hands = {
      press: ({ r, c, cell }, event) => aim(cell && [r, c, event.button === 2 || this.flagging]),
      release: () => this.aimed && this.act(...this.aimed),
      drag: () => aim(null), // who goes on to another cell, or takes a second finger, means none
      cancel: () => aim(null),
      key: (event, spot) => this.key(event, spot),
    };
    this.draw();
    if (this.app.kind.judges) this.judge ??= await judgeOf(this.app).catch(() => null);
    this.ask();
  }

  leave() {
    stop("reveal");
    stop(MAKING);
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

  help() {
    return revealHelp();
  }

  act(r, c, flag) {
    if (this.lost || this.record.solved) return;
    if (this.isOpen(r, c)) return this.around(r, c);
    if (flag) {
      this.record.put(`f:${r}:${c}`, this.flagged([r, c]) ? undefined : 1);
      this.draw();
      return this.app.speak(this.cell(r, c).name);
    }
    if (!this.flagged([r, c])) this.open([[r, c]]);
  }

  /** Uncover what is left around a number, if as many flags are there as it says. */
  around(r, c) {
    const cells = this.judge?.around?.([r, c]) ?? [];
    const { state } = this.picture;
    const found = cells.filter((at) => this.flagged(at) || state[at[0]][at[1]] === this.app.kind.reveals);
    const left = cells.filter((at) => !this.isOpen(...at) && !this.flagged(at));
    if (left.length && String(found.length) === this.cell(r, c).text) this.open(left);
  }

  open(cells) {
    this.record.begin();
    for (const [r, c] of cells) this.record.put(`o:${r}:${c}`, 1);
    this.record.end();
    this.ask(cells.at(-1));
  }

  flagged([r, c]) {
    return this.record.get(`f:${r}:${c}`) === 1 && !this.isOpen(r, c);
  }

  isOpen(r, c) {
    return this.picture.boards[0].cells[r][c].fixed || this.record.get(`o:${r}:${c}`) === 1;
  }

  cell(r, c) {
    const cell = this.picture.boards[0].cells[r][c];
    if (!this.flagged([r, c])) return { ...cell, cover: !this.isOpen(r, c) || undefined };
    return { ...cell, text: FLAG, ink: "#b3261e", cover: true, name: `${cell.name}, ${t("reveal.flagged")}` };
  }

  draw() {
    this.app.board.show(withCells(this.picture, (r, c) => this.cell(r, c)));
    const flags = this.record.all("f:").filter(([key]) => this.flagged(key.split(":").slice(1).map(Number))).length;
    const given = this.app.picture.state.flat().filter((value) => value === this.app.kind.reveals).length;
    const name = this.app.kind.words[`tallies.${this.judge?.seen?.(this.picture.state).tally?.name}`] ?? t("reveal.flags");
    this.tally.textContent = this.total === undefined ? "" : t("aid.tally", { name, have: flags + given, want: this.total });
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
      this.total = found.total;
      this.draw();
      if (last) this.app.speak(this.cell(...last).name);
      if (found.lost) this.app.status(t("reveal.lost"), "bad");
      if (this.record.begun) this.judged(found.won);
    } catch (error) {
      this.app.fail(error);
    }
  }

  again() {
    this.record.restart();
    this.judged(false);
    this.lost = false;
    this.picture = this.app.picture;
    this.app.status("");
    this.draw();
    this.ask();
    this.app.board.focus();
  }

  /** Another board of this size and with the options of this one. */
  async make() {
    const { kind, id, picture } = this.app;
    const known = new Set(kind.recipe.map((option) => option.name));
    const pairs = id.split(":").filter((one) => one.includes("=")).map((one) => one.split("="));
    const options = pairs.filter(([name]) => known.has(name)).map(([name, value]) => ({ name, value }));
    this.app.status(t("reveal.making"), "busy");
    for await (const one of stream("generate", { kind: kind.name, size: picture.size, options }, MAKING)) {
      if (one.id) return this.app.go(one.id);
    }
  }
}
