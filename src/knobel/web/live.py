"""Setting, live: what an edit makes of a board, and then what is known about it, each as soon as it is there."""

from __future__ import annotations

from collections.abc import Iterator

from .asked import Answer, Request, Words, puzzle_of
from .boards import board_of
from .services import CHANGES, changed_board
from .verdicts import LIMIT, verdicts


def live(request: Request) -> Iterator[Answer]:
    """The ID and the picture of a board, on which something may have been changed, and the verdict on it."""
    as_it_is = "puzzle" in request and not any(name in request for name in (*CHANGES, "kind", "text"))
    puzzle = puzzle_of(request) if as_it_is else changed_board(request)
    words = Words(puzzle, request)
    shown = {name: request[name] for name in ("language",) if name in request}
    yield {"id": puzzle.id(), "picture": board_of(puzzle, shown, editable=True)}
    yield from verdicts(puzzle, words, request.get("limit", LIMIT))
