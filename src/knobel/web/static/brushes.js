// What clicks write: one value after the other, one value, or nothing.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

/** A choice of brushes. `choose` gets a value, -1 to erase, or null to go through the values. */
export function brushes(values, choose) {
  const brush = (value, words, ...inside) => {
    const input = h("input", { type: "radio", name: "brush", "aria-label": words, onchange: () => choose(value) });
    input.checked = value === null;
    return h("label", { class: "brush", title: words }, input, ...inside);
  };
  return h(
    "div",
    { class: "brushes", role: "radiogroup", "aria-label": t("play.brush") },
    brush(null, t("play.cycle"), h("span", { class: "swatch plain" }, icon("cycle"))),
    values.map((look) => brush(look.value, look.name, swatch(look), h("kbd", { text: look.keys[0] }))),
    brush(-1, t("play.erase"), h("span", { class: "swatch plain" }, icon("erase"))),
  );
}

function swatch({ text = "", fill, ink }) {
  const chip = h("span", { class: "swatch", text });
  if (fill) chip.style.backgroundColor = fill;
  chip.style.color = ink;
  return chip;
}
