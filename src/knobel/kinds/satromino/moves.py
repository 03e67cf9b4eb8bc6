"""Reading strings of moves: each piece is turned and shifted at the top, then falls until it rests.

``t`` turns, ``l`` and ``r`` shift, ``d`` goes down; the last ``d`` of a piece locks it. Where pieces are not known,
the moves stand piece by piece between commas, ``?`` for an unknown one; there, one ``d`` may stand for the whole fall.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from knobel.errors import BadInput
from knobel.puzzle import BrokenRule, Values
from knobel.say import Say

from .pieces import Pose, cells_at, first_pose, moved, paths

if TYPE_CHECKING:
    from .rules import Satromino

_PART = re.compile("([lrt]*)(d*)")


def read_moves(puzzle: Satromino, text: str) -> Values:
    """The state and column of each piece, as one number a piece; moves that cannot be played break a rule."""
    for char in text:
        if char not in "lrtd,?":
            raise BadInput(f"the moves have {char!r}; expected one of l r d t")
    reader = _Reader(puzzle)
    if "," in text or "?" in text:
        parts = text.split(",")
        if len(parts) != len(puzzle.sequence):
            raise BadInput(f"there are moves of {len(parts)} pieces; expected {len(puzzle.sequence)}")
        for k, part in enumerate(parts):
            if part != "?" and not (part and _PART.fullmatch(part)):
                name = f"piece {k + 1} ({puzzle.sequence[k]})"
                raise BadInput(f"{name} has the moves {part[:20]!r}; expected l r t, then d, or ?")
        for part in parts:
            reader.read_part(part, short="?" in text)
    else:
        at = 0
        for _ in puzzle.sequence:
            at = reader.read_run(text, at)
        if at < len(text):
            raise BrokenRule(Say("{count} moves are left behind the last piece; expected none", count=len(text) - at))
    return np.array(reader.values, dtype=np.int64)


class _Reader:
    """The board while moves are read. ``filled`` is None behind a piece that is not known."""

    def __init__(self, puzzle: Satromino) -> None:
        self.puzzle = puzzle
        self.filled: set[tuple[int, int]] | None = puzzle.started()
        self.values: list[int] = []

    @property
    def piece(self) -> str:
        """The piece whose turn it is."""
        return self.puzzle.sequence[len(self.values)]

    @property
    def words(self) -> dict[str, int | str]:
        """The same, for sentences."""
        return {"number": len(self.values) + 1, "piece": self.piece}

    def read_part(self, part: str, short: bool) -> None:
        """One piece between commas; ``short``: the fall may be left out, or be a single ``d``."""
        if part == "?":
            self.values.append(-1)
            self.filled = None
            return
        path = part.rstrip("d")
        fall = len(part) - len(path)
        poses = self._poses(path)
        y = self._rest(poses)
        if y is not None and fall != y + 1 and not (short and fall <= 1):
            raise self._wrong_fall(fall, y)
        self._lock(poses[-1], y)

    def read_run(self, text: str, at: int) -> int:
        """One piece of a whole solution, and where the next one begins."""
        if at == len(text):
            template = "the moves end before piece {number} ({piece}); expected moves of {count} pieces"
            raise BrokenRule(Say(template, count=len(self.puzzle.sequence), **self.words))
        match = _PART.match(text, at)
        assert match is not None  # it matches nothing, too
        poses = self._poses(match[1])
        y = self._rest(poses)
        at = match.end()
        if y is not None:
            if len(match[2]) <= y:
                raise self._wrong_fall(len(match[2]), y)
            at = match.end(1) + y + 1
        self._lock(poses[-1], y)
        return at

    def _wrong_fall(self, count: int, y: int) -> BrokenRule:
        template = "piece {number} ({piece}) goes down {count} times; expected {fall} until it rests"
        return BrokenRule(Say(template, count=count, fall=y + 1, **self.words))

    def _poses(self, path: str) -> list[Pose]:
        """All poses of a path, from the one in which the piece appears."""
        poses = [first_pose(self.puzzle.width)]
        for at, move in enumerate(path, 1):
            after = moved(self.piece, poses[-1], move, self.puzzle.width)
            if after is None:
                template = "piece {number} ({piece}) runs into a wall with move {at} of its path, '{move}'"
                raise BrokenRule(Say(template, at=at, move=move, **self.words))
            poses.append(after)
        return poses

    def _rest(self, poses: list[Pose]) -> int | None:
        """The row in which the piece rests; None where it has no place, or where that is not known."""
        if self.filled is None:
            return None
        if self.puzzle.strict:
            if poses[-1] not in paths(self.piece, self.puzzle.width, self.filled):
                return None
            for count, pose in enumerate(poses):
                if any(cell in self.filled for cell in cells_at(self.piece, *pose, 0)):
                    template = (
                        "piece {number} ({piece}) touches a filled cell after {count} moves; "
                        "there is a path that does not"
                    )
                    raise BrokenRule(Say(template, count=count, **self.words))
        return self.puzzle.rest(self.piece, *poses[-1], self.filled)

    def _lock(self, pose: Pose, y: int | None) -> None:
        if y is not None and self.filled is not None:
            self.filled |= set(cells_at(self.piece, *pose, y))
        self.values.append(pose[0] * self.puzzle.width + pose[1])
