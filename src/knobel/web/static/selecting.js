// Filling in numbers: cells are selected, one or many, and what is typed goes into all of them: as a value, as a small
// note in the corner or in the middle, or as a colour.

import { STEPS } from "./board.js";
import { swatch } from "./brushes.js";
import { h } from "./dom.js";
import { selectHelp } from "./help.js";
import { icon } from "./icons.js";
import { segments } from "./parts.js";
import { t } from "./words.js";

export const COLOURS = ["#f6c1c1", "#f9d9a6", "#f4efa0", "#c5e8b7", "#b5e3e0", "#bcd4f5", "#d9c7f0", "#d6d3cd"];
const MODES = { value: "v", corner: "n", centre: "k", colour: "c" }; // and the keys of their entries

export class Selecting {
  constructor(game) {
    this.game = game;
    this.app = game.app;
    this.mode = "value";
    this.cells = new Set(); // R:C
    this.pressed = false;
  }

  /** What has to be in reach: how to write, and a button for each value. */
  tools() {
    const pairs = Object.keys(MODES).map((name) => [name, t(`select.${name}`)]);
    this.modes = segments(t("select.mode"), "select-mode", pairs, this.mode, (mode) => this.turn(mode));
    this.modes.id = "select-mode";
    this.pad = h("div", { class: "keypad", role: "group", "aria-label": t("play.brush") });
    this.keys();
    return [this.modes, this.pad];
  }

  keys() {
    const key = (words, inside, does) => h("button", { type: "button", class: "brush quiet", title: words, "aria-label": words, onclick: does }, inside);
    const values = this.game.picture.values.map((look) => key(look.word, swatch(look), () => this.enter(look.value)));
    const colours = COLOURS.map((fill, i) => key(t("select.number", { number: i + 1 }), swatch({ text: i + 1, fill, ink: "#1d2433" }), () => this.enter(i)));
    const erase = key(t("play.erase"), h("span", { class: "swatch plain" }, icon("erase")), () => this.clear());
    this.pad.replaceChildren(...(this.mode === "colour" ? colours : values), erase);
  }

  turn(mode) {
    this.mode = mode;
    this.keys();
    this.modes.querySelector(`[value="${mode}"]`).checked = true;
    this.game.noted(mode === "corner");
    this.app.speak(t(`select.${mode}`));
  }

  note(on) {
    this.turn(on ? "corner" : "value");
    this.app.status(on ? t("select.noting") : "");
  }

  /** The selected cells in which something can be entered. */
  get open() {
    const { r, c } = this.app.board.at;
    const all = this.cells.size ? [...this.cells].map((at) => at.split(":").map(Number)) : [[r, c]];
    const free = (cell) => cell && !cell.fixed;
    return all.filter(([row, column]) => free(this.app.board.spot({ r: row, c: column }).cell));
  }

  enter(value) {
    const { game, open, mode } = this;
    if (!open.length) return;
    if (mode === "value") game.fill(open, value);
    else if (mode === "colour") game.colour(open, value);
    else game.toggleNote(open, MODES[mode], value);
  }

  clear() {
    if (this.open.length) this.game.clear(this.open);
  }

  select(cells) {
    this.cells = cells;
    this.app.board.trace([...cells].map((at) => at.split(":").map(Number)), "selected");
  }

  help() {
    return selectHelp(this.game.picture);
  }

  leave() {
    this.select(new Set());
  }

  // pointers

  get free() {
    return true;
  }

  press({ r, c, cell }, event) {
    const at = `${r}:${c}`;
    if (event.button === 2) {
      if (!cell.fixed) this.game.fill([[r, c]], this.game.emptied(this.game.value(r, c)));
      return;
    }
    const more = event.shiftKey || event.ctrlKey || event.metaKey;
    this.pressed = true;
    this.removing = more && this.cells.has(at);
    this.select(more ? new Set(this.cells) : new Set());
    this.pass(at);
  }

  pass(at) {
    const cells = new Set(this.cells);
    if (this.removing) cells.delete(at);
    else cells.add(at);
    this.select(cells);
  }

  drag(spots) {
    if (this.pressed) for (const { r, c } of spots) this.pass(`${r}:${c}`);
  }

  release() {
    this.pressed = false;
  }

  // keys

  key(event, { r, c, cell }) {
    const { key } = event;
    if (STEPS[key]) return this.step(r, c, STEPS[key], event.shiftKey);
    if (key === "Escape") return this.select(new Set()), true;
    if (key === "N") return this.turn(this.mode === "centre" ? "value" : "centre"), true;
    if (key === "c") return this.turn(this.mode === "colour" ? "value" : "colour"), true;
    if (this.mode === "colour" && key >= "1" && key <= String(COLOURS.length)) return this.enter(Number(key) - 1), true;
    const value = this.game.typedValue(r, c, key);
    if (value !== undefined) return this.enter(value), true;
    if (key === " " || key === "Enter") {
      if (!cell.fixed) this.game.fill([[r, c]], this.game.turned(this.game.value(r, c), event.shiftKey ? -1 : 1));
      return true;
    }
    if (key === "Backspace" || key === "Delete") return this.clear(), true;
    return false;
  }

  /** To the next cell; with Shift, the cells on the way are selected. */
  step(r, c, [dr, dc], more) {
    const { board } = this.app;
    const before = this.cells.size ? new Set(this.cells) : new Set([`${r}:${c}`]);
    board.place({ r: r + dr, c: c + dc }, true);
    const { at } = board;
    this.select(more && board.spot(at).cell ? before.add(`${at.r}:${at.c}`) : new Set());
    return true;
  }
}
