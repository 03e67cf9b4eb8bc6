"""What a DRAT proof is, written for reading: no watches, no marks, every step checked in order.

Far too slow for use; the checker is compared with it, and it says which damaged proofs are wrong in fact.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

Clause: TypeAlias = tuple[int, ...]
Step: TypeAlias = tuple[bool, Clause]
"""Whether the clause is deleted instead of added; the clause, its pivot first."""


def closure(clauses: Iterable[Clause], assume: Iterable[int] = ()) -> set[int] | None:
    """All literals that follow by unit propagation, or None for a contradiction.

    >>> closure([(1,), (-1, 2)])
    {1, 2}
    """
    true = set(assume)
    if any(-lit in true for lit in true):
        return None
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            if not any(lit in true for lit in clause):
                rest = {lit for lit in clause if -lit not in true}
                if not rest:
                    return None
                if len(rest) == 1:
                    true |= rest
                    changed = True
    return true


def is_rup(clauses: Collection[Clause], lemma: Iterable[int]) -> bool:
    """Reverse unit propagation: denying the lemma leads to a contradiction.

    >>> is_rup([(1, 2), (-1, 2)], (2,))
    True
    """
    return closure(clauses, {-lit for lit in lemma}) is None


def is_rat(clauses: Collection[Clause], lemma: Clause, present: Collection[Clause] | None = None) -> bool:
    """Resolution asymmetric tautology: every resolvent on the first literal with a clause that is present is RUP.

    The lemma need not follow, but adding it leaves a satisfiable formula satisfiable: where it fails, its first
    literal can be made true.

    >>> is_rat([(1, 2)], (-3, 1)), is_rat([(1, 2), (3,)], (-3, 1))
    (True, False)
    """
    partners = [clause for clause in (clauses if present is None else present) if lemma and -lemma[0] in clause]
    return bool(lemma) and all(is_rup(clauses, {*lemma, *clause} - {-lemma[0]}) for clause in partners)


def is_proof(formula: Iterable[Sequence[int]], steps: Iterable[Step]) -> bool:
    """Whether every step, up to the first contradiction by propagation, is one that may be made.

    Clauses that are units under what is known are never deleted; that is what checkers and solvers mean by DRAT.
    """
    clauses = [tuple(clause) for clause in formula]
    steps = list(steps)
    if not any(not clause and not deletes for deletes, clause in steps):
        return False
    for deletes, clause in steps:
        known = closure(clauses)
        if known is None:
            return True
        if not deletes:
            if not (is_rup(clauses, clause) or is_rat(clauses, clause)):
                return False
            clauses.append(clause)
        else:
            unit = sum(-lit not in known for lit in set(clause)) == 1 and any(lit in known for lit in clause)
            same = [other for other in clauses if set(other) == set(clause)]
            if same and not unit:
                clauses.remove(same[0])
    return closure(clauses) is None


def is_wrong(formula: Iterable[Sequence[int]], steps: Iterable[Step]) -> bool:
    """Whether no choice among the lemmas makes a proof, however kindly it is read.

    Every lemma that may be added is, the others are left out. What is deleted can still be used, but no longer stands
    in the way of a RAT.
    """
    clauses = [tuple(clause) for clause in formula]
    present = list(clauses)
    for deletes, clause in steps:
        if deletes:
            present = [other for other in present if set(other) != set(clause)]
        elif is_rup(clauses, clause) or is_rat(clauses, clause, present):
            if not clause:
                return False
            clauses.append(clause)
            present.append(clause)
    return True
