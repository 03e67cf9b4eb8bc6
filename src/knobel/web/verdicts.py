"""What a setter wants to know after every change, in a fraction of a second.

How many solutions there are, what is certain, where two of them differ, and what could be done about it.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing, suppress
from typing import Any, NamedTuple

import numpy as np

from .. import registry
from ..editor import Editor, Repairable
from ..formula import Formula, Group
from ..limits import Budget, Deadline, OutOfTime
from ..puzzle import Atom, Place, Puzzle, Values
from ..reasoning.verify import explaining
from ..say import Say, listed
from ..tasks.survey import Survey, survey
from ..tasks.why import answers
from .convert import Translator, ats, filled, place_text, puzzle_and_words
from .schemas import PuzzleRequest
from .service import Json

NEAR_SECONDS = 0.02  # to bring two solutions closer together
WHY_WORK = 600_000  # for clues that contradict each other: a fifth of a second, mostly
LARGE = 2500  # places on a board for which nothing is suggested


def verdict(request: PuzzleRequest) -> Json:
    """How many solutions there are, and what a setter can do."""
    *_, answer = verdicts(*puzzle_and_words(request), request.limit)
    del answer["done"]
    return answer


def verdicts(puzzle: Puzzle, words: Translator, limit: float | None, drawn: Values | None = None) -> Iterator[Json]:
    """The same, bit by bit: how many solutions there are as soon as that is known; the last has it all.

    ``drawn`` is the solution that the setter has painted: a suggestion changes as little of it as it can.
    """
    deadline, started, found = Deadline(limit), time.perf_counter(), Survey(puzzle, "undecided", (), puzzle.domain())

    def told(**more: Any) -> Json:
        return record(found) | more | {"seconds": round(time.perf_counter() - started, 4)}

    with suppress(OutOfTime), deadline, closing(survey(puzzle, NEAR_SECONDS)) as surveys:
        for better in surveys:
            counted, found = found.status != "undecided", better
            if found.status == "many" and not counted:
                yield told()
    more: Json = {}
    if found.status == "none":
        yield told()
        with deadline:
            more["why"] = reasons(puzzle, words)
    elif found.status == "many" and found.complete:
        suggested = _suggestion(puzzle, found, words, drawn)
        more |= {} if suggested is None else {"suggest": suggested}
    yield told(done=True, **more)


def record(found: Survey) -> Json:
    """A survey as the page gets it."""
    answer: Json = {"status": found.status, "complete": found.complete, "open": [], "differs": [], "why": []}
    answer["solutions"] = [found.puzzle.write(values) for values in found.solutions[:2]]
    if found.solutions:
        answer["sample"] = found.solutions[0].tolist()
    if found.status != "none":
        answer |= filled(found.puzzle, found.forced) | {"open": ats(found.forced < 0)}
    if len(found.solutions) > 1:
        answer["differs"] = ats(found.solutions[0] != found.solutions[1])
    return answer


# what to add


class Clue(NamedTuple):
    """A clue that could be added: where, what, of which solution, and how many of the others it rules out."""

    rules_out: int
    place: Place
    text: str
    of: int


def _suggestion(puzzle: Puzzle, seen: Survey, words: Translator, drawn: Values | None) -> Json | None:
    """One clue that rules out most of the solutions seen: a guess, but a quick one."""
    editor = registry.kind(puzzle.kind).editor
    if editor is None or len(editor.slots(puzzle)) > LARGE:
        return None
    clues = list(_clues(puzzle, editor, seen))
    clues += _cells(puzzle, editor, seen, {clue.place for clue in clues})
    # Rather of a solution with much in it: who would set a board on which nothing happens?
    much = [int((values > 0).sum()) for values in seen.solutions]
    best = max(
        (clue for clue in clues if clue.rules_out),
        default=None,
        key=lambda clue: (much[clue.of] > max(much) // 2, clue.rules_out),
    )
    if best is None:
        return _mended(puzzle, editor, seen, words, drawn) if isinstance(editor, Repairable) else None
    changed = editor.changed(puzzle, best.place, best.text)
    # A solution that the clue rules out obeys all else, so what it breaks is the clue.
    said = next(filter(None, map(changed.keep([best.place]).check, seen.solutions)), None)
    answer: Json = {"id": changed.id(), "place": place_text(best.place), "text": best.text}
    if best.place.j >= 0 and seen.solutions[0].ndim == 2:
        at = best.place[1:]
        answer |= {"at": list(at), "value": int(seen.solutions[best.of][at])}
    return answer | {"words": words(said[0]) if said else best.text}


def _clues(puzzle: Puzzle, editor: Editor, seen: Survey) -> Iterator[Clue]:
    """Clues that a solution has and the puzzle has not."""
    stated = set(puzzle.places())
    missing = [slot.place for slot in editor.slots(puzzle) if slot.place not in stated]
    full = [puzzle.full(values) for values in seen.solutions]
    texts = [{slot.place: slot.text for slot in editor.slots(one)} for one in full]
    for of, (own, one) in enumerate(zip(texts, full, strict=True)):
        clues = set(one.places())
        for place in missing:
            if place in clues:
                yield Clue(sum(own[place] != other[place] for other in texts), place, own[place], of)


def _cells(puzzle: Puzzle, editor: Editor, seen: Survey, known: Collection[Place]) -> Iterator[Clue]:
    """Cells that could be given, where no other clue can stand."""
    slots = [slot.place for slot in editor.slots(puzzle) if slot.place.j >= 0 and not slot.text]
    empty = [place for place in slots if place not in known]
    if not empty or seen.solutions[0].ndim != 2:
        return
    texts: dict[int, list[str]] = {}
    for key in editor.keys(puzzle):
        given = editor.givens(editor.changed(puzzle, empty[0], key.text))
        texts.setdefault(int(given[empty[0][1:]]), []).append(key.text)
    values = np.array(seen.solutions)
    for place in empty:
        here = values[:, place.i, place.j]
        for of, v in enumerate(here.tolist()):
            if len(texts.get(v, ())) == 1:  # of several texts, each would say something more
                yield Clue(int((here != v).sum()), place, texts[v][0], of)


def _mended(puzzle: Puzzle, editor: Repairable, seen: Survey, words: Translator, drawn: Values | None) -> Json | None:
    """A change of what is drawn, or else of the first solution."""
    first = seen.solutions[0] if drawn is None else drawn
    found = editor.mended(puzzle, first, next(one for one in seen.solutions if (one != first).any()))
    if found is None:
        return None
    other, values = found
    changes = [tuple(at) for at in np.argwhere(values != first).tolist()]
    said = listed((puzzle.say(Atom(at, int(values[at]))) for at in changes), words.catalogue)
    answer: Json = {"id": other.id(), "words": said} | filled(other, values)
    return answer | ({"at": list(changes[0]), "value": int(values[changes[0]])} if changes else {})


# why there is none


def reasons(puzzle: Puzzle, words: Translator) -> list[Json]:
    """Sentences that contradict each other, each of them needed; nothing where the time is too short."""
    with suppress(OutOfTime), Budget(WHY_WORK), closing(answers(puzzle)) as better:
        for found in better:
            if found.argument is not None:
                return [{"words": words(found.argument)}]
            if found.groups:
                return [cited(group, words) for group in found.groups]
    return []


def cited(group: Group, words: Translator) -> Json:
    """A sentence, with the place of its clue if it is one."""
    if group.kind != "clue" or group.place is None:
        return {"words": words(group.say)}
    return {"words": words(group.say), "place": place_text(group.place)}


def placed(puzzle: Puzzle, words: Translator, sentences: Iterable[Say]) -> list[Json]:
    """Sentences that can be cited, with the places of those that are clues."""
    formula = explaining(puzzle)[0](puzzle)
    assert isinstance(formula, Formula)
    groups = {group.say: group for group in formula.groups}
    return [cited(groups[say], words) for say in sentences]
