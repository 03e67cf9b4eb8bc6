"""Random constraints over a few variables, and what brute force says about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import TypeAlias

from hypothesis import strategies as st

from knobel.model import Automaton, Clause, Constraint, Count, CountingAutomaton, Linear, Table, accepts

Domains = list[tuple[int, ...]]
VALUES = range(-1, 4)

domains = st.lists(st.sets(st.sampled_from(VALUES), min_size=1).map(lambda found: tuple(sorted(found))), max_size=4)
some_values = st.sampled_from(VALUES)


@st.composite
def variables(draw: st.DrawFn, of: Domains) -> tuple[int, ...]:
    """Different variables, in any order."""
    return tuple(draw(st.lists(st.sampled_from(range(len(of))), unique=True))) if of else ()


@st.composite
def between(draw: st.DrawFn, least: int, most: int) -> tuple[int, int]:
    low, high = sorted(draw(st.tuples(st.integers(least, most), st.integers(least, most))))
    return low, high


@st.composite
def linears(draw: st.DrawFn, of: Domains) -> Linear:
    used = draw(variables(of))
    low, high = draw(between(-6, 8))
    weights = tuple(draw(st.integers(-3, 3)) for _ in used)
    return Linear(weights, used, draw(st.sampled_from((low, None))), draw(st.sampled_from((high, None))))


@st.composite
def counts(draw: st.DrawFn, of: Domains) -> Count:
    return Count(draw(variables(of)), draw(some_values), *draw(between(-1, 4)))


@st.composite
def tables(draw: st.DrawFn, of: Domains) -> Table:
    used = draw(variables(of))
    rows = draw(st.lists(st.tuples(*(some_values for _ in used)), max_size=12))
    return Table(used, tuple(rows))


@st.composite
def automata(draw: st.DrawFn, of: Domains) -> Automaton:
    count = draw(st.integers(1, 4))
    states = st.sampled_from(range(count))
    steps = [{v: draw(states) for v in VALUES if draw(st.integers(0, 3))} for _ in range(count)]
    return Automaton(draw(variables(of)), tuple(steps), draw(states), draw(st.frozensets(states, min_size=1)))


@st.composite
def counting(draw: st.DrawFn, of: Domains) -> CountingAutomaton:
    plain = draw(automata(of))
    adds = [draw(st.dictionaries(some_values, st.integers(0, 3))) for _ in plain.steps]
    low, high = draw(between(-1, 9))
    return CountingAutomaton(plain.variables, plain.steps, tuple(adds), plain.start, plain.finals, low, high)


@st.composite
def clauses(draw: st.DrawFn, of: Domains) -> Clause:
    if not of:
        return Clause(())
    facts = st.tuples(st.sampled_from(range(len(of))), some_values, st.booleans())
    return Clause(tuple(draw(st.lists(facts, max_size=5))))


@st.composite
def cardinalities(draw: st.DrawFn, of: Domains) -> list[Count]:
    """Several counts over the same variables."""
    used = draw(variables(of))
    counted = draw(st.lists(some_values, unique=True, min_size=2))
    return [Count(used, value, *draw(between(0, 4))) for value in counted]


Made: TypeAlias = Constraint | list[Count]
FAMILIES: dict[str, Callable[[Domains], st.SearchStrategy[Made]]] = {
    "linear": linears,
    "count": counts,
    "table": tables,
    "automaton": automata,
    "counting": counting,
    "clause": clauses,
    "cardinality": cardinalities,
}


@st.composite
def posed(draw: st.DrawFn, family: str) -> tuple[Domains, list[Constraint]]:
    """Domains, and a constraint of a family over them (of cardinality, its parts)."""
    of = draw(domains)
    found = draw(FAMILIES[family](of))
    return of, [*found] if isinstance(found, list) else [found]


def supported(of: Sequence[tuple[int, ...]], constraints: Sequence[Constraint]) -> list[set[int]] | None:
    """The values that each variable has in some solution, or None if there is no solution."""
    rows = [row for row in product(*of) if all(accepts(one, row) for one in constraints)]
    return [set(column) for column in zip(*rows, strict=True)] if rows else None
