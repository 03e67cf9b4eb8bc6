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
//   settled()  optional: a promise that what it does to the puzzle of now is done; another one waits for it
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
//   app.reach(...tools)     more of what has to be at hand while one plays, for the bar below the board
//   app.status(text, tone)  the line below the board; tones: "" "good" "bad" "busy"
//   app.fail(error)         tells an error of `ask`; those of questions that nobody waits for are not told
//   app.choose(name)        chooses a tab
//   app.home(kind)          to the first screen, or to the puzzles of a kind, by its name
//   app.present.button(name)   a button that starts a presentation from this panel
// Questions are asked by `ask(service, fields, lane)` and `stream(...)` of api.js; a newer question in a lane stops the
// older one, whose promise fails with `Stale`. Words come from `t(key, fields)` of words.js; every key is in all six
// catalogues. Elements are made by `h` and `button` of dom.js, never from markup.

import { addressed, linkTo } from "./address.js";
import { Stale, ask, stop } from "./api.js";
import { Board, STEPS } from "./board.js";
import { createBar } from "./bar.js";
import { button, h, set, writing } from "./dom.js";
import { create as explain } from "./explain.js";
import { create as generate } from "./generate.js";
import { showKeys } from "./help.js";
import { create as inside } from "./inside.js";
import { create as play } from "./play.js";
import { Present } from "./present.js";
import { create as setting } from "./set.js";
import { exampleOf, titleOf } from "./shelf.js";
import { Views } from "./views.js";
import { capital, language, load, preferred, speak, t } from "./words.js";

const PANELS = [play, setting, explain, inside, generate];
const TAB = "knobel:tab";

const by = (id) => document.getElementById(id);

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
      await Promise.all(app.panels.map((panel) => panel.settled?.())); // edits belong to the puzzle of before
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
  arrive(id, picture, { replace = false, silent = false, name = "", edit = false } = {}) {
    const other = id !== app.id;
    if (!edit) app.board.still = false;
    app.id = id;
    app.kind = app.kinds.find((kind) => kind.name === id.split(":")[0]) ?? app.kinds[0];
    app.picture = { ...picture, title: name || app.titled(id) || picture.title };
    // An edit that was still on its way has written its own address meanwhile.
    if (!silent || addressed() !== id) history[replace || !other ? "replaceState" : "pushState"]({ name }, "", linkTo(id));
    views.show("board");
    by("side").hidden = false;
    by("stage").dataset.puzzle = id;
    app.headed();
    for (const panel of app.panels) panel.due = true;
    app.status("");
    fresh(app.current).enter();
  },

  home: (kind) => views.home(kind),
  guided: (id) => views.guided(id),
  titled: (id) => titleOf(app.kinds, id),
  gradeOf: (id) => exampleOf(app.kinds, id)?.grade,

  /** The puzzle is called otherwise now. */
  renamed() {
    app.picture.title = app.titled(app.id) || app.picture.title;
    app.headed();
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

  /** More of what a player needs at hand, for the bar below the board, which stays in reach; nothing: all away. */
  reach(...tools) {
    if (tools.length) by("within").append(...tools);
    else by("within").replaceChildren();
  },

  status(text, tone = "") {
    if (views.atHome) return views.say(text);
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
    app.board.still = false;
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
    if (app.id && app.picture) {
      app.status("");
      app.board.hands = {};
      fresh(panel).enter();
    }
  },
};

const views = new Views(app);

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
  by("zoom").replaceChildren(app.board.zoom.buttons());
  app.present.build();
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
    if (id && id === app.id) return;
    if (views.isHome(id)) return views.home(id, { silent: true });
    const shown = await app.go(id, { silent: true, name: event.state?.name ?? "" });
    if (shown === false && app.id) history.replaceState({ name: "" }, "", linkTo(app.id)); // the board is still this one
  });
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey) return;
    if (!app.id && event.key !== "?") return; // there is no board that could hear it
    if (event.target.type === "radio" && !STEPS[event.key] && event.key !== " ") return app.board.hear(event);
    if (writing(event.target)) return;
    if (event.ctrlKey || event.metaKey) {
      const wanted = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()];
      const buttons = wanted ? document.querySelectorAll(`#${wanted}, #set-${wanted}`) : [];
      const shown = [...buttons].find((one) => one.offsetParent);
      if (!shown) return;
      shown.click(); // wherever the focus is; the board hears these keys itself
    } else if (event.key === "<") app.bar.step(-1);
    else if (event.key === ">") app.bar.step(1);
    else if (event.key === "?") showKeys(app);
    else return app.board.hear(event);
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
    else if (views.atHome) views.home(addressed(), { silent: true, focused: false });
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
  app.present = new Present(by("work"), by("side"));
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
  const address = addressed(); // who asks for a puzzle gets that one, or hears that it cannot be read
  if (views.isHome(address)) views.home(address, { silent: true, focused: false });
  else await app.go(address, { replace: true, name: history.state?.name ?? "" });
  document.documentElement.dataset.ready = "";
}

start();
