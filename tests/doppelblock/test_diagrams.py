"""Subset sums as decision diagrams against all subsets."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from knobel import emit, registry
from knobel.checks import check_formula
from knobel.engines import Engine, Excluding
from knobel.formula import Formula

WEIGHTS = [(1,), (1, 2, 3), (3, 2, 1), (2, 2, 5), (4, 1, 3, 3), (1, 2, 3, 4, 5)]


def solves(formula: Formula, assume: list[int]) -> bool:
    """What two engines say: one that reads clauses, and one that also gets the sets."""
    verdicts = []
    for name in ("minisat", "minicard"):
        engine = registry.engine(name)
        assert isinstance(engine, Engine)
        session = engine.open(formula.variables)
        session.add(formula.flat())
        if name == "minicard":
            assert isinstance(session, Excluding)
            session.exclude(formula.spare(), spare=True)
        verdicts.append(session.solve(assume).sat)
        session.close()
    assert verdicts[0] == verdicts[1]
    return verdicts[0] is True


@pytest.mark.parametrize("weights", WEIGHTS)
def test_the_literals_have_the_sum_and_the_root_counts_them(weights: tuple[int, ...]) -> None:
    spare = 0
    for total in range(sum(weights) + 1):
        d = emit.subset_sums(weights, [total])
        f = Formula()
        lits, roots = f.new("x", len(weights)), f.new("count", len(d.roots))
        f.answer = np.stack([-lits, lits], axis=-1)
        emit.at_most_one(f, roots)
        emit.diagrams(f, lits[None], d, roots, np.zeros(1, dtype=np.int32), "rest", ["x"])
        check_formula(f)
        spare += int(np.count_nonzero(f.spare() == 0))
        for chosen in product((False, True), repeat=len(weights)):
            assume = [int(lit if one else -lit) for lit, one in zip(lits, chosen, strict=True)]
            fits = sum(w for w, one in zip(weights, chosen, strict=True) if one) == total
            for root, count in zip(roots.tolist(), d.states[d.roots, 0].tolist(), strict=True):
                assert solves(f, [*assume, root]) == (fits and sum(chosen) == count)
            assert solves(f, assume) == fits
    assert spare or len(weights) == 1


def test_diagrams_have_no_dead_ends() -> None:
    for weights in WEIGHTS:
        d = emit.subset_sums(weights, range(-1, sum(weights) + 2))
        asks = d.layer < len(weights)
        assert ((d.high >= 0) | (d.low >= 0))[asks].all()
        assert ((d.high < 0) & (d.low < 0))[~asks].all()
        met = {*d.high[asks].tolist(), *d.low[asks].tolist()} - {-1}
        assert {i for i in range(len(d.layer)) if d.layer[i] > 0} == met


def test_diagrams_side_by_side_are_those_that_stand_alone() -> None:
    for weights in WEIGHTS:
        totals = [0, sum(weights), 2, 2, 99, 3]
        d = emit.subset_sums(weights, totals)
        for i, total in enumerate(totals):
            alone, mine = emit.subset_sums(weights, [total]), np.flatnonzero(d.owner == i)
            assert (d.layer[mine] == alone.layer).all()
            assert (d.states[mine] == alone.states).all()
            for here, there in ((d.high, alone.high), (d.low, alone.low)):
                goes = here[mine] >= 0
                assert (goes == (there >= 0)).all()
                assert (here[mine][goes] == mine[there[goes]]).all()


def test_a_sum_out_of_reach_has_no_nodes() -> None:
    for total in (-1, 7, 10**9):
        assert not len(emit.summands((1, 2, 3), total))
        assert not len(emit.subset_sums((1, 2, 3), [total]).layer)
