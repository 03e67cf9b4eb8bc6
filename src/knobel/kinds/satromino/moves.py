"""Reading strings of moves: each piece is turned and shifted at the top, then falls until it rests.

``t`` turns, ``l`` and ``r`` shift, ``d`` goes down; the last ``d`` of a piece locks it. Where pieces are not known,
the moves stand piece by piece between commas, ``?`` for an unknown one; there, one ``d`` may stand for the whole fall.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from knobel.errors import unexpected
from knobel.puzzle import BrokenRule, Values
from knobel.readers import short
from knobel.say import Say

from .pieces import Filled, Pose, cells_at, first_pose, moved, paths

if TYPE_CHECKING:
    from .rules import Satromino

_PART = re.compile("[lrt]*d*")


def read_moves(puzzle: Satromino, text: str) -> Values:
    """The state and column of each piece, as one number a piece; moves that cannot be played break a rule."""
    for char in text:
        if char not in "lrtd,?":
            raise unexpected(Say("the moves have {move}", move=repr(char)), Say("one of {codes}", codes="l r d t"))
    parts = _parts(puzzle, text) if "," in text or "?" in text else None
    values: list[int] = []
    filled: set[tuple[int, int]] | None = puzzle.started()  # None after a piece that is not known
    at = 0
    for k, piece in enumerate(puzzle.sequence):
        words: dict[str, int | str] = {"number": k + 1, "piece": piece}
        if parts is None and at == len(text):
            template = "the moves end before piece {number} ({piece}) of {count}"
            raise BrokenRule(Say(template, count=len(puzzle.sequence), **words))
        match = _PART.match(text, at)
        part = parts[k] if parts is not None else match[0] if match else ""
        if part == "?":
            values.append(-1)
            filled = None
            continue
        path = part.rstrip("d")
        fall = len(part) - len(path)
        poses = _poses(puzzle, piece, path, words)
        y = None if filled is None else _rest(puzzle, piece, poses, filled, words)
        if y is not None and filled is not None:
            enough = fall > y if parts is None else fall == y + 1 or ("?" in text and fall <= 1)
            if not enough:
                template = "piece {number} ({piece}) comes to rest after {fall} x d, but has {count} x d"
                raise BrokenRule(Say(template, count=fall, fall=y + 1, **words))
            filled.update(cells_at(piece, *poses[-1], y))
        at += len(path) + (fall if y is None else y + 1)
        values.append(poses[-1][0] * puzzle.width + poses[-1][1])
    if parts is None and at < len(text):
        raise BrokenRule(Say("moves are left over behind the last piece: {count}", count=len(text) - at))
    return np.array(values, dtype=np.int64)


def _parts(puzzle: Satromino, text: str) -> list[str]:
    """The moves of each piece, which stand between commas."""
    parts = text.split(",")
    if len(parts) != len(puzzle.sequence):
        found = Say("the number of pieces with moves is {count}", count=len(parts))
        raise unexpected(found, str(len(puzzle.sequence)))
    for k, part in enumerate(parts):
        if part != "?" and not (part and _PART.fullmatch(part)):
            name = Say("piece {number} ({piece})", number=k + 1, piece=puzzle.sequence[k])
            found = Say("{piece} has the moves {moves}", piece=name, moves=short(part))
            raise unexpected(found, Say("l r t, then d, or ?"))
    return parts


def _poses(puzzle: Satromino, piece: str, path: str, words: dict[str, int | str]) -> list[Pose]:
    """All poses of a path, from the one in which the piece appears."""
    poses = [first_pose(puzzle.width)]
    for at, move in enumerate(path, 1):
        after = moved(piece, poses[-1], move, puzzle.width)
        if after is None:
            template = "piece {number} ({piece}) runs into a wall with move {at} of its path, '{move}'"
            raise BrokenRule(Say(template, at=at, move=move, **words))
        poses.append(after)
    return poses


def _rest(puzzle: Satromino, piece: str, poses: list[Pose], filled: Filled, words: dict[str, int | str]) -> int | None:
    """The row in which the piece rests; None where it has no place."""
    if puzzle.strict and poses[-1] in paths(piece, puzzle.width, filled):
        for count, pose in enumerate(poses):
            if any(cell in filled for cell in cells_at(piece, *pose, 0)):
                template = (
                    "piece {number} ({piece}) touches a filled cell with move {count} of its path; "
                    "there is a path that does not"
                )
                raise BrokenRule(Say(template, count=count, **words))
    return puzzle.rest(piece, *poses[-1], filled)
