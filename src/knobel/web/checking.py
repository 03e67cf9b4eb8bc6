"""Is a board right so far? Any solution counts, not only the one that somebody had in mind."""

from __future__ import annotations

import numpy as np

from ..limits import Deadline, OutOfTime
from ..puzzle import Atom, BrokenRule, Optimising, Puzzle, Values
from ..say import Say
from ..search import Search, open_search
from ..tasks.forced import forced
from ..tasks.hint import Hint
from .asked import Answer, Request, Words, givens_of, puzzle_of, state_of

SECONDS = 10.0


def check(request: Request) -> Answer:
    """Whether the filled entries belong to a solution; if not, which of them are wrong."""
    puzzle = puzzle_of(request)
    words = Words(puzzle, request)
    try:
        state = state_of(puzzle, request)
    except BrokenRule as broken:
        return _answer(False, False, [], [words(broken.say)])
    values = givens_of(puzzle) if state is None else state
    done = bool((values >= 0).all())
    if done and (broken_rules := puzzle.check(values)):
        found = _wrong(puzzle, values, request.get("limit", SECONDS))
        return _answer(False, True, found or [], words.all(broken_rules), found is not None)
    if done and not (isinstance(puzzle, Optimising) and puzzle.best):
        return _answer(True, True, [], [])
    try:
        with Deadline(request.get("limit", SECONDS)), open_search(puzzle, {}) as search:
            if done and isinstance(puzzle, Optimising) and search.value is not None:
                return _worth(words, puzzle.value(values), search.value)
            right = search.solve(_atoms(values)).values is not None
            wrong = [] if right else _conflict(puzzle, search, values)
    except OutOfTime:
        return _answer(True, False, [], [], complete=False)
    return _answer(right, done, wrong, words.all(Hint(puzzle, "wrong", wrong=tuple(wrong)).told()) if wrong else [])


def _answer(right: bool, done: bool, wrong: list[Atom], words: list[str], complete: bool = True) -> Answer:
    cells = [list(atom.at) for atom in wrong]
    return {"right": right, "done": done and right, "wrong": cells, "words": words, "complete": complete}


def _worth(words: Words, value: int, best: int) -> Answer:
    """Of a full board that obeys the rules, but may be worth less than the best."""
    said = Say("the best solution is worth {best}, this one {value}", best=best, value=value)
    return _answer(value == best, True, [], [] if value == best else [words(said)])


def _atoms(values: Values) -> list[Atom]:
    return [Atom(tuple(at), int(values[tuple(at)])) for at in np.argwhere(values >= 0).tolist()]


def _wrong(puzzle: Puzzle, values: Values, seconds: float) -> list[Atom] | None:
    """Of a full board that breaks rules: what is wrong in it; None where the time was too short to tell."""
    try:
        with Deadline(seconds), open_search(puzzle, {}) as search:
            return _conflict(puzzle, search, values)
    except OutOfTime:
        return None


def _conflict(puzzle: Puzzle, search: Search, values: Values) -> list[Atom]:
    """All entries that no solution has; where each occurs in some, a set of them of which none can be spared."""
    filled = _atoms(values)
    possible = forced(puzzle).possible
    alone = [atom for atom in filled if not possible[(*atom.at, atom.value)]]
    if alone:
        return alone
    core = [atom for atom in search.solve(filled).core if isinstance(atom, Atom)]
    rest = core or filled
    for atom in list(rest):
        fewer = [other for other in rest if other != atom]
        if search.solve(fewer).values is None:
            rest = fewer
    return rest
