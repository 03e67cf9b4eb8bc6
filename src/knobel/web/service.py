"""What can be asked of the server: services, as plain functions with a name, a shape of request and limits.

A service answers a request with a dictionary, a :class:`File`, or, if it is a stream, an iterator of dictionaries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

from .shapes import Shape, record, text

COMMON: Mapping[str, Shape] = {
    "client": text(64, description="a name of the asker's choice"),
    "lane": text(64, description="a newer request of the same client and lane takes the place of an older one"),
    "language": text(8, description="of sentences, such as `de`"),
}
"""Fields that every request may have."""


class File(NamedTuple):
    """An answer to save."""

    name: str
    type: str
    content: bytes


Answer: TypeAlias = dict[str, Any] | File | Iterator[dict[str, Any]]


@dataclass(frozen=True)
class Service:
    """A question that can be asked."""

    name: str
    function: str
    """As ``module:function``; only workers import it."""
    about: str
    fields: Mapping[str, Shape] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    stream: bool = False
    seconds: float = 20.0
    """The time that a request may take."""
    memory: int = 1024
    """The memory that it may use, in megabytes."""
    body: int = 2**20
    """The largest request, in bytes."""

    @property
    def path(self) -> str:
        return f"/api/stream/{self.name}" if self.stream else f"/api/{self.name}"

    @property
    def shape(self) -> Shape:
        """Of a request."""
        return record({**self.fields, **COMMON}, *self.required)

    def call(self, request: dict[str, Any]) -> Answer:
        """Answer a request that has this shape."""
        module, name = self.function.split(":")
        answer: Answer = getattr(import_module(module), name)(request)
        return answer


@dataclass(frozen=True)
class Table:
    """All services by their paths, and how to load what most of them need."""

    services: Mapping[str, Service]
    warm: Callable[[], None]

    @classmethod
    def of(cls, services: Iterable[Service], warm: Callable[[], None] = lambda: None) -> Table:
        return cls({one.path: one for one in services}, warm)
