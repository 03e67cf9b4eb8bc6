"""Rank correlations by their definitions, and the command that compares grades with the times of people."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from math import isclose, sqrt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel.bench.human_times import read_times
from knobel.bench.ranks import kendall, ranks, spearman
from knobel.cli import main
from knobel.errors import BadInput

numbers = st.integers(1, 6) | st.floats(-3, 3, allow_subnormal=False)
pairs = st.lists(st.tuples(numbers, numbers), min_size=1, max_size=12)


def rank(value: float, values: list[float]) -> Fraction:
    """By the definition: those below come before, equal ones share their places."""
    below, same = sum(other < value for other in values), sum(other == value for other in values)
    return below + Fraction(same + 1, 2)


def pearson(one: list[Fraction], other: list[Fraction]) -> float | None:
    mean, also = sum(one, Fraction()) / len(one), sum(other, Fraction()) / len(other)
    spread = sum((a - mean) ** 2 for a in one) * sum((b - also) ** 2 for b in other)
    return (
        float(sum((a - mean) * (b - also) for a, b in zip(one, other, strict=True))) / sqrt(spread) if spread else None
    )


def same(found: float | None, expected: float | None) -> bool:
    if found is None or expected is None:
        return found is expected
    return isclose(found, expected, abs_tol=1e-9)


@given(pairs)
def test_rank_correlations_are_those_of_the_definitions(rows: list[tuple[float, float]]) -> None:
    one, other = [a for a, _ in rows], [b for _, b in rows]
    exact = [[rank(value, values) for value in values] for values in (one, other)]
    assert ranks(one).tolist() == [float(value) for value in exact[0]]
    assert same(spearman(one, other), pearson(*exact))
    alike = opposite = first = second = 0
    for (a, b), (c, d) in combinations(rows, 2):
        first += a != c
        second += b != d
        alike += (a < c and b < d) or (a > c and b > d)
        opposite += (a < c and b > d) or (a > c and b < d)
    expected = (alike - opposite) / sqrt(first * second) if first and second else None
    assert same(kendall(one, other), expected)


def test_rank_correlations_that_are_known() -> None:
    """From scipy.stats 1.17, spearmanr and kendalltau."""
    one, other = [1, 2, 2, 3, 5, 5, 5, 8], [2, 1, 4, 4, 6, 3, 7, 7]
    assert same(spearman(one, other), 0.764107819286) and same(kendall(one, other), 0.640512615220)
    assert spearman([1, 2, 3], [9, 9, 9]) is None and kendall([], []) is None


LINES = "nonogram:4x4:2/1/2/1/1.1/2/1/1"
TIMES = f"""puzzle,seconds,who
{LINES},40,a
nonogram:3x1:1//1/1.1,5,a
{LINES},60,b
"doppelblock:4:,2,,1/2,,,",70.5,a
nonogram:2x1:1//1,5,c
nonogram:2x2:1/1/1/1,9,c
"""


def test_times_are_compared_with_grades(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "times.csv"
    path.write_text(TIMES, encoding="utf-8")
    assert main(["bench", "human-times", str(path), "--json"]) == 0
    out = capsys.readouterr()
    *puzzles, end = [json.loads(line) for line in out.out.splitlines()]
    assert [one["seconds"] for one in puzzles] == [50, 5, 70.5, 5, 9]
    assert puzzles[0]["times"] == 2 and puzzles[0]["grade"] == "medium" and puzzles[-1]["grade"] is None
    assert "left out, it has no grade: nonogram:2x2" in out.err
    by = {(one["kind"], one["measure"]): one for one in end["correlations"]}
    assert end["puzzles"] == 4 and by["all", "grade"]["puzzles"] == 4
    nonogram = by["nonogram", "grade"]  # medium, easy, easy beside 50, 5, 5 seconds
    assert (nonogram["puzzles"], nonogram["spearman"], nonogram["kendall"]) == (3, 1, 1)
    assert by["doppelblock", "grade"]["kendall"] is None, "one puzzle has no order"
    assert main(["bench", "human-times", str(path)]) == 0
    assert "| nonogram | grade | 3 | 1.00 | 1.00 |" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("", 1, "columns"),
        ("puzzle;seconds\n", 1, "columns"),
        (f"puzzle,seconds\n{LINES},0\n", 2, "above 0"),
        (f"puzzle,seconds\n{LINES}\n", 2, "above 0"),
        (f"puzzle,seconds\n{LINES},nan\n", 2, "above 0"),
        ("puzzle,seconds\n\ndoppelblock:4:,2,,1/2,,,,7\n", 3, "quotation marks"),
        (f"puzzle,seconds\n{LINES},5\nnonsense,7\n", 3, "nonsense"),
    ],
)
def test_a_file_that_is_not_as_expected_is_refused_with_its_line(
    text: str, line: int, problem: str, tmp_path: Path
) -> None:
    path = tmp_path / "times.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=problem) as error:
        read_times(str(path))
    assert error.value.line == line


def test_a_file_belongs_to_human_times_alone(tmp_path: Path) -> None:
    assert main(["bench", "human-times"]) == 2 == main(["bench", "list", str(tmp_path)])
