// Playing by filling in cells: what stands on the board, steps, notes, marks, checking. How pointers and keys write is
// a matter of its hand: brushes that paint, or cells that are selected, which suits numbers.

import { Aids } from "./aids.js";
import { Brushing } from "./brushing.js";
import { button, h, toggle } from "./dom.js";
import { Entries, OWN_SIGNS } from "./entries.js";
import { icon } from "./icons.js";
import { Judge } from "./judging.js";
import { keep, kept } from "./kept.js";
import { stepButtons, stepKey } from "./parts.js";
import { COLOURS, Selecting } from "./selecting.js";
import { filled, withCells } from "./shapes.js";
import { Trials } from "./trial.js";
import { t } from "./words.js";

const SELECTS = "knobel:selects";

export class FillGame extends Entries {
  constructor(app, judged) {
    super(app);
    this.judged = judged;
    this.judge = new Judge(this);
    this.aids = new Aids(this);
    this.trials = new Trials(this);
    this.hand = this.numeric && (kept(SELECTS) ?? true) ? new Selecting(this) : new Brushing(this);
  }

  get running() {
    return this.record.begun && !this.record.solved;
  }

  // the panel

  build(root) {
    this.notes = toggle(t("play.notes"), false, (on) => this.note(on), { id: "notes" });
    [this.undoing, this.redoing, this.restarting] = stepButtons(this);
    this.tools = h("div", { class: "hand" });
    this.app.reach(this.tools, h("div", { class: "row" }, this.undoing, this.redoing, this.aids.tally));
    this.tools.replaceChildren(...this.hand.tools());
    const selects = toggle(t("select.toggle"), this.hand instanceof Selecting, (on) => this.select(on), { id: "selects" });
    root.append(
      h(
        "div",
        { class: "row" },
        this.notes,
        button(t("play.mark"), () => this.markHere(), { sign: icon("mark"), id: "mark" }),
        this.restarting,
      ),
      ...(this.numeric ? [selects] : []),
      this.trials.build(),
      h("hr"),
      h(
        "div",
        { class: "row" },
        button(t("play.check"), () => this.judge.check(true), { class: "main", sign: icon("check"), id: "check" }),
      ),
      toggle(t("play.checking"), this.judge.checking, (on) => this.judge.switch(on), { id: "checking" }),
      this.aids.build(),
    );
    this.trials.look();
  }

  /** Select cells and write into them, or paint with brushes. */
  select(on) {
    keep(SELECTS, on);
    this.hand.leave();
    this.hand = on ? new Selecting(this) : new Brushing(this);
    this.tools.replaceChildren(...this.hand.tools());
    this.noted(false);
    this.take();
  }

  /** Take the board into the hand. */
  take() {
    const { hand } = this;
    this.app.board.hands = {
      press: (spot, event) => {
        if (!spot.cell) this.cross(spot.place, spot.index);
        else if (this.order.length && (!spot.cell.fixed || hand instanceof Selecting)) hand.press(spot, event);
      },
      drag: (spots) => hand.drag(spots),
      free: () => hand.free,
      release: () => hand.release(),
      cancel: () => {
        hand.drag([]);
        hand.release();
      },
      hover: (spot) => hand.hover?.(spot),
      key: (event, spot) => this.key(event, spot),
    };
  }

  enter() {
    this.left = false;
    this.take();
    this.draw();
    this.judge.refine();
    this.aids.enter();
    if (this.record.begun) this.judge.judge();
  }

  leave() {
    this.left = true;
    this.hand.leave();
    this.record.end();
    this.judge.leave();
    this.aids.leave();
  }

  // what is on the board

  /** How a cell looks now. */
  cell(r, c) {
    const at = `${r}:${c}`;
    const base = this.base(r, c);
    const value = this.value(r, c);
    const noted = (key) => (value < 0 ? (this.record.get(`${key}:${at}`) ?? []) : []).map((one) => this.looks.get(one)).filter(Boolean);
    const marks = {
      notes: noted("n"),
      centre: noted("k"),
      colour: COLOURS[this.record.get(`c:${at}`)],
      sign: OWN_SIGNS[this.record.get(`m:${at}`) - 1],
      tried: this.trials.has(`v:${at}`) || undefined,
      met: this.aids.met.has(at) || undefined,
      mark: this.judge.wrong.has(at) ? "wrong" : this.aids.clashes.has(at) ? "clash" : undefined,
    };
    const cell = base.fixed || value < 0 ? base : filled(base, this.looks.get(value));
    const seen = this.judge.drawn(r, c, value);
    const { text, ink, outline, fill } = seen ?? cell;
    return { ...cell, text, ink, outline, fill, name: this.named(cell.name, marks), ...marks };
  }

