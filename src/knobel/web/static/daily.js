// The puzzle of the day: made by the kind's own recipe, from the date alone, so everybody gets the same one.

import { stop, stream } from "./api.js";
import { keep, kept } from "./kept.js";
import { clock, language, t } from "./words.js";

const DAILY = "knobel:daily"; // {date, puzzles: {kind: ID}, days: {ID: date}}
const GRADE = "medium";
const MOST = 60; // days whose puzzles are remembered as such

/** Today, as 20261118. */
function today() {
  const now = new Date();
  return now.getFullYear() * 10000 + (now.getMonth() + 1) * 100 + now.getDate();
}

const store = () => ({ puzzles: {}, days: {}, ...kept(DAILY) });

/** The day as people write it. */
export function told(day) {
  const date = new Date(Math.floor(day / 10000), (Math.floor(day / 100) % 100) - 1, day % 100);
  return date.toLocaleDateString(language, { day: "numeric", month: "long" });
}

/** The ID of a kind's puzzle of today, if it has been made. */
export function dailyOf(kind) {
  const { date, puzzles } = store();
  return date === today() ? (puzzles[kind] ?? null) : null;
}

/** The day whose puzzle this is, if it is one. */
export const dayOf = (id) => store().days[id] ?? null;

/** The puzzle of today, made if need be; `say(text)` hears what is being done. Undefined if it was stopped. */
export async function makeDaily(kind, say) {
  const known = dailyOf(kind);
  if (known) return known;
  const [date, started] = [today(), Date.now()];
  const tell = () => say(`${t("home.making", { day: told(date) })} (${clock((Date.now() - started) / 1000)})`);
  const telling = setInterval(tell, 1000);
  tell();
  try {
    for await (const { id } of stream("generate", { kind, seed: date, grade: GRADE }, "daily")) {
      if (!id) continue;
      const before = store();
      const puzzles = before.date === date ? before.puzzles : {};
      const days = Object.fromEntries(Object.entries(before.days).slice(-MOST));
      keep(DAILY, { date, puzzles: { ...puzzles, [kind]: id }, days: { ...days, [id]: date } });
      return id;
    }
  } finally {
    clearInterval(telling);
  }
}

/** Make no puzzle any more. */
export const stopDaily = () => stop("daily");
