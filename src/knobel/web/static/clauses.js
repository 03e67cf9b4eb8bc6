// A page of clauses: a list to go through by pointer or by arrow keys, with the sentence that each group is there for.

import { h } from "./dom.js";
import { capital, t } from "./words.js";

/** A clause in readable literals: a space never breaks one of them. */
const told = (line) => line.told.map((one) => one.replaceAll(" ", "\u00a0")).join(" ∨ ");

export class Clauses {
  /** `point(line | null)` is told what the pointer or the keys are on. */
  constructor(point) {
    this.point = point;
    this.lines = [];
    this.at = -1;
  }

  build() {
    this.list = h("div", {
      class: "clauses",
      id: "clauses",
      role: "listbox",
      tabindex: 0,
      "aria-label": t("inside.clauses"),
      onkeydown: (event) => this.key(event),
      onfocus: () => this.choose(Math.max(this.at, 0), false),
      onblur: () => this.point(null),
      onpointerleave: () => this.point(this.focused ? this.lines[this.at] : null),
    });
    this.names = h("p", { class: "names", id: "names" });
    return [this.list, this.names];
  }

  get focused() {
    return document.activeElement === this.list;
  }

  /** Words instead of clauses. */
  say(words) {
    this.show([]);
    this.list.append(h("p", { class: "hint", text: words }));
  }

  /** `worded`: readable literals, and the numbers of the chosen clause below; else the other way round. */
  show(lines, worded = false) {
    this.lines = lines;
    this.worded = worded;
    this.at = -1;
    this.options = [];
    this.names.textContent = "";
    this.list.removeAttribute("aria-activedescendant");
    this.list.replaceChildren();
    let holder = null;
    lines.forEach((line, i) => {
      if (line.group !== lines[i - 1]?.group) {
        const id = `group-${i}`;
        holder = h("div", { role: "group", "aria-labelledby": id }, h("p", { class: "group", id, text: capital(line.words) }));
        this.list.append(holder);
      }
      const option = h(
        "div",
        { role: "option", id: `clause-${i}`, class: "clause", "aria-selected": "false", onpointerenter: () => this.choose(i, false) },
        h("span", { class: "number", "aria-hidden": "true", text: line.number }),
        h("code", { text: worded ? told(line) : line.text }),
      );
      this.options.push(option);
      holder.append(option);
    });
    this.list.scrollTop = 0;
  }

  key(event) {
    const last = this.lines.length - 1;
    const to = { ArrowUp: this.at - 1, ArrowDown: this.at + 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.choose(Math.min(Math.max(to, 0), last));
  }

  choose(i, scroll = true) {
    if (!this.lines[i]) return;
    this.options[this.at]?.setAttribute("aria-selected", "false");
    this.at = i;
    this.options[i].setAttribute("aria-selected", "true");
    this.list.setAttribute("aria-activedescendant", this.options[i].id);
    if (scroll) this.options[i].scrollIntoView({ block: "nearest" });
    const { number, text } = this.lines[i];
    this.names.textContent = `${number}: ${this.worded ? text : told(this.lines[i])}`;
    this.point(this.lines[i]);
  }
}
