"""Other programs: run in a session of their own, so that all they start ends with them, and not beyond a limit."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from ..errors import Misuse
from ..limits import OutOfTime
from . import dying_with_parent, kill_tree


def run(words: Sequence[str], output: Path, errors: Path, seconds: float | None) -> int:
    """Run a command to its end and return its exit code; raises :class:`OutOfTime` after that many seconds.

    What it prints goes to the two files.
    """
    with output.open("wb") as out, errors.open("wb") as err:
        try:
            process = subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,
                preexec_fn=dying_with_parent(),
            )
        except OSError as error:
            raise Misuse(f"the command {words[0]!r} cannot be started: {error.strerror}") from None
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise OutOfTime from None
        finally:
            if process.returncode is None:
                kill_tree(process.pid)
                process.wait()


def text_of(path: Path) -> str:
    """What a command left in a file; nothing, if there is none."""
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def telling_line(text: str) -> str:
    """The first line, or the first that speaks of an error: some programs greet with warnings.

    >>> telling_line("welcome\\nError: no such option")
    'Error: no such option'
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines if "error" in line.lower()), lines[0] if lines else "")[:200]
