// Playing by filling in cells: brushes, notes, marks, painting along, checking.

import { STEPS } from "./board.js";
import { brushes } from "./brushes.js";
import { button, h, toggle } from "./dom.js";
import { Game } from "./game.js";
import { icon } from "./icons.js";
import { Judge } from "./judging.js";
import { stepButtons, stepKey } from "./parts.js";
import { filled, looksOf, withCells } from "./shapes.js";
import { t } from "./words.js";

const OWN_SIGNS = ["○", "△"]; // marks of the player's own
const TYPING = 900; // milliseconds in which two digits are one number

export class FillGame {
  constructor(app, judged) {
    this.app = app;
    this.judged = judged;
    this.picture = app.picture;
    this.record = new Game(app.id);
    this.looks = looksOf(this.picture);
    this.order = this.picture.values.map((one) => one.value);
    this.brush = null; // a value, -1 (erase), or null: clicks go through the values
    this.noting = false;
    this.judge = new Judge(this);
    this.typed = { text: "", when: 0 };
  }

  get running() {
    return this.record.begun && !this.record.solved;
  }

  // the panel

  build(root) {
    this.notes = toggle(t("play.notes"), this.noting, (on) => this.note(on), { id: "notes" });
    [this.undoing, this.redoing, this.restarting] = stepButtons(this);
    root.append(
      brushes(this.picture.values, (value) => {
        this.brush = value;
      }),
      h(
        "div",
        { class: "row" },
        this.notes,
        button(t("play.mark"), () => this.markHere(), { sign: icon("mark"), id: "mark" }),
      ),
      h("div", { class: "row" }, this.undoing, this.redoing, this.restarting),
      h("hr"),
      h(
        "div",
        { class: "row" },
        button(t("play.check"), () => this.judge.check(true), { class: "main", sign: icon("check"), id: "check" }),
      ),
      toggle(t("play.checking"), this.judge.checking, (on) => this.judge.switch(on), { id: "checking" }),
    );
  }

  enter() {
    this.app.board.hands = {
      press: (spot, event) => this.press(spot, event),
      drag: (spots) => this.drag(spots),
      release: () => this.release(),
      cancel: () => {
        this.drag([]);
        this.release();
      },
      key: (event, spot) => this.key(event, spot),
    };
    this.draw();
    this.judge.refine();
    if (this.record.begun) this.judge.judge();
  }

  leave() {
    this.stroke = null;
    this.record.end();
    this.judge.leave();
  }

  // what is on the board

  base(r, c) {
    return this.picture.boards[0].cells[r][c];
  }

  value(r, c) {
    const { fixed } = this.base(r, c);
    return fixed ? this.picture.state[r][c] : (this.record.get(`v:${r}:${c}`) ?? -1);
  }

