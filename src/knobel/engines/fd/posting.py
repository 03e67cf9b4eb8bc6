"""From a model to propagators: each constraint is posted in the form that filters best for its price.

All values are shifted by the least value of the model, so that they can be bits.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from itertools import groupby

from ...errors import Unable
from ...model import Automaton, Clause, Constraint, Count, CountingAutomaton, Linear, Model, Table
from .. import Fact
from .cardinality import Cardinality
from .domains import bits, highest, lowest
from .layers import automaton, occurrences, places_of, total
from .propagator import Propagator, Related, Relation
from .store import Store
from .sums import Counting, Sum, estimates
from .tables import Rows, Watched

WIDEST = 1_000_000  # difference between the least and the greatest value of a model
SPAN = 512  # sums up to here are filtered exactly, larger ones by their bounds
TERMS = 16
WIDTH = 4096  # up to so many combinations of counts, cardinalities are layers, too


class Posting:
    """Posts the constraints of a model into a store; ``base`` is the value of bit 0."""

    def __init__(self, model: Model) -> None:
        least = min((min(values) for values in model.domains if values), default=0)
        most = max((max(values) for values in model.domains if values), default=0)
        if most - least > WIDEST:
            raise Unable(f"the engine fd keeps values as bits; from {least} to {most} are too many for it; try cpsat")
        self.base = least
        known: dict[tuple[int, ...], int] = {}
        for values in model.domains:
            if values not in known:
                known[values] = bits(value - least for value in values)
        self.domains = [known[values] for values in model.domains]
        self._relations: dict[Hashable, Relation] = {}

    def post(self, store: Store, constraints: Sequence[Constraint], assume: Sequence[Fact]) -> None:
        """Post everything. Neighbouring counts over the same variables become one global cardinality."""
        for _, group in groupby(constraints, lambda c: c.variables if isinstance(c, Count) else id(c)):
            run = list(group)
            counts = [one for one in run if isinstance(one, Count)]
            if len(counts) > 1 and len(set(counts[0].variables)) == len(counts[0].variables):
                store.post(self._cardinality(counts))
            else:
                for constraint in run:
                    store.post(self.propagator(constraint))
        for fact in assume:
            store.post(self._clause([fact]))
        for posted in list(store.posted):
            if isinstance(posted, Counting):
                for estimate in estimates(posted, store.posted):
                    store.post(estimate)

    def propagator(self, constraint: Constraint) -> Propagator:
        """The propagator of one constraint."""
        match constraint:
            case Linear():
                return self._exact(constraint) or self.sum(constraint)
            case Count(variables, value, low, high):
                if low > high:
                    return self._clause([])
                return Counting(variables, self._bit(value), low, high)
            case Table(variables, rows):
                # The model keeps the rows alive, so their identity is a name for them.
                make = partial(self._table, len(variables), rows)
                return Related(variables, self._shared((id(rows), len(variables)), make))
            case Automaton(variables, steps, start, finals):
                return self._automaton(CountingAutomaton(variables, steps, ({},) * len(steps), start, finals, 0, 0))
            case CountingAutomaton():
                return self._automaton(constraint)
            case Clause(facts):
                return self._clause(facts)

    def _shared(self, key: Hashable, make: Callable[[], Relation]) -> Relation:
        """One relation for all constraints of the same shape, so that they share what they found."""
        if key not in self._relations:
            self._relations[key] = make()
        return self._relations[key]

    def _table(self, columns: int, rows: Sequence[Sequence[int]]) -> Rows:
        shifted = [[value - self.base for value in row] for row in rows]
        return Rows(columns, [row for row in shifted if min(row, default=0) >= 0])

    def _bit(self, value: int) -> int:
        """The set of this value; empty, if no variable can have it."""
        return 1 << value - self.base if value >= self.base else 0

    def sum(self, constraint: Linear) -> Counting | Sum:
        """A sum by its bounds; one of zeros and ones is a count."""
        weights = dict.fromkeys(constraint.variables, 0)
        for w, x in zip(constraint.weights, constraint.variables, strict=True):
            weights[x] += w
        zero_one = self._bit(0) | self._bit(1)
        low, high = constraint.low, constraint.high
        if all(w == 1 and not self.domains[x] & ~zero_one for x, w in weights.items()):
            low, high = 0 if low is None else low, len(weights) if high is None else high
            if low <= high:
                return Counting(tuple(weights), self._bit(1), low, high)
        return Sum(tuple(weights.values()), tuple(weights), low, high, self.base * sum(weights.values()))

    def _exact(self, constraint: Linear) -> Related | None:
        """A small sum as layers, if bounds would not be as good."""
        found = self.sum(constraint)
        if isinstance(found, Counting) or len(found.variables) > TERMS:
            return None
        domains = [self.domains[x] for x in found.variables]
        spans = [abs(w) * (highest(d) - lowest(d)) for w, d in zip(found.weights, domains, strict=True) if d]
        if sum(spans) > SPAN or not all(domains):
            return None
        low, high = found.low, found.high
        far = sum(abs(w) * highest(d) for w, d in zip(found.weights, domains, strict=True))
        bottom = -far if low is None else low - found.offset
        top = far if high is None else high - found.offset
        return Related(found.variables, total(found.weights, domains, bottom, top))

    def _cardinality(self, counts: Sequence[Count]) -> Propagator:
        """How often values occur among the same variables; a value that no variable can have occurs never."""
        bounds: dict[int, tuple[int, int]] = {}
        for count in counts:
            low, high = bounds.get(count.value, (0, len(count.variables)))
            bounds[count.value] = max(low, count.low), min(high, count.high)
        shifted = {value - self.base: pair for value, pair in bounds.items() if value >= self.base}
        never = [low for value, (low, _) in bounds.items() if value < self.base]
        if any(low > high for low, high in bounds.values()) or any(low > 0 for low in never):
            return self._clause([])
        variables = counts[0].variables
        length, values = len(variables), 0
        for x in variables:
            values |= self.domains[x]
        small = places_of(length, shifted)[0] <= WIDTH
        make = partial(occurrences, length, shifted, values) if small else partial(Cardinality, length, shifted)
        return Related(variables, self._shared((length, values, *shifted.items()), make))

    def _automaton(self, c: CountingAutomaton) -> Propagator:
        if c.high < 0:
            return self._clause([])
        table = tuple(tuple(leave.items()) for leave in (*c.steps, *c.adds))
        shape = len(c.variables), table, c.finals, c.start, c.low, c.high
        return Related(c.variables, self._shared(shape, partial(automaton, c, self.base)))

    def _clause(self, facts: Sequence[Fact]) -> Watched:
        """Facts about the same variable are one: it has a value of a set."""
        sets: dict[int, int] = {}
        for x, value, holds in facts:
            bit = self._bit(value)
            sets[x] = sets.get(x, 0) | (bit if holds else ~bit)
        return Watched(tuple(sets), tuple(sets.values()))
