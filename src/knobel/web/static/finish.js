// What one sees when a puzzle is solved: its picture, the time, the grade, and the way to the next one.

import { Stale, ask } from "./api.js";
import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { finished, remember, solved } from "./solved.js";
import { shortened, thumbnail } from "./thumbnail.js";
import { capital, clock, named, t } from "./words.js";

const LANE = "finish";

export class Finish {
  /** `next()` goes to the next puzzle; it is null where there is none. */
  constructor(app, next) {
    this.app = app;
    this.next = next;
    this.root = h("section", { id: "finish", hidden: true });
  }

  /** Where it stands: at the top of the panel. */
  build() {
    this.root.hidden = true;
    this.root.setAttribute("aria-label", t("finish.title"));
    return this.root;
  }

  /** The board is solved, or is not; `now`: it has just become so. */
  async tell(game, done, now) {
    const { app } = this;
    const { id } = app;
    this.root.hidden = !done;
    if (!done) return;
    const { seconds } = game.record;
    const record = now && finished(id, seconds);
    this.show(seconds, record);
    if (!now) return;
    for await (const more of this.learn(game, id)) {
      remember(id, more);
      if (app.id !== id || this.root.hidden) return;
      this.show(seconds, record);
      app.renamed?.(); // its name gives nothing away any more
    }
  }

  show(seconds, record) {
    const { id } = this.app;
    const { best, grade, picture } = solved()[id] ?? {};
    const words = [t("finish.time", { time: clock(seconds) })];
    if (record) words.push(t("finish.record"));
    else if (best < seconds) words.push(t("finish.best", { time: clock(best) }));
    if (grade) words.push(t("explain.grade", { grade: named("grade", grade) }));
    const next = this.next();
    const shut = () => (this.root.hidden = true);
    this.root.replaceChildren(
      picture ? thumbnail(picture) : icon("check"),
      h(
        "div",
        { class: "row apart" },
        h("h2", { text: capital(this.app.titled?.(id) || t("finish.title")) }),
        button(t("close"), shut, { sign: icon("close"), bare: true, class: "quiet", id: "finish-close" }),
      ),
      h("p", { text: words.join(" ") }),
      next ? h("div", { class: "row" }, button(t("finish.next"), next, { sign: icon("next"), class: "main", id: "next-puzzle" })) : "",
    );
  }

  /** How it looks, then how hard it was, for the list of puzzles; whoever plays without a server does without. */
  async *learn(game, id) {
    try {
      const { boards } = await ask("board", { puzzle: id, ...(await game.state()) }, LANE);
      const picture = shortened(boards.at(-1));
      yield picture ? { picture } : {};
      const grade = this.app.gradeOf?.(id) ?? (await ask("grade", { puzzle: id }, LANE)).grade;
      if (grade) yield { grade };
    } catch (error) {
      if (error.status === undefined && !(error instanceof Stale)) throw error; // it is solved all the same
    }
  }
}
