// What the rules of a kind say at once about a board that is being filled in, without a solver: clues that are
// finished, rules that are broken, what finished clues leave empty. Each can be switched off, and stays so.

import { bestOf, judgeOf, stop } from "./api.js";
import { h, toggle } from "./dom.js";
import { keep, kept } from "./kept.js";
import { part } from "./parts.js";
import { t } from "./words.js";

const KEPT = "knobel:aids";
const USUAL = { finished: true, clashes: true, rest: false, hair: true };

export class Aids {
  constructor(game) {
    this.game = game;
    this.app = game.app;
    this.judge = null; // until it is loaded, and of kinds without one
    this.chosen = { ...USUAL, ...kept(KEPT) };
    this.toggles = h("div", { class: "fields" });
    this.tally = h("output", { class: "tally", id: "tally" });
    this.nothing();
  }

  nothing() {
    this.clashes = new Set(); // cells that break a rule
    this.met = new Set(); // clues that are finished: PLACE:I, or the cell of a number
    this.lines = new Map(); // the place of a line -> "full" or "clash"
  }

  /** Switches; those that the kind has something to say to appear when its rules are there. */
  build() {
    this.offer();
    return part(t("aid.title"), { open: false, id: "aids" }, this.toggles);
  }

  offer() {
    const seen = this.judge?.seen?.(this.game.values()) ?? {};
    const has = { finished: seen.met, clashes: this.judge, rest: seen.rest, hair: true };
    const names = Object.keys(USUAL).filter((name) => has[name]);
    this.toggles.replaceChildren(...names.map((name) => toggle(t(`aid.${name}`), this.chosen[name], (on) => this.choose(name, on), { id: `aid-${name}` })));
    this.app.board.holder.classList.toggle("hairless", !this.chosen.hair);
  }

  choose(name, on) {
    this.chosen = { ...this.chosen, [name]: on };
    keep(KEPT, this.chosen);
    this.app.board.holder.classList.toggle("hairless", !this.chosen.hair);
    if (name === "rest" && on) this.game.write([]); // what is finished by now, too
    this.look();
    this.game.draw();
  }

  /** Have the rules, and look at the board by them. */
  async enter() {
    if (this.app.kind.judges && !this.judge) {
      const judge = await judgeOf(this.app).catch(() => null); // without them, one plays on
      if (this.game.left) return;
      this.judge = judge;
      this.offer();
    }
    this.look();
    this.game.draw();
    if (this.wanted() !== null || this.best !== undefined) return;
    this.best = await bestOf(this.app.id).catch(() => undefined);
    this.count();
  }

  leave() {
    stop("best");
  }

  wanted() {
    return this.judge?.seen?.(this.game.values()).tally?.want;
  }

  /** Look at the board as it is now; the cells that have to be drawn again. */
  look() {
    const before = this.noted();
    this.nothing();
    if (!this.judge) return [];
    const values = this.game.values();
    const broken = this.judge.broken(values);
    this.seen = this.judge.seen?.(values) ?? {};
    if (this.chosen.finished) {
      for (const { at, place, index } of this.seen.met ?? []) this.met.add(at ? at.join(":") : `${place}:${index}`);
      for (const place of this.seen.full ?? []) this.lines.set(place, "full");
    }
    if (this.chosen.clashes)
      for (const { at, place, cells = at ? [at] : [] } of broken) {
        for (const cell of cells) this.clashes.add(cell.join(":"));
        if (place && !cells.length) this.lines.set(place, "clash");
      }
    this.count();
    const now = this.noted();
    return [...new Set([...before, ...now])].filter((at) => before.has(at) !== now.has(at)).map((one) => one.slice(1));
  }

  /** All that is seen in cells. */
  noted() {
    return new Set([...[...this.clashes].map((at) => `!${at}`), ...[...this.met].map((at) => `.${at}`)]);
  }

  /** How many stand, and how many are wanted. */
  count() {
    const { tally } = this.seen ?? {};
    this.tally.hidden = !tally;
    if (!tally) return;
    const name = this.app.kind.words[`tallies.${tally.name}`] ?? "";
    const want = tally.want ?? this.best;
    this.tally.textContent = want === undefined ? t("aid.have", { name, have: tally.have }) : t("aid.tally", { name, have: tally.have, want });
    this.tally.classList.toggle("bad", this.lines.get(`${tally.name}:0`) === "clash");
  }

  /** Whether a number of a clue is finished. */
  crossed(place, index) {
    return this.lines.get(place) === "full" || this.met.has(`${place}:${index}`);
  }

  /** What finished clues leave empty, for who wants it filled in. */
  rest() {
    return this.chosen.rest && this.judge?.seen ? (this.judge.seen(this.game.values()).rest ?? []) : [];
  }
}
