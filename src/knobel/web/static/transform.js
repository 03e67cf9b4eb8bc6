// What a setter does to a whole board: its size, a new one, turning, mirroring, shifting, lines more or fewer.

import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { part } from "./parts.js";
import { t } from "./words.js";

const SHIFTS = [
  ["left", "set.shift_left", "column", -1],
  ["right", "set.shift_right", "column", 1],
  ["up", "set.shift_up", "row", -1],
  ["down", "set.shift_down", "row", 1],
];
const LINES = [
  ["insert", "set.insert_row", "row"],
  ["insert", "set.insert_column", "column"],
  ["delete", "set.delete_row", "row"],
  ["delete", "set.delete_column", "column"],
];

/** `edit(fields)` changes the board; `fields` may be a function, which is called when the board before is known. */
export function transforms(app, edit, sketch) {
  const change = (action, axis, more) => () =>
    edit(() => {
      const values = sketch.possible ? sketch.values : null; // what is drawn is moved, and clues follow
      return { transform: { action, axis, ...more?.() }, ...(values && { values }) };
    });
  const one = (words, sign, id, onclick) => button(t(words), onclick, { sign: icon(sign), id });
  const bare = (words, sign, id, onclick) => button(t(words), onclick, { sign: icon(sign), id, bare: true });
  const here = (axis) => () => ({ at: Math.max(0, axis === "row" ? app.board.at.r : app.board.at.c) });
  const line = ([action, words, axis]) => one(words, action === "insert" ? "in" : "out", `${action}-${axis}`, change(action, axis, here(axis)));
  const shift = ([way, words, axis, by]) => bare(words, way, `shift-${way}`, change("shift", axis, () => ({ by })));
  return [
    h(
      "div",
      { class: "row" },
      one("set.new", "blank", "new", () => edit({ kind: app.kind.name, size: app.picture.size })),
      app.kind?.turns ? one("set.turn", "turn", "turn", change("turn")) : null,
    ),
    part(
      t("set.whole"),
      { open: false, id: "whole" },
      app.kind?.mirrors
        ? h("div", { class: "row" }, one("set.mirror_column", "across", "mirror-column", change("mirror", "column")), one("set.mirror_row", "upright", "mirror-row", change("mirror", "row")))
        : null,
      h("div", { class: "row" }, h("span", { text: t("set.shift") }), SHIFTS.map(shift)),
      h("p", { class: "hint", text: t("set.lines") }),
      h("div", { class: "row" }, LINES.map(line)),
    ),
  ];
}
