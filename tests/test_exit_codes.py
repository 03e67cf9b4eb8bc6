"""Exit codes: those of each verb, and of many answers together the gravest, in whatever order they come."""

from __future__ import annotations

from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest

from knobel.cli.pipeline import worst
from knobel.errors import Unable
from knobel.limits import OutOfTime
from knobel.search import Search

GOOD, NONE, TWO = "nonogram:4x3:1.1/2/1/1.1/2.1/2/1.1", "nonogram:2x2:2/2/1/1", "nonogram:2x2:1/1/1/1"
BAD = "nonogram:oops"
SOLUTION = "##.#/.##./#..#"
QUEENS = "bishops:6:piece=queen:goal=dominate"  # whose best value has to be searched for
HARD, UNFIT = "@doppelblock/S5", "@dominosweeper/seven"  # see `outcomes`
OUTCOMES = {GOOD: 0, NONE: 1, UNFIT: 2, BAD: 3, HARD: 4}
GRAVEST_FIRST = (3, 2, 4, 1, 0)
"""3 over 4 over 1 over 0; where a question does not fit some puzzle, 2 comes after 3."""


@pytest.fixture
def outcomes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes one puzzle hard, so that it stays undecided, and one unfit for what is asked."""
    solve = Search.solve

    def solve_or_not(self: Search, *args: Any, **more: Any) -> Any:
        if self.puzzle.kind == "doppelblock":
            raise OutOfTime
        if self.puzzle.kind == "dominosweeper":
            raise Unable("this engine cannot; take another one")
        return solve(self, *args, **more)

    monkeypatch.setattr(Search, "solve", solve_or_not)


@pytest.mark.usefixtures("outcomes")
@pytest.mark.parametrize("verb", ["solve", "count", "all", "unique", "forced"])
def test_of_many_answers_the_gravest_counts(run: Any, verb: str) -> None:
    for size in (1, 2):
        for puzzles in permutations(OUTCOMES, size):
            codes = {OUTCOMES[puzzle] for puzzle in puzzles}
            assert run(verb, *puzzles).code == next(code for code in GRAVEST_FIRST if code in codes), puzzles
    assert run(verb, *OUTCOMES).code == 3


def test_the_gravest_of_any_codes() -> None:
    for size in range(len(GRAVEST_FIRST) + 1):
        for codes in combinations(GRAVEST_FIRST, size):
            assert worst(set(codes)) == (codes[0] if codes else 0)


PIGEONS = [[9 * pigeon + hole for hole in range(1, 10)] for pigeon in range(10)]  # ten, for nine holes
APART = [[-a, -b] for holes in zip(*PIGEONS, strict=True) for a, b in combinations(holes, 2)]
FILES = {
    "hard.cnf": "\n".join(["p cnf 90 415", *(" ".join(map(str, [*clause, 0])) for clause in PIGEONS + APART)]),
    "yes.cnf": "p cnf 2 1\n1 -2 0\n",
    "no.cnf": "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n",
    "bad.cnf": "p cnf 1 1\n2 0\n",
    "proof.drat": "1 0\n0\n",
    "gap.drat": "0\n",
    "model.txt": "s SATISFIABLE\nv 1 -2 -3 4 0\n",  # of TWO, whose first variables are its cells
    "wrong.txt": "s SATISFIABLE\nv 1 2 3 4 0\n",
    "none.txt": "s UNSATISFIABLE\n",
    "open.txt": "s UNKNOWN\n",
    "there": "mine\n",
}
NO_TIME = ("--timeout", "0")
CODES: dict[str, dict[tuple[str, ...], int]] = {
    "solve": {(GOOD,): 0, (NONE,): 1, (GOOD, *NO_TIME): 4, (BAD,): 3, (GOOD, "--engine", "no"): 2},
    "check": {
        (GOOD, SOLUTION): 0,
        (GOOD, "####/####/####"): 1,
        (GOOD, "##"): 3,
        (QUEENS, "BBBBBB/....../....../....../....../......", *NO_TIME): 4,
        (QUEENS, "BBBBBB/....../....../....../....../......"): 1,
    },
    "count": {(TWO,): 0, (TWO, "--limit", "1"): 0, (NONE,): 1, (TWO, *NO_TIME): 4, (BAD,): 3, (TWO, "--limit", "0"): 2},
    "all": {(TWO,): 0, (TWO, "--limit", "1"): 0, (NONE,): 1, (TWO, *NO_TIME): 4, (BAD,): 3},
    "unique": {(GOOD,): 0, (TWO,): 1, (NONE,): 1, (GOOD, *NO_TIME): 4, (BAD,): 3},
    "forced": {(GOOD,): 0, (TWO,): 0, (NONE,): 1, (GOOD, *NO_TIME): 4, (BAD,): 3},
    "explain": {(GOOD,): 0, (TWO, "--steps", "0"): 0, (TWO,): 1, (NONE,): 1, (GOOD, *NO_TIME): 4, (BAD,): 3},
    "grade": {(GOOD,): 0, (TWO,): 1, (NONE,): 1, (GOOD, *NO_TIME): 4, (BAD,): 3},
    "hint": {
        (TWO, "--state", "#?/??"): 0,
        (TWO, "--state", "#./.#"): 0,
        (TWO, "--state", "##/??"): 1,
        (TWO, "--state", "??/??", *NO_TIME): 4,
        (TWO, "--state", "oops"): 3,
        (TWO,): 2,
    },
    "why": {(NONE,): 0, (GOOD,): 1, (NONE, *NO_TIME): 4, (BAD,): 3},
    "generate": {
        ("nonogram", "--size", "3", "--seed", "1"): 0,
        ("nonogram", "--size", "3", "--seed", "1", "--grade", "expert"): 4,  # which no board so small has
        ("nonogram", "--size", "20", *NO_TIME): 4,
        ("nothing",): 2,
    },
    "encode": {(GOOD,): 0, (QUEENS, *NO_TIME): 4, (BAD,): 3, (GOOD, "--out", "there"): 2},
    "decode": {
        (TWO, "model.txt", "--encoding", "order"): 0,
        (TWO, "none.txt"): 1,
        (TWO, "open.txt"): 4,
        (TWO, "wrong.txt", "--encoding", "order"): 3,
        (TWO, "nowhere.txt"): 3,
    },
    "sat": {
        ("yes.cnf",): 10,
        ("no.cnf",): 20,
        ("hard.cnf", *NO_TIME): 0,
        ("bad.cnf",): 3,
        ("yes.cnf", "--engine", "no"): 2,
    },
    "prove": {
        (GOOD, "--out", "new"): 0,
        (NONE, "--out", "new"): 0,
        (TWO, "--out", "new"): 1,
        (GOOD, "--out", "new", *NO_TIME): 4,
        (BAD, "--out", "new"): 3,
        (GOOD, "--out", "there"): 2,
    },
    "check-proof": {
        ("no.cnf", "proof.drat"): 0,
        ("no.cnf", "gap.drat"): 1,
        ("no.cnf", "proof.drat", *NO_TIME): 4,
        ("bad.cnf", "proof.drat"): 3,
    },
    "render": {
        (GOOD,): 0,
        (NONE,): 0,
        (NONE, "--solution", "auto"): 1,
        (GOOD, "--solution", "auto", *NO_TIME): 4,
        (BAD,): 3,
        (GOOD, "--out", "there"): 2,
    },
    "convert": {(GOOD, "--to", "id"): 0, (BAD, GOOD, "--to", "id"): 3, (GOOD, "--to", "nothing"): 2},
    "compare": {
        (GOOD, "--encoding", "dnf"): 0,
        (NONE, "--encoding", "dnf"): 1,
        (GOOD, "--encoding", "dnf", *NO_TIME): 4,
        (BAD,): 3,
        (GOOD, "--encoding", "dnf", "--engine", "cpsat"): 2,
    },
    "bench": {("list",): 0, ("nothing",): 2, ("report",): 3},
    "list": {(): 0, ("nothing",): 2},
}


@pytest.mark.parametrize("verb", CODES)
def test_codes_of_each_verb(run: Any, verb: str, tmp_path: Path) -> None:
    for number, (words, code) in enumerate(CODES[verb].items()):
        for form in ([], ["--json"]):
            folder = tmp_path / f"{number}{len(form)}"
            folder.mkdir()
            for name, text in FILES.items():
                (folder / name).write_text(text)
            with pytest.MonkeyPatch.context() as patch:
                patch.chdir(folder)
                assert run(verb, *words, *form).code == code, (words, form)
