"""Facts in few words: cells in ranges, what is left or what is excluded, whichever is shorter, each statement once.

``row 3: columns 2-5 are painted, 6 is empty`` where all is in one line, ``r1c2-5, r3c1 are empty`` elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial, reduce
from typing import TypeAlias

import numpy as np

from ..puzzle import At, Atom, Left, Lettered, Nameable, Named, Puzzle, Tellable
from ..say import Say, commas, counted_from_one, either, spans

Statement: TypeAlias = tuple[bool, tuple[int, ...]]
"""That an entry has one of these values, or none of them."""


def phrases(
    puzzle: Puzzle, atoms: Iterable[Atom], left: Left | None = None, about: Collection[At] | None = ()
) -> tuple[Say, ...]:
    """Facts in words; with what is left of the entries, that is said where it is shorter.

    ``about`` are the entries that were spoken of before: their line, if they have one, need not be named again. None:
    no line is named, each cell has its own name.

    >>> from knobel import parse
    >>> p = parse("nonogram:4x2:1/1/1/1/3/1")
    >>> print(*phrases(p, [Atom((0, 0), 1), Atom((0, 1), 1), Atom((0, 3), 0)]))
    row 1: columns 1-2 are painted, 4 is empty
    >>> print(*phrases(p, [Atom((0, 0), 1), Atom((1, 1), 1)]))
    r1c1, r2c2 are painted
    >>> print(*phrases(p, [Atom((0, 0), 1)], about=[(0, 0), (0, 1), (0, 2), (0, 3)]))
    column 1 is painted
    """
    facts = list(atoms)
    if isinstance(puzzle, Tellable):
        return puzzle.tell(facts, left or {})
    if not isinstance(puzzle, Nameable) or not facts:
        return tuple(puzzle.say(atom) for atom in facts)
    cells: dict[Statement, list[tuple[int, int]]] = {}
    for (row, column), statement in _statements(puzzle, facts, left or {}).items():
        cells.setdefault(statement, []).append((row, column))
    everywhere = [at for every in cells.values() for at in every]
    for axis, (line, names) in enumerate(LINES if about is not None else ()):
        inside = {at[axis] for at in everywhere}
        named = (
            about is not None and len(set(about)) > 2 and {at[axis] for at in about} == inside
        )  # two cells are no line
        if len(inside) == 1 and (named or (len(everywhere) > 1 and not about)):
            places = {what: [at[1 - axis] for at in every] for what, every in cells.items()}
            said = _in_line(puzzle, names, places, line_names(puzzle, 1 - axis))
            return (said if named else Say(line, line=line_names(puzzle, axis)(min(inside)), facts=said),)
    return tuple(_scattered(puzzle, what, every) for what, every in cells.items())


def places(puzzle: Puzzle, entries: Iterable[At]) -> Say:
    """Entries of the answer, by their places or names alone."""
    each = dict.fromkeys(entries)
    if isinstance(puzzle, Named):
        return commas([puzzle.entry(at) for at in each])
    return commas(_areas(puzzle, [(at[0], at[1]) for at in each]))


def line_names(puzzle: Puzzle, axis: int) -> Callable[[int], str]:
    """What the rows (axis 0) or columns (axis 1) are called."""
    return partial(puzzle.letter, axis) if isinstance(puzzle, Lettered) else counted_from_one


def _statements(puzzle: Puzzle, atoms: Sequence[Atom], left: Left) -> dict[At, Statement]:
    """What is said about each entry; where only two values are possible at all, it is the other one."""
    domain = None if all(atom.holds for atom in atoms) else puzzle.domain()
    found: dict[At, Statement] = {}
    for at, value, holds in atoms:
        excluded = () if holds or at not in found else found[at][1]
        found[at] = (holds, (*excluded, value))
    for at, (holds, values) in found.items():
        rest = left.get(at, ())
        if domain is not None and not holds and domain[at].sum() == 2:
            rest = tuple(value for value in np.flatnonzero(domain[at]).tolist() if value not in values)
        if not holds and 0 < len(rest) <= len(values):
            found[at] = (True, rest)
    return found


LINES = (  # by their axis; what stands in them is counted the other way
    ("row {line}: {facts}", (Say("column"), Say("columns"))),
    ("column {line}: {facts}", (Say("row"), Say("rows"))),
)


def _in_line(
    puzzle: Nameable, names: tuple[Say, Say], cells: Mapping[Statement, Sequence[int]], name: Callable[[int], str]
) -> Say:
    """Statements about the cells of one line; what counts them is said once, unless values are numbers or codes."""
    names_of_values = [puzzle.name_value(value, False) for _, values in cells for value in values]
    numbers = any(not isinstance(value, Say) or value.args for value in names_of_values)
    parts: list[Say] = []
    for what, every in cells.items():
        many = len(every) > 1
        named = numbers or not parts  # "row 2 is 3, 3 is black" would be a riddle
        at = commas(spans(every, name))
        subject = Say("{name} {at}", name=names[many], at=at) if named else Say("{at}", at=at)
        parts.append(Say("{subject} {predicate}", subject=subject, predicate=_predicate(puzzle, what, many)))
    return reduce(lambda facts, fact: Say("{facts}, {fact}", facts=facts, fact=fact), parts)


def _scattered(puzzle: Nameable, what: Statement, cells: Sequence[tuple[int, int]]) -> Say:
    subject = commas(_areas(puzzle, cells))
    return Say("{subject} {predicate}", subject=subject, predicate=_predicate(puzzle, what, len(cells) > 1))


def _predicate(puzzle: Nameable, what: Statement, many: bool) -> Say:
    is_, values = what
    value = either([puzzle.name_value(value, many and is_) for value in values])
    if is_:
        return Say("are {value}", value=value) if many else Say("is {value}", value=value)
    return Say("are not {value}", value=value) if many else Say("is not {value}", value=value)


def _areas(puzzle: Puzzle, cells: Sequence[tuple[int, int]]) -> list[Say]:
    """Cells as rows and columns in ranges, whichever way takes fewer of them."""
    row, column = line_names(puzzle, 0), line_names(puzzle, 1)
    by_row = _bands(cells, row, column)
    by_column = [at[::-1] for at in _bands([at[::-1] for at in cells], column, row)]
    areas = by_row if len(by_row) <= len(by_column) else by_column
    if isinstance(puzzle, Lettered):
        return [_lettered(*area) for area in areas]
    return [Say("r{row}c{column}", row=rows, column=columns) for rows, columns in areas]


def _lettered(rows: str, columns: str) -> Say:
    """A cell such as Bc, or the first and the last cell of an area: Bc-Cd."""
    (top, _, bottom), (left, _, right) = rows.partition("-"), columns.partition("-")
    first = Say("{column}{row}", row=top, column=left)
    if not bottom and not right:
        return first
    return Say("{first}-{last}", first=first, last=Say("{column}{row}", row=bottom or top, column=right or left))


def _bands(
    cells: Sequence[tuple[int, int]], line_name: Callable[[int], str], name: Callable[[int], str]
) -> list[tuple[str, str]]:
    """Lines that follow each other and have cells in the same places, with these places, range by range."""
    lines: dict[int, list[int]] = {}
    for line, at in sorted(cells):
        lines.setdefault(line, []).append(at)
    parts = {line: spans(every, name) for line, every in lines.items()}
    found: list[tuple[str, str]] = []
    for part in dict.fromkeys(part for every in parts.values() for part in every):
        found += [(rows, part) for rows in spans([n for n, every in parts.items() if part in every], line_name)]
    return found
