"""Pictures of the page for the documentation: ``python bench/web_pictures.py [NAME ...]``.

A sheet for the first screen, and one for each kind of puzzle: playing, finished, set, explained and presented; in
light, in dark and on a phone. Needs playwright for Python, chromium and Pillow; takes two minutes.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from web_browser import chromium, launched
from web_load import running

import knobel
from knobel import registry
from knobel.errors import BadInput
from knobel.puzzle import Puzzle

if TYPE_CHECKING:
    from PIL.Image import Image
    from playwright.sync_api import Browser, Page

FOLDER = Path(__file__).parents[1] / "docs" / "pictures" / "web"
HEIGHT, GAP, QUALITY = 320, 10, 35
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LOOKS = (
    {**DESKTOP, "color_scheme": "light"},
    {**DESKTOP, "color_scheme": "dark"},
    {**PHONE, "color_scheme": "light"},
)
PUZZLES = {"bishops": "ring", "doppelblock": "S5", "nonogram": "mushroom", "satromino": "stairs"}
"""The example of each kind; the first one where none is named."""
LOOK = """async (puzzle) => (await fetch("/api/board", {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ puzzle }),
})).json()"""


class Visitor:
    """Somebody who looks at a puzzle in a tab of a new browser."""

    def __init__(self, browser: Browser, address: str, look: dict[str, Any], puzzle: str) -> None:
        self.page: Page = browser.new_context(**look).new_page()
        self.puzzle = puzzle
        self.page.goto(f"{address}#{puzzle.replace('#', '%23')}" if puzzle else address)
        self.page.wait_for_selector("html[data-ready]")

    def taken(self) -> Image:
        """What is seen, as large as in a sheet."""
        from PIL import Image

        self.page.wait_for_load_state("networkidle")
        self.page.wait_for_timeout(900)  # whatever moves has come to rest
        found = Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")
        self.page.context.close()
        return found.resize((round(found.width * HEIGHT / found.height), HEIGHT), Image.Resampling.LANCZOS)

    def enter(self, part: float) -> None:
        """Some part of the solution, as a player does."""
        puzzle = registry.parse(self.puzzle)
        values = knobel.solve(puzzle).solution
        assert values is not None
        if values.ndim == 1:
            self.move(puzzle.write(values), part)
            return
        keys = {look["value"]: look["keys"][-1] for look in self.page.evaluate(LOOK, self.puzzle)["values"]}
        cells = [(r, c, keys[int(v)]) for (r, c), v in zip(_places(values.shape), values.flat, strict=True)]
        for r, c, key in cells[: round(part * len(cells))]:
            self.page.locator(f"#stage [data-r='{r}'][data-c='{c}']").focus()
            self.page.keyboard.press(key)

    def move(self, line: str, part: float) -> None:
        """The same by moves."""
        pads = self.page.locator(".pad")
        for code in line[: round(part * len(line))]:
            pads.and_(self.page.locator(f"[data-code='{code}']")).click()

    def explained(self, steps: int) -> None:
        self.page.click("#tab-explain")
        self.page.click("#explain")
        self.page.wait_for_function("() => document.getElementById('step-end').textContent")
        for _ in range(steps):
            self.page.click("#step-forward")


def _places(shape: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    return ((r, c) for r in range(shape[0]) for c in range(shape[1]))


def playing(visitor: Visitor) -> None:
    visitor.enter(0.5)


def finished(visitor: Visitor) -> None:
    visitor.enter(1)
    visitor.page.wait_for_selector("#status.good, dialog[open]")


def setting(visitor: Visitor) -> None:
    visitor.page.click("#tab-set")
    visitor.page.wait_for_selector("#verdict[aria-busy=false]")


def explaining(visitor: Visitor) -> None:
    visitor.explained(2)


def presenting(visitor: Visitor) -> None:
    visitor.page.click("#tab-explain")
    visitor.page.click("#present-explain")
    visitor.explained(2)


def half(puzzle: Puzzle) -> Puzzle:
    """The puzzle with half of its clues, where it can do without the others."""
    try:
        return registry.parse(puzzle.keep(puzzle.places()[::2]).id())
    except BadInput:
        return puzzle


SCENES: tuple[Callable[[Visitor], None], ...] = (playing, finished, setting, explaining, presenting)


def sheet(rows: list[list[Image]]) -> Image:
    """Pictures in rows."""
    from PIL import Image

    width = max(sum(one.width + GAP for one in row) for row in rows) - GAP
    found = Image.new("RGB", (width, len(rows) * (HEIGHT + GAP) - GAP), "white")
    for r, row in enumerate(rows):
        x = 0
        for one in row:
            found.paste(one, (x, r * (HEIGHT + GAP)))
            x += one.width + GAP
    return found


def main() -> None:
    names = sys.argv[1:] or ["first", *registry.kinds()]
    with launched(chromium()) as browser, running() as (_, address):
        for name in names:
            rows: list[list[Image]] = []
            if name == "first":
                rows.append([Visitor(browser, address, look, "").taken() for look in LOOKS])
            for scene in SCENES if name != "first" else ():
                examples = registry.kind(name).examples
                puzzle = registry.parse(examples.get(PUZZLES.get(name, ""), next(iter(examples.values()))).id)
                some = half(puzzle) if scene is setting else puzzle
                row = []
                for look in LOOKS:
                    visitor = Visitor(browser, address, look, some.id())
                    scene(visitor)
                    row.append(visitor.taken())
                rows.append(row)
            path = FOLDER / f"{name}.webp"
            sheet(rows).save(path, quality=QUALITY, method=6)
            print(path.name, path.stat().st_size, flush=True)


if __name__ == "__main__":
    main()
