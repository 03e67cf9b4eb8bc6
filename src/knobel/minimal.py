"""Minimal sets: what can be left out of clues or reasons. One mechanism for new puzzles and for explanations."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def minimal(all_: Sequence[T], contradict: Callable[[Collection[T]], bool]) -> list[T]:
    """A part of what contradicts itself that still does, and of which nothing can be spared; the first go first.

    >>> minimal("abcd", lambda part: {"b", "c"} <= set(part))
    ['b', 'c']
    """
    gone = set(removable(all_, all_, lambda part: part if contradict(part) else None))
    return [one for one in all_ if one not in gone]


def removable(
    all_: Collection[T], tried: Sequence[T], enough: Callable[[Collection[T]], Collection[T] | None]
) -> Iterator[T]:
    """What can be left out, one after the other, such that the rest is enough after each; the others are needed.

    Only what is to be ``tried`` goes, the first of them first. ``enough`` says which part of a collection is enough,
    or None if all of it is not, or if nobody can tell: then nothing goes.

    >>> list(removable("abcd", "abcd", lambda rest: {"c", "d"} if {"c", "d"} <= set(rest) else None))
    ['a', 'b']
    """
    rest = dict.fromkeys(all_)  # in this order, always
    unsure = dict.fromkeys(tried)
    core = enough(list(rest))
    while unsure and core is not None:
        idle = [one for one in unsure if one not in core]
        for one in idle:
            del unsure[one]
            del rest[one]
            yield one
        while unsure:
            one = next(iter(unsure))
            del unsure[one]
            fewer = enough([other for other in rest if other != one])
            if fewer is not None:
                core = fewer
                del rest[one]
                yield one
                break