  /** What a cell is called, with all that the player has added to it. */
  named(name, { notes, centre, colour, sign, tried }) {
    const words = (looks) => looks.map((one) => one.name).join(", ");
    const more = [
      notes.length && t("play.noted", { notes: words(notes) }),
      centre.length && t("play.centred", { notes: words(centre) }),
      colour && t("select.number", { number: COLOURS.indexOf(colour) + 1 }),
      sign && t("play.marked", { sign }),
      tried && t("trial.tried"),
    ];
    return [name, ...more.filter(Boolean)].join(", ");
  }

  draw() {
    const crossed = (place, i) => this.record.get(`x:${place}:${i}`) === 1 || this.aids.crossed(place, i);
    const line = (place) => this.aids.lines.get(place);
    this.trials.look();
    this.app.board.show(withCells(this.picture, (r, c) => this.cell(r, c)), { crossed, line });
    this.stepped();
  }

  /** Draw only what these entries change: a large board has many cells. */
  redraw(keys) {
    const cells = keys.map((key) => key.replace(/^[vnkcm]:/, "")).filter((at) => /^\d+:\d+$/.test(at));
    for (const at of new Set(cells)) this.repaint(`v:${at}`);
    this.app.board.clues();
    this.stepped();
  }

  /** Draw the cell of an entry. */
  repaint(key) {
    const [, r, c] = key.split(":").map(Number);
    this.app.board.paint(r, c, this.cell(r, c));
  }

  stepped() {
    this.undoing.disabled = !this.record.position;
    this.redoing.disabled = this.record.position === this.record.steps.length;
  }

  /** After an entry: draw, keep, and look whether the board is solved. */
  changed(keys) {
    const others = [...this.judge.wrong, ...(this.trials.keys ?? [])];
    if (keys.some((key) => key.startsWith("v:"))) {
      this.judge.changed();
      this.app.status("");
      others.push(...this.aids.look());
    }
    this.trials.look();
    this.redraw([...keys, ...others]);
  }

  /** One step that writes these entries. */
  write(pairs, finishes = true) {
    this.record.begin();
    for (const [key, value] of pairs) this.record.put(key, value);
    this.finish(finishes);
  }

  /** End a step. What finished clues leave empty is filled in with it, for who wants that. */
  finish(finishes = true) {
    const put = this.record.step ?? [];
    const cleared = put.length > 0 && put.every(([key, , after]) => !key.startsWith("v:") || after === null);
    if (finishes && !cleared)
      for (const { at: [r, c], value } of this.aids.rest()) if (this.value(r, c) < 0) this.record.put(`v:${r}:${c}`, value);
    const keys = put.map(([key]) => key);
    this.record.end();
    if (keys.length) this.changed(keys);
  }

  help() {
    return this.hand.help();
  }

  state() {
    return { values: this.values() };
  }

  enterValues(cells) {
    this.write(cells.map(({ at: [r, c], value }) => [`v:${r}:${c}`, value]));
  }

  undo() {
    this.record.end();
    const { steps, position } = this.record;
    if (this.record.undo()) this.changed(steps[position - 1].map(([key]) => key));
  }

  redo() {
    this.record.end();
    const { steps, position } = this.record;
    if (this.record.redo()) this.changed(steps[position].map(([key]) => key));
  }

  /** Everything away, which can be undone too. */
  restart() {
    this.record.restart();
    this.changed(["v:"]);
    this.draw();
    this.app.status("");
    this.app.board.focus();
  }

  note(on) {
    this.noted(on);
    this.hand.note(on);
    this.app.speak(t(on ? "play.notes_on" : "play.notes_off"));
  }

  /** Show whether notes are on. */
  noted(on) {
    this.notes.querySelector("input").checked = on;
  }

  /** Cross out a number of a clue, or all of them. */
  cross(place, index) {
    const spot = this.app.board.find({ place });
    const { drawn } = this.app.board;
    const side = drawn[0].side(spot);
    const count = this.picture.boards[0][side][side === "top" || side === "bottom" ? spot.c : spot.r].length;
    const which = index === undefined ? [...Array(count).keys()] : [index];
    const on = which.every((i) => this.record.get(`x:${place}:${i}`) === 1) ? undefined : 1;
    this.write(which.map((i) => [`x:${place}:${i}`, on]));
  }

  // keys

  key(event, spot) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey) return stepKey(event, this);
    if (event.altKey) return false;
    if (!spot.cell) return key === " " || key === "Enter" ? (this.cross(spot.place), true) : this.letter(key);
    return this.hand.key(event, spot) || this.letter(key);
  }

  letter(key) {
    if (key === "n") this.note(!this.notes.querySelector("input").checked);
    else if (key === "m") this.markHere();
    else if (key === "t") this.trials.begin();
    else if (key === "z") this.undo();
    else if (key === "y") this.redo();
    else return false;
    return true;
  }
}
