"""What can be asked of the server: services, as plain functions with a name, a schema of their requests and limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

from .schemas import Request, fitted

Json: TypeAlias = dict[str, Any]
"""A JSON object."""


class File(NamedTuple):
    """An answer to save."""

    name: str
    type: str
    content: bytes


Answer: TypeAlias = Json | File | Iterator[Json]
"""Of a service; the iterator is that of a stream."""


@dataclass(frozen=True)
class Service:
    """A question that can be asked."""

    name: str
    function: str
    """As ``module:function``; only workers import it."""
    about: str
    schema: type[Request] = Request
    stream: bool = False
    limit: float = 15.0
    """Seconds after which it answers with what it has, if the request does not say otherwise."""
    seconds: float = 20.0
    """Seconds after which it is killed."""
    memory: int = 1024
    """The memory that it may use, in megabytes."""
    body: int = 2**20
    """The largest request, in bytes."""

    @property
    def path(self) -> str:
        return f"/api/stream/{self.name}" if self.stream else f"/api/{self.name}"

    def call(self, request: Json) -> Answer:
        """Answer a request that fits the schema."""
        module, name = self.function.split(":")
        asked = fitted({"limit": self.limit} | request, self.schema)
        answer: Answer = getattr(import_module(module), name)(asked)
        return answer


@dataclass(frozen=True)
class Table:
    """All services by their paths, and how to load what most of them need."""

    services: Mapping[str, Service]
    warm: Callable[[], None]

    @classmethod
    def of(cls, services: Iterable[Service], warm: Callable[[], None] = lambda: None) -> Table:
        return cls({one.path: one for one in services}, warm)
