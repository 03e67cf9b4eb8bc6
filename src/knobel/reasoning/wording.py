"""Steps in words, as sentences that can be translated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..formula import Group
from ..puzzle import At, Atom, Brief, Puzzle
from ..say import Say
from .chains import Link
from .phrases import phrases
from .steps import Step


def told(puzzle: Puzzle, step: Step) -> list[Say]:
    """A step, sentence by sentence: why, and what follows."""
    if step.parts:
        first, *rest = step.parts
        return [*told(puzzle, first), *(_next(puzzle, part) for part in rest)]
    if not step.cells:
        because = briefly(puzzle, step.because)
        if len(because) == 1 and step.known:  # what it contradicts may be given, and so told nowhere else
            return [Say("{because}.", because=phrases(puzzle, step.known)), _linked(puzzle, step.groups, ())]
        return [Say("{because}.", because=because), Say("These cannot all hold.")]
    if step.chain:
        so = Say("So {facts}.", facts=phrases(puzzle, step.cells, dict(step.left)))
        return [*linked(puzzle, step.chain), so]
    about = [at for group in step.groups for at in group.cells]
    facts = phrases(puzzle, step.cells, dict(step.left), about)
    because = briefly(puzzle, step.because)
    if step.argument is not None:
        return [Say("{because}, {argument}: {facts}.", because=because, argument=step.argument, facts=facts)]
    return [Say("{because}: {facts}.", because=because, facts=facts)]


def _next(puzzle: Puzzle, part: Step) -> Say:
    """A further part of a step."""
    because = briefly(puzzle, part.because)
    facts = phrases(puzzle, part.cells, dict(part.left), [at for group in part.groups for at in group.cells])
    if part.argument is not None:
        return Say("Then {group}, {argument}: {facts}.", group=because, argument=part.argument, facts=facts)
    return Say("Then {group}: {facts}.", group=because, facts=facts)


def briefly(puzzle: Puzzle, sentences: Iterable[Say]) -> tuple[Say, ...]:
    """The sentences of clues and rules, in the short form that the kind has for them."""
    short = puzzle.brief if isinstance(puzzle, Brief) else {}
    return tuple(Say(short.get(one.template, one.template), **one.args) for one in sentences)


def recounted(puzzle: Puzzle, step: Step) -> list[Say]:
    """A step as part of a story, in which one follows the other until the last leaves nothing."""
    return told(puzzle, step) if step.chain else [_linked(puzzle, step.groups, step.cells)]


def linked(puzzle: Puzzle, chain: Iterable[Link]) -> list[Say]:
    """A chain of consequences, link by link."""
    found = []
    for link in chain:
        if link.group is None:
            found.append(Say("Suppose that {facts}.", facts=phrases(puzzle, link.cells)))
        else:
            found.append(_linked(puzzle, [link.group], link.cells))
    return found


def _linked(puzzle: Puzzle, groups: Sequence[Group], cells: Sequence[Atom]) -> Say:
    """What follows next, or that nothing is left."""
    because = briefly(puzzle, [group.say for group in groups])
    if not cells:
        return Say("But {group}: that is no longer possible.", group=because)
    facts = phrases(puzzle, cells, about=[at for group in groups for at in group.cells])
    return Say("Then {group}: {facts}.", group=because, facts=facts)


def where(at: At) -> Say:
    """An entry of the answer, by its place alone."""
    if len(at) == 2:
        return Say("row {row} column {column}", row=at[0] + 1, column=at[1] + 1)
    return Say("step {step}", step=at[0] + 1)
