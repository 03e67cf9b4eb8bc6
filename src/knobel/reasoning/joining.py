"""Small steps about the same thing become one step of several parts, told one after the other.

The same thing is a line (the same cells), entries that both steps speak of, or a piece that alone leads to both. Steps
of the same technique that say the same of their cells ("finished: ... are empty") become one as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..limits import tick
from ..puzzle import At, Atom
from . import SEVERAL
from .steps import Reasoner, Step

MOST = 3  # parts of a step: more are hard to follow
MOST_ALIKE = 4  # of which each says the same, for the same reason


def joined(reasoner: Reasoner, steps: Iterable[Step]) -> list[Step]:
    """The steps, each with earlier ones about the same thing, where it can be told with them."""
    found: list[Step] = []
    for step in steps:
        tick()
        for place in reversed(range(len(found))):
            between = found[place + 1 :]
            later = not any(_touches(found[place], other) for other in between)
            if not later and any(_touches(other, step) for other in between):
                continue
            one = _as_one(reasoner, found[place], step)
            if one is not None:
                found[place:] = [*between, one] if later else [one, *between]
                break
        else:
            found.append(step)
    return found


def _touches(one: Step, other: Step) -> bool:
    """Whether the other rests on entries of which the one says something."""
    return not _entries(one.cells).isdisjoint(atom.at for part in parts(other) for atom in part.known)


def parts(step: Step) -> tuple[Step, ...]:
    """The steps that are told in one, in their order; most steps have one part only."""
    return step.parts or (step,)


def _entries(atoms: Iterable[Atom]) -> set[At]:
    return {atom.at for atom in atoms}


def _about_the_same(one: Step, other: Step) -> bool:
    lines = [{at for group in step.groups for at in group.cells} for step in (one, other)]
    if lines[0] and lines[0] == lines[1]:
        return True
    said, also = _entries(one.cells), _entries(other.cells)
    if said <= also or also <= said:
        return True
    return len(one.known) == 1 and one.known == other.known and one.known[0].holds


def alike(steps: Sequence[Step]) -> bool:
    """Whether all steps say the same, by the same technique, and none needs another."""
    return (
        steps[0].argument is not None
        and all(step.argument == steps[0].argument for step in steps)
        and _same_facts(steps)
        and not any(_touches(one, other) for one in steps for other in steps)
    )


def _same_facts(steps: Sequence[Step]) -> bool:
    """Whether all entries get one and the same value, or those of parallel lines the same values in the same places."""
    if len({atom[1:] for step in steps for atom in step.cells}) == 1:
        return True
    across = [
        {frozenset((*atom.at[:axis], *atom.at[axis + 1 :], *atom[1:]) for atom in step.cells) for step in steps}
        for axis in range(len(steps[0].cells[0].at))
    ]
    return any(len(said) == 1 for said in across) and len(steps[0].cells[0].at) > 1


def _as_one(reasoner: Reasoner, first: Step, second: Step) -> Step | None:
    """Both as one step; None where they are not about the same, or where one of them makes a group needless."""
    told = (*parts(first), second)
    if len(told) > MOST_ALIKE or not all(map(_small, told)):
        return None
    if not alike(told) and (len(told) > MOST or not all(_about_the_same(step, second) for step in told)):
        return None
    groups = tuple(dict.fromkeys(group for step in told for group in step.groups))
    said = set[Atom]()
    known: dict[Atom, None] = {}
    for step in told:
        known |= dict.fromkeys(atom for atom in step.known if atom not in said)
        said |= set(step.cells)
    settled = {atom.at for atom in said if atom.holds}
    cells = tuple(sorted(atom for atom in said if atom.holds or atom.at not in settled))
    numbers = tuple(reasoner.numbers(Step(cells, groups, (), 1)))
    needed = reasoner.needs(numbers, known, cells)
    if set(needed) != set(known) or _can_spare(reasoner, numbers, needed, cells):
        return None
    return Step(cells, groups, needed, max(step.level for step in told), round=second.round, parts=told)


def _small(step: Step) -> bool:
    return bool(step.cells) and not step.chain and step.level <= SEVERAL


def _can_spare(reasoner: Reasoner, numbers: Sequence[int], known: tuple[Atom, ...], cells: tuple[Atom, ...]) -> bool:
    """Whether one of the groups is not needed."""
    rest = [tuple(n for n in numbers if n != number) for number in numbers] if len(numbers) > 1 else []
    return any(reasoner.proves(fewer, known, cells) for fewer in rest)
