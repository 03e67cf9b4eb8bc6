"""Answers to save: pictures, formulas and proofs."""

from __future__ import annotations

import io
import re
import tempfile
import zipfile
from pathlib import Path

from ..dimacs import write_dimacs, write_norm, write_opb
from ..errors import Unable
from ..page import html
from ..puzzle import Puzzle
from ..tasks.prove import prove as task_prove
from .asked import Request, engine_of, puzzle_of, state_of
from .formulas import formula_of
from .service import File

SECONDS = 30.0
PICTURES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "html": "text/html; charset=utf-8",
    "text": "text/plain; charset=utf-8",
}
FORMULAS = {"dimacs": (write_dimacs, "cnf"), "norm": (write_norm, "txt"), "opb": (write_opb, "opb")}


def name_of(puzzle: Puzzle, end: str) -> str:
    """What to call a file."""
    stem = re.sub(r"[^A-Za-z0-9]+", "-", puzzle.id()).strip("-")[:40].strip("-")
    return f"{stem}.{end}"


def render(request: Request) -> File:
    """A picture of a puzzle, filled in as far as the request says."""
    puzzle = puzzle_of(request)
    state, to = state_of(puzzle, request), request["to"]
    if state is not None and not (state >= 0).any():
        state = None  # who has filled in nothing wants the empty board, to write on
    picture = puzzle.draw(state)
    if to == "png":
        content = picture.png()
    elif to == "pdf":
        content = picture.pdf()
    elif to == "html":
        content = html(puzzle.draw(), None if state is None else picture).encode()
    else:
        content = (picture.svg() if to == "svg" else f"{picture}\n").encode()
    return File(name_of(puzzle, "txt" if to == "text" else to), PICTURES[to], content)


def encode(request: Request) -> File:
    """The clauses of a puzzle."""
    puzzle = puzzle_of(request)
    write, end = FORMULAS[request["to"]]
    out = io.StringIO()
    write(formula_of(puzzle, request), out)
    return File(name_of(puzzle, end), "text/plain; charset=utf-8", out.getvalue().encode())


def prove(request: Request) -> File:
    """A proof that there is no solution, no other, or no better one: formula, proof and claim in one file."""
    puzzle = puzzle_of(request)
    with tempfile.TemporaryDirectory(prefix="knobel-") as folder:
        made = task_prove(
            puzzle,
            Path(folder) / "proof",
            encoding=request.get("encoding"),
            engine=engine_of(request),
            timeout=request.get("limit", SECONDS),
        )
        if not made:
            reason = "there are several solutions" if made.status == "multiple" else "the time was too short"
            raise Unable(f"there is nothing to prove: {reason}")
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted((Path(folder) / "proof").iterdir()):
                archive.write(path, path.name)
    return File(name_of(puzzle, "zip"), "application/zip", packed.getvalue())
