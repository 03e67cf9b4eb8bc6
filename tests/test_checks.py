"""The laws can fail: each is shown a liar and must name it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from knobel import checks, registry
from knobel.checks import sessions
from knobel.encodings import Encoding
from knobel.engines import NO_ARTIFACTS, Artifacts, Engine, Session, Verdict
from knobel.errors import Unable, WrongAnswer
from knobel.formula import Formula, Lits
from knobel.limits import NO_LIMIT, Limit
from knobel.puzzle import Possible, Puzzle

KIND = registry.kind("_template")
DIRECT = KIND.encodings["direct"]
PUZZLES = [registry.parse("_template:2:1./.."), registry.parse("_template:3:1../.1./..2")]


def spoiled(change: str) -> Encoding:
    """The template's encoding with one defect."""

    def build(p: object, known: Possible | None = None) -> Formula:
        f = DIRECT(p, known)  # type: ignore[arg-type]
        assert isinstance(f, Formula)
        if change == "loses a solution":
            f.add([int(-f.answer[0, 1, 1])])
        if change == "hides a clause in a clue":
            clue = next(group.id for group in f.groups if group.kind == "clue")
            f.add([int(-f.answer[-1, -1, 0])], group=clue)
        if change == "lies about a rule":
            rules = [group.id for group in f.groups if group.kind == "rule"]
            f.add(f.answer[0].T, group=rules[1])
        if change == "names a variable twice":
            f.new(f.name(1))
        if change == "reads the answer wrongly":
            f.answer = np.roll(f.answer, 1, axis=-1)
        return f

    return replace(DIRECT, build=build)


SOLUTION = "12/21"  # the only one of the first puzzle
LOST = rf"direct of _template:2:1\./\.\.: \['{SOLUTION}'\] is found or missed wrongly"
LESS = r"direct of _template:3:.*: .* is found or missed wrongly"


@pytest.mark.parametrize(
    ("change", "puzzle", "error", "message"),
    [
        ("loses a solution", 0, AssertionError, LOST),
        ("hides a clause in a clue", 1, AssertionError, LESS),
        ("lies about a rule", 0, AssertionError, "the clauses of 'column 1 has each number once' fail, its sentence"),
        ("names a variable twice", 0, AssertionError, "two variables have the same name"),
        ("reads the answer wrongly", 0, WrongAnswer, "which breaks: row 1 column 1 is given as 1"),
    ],
)
def test_a_defect_is_found(change: str, puzzle: int, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        checks.check_encoding(spoiled(change), [PUZZLES[puzzle]])


def test_the_honest_one_passes() -> None:
    checks.check_encoding(DIRECT, PUZZLES)


def test_demands_that_rest_on_a_clue_are_found() -> None:
    """Right as long as all clues are there: the best value is read off the given empty cell."""
    kind = registry.kind("bishops")
    honest, puzzle = kind.encodings["cells"], registry.parse("bishops:2:x./.x")

    def build(p: Puzzle, known: Possible | None = None) -> Formula:
        f = honest(p, known)
        assert isinstance(f, Formula)
        f.levels = {value: lit if value < 2 else -f.true for value, lit in f.levels.items()}
        return f

    liar = replace(honest, build=build)
    engine = registry.engine("minisat")
    assert isinstance(engine, Engine)
    for encoding in (honest, liar):
        checks.check_clue_subset(encoding, puzzle, engine, puzzle.places())
    checks.check_clue_subset(honest, puzzle, engine, [])
    with pytest.raises(AssertionError, match="the value 2 is refuted wrongly"):
        checks.check_clue_subset(liar, puzzle, engine, [])


def test_what_an_encoding_is_unable_to_encode_is_passed_over() -> None:
    def build(p: object, known: Possible | None = None) -> Formula:
        if p == PUZZLES[0]:
            raise Unable("too small")
        return liar.build(p, known)  # type: ignore[return-value]

    liar = spoiled("loses a solution")
    checks.check_encoding(replace(liar, build=build), PUZZLES[:1])
    with pytest.raises(AssertionError, match="_template:3"):
        checks.check_encoding(replace(liar, build=build), PUZZLES)


def test_a_wrong_presolve_is_found() -> None:
    puzzle = PUZZLES[0]
    nothing: Possible = np.zeros_like(puzzle.domain())
    with pytest.raises(AssertionError, match="presolve excludes"):
        checks.check_presolved(puzzle, nothing, checks.brute_force(puzzle))


def test_an_empty_clause_is_found() -> None:
    f = Formula()
    f.answer = f.new("x", 1, 1)
    flat: Lits = np.array([0], dtype=np.int32)
    f._clauses.store(flat, np.zeros(1, dtype=np.int32))
    with pytest.raises(AssertionError):
        checks.check_formula(f)


class Liar:
    """An engine with one defect, around an honest one."""

    name, about = "liar", "an engine that lies"
    can = frozenset({"assume", "core", "propagate", "limit"})

    def __init__(self, defect: str) -> None:
        self.defect = defect
        if defect == "claims what nobody can":
            self.can |= {"wings"}

    def configured(self, text: str) -> Liar:
        return self

    def open(self, variables: int, artifacts: Artifacts = NO_ARTIFACTS) -> Session:
        honest = registry.engine("minisat")
        assert isinstance(honest, Engine)
        self.inner = honest.open(variables)
        return self

    def add(self, flat: Lits) -> None:
        self.inner.add(flat)

    def solve(self, assume: Sequence[int] = (), limit: Limit = NO_LIMIT) -> Verdict:
        if self.defect == "does not look at the clock" and limit.seconds is not None:
            time.sleep(limit.seconds + sessions.LATE)
        if self.defect == "does not count conflicts":
            limit = replace(limit, conflicts=None)
        verdict = self.inner.solve(() if self.defect == "forgets assumptions" else assume, limit)
        if self.defect == "has a wrong model" and verdict.model is not None:
            return replace(verdict, model=~verdict.model)
        return replace(verdict, core=()) if self.defect == "has a wrong core" else verdict

    def propagate(self, assume: Sequence[int] = ()) -> Lits | None:
        found = self.inner.propagate(assume)
        return found[:0] if found is not None and self.defect == "propagates nothing" else found

    def prefer(self, lits: Lits) -> None:
        pass

    def close(self) -> None:
        self.inner.close()


def test_an_honest_engine_passes() -> None:
    checks.check_engine(Liar("none"))


@pytest.mark.parametrize(
    ("defect", "message"),
    [
        ("forgets assumptions", "True, brute force finds 0 models"),
        ("has a wrong model", "a wrong model"),
        ("has a wrong core", "a satisfiable core"),
        ("propagates nothing", "propagation forgets its assumptions"),
        ("claims what nobody can", "no engine for clauses has the ability wings"),
        ("does not count conflicts", "20 conflicts were enough"),
        ("does not look at the clock", "seconds did not end it"),
    ],
)
def test_a_lying_engine_is_found(defect: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "LATE", 1.0)
    with pytest.raises(AssertionError, match=rf"^liar.*: .*{message}"):
        checks.check_engine(Liar(defect))
