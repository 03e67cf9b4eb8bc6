"""Asking a service as the server does: the request is compared with its schema, and the answer has to be JSON.

And the kinds and puzzles to ask about.
"""

from __future__ import annotations

import json
from typing import Any

from knobel import registry
from knobel.puzzle import Puzzle
from knobel.registry import Kind
from knobel.web import schemas
from knobel.web.api import SERVICES
from knobel.web.service import File
from web.servers import PATIENCE

BY_NAME = {service.name: service for service in SERVICES}
KINDS = [*registry.kinds().values(), registry.kind("_template")]


def small(kind: Kind, most: int = 400) -> list[Puzzle]:
    """The bundled puzzles whose answers have few possible values."""
    found = [registry.parse(example.id) for example in kind.examples.values()]
    return [puzzle for puzzle in found if puzzle.domain().size <= most]


def ask(name: str, **request: Any) -> dict[str, Any]:
    """The answer of a service, as it arrives at the page."""
    answer = _called(name, request)
    assert isinstance(answer, dict)
    found: dict[str, Any] = json.loads(json.dumps(answer, allow_nan=False))
    return found


def stream(name: str, **request: Any) -> list[dict[str, Any]]:
    """All events of a stream, of which the last one says that it is over."""
    events: list[dict[str, Any]] = json.loads(json.dumps(list(_called(name, request)), allow_nan=False))
    assert [event.get("done", False) for event in events] == [False] * (len(events) - 1) + [True]
    return events


def file(name: str, **request: Any) -> File:
    """The file that a service answers with."""
    answer = _called(name, request)
    assert isinstance(answer, File)
    return answer


def _called(name: str, request: dict[str, Any]) -> Any:
    schemas.read(json.dumps(request).encode(), BY_NAME[name].schema)
    return BY_NAME[name].call({"limit": PATIENCE} | request)
