"""From the steps in the order in which they were found to a sequence that is easy to follow.

Told backwards, what nothing later uses is left out. Steps of the same groups become one where nothing between them
needs the first or gives the second anything. What is left is ordered: the easiest step that can be taken, one that
settles entries before one that only excludes values, and near to the last one. Then steps about the same are joined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from ..limits import tick
from ..puzzle import Atom
from . import SEVERAL
from .all_groups import Marks
from .joining import alike, joined, parts
from .steps import Reasoner, Step
from .ways import apart, argument, way


@dataclass(eq=False)
class _Node:
    """A step in a graph in which each needs what others have found."""

    step: Step
    order: int  # in which it was found

    @property
    def cells(self) -> frozenset[Atom]:
        return frozenset(self.step.cells)


def planned(reasoner: Reasoner, found: Sequence[Step]) -> tuple[Step, ...]:
    """All steps that a reasoner has found, as they are told. What is given is known from the start, no conclusion."""
    told = [one for step in apart(reasoner, found) if (one := without_givens(reasoner, step)) is not None]
    nodes = [_Node(step, order) for order, step in enumerate(_pruned(reasoner, told))]
    ordered = _merged(reasoner, _ordered(_merged(reasoner, nodes)))
    argued = _each(reasoner, [node.step for node in ordered], with_left)
    return tuple(_each(reasoner, joined(reasoner, argued), with_way))


def without_givens(reasoner: Reasoner, step: Step) -> Step | None:
    """The step without conclusions that stand on the board already; None where there are no others."""
    cells = tuple(atom for atom in step.cells if atom not in reasoner.givens)
    if len(cells) == len(step.cells):
        return step
    return _for_fewer(reasoner, step, cells) if cells else None


# what is needed


def _pruned(reasoner: Reasoner, steps: Sequence[Step]) -> list[Step]:
    """Without conclusions that no later step and no entry needs; what is left cites no more than it needs."""
    contradiction = bool(steps) and not steps[-1].cells
    last = {atom.at: atom.holds for step in steps for atom in step.cells}
    needed: set[Atom] = set()
    kept: list[Step] = []
    for step in reversed(steps):
        cells = tuple(
            atom for atom in step.cells if atom in needed or (not contradiction and (atom.holds or not last[atom.at]))
        )
        if not cells and step.cells:
            continue
        if len(cells) < len(step.cells) and not step.chain:
            step = _for_fewer(reasoner, step, cells)
        kept.append(step)
        needed.update(step.known)
    return kept[::-1]


def _for_fewer(reasoner: Reasoner, step: Step, cells: tuple[Atom, ...]) -> Step:
    """The same step with fewer conclusions: perhaps fewer groups and fewer facts will do."""
    tick()
    numbers = reasoner.numbers(step)
    for number in numbers:
        fewer = tuple(n for n in numbers if n != number)
        if fewer and reasoner.proves(fewer, step.known, cells):
            numbers = fewer
    groups = tuple(reasoner.groups[n] for n in numbers)
    level = min(step.level, len(groups)) if step.level <= SEVERAL else step.level
    return replace(step, groups=groups, cells=cells, known=reasoner.needs(numbers, step.known, cells), level=level)


# the same groups


def _merged(reasoner: Reasoner, nodes: list[_Node]) -> list[_Node]:
    """Steps of the same groups as one, wherever the one can wait for the other or the other come earlier."""
    found: list[_Node] = []
    for node in nodes:
        tick()
        place = next((i for i in reversed(range(len(found))) if found[i].step.groups == node.step.groups), None)
        if place is None or not node.step.cells or node.step.chain or found[place].step.chain:
            found.append(node)
            continue
        before, between = found[place], found[place + 1 :]
        both = _Node(_joined(reasoner, before.step, node.step), before.order)
        if not any(_gives(before, other) for other in between):
            found[place:] = [*between, both]
        elif not any(_gives(other, node) for other in between):
            found[place] = both
        else:
            found.append(node)
    return found


def _gives(one: _Node, other: _Node) -> bool:
    """Whether the other needs what the one says; who says what an entry is says all that it is not."""
    settled = {atom.at for atom in one.cells if atom.holds}
    return any(atom in one.cells or atom.at in settled for atom in other.step.known)


def _joined(reasoner: Reasoner, first: Step, second: Step) -> Step:
    """What both say, from what both need."""
    settled = {atom.at for atom in second.cells if atom.holds}
    cells = (*(atom for atom in first.cells if atom.at not in settled), *second.cells)
    said = set(first.cells)
    known = dict.fromkeys((*first.known, *(atom for atom in second.known if atom not in said)))
    ordered = tuple(sorted(cells))
    return replace(second, cells=ordered, known=reasoner.needs(reasoner.numbers(second), tuple(known), ordered))


# in order


def _ordered(nodes: list[_Node]) -> list[_Node]:
    """The easiest step that can be taken; the last one stays the last, where it is a contradiction."""
    giver = {atom: i for i, node in enumerate(nodes) for atom in node.step.cells}
    settler = {atom.at: i for atom, i in giver.items() if atom.holds}
    waits = [
        {giver.get(atom, settler.get(atom.at, i)) for atom in node.step.known} - {i} for i, node in enumerate(nodes)
    ]
    open_, told, done = set(range(len(nodes))), list[_Node](), set[int]()
    while open_:
        tick()
        ready = [i for i in open_ if waits[i] <= done] or [min(open_)]  # they come in an order that can be told
        chosen = min(ready, key=lambda i: _ease(nodes[i], told[-1] if told else None))
        open_.remove(chosen)
        done.add(chosen)
        told.append(nodes[chosen])
    return told


def _ease(node: _Node, last: _Node | None) -> tuple[object, ...]:
    step = node.step
    settles = any(atom.holds for atom in step.cells)
    return not step.cells, step.level, not settles, _distance(last.step, step) if last else 0, node.order


def _distance(one: Step, other: Step) -> int:
    """How far the nearest conclusions of two steps are apart."""
    first = np.array([atom.at for atom in one.cells])
    second = np.array([atom.at for atom in other.cells])
    if not first.size or not second.size:
        return 0
    return int(np.abs(first[:, None] - second[None]).sum(axis=2).min())


Telling: TypeAlias = Callable[[Reasoner, Step, Marks, Marks], Step]


def _each(reasoner: Reasoner, told: Iterable[Step], telling: Telling) -> Iterator[Step]:
    """The steps and their parts, each told from what was possible before it and after it."""
    possible = reasoner.conclude(reasoner.begun.copy(), reasoner.givens)
    for step in told:
        before, inside = possible.copy(), []
        for part in parts(step):
            sofar = possible.copy()
            inside.append(telling(reasoner, part, sofar, reasoner.conclude(possible, part.cells)))
        if not step.parts:
            yield inside[0]
            continue
        whole = with_left(reasoner, step, before, possible)
        if alike(inside):
            groups = tuple(reasoner.groups[number] for number in sorted(reasoner.numbers(step)))
            yield replace(whole, groups=groups, argument=inside[0].argument, parts=())
        else:
            yield replace(whole, parts=() if whole.argument is not None else tuple(inside))


def with_left(reasoner: Reasoner, step: Step, before: Marks, after: Marks) -> Step:
    """The step with what is left of the entries that it speaks of, and with the technique that tells it."""
    left = {atom.at: tuple(np.flatnonzero(after[reasoner.entry(atom.at)]).tolist()) for atom in step.cells}
    return replace(step, left=tuple(left.items()), argument=argument(reasoner, step.groups, before, left))


def with_way(reasoner: Reasoner, step: Step, before: Marks, after: Marks) -> Step:
    """The same with how several groups come to it, where no technique tells that."""
    step = with_left(reasoner, step, before, after)
    if step.argument is not None:
        return replace(step, chain=())
    possible, inside = before.copy(), list[Step]()
    for part in way(reasoner, step, before):
        sofar = possible.copy()
        inside.append(with_left(reasoner, part, sofar, reasoner.conclude(possible, part.cells)))
    return replace(step, way=tuple(inside), chain=()) if inside else step
