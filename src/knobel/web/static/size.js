// The size of a board that is set: two fields, which show the size that the board has.

import { h } from "./dom.js";
import { t } from "./words.js";

/** `edit(change, more)` changes the board. `root` has the fields, `tell()` writes the size of now into them. */
export function sizeFields(app, edit) {
  const number = (words, id) =>
    h("input", { type: "number", min: 1, max: 2000, "aria-label": t(words), id, onchange: resize });
  const [width, height] = [number("set.width", "width"), number("set.height", "height")];
  const root = h("div", { class: "row" }, h("span", { text: t("set.size") }), width, h("span", { text: "×" }), height);

  /** What was refused does not stay in the fields. */
  function tell() {
    if (app.picture) [width.value, height.value] = app.picture.size;
  }

  async function resize(event) {
    const size = [width.valueAsNumber, height.valueAsNumber];
    const [columns, rows] = app.picture.size;
    if (!size.every((side) => Number.isInteger(side) && side >= 1)) {
      app.status(t("set.no_size"), "bad");
      return tell();
    }
    const side = event.target.valueAsNumber;
    const made = await edit({ size }, { square: columns === rows && size[0] !== size[1] });
    if (made === false) await edit({ size: [side, side] }); // boards of this kind are squares
    tell();
  }

  return { root, tell };
}
