"""A look inside agrees with the files, and what is made to be kept is what it should be."""

from __future__ import annotations

from base64 import b64decode
from typing import Any

import numpy as np
import pytest

from knobel import registry
from knobel.encodings import Encoding
from knobel.formula import Formula
from knobel.puzzle import Puzzle
from knobel.registry import Kind
from knobel.web.convert import Translator, place_text
from knobel.web.formulas import LINES, Listing
from web.asking import KINDS, ask, file, small, stream

by_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


# looking inside


ENCODINGS = [(kind, one) for kind in KINDS for one in kind.encodings.values() if not one.model]


@pytest.mark.parametrize(("kind", "encoding"), ENCODINGS, ids=[f"{k.name}-{e.name}" for k, e in ENCODINGS])
def test_pages_list_every_clause_of_the_file_once(kind: Kind, encoding: Encoding) -> None:
    puzzle = next(puzzle for puzzle in small(kind) if ask("verdict", puzzle=puzzle.id())["status"] != "none")
    for to in ("dimacs", "norm"):
        written = file("encode", puzzle=puzzle.id(), encoding=encoding.name, to=to).content.decode().splitlines()
        header = [line for line in written if line.startswith("p ")]
        clauses = [line for line in written if line[0] not in "cp"]
        first = ask("formula", puzzle=puzzle.id(), encoding=encoding.name, to=to)
        pages = [
            ask("formula", puzzle=puzzle.id(), encoding=encoding.name, to=to, page=page)["lines"]
            for page in range(1, first["pages"] + 1)
        ]
        assert [line["text"] for page in pages for line in page] == clauses
        assert [line["number"] for page in pages for line in page] == [*range(1, len(clauses) + 1)]
        assert all(0 < len(page) <= LINES for page in pages)
        assert first["heading"] == "".join(header)
        assert first["clauses"] == first["total"] == len(clauses)


@pytest.mark.parametrize(("kind", "encoding"), ENCODINGS, ids=[f"{k.name}-{e.name}" for k, e in ENCODINGS])
def test_a_cell_lists_the_clauses_that_mention_it(kind: Kind, encoding: Encoding) -> None:
    puzzle = next(puzzle for puzzle in small(kind) if ask("verdict", puzzle=puzzle.id())["status"] != "none")
    formula = encoding(puzzle)
    assert isinstance(formula, Formula)
    at = [0] * (puzzle.domain().ndim - 1)
    own = {formula.name(abs(int(lit))) for lit in formula.answer[tuple(at)]} - {"true"}
    every_line = lines_of(puzzle, encoding)
    about = lines_of(puzzle, encoding, cell=at)
    assert about == [line for line in every_line if {name.lstrip("-") for name in line["names"]} & own]
    assert all(at in line["cells"] for line in about)
    for group in formula.groups[1:3]:
        assert lines_of(puzzle, encoding, group=group.id) == [x for x in every_line if x["group"] == group.id]
        if group.place is not None:
            assert {x["place"] for x in lines_of(puzzle, encoding, place=place_text(group.place))} == {
                place_text(group.place)
            }


@pytest.mark.parametrize(("kind", "encoding"), ENCODINGS, ids=[f"{k.name}-{e.name}" for k, e in ENCODINGS])
def test_readable_literals_say_what_their_names_say(kind: Kind, encoding: Encoding) -> None:
    """Different literals read differently, a negation as one; a cell is called by its row and column, from 1."""
    puzzle = next(puzzle for puzzle in small(kind) if ask("verdict", puzzle=puzzle.id())["status"] != "none")
    formula = encoding(puzzle)
    assert isinstance(formula, Formula)
    listing = Listing(puzzle, formula, Translator(puzzle, "en"), "dimacs")
    every = [lit for v in range(1, formula.variables + 1) for lit in (v, -v)]
    told = {lit: listing.told(lit) for lit in every}
    assert len(set(told.values())) == len(every)
    for lit in every[::2]:
        assert "¬" in told[lit] + told[-lit] or told[lit].replace(" = ", " ≠ ") == told[-lit]
    if formula.answer.ndim != 3:
        return
    shape = formula.answer.shape
    for r, c, v in np.ndindex(*shape):
        lit = int(formula.answer[r, c, v])
        if abs(lit) == abs(formula.true):
            continue
        cell = f"cell r{r + 1} c{c + 1}"
        assert told[lit].startswith(f"{cell} = ") if shape[-1] > 2 else told[lit] == (cell if v else f"¬{cell}")


