// What can be entered into the cells of a board, and what is entered: values, notes, colours, marks.
// Whoever extends it has `write(pairs)`, a step that writes entries, and `cell(r, c)`, how a cell looks.

import { Game } from "./game.js";
import { looksOf } from "./shapes.js";

export const OWN_SIGNS = ["○", "△"]; // marks of the player's own
const TYPING = 900; // milliseconds in which two digits are one number

export class Entries {
  constructor(app) {
    this.app = app;
    this.picture = app.picture;
    this.record = new Game(app.id);
    this.looks = looksOf(this.picture);
    this.order = this.picture.values.map((one) => one.value);
    this.typed = { text: "", when: 0 };
  }

  /** Whether most of what is entered are numbers. */
  get numeric() {
    return this.picture.values.filter(({ text }) => /^\d+$/.test(text ?? "")).length > 1;
  }

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

  // writing

  /** The next value, or the one before; open comes between the last and the first. */
  turned(value, by) {
    const all = [-1, ...this.order];
    return all[(all.indexOf(value) + by + all.length) % all.length];
  }

  /** What the right button writes: the last value, which is nothing where there is such a value; or it takes it away. */
  emptied(value) {
    return value === this.order.at(-1) ? -1 : this.order.at(-1);
  }

  fill(cells, value) {
    this.write(cells.map(([r, c]) => [`v:${r}:${c}`, value < 0 ? undefined : value]));
    this.tell(cells);
  }

  clear(cells) {
    this.write(cells.flatMap(([r, c]) => ["v", "n", "k", "c"].map((key) => [`${key}:${r}:${c}`, undefined])));
    this.tell(cells);
  }

  /** Note a value in all cells; in none of them, if all have it. */
  toggleNote(cells, key, value) {
    const noted = ([r, c]) => this.record.get(`${key}:${r}:${c}`) ?? [];
    const all = cells.every((at) => noted(at).includes(value));
    const other = (old) => (all ? old.filter((one) => one !== value) : [...new Set([...old, value])].sort((a, b) => a - b));
    const now = cells.map((at) => [`${key}:${at.join(":")}`, other(noted(at))]);
    this.write(now.map(([name, notes]) => [name, notes.length ? notes : undefined]));
    this.tell(cells);
  }

  colour(cells, number) {
    const all = cells.every(([r, c]) => this.record.get(`c:${r}:${c}`) === number);
    this.write(cells.map(([r, c]) => [`c:${r}:${c}`, all ? undefined : number]));
    this.tell(cells);
  }

  markHere() {
    const { r, c } = this.app.board.at;
    if (!this.app.board.spot({ r, c }).cell) return;
    const next = ((this.record.get(`m:${r}:${c}`) ?? 0) + 1) % (OWN_SIGNS.length + 1);
    this.write([[`m:${r}:${c}`, next || undefined]]);
    this.tell([[r, c]]);
  }

  tell(cells) {
    this.app.speak(this.cell(...cells.at(-1)).name);
  }

  /** The value that has this key. */
  valueOf(text) {
    return this.picture.values.find((one) => one.keys.includes(text))?.value;
  }

  /** The same of a key that was pressed at a cell; digits that come quickly make one number. */
  typedValue(r, c, key) {
    if (key.length !== 1 || key === " ") return undefined;
    const quick = Date.now() - this.typed.when < TYPING && this.typed.at === `${r}:${c}`;
    const text = quick && this.valueOf(this.typed.text + key) !== undefined ? this.typed.text + key : key;
    const value = this.valueOf(text);
    if (value !== undefined) this.typed = { text, when: Date.now(), at: `${r}:${c}` };
    return value;
  }
}
