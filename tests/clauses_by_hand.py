"""Independent witnesses for yasat: brute force, naive unit propagation, and a naive checker of proofs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product

import numpy as np
from hypothesis import strategies as st

from knobel.formula import Lits

Clause = list[int]


def flat(clauses: Iterable[Sequence[int]]) -> Lits:
    return np.array([lit for clause in clauses for lit in (*clause, 0)], dtype=np.int32)


def literals(n: int) -> st.SearchStrategy[int]:
    return st.integers(1, n).flatmap(lambda v: st.sampled_from((v, -v)))


def formulas(n: int, most: int) -> st.SearchStrategy[list[Clause]]:
    """Clauses with all that is awkward: literals said twice, tautologies, units."""
    return st.lists(st.lists(literals(n), min_size=1, max_size=4), max_size=most)


def random_formula(n: int, density: float, seed: int) -> list[Clause]:
    """Three literals a clause."""
    random = np.random.default_rng(seed)
    triples = [random.choice(n, 3, replace=False) + 1 for _ in range(round(density * n))]
    return [(three * random.choice([-1, 1], 3)).tolist() for three in triples]


def pigeons(holes: int) -> list[Clause]:
    """One more than holes."""
    inside = np.arange(1, holes * (holes + 1) + 1).reshape(holes + 1, holes)
    apart = [[-int(row[a]), -int(row[b])] for row in inside.T for a in range(holes + 1) for b in range(a)]
    return [list(map(int, row)) for row in inside] + apart


def satisfiable(clauses: Iterable[Sequence[int]], n: int) -> bool:
    listed = list(clauses)
    return any(
        all(any(row[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in listed)
        for row in product((False, True), repeat=n)
    )


def closure(clauses: Iterable[Sequence[int]], assume: Iterable[int]) -> set[int] | None:
    """What follows by unit propagation, or None for a conflict."""
    listed = [set(clause) for clause in clauses]
    true = set(assume)
    changed = True
    while changed:
        changed = False
        for clause in listed:
            if clause & true:
                continue
            rest = {lit for lit in clause if -lit not in true}
            if not rest:
                return None
            if len(rest) == 1:
                true |= rest
                changed = True
    return None if any(-lit in true for lit in true) else true


def check_refutation(clauses: Iterable[Sequence[int]], proof: str) -> tuple[int, int]:
    """Every added line follows by unit propagation, every deleted one was there, and the last line is empty.

    Returns how many lines add and how many delete.
    """
    there = [list(clause) for clause in clauses]
    known = Counter(frozenset(clause) for clause in there)
    added = deleted = 0
    for line in proof.splitlines():
        words = line.split()
        assert words[-1] == "0"
        clause = [int(word) for word in words[words[0] == "d" : -1]]
        if words[0] == "d":
            assert known[frozenset(clause)] > 0, f"{line} deletes what is not there"
            known[frozenset(clause)] -= 1
            there.remove(next(one for one in there if set(one) == set(clause)))
            deleted += 1
        else:
            assert closure(there, [-lit for lit in clause]) is None, f"{line} does not follow"
            there.append(clause)
            known[frozenset(clause)] += 1
            added += 1
            if not clause:
                return added, deleted
    raise AssertionError("the proof does not end with the empty clause")
