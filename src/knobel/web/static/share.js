// Sharing a puzzle: to copy as an ID, an address or text; to save as a picture, or as a file that anyone can play.

import { Stale, file } from "./api.js";
import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { name, own } from "./made.js";
import { field, save } from "./parts.js";
import { capital, t } from "./words.js";

const AUTHOR = "knobel:author";

export function showShare(app) {
  if (!app.picture) return;
  const titled = own().find((one) => one.id === app.id)?.title ?? "";
  const title = h("input", { type: "text", maxlength: 100, id: "share-name", value: titled, onchange: entitle });
  const author = h("input", { type: "text", maxlength: 100, id: "share-author", value: localStorage.getItem(AUTHOR) ?? "" });
  const said = h("output", { id: "shared" });
  const shown = h("textarea", { rows: 3, readonly: true, hidden: true, "aria-label": t("share.shown") });

  /** A puzzle of one's own is called so from now on. */
  function entitle() {
    name(app.id, title.value.trim());
    app.renamed();
  }

  /** Where the browser does not let a page copy, the text stands there to be copied by hand. */
  async function copy(text, words = t("share.copied")) {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = words;
    } catch {
      shown.hidden = false;
      shown.value = text;
      shown.select();
    }
  }

  async function made(to, then) {
    localStorage.setItem(AUTHOR, author.value);
    said.textContent = "";
    try {
      await then(await file("render", { puzzle: app.id, to, title: title.value, author: author.value }, "share"));
    } catch (error) {
      if (!(error instanceof Stale)) said.textContent = capital(error.message || t("error.server"));
    }
  }

  const copied = (to) => () => made(to, async ({ content }) => copy(await content.text()));
  const saved = (to) => () =>
    made(to, ({ name, content }) => {
      save(name, content);
      said.textContent = t("inside.saved", { name });
    });
  const one = (words, action, sign, id, more = {}) => button(t(words), action, { sign: icon(sign), id, ...more });
  const linked = app.kind.formats.some((form) => form.name === "puzzlink" && form.writes);
  const dialog = h(
    "dialog",
    { "aria-labelledby": "share-head", onclose: () => dialog.remove() },
    h("h2", { id: "share-head", text: t("share.share") }),
    field(t("share.name"), title),
    field(t("share.author"), author),
    h(
      "div",
      { class: "row" },
      one("bar.copy", () => copy(location.href, t("bar.copied")), "copy", "share-address"),
      one("share.id", () => copy(app.id), "copy", "share-id"),
      linked ? one("share.puzzlink", copied("puzzlink"), "copy", "share-puzzlink") : null,
      one("share.text", copied("text"), "copy", "share-text"),
      button("PNG", saved("png"), { sign: icon("save"), id: "share-png" }),
      button("SVG", saved("svg"), { sign: icon("save"), id: "share-svg" }),
    ),
    h("hr"),
    h("p", { text: t("share.words") }),
    h("div", { class: "row" }, one("share.play", saved("play"), "save", "share-play", { class: "main" })),
    said,
    shown,
    h("div", { class: "row end" }, button(t("close"), () => dialog.close(), { class: "quiet" })),
  );
  document.body.append(dialog);
  dialog.showModal();
}
