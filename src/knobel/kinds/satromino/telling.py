"""Where pieces fall and do not fall, in few words: shape by shape, columns in ranges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from knobel.puzzle import At, Atom, Left
from knobel.say import Say

from .pieces import PIECES


def tell(sequence: str, width: int, atoms: Sequence[Atom], left: Left) -> tuple[Say, ...]:
    """What is known of each piece, in one sentence a piece: what is left, or what is excluded if that is shorter."""
    excluded: dict[At, list[int]] = {}
    found: dict[At, Say] = {}
    for at, value, holds in atoms:
        if holds:
            found[at] = _said("{piece} falls {ways}", sequence, at[0], _ways(sequence[at[0]], width, [value]))
        else:
            excluded.setdefault(at, []).append(value)
    for at, values in excluded.items():
        name = sequence[at[0]]
        without, rest = _ways(name, width, values), _ways(name, width, left.get(at, ()))
        if rest and len(rest) <= len(without):
            found[at] = _said("{piece} falls {ways}", sequence, at[0], rest)
        else:
            found[at] = _said("{piece} does not fall {ways}", sequence, at[0], without)
    return tuple(found.values())


def _said(template: str, sequence: str, number: int, ways: Sequence[Say]) -> Say:
    piece = Say("piece {number} ({piece})", number=number + 1, piece=sequence[number])
    return Say(template, piece=piece, ways=reduce(lambda a, b: Say("{before} or {last}", before=a, last=b), ways))


def _ways(name: str, width: int, values: Iterable[int]) -> list[Say]:
    """In which shapes, with the left edge in which columns."""
    columns: dict[int, list[int]] = {}
    for value in sorted(values):
        state, column = divmod(value, width)
        columns.setdefault(state, []).append(column + 1)
    return [
        Say("as {shape} from column {columns}", shape=PIECES[name][state].drawn, columns=_ranges(every))
        for state, every in columns.items()
    ]


def _ranges(numbers: Sequence[int]) -> object:
    """One of these columns: ``1-3, 5 or 7``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    *others, last = (str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
    if not others:
        return last
    first: list[object] = [*others]
    before = reduce(lambda a, b: Say("{before}, {last}", before=a, last=b), first)
    return Say("{before} or {last}", before=before, last=last)
