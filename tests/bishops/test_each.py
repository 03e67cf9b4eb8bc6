"""At most one of each family: every method against trying all arrays."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from knobel import emit, registry
from knobel.formula import Formula
from knobel.say import Say


@pytest.mark.parametrize("sizes", [[1], [3, 2], [5], [1, 6, 4], [9], [11]])
@pytest.mark.parametrize("method", ["pairs", "ladder", "product"])
def test_at_most_one_of_each_family(method: str, sizes: list[int]) -> None:
    f = Formula()
    x = f.new("x", sum(sizes))
    owners = np.repeat(np.arange(len(sizes)), sizes)
    mixed = np.random.default_rng(1).permutation(len(owners))
    ids = np.array([f.declare("rule", Say("family {i}", i=i)).id for i in range(len(sizes))], dtype=np.int32)
    emit.at_most_one_each(f, x[mixed], owners[mixed], ids, method)
    assert len({f.name(v) for v in range(1, f.variables + 1)}) == f.variables
    assert set(f.clause_groups().tolist()) <= set(ids.tolist())
    session = registry.engine("cadical").open(f.variables)  # type: ignore[union-attr]
    session.add(f.flat())
    for bits in product([False, True], repeat=len(x)):
        facts = [int(v) if bit else -int(v) for v, bit in zip(x, bits, strict=True)]
        counts = np.bincount(owners[np.array(bits)], minlength=1)
        assert session.solve(facts).sat == bool((counts <= 1).all())
    session.close()


@pytest.mark.parametrize("method", ["pairs", "ladder", "product"])
def test_unit_propagation_finds_all_that_one_literal_implies(method: str) -> None:
    f = Formula()
    x = f.new("x", 30)
    emit.at_most_one_each(f, x, np.zeros(30, dtype=np.int64), np.zeros(1, dtype=np.int32), method)
    session = registry.engine("cadical").open(f.variables)  # type: ignore[union-attr]
    session.add(f.flat())
    for chosen in x.tolist():
        found = session.propagate([chosen])
        assert found is not None and set((-x[x != chosen]).tolist()) <= set(found.tolist())
    session.close()


def test_product_takes_about_two_clauses_a_literal() -> None:
    f = Formula()
    emit.at_most_one_each(f, f.new("x", 10_000), np.zeros(10_000, dtype=np.int64), np.zeros(1, dtype=np.int32))
    assert f.size[1] < 2.1 * 10_000 and f.size[0] < 1.1 * 10_000
