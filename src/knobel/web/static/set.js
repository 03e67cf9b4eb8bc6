// The panel Set: clues and givens are edited on the board, and after every edit the board shows how many solutions
// there are, what is certain, what is open and where two solutions differ. Edits queue up; verdicts on older boards
// are stopped.

import { Stale, stop, stream } from "./api.js";
import { button, choose, h } from "./dom.js";
import { editHere } from "./editing.js";
import { Edits } from "./edits.js";
import { icon } from "./icons.js";
import { field, stepKey } from "./parts.js";
import { looksOf, withCells } from "./shapes.js";
import { Sketch } from "./sketch.js";
import { Verdict } from "./verdict.js";
import { t, worded } from "./words.js";

export function create(app) {
  let root, width, height, fields, hint, undoing, redoing;
  let arrived = true; // by other ways than an edit: the next edit leaves a step back in the history
  let asked = ""; // the ID whose verdict is under way or known
  let found = null; // the last verdict, with its ID
  const wished = new Map(); // place -> text: what was written into cells while the server does not know of it
  let focus = []; // marks of what the pointer is on in the panel
  const edits = new Edits(make);
  const edit = (change, more) => edits.edit(change, more);
  const textAt = (place) => wished.get(place) ?? slots().get(place).text;
  const [undo, redo] = [() => edits.undo(), () => edits.redo()];
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
    hint = h("p", { class: "hint" });
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
      hint,
    );
  }

  // edits

  /** Write into a cell: it is seen at once, and the server follows. */
  function put(place, text) {
    wished.set(place, text);
    edits.join({ place, text });
    draw();
  }

  /** The same with a painted board. */
  function paint(values) {
    sketch.wished = values;
    edits.join({ values });
    draw();
  }

  /** The board that an edit makes. The verdict on it follows in the same answer, which the next question stops. */
  async function make(fields, known, { square }) {
    asked = "";
    app.board.holder.classList.add("pending");
    const events = stream("live", fields, "set");
    try {
      const { id, steps, picture } = (await events.next()).value;
      known(steps);
      const { values } = fields.edits?.at(-1) ?? fields;
      if (values) sketch.keep(id, values);
      forget();
      asked = id;
      if (id !== app.id) {
        const replace = !arrived;
        arrived = false;
        app.arrive(id, picture, { replace });
      }
      follow(events, id);
      return true;
    } catch (error) {
      forget();
      if (square && error.status === 400) return false; // perhaps boards of this kind are squares
      app.fail(error);
      if (!(error instanceof Stale)) judge(edits.latest, true);
      return error;
    }
  }

  /** The server knows of all that is wished, unless there is more to ask. */
  function forget() {
    if (edits.waiting) return;
    wished.clear();
    sketch.wished = null;
  }

  async function resize(event) {
    const size = [width.valueAsNumber, height.valueAsNumber];
    const [columns, rows] = app.picture.size;
    if (!size.every((side) => Number.isInteger(side) && side >= 1)) {
      [width.value, height.value] = [columns, rows];
      return;
    }
    if ((await edit({ size }, { square: columns === rows && size[0] !== size[1] })) !== false) return;
    const side = event.target.valueAsNumber;
    await edit({ size: [side, side] });
  }

  // the verdict

  /** Ask for the verdict on a board; `quiet` leaves the line below the board to who wrote there last. */
  async function judge(id, quiet = false) {
    if (asked === id) return;
    asked = id;
    app.board.holder.classList.add("pending");
    await follow(stream("live", { puzzle: id }, "set"), id, quiet);
  }

  /** Tell the verdict on a board as it becomes known: how many solutions first, then all that can be seen on the board. */
  async function follow(events, id, quiet = false) {
    try {
      for await (const event of events) {
        if (!event.status) continue; // the picture
        const done = event.done ?? false;
        verdict.tell({ id, ...event }, { quiet, done });
        quiet = true; // what was said once need not be said again
        if (!done) continue;
        found = { id, ...event };
        sketch.learn(found);
        app.board.holder.classList.remove("pending");
        if (app.id === id && app.current?.name === "set") draw();
      }
    } catch (error) {
      if (asked === id) {
        asked = "";
        app.board.holder.classList.remove("pending"); // nobody works on it any more
      }
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
    edit({ puzzle: suggest.id });
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
    edits.latest = app.id;
    judge(app.id);
    app.board.hands = {
      press: (spot, event) => press(spot, event),
      drag: (spots) => sketch.drag(spots),
      cancel: () => {
        sketch.drag([]);
        sketch.release();
      },
      release: () => sketch.release(paint),
      key,
    };
    [width.value, height.value] = app.picture.size;
    undoing.disabled = !edits.past.length;
    redoing.disabled = !edits.future.length;
    hint.textContent = t(sketch.possible ? "set.painting" : "set.words");
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
            choices.map((one) => [one, worded(app.kind, name, one)]),
            text,
          );
        else input.value = text;
        return field(app.kind.words[`slots.${name}`] ?? name, input);
      }),
    );
  }

  function draw() {
    if (!app.picture) return; // it is on its way, in another language
    const main = app.picture.boards[0];
    const near = found && found.values?.length === main.rows && Array.isArray(found.values[0]) ? found : null;
    const looks = looksOf(app.picture);
    const fits = near && near.values[0].length === main.columns;
    const cellAt = (r, c, cell) => {
      if (wished.has(cell.place)) return { ...cell, text: wished.get(cell.place) };
      return sketch.shown(cell, r, c, looks) ?? certain(cell, fits ? near.values[r][c] : -1, looks);
    };
    app.board.show(withCells(app.picture, cellAt));
    app.board.mark(marks());
  }

  /** A cell whose value is certain shows it faintly. */
  function certain(cell, value, looks) {
    const look = looks.get(value); // none, if the verdict is older than the values that there are now
    if (cell.fixed || !look) return cell;
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
    const now = texts.indexOf(textAt(spot.place));
    put(spot.place, texts[(now + (event.button === 2 ? -1 : 1) + texts.length) % texts.length]);
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
    if (event.ctrlKey || event.metaKey) return stepKey(event, edits);
    if (event.altKey) return false;
    if (!spot.place) {
      if (!spot.cell || !sketch.possible) return false;
      return sketch.key(event, spot, paint);
    }
    if (event.key === "Enter") return (write(spot), true);
    if (event.key === "Backspace" || event.key === "Delete") return (put(spot.place, ""), true);
    if (spot.cell) {
      const written = app.picture.keys.find((one) => one.key === event.key || one.key.toLowerCase() === event.key);
      if (written) return (put(spot.place, written.text), true);
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
      if (app.id === edits.latest) return;
      arrived = true;
      asked = "";
      found = null; // it is about another puzzle
      edits.begin(app.id);
      forget();
      root.replaceChildren();
      build(root);
    },
    enter,
    leave: () => {
      // An edit that is on its way is not lost; only its verdict is.
      edits.queue.then(() => app.current?.name === "set" || stop("set"));
      asked = "";
      focus = [];
      app.board.holder.classList.remove("pending");
    },
  };
}
