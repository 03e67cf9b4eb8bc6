"""The store: every variable's domain, the trail that can restore them, and the queue of propagators to run.

All that changes during a search changes here. ``narrow`` is the one way to make a domain smaller; it wakes who watches
the variable. ``propagate`` runs who was woken until nobody has anything more to say.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .propagator import Propagator

PULSE = 32  # propagators run between two looks at the clock

FAILED, KEPT, ENTAILED = 0, 1, 2
"""What a propagator says after it ran: a contradiction; wake me again; whatever comes, I will hold."""


class Mark(NamedTuple):
    """A state to come back to: how long the trail and the list of the entailed were."""

    trail: int
    entailed: int


@dataclass
class Statistics:
    """What SICStus Prolog counts under the same names (``fd_statistics``)."""

    resumptions: int = 0  # propagators run
    entailments: int = 0  # propagators that said they will hold whatever comes
    prunings: int = 0  # domains made smaller
    backtracks: int = 0  # contradictions found
    constraints: int = 0  # propagators posted


class Store:
    """Domains under propagation. Nothing here knows what a constraint means."""

    def __init__(self, domains: list[int], pulse: Callable[[], None] = lambda: None) -> None:
        self.domains = domains
        self.statistics = Statistics()
        self.watching: list[list[Propagator]] = [[] for _ in domains]  # who is woken when a domain changes
        self.posted: list[Propagator] = []
        self.degrees = [0] * len(domains)  # constraints on each variable that are not entailed
        self._trail: list[tuple[int, int]] = []  # variable, and the domain that it had
        self._entailed: list[Propagator] = []
        self._cheap: deque[Propagator] = deque()
        self._costly: deque[Propagator] = deque()  # run when no cheap one is left
        self._pulse = pulse  # raises when time is up

    def post(self, propagator: Propagator) -> None:
        """Add a constraint; it is run at the next ``propagate``."""
        self._pulse()
        self.statistics.constraints += 1
        self.posted.append(propagator)
        for x in propagator.watched():
            self.watching[x].append(propagator)
        for x in propagator.variables:
            self.degrees[x] += 1
        self.wake(propagator)

    def wake(self, propagator: Propagator) -> None:
        """Put a propagator into the queue, if it is not there and not entailed."""
        if not propagator.resting:
            propagator.resting = True
            (self._cheap if propagator.cheap else self._costly).append(propagator)

    def narrow(self, x: int, domain: int) -> bool:
        """Keep only these values of a variable; False if none is left."""
        old = self.domains[x]
        new = old & domain
        if new == old:
            return True
        if not new:
            return False
        self._trail.append((x, old))
        self.domains[x] = new
        self.statistics.prunings += 1
        for propagator in self.watching[x]:
            if not propagator.resting:
                propagator.resting = True
                (self._cheap if propagator.cheap else self._costly).append(propagator)
        return True

    def propagate(self) -> bool:
        """Run propagators until the queue is empty; False for a contradiction, which empties it too."""
        cheap, costly, statistics = self._cheap, self._costly, self.statistics
        while cheap or costly:
            if not statistics.resumptions % PULSE:
                self._pulse()
            propagator = cheap.popleft() if cheap else costly.popleft()
            statistics.resumptions += 1
            # What an idempotent propagator does itself need not wake it again.
            propagator.resting = propagator.idempotent
            said = propagator.run(self)
            if said == FAILED:
                propagator.resting = False
                statistics.backtracks += 1
                self.clear_queue()
                return False
            if said == KEPT:
                if propagator.idempotent:
                    propagator.resting = False
            else:
                statistics.entailments += 1
                self._entailed.append(propagator)
                propagator.resting = True
                for x in propagator.variables:
                    self.degrees[x] -= 1
        return True

    def clear_queue(self) -> None:
        """Empty the queue."""
        for queue in (self._cheap, self._costly):
            for propagator in queue:
                propagator.resting = False
            queue.clear()

    def mark(self) -> Mark:
        return Mark(len(self._trail), len(self._entailed))

    def undo(self, mark: Mark) -> None:
        """Go back to a state; the queue has to be empty."""
        trail, domains = self._trail, self.domains
        for x, old in reversed(trail[mark.trail :]):
            domains[x] = old
        del trail[mark.trail :]
        for propagator in self._entailed[mark.entailed :]:
            propagator.resting = False
            for x in propagator.variables:
                self.degrees[x] += 1
        del self._entailed[mark.entailed :]
