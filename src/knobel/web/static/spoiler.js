// Who is in the middle of a puzzle is asked before setting shows its solution; once for each puzzle.

import { question } from "./asking.js";
import { playing } from "./game.js";
import { t } from "./words.js";

const ALLOWED = "knobel:allowed"; // puzzles whose solution may be shown, for as long as the tab is open

const allowed = () => JSON.parse(sessionStorage.getItem(ALLOWED) ?? "[]");

/** Whether the solution of a puzzle would spoil a game. */
export const spoils = (id) => playing(id) && !allowed().includes(id);

/** Ask whether it may be shown. */
export async function mayShow(id) {
  const yes = await question(t("spoil.title"), t("spoil.words"), t("spoil.yes"), t("spoil.no"));
  if (yes) sessionStorage.setItem(ALLOWED, JSON.stringify([...allowed(), id]));
  return yes;
}
