// Parts that panels share: headed sections, work that can be cancelled, files to save, things that point at the board.

import { stop } from "./api.js";
import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { decimal, t } from "./words.js";

/** A part of a panel with a heading; it can be folded away. */
export function part(words, { open = true, ...more }, ...inside) {
  return h("details", { class: "part", open, ...more }, h("summary", {}, h("h3", { text: words })), h("div", { class: "inner" }, ...inside));
}

/**
 * A button that starts work, and one that cancels it while it runs. The work is asked in `lane`; a second press while it
 * runs does nothing. Neither button is ever disabled, so that the focus stays where it is.
 */
export function task(app, words, lane, work, more = {}) {
  let runs = 0;
  const start = button(words, go, more);
  const cancel = button(t("cancel"), halt, { sign: icon("stop"), class: "cancel", hidden: true });

  async function go() {
    if (runs) return;
    runs++;
    start.setAttribute("aria-busy", "true");
    cancel.hidden = false;
    try {
      await work();
    } catch (error) {
      app.fail(error);
    } finally {
      runs--;
      start.removeAttribute("aria-busy");
      if (document.activeElement === cancel) start.focus();
      cancel.hidden = true;
    }
  }

  function halt() {
    stop(lane);
    app.status(t("cancelled"));
  }

  return [start, cancel];
}

/** The content of a file in base64, without what a browser writes before it. */
export function base64(content) {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(content);
  });
}

/** Give a file to the browser. */
export function save(name, content) {
  const address = URL.createObjectURL(content);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** What the pointer or the focus is on in a panel is marked on the board; `point([])` ends it. */
export function pointing(element, marks, point) {
  for (const name of ["pointerenter", "focus"]) element.addEventListener(name, () => point(marks));
  for (const name of ["pointerleave", "blur"]) element.addEventListener(name, () => point([]));
  return element;
}

/** One of several choices, side by side: pairs of a value and its words. */
export function segments(words, name, pairs, value, onchange) {
  const choice = ([key, text]) => {
    const input = h("input", { type: "radio", name, value: key, onchange: () => onchange(key) });
    input.checked = key === value;
    return h("label", {}, input, h("span", { text }));
  };
  return h("div", { class: "segments", role: "radiogroup", "aria-label": words }, pairs.map(choice));
}

/** Buttons to take steps back, to make them again, and to start again. */
export function stepButtons(game) {
  const words = { undo: t("play.undo"), redo: t("play.redo"), restart: t("play.restart") };
  return Object.entries(words).map(([id, text]) => button(text, () => game[id](), { sign: icon(id), id }));
}

/** Take a step back or again by z or y; whether it was one of them. */
export function stepKey(event, steps) {
  const key = event.key.toLowerCase();
  if (key === "y" || (key === "z" && event.shiftKey)) steps.redo();
  else if (key === "z") steps.undo();
  else return false;
  return true;
}

/** A field with words before it. */
export const field = (words, input) => h("label", { class: "field" }, h("span", { text: words }), input);

/** Seconds, as short as they can be read. */
export function brief(seconds) {
  if (seconds >= 1) return `${decimal(seconds, 1)} s`;
  return seconds < 1e-4 ? "≈ 0 ms" : `${decimal(seconds * 1000, seconds < 0.01 ? 1 : 0)} ms`;
}
