"""Questions that are answered bit by bit: each event is a JSON object, and the last one has ``done``.

A limit ends a stream like an answer does: what was found by then has been told.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import knobel

from .. import registry
from ..errors import BadInput, Misuse
from ..limits import Deadline, OutOfTime
from ..puzzle import Optimising, Refutable
from ..readers import short
from ..reasoning.wording import told
from ..say import Say, catalogue
from ..tasks.count import Count, counts
from ..tasks.explain import marks_of
from .boards import board
from .convert import (
    Translator,
    atom_json,
    ats,
    base64_bytes,
    checked_engine,
    checked_puzzle,
    checked_size,
    fields,
    filled,
    mark_json,
    present,
    puzzle_and_words,
    puzzle_of,
)
from .editing import changed_boards, changes, drawn_after
from .schemas import BoardRequest, ChangeRequest, CompareRequest, GenerateRequest, PuzzleRequest
from .service import Json
from .verdicts import verdicts

PACE = 0.2  # seconds between two words about progress


def live(request: ChangeRequest) -> Iterator[Json]:
    """The ID and the picture of a board, on which something may have been changed, and the verdict on it.

    ``steps`` are the boards on the way to it, one after each edit; ``drawn`` is what became of values that a transform
    has moved.
    """
    as_it_is = request.puzzle is not None and request.kind is request.text is None and not changes(request)
    boards = [checked_puzzle(registry.parse(request.puzzle or ""))] if as_it_is else changed_boards(request)
    puzzle, steps = boards[-1], [one.id() for one in boards]
    drawn = drawn_after(puzzle, request)
    drawn = drawn if drawn is not None and (drawn >= 0).all() else None  # all of it, or nothing
    shown = BoardRequest(puzzle=steps[-1], set=True, language=request.language)
    moved = present(drawn=None if drawn is None or request.transform is None else drawn.tolist())
    yield {"id": shown.puzzle, "steps": steps, "picture": board(shown)} | moved
    yield from verdicts(puzzle, Translator(puzzle, request.language), request.limit, drawn)


def count(request: PuzzleRequest) -> Iterator[Json]:
    """How many solutions there are, as far as they are counted."""
    puzzle = puzzle_of(request)
    found, told_at = Count(0, False), time.monotonic()
    with suppress(OutOfTime), Deadline(request.limit), closing(counts(puzzle, {})) as numbers:
        for found in numbers:
            if time.monotonic() - told_at >= PACE:
                told_at = time.monotonic()
                yield {"count": str(found.count), "exact": found.exact}
    # Numbers can be larger than what other languages hold exactly.
    yield {"count": str(found.count), "exact": found.exact, "by": found.by, "done": True}


def explain(request: PuzzleRequest) -> Iterator[Json]:
    """From the clues to the solution, a step an event, with the board after it and what is to be marked."""
    puzzle, words = puzzle_and_words(request)
    end = Json(done=True, steps=0)
    if isinstance(puzzle, Optimising) and puzzle.best and (bound := puzzle.bound()):
        yield {"bound": words(bound[1]), "value": bound[0]}
    if isinstance(puzzle, Refutable) and (argument := puzzle.refutation()) is not None:
        yield end | {"status": "none", "argument": words(argument), "complete": True, "open": []}
        return
    result = knobel.explain(puzzle, timeout=request.limit)
    for number, (step, values) in enumerate(zip(result.steps, result.boards(), strict=True), 1):
        yield {
            "number": number,
            "text": words.text(told(puzzle, step)),
            "cells": [atom_json(atom) for atom in step.cells],
            "because": words.all(step.because),
            "level": step.level,
            "marks": [mark_json(mark) for mark in marks_of(puzzle, step)],
        } | filled(puzzle, values)
    status = "one" if result.solved else "many" if result.complete else "undecided"
    end |= {
        "status": "none" if result.contradiction else status,
        "steps": len(result.steps),
        "complete": result.complete,
    }
    end |= filled(puzzle, result.values) | {"open": ats(result.values < 0)}
    graded = result.grade
    yield end | words.grade(graded) | ({} if graded is None else {"rounds": graded.rounds})


def compare(request: CompareRequest) -> Iterator[Json]:
    """Encodings against engines, a run an event."""
    engines, number = [checked_engine(name) or "auto" for name in request.engines], 0
    for run in knobel.compare(puzzle_of(request), request.encodings, engines, request.limit):
        number += 1
        note = run.note.into(catalogue(request.language)) if isinstance(run.note, Say) else run.note
        yield present(**asdict(run) | {"note": note})
    yield {"done": True, "runs": number}


# new puzzles


def generate(request: GenerateRequest) -> Iterator[Json]:
    """New puzzles, one an event."""
    number = 0
    with tempfile.TemporaryDirectory(prefix="knobel-") as folder:
        made = knobel.generating(
            request.kind,
            grade=request.grade,
            clues=request.clues,
            seed=request.seed,
            count=request.count,
            timeout=request.limit,
            **_options(request, Path(folder) / "image"),
        )
        yield {"started": True}
        try:
            for one in made:
                number += 1
                yield _made(one, request.language)
        except BadInput as error:
            raise BadInput(error.message) from None  # without the name of a file that nobody knows
    yield {"done": True, "count": number}


def _options(request: GenerateRequest, image: Path) -> dict[str, Any]:
    """What the recipe is told. A file is never named: an image is part of the request."""
    every = registry.kind(request.kind).recipe_options()
    known = {option.name for option in every if option.file is None} - {"size"}
    options: dict[str, Any] = {option.name: option.value for option in request.options}
    for name in options:
        if name not in known:
            raise Misuse(f"there is no option {short(name)}; there are: {', '.join(sorted(known))}")
    if request.size is not None:
        options["size"] = checked_size(request.size)
    if request.image is not None:
        taking = [option.name for option in every if option.file == "image"]
        if not taking:
            raise Misuse(f"boards of the kind {request.kind} are not made of images")
        image.write_bytes(base64_bytes(request.image, "image"))
        options[taking[0]] = str(image)
    return options


def _made(made: knobel.Made, language: str) -> Json:
    puzzle = made.puzzle
    words = Translator(puzzle, language)
    answer = fields(made, "number", "seed", "fits", "minimal", "clues") | words.grade(made.grade)
    answer |= {"id": puzzle.id(), "seconds": round(made.seconds, 3)} | filled(puzzle, made.solution)
    return answer if made.note is None else answer | {"note": words(made.note)}
