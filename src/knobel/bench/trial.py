"""One experiment: what is asked of whom (a trial), and what came of it (a run)."""

from __future__ import annotations

import os
import platform
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from .. import __version__

PACKAGES = ("numpy", "python-sat", "llvmlite", "ortools", "clingo")
"""What the seconds depend on, besides Python and knobel."""

DECIDED = frozenset({"solved", "unsolvable", "unique", "multiple", "none"})
"""Verdicts that answer the question."""

PEER = "peer:"
"""In front of the name of an engine that is another program, which reads the puzzle and not our formula."""


@dataclass(frozen=True)
class Trial:
    """One question about one board, for one encoding on one engine."""

    suite: str
    part: str
    """Which part of the suite it belongs to."""
    question: str
    kind: str
    board: str
    """What people call the board."""
    puzzle: str
    """Its ID; for ``generate`` what is wished for."""
    encoding: str = "auto"
    engine: str = "auto"
    size: int = 0
    seed: int = 0
    allowed: float = 20.0
    """Seconds on the clock, after which the run is stopped."""

    @property
    def way(self) -> str:
        """The encoding and the engine in a word or two."""
        if self.engine.startswith(PEER):
            return self.engine.removeprefix(PEER)
        return self.encoding if self.engine == "auto" else f"{self.encoding} on {self.engine}"


@dataclass(frozen=True)
class Run:
    """What came of a trial. Seconds are those of the process that ran it and of those it started."""

    trial: Trial
    verdict: str
    """The answer; or ``undecided``, ``unable`` (it cannot be asked), ``error``, ``wrong``."""
    checked: bool | None = None
    """Whether its witness obeys the rules; None where there is no witness to check."""
    cpu: float | None = None
    wall: float | None = None
    memory: float | None = None
    """The most that the process had, in megabytes."""
    variables: int | None = None
    clauses: int | None = None
    encode: float | None = None
    solve: float | None = None
    """Seconds on the clock, by our own account."""
    value: float | None = None
    """What else the question measures: solutions counted, the slowest step, a value reached."""
    answer: str = ""
    note: str = ""
    stats: dict[str, int] = field(default_factory=dict)
    solver: str = ""
    """The encoding and engine that answered, where the trial left it open."""
    versions: str = ""
    machine: str = ""
    at: str = ""

    @property
    def decided(self) -> bool:
        """Whether it may be counted: an answer, and no witness that fails."""
        return self.verdict in DECIDED and self.checked is not False

    def row(self) -> dict[str, Any]:
        """All of it in one flat record."""
        own = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "trial"}
        return asdict(self.trial) | own


@cache
def versions() -> str:
    """Python, knobel and the libraries, in one line."""
    found = [f"python {platform.python_version()}", f"knobel {__version__}"]
    for name in PACKAGES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)


@cache
def machine() -> str:
    """The processor and the number of cores; nothing that names the machine itself."""
    model = ""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    except OSError:
        pass
    return f"{platform.system()} {model or platform.machine()}, {os.cpu_count()} cores"
