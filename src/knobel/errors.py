"""What can go wrong in a way that a person should read: one sentence each, never a traceback."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .say import Say


class KnobelError(Exception):
    """The base of every error meant for people; ``str()`` is the sentence."""


class BadInput(KnobelError):
    """Text that cannot be read as a puzzle or a solution. Lines count from 1; who opened the file names it.

    The message is a sentence that can be translated, or plain English.
    """

    def __init__(self, message: Say | str, line: int | None = None, file: str | None = None) -> None:
        super().__init__(str(message))
        self.message, self.line, self.file = message, line, file

    def __str__(self) -> str:
        return self.into({})

    def into(self, catalogue: Mapping[str, str]) -> str:
        """The place and the message, in the catalogue's language."""
        message = self.message.into(catalogue) if isinstance(self.message, Say) else self.message
        place = [str(part) for part in (self.file, self.line) if part is not None]
        return ": ".join([":".join(place), message] if place else [message])


def instead(names: Iterable[str]) -> str:
    """What to take instead.

    >>> instead(["fd"]), instead(["cpsat", "fd"])
    ('take fd', 'take one of: cpsat, fd')
    """
    every = list(names)
    return f"take {every[0]}" if len(every) == 1 else f"take one of: {', '.join(every)}"


def unexpected(found: Say, expected: Say | str, line: int | None = None) -> BadInput:
    """The error that something was found where something else was expected.

    >>> str(unexpected(Say("a cell is {cell}", cell=9), Say("{least} to {most}", least=1, most=4), 7))
    '7: a cell is 9; expected 1 to 4'
    """
    return BadInput(Say("{found}; expected {expected}", found=found, expected=expected), line)


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
