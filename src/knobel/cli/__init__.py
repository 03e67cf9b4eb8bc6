"""The command line: from words to an exit code; errors become one line. A verb is imported when it is used."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Sequence
from importlib import import_module

from ..interrupts import repeated

YES, NO, USAGE, BAD, OPEN, INTERRUPTED = 0, 1, 2, 3, 4, 130
"""Exit codes: yes, no, wrong usage, bad input, undecided, interrupted."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    wants_json, language = False, "en"
    try:
        _prepare()
        from .parser import parse, refuse_ignored

        args = parse(sys.argv[1:] if argv is None else argv)
        wants_json, language = args.json, args.language
        refuse_ignored(args)
        module, name = args.run.split(":")
        with repeated():
            code: int = getattr(import_module(f"{__package__}.{module}"), name)(args)
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
        print(f"knobel: {message_of(error, language)}", file=sys.stderr)
        if wants_json:
            import json

            print(json.dumps({"status": "error", "error": message_of(error, language)}, ensure_ascii=False))
        return code_of(error)


def _prepare() -> None:
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # more would only cost start-up time
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif hasattr(getattr(sys, name), "reconfigure"):
            getattr(sys, name).reconfigure(errors="replace")  # what a terminal cannot show is no reason to fail
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that what was started is ended


def message_of(error: Exception, language: str = "en") -> str:
    """One line about an error; what is wrong with a puzzle is told in the language asked for."""
    from ..errors import BadInput

    if isinstance(error, BadInput) and language != "en":
        from ..registry import all_words

        return error.into(all_words(language))
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error) or "out of memory"


def code_of(error: Exception) -> int:
    """The exit code of an error: bad input, wrong usage, or undecided because something broke."""
    from ..errors import BadInput, Misuse

    return BAD if isinstance(error, BadInput | OSError) else USAGE if isinstance(error, Misuse) else OPEN
