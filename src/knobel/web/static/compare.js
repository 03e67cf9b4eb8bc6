// Encodings and engines against each other: a run after the other, as bars.

import { stream } from "./api.js";
import { h, s } from "./dom.js";
import { icon } from "./icons.js";
import { brief, part, segments, task } from "./parts.js";
import { named, t } from "./words.js";

const [WIDTH, ROW, BAR] = [320, 34, 9];

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
    const bars = this.runs.flatMap((run, i) => this.bar(run, i * ROW, WIDTH / most));
    const hatch = s("pattern", { id: "hatch", width: 5, height: 5, patternUnits: "userSpaceOnUse" }, s("path", { d: "M-1 1l2-2M0 5l5-5M4 6l2-2", class: "hatch" }));
    this.chart.replaceChildren(
      h("figcaption", { text: t("compare.caption") }),
      s("svg", { viewBox: `0 0 ${WIDTH} ${this.runs.length * ROW}`, role: "list", "aria-label": t("compare.title") }, s("defs", {}, hatch), bars),
    );
  }

  bar({ encoding, engine, status, encode = 0, solve = 0, note }, y, scale) {
    const time = t("compare.time", { encode: brief(encode), solve: brief(solve) });
    const said = status === "solved" || status === "unsolvable" ? time : note || named("compare", status);
    const wide = [Math.max(encode * scale, 0.5), Math.max(solve * scale, 0.5)];
    return [
      s(
        "g",
        { role: "listitem", class: "bar", "aria-label": `${encoding}, ${engine}: ${said}` },
        s("text", { x: 0, y: y + 13, class: "label", text: `${encoding} · ${engine}` }),
        s("text", { x: WIDTH, y: y + 13, class: "time", text: said }),
        s("rect", { x: 0, y: y + 19, width: wide[0], height: BAR, class: "written", fill: "url(#hatch)" }),
        s("rect", { x: wide[0], y: y + 19, width: wide[1], height: BAR, class: "solved-bar" }),
      ),
    ];
  }
}
