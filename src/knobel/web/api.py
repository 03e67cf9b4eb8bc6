"""All services of the page: who answers, the schemas of their requests, and their limits.

Nothing of what answers is imported here; the server itself needs none of it.
"""

from __future__ import annotations

from typing import Any

from . import schemas
from .schemas import PuzzleRequest, Request, StateRequest
from .service import Service, Table


def _service(name: str, module: str, about: str, schema: type[Request] = Request, **more: Any) -> Service:
    """A service whose function has its own name, unless it says otherwise."""
    function = more.pop("function", name)
    return Service(name, f"{__package__}.{module}:{function}", about, schema, **more)


SERVICES = (
    _service("kinds", "services", "Kinds, encodings, engines, examples: what can be chosen."),
    _service("read", "services", "The puzzles in a text (IDs, an address, an example) or in a file of any format.",
             schemas.ReadRequest, body=8_000_000),
    _service("board", "boards", "The picture of a puzzle as data.", schemas.BoardRequest, body=4_000_000),
    _service("set", "editing", "A board with something changed on it, or a new one.", schemas.ChangeRequest,
             function="change"),
    _service("live", "streams", "The same, or a board as it is: its picture, and then the verdict, bit by bit.",
             schemas.ChangeRequest, stream=True, limit=10.0),
    _service("verdict", "verdicts", "How many solutions there are, what is certain, and what a setter could do.",
             PuzzleRequest, limit=10.0),
    _service("check", "services", "Whether a board is right so far.", schemas.CheckRequest, limit=10.0),
    _service("solve", "services", "A solution.", schemas.SolveRequest, seconds=310.0),
    _service("hint", "services", "What to do next, at three depths.", schemas.HintRequest, seconds=130.0),
    _service("grade", "services", "How hard a puzzle is.", PuzzleRequest, seconds=130.0),
    _service("why", "services", "Why a puzzle has no solution.", PuzzleRequest, seconds=130.0),
    _service("reveal", "services", "What uncovered cells show.", schemas.RevealRequest),
    _service("moves", "services", "A level after some moves.", schemas.MovesRequest),
    _service("replay", "boards", "A solution as an animation.", StateRequest),
    _service("formula", "formulas", "A page of the clauses of a puzzle.", schemas.FormulaRequest, limit=20.0,
             seconds=65.0),
    _service("sizes", "formulas", "Variables and clauses of every encoding.", PuzzleRequest, limit=20.0,
             seconds=65.0),
    _service("render", "files", "A picture to save.", schemas.RenderRequest),
    _service("encode", "files", "The formula to save.", schemas.EncodeRequest, limit=20.0, seconds=65.0),
    _service("prove", "files", "A proof to save.", schemas.SolveRequest, limit=30.0, seconds=130.0),
    _service("count", "streams", "How many solutions there are.", PuzzleRequest, stream=True, limit=60.0,
             seconds=610.0),
    _service("explain", "streams", "From the clues to the solution, step by step.", PuzzleRequest,
             stream=True, limit=60.0, seconds=610.0),
    _service("compare", "streams", "Encodings and engines against each other.", schemas.CompareRequest,
             stream=True, limit=10.0, seconds=610.0),
    _service("generate", "streams", "New puzzles.", schemas.GenerateRequest, stream=True, limit=60.0,
             seconds=610.0, body=13_000_000),
    _service("book", "files", "A book of puzzles to print.", schemas.BookRequest, function="printed", stream=True,
             seconds=610.0, body=8_000_000),
)  # fmt: skip


def warm() -> None:
    """Load what most services need, so that the first question is not slower than the others."""
    from .. import registry

    ready = {service.name: service for service in SERVICES}
    ready["kinds"].call({})
    for kind in registry.kinds().values():
        for example in list(kind.examples.values())[:1]:
            for name in ("board", "check", "hint", "formula"):
                ready[name].call({"puzzle": example.id})
            list(ready["live"].call({"puzzle": example.id}))
    ready["render"].call({"puzzle": example.id, "to": "svg"})  # what these load is the same for all kinds
    list(ready["explain"].call({"puzzle": example.id}))


TABLE = Table.of(SERVICES, warm)
