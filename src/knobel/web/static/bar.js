// The bar at the top: which kind, which puzzle of a list, opening others, language and theme.

import { ask } from "./api.js";
import { button, choose, h } from "./dom.js";
import { openDialog } from "./open.js";
import { showKeys } from "./help.js";
import { icon } from "./icons.js";
import { showShare } from "./share.js";
import { facts } from "./shelf.js";
import { progress, solved } from "./solved.js";
import { capital, language, languages, t } from "./words.js";

const THEMES = ["auto", "light", "dark"];

export function createBar(app, root, changeLanguage) {
  let list = { items: [], kind: "", index: 0 }; // the puzzles that < and > go through: examples, or those of a file
  let kinds, puzzles;

  const theme = () => document.documentElement.dataset.theme ?? "auto";

  function build() {
    kinds = h("select", { "aria-label": t("bar.kind"), onchange: () => examples(kinds.value) });
    puzzles = h("select", { "aria-label": t("bar.puzzle"), onchange: () => visit(Number(puzzles.value)) });
    const tongue = h("select", { "aria-label": t("bar.language"), onchange: () => changeLanguage(tongue.value) });
    choose(
      kinds,
      app.kinds.map((kind) => [kind.name, capital(kind.name)]),
    );
    choose(tongue, languages, language);
    const shade = button(t(`theme.${theme()}`), () => turn(shade), { sign: icon(theme()), bare: true, class: "quiet" });
    root.replaceChildren(
      h(
        "a",
        { class: "brand", href: "/", id: "brand", title: t("home.title"), onclick: home },
        h("img", { src: "/static/icon.svg", alt: "" }),
        h("span", { text: "knobel" }),
      ),
      h(
        "div",
        { class: "choosing" },
        kinds,
        button(t("bar.previous"), () => step(-1), {
          sign: icon("previous"),
          bare: true,
          class: "quiet",
          id: "previous",
        }),
        puzzles,
        button(t("bar.next"), () => step(1), { sign: icon("next"), bare: true, class: "quiet", id: "next" }),
      ),
      h(
        "div",
        { class: "tools" },
        button(t("bar.open"), () => opening.show(), { sign: icon("open"), id: "open" }),
        button(t("share.share"), () => showShare(app), { sign: icon("copy"), bare: true, class: "quiet", id: "share" }),
        button(t("bar.keys"), () => showKeys(app), { sign: icon("keys"), bare: true, class: "quiet", id: "keys" }),
        tongue,
        shade,
      ),
    );
    if (app.id) update();
    else kinds.value = ""; // none is chosen
  }

  /** To the first screen, without loading the page anew. */
  function home(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // in another tab
    event.preventDefault();
    app.home();
  }

  function turn(shade) {
    const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];
    if (next === "auto") {
      delete document.documentElement.dataset.theme;
      localStorage.removeItem("knobel:theme");
    } else {
      document.documentElement.dataset.theme = next;
      localStorage.setItem("knobel:theme", next);
    }
    shade.replaceChildren(icon(next));
    shade.title = t(`theme.${next}`);
    shade.setAttribute("aria-label", shade.title);
  }

  /** The first example of a kind. */
  function examples(name) {
    const kind = app.kinds.find((one) => one.name === name);
    list = { items: kind.examples, kind: name, index: 0 };
    visit(0);
  }

  function visit(index) {
    list.index = index; // at once, for the next step may come before the puzzle
    const { id, name } = list.items[index];
    return app.go(id, { name: list.kind === null ? name : "" }); // examples are named by the shelf
  }

  /** How to come to the next puzzle that is not solved; from the last one, back to all of the kind. */
  function next() {
    const count = list.items.length;
    const now = progress();
    const order = Array.from({ length: count }, (_, i) => (list.index + 1 + i) % count);
    const open = order.find((i) => list.items[i].id !== app.id && list.items[i].solutions !== 0 && !now.get(list.items[i].id)?.done);
    return () => (open === undefined ? app.home(app.kind.name) : visit(open));
  }

  /** The puzzle before or after this one; an edited one stays where it was in the list. */
  function step(by) {
    const count = list.items.length;
    if (count) visit((list.index + by + count) % count);
  }

  /** Puzzles from elsewhere, of texts or files: go to the first of them that can be read. */
  async function read(sources) {
    try {
      const found = [];
      for (const source of sources) {
        const { puzzles: some } = await ask("read", source).catch(refused);
        found.push(...some);
      }
      const items = found.filter((one) => one.id);
      if (!items.length) {
        app.status(capital(found[0]?.error ?? t("open.nothing")), "bad");
        return false;
      }
      if (items.length > 1) list = { items, kind: null, index: 0 };
      const shown = await app.go(items[0].id, { name: items.length > 1 ? items[0].name : "" });
      if (shown && items.length > 1) app.status(t("open.found", { count: items.length }), "good");
      return shown;
    } catch (error) {
      app.fail(error);
      return false;
    }
  }

  /** A source that cannot be read stands for its error, so that it does not hide the others. */
  function refused(error) {
    if (error.status !== 400) throw error;
    return { puzzles: [{ error: error.message }] };
  }

  function update() {
    const inside = list.items.some((one) => one.id === app.id);
    if (!inside && (list.kind !== null || !list.items.length) && list.kind !== app.kind.name) {
      list = { items: app.kind.examples, kind: app.kind.name, index: 0 };
    }
    kinds.value = app.kind.name;
    const at = list.items.findIndex((one) => one.id === app.id);
    if (at >= 0) list.index = at;
    const now = progress();
    const named = (one) => (list.kind === null || one.id in solved() ? one.name : facts(app.kinds, one.id));
    const pairs = list.items.map((one, i) => [i, `${i + 1} · ${named(one)}${now.get(one.id)?.done ? " ✓" : ""}`]);
    choose(puzzles, at < 0 ? [...pairs, ["", t("bar.own")]] : pairs, at < 0 ? "" : at);
    puzzles.title = app.id in solved() ? (list.items[at]?.about ?? "") : "";
  }

  const opening = openDialog(app, read);
  return { build, update, step, next, read };
}
