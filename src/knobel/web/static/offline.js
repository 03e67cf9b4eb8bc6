// A file to play: its puzzles, one at a time, with the board and the games of the page, and no server.

import { Stale, broken, prepare } from "./api.js";
import { Board } from "./board.js";
import { button, choose, h } from "./dom.js";
import { FillGame } from "./fill.js";
import { Finish } from "./finish.js";
import { Game } from "./game.js";
import { showKeys } from "./help.js";
import { icon } from "./icons.js";
import { MoveGame } from "./moves.js";
import { Timer } from "./timer.js";
import { capital, clock, speak, t } from "./words.js";

const book = JSON.parse(document.getElementById("book").textContent);
const puzzles = book.puzzles.map((one) => ({ ...one, picture: full(one.picture) }));
const by = (id) => document.getElementById(id);
let game = null;
let list = null;
let timer, finish; // they need words

const app = {
  board: null,
  id: "",
  kind: null,
  picture: null,
  kinds: book.kinds,
  current: { name: "play" },
  get play() {
    return game;
  },
  status(text, tone = "") {
    by("status").className = tone;
    by("status").textContent = text;
  },
  reach(...tools) {
    if (tools.length) by("within").append(...tools);
    else by("within").replaceChildren();
  },
  speak(text) {
    by("spoken").textContent = text;
  },
  titled: () => app.picture.title,
  fail(error) {
    if (!(error instanceof Stale)) throw error;
  },
};

/** A picture as the server tells it: cells that look alike stand in the file only once. */
function full({ looks, where, ...picture }) {
  const cell = (look, first, r, c) => {
    const here = where.replace("\u0000", r + 1).replace("\u0001", c + 1);
    const at = first && picture.answer.grid ? { at: [r, c] } : {};
    return { ...looks[look], where: here, name: looks[look].name.replace("\u0000", here), ...at };
  };
  const cells = (board, first) => board.cells.map((row, r) => row.map((look, c) => cell(look, first, r, c)));
  return { ...picture, boards: picture.boards.map((board, k) => ({ ...board, cells: cells(board, k === 0) })) };
}

const titled = (one, i) => one.title || `${capital(one.id.split(":")[0])} ${i + 1}`;

function show(i) {
  timer.release();
  game?.leave();
  game?.record.save();
  const one = puzzles[i];
  app.id = one.id;
  app.kind = book.kinds.find((kind) => kind.name === one.id.split(":")[0]);
  app.picture = { ...one.picture, title: titled(one, i) };
  by("stage").dataset.puzzle = one.id;
  by("title").textContent = capital(titled(one, i));
  const author = one.author || book.author;
  by("by").textContent = author && t("offline.author", { author });
  by("about").textContent = app.kind.about;
  by("about").lang = app.kind.language;
  app.status("");
  app.reach();
  game = new (one.picture.answer.grid ? FillGame : MoveGame)(app, judged);
  const root = h("section", { id: "panel-play" }, finish.build(), timer.build());
  by("panels").replaceChildren(root);
  game.build(root);
  root.append(h("p", { class: "hint", text: t("offline.kept") }));
  game.enter();
  tell();
}

/** The board, as it is now, is solved or not. */
function judged(solved) {
  const { record } = game;
  if (solved) app.status(t("play.solved", { time: clock(record.seconds) }), "good");
  else if (game.values()?.flat().every((value) => value >= 0)) {
    app.status(t("offline.wrong"), "bad");
    const spots = broken(app.id, game.values()).flatMap(({ cells, ...one }) => cells?.map((at) => ({ at })) ?? [one]);
    app.board.mark(spots.map((one) => ({ ...one, why: "wrong" })));
  }
  const now = record.solved !== solved;
  record.solved = solved;
  record.save();
  tell();
  finish.tell(game, solved, now);
}

const solved = (id) => (id === app.id ? game.record : new Game(id)).solved;

/** How to come to the next puzzle that is not solved; null if all are. */
function next() {
  const now = puzzles.findIndex((one) => one.id === app.id);
  const order = puzzles.map((_, i) => (now + 1 + i) % puzzles.length);
  const open = order.find((i) => !solved(puzzles[i].id));
  return open === undefined ? null : () => show(open);
}

function tell() {
  timer.tell();
  if (!list) return;
  choose(
    list,
    puzzles.map((one, i) => [i, `${i + 1} · ${titled(one, i)}${solved(one.id) ? " ✓" : ""}`]),
    puzzles.findIndex((one) => one.id === app.id),
  );
}

function step(by) {
  const now = puzzles.findIndex((one) => one.id === app.id);
  show((now + by + puzzles.length) % puzzles.length);
}

async function start() {
  speak(book.language, [book.words, book.words]);
  await Promise.all(puzzles.map(prepare));
  app.board = new Board(by("stage"));
  document.body.dataset.tab = "play"; // the tools of this tab are in reach
  by("zoom").replaceChildren(app.board.zoom.buttons());
  by("skip").textContent = t("skip");
  by("skip").addEventListener("click", (event) => {
    event.preventDefault();
    app.board.focus();
  });
  if (puzzles.length > 1) {
    list = h("select", { "aria-label": t("bar.puzzle"), onchange: () => show(Number(list.value)) });
    const arrow = (words, name, by) => button(t(words), () => step(by), { sign: icon(name), bare: true, class: "quiet", id: name });
    const arrows = [arrow("bar.previous", "previous", -1), list, arrow("bar.next", "next", 1)];
    by("bar").append(h("b", { text: book.title }), h("div", { class: "choosing" }, ...arrows));
  }
  addEventListener("keydown", (event) => {
    if (event.key === "?") showKeys(app);
  });
  timer = new Timer(app, () => game);
  finish = new Finish(app, next);
  timer.start();
  for (const name of ["pagehide", "visibilitychange"]) addEventListener(name, () => game.record.save());
  show(0);
  document.documentElement.dataset.ready = "";
}

start();
