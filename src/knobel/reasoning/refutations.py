"""How groups that contradict each other fail, told one step after the other, with nothing that does not matter.

First every group speaks alone. Where no one has anything to add, two or three of them speak together; where that adds
nothing either, a value is assumed and refuted, or more of them are needed. The last step has no cells: its groups leave
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from ..limits import tick
from ..puzzle import Atom
from . import CHAIN, CORE
from .all_groups import Fact
from .chains import Mattered, Trail, most_constrained, refuted
from .steps import SIZES, Reasoner, Step

MOST_TARGETS = 40  # assumptions followed side by side
MOST_GROUPS = 100  # of which sets are tried


def story(reasoner: Reasoner, groups: Sequence[int]) -> tuple[Step, ...]:
    """How these groups fail together; nothing where no such story was found."""
    trail = Trail(reasoner, reasoner.possible, groups)
    while True:
        failed = _alone(trail) or _together(reasoner, trail, groups)
        if failed is not None:
            return tuple(_step(reasoner, one) for one in reversed(trail.mattered(failed)))
        if not trail.dirty and not _assumed(reasoner, trail, groups) and not _proven(reasoner, trail, groups):
            return ()


def _alone(trail: Trail) -> tuple[int, ...] | None:
    """Each group by itself, until one fails or none has anything to add."""
    while trail.dirty:
        failed = trail.go()
        if failed is not None:
            return (failed,)
    return None


def _together(reasoner: Reasoner, trail: Trail, groups: Sequence[int]) -> tuple[int, ...] | None:
    """Some groups together, if any of these sets fails or adds something; but not all, for that would tell nothing."""
    for few in _sets(reasoner, trail, groups):
        tick()
        part = reasoner.index.solver(few)
        left = part.left(trail.possible[part.entries])
        if left is None:
            return few
        if trail.learn(few, part.entries, left):
            break
    return None


def _sets(reasoner: Reasoner, trail: Trail, groups: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Those that can say more: each group shares two open entries with the others.

    Along a tree, values that each group allows can always be put together.
    """
    cells = (reasoner.index.cells[list(groups)] & (trail.possible.sum(axis=1) > 1)).astype(np.int64)
    shared = cells @ cells.T
    np.fill_diagonal(shared, 0)
    for size in SIZES if len(groups) <= MOST_GROUPS else ():
        if size < len(groups):
            sets = np.array(list(combinations(range(len(groups)), size)))
            held = shared[sets[:, :, None], sets[:, None, :]].sum(axis=2) >= 2
            yield from (tuple(groups[i] for i in few) for few in sets[held.all(axis=1)].tolist())


def _targets(reasoner: Reasoner, trail: Trail, groups: Sequence[int]) -> list[Fact]:
    """Values that could be assumed, the most promising first."""
    reached = reasoner.index.cells[list(groups)].any(axis=0)
    open_ = trail.possible & (reached & (trail.possible.sum(axis=1) > 1))[:, None]
    targets = [(entry, value) for entry, value in np.argwhere(open_).tolist()]
    return most_constrained(reasoner, trail.possible, targets)


def _assumed(reasoner: Reasoner, trail: Trail, groups: Sequence[int]) -> bool:
    """A value that is refuted by single groups one after the other, if there is one."""
    targets = _targets(reasoner, trail, groups)
    batches = (targets[i : i + MOST_TARGETS] for i in range(0, len(targets), MOST_TARGETS))
    told = next(filter(None, (refuted(reasoner, trail.possible, batch, groups) for batch in batches)), None)
    if told is None:
        return False
    entry, value = told.target
    left = trail.possible[[entry]]
    left[0, value] = False
    return trail.learn(told.groups, np.array([entry]), left, told)


def _proven(reasoner: Reasoner, trail: Trail, groups: Sequence[int]) -> bool:
    """What the fewest groups prove together, of which none can be spared, if these are not all of them."""
    targets = _targets(reasoner, trail, groups)[:MOST_TARGETS]
    cores = [reasoner.all_groups.shrunk(trail.possible, groups, [target]) for target in targets]
    few = min(cores, key=len, default=[])
    if not few or len(few) == len(groups):
        return False
    part = reasoner.index.solver(few)
    left = part.left(trail.possible[part.entries])
    assert left is not None, "fewer groups than all of them leave nothing"
    return trail.learn(tuple(few), part.entries, left)


def _step(reasoner: Reasoner, one: Mattered) -> Step:
    """What mattered of what was said, as a step. A refuted value is not there: what else it means comes later."""
    said, told = one.said, one.said.told
    cells = () if one.after is None else reasoner.facts(said.before, one.after)
    if told is not None:
        cells = (Atom(reasoner.at(told.target[0]), told.target[1], False),)
    known = reasoner.facts(reasoner.domain, one.needs)
    groups = tuple(reasoner.groups[number] for number in said.numbers)
    return Step(
        cells,
        groups,
        known,
        CHAIN if told is not None else len(groups) if len(groups) <= max(SIZES) else CORE,
        () if told is None else told.links,
    )
