"""The search: choose, propagate, and take the next branch after a contradiction.

The tree is walked with a stack of its own, so no board is too deep for it. With a goal, the search goes on after a
solution, and the last one found is the best. A labeling can be found by short races: all candidates get the same few
backtracks, then more, until one is done. Backtracks are counted, not seconds, so a race ends the same way every time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random

from .domains import highest, is_open
from .labeling import Labeling
from .store import Mark, Store
from .sums import Goal

CANDIDATES = tuple(
    Labeling(order, choice, direction)
    for order, choice, direction in product(("ff", "ffc", "leftmost"), ("step", "bisect", "median"), ("up", "down"))
)
FIRST = 32  # backtracks for each candidate in the first round
GROWTH = 3


class Stopped(Exception):
    """Time is up."""


class OutOfBacktracks(Stopped):
    """The backtracks are used up."""


@dataclass
class Found:
    """What a search brought: a solution (the best so far), and the fullest board before it gave up."""

    solution: list[int] | None = None
    partial: list[int | None] | None = None
    missing: int | None = None  # entries of the answer that the partial board lacks

    def keep_if_fuller(self, missing: int, domains: Sequence[int]) -> None:
        """Keep a board if it is fuller than those before."""
        if self.missing is None or missing < self.missing:
            self.missing = missing
            self.partial = [None if is_open(domain) else highest(domain) for domain in domains]


@dataclass
class _Frame:
    mark: Mark
    x: int
    branches: list[int]  # those still to be tried, the next one last
    waiting: list[int]


@dataclass
class Problem:
    """A store at its root, the variables in the order of labeling, and what is asked for."""

    store: Store
    answer: list[int]
    others: list[int]
    goal: Goal | None = None
    found: Found = field(default_factory=Found)

    def search(self, labeling: Labeling, seed: int, backtracks: int | None) -> bool:
        """Search the tree, with at most so many backtracks: whether a solution was found.

        Raises :class:`Stopped`; the store is at its root again in any case.
        """
        frames: list[_Frame] = []
        root = self.store.mark()
        try:
            fits = self.store.propagate()
            root = self.store.mark()  # what follows without any choice stays
            return self._walk(frames, fits, labeling, Random(seed), backtracks)
        except Stopped:
            self.store.clear_queue()
            if frames:
                self.store.undo(frames[-1].mark)
            self.found.keep_if_fuller(sum(is_open(self.store.domains[x]) for x in self.answer), self.store.domains)
            raise
        finally:
            self.store.clear_queue()
            self.store.undo(root)

    def _walk(
        self, frames: list[_Frame], fits: bool, labeling: Labeling, random: Random, backtracks: int | None
    ) -> bool:
        store, domains, goal = self.store, self.store.domains, self.goal
        begun = store.statistics.backtracks
        waiting = self.answer
        while True:
            if fits:
                waiting = [x for x in waiting if domains[x] & (domains[x] - 1)]
                choice = waiting or [x for x in self.others if domains[x] & (domains[x] - 1)]
                if choice:
                    x = labeling.variable(choice, store)
                    branches = list(labeling.branches(domains[x], random))
                    branches.reverse()
                    frames.append(_Frame(store.mark(), x, branches, waiting))
                else:
                    self.found.solution = [highest(domain) for domain in domains]
                    if goal is None:
                        return True
                    goal.demand_more(store)
            if not frames:
                return self.found.solution is not None
            if not fits and backtracks is not None and store.statistics.backtracks - begun >= backtracks:
                raise OutOfBacktracks
            frame = frames[-1]
            store.undo(frame.mark)
            if not fits:
                self.found.keep_if_fuller(len(frame.waiting), domains)
            domain = frame.branches.pop()
            if not frame.branches:
                frames.pop()
            if goal is not None:
                store.wake(goal)
            waiting = frame.waiting
            fits = store.narrow(frame.x, domain) and store.propagate()


def race(problem: Problem, seed: int, backtracks: int | None) -> tuple[bool, Labeling]:
    """Whether a solution was found, and by which labeling; raises as a search does."""
    statistics, allowed = problem.store.statistics, FIRST
    while True:
        for labeling in CANDIDATES:
            left = allowed if backtracks is None else min(allowed, backtracks - statistics.backtracks)
            try:
                return problem.search(labeling, seed, left), labeling
            except OutOfBacktracks:
                if backtracks is not None and statistics.backtracks >= backtracks:
                    raise
        allowed *= GROWTH
