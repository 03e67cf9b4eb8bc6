// The explanation: steps arrive one by one, and one goes forward and back among those that are there.

import { stream } from "./api.js";
import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { legend } from "./legend.js";
import { part, task } from "./parts.js";
import { capital, t } from "./words.js";

export class Steps {
  /** `show({state, marks})` shows a board. */
  constructor(app, show) {
    this.app = app;
    this.show = show;
    this.steps = [];
    this.at = 0; // how many steps are taken; 0 is the board as it is given
  }

  build() {
    const go = (words, sign, by, id) => button(t(words), () => this.go(this.at + by), { sign: icon(sign), bare: true, id });
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": t("explain.step"), id: "steps", oninput: () => this.go(this.slider.valueAsNumber) });
    this.counter = h("span", { class: "hint", id: "step-number" });
    this.text = h("p", { class: "told-step", id: "step-text" });
    this.legend = h("ul", { class: "legend", id: "step-legend", "aria-label": t("legend.title") });
    this.bound = h("p", { class: "hint" });
    this.end = h("p", { class: "end", id: "step-end" });
    this.walk = h(
      "div",
      { class: "walk", hidden: true },
      h("div", { class: "row" }, go("explain.back", "previous", -1, "step-back"), go("explain.forward", "next", 1, "step-forward"), this.counter),
      this.slider,
      this.bound,
      this.text,
      this.legend,
    );
    const start = task(this.app, t("explain.start"), "explain", () => this.run(), { class: "main", sign: icon("play"), id: "explain" });
    return part(t("explain.steps"), { id: "steps-part" }, h("div", { class: "row" }, start), this.walk, this.end);
  }

  forget() {
    this.steps = [];
    this.at = 0;
    if (!this.walk) return;
    this.walk.hidden = true;
    for (const element of [this.text, this.end, this.counter, this.bound]) element.textContent = "";
  }

  async run() {
    this.forget();
    this.app.status(t("explain.looking"), "busy");
    for await (const found of stream("explain", { puzzle: this.app.id })) {
      if (found.bound) this.bound.textContent = `${capital(found.bound)}.`;
      else if (found.done) this.finish(found);
      else this.add(found);
    }
  }

  add(step) {
    this.steps.push(step);
    this.slider.max = this.steps.length;
    if (this.steps.length > 1) return this.count();
    this.walk.hidden = false;
    this.go(1);
    this.app.board.stage.scrollIntoView({ block: "start" }); // on a phone, the board is above what is told
  }

  finish({ status, steps, words, argument }) {
    const said = [t(`verdict.${status}`)];
    if (argument) said.push(`${capital(argument)}.`);
    if (steps) said.unshift(t("explain.end", { count: steps }));
    if (words) said.push(t("explain.grade", { grade: words }));
    this.end.textContent = said.join(" ");
    this.app.status(said.join(" "), status === "one" ? "good" : "");
  }

  count() {
    this.counter.textContent = t("explain.number", { number: this.at, count: this.steps.length });
  }

  async go(to) {
    this.at = Math.min(Math.max(to, 0), this.steps.length);
    const step = this.steps[this.at - 1];
    this.slider.value = this.at;
    this.count();
    this.text.textContent = step?.text ?? t("explain.begin");
    this.app.speak(`${this.counter.textContent}. ${this.text.textContent}`);
    this.slider.setAttribute("aria-valuetext", this.counter.textContent);
    await this.show(step ? { state: step.line, marks: step.marks } : {});
    this.legend.replaceChildren(...legend(this.app.board.picture));
    document.body.style.setProperty("--above", `${this.app.board.stage.offsetHeight}px`); // a long text scrolls below it
    this.text.scrollTop = 0;
    const { boards } = this.app.board.picture;
    if (boards.length > 1) this.app.board.stage.querySelector(".mark")?.scrollIntoView({ block: "nearest" });
  }
}
