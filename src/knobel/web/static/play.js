// The panel Play. It chooses the game that fits the puzzle: cells that are filled in, cells that are uncovered, or
// pieces that are moved by keys. Each game has `build(root)`, `enter()`, `leave()`, `values()`, `state()`,
// `enterValues(cells)`, `help()` (what mouse and keys do); it calls `judged(solved)` whenever the board, as it is now,
// has been looked at.

import { h } from "./dom.js";
import { FillGame } from "./fill.js";
import { Finish } from "./finish.js";
import { Hinting } from "./hinting.js";
import { MoveGame } from "./moves.js";
import { segments } from "./parts.js";
import { RevealGame } from "./reveal.js";
import { Timer } from "./timer.js";
import { clock, t } from "./words.js";

export function create(app) {
  let root = null;
  let game = null;
  let revealing = false;
  const timer = new Timer(app, () => game);
  const finish = new Finish(app, () => app.bar.next());
  const hinting = new Hinting(app, () => game);

  /** Games that a puzzle can be played by. */
  function fitting() {
    if (!app.picture.answer.grid) return app.kind.moves.length ? MoveGame : FillGame;
    return revealing && app.kind.reveals !== null ? RevealGame : FillGame;
  }

  function renew() {
    timer.release();
    game?.leave();
    game?.record.save();
    hinting.forget();
    app.reach();
    game = new (fitting())(app, judged);
    game.record.heard = () => hinting.forget();
    root.replaceChildren(finish.build(), h("h2", { class: "unseen", text: t("tab.play") }), timer.build());
    if (app.kind.reveals !== null) root.append(variants());
    const { text, tools } = hinting.build();
    root.append(text);
    game.build(root);
    app.reach(...tools);
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

  /** The server has said whether the board, as it is now, is solved. */
  function judged(solved) {
    if (solved) app.status(t("play.solved", { time: clock(game.record.seconds) }), "good");
    timer.tell();
    const now = game.record.solved !== solved;
    game.record.solved = solved;
    if (now) game.record.save();
    finish.tell(game, solved, now);
    app.board.holder.classList.toggle("solved", solved && now);
  }

  for (const name of ["pagehide", "visibilitychange"]) addEventListener(name, () => game?.record.save());
  addEventListener("storage", ({ key, newValue }) => {
    if (!game || key !== game.record.name || newValue === null) return;
    const other = game.record.load(); // another tab has gone on with this game
    timer.tell();
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
      timer.start();
    },
    leave: () => {
      timer.stop();
      game?.record.save();
      game?.leave();
      hinting.forget();
    },
    help: () => game.help(),
    values: () => game.values(),
    state: () => game.state(),
    enterValues: (cells) => game.enterValues(cells),
  };
}
