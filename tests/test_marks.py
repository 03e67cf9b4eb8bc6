"""What is marked in the picture of a step, and the legend that says so."""

from __future__ import annotations

import pytest

from knobel import explain, registry
from knobel.picture import MARKS, Board, Cell, Mark, Picture
from knobel.picture.data import LEGEND, OUT
from knobel.say import LANGUAGES, catalogue
from knobel.tasks.explain import marks_of, told_in

EXAMPLES = [
    ("bishops", "kings"),
    ("dominosweeper", "report"),
    ("doppelblock", "sparse"),
    ("nonogram", "heart"),
    ("satromino", "first"),
]


@pytest.mark.parametrize(("kind", "name"), EXAMPLES)
def test_a_step_marks_what_it_cites_assumes_and_rules_out(kind: str, name: str) -> None:
    puzzle = registry.parse(registry.kind(kind).examples[name].id)
    found = explain(puzzle)
    entries = puzzle.domain()[..., 0].size
    for step, picture in zip(found.steps, found.pictures(), strict=True):
        marks = marks_of(puzzle, step)
        at = {why: {mark.where for mark in marks if mark.why == why} for why in MARKS}
        assert at["new"] == {atom.at for atom in step.cells}
        assert at["line"] == {cell for g in step.groups if len(set(g.cells)) < entries for cell in g.cells}
        assert {g.place for g in step.groups if g.kind == "clue"} <= at["look"] | at["fails"]
        assert bool(at["assumed"]) == bool(at["fails"]) == any(one.chain for one in told_in(step))
        if len(step.cells) and len(step.cells[0].at) == 2:
            crossed = sum(len(mark.out) for mark in marks)
            assert crossed == sum(not atom.holds for atom in step.cells)
        assert {why for why, _ in picture.legend} - {OUT} == {mark.why for mark in picture.marks}


def test_legend_is_drawn_in_the_language_and_only_with_marks() -> None:
    puzzle = registry.parse(registry.kind("doppelblock").examples["sparse"].id)
    found = explain(puzzle, 3)
    for language in LANGUAGES[1:]:
        assert all(say.template in catalogue(language) for say in LEGEND.values())
        for picture in found.pictures(language):
            assert all(f">{words}<" in picture.svg() for _, words in picture.legend)
    assert puzzle.draw().legend == ()


def test_marks_differ_without_their_colours() -> None:
    def shapes(why: str) -> str:
        svg = Picture((Board(((Cell("x"),),)),), marks=[Mark((0, 0), why)]).svg()
        return svg.replace(MARKS[why], "")

    assert len({shapes(why) for why in MARKS}) == len(MARKS) - 1  # what fails and what is wrong look the same
