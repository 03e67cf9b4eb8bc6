"""How long our checker takes beside the solver that wrote the proof, and whether damaged proofs get past it.

Formulas that cannot be satisfied: the second solution of puzzles that have one, levels that cannot be filled, and the
unsatisfiable ones of `yasat.py`. A solver is charged for loading and solving, with the proof written to a file; the
checker for reading both files and checking, its compiled code having been loaded before. Medians of three runs. Takes
about ten minutes.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TypeAlias

import numpy as np
from suite import Stored, Suite, each, timed
from tables import Record, Table, crossed

import knobel
from knobel import registry
from knobel.bench.report_data import seconds
from knobel.dimacs import write_clauses
from knobel.engines import Artifacts
from knobel.formula import Formula
from knobel.kinds.doppelblock.generate import random_grid
from knobel.kinds.doppelblock.rules import Doppelblock
from knobel.kinds.nonogram.rules import Nonogram
from knobel.kinds.satromino.tilings import exact_fill
from knobel.proofs import check_proof
from knobel.proofs.checker import check
from knobel.proofs.drat import Proof, read_proof
from yasat import Problem, bishops, decide, flattened, medians, of_puzzle, pigeons, random_formula

SUITE = Suite(__name__, __doc__)
ENGINES = ("cadical", "glucose", "yasat")
Step: TypeAlias = tuple[bool, tuple[int, ...]]
RUNS = 3
WRONG = 200  # damaged proofs, wrong in fact, shown to the checker


# formulas


def problems() -> Iterator[Problem]:
    """The formulas measured."""
    for size, seed in ((20, 1), (20, 2), (25, 3), (25, 4)):
        yield second_solution(f"nonogram {size}x{size} no. {seed}", unique_nonogram(size, seed), "compact")
    for n in (10, 11, 12, 13):
        yield second_solution(f"doppelblock {n}", unique_doppelblock(n), "diagram")
    yield from (unsolvable_level(seed) for seed in (1, 2))
    yield bishops(6, 11)
    yield from (pigeons(holes) for holes in (7, 8))
    yield from (random_formula(n, False, n) for n in (150, 175, 200, 225))


def second_solution(name: str, puzzle: knobel.Puzzle, encoding: str) -> Problem:
    """The puzzle, without the one solution that it has."""
    formula = registry.encoding(registry.kind(puzzle.kind), encoding)(puzzle)
    solution = knobel.solve(puzzle).solution
    assert isinstance(formula, Formula) and solution is not None
    others = np.append(-formula.literals(solution), np.int32(0))
    return Problem(f"{name}, another", formula.variables, np.concatenate([formula.flat(), others]))


def unique_nonogram(size: int, seed: int) -> Nonogram:
    """A picture of blots with exactly one solution."""
    noise = np.random.default_rng(seed)
    while True:
        grey = noise.random((size, size))
        grey += 0.25 * sum(np.roll(grey, shift, axis) for shift in (1, -1) for axis in (0, 1))
        puzzle = Nonogram.of((grey > np.median(grey)).astype(np.int64))
        if knobel.unique(puzzle, nearest=False):
            return puzzle


def unique_doppelblock(n: int) -> Doppelblock:
    """All sums of a random grid, and just as many of its cells as it takes."""
    rng = np.random.default_rng(n)
    values = random_grid(n, rng)
    board = Doppelblock((None,) * n, (None,) * n).full(values)
    given = np.ones((n, n), dtype=np.bool_)

    def puzzle() -> Doppelblock:
        return replace(board, givens=tuple(map(tuple, np.where(given, values, -1).tolist())))

    for at in rng.permutation(n * n).tolist():
        given.flat[at] = False
        given.flat[at] = not knobel.unique(puzzle(), nearest=False)
    return puzzle()


def unsolvable_level(seed: int) -> Problem:
    """The pieces of a level that can be filled, in an order in which it cannot, and not for a simple reason."""
    level = exact_fill(10, 4, 8, seed)
    rng = random.Random(seed)
    while True:
        tried = replace(level, sequence="".join(rng.sample(level.sequence, len(level.sequence))))
        result = knobel.solve(tried, encoding="placement")
        if result.status == "unsolvable" and result.stats["conflicts"] > 100:
            return of_puzzle(f"satromino 10 pieces no. {seed}, unsolvable", tried, "placement")


# tables


def checking_table(rows: list[Record]) -> str:
    """Every formula, with the seconds for solving and checking and their ratio."""
    named = [{**row, "engine": f"{row['engine']}: solve, s / check, s / ratio"} for row in rows]
    return crossed(
        named, "formula", "engine", lambda row: f"{seconds(row['solve'])} / {seconds(row['check'])} / {row['ratio']}"
    )


@SUITE.table
def engines(stored: Stored) -> str:
    """The proofs of each engine in all."""
    rows = []
    for engine in ENGINES:
        if ours := [row for row in stored("proofs", "checking") if row["engine"] == engine]:
            ratios = [row["ratio"] for row in ours]
            sums = {"steps": sum(row["steps"] for row in ours), "checked": sum(row["needed"] for row in ours)}
            spread = {"median ratio": str(median(ratios)), "worst ratio": str(max(ratios))}
            rows.append({"engine": engine, "proofs": len(ours)} | sums | spread)
    return Table()(rows)


# measuring


@SUITE.section(checking_table)
def checking() -> Iterator[Record]:
    """Every formula, every engine."""
    with TemporaryDirectory() as folder:
        formula, proof = Path(folder) / "formula.cnf", Path(folder) / "proof.drat"
        files = Artifacts(proof=proof)
        for engine in ENGINES:
            decide(pigeons(3), engine, files)  # loads what is compiled
        check(pigeons(3).flat, read_proof(proof.read_bytes()), pure=False)
        for problem in each(problems()):
            with formula.open("w", encoding="ascii") as out:
                write_clauses(problem.flat, problem.variables, out)
            for engine in ENGINES:
                took = []
                for _ in range(RUNS):
                    solving, _verdict = decide(problem, engine, files)
                    result, checking = timed(check_proof, formula, proof)
                    assert result, f"{problem.name}, {engine}: {result}"
                    took.append((solving, checking))
                sizes = {"steps": result.steps, "needed": result.lemmas}
                yield {"formula": problem.name, "engine": engine} | sizes | medians(took, ("solve", "check"))


def small_formulas() -> Iterator[Problem]:
    """Formulas whose proofs even a naive judge can read."""
    yield pigeons(3)
    yield pigeons(4)
    for seed in range(100):
        rng = random.Random(seed)
        picks = [rng.sample(range(1, 26), 3) for _ in range(120)]
        yield Problem(f"random {seed}", 25, flattened([[lit * rng.choice((1, -1)) for lit in pick] for pick in picks]))


def steps_of(proof: Proof) -> list[Step]:
    return [(bool(deletes), tuple(proof.clause(step))) for step, deletes in enumerate(proof.deletes)]


def damage(steps: list[Step], rng: random.Random, variables: int) -> list[Step]:
    """Lemmas lost, literals lost, turned or exchanged, in one to five places."""
    steps = list(steps)
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(steps))
        deletes, lits = steps[at]
        way = rng.randrange(4)
        if way == 0 or not lits:
            steps[at : at + rng.randrange(1, 4)] = []
        elif way == 1:
            steps[at] = deletes, lits[1:]
        elif way == 2:
            steps[at] = deletes, (-lits[0], *lits[1:])
        else:
            steps[at] = deletes, (*lits[:-1], rng.choice((1, -1)) * rng.randrange(1, variables + 1))
        steps = steps or [(False, (1,))]
    return steps


@SUITE.section()
def damaged() -> Iterator[Record]:
    """Damaged proofs, until enough of them are wrong by the definition of a proof, which the tests have."""
    sys.path.append(str(Path(__file__).parents[1] / "tests"))
    from drat_by_definition import is_wrong

    rng = random.Random(0)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "proof.drat"
        for engine in ENGINES:
            record: Record = {"engine": engine}
            record |= dict.fromkeys(("damaged", "wrong in fact", "of these refused", "others accepted"), 0)
            for problem in each(small_formulas()):
                if record["wrong in fact"] >= -(-WRONG // len(ENGINES)):
                    break
                if decide(problem, engine, Artifacts(proof=path))[1].sat is not False:
                    continue
                clauses = np.split(problem.flat, np.flatnonzero(problem.flat == 0) + 1)[:-1]
                for _ in range(12):
                    steps = damage(steps_of(read_proof(path.read_bytes())), rng, problem.variables)
                    flat = flattened([lits for _, lits in steps])
                    accepted = bool(check(problem.flat, Proof(flat, np.array([deletes for deletes, _ in steps]))))
                    wrong = is_wrong([clause.tolist()[:-1] for clause in clauses], steps)
                    record["damaged"] += 1
                    record["wrong in fact"] += wrong
                    record["of these refused"] += wrong and not accepted
                    record["others accepted"] += accepted and not wrong
            yield record
