"""Every encoding against brute force and against each other, on small boards and on boards too large for that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

import knobel
from bishops.boards import PIECES, board, boards
from knobel import checks, registry
from knobel.errors import Misuse, Unable
from knobel.formula import Formula
from knobel.kinds.bishops import geometry, optimum
from knobel.kinds.bishops.covers import matching
from knobel.kinds.bishops.encodings import diagonals
from knobel.kinds.bishops.rules import Bishops
from knobel.puzzle import Possible
from knobel.search import Search
from work import calls_between_ticks

KIND = registry.kind("bishops")
SPECS = ("cells", "diagonals", "diagonals:amo=product", "diagonals:amo=ladder", "diagonals:amo=pairs")


@cache
def judged() -> list[tuple[Bishops, set[str]]]:
    """Small boards, each with its solutions by brute force."""
    return [(p, checks.brute_force(p)) for p in boards(250, seed=7)]


def test_the_boards_are_of_every_sort() -> None:
    assert {(p.piece, p.goal) for p, _ in judged()} == set(product(PIECES, ("most", "dominate", "some")))
    assert sum(not expected for _, expected in judged()) > 20
    assert sum(p.best is not None and bool(p.places()) for p, _ in judged()) > 50


@pytest.mark.parametrize("engine", ["cadical", "minisat"])
@pytest.mark.parametrize("spec", SPECS)
def test_solution_sets_equal_brute_force(spec: str, engine: str) -> None:
    for p, expected in judged():
        with Search(p, registry.encoding(KIND, spec), registry.engine(engine)) as search:
            search.climb()
            assert checks.enumerated(search) == expected, p.id()


@pytest.mark.parametrize("spoilt", [False, True])
def test_wherever_a_climb_begins_it_ends_at_the_best(spoilt: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagonals, "ALL_LEVELS", 0)
    own, begun = KIND.encodings["diagonals"], 0

    def build(p: Bishops, known: Possible | None = None) -> Formula:
        f = own(p, known)
        assert isinstance(f, Formula)
        if spoilt:
            f.begin = f.answer[0, :, 1]  # pieces side by side: mostly no solution at all
        nonlocal begun
        begun += len(f.begin) > 0
        return f

    for p, expected in judged():
        with Search(p, replace(own, build=build), registry.engine("cadical")) as search:
            search.climb()
            assert checks.enumerated(search) == expected, p.id()
    assert begun > 50


@pytest.mark.slow
def test_the_model_equals_brute_force(cpsat_here: Callable[[], None]) -> None:
    cpsat_here()
    for p, expected in judged()[:100]:
        with Search(p, KIND.encodings["cp"], registry.engine("cpsat")) as search:
            search.climb()
            assert checks.enumerated(search) == expected, p.id()


def test_the_original_formula_asks_for_less() -> None:
    served = 0
    for p, expected in judged():
        try:
            search = Search(p, KIND.encodings["pairs"], registry.engine("cadical"))
        except Unable:
            assert p.goal == "dominate" or p.count == 0 or not any("." in row or "B" in row for row in p.rows)
            continue
        with search:
            search.climb()
            found = checks.enumerated(search)
        served += 1
        assert found >= expected and (found == expected or p.goal != "some" or p.count is not None), p.id()
    assert served > 100


@pytest.mark.slow
@pytest.mark.parametrize("spec", [*SPECS, "cp"])
def test_the_laws(spec: str, cpsat_here: Callable[[], None]) -> None:
    if spec == "cp":
        cpsat_here()
    checks.check_encoding(registry.encoding(KIND, spec), boards(100, seed=11))


@pytest.mark.slow
def test_the_laws_of_the_original_formula() -> None:
    def served() -> Iterator[Bishops]:
        for p in boards(200, seed=12):
            if p.goal != "dominate" and p.count != 0 and any("." in row or "B" in row for row in p.rows):
                yield p

    checks.check_encoding(KIND.encodings["pairs"], served())


def test_known_facts_become_constants() -> None:
    """A solution's own cells as facts leave nothing else, and no clause about what is settled."""
    for p, expected in judged()[:60]:
        for line in sorted(expected)[:2]:
            known = np.stack([p.read(line) == 0, p.read(line) == 1], axis=-1)
            for spec in ("cells", "diagonals", "pairs", "cp") if p.goal == "most" else ("cells", "diagonals"):
                chosen = registry.encoding(KIND, spec)
                if spec == "pairs" and "B" not in line:
                    continue
                with Search(p, chosen, registry.engine(chosen.engine), known=known) as search:
                    search.climb()
                    assert checks.enumerated(search) == {line}, (p.id(), spec)


