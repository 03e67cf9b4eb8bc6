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
from ..formula import Formula, Group
from ..limits import Deadline, OutOfTime
from ..puzzle import Atom, Place, Possible, Puzzle, Refutable, Values, possible_of, values_of
from ..reasoning.verify import explaining
from ..say import Say
from ..search import Search, open_search
from ..setting import Mending, Setting
from ..tasks.explain import opened
from ..tasks.unique import nearer
from .asked import Answer, Request, Words, ats, filled, place_text, puzzle_of

LIMIT = 10.0  # seconds
NEAR_SECONDS = 0.02  # to bring two solutions closer together
WHY_SECONDS = 0.2  # for clues that contradict each other
LARGE = 2500  # places on a board for which nothing is suggested


def verdict(request: Request) -> Answer:
    """How many solutions there are, and what a setter can do."""
    puzzle = puzzle_of(request)
    *_, answer = verdicts(puzzle, Words(puzzle, request), request.get("limit", LIMIT))
    del answer["done"]
    return answer


def verdicts(puzzle: Puzzle, words: Words, limit: float) -> Iterator[Answer]:
    """The same, bit by bit: how many solutions there are as soon as that is known; the last has it all."""
    started, found = time.perf_counter(), Seen(puzzle)

    def told(**more: Any) -> Answer:
        return found.record() | more | {"seconds": round(time.perf_counter() - started, 4)}

    with suppress(OutOfTime), Deadline(limit):
        for _ in found.run():
            yield told()
    more: Answer = {}
    if found.status == "none":
        yield told()
        more["why"] = reasons(puzzle, words, WHY_SECONDS)
    elif found.status == "many" and found.complete:
        suggested = _suggestion(puzzle, found, words)
        more |= {} if suggested is None else {"suggest": suggested}
    yield told(done=True, **more)


