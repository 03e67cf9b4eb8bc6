"""The techniques of the kinds claim only what is so: on random lines and neighbourhoods, against all that fits them."""

from __future__ import annotations

from itertools import combinations, permutations, product

import numpy as np
import pytest

from knobel.kinds.dominosweeper.techniques import around_number, beside_mine
from knobel.kinds.doppelblock.techniques import of_numbers, of_sum
from knobel.kinds.nonogram.runs import Line, runs_of
from knobel.kinds.nonogram.techniques import argument
from knobel.puzzle import Possible

STATES = 10_000
Placed = tuple[tuple[int, ...], ...]  # the cells of each run


def placements(line: Line, length: int) -> list[Placed]:
    """All ways to place black runs into a line."""
    if not line:
        return [()]
    found: list[Placed] = []
    for start in range(length - line[0].length + 1):
        end = start + line[0].length
        for rest in placements(line[1:], length - end - 1) if line[1:] else [()]:
            later = tuple(tuple(cell + end + 1 for cell in run) for run in rest)
            found.append((tuple(range(start, end)), *later))
    return found


def test_a_nonogram_line_claims_only_what_all_its_placements_show() -> None:
    random = np.random.default_rng(1)
    told = set[str]()
    for _ in range(STATES):
        length = int(random.integers(1, 11))
        picture = (random.random(length) < random.uniform(0.3, 0.9)).astype(int)
        line = runs_of(picture.tolist())
        known = random.random(length) < random.uniform(0, 0.9)
        possible = np.where(known[:, None], picture[:, None] == np.arange(2), True)
        fits = [
            placed
            for placed in placements(line, length)
            if all(possible[cell, int(any(cell in run for run in placed))] for cell in range(length))
        ]
        painted = [{cell for run in placed for cell in run} for placed in fits]
        new = {c: 1 for c in range(length) if not known[c] and all(c in one for one in painted)}
        new |= {c: 0 for c in range(length) if not known[c] and not any(c in one for one in painted)}
        said = argument(line, possible, new) if new else None
        if said is None:
            continue
        told.add(said.template)
        same_run = all(
            any(all(c in placed[j] for placed in fits) for j in range(len(line))) for c, v in new.items() if v
        )
        match said.template:
            case "the runs fill all {length} cells":
                assert len(placements(line, length)) == 1 and said.args["length"] == length
            case "all {count} are painted" | "finished":
                assert sum(known & (picture == 1)) == picture.sum() == said.args.get("count", 1)
            case "only {count} cells are left" | "one cell is left":
                assert sum(~known | (picture == 1)) == picture.sum() == said.args.get("count", 1)
            case "{count} of {length} cells overlap":
                assert same_run and len(line) == 1 and said.args == {"count": line[0].length, "length": length}
            case "overlap":
                assert same_run and all(new.values())
            case "overlap and reach":
                assert same_run and set(new.values()) == {0, 1}
            case "out of reach":
                assert not any(new.values())
            case other:
                pytest.fail(other)
    assert len(told) == 9


def test_a_sum_is_made_of_what_is_claimed() -> None:
    for last in range(1, 9):
        for total in range(last * (last + 1) // 2 + 1):
            ways = [w for k in range(last + 1) for w in combinations(range(1, last + 1), k) if sum(w) == total]
            said = of_sum(total, last)
            if said is not None and said.template == "only {parts}":
                assert ways == [tuple(map(int, str(said.args["parts"]).split("+")))]
            elif said is not None:
                assert {len(way) for way in ways} == {said.args["count"]}


def test_a_number_has_its_only_place_where_it_is_claimed() -> None:
    random = np.random.default_rng(2)
    told = set[str]()
    lines = {n: np.array(sorted(set(permutations([0, 0, *range(1, n - 1)])))) for n in (3, 4, 5)}
    for _ in range(STATES):
        n = int(random.integers(3, 6))
        line = lines[n][random.integers(len(lines[n]))]
        possible: Possible = (random.random((n, n - 1)) < random.uniform(0.2, 0.9)) | (
            line[:, None] == np.arange(n - 1)
        )
        fits = lines[n][possible[np.arange(n), lines[n]].all(axis=1)]
        left = (fits[..., None] == np.arange(n - 1)).any(axis=0)
        new = {c: tuple(np.flatnonzero(left[c]).tolist()) for c in range(n) if (left[c] != possible[c]).any()}
        said = of_numbers(possible, new) if new else None
        if said is not None:
            told.add(said.template)
            for cell, (value,) in new.items():
                assert possible[cell, value] and possible[:, value].sum() == (2 if value == 0 else 1)
    assert told == {"the only place", "the only places"}


def test_numbers_and_pairs_of_mines_count_right() -> None:
    random = np.random.default_rng(3)
    told = set[str]()
    for _ in range(STATES):
        cells = int(random.integers(1, 9))
        mines = random.random(cells) < 0.4
        known = random.random(cells) < 0.6
        possible = np.where(known[:, None], mines[:, None] == np.arange(2), True)
        open_, count = int((~known).sum()), int(mines.sum())
        said = around_number(count, possible)
        fits = [one for one in product((0, 1), repeat=open_) if sum(one) == count - sum(mines & known)]
        if said is not None and open_:
            told.add(said.template)
            assert len(fits) == 1, "all open cells are settled"
            assert said.args.get("known", 0) in (0, sum(mines & known)) and said.args.get("open", open_) == open_
        own = random.random(2) < 0.8
        if not own.any():
            continue
        said = beside_mine(own, possible)
        if said is not None:
            told.add(said.template)
            sure, can = int(sum(mines & known)), int(possible[:, 1].sum())
            expected = {
                "it has its partner": not own[0] and sure == 1,
                "one cell is left for it": not own[0] and can == 1,
                "two mines beside it": own[0] and sure > 1,
                "no cell is left for it": own[0] and can == 0,
            }
            assert expected[said.template]
    assert len(told) == 9
