// The panel Set: clues and givens are edited on the board, and after every edit the board shows how many solutions
// there are, what is certain, what is open and where two solutions differ. Edits queue up; verdicts on older boards
// are stopped.

import { Stale, stop, stream } from "./api.js";
import { besideFields } from "./beside.js";
import { button, h } from "./dom.js";
import { editHere } from "./editing.js";
import { Edits } from "./edits.js";
import { icon } from "./icons.js";
import { follow as followOwn } from "./made.js";
import { stepKey } from "./parts.js";
import { looksOf, withCells } from "./shapes.js";
import { sizeFields } from "./size.js";
import { Sketch } from "./sketch.js";
import { mayShow, spoils } from "./spoiler.js";
import { transforms } from "./transform.js";
import { Verdict } from "./verdict.js";
import { t } from "./words.js";

const SPARE = 3; // clues of a line for which there is room before they are there

export function create(app) {
  let root, size, fields, hint, undoing, redoing;
  let arrived = true; // by other ways than an edit: the next edit leaves a step back in the history
  let asked = ""; // the ID whose verdict is under way or known
  let found = null; // the last verdict, with its ID
  const wished = new Map(); // place -> text: what was written into cells while the server does not know of it
  let aimed = null; // what happens when the pointer that is down comes up
  let focus = []; // marks of what the pointer is on in the panel
  const edits = new Edits(make);
  const edit = (change, more) => edits.edit(change, more);
  const textAt = (place) => wished.get(place) ?? slots().get(place).text;
  const [undo, redo] = [() => edits.undo(), () => edits.redo()];
  const sketch = new Sketch(app);
  const verdict = new Verdict(app, { take, changes, reach, point });

  const slots = () => new Map((app.picture.slots ?? []).map((slot) => [slot.place, slot]));

  function build(element) {
    root = element;
    asked = ""; // a verdict is told in the language of now
    size = sizeFields(app, edit);
    fields = h("div", { class: "fields" });
    hint = h("p", { class: "hint" });
    undoing = button(t("play.undo"), undo, { sign: icon("undo"), id: "set-undo" });
    redoing = button(t("play.redo"), redo, { sign: icon("redo"), id: "set-redo" });
    root.replaceChildren(
      h("h2", { class: "unseen", text: t("tab.set") }),
      verdict.root,
      h("hr"),
      size.root,
      ...transforms(app, edit, sketch),
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
    const [events, from] = [stream("live", fields, "set"), app.id];
    try {
      const { id, steps, picture, drawn } = (await events.next()).value;
      if (app.id !== from) throw new Stale(); // another puzzle has come meanwhile
      known(steps);
      const values = drawn ?? (fields.edits?.at(-1) ?? fields).values;
      if (values) sketch.keep(id, values);
      forget();
      asked = id;
      if (id !== app.id) {
        const replace = !arrived;
        arrived = false;
        followOwn(from, id);
        app.arrive(id, picture, { replace, edit: true });
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

  // the verdict

  /** Ask for the verdict on a board; `quiet` leaves the line below the board to who wrote there last. */
  async function judge(id, quiet = false) {
    if (asked === id) return;
    asked = id;
    app.board.holder.classList.add("pending");
    const values = sketch.of(id); // what was painted is what a suggestion changes
    await follow(stream("live", { puzzle: id, ...(values && { values }) }, "set"), id, quiet);
  }

  /** Tell the verdict on a board as it becomes known: how many solutions first, then all that can be seen on the board. */
  async function follow(events, id, quiet = false) {
    try {
      for await (const event of events) {
        if (!event.status) continue; // the picture
        const done = event.done ?? false;
        if (done) sketch.learn({ id, ...event }); // a suggestion is told as a change of what is seen
        verdict.tell({ id, ...event }, { quiet, done });
        quiet = true; // what was said once need not be said again
        if (!done) continue;
        found = { id, ...event };
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

  /** The cells of what is drawn that a suggestion changes; null if it is a clue. */
  function changes(suggest) {
    return suggest.values && sketch.possible ? sketch.changes(suggest.values).map((at) => ({ at })) : null;
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
    if (spoils(app.id)) {
      ask();
      return;
    }
    edits.latest = app.id;
    judge(app.id);
    app.board.hands = {
      press: (spot, event) => press(spot, event),
      drag: (spots) => {
        aimed = null; // who goes on to another cell, or takes a second finger, means none
        sketch.drag(spots);
      },
      cancel: () => {
        aimed = null;
        sketch.drag([]);
        sketch.release();
      },
      release: () => {
        sketch.release(paint);
        aimed?.();
      },
      key,
    };
    size.tell();
    undoing.disabled = !edits.past.length;
    redoing.disabled = !edits.future.length;
    hint.textContent = t(sketch.possible ? "set.painting" : "set.words");
    fields.replaceChildren(...besideFields(app, edit));
    draw();
  }

  /** Somebody plays this puzzle: nothing of its solution is shown before they say so. */
  async function ask() {
    const { id } = app;
    app.board.hands = {};
    app.board.show(app.picture);
    const yes = await mayShow(id);
    if (app.id !== id || app.current?.name !== "set") return;
    if (yes) enter();
    else app.choose("play");
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
    app.board.show(withCells(app.picture, cellAt), { spare: sketch.possible ? SPARE : 1 });
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
    aimed = null;
    const by = event.button === 2 ? -1 : 1;
    if (spot.place) aimed = () => (spot.cell ? turn(spot, by) : write(spot)); // when the pointer is up again
    else if (spot.cell && sketch.possible) sketch.press(spot, by);
  }

  /** The next text of a cell, or the one before. */
  function turn(spot, by) {
    const texts = ["", ...app.picture.keys.map((one) => one.text)];
    const now = texts.indexOf(textAt(spot.place));
    put(spot.place, texts[(now + by + texts.length) % texts.length]);
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
      if (event.key === " ") return (turn(spot, 1), true);
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
      wished.clear();
      sketch.wished = null;
      root.replaceChildren();
      build(root);
    },
    enter,
    settled: () => edits.queue,
    leave: () => {
      // An edit that is on its way is not lost; only its verdict is.
      edits.queue.then(() => app.current?.name === "set" || stop("set"));
      asked = "";
      focus = [];
      app.board.holder.classList.remove("pending");
    },
  };
}
