"""Questions that are answered at once: what there is, reading puzzles, editing, playing, solving, hints and reasons.

Each is a function from a request to an answer, both of which are JSON; none knows how it was asked.
"""

from __future__ import annotations

from itertools import islice

import numpy as np

from .. import __version__, registry
from ..errors import BadInput, KnobelError, Misuse
from ..loading import text_entries
from ..puzzle import Puzzle
from ..reasoning.telling import recounted
from ..registry import Kind
from ..say import LANGUAGES
from ..setting import Moving, Revealing, Turning
from ..tasks.explain import marks_of as step_marks
from ..tasks.grade import grade as task_grade
from ..tasks.hint import Hint
from ..tasks.hint import hint as task_hint
from ..tasks.solve import solve as task_solve
from ..tasks.unique import unique
from ..tasks.why import why as task_why
from .asked import (
    Answer,
    Request,
    Words,
    at_of,
    checked,
    engine_of,
    engines,
    fact,
    filled,
    givens_of,
    language_of,
    mark_record,
    place_of,
    puzzle_of,
    setting_of,
    size_of,
    state_of,
    unpacked,
)
from .boards import plain_board
from .verdicts import placed

MOST_READ = 200  # puzzles of one text
SECONDS = 15.0  # for a question that says nothing else
NUMBERS = {"none": "none", "unique": "one", "multiple": "many", "undecided": "undecided"}


# what there is


def kinds(request: Request) -> Answer:
    """Everything that can be chosen; where there are no words in a language, they are English."""
    language = language_of(request)
    return {
        "kinds": [_kind(kind, language) for kind in registry.kinds().values()],
        "engines": [{"name": one.name, "about": one.about, "model": "model" in one.can} for one in engines().values()],
        "languages": list(LANGUAGES),
        "version": __version__,
    }


def _kind(kind: Kind, language: str) -> Answer:
    setting, words, options = kind.setting, kind.catalogue(language), kind.recipe_options()
    return {
        "name": kind.name,
        "about": words.get(kind.about, kind.about),
        "language": language if kind.about in words else "en",
        "options": {name: list(values) for name, values in kind.options.items()},
        "encodings": [
            {
                "name": one.name,
                "about": one.about,
                "labels": one.labels,
                "engine": one.engine,
                "default": one.default,
                "weaker": one.weaker,
                "model": one.model,
            }
            for one in registry.encodings(kind).values()
        ],
        "examples": [{"name": one.name, "about": one.about, "id": one.id} for one in kind.examples.values()],
        "formats": [{"name": one.name, "about": one.about, "writes": one.write is not None} for one in kind.formats],
        "recipe": [one._asdict() for one in options if one.file is None],
        "images": any(one.file == "image" for one in options),
        "words": {key: words.get(english, english) for key, english in kind.words.items()},
        "sets": setting is not None,
        "turns": isinstance(setting, Turning),
        "reveals": setting.LOSES if isinstance(setting, Revealing) else None,
        "moves": [{"key": key, "code": code} for key, code in setting.MOVES] if isinstance(setting, Moving) else [],
    }


def read(request: Request) -> Answer:
    """The puzzles of a text: IDs, an address, an example or a file of any format."""
    if ("text" in request) == ("file" in request):
        raise Misuse("expected either a text or a file")
    # Bytes that are no characters become lone surrogates, from which formats that are not made of text get them back.
    data = unpacked(request["file"], "file") if "file" in request else b""
    text: str = request.get("text", data.decode("utf-8-sig", "surrogateescape"))
    if text.startswith("@"):
        return {"puzzles": [_example(text.strip())], "more": False}
    found = list(islice(text_entries(text, request.get("kind")), MOST_READ + 1))
    puzzles = [_read(one, number) for number, one in enumerate(found[:MOST_READ], 1)]
    if puzzles and all("error" in one for one in puzzles):
        raise BadInput(puzzles[0]["error"])
    return {"puzzles": puzzles, "more": len(found) > MOST_READ}


