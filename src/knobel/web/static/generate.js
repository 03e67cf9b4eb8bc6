// The panel Generate: new puzzles by size, grade and seed, or from an image, and a book of them to print.

import { stop, stream } from "./api.js";
import { Crop } from "./crop.js";
import { button, choose, h } from "./dom.js";
import { icon } from "./icons.js";
import { add, drop, made } from "./made.js";
import { base64, field, part, save, task } from "./parts.js";
import { capital, clock, named, t, worded } from "./words.js";

const GRADES = ["easy", "medium", "hard", "expert", "search"];
const CLUES = ["few", "some", "many"];
const LARGEST = 8_000_000; // bytes of an image
const LONGEST = 100; // puzzles of a book

export function create(app) {
  let kind = null; // the record of the kind to make: that of the board
  let form, none, width, height, grade, clues, seed, count, options, image, crop, bar, doing, list, title, paper, to, making;

  function build(root) {
    const number = (words, attributes) => h("input", { type: "number", "aria-label": t(words), ...attributes });
    [width, height] = [number("set.width", { min: 1, max: 60, id: "make-width" }), number("set.height", { min: 1, max: 60, id: "make-height" })];
    grade = h("select", { id: "make-grade" });
    clues = h("select", { id: "make-clues" });
    seed = number("generate.seed", { min: 0, max: 4294967295, placeholder: t("generate.random"), id: "make-seed" });
    count = number("generate.count", { min: 1, max: 50, value: 1, id: "make-count" });
    options = h("div", { class: "fields" });
    image = h("input", { type: "file", accept: "image/png,image/jpeg,image/gif,image/bmp", id: "make-image", onchange: () => crop.take(image.files[0]) });
    crop = new Crop(() => [width.valueAsNumber, height.valueAsNumber]);
    for (const side of [width, height]) side.addEventListener("input", () => crop.draw());
    bar = h("progress", { max: 1, value: 0, hidden: true, "aria-label": t("generate.progress") });
    doing = h("p", { class: "hint", id: "making", role: "status" });
    none = h("p", { class: "hint", text: t("generate.no_recipe"), hidden: true });
    list = h("ol", { class: "made", id: "made", "aria-label": t("generate.made") });
    title = h("input", { type: "text", maxlength: 100, id: "book-title" });
    paper = h("select", { id: "book-paper" });
    to = h("select", { id: "book-to" });
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
    form = h(
      "div",
      { class: "fields" },
      h("div", { class: "field" }, h("span", { text: t("set.size") }), h("div", { class: "row sides" }, width, h("span", { text: "×" }), height)),
      field(t("generate.grade"), grade),
      field(t("generate.clues"), clues),
      field(t("generate.count"), count),
      field(t("generate.seed"), seed),
      part(t("generate.options"), { open: false, id: "make-options" }, options),
      field(t("generate.image"), image),
      crop.root,
      h("div", { class: "row" }, task(app, t("generate.make"), "generate", make, { class: "main", sign: icon("star"), id: "make" })),
      bar,
      doing,
    );
    root.append(h("h2", { class: "unseen", text: t("tab.generate") }), none, form, list, making);
    kind = null; // its words are those of another language
    tell();
  }

  /** The fields of the kind that the board has. */
  function take() {
    if (kind?.name === app.kind.name) return;
    kind = app.kind;
    [form.hidden, none.hidden] = [!kind.recipe.length, kind.recipe.length > 0];
    const size = kind.recipe.find((one) => one.name === "size")?.default ?? [8, 8];
    [width.value, height.value] = size;
    image.value = "";
    crop.take(null);
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
    if (image.files.length) asked.image = await base64(await crop.content());
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
    await run(asked);
  }

  /** Make them one after the other, and say all the time what is being done. */
  async function run(asked) {
    const { name } = kind;
    const wanted = asked.grade ? t("generate.aim_grade", { grade: t(`grade.${asked.grade}`) }) : t("generate.aim");
    const [started, found] = [Date.now(), []];
    const say = () => {
      const fields = { number: Math.min(found.length + 1, asked.count), count: asked.count };
      doing.textContent = `${t("generate.making", fields)}: ${wanted} (${clock((Date.now() - started) / 1000)})`;
    };
    let ended = "generate.stopped";
    bar.hidden = false;
    bar.removeAttribute("value"); // nobody knows how long the first will take
    app.status("");
    say();
    const telling = setInterval(say, 1000);
    try {
      for await (const one of stream("generate", asked)) {
        if (one.done) ended = "generate.done";
        if (!one.id) continue;
        found.push(one);
        add({ ...one, kind: name, asked: asked.grade });
        tell();
        bar.value = found.length / asked.count;
        say();
        if (found.length === 1) await app.go(one.id);
      }
    } finally {
      clearInterval(telling);
      bar.hidden = true;
      finish(ended, found, asked.grade);
    }
  }

  /** What came of it; a grade that was not met is no success. */
  function finish(ended, found, wanted) {
    const unfit = found.filter((one) => !one.fits).length;
    const words = [t(ended, { count: found.length })];
    if (unfit) words.push(t("generate.missed", { count: unfit, grade: t(`grade.${wanted}`) }));
    doing.textContent = words.join(" ");
    const tone = unfit || !found.length ? "bad" : "good";
    if (ended === "generate.done" && app.current?.name === "generate") app.status(words.join(" "), tone);
  }

  /** All that were made, newest last. */
  function tell() {
    const all = made();
    making.hidden = !all.length;
    list.replaceChildren(...all.map((one, i) => entry(one, i)));
  }

  function entry({ id, kind: name, asked, grade: level, words, seed: from, fits, note }, i) {
    const facts = [words && (level ? named("grade", level) : words), t("generate.from", { seed: from }), note ?? ""];
    const missed = fits ? null : h("strong", { class: "unfit", text: t("generate.unfit", { grade: asked ? named("grade", asked) : "" }) });
    const go = button(`${capital(name)} ${i + 1}`, () => app.go(id), { class: "link" });
    const out = button(t("generate.drop"), () => remove(id, i), { sign: icon("erase"), bare: true, class: "quiet" });
    const told = h("span", { class: "hint", text: facts.filter(Boolean).join(" · ") });
    return h("li", { "data-id": id }, h("span", {}, go, " ", told, missed && " ", missed), out);
  }

  function remove(id, i) {
    drop(id);
    tell();
    const left = list.querySelectorAll("li .quiet");
    (left[Math.min(i, left.length - 1)] ?? count).focus();
  }

  async function book() {
    const puzzles = made().map((one) => one.id).slice(-LONGEST);
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
      take();
      tell(); // another tab may have made some
      app.board.show(app.picture);
    },
    leave: () => {
      stop("generate");
      stop("book");
    },
  };
}
