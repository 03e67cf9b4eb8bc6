"""Where pieces fall and do not fall, in few words: shape by shape, columns in ranges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from knobel.puzzle import At, Atom, Left
from knobel.say import Say, commas, either, spans

from .pieces import PIECES


def name_of(sequence: str, k: int) -> Say:
    """A piece by its letter, with its number where there are several of the sort.

    >>> name_of("TJT", 1), name_of("TJT", 2)
    (J, piece 3 (T))
    """
    if sequence.count(sequence[k]) == 1:
        return Say("{piece}", piece=sequence[k])
    return Say("piece {number} ({piece})", number=k + 1, piece=sequence[k])


def tell(sequence: str, width: int, atoms: Sequence[Atom], left: Left) -> tuple[Say, ...]:
    """What is known of each piece, in one sentence a piece: what is left, or what is excluded if that is shorter."""
    excluded: dict[At, list[int]] = {}
    found: dict[At, Say] = {}
    for at, value, holds in atoms:
        if holds:
            found[at] = _said("{piece} falls as {ways}", sequence, at[0], _ways(sequence[at[0]], width, [value]))
        else:
            excluded.setdefault(at, []).append(value)
    for at, values in excluded.items():
        name = sequence[at[0]]
        without, rest = _ways(name, width, values), _ways(name, width, left.get(at, ()))
        if rest and len(rest) <= len(without):
            found[at] = _said("{piece} falls as {ways}", sequence, at[0], rest)
        else:
            found[at] = _said("{piece} does not fall as {ways}", sequence, at[0], without)
    return tuple(found.values())


def _said(template: str, sequence: str, k: int, ways: Sequence[Say]) -> Say:
    return Say(template, piece=name_of(sequence, k), ways=commas(ways))


def _ways(name: str, width: int, values: Iterable[int]) -> list[Say]:
    """One phrase for each shape, with all its columns; that these are columns is said once."""
    columns: dict[int, list[int]] = {}
    for value in sorted(values):
        state, column = divmod(value, width)
        columns.setdefault(state, []).append(column)
    found: list[Say] = []
    for state, every in columns.items():
        ranges = spans(every)
        template = "{shape} from column {columns}" if len(ranges) == len(every) else "{shape} from columns {columns}"
        if found:
            template = "{shape} from {columns}"
        found.append(Say(template, shape=PIECES[name][state].drawn, columns=either(ranges)))
    return found
