"""What a kind over this vocabulary need not write: the registry asks here for each part that its folder lacks."""

from __future__ import annotations

from pathlib import Path

from ..editor import Editor
from ..encodings import REGISTERED, encoding, model_encoding
from ..puzzle import Possible
from ..recipes import Recipe
from .editing import GridEditor
from .puzzle import Grid


def editor(of: type[Grid]) -> Editor:
    return GridEditor(of)  # type: ignore[return-value]


def recipe(of: type[Grid]) -> type[Recipe]:
    from .making import recipe

    return recipe(of)


def encodings(of: type[Grid], default: bool) -> None:
    """Register the two encodings; ``default`` says whether the kind has no other that is chosen by itself."""
    from .encode import rules
    from .models import cp

    if "rules" in REGISTERED.get(of.kind, {}):
        return
    encoding(of, "rules", labels="all", default=default)(rules)
    model_encoding(of, "cp")(cp)


def presolve(puzzle: Grid) -> Possible:
    from .presolve import presolve

    return presolve(puzzle)


def judge() -> str:
    """The script that judges boards by their rules as data."""
    return (Path(__file__).parent / "judge.js").read_text(encoding="utf-8")
