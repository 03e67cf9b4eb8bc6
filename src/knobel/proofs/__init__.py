"""Proofs that anyone can check: reading them, and checking them without any trust in the solver that wrote them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ..errors import BadInput
from ..limits import Deadline, tick

if TYPE_CHECKING:
    from ..formula import Lits
    from .checker import Checked
    from .drat import Proof


def check_proof(
    formula: str | os.PathLike[str],
    proof: str | os.PathLike[str],
    *,
    timeout: float | None = None,
    pure: bool | None = None,
) -> Checked:
    """Check that a file with a DRAT proof refutes a DIMACS file. The result is true if it does, and says why not.

    Raises :class:`BadInput` for files that are neither, and :class:`OutOfTime`. ``pure`` does without compiled code.

    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "a.cnf").write_text("p cnf 2 3\\n1 2 0\\n1 -2 0\\n-1 0\\n")
    >>> _ = (folder / "a.drat").write_text("1 0\\n0\\n")
    >>> print(check_proof(folder / "a.cnf", folder / "a.drat"))
    verified
    """
    from .checker import check

    with Deadline(timeout):
        return check(*_read_both(os.fspath(formula), os.fspath(proof)), pure)


def _read_both(formula: str, proof: str) -> tuple[Lits, Proof]:
    """The clauses of a DIMACS file and the steps of its proof; either file may be packed."""
    from ..dimacs import read_dimacs
    from ..inputs import MAX_FORMULA_BYTES, read_bytes, read_text
    from .drat import read_proof

    try:
        clauses = read_dimacs(read_text(formula, MAX_FORMULA_BYTES)).flat
    except BadInput as error:
        raise BadInput(error.message, error.line, error.file or formula) from None
    tick()
    try:
        steps = read_proof(read_bytes(proof, MAX_FORMULA_BYTES))
    except BadInput as error:
        raise BadInput(error.message, error.line, error.file or proof) from None
    return clauses, steps
