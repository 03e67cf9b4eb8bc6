"""Each family of propagators against brute force: nothing with a support goes, and nothing else stays."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fd.constraints import FAMILIES, Domains, between, domains, linears, posed, supported
from knobel.engines.fd.cardinality import Cardinality
from knobel.engines.fd.domains import bits, members
from knobel.engines.fd.layers import occurrences
from knobel.engines.fd.posting import Posting
from knobel.engines.fd.store import ENTAILED, FAILED, Store
from knobel.engines.fd.sums import Sum
from knobel.model import Constraint, Linear, Model, accepts


def started(of: Domains, constraints: list[Constraint]) -> tuple[Posting, Store]:
    """A store with the constraints posted."""
    posting = Posting(Model(list(of), [f"x{i}" for i in range(len(of))]))
    store = Store(posting.domains)
    posting.post(store, constraints, ())
    return posting, store


def values_of(posting: Posting, store: Store) -> list[set[int]]:
    return [{value + posting.base for value in members(domain)} for domain in store.domains]


@pytest.mark.parametrize("family", FAMILIES)
def test_what_stays_is_what_has_a_support(family: str) -> None:
    @settings(max_examples=300, deadline=None)
    @given(posed(family))
    def law(drawn: tuple[Domains, list[Constraint]]) -> None:
        of, constraints = drawn
        posting, store = started(of, constraints)
        expected = supported(of, constraints)
        assert store.propagate() == (expected is not None)
        if expected is not None:
            assert values_of(posting, store) == expected

    law()


@pytest.mark.parametrize("family", FAMILIES)
def test_it_stays_true_down_a_branch_and_is_forgotten_on_the_way_back(family: str) -> None:
    @settings(max_examples=200, deadline=None)
    @given(posed(family), st.data())
    def law(drawn: tuple[Domains, list[Constraint]], data: st.DataObject) -> None:
        of, constraints = drawn
        posting, store = started(of, constraints)
        fits = store.propagate()
        for _ in range(3 if of and fits else 0):
            mark, before = store.mark(), list(store.domains)
            x = data.draw(st.sampled_from(range(len(of))))
            part = data.draw(st.sets(st.sampled_from(list(members(store.domains[x]))), min_size=1))
            narrowed = values_of(posting, store)
            narrowed[x] = {value + posting.base for value in part}
            expected = supported([tuple(values) for values in narrowed], constraints)
            went_on = store.narrow(x, bits(part)) and store.propagate()
            assert went_on == (expected is not None)
            if went_on and data.draw(st.booleans()):
                assert values_of(posting, store) == expected
            else:
                store.undo(mark)
                assert store.domains == before

    law()


@pytest.mark.parametrize("family", FAMILIES)
def test_entailed_means_entailed(family: str) -> None:
    @settings(max_examples=200, deadline=None)
    @given(posed(family))
    def law(drawn: tuple[Domains, list[Constraint]]) -> None:
        of, constraints = drawn
        posting, store = started(of, constraints)
        if store.propagate() and store.statistics.entailments == store.statistics.constraints:
            for row in product(*values_of(posting, store)):
                assert all(accepts(one, row) for one in constraints)

    law()


@given(domains.flatmap(lambda of: st.tuples(st.just(of), linears(of))))
def test_bounds_of_sums(drawn: tuple[Domains, Linear]) -> None:
    """Bounds alone: no value with a support goes, and with one value each the verdict is exact."""
    of, linear = drawn
    posting, store = started(of, [])
    found = Sum(linear.weights, linear.variables, linear.low, linear.high, posting.base * sum(linear.weights))
    store.post(found)
    went_on, expected = store.propagate(), supported(of, [linear])
    if expected is not None:
        assert went_on
        left = values_of(posting, store)
        assert all(some <= every for some, every in zip(expected, left, strict=True))
    elif all(len(values) == 1 for values in of):
        assert not went_on
    if went_on and store.statistics.entailments:
        assert all(accepts(linear, row) for row in product(*values_of(posting, store)))


@settings(max_examples=400)
@given(
    st.lists(st.integers(1, 63), max_size=7),
    st.dictionaries(st.integers(0, 4), between(0, 3), min_size=1),
)
def test_both_ways_to_count_all_values_agree(sets: list[int], bounds: dict[int, tuple[int, int]]) -> None:
    by_moves, by_digits = Cardinality(len(sets), bounds), occurrences(len(sets), bounds, 63)
    for _ in range(2):  # the second time, the moves begin with what the first time found
        said, left = by_moves.filter(sets)
        assert (said, tuple(left)) == by_digits.filter(sets)
    rows = [
        row
        for row in product(*(list(members(one)) for one in sets))
        if all(low <= row.count(value) <= high for value, (low, high) in bounds.items())
    ]
    assert (said == FAILED) == (not rows)
    if rows:
        assert list(left) == [bits(set(column)) for column in zip(*rows, strict=True)]


def test_a_large_cardinality_is_filtered_by_moves() -> None:
    """Twenty values, each once, among twenty variables: three that share two values are too many."""
    relation = Cardinality(20, dict.fromkeys(range(20), (1, 1)))
    every = (1 << 20) - 1
    said, left = relation.filter([0b11, 0b11, *[every] * 18])
    assert said and list(left) == [0b11, 0b11, *[every & ~0b11] * 18]
    assert relation.filter([0b11, 0b11, 0b11, *[every] * 17])[0] == FAILED
    assert relation.filter([1 << value for value in range(20)])[0] == ENTAILED