def _read(found: Puzzle | BadInput, number: int) -> Answer:
    try:
        if isinstance(found, BadInput):
            raise found
        checked(found)
    except KnobelError as error:
        return {"error": str(error)}
    return {"id": found.id(), "kind": found.kind, "name": found.title or f"{found.kind} {number}"}


def _example(text: str) -> Answer:
    kind, _, name = text[1:].partition("/")
    examples = registry.kind(kind).examples
    if name not in examples:
        raise BadInput(f"no such example; known: {', '.join(examples)}")
    return {"id": examples[name].id, "kind": kind, "name": name}


# setting


CHANGES = ("place", "size", "turn", "state", "values")
"""Fields that say what is to be changed."""


def change(request: Request) -> Answer:
    """A board with something changed on it, or a new one."""
    return {"id": changed_board(request).id()}


def changed_board(request: Request) -> Puzzle:
    """The board that a request makes."""
    wanted = [name for name in CHANGES if name in request]
    if len(wanted) != 1 or ("puzzle" in request) == ("kind" in request) or ("text" in request) != ("place" in request):
        raise Misuse("expected a kind and a size; or a puzzle, and one of place and text, size, turn, state, values")
    if "kind" in request:
        setting = registry.kind(request["kind"]).setting
        if setting is None or wanted != ["size"]:
            raise Misuse("a new board needs a kind whose boards can be edited, and a size")
        return checked(setting.empty(size_of(request)))
    puzzle = puzzle_of(request)
    setting = setting_of(puzzle)
    if wanted == ["place"]:
        changed = setting.changed(puzzle, place_of(request["place"]), request["text"])
    elif wanted == ["size"]:
        changed = setting.resized(puzzle, size_of(request))
    elif wanted == ["turn"]:
        if not isinstance(setting, Turning):
            raise Misuse(f"boards of the kind {puzzle.kind} cannot be turned")
        changed = setting.turned(puzzle)
    else:
        values = state_of(puzzle, request)
        assert values is not None
        # What is not filled in counts as empty, where that is possible.
        changed = puzzle.full(np.where(values < 0, puzzle.domain().argmax(axis=-1), values))
    return checked(changed)


# playing


def reveal(request: Request) -> Answer:
    """What uncovered cells show. The game is about one solution, the first that is found."""
    puzzle = puzzle_of(request)
    setting = setting_of(puzzle)
    if not isinstance(setting, Revealing):
        raise Misuse(f"boards of the kind {puzzle.kind} cannot be played by uncovering cells")
    result = task_solve(puzzle, timeout=request.get("limit", SECONDS))
    if result.solution is None:
        raise BadInput("there is no solution to uncover" if result.status == "unsolvable" else "no solution was found")
    solution = result.solution
    uncovered = {at_of(puzzle, at) for at in request["open"]}
    full = puzzle.full(solution)
    texts = {slot.place: slot.text for slot in setting.slots(full)}
    own = {slot.place: slot.text for slot in setting.slots(puzzle)}
    lost = any(solution[at] == setting.LOSES for at in uncovered)
    safe = (solution != setting.LOSES) & (setting.givens(puzzle) < 0)
    for at in uncovered:
        safe[at] = False
    shown = {place: texts[place] for place in texts if place[1:] in uncovered and solution[place[1:]] != setting.LOSES}
    for place, text in shown.items():
        if not own[place]:
            puzzle = setting.changed(puzzle, place, text)
    cells = [{"at": list(place[1:]), "text": text} for place, text in shown.items()]
    return {"cells": cells, "lost": lost, "won": not lost and not safe.any(), "id": puzzle.id()} | (
        filled(puzzle, solution) if lost else {}
    )


def moves(request: Request) -> Answer:
    """A level after some moves."""
    puzzle = puzzle_of(request)
    setting = setting_of(puzzle)
    if not isinstance(setting, Moving):
        raise Misuse(f"boards of the kind {puzzle.kind} are not played by moves")
    words, found = Words(puzzle, request), setting.played(puzzle, request["moves"])
    return {
        "moves": found.moves,
        "line": puzzle.write(found.values),
        "piece": found.piece,
        "number": found.number,
        "total": found.total,
        "board": plain_board(found.board, words),
        "done": found.done,
        "right": found.done and not found.broken,
        "words": words.all(found.broken),
    }


