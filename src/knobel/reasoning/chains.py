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
from .parts import Marks

if TYPE_CHECKING:
    from .steps import Reasoner

MOST_TARGETS = 40  # assumptions followed
MOST_ROUNDS = 12

Fact = tuple[int, int]
"""A value that an entry has lost."""


@dataclass(frozen=True)
class Link:
    """What one group adds to the story: facts, or at its end none, for there is nothing left that it allows."""

    group: Group | None  # None: this is the assumption
    cells: tuple[Atom, ...]


@dataclass(frozen=True)
class Told:
    """The groups of a story, and the story."""

    groups: tuple[int, ...]
    links: tuple[Link, ...]


@dataclass
class Trail:
    """One assumption, what follows from it so far, and by which group each fact came in."""

    target: Fact | None
    possible: Marks
    came: dict[Fact, int] = field(default_factory=dict)  # the entry in ``by`` that brought a fact
    by: list[tuple[int, Marks]] = field(default_factory=list)  # a group, and what was possible before it spoke
    dirty: list[int] = field(default_factory=list)

    def go(self, reasoner: Reasoner, allowed: Collection[int] | None) -> int | None:
        """One round further; the group that failed, if one did."""
        now, self.dirty = self.dirty, []
        for number in now:
            part = reasoner.parts.part([number])
            here = self.possible[part.entries]
            left = part.left(here)
            if left is None:
                return number
            lost = np.argwhere(here & ~left)
            if len(lost):
                self.by.append((number, self.possible.copy()))
                for row, value in lost.tolist():
                    self.came[int(part.entries[row]), value] = len(self.by) - 1
                self.possible[part.entries] = left
                self._touch(reasoner, part.entries[lost[:, 0]], allowed, number)
        return None

    def _touch(self, reasoner: Reasoner, entries: object, allowed: Collection[int] | None, but: int | None) -> None:
        touched = np.flatnonzero(reasoner.parts.cells[:, entries].any(axis=1)).tolist()  # type: ignore[index]
        for number in touched:
            if number != but and number not in self.dirty and (allowed is None or number in allowed):
                self.dirty.append(number)


def chain(reasoner: Reasoner, targets: Sequence[Fact], allowed: Collection[int] | None = None) -> Told | None:
    """The story of the first assumption to fail, told with groups of which none can be spared."""
    trails = [_begun(reasoner, target, allowed) for target in _most_constrained(reasoner, targets)]
    for _ in range(MOST_ROUNDS):
        best: Told | None = None
        for trail in trails:
            tick()
            failed = trail.go(reasoner, allowed)
            if failed is not None:
                told = _told(reasoner, trail, failed)
                if trail.target and (best is None or len(told.groups) < len(best.groups)):
                    best, target = told, trail.target
        if best is not None:
            fewer = reasoner.whole.shrunk(reasoner.possible, best.groups, [target])
            if len(fewer) == len(best.groups):
                return best
            return chain(reasoner, [target], fewer) or Told(tuple(fewer), ())
        trails = [trail for trail in trails if trail.dirty]
        if not trails:
            return None
    return None


def story(reasoner: Reasoner, groups: Sequence[int]) -> tuple[Link, ...]:
    """How some groups fail together, with no assumption; nothing where they do not fail one after the other."""
    trail = Trail(None, reasoner.possible.copy(), dirty=list(groups))
    trail.by.append((-1, reasoner.possible))
    while trail.dirty:
        failed = trail.go(reasoner, groups)
        if failed is not None:
            return _told(reasoner, trail, failed).links
    return ()


def _begun(reasoner: Reasoner, target: Fact, allowed: Collection[int] | None) -> Trail:
    entry, value = target
    trail = Trail(target, reasoner.possible.copy())
    trail.by.append((-1, reasoner.possible))
    for other in np.flatnonzero(reasoner.possible[entry]).tolist():
        if other != value:
            trail.came[entry, other] = 0
            trail.possible[entry, other] = False
    trail._touch(reasoner, [entry], allowed, None)
    return trail


def _most_constrained(reasoner: Reasoner, targets: Sequence[Fact]) -> list[Fact]:
    """Those whose groups have the fewest open entries: there, consequences are likely."""
    open_ = (reasoner.possible.sum(axis=1) > 1).astype(np.int64)
    size = reasoner.parts.cells @ open_
    size = np.where(size > 0, size, len(open_))
    cost = [int(size[reasoner.parts.cells[:, entry]].min(initial=len(open_))) for entry, _ in targets]
    order = sorted(range(len(targets)), key=lambda i: (cost[i], i))
    return [targets[i] for i in order[:MOST_TARGETS]]


def _told(reasoner: Reasoner, trail: Trail, failed: int) -> Told:
    """Backwards from the failure: which facts mattered, and who brought them."""
    wanted: dict[int, set[Fact]] = {}  # by the entry in ``by`` that brought them

    def need(number: int, before: Marks, left: Marks | None) -> None:
        part = reasoner.parts.part([number])
        here = before[part.entries]
        kept = part.needed(here, reasoner.domain[part.entries], None if left is None else left[part.entries])
        for row, value in np.argwhere(reasoner.domain[part.entries] & ~kept).tolist():
            fact = int(part.entries[row]), value
            if fact in trail.came and not before[fact]:
                wanted.setdefault(trail.came[fact], set()).add(fact)

    need(failed, trail.possible, None)
    links = [Link(reasoner.groups[failed], ())]
    groups = {failed}
    for index in range(len(trail.by) - 1, 0, -1):
        if index in wanted:
            number, before = trail.by[index]
            after = before.copy()
            for fact in wanted[index]:
                after[fact] = False
            need(number, before, after)
            groups.add(number)
            links.append(Link(reasoner.groups[number], reasoner.facts(before, after)))
    if trail.target is not None:
        entry, value = trail.target
        links.append(Link(None, (Atom(reasoner.at(entry), value),)))
    return Told(tuple(sorted(groups)), tuple(reversed(links)))
