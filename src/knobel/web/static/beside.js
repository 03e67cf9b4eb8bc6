// What of a puzzle can be edited beside the board: its options, and clues that stand on no line.

import { choose, h } from "./dom.js";
import { field } from "./parts.js";
import { worded } from "./words.js";

/** A field for each; `edit({place, text})` writes. */
export function besideFields(app, edit) {
  const { top_places, left_places, right_places, bottom_places } = app.picture.boards[0];
  const lines = new Set([top_places, left_places, right_places, bottom_places].flat());
  const beside = app.picture.slots.filter(({ place }) => place.split(":").length < 3 && !lines.has(place));
  return beside.map(({ place, text, choices }) => {
    const name = place.split(":")[0];
    const input = h(choices.length ? "select" : "input", {
      "data-place": place,
      onchange: () => edit({ place, text: input.value }),
    });
    const pairs = choices.map((one) => [one, worded(app.kind, name, one)]);
    if (pairs.length) choose(input, pairs, text);
    else input.value = text;
    return field(app.kind.words[`slots.${name}`] ?? name, input);
  });
}
