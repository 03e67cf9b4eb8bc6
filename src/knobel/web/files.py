"""Answers to save: pictures, formulas, proofs and books."""

from __future__ import annotations

import io
import re
import tempfile
import zipfile
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import knobel

from .. import registry
from ..book import Entry, book
from ..dimacs import write_dimacs, write_norm, write_opb
from ..errors import BadInput, Unable
from ..page import html
from ..puzzle import Puzzle
from .convert import checked_engine, checked_puzzle, puzzle_of, state_of
from .formulas import formula_of
from .playfile import Playable, play_page
from .schemas import BookRequest, EncodeRequest, RenderRequest, SolveRequest
from .service import File, Json

GRADE_SECONDS = 5.0  # of a puzzle in a book
PICTURES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "html": "text/html; charset=utf-8",
    "text": "text/plain; charset=utf-8",
    "play": "text/html; charset=utf-8",
    "puzzlink": "text/plain; charset=utf-8",
}
ENDS = {"text": "txt", "play": "html", "puzzlink": "txt"}
FORMULAS = {"dimacs": (write_dimacs, "cnf"), "norm": (write_norm, "txt"), "opb": (write_opb, "opb")}


def name_of(puzzle: Puzzle, end: str) -> str:
    """What to call a file."""
    stem = re.sub(r"[^A-Za-z0-9]+", "-", puzzle.id()).strip("-")[:40].strip("-")
    return f"{stem}.{end}"


def render(request: RenderRequest) -> File:
    """A picture of a puzzle, filled in as far as the request says."""
    puzzle, to = puzzle_of(request), request.to
    state = state_of(puzzle, request)
    if state is not None and not (state >= 0).any():
        state = None  # who has filled in nothing wants the empty board, to write on
    picture, by = puzzle.draw(state), [text for text in (request.title, request.author) if text]
    if by:
        picture = replace(picture, title=" · ".join(by))
    if to == "png":
        content = picture.png()
    elif to == "pdf":
        content = picture.pdf()
    elif to == "play":
        whole = Playable(puzzle, request.title, request.author)
        content = play_page([whole], language=request.language, timeout=request.limit).encode()
    elif to == "puzzlink":
        content = _address(puzzle).encode()
    elif to == "html":
        content = html(puzzle.draw(), None if state is None else picture).encode()
    elif to == "svg":
        content = picture.svg().encode()
    else:
        content = "".join(f"{line}\n" for line in (*by, picture)).encode()
    return File(name_of(puzzle, ENDS.get(to, to)), PICTURES[to], content)


def _address(puzzle: Puzzle) -> str:
    """The address of a puzzle at puzz.link."""
    for form in registry.kind(puzzle.kind).formats:
        if form.name == "puzzlink" and form.write is not None:
            return form.write([puzzle]).strip()
    raise Unable("puzz.link has no puzzles of this kind")


def encode(request: EncodeRequest) -> File:
    """The clauses of a puzzle."""
    puzzle = puzzle_of(request)
    write, end = FORMULAS[request.to]
    out = io.StringIO()
    write(formula_of(puzzle, request), out)
    return File(name_of(puzzle, end), "text/plain; charset=utf-8", out.getvalue().encode())


def prove(request: SolveRequest) -> File:
    """A proof that there is no solution, no other, or no better one: formula, proof and claim in one file."""
    puzzle, engine = puzzle_of(request), checked_engine(request.engine)
    with tempfile.TemporaryDirectory(prefix="knobel-") as folder:
        out = Path(folder) / "proof"
        made = knobel.prove(puzzle, out, encoding=request.encoding, engine=engine, timeout=request.limit)
        if not made:
            reason = "there are several solutions" if made.status == "multiple" else "the time was too short"
            raise Unable(f"there is nothing to prove: {reason}")
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(out.iterdir()):
                archive.write(path, path.name)
    return File(name_of(puzzle, "zip"), "application/zip", packed.getvalue())


def printed(request: BookRequest) -> Iterator[Json]:
    """A book of puzzles: each is solved and graded, which takes time, and the last event has the file."""
    puzzles = [checked_puzzle(registry.parse(id)) for id in request.puzzles]
    if not puzzles:
        raise BadInput("there is no puzzle to print")
    to, entries = request.to, list[Entry]()
    for puzzle in puzzles:
        found = knobel.solve(puzzle, timeout=GRADE_SECONDS).solution
        graded = knobel.grade(puzzle, timeout=GRADE_SECONDS) if found is not None else None
        entries.append(Entry(puzzle, found, None if graded is None else graded.name))
        yield {"number": len(entries), "total": len(puzzles)}
    content = book(entries, to, title=request.title, paper=request.paper, per_page=request.per_page)
    file = {"name": f"puzzles.{to}", "type": PICTURES[to], "base64": b64encode(content).decode("ascii")}
    yield {"done": True, "file": file}
