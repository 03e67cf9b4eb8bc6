"""The requests: which fields each has, of which types and within which limits.

A request is checked against its schema before any work is done for it, so services need not doubt types and lengths.
An optional field that is null counts as left out. The schemas also are the description of the interface.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, NoReturn, TypeVar

import msgspec
from msgspec import Meta, Struct

from ..errors import BadInput
from ..say import Language

MOST_TEXT = 2_000_000  # characters of a text to read
MOST_SIDE = 2000

ShortName = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(max_length=200)]
Kind = Annotated[str, Meta(max_length=60, description="the name of a kind")]
Engine = Annotated[str, Meta(max_length=60, description="the name of an engine")]
PuzzleID = Annotated[str, Meta(max_length=400_000, description="the ID of a puzzle")]
Index = Annotated[list[Annotated[int, Meta(ge=0, le=99_999)]], Meta(max_length=3, description="into the answer")]
Place = Annotated[str, Meta(max_length=60, description="the place of a clue, such as row:2 or cell:0:3")]
Side = Annotated[int, Meta(ge=1, le=MOST_SIDE)]
Line = Annotated[str, Meta(max_length=400_000, description="how far the board is filled, in the one-line form")]
Row = Annotated[list[Annotated[int, Meta(ge=-1, le=99_999)]], Meta(max_length=MOST_SIDE)]
Grid = Annotated[list[Row], Meta(max_length=MOST_SIDE, description="the same by rows; -1 is unknown")]
Seconds = Annotated[float, Meta(ge=0.01, le=600, description="after which the service answers with what it has")]

# The words below are repeated here so that the server need not load what else knows them; a test compares them.
Why = Literal["line", "known", "look", "new", "assumed", "fails", "wrong"]
Grade = Literal["easy", "medium", "hard", "expert", "search"]
Clues = Literal["few", "some", "many"]


class Request(Struct, kw_only=True, forbid_unknown_fields=True):
    """Fields of every request. A newer request of the same client and lane takes the place of an older one."""

    client: ShortName | None = None
    lane: ShortName | None = None
    language: Language = "en"
    limit: Seconds | None = None


class CancelRequest(Struct, forbid_unknown_fields=True):
    client: ShortName
    lane: ShortName


class ReadRequest(Request):
    text: Annotated[str, Meta(max_length=MOST_TEXT)] | None = None
    file: Annotated[str, Meta(max_length=MOST_TEXT * 4 // 3, description="its content in base64")] | None = None
    kind: Kind | None = None


class PuzzleRequest(Request):
    puzzle: PuzzleID


class StateRequest(PuzzleRequest, kw_only=True):
    state: Line | None = None
    values: Grid | None = None


class Mark(Struct, forbid_unknown_fields=True):
    why: Why
    at: Index | None = None
    place: Place | None = None
    out: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(max_length=100)] = []


class BoardRequest(StateRequest):
    marks: Annotated[list[Mark], Meta(max_length=20_000)] = []
    set: bool = False


class Edit(Struct, forbid_unknown_fields=True):
    place: Place | None = None
    text: Annotated[str, Meta(max_length=20_000)] | None = None
    values: Grid | None = None


class Transform(Struct, forbid_unknown_fields=True):
    action: Literal["turn", "mirror", "shift", "insert", "delete"]
    axis: Literal["row", "column"] = "row"
    at: Annotated[int, Meta(ge=0, le=MOST_SIDE)] = 0
    by: Annotated[int, Meta(ge=-MOST_SIDE, le=MOST_SIDE)] = 1


class ChangeRequest(Request):
    puzzle: PuzzleID | None = None
    kind: Kind | None = None
    place: Place | None = None
    text: Annotated[str, Meta(max_length=20_000)] | None = None
    size: tuple[Side, Side] | None = None
    transform: (
        Annotated[Transform, Meta(description="of the whole board, and of the values that are drawn on it")] | None
    ) = None
    state: Line | None = None
    values: Grid | None = None
    edits: Annotated[list[Edit], Meta(max_length=1000, description="changes one after the other")] = []


class CheckRequest(StateRequest):
    name: Annotated[bool, Meta(description="whether to name what is wrong")] = True


class HintRequest(StateRequest):
    depth: Annotated[int, Meta(ge=1, le=3)] = 3


class RevealRequest(PuzzleRequest):
    open: Annotated[list[Index], Meta(max_length=40_000)]


class MovesRequest(PuzzleRequest):
    moves: Annotated[str, Meta(max_length=100_000)]


class SolveRequest(PuzzleRequest):
    encoding: Name | None = None
    engine: Engine | None = None


class FormulaRequest(PuzzleRequest):
    encoding: Name | None = None
    to: Literal["dimacs", "norm"] = "dimacs"
    page: Annotated[int, Meta(ge=1, le=10**9)] = 1
    cell: Index | None = None
    place: Place | None = None
    group: Annotated[int, Meta(ge=0, le=10**9)] | None = None


class EncodeRequest(PuzzleRequest):
    to: Literal["dimacs", "norm", "opb"]
    encoding: Name | None = None


class RenderRequest(StateRequest):
    to: Literal["svg", "png", "pdf", "html", "text", "play", "puzzlink"]
    title: Name = ""
    author: Name = ""


class CompareRequest(PuzzleRequest):
    encodings: Annotated[list[Name], Meta(max_length=20)] = []
    engines: Annotated[list[Engine], Meta(max_length=20)] = []


class Option(Struct, forbid_unknown_fields=True):
    name: Name
    value: Name


class GenerateRequest(Request):
    kind: Kind
    size: tuple[Side, Side] | None = None
    grade: Grade | None = None
    clues: Clues = "few"
    seed: Annotated[int, Meta(ge=0, le=2**32 - 1)] | None = None
    count: Annotated[int, Meta(ge=1, le=50)] = 1
    options: Annotated[list[Option], Meta(max_length=20)] = []
    image: Annotated[str, Meta(max_length=12_000_000, description="its content in base64")] | None = None


class BookRequest(Request):
    puzzles: Annotated[list[PuzzleID], Meta(max_length=100)]
    title: Name = ""
    paper: Literal["a4", "letter"] = "a4"
    to: Literal["pdf", "html"] = "pdf"
    per_page: Annotated[int, Meta(ge=1, le=12)] | None = None


# reading


AnyStruct = TypeVar("AnyStruct", bound=Struct)


def read(body: bytes, schema: type[AnyStruct]) -> AnyStruct:
    """The request in a body; :class:`BadInput` says what does not fit its schema.

    >>> read(b'{"client": "a", "lane": "b"}', CancelRequest)
    CancelRequest(client='a', lane='b')
    >>> read(b'{"client": 1}', CancelRequest)
    Traceback (most recent call last):
        ...
    knobel.errors.BadInput: the request does not fit: Expected `str`, got `int` - at `$.client`
    """
    try:
        found = json.loads(body.decode("utf-8"), parse_constant=_refuse_constant, object_pairs_hook=_unique_fields)
        json.dumps(found, ensure_ascii=False).encode("utf-8")  # halves of characters are no text
    except RecursionError:
        raise BadInput("the request is nested too deeply") from None
    except UnicodeError:
        raise BadInput("the request is not valid UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise BadInput(f"the request is not JSON: {error.msg}", error.lineno) from None
    except ValueError:
        raise BadInput("the request holds a number that is out of range") from None
    if not isinstance(found, dict):
        raise BadInput("the request is not a JSON object")
    return fitted(found, schema)


def _refuse_constant(word: str) -> NoReturn:
    raise BadInput(f"{word} is not a number in JSON")


def _unique_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadInput("the request names a field twice")
    return found


def fitted(fields: dict[str, Any], schema: type[AnyStruct]) -> AnyStruct:
    """The fields of a request as its schema has them; :class:`BadInput` says what does not fit."""
    try:
        return msgspec.convert(fields, schema)
    except msgspec.ValidationError as error:
        words = " ".join(str(error).split())  # which may quote what was sent
        said = words if len(words) < 200 else f"{words[:100]} ... {words[-80:]}"
        choices = _choices(said, schema) if said.startswith("Invalid enum") else ""
        raise BadInput(f"the request does not fit: {said}{choices}") from None


def _choices(said: str, schema: type[Struct]) -> str:
    """What an error about a field with a choice leaves open: the words to choose from."""
    name = said.rpartition(".")[2].rstrip("`")
    for one in msgspec.json.schema_components([schema])[1].values():
        field = one["properties"].get(name, {})
        for part in (field, *field.get("anyOf", ())):
            if "enum" in part:
                return f"; expected one of {', '.join(part['enum'])}"
    return ""
