// Small helpers to build pages. All text goes through textContent: nothing that comes from a puzzle is ever markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children; `on...` are listeners, `text` is its text. */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same in a drawing. */
export function s(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** One attribute: `false`, `null` and `undefined` take it away. */
export function set(element, name, value) {
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "text") element.textContent = value;
  else if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : value);
}

/** A button with a sign (an element), and words that are read aloud where there is only the sign. */
export function button(words, onclick, { sign = null, bare = false, ...more } = {}) {
  const named = bare ? { "aria-label": words, title: words } : {};
  return h("button", { type: "button", ...named, ...more, onclick }, sign, bare ? null : h("span", { text: words }));
}

/** A switch with words beside it. */
export function toggle(words, on, onchange, more = {}) {
  const input = h("input", { type: "checkbox", role: "switch", ...more, onchange: () => onchange(input.checked) });
  input.checked = on;
  return h("label", { class: "toggle" }, input, h("span", { text: words }));
}

/** The choices of a select: pairs of a value and its words. */
export function choose(select, pairs, value) {
  select.replaceChildren(...pairs.map(([key, text]) => h("option", { value: key, text })));
  if (value !== undefined) select.value = value;
}

/** Whether a key that was pressed belongs to a field in which one writes. */
export function writing(target) {
  return target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select, dialog") !== null;
}

/** Do something once, a while after the last call. */
export function later(milliseconds, action) {
  let timer = 0;
  const call = (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...args), milliseconds);
  };
  call.cancel = () => clearTimeout(timer);
  return call;
}
