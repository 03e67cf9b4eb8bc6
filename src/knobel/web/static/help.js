// What mouse, fingers and keys do here, on one sheet: the words are those of the kind and of the game that is played.

import { button, h } from "./dom.js";
import { t } from "./words.js";

const ARROWS = "← ↑ ↓ →";
const NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space" };
const SETTING = [["Space", "keys.cycle"], ["Backspace", "keys.clear"], ["Enter", "keys.edit"]];
const COMMON = [["z / Ctrl+Z", "keys.undo"], ["y / Ctrl+Y", "keys.redo"], ["< >", "keys.step"], ["+ -", "help.zoom"], ["Ctrl+V", "keys.paste"], ["?", "keys.help"]];
const worded = (rows) => rows.map(([keys, words]) => [keys, t(words)]);

/** The keys of values; numbers are told together. */
function valueKeys(values) {
  const numbers = values.filter(({ word }) => /^\d+$/.test(word));
  const others = numbers.length > 2 ? values.filter((look) => !numbers.includes(look)) : values;
  const together = numbers.length > 2 ? [[`${numbers[0].word} … ${numbers.at(-1).word}`, t("keys.number")]] : [];
  return [...together, ...others.map((look) => [look.keys.filter((key) => key.length === 1).join(" "), look.word])];
}

const ZOOMING = () => [t("help.fingers"), t("help.zoom")];

/** Of a game with brushes; `pieces`: what is written can be carried. */
export function brushHelp({ values, boards }, pieces) {
  const words = values.map((look) => look.word).join(", ");
  const clues = boards[0].top_places.length ? [[t("help.clue"), t("help.cross")]] : [];
  return {
    mouse: [
      [t("help.click"), t("help.writes", { values: words })],
      [t("help.right"), t("help.last", { value: values.at(-1)?.word ?? "" })],
      [t("help.drag"), t(pieces ? "help.carry" : "help.paint")],
      ...clues,
      ZOOMING(),
    ],
    keys: [
      [ARROWS, t("keys.move")],
      [`Shift ${ARROWS}`, t("keys.draw")],
      ...valueKeys(values),
      ...worded([["Space", "keys.cycle"], ["Backspace", "keys.clear"], ["n", "keys.notes"], ["m", "keys.mark"], ["t", "keys.trial"]]),
    ],
  };
}

/** Of a game in which cells are selected. */
export function selectHelp({ values }) {
  return {
    mouse: [
      [t("help.click"), t("help.select")],
      [t("help.drag"), t("help.many")],
      [t("help.more"), t("help.add")],
      [t("help.right"), t("help.last", { value: values.at(-1)?.word ?? "" })],
      [t("help.clue"), t("help.cross")],
      ZOOMING(),
    ],
    keys: [
      [ARROWS, t("keys.move")],
      [`Shift ${ARROWS}`, t("keys.extend")],
      ...valueKeys(values),
      ...worded([["Backspace", "keys.clear"], ["n", "keys.notes"], ["N", "keys.centre"], ["c", "keys.colour"], ["m", "keys.mark"], ["t", "keys.trial"]]),
    ],
  };
}

export function revealHelp() {
  return {
    mouse: [[t("help.click"), t("help.uncover")], [t("help.right"), t("keys.flag")], ZOOMING()],
    keys: [[ARROWS, t("keys.move")], ["Space", t("keys.uncover")], ["f", t("keys.flag")]],
  };
}

export function moveHelp({ moves, words }) {
  return { mouse: [ZOOMING()], keys: moves.map(({ key, code }) => [NAMES[key] ?? key, words[`moves.${code}`] ?? code]) };
}

/** The sheet of the game that is played, or of a board that is set. */
export function showKeys(app) {
  const playing = app.current?.name === "play" ? app.play.help() : null;
  const { mouse, keys } = playing ?? { mouse: [ZOOMING()], keys: worded([[ARROWS, "keys.move"], ["1 2 3 … #", "keys.enter"], ...SETTING]) };
  const table = (rows) => h("dl", { class: "keys" }, rows.flatMap(([one, words]) => [h("dt", {}, h("kbd", { text: one })), h("dd", { text: words })]));
  const dialog = h(
    "dialog",
    { "aria-labelledby": "keys-title", id: "help", onclose: () => dialog.remove() },
    h("p", { class: "hint", tabindex: -1, autofocus: true, text: app.kind?.about ?? "" }), // or it begins at its end
    h("h2", { text: t("help.mouse") }),
    table(mouse),
    h("h2", { id: "keys-title", text: t("bar.keys") }),
    table([...keys, ...worded(COMMON)]),
    h(
      "div",
      { class: "row end" },
      button(t("close"), () => dialog.close(), { class: "main" }),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
