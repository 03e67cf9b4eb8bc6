// What puzzles are called and what is known of them before they are opened. The name of an example may give its picture
// away, so it is told only when it is solved.

import { own } from "./made.js";
import { dayOf, told } from "./daily.js";
import { solved } from "./solved.js";
import { capital, named, t } from "./words.js";

const SIZE = /^\w+:(\d+)(?:x(\d+))?(?=:|$)/; // of an ID

/** An example by its ID, with its kind and its number from 1 on. */
export function exampleOf(kinds, id) {
  const kind = kinds.find((one) => one.name === id.split(":")[0]);
  const at = kind?.examples.findIndex((one) => one.id === id) ?? -1;
  return at < 0 ? null : { ...kind.examples[at], kind, number: at + 1 };
}

/** What a puzzle is called; nothing if nobody has a name for it. */
export function titleOf(kinds, id) {
  const kind = capital(id.split(":")[0]);
  const example = exampleOf(kinds, id);
  if (example) return id in solved() ? example.name : `${kind} ${example.number}`;
  const title = own().find((one) => one.id === id)?.title;
  if (title) return title;
  const day = dayOf(id);
  return day ? `${kind} · ${told(day)}` : "";
}

/** How wide and how high a puzzle is, as people write it; nothing where its ID does not say so. */
export function sizeOf(id, size = null) {
  const [, width, height] = size ? [0, ...size] : (SIZE.exec(id) ?? []);
  return width ? `${width}×${height ?? width}` : "";
}

/** What one wants to know before one opens a puzzle: its size and its grade. */
export function facts(kinds, id) {
  const example = exampleOf(kinds, id);
  const grade = example?.grade ?? own().find((one) => one.id === id)?.grade ?? solved()[id]?.grade;
  const several = example && example.solutions > 1 ? t("home.several") : "";
  return [sizeOf(id, example?.size), grade ? named("grade", grade) : several].filter(Boolean).join(" · ");
}
