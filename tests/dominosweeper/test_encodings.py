"""Every encoding against brute force, and what their labels, facts known beforehand and speed promise."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import knobel
from dominosweeper.boards import boards, full
from knobel import checks, emit, registry
from knobel.errors import Misuse
from knobel.formula import Formula
from knobel.kinds.dominosweeper.generate import pairs
from knobel.kinds.dominosweeper.presolve import presolve
from knobel.kinds.dominosweeper.rules import Dominosweeper
from knobel.puzzle import Atom, Possible
from knobel.search import Search

KIND = registry.kind("dominosweeper")
CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "mines.json"
SAT = ["direct", "counter", "direct:total=totalizer", "direct:total=adders", "counter:total=adders"]
MODELS = ["cp", "cp:post=cells"]


@cache
def judged() -> list[tuple[Dominosweeper, set[str]]]:
    """Random boards, each with all its solutions."""
    return [(board, checks.brute_force(board)) for board in boards(150, seed=7)]


def found(board: Dominosweeper, spec: str, engine: str, known: Possible | None = None) -> set[str]:
    with Search(board, registry.encoding(KIND, spec), registry.engine(engine), known=known) as search:
        return checks.enumerated(search)


@pytest.mark.parametrize("engine", ["cadical", "glucose", "minisat"])
@pytest.mark.parametrize("spec", SAT)
def test_solution_sets_equal_brute_force(spec: str, engine: str) -> None:
    for board, expected in judged():
        assert found(board, spec, engine) == expected, board.id()


@pytest.mark.slow
@pytest.mark.parametrize("spec", MODELS)
def test_the_models_equal_brute_force(spec: str, cpsat_here: Callable[[], None]) -> None:
    cpsat_here()
    for board, expected in judged():
        assert found(board, spec, "cpsat") == expected, board.id()
        assert found(board, spec, "cpsat", presolve(board)) == expected, board.id()


@pytest.mark.parametrize("spec", MODELS)
def test_the_models_on_fd_equal_brute_force(spec: str) -> None:
    for board, expected in judged():
        assert found(board, spec, "fd") == expected, board.id()
        assert found(board, spec, "fd", presolve(board)) == expected, board.id()


@pytest.mark.slow
@pytest.mark.parametrize("spec", SAT[:2])
def test_labels_tell_the_truth(spec: str) -> None:
    checks.check_encoding(registry.encoding(KIND, spec), boards(120, seed=11))


@pytest.mark.parametrize("total", ["totalizer", "adders"])
def test_totals_tell_the_truth(total: str) -> None:
    with_total = [board for board in boards(60, seed=12) if board.mines is not None and board.width * board.height < 9]
    assert len(with_total) > 8
    checks.check_encoding(registry.encoding(KIND, f"direct:total={total}"), with_total)


def test_tasks_agree_with_brute_force() -> None:
    for board, expected in judged():
        assert int(knobel.count(board)) == len(expected), board.id()
        assert knobel.unique(board).status == ("none", "unique", "multiple")[min(len(expected), 2)]
        possible = knobel.forced(board).possible
        if expected:
            every = np.array([board.read(line) for line in sorted(expected)])
            assert (possible == np.stack([(every == v).any(axis=0) for v in (0, 1)], axis=-1)).all(), board.id()


def test_facts_found_beforehand_hold_in_every_solution() -> None:
    for board, expected in judged():
        checks.check_presolved(board, presolve(board), expected)


@pytest.mark.parametrize("spec", [*SAT, *MODELS])
def test_whatever_is_known_is_honoured(spec: str, cpsat_here: Callable[[], None]) -> None:
    """Any facts, even false ones: the solutions are those in which they hold."""
    if spec in MODELS:
        cpsat_here()
    random = np.random.default_rng(5)
    for board, expected in judged()[:50]:
        known = random.random(board.domain().shape) < 0.75
        known[..., 0] |= ~known[..., 1]
        fitting = {line for line in expected if np.take_along_axis(known, board.read(line)[..., None], axis=-1).all()}
        engine = registry.encoding(KIND, spec).engine
        assert found(board, spec, engine, known) == fitting, (board.id(), known.tolist())


def test_known_facts_leave_nothing_of_a_solved_board() -> None:
    values = pairs(20, 20, 0.2, np.random.default_rng(1))
    board = full(values, mines=0)
    assert (presolve(board) == (values[..., None] == np.arange(2))).all()
    for spec in ("direct", "counter"):
        formula = KIND.encodings[spec](board, presolve(board))
        assert formula.size[1] == 1  # that true is true


def test_groups_are_about_the_cells_they_name() -> None:
    board = Dominosweeper.parse("3x3:..*/.2./-..:mines=4")
    formula = KIND.encodings["direct"](board)
    assert isinstance(formula, Formula)
    about = {str(group.say): sorted(group.cells) for group in formula.groups if group.kind in ("rule", "clue")}
    every = sorted(product(range(3), repeat=2))
    assert about["row b column B is free and has 2 mines around it"] == every
    assert about["the number of mines is 4"] == every
    assert about["row a column C is given as a mine"] == [(0, 2)]
    assert about["row c column A is given as free"] == [(2, 0)]
    corner = "if row a column A is a mine, exactly one cell beside it is a mine"
    assert about[corner] == [(0, 0), (0, 1), (1, 0)]
    assert len(about) == 9 + 4


def test_one_number_finds_by_propagation_all_that_it_implies() -> None:
    """Alone, without the pairs: with some cells known, either everything is settled or nothing."""
    random = np.random.default_rng(8)
    for _ in range(60):
        number = int(random.integers(9))
        board = Dominosweeper(("...", f".{number}.", "..."), plain=True)
        values = random.integers(-1, 2, (3, 3))
        values[1, 1] = 0
        facts = [Atom((r, c), int(values[r, c])) for r, c in np.argwhere(values >= 0).tolist()]
        sure, loose = int((values == 1).sum()), int((values < 0).sum())
        for spec in ("direct", "counter"):
            with Search(board, KIND.encodings[spec], registry.engine("cadical")) as search:
                possible = search.propagate(facts)
            if not sure <= number <= sure + loose:
                assert possible is None
                continue
            expected = (values[..., None] == np.arange(2)) | (values[..., None] < 0)
            expected[..., 1] &= (values == 1) | (number > sure)
            expected[..., 0] &= (values == 0) | (number < sure + loose)
            assert possible is not None and (possible == expected).all(), (spec, board.id(), values.tolist())


def test_odd_totals_are_refuted_at_once() -> None:
    result = knobel.solve(Dominosweeper(("." * 100,) * 100, mines=2001))
    assert result.status == "unsolvable" and result.clauses == 0


@pytest.mark.parametrize(("total", "name"), [("auto", "mines"), ("totalizer", "mines"), ("adders", "sum")])
def test_the_total_is_written_as_asked(total: str, name: str) -> None:
    formula = registry.encoding(KIND, f"direct:total={total}")(Dominosweeper(("...",) * 3, mines=4))
    assert isinstance(formula, Formula)
    assert {block.name.partition(".")[0] for block in formula.blocks} == {"cell", name, "true"}


def test_an_unknown_way_to_count_is_refused() -> None:
    with pytest.raises(Misuse, match="totalizer or adders"):
        registry.encoding(KIND, "direct:total=abacus")(Dominosweeper(("...",) * 3))


@pytest.mark.parametrize("n", range(9))
def test_adders_count(n: int) -> None:
    """Every assignment of the literals extends to exactly the sum that it has."""
    for count in range(-1, n + 2):
        f = Formula()
        lits = f.new("x", n)
        emit.count_by_adders(f, lits, count, "sum")
        session = registry.engine("minisat").open(f.variables)  # type: ignore[union-attr]
        session.add(f.flat())
        for signs in product((1, -1), repeat=n):
            assert session.solve((lits * signs).tolist()).sat == (signs.count(1) == count)
        session.close()


def test_boards_of_others_have_the_stated_number_of_solutions() -> None:
    if not CORPUS.exists():
        pytest.skip("the corpus is not here")
    entries = json.loads(CORPUS.read_text(encoding="utf-8"))
    assert entries
    for entry in entries:
        board = Dominosweeper(tuple(entry["rows"]), entry["total"], entry["kind"] == "minesweeper")
        for spec in (None, *SAT[:2]):
            lines = [board.write(values) for values in knobel.solutions(board, encoding=spec)]
            assert len(lines) == entry["solutions"], entry["name"]
            assert "/".join(entry["solution"]) in lines, entry["name"]


@pytest.mark.parametrize("spec", [None, "direct", "counter"])
def test_a_hundred_by_hundred_board_is_solved(spec: str | None) -> None:
    values = pairs(100, 100, 0.2, np.random.default_rng(100))
    board = Dominosweeper.parse(full(values).id().partition(":")[2])
    result = knobel.solve(board, encoding=spec)
    assert result.solution is not None and (result.solution == values).all()
