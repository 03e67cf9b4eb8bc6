"""A file that anyone can play: one page of HTML with puzzles in it, which needs no server, no network and no solver.

It is made of the scripts of the page itself, with another ``api.js``: what the server says about a board is said by
the ``judge.js`` of its kind. Everything is inside of the file, and it forbids itself to load anything else.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import registry
from ..errors import Unable
from ..puzzle import Optimising, Puzzle
from ..reasoning.wording import where
from ..say import Say
from ..tasks.solve import solve
from .boards import COLUMN, ROW, picture_json
from .convert import Translator, playing_json

if TYPE_CHECKING:
    from .service import Json

STATIC = Path(__file__).parent / "static"
ENTRY = "offline.js"
INSTEAD = {"api.js": "offline_api.js"}
"""Scripts of the page that ask the server, and who answers in their place."""
STYLE = re.compile(r'href="/static/([\w.-]+\.css)"')
IMPORT = re.compile(r'\b(from|import) "\./([\w.-]+)"')
POLICY = "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data:"
FORGETFUL = """
try { localStorage.length } catch { // a browser that keeps nothing for files: one can still play
  const kept = {}, put = (name, value) => { Object.defineProperty(kept, name, { value, enumerable: false }) };
  put("getItem", (key) => kept[key] ?? null); put("setItem", (key, text) => { kept[key] = text });
  put("removeItem", (key) => { delete kept[key] });
  Object.defineProperty(window, "localStorage", { value: kept });
}
"""
PLACE = {"row": ROW, "column": COLUMN}


@dataclass(frozen=True)
class Playable:
    """A puzzle to play, and what it is called."""

    puzzle: Puzzle
    title: str = ""
    author: str = ""


def play_page(
    puzzles: Sequence[Playable],
    *,
    title: str = "",
    author: str = "",
    language: str = "en",
    timeout: float | None = None,
) -> str:
    """One file with all of these puzzles; to know the best value of one, it is solved."""
    kinds = {one.puzzle.kind: registry.kind(one.puzzle.kind) for one in puzzles}
    judges = {name: kind.judge for name, kind in kinds.items()}
    for name, judge in judges.items():
        if judge is None:
            raise Unable(f"{name} puzzles can only be played where knobel runs")
    book = {
        "title": title,
        "author": author,
        "language": language,
        "words": json.loads(_file(f"languages/{language}.json")),
        "kinds": [playing_json(kind, language) for kind in kinds.values()],
        "puzzles": [_puzzle(one, language, timeout) for one in puzzles],
    }
    sources = {f"knobel/{name}": text for name, text in scripts().items()}
    sources |= {f"kinds/{name}": judge for name, judge in judges.items() if judge is not None}
    imports = {name: f"data:text/javascript;base64,{_base64(text)}" for name, text in sources.items()}
    styles = "".join(map(_file, (*STYLE.findall(_file("index.html")), "offline.css")))
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title or puzzles[0].title or 'knobel')}</title>\n<style>\n{styles}</style>\n"
        f'<script type="importmap">{_json({"imports": imports})}</script>\n</head>\n<body class="offline">\n'
        f"{_file('offline.html')}"
        f'<script type="application/json" id="book">{_json(book)}</script>\n'
        f"<script>{FORGETFUL}</script>\n"
        f'<script type="module">import "knobel/{ENTRY}";</script>\n</body>\n</html>\n'
    )


def scripts() -> dict[str, str]:
    """The scripts that the file needs, by name; they import each other by names that a file can have in itself."""
    found: dict[str, str] = {}
    waiting = [ENTRY]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        text = _file(INSTEAD.get(name, name))
        waiting += [asked for _, asked in IMPORT.findall(text)]
        found[name] = IMPORT.sub(r'\1 "knobel/\2"', text)
    return found


def _puzzle(one: Playable, language: str, timeout: float | None) -> Json:
    puzzle = one.puzzle
    words = Translator(puzzle, language)
    found: Json = {
        "id": puzzle.id(),
        "title": one.title or puzzle.title,
        "author": one.author,
        "picture": _short(picture_json(puzzle, words), words),
    }
    if isinstance(puzzle, Optimising) and puzzle.best is not None:
        result = solve(puzzle, timeout=timeout)
        if result.value is None:
            raise Unable(f"nobody could tell when it is solved: the best value is not known ({result.status})")
        found["best"] = result.value
    return found


def _short(picture: Json, words: Translator) -> Json:
    """A picture whose cells are told once for all that look alike; where each is follows from its row and column."""
    template = words(Say(where((0, 0)).template, **PLACE))
    numbers: dict[str, int] = {}
    for board in picture["boards"]:
        for r, row in enumerate(board["cells"]):
            for c, cell in enumerate(row):
                cell.pop("at", None)
                here = cell.pop("where")
                assert here == template.replace(ROW, str(r + 1)).replace(COLUMN, str(c + 1))
                cell["name"] = cell["name"].replace(here, ROW)  # what is said of a cell, around where it is
                row[c] = numbers.setdefault(json.dumps(cell), len(numbers))
    return picture | {"where": template, "looks": [json.loads(look) for look in numbers]}


def _file(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def _base64(text: str) -> str:
    return b64encode(text.encode()).decode("ascii")


def _json(value: Any) -> str:
    """JSON that can stand in a page: nothing in it ends a script."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
