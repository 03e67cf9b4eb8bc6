"""How long people wait in a real browser: for the first board, a verdict, a hint, a click; and whether one is lost.

Seconds are those of the clock, until it is painted, as a person waits. On a machine with other work they say little, so
*work* stands beside them: the CPU seconds of the server, of its workers and of the page. On a machine with nothing else
to do, nobody waits much longer. Needs playwright for Python and chromium; takes about five minutes.
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from statistics import median
from urllib.parse import unquote

import httpx
from suite import Suite, each
from tables import Record
from web_browser import BLANK, Work, chromium, launched, opened
from web_load import running, small_boards, spread

import knobel
from knobel import registry
from knobel.editor import Editor, Slot
from knobel.puzzle import Puzzle

SUITE = Suite(__name__, __doc__)
EDITS = 100  # of each kind
STARTS = 3  # of servers
DEPTHS, HINT_SIDE, HINT_AIM = 3, 20, 0.3
PAUSE = 0.15  # seconds that a setter looks at a verdict
WRONG, TAKEN_BACK = 0.15, 0.25  # how many edits of right boards are wrong, and how many take a clue away

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


@SUITE.section()
def latency() -> Iterator[Record]:
    """Edits on small boards."""
    with launched(chromium()) as browser, running() as (server, address):
        for name, boards in each(small_boards().items()):
            rng, others = random.Random(name), load()
            setter = Setter(registry.parse(boards[0]), rng)
            page = opened(browser, address, setter.begun.id(), tab="set")
            verdicts, times, work = Counter[str](), list[tuple[float, float]](), Work(server, page)
            for _ in each(range(EDITS)):
                puzzle = registry.parse(unquote(page.url.partition("#")[2]))
                status = page.get_attribute("#verdict", "data-status")
                times.append(page.evaluate(EDIT, setter.edit(puzzle, str(status))))
                verdicts[str(page.get_attribute("#verdict", "data-status"))] += 1
                page.wait_for_timeout(PAUSE * 1000)
            spent = work.spent() / len(times)
            page.context.close()
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
                "work": round(spent, 4),
                "others": others,
            }


def answered(address: str) -> None:
    """Wait until the server has answered a question."""
    httpx.post(f"{address}api/kinds", json={}, timeout=60)


def load() -> str:
    """How many processes want a processor."""
    return f"{os.getloadavg()[0]:.1f}"


# the first board

WEIGHT = """() => performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"))
  .reduce(([size, files], one) => [size + one.encodedBodySize, files + 1], [0, 0])"""


@SUITE.section()
def first() -> Iterator[Record]:
    """The first board of a server, in a browser that has nothing of the page yet."""
    board = small_boards()["nonogram 10x10"][0]
    with launched(chromium()) as browser:
        for asked in each((True, False)):
            times, spent, others = list[float](), list[float](), load()
            for _ in each(range(STARTS)):
                with running() as (server, address):
                    if asked:
                        answered(address)
                    page = opened(browser, BLANK)
                    work, started = Work(server, page), time.monotonic()
                    page.goto(f"{address}#{board}", wait_until="commit")
                    page.wait_for_selector("html[data-ready]")
                    times.append(time.monotonic() - started)
                    spent.append(work.spent())
                    size, files = page.evaluate(WEIGHT)
                    page.context.close()
            yield {
                "first board": "once the server has answered a question" if asked else "as soon as it says its address",
                "starts": len(times),
                "median": round(median(times), 3),
                "slowest": round(max(times), 3),
                "work": round(median(spent), 3),
                "files": files,
                "kB on the way": round(size / 1000, 1),
                "others": others,
            }


# hints

HINT = """() => new Promise((done, fail) => {
  const text = document.getElementById("play-hint-text");
  const started = performance.now();
  const watching = new MutationObserver(() => {
    watching.disconnect();
    requestAnimationFrame(() => setTimeout(() => done((performance.now() - started) / 1000)));
  });
  watching.observe(text, { childList: true });
  document.getElementById("play-hint").click();
  setTimeout(() => fail(new Error("no hint")), 60000);
})"""
"""Press the button; the seconds until the hint is painted."""
SHOW = """id => { location.hash = encodeURIComponent(id); }"""
SHOWN = """id => document.getElementById("stage").dataset.puzzle === id && document.getElementById("play-hint")"""


@SUITE.section()
def hints() -> Iterator[Record]:
    """The first hint, then a deeper one, then the deepest, on all examples of up to 20x20 cells."""
    with launched(chromium()) as browser, running() as (server, address):
        page = opened(browser, address, small_boards()["nonogram 10x10"][0], tab="play")
        work = Work(server, page)
        for name, kind in each(registry.kinds().items()):
            found, others = list[tuple[float, float, str]](), load()
            for example in each(kind.examples.values()):
                if kind.editor is None or max(kind.editor.size(registry.parse(example.id))) > HINT_SIDE:
                    continue
                page.evaluate(SHOW, example.id)
                page.wait_for_function(SHOWN, arg=example.id)
                page.wait_for_timeout(400)  # what the board asks for by itself is done
                for _ in range(DEPTHS):
                    work.spent()
                    seconds = page.evaluate(HINT)
                    found.append((work.spent(), seconds, example.name))
            most = max(found)
            yield {
                "kind": name,
                "hints": len(found),
                "median": round(median(one for _, one, _ in found), 3),
                "slowest": round(max(one for _, one, _ in found), 3),
                "work, median": round(median(one for one, _, _ in found), 3),
                "most work": round(most[0], 3),
                "of": most[2],
                "above": sum(one > HINT_AIM for one, _, _ in found),
                "others": others,
            }


# quick hands

CLICKS = """async (n) => {
  for (let i = 0; i < 60; i++) {
    const target = document.querySelector(`#stage [data-r="${Math.floor(i / n)}"][data-c="${i % n}"]`);
    const { x, y, width, height } = target.querySelector("rect").getBoundingClientRect();
    const at = { clientX: x + width / 2, clientY: y + height / 2, pointerId: 1, isPrimary: true, bubbles: true };
    for (const name of ["pointerdown", "pointerup"]) target.dispatchEvent(new PointerEvent(name, at));
    await new Promise((next) => setTimeout(next, 30));
  }
}"""
KEYS = """(n) => {
  document.querySelector("#stage [data-r='0'][data-c='0']").focus();
  const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  for (let i = 0; i < 60; i++) {
    press(" ");
    if ((i + 1) % n) press("ArrowRight");
    else ["ArrowDown", "Home"].forEach(press);
  }
}"""
STROKE = """async (n) => {
  const middle = (c) => {
    const target = document.querySelector(`#stage [data-r="0"][data-c="${c}"] rect`);
    const { x, y, width, height } = target.getBoundingClientRect();
    return { clientX: x + width / 2, clientY: y + height / 2, pointerId: 1, isPrimary: true, bubbles: true };
  };
  const send = (name, c) => document.querySelector(`#stage [data-r="0"][data-c="${c}"]`)
    .dispatchEvent(new PointerEvent(name, middle(c)));
  send("pointerdown", 0);
  for (const part of [1, 2, 3, 4]) {
    await new Promise((next) => setTimeout(next, 30));
    send("pointermove", Math.round((part * (n - 1)) / 4));
  }
  send("pointerup", n - 1);
}"""
PAINTED = "() => document.querySelectorAll('#stage [role=gridcell][aria-label*=painted]').length"
SETTLED = """() => {
  const { dataset, ariaBusy } = document.getElementById("verdict");
  return ariaBusy === "false" && dataset.id === decodeURIComponent(location.hash.slice(1));
}"""


@SUITE.section()
def quick() -> Iterator[Record]:
    """Clicks, keys and strokes faster than a server answers."""
    hands = {
        "60 clicks, one every 30 ms": (CLICKS, "set", 60),
        "60 keys without a pause": (KEYS, "set", 60),
        "a stroke of 120 ms": (STROKE, "play", None),
    }
    with launched(chromium()) as browser, running() as (_, address):
        for side in each((10, 25)):
            for what, (script, tab, wanted) in hands.items():
                page = opened(browser, address, f"nonogram:{side}x{side}:{'/' * (2 * side - 1)}", tab=tab)
                page.evaluate(script, side)
                if tab == "set":
                    page.wait_for_function(SETTLED)
                yield {
                    "what": what,
                    "board": f"{side} x {side}",
                    "cells": wanted or side,
                    "painted": page.evaluate(PAINTED),
                    "others": load(),
                }
                page.context.close()


# large boards

OPENED = "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now() / 1000))))"
CLICK = """
([r, c]) => new Promise((done) => {
  const cell = document.querySelector(`#stage [data-r='${r}'][data-c='${c}']`);
  const { x, y, width, height } = cell.getBoundingClientRect();
  const at = { clientX: x + width / 2, clientY: y + height / 2, pointerId: 1, isPrimary: true, bubbles: true };
  const started = performance.now();
  for (const name of ["pointerdown", "pointerup"]) cell.dispatchEvent(new PointerEvent(name, at));
  requestAnimationFrame(() => setTimeout(() => done((performance.now() - started) / 1000)));
})
"""
"""Click at a cell; the seconds until it is painted."""


@SUITE.section()
def large() -> Iterator[Record]:
    """Large boards: from the address to the board, and from a click to what it paints."""
    with launched(chromium()) as browser, running() as (server, address):
        answered(address)
        for side in each((25, 50, 100)):
            others, clues = load(), "/".join([".".join(["1"] * (side // 8))] * 2 * side)
            page = opened(browser, BLANK)
            work = Work(server, page)
            page.goto(f"{address}#nonogram:{side}x{side}:{clues}")
            page.wait_for_selector("html[data-ready]")
            seen, opening = float(page.evaluate(OPENED)), work.spent()
            clicks = spread([page.evaluate(CLICK, [i, i]) for i in range(20)])
            page.context.close()
            yield {
                "board": f"{side} x {side}",
                "open": round(seen, 2),
                "work to open": round(opening, 2),
                "click, median": clicks["median"],
                "slowest click": clicks["slowest"],
                "others": others,
            }
