// Why a board has no solution: the clues that contradict each other, the story of the contradiction, what would mend it.

import { ask } from "./api.js";
import { button, h } from "./dom.js";
import { part, pointing, task } from "./parts.js";
import { capital, t } from "./words.js";

export class Reasons {
  constructor(app, show) {
    this.app = app;
    this.show = show;
  }

  build() {
    this.found = h("div", { class: "reasons", id: "reasons", "aria-live": "polite" });
    return part(t("why.title"), { open: false, id: "why-part" }, h("div", { class: "row" }, task(this.app, t("why.ask"), "why", () => this.run(), { id: "why-not" })), this.found);
  }

  forget() {
    this.found?.replaceChildren();
  }

  async run() {
    this.forget();
    this.app.status(t("verdict.looking"), "busy");
    const found = await ask("why", { puzzle: this.app.id });
    if (found.status !== "contradiction") {
      this.app.status(t(found.status === "solvable" ? "why.solvable" : "verdict.unknown"));
      return;
    }
    this.app.status(t("verdict.none"), "bad");
    this.show({ marks: found.marks });
    this.tell(found);
  }

  tell({ argument, clues, smallest, story, mend, change, marks }) {
    const point = (own) => this.app.board.mark(own);
    const clue = ({ words, place }) => {
      if (!place) return h("li", { text: `${capital(words)}.` });
      const link = button(`${capital(words)}.`, () => this.reach(place), { class: "link" });
      return h("li", {}, pointing(link, [{ place, why: "look" }], point));
    };
    const told = (words, items, list = "ul") => (items.length ? [h("h4", { text: t(words) }), h(list, { class: "why" }, items)] : []);
    const fixes = change.map(({ from, to }) => h("li", { text: t("why.change", { from: capital(from), to: capital(to) }) }));
    this.found.append(
      ...(argument ? [h("p", { class: "argument", text: `${capital(argument)}.` })] : []),
      ...told(smallest ? "why.smallest" : "why.clues", clues.map(clue)),
      ...told("why.story", story.map((text) => h("li", { text })), "ol"),
      ...told("why.mend", mend.map(clue)),
      ...told("why.instead", fixes),
    );
  }

  reach(place) {
    const spot = this.app.board.find({ place });
    if (spot) this.app.board.place(spot, true);
  }
}
