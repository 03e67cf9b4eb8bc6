// What clicks write: one value after the other, one value, or nothing.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

/** A choice of brushes, each with its word. `choose` gets a value, -1 to erase, or null to go through the values. */
export function brushes(values, chosen, choose) {
  const brush = (value, words, about, key, sign) => {
    const input = h("input", { type: "radio", name: "brush", value, "aria-label": about, onchange: () => choose(value) });
    input.checked = value === chosen;
    return h("label", { class: "brush", title: key ? `${about} (${key})` : about }, input, sign, h("span", { class: "word", text: words }));
  };
  const plain = (name) => h("span", { class: "swatch plain" }, icon(name));
  return h(
    "div",
    { class: "brushes", role: "radiogroup", "aria-label": t("play.brush") },
    brush(null, t("play.in_turn"), t("play.cycle"), "", plain("cycle")),
    values.map((look) => brush(look.value, look.word, look.name, look.keys[0], swatch(look))),
    brush(-1, t("play.erase"), t("play.erase"), "", plain("erase")),
  );
}

/** How a value looks, on a small square. */
export function swatch({ text = "", fill, ink }) {
  const chip = h("span", { class: "swatch", text });
  if (fill) chip.style.backgroundColor = fill;
  chip.style.color = ink;
  return chip;
}
