// One's own puzzles: those that were made here and those that were set. They stay in the browser until they are taken
// off the list.

import { keep, kept } from "./kept.js";

const MADE = "knobel:made";
const MOST = 200; // the newest of them

/** All of them, oldest first: {id, kind, seed, fits, asked?, grade?, words?, note?, set?, title?}, `kind` by its name. */
export const own = () => kept(MADE) ?? [];

/** Those that were made. */
export const made = () => own().filter((one) => !one.set);

/** One more. */
export function add({ id, kind, seed, fits, asked, grade, words, note, set }) {
  const others = own().filter((one) => one.id !== id);
  keep(MADE, [...others, { id, kind, seed, fits, asked, grade, words, note, set }].slice(-MOST));
}

/** A board that is being set has become another one. */
export function follow(before, id) {
  const all = own();
  if (all.some((one) => one.id === id)) return;
  const at = all.findIndex((one) => one.set && one.id === before);
  if (at < 0) add({ id, kind: id.split(":")[0], set: true });
  else keep(MADE, all.map((one, i) => (i === at ? { ...one, id } : one)));
}

/** What one calls a puzzle of one's own. */
export function name(id, title) {
  keep(MADE, own().map((one) => (one.id === id ? { ...one, title } : one)));
}

/** One less. */
export function drop(id) {
  keep(MADE, own().filter((one) => one.id !== id));
}
