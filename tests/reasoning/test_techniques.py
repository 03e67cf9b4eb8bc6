"""The techniques of the kinds claim only what is so: on random lines and neighbourhoods, against all that fits them."""

from __future__ import annotations

import re
from itertools import product

import numpy as np
import pytest

from knobel.kinds.bishops.techniques import one_on_each, taken
from knobel.kinds.dominosweeper.techniques import around_number, beside_mine
from knobel.kinds.doppelblock.techniques import by_numbers, by_sum, by_sum_and_numbers
from knobel.kinds.nonogram.runs import Line, runs_of
from knobel.kinds.nonogram.techniques import argument
from knobel.kinds.satromino.rules import Satromino
from knobel.kinds.satromino.techniques import Asked, games
from knobel.kinds.satromino.techniques import argument as argument_of_pieces
from knobel.kinds.satromino.telling import name_of
from knobel.puzzle import At, Possible
from knobel.say import Say

STATES = 10_000
Placed = tuple[tuple[int, ...], ...]  # the cells of each run


def placements(line: Line, length: int) -> list[Placed]:
    """All ways to place black runs into a line."""
    if not line:
        return [()]
    found: list[Placed] = []
    for start in range(length - line[0].length + 1):
        end = start + line[0].length
        for rest in placements(line[1:], length - end - 1) if line[1:] else [()]:
            later = tuple(tuple(cell + end + 1 for cell in run) for run in rest)
            found.append((tuple(range(start, end)), *later))
    return found


def test_a_nonogram_line_claims_only_what_all_its_placements_show() -> None:
    random = np.random.default_rng(1)
    told = set[str]()
    for _ in range(STATES):
        length = int(random.integers(1, 11))
        picture = (random.random(length) < random.uniform(0.3, 0.9)).astype(int)
        line = runs_of(picture.tolist())
        known = random.random(length) < random.uniform(0, 0.9)
        possible = np.where(known[:, None], picture[:, None] == np.arange(2), True)
        fits = [
            placed
            for placed in placements(line, length)
            if all(possible[cell, int(any(cell in run for run in placed))] for cell in range(length))
        ]
        painted = [{cell for run in placed for cell in run} for placed in fits]
        new = {c: 1 for c in range(length) if not known[c] and all(c in one for one in painted)}
        new |= {c: 0 for c in range(length) if not known[c] and not any(c in one for one in painted)}
        said = argument(line, possible, new) if new else None
        if said is None:
            continue
        told.add(said.template)
        same_run = all(
            any(all(c in placed[j] for placed in fits) for j in range(len(line))) for c, v in new.items() if v
        )
        match said.template:
            case "filling all {length}" | "filling the only cell":
                assert len(placements(line, length)) == 1 and said.args.get("length", 1) == length
            case "finished":
                assert sum(known & (picture == 1)) == picture.sum()
            case "no others are left":
                assert sum(~known | (picture == 1)) == picture.sum()
            case "{count} of {length} cells overlap":
                assert same_run and len(line) == 1 and said.args == {"count": line[0].length, "length": length}
            case "overlap":
                assert same_run and all(new.values())
            case "overlap and reach":
                assert same_run and set(new.values()) == {0, 1}
            case "out of reach":
                assert not any(new.values())
            case other:
                pytest.fail(other)
    assert len(told) == 8


def places_of(said: Say) -> set[tuple[int, int]]:
    """The places of black cells that a sentence names, counted from 0."""
    return {(int(a) - 1, int(b) - 1) for a, b in re.findall(r"([0-9]+)&([0-9]+)", str(said.args["places"]))}


