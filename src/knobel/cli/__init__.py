"""The command line: which verbs there are and what they take. What a verb does is imported when it is used."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

YES, NO, USAGE, BAD, OPEN, INTERRUPTED = 0, 1, 2, 3, 4, 130
"""Exit codes: yes, no, wrong usage, bad input, undecided, interrupted."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # more would only cost start-up time
    from .parser import parse

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a character is no reason to fail
    args = parse(sys.argv[1:] if argv is None else argv)
    try:
        module, name = args.run.split(":")
        code: int = getattr(import_module(f"{__package__}.{module}"), name)(args)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        # Whoever read the output has seen enough; Python must not complain about it again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return INTERRUPTED
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        from ..errors import KnobelError

        if not isinstance(error, KnobelError | OSError | MemoryError):
            raise
        message = str(error) or "out of memory"
        print(f"knobel: {message}", file=sys.stderr)
        if args.json:
            import json

            print(json.dumps({"status": "error", "error": message}, ensure_ascii=False))
        return code_of(error)


def code_of(error: Exception) -> int:
    """The exit code of an error: bad input, wrong usage, or undecided because something broke."""
    from ..errors import BadInput, Misuse

    return BAD if isinstance(error, BadInput | OSError) else USAGE if isinstance(error, Misuse) else OPEN
