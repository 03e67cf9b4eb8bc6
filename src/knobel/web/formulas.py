"""A look inside: the clauses of a puzzle page by page, each with the sentence that it is there for and its cells."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

import knobel

from .. import registry
from ..encodings import Encoding
from ..errors import BadInput, KnobelError
from ..formula import Formula
from ..limits import Deadline, OutOfTime
from ..puzzle import Puzzle, code_of
from ..tasks import encode
from .convert import Translator, at_of, filled, place_of, place_text, present, puzzle_and_words, puzzle_of, unknown
from .schemas import EncodeRequest, FormulaRequest, PuzzleRequest
from .service import Json
from .services import encoding_json

LINES = 50  # of a page


def formula_of(puzzle: Puzzle, request: FormulaRequest | EncodeRequest) -> Formula:
    """The clauses of a puzzle, which ask for a best solution where the puzzle does."""
    with Deadline(request.limit):
        built = encode.formula_of(puzzle, _written(puzzle, request.encoding))
        encode.demand(puzzle, built, None, request.limit)
    return built


def _written(puzzle: Puzzle, spec: str | None) -> str:
    """The encoding asked for; in place of one that adds clauses while it searches, one that can be shown."""
    kind = registry.kind(puzzle.kind)
    return registry.written_encoding(kind, None if registry.encoding(kind, spec).lazy else spec).full_name


def formula(request: FormulaRequest) -> Json:
    """One page of clauses: of all, or of those about a cell, a clue or a group."""
    puzzle, words = puzzle_and_words(request)
    page = request.page
    encoding = registry.encoding(registry.kind(puzzle.kind), _written(puzzle, request.encoding))
    listing = Listing(puzzle, formula_of(puzzle, request), words, request.to)
    chosen = listing.chosen(puzzle, request)
    pages = max(1, -(-len(chosen) // LINES))
    if page > pages:
        raise BadInput(f"there is no page {page}; there are {pages}")
    variables, clauses = listing.formula.size
    weaker = encoding.weaker_for(puzzle)
    every = page == 1 and len(chosen) == clauses
    wrong = _wrong(puzzle, encoding, words, request.limit) if weaker and every else None
    return present(wrong=wrong) | {
        "encoding": encoding.full_name,
        "format": listing.to,
        "heading": f"p cnf {variables} {clauses}" if listing.to == "dimacs" else "",
        "variables": variables,
        "clauses": clauses,
        "total": len(chosen),
        "page": page,
        "pages": pages,
        "lines": [listing.line(number) for number in chosen[(page - 1) * LINES : page * LINES].tolist()],
        "weaker": weaker,
    }


class Listing:
    """The clauses of a formula by their numbers, from 0 in the order of the file."""

    def __init__(self, puzzle: Puzzle, formula: Formula, words: Translator, to: str) -> None:
        self.formula, self.words, self.to = formula, words, to
        self._flat, self._groups = formula.flat(), formula.clause_groups()
        self._ends = np.flatnonzero(self._flat == 0)
        self._entries: dict[int, list[int]] = {}  # of each variable of the answer: the entry that it is about
        self._told: dict[int, str] = {}  # what each literal of the answer says, where the answer is a board
        constant = abs(formula.true) if formula.impossible(-np.abs(formula.answer)).any() else 0
        codes = _codes(puzzle) if formula.answer.ndim == 3 else []
        for at in np.ndindex(formula.answer.shape[:-1]):
            for v, lit in enumerate(formula.answer[at].tolist()):
                if abs(lit) == constant:
                    continue
                self._entries[abs(lit)] = list(at)
                if codes and (len(codes) > 2 or v):
                    self._told[lit] = f"cell r{at[0] + 1} c{at[1] + 1}" + (f" = {codes[v]}" if len(codes) > 2 else "")

    def chosen(self, puzzle: Puzzle, request: FormulaRequest) -> npt.NDArray[np.int64]:
        """The numbers of the clauses that are asked for."""
        wanted = np.ones(len(self._ends), dtype=np.bool_)
        if request.cell is not None:
            at = list(at_of(puzzle, request.cell))
            variables = [variable for variable, entry in self._entries.items() if entry == at]
            hits = np.flatnonzero(np.isin(np.abs(self._flat), variables))
            mentions = np.zeros_like(wanted)
            mentions[np.searchsorted(self._ends, hits)] = True
            wanted &= mentions
        if request.place is not None:
            place = place_of(request.place)
            wanted &= np.isin(self._groups, [group.id for group in self.formula.groups if group.place == place])
        if request.group is not None:
            wanted &= self._groups == request.group
        return np.flatnonzero(wanted)

    def line(self, number: int) -> Json:
        """A clause with all that is known about it: the cells are those of its variables, or else of its group."""
        start = int(self._ends[number - 1]) + 1 if number else 0
        clause: list[int] = self._flat[start : int(self._ends[number])].tolist()
        group = self.formula.groups[int(self._groups[number])]
        entries = [self._entries[abs(lit)] for lit in clause if abs(lit) in self._entries]
        return present(place=None if group.place is None else place_text(group.place)) | {
            "number": number + 1,
            "text": " ".join(map(str, [*clause, 0] if self.to == "dimacs" else clause)),
            "group": group.id,
            "kind": group.kind,
            "words": self.words(group.say),
            "cells": [list(at) for at in dict.fromkeys(map(tuple, entries))] or [list(at) for at in group.cells],
            "names": [self.formula.name(lit) for lit in clause],
            "told": [self.told(lit) for lit in clause],
        }

    def told(self, lit: int) -> str:
        """A literal for people: cells by their rows and columns, everything counted from 1."""
        if lit in self._told:
            return self._told[lit]
        if -lit not in self._told:
            return "¬" * (lit < 0) + self.formula.told(lit)
        cell, equal, value = self._told[-lit].partition(" = ")
        return f"{cell} ≠ {value}" if equal else f"¬{cell}"


def _codes(puzzle: Puzzle) -> list[str]:
    """What stands for each value in the one-line form of a board."""
    state = unknown(puzzle)
    empty, found = puzzle.write(state), []
    for state[0, 0] in range(puzzle.domain().shape[-1]):
        found.append(code_of(empty, puzzle.write(state)))
    return found


def _wrong(puzzle: Puzzle, encoding: Encoding, words: Translator, limit: float | None) -> Json | None:
    """What satisfies the formula of an encoding that asks for less than the puzzle, and is no solution."""
    found = knobel.solve(puzzle, encoding=encoding.full_name, timeout=limit)
    best = knobel.solve(puzzle, timeout=limit)
    if found.partial is None or (not found.broken and found.value == best.value):
        return None
    broken = words.all(found.broken)
    return filled(puzzle, found.partial) | present(broken=broken, value=found.value, best=best.value)


def sizes(request: PuzzleRequest) -> Json:
    """Variables and clauses of every encoding."""
    puzzle = puzzle_of(request)
    deadline, kind = Deadline(request.limit), registry.kind(puzzle.kind)
    words = kind.catalogue(request.language)
    found = []
    for one in registry.encodings(kind).values():
        row = encoding_json(one, words, puzzle)
        try:
            with deadline:
                row["variables"], row["clauses"] = one(puzzle).size
        except OutOfTime:
            row["error"] = "not written in time"
        except KnobelError as error:
            row["error"] = str(error)
        found.append(row)
    return {"encodings": found}