def test_black_cells_and_sums_are_where_and_what_is_claimed() -> None:
    """Against all lines that fit: by the sum alone numbers can stand there twice, with the rule each stands once."""
    random = np.random.default_rng(2)
    told = set[str]()
    all_lines = {n: np.array(list(product(range(n - 1), repeat=n))) for n in (3, 4, 5)}
    all_lines = {n: lines[(lines == 0).sum(axis=1) == 2] for n, lines in all_lines.items()}
    for _ in range(STATES):
        n = int(random.integers(3, 6))
        once = all_lines[n][(np.sort(all_lines[n], axis=1) == [0, *range(n - 1)]).all(axis=1)]
        line = once[random.integers(len(once))]
        possible: Possible = (random.random((n, n - 1)) < random.uniform(0.2, 0.9)) | (
            line[:, None] == np.arange(n - 1)
        )
        total = sum(between(line.tolist()))
        for lines, tell in ((all_lines[n], by_sum), (once, by_sum_and_numbers)):
            fits = lines[possible[np.arange(n), lines].all(axis=1)]
            fits = np.array([one for one in fits.tolist() if sum(between(one)) == total])
            said = tell(total, possible)
            if said is None:
                continue
            told.add(f"{tell.__name__} {said.template}")
            assert places_of(said) == {tuple(np.flatnonzero(one == 0).tolist()) for one in fits}
            if "parts" in said.args:
                assert {tuple(sorted(between(one))) for one in fits.tolist()} == {
                    tuple(map(int, str(said.args["parts"]).split("+")))
                }
        left = (once[possible[np.arange(n), once].all(axis=1)][..., None] == np.arange(n - 1)).any(axis=0)
        new = {c: tuple(np.flatnonzero(left[c]).tolist()) for c in range(n) if (left[c] != possible[c]).any()}
        said = by_numbers(possible, new)
        told.add(said.template)
        for cell, values in new.items() if said.template != "each number once" else ():
            assert possible[:, values[0]].sum() == (2 if values[0] == 0 else 1) and possible[cell, values[0]]
    assert len(told) == 6


def between(line: list[int]) -> list[int]:
    first, last = (i for i, v in enumerate(line) if v == 0)
    return line[first + 1 : last]


def test_numbers_and_pairs_of_mines_count_right() -> None:
    random = np.random.default_rng(3)
    told = set[str]()
    for _ in range(STATES):
        cells = int(random.integers(1, 9))
        mines = random.random(cells) < 0.4
        known = random.random(cells) < 0.6
        possible = np.where(known[:, None], mines[:, None] == np.arange(2), True)
        open_, count = int((~known).sum()), int(mines.sum())
        said = around_number(count, possible)
        fits = [one for one in product((0, 1), repeat=open_) if sum(one) == count - sum(mines & known)]
        if said is not None and open_:
            told.add(said.template)
            assert len(fits) == 1, "all open cells are settled"
            assert said.args.get("known", 0) in (0, sum(mines & known)) and said.args.get("open", open_) == open_
        own = random.random(2) < 0.8
        if not own.any():
            continue
        said = beside_mine(own, possible)
        if said is not None:
            told.add(said.template)
            sure, can = int(sum(mines & known)), int(possible[:, 1].sum())
            expected = {
                "already found": not own[0] and sure == 1,
                "one cell left": not own[0] and can == 1,
                "two mines beside it": own[0] and sure > 1,
                "no cell left": own[0] and can == 0,
            }
            assert expected[said.template]
    assert len(told) == 9


def test_lines_and_the_number_of_pieces_leave_what_is_claimed() -> None:
    """On random boards of 2 x 2 and 3 x 3, against all placements that obey the cited lines and have enough pieces."""
    random = np.random.default_rng(4)
    told = set[str]()
    for _ in range(STATES):
        n = int(random.integers(2, 4))
        cells = [(r, c) for r in range(n) for c in range(n)]
        names = [[at for at in cells if at[0] + way * at[1] == k] for way in (-1, 1) for k in range(1 - n, 2 * n - 1)]
        lines = [line for line in names if len(line) > 1]
        lines = [lines[i] for i in random.permutation(len(lines))[: random.integers(0, 4)]]
        arrays = ALL_BOARDS[n]
        for line in lines:
            arrays = arrays[arrays[:, [r * n + c for r, c in line]].sum(axis=1) <= 1]
        before = np.ones((n * n, 2), dtype=np.bool_)
        chosen = arrays[random.integers(len(arrays))]
        for at in np.flatnonzero(random.random(n * n) < random.uniform(0, 0.8)):
            before[at, 1 - chosen[at]] = False
        arrays = arrays[before[np.arange(n * n), arrays].all(axis=1)]
        least = int(arrays.sum(axis=1).max())
        arrays = arrays[arrays.sum(axis=1) >= least]
        after = np.stack([(arrays == 0).any(axis=0), (arrays == 1).any(axis=0)], axis=1)
        new: dict[At, tuple[int, ...]] = {
            cells[i]: tuple(np.flatnonzero(after[i]).tolist()) for i in np.flatnonzero((before != after).any(axis=1))
        }
        here = before.reshape(n, n, 2)
        said = one_on_each(lines, least, here, new) if new else None
        if said is not None:
            told.add(said.template)
            can = {at for at in cells if here[at][1]}
            assert (arrays.sum(axis=1) == least).all()
            assert all((arrays[:, [r * n + c for r, c in line]].sum(axis=1) == 1).all() for line in lines)
            rest = [r * n + c for r, c in can - {at for line in lines for at in line}]
            assert (arrays[:, rest] == 1).all()
        if len(lines) == 1:
            said = taken(lines[0], here, new) if new else None
            if said is not None:
                told.add(said.template)
                assert sum(not here[at][0] for at in lines[0]) == 1
    assert told == {
        "one on each and all other cells",
        "one on it and all other cells",
        "all open cells are needed",
        "taken",
    }


