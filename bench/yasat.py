"""How long yasat takes beside the command `minisat`, and what writing a proof costs: measured, stored, shown as tables.

All formulas are made here from seeds. A shuffle of one renames its variables and puts clauses and literals in another
order; ratios are those of the medians over five shuffles. `minisat` runs with its defaults and is charged for all its
process does; yasat is charged for loading and solving, compiled code having been read before. Takes about ten minutes.
"""

from __future__ import annotations

import math
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
from suite import LeftOut, Suite, each
from tables import Cell, Record, tabulated

import knobel
from knobel import registry
from knobel.backends import open_session
from knobel.engines import NO_ARTIFACTS, Artifacts, Engine, Verdict
from knobel.formula import Formula, Lits
from knobel.kinds.doppelblock.generate import random_grid
from knobel.kinds.doppelblock.rules import Doppelblock
from knobel.kinds.nonogram.rules import Nonogram
from knobel.kinds.satromino.tilings import exact_fill
from knobel.limits import cpu

SUITE = Suite(__name__, __doc__)
MINISAT = "external:minisat -verb=0 {formula} {result}"
SHUFFLES = range(5)
LONG = 0.1  # seconds of minisat; shorter runs are mostly about starting, reading and preprocessing
DENSITY = 4.26  # clauses for each variable of a random formula: where as many can be satisfied as not


class Problem(NamedTuple):
    """A formula and what it is called."""

    name: str
    variables: int
    flat: Lits


# formulas


