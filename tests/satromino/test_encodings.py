"""Every encoding against brute force, with and without what is known, strict and not; their names and sizes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import numpy as np
import pytest

import knobel
from knobel import checks, emit, registry
from knobel.errors import Unable
from knobel.formula import Formula
from knobel.kinds.satromino.encodings import placement
from knobel.kinds.satromino.encodings.geometry import drops, poses
from knobel.kinds.satromino.encodings.placement import PlacementWriter
from knobel.kinds.satromino.encodings.reach import reachable
from knobel.kinds.satromino.pieces import PIECES, cells_at, paths
from knobel.kinds.satromino.rules import Satromino
from knobel.kinds.satromino.tilings import exact_fill
from knobel.puzzle import possible_of
from knobel.search import Search
from satromino.levels import levels, random_values
from work import calls_between_ticks

KIND = registry.kind("satromino")
CLAUSES = [e.name for e in KIND.encodings.values() if not e.model]


@pytest.mark.parametrize("name", KIND.encodings)
def test_solution_sets_equal_brute_force(name: str, cpsat_here: Callable[[], None]) -> None:
    if KIND.encodings[name].model:
        cpsat_here()
    for level in levels(10 if KIND.encodings[name].model else 40, seed=1):
        with Search(level, KIND.encodings[name], registry.engine(KIND.encodings[name].engine)) as search:
            assert checks.enumerated(search) == checks.brute_force(level), level.id()


@pytest.mark.slow
@pytest.mark.parametrize("name", KIND.encodings)
def test_every_law_holds_on_random_levels(name: str, cpsat_here: Callable[[], None]) -> None:
    if KIND.encodings[name].model:
        cpsat_here()
    engine = None if KIND.encodings[name].model else registry.engine("cadical")  # the quickest to start
    checks.check_encoding(KIND.encodings[name], levels(100, seed=2), engine)


@pytest.mark.parametrize("name", CLAUSES)
@pytest.mark.parametrize("engine", ["glucose", "minisat"])
def test_other_engines_find_the_same(name: str, engine: str) -> None:
    for level in levels(12, seed=3):
        with Search(level, KIND.encodings[name], registry.engine(engine)) as search:
            assert checks.enumerated(search) == checks.brute_force(level), level.id()


@pytest.mark.parametrize("name", KIND.encodings)
def test_a_piece_can_come_under_a_cell_of_the_top_rows(name: str, cpsat_here: Callable[[], None]) -> None:
    """The last piece slips its foot under a cell of row 2: only from row 3 on, a filled cell closes its column."""
    if KIND.encodings[name].model:
        cpsat_here()
    level = Satromino.parse("5x3:TL::.????/?????/???+?")
    assert "trrd" + "rd" in checks.brute_force(level)
    with Search(level, KIND.encodings[name], registry.engine(KIND.encodings[name].engine)) as search:
        assert checks.enumerated(search) == checks.brute_force(level)


@pytest.mark.parametrize("name", KIND.encodings)
def test_no_piece_comes_under_a_cell_that_was_filled_at_the_start(name: str, cpsat_here: Callable[[], None]) -> None:
    if KIND.encodings[name].model:
        cpsat_here()
    level = Satromino.parse("4x5:OT:..../..../+.+./..../....:??+?/??+?/?+??/?..?/?.+.")
    assert knobel.solve(level, encoding=name).status == "unsolvable"
    assert checks.brute_force(level) == set()


@pytest.mark.parametrize("name", KIND.encodings)
def test_known_facts_are_honoured(name: str, cpsat_here: Callable[[], None]) -> None:
    """What is ruled out does not come back, and all else does."""
    if KIND.encodings[name].model:
        cpsat_here()
    random = Random(4)
    for level in levels(8 if KIND.encodings[name].model else 25, seed=4):
        if level.domain().any(axis=1).all():
            count = level.domain().shape[1]
            known = level.domain() & (np.array([[random.random() < 0.6 for _ in range(count)] for _ in level.sequence]))
            known |= possible_of(random_values(level, random), count)
            lines = {
                line for line in checks.brute_force(level) if (known[np.arange(len(known)), level.read(line)]).all()
            }
            with Search(
                level, KIND.encodings[name], registry.engine(KIND.encodings[name].engine), known=known
            ) as search:
                assert checks.enumerated(search) == lines, level.id()


def test_default_and_strict_differ_on_crowded_levels() -> None:
    fewer, least = 0, 1.0
    for level in levels(80, seed=9, strict=False):
        free, strict = checks.brute_force(level), checks.brute_force(replace(level, strict=True))
        assert {tuple(level.read(line)) for line in strict} <= {tuple(level.read(line)) for line in free}
        if len(strict) < len(free):
            fewer += 1
            least = min(least, len(strict) / len(free))
    assert fewer > 3 and least <= 0.5


# exact fills


@pytest.mark.parametrize("height", [8, 10])
def test_twenty_pieces_fill_eight_rows(height: int) -> None:
    for seed in range(3):
        assert knobel.solve(exact_fill(10, 8, height, seed)).status == "solved"


@pytest.mark.slow
def test_classic_places_ten_pieces() -> None:
    for seed in range(3):
        assert knobel.solve(exact_fill(10, 4, 4, seed), encoding="classic").status == "solved"


def test_an_odd_number_of_t_is_refuted_at_once() -> None:
    level = exact_fill(10, 8, 8, seed=2)
    odd = replace(level, sequence=level.sequence.replace("T", "O", 1))
    assert odd.sequence.count("T") % 2 == 1
    result = knobel.solve(odd)
    assert result.status == "unsolvable" and result.clauses == 0 and "chessboard" in str(result.because[0])


# names and sizes


def test_classic_speaks_the_original_vocabulary() -> None:
    level = Satromino.parse("4x4:SI:.+..:")
    formula = KIND.encodings["classic"](level)
    assert isinstance(formula, Formula)
    names = {formula.name(v) for v in range(1, formula.variables + 1)}
    assert {"B(I,1)", "B(S,2)", "R(LEFT,2)", "P(3,1,2)", "C(3,4,0)", "C(4,4,2)"} <= names
    assert not {"B(I,0)", "B(I,3)", "C(0,1,1)", "C(5,1,1)", "C(1,1,3)", "P(1,1,0)"} & names
    with Search(level, KIND.encodings["classic"], registry.engine("cadical")) as search:
        atoms = search.solve().atoms()
    assert atoms["B"] == ["B(I,2)", "B(S,1)"]
    assert len(atoms["R"]) == len(atoms["P"]) == 2
    assert "R(DOWN,1)" not in atoms["R"] and "R(RIGHT,1)" not in atoms["R"]
    assert [name for name in atoms["C"] if name.endswith(",0)")] == ["C(2,4,0)"]
    assert sum(name.endswith(",2)") for name in atoms["C"]) == 1 + 8


def test_placement_is_much_smaller_than_classic() -> None:
    level = exact_fill(10, 4, 10, seed=0)
    small, large = (KIND.encodings[name](level).size[1] for name in ("placement", "classic"))
    assert 7 * small < large


@pytest.mark.parametrize("name", KIND.encodings)
def test_what_would_not_fit_is_refused(name: str) -> None:
    with pytest.raises(Unable):
        KIND.encodings[name](Satromino.parse("200x200:" + "T" * 2000 + "::"))


def test_no_deadline_is_overlooked_on_large_boards() -> None:
    PlacementWriter(Satromino.parse("4x4:I::"), None)  # what is imported on first use does not count
    drops.cache_clear()
    level = Satromino.parse("200x200:IOTLJSZ::")
    assert calls_between_ticks(lambda: PlacementWriter(level, None)) < 5_000


def test_steps_written_together_or_one_by_one_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def said(level: Satromino) -> set[tuple[str, frozenset[str]]]:
        f = placement.placement(level)
        clauses = np.split(f.flat(), np.flatnonzero(f.flat() == 0) + 1)[:-1]
        return {
            (str(f.groups[group].say), frozenset(f.name(lit) for lit in clause[:-1].tolist()))
            for group, clause in zip(f.clause_groups().tolist(), clauses, strict=True)
        }

    some = list(levels(15, seed=5))
    together = [said(level) for level in some]
    monkeypatch.setattr(placement, "AT_ONCE", 1)
    assert sum(len(PlacementWriter(level, None).parts) for level in some) > len(some)
    assert [said(level) for level in some] == together


def test_slices_are_the_columns_of_the_cells() -> None:
    for piece, shapes in PIECES.items():
        found = drops(piece, 5, 6)
        placed = [
            (s, x, y) for s, shape in enumerate(shapes) for x in range(6 - shape.width) for y in range(7 - shape.height)
        ]
        assert list(zip(*np.divmod(found.v, 5), found.y, strict=True)) == placed
        cells: list[set[tuple[int, int]]] = [set() for _ in placed]
        cut, rows = emit.spread(found.top, found.bottom + 1)
        for i, r in zip(cut.tolist(), rows.tolist(), strict=True):
            cells[int(found.slices.owner[i])].add((r, int(found.slices.x[i])))
        assert cells == [set(cells_at(piece, *one)) for one in placed]


# parts


@pytest.mark.parametrize("piece", PIECES)
def test_reachable_poses_are_those_of_the_search_in_the_rules(piece: str) -> None:
    """With the cells as assumptions, propagation alone decides which poses can be reached."""
    random = Random(piece)
    for width, height in ((5, 4), (4, 4), (2, 4), (6, 2)):
        f = Formula()
        filled = f.new("filled", height, width)
        found = poses(piece, width, height)
        cells = [
            (i, int(-filled[r, c]))
            for i, v in enumerate(found.v.tolist())
            for r, c in cells_at(piece, v // width, v % width, 0)
            if r < height and c < width
        ]
        owner, lits = (np.array(column) for column in zip(*cells, strict=True))
        reach = reachable(f, found, owner, lits.astype(np.int32), 1)
        session = registry.engine("minisat").open(f.variables)  # type: ignore[union-attr]
        session.add(f.flat())
        for _ in range(20):
            board = np.array([[random.random() < 0.2 for _ in range(width)] for _ in range(height)])
            assume = np.where(board, filled, -filled).ravel().tolist()
            known = session.propagate(assume)
            there = set(paths(piece, width, {(int(r), int(c)) for r, c in np.argwhere(board)}))
            assert known is not None
            for v, lit in zip(found.v.tolist(), reach.tolist(), strict=True):
                assert (lit if divmod(v, width) in there else -lit) in known.tolist()
        session.close()


def test_implications_without_heads_add_nothing() -> None:
    f = Formula()
    none = np.empty(0, dtype=np.int64)
    emit.implies_any(f, none.astype(np.int32), none, none.astype(np.int32))
    assert f.size == (0, 0)
