// A guided start of one minute: what the puzzle asks for, then a few steps that one makes oneself, each with its reason.

import { ask } from "./api.js";
import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

const STEPS = 3; // that are shown; then one goes on alone
const LOOKING = 250; // milliseconds between two looks at what was entered
const LANE = "guide";

export function createGuide(app) {
  let root = null;
  let watching = 0;

  /** Begin at the puzzle that is shown. */
  function start() {
    end();
    root = h("section", { id: "guide", "aria-live": "polite", "aria-label": t("home.guide") });
    document.getElementById("panel-play").prepend(root);
    say(1, [app.kind.about, t(app.picture.answer.grid ? "guide.enter" : "moves.words")], button(t("guide.next"), () => step(1), { class: "main", id: "guide-next" }));
  }

  function end() {
    clearInterval(watching);
    root?.remove();
    root = null;
    app.board.pin([]);
  }

  /** One bubble: its number, its sentences, what can be pressed. */
  function say(number, sentences, ...buttons) {
    const close = button(t("guide.end"), end, { sign: icon("close"), bare: true, class: "quiet", id: "guide-end" });
    root.replaceChildren(
      h("div", { class: "row apart" }, h("strong", { text: t("guide.number", { number, count: STEPS + 2 }) }), close),
      ...sentences.map((text) => h("p", { text })),
      h("div", { class: "row" }, ...buttons),
    );
  }

  /** The next step: it is told, marked, and made by the player. */
  async function step(number) {
    clearInterval(watching);
    const values = app.play.values();
    const found = values && number <= STEPS ? await look(values) : null;
    if (!root) return;
    const cells = found?.cells.filter((one) => one.holds) ?? [];
    if (!cells.length) return last();
    const { marks, text } = found;
    say(number + 1, [text, t("guide.turn")], button(t("guide.show"), () => app.play.enterValues(cells), { id: "guide-show" }));
    app.board.pin(marks);
    watching = setInterval(() => watch(cells, marks, number), LOOKING);
  }

  async function look(values) {
    try {
      return await ask("hint", { puzzle: app.id, values, depth: 3 }, LANE);
    } catch (error) {
      app.fail(error);
      return null;
    }
  }

  /** When all of it is entered, the next step comes; who is elsewhere or has solved it needs none. */
  function watch(cells, marks, number) {
    const solved = !document.getElementById("finish").hidden;
    if (solved || app.current?.name !== "play" || !root.isConnected) return end();
    const values = app.play.values();
    if (cells.every(({ at: [r, c], value }) => values?.[r]?.[c] === value)) step(number + 1);
    else if (app.board.pinned !== marks) app.board.pin(marks);
  }

  function last() {
    app.board.pin([]);
    say(STEPS + 2, [t("guide.last")], button(t("guide.done"), end, { class: "main", id: "guide-done" }));
  }

  return { start, end };
}
