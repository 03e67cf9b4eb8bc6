// The keys of the page, on one sheet.

import { button, h } from "./dom.js";
import { t } from "./words.js";

const KEYS = [
  ["← ↑ ↓ →", "keys.move"],
  ["Shift ← ↑ ↓ →", "keys.draw"],
  ["1 2 3 … #", "keys.enter"],
  ["Space", "keys.cycle"],
  ["Backspace", "keys.clear"],
  ["n", "keys.notes"],
  ["m", "keys.mark"],
  ["z / Ctrl+Z", "keys.undo"],
  ["y / Ctrl+Y", "keys.redo"],
  ["Enter", "keys.edit"],
  ["< >", "keys.step"],
  ["Ctrl+V", "keys.paste"],
  ["?", "keys.help"],
];

export function showKeys() {
  const rows = KEYS.map(([keys, words]) => [h("dt", {}, h("kbd", { text: keys })), h("dd", { text: t(words) })]);
  const dialog = h(
    "dialog",
    { "aria-labelledby": "keys-title", onclose: () => dialog.remove() },
    h("h2", { id: "keys-title", text: t("bar.keys") }),
    h("dl", { class: "keys" }, rows.flat()),
    h(
      "div",
      { class: "row end" },
      button(t("close"), () => dialog.close(), { class: "main" }),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
