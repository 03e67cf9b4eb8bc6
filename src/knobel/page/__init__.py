"""A picture as a page of its own: the boards of a picture one after the other, with buttons and keys to play them.

Everything is inside the page: drawing, style and script. Without scripts, all boards are shown at once.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from html import escape
from importlib.resources import files
from typing import NamedTuple

from ..picture import INK, PAPER, Board, Mark, Picture
from ..picture.data import places
from ..picture.shapes import LETTER, Legend, draw_board, draw_legend
from ..picture.svg import document, opening, painted

SIZE = 28  # of a cell, before the page is scaled
PACE = 4.0  # boards a second; an animation in fine steps is played faster
FINE = 12.0


def html(picture: Picture, solution: Picture | None = None) -> str:
    """A page that needs nothing else: an animation where there are several boards, else just the picture.

    It begins by itself unless the reader's system asks for reduced motion. A solution is shown after a click.
    """
    if solution is None:
        return _picture_page(picture.title, _shown(picture))
    # Cells can have their names only once in a page: here, in the solution.
    riddle = document(picture.drawing(SIZE, named=False))
    answer = f"<details>\n<summary>solution</summary>\n{_shown(solution)}</details>\n"
    return _picture_page(picture.title, riddle + answer)


def _shown(picture: Picture) -> str:
    frames = picture.play or picture.boards
    if len(frames) < 2:
        return picture.svg(SIZE)
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
            shown.append(Frame(caption, *_parts(picture.boards[0], picture.marks, picture.legend)))
        else:
            whole = picture.drawing()
            shown.append(Frame(caption, [document(whole)], round(whole.width), round(whole.height)))
    plain = "".join(f"<p>{escape(caption)}</p>" for _, caption in pictures) + pictures[-1][0].svg()
    return _picture_page(title, _film(shown, None, plain))


class Frame(NamedTuple):
    """What is shown at a time: a caption, and a drawing in parts, which are often those of the frame before."""

    caption: str
    parts: list[str]
    width: int
    height: int


def page(title: str, style: str, body: str) -> str:
    """A page of HTML that needs nothing else."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title or 'knobel')}</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n{body}</body>\n</html>\n"
    )


def _picture_page(title: str, body: str) -> str:
    style = f":root {{ --ink: {INK}; --paper: {PAPER}; }}\n{_file('page.css')}"
    return page(title, style, f"<main>\n<h1>{escape(title or 'knobel')}</h1>\n{body}</main>\n")


def _file(name: str) -> str:
    """A file of this folder."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _parts(board: Board, marks: Collection[Mark], legend: Legend = ()) -> tuple[list[str], int, int]:
    block = draw_board(replace(board, caption=""), SIZE, SIZE // 2, SIZE // 2, places(marks))
    key = draw_legend(legend, SIZE, SIZE // 2, block.height + SIZE)
    parts = [painted(part, SIZE * LETTER) for part in block.parts + key.parts]
    return parts, max(block.width, key.width) + SIZE, block.height + SIZE + key.height


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
    stage = opening(wide, tall, SIZE * LETTER, 'id="board" role="img" aria-labelledby="caption" ')
    data = json.dumps(film, separators=(",", ":")).replace("<", "\\u003c")
    return (
        f'<div id="stage" hidden>\n{stage}</svg>\n<div id="caption" aria-live="polite"></div>\n'
        f"{_file('controls.html')}</div>\n<noscript>\n{plain}</noscript>\n"
        f'<script type="application/json" id="film">{data}</script>\n'
        f"<script>\n{_file('player.js')}</script>\n"
    )
