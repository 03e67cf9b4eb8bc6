"""Services that do what the tests of the server need: answer, wait, work, eat memory, die, leave things behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from knobel.errors import BadInput
from knobel.limits import tick
from knobel.web.schemas import Request
from knobel.web.service import File, Service, Table

Digits = Annotated[list[Annotated[int, Meta(ge=0, le=9)]], Meta(max_length=5)]


class EchoRequest(Request):
    text: Annotated[str, Meta(max_length=1000)]
    list: Digits | None = None


class SecondsRequest(Request):
    seconds: Annotated[int, Meta(ge=0, le=3600)] = 0


class WorkRequest(Request):
    nice: Annotated[int, Meta(ge=0, le=19)]


class EatRequest(Request):
    blocks: Annotated[int, Meta(ge=0, le=1000)]


class StepsRequest(SecondsRequest, kw_only=True):
    count: Annotated[int, Meta(ge=0, le=9)]
    text: str = ""


def echo(request: EchoRequest) -> dict[str, Any]:
    return {"text": request.text, "pid": os.getpid()}


def sleep(request: SecondsRequest) -> dict[str, Any]:
    time.sleep(request.seconds)
    return {"slept": request.seconds, "nice": os.getpriority(os.PRIO_PROCESS, 0)}


def work(request: WorkRequest) -> dict[str, Any]:
    """Until its priority is as low as that; which priorities it had. (To ask by ``nice(0)`` would set it again.)"""
    seen = [os.getpriority(os.PRIO_PROCESS, 0)]
    while seen[-1] < request.nice:
        if (now := os.getpriority(os.PRIO_PROCESS, 0)) != seen[-1]:
            seen.append(now)
    return {"nice": seen}


def spin(request: Request) -> dict[str, Any]:
    while True:
        tick()


def eat(request: EatRequest) -> dict[str, Any]:
    eaten = [bytearray(2**24) for _ in range(request.blocks)]
    return {"eaten": len(eaten)}


def nibble(request: Request) -> dict[str, Any]:
    """Never asks for much at once, and leaves it to another process."""
    if os.fork() == 0:
        eaten = []
        while True:
            eaten.append(bytearray(2**22))
            time.sleep(0.01)
    time.sleep(3600)
    return {}


def die(request: Request) -> dict[str, Any]:
    os.kill(os.getpid(), signal.SIGSEGV)
    return {}


def refuse(request: Request) -> dict[str, Any]:
    raise BadInput("the clue 'x' is no number")


def fail(request: Request) -> dict[str, Any]:
    raise KeyError("a secret detail")


def leave(request: SecondsRequest) -> dict[str, Any]:
    """A process that goes on, and a file."""
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
    file = Path(tempfile.mkdtemp()) / "file"
    file.write_text("x")
    if request.seconds:
        time.sleep(request.seconds)
    return {"pid": process.pid, "file": str(file)}


def saved(request: Request) -> File:
    return File('a\r\nb: "ü".txt', "text/plain", b"line\nline\n")


def steps(request: StepsRequest) -> Iterator[dict[str, Any]]:
    if request.count == 0:
        raise BadInput("nothing to count")
    for number in range(request.count):
        yield {"number": number, "pid": os.getpid()}
        time.sleep(request.seconds)
    if request.text:
        raise BadInput(request.text)
    yield {"done": True}


def _service(name: str, schema: type[Request] = Request, **more: Any) -> Service:
    limits = {"seconds": 3600.0} | more  # so that none is stopped because the machine is busy
    return Service(name, f"{__name__}:{name}", f"Does {name}.", schema, **limits)


TABLE = Table.of(
    [
        _service("echo", EchoRequest),
        _service("sleep", SecondsRequest),
        _service("work", WorkRequest),
        _service("spin", seconds=1),
        _service("eat", EatRequest, memory=200),
        _service("nibble", memory=100),
        _service("die"),
        _service("refuse"),
        _service("fail"),
        _service("leave", SecondsRequest),
        _service("saved"),
        _service("steps", StepsRequest, stream=True),
    ]
)
