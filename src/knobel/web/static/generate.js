// The panel Generate: new puzzles by size, grade and seed, or from an image, and a book of them to print.

import { stop, stream } from "./api.js";
import { button, choose, h } from "./dom.js";
import { icon } from "./icons.js";
import { base64, field, part, save, task } from "./parts.js";
import { capital, named, t, worded } from "./words.js";

const GRADES = ["easy", "medium", "hard", "expert", "search"];
const CLUES = ["few", "some", "many"];
const LARGEST = 8_000_000; // bytes of an image

export function create(app) {
  let kind = null; // the record of the kind to make
  let followed = ""; // the kind that the board had when it was chosen last
  let kinds, width, height, grade, clues, seed, count, options, image, bar, list, title, paper, to, making;
  let made = []; // puzzles made so far

  function build(root) {
    const number = (words, attributes) => h("input", { type: "number", "aria-label": t(words), ...attributes });
    kinds = h("select", { id: "make-kind", onchange: () => take(kinds.value) });
    [width, height] = [number("set.width", { min: 1, max: 60, id: "make-width" }), number("set.height", { min: 1, max: 60, id: "make-height" })];
    grade = h("select", { id: "make-grade" });
    clues = h("select", { id: "make-clues" });
    seed = number("generate.seed", { min: 0, max: 4294967295, placeholder: t("generate.random"), id: "make-seed" });
    count = number("generate.count", { min: 1, max: 50, value: 1, id: "make-count" });
    options = h("div", { class: "fields" });
    image = h("input", { type: "file", accept: "image/png,image/jpeg,image/gif,image/bmp", id: "make-image" });
    bar = h("progress", { max: 1, value: 0, hidden: true, "aria-label": t("generate.progress") });
    list = h("ol", { class: "made", id: "made", "aria-label": t("generate.made") });
    title = h("input", { type: "text", maxlength: 100, id: "book-title" });
    paper = h("select", { id: "book-paper" });
    to = h("select", { id: "book-to" });
    choose(kinds, app.kinds.filter((one) => one.recipe.length).map((one) => [one.name, capital(one.name)]));
    choose(grade, [["", t("generate.any")], ...GRADES.map((one) => [one, t(`grade.${one}`)])]);
    choose(clues, CLUES.map((one) => [one, t(`clues.${one}`)]));
    choose(paper, [["a4", "A4"], ["letter", "Letter"]]);
    choose(to, [["pdf", "PDF"], ["html", "HTML"]]);
    making = part(
      t("book.title"),
      { id: "book-part", hidden: true },
      field(t("book.name"), title),
      field(t("book.paper"), paper),
      field(t("book.to"), to),
      h("div", { class: "row" }, task(app, t("book.make"), "book", book, { sign: icon("save"), id: "book" })),
    );
    root.append(
      h("h2", { class: "unseen", text: t("tab.generate") }),
      field(t("bar.kind"), kinds),
      h("div", { class: "field" }, h("span", { text: t("set.size") }), h("div", { class: "row sides" }, width, h("span", { text: "×" }), height)),
      field(t("generate.grade"), grade),
      field(t("generate.clues"), clues),
      field(t("generate.count"), count),
      field(t("generate.seed"), seed),
      part(t("generate.options"), { open: false, id: "make-options" }, options),
      field(t("generate.image"), image),
      h("div", { class: "row" }, task(app, t("generate.make"), "generate", make, { class: "main", sign: icon("star"), id: "make" })),
      bar,
      list,
      making,
    );
    followed = "";
    tell();
  }

  /** The fields of a kind. */
  function take(name) {
    kind = app.kinds.find((one) => one.name === name);
    kinds.value = name;
    const size = kind.recipe.find((one) => one.name === "size")?.default ?? [8, 8];
    [width.value, height.value] = size;
    image.value = "";
    image.parentElement.hidden = !kind.images;
    options.replaceChildren(
      ...kind.recipe
        .filter((one) => one.name !== "size")
        .map(({ name: option, about, default: usual, choices }) => {
          const input = h(choices.length ? "select" : "input", { "data-option": option, title: about });
          const value = usual === true ? "yes" : usual === false ? "no" : (usual ?? "");
          if (choices.length) choose(input, choices.map((one) => [one, worded(kind, option, one)]), value);
          else input.value = value;
          input.dataset.usual = input.value;
          return field(kind.words[`options.${option}`] ?? about, input);
        }),
    );
  }

  /** What the fields ask for; what is as usual is not said. */
  async function wanted() {
    const changed = [...options.querySelectorAll("[data-option]")].filter((input) => input.value !== input.dataset.usual && input.value !== "");
    const asked = {
      kind: kind.name,
      size: [width.valueAsNumber, height.valueAsNumber],
      clues: clues.value,
      count: count.valueAsNumber || 1,
      options: changed.map((input) => ({ name: input.dataset.option, value: input.value })),
    };
    if (grade.value) asked.grade = grade.value;
    if (seed.value !== "") asked.seed = seed.valueAsNumber;
    const [chosen] = image.files;
    if (chosen) asked.image = await base64(chosen);
    return asked;
  }

  async function make() {
    if ((image.files[0]?.size ?? 0) > LARGEST) {
      app.status(t("open.large"), "bad");
      return;
    }
    const asked = await wanted();
    if (!asked.size.every((side) => side >= 1)) {
      app.status(t("generate.no_size"), "bad");
      return;
    }
    const first = made.length;
    bar.hidden = false;
    bar.removeAttribute("value"); // nobody knows how long the first will take
    app.status(t("generate.making", { number: 1, count: asked.count }), "busy");
    try {
      for await (const found of stream("generate", asked)) {
        if (found.done) app.status(t("generate.done", { count: found.count }), found.count ? "good" : "bad");
        if (!found.id) continue;
        add({ ...found, kind });
        bar.value = (made.length - first) / asked.count;
        if (made.length === first + 1) await app.go(found.id);
        app.status(t("generate.making", { number: Math.min(made.length - first + 1, asked.count), count: asked.count }), "busy");
      }
    } finally {
      bar.hidden = true;
    }
  }

  function add(found) {
    made.push(found);
    tell();
  }

  /** All that were made, newest last. */
  function tell() {
    making.hidden = !made.length;
    list.replaceChildren(...made.map((one, i) => entry(one, i)));
  }

  function entry({ id, kind: { name }, grade: level, words, seed: from, fits, note }, i) {
    const facts = [words && (level ? named("grade", level) : words), t("generate.from", { seed: from }), fits ? "" : t("generate.unfit"), note ?? ""];
    const go = button(`${capital(name)} ${i + 1}`, () => app.go(id), { class: "link" });
    const out = button(t("generate.drop"), () => drop(i), { sign: icon("erase"), bare: true, class: "quiet" });
    return h("li", { "data-id": id }, h("span", {}, go, " ", h("span", { class: "hint", text: facts.filter(Boolean).join(" · ") })), out);
  }

  function drop(i) {
    made.splice(i, 1);
    tell();
    (list.querySelectorAll("li .quiet")[Math.min(i, made.length - 1)] ?? kinds).focus();
  }

  async function book() {
    const puzzles = made.map((one) => one.id);
    for await (const found of stream("book", { puzzles, title: title.value, paper: paper.value, to: to.value })) {
      if (!found.done) {
        app.status(t("book.making", found), "busy");
        continue;
      }
      const { name, type, base64: content } = found.file;
      save(name, new Blob([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], { type }));
      app.status(t("inside.saved", { name }), "good");
    }
  }

  return {
    name: "generate",
    build,
    enter: () => {
      if (followed !== app.kind.name && !made.length) take(app.kind.recipe.length ? app.kind.name : kinds.options[0].value);
      else if (!kind || !options.isConnected || !options.childElementCount) take(kind?.name ?? app.kind.name);
      followed = app.kind.name;
      app.board.show(app.picture);
    },
    leave: () => {
      stop("generate");
      stop("book");
    },
  };
}
