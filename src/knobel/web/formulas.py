"""A look inside: the clauses of a puzzle page by page, each with the sentence that it is there for and its cells."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .. import registry
from ..encodings import Encoding
from ..errors import BadInput, KnobelError
from ..formula import Formula
from ..limits import Deadline, OutOfTime
from ..puzzle import Puzzle
from ..tasks import encode
from ..tasks.solve import solve
from .asked import Answer, Request, Words, at_of, filled, place_of, place_text, puzzle_of

LINES = 50  # of a page
SECONDS = 20.0
WRONG_SECONDS = 5.0  # to show what an encoding gets wrong


def encoding_of(puzzle: Puzzle, request: Request) -> Encoding:
    """The encoding that a request names, or the one that the kind prefers."""
    return registry.encoding(registry.kind(puzzle.kind), request.get("encoding"))


def formula_of(puzzle: Puzzle, request: Request) -> Formula:
    """The clauses of a puzzle, which ask for a best solution where the puzzle does."""
    seconds = request.get("limit", SECONDS)
    with Deadline(seconds):
        built = encode.formula_of(puzzle, request.get("encoding"))
        encode.demand(puzzle, built, None, seconds)
    return built


def formula(request: Request) -> Answer:
    """One page of clauses: of all, or of those about a cell, a clue or a group."""
    puzzle = puzzle_of(request)
    words, encoding = Words(puzzle, request), encoding_of(puzzle, request)
    listing = Listing(formula_of(puzzle, request), words, request.get("to", "dimacs"))
    chosen = listing.chosen(puzzle, request)
    pages = max(1, -(-len(chosen) // LINES))
    page = request.get("page", 1)
    if page > pages:
        raise BadInput(f"there is no page {page}; there are {pages}")
    variables, clauses = listing.formula.size
    answer: Answer = {
        "encoding": encoding.full_name,
        "format": listing.to,
        "heading": f"p cnf {variables} {clauses}" if listing.to == "dimacs" else "",
        "variables": variables,
        "clauses": clauses,
        "total": len(chosen),
        "page": page,
        "pages": pages,
        "lines": [listing.line(number) for number in chosen[(page - 1) * LINES : page * LINES].tolist()],
        "weaker": encoding.weaker,
    }
    wrong = _wrong(puzzle, encoding, words) if encoding.weaker and page == 1 and len(chosen) == clauses else None
    return answer | ({} if wrong is None else {"wrong": wrong})


class Listing:
    """The clauses of a formula by their numbers, from 0 in the order of the file."""

    def __init__(self, formula: Formula, words: Words, to: str) -> None:
        self.formula, self.words, self.to = formula, words, to
        self._flat, self._groups = formula.flat(), formula.clause_groups()
        self._ends = np.flatnonzero(self._flat == 0)
        self._entries: dict[int, list[int]] = {}  # of each variable of the answer: the entry that it is about
        shape = formula.answer.shape[:-1]
        constant = abs(formula.true) if formula.impossible(-np.abs(formula.answer)).any() else 0
        for at in np.ndindex(shape):
            for lit in formula.answer[at].tolist():
                if abs(lit) != constant:
                    self._entries[abs(lit)] = list(at)

    def chosen(self, puzzle: Puzzle, request: Request) -> npt.NDArray[np.int64]:
        """The numbers of the clauses that are asked for."""
        wanted = np.ones(len(self._ends), dtype=np.bool_)
        if "cell" in request:
            at = list(at_of(puzzle, request["cell"]))
            variables = [variable for variable, entry in self._entries.items() if entry == at]
            hits = np.flatnonzero(np.isin(np.abs(self._flat), variables))
            mentions = np.zeros_like(wanted)
            mentions[np.searchsorted(self._ends, hits)] = True
            wanted &= mentions
        if "place" in request:
            place = place_of(request["place"])
            wanted &= np.isin(self._groups, [group.id for group in self.formula.groups if group.place == place])
        if "group" in request:
            wanted &= self._groups == request["group"]
        return np.flatnonzero(wanted)

    def literals(self, number: int) -> list[int]:
        """A clause."""
        start = int(self._ends[number - 1]) + 1 if number else 0
        clause: list[int] = self._flat[start : int(self._ends[number])].tolist()
        return clause

    def line(self, number: int) -> Answer:
        """A clause with all that is known about it: the cells are those of its variables, or else of its group."""
        clause = self.literals(number)
        group = self.formula.groups[int(self._groups[number])]
        entries = [self._entries[abs(lit)] for lit in clause if abs(lit) in self._entries]
        cells = [list(at) for at in dict.fromkeys(map(tuple, entries))] or [list(at) for at in group.cells]
        text = " ".join(map(str, [*clause, 0] if self.to == "dimacs" else clause))
        answer: Answer = {"number": number + 1, "text": text, "group": group.id, "kind": group.kind}
        answer |= {"words": self.words(group.say), "cells": cells, "names": [self.formula.name(lit) for lit in clause]}
        return answer | ({} if group.place is None else {"place": place_text(group.place)})


def _wrong(puzzle: Puzzle, encoding: Encoding, words: Words) -> Answer | None:
    """What satisfies the formula of an encoding that asks for less than the puzzle, and is no solution."""
    found = solve(puzzle, encoding=encoding.full_name, timeout=WRONG_SECONDS)
    best = solve(puzzle, timeout=WRONG_SECONDS)
    if found.solution is None or (not found.broken and found.value == best.value):
        return None
    answer = filled(puzzle, found.solution) | {"broken": words.all(found.broken)}
    return answer | {name: value for name, value in (("value", found.value), ("best", best.value)) if value is not None}


def sizes(request: Request) -> Answer:
    """Variables and clauses of every encoding."""
    puzzle = puzzle_of(request)
    kind = registry.kind(puzzle.kind)
    deadline = Deadline(request.get("limit", SECONDS))
    found = []
    for one in registry.encodings(kind).values():
        row: Answer = {"name": one.name, "about": one.about, "labels": one.labels, "default": one.default}
        row |= {"weaker": one.weaker, "model": one.model}
        try:
            with deadline:
                row |= dict(zip(("variables", "clauses"), one(puzzle).size, strict=True))
        except OutOfTime:
            row["error"] = "not written in time"
        except KnobelError as error:
            row["error"] = str(error)
        found.append(row)
    return {"encodings": found}
