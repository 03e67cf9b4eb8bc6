"""Pages of puzzles: the solution is there, but behind a click."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from knobel import registry
from knobel.cli import main
from knobel.page import html


@pytest.mark.parametrize("kind", registry.kinds().values(), ids=lambda kind: kind.name)
def test_a_solution_is_shown_after_a_click(kind: registry.Kind) -> None:
    for example in kind.examples.values():
        if example.answer is None:
            continue
        puzzle = registry.parse(example.id)
        page = html(puzzle.draw(), puzzle.draw(puzzle.read(example.answer)))
        before, summary, after = page.partition("<details>\n<summary>")
        assert summary and before.count("<svg") == 1 and "<svg" in after and "</details>" in after
        assert set(re.findall(r"[a-z]+://[^\"' )<]*", page)) <= {"http://www.w3.org/2000/svg"}
        assert not re.search(r"\b(src|href|@import|fetch|XMLHttpRequest|url\()", page)
        names = re.findall(
            r' id="([^"]*)"', re.sub(r"<noscript>.*?</noscript>|<script.*?</script>", "", page, flags=re.S)
        )
        assert len(names) == len(set(names))


def test_an_animation_waits_for_the_click() -> None:
    level = registry.parse("satromino:4x4:IOO::++++/++++/++++")
    page = html(level.draw(), level.draw(level.read("ltddddlddrdd")))
    assert '"auto":true' in page and 'closest("details:not([open])")' in page


def test_render_hides_the_solution(tmp_path: Path) -> None:
    out = tmp_path / "first.html"
    for solution in ("auto", "##.#/.##./#..#"):
        asked = ["render", "@nonogram/first", "--to", "html", "--out", str(out), "--force", "--solution", solution]
        assert main(asked) == 0
        assert out.read_text(encoding="utf-8").count("<details>") == 1
