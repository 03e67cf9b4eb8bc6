"""Certificates: a formula that says the opposite of a claim, and a proof that it cannot hold, checked by others."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from .. import registry
from ..backends import open_session
from ..dimacs import write_dimacs
from ..encodings import Encoding
from ..engines import Artifacts, Engine, Verdict
from ..errors import BadInput, KnobelError, Misuse, Unable, WrongAnswer
from ..formula import Formula
from ..limits import Deadline, Limit, OutOfTime, left
from ..processes.command import run, text_of
from ..proofs import check_proof
from ..puzzle import Optimising, Puzzle, Values, demand_of
from ..say import Say
from ..search import Search, require_exact
from .certificate import Certificate, Claim, readme

FORMULA, PROOF, README = "formula.cnf", "proof.drat", "README"
REFEREE = "drat-trim"
"""A checker by others, which is asked too where it is installed."""


def prove(
    puzzle: Puzzle,
    out: str | os.PathLike[str],
    *,
    encoding: str | None = None,
    engine: str | None = None,
    timeout: float | None = None,
    force: bool = False,
    near: Path | None = None,
) -> Certificate:
    """Prove that a puzzle has no solution, no other, or no better one, and write down formula, proof and claim.

    The folder ``out`` is made when the proof has been checked, and is not written to if there is anything in it, unless
    forced. A proof that fails a check raises :class:`WrongAnswer`. What is not finished is kept in a temporary folder
    beside ``out``, or in ``near``, on the same disk, which whoever kills this process then removes.

    >>> import tempfile
    >>> from knobel import parse
    >>> certificate = prove(parse("nonogram:4x3:1.1/2/1/1.1/2.1/2/1.1"), tempfile.mkdtemp())
    >>> certificate.status, certificate.claim, certificate.proof.name
    ('verified', 'unique', 'proof.drat')
    """
    way = registry.written_encoding(registry.kind(puzzle.kind), encoding)
    require_exact(way, puzzle)
    if way.model:
        raise Misuse(f"the encoding {way.name} makes a constraint model; take another one")
    prover = prover_of(engine)
    folder = Path(out)
    if folder.exists() and not force and (not folder.is_dir() or any(folder.iterdir())):
        raise Unable(f"{folder} exists; --force overwrites what is in it")
    try:
        with Deadline(timeout), beside(folder, near) as part:
            made = _certified(puzzle, way, prover, part, folder)
            if made:
                _publish(part, folder)
            return made
    except OutOfTime:
        return Certificate(puzzle, "undecided", encoding=way.full_name, engine=prover.name)


def prover_of(spec: str | None) -> Engine:
    """The engine asked for, or the first that writes proofs."""
    if spec in (None, "auto"):
        return next(one for one in registry.engines().values() if isinstance(one, Engine) and "proof" in one.can)
    found = registry.engine(str(spec))
    if not isinstance(found, Engine):
        raise Misuse(f"the engine {found.name} decides constraint models, not clauses")
    return found


def _certified(puzzle: Puzzle, way: Encoding, prover: Engine, part: Path, folder: Path) -> Certificate:
    """Write the files into ``part``, for ``folder``, and check them."""
    formula = way(puzzle)
    assert isinstance(formula, Formula)

    def refute() -> Verdict:
        session = open_session(prover, formula.variables, Artifacts(proof=part / PROOF))
        with closing(session):
            session.add(formula.flat())
            return session.solve((), Limit(left())).decided()

    claim, solution, bound = _claimed(puzzle, way, prover, formula, refute)
    value = puzzle.value(solution) if solution is not None and isinstance(puzzle, Optimising) else None
    variables, clauses = formula.size
    known: dict[str, Any] = {"solution": solution, "value": value, "bound": bound, "engine": prover.name}
    known |= {"encoding": way.full_name, "variables": variables, "clauses": clauses}
    if claim is None:
        return Certificate(puzzle, "multiple", **known)
    with open(part / FORMULA, "w", encoding="utf-8") as out:
        write_dimacs(formula, out)
    try:
        checked = check_proof(part / FORMULA, part / PROOF)
    except BadInput as error:  # of the proof: the formula is our own
        raise WrongAnswer(f"{prover.name} wrote no proof that can be read: {error.message}") from None
    if not checked:
        raise WrongAnswer(f"the proof of {prover.name} does not show it: {checked.reason}")
    known |= {"checked": checked, "referees": ("knobel", *_referees(part))}
    made = Certificate(puzzle, "verified", claim, **known, formula=folder / FORMULA, proof=folder / PROOF)
    given = _given(puzzle, formula, bound)
    (part / README).write_text(readme(made, len(formula.groups) - 1, given), encoding="utf-8")
    return made


def _claimed(
    puzzle: Puzzle, way: Encoding, prover: Engine, formula: Formula, refuted: Callable[[], Verdict]
) -> tuple[Claim | None, Values | None, int | None]:
    """What can be claimed, the solution it is about, and the value that was refuted; the formula says the opposite.

    ``refuted`` decides the formula as it is then. Without a claim, there are several solutions.
    """
    if isinstance(puzzle, Optimising) and puzzle.best is not None:
        with Search(puzzle, way, prover) as search:
            best = search.climb()
        if best is not None and best.values is not None:
            value = puzzle.value(best.values)
            bound = _demand_better(puzzle, formula, value, way)
            if refuted().sat:
                raise WrongAnswer(f"{prover.name} says that {value} is the best value, and then that it is not")
            return "best", best.values, bound
    verdict = refuted()
    if verdict.model is None:
        return "none", None, None
    values = formula.decode(verdict.model)
    broken = puzzle.check(values)
    if broken:
        raise WrongAnswer(f"{way.full_name} on {prover.name} gave {puzzle.write(values)}, which breaks: {broken[0]}")
    with formula.group("rule", Say("the solution is another one than {line}", line=puzzle.write(values))):
        others = -formula.literals(values)
        formula.add(others) if len(others) else formula.never()
    return (None if refuted().sat else "unique"), values, None


def _demand_better(puzzle: Optimising, formula: Formula, value: int, way: Encoding) -> int:
    """Demand the next better value, and return it."""
    sign = 1 if puzzle.best == "most" else -1
    better = [level for level in formula.levels if sign * level > sign * value]
    if not better:
        raise Unable(f"the encoding {way.name} can demand nothing better than {value}, so there is nothing to refute")
    bound = min(better, key=lambda level: sign * level)
    formula.demand(bound, demand_of(puzzle, bound))
    return bound


def _given(puzzle: Puzzle, formula: Formula, bound: int | None) -> str | None:
    """Why a value is impossible, if the encoding is built so that it is: then there was little to prove."""
    if bound is None or not formula.impossible(np.array(formula.levels[bound])):
        return None
    known = puzzle.bound() if isinstance(puzzle, Optimising) else None
    return str(known[1]) if known else "its variables do not reach so far"


def _referees(part: Path) -> tuple[str, ...]:
    """Ask the checker by others, if it is there: its name if it agrees; if it does not, that is an error."""
    command = shutil.which(REFEREE)
    if command is None:
        return ()
    seconds = left()
    limit = [] if seconds is None else ["-t", str(max(1, int(seconds)))]
    words = [command, str(part / FORMULA), str(part / PROOF), *limit]
    with tempfile.TemporaryDirectory(prefix="knobel-") as folder:
        output = Path(folder) / "output"
        try:
            code = run(words, output, Path(folder) / "errors", seconds)
        except Misuse as error:  # nobody has named it
            raise KnobelError(str(error)) from None
        lines = text_of(output).replace("\r", "\n").splitlines()
    if "s VERIFIED" in lines:
        return (REFEREE,)
    said = next((line for line in lines if line.startswith("s ")), f"nothing, and ended with {code}")
    raise WrongAnswer(f"knobel verified the proof, but {REFEREE} says: {said}")


@contextmanager
def beside(folder: Path, near: Path | None = None) -> Iterator[Path]:
    """A temporary folder near the one that is to be made."""
    try:
        near = near or next(parent for parent in folder.absolute().parents if parent.exists())
        part = Path(tempfile.mkdtemp(prefix=".knobel-", dir=near))
    except OSError as error:
        raise BadInput(f"cannot be written: {error.strerror}", file=str(folder)) from None
    try:
        yield part
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _publish(part: Path, folder: Path) -> None:
    """Give the finished folder its name; where there is one already, put the files into it."""
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(part, 0o777 & ~mask)  # temporary folders are private; this one is for keeps
    try:
        if folder.is_dir():
            for name in (FORMULA, PROOF, README):
                os.replace(part / name, folder / name)
        else:
            folder.parent.mkdir(parents=True, exist_ok=True)
            os.rename(part, folder)  # all at once
    except OSError as error:
        raise BadInput(f"cannot be written: {error.strerror}", file=str(folder)) from None
