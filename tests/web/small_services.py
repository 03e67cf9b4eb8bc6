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
from typing import Any

from knobel.errors import BadInput
from knobel.limits import tick
from knobel.web.service import File, Service, Table
from knobel.web.shapes import several, text, whole

Request = dict[str, Any]


def echo(request: Request) -> dict[str, Any]:
    return {"text": request["text"], "pid": os.getpid()}


def sleep(request: Request) -> dict[str, Any]:
    time.sleep(request["seconds"])
    return {"slept": request["seconds"], "nice": os.nice(0)}


def work(request: Request) -> dict[str, Any]:
    while time.process_time() < request["seconds"]:
        pass
    return {"nice": os.nice(0)}


def spin(request: Request) -> dict[str, Any]:
    while True:
        tick()


def eat(request: Request) -> dict[str, Any]:
    eaten = [bytearray(2**24) for _ in range(request["blocks"])]
    return {"eaten": len(eaten)}


def nibble(request: Request) -> dict[str, Any]:
    """Never asks for much at once, and leaves it to another process."""
    if os.fork() == 0:
        eaten = []
        while True:
            eaten.append(bytearray(2**22))
            time.sleep(0.01)
    time.sleep(60)
    return {}


def die(request: Request) -> dict[str, Any]:
    os.kill(os.getpid(), signal.SIGSEGV)
    return {}


def refuse(request: Request) -> dict[str, Any]:
    raise BadInput("the clue 'x' is no number")


def fail(request: Request) -> dict[str, Any]:
    raise KeyError("a secret detail")


def leave(request: Request) -> dict[str, Any]:
    """A process that goes on, and a file."""
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    file = Path(tempfile.mkdtemp()) / "file"
    file.write_text("x")
    if request.get("seconds"):
        time.sleep(request["seconds"])
    return {"pid": process.pid, "file": str(file)}


def saved(request: Request) -> File:
    return File('a\r\nb: "ü".txt', "text/plain", b"line\nline\n")


def steps(request: Request) -> Iterator[dict[str, Any]]:
    if request["count"] == 0:
        raise BadInput("nothing to count")
    for number in range(request["count"]):
        yield {"number": number, "pid": os.getpid()}
        time.sleep(request.get("seconds", 0))
    if request.get("text"):
        raise BadInput(request["text"])
    yield {"done": True}


SECONDS = {"seconds": whole(0, 60)}


def _service(name: str, *required: str, **more: Any) -> Service:
    return Service(name, f"{__name__}:{name}", f"Does {name}.", required=required, **more)


TABLE = Table.of(
    [
        _service("echo", "text", fields={"text": text(1000), "list": several(whole(0, 9), 5)}),
        _service("sleep", "seconds", fields=SECONDS),
        _service("work", "seconds", fields=SECONDS),
        _service("spin", seconds=1),
        _service("eat", "blocks", fields={"blocks": whole(0, 1000)}, memory=200),
        _service("nibble", memory=100),
        _service("die"),
        _service("refuse"),
        _service("fail"),
        _service("leave", fields=SECONDS),
        _service("saved"),
        _service("steps", "count", fields={"count": whole(0, 9), "text": text(), **SECONDS}, stream=True),
    ]
)
