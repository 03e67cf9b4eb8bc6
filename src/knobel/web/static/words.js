// The words of the page: a catalogue a language, one key a phrase. English stands in where a phrase is missing.

const NAMES = { en: "English", de: "Deutsch", sk: "Slovenčina", pt: "Português", zh: "简体中文", "zh-Hant": "繁體中文" };
const TRADITIONAL = /^zh-(Hant|TW|HK|MO)/i; // what browsers call Traditional Chinese
const KEPT = "knobel:language";

let catalogue = {};
let english = {};

export let language = "en";

/** The languages there are: pairs of a code and its own name. */
export const languages = Object.entries(NAMES);

/** The language that was chosen last, else the first that the browser asks for. */
export function preferred() {
  const asked = navigator.languages.map((one) => (TRADITIONAL.test(one) ? "zh-Hant" : one.slice(0, 2)));
  const wanted = [localStorage.getItem(KEPT), ...asked];
  return wanted.find((code) => code in NAMES) ?? "en";
}

/** The catalogue of a language, and the English one. */
export async function load(code) {
  const one = async (name) => (await fetch(`/static/languages/${name}.json`)).json();
  const all = await Promise.all([...new Set([code, "en"])].map(one));
  return [all[0], all.at(-1)];
}

/** From now on, `t` speaks this language. */
export function speak(code, catalogues) {
  [catalogue, english] = catalogues;
  language = code;
  document.documentElement.lang = code;
  localStorage.setItem(KEPT, code);
}

/** A phrase, with its {fields} filled in. */
export function t(key, fields = {}) {
  const phrase = catalogue[key] ?? english[key] ?? key;
  return phrase.replace(/\{(\w+)\}/g, (all, name) => (name in fields ? String(fields[name]) : all));
}

/** A phrase for a name that comes from the server, or the name itself. */
export function named(group, name) {
  return catalogue[`${group}.${name}`] ?? english[`${group}.${name}`] ?? name;
}

/** A choice as its kind calls it, or as the page calls what several kinds have, or the choice itself. */
export function worded(kind, name, choice) {
  return kind.words[`choices.${name}.${choice}`] ?? named("choice", choice);
}

/** A text with a capital letter. */
export const capital = (text) =>
  /^.\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1); // r1c2 is a name

/** A number with so many decimals, as the language writes it. */
export const decimal = (number, digits) =>
  number.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Seconds as a clock shows them. */
export function clock(seconds) {
  const two = (n) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
