"""A certificate: what was claimed about a puzzle, with which files, who checked it; and its README in plain words."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from ..proofs.checker import Checked
from ..puzzle import Optimising, Puzzle, Values, demand_of

Claim: TypeAlias = Literal["none", "unique", "best"]


@dataclass(frozen=True)
class Certificate:
    """True if it was verified. Otherwise there is no claim and no file: several solutions, or too little time."""

    puzzle: Puzzle
    status: Literal["verified", "multiple", "undecided"]
    claim: Claim | None = None
    solution: Values | None = None
    value: int | None = None  # of a best solution
    bound: int | None = None  # the next better value, which was refuted
    encoding: str = ""
    engine: str = ""
    variables: int = 0
    clauses: int = 0
    formula: Path | None = None
    proof: Path | None = None
    checked: Checked | None = None
    referees: tuple[str, ...] = ()  # who checked it

    def __bool__(self) -> bool:
        return self.status == "verified"

    def __str__(self) -> str:
        return self.status


def readme(made: Certificate, group: int, given: str | None) -> str:
    """The claim of a verified certificate, what the files are, and how anyone can check them again.

    ``group`` is the one that says the opposite of the claim; ``given`` says why the encoding leaves no room for it.
    """
    assert made.claim and made.checked
    id, line = made.puzzle.id(), "" if made.solution is None else made.puzzle.write(made.solution)
    checked, demand = made.checked, ""
    if made.bound is not None and isinstance(made.puzzle, Optimising):
        demand = str(demand_of(made.puzzle, made.bound))
    claim = {
        "none": "has no solution.",
        "unique": "has exactly one solution:",
        "best": f"has no solution in which {demand}. In this one, it is {made.value}:",
    }[made.claim]
    opposite = {
        "none": "the puzzle as clauses",
        "unique": f"the puzzle as clauses, and as group {group}: the solution is another one",
        "best": f"the puzzle as clauses, and as group {group}: {demand}",
    }[made.claim]
    encode = f"knobel encode {shlex.quote(id)} --encoding {shlex.quote(made.encoding)}"
    encode += f" --bound {made.bound}" if made.claim == "best" else ""
    again = ["knobel check-proof formula.cnf proof.drat", "drat-trim formula.cnf proof.drat"]
    again += [f"knobel check {shlex.quote(id)} {shlex.quote(line)}"] if line else []
    but = f", but for group {group}" if made.claim == "unique" else ""
    paragraphs = [
        "CLAIM",
        "The puzzle",
        f"    {id}",
        claim,
        *([f"    {line}"] if line else []),
        "FILES",
        f"formula.cnf  {opposite}\n"
        f"             ({made.variables} variables, {made.clauses} clauses, encoding {made.encoding}, all named)\n"
        f"proof.drat   a proof in DRAT, found by {made.engine}, that nothing satisfies formula.cnf",
        "CHECKED",
        f"By {' and by '.join(made.referees)}. The proof needs {checked.lemmas} of its {checked.steps} steps\n"
        f"and {checked.clauses} of the {made.clauses} clauses of the formula.",
        "CHECK IT AGAIN",
        "\n".join(f"    {command}" for command in again),
        "TAKEN ON TRUST",
        "Nothing about the solver that found the proof. But that the clauses say what the rules of\n"
        f"the puzzle say; they can be made anew{but}, and read:",
        f"    {encode}",
        *(
            [f"And that there is no solution in which {demand}, for the encoding leaves no room for it:\n{given}."]
            if given
            else []
        ),
    ]
    return "\n\n".join(paragraphs) + "\n"
