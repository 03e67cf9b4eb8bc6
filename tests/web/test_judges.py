"""The rules of kinds as scripts: on any board they say what the rules in Python say."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from knobel import registry
from knobel.editor import Factual, Movable
from knobel.errors import BadInput
from knobel.puzzle import Optimising, Place, Puzzle, Values
from knobel.registry import Kind
from knobel.web.convert import place_of
from web.asking import ask

if TYPE_CHECKING:
    from playwright.sync_api import Browser

KINDS = [*registry.kinds().values(), registry.kind("_template")]
GRIDS = [kind for kind in KINDS if not isinstance(kind.editor, Movable)]
MOVED = [kind for kind in KINDS if isinstance(kind.editor, Movable)]
LARGEST = 150  # cells of a board
ROUNDS = 12  # changed boards of an example
COMPLETIONS = 100  # of a board that is partly filled in
NOTHING = {"doppelblock": 1}  # what an open cell may become without touching a clue that is met; 0 elsewhere
CASES = 300  # fillings of boards of a kind


def judged(browser: Browser, kind: Kind, question: str, cases: list[Any]) -> list[Any]:
    """What a script answers to all cases at once."""
    page = browser.new_page()
    try:
        found: list[Any] = page.evaluate(
            """async ([source, question, cases]) => {
                const { judge } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
                const asked = new Function("judge", "one", `return ${question}`);
                return cases.map((one) => asked(judge, one));
            }""",
            [kind.judge, question, cases],
        )
        return found
    finally:
        page.close()


def boards(kind: Kind, random: np.random.Generator) -> Iterator[tuple[Puzzle, Values]]:
    """Examples and boards made of them by filling them in at random, each with a filling: many of them are right."""
    for example in kind.examples.values():
        puzzle = registry.parse(example.id)
        domain = puzzle.domain()
        if domain[..., 0].size > LARGEST:
            continue
        known = [] if example.answer is None else [puzzle.read(example.answer)]
        for number in range(ROUNDS):
            chance = random.random(domain.shape) * domain
            values: Values = known[0] if known and number % 2 else chance.argmax(axis=-1)
            yield puzzle, values
            try:
                full = puzzle.full(values)
                some = full.keep([place for place in full.places() if random.random() < 0.7])
                made = [registry.parse(one.id()) for one in (full, some)]
            except BadInput:  # with such clues or without some, it is no puzzle that has an ID
                made = []
            for one in made:
                yield one, values


def some(cases: list[tuple[Puzzle, Values]], random: np.random.Generator) -> list[tuple[Puzzle, Values]]:
    """Not all of them, where there are many."""
    return [cases[i] for i in random.permutation(len(cases))[:CASES]]


def facts(puzzle: Puzzle) -> Any:
    """What the script is told besides the ID."""
    editor = registry.kind(puzzle.kind).editor
    return editor.facts(puzzle) if isinstance(editor, Factual) else None


def fillings(puzzle: Puzzle, values: Values, random: np.random.Generator) -> Iterator[Values]:
    """A filling, and others that are nearly the same."""
    yield values
    domain = puzzle.domain()
    for changes in (1, 1, 2, 3):
        other = values.copy()
        for _ in range(changes):
            at = tuple(random.integers(0, side) for side in other.shape)
            other[at] = random.choice(np.flatnonzero(domain[at]))
        yield other
    if len(values) > 1:
        yield values[random.permutation(len(values))]


def completions(puzzle: Puzzle, values: Values) -> list[Values]:
    """All fillings of the open cells, by brute force."""
    open_cells = [tuple(at) for at in np.argwhere(values < 0).tolist()]
    choices = [np.flatnonzero(puzzle.domain()[at]).tolist() for at in open_cells]
    found = []
    for chosen in itertools.product(*choices):
        other = values.copy()
        for at, value in zip(open_cells, chosen, strict=True):
            other[at] = value
        found.append(other)
    return found


def openings(puzzle: Puzzle, values: Values, random: np.random.Generator) -> Iterator[Values]:
    """A filling with some cells open: so few that brute force can fill them in, anywhere or in one line."""
    domain = puzzle.domain()
    most = min(int(np.log(COMPLETIONS) / np.log(domain.shape[-1])), values.size)
    for along in (False, True):
        other = values.copy()
        start = int(random.integers(0, values.size - most + 1))
        where = range(start, start + most) if along else random.permutation(values.size)[:most].tolist()
        for index in list(where)[: int(random.integers(1, most + 1))]:
            other.flat[index] = -1
        yield other


def half_filled(kind: Kind, random: np.random.Generator) -> list[tuple[Puzzle, Values]]:
    """Boards of a kind with fillings, right or nearly right, in which some cells are open."""
    found = [
        (puzzle, opened)
        for puzzle, values in boards(kind, random)
        for filling in list(fillings(puzzle, values, random))[:2]
        for opened in openings(puzzle, filling, random)
    ]
    return some(found, random)[: CASES // 2]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_kind_has_its_rules_as_a_script(kind: Kind) -> None:
    assert kind.judge is not None and "export function judge(id" in kind.judge
    assert "import " not in kind.judge  # it stands alone


@pytest.mark.parametrize("kind", GRIDS, ids=lambda kind: kind.name)
def test_a_script_breaks_as_many_rules_as_the_rules_do(browser: Browser, kind: Kind) -> None:
    random = np.random.default_rng(7)
    cases = some(
        [(p, filling) for p, values in boards(kind, random) for filling in fillings(p, values, random)], random
    )
    asked = [[puzzle.id(), values.tolist(), facts(puzzle)] for puzzle, values in cases]
    script = "[judge(one[0], one[2]).broken(one[1]).length, judge(one[0], one[2]).value?.(one[1])]"
    told = judged(browser, kind, script, asked)
    expected = [len(puzzle.check(values)) for puzzle, values in cases]
    assert [count for count, _ in told] == expected
    assert 20 <= expected.count(0) < len(expected) - 20  # right ones and wrong ones
    assert any(0 < count < 3 for count in expected)  # and nearly right ones
    for (puzzle, values), (_, value) in zip(cases, told, strict=True):
        if isinstance(puzzle, Optimising):
            assert value == puzzle.value(values)


@pytest.mark.parametrize("kind", GRIDS, ids=lambda kind: kind.name)
def test_what_a_script_finds_broken_is_on_the_board(browser: Browser, kind: Kind) -> None:
    random = np.random.default_rng(8)
    cases = some(
        [(p, filling) for p, values in boards(kind, random) for filling in fillings(p, values, random)], random
    )
    asked = [[p.id(), v.tolist(), facts(p)] for p, v in cases]
    found = judged(browser, kind, "judge(one[0], one[2]).broken(one[1])", asked)
    for (puzzle, values), broken in zip(cases, found, strict=True):
        for one in broken:
            assert "at" in one or "place" in one or "cells" in one
            for r, c in [*one.get("cells", ()), *([one["at"]] if "at" in one else ())]:
                assert 0 <= r < len(values) and 0 <= c < len(values[0]), puzzle.id()
            if "place" in one:
                name, _, number = one["place"].partition(":")
                assert name and int(number) < max(values.shape), puzzle.id()


@pytest.mark.parametrize("kind", MOVED, ids=lambda kind: kind.name)
def test_a_script_plays_as_the_editor_does(browser: Browser, kind: Kind) -> None:
    assert isinstance(kind.editor, Movable)
    random = np.random.default_rng(9)
    codes = [code for _, code in kind.editor.MOVES]
    cases, expected = [], []
    for example in kind.examples.values():
        puzzle = registry.parse(example.id)
        if kind.editor.size(puzzle)[0] * kind.editor.size(puzzle)[1] > LARGEST:
            continue
        lines = [example.answer] if example.answer else []
        lines += ["".join(random.choice(codes, size=random.integers(0, 60))) for _ in range(ROUNDS)]
        for moves in lines:
            told = ask("moves", puzzle=example.id, moves=moves)
            cells = [
                [{key: cell.get(key) for key in ("text", "fill", "outline")} for cell in row]
                for row in told["board"]["cells"]
            ]
            names = ("moves", "piece", "number", "total", "done", "right")
            expected.append(
                {name: told[name] for name in names} | {"caption": told["board"]["caption"], "cells": cells}
            )
            cases.append([example.id, json.loads(json.dumps(kind.editor.facts(puzzle))), moves])
    found = judged(browser, kind, "judge(one[0], one[1]).played(one[2])", cases)
    for one, other in zip(found, expected, strict=True):
        one["cells"] = [
            [{key: cell.get(key) or None for key in ("text", "fill", "outline")} for cell in row]
            for row in one["cells"]
        ]
        assert {name: one[name] for name in other} == other
        assert [shape["name"] for shape in one["coming"]] == one["caption"].split()
    assert any(one["right"] for one in expected) and any(one["done"] and not one["right"] for one in expected)


@pytest.mark.parametrize("kind", GRIDS, ids=lambda kind: kind.name)
def test_what_is_broken_on_a_half_filled_board_stays_broken_whatever_comes(browser: Browser, kind: Kind) -> None:
    """As many rules as all completions break, by brute force: no fewer, and no more."""
    cases = half_filled(kind, np.random.default_rng(10))
    asked = [[puzzle.id(), values.tolist(), facts(puzzle)] for puzzle, values in cases]
    told = judged(browser, kind, "judge(one[0], one[2]).broken(one[1]).length", asked)
    expected = []
    for puzzle, values in cases:
        broken = (set(puzzle.check(other)) for other in completions(puzzle, values))
        expected.append(len(set.intersection(*broken)))
    assert told == expected
    assert 20 <= expected.count(0) < len(expected) - 20


@pytest.mark.parametrize("kind", GRIDS, ids=lambda kind: kind.name)
def test_what_finished_clues_leave_is_so_in_every_solution(browser: Browser, kind: Kind) -> None:
    cases = half_filled(kind, np.random.default_rng(11))
    asked = [[puzzle.id(), values.tolist(), facts(puzzle)] for puzzle, values in cases]
    told = judged(browser, kind, "judge(one[0], one[2]).seen?.(one[1]) ?? {}", asked)
    checked = 0
    for (puzzle, values), seen in zip(cases, told, strict=True):
        rest = seen.get("rest", [])
        assert all(values[tuple(one["at"])] < 0 for one in rest)
        solved = [other for other in completions(puzzle, values) if rest and not puzzle.check(other)]
        for one in rest:
            assert all(other[tuple(one["at"])] == one["value"] for other in solved), puzzle.id()
        checked += len(rest) * bool(solved)
        if "tally" in seen:
            assert seen["tally"]["have"] == int((values == 1).sum())
    assert checked or not any("rest" in seen for seen in told)


@pytest.mark.parametrize("kind", GRIDS, ids=lambda kind: kind.name)
def test_clues_of_full_lines_and_numbers_that_are_met_hold(browser: Browser, kind: Kind) -> None:
    """With all that is open filled in as empty: nothing is missing there."""
    cases = half_filled(kind, np.random.default_rng(12))
    asked = [[puzzle.id(), values.tolist(), facts(puzzle)] for puzzle, values in cases]
    told = judged(browser, kind, "judge(one[0], one[2]).seen?.(one[1]) ?? {}", asked)
    checked = 0
    for (puzzle, values), seen in zip(cases, told, strict=True):
        done = {place_of(place) for place in seen.get("full", [])}
        met = seen.get("met", [])
        done |= {Place("cell", *one["at"]) for one in met if "at" in one}
        runs = Counter(place_of(one["place"]) for one in met if "place" in one)
        done |= {place for place, count in numbers(puzzle).items() if count and runs[place] == count}
        clues, filled = (
            [place for place in puzzle.places() if place in done],
            np.where(values < 0, NOTHING.get(kind.name, 0), values),
        )
        assert len(puzzle.keep(clues).check(filled)) == len(puzzle.keep([]).check(filled)), puzzle.id()
        checked += len(clues)
    assert checked or not any({"full", "met"} & seen.keys() for seen in told)


def numbers(puzzle: Puzzle) -> dict[Place, int]:
    """How many numbers stand in each clue beside the board."""
    board = puzzle.draw().boards[0]
    places = board.top_places + board.left_places + board.right_places + board.bottom_places
    lines = board.top + board.left + board.right + board.bottom
    return {place: len(labels) for place, labels in zip(places, lines, strict=False)}


def test_a_run_is_finished_where_all_ways_to_go_on_agree(browser: Browser) -> None:
    """Of a line alone, by brute force: the run has one place in all of them, and is painted there."""
    random = np.random.default_rng(13)
    cases, expected = [], []
    for _ in range(400):
        colours, n = int(random.integers(1, 3)), int(random.integers(3, 9))
        letters = "".join(f":{'ab'[i]}={i}{i}{i}{i}{i}{i}" for i in range(colours)) if colours > 1 else ""
        solution = random.integers(0, colours + 1, n)
        clue = runs_of(solution.tolist())
        line = np.where(random.random(n) < random.random(), solution, -1)
        ways = [runs_of(one) for one in itertools.product(range(colours + 1), repeat=n) if fits(one, line)]
        ways = [one for one in ways if [run[:2] for run in one] == [run[:2] for run in clue]]
        painted = [all(line[i] > 0 for i in range(start, start + length)) for length, _, start in clue]
        same = [len({one[k][2] for one in ways}) == 1 for k in range(len(clue))]
        expected.append([k for k in range(len(clue)) if same[k] and painted[k]])
        words = ".".join(f"{length}{'ab'[v - 1] if colours > 1 else ''}" for length, v, _ in clue)
        cases.append([f"nonogram:{n}x1:{'/' * n}{words}{letters}", [line.tolist()]])
    question = "judge(one[0]).seen(one[1]).met.filter(({ place }) => place === 'row:0').map(({ index }) => index)"
    assert judged(browser, registry.kind("nonogram"), question, cases) == expected
    assert sum(map(len, expected)) > 100 and any(not one for one in expected)


def runs_of(line: Sequence[int]) -> list[tuple[int, int, int]]:
    """Length, value and start of each run."""
    found, start = [], 0
    for value, run in itertools.groupby(line):
        length = len(list(run))
        found += [(length, value, start)] if value else []
        start += length
    return found


def fits(whole: Sequence[int], part: Values) -> bool:
    return all(v < 0 or v == w for v, w in zip(part.tolist(), whole, strict=True))


def test_a_piece_attacks_what_breaks_a_rule(browser: Browser) -> None:
    for piece in ("bishop", "queen", "rook", "knight", "king"):
        puzzle = registry.parse(f"bishops:5:piece={piece}:goal=some")
        cells = list(itertools.product(range(5), repeat=2))
        found = judged(
            browser, registry.kind("bishops"), "judge(one[0]).reach(one[1])", [[puzzle.id(), at] for at in cells]
        )
        for at, reached in zip(cells, found, strict=True):
            for other in cells:
                values = np.zeros((5, 5), dtype=np.int64)
                values[at] = values[other] = 1
                assert (list(other) in reached) == bool(puzzle.check(values)), (piece, at, other)


@pytest.mark.parametrize("kind", MOVED, ids=lambda kind: kind.name)
def test_a_piece_lands_where_its_ghost_is(browser: Browser, kind: Kind) -> None:
    assert isinstance(kind.editor, Movable)
    random = np.random.default_rng(14)
    codes = [code for _, code in kind.editor.MOVES[:3]]
    puzzles = [registry.parse(example.id) for example in kind.examples.values()][:12]
    cases = [
        (one, "".join(random.choice([*codes, "D"], size=random.integers(0, 9)))) for one in puzzles for _ in range(9)
    ]
    asked = [[one.id(), json.loads(json.dumps(kind.editor.facts(one))), moves] for one, moves in cases]
    found = judged(browser, kind, "judge(one[0], one[1]).played(one[2])", asked)
    checked = 0
    for (puzzle, moves), one in zip(cases, found, strict=True):
        if not one["ghost"]:
            continue
        before, after = (kind.editor.played(puzzle, text).board.cells for text in (moves, moves + "D"))
        tones = {cell.fill for row in before for cell in row if cell.text == one["piece"]}
        changed = [[r, c] for r, row in enumerate(after) for c, cell in enumerate(row) if cell != before[r][c]]
        landed = [at for at in changed if after[at[0]][at[1]].text == one["piece"]]
        assert len(one["ghost"]) == 4 and tones
        for at in one["ghost"]:  # but where the next piece is seen over it
            assert at in landed or after[at[0]][at[1]].fill not in ("", None), (puzzle.id(), moves)
        checked += all(at in landed for at in one["ghost"])
    assert checked > 20
