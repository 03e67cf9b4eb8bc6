"""Steps are proven once more, also on boards that are too large for a second encoding."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest

import knobel
from knobel.backends import Found
from knobel.errors import Unable, WrongAnswer
from knobel.limits import OutOfTime
from knobel.puzzle import Atom
from knobel.reasoning.all_groups import light_engine
from knobel.reasoning.steps import Step
from knobel.reasoning.verify import Verifier, explaining
from knobel.search import Search

EXAMPLES = ["satromino:4x2:OO:..../....:????/????", "doppelblock:4:2,0,0,0/2,,0,"]


@pytest.fixture
def too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knobel.kinds.satromino.encodings.classic.MAX_FRAMES", 0)
    monkeypatch.setattr("knobel.kinds.doppelblock.encodings.running.MAX_STEPS", 0)


@pytest.mark.usefixtures("too_large")
@pytest.mark.parametrize("id", EXAMPLES)
def test_boards_too_large_for_the_second_encoding_are_explained(id: str) -> None:
    puzzle = knobel.parse(id)
    with pytest.raises(Unable):
        explaining(puzzle)[1](puzzle)
    assert knobel.explain(puzzle).complete
    assert knobel.why(puzzle).complete


@pytest.mark.usefixtures("too_large")
@pytest.mark.parametrize("id", EXAMPLES)
def test_on_them_a_step_that_does_not_follow_is_refused(id: str) -> None:
    puzzle = knobel.parse(id)
    domain = puzzle.domain()
    at = (0,) * (domain.ndim - 1)
    wrong = Step((Atom(at, int(domain[at].argmax()), False),), groups=(), known=(), level=1)
    verifier = Verifier(puzzle, explaining(puzzle)[1])
    try:
        with pytest.raises(WrongAnswer, match="does not follow"):
            verifier.check(wrong)
    finally:
        verifier.close()


@pytest.mark.usefixtures("too_large")
@pytest.mark.parametrize("id", EXAMPLES)
def test_who_proves_a_step_again_is_another_engine(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engines = []

    class Seen(Search):
        def __init__(self, *args: Any, **options: Any) -> None:
            engines.append(args[2].name)
            super().__init__(*args, **options)

    monkeypatch.setattr("knobel.reasoning.verify.Search", Seen)
    Verifier(knobel.parse(id), explaining(knobel.parse(id))[1]).close()
    assert engines and light_engine().name not in engines


def test_a_step_too_hard_for_the_second_encoding_is_proven_by_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Seen(Search):
        def solve(self, *args: Any, **options: Any) -> Found:
            asked.append(self.encoding.name)
            return super().solve(*args, **options)

    monkeypatch.setattr("knobel.reasoning.verify.Search", Seen)
    monkeypatch.setattr("knobel.reasoning.verify.CONFLICTS", 0)
    puzzle = knobel.parse("doppelblock:4:2,0,0,0/2,,0,")
    assert knobel.explain(puzzle).complete
    assert set(asked) == {explaining(puzzle)[1].name, "diagram"}
    with closing(Verifier(puzzle, explaining(puzzle)[1])) as verifier, pytest.raises(WrongAnswer, match="diagram"):
        verifier.check(Step((Atom((0, 0), 1, False),), groups=(), known=(), level=1))


def test_a_verifier_that_is_cut_short_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []

    class CutShort(Search):
        def _checked(self, found: Found, whole: bool = True) -> Found:
            raise OutOfTime

        def close(self) -> None:
            closed.append(self)
            super().close()

    monkeypatch.setattr("knobel.reasoning.verify.Search", CutShort)
    puzzle = knobel.parse("bishops:3")
    with pytest.raises(OutOfTime):
        Verifier(puzzle, explaining(puzzle)[1])
    assert len(closed) == 1
