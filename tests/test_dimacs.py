"""Formulas as text: what is written can be read back, and what cannot be read is refused with its line."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel import dimacs
from knobel.dimacs import read_dimacs, read_model, write_clauses, write_dimacs, write_norm, write_opb
from knobel.errors import BadInput
from knobel.formula import Formula, Lits
from knobel.say import Say


def written(write: Callable[..., None], *args: object) -> str:
    out = io.StringIO()
    write(*args, out)
    return out.getvalue()


def lits(*numbers: int) -> Lits:
    return np.array(numbers, dtype=np.int32)


def small() -> Formula:
    formula = Formula()
    cell = formula.new("cell", 1, 2, axes=(3, "ab"))
    aux = int(formula.new("aux"))
    with formula.group("clue", Say("row {row} has the runs {runs}", row=0, runs=(2, 0, 1))):
        formula.add([cell[0, 0], -cell[0, 1]], [aux])
    formula.add([-cell[0, 0], -cell[0, 1], -aux])
    return formula


def random_formula(clauses: int, seed: int = 1) -> Formula:
    random = np.random.default_rng(seed)
    formula = Formula()
    formula.new("cell", 7, 11)
    for number in range(5):
        formula.declare("clue", Say("clue {number} says 0 0", number=number))
    while formula.size[1] < clauses:
        shape = (int(random.integers(1, 40)), int(random.integers(1, 5)))
        table = random.integers(1, 78, shape) * random.choice([-1, 1], shape)
        formula.add(table.astype(np.int32), group=random.integers(0, 6, shape[0]).astype(np.int32))
    return formula


def test_dimacs_names_every_variable_and_group() -> None:
    assert written(write_dimacs, small()) == (
        "c var 1 cell(3,a)\nc var 2 cell(3,b)\nc var 3 aux\np cnf 3 3\n"
        "c group 1 clue row 0 has the runs 2 0 1\n1 -2 0\n3 0\n"
        "c group 0 axiom what the variables mean\n-1 -2 -3 0\n"
    )


def test_norm_is_clauses_and_nothing_else() -> None:
    assert written(write_norm, small()) == "1 -2\n3\n-1 -2 -3\n"


def test_opb() -> None:
    assert written(write_opb, small()) == (
        "* #variable= 3 #constraint= 3\n* var 1 cell(3,a)\n* var 2 cell(3,b)\n* var 3 aux\n"
        "+1 x1 -1 x2 >= 0 ;\n+1 x3 >= 1 ;\n-1 x1 -1 x2 -1 x3 >= -2 ;\n"
    )


def test_opb_has_the_same_models() -> None:
    formula = small()
    for values in product((0, 1), repeat=3):
        in_clauses = all(any((values[abs(lit) - 1] == 1) == (lit > 0) for lit in c) for c in clauses_of(formula.flat()))
        rows = re.findall(r"^((?:[+-]1 x\d )+)>= (-?\d+) ;$", written(write_opb, formula), re.MULTILINE)
        sums = [
            sum(int(sign) * values[int(x) - 1] for sign, x in re.findall(r"([+-]1) x(\d)", row)) >= int(least)
            for row, least in rows
        ]
        assert len(sums) == 3 and all(sums) == in_clauses


def clauses_of(flat: Lits) -> list[list[int]]:
    return [[int(lit) for lit in clause.split()] for clause in " ".join(map(str, flat.tolist())).split(" 0")[:-1]]


@pytest.mark.parametrize("chunk", [1, 2, 7, 1 << 16])
def test_what_is_written_can_be_read(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dimacs, "CHUNK", chunk)
    formula = random_formula(200)
    text = written(write_dimacs, formula)
    cnf = read_dimacs(text)
    assert (cnf.variables, cnf.clauses) == formula.size
    assert cnf.flat.dtype == np.int32 and np.array_equal(cnf.flat, formula.flat())
    assert cnf.names == {variable: formula.name(variable) for variable in range(1, 78)}
    assert read_groups(text) == formula.clause_groups().tolist()
    bare = written(write_clauses, formula.flat(), 77)
    assert np.array_equal(read_dimacs(bare).flat, formula.flat())
    assert "".join(line + " 0\n" for line in written(write_norm, formula).splitlines()) == bare.partition("\n")[2]


def read_groups(text: str) -> list[int]:
    groups, current = [], -1
    for line in text.splitlines():
        if line.startswith("c group "):
            assert int(line.split()[2]) != current, "a comment only where the group changes"
            current = int(line.split()[2])
        elif line[0] not in "cp":
            groups.append(current)
    return groups


def test_few_clauses_over_far_variables() -> None:
    far = lits(40_000_000, -7, 0, -40_000_000, 0)
    text = written(write_clauses, far, 40_000_000)
    assert text == "p cnf 40000000 2\n40000000 -7 0\n-40000000 0\n"
    assert np.array_equal(read_dimacs(text).flat, far)


def test_no_clauses_at_all() -> None:
    assert written(write_clauses, lits(), 3) == "p cnf 3 0\n"
    assert read_dimacs("p cnf 3 0\n").flat.tolist() == [] and written(write_norm, Formula()) == ""


def test_large_formulas_are_fast() -> None:
    formula = Formula()
    x = formula.new("x", 1000, 200).ravel()
    formula.add(np.stack([-np.tile(x, 5), np.roll(np.tile(x, 5), 1)], axis=1))
    started = time.process_time()
    text = written(write_dimacs, formula)
    assert np.array_equal(read_dimacs(text).flat, formula.flat())
    assert time.process_time() - started < 5  # a million clauses; about one second is usual


@pytest.mark.parametrize(
    ("text", "flat"),
    [
        ("p cnf 3 2\n1 -2\n 3 0 2\n0\n", [1, -2, 3, 0, 2, 0]),
        ("c hello\n\nc\np  cnf\t3 2 \r\n1 0\r\nc between\r\n-3 0\r\n", [1, 0, -3, 0]),
        ("p cnf 3 1\n1 2 0\n%\n0\n\n", [1, 2, 0]),
        ("p cnf 3 1\n1 2 0", [1, 2, 0]),
        ("p cnf 3 3\n1 0\n0\n-1 0\n", [1, 0, -1, 0, 4, 0, -4, 0]),
        ("p cnf 0 1\n0\n", [1, 0, -1, 0]),
        ("p cnf 0 0", []),
    ],
)
def test_tolerated_files(text: str, flat: list[int]) -> None:
    cnf = read_dimacs(text)
    assert cnf.flat.tolist() == flat and cnf.clauses == flat.count(0)
    assert cnf.variables >= max(map(abs, flat), default=0)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "header"),
        ("c only comments\n", 2, "header"),
        ("c x\n1 2 0\np cnf 2 1\n", 2, "header"),
        ("p cnf two 1\n1 0\n", 1, "header"),
        ("p cnf 2\n", 1, "header"),
        ("p cnf 2 1 c no\n1 0", 1, "header"),
        ("p cnf 9999999999 1\n1 0\n", 1, "variables"),
        ("p cnf 2 1\nc fine\n1 two 0\n", 3, "'two'"),
        ("p cnf 2 1\n1-2 0\n", 2, "'1-2'"),
        ("p cnf 2 1\n1 - 2 0\n", 2, "'-'"),
        ("p cnf 2 1\n1\u00a02 0\n", 2, "literal"),
        ("p cnf 2 1\n1.5 0\n", 2, "'1.5'"),
        ("p cnf 2 1\n1 0\np cnf 2 1\n", 3, "'p'"),
        ("p cnf 2 2\n1 0\n\n-3 0\n", 4, "-3"),
        ("p cnf 2 1\n-9223372036854775808 0\n", 2, "-9223372036854775808"),
        ("p cnf 2 1\n" + "9" * 5000 + " 0\n", 2, "999"),
        ("p cnf 2 2\n1 0\n", 1, "found 1"),
        ("p cnf 2 1\n1 0\n2 0\n", 1, "found 2"),
        ("p cnf 2 2\n1 0\n2\n\nc end\n", 3, "does not end"),
    ],
)
def test_bad_files_are_refused_with_their_line(text: str, line: int, words: str) -> None:
    with pytest.raises(BadInput, match=re.escape(words)) as caught:
        read_dimacs(text)
    assert caught.value.line == line and "\n" not in str(caught.value)


@given(st.text(alphabet="pcnf 0123-\n%vs\u00e4", max_size=60), st.booleans())
def test_any_text_is_read_or_refused(text: str, headed: bool) -> None:
    for read in (read_dimacs, read_model):
        try:
            read("p cnf 3 2\n" + text if headed else text)
        except BadInput as error:
            assert error.line is not None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("c hi\ns SATISFIABLE\nv 1 -2\nv 3 0\nc bye\n", (True, [1, -2, 3])),
        ("v 1 -2 3 0\ns SATISFIABLE\n", (True, [1, -2, 3])),
        ("s SATISFIABLE\nv\nv 0\n", (True, [])),
        ("s UNSATISFIABLE\n", (False, [])),
        ("s UNKNOWN\r\n", (None, [])),
        ("SAT\n1 -2 3 0\n", (True, [1, -2, 3])),
        ("SAT\n 0\n", (True, [])),
        ("UNSAT\n", (False, [])),
        ("INDET\n", (None, [])),
        ("1 -2\n3 0\n", (True, [1, -2, 3])),
        ("s OPTIMUM FOUND\nv x1 -x2 x3\n", (True, [1, -2, 3])),
    ],
)
def test_answers(text: str, expected: tuple[bool | None, list[int]]) -> None:
    assert read_model(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "", "hello\n", "c nothing\n", "s MAYBE\n", "v 1 2\n", "1 2\n", "1 0 2 0\n", "v one 0\n",
        "s SATISFIABLE\nv 1 -1 0\n", "s UNSATISFIABLE\nv 1 0\n", "s SATISFIABLE\ns UNSATISFIABLE\n", "UNSAT\n1 0\n",
        "SATISFIABLE\n",
    ],
)  # fmt: skip
def test_answers_that_are_none(text: str) -> None:
    with pytest.raises(BadInput):
        read_model(text)
