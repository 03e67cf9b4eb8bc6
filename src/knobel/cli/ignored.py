"""Options that would change nothing, because what they are about was not asked for, are refused in one place."""

from __future__ import annotations

import argparse

from ..errors import Misuse

BOOK = ("title", "paper", "per_page")
SEARCH = ("encoding", "engine", "timeout", "seed", "labeling", "transpose", "keep")


def refuse_ignored(args: argparse.Namespace) -> None:
    """Raises :class:`Misuse` for an option that would be ignored."""
    if hasattr(args, "book") and args.book is None and (given := _given(args, BOOK)):
        raise Misuse(f"{given} is for a book, which --book FILE makes")
    if args.verb == "render" and args.book is None and args.solution != "auto" and (given := _given(args, SEARCH)):
        raise Misuse(f"{given} is for solving; take --solution auto too, or leave it away")


def _given(args: argparse.Namespace, names: tuple[str, ...]) -> str | None:
    """The first of these options that is on the command line."""
    return next((f"--{name.replace('_', '-')}" for name in names if getattr(args, name) not in (None, False)), None)
