"""yasat, a SAT solver to be read: conflict-driven clause learning in plain functions over flat arrays.

Read ``search`` first, then what it calls: ``propagate`` (over ``watch`` lists), ``analyze`` and ``minimize``,
``assign``, ``decide``, ``restart``, ``reduce``. ``state`` lists all there is to know, ``kernel`` compiles the
functions, ``solver`` calls them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from ...errors import Misuse
from ...native import available
from .. import NOTHING, Leave, Session

OPTIONS: dict[str, tuple[str, str, Callable[[str], int]]] = {
    "seed": ("NUMBER", "[0-9]{1,9}", int),
    "pure": ("0|1", "0|1", int),
    "restarts": ("luby|adaptive", "luby|adaptive", lambda word: word == "adaptive"),
}


@dataclass(frozen=True)
class Yasat:
    """The engine; its options are settings of a :class:`~knobel.engines.yasat.solver.Solver`."""

    name: str = "yasat"
    about: str = "our own CDCL solver, as machine code; to be read, traced and stepped through"
    can: frozenset[str] = frozenset({"assume", "core", "propagate", "prefer", "exclusive", "limit", "proof", "trace"})
    seed: int = 0
    pure: int = 0
    restarts: int = 0

    @property
    def installed(self) -> bool:
        from .kernel import LIBRARY

        return LIBRARY.usable

    def configured(self, text: str) -> Yasat:
        found: dict[str, int] = {}
        for part in text.split(":"):
            key, _, value = part.partition("=")
            if key not in OPTIONS or not re.fullmatch(OPTIONS[key][1], value):
                known = ", ".join(f"{name}={form}" for name, (form, _, _) in OPTIONS.items())
                raise Misuse(f"the engine {self.name} does not take the option {part!r}; it takes: {known}")
            found[key] = OPTIONS[key][2](value)
        return replace(self, **found)  # type: ignore[arg-type]

    def open(self, variables: int, leave: Leave = NOTHING) -> Session:
        if not self.pure and not available():
            raise Misuse(
                "the engine yasat needs llvmlite: pip install 'knobel[yasat]'; yasat:pure=1 runs without it, slowly"
            )
        from .session import YasatSession

        return YasatSession(variables, leave, bool(self.pure), bool(self.restarts), self.seed)


ENGINES = (Yasat(),)
