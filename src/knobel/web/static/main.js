// The page: the current puzzle, its address, the panels beside the board, and what they share.
//
// How a panel is written
// ----------------------
// A panel is a module that exports `create(app)`, which returns an object:
//   name       of its tab; the words are those of the key `tab.NAME` in languages/*.json
//   build(root)  fill its empty element; called again, with an empty element, when the language changes
//   changed()  optional: there is another puzzle; called before the panel is entered
//   enter()    its tab was chosen, or the puzzle changed while it was: take the board (see below)
//   wants      optional: further fields of the question for `app.picture` while its tab is chosen
//   leave()    optional: another tab was chosen; stop what runs (`stop(lane)`), forget marks
// It is listed in PANELS below. What `app` gives to it:
//   app.id, app.kind      the ID of the puzzle, and the record of its kind from the service `kinds`
//   app.picture           the picture of the puzzle as it is given (the service `board`), without a player's entries
//   app.board             the Board (board.js): `hands` takes pointers and keys, `show(picture)` draws a picture,
//                         `mark([{at | place, why}])` marks, `paint(r, c, cell)` changes a cell, `focus()`
//   app.show({values | state, marks})   asks for the picture of a state with marks and draws it; the newest call wins
//   app.go(id, {replace})               to another puzzle; `replace` changes the address without a step back
//   app.play              the game: `values()` the player's entries as rows of integers (-1 open; null if the answer is
//                         no grid), `state()` the same (perhaps a promise) as the field of a question, and
//                         `enterValues([{at, value}])`, which writes into it as one step that can be undone
//   app.status(text, tone)  the line below the board; tones: "" "good" "bad" "busy"
//   app.fail(error)         tells an error of `ask`; those of questions that nobody waits for are not told
//   app.choose(name)        chooses a tab
// Questions are asked by `ask(service, fields, lane)` and `stream(...)` of api.js; a newer question in a lane stops the
// older one, whose promise fails with `Stale`. Words come from `t(key, fields)` of words.js; every key is in all five
// catalogues. Elements are made by `h` and `button` of dom.js, never from markup.

import { Stale, ask, stop } from "./api.js";
import { Board } from "./board.js";
import { createBar } from "./bar.js";
import { button, h, set, writing } from "./dom.js";
import { create as explain } from "./explain.js";
import { create as generate } from "./generate.js";
import { showKeys } from "./help.js";
import { create as inside } from "./inside.js";
import { create as play } from "./play.js";
import { create as setting } from "./set.js";
import { capital, language, load, preferred, speak, t } from "./words.js";

const PANELS = [play, setting, explain, inside, generate];
const LAST = "knobel:last";
const TAB = "knobel:tab";

const by = (id) => document.getElementById(id);

/** IDs are kept readable in the address; only what ends a fragment or begins an escape is written in code. */
const written = (id) => encodeURIComponent(id).replace(/%(3A|2F|2C|3D|3F|40|2B)/g, (code) => decodeURIComponent(code));

function addressed() {
  const asked = new URLSearchParams(location.search).get("p");
  try {
    return asked ?? decodeURIComponent(location.hash.slice(1));
  } catch {
    return location.hash.slice(1);
  }
}

const app = {
  board: null,
  id: "",
  kind: null,
  picture: null,
  kinds: [],
  panels: [],
  current: null,

  get play() {
    return fresh(app.panels[0]);
  },

  /** To a puzzle. False if it cannot be shown, undefined if nobody waits for it any more. */
  async go(id, how = {}) {
    try {
      const asked = language;
      const picture = await ask("board", { puzzle: id, ...app.current.wants }, "board");
      if (asked !== language) return app.go(id, how); // it is told in the language of before
      app.arrive(id, picture, how);
      return true;
    } catch (error) {
      app.fail(error);
      return error instanceof Stale ? undefined : false;
    }
  },

  /** A puzzle whose picture is there: show it, write it into the address, tell all panels. */
  arrive(id, picture, { replace = false, silent = false, name = "" } = {}) {
    const other = id !== app.id;
    app.id = id;
    app.kind = app.kinds.find((kind) => kind.name === id.split(":")[0]) ?? app.kinds[0];
    app.picture = { ...picture, title: name || picture.title || capital(app.kind.name) };
    if (!silent) history[replace || !other ? "replaceState" : "pushState"]({ name }, "", `/#${written(id)}`);
    localStorage.setItem(LAST, id);
    by("side").hidden = false;
    by("stage").dataset.puzzle = id;
    app.headed();
    for (const panel of app.panels) panel.due = true;
    app.status("");
    fresh(app.current).enter();
  },

  headed() {
    const title = capital(app.picture.title);
    by("title").textContent = title;
    by("about").textContent = app.kind.about;
    by("about").lang = app.kind.language;
    document.title = `${title} · knobel`;
    app.bar.update();
  },

  async show(state = {}) {
    const id = app.id;
    try {
      const picture = await ask("board", { puzzle: id, ...state }, "shown");
      if (app.id !== id) return; // another puzzle has come meanwhile
      app.board.show({ ...picture, title: app.picture.title }); // the name it is known by, or it would be drawn anew
    } catch (error) {
      app.fail(error);
    }
  },

  status(text, tone = "") {
    const line = by("status");
    line.className = tone;
    line.textContent = text;
  },

  /** Say something to those who listen. */
  speak(text) {
    by("spoken").textContent = text;
  },

  fail(error) {
    if (error instanceof Stale) return;
    if (error.status === undefined) throw error;
    app.status(error.message ? capital(error.message) : t("error.server"), "bad");
  },

  choose(name) {
    const panel = app.panels.find((one) => one.name === name) ?? app.panels[0];
    if (panel === app.current) return;
    stop("shown");
    app.current?.leave?.();
    app.current = panel;
    sessionStorage.setItem(TAB, panel.name);
    for (const one of app.panels) {
      const chosen = one === panel;
      set(one.tab, "aria-selected", String(chosen));
      set(one.tab, "tabindex", chosen ? 0 : -1);
      one.root.hidden = !chosen;
    }
    document.body.dataset.tab = panel.name;
    by("panels").scrollTop = 0;
    if (app.picture) {
      app.status("");
      app.board.hands = {};
      fresh(panel).enter();
    }
  },
};