  /** All entries, what is given included; -1 is open. */
  values() {
    const { rows, columns } = this.picture.boards[0];
    return Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => this.value(r, c)));
  }

  /** How a cell looks now. */
  cell(r, c) {
    const base = this.base(r, c);
    const value = this.value(r, c);
    const marks = {
      notes: (this.record.get(`n:${r}:${c}`) ?? []).map((one) => this.looks.get(one)).filter(Boolean),
      sign: OWN_SIGNS[this.record.get(`m:${r}:${c}`) - 1],
      mark: this.judge.wrong.has(`${r}:${c}`) ? "wrong" : undefined,
    };
    if (value >= 0) marks.notes = [];
    const cell = base.fixed || value < 0 ? base : filled(base, this.looks.get(value));
    let { name } = cell;
    if (marks.notes.length) name += `, ${t("play.noted", { notes: marks.notes.map((one) => one.name).join(", ") })}`;
    if (marks.sign) name += `, ${t("play.marked", { sign: marks.sign })}`;
    const seen = this.judge.drawn(r, c, value);
    const { text, ink, outline, fill } = seen ?? cell;
    return { ...cell, text, ink, outline, fill, name, ...marks };
  }

  draw() {
    const crossed = (place, i) => this.record.get(`x:${place}:${i}`) === 1;
    this.app.board.show(withCells(this.picture, (r, c) => this.cell(r, c)), { crossed });
    this.undoing.disabled = !this.record.position;
    this.redoing.disabled = this.record.position === this.record.steps.length;
  }

  /** After an entry: draw, keep, and look whether the board is solved. */
  changed(keys) {
    if (keys.some((key) => key.startsWith("v:"))) {
      this.judge.changed();
      this.app.status("");
    }
    this.draw();
  }

  /** One step that writes these entries. */
  write(pairs) {
    this.record.begin();
    const keys = pairs.filter(([key, value]) => this.record.put(key, value)).map(([key]) => key);
    this.record.end();
    if (keys.length) this.changed(keys);
  }

  state() {
    return { values: this.values() };
  }

  enterValues(cells) {
    this.write(cells.map(({ at: [r, c], value }) => [`v:${r}:${c}`, value]));
  }

  undo() {
    if (this.record.undo()) this.changed(["v:"]);
  }

  redo() {
    if (this.record.redo()) this.changed(["v:"]);
  }

  /** Everything away, which can be undone too. */
  restart() {
    this.record.seconds = 0;
    this.write(Object.keys(this.record.entries).map((key) => [key, undefined]));
    this.app.status("");
    this.app.board.focus();
  }

  note(on) {
    this.noting = on;
    this.notes.querySelector("input").checked = on;
    this.app.speak(t(on ? "play.notes_on" : "play.notes_off"));
  }

  // pointers

  press(spot, event) {
    const { r, c, cell, place, index } = spot;
    if (!cell) return this.cross(place, index);
    if (cell.fixed || !this.order.length) return;
    const before = this.value(r, c);
    if (this.noting) {
      if (this.brush !== null && this.brush >= 0) this.toggleNote(r, c, this.brush);
      return;
    }
    const after = event.button === 2 ? this.turned(before, -1) : this.brushed(before);
    this.stroke = { before, after };
    this.record.begin();
    this.drag([spot]);
  }

  /** What a brush makes of a value. */
  brushed(before) {
    if (this.brush === null) return this.turned(before, 1);
    return before === this.brush ? -1 : this.brush;
  }

  /** The next value, or the one before; open comes between the last and the first. */
  turned(value, by) {
    const all = [-1, ...this.order];
    return all[(all.indexOf(value) + by + all.length) % all.length];
  }

  /** Along a stroke only cells change that were as its first one was: nothing is overwritten by accident. */
  drag(spots) {
    if (!this.stroke) return;
    const { before, after } = this.stroke;
    const touched = new Set(this.record.drop());
    for (const { r, c, cell } of spots) {
      if (cell.fixed || this.value(r, c) !== before) continue;
      this.record.put(`v:${r}:${c}`, after < 0 ? undefined : after);
      touched.add(`v:${r}:${c}`);
    }
    for (const key of touched) {
      const [, r, c] = key.split(":").map(Number);
      this.app.board.paint(r, c, this.cell(r, c));
    }
  }

  release() {
    if (!this.stroke) return;
    const keys = (this.record.step ?? []).map(([key]) => key);
    this.stroke = null;
    this.record.end();
    if (keys.length) this.changed(keys);
  }

  /** Cross out a number of a clue, or all of them. */
  cross(place, index) {
    const spot = this.app.board.find({ place });
    const { top, left } = this.picture.boards[0];
    const count = (spot.r < 0 ? top[spot.c] : left[spot.r]).length;
    const which = index === undefined ? [...Array(count).keys()] : [index];
    const on = which.every((i) => this.record.get(`x:${place}:${i}`) === 1) ? undefined : 1;
    this.write(which.map((i) => [`x:${place}:${i}`, on]));
  }

  // keys

  key(event, spot) {
    const { r, c, cell } = spot;
    const { key } = event;
    if (event.ctrlKey || event.metaKey) return stepKey(event, this);
    if (event.altKey) return false;
    if (!cell) return key === " " || key === "Enter" ? (this.cross(spot.place), true) : this.letter(key);
    if (event.shiftKey && STEPS[key]) return this.along(r, c, STEPS[key]);
    if (!cell.fixed && this.typedValue(r, c, key)) return true;
    if (key === " " || key === "Enter") {
      if (!cell.fixed && this.order.length) this.fill(r, c, this.turned(this.value(r, c), event.shiftKey ? -1 : 1));
      return true;
    }
    if (key === "Backspace" || key === "Delete") {
      if (!cell.fixed)
        this.write([
          [`v:${r}:${c}`, undefined],
          [`n:${r}:${c}`, undefined],
        ]);
      this.tell(r, c);
      return true;
    }
    return this.letter(key);
  }

  letter(key) {
    if (key === "n") this.note(!this.noting);
    else if (key === "m") this.markHere();
    else if (key === "z") this.undo();
    else if (key === "y") this.redo();
    else return false;
    return true;
  }

  /** Enter the value that has this key; digits that come quickly make one number. */
  typedValue(r, c, key) {
    if (key.length !== 1 || key === " ") return false;
    const quick = Date.now() - this.typed.when < TYPING && this.typed.at === `${r}:${c}`;
    const of = (text) => this.picture.values.find((one) => one.keys.includes(text))?.value;
    const text = quick && of(this.typed.text + key) !== undefined ? this.typed.text + key : key;
    const value = of(text);
    if (value === undefined) return false;
    this.typed = { text, when: Date.now(), at: `${r}:${c}` };
    if (this.noting) this.toggleNote(r, c, value);
    else this.fill(r, c, value);
    return true;
  }

  fill(r, c, value) {
    this.write([[`v:${r}:${c}`, value < 0 ? undefined : value]]);
    this.tell(r, c);
  }

  /** Go on, and take the value of this cell along. */
  along(r, c, [dr, dc]) {
    const value = this.value(r, c);
    this.app.board.place({ r: r + dr, c: c + dc }, true);
    const { r: to, c: over, cell } = this.app.board.spot(this.app.board.at);
    if (cell && !cell.fixed) this.fill(to, over, value);
    return true;
  }

  toggleNote(r, c, value) {
    const old = this.record.get(`n:${r}:${c}`) ?? [];
    const now = old.includes(value) ? old.filter((one) => one !== value) : [...old, value].sort((a, b) => a - b);
    this.write([[`n:${r}:${c}`, now.length ? now : undefined]]);
    this.tell(r, c);
  }

  markHere() {
    const { r, c } = this.app.board.at;
    if (r < 0 || c < 0) return;
    const next = ((this.record.get(`m:${r}:${c}`) ?? 0) + 1) % (OWN_SIGNS.length + 1);
    this.write([[`m:${r}:${c}`, next || undefined]]);
    this.tell(r, c);
  }

  tell(r, c) {
    this.app.speak(this.cell(r, c).name);
  }
}
