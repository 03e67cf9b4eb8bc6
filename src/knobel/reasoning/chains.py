"""An assumption and its consequences, one group after the other, until one of them fails: a proof that can be told.

Assumptions are followed side by side, all of them one round further at a time, so that the first to fail is one with
few rounds. What did not matter for the failure is left out of the story.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
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
MOST_WORK = 300_000  # values that the groups were asked about, in all assumptions side by side


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
    """What was said, as far as it mattered: ``after`` is what that left (None: nothing), ``needs`` what it rests on.

    ``facts`` are the values that are excluded in ``needs``.
    """

    said: Said
    after: Marks | None
    needs: Marks
    facts: list[Fact]


class Trail:
    """What is possible so far, who said so, and which groups have not yet spoken about it.

    Only the ``allowed`` groups speak (None: all).
    """

    def __init__(self, reasoner: Reasoner, possible: Marks, allowed: Collection[int] | None = None) -> None:
        self._reasoner, self.possible, self._allowed = reasoner, possible, allowed
        self._came = np.full(possible.shape, -1)  # by a value that an entry lost: who in ``_said`` took it
        self._said: list[Said] = []
        self.work = 0  # values that the groups were asked about
        self.dirty: dict[int, None] = {} if allowed is None else dict.fromkeys(allowed)

    @classmethod
    def assuming(
        cls, reasoner: Reasoner, possible: Marks, target: Fact, allowed: Collection[int] | None = None
    ) -> Trail:
        """The trail that begins with a value at an entry; only groups that reach the entry speak about that."""
        trail, (entry, value) = cls(reasoner, possible, allowed), target
        trail.dirty = {}
        trail.learn((), np.array([entry]), possible[[entry]] & (np.arange(possible.shape[1]) == value))
        return trail

    def go(self) -> int | None:
        """One round further; the group that failed, if one did."""
        now, self.dirty = self.dirty, {}
        for number in now:
            part = self._reasoner.index.solver([number])
            here = self.possible[part.entries]
            self.work += here.size * part.weight
            left = part.left(here)
            if left is None:
                return number
            self.learn((number,), part.entries, left)
        return None

    def learn(self, numbers: tuple[int, ...], entries: Ids, left: Marks, told: Told | None = None) -> bool:
        """Take over what is left of some entries, and that these groups said so; False if that is nothing new."""
        lost = self.possible[entries] & ~left
        changed = entries[lost.any(axis=1)]
        if not len(changed):
            return False
        before, self.possible = self.possible, self.possible.copy()
        self.possible[entries] = left
        self._came[entries] = np.where(lost, len(self._said), self._came[entries])
        self._said.append(Said(numbers, before, told))
        touched = self._reasoner.index.touching(changed).tolist()
        self.dirty |= dict.fromkeys(n for n in touched if self._allowed is None or n in self._allowed)
        if len(numbers) == 1 and told is None:
            self.dirty.pop(numbers[0], None)  # alone, it has said all it can
        return True

    def involved(self, failed: int) -> list[int]:
        """The group that failed and those that could have led to it, from the last to the first."""
        wanted, found = self._sources(failed), {failed: None}
        for index in range(len(self._said) - 1, -1, -1):
            if index in wanted:
                for number in self._said[index].numbers:
                    found[number] = None
                    wanted |= self._sources(number)  # those that came later have had their turn
        return list(found)

    def _sources(self, number: int) -> set[int]:
        """Who took anything from the entries of a group."""
        return set(self._came[self._reasoner.index.solver([number]).entries].ravel().tolist())

    def mattered(self, failed: tuple[int, ...]) -> list[Mattered]:
        """From the last to the first: the failure of these groups, and what was said that it rests on."""
        wanted: dict[int, Marks] = {}  # by the entry in ``_said``: what it has to leave
        found = [self._mattered(Said(failed, self.possible), None)]
        for index in range(len(self._said), -1, -1):
            if index in wanted:
                found.append(self._mattered(self._said[index], wanted[index]))
            elif index < len(self._said):
                continue
            for entry, value in found[-1].facts:
                if (came := self._came[entry, value]) >= 0:
                    wanted.setdefault(came, self._said[came].before.copy())[entry, value] = False
        return found

    def _mattered(self, said: Said, after: Marks | None) -> Mattered:
        """What was said, and what has to be known to conclude what is left (None: that nothing is)."""
        needs = self._reasoner.domain.copy()
        if said.told is not None:
            for fact in said.told.known:
                needs[fact] = False
        elif said.numbers:
            part = self._reasoner.index.solver(said.numbers)
            here, left = said.before[part.entries], None if after is None else after[part.entries]
            needs[part.entries] = part.needed(here, needs[part.entries], left)
        facts = [(entry, value) for entry, value in np.argwhere(self._reasoner.domain & ~needs).tolist()]
        return Mattered(said, after, needs, facts)

    def told(self, target: Fact, failed: int) -> Told:
        """The story of an assumption and the group that fails in the end."""
        links, groups, known = list[Link](), set[int](), set[Fact]()
        for one in self.mattered((failed,)):
            known |= {fact for fact in one.facts if self._came[fact] < 0}
            for number in one.said.numbers:
                cells = () if one.after is None else self._reasoner.facts(one.said.before, one.after)
                links.append(Link(self._reasoner.groups[number], cells))
                groups.add(number)
        links.append(Link(None, (Atom(self._reasoner.at(target[0]), target[1]),)))
        return Told(target, tuple(sorted(groups)), tuple(reversed(links)), tuple(sorted(known)))


def refuted(
    reasoner: Reasoner, possible: Marks, targets: Sequence[Fact], allowed: Collection[int] | None = None
) -> Told | None:
    """The story of the first assumption to fail, by single groups one after the other."""
    failed = first_failures(reasoner, possible, targets, allowed)
    stories = (trail.told(target, number) for trail, target, number in failed)
    return min(stories, key=lambda told: len(told.groups), default=None)


def first_failures(
    reasoner: Reasoner, possible: Marks, targets: Sequence[Fact], allowed: Collection[int] | None = None
) -> list[tuple[Trail, Fact, int]]:
    """Assumptions followed side by side, one round at a time, until some fail: their trails, and the groups that do.

    None, where that is much work: where each group is about the whole board, consequences are dear.
    """
    trails = [(Trail.assuming(reasoner, possible, target, allowed), target) for target in targets]
    work = 0
    for _ in range(MOST_ROUNDS):
        failed = list[tuple[Trail, Fact, int]]()
        for trail, target in trails:
            tick()
            work -= trail.work
            number = trail.go()
            work += trail.work
            if number is not None:
                failed.append((trail, target, number))
            if work > MOST_WORK:
                return failed
        trails = [(trail, target) for trail, target in trails if trail.dirty]
        if failed or not trails:
            return failed
    return []


def most_constrained(reasoner: Reasoner, possible: Marks, targets: Sequence[Fact]) -> list[Fact]:
    """First those whose groups have the fewest open entries: there, consequences are likely."""
    size = np.zeros(len(reasoner.groups), dtype=np.int64)
    for entry in np.flatnonzero(possible.sum(axis=1) > 1).tolist():
        size[reasoner.index.touching([entry])] += 1
    cost = {entry: int(size[reasoner.index.touching([entry])].min(initial=len(possible))) for entry, _ in targets}
    return sorted(targets, key=lambda target: cost[target[0]])
