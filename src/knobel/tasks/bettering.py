"""Answers that say ever more: whatever ends them, the last one counts."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import TypeVar

from ..errors import Interrupted
from ..limits import Deadline, OutOfTime

Answer = TypeVar("Answer")


def last(answer: Answer, better: Generator[Answer, None, None], seconds: float | None) -> Answer:
    """The last of these answers that comes in time, or the one that is there without any.

    Ctrl-C raises :class:`Interrupted` with it.

    >>> last(0, (n for n in (1, 2)), None)
    2
    """
    try:
        with Deadline(seconds), closing(better):
            for answer in better:  # noqa: B007
                pass
    except OutOfTime:
        pass
    except KeyboardInterrupt:
        raise Interrupted(answer) from None
    return answer
