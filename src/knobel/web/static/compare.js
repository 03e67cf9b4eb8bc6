// Encodings and engines against each other: a run after the other, as bars.

import { stream } from "./api.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { brief, part, segments, task } from "./parts.js";
import { named, t } from "./words.js";

export class Compare {
  /** `chosen()` is the record of the encoding that is looked at, `engines()` the names of those that can take it. */
  constructor(app, { chosen, engines }) {
    Object.assign(this, { app, chosen, engines, by: "encodings", runs: [] });
  }

  build() {
    this.chart = h("figure", { class: "chart", id: "chart" });
    const pairs = [
      ["encodings", t("compare.encodings")],
      ["engines", t("compare.engines")],
    ];
    return part(
      t("compare.title"),
      { open: false, id: "compare-part" },
      segments(t("compare.what"), "against", pairs, this.by, (by) => (this.by = by)),
      h("div", { class: "row" }, task(this.app, t("compare.run"), "compare", () => this.run(), { sign: icon("play"), id: "compare" })),
      this.chart,
    );
  }

  forget() {
    this.runs = [];
    this.chart?.replaceChildren();
  }

  async run() {
    this.forget();
    const only = this.by === "engines" ? { encodings: [this.chosen().name], engines: this.engines() } : {};
    this.app.status(t("compare.running"), "busy");
    for await (const run of stream("compare", { puzzle: this.app.id, ...only })) {
      if (run.done) break;
      this.runs.push(run);
      this.draw();
    }
    this.app.status("");
  }

  /** Two pieces a bar: writing the formula is hatched, solving it is full. Every bar says its figures, too. */
  draw() {
    const most = Math.max(...this.runs.map(({ encode = 0, solve = 0 }) => encode + solve), 1e-6);
    const bars = this.runs.map((run) => this.bar(run, 100 / most));
    this.chart.replaceChildren(h("figcaption", { text: t("compare.caption") }), h("ul", { "aria-label": t("compare.title") }, bars));
  }

  /** Names and figures are text of the page: where a line has no room for all of it, they take two. */
  bar({ encoding, engine, status, encode = 0, solve = 0, note }, scale) {
    const time = t("compare.time", { encode: brief(encode), solve: brief(solve) });
    const said = status === "solved" || status === "unsolvable" ? time : note || named("compare", status);
    const piece = (seconds, name) => {
      const one = h("span", { class: name });
      one.style.width = `${seconds * scale}%`;
      return one;
    };
    return h(
      "li",
      { class: "bar", "aria-label": `${encoding}, ${engine}: ${said}` },
      h("span", { class: "label", text: `${encoding} · ${engine}` }),
      h("span", { class: "time", text: said }),
      h("span", { class: "pieces" }, piece(encode, "written"), piece(solve, "solved-bar")),
    );
  }
}
