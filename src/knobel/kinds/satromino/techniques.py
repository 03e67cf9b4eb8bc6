"""Why pieces do not fall in some ways: all ways of all pieces that are still possible, played at once.

What a piece rests on depends on the highest filled cell of each column alone, for pieces fall straight down.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from knobel.puzzle import Left, Possible
from knobel.say import Say, commas, either

from .pieces import PIECES, Filled

Ints = npt.NDArray[np.int64]
MOST_GAMES = 50_000  # that are played at once; beyond, nothing is told


class Games(NamedTuple):
    """Ways to let all pieces fall: ``values[game, piece]``, and the row in which each rests, -1 where it finds none."""

    values: Ints
    rows: Ints

    def fillers(self, sequence: str, width: int, cell: tuple[int, int]) -> Ints:
        """In each game, the piece that fills a cell; -1 where none does."""
        found = np.full(len(self.values), -1)
        for k, name in enumerate(sequence):
            for v in np.unique(self.values[:, k]).tolist():
                s, x = divmod(v, width)
                for r, c in PIECES[name][s].cells:
                    if x + c == cell[1]:
                        rests = self.rows[:, k]
                        found[(self.values[:, k] == v) & (rests >= 0) & (rests + r == cell[0])] = k
        return found


def games(sequence: str, width: int, height: int, started: Filled, possible: Possible) -> Games | None:
    """All games in which every piece falls in a way that is possible; None where these are too many."""
    if np.prod(possible.sum(axis=1), dtype=np.float64) > MOST_GAMES:
        return None
    return _games(sequence, width, height, frozenset(started), possible.tobytes(), possible.shape)


@lru_cache(maxsize=8)
def _games(sequence: str, width: int, height: int, started: Filled, marks: bytes, shape: tuple[int, int]) -> Games:
    possible = np.frombuffer(marks, dtype=np.bool_).reshape(shape)
    tops = np.full((1, width), height)
    for r, c in started:
        tops[0, c] = min(tops[0, c], r)
    values, rows = np.zeros((1, 0), dtype=np.int64), np.zeros((1, 0), dtype=np.int64)
    for k, name in enumerate(sequence):
        parts = [_fallen(name, v, width, tops) for v in np.flatnonzero(possible[k]).tolist()]
        old, before = values, rows
        values = np.concatenate([np.column_stack([old, np.full(len(old), v)]) for v, _, _ in parts])
        rows = np.concatenate([np.column_stack([before, row]) for _, row, _ in parts])
        tops = np.concatenate([after for _, _, after in parts])
    return Games(values, rows)


def _fallen(name: str, value: int, width: int, tops: Ints) -> tuple[int, Ints, Ints]:
    """A way of a piece, the row in which it rests on each board (-1: there is no room), and the boards after it."""
    s, x = divmod(value, width)
    lowest, highest = dict[int, int](), dict[int, int]()
    for r, c in PIECES[name][s].cells:
        lowest[x + c] = max(lowest.get(x + c, r), r)
        highest[x + c] = min(highest.get(x + c, r), r)
    row = np.minimum.reduce([tops[:, c] - below - 1 for c, below in lowest.items()])
    row = np.where(row < 0, -1, row)
    after = tops.copy()
    for c, above in highest.items():
        after[:, c] = np.where(row >= 0, row + above, tops[:, c])
    return value, row, after


class Asked(NamedTuple):
    """What is asked of the games: cells that stay empty or get filled, pieces that come to rest."""

    empty: tuple[tuple[int, int], ...] = ()
    filled: tuple[tuple[int, int], ...] = ()
    rest: tuple[int, ...] = ()


def argument(
    played: Games, sequence: str, width: int, asked: Asked, before: Possible, left: Left, names: Sequence[Say]
) -> Say | None:
    """Why pieces do not fall in the ways that are no longer left, where one reason is that of all."""
    empties, fills = ([played.fillers(sequence, width, cell) for cell in cells] for cells in asked[:2])
    out = [(at[0], v) for at, values in left.items() for v in np.flatnonzero(before[at]).tolist() if v not in values]
    reasons = list[Say | None]()
    for k, v in out:
        rows = played.values[:, k] == v
        rests = [played.rows[rows, piece] >= 0 for piece in asked.rest]
        reasons.append(_reason(k, [f[rows] for f in empties], [f[rows] for f in fills], rests, fills, asked, names))
    if all(reason == reasons[0] for reason in reasons):
        return reasons[0]
    if len(empties) + len(fills) + len(asked.rest) > 1:
        return None
    return Say("filled otherwise") if empties else Say("out of reach otherwise")  # whichever piece it is


def _reason(
    k: int,
    empties: Sequence[Ints],
    fills: Sequence[Ints],
    rests: Sequence[npt.NDArray[np.bool_]],
    reached: Sequence[Ints],
    asked: Asked,
    names: Sequence[Say],
) -> Say | None:
    """What is wrong in all games in which a piece falls in some way; ``reached`` is who fills cells in any game."""
    held = [*(filler < 0 for filler in empties), *(filler >= 0 for filler in fills), *rests]
    if len(held) > 1 and not all(one.any() for one in held):
        return None  # one of them says it alone
    if not empties and not fills:
        return Say("no room otherwise") if len(rests) == 1 else None
    if not empties and not asked.rest:
        if len(fills) > 1:
            return None
        alone = set(np.unique(reached[0]).tolist()) - {-1} == {k}
        return Say("only {piece} reaches it", piece=names[k]) if alone else Say("out of reach otherwise")
    wanted = np.all(held[len(empties) :], axis=0) | np.zeros(len(held[0]), dtype=np.bool_)
    for piece in (k, *(other for other in range(len(names)) if other != k)):
        if not empties or not (np.any([filler == piece for filler in empties], axis=0) | ~wanted).all():
            continue
        cells = either([Say("r{row}c{column}", row=r + 1, column=c + 1) for r, c in asked.empty])
        if fills and not asked.rest:
            filled = commas([Say("r{row}c{column}", row=r + 1, column=c + 1) for r, c in asked.filled])
            template = "with {filled} filled, {piece} fills {cells} otherwise"
            if len(fills) > 1:
                template = "with all of {filled} filled, {piece} fills {cells} otherwise"
            return Say(template, filled=filled, piece=names[piece], cells=cells)
        if fills:
            continue
        if asked.rest:
            return Say("otherwise without room, or {piece} fills {cells}", piece=names[piece], cells=cells)
        if piece == k:
            return Say("which it fills otherwise") if len(empties) == 1 else Say("of which it fills one otherwise")
        template = "which {piece} fills otherwise" if len(empties) == 1 else "of which {piece} fills one otherwise"
        return Say(template, piece=names[piece])
    return Say("filled otherwise") if len(empties) == 1 and not fills and not asked.rest else None
