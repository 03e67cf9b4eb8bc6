// The bar at the top: which kind, which puzzle of a list, opening others, language and theme.

import { ask } from "./api.js";
import { button, choose, h } from "./dom.js";
import { openDialog } from "./open.js";
import { showKeys } from "./help.js";
import { icon } from "./icons.js";
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
        { class: "brand", href: "/", onclick: (event) => event.preventDefault() },
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
        button(t("bar.copy"), copy, { sign: icon("copy"), bare: true, class: "quiet", id: "copy" }),
        button(t("bar.keys"), showKeys, { sign: icon("keys"), bare: true, class: "quiet", id: "keys" }),
        tongue,
        shade,
      ),
    );
    if (app.kind) update();
    else kinds.value = ""; // none is chosen
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

  async function copy() {
    try {
      await navigator.clipboard.writeText(location.href);
      app.status(t("bar.copied"), "good");
    } catch {
      app.status(location.href);
    }
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
    return app.go(id, { name });
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
      const shown = await app.go(items[0].id, { name: items.length > 1 ? items[0].name : nameOf(items[0].id) });
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

  /** What an example is called. */
  function nameOf(id) {
    return app.kinds.flatMap((kind) => kind.examples).find((one) => one.id === id)?.name ?? "";
  }

  function update() {
    const inside = list.items.some((one) => one.id === app.id);
    if (!inside && (list.kind !== null || !list.items.length) && list.kind !== app.kind.name) {
      list = { items: app.kind.examples, kind: app.kind.name, index: 0 };
    }
    kinds.value = app.kind.name;
    const at = list.items.findIndex((one) => one.id === app.id);
    if (at >= 0) list.index = at;
    const pairs = list.items.map((one, i) => [i, `${i + 1} · ${one.name}`]);
    choose(puzzles, at < 0 ? [...pairs, ["", t("bar.own")]] : pairs, at < 0 ? "" : at);
    puzzles.title = list.items[at]?.about ?? "";
  }

  const opening = openDialog(app, read);
  return { build, update, step, read, nameOf };
}
