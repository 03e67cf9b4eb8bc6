// Filling in by brushes: a click writes, a stroke paints along its row or column, a piece is carried where it goes.

import { STEPS } from "./board.js";
import { brushes } from "./brushes.js";
import { brushHelp } from "./help.js";
import { t } from "./words.js";

export class Brushing {
  constructor(game) {
    this.game = game;
    this.app = game.app;
    this.brush = null; // a value, -1 (erase), or null: clicks go through the values
    this.noting = false;
    this.stroke = null;
  }

  /** What has to be in reach. */
  tools() {
    this.brushes = brushes(this.game.picture.values, this.brush, (value) => {
      this.brush = value;
      if (value === null && this.noting) this.game.note(false); // going through the values is for entries
    });
    return [this.brushes];
  }

  note(on) {
    const { order, looks } = this.game;
    this.noting = on;
    if (on && this.brush === null && order.length) this.choose(order[0]); // clicks note one value
    if (on && this.brush >= 0) this.app.status(t("play.noting", { value: looks.get(this.brush).name }));
  }

  /** Choose a brush, as a click on it does. */
  choose(value) {
    this.brush = value;
    this.brushes.querySelector(`[value="${value}"]`).checked = true;
  }

  help() {
    return brushHelp(this.game.picture, this.game.aids.judge?.piece !== undefined);
  }

  leave() {
    this.stroke = null;
    this.app.board.trace([]);
  }

  // pointers

  press(spot, event) {
    const { game } = this;
    const { r, c } = spot;
    const before = game.value(r, c);
    if (this.noting) {
      if (this.brush >= 0) game.toggleNote([[r, c]], "n", this.brush);
      else game.write([[`n:${r}:${c}`, undefined]]);
      return;
    }
    const after = event.button === 2 ? game.emptied(before) : this.brushed(before);
    const { piece } = game.aids.judge ?? {};
    const carried = piece !== undefined && (before === piece || after === piece) && event.button !== 2;
    this.stroke = { before, after, carried: carried ? { r, c, piece } : null };
    game.record.begin();
    this.drag([spot]);
  }

  /** Whether a drag leads anywhere and not along a line. */
  get free() {
    return Boolean(this.stroke?.carried);
  }

  /** What a brush makes of a value. */
  brushed(before) {
    if (this.brush === null) return this.game.turned(before, 1);
    return before === this.brush ? -1 : this.brush;
  }

  drag(spots) {
    if (!this.stroke) return;
    const { game, stroke } = this;
    const touched = new Set(game.record.drop());
    const put = (r, c, value) => {
      game.record.put(`v:${r}:${c}`, value < 0 ? undefined : value);
      touched.add(`v:${r}:${c}`);
    };
    if (stroke.carried && spots.length) this.carry(spots.at(-1), put);
    else
      for (const { r, c, cell } of spots) {
        // Only cells change that were as the first one was: nothing is overwritten by accident.
        if (!cell.fixed && game.value(r, c) === stroke.before) put(r, c, stroke.after);
      }
    for (const key of touched) game.repaint(key);
  }

  /** A piece goes along with the pointer; what it attacks is seen. Where it came from, a click did what it does. */
  carry({ r, c, cell }, put) {
    const { carried, before, after } = this.stroke;
    const home = r === carried.r && c === carried.c;
    this.app.board.trace(this.game.aids.judge.reach([r, c]));
    if (home) return put(r, c, after);
    if (before === carried.piece) put(carried.r, carried.c, -1);
    if (!cell.fixed) put(r, c, carried.piece);
  }

  release() {
    this.app.board.trace([]);
    if (!this.stroke) return;
    this.stroke = null;
    this.game.finish();
  }

  /** A piece under the mouse shows what it attacks. */
  hover(spot) {
    const { judge } = this.game.aids;
    if (!judge?.reach || this.stroke) return;
    const stands = spot?.cell && this.game.value(spot.r, spot.c) === judge.piece;
    this.app.board.trace(stands ? judge.reach([spot.r, spot.c]) : []);
  }

  // keys

  key(event, { r, c, cell }) {
    const { game } = this;
    const { key } = event;
    if (event.shiftKey && STEPS[key]) return this.along(r, c, STEPS[key]);
    const value = cell.fixed ? undefined : game.typedValue(r, c, key);
    if (value !== undefined) {
      if (this.noting) game.toggleNote([[r, c]], "n", value);
      else game.fill([[r, c]], value);
      return true;
    }
    if (key === " " || key === "Enter") {
      if (!cell.fixed && game.order.length) game.fill([[r, c]], game.turned(game.value(r, c), event.shiftKey ? -1 : 1));
      return true;
    }
    if (key === "Backspace" || key === "Delete") {
      if (!cell.fixed) game.clear([[r, c]]);
      return true;
    }
    return false;
  }

  /** Go on, and take the value of this cell along. */
  along(r, c, [dr, dc]) {
    const { board } = this.app;
    const value = this.game.value(r, c);
    board.place({ r: r + dr, c: c + dc }, true);
    const { r: to, c: over, cell } = board.spot(board.at);
    if (cell && !cell.fixed) this.game.fill([[to, over]], value);
    return true;
  }
}
