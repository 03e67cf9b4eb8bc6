"""What yasat leaves behind: proofs that a naive checker accepts, and traces that can be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from clauses_by_hand import check_refutation, closure, flat, formulas, pigeons, random_formula
from knobel.engines import Artifacts
from knobel.engines.yasat import Yasat
from knobel.engines.yasat import solver as around

PURE = Yasat(pure=1)


def refuted(clauses: list[list[int]], proof: Path, engine: Yasat = PURE) -> bool:
    session = engine.open(0, Artifacts(proof=proof))
    session.add(flat(clauses))
    sat = session.solve().sat
    text = proof.read_text(encoding="ascii")  # before the session is closed: it has to be complete by now
    session.close()
    assert proof.read_text(encoding="ascii") == text
    return sat is False


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(formulas(4, 24))
def test_proofs_of_small_formulas(tmp_path: Path, clauses: list[list[int]]) -> None:
    if refuted(clauses, tmp_path / "proof"):
        check_refutation(clauses, (tmp_path / "proof").read_text(encoding="ascii"))


@pytest.mark.parametrize("clauses", [pigeons(4), random_formula(30, 6, 1), random_formula(40, 5.5, 2)])
def test_proofs_with_deletions(clauses: list[list[int]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(around, "FIRST_MOST", 1)  # beyond what is on the trail
    monkeypatch.setattr(around, "PROOF_BUFFER", 0)
    monkeypatch.setattr(around, "SHARE", 10**9)
    assert refuted(clauses, tmp_path / "proof")
    added, deleted = check_refutation(clauses, (tmp_path / "proof").read_text(encoding="ascii"))
    assert added > 10 and deleted > 0


def test_a_no_under_assumptions_is_no_refutation(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    session = PURE.open(0, Artifacts(proof=proof))
    session.add(flat(pigeons(3)[1:]))
    assert session.solve([-1, -2, -3]).sat is True
    session.add(flat(pigeons(3)[:1]))
    assert session.solve([1]).sat is False
    assert session.solve().sat is False
    session.close()
    check_refutation(pigeons(3), proof.read_text(encoding="ascii"))


def test_the_checker_refuses_what_is_wrong(tmp_path: Path) -> None:
    clauses = pigeons(3)
    assert refuted(clauses, tmp_path / "proof")
    lines = (tmp_path / "proof").read_text(encoding="ascii").splitlines()
    with pytest.raises(AssertionError, match="does not follow"):
        check_refutation(clauses, "1 0\n0\n")
    with pytest.raises(AssertionError, match="not there"):
        check_refutation(clauses, "d 1 0\n" + "\n".join(lines))
    with pytest.raises(AssertionError, match="does not end"):
        check_refutation(clauses, "\n".join(lines[:-1]))


def traced(clauses: list[list[int]], file: Path, assume: tuple[int, ...] = ()) -> list[dict[str, object]]:
    session = PURE.open(0, Artifacts(trace=file, name=lambda lit: f"{'-' if lit < 0 else ''}x({abs(lit)})"))
    session.add(flat(clauses))
    session.solve(assume)
    session.close()
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_a_trace_tells_the_whole_story(tmp_path: Path) -> None:
    assert traced([[1], [-1, 2], [-2, -3, 4], [-3, -4]], tmp_path / "trace", assume=(3,)) == [
        {"event": "imply", "level": 0, "literal": "x(1)", "reason": ["x(1)"]},
        {"event": "imply", "level": 0, "literal": "x(2)", "reason": ["x(2)", "-x(1)"]},
        {"event": "assume", "level": 1, "literal": "x(3)"},
        {"event": "imply", "level": 1, "literal": "x(4)", "reason": ["x(4)", "-x(3)", "-x(2)"]},
        {"event": "conflict", "level": 1, "clause": ["-x(3)", "-x(4)"]},
        {"event": "learn", "level": 0, "clause": ["-x(3)"], "lbd": 1},
        {"event": "imply", "level": 0, "literal": "-x(3)", "reason": ["-x(3)"]},
        {"event": "answer", "sat": False},
    ]


@pytest.mark.parametrize("seed", range(5))
def test_a_trace_can_be_followed(seed: int, tmp_path: Path) -> None:
    """Played back, every reason was unit, every conflict false, and every learnt clause follows."""
    clauses = random_formula(25, 5, seed)
    known = [*map(list, clauses)]
    level_of: dict[int, int] = {}

    def number(name: object) -> int:
        text = str(name)
        return int(text.strip("-x()")) * (-1 if text[0] == "-" else 1)

    def lits(event: dict[str, object], key: str) -> list[int]:
        found = event[key]
        assert isinstance(found, list)
        return [number(name) for name in found]

    events = traced(clauses, tmp_path / "trace")
    for event in events:
        level = int(str(event.get("level", 0)))
        if event["event"] in ("decide", "imply"):
            lit = number(event["literal"])
            assert lit not in level_of and -lit not in level_of
            if event["event"] == "imply":
                assert all(other == lit or -other in level_of for other in lits(event, "reason"))
            level_of[lit] = level
        elif event["event"] == "conflict":
            assert all(-lit in level_of for lit in lits(event, "clause"))
        elif event["event"] == "learn":
            assert closure(known, [-lit for lit in lits(event, "clause")]) is None
            known.append(lits(event, "clause"))
        if event["event"] in ("learn", "restart"):
            level_of = {lit: where for lit, where in level_of.items() if where <= level}
    assert {"decide", "imply", "conflict", "learn", "answer"} <= {event["event"] for event in events}
