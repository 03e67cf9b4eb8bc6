"""Steps in words, as sentences that can be translated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..formula import Group
from ..puzzle import At, Atom, Brief, Citing, Practised, Puzzle
from ..say import Say, shortened
from .chains import Link
from .phrases import line_names, phrases, places
from .steps import Step

SHORT = 4  # links of a chain, from the assumption to the failure, that are told behind the conclusion


def told(puzzle: Puzzle, step: Step) -> list[Say]:
    """A step, sentence by sentence: why, and what follows."""
    if step.parts or step.way:
        first, *rest = step.parts or step.way
        return [*told(puzzle, first), *(say for part in rest for say in _next(puzzle, part))]
    if not step.cells:
        because = briefly(puzzle, step.because)
        if len(because) == 1 and step.known:  # what it contradicts may be given, and so told nowhere else
            return [Say("{because}.", because=phrases(puzzle, step.known)), _linked(puzzle, step.groups, ())]
        return [Say("{because}.", because=because), Say("These cannot all hold.")]
    if step.chain:
        facts = phrases(puzzle, step.cells, dict(step.left), None)
        if len(step.chain) > SHORT and len(step.cells) == 1:
            return [*linked(puzzle, step.chain), Say("So {facts}.", facts=facts)]
        links = tuple(_link(puzzle, [link.group], link.cells) for link in step.chain if link.group is not None)
        return [Say("{facts}, otherwise {links}.", facts=facts, links=links)]
    because, facts = briefly(puzzle, step.because), _facts(puzzle, step)
    if step.argument is not None:
        return [Say("{because}, {argument}: {facts}.", because=because, argument=step.argument, facts=facts)]
    return [Say("{because}: {facts}.", because=because, facts=facts)]


def _next(puzzle: Puzzle, part: Step) -> list[Say]:
    """A further part of a step."""
    if part.way or part.chain:
        return told(puzzle, part)
    because, facts = briefly(puzzle, part.because), _facts(puzzle, part)
    if part.argument is not None:
        return [Say("Then {group}, {argument}: {facts}.", group=because, argument=part.argument, facts=facts)]
    return [Say("Then {group}: {facts}.", group=because, facts=facts)]


def _facts(puzzle: Puzzle, step: Step) -> tuple[Say, ...]:
    about = [at for group in step.groups for at in group.cells]
    return phrases(puzzle, step.cells, dict(step.left), about)


def briefly(puzzle: Puzzle, sentences: Sequence[Say]) -> tuple[Say, ...]:
    """The sentences of clues and rules, in the short form that the kind has for them."""
    cited = puzzle.cited(sentences) if isinstance(puzzle, Citing) else sentences
    return shortened(cited, puzzle.brief) if isinstance(puzzle, Brief) else tuple(cited)


def recounted(puzzle: Puzzle, story: Sequence[Step]) -> list[list[Say]]:
    """The steps of a story, in which one follows the other until the last leaves nothing.

    Where it has the last one alone, there is nothing to tell: the clues say as much.
    """
    if len(story) == 1 and not story[0].chain:
        return []
    said = [told(puzzle, one) if one.chain else [_linked(puzzle, one.groups, one.cells)] for one in story]
    if story and story[0].cells:
        said[0] = told(puzzle, story[0])  # nothing was said before, so it does not begin with "Then"
    return said


def linked(puzzle: Puzzle, chain: Iterable[Link]) -> list[Say]:
    """A chain of consequences, link by link."""
    found = []
    for link in chain:
        if link.group is None:
            found.append(Say("Suppose {facts}.", facts=phrases(puzzle, link.cells)))
        else:
            found.append(_linked(puzzle, [link.group], link.cells))
    return found


def _linked(puzzle: Puzzle, groups: Sequence[Group], cells: Sequence[Atom]) -> Say:
    """What follows next, or that nothing is left, as a sentence."""
    link = _link(puzzle, groups, cells)
    return Say("Then {link}.", link=link) if cells else Say("But {link}.", link=link)


def _link(puzzle: Puzzle, groups: Sequence[Group], cells: Sequence[Atom]) -> Say:
    because = briefly(puzzle, [group.say for group in groups])
    if not cells:
        return Say("{group}: impossible", group=because)
    facts = phrases(puzzle, cells, about=[at for group in groups for at in group.cells])
    return Say("{group}: {facts}", group=because, facts=facts)


def technique(puzzle: Puzzle, step: Step) -> Say | None:
    """What solvers call a step; None where the kind has no names for techniques, or none for this one."""
    if step.chain or any(part.chain for part in step.way):
        return Say("assumption that fails")
    if step.argument is None and len(step.groups) > 1:
        return Say("{count} clues or rules together", count=len(step.groups))
    said = step.groups[0].say if step.argument is None else step.argument
    name = puzzle.techniques.get(said.template) if isinstance(puzzle, Practised) else None
    return None if name is None else Say(name)


def place(puzzle: Puzzle, step: Step) -> Say:
    """Where a step takes place: what it assumes, the line that its clues and rules are about, or what it decides."""
    for part in (step, *step.way):
        if part.chain:
            return places(puzzle, [atom.at for atom in part.chain[0].cells])
    about = {at for group in step.groups for at in group.cells}
    for axis, template in enumerate(("row {row}", "column {column}")):
        lines = {at[axis] for at in about if len(at) == 2}
        if len(lines) == 1 and len(about) > 2:
            return Say(template, **{("row", "column")[axis]: line_names(puzzle, axis)(lines.pop())})
    return places(puzzle, [atom.at for atom in step.cells])


def where(at: At) -> Say:
    """An entry of the answer, by its place alone."""
    if len(at) == 2:
        return Say("row {row} column {column}", row=at[0] + 1, column=at[1] + 1)
    return Say("step {step}", step=at[0] + 1)
