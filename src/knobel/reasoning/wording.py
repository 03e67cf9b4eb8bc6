"""Steps in words, as sentences that can be translated."""

from __future__ import annotations

from collections.abc import Iterable

from ..puzzle import At, Atom, Named, Puzzle
from ..say import Say
from .chains import Link
from .steps import Step


def told(puzzle: Puzzle, step: Step) -> list[Say]:
    """A step, sentence by sentence: why, and what follows."""
    if step.chain:
        return [*linked(puzzle, step.chain), Say("So {facts}.", facts=facts(puzzle, step.cells))]
    if not step.cells:
        return [Say("{because}.", because=step.because), Say("These cannot all hold.")]
    return [Say("{because}.", because=step.because), Say("So {facts}.", facts=facts(puzzle, step.cells))]


def recounted(puzzle: Puzzle, step: Step) -> list[Say]:
    """A step as part of a story, in which one follows the other until the last leaves nothing."""
    if step.chain:
        return told(puzzle, step)
    if step.cells:
        return [Say("Then {facts}, for {group}.", facts=facts(puzzle, step.cells), group=step.because)]
    return [Say("But {group}: that is no longer possible.", group=step.because)]


def linked(puzzle: Puzzle, chain: Iterable[Link]) -> list[Say]:
    """A chain of consequences, link by link."""
    found = []
    for link in chain:
        if link.group is None:
            found.append(Say("Suppose that {facts}.", facts=facts(puzzle, link.cells)))
        elif link.cells:
            found.append(Say("Then {facts}, for {group}.", facts=facts(puzzle, link.cells), group=link.group.say))
        else:
            found.append(Say("But {group}: that is no longer possible.", group=link.group.say))
    return found


def facts(puzzle: Puzzle, atoms: Iterable[Atom]) -> tuple[Say, ...]:
    """Facts in words."""
    return tuple(puzzle.say(atom) for atom in atoms)


def entry_of(puzzle: Puzzle, at: At) -> Say:
    """An entry of the answer: what the puzzle calls it, or its place."""
    return puzzle.entry(at) if isinstance(puzzle, Named) else where(at)


def where(at: At) -> Say:
    """An entry of the answer, by its place alone."""
    if len(at) == 2:
        return Say("row {row} column {column}", row=at[0] + 1, column=at[1] + 1)
    return Say("step {step}", step=at[0] + 1)
