// The panel Inside: the formula behind the board, clause by clause, and what encodings and engines make of it.

import { ask, file, stop } from "./api.js";
import { Clauses } from "./clauses.js";
import { Compare } from "./compare.js";
import { button, choose, h, later } from "./dom.js";
import { icon } from "./icons.js";
import { brief, field, part, save, segments, task } from "./parts.js";
import { capital, language, t } from "./words.js";

const LANES = ["formula", "sizes", "compare", "file", "run", "side"];
const COMMAND = "external"; // an engine that needs a command, which is for the command line

export function create(app) {
  let encoding = null; // the record of the encoding that is looked at
  let format = "words"; // readable ones come first
  let of = ""; // the kind that the encoding belongs to
  let about = {}; // {cell} or {place}: the clauses that are listed
  let kept = false; // whether that was chosen, and not only pointed at
  let page = 1;
  let pages = 1;
  let shown = {}; // what the board shows
  let engines = [];
  let known = ""; // the puzzle that all this is about, told in the language of now
  let kinds, said, heading, filter, every, pager, number, side, engine, told, wrong, sizes;

  const clauses = new Clauses(point);
  const compare = new Compare(app, { chosen: () => encoding, engines: () => fitting().map((one) => one.name) });
  const fitting = () => engines.filter((one) => one.model === encoding.model && one.name !== COMMAND);
  const figure = (n) => n.toLocaleString(language);
  const formats = () => ({ words: t("inside.words"), dimacs: "DIMACS", norm: "norm" });

  function build(root) {
    known = "";
    kinds = h("select", { id: "encoding", onchange: () => take(kinds.value) });
    said = h("p", { class: "hint", lang: "en" }); // encodings describe themselves in English
    side = h("input", { type: "number", min: 1, max: 200, id: "side-length", onchange: resize });
    heading = h("p", { class: "heading", id: "formula-heading" });
    filter = h("span", { id: "filter" });
    every = button(t("inside.all"), () => list({}), { class: "link", id: "every" });
    number = h("input", { type: "number", min: 1, "aria-label": t("inside.page"), id: "page", onchange: () => turn(number.valueAsNumber) });
    pager = h("span", { class: "hint" });
    engine = h("select", { id: "engine" });
    told = h("output", { class: "figure", id: "run-text" });
    wrong = h("div", { class: "wrong", id: "wrong", hidden: true });
    sizes = h("div", { class: "sizes", id: "sizes" });
    root.append(
      h("h2", { class: "unseen", text: t("tab.inside") }),
      h("div", { class: "row" }, app.present.button("inside")),
      field(t("inside.encoding"), kinds),
      said,
      field(t("inside.side"), side),
      segments(t("inside.format"), "format", Object.entries(formats()), format, (to) => ((format = to), load())),
      heading,
      h("p", { class: "row" }, filter, every),
      ...clauses.build(),
      h(
        "div",
        { class: "row" },
        button(t("inside.previous"), () => turn(page - 1), { sign: icon("previous"), bare: true, id: "page-back" }),
        number,
        pager,
        button(t("inside.next"), () => turn(page + 1), { sign: icon("next"), bare: true, id: "page-forward" }),
      ),
      wrong,
      part(t("inside.run"), {}, field(t("inside.engine"), engine), h("div", { class: "row" }, task(app, t("inside.go"), "run", run, { class: "main", sign: icon("play"), id: "run" }), told)),
      part(t("inside.sizes"), { open: false, id: "sizes-part", ontoggle: (event) => event.target.open && measure() }, sizes),
      compare.build(),
      part(t("inside.save"), { open: false, id: "save-part" }, downloads()),
    );
  }

  function downloads() {
    const one = (words, service, fields, id) => {
      const work = async () => {
        app.status(t("inside.saving"), "busy");
        const { name, content } = await file(service, { puzzle: app.id, ...fields() }, "file");
        save(name, content);
        app.status(t("inside.saved", { name }), "good");
      };
      return task(app, words, "file", work, { sign: icon("save"), id });
    };
    const way = () => ({ encoding: encoding.name });
    return h(
      "div",
      { class: "row" },
      one("DIMACS", "encode", () => ({ ...way(), to: "dimacs" }), "save-dimacs"),
      one("norm", "encode", () => ({ ...way(), to: "norm" }), "save-norm"),
      one(t("inside.proof"), "prove", () => (encoding.model ? {} : way()), "save-proof"),
      one("SVG", "render", () => ({ ...state(), to: "svg" }), "save-svg"),
      one("PDF", "render", () => ({ ...state(), to: "pdf" }), "save-pdf"),
    );
  }

  const state = () => (shown.state ? { state: shown.state } : {});

  // the formula

  function take(name) {
    encoding = app.kind.encodings.find((one) => one.name === name);
    said.textContent = encoding.about;
    const auto = ["", t("inside.auto", { engine: encoding.engine })];
    choose(engine, [auto, ...fitting().map((one) => [one.name, one.name])]);
    told.textContent = "";
    wrong.hidden = true;
    about = {};
    kept = false;
    turn(1);
  }

  /** List the clauses about something; nothing is all of them. */
  function list(what, keep = false) {
    const same = JSON.stringify(what) === JSON.stringify(about);
    about = what;
    kept = keep;
    if (!same) turn(1);
  }

  function turn(to) {
    page = Math.min(Math.max(to || 1, 1), Math.max(pages, 1));
    load();
  }

  async function load() {
    if (app.current?.name !== "inside") return;
    if (encoding.model) {
      stop("formula");
      heading.textContent = t("inside.model_heading");
      clauses.say(t("inside.model"));
      return;
    }
    try {
      tell(await ask("formula", { puzzle: app.id, encoding: encoding.name, to: format === "norm" ? format : "dimacs", page, ...about }));
    } catch (error) {
      if (error.status === 400 && page > 1) return turn(1);
      app.fail(error);
    }
  }

  /** What the listed clauses are about, in words; nothing if they are all there are. */
  function named() {
    if (!about.cell && !about.place) return "";
    const spot = app.board.find({ at: about.cell, place: about.place });
    if (!spot) return about.place;
    return app.board.spot(spot).cell?.where ?? app.board.element(spot).getAttribute("aria-label");
  }

  function tell(found) {
    pages = found.pages;
    const size = t("inside.size", { variables: figure(found.variables), clauses: figure(found.clauses) });
    heading.replaceChildren(h("strong", { text: formats()[format] }), " · ", size, ...(format === "dimacs" ? [h("code", { text: found.heading })] : []));
    const where = named();
    filter.textContent = where ? t("inside.about", { where: capital(where), count: figure(found.total) }) : t("inside.point");
    every.hidden = !where;
    number.value = found.page;
    number.max = found.pages;
    pager.textContent = t("inside.pages", { pages: figure(found.pages) });
    if (found.lines.length) clauses.show(found.lines, format === "words");
    else clauses.say(t("inside.none"));
    if (page === 1 && !where) flaw(found);
  }

  /** What a formula that asks for less than the puzzle lets through. */
  function flaw({ weaker, wrong: seen }) {
    wrong.hidden = !weaker;
    if (!weaker) return;
    const words = [t("wrong.weaker")];
    if (!seen) words.push(t("wrong.lucky"));
    else if (seen.best !== undefined) words.push(t("wrong.value", { value: seen.value, best: seen.best }));
    words.push(...(seen?.broken ?? []).map((one) => `${capital(one)}.`));
    wrong.replaceChildren(
      h("h3", { text: t("wrong.title") }),
      h("p", { text: words.join(" ") }),
      ...(seen ? [button(t("wrong.show"), () => show({ state: seen.line }), { id: "wrong-show" })] : []),
    );
  }

  // the board

  /** Show a state. Where an entry is no cell, cells are told apart by what can be set there. */
  function show(what, marks = []) {
    shown = what;
    return app.show({ ...what, ...(marks.length ? { marks } : {}), ...(app.picture.answer.grid ? {} : { set: true }) });
  }

  /** The cells of a clause light up, and the clue that it belongs to. */
  function point(line) {
    if (app.current?.name !== "inside") return;
    const marks = (line?.cells ?? []).map((at) => ({ at, why: "look" }));
    if (line?.place) marks.push({ place: line.place, why: "known" });
    if (app.picture.answer.grid) app.board.mark(marks);
    else drawn(marks);
  }

  // Where an entry is no cell, the server knows what to mark.
  const drawn = later(80, (marks) => show(shown, marks));

  const aboutSpot = ({ at, place }) => (at ? { cell: at } : place ? { place } : {});
  const glance = later(150, (spot) => {
    if (!kept && app.current?.name === "inside") list(spot ? aboutSpot(spot) : {});
  });

  function key(event, spot) {
    if (event.key !== "Enter" && event.key !== " ") return event.key === "Escape" && kept ? (list({}), true) : false;
    list(aboutSpot(spot), true);
    return true;
  }

  // the rest

  async function resize() {
    const length = side.valueAsNumber;
    if (!Number.isInteger(length) || length < 1) return;
    try {
      const { id } = await ask("set", { puzzle: app.id, size: [length, length] }, "side");
      await app.go(id);
      side.focus();
    } catch (error) {
      app.fail(error);
    }
  }

  async function run() {
    told.textContent = "";
    app.status(t("inside.running"), "busy");
    const found = await ask("solve", { puzzle: app.id, encoding: encoding.name, ...(engine.value ? { engine: engine.value } : {}) }, "run");
    const words = [t(`run.${found.status}`), t("run.time", { engine: found.engine, time: brief(found.seconds.total) })];
    if (found.value !== undefined) words.push(t("solve.value", { value: found.value }));
    words.push(...[...found.broken, ...found.because].map((one) => `${capital(one)}.`));
    told.textContent = words.join(" ");
    app.status("");
    if (found.line) await show({ state: found.line });
  }

  /** Variables and clauses of all encodings, side by side. */
  async function measure() {
    if (sizes.dataset.id === app.id) return;
    sizes.textContent = t("inside.measuring");
    try {
      const found = await ask("sizes", { puzzle: app.id });
      sizes.dataset.id = app.id;
      const cell = (value) => h("td", { text: value === undefined ? "–" : figure(value) });
      sizes.replaceChildren(
        h(
          "table",
          {},
          h("thead", {}, h("tr", {}, ["inside.encoding", "inside.variables", "inside.clauses"].map((words) => h("th", { scope: "col", text: t(words) })))),
          h("tbody", {}, found.encodings.map((one) => h("tr", { title: one.error ?? one.about }, h("th", { scope: "row", text: one.name }), cell(one.variables), cell(one.clauses)))),
        ),
        ...(found.encodings.some((one) => one.model) ? [h("p", { class: "hint", text: t("inside.models") })] : []),
      );
    } catch (error) {
      sizes.replaceChildren();
      app.fail(error);
    }
  }

  function changed() {
    if (known === app.id) return;
    known = app.id;
    for (const lane of LANES) stop(lane);
    shown = {};
    about = {};
    kept = false;
    page = pages = 1;
    compare.forget();
    clauses.show([]);
    told.textContent = "";
    wrong.hidden = true;
    delete sizes.dataset.id;
    sizes.replaceChildren();
    const same = of === app.kind.name && app.kind.encodings.find((one) => one.name === encoding.name);
    encoding = same || (app.kind.encodings.find((one) => one.default) ?? app.kind.encodings[0]);
    of = app.kind.name;
  }

  async function enter() {
    const [width, height] = app.picture.size ?? [];
    side.parentElement.hidden = width !== height;
    side.value = width;
    app.board.hands = { press: (spot) => list(aboutSpot(spot), true), hover: glance, key };
    if (shown.state || !app.picture.answer.grid) show(shown);
    else app.board.show(app.picture);
    const { kind } = app;
    try {
      if (!engines.length) engines = (await ask("kinds", {}, "engines")).engines;
    } catch (error) {
      return app.fail(error);
    }
    if (app.kind !== kind) return; // another puzzle has come meanwhile
    const mark = (one) => (one.default ? ` (${t("inside.default")})` : one.weaker ? ` (${t("inside.weaker")})` : "");
    choose(kinds, app.kind.encodings.map((one) => [one.name, one.name + mark(one)]), encoding.name);
    take(encoding.name);
    if (document.getElementById("sizes-part").open) measure();
  }

  return {
    name: "inside",
    build,
    changed,
    enter,
    leave: () => {
      glance.cancel();
      drawn.cancel();
      for (const lane of LANES) stop(lane);
    },
  };
}
