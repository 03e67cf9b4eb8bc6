// The panel Explain: a solution, hints from where the player is, the way to the solution step by step, the grade, why there
// is no solution, how many there are, and the solution as an animation where it has one.

import { ask, stop, stream } from "./api.js";
import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { legend } from "./legend.js";
import { brief, part, segments, task } from "./parts.js";
import { Reasons } from "./reasons.js";
import { Replay } from "./replay.js";
import { Steps } from "./steps.js";
import { capital, language, t } from "./words.js";

const LANES = ["solve", "hint", "explain", "grade", "why", "count", "replay"];

export function create(app) {
  let shown = null; // what the board shows: {state | values, marks}, or null for the board as it is given
  let known = ""; // the puzzle that all this is about, told in the language of now
  let depth = 1;
  let hinted, meaning, entering, counted, graded, played;

  const show = (state) => {
    replay.pause();
    shown = state;
    return app.show(state);
  };
  const steps = new Steps(app, show);
  const reasons = new Reasons(app, show);
  const replay = new Replay(app, async () => (await solved())?.line ?? null);

  function build(root) {
    known = "";
    hinted = h("p", { class: "told-step", id: "hint-text" });
    meaning = h("ul", { class: "legend", id: "hint-legend", "aria-label": t("legend.title") });
    entering = button(t("hint.enter"), () => {}, { id: "hint-enter", hidden: true });
    counted = h("output", { class: "figure", id: "count-text" });
    graded = h("output", { class: "figure", id: "grade-text" });
    played = replay.build();
    root.append(
      h("h2", { class: "unseen", text: t("tab.explain") }),
      h("div", { class: "row" }, task(app, t("solve.show"), "solve", solution, { class: "main", sign: icon("check"), id: "solve" }), button(t("solve.hide"), clear, { id: "clear", sign: icon("restart") }), app.present.button("explain")),
      played,
      part(
        t("hint.title"),
        {},
        segments(t("hint.depth"), "depth", [1, 2, 3].map((n) => [n, t(`hint.${n}`)]), depth, (chosen) => (depth = chosen)),
        h("div", { class: "row" }, task(app, t("hint.ask"), "hint", hint, { id: "hint" }), entering),
        hinted,
        meaning,
      ),
      steps.build(),
      part(
        t("figures.title"),
        {},
        h("div", { class: "row" }, task(app, t("grade.ask"), "grade", grade, { id: "grade" }), graded),
        h("div", { class: "row" }, task(app, t("count.ask"), "count", count, { id: "count" }), counted),
      ),
      reasons.build(),
    );
  }

  function forget() {
    for (const lane of LANES) stop(lane);
    shown = null;
    for (const one of [steps, reasons, replay]) one.forget();
    for (const element of [hinted, meaning, counted, graded]) element.textContent = "";
    entering.hidden = true;
  }

  function clear() {
    forget();
    app.status("");
    app.board.show(app.picture);
  }

  /** A solution; null, and words about it, if there is none. */
  async function solved() {
    app.status(t("solve.looking"), "busy");
    const found = await ask("solve", { puzzle: app.id });
    if (found.status === "solved") {
      const value = found.value === undefined ? "" : ` ${t("solve.value", { value: found.value })}`;
      app.status(`${t("solve.found", { time: brief(found.seconds.total) })}${value}`, "good");
      return found;
    }
    const because = found.because.map((one) => `${capital(one)}.`);
    app.status([t(found.status === "unsolvable" ? "verdict.none" : "verdict.undecided"), ...because].join(" "), "bad");
    return null;
  }

  async function solution() {
    const found = await solved();
    if (found) await show({ state: found.line });
  }

  /** A hint from where the player is. */
  async function hint() {
    entering.hidden = true;
    app.status(t("hint.looking"), "busy");
    const state = await app.play.state();
    const found = await ask("hint", { puzzle: app.id, ...state, depth });
    hinted.textContent = found.text;
    app.speak(found.text);
    app.status("");
    await show({ ...state, marks: found.marks });
    meaning.replaceChildren(...legend(app.board.picture));
    const cells = found.cells.filter((cell) => cell.holds);
    if (!state.values || !cells.length) return;
    entering.hidden = false;
    entering.onclick = () => enterHint(cells);
  }

  function enterHint(cells) {
    app.play.enterValues(cells);
    app.play.leave(); // the board is this panel's
    hinted.textContent = t("hint.entered");
    meaning.replaceChildren();
    app.speak(hinted.textContent);
    document.getElementById("hint").focus();
    entering.hidden = true;
    show({ values: app.play.values() });
  }

  async function grade() {
    graded.textContent = "";
    app.status(t("grade.looking"), "busy");
    const { status, text } = await ask("grade", { puzzle: app.id });
    app.status("");
    if (!text) {
      graded.textContent = t(`verdict.${status}`);
      return;
    }
    graded.textContent = capital(text);
  }

  async function count() {
    counted.textContent = "";
    app.status(t("count.looking"), "busy");
    for await (const { count: number, exact, done } of stream("count", { puzzle: app.id })) {
      counted.textContent = t(exact ? "count.exact" : "count.least", { count: BigInt(number).toLocaleString(language) });
      if (done) app.status("");
    }
  }

  return {
    name: "explain",
    build,
    changed: () => {
      if (known === app.id) return;
      known = app.id;
      forget();
    },
    enter: () => {
      played.hidden = app.picture.answer.grid;
      if (shown) app.show(shown);
      else app.board.show(app.picture);
    },
    leave: () => {
      replay.pause();
      for (const lane of LANES) stop(lane);
    },
  };
}
