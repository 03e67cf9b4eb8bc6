"""Questions that are answered bit by bit: each event is a JSON object, and the last one has ``done``.

A limit ends a stream like an answer does: what was found by then has been told.
"""

from __future__ import annotations

import tempfile
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import asdict
from pathlib import Path
from time import monotonic
from typing import Any

from .. import registry
from ..book import Entry, book
from ..errors import BadInput, Misuse
from ..limits import Deadline, OutOfTime
from ..puzzle import Optimising, Puzzle, Refutable, values_of
from ..reading import short
from ..reasoning.telling import told
from ..tasks.compare import compare as task_compare
from ..tasks.count import Count, counts
from ..tasks.explain import Explanation, marks_of, steps
from ..tasks.generate import Made, generating
from ..tasks.grade import grade
from ..tasks.solve import solve
from .asked import (
    Answer,
    Request,
    Words,
    ats,
    checked,
    engine_of,
    fact,
    filled,
    mark_record,
    puzzle_of,
    size_of,
    unpacked,
)
from .files import PICTURES

PACE = 0.2  # seconds between two words about progress
COUNT_SECONDS = EXPLAIN_SECONDS = 60.0
RUN_SECONDS = 10.0  # of one engine against the others
MAKE_SECONDS = 60.0  # for one new puzzle
GRADE_SECONDS = 5.0  # of a puzzle in a book


def count(request: Request) -> Iterator[Answer]:
    """How many solutions there are, as far as they are counted."""
    puzzle = puzzle_of(request)
    found, told_at = Count(0, False), monotonic()
    with suppress(OutOfTime), Deadline(request.get("limit", COUNT_SECONDS)), closing(counts(puzzle, {})) as numbers:
        for found in numbers:
            if monotonic() - told_at >= PACE:
                told_at = monotonic()
                yield {"count": str(found.count), "exact": found.exact}
    # Numbers can be larger than what other languages hold exactly.
    yield {"count": str(found.count), "exact": found.exact, "by": found.by, "done": True}


def explain(request: Request) -> Iterator[Answer]:
    """From the clues to the solution, a step an event, with the board after it and what is to be marked."""
    puzzle = puzzle_of(request)
    words, end = Words(puzzle, request), Answer(done=True, steps=0)
    if isinstance(puzzle, Optimising) and puzzle.best and (bound := puzzle.bound()):
        yield {"bound": words(bound[1]), "value": bound[0]}
    if isinstance(puzzle, Refutable) and (argument := puzzle.refutation()) is not None:
        yield end | {"status": "none", "argument": words(argument), "complete": True, "open": []}
        return
    found, values, ended = [], values_of(puzzle.domain()), False
    with suppress(OutOfTime):
        for step, values in steps(puzzle, timeout=request.get("limit", EXPLAIN_SECONDS)):
            found.append(step)
            yield {
                "number": len(found),
                "text": words.text(told(puzzle, step)),
                "cells": [fact(atom) for atom in step.cells],
                "because": words.all(step.because),
                "level": step.level,
                "marks": [mark_record(mark) for mark in marks_of(step)],
            } | filled(puzzle, values)
        ended = True
    result = Explanation(puzzle, tuple(found), values, ended)
    status = "one" if result.solved else "many" if result.complete else "undecided"
    end |= {"status": "none" if result.contradiction else status, "steps": len(found), "complete": result.complete}
    end |= filled(puzzle, values) | {"open": ats(values < 0)}
    graded = result.grade
    if graded is not None:
        end |= {"grade": graded.name, "words": words.catalogue.get(graded.name, graded.name), "rounds": graded.rounds}
    yield end


def compare(request: Request) -> Iterator[Answer]:
    """Encodings against engines, a run an event."""
    puzzle, seconds = puzzle_of(request), request.get("limit", RUN_SECONDS)
    engines, number = [engine_of({"engine": name}) or "auto" for name in request.get("engines", ())], 0
    for run in task_compare(puzzle, request.get("encodings", ()), engines, seconds):
        number += 1
        yield {name: value for name, value in asdict(run).items() if value is not None}
    yield {"done": True, "runs": number}


# new puzzles


def generate(request: Request) -> Iterator[Answer]:
    """New puzzles, one an event."""
    number = 0
    with tempfile.TemporaryDirectory(prefix="knobel-") as folder:
        made = generating(
            request["kind"],
            grade=request.get("grade"),
            clues=request.get("clues", "few"),
            seed=request.get("seed"),
            count=request.get("count", 1),
            timeout=request.get("limit", MAKE_SECONDS),
            **_options(request, Path(folder) / "image"),
        )
        yield {"started": True}
        try:
            for one in made:
                number += 1
                yield _made(one, request)
        except BadInput as error:
            raise BadInput(error.message) from None  # without the name of a file that nobody knows
    yield {"done": True, "count": number}


def _options(request: Request, image: Path) -> dict[str, Any]:
    """What the recipe is told. A file is never named: an image is part of the request."""
    every = registry.kind(request["kind"]).recipe_options()
    known = {option.name for option in every if option.file is None} - {"size"}
    options: dict[str, Any] = {option["name"]: option["value"] for option in request.get("options", ())}
    for name in options:
        if name not in known:
            raise Misuse(f"there is no option {short(name)}; there are: {', '.join(sorted(known))}")
    if "size" in request:
        options["size"] = size_of(request)
    if "image" in request:
        taking = [option.name for option in every if option.file == "image"]
        if not taking:
            raise Misuse(f"boards of the kind {request['kind']} are not made of images")
        options[taking[0]] = str(_image(request["image"], image))
    return options


def _image(data: str, path: Path) -> Path:
    """The image of a request in a file of its own, for as long as it is needed."""
    path.write_bytes(unpacked(data, "image"))
    return path


def _made(made: Made, request: Request) -> Answer:
    puzzle = made.puzzle
    words = Words(puzzle, request)
    answer: Answer = {"id": puzzle.id(), "number": made.number, "seed": made.seed, "fits": made.fits}
    answer |= {"minimal": made.minimal, "clues": made.clues, "seconds": round(made.seconds, 3)}
    if made.grade is not None:
        answer |= {"grade": made.grade.name, "words": words.catalogue.get(made.grade.name, made.grade.name)}
    if made.note is not None:
        answer["note"] = words(made.note)
    return answer | ({} if made.solution is None else filled(puzzle, made.solution))


def printed(request: Request) -> Iterator[Answer]:
    """A book of puzzles: each is solved and graded, which takes time, and the last event has the file."""
    puzzles = [checked(registry.parse(id)) for id in request["puzzles"]]
    if not puzzles:
        raise BadInput("there is no puzzle to print")
    to, entries = request.get("to", "pdf"), list[Entry]()
    for puzzle in puzzles:
        entries.append(_entry(puzzle))
        yield {"number": len(entries), "total": len(puzzles)}
    title, paper, per_page = request.get("title", ""), request.get("paper", "a4"), request.get("per_page")
    content = book(entries, to, title=title, paper=paper, per_page=per_page)
    file = {"name": f"puzzles.{to}", "type": PICTURES[to], "base64": b64encode(content).decode("ascii")}
    yield {"done": True, "file": file}


def _entry(puzzle: Puzzle) -> Entry:
    found = solve(puzzle, timeout=GRADE_SECONDS).solution
    graded = grade(puzzle, timeout=GRADE_SECONDS) if found is not None else None
    return Entry(puzzle, found, None if graded is None else graded.name)