/** A panel that knows of the puzzle of now: it is told when it is needed, for edits change the puzzle quickly. */
function fresh(panel) {
  if (panel.due && app.picture) {
    panel.due = false;
    panel.changed?.();
  }
  return panel;
}

/** Tabs, panels and all words, in the language of now. */
function build() {
  by("skip").textContent = t("skip");
  set(by("tabs"), "aria-label", t("tabs"));
  by("tabs").replaceChildren();
  by("panels").replaceChildren();
  for (const panel of app.panels) {
    const [tab, root] = [`tab-${panel.name}`, `panel-${panel.name}`];
    panel.tab = h("button", {
      type: "button",
      role: "tab",
      id: tab,
      "aria-controls": root,
      text: t(`tab.${panel.name}`),
      onclick: () => app.choose(panel.name),
    });
    panel.root = h("section", { role: "tabpanel", id: root, "aria-labelledby": tab });
    by("tabs").append(panel.tab);
    by("panels").append(panel.root);
    panel.build(panel.root);
  }
  app.bar.build();
}

function steer() {
  by("tabs").addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const next = app.panels[(app.panels.indexOf(app.current) + step + app.panels.length) % app.panels.length];
    app.choose(next.name);
    next.tab.focus();
  });
  by("skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address belongs to the puzzle
    app.board.focus();
  });
  addEventListener("popstate", async (event) => {
    const id = addressed();
    if (id === app.id) return;
    const shown = id !== "" && (await app.go(id, { silent: true, name: event.state?.name ?? "" }));
    if (shown === false) history.replaceState({ name: "" }, "", `/#${written(app.id)}`); // the board is still this one
  });
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || writing(event.target)) return;
    if (event.ctrlKey || event.metaKey) {
      const wanted = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()];
      const buttons = wanted ? document.querySelectorAll(`#${wanted}, #set-${wanted}`) : [];
      const shown = [...buttons].find((one) => one.offsetParent);
      if (!shown) return;
      shown.click(); // wherever the focus is; the board hears these keys itself
    } else if (event.key === "<") app.bar.step(-1);
    else if (event.key === ">") app.bar.step(1);
    else if (event.key === "?") showKeys();
    else return;
    event.preventDefault();
  });
}

/** Another language: all words and the sentences of the server change at once, when they are there. */
async function changeLanguage(code) {
  const { id, current } = app;
  if (code === language) return ["kinds", "language"].forEach(stop);
  try {
    const [catalogues, { kinds }, picture] = await Promise.all([
      load(code),
      ask("kinds", { language: code }),
      id && ask("board", { puzzle: id, language: code, ...current.wants }, "language"),
    ]);
    if (app.id !== id) return changeLanguage(code); // another puzzle has come meanwhile
    speak(code, catalogues);
    app.kinds = kinds;
    rebuild();
    if (id) app.arrive(id, picture, { replace: true, name: history.state?.name ?? "" });
  } catch (error) {
    app.bar.build(); // all stays in the language of before
    app.fail(error);
  }
}

function rebuild() {
  const tab = app.current?.name ?? sessionStorage.getItem(TAB);
  build();
  app.current = null;
  app.picture = null;
  app.choose(tab);
}

async function start() {
  app.board = new Board(by("stage"));
  app.bar = createBar(app, by("bar"), changeLanguage);
  app.panels = PANELS.map((create) => create(app));
  steer();
  try {
    const code = preferred();
    const [catalogues, { kinds }] = await Promise.all([load(code), ask("kinds", { language: code })]);
    speak(code, catalogues);
    app.kinds = kinds;
  } catch {
    app.status(t("error.server"), "bad");
    by("stage").append(button(t("error.again"), () => location.reload()));
    return;
  }
  rebuild();
  by("side").hidden = true; // until there is a puzzle
  // The kind with most examples makes a good beginning for who comes without a puzzle.
  const most = app.kinds.reduce((one, other) => (other.examples.length > one.examples.length ? other : one));
  const first = most.examples[Math.min(2, most.examples.length - 1)].id;
  const address = addressed(); // who asks for a puzzle gets that one, or hears that it cannot be read
  for (const id of address ? [address] : [localStorage.getItem(LAST), first]) {
    if (id && (await app.go(id, { replace: true, name: history.state?.name ?? app.bar.nameOf(id) }))) break;
  }
  document.documentElement.dataset.ready = "";
}

start();
