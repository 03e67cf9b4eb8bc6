"""What a worker does: read one request, call the service, send what it answers, in frames.

What a service raises for people to read becomes an error with a status; anything else is a defect, and is logged.
"""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from ..errors import BadInput, KnobelError
from ..limits import Deadline, OutOfTime
from ..processes.forkserver import Serve
from ..registry import all_words
from ..say import LANGUAGES
from .service import Answer, File, Service, Table

ANSWER, EVENT, FILE, ERROR, END = b"A", b"E", b"F", b"X", b"Z"
"""The kinds of frames: a frame is a message whose first byte is its kind."""


class Reply(NamedTuple):
    """An error: its status in HTTP, and a sentence."""

    status: int
    error: str


TOO_BIG = Reply(413, "stopped at the limit of memory; this is too large for the page")


def too_slow(seconds: float) -> Reply:
    """For questions that were stopped."""
    return Reply(408, f"stopped at the limit of {seconds:g} seconds")


def prepare(module: str) -> Serve:
    """For the forkserver: load the services of a module, and what most of them need."""
    table: Table = import_module(module).TABLE
    table.warm()
    return lambda path, connection: work(table.services[path], connection)


def work(service: Service, connection: Connection) -> None:
    """Answer one request."""
    language = "en"
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):  # nobody waits for it any more
        try:
            request = json.loads(connection.recv_bytes())
            asked = request.get("language") if isinstance(request, dict) else None
            language = asked if asked in LANGUAGES else "en"
            with Deadline(service.seconds):
                for kind, payload in _frames(service.call(request)):
                    connection.send_bytes(kind + payload)
        except (EOFError, BrokenPipeError, ConnectionResetError):
            raise
        except Exception as error:
            connection.send_bytes(ERROR + _json(reply_to(error, service, language)._asdict()))


def _frames(answer: Answer) -> Iterator[tuple[bytes, bytes]]:
    if isinstance(answer, File):
        yield FILE, _json({"name": answer.name, "type": answer.type}) + b"\n" + answer.content
    elif isinstance(answer, dict):
        yield ANSWER, _json(answer)
    else:
        for event in answer:
            yield EVENT, _json(event)
        yield END, b""


def reply_to(error: Exception, service: Service, language: str) -> Reply:
    """What to say about an error; what is wrong with a puzzle is told in the language asked for."""
    match error:
        case BadInput():
            told = BadInput(error.message, error.line)  # where the server keeps files is its business
            return Reply(400, told.into(all_words(language)))
        case KnobelError():
            return Reply(400, str(error))
        case OutOfTime():
            return too_slow(service.seconds)
        case MemoryError():
            return TOO_BIG
    traceback.print_exception(error, file=sys.stderr)
    return Reply(500, f"a defect of the server: {type(error).__name__} in {service.name}")


def _json(answer: dict[str, Any]) -> bytes:
    text = json.dumps(answer, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "replace")  # a title out of a file may have bytes that are no characters
