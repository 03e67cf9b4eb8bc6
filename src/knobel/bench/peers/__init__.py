"""Other programs that solve the same puzzles, to be measured beside ours: clingo, SWI-Prolog, and any command.

None of them sees a formula of ours, and none is trusted: whatever one shows as a solution is checked against the rules.
"""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

from .answer import Answer as Answer
from .answer import Peer as Peer
from .asp import Clingo
from .command import read_config
from .prolog import Swi

FORMULA_SOLVERS = {
    "minisat (Debian)": "external:minisat {formula} {result}",
    "cadical (Debian)": "external:cadical -q {formula}",
    "sat4j (Debian)": "external:java -jar /usr/share/java/org.sat4j.core.jar {formula}",
}
"""Solvers of formulas, as engines: they are told what our encodings write."""


def peers(config: Path | None = None) -> dict[str, Peer]:
    """All peers by their names, those of a config file behind ours. What is not installed is here too, and says so.

    >>> list(peers())
    ['clingo', 'swi']
    """
    ours: list[Peer] = [Clingo(), Swi()]
    found = {peer.name: peer for peer in ours}
    return found if config is None else found | read_config(config, taken=found)


def formula_solvers() -> dict[str, str]:
    """Those of :data:`FORMULA_SOLVERS` that are installed."""
    return {name: engine for name, engine in FORMULA_SOLVERS.items() if _installed(engine.partition(":")[2])}


def _installed(command: str) -> bool:
    program, *words = shlex.split(command)
    return shutil.which(program) is not None and all(Path(word).exists() for word in words if word.startswith("/"))