# solving


def solve(request: Request) -> Answer:
    """A solution, and what it took."""
    puzzle = puzzle_of(request)
    words = Words(puzzle, request)
    spec = request.get("encoding")
    result = task_solve(puzzle, encoding=spec, engine=engine_of(request), timeout=request.get("limit", SECONDS))
    answer: Answer = {
        "status": result.status,
        "encoding": result.encoding,
        "engine": result.engine,
        "variables": result.variables,
        "clauses": result.clauses,
        "seconds": {name: round(value, 6) for name, value in result.seconds.items()},
        "because": words.all(result.because),
        "broken": words.all(result.broken),
        "weaker": registry.encoding(registry.kind(puzzle.kind), spec).weaker,
    }
    if result.value is not None:
        answer["value"] = result.value
    return answer | ({} if result.solution is None else filled(puzzle, result.solution))


# reasons


def hint(request: Request) -> Answer:
    """What to do next, or what is wrong."""
    puzzle = puzzle_of(request)
    words, depth = Words(puzzle, request), request.get("depth", 3)
    state = state_of(puzzle, request)
    found = task_hint(puzzle, givens_of(puzzle) if state is None else state, timeout=request.get("limit", SECONDS))
    answer: Answer = {"status": found.status, "text": words.text(found.told(depth)), "complete": found.complete}
    answer |= {"wrong": [fact(atom) for atom in found.wrong], "cells": [], "because": [], "marks": _marks(found, depth)}
    if found.step is None:
        return answer
    cells = [fact(atom) if depth == 3 else {"at": list(atom.at)} for atom in found.step.cells]
    because = words.all(found.step.because) if depth > 1 else []
    return answer | {"cells": cells, "because": because, "level": found.step.level}


def _marks(found: Hint, depth: int) -> list[Answer]:
    """What to mark on the board: the deeper the hint, the more."""
    if found.step is None:
        return [{"at": list(atom.at), "why": "wrong"} for atom in found.wrong]
    marks = [mark_record(mark) for mark in step_marks(found.step)]
    if depth == 3:
        return marks
    return [mark | {"why": "look"} for mark in marks if mark["why"] == "new" or (depth == 2 and mark["why"] == "look")]


def grade(request: Request) -> Answer:
    """How hard a puzzle is."""
    puzzle = puzzle_of(request)
    words, seconds = Words(puzzle, request), request.get("limit", SECONDS)
    found = unique(puzzle, nearest=False, timeout=seconds)
    answer: Answer = {"status": NUMBERS[found.status]}
    if not found:
        return answer
    graded = task_grade(puzzle, solution=found.solutions[0], timeout=seconds)
    if graded is None:
        return answer | {"status": "undecided"}
    levels = {str(level): count for level, count in graded.levels.items()}
    name = words.catalogue.get(graded.name, graded.name)
    return answer | {"grade": graded.name, "words": name, "levels": levels, "rounds": graded.rounds}


def why(request: Request) -> Answer:
    """Why there is no solution."""
    puzzle = puzzle_of(request)
    words = Words(puzzle, request)
    found = task_why(puzzle, timeout=request.get("limit", SECONDS))
    clues = placed(puzzle, words, found.clues)
    answer: Answer = {
        "status": found.status,
        "clues": clues,
        "smallest": found.smallest,
        "story": [words.text(recounted(puzzle, step)) for step in found.story],
        "mend": placed(puzzle, words, found.mend),
        "change": [
            {"from": words(old), "to": words(new), "smallest": (old, new) in found.change}
            for old, new in (*found.change, *found.near)
        ],
        "marks": [{"place": clue["place"], "why": "wrong"} for clue in clues if "place" in clue],
        "complete": found.complete,
    }
    return answer | ({} if found.argument is None else {"argument": words(found.argument)})
