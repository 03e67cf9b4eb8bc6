"""The clock law: without a limit set by the user, no answer depends on the clock.

Every verb is asked about the bundled examples twice: with a clock that jumps ten seconds each time anyone looks at it,
and with one that stands still. What it prints has to be the same, bit for bit, but for the seconds that it reports.
Where examples take a verb long, some are left out (``SMALLEST``, ``SLOW``): smaller ones of each kind are asked about.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import knobel
from knobel import registry
from knobel.backends import open_session
from knobel.cli import main
from knobel.engines import Engine, Verdict
from knobel.formula import Lits
from knobel.limits import Budget, OutOfTime

CLOCKS = ("monotonic", "perf_counter", "process_time")
JUMP = 10.0
TIMES = {"seconds", "encode", "solve"}  # the fields that tell the time: of an answer, and of a run of ``compare``

MANY: dict[str, list[str]] = {  # verbs that take many puzzles, and the options they are asked with
    "solve": [],
    "count": ["--limit", "300"],
    "all": ["--limit", "3"],
    "unique": ["--suggest"],
    "forced": [],
    "explain": [],
    "grade": [],
    "why": [],
    "encode": ["--to", "dimacs"],
    "render": ["--to", "svg"],
    "compare": [],
}
SMALLEST = {"unique": 9, "explain": 5, "grade": 5, "why": 9, "compare": 4, "prove": 4}
"""How many examples of each kind, the smallest ones, are enough for verbs that take minutes for all of them."""
SLOW = {"@bishops/chessboard"}  # for ``unique``, which looks for a smallest suggestion until its budget is spent


@contextmanager
def clock(step: float) -> Iterator[None]:
    """A clock that moves only when it is looked at, by so many seconds."""
    looks = count(1)
    with pytest.MonkeyPatch.context() as patch:
        for name in CLOCKS:
            patch.setattr(time, name, lambda: step * next(looks))
        yield


def timeless(value: Any) -> Any:
    """The same answer without what tells the time."""
    if isinstance(value, dict):
        return {key: timeless(one) for key, one in value.items() if key not in TIMES}
    return [timeless(one) for one in value] if isinstance(value, list) else value


def answers(step: float, asked: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, list[Any], str]:
    """What a command answers under such a clock: exit code, lines, messages."""
    with clock(step):
        code = main(asked)
    out, err = capsys.readouterr()
    return code, [timeless(json.loads(line)) if line[:1] == "{" else line for line in out.splitlines()], err


def check(asked: list[str], capsys: pytest.CaptureFixture[str]) -> list[Any]:
    """The law for one command; its lines."""
    still, jumping = (answers(step, asked, capsys) for step in (0.0, JUMP))
    assert jumping == still, asked
    assert still[1], asked
    return still[1]


def names(verb: str) -> list[str]:
    """The examples that a verb is asked about."""
    found = list[str]()
    for kind in registry.kinds().values():
        mine = [f"@{kind.name}/{name}" for name in kind.examples]
        mine.sort(key=lambda name: (knobel.load(name).domain().size, name))
        found += mine[: SMALLEST.get(verb)]
    return [name for name in found if verb != "unique" or name not in SLOW]


@pytest.mark.parametrize("verb", MANY)
def test_no_answer_depends_on_the_clock(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    if verb in ("encode", "render"):  # to standard output, these write one at a time
        for name in names(verb):
            check([verb, name, *MANY[verb]], capsys)
    else:
        check([verb, *names(verb), *MANY[verb], "--json"], capsys)


@pytest.mark.parametrize("kind", [kind.name for kind in registry.kinds().values()])
def test_no_answer_about_one_puzzle_depends_on_the_clock(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The verbs that take one puzzle and something more, each asked about the smallest examples of a kind."""
    for name in [name for name in names("prove") if name.startswith(f"@{kind}/")]:
        puzzle = knobel.load(name)
        nothing = puzzle.write(np.full_like(puzzle.domain()[..., 0], -1, dtype=np.int64))
        check(["hint", name, "--state", nothing, "--json"], capsys)
        check(["prove", name, "--out", str(tmp_path / "proof"), "--force", "--json"], capsys)
        formula = tmp_path / "formula.cnf"
        main(["encode", name, "--to", "dimacs", "--out", str(formula), "--force"])
        capsys.readouterr()
        check(["sat", str(formula)], capsys)
        solved = knobel.solve(puzzle)
        if solved.line is not None:
            check(["check", name, solved.line, "--json"], capsys)
        check(["convert", name, "--to", "id"], capsys)
        main(["sat", str(formula)])
        model = tmp_path / "model.txt"
        model.write_text(capsys.readouterr().out)
        check(["decode", name, str(model), "--json"], capsys)
    if (tmp_path / "proof" / "proof.drat").exists():
        check(["check-proof", *(str(tmp_path / "proof" / one) for one in ("formula.cnf", "proof.drat"))], capsys)


