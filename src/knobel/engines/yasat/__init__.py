"""yasat, a SAT solver to be read: conflict-driven clause learning in plain functions over flat arrays.

Read ``search`` first, then what it calls: ``propagate`` (over ``watch`` lists), ``analyze`` and ``minimize``,
``assign``, ``decide``, ``restart``, ``reduce``. ``state`` lists all there is to know, ``kernel`` compiles the
functions, ``solver`` calls them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...errors import Misuse
from ...native import available
from .. import NO_ARTIFACTS, Artifacts, Session, options_of

OPTIONS = {
    "seed": ("NUMBER", "[0-9]{1,9}"),
    "pure": ("0|1", "0|1"),
    "restarts": ("luby|adaptive", "luby|adaptive"),
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
        words = {"luby": 0, "adaptive": 1}
        found = options_of(self.name, text, OPTIONS)
        numbers = {key: words[value] if value in words else int(value) for key, value in found.items()}
        return replace(self, **numbers)  # type: ignore[arg-type]

    def open(self, variables: int, artifacts: Artifacts = NO_ARTIFACTS) -> Session:
        if not self.pure and not available():
            raise Misuse(
                "the engine yasat needs llvmlite: pip install 'knobel[yasat]'; yasat:pure=1 runs without it, slowly"
            )
        from .session import YasatSession

        return YasatSession(variables, artifacts, bool(self.pure), bool(self.restarts), self.seed)


ENGINES = (Yasat(),)
