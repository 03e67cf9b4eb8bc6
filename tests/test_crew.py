"""Numbered work in several processes: the same results in the same order, and nobody is left behind."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import time
from itertools import islice

import pytest

from knobel.errors import KnobelError, Misuse
from knobel.making.crew import AHEAD, crew


def square(number: int) -> int:
    time.sleep(0.01 * (number % 3))  # such that later ones are ready earlier
    return number * number


def refuse_three(number: int) -> int:
    if number == 3:
        raise Misuse("three")
    return number


def die_at_three(number: int) -> int:
    if number == 3:
        os._exit(1)
    return number


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("number", [0, 1, 3 * AHEAD + 1, None])
def test_results_come_in_the_order_of_their_numbers(jobs: int, number: int | None) -> None:
    with crew(square, number, jobs) as results:
        found = list(islice(results, 20))
    assert found == [one * one for one in range(1, (20 if number is None else number) + 1)]
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_is_raised_in_the_place_of_its_result(jobs: int) -> None:
    with crew(refuse_three, None, jobs) as results:
        assert list(islice(results, 2)) == [1, 2]
        with pytest.raises(Misuse, match="three"):
            next(results)
    assert not multiprocessing.active_children()


def test_a_process_that_dies_is_told_and_not_waited_for() -> None:
    with crew(die_at_three, None, 2) as results, pytest.raises(KnobelError, match="died"):
        list(results)
    assert not multiprocessing.active_children()


def test_an_iterator_that_nobody_leaves_does_not_keep_the_interpreter() -> None:
    words = "import knobel; puzzles = knobel.generating('nonogram', size=3, seed=1, jobs=2); print(next(puzzles))"
    ended = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 0 and ended.stdout.startswith("nonogram:3x3:") and not ended.stderr
