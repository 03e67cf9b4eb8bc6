"""What the rules say at once while one plays, without the solver: compared with rules and brute force in Python."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from knobel import registry
from knobel.puzzle import Values
from web.conftest import Visit
from web.pages import LEVEL, MUSHROOM, SMALL, cell, drag, name, names, reload, to_the_board
from web.test_hints import SIZES

if TYPE_CHECKING:
    from playwright.sync_api import Page

HEART = SMALL["nonogram"]
READY = "id => document.getElementById(id)"
CROSSED = """() => [...document.querySelectorAll("#stage .header[data-r]")].flatMap((header) =>
    [...header.querySelectorAll(".crossed")].map((one) =>
        [+header.dataset.r, +header.dataset.c, +one.dataset.index]))"""
CLASHES = """() => [...document.querySelectorAll("#stage [data-r]")].filter((one) => one.querySelector(".mark-clash"))
    .map((one) => [+one.dataset.r, +one.dataset.c])"""


def open_aids(page: Page, *wanted: str) -> None:
    """The switches, once the rules are there."""
    for one in wanted or ("clashes",):
        page.wait_for_selector(f"#aid-{one}", state="attached")
    if page.locator("#aids[open]").count() == 0:
        page.click("#aids summary")


def begun(visit: Visit, puzzle: str, values: Values) -> Page:
    """A page on which a game was left like this."""
    page = visit(puzzle)
    entries = {f"v:{r}:{c}": int(v) for (r, c), v in np.ndenumerate(values) if v >= 0}
    steps = [[[key, None, value] for key, value in entries.items()]]
    game = {"entries": entries, "steps": steps, "position": 1, "seconds": 3, "solved": False}
    page.evaluate("([id, game]) => localStorage.setItem(`knobel:play:${id}`, game)", [puzzle, json.dumps(game)])
    reload(page)
    open_aids(page)
    return page


def finished(line: list[int], clue: list[int]) -> list[int]:
    """The runs that have one place in all ways to go on, and are painted there; by brute force."""
    ways = []
    for whole in itertools.product((0, 1), repeat=len(line)):
        if all(v in (-1, w) for v, w in zip(line, whole, strict=True)):
            runs, start = [], 0
            for value, run in itertools.groupby(whole):
                length = len(list(run))
                runs += [(length, start)] if value else []
                start += length
            if [length for length, _ in runs] == clue:
                ways.append(runs)
    if not ways:
        return []
    same = [k for k in range(len(clue)) if len({way[k] for way in ways}) == 1]
    return [k for k in same if all(v == 1 for v in line[ways[0][k][1] : ways[0][k][1] + clue[k]])]


@pytest.mark.parametrize("seed", range(3))
def test_runs_are_crossed_out_where_all_ways_to_go_on_agree(visit: Visit, seed: int) -> None:
    random = np.random.default_rng(seed)
    solution = (random.random((7, 7)) < 0.55).astype(np.int64)
    puzzle = registry.parse(f"nonogram:7x7:{'/' * 13}").full(solution)
    values = np.where(random.random((7, 7)) < 0.75, solution, -1)
    page = begun(visit, puzzle.id(), values)
    clues = [[int(one) for one in text.split(".") if one] for text in puzzle.id().split(":")[2].split("/")]
    expected = []
    for i, line in enumerate([*values.T.tolist(), *values.tolist()]):
        spot = [-1, i] if i < 7 else [i - 7, -1]
        whole = [v == 1 for v in line] == [v == 1 for v in (solution.T if i < 7 else solution)[i % 7]]
        runs = range(max(len(clues[i]), 1)) if whole else finished(line, clues[i])
        assert set(finished(line, clues[i])) <= set(runs)
        expected += [[*spot, k] for k in runs]
        assert cell(page, *spot).evaluate("one => one.classList.contains('full')") == whole
    assert sorted(page.evaluate(CROSSED)) == sorted(expected) and len(expected) > 3
    assert page.evaluate(CLASHES) == []


@pytest.mark.parametrize("seed", range(3))
def test_values_that_stand_twice_are_marked(visit: Visit, seed: int) -> None:
    random = np.random.default_rng(seed)
    puzzle, n = "doppelblock:5:,,,,/,,,,", 5
    values = np.where(random.random((n, n)) < 0.5, random.integers(0, 4, (n, n)), -1)
    page = begun(visit, puzzle, values)
    expected = set()
    for i, j in np.argwhere(values >= 0).tolist():
        v, most = values[i, j], 2 if values[i, j] == 0 else 1
        if max(Counter(values[i].tolist())[v], Counter(values[:, j].tolist())[v]) > most:
            expected.add((i, j))
    assert set(map(tuple, page.evaluate(CLASHES))) == expected and expected
    page.uncheck("#aid-clashes")
    assert page.evaluate(CLASHES) == []


def test_attacked_pieces_are_marked_before_the_server_answers(visit: Visit) -> None:
    page = visit("bishops:5:goal=some")
    open_aids(page)
    page.route("**/api/check", lambda _: None)  # never answered
    page.route("**/api/board", lambda _: None)
    for at in ((0, 0), (3, 3), (0, 1)):
        cell(page, *at).click()
    assert page.evaluate(CLASHES) == [[0, 0], [3, 3]]
    assert name(page, 3, 3).endswith("breaks a rule")
    cell(page, 3, 3).click(button="right")
    assert page.evaluate(CLASHES) == []


@pytest.mark.parametrize("size", SIZES)
def test_a_finished_line_dims_and_a_wrong_one_is_marked(visit: Visit, size: str) -> None:
    page = visit(MUSHROOM, **SIZES[size])
    open_aids(page)
    drag(page, (5, 0), (5, 9))
    assert name(page, 5, -1).endswith("finished")
    assert cell(page, 5, -1).locator(".crossed").count() == 1
    drag(page, (7, 3), (7, 5))
    assert page.evaluate(CLASHES) == [[7, -1]] and name(page, 7, -1).endswith("breaks a rule")
    page.click("#undo")
    assert page.evaluate(CLASHES) == []
    page.uncheck("#aid-finished")
    assert page.locator(".crossed, .header.full").count() == 0
    reload(page)  # it is kept
    page.wait_for_selector("#aid-finished", state="attached")
    assert page.locator(".crossed, .header.full").count() == 0 and not page.is_checked("#aid-finished")


def test_numbers_in_cells_are_crossed_out_when_they_are_met(visit: Visit) -> None:
    page = visit("dominosweeper:3x3:1../.../...")
    open_aids(page)
    assert cell(page, 0, 0).locator(".done").count() == 0
    cell(page, 0, 1).click()
    assert cell(page, 0, 0).locator(".done").count() == 1
    cell(page, 1, 1).click()
    assert page.evaluate(CLASHES) == [[0, 0]]


def test_what_finished_clues_leave_empty_is_filled_in_with_the_same_step(visit: Visit) -> None:
    page = visit(HEART)  # 2 4 4 4 2 / 1.1 5 5 3 1
    open_aids(page, "rest")
    to_the_board(page)
    page.keyboard.press("PageUp")
    page.keyboard.press("Home")
    for key in ("ArrowRight", "1"):
        page.keyboard.press(key)
    assert sum("is empty" in one for one in names(page)) == 0
    page.check("#aid-rest")
    cell(page, 0, 3).click()
    assert [name(page, 0, c).endswith("is empty") for c in range(5)] == [True, False, True, False, True]
    page.click("#undo")
    assert sum("is empty" in one for one in names(page)) == 0 and name(page, 0, 1).endswith("painted")
    page.click("#redo")
    assert sum("is empty" in one for one in names(page)) == 3
    # Who clears what was filled in gets it cleared.
    cell(page, 0, 0).click()
    assert name(page, 0, 0) == "row 1 column 1"


def test_the_cross_hair_goes_through_the_grid_and_can_be_switched_off(visit: Visit) -> None:
    page = visit(HEART)
    open_aids(page)
    cell(page, 3, 1).hover()
    box = page.locator(".hair >> nth=0").bounding_box()
    row = cell(page, 3, 1).bounding_box()
    assert box and row and box["width"] == pytest.approx(5 * row["width"], abs=3)
    assert box["y"] == pytest.approx(row["y"], abs=2)
    page.uncheck("#aid-hair")
    assert page.locator(".hair >> nth=0").is_hidden()
    reload(page)
    assert page.locator(".hair >> nth=0").is_hidden()


@pytest.mark.parametrize(("puzzle", "aids"), [
    (HEART, ["finished", "clashes", "rest", "hair"]),
    (SMALL["bishops"], ["clashes", "rest", "hair"]),
    (SMALL["doppelblock"], ["finished", "clashes", "hair"]),
    (LEVEL, []),
])  # fmt: skip
def test_only_what_a_kind_has_is_offered(visit: Visit, puzzle: str, aids: list[str]) -> None:
    page: Any = visit(puzzle)
    if aids:
        open_aids(page)
    found = page.eval_on_selector_all("[id^=aid-]", "all => all.map((one) => one.id.slice(4))")
    assert found == aids


def test_what_is_painted_stays_when_the_pointer_leaves_the_board(visit: Visit) -> None:
    page = visit("nonogram:31x31:" + "/" * 61)  # so large that the server does not draw it
    open_aids(page)
    cell(page, 3, 3).click()
    page.mouse.move(3, 3)
    assert name(page, 3, 3).endswith("is painted") and cell(page, 3, 3).locator("rect[fill]").count()
