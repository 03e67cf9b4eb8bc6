"""SWI-Prolog's clpfd on the models of the reports (docs/why/origins.md), which the kinds keep in ``peers/model.pl``."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np

from ...errors import KnobelError
from ...limits import OutOfTime
from ...processes.command import run, telling_line, text_of
from ...puzzle import Puzzle
from .answer import UNDECIDED, Answer, model_of, refuse_if, solved, told

PROGRAM = Path(__file__).with_name("run.pl")
REPORTED = "_"
"""The labeling of the report, which stands in the model."""


@dataclass(frozen=True)
class Swi:
    """The labeling is that of the report, or another such as ``ff,step,up``; of several runs the median counts."""

    labeling: str = REPORTED
    repeats: int = 1
    name: str = "swi"

    def takes(self, puzzle: Puzzle) -> str | None:
        if shutil.which("swipl") is None:
            return "SWI-Prolog is not installed (command: swipl)"
        return None if model_of(puzzle, "term", "model.pl") else f"SWI-Prolog has no model of {puzzle.kind}"

    def version(self) -> str:
        return _version()

    def warm(self) -> None:
        """It starts anew for each board, which its own clock leaves out; only its version is asked beforehand."""
        _version()

    def solve(self, puzzle: Puzzle, seconds: float | None) -> Answer:
        refuse_if(self.takes(puzzle))
        model = model_of(puzzle, "term", "model.pl")
        labeling = self.labeling if self.labeling == REPORTED else f"[{self.labeling}]"
        with TemporaryDirectory(prefix="knobel-") as name:
            board, output, errors = (Path(name) / file for file in ("board.pl", "output.txt", "errors.txt"))
            board.write_text(f"{told(puzzle, 'term')}.\n", encoding="ascii")
            words = ["swipl", str(PROGRAM), "--", str(model), str(board), labeling, str(self.repeats)]
            try:
                code = run(words, output, errors, seconds)
            except OutOfTime:
                return UNDECIDED
            *times, grid = text_of(output).splitlines() or [""]
            said = telling_line(text_of(errors)) or "nothing"
        if code or len(times) != self.repeats:
            raise KnobelError(f"SWI-Prolog gave no answer; exit code {code}, it said: {said}")
        took = median(map(float, times))
        if grid == "none":
            return Answer("unsolvable", seconds=took)
        return solved(self.name, puzzle, np.array(json.loads(grid), dtype=np.int64), took)


@cache
def _version() -> str:
    if shutil.which("swipl") is None:
        return ""
    said = subprocess.run(["swipl", "--version"], capture_output=True, text=True).stdout
    found = re.search(r"[0-9]+\.[0-9.]*[0-9]", said)
    return found[0] if found else ""
