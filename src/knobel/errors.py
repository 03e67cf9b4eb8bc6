"""What can go wrong in a way that a person should read: one sentence each, never a traceback."""

from __future__ import annotations


class KnobelError(Exception):
    """The base of every error meant for people; ``str()`` is the sentence."""


class BadInput(KnobelError):
    """Text that cannot be read as a puzzle or a solution. Lines count from 1; who opened the file names it."""

    def __init__(self, message: str, line: int | None = None, file: str | None = None) -> None:
        super().__init__(message)
        self.message, self.line, self.file = message, line, file

    def __str__(self) -> str:
        place = [str(part) for part in (self.file, self.line) if part is not None]
        return ": ".join([":".join(place), self.message] if place else [self.message])


class Misuse(KnobelError):
    """A question that cannot be asked: an unknown name, a missing extra, an option that does not fit."""


class Unable(Misuse):
    """A sound question to an engine or encoding that cannot answer it; the message names what can."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with what was known by then."""

    def __init__(self, result: object) -> None:
        super().__init__()
        self.result = result


class WrongAnswer(KnobelError):
    """An engine or encoding gave a solution that breaks the rules: a defect, and never shown as a solution."""
