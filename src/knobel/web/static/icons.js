// Small signs of the page's own, as lines on a square of 24: no font has to have them.

import { s } from "./dom.js";

const PATHS = {
  open: "M4 15v4h16v-4M12 4v11M7.5 10.5 12 15l4.5-4.5",
  copy: "M9 9h10v11H9zM5 15V4h10",
  keys: "M9.2 9a2.9 2.9 0 1 1 4.3 2.5c-1 .6-1.5 1.2-1.5 2.3M12 17.6v.2",
  previous: "M14.5 5.5 8 12l6.5 6.5",
  next: "M9.5 5.5 16 12l-6.5 6.5",
  auto: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  light:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  dark: "M19.5 14.5A8 8 0 1 1 9.5 4.5a6.5 6.5 0 0 0 10 10z",
  undo: "M8.5 5 4 9.5 8.5 14M4 9.5h10a5 5 0 0 1 0 10h-4",
  redo: "M15.5 5 20 9.5 15.5 14M20 9.5H10a5 5 0 0 0 0 10h4",
  restart: "M5 5v5h5M5.6 10A7.3 7.3 0 1 1 5 13.5",
  cycle: "M19 5v5h-5M5 19v-5h5M18.4 10A7 7 0 0 0 6.5 8M5.6 14a7 7 0 0 0 11.9 2",
  erase: "M8.5 6H20v12H8.5L3.5 12zM11.5 9.5l5 5M16.5 9.5l-5 5",
  mark: "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14z",
  check: "M5 12.5l4.5 4.5L19 7.5",
  fork: "M12 20v-7M12 13 6 7M12 13l6-6M6 12V7h5M18 12V7h-5",
  blank: "M5 5h14v14H5z",
  turn: "M19 4v5h-5M18.6 9A7.3 7.3 0 1 0 19 13",
  star: "M12 4l2.4 5.2 5.6.6-4.2 3.8 1.2 5.6-5-2.9-5 2.9 1.2-5.6L4 9.8l5.6-.6z",
  left: "M19 12H5M11 6l-6 6 6 6",
  right: "M5 12h14M13 6l6 6-6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  up: "M12 19V5M6 11l6-6 6 6",
  across: "M12 3v18M9 7l-5 5 5 5zM15 7l5 5-5 5z",
  upright: "M3 12h18M7 9l5-5 5 5zM7 15l5 5 5-5z",
  drop: "M12 3v12M6.5 10l5.5 5.5L17.5 10M5 20h14",
  play: "M8 5v14l11-7z",
  pause: "M9 5v14M15 5v14",
  look: "M9.5 18h5M10 21h4M8.6 15a6 6 0 1 1 6.8 0v1.5H8.6z",
  stop: "M6 6h12v12H6z",
  in: "M12 5v14M5 12h14",
  out: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  hand: "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3",
  close: "M6 6l12 12M18 6 6 18",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z",
  present: "M3 5h18v11H3zM12 16v3M8 20h8",
  save: "M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6",
};

/** A sign by its name. */
export function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
}
