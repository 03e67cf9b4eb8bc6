"""A picture as a page of its own: the boards of a picture one after the other, with buttons and keys to play them.

Everything is inside the page: drawing, style and script. Without scripts, all boards are shown at once.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from html import escape
from typing import NamedTuple

from .picture import INK, PAPER, Board, Mark, Picture
from .picture.data import CELL, places
from .picture.shapes import LETTER, draw_board, drawing
from .picture.svg import document, opening, painted

SIZE = 28  # of a cell, before the page is scaled
PACE = 4.0  # boards a second; an animation in fine steps is played faster
FINE = 12.0

_STYLE = f"""
:root {{ color-scheme: light; }}
body {{ margin: 0; padding: 1rem; font: 1rem/1.4 system-ui, sans-serif; color: {INK}; background: #f4f6fa; }}
main, #stage:not([hidden]) {{ display: flex; flex-direction: column; align-items: center; gap: .75rem; }}
svg {{ max-width: 100%; max-height: 76vh; height: auto; background: {PAPER}; border-radius: .25rem; }}
h1 {{ font-size: 1.1rem; margin: 0; }}
details {{ text-align: center; max-width: 100%; }}
summary {{ cursor: pointer; padding: .75rem; }}
#bar {{ display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; justify-content: center; }}
button {{ font: inherit; min-width: 2.75rem; min-height: 2.75rem; border: 1px solid {INK}; border-radius: .375rem;
  background: {PAPER}; color: {INK}; cursor: pointer; }}
button:focus-visible, input:focus-visible {{ outline: 3px solid #4c7bd9; outline-offset: 2px; }}
#caption {{ min-height: 1.4em; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; text-align: center;
  max-width: 60rem; }}
"""

_CONTROLS = """
<div id="bar" role="group" aria-label="animation">
<button id="first" aria-label="first board" title="first board (Home)">&#x23EE;&#xFE0E;</button>
<button id="back" aria-label="one step back" title="one step back (arrow left)">&#x25C0;&#xFE0E;</button>
<button id="play" aria-label="play" title="play or pause (space)">&#x25B6;&#xFE0E;</button>
<button id="on" aria-label="one step on" title="one step on (arrow right)">&#x25B7;&#xFE0E;</button>
<button id="last" aria-label="last board" title="last board (End)">&#x23ED;&#xFE0E;</button>
<label>board <input id="at" type="range" min="0" value="0"></label>
<label>speed <input id="pace" type="range" min="-6" max="6" value="0" title="speed (arrow up, arrow down)"></label>
</div>
"""

_SCRIPT = """
"use strict";
const film = JSON.parse(document.getElementById("film").textContent);
const find = name => document.getElementById(name);
const last = film.frames.length - 1;
let now = 0, timer = 0;
function show(i) {
  now = Math.min(Math.max(i, 0), last);
  find("board").innerHTML = film.frames[now].map(k => film.parts[k]).join("");
  find("caption").textContent = film.captions[now];
  find("at").value = now;
  find("at").setAttribute("aria-valuetext", film.captions[now]);
}
function pause() {
  clearTimeout(timer);
  timer = 0;
  find("play").innerHTML = "&#x25B6;&#xFE0E;";
  find("play").setAttribute("aria-label", "play");
  find("caption").setAttribute("aria-live", "polite");
}
function tick() {
  if (now === last) return pause();
  show(now + 1);
  timer = setTimeout(tick, 1000 / (film.pace * 2 ** (find("pace").value / 2)));
}
function play() {
  if (now === last) show(0);
  find("play").innerHTML = "&#x23F8;&#xFE0E;";
  find("play").setAttribute("aria-label", "pause");
  find("caption").setAttribute("aria-live", "off");
  timer = setTimeout(tick, 1000 / film.pace);
}
function jump(i) { pause(); show(i); }
function pace(by) { find("pace").value = Number(find("pace").value) + by; }
const toggle = () => timer ? pause() : play();
const acts = { first: () => jump(0), back: () => jump(now - 1), play: toggle, on: () => jump(now + 1),
  last: () => jump(last) };
for (const name in acts) find(name).addEventListener("click", acts[name]);
find("at").addEventListener("input", event => jump(Number(event.target.value)));
const keys = { Home: acts.first, ArrowLeft: acts.back, ArrowRight: acts.on, End: acts.last, " ": toggle,
  ArrowUp: () => pace(1), ArrowDown: () => pace(-1) };
document.addEventListener("keydown", event => {
  const busy = event.target.tagName === "INPUT" || (event.target.tagName === "BUTTON" && event.key === " ");
  if (busy || event.ctrlKey || event.altKey || event.metaKey || !(event.key in keys)) return;
  event.preventDefault();
  keys[event.key]();
});
find("at").max = last;
find("stage").hidden = false;
show(0);
const hidden = find("stage").closest("details:not([open])");
if (film.auto && !matchMedia("(prefers-reduced-motion: reduce)").matches)
  hidden ? hidden.addEventListener("toggle", play, { once: true }) : play();
"""


def html(picture: Picture, solution: Picture | None = None) -> str:
    """A page that needs nothing else: an animation where there are several boards, else just the picture.

    It begins by itself unless the reader's system asks for reduced motion. A solution is shown after a click.
    """
    if solution is None:
        return _page(picture.title, _shown(picture, SIZE))
    # Cells can have their names only once in a page: here, in the solution.
    riddle = document(drawing(picture, SIZE, named=False))
    answer = f"<details>\n<summary>solution</summary>\n{_shown(solution, SIZE)}</details>\n"
    return _page(picture.title, riddle + answer)


def _shown(picture: Picture, size: int) -> str:
    frames = picture.play or picture.boards
    if len(frames) < 2:
        return picture.svg(size)
    marks = picture.marks
    if picture.play:  # marks are on the boards of the picture, and cells of all frames can have the same names
        marks, frames = (), tuple(replace(board, origin=()) for board in frames)
    shown = [Frame(board.caption, *_parts(board, marks)) for board in frames]
    return _film(shown, FINE if picture.play else PACE, picture.svg())


def slides(pictures: Sequence[tuple[Picture, str]], title: str) -> str:
    """A page to step through pictures, each with a caption. It waits for the reader."""
    shown = []
    for picture, caption in pictures:
        if len(picture.boards) == 1:
            shown.append(Frame(caption, *_parts(picture.boards[0], picture.marks)))
        else:
            whole = drawing(picture, CELL)
            shown.append(Frame(caption, [document(whole)], round(whole.width), round(whole.height)))
    plain = "".join(f"<p>{escape(caption)}</p>" for _, caption in pictures) + pictures[-1][0].svg()
    return _page(title, _film(shown, None, plain))


class Frame(NamedTuple):
    """What is shown at a time: a caption, and a drawing in parts, which are often those of the frame before."""

    caption: str
    parts: list[str]
    width: int
    height: int


def _page(title: str, body: str) -> str:
    title = escape(title or "knobel")
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{body}</main>\n</body>\n</html>\n"
    )


def _parts(board: Board, marks: Collection[Mark]) -> tuple[list[str], int, int]:
    block = draw_board(replace(board, caption=""), SIZE, SIZE // 2, SIZE // 2, places(marks))
    return [painted(part, SIZE * LETTER) for part in block.parts], block.width + SIZE, block.height + SIZE


def _film(frames: Sequence[Frame], pace: float | None, plain: str) -> str:
    """Frames as lists of parts, each of which is stored once. Without a pace, nothing moves by itself."""
    numbers: dict[str, int] = {}
    film = {
        "pace": pace or 1 / 4,
        "auto": pace is not None,
        "captions": [frame.caption for frame in frames],
        "frames": [[numbers.setdefault(part, len(numbers)) for part in frame.parts] for frame in frames],
        "parts": list(numbers),
    }
    wide, tall = max(frame.width for frame in frames), max(frame.height for frame in frames)
    look = 'id="board" role="img" aria-labelledby="caption" '
    data = json.dumps(film, separators=(",", ":")).replace("<", "\\u003c")
    return (
        f'<div id="stage" hidden>\n{opening(wide, tall, SIZE * LETTER, look)}</svg>\n'
        f'<div id="caption" aria-live="polite"></div>\n{_CONTROLS}</div>\n<noscript>\n{plain}</noscript>\n'
        f'<script type="application/json" id="film">{data}</script>\n<script>{_SCRIPT}</script>\n'
    )
