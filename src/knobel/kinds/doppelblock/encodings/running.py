"""Encodings that add up cell by cell.

The clauses of a clue say its sentence and nothing else: in them, a number may stand between the black cells twice.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from knobel import emit
from knobel.encodings import encoding, model_encoding
from knobel.errors import Unable
from knobel.formula import Formula
from knobel.model import Automaton, Clause, Count, CountingAutomaton, Model, numbers
from knobel.puzzle import Possible

from ..rules import Doppelblock
from .lines import Lines

MAX_STEPS = 2_000_000  # of all automata together
MAX_CLAUSES = 10_000_000  # of all additions together


def largest(n: int) -> int:
    """The largest sum that n - 2 cells can have, if numbers may repeat."""
    return (n - 2) ** 2


def _sums(p: Doppelblock) -> list[int]:
    """The sums of a board that are not beyond hope."""
    return [s for s in p.columns + p.rows if s is not None and s <= largest(p.n)]


def line_automaton(variables: tuple[int, ...], n: int, s: int) -> CountingAutomaton:
    """The automaton of Torres and Lopes: before, between and after the black cells, with a running sum between."""
    values = range(1, n - 1)
    stay = [dict.fromkeys(values, state) for state in range(3)]
    adds: tuple[dict[int, int], ...] = ({}, {v: v for v in values}, {})
    s = min(s, largest(n) + 1)  # hopeless sums need not be told apart
    return CountingAutomaton(variables, ({0: 1} | stay[0], {0: 2} | stay[1], stay[2]), adds, 0, frozenset({2}), s, s)


@encoding(Doppelblock, "order", labels="all")
def order(p: Doppelblock, known: Possible | None = None) -> Formula:
    """What each cell adds, and the sum up to each cell, as numbers in unary (order encoding), added step by step."""
    n = p.n
    clauses = sum(2 * (n - 2) * (n - 1) * s for s in _sums(p))
    if clauses > MAX_CLAUSES:
        raise Unable(f"the encoding order would need about {clauses:.2g} clauses; try diagram")
    lines = Lines(p, known)
    for line, s in lines.sums():
        with lines.clue(lines.places[line]) as group:
            lines.two_blacks([line], np.array([group.id], dtype=np.int32))
            if s > largest(n):
                lines.f.never()
            else:
                _add_up(lines, line, s)
    return lines.f


def _add_up(lines: Lines, line: int, s: int) -> None:
    """What the cells between the black ones add, one after the other, makes the sum."""
    f, n, name = lines.f, lines.n, lines.names[line]
    # share[i, b]: cell i + 1 adds more than b. The first and the last cell are never between.
    cells = lines.lits[line, 1:-1, 1:]
    started, ended = (np.broadcast_to(x[:, None], cells.shape) for x in (lines.one[line, :-2], lines.two[line, 1:-1]))
    share = f.new(f"{name}.share", n - 2, n - 2, axes=[1, 1])
    larger = np.concatenate([share[:, 1:], np.full_like(share[:, :1], -f.true)], axis=1)
    for clause in ((-larger, share), (-share, started), (-share, -ended), (-share, cells, larger)):
        f.add(np.stack(clause, axis=-1).reshape(-1, len(clause)))
    f.add(np.stack([-cells, -started, ended, share], axis=-1).reshape(-1, 4))
    # total[i, a]: the cells up to i + 1 add up to more than a; nothing at first, the sum at last.
    total = f.new(f"{name}.total", n - 3, s, axes=[1, 1])
    f.add(np.stack([-total[:, 1:], total[:, :-1]], axis=-1).reshape(-1, 2))
    ends = np.full((1, s), f.true, dtype=np.int32)
    total = np.concatenate([-ends, total, ends])
    a, b = (x.ravel() for x in np.meshgrid(np.arange(s + 1), np.arange(n - 1), indexing="ij"))
    true = np.full(1, f.true, dtype=np.int32)
    for i in range(n - 2):
        least, most = np.concatenate([true, total[i], -true]), np.concatenate([total[i], -true])
        add_least, add_most = np.concatenate([true, share[i]]), np.concatenate([share[i], -true])
        now = np.concatenate([total[i + 1], -true])
        up = (a + b > 0) & (a + b <= s + 1)
        f.add(np.stack([-least[a[up]], -add_least[b[up]], now[a[up] + b[up] - 1]], axis=1))
        down = a + b < s
        f.add(np.stack([most[a[down]], add_most[b[down]], -now[a[down] + b[down]]], axis=1))


@lru_cache(maxsize=256)
def _unfolded(n: int, s: int) -> Automaton:
    return line_automaton((), n, s).unfolded()


@encoding(Doppelblock, "automaton", labels="all", engine="minisat")
def automaton(p: Doppelblock, known: Possible | None = None) -> Formula:
    """The automaton of Torres and Lopes in clauses: its states are before, between, after, and the sum so far.

    Unit propagation on one clue alone finds all that the clue implies.
    """
    n = p.n
    steps = sum((n - 2) ** 2 * s for s in _sums(p))
    if steps > MAX_STEPS:
        raise Unable(f"the encoding automaton would need about {steps:.2g} steps; try diagram")
    lines = Lines(p, known)
    for line, s in lines.sums():
        with lines.clue(lines.places[line]):
            a = _unfolded(n, s)
            emit.automaton(lines.f, lines.lits[line], a.steps, a.start, a.finals, lines.names[line])
    return lines.f


@model_encoding(Doppelblock, "cp")
def cp(p: Doppelblock, known: Possible | None = None) -> Model:
    """The constraint model of Torres and Lopes: global cardinality, and an automaton with a sum for each clue."""
    m = Model()
    m.answer = m.new("cell", p.n, p.n, values=range(p.n - 1))
    if known is not None:
        m.domains = [tuple(np.flatnonzero(can).tolist()) for can in known.reshape(len(m.domains), -1)]
    for place in p.lines():
        line = numbers(m.answer[:, place.i] if place.name == "column" else m.answer[place.i])
        m.add(Count(line, 0, 2, 2), *(Count(line, v, 1, 1) for v in range(1, p.n - 1)))
        s = p.sum_at(place)
        if s is not None:
            m.add(line_automaton(line, p.n, s))
    for name, r, c in p.places():
        if name == "cell":
            m.add(Clause(((int(m.answer[r, c]), p.givens[r][c], True),)))
    return m
