// What the page shows: the first screen, the puzzles of a kind, or a board.

import { linkTo } from "./address.js";
import { stop } from "./api.js";
import { createCatalogue } from "./catalogue.js";
import { createGuide } from "./guide.js";
import { capital } from "./words.js";

const by = (id) => document.getElementById(id);

export class Views {
  constructor(app) {
    this.app = app;
    this.catalogue = createCatalogue(app, by("home"));
    this.guide = createGuide(app);
  }

  get atHome() {
    return !by("home").hidden;
  }

  /** Whether an address is that of the first screen or of a kind. */
  isHome(address) {
    return address === "" || this.kind(address) !== undefined;
  }

  kind(name) {
    return this.app.kinds.find((one) => one.name === name);
  }

  /** To the first screen, or to the puzzles of a kind; `silent`: the address says so already. */
  home(name = "", { silent = false, focused = true } = {}) {
    const kind = this.kind(name);
    this.leave();
    if (!silent) history.pushState({}, "", linkTo(name));
    document.title = kind ? `${capital(name)} · knobel` : "knobel";
    this.show("home");
    this.catalogue.show(kind, focused);
  }

  show(view) {
    if (view === "board") by("home").replaceChildren();
    document.body.dataset.view = view;
    by("home").hidden = view !== "home";
    by("work").hidden = view !== "board";
  }

  /** What is to be said where there is no board. */
  say(text) {
    this.catalogue.say(text);
  }

  /** Nobody looks at a puzzle any more. */
  leave() {
    const { app } = this;
    if (!app.id) return;
    for (const lane of ["board", "shown"]) stop(lane);
    this.guide.end();
    if (app.present.on) app.present.stop();
    app.current?.leave?.();
    app.board.hands = {};
    app.id = "";
  }

  /** An easy puzzle, for who has never seen its kind. */
  async guided(id) {
    this.app.choose("play");
    if (await this.app.go(id)) this.guide.start();
  }
}
