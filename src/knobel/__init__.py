"""knobel: a workbench for grid logic puzzles.

>>> import knobel
>>> p = knobel.parse("nonogram:4x3:1.1/2/1/1.1/2.1/2/1.1")
>>> print(knobel.solve(p))
     1     1
     1 2 1 1
2 1 ████··██
  2 ··████··
1 1 ██····██
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.2.0"

# Names are looked up when they are first used: importing knobel loads no engine, not even NumPy.
_HOMES = {
    "encodings": ("encoding", "model_encoding"),
    "errors": ("BadInput", "KnobelError", "Misuse"),
    "formula": ("Formula",),
    "limits": ("OutOfTime",),
    "inputs": ("load", "loads"),
    "model": ("Model",),
    "picture": ("Picture",),
    "proofs": ("check_proof",),
    "puzzle": ("Atom", "Place", "Puzzle"),
    "registry": ("parse",),
    "say": ("Say",),
    "tasks.compare": ("compare",),
    "tasks.count": ("count", "solutions"),
    "tasks.explain": ("explain",),
    "tasks.forced": ("forced",),
    "tasks.generate": ("Made", "generate", "generating"),
    "tasks.grade": ("grade",),
    "tasks.hint": ("hint",),
    "tasks.prove": ("prove",),
    "tasks.solve": ("solve",),
    "tasks.unique": ("unique",),
    "tasks.why": ("why",),
}

if TYPE_CHECKING:
    from .encodings import encoding, model_encoding
    from .errors import BadInput, KnobelError, Misuse
    from .formula import Formula
    from .inputs import load, loads
    from .limits import OutOfTime
    from .model import Model
    from .picture import Picture
    from .proofs import check_proof
    from .puzzle import Atom, Place, Puzzle
    from .registry import parse
    from .say import Say
    from .tasks.compare import compare
    from .tasks.count import count, solutions
    from .tasks.explain import explain
    from .tasks.forced import forced
    from .tasks.generate import Made, generate, generating
    from .tasks.grade import grade
    from .tasks.hint import hint
    from .tasks.prove import prove
    from .tasks.solve import solve
    from .tasks.unique import unique
    from .tasks.why import why

__all__ = [
    "Atom",
    "BadInput",
    "Formula",
    "KnobelError",
    "Made",
    "Misuse",
    "Model",
    "OutOfTime",
    "Picture",
    "Place",
    "Puzzle",
    "Say",
    "check_proof",
    "compare",
    "count",
    "encoding",
    "explain",
    "forced",
    "generate",
    "generating",
    "grade",
    "hint",
    "load",
    "loads",
    "model_encoding",
    "parse",
    "prove",
    "solutions",
    "solve",
    "unique",
    "why",
]


def __getattr__(name: str) -> object:
    from importlib import import_module

    home = next((module for module, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module 'knobel' has no attribute {name!r}")
    return getattr(import_module(f"knobel.{home}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