@pytest.mark.parametrize("kind", [kind.name for kind in registry.kinds().values() if kind.recipe is not None])
def test_no_new_puzzle_depends_on_the_clock(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    size = "6" if kind == "doppelblock" else "5"
    check(["generate", kind, "--size", size, "--count", "2", "--seed", "1", "--json"], capsys)


# the engines: slices end by what was counted


def pigeons(holes: int, guests: int) -> Lits:
    """Guests in holes, no two in one."""
    lit = np.arange(1, guests * holes + 1).reshape(guests, holes)
    clauses = [[*row, 0] for row in lit.tolist()]
    clauses += [[-lit[i, h], -lit[j, h], 0] for h in range(holes) for i in range(guests) for j in range(i)]
    return np.array([int(one) for clause in clauses for one in clause], dtype=np.int32)


def random_clauses(variables: int, seed: int) -> Lits:
    """Clauses of three literals near where it is hard to say whether they can be satisfied."""
    random = np.random.default_rng(seed)
    lits = 1 + np.stack([random.permutation(variables)[:3] for _ in range(int(4.2 * variables))])
    signs = random.choice([-1, 1], lits.shape)
    return np.hstack([lits * signs, np.zeros((len(lits), 1), dtype=np.int64)]).astype(np.int32).ravel()


ENGINES = [name for name, one in registry.engines().items() if isinstance(one, Engine) and "limit" in one.can]


def decided(name: str, flat: Lits, work: int | None, step: float) -> tuple[Verdict | None, int]:
    """The verdict within a budget, None where that is spent; and what was spent."""
    engine = registry.engine(name)
    assert isinstance(engine, Engine)
    session = open_session(engine, int(np.abs(flat).max()))
    session.add(flat)
    with clock(step), Budget(work) as budget:
        try:
            return session.solve(), budget.spent
        except OutOfTime:
            return None, budget.spent
        finally:
            session.close()


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_finds_the_same_model_by_any_clock(name: str) -> None:
    for seed in range(3):
        flat = random_clauses(170, seed)
        (still, spent), (jumping, again) = (decided(name, flat, None, step) for step in (0.0, JUMP))
        assert still is not None and jumping is not None and spent == again > 0
        assert still.sat is jumping.sat and np.array_equal(still.model, jumping.model), name  # type: ignore[arg-type]
        assert still.stats == jumping.stats


@pytest.mark.parametrize("name", ENGINES)
def test_a_budget_ends_a_search_where_it_always_does(name: str) -> None:
    """A large enough one does not; what is spent is the same by any clock."""
    flat, budgets = pigeons(7, 8), (2_000, 200_000, 10**9)
    ends = [[decided(name, flat, work, step) for work in budgets] for step in (0.0, JUMP)]
    assert [spent for _, spent in ends[0]] == [spent for _, spent in ends[1]]
    verdicts = [[None if verdict is None else verdict.sat for verdict, _ in one] for one in ends]
    assert verdicts[0] == verdicts[1] and verdicts[0][-1] is False and None in verdicts[0]


def test_inner_budgets_are_part_of_outer_ones() -> None:
    puzzle = knobel.load("@nonogram/diagonal")
    with Budget(None) as outer, Budget(None) as inner:
        knobel.unique(puzzle)
    assert outer.spent == inner.spent > 0


def test_the_clock_is_looked_at_by_its_name() -> None:
    """As ``time.monotonic()``, never imported by itself: or the law above would look at another clock."""
    sources = Path(knobel.__file__).parent.rglob("*.py")
    assert not [path for path in sources if re.search(r"^\s*from time import", path.read_text("utf-8"), re.M)]


@pytest.mark.parametrize("engine", [name for name, one in registry.engines().items() if "model" in one.can])
def test_a_constraint_engine_that_gave_up_has_spent_its_budget(engine: str, need_module: Any) -> None:
    """Else whoever asks might take an open question for a refutation."""
    if engine == "cpsat":
        need_module("ortools")
    puzzle = knobel.load("@doppelblock/S6")
    with Budget(600) as budget:
        found = knobel.solve(puzzle, engine=engine)
    assert found.status == "solved" or budget.spent >= 600
    with Budget(10**9):
        assert knobel.solve(puzzle, engine=engine).status == "solved"
