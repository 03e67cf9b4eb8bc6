// The panel Play. It chooses the game that fits the puzzle: cells that are filled in, cells that are uncovered, or
// pieces that are moved by keys. Each game has `build(root)`, `enter()`, `leave()`, `values()`, `state()`,
// `enterValues(cells)`; it calls `judged(solved)` whenever the server has looked at the board as it is now.

import { h } from "./dom.js";
import { FillGame } from "./fill.js";
import { MoveGame } from "./moves.js";
import { segments } from "./parts.js";
import { RevealGame } from "./reveal.js";
import { clock, t } from "./words.js";

export function create(app) {
  let root = null;
  let game = null;
  let revealing = false;
  let ticking = 0;
  const time = h("output", { class: "clock" });

  /** Games that a puzzle can be played by. */
  function fitting() {
    if (!app.picture.answer.grid) return app.kind.moves.length ? MoveGame : FillGame;
    return revealing && app.kind.reveals !== null ? RevealGame : FillGame;
  }

  function renew() {
    game?.leave();
    game?.record.save();
    game = new (fitting())(app, judged);
    root.replaceChildren(h("div", { class: "row apart" }, h("h2", { class: "unseen", text: t("tab.play") }), time));
    if (app.kind.reveals !== null) root.append(variants());
    game.build(root);
    tell();
  }

  /** For kinds that can also be played by uncovering cells. */
  function variants() {
    const pairs = [
      [false, t("play.deduce")],
      [true, t("play.reveal")],
    ];
    return segments(t("play.variant"), "variant", pairs, revealing, change);
  }

  function change(on) {
    revealing = on;
    game.leave();
    renew();
    game.enter();
    root.querySelector("[name=variant]:checked").focus();
  }

  function tell() {
    time.textContent = clock(game.record.seconds);
    time.setAttribute("aria-label", t("play.time", { time: time.textContent }));
  }

  function tick() {
    if (document.hidden || !game?.running) return;
    game.record.seconds++;
    if (game.record.seconds % 5 === 0) game.record.save();
    tell();
  }

  /** The server has said whether the board, as it is now, is solved. */
  function judged(solved) {
    if (solved) app.status(t("play.solved", { time: clock(game.record.seconds) }), "good");
    tell();
    if (game.record.solved === solved) return;
    game.record.solved = solved;
    game.record.save();
    if (!solved) return;
    const shown = app.board.holder.classList;
    shown.add("solved");
    setTimeout(() => shown.remove("solved"), 1500);
  }

  for (const name of ["pagehide", "visibilitychange"]) addEventListener(name, () => game?.record.save());
  addEventListener("storage", ({ key, newValue }) => {
    if (!game || key !== game.record.name || newValue === null) return;
    const other = game.record.load(); // another tab has gone on with this game
    tell();
    if (other && app.current?.name === "play") game.enter();
  });

  return {
    name: "play",
    build: (element) => {
      root = element;
    },
    changed: renew,
    enter: () => {
      game.enter();
      clearInterval(ticking);
      ticking = setInterval(tick, 1000);
    },
    leave: () => {
      clearInterval(ticking);
      game?.record.save();
      game?.leave();
    },
    values: () => game.values(),
    state: () => game.state(),
    enterValues: (cells) => game.enterValues(cells),
  };
}
