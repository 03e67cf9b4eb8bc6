"""Any DIMACS solver that can be started as a command: it gets a formula file and leaves its answer as text.

Nothing it says is taken on trust: a model is checked against the clauses, and a crash is never a verdict.
"""

from __future__ import annotations

import shlex
import shutil
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt

from ..clauses import bounds
from ..dimacs import read_model, write_clauses
from ..errors import BadInput, KnobelError, Misuse, Unable, WrongAnswer
from ..formula import Lits, truth
from ..limits import Deadline, Limit, OutOfTime, left
from ..processes.command import run, telling_line, text_of
from . import NO_ARTIFACTS, UNDECIDED, Artifacts, Session, Verdict, truth_array
from .oneshot import Oneshot

EXAMPLE = "--engine 'external:minisat {formula} {result}'"


@dataclass(frozen=True)
class External:
    """A command; in it, ``{formula}`` is the file to read; ``{result}`` and ``{proof}``, if there, files to write."""

    name: str = "external"
    about: str = "any DIMACS solver, given as its command: external:minisat {formula} {result}"
    command: tuple[str, ...] = ()
    can: frozenset[str] = frozenset({"command", "keep"})

    def configured(self, text: str) -> External:
        try:
            words = tuple(shlex.split(text))
        except ValueError as error:
            raise Misuse(f"the command {text!r} cannot be split into words: {error}") from None
        if not any("{formula}" in word for word in words[1:]):
            words = (*words, "{formula}")
        can = self.can | ({"proof"} if any("{proof}" in word for word in words) else set())
        return replace(self, command=words, can=can) if text.strip() else self

    def open(self, variables: int, artifacts: Artifacts = NO_ARTIFACTS) -> Session:
        if not self.command:
            raise Misuse(f"the engine {self.name} needs the command of a solver, as in {EXAMPLE}")
        return ExternalSession(self.name, variables, _started(self.command), artifacts)


def _started(command: tuple[str, ...]) -> tuple[str, ...]:
    """The words to start a command with; raises :class:`Misuse` if there is no such command.

    Debian's ``sat4j`` is a Java archive, which not every system can start as it is: ``java -jar`` can.
    """
    name = command[0]
    path = shutil.which(name) or (name if name.endswith(".jar") and Path(name).is_file() else None)
    if path is None:
        raise Misuse(f"the command {name!r} was not found")
    if not zipfile.is_zipfile(path):
        return command
    if shutil.which("java") is None:
        raise Misuse(f"the command {name!r} is a Java archive, and the command 'java' was not found")
    return ("java", "-jar", path, *command[1:])


@dataclass(frozen=True)
class Files:
    """What one run reads and writes."""

    formula: Path
    result: Path
    output: Path
    errors: Path
    proof: Path


class ExternalSession(Oneshot):
    """Starts the command anew for each question."""

    def __init__(self, name: str, variables: int, command: Sequence[str], artifacts: Artifacts) -> None:
        super().__init__(name, variables)
        self._command, self._artifacts = command, artifacts

    def run(self, flat: Lits, variables: int, limit: Limit) -> Verdict:
        try:
            # Writing millions of clauses counts, too.
            with Deadline(limit.seconds), _folder(self._artifacts.keep) as folder:
                files = _reserve(folder)
                with files.formula.open("w", encoding="ascii") as out:
                    write_clauses(flat, variables, out)
                words = [word.replace("{formula}", str(files.formula)) for word in self._command]
                words = [word.replace("{result}", str(files.result)) for word in words]
                words = [word.replace("{proof}", str(self._artifacts.proof or files.proof)) for word in words]
                code = run(words, files.output, files.errors, left())
                answer = files.result if any("{result}" in word for word in self._command) else files.output
                if code in (10, 20) and not _readable(answer) and answer == files.output:
                    # It decides, but does not print a model: MiniSat and its kin write one to a second file.
                    self._command = (*self._command, "{result}")
                    return self.run(flat, variables, limit)
                sat, lits = self._understood(files, answer, code, variables)
        except OutOfTime:
            return UNDECIDED
        except OSError as error:
            raise KnobelError(f"the files for the command {self._command[0]!r} cannot be written: {error}") from None
        if not sat:
            return Verdict(sat)
        model = truth_array(lits, variables)
        broken = first_broken(flat, truth(model, flat))
        if broken is not None and not lits:
            raise KnobelError(f"the command {self._command[0]!r} says satisfiable, but shows no model")
        if broken is not None:
            clause = " ".join(map(str, broken.tolist()))
            raise WrongAnswer(f"the command {self._command[0]!r} gave a model that breaks the clause {clause}")
        return Verdict(True, model)

    def _understood(self, files: Files, answer: Path, code: int, variables: int) -> tuple[bool | None, list[int]]:
        """The answer in a file, if the command ended well. Exit codes are 10 and 20, or 0 from those that have none."""
        command = self._command[0]
        try:
            sat, lits = read_model(text_of(answer))
        except BadInput:
            if code in (10, 20):
                words = "gives no model" if code == 10 else "gives no answer"
                raise Unable(f"the command {command!r} {words}; if it writes a file, name that: {EXAMPLE}") from None
            said = telling_line(text_of(files.errors)) or telling_line(text_of(files.output))
            said = f"it said: {said}" if said else "it said nothing"
            raise KnobelError(f"the command {command!r} gave no answer; exit code {code}, {said}") from None
        if code < 0 or (sat is True and code == 20) or (sat is False and code not in (0, 20)):
            claim = {True: "satisfiable", False: "unsatisfiable", None: "unknown"}[sat]
            raise KnobelError(f"the command {command!r} says {claim}, but ended with the exit code {code}")
        if lits and max(map(abs, lits)) > variables:
            raise KnobelError(f"the command {command!r} speaks of more than the {variables} variables of the formula")
        return sat, lits


def _readable(answer: Path) -> bool:
    with suppress(BadInput):
        read_model(text_of(answer))
        return True
    return False


def first_broken(flat: Lits, holds: npt.NDArray[np.bool_]) -> Lits | None:
    """The first clause none of whose literals holds, if there is one."""
    starts, sizes = bounds(flat)
    broken = np.flatnonzero(~np.logical_or.reduceat(holds & (flat != 0), starts)) if len(starts) else starts
    return flat[starts[broken[0]] :][: sizes[broken[0]]] if len(broken) else None


@contextmanager
def _folder(keep: Path | None) -> Iterator[Path]:
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        yield keep
    else:
        with TemporaryDirectory(prefix="knobel-") as folder:
            yield Path(folder)


def _reserve(folder: Path) -> Files:
    """Names with the first number under which there is nothing yet; making the formula's file takes the number."""
    for number in count(1):
        files = Files(*(folder / f"{name}-{number}.{kind}" for name, kind in _NAMES))
        if not any(path.exists() for path in (files.result, files.output, files.errors, files.proof)):
            with suppress(FileExistsError):
                files.formula.touch(exist_ok=False)
                return files
    raise AssertionError  # there are always more numbers


_NAMES = (("formula", "cnf"), ("result", "txt"), ("output", "txt"), ("errors", "txt"), ("proof", "drat"))


ENGINES = (External(),)
