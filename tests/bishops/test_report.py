"""What the report prints: its example of 3 x 3 cells, field by field and clause by clause."""

from __future__ import annotations

import re

import numpy as np

import knobel
from knobel import registry
from knobel.formula import Formula

FIELDS = """
11\t12\t13
21\t22\t23
31\t32\t33
"""
EXAMPLE = r"""
 &(p_{11} \vee p_{12} \vee p_{13} \vee p_{21} \vee p_{22} \vee p_{23} \vee p_{31} \vee p_{32} \vee p_{33}) \ \& \\
 &(\neg p_{11} \vee \neg p_{22}) \ \& \ (\neg p_{11} \vee \neg p_{33}) \ \& \\
 &(\neg p_{12} \vee \neg p_{21}) \ \& \ (\neg p_{12} \vee \neg p_{23}) \ \& \\
 &(\neg p_{13} \vee \neg p_{22}) \ \& \ (\neg p_{13} \vee \neg p_{31}) \ \& \\
 &(\neg p_{21} \vee \neg p_{12}) \ \& \ (\neg p_{21} \vee \neg p_{32}) \ \& \\
 &(\neg p_{22} \vee \neg p_{11}) \ \& \ (\neg p_{22} \vee \neg p_{13}) \ \& \ (\neg p_{22} \vee \neg p_{31}) \ \& \ (\neg p_{22} \vee \neg p_{33}) \ \& \\
 &(\neg p_{23} \vee \neg p_{12}) \ \& \ (\neg p_{23} \vee \neg p_{32}) \ \& \\
 &(\neg p_{31} \vee \neg p_{22}) \ \& \ (\neg p_{31} \vee \neg p_{13}) \ \& \\
 &(\neg p_{32} \vee \neg p_{21}) \ \& \ (\neg p_{32} \vee \neg p_{23}) \ \& \\
 &(\neg p_{33} \vee \neg p_{22}) \ \& \ (\neg p_{33} \vee \neg p_{11})
"""  # noqa: E501 - as it is printed

NUMBER = {field: number for number, field in enumerate(FIELDS.split(), 1)}


def printed() -> list[frozenset[int]]:
    """The clauses of the example, by the numbers of the fields."""
    clauses = re.findall(r"&?\(([^()]*)\)", EXAMPLE)
    literals = [re.findall(r"(\\neg )?p_\{(\d\d)\}", clause) for clause in clauses]
    return [frozenset(-NUMBER[field] if no else NUMBER[field] for no, field in clause) for clause in literals]


def test_the_example_is_the_formula_of_pairs() -> None:
    """It lists each pair twice, once from either cell: 21 clauses, of which 11 differ."""
    formula = registry.kind("bishops").encodings["pairs"](knobel.parse("bishops:3"))
    assert isinstance(formula, Formula)
    flat = formula.flat()
    ours = [frozenset(clause.tolist()) - {0} for clause in np.split(flat, np.flatnonzero(flat == 0) + 1)[:-1]]
    assert len(printed()) == 21 and len(ours) == 11 and set(printed()) == set(ours)


def test_the_board_of_the_example_is_read() -> None:
    """The table of its fields, with a dot for each: the board, as a file."""
    [board] = knobel.loads(re.sub(r"\d\d\t?", ".", FIELDS))
    assert board == knobel.parse("bishops:3") and knobel.solve(board).value == 4
