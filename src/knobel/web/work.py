"""What a worker does: read one request, call the service, send what it answers, in frames.

What a service raises for people to read becomes an error with a status; anything else is a defect, and is logged.
"""

from __future__ import annotations

import json
import socket
import struct
import sys
import traceback
from contextlib import suppress
from typing import Any, NamedTuple

from ..errors import BadInput, KnobelError
from ..limits import Deadline, OutOfTime
from .service import File, Service

FRAME = struct.Struct(">cI")
"""The head of a frame: its kind, and how many bytes follow."""

ANSWER, EVENT, FILE, ERROR, END = b"A", b"E", b"F", b"X", b"Z"


class Reply(NamedTuple):
    """An error: its status in HTTP, and a sentence."""

    status: int
    error: str


TOO_BIG = Reply(413, "stopped at the limit of memory; this is too large for the page")


def too_slow(seconds: float) -> Reply:
    """For questions that were stopped."""
    return Reply(408, f"stopped at the limit of {seconds:g} seconds")


def work(service: Service, connection: socket.socket) -> None:
    """Answer one request."""
    with suppress(BrokenPipeError, ConnectionResetError):  # nobody waits for it any more
        try:
            request = json.loads(_receive(connection))
            with Deadline(service.seconds):
                _answer(service, request, connection)
        except (BrokenPipeError, ConnectionResetError):
            raise
        except Exception as error:
            _send(connection, ERROR, _json(reply_to(error, service)._asdict()))


def _answer(service: Service, request: dict[str, Any], connection: socket.socket) -> None:
    answer = service.call(request)
    if isinstance(answer, File):
        head = {"name": answer.name, "type": answer.type}
        _send(connection, FILE, _json(head) + b"\n" + answer.content)
    elif isinstance(answer, dict):
        _send(connection, ANSWER, _json(answer))
    else:
        for event in answer:
            _send(connection, EVENT, _json(event))
        _send(connection, END, b"")


def reply_to(error: Exception, service: Service) -> Reply:
    """What to say about an error."""
    match error:
        case BadInput():
            return Reply(400, str(BadInput(error.message, error.line)))  # where the server keeps files is its business
        case KnobelError():
            return Reply(400, str(error))
        case OutOfTime():
            return too_slow(service.seconds)
        case MemoryError():
            return TOO_BIG
    traceback.print_exception(error, file=sys.stderr)
    return Reply(500, f"a defect of the server: {type(error).__name__} in {service.name}")


def _send(connection: socket.socket, kind: bytes, payload: bytes) -> None:
    connection.sendall(FRAME.pack(kind, len(payload)))
    connection.sendall(payload)


def _receive(connection: socket.socket) -> bytes:
    with connection.makefile("rb") as stream:
        head = stream.read(FRAME.size)
        length = FRAME.unpack(head)[1] if len(head) == FRAME.size else 0
        payload = stream.read(length)
    if not length or len(payload) < length:
        raise BrokenPipeError
    return payload


def _json(answer: dict[str, Any]) -> bytes:
    text = json.dumps(answer, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "replace")  # a title out of a file may have bytes that are no characters
