// What a verdict says to a setter: how many solutions, what to add, which clues contradict each other.

import { ask } from "./api.js";
import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { pointing } from "./parts.js";
import { capital, decimal, t } from "./words.js";

const TONES = { none: "bad", one: "good", many: "", undecided: "" };
const SIGNS = { none: "✗", one: "✓", many: "≥2", undecided: "?" };

export class Verdict {
  /** `hands`: `take(suggestion)`, `changes(suggestion)`, `reach(place)`, and `point(marks)`, which marks the board for a moment. */
  constructor(app, hands) {
    this.app = app;
    this.hands = hands;
    this.root = h("div", { class: "verdict", id: "verdict" });
  }

  /** Show a verdict; `quiet` leaves the line below the board alone, and there is more to come until it is `done`. */
  tell(found, { quiet = false, done = true } = {}) {
    this.found = found;
    const { status, open, complete, seconds, suggest, why } = found;
    const words = t(`verdict.${status}`);
    this.root.dataset.status = status;
    this.root.dataset.id = found.id;
    this.root.setAttribute("aria-busy", String(!done));
    this.root.replaceChildren(
      h(
        "p",
        { class: `told ${TONES[status]}` },
        h("span", { class: "sign", "aria-hidden": "true", text: SIGNS[status] }),
        h("strong", { text: words }),
      ),
    );
    if (status === "many" && complete) this.root.append(h("p", { text: t("verdict.open", { count: open.length }) }));
    if (suggest) {
      const changes = this.hands.changes(suggest); // of what is drawn; a clue that is added takes nothing away
      const add = button(t(changes ? "verdict.alter" : "verdict.add"), () => this.hands.take(suggest), {
        class: "main",
        sign: icon("star"),
        id: "suggest",
      });
      const { at, place } = suggest;
      const cells = changes ?? (at || place ? [{ at, place }] : []);
      pointing(add, cells.map((one) => ({ ...one, why: "given" })), this.hands.point);
      const words = capital(suggest.words);
      const told = changes ? t("verdict.change", { count: changes.length, words }) : `${t("verdict.suggest")} ${words}.`;
      this.root.append(h("p", { id: "suggestion", text: told }), h("div", { class: "row" }, add));
    }
    if (why.length) {
      this.root.append(
        h("p", { text: t("verdict.why") }),
        h(
          "ul",
          { class: "why" },
          why.map((one) => this.reason(one)),
        ),
      );
    } else if (status === "none" && done) {
      this.root.append(
        h(
          "div",
          { class: "row" },
          button(t("verdict.ask"), () => this.name(), { class: "main", id: "why" }),
        ),
      );
    }
    if (!quiet) this.app.status(`${words} ${t("verdict.seconds", { seconds: decimal(seconds, 2) })}`, TONES[status]);
  }

  reason({ words, place }) {
    if (!place) return h("li", { text: capital(words) });
    const link = button(capital(words), () => this.hands.reach(place), { class: "link" });
    return h("li", {}, pointing(link, [{ place, why: "look" }], this.hands.point));
  }

  /** Name the clues that contradict each other, when a verdict had no time for that. */
  async name() {
    const { found } = this;
    this.app.status(t("verdict.looking"), "busy");
    try {
      const { clues, argument } = await ask("why", { puzzle: found.id }, "set");
      found.why = argument ? [{ words: argument }, ...clues] : clues;
      this.tell(found);
      this.hands.point([]);
      if (!found.why.length) this.app.status(t("verdict.unknown"));
    } catch (error) {
      this.app.fail(error);
    }
  }
}
