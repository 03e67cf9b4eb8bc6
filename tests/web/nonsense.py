"""Requests that make no sense, each with a name and the service that is asked: all are refused in a sentence."""

from __future__ import annotations

import base64
import struct
import zlib
from typing import Any

from bad_files import FILES

LINES = "nonogram:4x3:1.1/2/1/1.1/2.1/2/1.1"
MINES = "dominosweeper:3x2:2../..."
LEVEL = "satromino:4x4:IO::++++/++??"


def png(width: int, height: int) -> bytes:
    """An image that claims a size, and holds nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    size = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = chunk(b"IHDR", size) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def packed(data: bytes) -> str:
    return base64.b64encode(data).decode()


OUTSIDE = '<?xml version="1.0"?><!DOCTYPE p [<!ENTITY a SYSTEM "file:///etc/passwd">]><puzzleset>&a;</puzzleset>'
MANY = '<?xml version="1.0"?><!DOCTYPE p [<!ENTITY a "bbbb"><!ENTITY c "&a;&a;">]><puzzleset>&c;</puzzleset>'
COMMAND = "external:touch {formula}"


def painted(*options: str, **more: Any) -> dict[str, Any]:
    """A wish for a new board."""
    return {"kind": "nonogram"} | (
        {"options": [dict(zip(("name", "value"), options, strict=True))]} if options else more
    )


PUZZLES: dict[str, Any] = {
    "a number for a puzzle": 17,
    "a list for a puzzle": [LINES],
    "null for a puzzle": None,
    "an object for a puzzle": {"$ne": 1},
    "an empty puzzle": "",
    "an unknown kind": "numbrix:9",
    "a kind that is a module": "os.path:9",
    "a kind that is a path": "../../../etc/passwd:9",
    "a kind that is hidden": "_template:9",
    "markup": "<script>alert(1)</script>:<img src=x onerror=alert(1)>",
    "markup in a puzzle": "nonogram:4x3:<script>alert(1)</script>",
    "markup in an option": "nonogram:2x1:1//1:<script>",
    "signs that turn text round": "nonogram:\u202e4x3:1",
    "pictures for letters": "\U0001f600:\u202e",
    "digits of other scripts": "nonogram:٤x٣:1.1/2/1/1.1/2.1/2/1.1",
    "a huge nonogram": "nonogram:999999999x999999999:1",
    "a large nonogram": "nonogram:1000x1000:" + "/" * 1999,
    "huge bishops": "bishops:99999999",
    "large bishops": "bishops:1000",
    "a huge doppelblock": "doppelblock:99999999:1",
    "a huge dominosweeper": "dominosweeper:99999999x99999999:.",
    "a large dominosweeper": "dominosweeper:300x300:" + "/".join(["." * 300] * 300),
    "a huge satromino": "satromino:99999999x99999999:I",
    "a clue with many digits": "nonogram:1x1:" + "9" * 5000 + "/1",
    "a negative size": "bishops:-1",
}

REQUESTS: dict[str, tuple[str, dict[str, Any]]] = {
    **{name: ("verdict", {"puzzle": puzzle}) for name, puzzle in PUZZLES.items()},
    **{f"the file {name}": ("read", {"file": packed(data)}) for name, (data, _) in FILES.items()},
    "no puzzle": ("verdict", {}),
    "an unknown field": ("verdict", {"puzzle": LINES, "__proto__": 1}),
    "a list for a client": ("verdict", {"puzzle": LINES, "client": [], "lane": "a"}),
    "a negative limit": ("verdict", {"puzzle": LINES, "limit": -1}),
    "an endless limit": ("solve", {"puzzle": LINES, "limit": 10**9}),
    # states
    "a state of another board": ("check", {"puzzle": LINES, "state": "#" * 1000}),
    "a state of one row": ("board", {"puzzle": LINES, "state": "##.#"}),
    "a state of other signs": ("check", {"puzzle": LINES, "state": "\U0001f4a3\0\u202e"}),
    "a state of letters": ("hint", {"puzzle": LINES, "state": "xxxx/xxxx/xxxx"}),
    "values of another board": ("check", {"puzzle": LINES, "values": [[1]]}),
    "ragged values": ("check", {"puzzle": LINES, "values": [[1], [1, 0], []]}),
    "values with a short row": ("board", {"puzzle": LINES, "values": [[0] * 4, [0] * 4, [0] * 3]}),
    "values out of range": ("check", {"puzzle": LINES, "values": [[99] * 4] * 3}),
    "values that are true": ("board", {"puzzle": LINES, "values": [[True] * 4] * 3}),
    "values that are halves": ("board", {"puzzle": LINES, "values": [[0.5] * 4] * 3}),
    "values that are a text": ("board", {"puzzle": LINES, "values": "0"}),
    "values of a level": ("board", {"puzzle": LEVEL, "values": [[0]]}),
    # pictures
    "a language that is a path": ("board", {"puzzle": LINES, "language": "../../x"}),
    "an unknown language": ("kinds", {"language": "xx"}),
    "a mark without a reason": ("board", {"puzzle": LINES, "marks": [{"at": [0, 0]}]}),
    "a mark with markup": ("board", {"puzzle": LINES, "marks": [{"at": [0, 0], "why": "<b>"}]}),
    "a mark nowhere": ("board", {"puzzle": LINES, "marks": [{"why": "look"}]}),
    "a mark at two places": ("board", {"puzzle": LINES, "marks": [{"at": [0, 0], "place": "row:1", "why": "look"}]}),
    "a mark at no place": ("board", {"puzzle": LINES, "marks": [{"place": "row:x", "why": "look"}]}),
    "a mark outside the board": ("board", {"puzzle": LINES, "marks": [{"at": [3, 0], "why": "look"}]}),
    "a mark with too few numbers": ("board", {"puzzle": LINES, "marks": [{"at": [0], "why": "look"}]}),
    "a mark beside the board": ("board", {"puzzle": LINES, "marks": [{"place": "row:3", "why": "look"}]}),
    "a mark at a clue of others": ("board", {"puzzle": LINES, "marks": [{"place": "cell:0:0", "why": "look"}]}),
    "a mark at a piece that is none": ("board", {"puzzle": LEVEL, "marks": [{"at": [2], "why": "look"}]}),
    "a file of another form": ("render", {"puzzle": LINES, "to": "exe"}),
    "a file with a path": ("encode", {"puzzle": LINES, "to": "../../x"}),
    "nothing to replay": ("replay", {"puzzle": LEVEL}),
    # editing
    "an edit of nothing": ("set", {}),
    "a new board without a size": ("set", {"kind": "nonogram"}),
    "an unknown kind of board": ("set", {"kind": "../x", "size": [5, 5]}),
    "a board of no size": ("set", {"kind": "nonogram", "size": [0, 0]}),
    "a board of one side": ("set", {"kind": "nonogram", "size": [3]}),
    "a huge board": ("set", {"kind": "nonogram", "size": [2000, 2000]}),
    "a large board": ("set", {"kind": "nonogram", "size": [900, 900]}),
    "a square that is none": ("set", {"kind": "doppelblock", "size": [5, 6]}),
    "two edits at once": ("set", {"puzzle": LINES, "size": [5, 5], "transform": {"action": "turn"}}),
    "a place without a text": ("set", {"puzzle": LINES, "place": "row:0"}),
    "a text without a place": ("live", {"puzzle": LINES, "text": "1"}),
    "a kind and a puzzle": ("live", {"puzzle": LINES, "kind": "nonogram"}),
    "neither a kind nor a puzzle": ("live", {}),
    "a place outside the board": ("live", {"puzzle": LINES, "place": "row:999", "text": "1"}),
    "a place before the board": ("set", {"puzzle": LINES, "place": "row:-1", "text": "1"}),
    "a place of another kind": ("set", {"puzzle": LINES, "place": "cell:0:0", "text": "1"}),
    "a place with markup": ("set", {"puzzle": LINES, "place": "<b>:0", "text": "1"}),
    "a clue with markup": ("set", {"puzzle": LINES, "place": "row:0", "text": "<img src=x>"}),
    "a clue that is a picture": ("set", {"puzzle": LINES, "place": "row:0", "text": "\U0001f600"}),
    "a clue that ends the ID": ("set", {"puzzle": LINES, "place": "row:0", "text": "1:x=y\n"}),
    "a level that is mirrored": ("set", {"puzzle": LEVEL, "transform": {"action": "mirror"}}),
    "a row that is not there": ("set", {"puzzle": LINES, "transform": {"action": "delete", "at": 99}}),
    "a level that is turned": ("set", {"puzzle": LEVEL, "transform": {"action": "turn"}}),
    # playing
    "true for a number": ("hint", {"puzzle": LINES, "depth": True}),
    "a part of a depth": ("hint", {"puzzle": LINES, "depth": 1.5}),
    "too deep": ("hint", {"puzzle": LINES, "depth": 4}),
    "moves where there are none": ("moves", {"puzzle": LINES, "moves": "lrd"}),
    "a move that there is not": ("moves", {"puzzle": LEVEL, "moves": "lx"}),
    "cells outside the board": ("reveal", {"puzzle": MINES, "open": [[7, 7]]}),
    "half a cell": ("reveal", {"puzzle": MINES, "open": [[0]]}),
    "nothing that could be uncovered": ("reveal", {"puzzle": LINES, "open": []}),
    # looking inside
    "a command for an engine": ("solve", {"puzzle": LINES, "engine": COMMAND}),
    "an engine with options": ("solve", {"puzzle": LINES, "engine": "yasat:trace=/tmp/x"}),
    "an engine that needs a command": ("solve", {"puzzle": LINES, "engine": "external"}),
    "an unknown engine": ("solve", {"puzzle": LINES, "engine": "os"}),
    "a command among engines": ("compare", {"puzzle": LINES, "engines": [COMMAND]}),
    "the engine of commands among others": ("compare", {"puzzle": LINES, "engines": ["external"]}),
    "a command that proves": ("prove", {"puzzle": LINES, "engine": COMMAND}),
    "a proof of nothing": ("prove", {"puzzle": "nonogram:2x2:1/1/1/1"}),
    "an unknown encoding": ("solve", {"puzzle": LINES, "encoding": "../../x"}),
    "options of an encoding": ("formula", {"puzzle": LINES, "encoding": "compact:__class__=1"}),
    "options that it has not": ("solve", {"puzzle": LINES, "encoding": "dnf:a=b"}),
    "clauses of a model": ("formula", {"puzzle": MINES, "encoding": "cp"}),
    "clauses of a cell outside": ("formula", {"puzzle": LINES, "cell": [0, 99]}),
    "a page that is not there": ("formula", {"puzzle": LINES, "page": 10**9}),
    # reading
    "nothing to read": ("read", {}),
    "a text and a file": ("read", {"text": LINES, "file": packed(LINES.encode())}),
    "a file that is not packed": ("read", {"file": LINES}),
    "an entity bomb": ("read", {"text": MANY}),
    "an entity outside": ("read", {"text": OUTSIDE}),
    "a path to read": ("read", {"text": "/etc/passwd"}),
    "an address to read": ("read", {"text": "file:///etc/passwd"}),
    "an example that is a path": ("read", {"text": "@../../etc/passwd"}),
    "an example that is not there": ("read", {"text": "@nonogram/../../x"}),
    "a text that is too long": ("read", {"text": "a" * 3_000_000}),
    # making
    "an unknown recipe": ("generate", {"kind": "no"}),
    "a new puzzle of one side": ("generate", painted(size=[5])),
    "a huge new puzzle": ("generate", painted(size=[2000, 2000])),
    "options that are a path": ("generate", painted("from", "/etc/passwd")),
    "options that name an image": ("generate", painted("image", "/etc/passwd")),
    "options with markup": ("generate", painted("symmetry", "<i>")),
    "options for the machine": ("generate", painted("jobs", "99")),
    "options for another kind": ("generate", painted("kind", "bishops")),
    "an image that is not packed": ("generate", painted(image="***")),
    "an image that is none": ("generate", painted(image=packed(b"no image"))),
    "an image that claims much": ("generate", painted(image=packed(png(60_000, 60_000)))),
    "an image for pieces": ("generate", {"kind": "bishops", "image": ""}),
    "a book of nothing": ("book", {"puzzles": [], "to": "pdf"}),
    "a book of junk": ("book", {"puzzles": ["<b>"], "to": "html"}),
}  # fmt: skip
"""Names of requests to services and their fields."""
