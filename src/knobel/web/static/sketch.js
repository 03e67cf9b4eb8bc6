// Setting by painting: for kinds whose cells hold no clues, the setter paints a solution and the clues are read off it.

import { keep, kept } from "./kept.js";
import { filled, looksOf } from "./shapes.js";
import { t } from "./words.js";

const DRAWN = "knobel:drawn"; // what was painted last
const MOST = 50; // boards whose paintings are remembered

export class Sketch {
  constructor(app) {
    this.app = app;
    const { id = "", values = null } = kept(DRAWN) ?? {};
    this.painted = new Map(values ? [[id, values]] : []); // by the board: its clues may have other solutions, too
    this.known = null; // {id, values}: a solution of a board on which nothing was painted
    this.wished = null; // what is painted while the server does not know of it
    this.open = new Set(); // cells that the clues do not decide
  }

  /** Whether boards of this kind are set by painting. */
  get possible() {
    const { answer, keys, values } = this.app.picture;
    return answer.grid && keys?.length === 0 && values.length > 0;
  }

  get values() {
    if (!this.possible) return null;
    return this.wished ?? this.of(this.app.id) ?? (this.known?.id === this.app.id ? this.known.values : null);
  }

  /** What was painted on a board, if something was. */
  of(id) {
    return this.painted.get(id) ?? null;
  }

  /** This was painted on a board: it is there again when one comes back to it. */
  keep(id, values) {
    const own = values.map((row) => [...row]);
    this.painted.delete(id);
    this.painted.set(id, own);
    if (this.painted.size > MOST) this.painted.delete(this.painted.keys().next().value);
    keep(DRAWN, { id, values: own });
  }

  /** A verdict knows a solution: that is what one sees and paints on, unless one has painted another. */
  learn(found) {
    this.open = new Set(found.complete ? found.open.map((at) => at.join(":")) : []);
    if (this.known?.id === found.id) return;
    this.known = Array.isArray(found.sample?.[0]) ? { id: found.id, values: found.sample } : null;
  }

  /** How a cell of the sketch looks: solid where it is certain, faint where it is open. Null: there is no sketch. */
  shown(cell, r, c, looks) {
    const value = this.values?.[r]?.[c];
    if (value === undefined || value < 0) return null;
    const look = looks.get(value);
    const shown = filled(cell, look);
    return this.open.has(`${r}:${c}`) ? { ...cell, ghost: look, name: `${shown.name}, ${t("set.open")}` } : shown;
  }

  /** The cells that other values would change. */
  changes(values) {
    const now = this.values;
    const cells = values.flatMap((row, r) => row.map((value, c) => [r, c, value]));
    return cells.filter(([r, c, value]) => now?.[r]?.[c] !== value).map(([r, c]) => [r, c]);
  }

  // painting

  next(value, by) {
    const order = this.app.picture.values.map((one) => one.value);
    return order[(order.indexOf(value) + by + order.length) % order.length];
  }

  begin() {
    const { rows, columns, values } = { ...this.app.picture.boards[0], values: this.values };
    const rest = this.app.picture.values.at(-1).value;
    return values?.map((row) => [...row]) ?? Array.from({ length: rows }, () => Array(columns).fill(rest));
  }

  press(spot, by) {
    const values = this.begin();
    const before = values[spot.r][spot.c];
    this.stroke = { values, before, after: this.next(before, by), spots: [] };
    this.drag([spot]);
  }

  /** Paint these cells, as far as they are as the first one was; others that the stroke had reached are as before. */
  drag(spots) {
    if (!this.stroke) return;
    const { values, before, after, spots: old } = this.stroke;
    for (const { r, c, cell } of old) {
      values[r][c] = before;
      this.app.board.paint(r, c, cell);
    }
    this.stroke.spots = spots.filter(({ r, c }) => values[r][c] === before);
    for (const { r, c, cell } of this.stroke.spots) {
      values[r][c] = after;
      this.app.board.paint(r, c, { ...filled(cell, looksOf(this.app.picture).get(after)), ghost: undefined });
    }
  }

  release(commit) {
    if (!this.stroke) return;
    const { values, spots } = this.stroke;
    this.stroke = null;
    if (spots.length) commit(values);
  }

  key(event, spot, commit) {
    const look = this.app.picture.values.find((one) => one.keys.includes(event.key));
    const values = this.begin();
    const before = values[spot.r][spot.c];
    if (look) values[spot.r][spot.c] = look.value;
    else if (event.key === " " || event.key === "Enter") values[spot.r][spot.c] = this.next(before, 1);
    else if (event.key === "Backspace" || event.key === "Delete")
      values[spot.r][spot.c] = this.app.picture.values.at(-1).value;
    else return false;
    if (values[spot.r][spot.c] !== before) commit(values);
    return true;
  }
}
