// The first screen: all kinds with a small picture, or the puzzles of one kind; where one was, the puzzles of the day,
// and one's own. All that leads somewhere is a link, so the way back is the browser's.

import { linkTo } from "./address.js";
import { question } from "./asking.js";
import { dailyOf, makeDaily, stopDaily } from "./daily.js";
import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { drop, own } from "./made.js";
import { facts, titleOf } from "./shelf.js";
import { progress, solved } from "./solved.js";
import { thumbnail } from "./thumbnail.js";
import { capital, clock, t } from "./words.js";

const OWN = 24; // of one's own puzzles that are shown
const FIRST = 20; // cells of an easy first puzzle, at least

export function createCatalogue(app, root) {
  let doing, stopping;

  /** All kinds, or the puzzles of one; with the focus on its heading if somebody has come from elsewhere. */
  function show(kind, focused) {
    stopDaily();
    const now = progress();
    doing = h("p", { id: "told", role: "status" });
    stopping = button(t("cancel"), stopDaily, { sign: icon("stop"), class: "cancel", hidden: true });
    root.replaceChildren(...(kind ? puzzlesOf(kind, now) : kinds(now)));
    if (focused) root.querySelector("h1").focus({ preventScroll: true });
    root.scrollTop = 0;
  }

  const heading = (text) => h("h1", { tabindex: -1, text });
  const saying = () => h("div", { class: "row saying" }, doing, stopping);

  // all kinds

  function kinds(now) {
    return [
      heading(t("home.title")),
      welcome(now),
      saying(),
      h("ul", { class: "cards" }, app.kinds.map((kind) => card(kind, now))),
      ...yours(now),
    ];
  }

  /** Where one was; or, for who has never played here, an easy puzzle that is explained. */
  function welcome(now) {
    const [last] = [...now].filter(([id, { done }]) => !done && known(id)).sort(([, one], [, other]) => other.when - one.when);
    if (last) {
      const [id] = last;
      const words = [called(id), facts(app.kinds, id)].filter(Boolean).join(" · ");
      return h("p", { class: "welcome" }, h("a", { class: "press main", id: "go-on", href: linkTo(id) }, icon("play"), h("span", { text: t("home.go_on") })), h("span", { text: words }));
    }
    if (now.size) return null;
    const most = app.kinds.reduce((one, other) => (other.examples.length > one.examples.length ? other : one));
    return h("p", { class: "welcome" }, guided(most, "main"), h("span", { text: t("home.new", { kind: capital(most.name) }) }));
  }

  const called = (id) => capital(titleOf(app.kinds, id) || id.split(":")[0]);
  const known = (id) => app.kinds.some((kind) => kind.name === id.split(":")[0]);

  function card(kind, now) {
    const playable = kind.examples.filter((one) => one.solutions > 0);
    const done = playable.filter((one) => now.get(one.id)?.done).length;
    return h(
      "li",
      { class: "card", "data-kind": kind.name },
      kind.picture ? thumbnail(kind.picture) : null,
      h("h2", {}, h("a", { href: linkTo(kind.name), text: capital(kind.name) })),
      h("p", { lang: kind.language, text: kind.about }),
      h(
        "div",
        { class: "row apart" },
        today(kind, now),
        h("span", { class: "unseen", text: t("home.done", { done, count: playable.length }) }),
        h("span", { class: "hint", "aria-hidden": "true", text: `${done} / ${playable.length}` }),
      ),
    );
  }

  /** The puzzle of the day. */
  function today(kind, now) {
    if (!kind.recipe.length) return null;
    const done = now.get(dailyOf(kind.name))?.done ?? false;
    return button(t("home.today"), () => play(kind), { sign: icon(done ? "check" : "star"), class: "today", "data-done": done, "aria-description": done ? t("home.solved") : null });
  }

  async function play(kind) {
    stopping.hidden = false;
    try {
      const id = await makeDaily(kind.name, (text) => (doing.textContent = text));
      if (id) await app.go(id);
    } catch (error) {
      doing.textContent = "";
      app.fail(error);
    } finally {
      stopping.hidden = true;
    }
  }

  /** An easy puzzle of a kind with a guided start. */
  function guided(kind, look = "") {
    const large = kind.examples.filter((one) => one.solutions && one.size?.[0] * one.size?.[1] >= FIRST);
    const graded = (grade) => large.filter((one) => one.grade === grade);
    const [first] = [...graded("easy"), ...graded("medium"), ...large, ...kind.examples];
    return first && button(t("home.guide"), () => app.guided(first.id), { sign: icon("look"), class: look, "data-guide": kind.name });
  }

  // one kind

  function puzzlesOf(kind, now) {
    const items = kind.examples.map((one, i) => ({ ...one, number: i + 1 }));
    const study = items.filter((one) => !one.solutions);
    return [
      h("p", {}, h("a", { href: "/", class: "back", id: "back" }, icon("previous"), t("home.title"))),
      heading(capital(kind.name)),
      h("p", { class: "about", lang: kind.language, text: kind.about }),
      h(
        "div",
        { class: "row" },
        today(kind, now),
        guided(kind),
        kind.recipe.length ? button(t("home.make"), () => begin(kind, "generate"), { sign: icon("cycle"), id: "to-make" }) : null,
        kind.sets ? button(t("home.set"), () => begin(kind, "set"), { sign: icon("blank"), id: "to-set" }) : null,
      ),
      saying(),
      h("ol", { class: "puzzles", "aria-label": t("home.title") }, items.filter((one) => one.solutions).map((one) => tile(one, now))),
      study.length
        ? h("details", {}, h("summary", { text: t("home.study") }), h("ol", { class: "puzzles" }, study.map((one) => tile(one, now))))
        : null,
      ...yours(now, kind.name),
    ].filter(Boolean);
  }

  /** To the first puzzle of a kind, with another tab chosen. */
  async function begin(kind, tab) {
    if (await app.go(kind.examples[0].id)) app.choose(tab);
  }

  /** A puzzle: its picture if it is solved, else its number. */
  function tile({ id, number }, now) {
    const { done = false } = now.get(id) ?? {};
    const { picture, best } = solved()[id] ?? {};
    const state = done ? t("home.solved") : now.has(id) ? t("home.begun") : "";
    const words = [facts(app.kinds, id), state, done && best !== undefined ? clock(best) : ""];
    return h(
      "li",
      {},
      h(
        "a",
        { class: "tile", href: linkTo(id), "data-id": id, "data-state": done ? "solved" : now.has(id) ? "begun" : "new" },
        h("span", { class: "face", "aria-hidden": "true" }, picture ? thumbnail(picture) : (number ?? icon("blank"))),
        h("span", { class: number && !done ? "unseen" : "name", text: called(id) }),
        h("span", { class: "hint", text: words.filter(Boolean).join(" · ") }),
      ),
    );
  }

  // one's own

  function yours(now, kind) {
    const all = own().filter((one) => (!kind || one.kind === kind) && known(one.id));
    if (!all.length) return [];
    const items = all.slice(-OWN).reverse();
    const entry = (one) => {
      const item = tile(one, now);
      item.append(button(t("generate.drop"), () => remove(one, item), { sign: icon("erase"), bare: true, class: "quiet" }));
      return item;
    };
    return [h("h2", { text: t("home.own") }), h("ol", { class: "puzzles", id: "own", "aria-label": t("home.own") }, items.map(entry))];
  }

  async function remove({ id }, item) {
    if (!(await question(t("home.drop"), called(id), t("generate.drop"), t("cancel")))) return;
    drop(id);
    const next = item.nextElementSibling ?? item.previousElementSibling;
    item.remove();
    (next?.querySelector("a") ?? root.querySelector("h1")).focus();
  }

  return { show, say: (text) => (doing.textContent = text) };
}
