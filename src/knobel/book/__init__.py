"""Collections of puzzles to print: several a page, numbered, with grades, and the solutions at the end.

A book is laid out once and then painted as a PDF or as a page of HTML that needs nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Literal, TypeAlias

from ..errors import Misuse
from ..page import page
from ..picture.pdf import need_reportlab, pdf
from ..picture.shapes import Drawing
from ..picture.svg import document
from ..puzzle import Puzzle, Values
from .layout import MM, PAPERS, RULE, Item, Paper, laid_out

__all__ = ["PAPERS", "Entry", "Form", "Paper", "book", "form_of", "pages"]

Form: TypeAlias = Literal["pdf", "html"]


@dataclass(frozen=True)
class Entry:
    """A puzzle of a book; what is not known of it (its solution, its grade) is left out."""

    puzzle: Puzzle
    solution: Values | None = None
    grade: str | None = None
    title: str = ""


def book(
    entries: Sequence[Entry], to: Form = "pdf", *, title: str = "", paper: Paper = "a4", per_page: int | None = None
) -> bytes:
    """A book as a file: a PDF (needs reportlab, the extra ``print``), or a page of HTML that needs nothing else.

    ``per_page`` is the greatest number of puzzles on a page; without it, as many as leave cells that one can write in.

    >>> from knobel import parse
    >>> book([Entry(parse("nonogram:2x1:1//1"), grade="easy")], "html", title="Two cells").count(b"<svg")
    1
    """
    sheets = pages(entries, title=title, paper=paper, per_page=per_page)
    return pdf(sheets, 1, title) if to == "pdf" else _html(sheets, title).encode()


def form_of(path: Path) -> Form:
    """What a file of this name should hold; an error where that cannot be made."""
    if path.suffix == ".pdf":
        need_reportlab()
        return "pdf"
    if path.suffix == ".html":
        return "html"
    raise Misuse(f"a book is a .pdf or a .html file, not {path.name!r}")


def pages(
    entries: Sequence[Entry], *, title: str = "", paper: Paper = "a4", per_page: int | None = None
) -> list[Drawing]:
    """The pages of a book, to be painted."""
    from .. import registry

    if paper not in PAPERS:
        raise Misuse(f"unknown paper {paper!r}; known: {', '.join(PAPERS)}")
    if per_page is not None and per_page < 1:
        raise Misuse(f"{per_page} puzzles a page would fill no book; take 1 or more")
    kinds = dict.fromkeys(entry.puzzle.kind for entry in entries)
    rules = [(kind.capitalize(), registry.kind(kind).about) for kind in kinds]
    puzzles = [
        Item(number, entry.puzzle.draw(), entry.title or entry.puzzle.title, entry.grade or "")
        for number, entry in enumerate(entries, 1)
    ]
    solutions = [
        Item(number, entry.puzzle.draw(entry.solution))
        for number, entry in enumerate(entries, 1)
        if entry.solution is not None
    ]
    width, height = PAPERS[paper]
    return [
        Drawing(width, height, tuple(shape for box in page for shape in box.shapes), RULE)
        for page in laid_out(puzzles, solutions, rules, title, paper, per_page)
    ]


def _html(sheets: Sequence[Drawing], title: str) -> str:
    """A page that shows the sheets one below the other, and prints each on a sheet of paper."""
    width, height = f"{sheets[0].width / MM:.2f}mm", f"{sheets[0].height / MM:.2f}mm"
    size = f"@page {{ size: {width} {height}; margin: 0; }}\n:root {{ --width: {width}; --height: {height}; }}\n"
    style = files(__package__).joinpath("book.css").read_text(encoding="utf-8")
    return page(title, size + style, "".join(map(document, sheets)))
