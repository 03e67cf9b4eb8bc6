"""How several groups lead to what they prove together.

What a technique of the puzzle tells comes first. Then one group after the other says what it can; where none has
anything to add, a value is assumed and refuted by them, one after the other. What did not matter is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ..formula import Group
from ..limits import tick
from ..puzzle import Argued, ArguedTogether, Left
from ..say import Say
from . import CHAIN, CORE
from .all_groups import Fact, Marks
from .chains import Told, most_constrained, refuted
from .steps import Reasoner, Step

MOST_FACTS = 5  # in assumptions, for each conclusion: where there are more, it is easier to find out than to follow
MOST_GROUPS = 12  # that are followed one by one, where no chain is known: more of them take long, and nobody follows
MOST_TARGETS = 20  # assumptions that are tried for a conclusion
MOST_VALUES = 60  # for which techniques are looked for one by one


def argument(reasoner: Reasoner, groups: Sequence[Group], before: Marks, left: Left) -> Say | None:
    """The technique by which groups lead from what was possible to what is left, where the puzzle knows one."""
    puzzle, here = reasoner.puzzle, before.reshape(reasoner.shape)
    if left and len(groups) == 1 and isinstance(puzzle, Argued):
        return puzzle.argument(groups[0].say, groups[0].cells, here, left)
    if left and len(groups) > 1 and isinstance(puzzle, ArguedTogether):
        return puzzle.together([group.say for group in groups], [group.cells for group in groups], here, left)
    return None


class _Said(NamedTuple):
    """What some groups said: what was possible before and after. ``told``: by an assumption that failed."""

    numbers: tuple[int, ...]
    before: Marks
    after: Marks
    told: Told | None = None


def way(reasoner: Reasoner, step: Step, start: Marks) -> tuple[Step, ...]:
    """Steps that together say what the step says, each by a technique, by one group or by an assumption.

    They begin with what was possible before and cite no other groups than the step does. None, where no such way is
    found, or only a long one; what no technique tells is then only cited. A step of one group, or one that says nothing
    but that its assumption fails, needs no such way.
    """
    numbers = reasoner.numbers(step)
    goal = reasoner.conclude(start.copy(), step.cells)
    if len(numbers) == 1 or not step.cells or (step.chain and _refuted(reasoner, step, start, goal)):
        return ()
    said = _own_chain(reasoner, step, start)
    possible = said[-1].after if said else start
    said += _by_techniques(reasoner, numbers, possible, goal)
    possible = said[-1].after if said else start
    few = step.chain or len(numbers) <= MOST_GROUPS
    whole = [*said, *(_one_by_one(reasoner, numbers, possible, goal) if few else ())]
    possible = whole[-1].after if whole else start
    if not (possible & ~goal).any():
        steps = _as_steps(reasoner, start, _mattering(reasoner, whole, start & ~goal))
        facts = sum(len(link.cells) for part in steps for link in part.chain[1:])
        if step.chain or facts <= MOST_FACTS * len(step.cells):
            return steps
    shown = whole if step.chain else said
    if not shown:
        return ()
    possible = shown[-1].after
    rest = _Said(_needed(reasoner, numbers, possible, goal), possible, possible & goal)  # is only cited
    return _as_steps(reasoner, start, _mattering(reasoner, [*shown, rest], start & ~goal))


def _own_chain(reasoner: Reasoner, step: Step, start: Marks) -> list[_Said]:
    """That the assumption of a step fails, where it has one."""
    if not step.chain:
        return []
    [assumed] = step.chain[0].cells
    target = reasoner.entry(assumed.at), assumed.value
    told = refuted(reasoner, start, [target], reasoner.numbers(step))
    return [] if told is None else [_without(start, told)]


def _without(possible: Marks, told: Told) -> _Said:
    after = possible.copy()
    after[told.target] = False
    return _Said(told.groups, possible, after, told)


def _one_by_one(reasoner: Reasoner, numbers: Sequence[int], possible: Marks, goal: Marks) -> list[_Said]:
    """One group after the other, or an assumption, as far as that leads."""
    said = list[_Said]()
    while (possible & ~goal).any():
        tick()
        one = _alone(reasoner, numbers, possible) or _assumed(reasoner, numbers, possible, goal)
        if one is None:
            break
        said.append(one)
        possible = one.after
    return said


def apart(reasoner: Reasoner, found: Sequence[Step]) -> list[Step]:
    """The steps as they were found; what takes an assumption is told apart from what follows from its failure."""
    possible, steps = reasoner.conclude(reasoner.begun.copy(), reasoner.givens), list[Step]()
    for step in found:
        parts = way(reasoner, step, possible) if step.level >= CHAIN else ()
        for part in parts:
            needed = reasoner.needs(reasoner.numbers(part), part.known, part.cells)
            before, possible = possible, reasoner.conclude(possible.copy(), part.cells)
            left = {at: tuple(np.flatnonzero(possible[reasoner.entry(at)]).tolist()) for at, *_ in part.cells}
            chain = part.chain if argument(reasoner, part.groups, before, left) is None else ()
            level = min(len(part.groups), CORE) if not chain else part.level
            steps.append(replace(part, known=needed, round=step.round, chain=chain, level=level))
        if not parts:
            steps.append(step)
        possible = reasoner.conclude(possible, step.cells)
    return steps


def _refuted(reasoner: Reasoner, step: Step, start: Marks, goal: Marks) -> bool:
    """Whether the step says that its assumption fails, and nothing else."""
    [assumed] = step.chain[0].cells
    return bool((reasoner.conclude(start.copy(), [assumed._replace(holds=False)]) == goal).all())


def _by_techniques(reasoner: Reasoner, numbers: tuple[int, ...], start: Marks, goal: Marks) -> list[_Said]:
    """What techniques tell, value by value; values with the same reason together."""
    out = [(entry, value) for entry, value in np.argwhere(start & ~goal).tolist()]
    if not isinstance(reasoner.puzzle, ArguedTogether) or len(out) > MOST_VALUES:
        return []
    found: dict[tuple[tuple[int, ...], Say], list[Fact]] = {}
    for entry, value in out:
        tick()
        after = start.copy()
        after[entry, value] = False
        few = _needed(reasoner, numbers, start, after)
        left = {reasoner.at(entry): tuple(v for v in np.flatnonzero(start[entry]).tolist() if v != value)}
        reason = argument(reasoner, [reasoner.groups[number] for number in few], start, left)
        if reason is not None:
            found.setdefault((few, reason), []).append((entry, value))
    said, possible = list[_Said](), start
    for (few, _), facts in found.items():
        after = possible.copy()
        for fact in facts:
            after[fact] = False
        said.append(_Said(few, possible, after))
        possible = after
    return said


def _needed(reasoner: Reasoner, numbers: tuple[int, ...], possible: Marks, after: Marks) -> tuple[int, ...]:
    """Those of the groups that exclude what is possible and not left after; none of them can be spared."""
    changed = np.flatnonzero((possible & ~after).any(axis=1))
    for number in numbers:
        fewer = tuple(n for n in numbers if n != number)
        part = reasoner.index.solver(fewer) if fewer else None
        if part is None or not np.isin(changed, part.entries).all():
            continue
        if part.proves(possible[part.entries], (possible & after)[part.entries]):
            numbers = fewer
    return numbers


def _alone(reasoner: Reasoner, numbers: Sequence[int], possible: Marks) -> _Said | None:
    """The first group that has something to say by itself."""
    for number in numbers:
        part = reasoner.index.solver([number])
        left = part.left(possible[part.entries])
        assert left is not None, "the groups of a step that concludes something leave something"
        if (left != possible[part.entries]).any():
            after = possible.copy()
            after[part.entries] = left
            return _Said((number,), possible, after)
    return None


def _assumed(reasoner: Reasoner, numbers: Sequence[int], possible: Marks, goal: Marks) -> _Said | None:
    """A value that fails when it is assumed, one of those in question if there is one; few of them are tried."""
    wanted = possible & ~goal
    if wanted.sum() > MOST_TARGETS:
        return None
    reached = reasoner.index.cells[list(numbers)].any(axis=0) & (possible.sum(axis=1) > 1)
    for values in (wanted, possible & reached[:, None] & ~wanted):
        targets = [(entry, value) for entry, value in np.argwhere(values).tolist()]
        targets = most_constrained(reasoner, possible, targets)[:MOST_TARGETS]
        told = refuted(reasoner, possible, targets, numbers) if targets else None
        if told is not None:
            said = _without(possible, told)
            few = _needed(reasoner, told.groups, possible, said.after)
            shorter = refuted(reasoner, possible, [told.target], few) if len(few) < len(told.groups) else None
            return said if shorter is None else _without(possible, shorter)
    return None


def _mattering(reasoner: Reasoner, said: Sequence[_Said], wanted: Marks) -> list[tuple[_Said, Marks, Marks]]:
    """From the first to the last: what was said, which values it has to exclude, and what it rests on."""
    kept: list[tuple[_Said, Marks, Marks]] = []
    for one in reversed(said):
        out = one.before & ~one.after & wanted
        if not out.any():
            continue
        needs = reasoner.domain.copy()
        if one.told is not None:
            for fact in one.told.known:
                needs[fact] = False
        else:
            part = reasoner.index.solver(one.numbers)
            left = (one.before & ~out)[part.entries]
            needs[part.entries] = part.needed(one.before[part.entries], needs[part.entries], left)
        wanted = wanted | (reasoner.domain & ~needs)
        kept.append((one, out, needs))
    return kept[::-1]


def _as_steps(reasoner: Reasoner, possible: Marks, kept: Sequence[tuple[_Said, Marks, Marks]]) -> tuple[Step, ...]:
    """What was said as steps; neighbours that fail in the same way, whichever of them is assumed, are one."""
    steps, recent = list[Step](), np.zeros_like(possible)  # what the last step excludes
    for one, out, needs in kept:
        before, possible = possible, possible & ~out
        links = () if one.told is None else one.told.links
        cells, known = reasoner.facts(before, possible), reasoner.facts(reasoner.domain, needs)
        if steps and links and links[1:] == steps[-1].chain[1:] and needs[recent].all():
            last, recent = steps.pop(), recent | out
            cells, links = tuple(sorted({*last.cells, *cells})), last.chain
            known = tuple(sorted({*last.known, *known}))
        else:
            recent = out
        groups = tuple(reasoner.groups[number] for number in one.numbers)
        steps.append(Step(cells, groups, known, CHAIN if links else len(groups), links))
    return tuple(steps)
