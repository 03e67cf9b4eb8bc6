// A field over a spot of the board, in which its clue is written.

import { h } from "./dom.js";
import { t } from "./words.js";

/**
 * Open the field. `commit(text)` gets what was written; the field stays open if that gives an error.
 * Tab goes on to the next spot of the same edge, which `next(spot)` opens.
 */
export function editHere(app, spot, text, commit, next) {
  const { board } = app;
  const box = board.box(spot);
  const input = h("input", {
    class: "here",
    "aria-label": t("set.clue"),
    value: text,
    autocomplete: "off",
    spellcheck: "false",
  });
  const wide = Math.max(box.width, 72);
  Object.assign(input.style, {
    left: `${Math.max(2, box.x + (box.width - wide) / 2)}px`,
    top: `${box.y + Math.max(0, (box.height - 36) / 2)}px`,
    width: `${wide}px`,
  });
  let open = true;
  const close = () => {
    if (!open) return;
    open = false;
    input.remove();
  };
  const done = async (then) => {
    if (!open) return;
    const failed = await commit(input.value.trim());
    if (failed instanceof Error) {
      input.setAttribute("aria-invalid", "true");
      input.focus();
      return;
    }
    close();
    then?.();
  };
  input.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter") done(() => board.place(spot, true));
    else if (event.key === "Escape") {
      close();
      board.place(spot, true);
    } else if (event.key === "Tab") {
      const by = event.shiftKey ? -1 : 1;
      const to =
        spot.cell || ["top", "bottom"].includes(board.drawn[0].side(spot))
          ? { r: spot.r, c: spot.c + by }
          : { r: spot.r + by, c: spot.c };
      done(() => {
        board.place(to, true);
        if (board.at.r === to.r && board.at.c === to.c) next(board.spot(to));
      });
    } else return;
    event.preventDefault();
  });
  input.addEventListener("blur", () => done());
  board.stage.append(input);
  input.focus();
  if (text.length > 1) input.select();
}
