"""The script of grid kinds: on half-filled cells, a constraint is broken exactly when no completion satisfies it."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from grid.toys import constraints, means, toy
from knobel.grid.editing import GridEditor
from knobel.grid.kind import judge

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SEEDS = range(12)
FILLINGS = 12  # of each constraint


def test_a_constraint_is_broken_when_nothing_can_mend_it(browser: Browser) -> None:
    random = np.random.default_rng(3)
    cases: list[Any] = []
    expected: list[bool] = []
    for seed in SEEDS:
        for constraint, cells, values in constraints(seed):
            puzzle = toy(constraint, cells, values)
            facts = GridEditor(type(puzzle)).facts(puzzle)
            for _ in range(FILLINGS):
                filling = np.where(random.random(cells) < 0.4, -1, random.integers(0, values, cells)).tolist()
                choices = [range(values) if v < 0 else [v] for v in filling]
                expected.append(not any(means(constraint, one) for one in product(*choices)))
                cases.append([facts, [filling]])
    page = browser.new_page()
    try:
        told = page.evaluate(
            """async ([source, cases]) => {
                const { judge } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
                return cases.map(([facts, values]) => judge("", facts).broken(values).length > 0);
            }""",
            [judge(), cases],
        )
    finally:
        page.close()
    wrong = [case for case, one, other in zip(cases, told, expected, strict=True) if one != other]
    assert not wrong, wrong[:3]
    assert 100 < sum(expected) < len(expected) - 100
