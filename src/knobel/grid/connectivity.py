"""The cells that have something form one piece, in clauses.

On small boards, step by step: ``reached[t, i]`` says that cell i is at most t steps away from the root, which is the
first cell of the piece. Unit propagation then sees what is cut off from it. Steps are too many on large boards; there
each cell of the piece has a rank, and all but the root have a neighbour of a lower rank. (Both are honest: they hold
for exactly those boards on which the cells are connected.)

A search may do with much less: ``Pieces`` looks at what it found, and says what to add where that is in pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from ..emit import Ints, implies_any
from ..formula import Formula, Lits, truth

STEPS = 10_000  # cells times steps, at most, that are told one by one


def connected(
    f: Formula,
    has: Lits,
    pairs: Sequence[tuple[int, int]],
    ground: Sequence[int] = (),
    name: str = "connected",
    steps: int = STEPS,
) -> None:
    """The cells i with ``has[i]`` form one piece; with ``ground``, all hang together with one of these cells."""
    m = len(has)
    if m < 2:
        return
    both = np.array([*pairs, *((j, i) for i, j in pairs)], dtype=np.int64).reshape(-1, 2)
    both = both[np.lexsort((both[:, 1], both[:, 0]))]
    root = _roots(f, has, ground, name)
    write = _by_steps if m * m <= steps else _by_ranks
    write(f, has, both, root, name)


def _roots(f: Formula, has: Lits, ground: Sequence[int], name: str) -> Lits:
    """``[i]``: cell i may stand alone. Without any ground, that is the first cell of the piece only."""
    if ground:
        root = np.full(len(has), -f.true, dtype=np.int32)
        root[list(ground)] = has[list(ground)]
        return root
    before = np.append(-f.true, f.new(f"{name}.before", len(has) - 1, helper=True)).astype(np.int32)
    f.add(np.stack([-has[:-1], before[1:]], axis=1), np.stack([-before[:-1], before[1:]], axis=1))
    f.add(np.stack([before[:-1], has[:-1], -before[1:]], axis=1))
    root = f.new(f"{name}.root", len(has), helper=True)
    f.add(np.stack([-root, has], axis=1), np.stack([-root, -before], axis=1), np.stack([root, -has, before], axis=1))
    return root


def _by_steps(f: Formula, has: Lits, both: Ints, root: Lits, name: str) -> None:
    m = len(has)
    first, other = both.T
    reached = f.new(f"{name}.reached", m - 1, m, helper=True)
    f.add(np.stack([-has, reached[-1]], axis=1))
    before = root
    for now in reached:
        f.add(np.stack([-now, has], axis=1))
        members, owners = np.concatenate([before[other], before]), np.concatenate([first, np.arange(m)])
        implies_any(f, now, owners, members)
        before = now


def _by_ranks(f: Formula, has: Lits, both: Ints, root: Lits, name: str) -> None:
    m, (first, other) = len(has), both.T
    bits = (m - 1).bit_length()
    rank = f.new(f"{name}.rank", m, bits, helper=True)
    less = f.new(f"{name}.less", len(both), bits, helper=True)  # the rank of the other in bits up to this one is lower
    parent = less[:, -1]
    low = np.concatenate([np.full((len(both), 1), -f.true, dtype=np.int32), less[:, :-1]], axis=1)
    a, b = rank[other], rank[first]
    for clause in ((-less, -a, b), (-less, b, low), (-less, -a, low)):
        f.add(np.stack([part.ravel() for part in clause], axis=1))
    # A parent is one of the piece; a variable of its own says so, since ranks alone may be lower anywhere.
    child = f.new(f"{name}.parent", len(both), helper=True)
    f.add(np.stack([-child, parent], axis=1), np.stack([-child, has[other]], axis=1))
    owners, members = np.concatenate([first, np.arange(m)]), np.concatenate([child, root])
    implies_any(f, has, owners, members)


class Pieces:
    """The cells i with ``has[i]`` are to form one piece, or to hang together with the ground."""

    def __init__(self, has: Lits, pairs: Sequence[tuple[int, int]], ground: Sequence[int] = ()) -> None:
        self._has, self._ground = has, set(ground)
        self._beside: list[list[int]] = [[] for _ in has]
        for i, j in pairs:
            self._beside[i].append(j)
            self._beside[j].append(i)

    def cuts(self, model: npt.NDArray[np.bool_]) -> Iterator[list[int]]:
        """For each piece: if all of its border stays out, a cell of it and one of another are not both in."""
        members, lits = truth(model, self._has).tolist(), self._has.tolist()
        pieces = [piece for piece in self._pieces(members) if not self._ground & set(piece)]
        if len(pieces) < 2 and not self._ground:
            return
        for number, piece in enumerate(pieces):
            border = dict.fromkeys(j for i in piece for j in self._beside[i] if not members[j])
            ends = [-lits[piece[0]]]
            if not self._ground:
                mine = set(piece)
                beyond = (i for j in border for i in self._beside[j] if members[i] and i not in mine)
                ends.append(-lits[next(beyond, pieces[number - 1][0])])
            yield [*ends, *(lits[j] for j in border)]

    def _pieces(self, members: list[bool]) -> list[list[int]]:
        seen, found = [not one for one in members], []
        for start in range(len(members)):
            if not seen[start]:
                piece, seen[start] = [start], True
                for i in piece:  # grows while it is read
                    for j in self._beside[i]:
                        if not seen[j]:
                            seen[j] = True
                            piece.append(j)
                found.append(piece)
        return found
