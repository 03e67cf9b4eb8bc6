"""All services of the page: their names, the shapes of their requests and their limits.

Nothing of what answers is imported here; whoever listens to the network needs none of it.
"""

from __future__ import annotations

from typing import Any

from .service import Service, Table
from .shapes import Shape, choice, record, several, text, whole

MOST_TEXT = 2_000_000  # characters of a text to read
MOST_SIDE = 2000

PUZZLE = text(400_000, description="the ID of a puzzle")
KIND = text(60, description="the name of a kind")
NAME = text(200)
AT = several(whole(0, 99_999), 3)
PLACE = text(60, description="the place of a clue, such as row:2 or cell:0:3")
SIZE = several(whole(1, MOST_SIDE), 2)
STATE: dict[str, Shape] = {
    "state": text(400_000, description="how far the board is filled, in the one-line form"),
    "values": several(several(whole(-1, 99_999), MOST_SIDE), MOST_SIDE),
}
WHY = choice("look", "new", "wrong", "known")
MARKS = several(record({"at": AT, "place": PLACE, "why": WHY}, "why"), 20_000)
WAY: dict[str, Shape] = {"encoding": NAME, "engine": text(60, pattern="^[a-z0-9_-]*$", description="expected a name")}
GRADE = choice("easy", "medium", "hard", "expert", "search")


def limit(most: float) -> dict[str, Shape]:
    """Seconds after which a service stops by itself."""
    return {"limit": {"type": "number", "minimum": 0.01, "maximum": most}}


def one(name: str, module: str, about: str, *required: str, **more: Any) -> Service:
    """A service whose function has its own name, unless it says otherwise."""
    function = more.pop("function", name)
    return Service(name, f"{__package__}.{module}:{function}", about, required=required, **more)


ABOUT = {"puzzle": PUZZLE}
CHANGE = ABOUT | STATE | {"kind": KIND, "place": PLACE, "text": text(20_000), "size": SIZE, "turn": {"type": "boolean"}}

SERVICES = (
    one("kinds", "services", "Kinds, encodings, engines, examples: what can be chosen."),
    one("read", "services", "The puzzles in a text (IDs, an address, an example) or in a file of any format.",
        fields={"text": text(MOST_TEXT), "file": text(MOST_TEXT * 4 // 3, description="its content in base64"),
                "kind": KIND}, body=8_000_000),
    one("board", "boards", "The picture of a puzzle as data.", "puzzle",
        fields=ABOUT | STATE | {"marks": MARKS, "set": {"type": "boolean"}}, body=4_000_000),
    one("set", "services", "A board with something changed on it, or a new one.", function="change", fields=CHANGE),
    one("live", "live", "The same, or a board as it is: its picture, and then the verdict, bit by bit.",
        fields=CHANGE | limit(60), stream=True),
    one("verdict", "verdicts", "How many solutions there are, what is certain, and what a setter could do.", "puzzle",
        fields=ABOUT | limit(60)),
    one("check", "checking", "Whether a board is right so far.", "puzzle", fields=ABOUT | STATE | limit(60)),
    one("solve", "services", "A solution.", "puzzle", fields=ABOUT | WAY | limit(300), seconds=310.0),
    one("hint", "services", "What to do next, at three depths.", "puzzle",
        fields=ABOUT | STATE | limit(120) | {"depth": whole(1, 3)}, seconds=130.0),
    one("grade", "services", "How hard a puzzle is.", "puzzle", fields=ABOUT | limit(120), seconds=130.0),
    one("why", "services", "Why a puzzle has no solution.", "puzzle", fields=ABOUT | limit(120), seconds=130.0),
    one("reveal", "services", "What uncovered cells show.", "puzzle", "open",
        fields=ABOUT | limit(60) | {"open": several(AT, 40_000)}),
    one("moves", "services", "A level after some moves.", "puzzle", "moves",
        fields=ABOUT | {"moves": text(100_000)}),
    one("replay", "boards", "A solution as an animation.", "puzzle", fields=ABOUT | STATE),
    one("formula", "formulas", "A page of the clauses of a puzzle.", "puzzle",
        fields=ABOUT | limit(60) | {"encoding": NAME, "to": choice("dimacs", "norm"), "page": whole(1, 10**9),
                                    "cell": AT, "place": PLACE, "group": whole(0, 10**9)}, seconds=65.0),
    one("sizes", "formulas", "Variables and clauses of every encoding.", "puzzle", fields=ABOUT | limit(60),
        seconds=65.0),
    one("render", "files", "A picture to save.", "puzzle", "to",
        fields=ABOUT | STATE | {"to": choice("svg", "png", "pdf", "html", "text")}),
    one("encode", "files", "The formula to save.", "puzzle", "to",
        fields=ABOUT | limit(60) | {"encoding": NAME, "to": choice("dimacs", "norm", "opb")}, seconds=65.0),
    one("prove", "files", "A proof to save.", "puzzle", fields=ABOUT | WAY | limit(120), seconds=130.0),
    one("count", "streams", "How many solutions there are.", "puzzle", fields=ABOUT | limit(600), stream=True,
        seconds=610.0),
    one("explain", "streams", "From the clues to the solution, step by step.", "puzzle",
        fields=ABOUT | limit(600), stream=True, seconds=610.0),
    one("compare", "streams", "Encodings and engines against each other.", "puzzle",
        fields=ABOUT | limit(60) | {"encodings": several(NAME, 20), "engines": several(WAY["engine"], 20)},
        stream=True, seconds=610.0),
    one("generate", "streams", "New puzzles.", "kind",
        fields={"kind": KIND, "size": SIZE, "grade": GRADE, "clues": choice("few", "some", "many"),
                "seed": whole(0, 2**32 - 1), "count": whole(1, 50),
                "options": several(record({"name": NAME, "value": NAME}, "name", "value"), 20),
                "image": text(12_000_000)} | limit(300), stream=True, seconds=610.0, body=13_000_000),
    one("book", "streams", "A book of puzzles to print.", "puzzles", function="printed",
        fields={"puzzles": several(PUZZLE, 100), "title": NAME, "paper": choice("a4", "letter"),
                "to": choice("pdf", "html"), "per_page": whole(1, 12)}, stream=True, seconds=610.0, body=8_000_000),
)  # fmt: skip


def warm() -> None:
    """Load what most services need, so that the first question is not slower than the others."""
    from .. import registry
    from . import boards, checking, files, formulas, live, services, streams

    services.kinds({})
    for kind in registry.kinds().values():
        for example in list(kind.examples.values())[:1]:
            request = {"puzzle": example.id}
            for service in (boards.board, checking.check, services.hint, formulas.formula):
                service(request)
            list(live.live(request))
            next(iter(streams.explain(request)))
            files.render(request | {"to": "svg"})


TABLE = Table.of(SERVICES, warm)
