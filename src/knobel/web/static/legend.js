// What the marks on the board mean: each that occurs, drawn as it is there, with its words.

import { h, s } from "./dom.js";
import { SIGNS, U, crossedOut, marked } from "./shapes.js";
import { t } from "./words.js";

const OUT = "out"; // stands for crossed-out candidates
const ORDER = ["line", "known", "look", ...Object.keys(SIGNS).filter((why) => why !== "known" && why !== "look"), OUT];

/** What the marks of a picture are for, and whether candidates are crossed out on it. */
function whys({ boards }) {
  const cells = boards.flatMap((board) => board.cells.flat());
  const found = cells.flatMap(({ mark, marks, out }) => [mark, ...(marks ?? []), out?.length ? OUT : null]);
  return new Set([...found, ...boards.flatMap(({ top_marks, left_marks }) => [...top_marks, ...left_marks])]);
}

/** An entry of the list for each mark that is on a picture. */
export function legend(picture) {
  const occurring = whys(picture);
  return ORDER.filter((why) => occurring.has(why)).map((why) => {
    const shapes = why === OUT ? crossedOut(["3"], 0, 0) : marked(why, 0, 0, U, U);
    const seen = why === OUT ? `0 ${U - 16} 16 16` : `0 0 ${U} ${U}`; // a candidate stands in a corner of its cell
    const sign = s("svg", { viewBox: seen, class: "board sample", "aria-hidden": "true" }, s("rect", { width: U, height: U, class: "paper" }), shapes);
    return h("li", { "data-why": why }, sign, h("span", { text: t(`mark.${why}`) }));
  });
}
