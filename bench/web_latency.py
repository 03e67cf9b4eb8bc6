"""How long a setter waits, in a real browser, from an edit on the board to the new verdict.

Edits are made by keys, one after the other, as a setter does who looks at each verdict: mostly right ones, some wrong
ones, which are taken back. Two moments are taken, each when it is painted: that of the verdict itself, and that of all
that is shown with it. Needs playwright for Python and chromium; takes two minutes.
"""

from __future__ import annotations

import os
import random
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING
from urllib.parse import unquote

from suite import LeftOut, Suite, each
from tables import Record
from web_load import running, small_boards, spread

import knobel
from knobel import registry
from knobel.editor import Editor, Slot
from knobel.puzzle import Puzzle

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SUITE = Suite(__name__, __doc__)
EDITS = 100  # of each kind
PAUSE = 0.15  # seconds that a setter looks at a verdict
WRONG, TAKEN_BACK = 0.15, 0.25  # how many edits of right boards are wrong, and how many take a clue away
FLAGS = (
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

EDIT = """
([r, c, key]) => new Promise((done, fail) => {
  const told = document.getElementById("verdict");
  const before = told.dataset.id;
  let first = 0;
  const started = performance.now();
  const painted = (then) => requestAnimationFrame(() => setTimeout(() => then(performance.now() - started)));
  const watching = new MutationObserver(() => {
    if (told.dataset.id === before) return;
    if (!first) painted((at) => { first = at; });
    if (told.getAttribute("aria-busy") === "true") return;
    watching.disconnect();
    painted((at) => done([(first || at) / 1000, at / 1000]));
  });
  watching.observe(told, { attributes: true });
  const cell = document.querySelector(`#stage [data-r='${r}'][data-c='${c}']`);
  cell.focus();
  cell.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  setTimeout(() => fail(new Error("no verdict")), 20000);
})
"""
"""Press a key at a cell; the seconds until the verdict is seen, and until all that belongs to it is."""


class Setter:
    """Somebody who has a solution in mind, and half of the clues."""

    def __init__(self, puzzle: Puzzle, rng: random.Random) -> None:
        self.rng = rng
        editor = registry.kind(puzzle.kind).editor
        assert editor is not None
        self.editor: Editor = editor
        solution = knobel.solve(puzzle).solution
        assert solution is not None
        self.aim = {slot.place: slot.text for slot in self._cells(puzzle.full(solution))}
        self.last: tuple[int, int] | None = None
        self.begun = puzzle.keep(puzzle.places()[::2]) if self.aim else puzzle

    def _cells(self, puzzle: Puzzle) -> list[Slot]:
        return [slot for slot in self.editor.slots(puzzle) if slot.place.j >= 0]

    def edit(self, puzzle: Puzzle, verdict: str) -> tuple[int, int, str]:
        """A cell of a board that has this verdict, and the key to press there; the board will be another."""
        cells = self._cells(puzzle)
        if not cells:  # cells are painted
            rows, columns = puzzle.domain().shape[:2]
            return self.rng.randrange(rows), self.rng.randrange(columns), " "
        if verdict == "none" and self.last is not None:
            (r, c), self.last = self.last, None
            return r, c, "Backspace"
        clues, empty = ([slot.place for slot in cells if bool(slot.text) is full] for full in (True, False))
        if not empty or (clues and self.rng.random() < TAKEN_BACK):
            place = self.rng.choice(clues)
            return place.i, place.j, "Backspace"
        place = self.rng.choice(empty)
        keys = {key.text: key.key for key in self.editor.keys(puzzle)}
        right = keys.get(self.aim[place])
        key = self.rng.choice(list(keys.values())) if right is None or self.rng.random() < WRONG else right
        self.last = place.i, place.j
        return place.i, place.j, key


@contextmanager
def launched(path: str) -> Iterator[Browser]:
    """Chromium, started for measurements or for tests: alone, and without work of its own in the background."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield found
        found.close()


def chromium() -> str:
    """Its path, if it can be used."""
    if find_spec("playwright") is None:
        raise LeftOut("there is no playwright for Python")
    path = shutil.which("chromium")
    if path is None:
        raise LeftOut("there is no chromium")
    return path


def opened(browser: Browser, address: str, puzzle: str) -> Page:
    """A page on which a puzzle can be edited, with its first verdict."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{address}#{puzzle}")
    page.wait_for_selector("html[data-ready]")
    page.click("#tab-set")
    page.wait_for_selector("#verdict[aria-busy=false]")
    return page


@SUITE.section()
def latency() -> Iterator[Record]:
    """Edits on small boards."""
    with launched(chromium()) as browser, running() as (_, address):
        for name, boards in each(small_boards().items()):
            rng, others = random.Random(name), round(os.getloadavg()[0], 1)
            setter = Setter(registry.parse(boards[0]), rng)
            page = opened(browser, address, setter.begun.id())
            verdicts, times = Counter[str](), list[tuple[float, float]]()
            for _ in each(range(EDITS)):
                puzzle = registry.parse(unquote(page.url.partition("#")[2]))
                status = page.get_attribute("#verdict", "data-status")
                times.append(page.evaluate(EDIT, setter.edit(puzzle, str(status))))
                verdicts[str(page.get_attribute("#verdict", "data-status"))] += 1
                page.wait_for_timeout(PAUSE * 1000)
            page.close()
            counts = ", ".join(str(verdicts[status]) for status in ("none", "one", "many"))
            first, last = map(spread, zip(*times, strict=True))
            yield {
                "board": name,
                "edits": len(times),
                "no, one, many solutions": counts,
                "verdict, median": first["median"],
                "95 of 100 below": first["95 of 100 below"],
                "slowest": first["slowest"],
                "all of it, median": last["median"],
                "all of it, 95 of 100 below": last["95 of 100 below"],
                "others": f"{others:.1f}",
            }
