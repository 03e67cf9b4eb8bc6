"""Questions that are answered at once: what there is, reading puzzles, editing, playing, solving, hints and reasons.

Each is a function from a request to an answer, both of which are JSON; none knows how it was asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import islice
from typing import Any

import numpy as np

import knobel

from .. import __version__, registry
from ..editor import Movable, Revealable, Turnable
from ..encodings import Encoding
from ..errors import BadInput, KnobelError, Misuse, unexpected
from ..inputs import Unrecognised, text_entries
from ..puzzle import BrokenRule, Puzzle
from ..reasoning.wording import recounted
from ..recipes import Size
from ..registry import Example, Kind
from ..say import LANGUAGES, Say, catalogue
from ..tasks.explain import marks_of as step_marks
from ..tasks.hint import Hint
from ..tasks.progress import Progress, progress
from ..transforms import mirrors
from . import schemas
from .boards import Boards, small_board, unknown_as_at_first
from .convert import (
    at_of,
    atom_json,
    base64_bytes,
    checked_engine,
    checked_puzzle,
    editor_of,
    engines,
    fields,
    filled,
    givens_of,
    mark_json,
    playing_json,
    present,
    puzzle_and_words,
    puzzle_of,
    state_of,
)
from .schemas import PuzzleRequest
from .service import Json
from .verdicts import placed

MOST_READ = 200  # puzzles of one text
NUMBERS = {"none": "none", "unique": "one", "multiple": "many", "undecided": "undecided"}


# what there is


def kinds(request: schemas.Request) -> Json:
    """Everything that can be chosen; where there are no words in a language, they are English."""
    words = catalogue(request.language)
    return {
        "kinds": [_kind(kind, request.language) for kind in registry.kinds().values()],
        "engines": [_said(one, words) | {"model": "model" in one.can} for one in engines().values()],
        "languages": list(LANGUAGES),
        "version": __version__,
    }


def _kind(kind: Kind, language: str) -> Json:
    options, words = kind.recipe_options(), kind.catalogue(language)
    ways = registry.encodings(kind).values()
    return playing_json(kind, language) | {
        "options": {name: list(values) for name, values in kind.options.items()},
        "encodings": [encoding_json(one, words) | {"engine": one.engine} for one in ways],
        "examples": [_example_json(kind, one, words) for one in kind.examples.values()],
        "picture": sample(kind),
        "formats": [_said(one, words) | {"writes": one.write is not None} for one in kind.formats],
        "recipe": [one._asdict() | _said(one, words) for one in options if one.file is None],
        "images": any(one.file == "image" for one in options),
        "sets": kind.editor is not None,
        "turns": isinstance(kind.editor, Turnable),
        "mirrors": mirrors(kind.editor, kind.puzzle),
    }


def _said(one: Any, words: Mapping[str, str]) -> Json:
    """The name of something and what is said about it, translated where there is a translation."""
    return {"name": one.name, "about": words.get(one.about, one.about)}


def _example_json(kind: Kind, one: Example, words: Mapping[str, str]) -> Json:
    known = fields(one, "id", "solutions") | present(grade=one.grade, size=size_of(kind, one.id))
    return _said(one, words) | known


@cache
def size_of(kind: Kind, id: str) -> Size | None:
    """The width and the height of a bundled puzzle."""
    return None if kind.editor is None else kind.editor.size(registry.parse(id))


@cache
def sample(kind: Kind) -> Json | None:
    """A board of the kind with half of its answer, to see what the kind looks like: the first that is not too small."""
    for one in kind.examples.values():
        if one.answer is None or min(size_of(kind, one.id) or (0,)) < 3:
            continue
        puzzle = registry.parse(one.id)
        values = puzzle.read(one.answer)
        if values.ndim != 2:
            return small_board(puzzle.draw(values).boards[-1])
        values[len(values) - len(values) // 2 :] = -1
        values = np.where(values < 0, givens_of(puzzle), values)
        return small_board(unknown_as_at_first(puzzle, puzzle.draw(values).boards[0], values))
    return None


def encoding_json(encoding: Encoding, words: Mapping[str, str], puzzle: Puzzle | None = None) -> Json:
    """What is to be said about an encoding: whether it asks for less than some puzzles, or than this one."""
    weaker = encoding.weaker is not None if puzzle is None else encoding.weaker_for(puzzle)
    return _said(encoding, words) | fields(encoding, "labels", "default", "model") | {"weaker": weaker}


def read(request: schemas.ReadRequest) -> Json:
    """The puzzles of a text: IDs, an address, an example or a file of any format."""
    text = request.text
    if (text is None) == (request.file is None):
        raise Misuse("expected either a text or a file")
    if text is None:
        # Bytes that are no characters become lone surrogates, which formats that are not made of text turn back.
        text = base64_bytes(request.file or "", "file").decode("utf-8-sig", "surrogateescape")
    if text.startswith("@"):
        return {"puzzles": [_example(text.strip())], "more": False}
    found = list(islice(text_entries(text, request.kind), MOST_READ + 1))
    puzzles = [_read(one, number, request.language) for number, one in enumerate(found[:MOST_READ], 1)]
    if puzzles and all("error" in one for one in puzzles):
        raise BadInput(puzzles[0]["error"])
    return {"puzzles": puzzles, "more": len(found) > MOST_READ}


def _read(found: Puzzle | BadInput, number: int, language: str) -> Json:
    try:
        if isinstance(found, Unrecognised):  # who is at a page has no command to ask
            formats = dict.fromkeys(one.name for kind in registry.kinds().values() for one in kind.formats)
            expected = Say("an ID, or one of the formats {names}", names=", ".join(formats))
            raise unexpected(Say("not recognised as a puzzle"), expected)
        if isinstance(found, BadInput):
            raise found
        checked_puzzle(found)
    except BadInput as error:
        return {"error": error.into(registry.all_words(language))}
    except KnobelError as error:
        return {"error": str(error)}
    return {"id": found.id(), "kind": found.kind, "name": found.title or f"{found.kind} {number}"}


def _example(text: str) -> Json:
    kind, _, name = text[1:].partition("/")
    examples = registry.kind(kind).examples
    if name not in examples:
        raise BadInput(Say("no such example; known: {names}", names=", ".join(examples)))
    return {"id": examples[name].id, "kind": kind, "name": name}


# playing


def reveal(request: schemas.RevealRequest) -> Json:
    """What uncovered cells show. The game is about one solution, the first that is found."""
    puzzle = puzzle_of(request)
    editor = editor_of(puzzle)
    if not isinstance(editor, Revealable):
        raise Misuse(f"boards of the kind {puzzle.kind} cannot be played by uncovering cells")
    result = knobel.solve(puzzle, timeout=request.limit)
    if result.solution is None:
        raise BadInput("there is no solution to uncover" if result.status == "unsolvable" else "no solution was found")
    solution = result.solution
    full = puzzle.full(solution)
    opened = {at_of(puzzle, at) for at in request.open}
    given = {tuple(at) for at in np.argwhere(editor.givens(puzzle) >= 0).tolist()}
    uncovered = editor.uncovered(full, opened | given)
    texts = {slot.place: slot.text for slot in editor.slots(full)}
    own = {slot.place: slot.text for slot in editor.slots(puzzle)}
    lost = any(solution[at] == editor.LOSES for at in opened)
    safe = (solution != editor.LOSES) & (editor.givens(puzzle) < 0)
    for at in uncovered:
        safe[at] = False
    shown = {place: texts[place] for place in texts if place[1:] in uncovered and solution[place[1:]] != editor.LOSES}
    for place, text in shown.items():
        if not own[place]:
            puzzle = editor.changed(puzzle, place, text)
    cells = [{"at": list(place[1:]), "text": text} for place, text in shown.items()]
    answer: Json = {"cells": cells, "lost": lost, "won": not lost and not safe.any(), "id": puzzle.id()}
    return answer | {"total": int((solution == editor.LOSES).sum())} | (filled(puzzle, solution) if lost else {})


def moves(request: schemas.MovesRequest) -> Json:
    """A level after some moves."""
    puzzle, words = puzzle_and_words(request)
    editor = editor_of(puzzle)
    if not isinstance(editor, Movable):
        raise Misuse(f"boards of the kind {puzzle.kind} are not played by moves")
    found = editor.played(puzzle, request.moves)
    return fields(found, "moves", "piece", "number", "total", "done") | {
        "line": puzzle.write(found.values),
        "board": Boards(words).board(found.board),
        "right": found.done and not found.broken,
        "words": words.all(found.broken),
    }


def check(request: schemas.CheckRequest) -> Json:
    """Whether the filled entries belong to a solution; if not, which of them are wrong."""
    puzzle, words = puzzle_and_words(request)
    try:
        state = state_of(puzzle, request)
        state = givens_of(puzzle) if state is None else state
        broken = not request.name and (state >= 0).all() and puzzle.check(state)
        found = Progress(False) if broken else progress(puzzle, state, request.limit)
    except BrokenRule as broken:
        found = Progress(False, told=(broken.say,))
    wrong = [list(atom.at) for atom in found.wrong]
    return fields(found, "right", "done", "complete") | {"wrong": wrong, "words": words.all(found.told)}


# solving


def solve(request: schemas.SolveRequest) -> Json:
    """A solution, and what it took."""
    puzzle, words = puzzle_and_words(request)
    engine = checked_engine(request.engine)
    result = knobel.solve(puzzle, encoding=request.encoding, engine=engine, timeout=request.limit)
    answer = fields(result, "status", "encoding", "engine", "variables", "clauses") | {
        "seconds": {name: round(value, 6) for name, value in result.seconds.items()},
        "because": words.all(result.because),
        "broken": words.all(result.broken),
        "weaker": result.weaker,
    }
    return answer | present(value=result.value) | filled(puzzle, result.partial if result.weaker else result.solution)


# reasons


def hint(request: schemas.HintRequest) -> Json:
    """What to do next, or what is wrong."""
    puzzle, words = puzzle_and_words(request)
    state, depth = state_of(puzzle, request), request.depth
    found = knobel.hint(puzzle, givens_of(puzzle) if state is None else state, timeout=request.limit)
    answer = fields(found, "status", "complete") | {
        "text": words.text(found.told(depth)),
        "wrong": [atom_json(atom) for atom in found.wrong],
        "cells": [],
        "because": [],
        "marks": _marks(found, depth),
    }
    if found.step is None:
        return answer
    cells = [atom_json(atom) if depth == 3 else {"at": list(atom.at)} for atom in found.step.cells]
    because = words.all(found.step.because) if depth > 1 else []
    return answer | {"cells": cells, "because": because, "level": found.step.level}


def _marks(found: Hint, depth: int) -> list[Json]:
    """What to mark on the board: the deeper the hint, the more."""
    if found.step is None:
        return [{"at": list(atom.at), "why": "wrong"} for atom in found.wrong]
    marks = [mark_json(mark) for mark in step_marks(found.puzzle, found.step)]
    if depth == 3:
        return marks
    shown = [mark for mark in marks if mark["why"] == "new" or (depth == 2 and mark["why"] == "look")]
    return [{key: value for key, value in mark.items() if key != "out"} | {"why": "look"} for mark in shown]


def grade(request: PuzzleRequest) -> Json:
    """How hard a puzzle is."""
    puzzle, words = puzzle_and_words(request)
    found = knobel.unique(puzzle, nearest=False, timeout=request.limit)
    answer: Json = {"status": NUMBERS[found.status]}
    if not found:
        return answer
    graded = knobel.grade(puzzle, solution=found.solutions[0], timeout=request.limit)
    if graded is None:
        return answer | {"status": "undecided"}
    levels = {str(level): count for level, count in graded.levels.items()}
    return answer | words.grade(graded) | {"levels": levels, "rounds": graded.rounds}


def why(request: PuzzleRequest) -> Json:
    """Why there is no solution."""
    puzzle, words = puzzle_and_words(request)
    found = knobel.why(puzzle, timeout=request.limit)
    clues = placed(puzzle, words, found.clues)
    answer = fields(found, "status", "smallest", "complete") | {
        "clues": clues,
        "story": [words.text(step) for step in recounted(puzzle, found.story)],
        "mend": placed(puzzle, words, found.mend),
        "change": [
            {"from": words(old), "to": words(new), "smallest": (old, new) in found.change}
            for old, new in (*found.change, *found.near)
        ],
        "marks": [{"place": clue["place"], "why": "wrong"} for clue in clues if "place" in clue],
    }
    return answer if found.argument is None else answer | {"argument": words(found.argument)}