def problems(seed: int = 100) -> Iterator[Problem]:
    """The formulas measured. Constants were chosen on those of another seed, and on the pigeons, which have none."""
    for count in (10, 11):
        yield bishops(6, count)
    for holes in (7, 8, 9):
        yield pigeons(holes)
    for size in (25, 25, 30, 30, 35):
        seed += 1
        cells = np.random.default_rng(seed).random((size, size)) < 0.45
        yield of_puzzle(f"nonogram {size}x{size}, {seed}", Nonogram.of(cells.astype(np.int64)), "compact")
    for n in (12, 13, 14, 15, 20):
        seed += 1
        board = Doppelblock((None,) * n, (None,) * n).full(random_grid(n, np.random.default_rng(seed)))
        yield of_puzzle(f"doppelblock {n}, {seed}", board, "diagram")
    for pieces in (10, 15, 20, 30):
        seed += 1
        level = exact_fill(10, 4 * pieces // 10, 4 * pieces // 10 + 4, seed)
        yield of_puzzle(f"satromino {pieces} pieces, {seed}", level, "placement")
    for n in (150, 175, 200, 225):
        for wanted in (True, False):
            seed += 1
            yield random_formula(n, wanted, seed)


def of_puzzle(name: str, puzzle: knobel.Puzzle, encoding: str) -> Problem:
    formula = registry.encoding(registry.kind(puzzle.kind), encoding)(puzzle)
    assert isinstance(formula, Formula)
    return Problem(name, formula.variables, formula.flat())


def bishops(n: int, count: int) -> Problem:
    """So many bishops on the board, counted cell by cell: one more than there can be is hard to refute."""
    formula = registry.encoding(registry.kind("bishops"), "cells")(registry.parse(f"bishops:{n}"))
    assert isinstance(formula, Formula)
    demand = np.array([formula.levels[count], 0], dtype=np.int32)
    return Problem(f"bishops {n}x{n}, {count}", formula.variables, np.concatenate([formula.flat(), demand]))


def pigeons(holes: int) -> Problem:
    """One pigeon more than holes."""
    inside = np.arange(1, holes * (holes + 1) + 1).reshape(holes + 1, holes)
    clauses = [list(map(int, row)) for row in inside]
    clauses += [[-int(row[a]), -int(row[b])] for row in inside.T for a in range(holes + 1) for b in range(a)]
    return Problem(f"pigeonhole {holes}", inside.size, flattened(clauses))


def random_formula(n: int, wanted: bool, seed: int) -> Problem:
    """The first random 3-SAT formula after the seed that can, or cannot, be satisfied."""
    random = np.random.default_rng(seed)
    while True:
        variables = [random.choice(n, 3, replace=False) + 1 for _ in range(round(DENSITY * n))]
        flat = flattened([(three * random.choice([-1, 1], 3)).tolist() for three in variables])
        found = Problem(f"random 3-SAT {n}, {'yes' if wanted else 'no'}, {seed}", n, flat)
        if decide(found)[1].sat is wanted:
            return found


def flattened(clauses: Sequence[Sequence[int]]) -> Lits:
    return np.array([lit for clause in clauses for lit in (*clause, 0)], dtype=np.int32)


def shuffled(problem: Problem, seed: int) -> Problem:
    """The same formula with other names for its variables, clauses and literals in another order."""
    random = np.random.default_rng(seed)
    names = np.concatenate([[0], random.permutation(problem.variables) + 1]).astype(np.int32)
    flat = np.sign(problem.flat) * names[np.abs(problem.flat)]
    ends = np.flatnonzero(flat == 0)
    clauses = [random.permutation(part) for part in np.split(flat[flat != 0], (ends - np.arange(len(ends)))[:-1])]
    order = random.permutation(len(clauses))
    parts = [np.append(clauses[i], 0) for i in order]
    return Problem(problem.name, problem.variables, np.concatenate(parts).astype(np.int32))


# tables


def with_mean(columns: Mapping[str, Cell], rows: list[Record], words: int = 1) -> str:
    """A table, and below it the geometric mean of its ratios, of all formulas and of those that take `minisat` long."""
    means = {
        "geometric mean": rows,
        f"of those that take `minisat` {LONG} s or more": [row for row in rows if row.get("minisat", 0) >= LONG],
    }
    empty = dict.fromkeys((key for row in rows for key in row), "")
    last = [{**empty, "formula": name, "ratio": geometric_mean(its)} for name, its in means.items() if its]
    return tabulated({**columns, "ratio": lambda row: str(row["ratio"])}, rows + last, words)


def geometric_mean(rows: Sequence[Record]) -> float:
    """Of the ratios."""
    return round(math.exp(sum(math.log(row["ratio"]) for row in rows) / len(rows)), 2)


def beside_minisat(rows: list[Record]) -> str:
    columns = {"formula": "formula", "answer": "answer", "variables": "variables", "clauses": "clauses"}
    return with_mean(columns | {"`minisat`, s": "minisat", "yasat, s": "yasat"}, rows, 2)


def with_proof(rows: list[Record]) -> str:
    columns = {"formula": "formula", "without, s": "without", "with, s": "with", "bytes": "bytes"}
    return with_mean(columns, rows)


# measuring


def decide(
    problem: Problem, engine: str = "yasat:seed=0", files: Artifacts = NO_ARTIFACTS, clock: Callable[[], float] = cpu
) -> tuple[float, Verdict]:
    """CPU seconds to load and decide a formula, and the verdict."""
    found = registry.engine(engine)
    assert isinstance(found, Engine)
    started = clock()
    with closing(open_session(found, problem.variables, files)) as session:
        session.add(problem.flat)
        verdict = session.solve()
    return clock() - started, verdict


def of_children() -> float:
    """CPU seconds of commands that have ended."""
    return cpu() - time.process_time()


def medians(pairs: Iterable[tuple[float, float]], names: Sequence[str]) -> Record:
    """The medians of two columns of seconds, and how many times the first the second is."""
    first, second = (median(column) for column in zip(*pairs, strict=True))
    return {names[0]: round(first, 4), names[1]: round(second, 4), "ratio": round(second / first, 2)}


def shuffles(problem: Problem) -> Iterator[Problem]:
    return (shuffled(problem, seed) for seed in each(SHUFFLES))


@SUITE.section(beside_minisat)
def minisat() -> Iterator[Record]:
    """Each formula, five shuffles, both solvers."""
    if shutil.which("minisat") is None:
        raise LeftOut("the command minisat is not installed")
    decide(pigeons(3))  # reads the compiled code
    for problem in each(problems()):
        took, answers = [], set()
        for one in shuffles(problem):
            (theirs, theirs_said), (ours, ours_said) = decide(one, MINISAT, clock=of_children), decide(one)
            took.append((theirs, ours))
            answers |= {theirs_said.sat, ours_said.sat}
        (answer,) = answers
        sizes = {"variables": problem.variables, "clauses": int(np.count_nonzero(problem.flat == 0))}
        named = {"formula": problem.name, "answer": "yes" if answer else "no"}
        yield named | sizes | medians(took, ("minisat", "yasat"))


@SUITE.section(with_proof)
def proof() -> Iterator[Record]:
    """What writing a proof costs, on the formulas that cannot be satisfied."""
    decide(pigeons(3))
    with TemporaryDirectory() as folder:
        file = Path(folder) / "proof.drat"
        for problem in each(one for one in problems() if decide(one)[1].sat is False):
            took, sizes = [], []
            for one in shuffles(problem):
                (bare, verdict), (logged, same) = decide(one), decide(one, files=Artifacts(proof=file))
                assert same.stats["conflicts"] == verdict.stats["conflicts"]
                took.append((bare, logged))
                sizes.append(file.stat().st_size)
            yield {"formula": problem.name} | medians(took, ("without", "with")) | {"bytes": int(median(sizes))}
