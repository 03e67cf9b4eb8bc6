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

__all__ = [name for names in _HOMES.values() for name in names]

if TYPE_CHECKING:
    from .encodings import encoding as encoding
    from .encodings import model_encoding as model_encoding
    from .errors import BadInput as BadInput
    from .errors import KnobelError as KnobelError
    from .errors import Misuse as Misuse
    from .formula import Formula as Formula
    from .inputs import load as load
    from .inputs import loads as loads
    from .limits import OutOfTime as OutOfTime
    from .model import Model as Model
    from .picture import Picture as Picture
    from .proofs import check_proof as check_proof
    from .puzzle import Atom as Atom
    from .puzzle import Place as Place
    from .puzzle import Puzzle as Puzzle
    from .registry import parse as parse
    from .say import Say as Say
    from .tasks.compare import compare as compare
    from .tasks.count import count as count
    from .tasks.count import solutions as solutions
    from .tasks.explain import explain as explain
    from .tasks.forced import forced as forced
    from .tasks.generate import Made as Made
    from .tasks.generate import generate as generate
    from .tasks.generate import generating as generating
    from .tasks.grade import grade as grade
    from .tasks.hint import hint as hint
    from .tasks.prove import prove as prove
    from .tasks.solve import solve as solve
    from .tasks.unique import unique as unique
    from .tasks.why import why as why


def __getattr__(name: str) -> object:
    from importlib import import_module

    home = next((module for module, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module 'knobel' has no attribute {name!r}")
    return getattr(import_module(f"knobel.{home}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