ALL_BOARDS = {n: np.array(list(product((0, 1), repeat=n * n))) for n in (2, 3)}


def test_pieces_fill_and_reach_what_is_claimed() -> None:
    """Every way to play is played once more by the rules, one after the other."""
    random = np.random.default_rng(5)
    told = set[str]()
    states = 0
    while states < STATES:
        sequence = "".join(random.choice(list("IOTLJSZ"), size=int(random.integers(1, 4))))
        start = "".join(random.choice(list("...+"), size=4)) if random.random() < 0.5 else "...."
        puzzle = Satromino(4, 5, sequence, ("....",) * 4 + (start,), ("????",) * 5)
        domain = puzzle.domain()
        possible = domain & (random.random(domain.shape) < 4 / domain.sum(axis=1, keepdims=True))
        possible[np.arange(len(domain)), [random.choice(np.flatnonzero(row)) for row in domain]] = True
        values = np.array(list(product(*(np.flatnonzero(row) for row in possible))))
        drops = [list(puzzle.drops(one)) for one in values]
        names = [name_of(sequence, k) for k in range(len(sequence))]
        for _ in range(40):
            states += 1
            empty, filled = (
                tuple((int(random.integers(5)), int(random.integers(4))) for _ in range(random.integers(0, 3)))
                for _ in range(2)
            )
            asked = Asked(empty, filled, tuple(random.permutation(len(sequence))[: random.integers(0, 2)].tolist()))
            fillers = {
                cell: [next((k for k, drop in enumerate(one) if cell in drop.cells), -1) for one in drops]
                for cell in (*asked.empty, *asked.filled)
            }
            obeys = np.ones(len(values), dtype=np.bool_)
            for cell in asked.empty:
                obeys &= np.array(fillers[cell]) < 0
            for cell in asked.filled:
                obeys &= np.array(fillers[cell]) >= 0
            for k in asked.rest:
                obeys &= np.array([one[k].y is not None for one in drops])
            left: dict[At, tuple[int, ...]] = {
                (k,): tuple(np.unique(values[obeys, k]).tolist())
                for k in range(len(sequence))
                if set(values[obeys, k].tolist()) != set(np.flatnonzero(possible[k]).tolist())
            }
            played = games(sequence, 4, 5, puzzle.started(), possible)
            if not left or played is None:
                continue
            said = argument_of_pieces(played, sequence, 4, asked, possible, left, names)
            if said is None:
                continue
            told.add(said.template)
            out = [(k, v) for (k,), kept in left.items() for v in np.flatnonzero(possible[k]).tolist() if v not in kept]
            for k, v in out:
                rows = np.flatnonzero(values[:, k] == v)
                who = (
                    [k]
                    if said.template in ("which it fills otherwise", "of which it fills one otherwise")
                    else [i for i, name in enumerate(names) if name == said.args.get("piece")]
                )
                for row in rows:
                    by = {cell: fillers[cell][row] for cell in fillers}
                    wanted = all(by[cell] >= 0 for cell in asked.filled) and all(
                        drops[row][k].y is not None for k in asked.rest
                    )
                    match said.template:
                        case "only {piece} reaches it":
                            assert {*fillers[asked.filled[0]]} <= {-1, k} and by[asked.filled[0]] < 0
                        case "out of reach otherwise":
                            assert by[asked.filled[0]] < 0
                        case "no room otherwise":
                            assert not wanted
                        case "filled otherwise":
                            assert by[asked.empty[0]] >= 0
                        case _:
                            assert not wanted or any(by[cell] in who for cell in asked.empty)
    assert len(told) >= 9