@pytest.mark.parametrize("name", ["cells", "diagonals"])
def test_a_hole_has_no_variable(name: str) -> None:
    """So nobody reads off a model that a piece stands there: what holds are the cells with a piece, by their names."""
    for p, expected in judged():
        formula = KIND.encodings[name](p)
        assert isinstance(formula, Formula)
        names = {formula.name(lit) for lit in range(1, formula.variables + 1)}
        assert {one for one in names if one.startswith("cell")} == {f"cell({r},{c})" for r, c in np.argwhere(~p.holes)}
        if expected and p.holes.any():
            result = knobel.solve(p, encoding=name)
            assert result.solution is not None
            pieces = np.argwhere(result.solution == 1).tolist()
            assert result.atoms.get("cell", []) == [f"cell({r},{c})" for r, c in pieces]


def test_the_tasks_agree() -> None:
    for p, expected in judged()[:80]:
        assert int(knobel.count(p)) == len(expected)
        assert knobel.unique(p).status == ("none", "unique", "multiple")[min(len(expected), 2)]
        result = knobel.solve(p)
        assert result.status == ("solved" if expected else "unsolvable")
        assert result.value == (p.value(p.read(min(expected))) if expected and p.best else result.value)


# why counting diagonals is easy


@pytest.mark.parametrize("n", [2, 3, 10, 30, 60])
def test_one_bishop_too_many_is_refuted_by_unit_propagation(n: int) -> None:
    formula = KIND.encodings["diagonals"](Bishops.parse(str(n)))
    assert isinstance(formula, Formula)
    session = registry.engine("cadical").open(formula.variables)  # type: ignore[union-attr]
    session.add(formula.flat())
    assert session.propagate([formula.levels[2 * n - 1]]) is None
    assert session.propagate([formula.levels[2 * n - 2]]) is not None
    assert max(formula.levels) == 2 * n
    session.close()


def most_by_augmenting(p: Bishops) -> int:
    """The most bishops or rooks on a board: a largest matching between the lines of its two directions."""
    lines: dict[int, list[int]] = {}
    for r, c in np.argwhere(p.board == ".").tolist():
        first, second = (r, c) if p.piece == "rook" else (r + c, r - c)
        lines.setdefault(first, []).append(10_000 + second)
    partner: dict[int, int] = {}

    def place(line: int, seen: set[int]) -> bool:
        for other in lines[line]:
            if other not in seen:
                seen.add(other)
                if other not in partner or place(partner[other], seen):
                    partner[other] = line
                    return True
        return False

    return sum(place(line, set()) for line in lines)


@pytest.mark.parametrize("piece", ["bishop", "rook"])
def test_boards_with_holes_have_as_many_pieces_as_a_matching_has_pairs(piece: str) -> None:
    rng = np.random.default_rng(2)
    for n in (8, 20, 55):  # the last one has more diagonals than all numbers are demanded for
        for _ in range(4):
            p = Bishops(board(rng, n, 0, 0.6), piece)
            assert knobel.solve(p).value == most_by_augmenting(p), p.id()
    assert diagonals.ALL_LEVELS < 2 * 55 - 1


def test_a_given_piece_on_a_large_board() -> None:
    """The demands begin at a placement that was found greedily; the given piece takes two diagonals for itself."""
    rng = np.random.default_rng(4)
    for r, c in ((20, 20), (31, 22), (59, 30)):
        free = np.array([list(row) for row in board(rng, 60, 0, 0.1)])
        given, rest = free.copy(), free.copy()
        given[r, c] = "B"
        rows, columns = np.indices(free.shape)
        rest[(rows + columns == r + c) | (rows - columns == r - c)] = "#"
        p, others = (Bishops(tuple(map("".join, chars.tolist()))) for chars in (given, rest))
        assert knobel.solve(p).value == 1 + most_by_augmenting(others)


def test_given_pieces_that_clash_on_a_large_board_are_a_puzzle_without_solution() -> None:
    rows = ["." * 60] * 60
    rows[0] = rows[1] = "B" * 60
    assert knobel.solve(Bishops(tuple(rows))).status == "unsolvable"


