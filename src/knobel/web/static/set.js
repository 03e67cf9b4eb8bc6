// The panel Set: clues and givens are edited on the board, and after every edit the board shows how many solutions
// there are, what is certain, what is open and where two solutions differ. Edits queue up; verdicts on older boards
// are stopped.

import { ask, stop } from "./api.js";
import { button, choose, h } from "./dom.js";
import { editHere } from "./editing.js";
import { icon } from "./icons.js";
import { looksOf } from "./shapes.js";
import { Sketch } from "./sketch.js";
import { Verdict } from "./verdict.js";
import { named, t } from "./words.js";

export function create(app) {
  let root, width, height, fields, undoing, redoing;
  let queue = Promise.resolve();
  let latest = ""; // the ID that the next edit starts from
  let arrived = true; // by other ways than an edit: the next edit leaves a step back in the history
  let past = [];
  let future = [];
  let asked = ""; // the ID whose verdict is under way or known
  let found = null; // the last verdict, with its ID
  let focus = []; // marks of what the pointer is on in the panel
  const sketch = new Sketch(app);
  const verdict = new Verdict(app, { take, reach, point });

  const slots = () => new Map((app.picture.slots ?? []).map((slot) => [slot.place, slot]));

  function build(element) {
    root = element;
    asked = ""; // a verdict is told in the language of now
    const number = (words) =>
      h("input", { type: "number", min: 1, max: 2000, "aria-label": t(words), onchange: resize });
    [width, height] = [number("set.width"), number("set.height")];
    width.id = "width";
    height.id = "height";
    fields = h("div", { class: "fields" });
    undoing = button(t("play.undo"), undo, { sign: icon("undo"), id: "set-undo" });
    redoing = button(t("play.redo"), redo, { sign: icon("redo"), id: "set-redo" });
    root.replaceChildren(
      h("h2", { class: "unseen", text: t("tab.set") }),
      verdict.root,
      h("hr"),
      h("div", { class: "row" }, h("span", { text: t("set.size") }), width, h("span", { text: "×" }), height),
      h(
        "div",
        { class: "row" },
        button(t("set.new"), () => edit({ kind: app.kind.name, size: app.picture.size }), {
          sign: icon("blank"),
          id: "new",
        }),
        app.kind?.turns !== false
          ? button(t("set.turn"), () => edit({ turn: true }), { sign: icon("turn"), id: "turn" })
          : null,
      ),
      h("div", { class: "row" }, undoing, redoing),
      fields,
      h("p", { class: "hint", text: t("set.words") }),
    );
  }

  // edits

  /** Change the board: one edit after the other, each on the board that the one before made. */
  function edit(change, { square = false, then } = {}) {
    stop("verdict");
    asked = "";
    queue = queue.then(async () => {
      try {
        const { id } = await ask("set", change.kind ? change : { puzzle: latest, ...change }, "set");
        if (then) then(id);
        visit(id);
        return true;
      } catch (error) {
        if (square && error.status === 400) return false; // perhaps boards of this kind are squares
        app.fail(error);
        judge(latest, true);
        return error;
      }
    });
    return queue;
  }

  /** To a board that an edit made. */
  function visit(id, remember = true) {
    if (id === latest) return judge(id);
    if (remember) {
      past.push(latest);
      future = [];
    }
    latest = id;
    judge(id);
    const replace = !arrived;
    arrived = false;
    app.go(id, { replace, name: "" });
  }

  function undo() {
    if (!past.length) return;
    future.push(latest);
    visit(past.pop(), false);
  }

  function redo() {
    if (!future.length) return;
    past.push(latest);
    visit(future.pop(), false);
  }

  async function resize(event) {
    const size = [width.valueAsNumber, height.valueAsNumber];
    if (!size.every((side) => Number.isInteger(side) && side >= 1)) return;
    if ((await edit({ size }, { square: size[0] !== size[1] })) !== false) return;
    const side = event.target.valueAsNumber;
    await edit({ size: [side, side] });
  }

  // the verdict

  /** Ask for the verdict on a board; `quiet` leaves the line below the board to who wrote there last. */
  async function judge(id, quiet = false) {
    if (asked === id) return;
    asked = id;
    app.board.holder.classList.add("pending");
    try {
      const answer = await ask("verdict", { puzzle: id });
      found = { id, ...answer };
      await sketch.learn(found);
      app.board.holder.classList.remove("pending");
      if (app.id === id && app.current?.name === "set") draw();
      verdict.tell(found, quiet);
    } catch (error) {
      if (asked === id) asked = "";
      app.fail(error);
    }
  }

  /** What the pointer is on in the panel is marked on the board. */
  function point(marks) {
    if (app.current?.name !== "set") return;
    focus = marks;
    draw();
  }

  function take(suggest) {
    if (suggest.values) sketch.keep(suggest.id, suggest.values);
    visit(suggest.id);
    app.board.focus();
  }

  function reach(place) {
    const spot = app.board.find({ place });
    if (spot) app.board.place(spot, true);
    else fields.querySelector(`[data-place="${CSS.escape(place)}"]`)?.focus();
  }

  // the board

  function enter() {
    if (!app.picture.slots) {
      app.go(app.id, { replace: true, name: history.state?.name ?? "" });
      return;
    }
    latest = app.id;
    judge(app.id);
    app.board.hands = {
      press: (spot, event) => press(spot, event),
      drag: (spot) => sketch.drag(spot),
      release: () => sketch.release((values) => edit({ values }, { then: (id) => sketch.keep(id, values) })),
      key,
    };
    [width.value, height.value] = app.picture.size;
    undoing.disabled = !past.length;
    redoing.disabled = !future.length;
    fill();
    draw();
  }

  /** What can be edited beside the board. */
  function fill() {
    const { top_places, left_places } = app.picture.boards[0];
    const lines = new Set([...top_places, ...left_places]);
    const beside = app.picture.slots.filter(({ place }) => place.split(":").length < 3 && !lines.has(place));
    fields.replaceChildren(
      ...beside.map(({ place, text, choices }) => {
        const name = place.split(":")[0];
        const input = h(choices.length ? "select" : "input", {
          "data-place": place,
          onchange: () => edit({ place, text: input.value }),
        });
        if (choices.length)
          choose(
            input,
            choices.map((one) => [one, named(`choice.${name}`, one)]),
            text,
          );
        else input.value = text;
        return h("label", { class: "field" }, h("span", { text: named("slot", name) }), input);
      }),
    );
  }

  function draw() {
    const main = app.picture.boards[0];
    const near = found && found.values?.length === main.rows && Array.isArray(found.values[0]) ? found : null;
    const looks = looksOf(app.picture);
    const fits = near && near.values[0].length === main.columns;
    const cells = main.cells.map((row, r) =>
      row.map((cell, c) => sketch.shown(cell, r, c, looks) ?? certain(cell, fits ? near.values[r][c] : -1, looks)),
    );
    app.board.show({ ...app.picture, boards: [{ ...main, cells }, ...app.picture.boards.slice(1)] });
    app.board.mark(marks());
  }

  /** A cell whose value is certain shows it faintly. */
  function certain(cell, value, looks) {
    if (cell.fixed || value < 0) return cell;
    const look = looks.get(value);
    return { ...cell, ghost: look, name: `${cell.name}, ${t("set.certain")}: ${look.name}` };
  }

  function marks() {
    if (focus.length) return focus;
    if (found?.id !== app.id) return [];
    const differs = app.picture.answer.grid ? found.differs.map((at) => ({ at, why: "differs" })) : [];
    const wrong = found.why.filter(({ place }) => place).map(({ place }) => ({ place, why: "wrong" }));
    return [...differs, ...wrong];
  }

  function press(spot, event) {
    if (!spot.place) {
      if (spot.cell && sketch.possible) sketch.press(spot, event.button === 2 ? -1 : 1);
      return;
    }
    if (!spot.cell) return write(spot);
    const texts = ["", ...app.picture.keys.map((one) => one.text)];
    const now = texts.indexOf(slots().get(spot.place).text);
    const next = texts[(now + (event.button === 2 ? -1 : 1) + texts.length) % texts.length];
    edit({ place: spot.place, text: next });
  }

  function write(spot, typed) {
    const slot = slots().get(spot.place);
    if (slot)
      editHere(
        app,
        spot,
        typed ?? slot.text,
        (text) => (text === slot.text ? true : edit({ place: spot.place, text })),
        write,
      );
  }

  function key(event, spot) {
    const command = event.ctrlKey || event.metaKey;
    if (command || event.altKey) {
      if (command && event.key.toLowerCase() === "z") event.shiftKey ? redo() : undo();
      else if (command && event.key.toLowerCase() === "y") redo();
      else return false;
      return true;
    }
    if (!spot.place) {
      if (!spot.cell || !sketch.possible) return false;
      return sketch.key(event, spot, (values) => edit({ values }, { then: (id) => sketch.keep(id, values) }));
    }
    if (event.key === "Enter") return (write(spot), true);
    if (event.key === "Backspace" || event.key === "Delete") return (edit({ place: spot.place, text: "" }), true);
    if (spot.cell) {
      const written = app.picture.keys.find((one) => one.key === event.key || one.key.toLowerCase() === event.key);
      if (written) return (edit({ place: spot.place, text: written.text }), true);
      if (event.key === " ") return (press(spot, { button: 0 }), true);
      return false;
    }
    if (event.key.length === 1 && /[\p{L}\p{N}]/u.test(event.key)) return (write(spot, event.key), true);
    return false;
  }

  return {
    name: "set",
    wants: { set: true },
    build,
    changed: () => {
      if (app.id === latest) return;
      arrived = true;
      asked = "";
      [past, future] = [[], []];
      root.replaceChildren();
      build(root);
    },
    enter,
    leave: () => {
      stop("verdict");
      stop("set");
      asked = "";
      focus = [];
      app.board.holder.classList.remove("pending");
    },
  };
}