def lines_of(puzzle: Puzzle, encoding: Encoding, **which: Any) -> list[dict[str, Any]]:
    first = ask("formula", puzzle=puzzle.id(), encoding=encoding.name, **which)
    found: list[dict[str, Any]] = list(first["lines"])
    for page in range(2, first["pages"] + 1):
        found += ask("formula", puzzle=puzzle.id(), encoding=encoding.name, page=page, **which)["lines"]
    return found


def test_a_weaker_encoding_shows_what_it_gets_wrong() -> None:
    weaker = [(kind, one) for kind, one in ENCODINGS if one.weaker]
    assert weaker
    for kind, encoding in weaker:
        wrong = 0
        for puzzle in small(kind):
            if encoding.name not in [
                row["name"] for row in ask("sizes", puzzle=puzzle.id())["encodings"] if "clauses" in row
            ]:
                continue
            answer = ask("formula", puzzle=puzzle.id(), encoding=encoding.name)
            assert answer["weaker"] == encoding.weaker_for(puzzle)
            if "wrong" in answer:
                assert answer["weaker"]
                wrong += 1
                values = puzzle.read(answer["wrong"]["line"])
                assert puzzle.check(values) or answer["wrong"]["value"] != answer["wrong"]["best"]
        assert wrong


@by_kind
def test_sizes_are_those_of_the_formulas(kind: Kind) -> None:
    puzzle = small(kind)[0]
    for row in ask("sizes", puzzle=puzzle.id())["encodings"]:
        if "error" not in row:
            assert (row["variables"], row["clauses"]) == kind.encodings[row["name"]](puzzle).size


@by_kind
def test_engines_run_against_each_other(kind: Kind) -> None:
    puzzle = small(kind)[0]
    *runs, end = stream("compare", puzzle=puzzle.id(), limit=5)
    assert end["runs"] == len(runs) == sum(not one.weaker for one in kind.encodings.values())
    assert len({run["status"] for run in runs}) == 1


# files and new puzzles


@by_kind
def test_pictures_proofs_and_books_are_files(kind: Kind, need_module: Any) -> None:
    need_module("PIL")
    need_module("reportlab")
    starts = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF", "html": b"<!DOCTYPE", "text": b""}
    puzzle = small(kind)[0]
    for to, start in starts.items():
        made = file("render", puzzle=puzzle.id(), to=to)
        assert made.content.startswith(start) and made.content
    empty = ask("board", puzzle=puzzle.id())["line"]  # as the page says that nothing is filled in
    assert file("render", puzzle=puzzle.id(), state=empty, to="svg") == file("render", puzzle=puzzle.id(), to="svg")
    certain = next(p for p in small(kind) if ask("verdict", puzzle=p.id())["status"] != "many")
    assert file("prove", puzzle=certain.id()).content.startswith(b"PK")
    book = stream("book", puzzles=[puzzle.id(), certain.id()], to="html", title="<b>Two</b>")[-1]
    assert b"&lt;b&gt;Two" in b64decode(book["file"]["base64"])


@pytest.mark.parametrize("name", list(registry.kinds()))
def test_new_puzzles_have_one_solution(name: str) -> None:
    started, *made, end = stream("generate", kind=name, size=[5, 5], seed=3, count=2)
    assert started == {"started": True}
    assert end["count"] == len(made) == 2
    for one in made:
        verdict = ask("verdict", puzzle=one["id"])
        assert (verdict["status"], verdict["line"]) == ("one", one["line"])
