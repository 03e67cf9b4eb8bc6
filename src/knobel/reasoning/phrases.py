"""Facts in few words: cells in ranges, what is left or what is excluded, whichever is shorter, each statement once.

``row 3: columns 2-5 are painted, 6 is empty`` where all is in one line, ``r1c2-5, r3c1 are empty`` elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from typing import TypeAlias

import numpy as np

from ..puzzle import At, Atom, Left, Nameable, Named, Puzzle, Tellable
from ..say import Say

Statement: TypeAlias = tuple[bool, tuple[int, ...]]
"""That an entry has one of these values, or none of them."""


def phrases(
    puzzle: Puzzle, atoms: Iterable[Atom], left: Left | None = None, about: Collection[At] = ()
) -> tuple[Say, ...]:
    """Facts in words; with what is left of the entries, that is said where it is shorter.

    ``about`` are the entries that were spoken of before: their line, if they have one, need not be named again.

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
    for axis, (line, names) in enumerate(LINES):
        inside = {at[axis] for at in everywhere}
        named = len(set(about)) > 2 and {at[axis] for at in about} == inside  # two cells are no line
        if len(inside) == 1 and (named or (len(everywhere) > 1 and not about)):
            places = {what: [at[1 - axis] for at in every] for what, every in cells.items()}
            said = _in_line(puzzle, names, places)
            return (said if named else Say(line, line=min(inside) + 1, facts=said),)
    return tuple(_scattered(puzzle, what, every) for what, every in cells.items())


def places(puzzle: Puzzle, entries: Iterable[At]) -> Say:
    """Entries of the answer, by their places or names alone."""
    each = dict.fromkeys(entries)
    if isinstance(puzzle, Named):
        return listed([puzzle.entry(at) for at in each])
    return listed([_area(*area) for area in _areas([(at[0], at[1]) for at in each])])


def ranges(numbers: Iterable[int]) -> object:
    """Numbers that count from 0 as people write them.

    >>> print(ranges([0, 1, 2, 5, 7, 8]))
    1-3, 6, 8-9
    """
    runs: list[object] = [_range(first, last) for first, last in _runs(sorted(numbers))]
    return reduce(_comma, runs)


def listed(parts: Sequence[Say]) -> Say:
    """One after the other, with commas between them."""
    return reduce(_comma, parts)


def either(parts: Sequence[object]) -> object:
    """One of these: with commas, and "or" before the last."""
    if len(parts) == 1:
        return parts[0]
    *first, last = parts
    return Say("{before} or {last}", before=reduce(_comma, first), last=last)


def _comma(before: object, last: object) -> Say:
    return Say("{before}, {last}", before=before, last=last)


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


def _in_line(puzzle: Nameable, names: tuple[Say, Say], cells: Mapping[Statement, Sequence[int]]) -> Say:
    """Statements about the cells of one line; what counts them is said once, unless values are numbers as well."""
    numbers = any(not isinstance(puzzle.name_value(value, False), Say) for _, values in cells for value in values)
    parts: list[Say] = []
    for what, every in cells.items():
        many = len(every) > 1
        named = numbers or not parts  # "row 2 is 3, 3 is black" would be a riddle
        subject = Say("{name} {at}", name=names[many], at=ranges(every)) if named else ranges(every)
        parts.append(Say("{subject} {predicate}", subject=subject, predicate=_predicate(puzzle, what, many)))
    return listed(parts)


def _scattered(puzzle: Nameable, what: Statement, cells: Sequence[tuple[int, int]]) -> Say:
    subject = listed([_area(*area) for area in _areas(cells)])
    return Say("{subject} {predicate}", subject=subject, predicate=_predicate(puzzle, what, len(cells) > 1))


def _predicate(puzzle: Nameable, what: Statement, many: bool) -> Say:
    is_, values = what
    value = either([puzzle.name_value(value, many and is_) for value in values])
    if is_:
        return Say("are {value}", value=value) if many else Say("is {value}", value=value)
    return Say("are not {value}", value=value) if many else Say("is not {value}", value=value)


def _area(rows: str, columns: str) -> Say:
    return Say("r{row}c{column}", row=rows, column=columns)


def _areas(cells: Sequence[tuple[int, int]]) -> list[tuple[str, str]]:
    """Cells as rows and columns in ranges, whichever way takes fewer of them."""
    by_row = [(rows, columns) for rows, columns in _bands(cells)]
    by_column = [(rows, columns) for columns, rows in _bands([(column, row) for row, column in cells])]
    return by_row if len(by_row) <= len(by_column) else by_column


def _bands(cells: Sequence[tuple[int, int]]) -> list[tuple[str, str]]:
    """Lines that follow each other and have cells in the same places, with these places, range by range."""
    lines: dict[int, list[int]] = {}
    for line, at in sorted(cells):
        lines.setdefault(line, []).append(at)
    found: list[tuple[str, str]] = []
    parts = {line: [_range(*run) for run in _runs(every)] for line, every in lines.items()}
    for part in dict.fromkeys(part for every in parts.values() for part in every):
        found += [(_range(*run), part) for run in _runs([line for line, every in parts.items() if part in every])]
    return found


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Ascending numbers as first and last of those that follow each other."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found


def _range(first: int, last: int) -> str:
    return str(first + 1) if first == last else f"{first + 1}-{last + 1}"