def test_matching_is_largest() -> None:
    rng = np.random.default_rng(5)
    for _ in range(200):
        left, right = int(rng.integers(1, 5)), int(rng.integers(1, 5))
        edges = [(a, 10 + b) for a in range(left) for b in range(right) if rng.random() < 0.5][:10]
        neighbours: dict[int, list[int]] = {node: [] for node in [*range(left), *range(10, 10 + right)]}
        for a, b in edges:
            neighbours[a].append(b)
            neighbours[b].append(a)
        partner = matching(range(left), neighbours)
        assert all(partner[partner[node]] == node and partner[node] in neighbours[node] for node in partner)
        apart = [chosen for size in range(5) for chosen in combinations(edges, size) if no_node_twice(chosen)]
        assert len(partner) == 2 * len(apart[-1])


def no_node_twice(edges: tuple[tuple[int, int], ...]) -> bool:
    return len({node for edge in edges for node in edge}) == 2 * len(edges)


# what else is promised


def test_knights_and_kings_on_large_boards() -> None:
    """More than all numbers are demanded for: the demands begin at a placement that is the best one."""
    assert knobel.solve(knobel.parse("bishops:20:piece=knight")).value == 200
    assert knobel.solve(knobel.parse("bishops:25:piece=king")).value == 169
    assert knobel.solve(knobel.parse("bishops:40:piece=queen")).value == 40


def test_labels_and_defaults() -> None:
    assert KIND.encodings["cells"].labels == "all" and KIND.encodings["diagonals"].default
    assert KIND.encodings["pairs"].weaker and KIND.encodings["cp"].model
    assert KIND.options["piece"] == PIECES


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("goal", ["", ":goal=dominate", ":goal=some", ":count=2", ":goal=dominate:count=3"])
def test_auto_serves_every_variant(piece: str, goal: str) -> None:
    puzzle = knobel.parse(f"bishops:4:...#/..x./..../B...:piece={piece}{goal}")
    result, other = knobel.solve(puzzle), knobel.solve(puzzle, encoding="cells")
    assert result.encoding == "diagonals"
    assert result.status == other.status
    assert result.value == other.value or goal == ":goal=some"


def test_cells_refuses_large_boards_and_names_what_does_not() -> None:
    with pytest.raises(Unable, match="diagonals"):
        KIND.encodings["cells"](Bishops.parse("61"))


@pytest.mark.parametrize("spec", ["cells", "diagonals", "cp"])
def test_boards_too_large_to_dominate_are_refused(spec: str) -> None:
    with pytest.raises(Unable, match="up to"):
        KIND.encodings[spec](Bishops.parse("101:goal=dominate"))


def test_a_board_of_holes_has_one_solution_without_pieces() -> None:
    for options in ("", ":goal=dominate", ":count=0", ":piece=king", ":piece=knight:goal=dominate"):
        puzzle = knobel.parse(f"bishops:2:##/##{options}")
        for spec in ("cells", "diagonals"):
            assert [puzzle.write(values) for values in knobel.solutions(puzzle, encoding=spec)] == ["##/##"]


def test_other_methods_are_refused() -> None:
    with pytest.raises(Misuse, match="product"):
        registry.encoding(KIND, "diagonals:amo=magic")(Bishops.parse("4"))


def test_no_deadline_is_overlooked_on_large_boards() -> None:
    encoding = KIND.encodings["diagonals"]
    encoding(Bishops.parse("8"))  # what is imported on first use does not count
    assert calls_between_ticks(lambda: encoding(Bishops.parse("300"))) < 300 * 300 / 2


def test_no_deadline_is_overlooked_while_a_placement_that_dominates_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    queens = Bishops.parse("20:piece=queen:goal=dominate")
    seen = geometry.attackers(queens)
    monkeypatch.setattr(optimum, "attackers", lambda p: seen)
    assert calls_between_ticks(lambda: optimum.dominating(queens, queens.domain())) < 3 * 20**2


@pytest.mark.parametrize("piece", PIECES)
def test_no_deadline_is_overlooked_while_attackers_are_listed(piece: str) -> None:
    p = Bishops.parse(f"60:piece={piece}:goal=dominate")
    assert calls_between_ticks(lambda: geometry.attackers(p)) < 60**2
