"""What the simple rules leave of a board before anything is encoded: given cells, and values with one place left."""

from __future__ import annotations

import numpy as np

from ..puzzle import Possible
from .constraints import AllDifferent, Apart, Count, OneOf
from .puzzle import Grid, Rule


def presolve(puzzle: Grid) -> Possible:
    """What is still possible by givens, "all different", counts and "no two together", until nothing changes."""
    possible: Possible = puzzle.domain().copy()
    width, values = possible.shape[1:]
    flat = possible.reshape(-1, values)
    different: dict[int, list[Rule]] = {}
    counts: dict[tuple[Count, int], list[Rule]] = {}
    apart = [(rule.constraint, _index(rule, width)) for rule in puzzle.rulebook if isinstance(rule.constraint, Apart)]
    for rule in puzzle.rulebook:
        match rule.constraint:
            case OneOf(allowed):
                for r, c in rule.cells:
                    possible[r, c, [v for v in range(values) if v not in allowed]] = False
            case AllDifferent():
                different.setdefault(len(rule.cells), []).append(rule)
            case Count() as count:
                counts.setdefault((count, len(rule.cells)), []).append(rule)
            case _:
                pass
    units = [np.stack([_index(rule, width) for rule in found]) for found in different.values()]
    counted = [(count, np.stack([_index(rule, width) for rule in found])) for (count, _), found in counts.items()]
    left = -1
    while left != (left := int(flat.sum())) and flat.any(axis=1).all():
        for unit in units:
            _different(flat, unit)
        for count, unit in counted:
            _count(flat, unit, count)
        for constraint, cells in apart:
            _apart(flat, cells, constraint)
    return possible


def _index(rule: Rule, width: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return np.array([r * width + c for r, c in rule.cells], dtype=np.int64)


def _different(flat: Possible, unit: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> None:
    """A value that is settled goes elsewhere; where each value occurs, one with a single place left is settled."""
    cells, values = unit.shape[1], flat.shape[1]
    here = flat[unit]  # [unit, cell, value]
    single = here & (here.sum(axis=2, keepdims=True) == 1)
    taken = single.any(axis=1)
    where, cell, value = np.nonzero(here & taken[:, None] & ~single)
    flat[unit[where, cell], value] = False
    if single.sum(axis=1).max(initial=0) > 1 or cells > values:
        flat[unit[single.sum(axis=1).max(axis=1) > 1, 0] if cells <= values else unit[:, 0]] = False
        return
    if cells == values:
        here = flat[unit]
        places = here.sum(axis=1)
        if not places.all():
            flat[unit[~places.all(axis=1), 0]] = False
            return
        where, value = np.nonzero((places == 1) & ~taken)
        at = unit[where, here[where, :, value].argmax(axis=1)]
        keep = np.zeros((len(at), values), dtype=np.bool_)
        keep[np.arange(len(at)), value] = True
        np.logical_and.at(flat, at, keep)


def _count(flat: Possible, unit: np.ndarray[tuple[int, ...], np.dtype[np.int64]], count: Count) -> None:
    inside = np.isin(np.arange(flat.shape[1]), count.values)
    here = flat[unit]
    can, must = here[..., inside].any(axis=2), ~here[..., ~inside].any(axis=2)
    low, high = count.low or 0, unit.shape[1] if count.high is None else count.high
    able, sure = can.sum(axis=1), must.sum(axis=1)
    if (able < low).any() or (sure > high).any():
        flat[unit[(able < low) | (sure > high), 0]] = False
        return
    full = unit[(sure == high)[:, None] & ~must]
    flat[full[:, None], np.flatnonzero(inside)] = False
    rest = unit[(able == low)[:, None] & can]
    flat[rest[:, None], np.flatnonzero(~inside)] = False


def _apart(flat: Possible, cells: np.ndarray[tuple[int, ...], np.dtype[np.int64]], constraint: Apart) -> None:
    inside = np.isin(np.arange(flat.shape[1]), constraint.values)
    pairs = cells[np.array(constraint.pairs, dtype=np.int64).reshape(-1, 2)]
    must = np.logical_not(flat[:, ~inside].any(axis=1))
    beside = np.concatenate([pairs[must[pairs[:, 0]], 1], pairs[must[pairs[:, 1]], 0]])
    flat[beside[:, None], np.flatnonzero(inside)] = False
