"""The verbs that give reasons, as a user meets them: text, JSON, the page, exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from knobel.cli import main
from knobel.say import LANGUAGES

LINES = "nonogram:4x4:2/1/2/1/1.1/2/1/1"
TWINS = "nonogram:2x2:1/1/1/1"
NONE = "nonogram:2x1:1/1/1"
TWICE = "nonogram:3x2:2/2/2/1/1"  # the columns want all six cells, the rows two: one clue more or less is not enough


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*args: str) -> tuple[int, str]:
        code = main(list(args))
        return code, capsys.readouterr().out

    return call


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_explain_in_json_is_one_object_a_step_and_one_for_the_end(run: Any) -> None:
    code, out = run("explain", "--json", LINES)
    *steps, end = objects(out)
    assert code == 0 and [step["step"] for step in steps] == [1, 2, 3, 4, 5, 6]
    assert len(steps[0]["because"]) == steps[0]["level"] == 4
    assert steps[1]["known"] == [{"at": [1, 0], "value": 1, "holds": True}]
    assert set(steps[1]["cells"][0]) == {"at", "value", "holds", "text"}
    assert (end["grade"], end["steps"], end["solved"]) == ("medium", 6, True)
    assert all({"kind", "name", "id"} <= set(one) for one in (*steps, end))


def test_explain_stops_where_it_is_told_to_or_where_logic_ends(run: Any) -> None:
    code, out = run("explain", LINES, "--steps", "2")
    assert code == 0 and out.count("\n") == 3 and out.endswith("stopped here; 8 places are open\n")
    code, out = run("explain", TWINS)
    assert code == 1 and "4 places stay open" in out
    code, out = run("explain", NONE, "--json")
    assert code == 1 and objects(out)[-1]["solved"] is False
    code, out = run("explain", LINES, "--timeout", "0")
    assert code == 4


def test_steps_that_are_cut_short_do_not_solve_a_board_without_a_solution(run: Any) -> None:
    """Two steps fill the whole board, and only the third that is found says that this is wrong."""
    code, out = run("explain", NONE, "--steps", "2", "--json")
    end = objects(out)[-1]
    assert (code, end["status"], end["grade"], end["solved"]) == (0, "undecided", None, False)
    code, out = run("explain", NONE, "--steps", "3")
    assert code == 1 and out.endswith("there is no solution\n")
    code, out = run("explain", LINES, "--steps", "7", "--json")
    assert code == 0 and objects(out)[-1]["status"] == "unique"


def test_a_board_on_which_nothing_is_open_needs_no_step(run: Any) -> None:
    code, out = run("explain", "bishops:1:#", "--json")
    [end] = objects(out)
    assert (code, end["status"], end["grade"], end["steps"], end["open"]) == (0, "unique", "easy", 0, [])


def test_the_page_has_a_picture_for_each_step(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    assert run("explain", LINES, "--to", "html", "--out", str(path))[0] == 0
    [film] = re.findall(r'id="film">(.*?)</script>', path.read_text(encoding="utf-8"), re.DOTALL)
    data = json.loads(film)
    assert len(data["frames"]) == len(data["captions"]) == 7 and not data["auto"]
    assert data["captions"][2].startswith("2. Row 2 (2), overlap and reach: column 2 is painted")
    assert run("explain", LINES, "--to", "html", "--out", str(path))[0] == 2, "it must not be overwritten"
    page = path.read_bytes()
    assert run("explain", LINES, "--out", str(path), "--force")[0] == 0 and path.read_bytes() == page
    assert run("explain", LINES, "--to", "text", "--out", str(path), "--force")[0] == 2 and path.read_bytes() == page


def test_hints_in_three_depths(run: Any) -> None:
    state = "????/#???/????/????"
    texts = [run("hint", LINES, "--state", state, "--depth", depth)[1] for depth in "123"]
    assert texts[0] == "Overlap and reach: row 2.\n"
    assert texts[1] == texts[0].rstrip() + " Row 2 has the runs 2.\n"
    assert texts[2].startswith("Row 2 (2), overlap and reach: column 2 is painted")
    first, second, third = (
        objects(run("hint", "--json", LINES, "--state", state, "--depth", depth)[1])[0] for depth in "123"
    )
    assert "because" not in first and "value" not in first["cells"][0]
    assert "because" in second and "value" not in second["cells"][0]
    assert third["cells"][0]["value"] == 1
    assert run("hint", LINES, "--state", "#..#/##../..#./..#.") == (0, "The board is solved.\n")
    code, out = run("hint", LINES, "--state", "????/??#?/????/????")
    assert code == 1 and out == "This cannot be right: row 2 column 3 is painted.\n"
    assert run("hint", LINES)[0] == 2
    assert run("hint", LINES, "--state", "nonsense")[0] == 3
    assert run("hint", TWINS, "--state", "??/??")[0] == 1


def test_why_and_grade(run: Any) -> None:
    code, out = run("why", "--json", NONE, LINES)
    none, fine = objects(out)
    assert code == 1 and none["status"] == "contradiction" and len(none["clues"]) == 3 == len(none["mend"])
    assert none["smallest"] and none["story"] and none["complete"]
    assert none["change"][2] == {"from": "row 1 has the runs 1", "to": "row 1 has the runs 2", "smallest": True}
    assert fine["status"] == "solvable" and fine["clues"] == []
    assert run("why", NONE)[0] == 0
    code, out = run("why", TWICE)
    assert code == 0 and out.splitlines()[-1].startswith("No single clue would mend it: it stays unsolvable")
    assert "No single clue" not in run("why", NONE)[1]
    code, out = run("grade", "--json", LINES)
    assert code == 0 and objects(out)[0]["levels"] == {"1": 6, "4": 1}
    assert run("grade", TWINS)[0] == run("grade", NONE)[0] == 1
    assert run("grade", LINES, "--timeout", "0")[0] == 4


def test_other_languages(run: Any) -> None:
    for language, word in (("de", "Angenommen"), ("sk", "Predpokladajme"), ("pt", "Suponhamos"), ("zh", "假设")):
        out = run("explain", "@dominosweeper/ten", "--language", language)[1]
        assert word in out and "row" not in out and "Suppose" not in out


ASKED = {
    "explain": [LINES, TWINS, NONE, "bishops:3", "doppelblock:5:,7,,,/,,,,"],
    "grade": [LINES, TWINS, NONE, "doppelblock:5:,7,,,/,,,,"],
    "why": [NONE, LINES, TWICE, "@nonogram/impossible", "doppelblock:5:,7,,,/,,,,"],
    "unique": [TWINS],
    "forced": [TWINS],
}
KEYWORDS = {"easy", "medium", "hard", "expert", "search", "multiple"}  # what scripts read stays as it is
SAME = {"diagonal"}  # in English and in Portuguese


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("verb", ASKED)
def test_no_word_stays_english(run: Any, verb: str, language: str) -> None:
    options = ["--suggest"] if verb == "unique" else []
    for puzzle in ASKED[verb]:
        english = words_of(run(verb, puzzle, *options)[1])
        translated = words_of(run(verb, puzzle, *options, "--language", language)[1])
        assert english and not (english & translated) - KEYWORDS - SAME, puzzle


def words_of(text: str) -> set[str]:
    """The words of four letters and more; shorter ones can be words of several languages."""
    return set(re.findall(r"[^\W\d_]{4,}", text.lower()))


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def test_ctrl_c_shows_what_was_found_and_that_it_is_not_all(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knobel.tasks.why.story", interrupt)
    code, out = run("why", NONE)
    assert code == 130 and out.startswith("These 3 contradict") and out.endswith("; there may be more to find\n")
    code, out = run("why", "--json", NONE)
    assert code == 130 and objects(out)[0]["interrupted"] and len(objects(out)[0]["clues"]) == 3
    monkeypatch.setattr("knobel.tasks.hint.minimal", interrupt)
    code, out = run("hint", LINES, "--state", "????/??#?/????/????")
    assert code == 130 and out.startswith("This cannot be right") and out.endswith("; there may be more to find\n")
    monkeypatch.setattr("knobel.reasoning.steps.Reasoner.step", interrupt)
    assert run("grade", LINES) == (130, "undecided\n")
    code, out = run("explain", LINES)
    assert code == 130 and out == "stopped here; 16 places are open\n"


def test_a_contradiction_names_what_is_given(run: Any) -> None:
    """Givens are no steps, so that the step that fails has to say which of them it means."""
    code, out = run("explain", "@bishops/clash")
    told = "1. r1c1, r2c2 are bishops. But diagonal r1c1-r3c3: impossible."
    assert code == 1 and told in out