class Seen:
    """Solutions of a puzzle, few, but with every value that occurs in any; the first two are near each other."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, self.status, self.complete = puzzle, "undecided", False
        self.solutions: list[Values] = []
        self.possible: Possible = puzzle.domain()

    def run(self) -> Iterator[None]:
        """Look for them, with a pause where there is more to find out than how many there are.

        Raises :class:`OutOfTime`; what was found by then stays.
        """
        with open_search(self.puzzle, {}) as search:
            if search.known is not None:
                self.possible = search.known
            if self._next(search) is None:
                self.status, self.complete = "none", True
                return
            search.forbid(self.solutions[0])
            search.prefer(self.solutions[0])
            if self._next(search) is None:
                self.status, self.complete = "one", True
                return
            self.status = "many"
            yield
            with suppress(OutOfTime), Deadline(NEAR_SECONDS):
                first, second = self.solutions
                for closer in nearer(search, first, second):
                    self.solutions[1] = closer
            self._all_values(search)
            self.complete = True

    def _next(self, search: Search, one_of: Possible | None = None) -> Values | None:
        values = search.solve(one_of=one_of).values
        if values is not None:
            self.solutions.append(values)
        return values

    def _all_values(self, search: Search) -> None:
        """Until nothing that is possible is unseen: each question asks for all of it at once."""
        count = self.possible.shape[-1]
        seen = np.zeros_like(self.possible)
        for values in self.solutions:
            seen |= possible_of(values, count)
        while (unseen := self.possible & ~seen).any():
            search.prefer(np.where(unseen.any(axis=-1), unseen.argmax(axis=-1), -1))
            another = self._next(search, unseen)
            if another is None:
                break
            seen |= possible_of(another, count)
        self.possible = seen

    @property
    def forced(self) -> Values:
        """The entries that are certain, as far as is known."""
        if self.status == "one":
            return self.solutions[0]
        return values_of(self.possible)

    def record(self) -> Answer:
        answer: Answer = {"status": self.status, "complete": self.complete, "open": [], "differs": [], "why": []}
        answer["solutions"] = [self.puzzle.write(values) for values in self.solutions[:2]]
        if self.solutions:
            answer["sample"] = self.solutions[0].tolist()
        if self.status != "none":
            answer |= filled(self.puzzle, self.forced) | {"open": ats(self.forced < 0)}
        if len(self.solutions) > 1:
            answer["differs"] = ats(self.solutions[0] != self.solutions[1])
        return answer


# what to add


class Clue(NamedTuple):
    """A clue that could be added: where, what, of which solution, and how many of the others it rules out."""

    rules_out: int
    place: Place
    text: str
    of: int


def _suggestion(puzzle: Puzzle, seen: Seen, words: Words) -> Answer | None:
    """One clue that rules out most of the solutions seen: a guess, but a quick one."""
    setting = registry.kind(puzzle.kind).setting
    if setting is None or len(setting.slots(puzzle)) > LARGE:
        return None
    clues = list(_clues(puzzle, setting, seen))
    clues += _cells(puzzle, setting, seen, {clue.place for clue in clues})
    # Rather of a solution with much in it: who would set a board on which nothing happens?
    much = [int((values > 0).sum()) for values in seen.solutions]
    best = max(
        (clue for clue in clues if clue.rules_out),
        default=None,
        key=lambda clue: (much[clue.of] > max(much) // 2, clue.rules_out),
    )
    if best is None:
        return _mended(puzzle, setting, seen, words) if isinstance(setting, Mending) else None
    changed = setting.changed(puzzle, best.place, best.text)
    # A solution that the clue rules out obeys all else, so what it breaks is the clue.
    said = next(filter(None, map(changed.keep([best.place]).check, seen.solutions)), None)
    answer: Answer = {"id": changed.id(), "place": place_text(best.place), "text": best.text}
    if best.place.j >= 0 and seen.solutions[0].ndim == 2:
        at = best.place[1:]
        answer |= {"at": list(at), "value": int(seen.solutions[best.of][at])}
    return answer | {"words": words(said[0]) if said else best.text}


def _clues(puzzle: Puzzle, setting: Setting, seen: Seen) -> Iterator[Clue]:
    """Clues that a solution has and the puzzle has not."""
    stated = set(puzzle.places())
    missing = [slot.place for slot in setting.slots(puzzle) if slot.place not in stated]
    full = [puzzle.full(values) for values in seen.solutions]
    texts = [{slot.place: slot.text for slot in setting.slots(one)} for one in full]
    for of, (own, one) in enumerate(zip(texts, full, strict=True)):
        clues = set(one.places())
        for place in missing:
            if place in clues:
                yield Clue(sum(own[place] != other[place] for other in texts), place, own[place], of)


def _cells(puzzle: Puzzle, setting: Setting, seen: Seen, known: Collection[Place]) -> Iterator[Clue]:
    """Cells that could be given, where no other clue can stand."""
    slots = [slot.place for slot in setting.slots(puzzle) if slot.place.j >= 0 and not slot.text]
    empty = [place for place in slots if place not in known]
    if not empty or seen.solutions[0].ndim != 2:
        return
    texts: dict[int, list[str]] = {}
    for key in setting.keys(puzzle):
        given = setting.givens(setting.changed(puzzle, empty[0], key.text))
        texts.setdefault(int(given[empty[0][1:]]), []).append(key.text)
    values = np.array(seen.solutions)
    for place in empty:
        here = values[:, place.i, place.j]
        for of, v in enumerate(here.tolist()):
            if len(texts.get(v, ())) == 1:  # of several texts, each would say something more
                yield Clue(int((here != v).sum()), place, texts[v][0], of)


def _mended(puzzle: Puzzle, setting: Mending, seen: Seen, words: Words) -> Answer | None:
    found = setting.mended(puzzle, *seen.solutions[:2])
    if found is None:
        return None
    other, values = found
    changes = [tuple(at) for at in np.argwhere(values != seen.solutions[0]).tolist()]
    said = "; ".join(words(puzzle.say(Atom(at, int(values[at])))) for at in changes)
    answer: Answer = {"id": other.id(), "words": said} | filled(other, values)
    return answer | ({"at": list(changes[0]), "value": int(values[changes[0]])} if changes else {})


# why there is none


def reasons(puzzle: Puzzle, words: Words, seconds: float) -> list[Answer]:
    """Sentences that contradict each other, none of which can be spared; nothing where the time is too short."""
    argument = puzzle.refutation() if isinstance(puzzle, Refutable) else None
    if argument is not None:
        return [{"words": words(argument)}]
    with suppress(OutOfTime), Deadline(seconds):
        reasoner, verifier = opened(puzzle)
        with closing(reasoner), closing(verifier):
            if isinstance(reasoner.whole.solve(reasoner.possible), tuple):
                numbers = reasoner.whole.shrunk(reasoner.possible, range(len(reasoner.groups)), ())
                return [cited(reasoner.groups[number], words) for number in numbers]
    return []


def cited(group: Group, words: Words) -> Answer:
    """A sentence, with the place of its clue if it is one."""
    if group.kind != "clue" or group.place is None:
        return {"words": words(group.say)}
    return {"words": words(group.say), "place": place_text(group.place)}


def placed(puzzle: Puzzle, words: Words, sentences: Iterable[Say]) -> list[Answer]:
    """Sentences that can be cited, with the places of those that are clues."""
    formula = explaining(puzzle)[0](puzzle)
    assert isinstance(formula, Formula)
    groups = {group.say: group for group in formula.groups}
    return [cited(groups[say], words) for say in sentences]
