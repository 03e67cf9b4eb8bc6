"""Files and standard input as streams of bytes: unpacked where they are packed, with errors that people can read.

Nothing is read before somebody wants it, so that whoever writes into a pipe can wait for an answer.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import BinaryIO, cast

from . import registry
from .errors import BadInput
from .say import Say

MAX_BYTES = 64 * 2**20
PIECE = 2**20
PACKED = {"gzip": b"\x1f\x8b", "xz": b"\xfd7zXZ\x00"}  # how such files begin


def read_text(argument: str, most: int = MAX_BYTES) -> str:
    """The text of a file, or of standard input for ``-``; raises :class:`BadInput` that names it.

    Bytes that are no UTF-8 become lone surrogates, from which formats that are not made of text get them back.
    """
    return text_of(read_bytes(argument, most))


def text_of(data: bytes, *, start: bool = True) -> str:
    """Bytes as text, as :func:`read_text` reads it; at the start of a file there may be a byte order mark."""
    return data.decode("utf-8-sig" if start else "utf-8", errors="surrogateescape")


def read_bytes(argument: str, most: int = MAX_BYTES) -> bytes:
    """What is in a file, or in standard input for ``-``; what is packed by gzip or xz is unpacked."""
    found = bytearray()
    with opened(argument) as file:
        # Piece by piece: asked for gigabytes at once, Python would reserve them for the smallest file.
        while len(found) <= most and (piece := file.read(PIECE)):
            found += piece
    return bounded(bytes(found), most)


def bounded(data: bytes, most: int = MAX_BYTES) -> bytes:
    """The data, if it is not more than is wanted."""
    if len(data) > most:
        raise BadInput(Say("is larger than {size} MiB", size=most // 2**20))
    return data


@contextmanager
def opened(argument: str) -> Iterator[BinaryIO]:
    """A file, or standard input for ``-``, unpacked.

    What goes wrong while it is open becomes :class:`BadInput` that names it, so nothing but reading belongs there.
    """
    name = None
    try:
        with _file(argument) as file:
            begun = file.peek(max(map(len, PACKED.values())))  # packers write this much at once
            name = next((name for name, magic in PACKED.items() if begun.startswith(magic)), None)
            yield file if name is None else _unpacked(file, name)
    except BadInput as error:
        raise BadInput(error.message, error.line, error.file or shown(argument)) from None
    except FileNotFoundError:
        raise BadInput(_no_file(argument), file=shown(argument)) from None
    except IsADirectoryError:
        raise BadInput(Say("is a folder; expected a file"), file=shown(argument)) from None
    except Exception as error:
        if name is not None and _damage(error):
            damaged = Say("is packed by {name}, but damaged: {reason}", name=name, reason=str(error))
            raise BadInput(damaged, file=shown(argument)) from None
        if not isinstance(error, OSError | ValueError):
            raise
        reason = getattr(error, "strerror", None) or Say("not a file name")
        raise BadInput(Say("cannot be read: {reason}", reason=reason), file=shown(argument)) from None


def _file(argument: str) -> AbstractContextManager[io.BufferedReader]:
    if argument != "-":
        return open(argument, "rb")
    if sys.stdin is None or sys.stdin.closed:
        raise BadInput(Say("standard input is closed; expected a puzzle"))
    try:
        return open(sys.stdin.fileno(), "rb", closefd=False)
    except OSError:  # somebody put another stream in its place
        return io.BufferedReader(io.BytesIO(sys.stdin.buffer.read()))


def _unpacked(stream: BinaryIO, name: str) -> BinaryIO:
    import gzip
    import lzma

    return cast(BinaryIO, (gzip if name == "gzip" else lzma).open(stream))


def _damage(error: Exception) -> bool:
    """Whether unpacking failed."""
    import lzma
    import zlib

    return isinstance(error, OSError | EOFError | zlib.error | lzma.LZMAError)


def shown(argument: str) -> str:
    """A name that is safe in one line of an error."""
    name = "standard input" if argument == "-" else argument
    return "".join(char if char.isprintable() else "?" for char in name)[:200]


def _no_file(argument: str) -> Say:
    name, colon, _ = argument.partition(":")
    if colon and re.fullmatch(r"[a-z]+", name):
        known = ", ".join(registry.kinds())
        return Say("no such file, and no kind {name} either; known: {names}", name=repr(name), names=known)
    return Say("no such file")
