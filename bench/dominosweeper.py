"""How large the dominosweeper encodings are, and how long they take on boards with few clues and on large ones.

All boards are bundled or made here from a seed. Measuring takes some minutes. The encodings on
bundled boards are compared by the suites of `knobel bench`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

import numpy as np
from suite import Suite, compared, each, timed
from tables import RUN, SECONDS, Cell, Record, Table

import knobel
from knobel import registry
from knobel.experiments import Way
from knobel.formula import Group
from knobel.kinds.dominosweeper.experiments import DENSITY
from knobel.kinds.dominosweeper.generate import pairs
from knobel.kinds.dominosweeper.rules import Dominosweeper
from knobel.puzzle import Puzzle, Values
from knobel.search import Search

SUITE = Suite(__name__, __doc__)
REPEATS = 3
LIMIT = 30.0  # seconds, for each run
TOTAL: Mapping[str, Cell] = {
    **{"board": "board", "with": "with", "total by": "way", "verdict": "verdict", "mines": "mines"},
    **{"clauses": "clauses", "seconds": SECONDS},
}


# boards


def square(side: int, seed: int) -> Values:
    """Pairs of mines on a square board."""
    return pairs(side, side, DENSITY, np.random.default_rng(seed))


def full(values: Values) -> Dominosweeper:
    """The board with all clues of a solution."""
    height, width = values.shape
    return Dominosweeper(("." * width,) * height).full(values)


def fewest(board: Dominosweeper, values: Values, seed: int) -> Dominosweeper:
    """Of the clues as many as force the solution, none of which can be spared: a minimal core against another one."""
    random = np.random.default_rng(seed)
    encoding = registry.kind(board.kind).encodings["direct"]
    engine = registry.engine(encoding.engine)
    with Search(board, encoding, engine, select=lambda group: group.kind == "clue", without=("implied",)) as search:
        search.forbid(values)
        needed = {item.id: item for item in search.solve().core if isinstance(item, Group)}
        for one in random.permutation(list(needed)).tolist():
            if one in needed:
                found = search.solve(groups=needed.keys() - {one})
                if not found.sat:
                    needed = {item.id: item for item in found.core if isinstance(item, Group)}
    return board.keep([group.place for group in needed.values() if group.place])


@cache
def minimal(side: int, seed: int) -> Dominosweeper:
    """A square board with minimal clues."""
    values = square(side, seed)
    return fewest(full(values), values, seed)


def large_boards() -> Iterator[tuple[str, list[Puzzle]]]:
    yield "50x50, minimal clues", [minimal(50, 50)]
    yield "100x100, all clues", [full(square(100, 100))]


def boards() -> Iterator[tuple[str, list[Puzzle]]]:
    yield "6x6 of the report", [knobel.load("@dominosweeper/report")]
    yield "16x16, minimal clues", [knobel.load("@dominosweeper/sixteen")]
    yield from large_boards()


# measuring


@SUITE.section(Table({"board": "board", **RUN, "seconds": SECONDS}, 2))
def encodings() -> Iterator[Record]:
    """Every encoding on the engine it prefers, nothing found out beforehand."""
    return compared(large_boards(), [Way(name, name) for name in ("direct", "counter", "cp")], LIMIT, REPEATS)


@SUITE.section(Table({"board": "board", "asked": "way", "seconds": SECONDS}, 2))
def default() -> Iterator[Record]:
    """The solution and the verdict on uniqueness, as a user gets them."""
    return compared(boards(), [Way(name, question=name) for name in ("solve", "unique")], LIMIT, REPEATS)


@SUITE.section(Table({"board": "board", "encoding": RUN["encoding"], "engine": "engine", "seconds": SECONDS}, 3))
def engines() -> Iterator[Record]:
    """Deciding uniqueness, each formula as it is written."""
    names = ("glucose", "cadical", "minisat")
    ways = [Way(name, name, engine, "unique") for name in ("direct", "counter") for engine in names]
    return compared(large_boards(), ways, LIMIT, REPEATS)


@SUITE.section(Table(TOTAL, 4))
def total() -> Iterator[Record]:
    """The number of all mines on top of minimal clues: the right one, one that cannot be, and with fewer clues."""
    ways = [Way(one, f"direct:total={one}") for one in ("totalizer", "adders")]
    for side in each((10, 30, 50)):
        board, mines = minimal(side, side), int(square(side, side).sum())
        random = np.random.default_rng(side)
        fewer = board.keep([place for place in board.places() if random.random() < 0.7])
        asked = {
            "minimal clues": replace(board, mines=mines),
            "two mines too many": replace(board, mines=mines + 2),
            "three clues in ten left out": replace(fewer, mines=mines),
        }
        for what, puzzle in asked.items():
            for row in compared([(f"{side}x{side}", [puzzle])], ways, LIMIT):
                yield row | {"with": what, "verdict": next(iter(row["verdicts"])), "mines": puzzle.mines}


@SUITE.section(name="fewest")
def fewest_clues() -> Iterator[Record]:
    """From all clues to some of which none can be spared."""
    for side in each((10, 20, 30, 50)):
        values = square(side, seed=side + 1)
        board, took = timed(fewest, full(values), values, side)
        left = len(board.places())
        row = {"board": f"{side}x{side}", "all clues": int((values == 0).sum()), "clues left": left}
        yield row | {"of all cells": f"{left / side**2:.0%}", "seconds": took}
