"""What every kind over the vocabulary gets from it: text, addresses, new boards, and the answers of the corpus."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import reduce
from pathlib import Path

import numpy as np
import pytest

import knobel
from accidents import mutated
from format_laws import Formats
from grid import boards as grid
from knobel import registry
from knobel.errors import BadInput, Misuse
from knobel.grid import Grid
from knobel.puzzle import Puzzle
from knobel.recipes import prepared
from knobel.registry import Kind
from recipe_laws import check_draft, check_seeds, drafts

KINDS = [kind for kind in registry.kinds().values() if issubclass(kind.puzzle, Grid)]
CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "grid"
ANSWERED = 12  # boards of the corpus, the smallest


def accident(text: str, rng: random.Random) -> str:
    return mutated(text, rng, ["/", ":", ",", ".", "x", "=", "-ff", "\n"], ["0", "1", "7", "999", "-1", "²"])


def boards(kind: Kind) -> list[Puzzle]:
    return [registry.parse(example.id) for example in kind.examples.values()]


@pytest.fixture(params=KINDS, ids=lambda kind: kind.name)
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.param
    return found


def test_a_kind_has_examples_of_every_sort(kind: Kind) -> None:
    solutions = [example.solutions for example in kind.examples.values()]
    assert len(solutions) >= 8 and 0 in solutions and 1 in solutions and max(solutions) > 1


def test_a_kind_names_two_techniques_at_least(kind: Kind) -> None:
    named = {
        name
        for example in kind.examples.values()
        if example.solutions == 1 and registry.parse(example.id).domain().size <= 260
        for name in getattr(knobel.grade(registry.parse(example.id)), "techniques", ())
    }
    assert len(named) >= 2, named


def test_addresses_are_read_back(kind: Kind) -> None:
    formats = Formats(kind.formats, kind.puzzle)
    written = []
    for puzzle in boards(kind):
        try:
            text = formats.write("puzzlink", puzzle)
        except Misuse:
            continue  # a board that the site does not know
        found = [one for one in formats.read("puzzlink", text) if not isinstance(one, BadInput)]
        assert [formats.write("puzzlink", *found)] == [text] and formats.recognised(text) == ["puzzlink"]
        assert isinstance(found[0], Grid)
        assert knobel.count(found[0]) == knobel.count(puzzle)  # letters of regions may be others
        written.append(text)
    assert len(written) >= 4
    formats.check_accidents("puzzlink", written, accident, 150, 2)
    formats.check_junk(written[0][: written[0].rindex("/") + 1], ["1", "z", "-", "/", "0/"])


def test_texts_after_accidents_are_refused_in_words_or_read(kind: Kind) -> None:
    rng = random.Random(kind.name)
    for puzzle in boards(kind):
        for _ in range(40):
            text = accident(puzzle.id().partition(":")[2], rng)
            try:
                found = kind.puzzle.parse(text)
            except BadInput as error:
                assert str(error) and "\n" not in str(error)
            else:
                assert registry.parse(found.id()) == found


@pytest.mark.parametrize(
    "made",
    [
        grid.sudoku(12, 1, large=1, regions=True),
        grid.skyscrapers(12, 2, large=1),
        grid.starbattle(12, 3, large=1, most=4),
    ],
    ids=["sudoku", "skyscrapers", "starbattle"],
)
def test_solutions_are_those_of_a_witness_that_knows_no_encoding(made: Iterator[Grid]) -> None:
    counts = []
    for puzzle in made:
        expected = grid.solutions(puzzle)
        for encoding in ("auto", "rules", "cp"):
            found = [puzzle.write(values) for values in knobel.solutions(puzzle, encoding=encoding)]
            assert sorted(found) == sorted(expected), puzzle.id()
        counts.append(min(2, len(expected)))
    assert set(counts) >= {0, 2}


def test_four_turns_and_two_mirrors_change_nothing(kind: Kind) -> None:
    for puzzle in boards(kind):
        assert isinstance(puzzle, Grid)
        assert reduce(lambda board, _: board.turned(), range(4), puzzle) == puzzle
        assert puzzle.transposed().transposed() == puzzle


def test_drafts_obey_their_clues_and_seeds(kind: Kind) -> None:
    assert kind.recipe is not None
    recipe = prepared(kind.recipe, {"size": (4, 4)})
    for seed in range(3):
        for draft in drafts(recipe, seed, 2):
            check_draft(draft)
    check_seeds(recipe, 5, 2)


def test_new_boards_are_unique_by_a_second_engine(kind: Kind) -> None:
    # ranks, which say "connected" in a model, take fd minutes
    lazy = registry.encoding(kind).lazy
    encoding, engine = ("rules", "minisat") if lazy else ("cp", "fd")
    for seed in range(3):
        made = knobel.generate(kind.name, size=5, seed=seed)
        assert str(knobel.count(made, encoding=encoding, engine=engine)) == "1"


def test_boards_of_others_have_their_solutions(kind: Kind) -> None:
    path = CORPUS / f"{kind.name}.jsonl"
    if not path.exists():
        pytest.skip("the corpus is not here")
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for board in sorted(found, key=lambda board: len(board["id"]))[:ANSWERED]:
        puzzle = registry.parse(board["id"])
        assert puzzle.id() == board["id"]
        verdict = knobel.unique(puzzle, nearest=False)
        lines = [puzzle.write(values) for values in verdict.solutions]
        assert not puzzle.check(puzzle.read(board["solution"])), board["name"]
        assert board["solution"] in lines if verdict.status == "unique" else len(lines) == 2, board["name"]


def test_random_solutions_are_solutions_and_differ(kind: Kind) -> None:
    assert kind.recipe is not None
    recipe = prepared(kind.recipe, {"size": (5, 5)})
    first = [next(iter(recipe.drafts(np.random.default_rng(seed)))) for seed in range(6)]
    assert len({draft.puzzle.write(draft.solution) for draft in first if draft.solution is not None}) > 1
