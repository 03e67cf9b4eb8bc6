// Which puzzles were solved or begun in this browser, the best times, and what solved ones look like.

import { GAMES, keep, kept } from "./kept.js";

const SOLVED = "knobel:solved";
const VARIANT = /^reveal:/; // games on the same board

/** All that were solved, by ID: {best: seconds, grade?, picture?}. */
export const solved = () => kept(SOLVED) ?? {};

/** Remember more about a puzzle that is solved. */
export function remember(id, more) {
  const all = solved();
  keep(SOLVED, { ...all, [id]: { ...all[id], ...more } });
}

/** A puzzle was solved just now; whether it was sooner than ever before. */
export function finished(id, seconds) {
  const before = solved()[id]?.best;
  remember(id, { best: Math.min(before ?? Infinity, seconds) });
  return seconds < before;
}

/** How far one is, by ID: {done, when}; puzzles that were never begun are not there. */
export function progress() {
  const found = new Map();
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith(GAMES))) {
    const game = kept(key);
    if (!game || (!game.solved && !Object.keys(game.entries ?? {}).length)) continue;
    const id = key.slice(GAMES.length).replace(VARIANT, "");
    found.set(id, { done: game.solved || found.get(id)?.done, when: game.when ?? 0 });
  }
  for (const id of Object.keys(solved())) found.set(id, { when: 0, ...found.get(id), done: true });
  return found;
}
