"""An assumption and its consequences, one group after the other, until one of them fails: a proof that can be told.

Assumptions are followed side by side, all of them one round further at a time, so that the first to fail is one with
few rounds. What did not matter for the failure is left out of the story.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..formula import Group
from ..limits import tick
from ..puzzle import Atom
from .all_groups import Fact, Marks
from .some_groups import Ids

if TYPE_CHECKING:
    from .steps import Reasoner

MOST_ROUNDS = 12


@dataclass(frozen=True)
class Link:
    """What one group adds to the story: facts, or at its end none, for there is nothing left that it allows."""

    group: Group | None  # None: this is the assumption
    cells: tuple[Atom, ...]


@dataclass(frozen=True)
class Told:
    """A story: the value that was assumed, the groups that refute it, how they do, and what they rest on."""

    target: Fact
    groups: tuple[int, ...]
    links: tuple[Link, ...]
    known: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class Said:
    """Groups that said something together (none: it was assumed), from what was possible before.

    ``told`` is how they came to it, where that took a story of its own.
    """

    numbers: tuple[int, ...]
    before: Marks
    told: Told | None = None


@dataclass(frozen=True)
class Mattered:
    """What was said, as far as it mattered: ``after`` is what that left (None: nothing), ``needs`` what it rests on."""

    said: Said
    after: Marks | None
    needs: Marks


@dataclass
class Trail:
    """What is possible so far, who said so, and which groups have not yet spoken about it."""

    possible: Marks
    came: dict[Fact, int] = field(default_factory=dict)  # by a value that an entry lost: who in ``said`` took it
    said: list[Said] = field(default_factory=list)
    dirty: list[int] = field(default_factory=list)

    def go(self, reasoner: Reasoner, allowed: Collection[int] | None) -> int | None:
        """One round further; the group that failed, if one did."""
        now, self.dirty = self.dirty, []
        for number in now:
            part = reasoner.index.solver([number])
            left = part.left(self.possible[part.entries])
            if left is None:
                return number
            self.learn(reasoner, Said((number,), self.possible), part.entries, left, allowed)
        return None

    def learn(self, reasoner: Reasoner, said: Said, entries: Ids, left: Marks, allowed: Collection[int] | None) -> bool:
        """Take over what is left of some entries, and that these groups said so; False if that is nothing new."""
        lost = np.argwhere(self.possible[entries] & ~left)
        if not len(lost):
            return False
        self.possible = self.possible.copy()
        self.possible[entries] = left
        for row, value in lost.tolist():
            self.came[int(entries[row]), value] = len(self.said)
        self.said.append(said)
        for number in np.flatnonzero(reasoner.index.cells[:, entries[lost[:, 0]]].any(axis=1)).tolist():
            heard = number in self.dirty or (number,) == said.numbers  # alone, it has said all it can
            if not heard and (allowed is None or number in allowed):
                self.dirty.append(number)
        return True

    def mattered(self, reasoner: Reasoner, failed: tuple[int, ...]) -> list[Mattered]:
        """From the last to the first: the failure of these groups, and what was said that it rests on."""
        wanted: dict[int, Marks] = {}  # by the entry in ``said``: what it has to leave
        found = [Mattered(Said(failed, self.possible), None, self._needs(reasoner, Said(failed, self.possible), None))]
        for index in range(len(self.said), -1, -1):
            if index < len(self.said):
                if index not in wanted:
                    continue
                said, after = self.said[index], wanted[index]
                found.append(Mattered(said, after, self._needs(reasoner, said, after)))
            for entry, value in np.argwhere(reasoner.domain & ~found[-1].needs).tolist():
                came = self.came.get((entry, value))
                if came is not None:
                    wanted.setdefault(came, self.said[came].before.copy())[entry, value] = False
        return found

    def _needs(self, reasoner: Reasoner, said: Said, after: Marks | None) -> Marks:
        """What has to be known to conclude what is left (None: that nothing is)."""
        needs = reasoner.domain.copy()
        if said.told is not None:
            for fact in said.told.known:
                needs[fact] = False
        elif said.numbers:
            part = reasoner.index.solver(said.numbers)
            here, left = said.before[part.entries], None if after is None else after[part.entries]
            needs[part.entries] = part.needed(here, needs[part.entries], left)
        return needs


def refuted(
    reasoner: Reasoner, possible: Marks, targets: Sequence[Fact], allowed: Collection[int] | None = None
) -> Told | None:
    """The story of the first assumption to fail, by single groups one after the other."""
    trails = [(target, _begun(reasoner, possible, target, allowed)) for target in targets]
    for _ in range(MOST_ROUNDS):
        best: Told | None = None
        for target, trail in trails:
            tick()
            failed = trail.go(reasoner, allowed)
            if failed is not None:
                told = _told(reasoner, trail, target, failed)
                if best is None or len(told.groups) < len(best.groups):
                    best = told
        trails = [(target, trail) for target, trail in trails if trail.dirty]
        if best is not None or not trails:
            return best
    return None


def _begun(reasoner: Reasoner, possible: Marks, target: Fact, allowed: Collection[int] | None) -> Trail:
    entry, value = target
    trail = Trail(possible)
    only = possible[[entry]] & (np.arange(possible.shape[1]) == value)
    trail.learn(reasoner, Said((), possible), np.array([entry]), only, allowed)
    return trail


def most_constrained(reasoner: Reasoner, possible: Marks, targets: Sequence[Fact]) -> list[Fact]:
    """First those whose groups have the fewest open entries: there, consequences are likely."""
    size = np.zeros(len(reasoner.groups), dtype=np.int64)
    for entry in np.flatnonzero(possible.sum(axis=1) > 1).tolist():
        size[reasoner.index.touching([entry])] += 1
    cost = {entry: int(size[reasoner.index.touching([entry])].min(initial=len(possible))) for entry, _ in targets}
    return sorted(targets, key=lambda target: cost[target[0]])


def _told(reasoner: Reasoner, trail: Trail, target: Fact, failed: int) -> Told:
    entry, value = target
    links, groups, known = list[Link](), set[int](), set[Fact]()
    for one in trail.mattered(reasoner, (failed,)):
        needs: list[list[int]] = np.argwhere(reasoner.domain & ~one.needs).tolist()
        known |= {(e, v) for e, v in needs if (e, v) not in trail.came}
        for number in one.said.numbers:
            cells = () if one.after is None else reasoner.facts(one.said.before, one.after)
            links.append(Link(reasoner.groups[number], cells))
            groups.add(number)
    links.append(Link(None, (Atom(reasoner.at(entry), value),)))
    return Told(target, tuple(sorted(groups)), tuple(reversed(links)), tuple(sorted(known)))
