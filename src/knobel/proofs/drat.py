"""DRAT proofs as files: a list of clauses that are added and deleted, as text or in the binary form, told by content.

Nothing is repaired: a file that is cut short, or holds anything else than such steps, is refused with the place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..errors import BadInput
from ..formula import Lits

Bytes = npt.NDArray[np.uint8]

MOST = 2**31 - 1
"""The largest variable that a proof can speak of."""

COMMENT = re.compile(rb"^[ \t]*c[^\n]*", re.MULTILINE)
ADD, DELETE, MINUS = ord("a"), ord("d"), ord("-")


@dataclass(frozen=True)
class Proof:
    """The steps: zero-terminated clauses in one buffer, and for each whether it is deleted instead of added."""

    flat: Lits
    deletes: npt.NDArray[np.bool_]

    @property
    def steps(self) -> int:
        return len(self.deletes)

    def clause(self, step: int) -> list[int]:
        """The literals of one step, which counts from 0."""
        ends = np.flatnonzero(self.flat == 0)
        return [int(lit) for lit in self.flat[ends[step - 1] + 1 if step else 0 : ends[step]]]


def read_proof(data: bytes) -> Proof:
    """A proof in either form; raises :class:`BadInput`.

    Every step of a binary proof ends in a zero byte, and no text holds one: that tells them apart.

    >>> read_proof(b"1 -2 0\\nd 1 -2 0\\n0\\n").flat.tolist()
    [1, -2, 0, 1, -2, 0, 0]
    >>> read_proof(b"a\\x02\\x05\\x00d\\x02\\x05\\x00a\\x00").deletes.tolist()
    [False, True, False]
    """
    return _binary(np.frombuffer(data, np.uint8)) if b"\0" in data else _text(data)


# text


def _characters(allowed: bytes) -> npt.NDArray[np.bool_]:
    table = np.zeros(256, dtype=np.bool_)
    table[list(allowed)] = True
    return table


_SPACE, _DIGIT = _characters(b" \t\r\n\f\v"), _characters(b"0123456789")
_ALLOWED = _SPACE | _DIGIT | _characters(b"-d")


def _text(data: bytes) -> Proof:
    def refuse(wrong: npt.NDArray[np.bool_], at: npt.NDArray[np.int64], message: str) -> None:
        """Complain about the first place where something is wrong."""
        if wrong.any():
            place = int(at[int(np.argmax(wrong))])
            word = data[place : place + 40].split()[:1] or [b""]
            raise BadInput(f"{message}, not {word[0].decode('ascii', 'replace')!r}", data.count(b"\n", 0, place) + 1)

    data = COMMENT.sub(lambda found: b" " * len(found[0]), data) if b"c" in data else data  # places stay as they are
    bytes_ = np.frombuffer(b" " + data + b" ", np.uint8)
    space = _SPACE[bytes_]
    starts = np.flatnonzero(space[:-1] & ~space[1:])  # of the words; in ``data``, which begins one byte later
    lengths = np.flatnonzero(~space[:-1] & space[1:]) - starts
    expected = "expected a literal, 0 or d"
    refuse(~_ALLOWED[bytes_[1:-1]], np.arange(len(data)), expected)
    digits = _DIGIT[bytes_]
    sign = np.flatnonzero(bytes_ == MINUS)
    refuse(~space[sign - 1] | ~digits[sign + 1], sign - 1, expected)
    letter = np.flatnonzero(bytes_ == DELETE)
    refuse(~space[letter - 1] | ~space[letter + 1], letter - 1, expected)
    refuse(lengths > 11, starts, f"expected a literal of at most {MOST}")
    numbers = (
        np.fromstring(data.replace(b"d", b"0").decode("ascii"), dtype=np.int64, sep=" ") if len(starts) else starts
    )
    refuse(np.abs(numbers) > MOST, starts, f"expected a literal of at most {MOST}")
    marks = bytes_[starts + 1] == DELETE
    ends = (numbers == 0) & ~marks
    begins = np.append(True, ends[:-1])[: len(ends)]
    refuse(marks & ~begins, starts, "expected the clause to end in 0 before the next step")
    if len(ends) and not ends[-1]:
        raise BadInput(
            "the last step does not end in 0: the proof is cut short", data.count(b"\n", 0, int(starts[-1])) + 1
        )
    return Proof(numbers[~marks].astype(np.int32), marks[begins])


# binary


def _binary(bytes_: Bytes) -> Proof:
    """Each step is ``a`` or ``d``, numbers, and a zero byte.

    A literal is twice its variable, plus one if negated, written in groups of seven bits, the lowest first; a set
    eighth bit says that another group follows.
    """
    zeros = np.flatnonzero(bytes_ == 0)
    if zeros[-1] != len(bytes_) - 1:
        raise BadInput(f"the last step has no end (byte {len(bytes_)}): the proof is cut short")
    begins = np.append(0, zeros[:-1] + 1)
    letters = bytes_[begins]
    wrong = (letters != ADD) & (letters != DELETE)
    if wrong.any():
        place = int(begins[int(np.argmax(wrong))])
        raise BadInput(
            f"expected a step of a binary proof, 'a' or 'd', not the byte {bytes_[place]} (byte {place + 1})"
        )
    body = np.ones(len(bytes_), dtype=np.bool_)
    body[begins] = False
    rest = bytes_[body].astype(np.int64)
    ends = np.flatnonzero(rest < 128)  # of the numbers; a step's zero is a number, too
    first = np.append(0, ends[:-1] + 1)
    lengths = ends - first + 1
    if (lengths > 5).any() or (rest[ends[lengths > 1]] == 0).any():
        raise BadInput(f"a number of the binary proof is damaged: expected a literal of at most {MOST}")
    place = np.arange(len(rest)) - np.repeat(first, lengths)
    codes = np.add.reduceat((rest & 127) << (7 * place), first)
    if (codes == 1).any() or (codes >> 1 > MOST).any():
        raise BadInput(f"a number of the binary proof is out of range: expected a literal of at most {MOST}")
    lits = np.where(codes & 1, -(codes >> 1), codes >> 1).astype(np.int32)
    return Proof(lits, letters == DELETE)
