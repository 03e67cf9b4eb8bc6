"""The laws of languages: the same sentences in all of them, Chinese with its own signs, and words that verbs print."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

import knobel
from benches import load
from knobel import registry
from knobel.cli import main
from knobel.puzzle import Puzzle
from knobel.reasoning.wording import told
from knobel.say import LANGUAGES, Say, catalogue, listed, paragraph

SOURCE = Path(knobel.__file__).parent
CHINESE = ("zh", "zh-Hant")
CHARACTER = "[\u4e00-\u9fff]"
FOREIGN_SIGN = re.compile(rf"{CHARACTER}\s*[;.,:?!]|[;.,:?!]\s*{CHARACTER}")
FOLDERS = sorted(path.parent for path in SOURCE.rglob("zh.json"))


def once(pairs: list[tuple[str, str]]) -> dict[str, str]:
    found = dict(pairs)
    assert len(found) == len(pairs), "a sentence is translated twice"
    return found


def sentences(folder: Path, language: str) -> dict[str, str]:
    text = (folder / f"{language}.json").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(text, object_pairs_hook=once)
    return found


def test_folders_of_languages_are_found() -> None:
    assert len(FOLDERS) >= 2 + len(registry.kinds())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_both_kinds_of_chinese_have_the_same_sentences_in_their_own_characters(folder: Path) -> None:
    simplified, traditional = (sentences(folder, language) for language in CHINESE)
    assert list(traditional) == list(simplified)
    for words, charset in ((simplified, "gb2312"), (traditional, "big5")):
        "".join(re.findall(CHARACTER, "".join(words.values()))).encode(charset)  # has no others


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_every_sentence_is_translated_once(folder: Path, language: str) -> None:
    between = {"; ", " "}  # what stands between sentences is the same in languages with an alphabet
    assert sentences(folder, language).keys() | between == sentences(folder, "zh").keys() | between


@pytest.mark.parametrize("language", CHINESE)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_chinese_sentences_have_chinese_signs(folder: Path, language: str) -> None:
    for key, text in sentences(folder, language).items():
        assert not FOREIGN_SIGN.search(text), f"{key}: {text}"
        assert not re.search(r"\}\s*[;.]", text), f"{key}: {text}"  # what is filled in is Chinese as well


def test_signs_between_chinese_sentences_are_chinese() -> None:
    words = [Say("There is no solution."), Say("The board is solved.")]
    for language in CHINESE:
        for text in (listed(words, catalogue(language)), paragraph(words, catalogue(language))):
            assert not re.search(r"[;.\s]", text)


@pytest.mark.parametrize("language", CHINESE)
@pytest.mark.parametrize("kind", registry.kinds())
def test_explanations_in_chinese_have_chinese_signs(kind: str, language: str) -> None:
    examples = [one for one in registry.kind(kind).examples.values() if one.solutions == 1]
    puzzle = knobel.parse(min((one.id for one in examples), key=len))
    words = registry.kind(kind).catalogue(language)
    for step in knobel.explain(puzzle).steps:
        text = re.sub("(?=[./]*#)[#./]+", "#", paragraph(told(puzzle, step), words))  # shapes of pieces are no words
        assert not FOREIGN_SIGN.search(text), text


def templates(said: object) -> set[str]:
    """All templates in what is said."""
    if isinstance(said, Say):
        return {said.template} | templates(list(said.args.values()))
    return set().union(*map(templates, said)) if isinstance(said, list | tuple) else set()


WRONG_NUMBER = {  # one cell with a plural, a range with a singular
    "en": r"(?:^|[:;.] )(?:r\d+c\d+|[A-Z][a-z]) are |\d-\d+ (?:is|has|stays|gets) ",
    "de": r"(?:^|[:;.] )(?:Z\d+S\d+|[A-Z][a-z]) sind |\d-\d+ (?:ist|bleibt|wird) ",
}


def whole_in_every_language(puzzles: Iterable[Puzzle]) -> None:
    """What is said of the puzzles: no form is missing, none is left English, none is of the wrong number."""
    for puzzle in puzzles:
        said = [told(puzzle, step) for step in knobel.explain(puzzle).steps]
        said += [knobel.hint(puzzle, np.full(puzzle.domain().shape[:-1], -1)).told(depth) for depth in (1, 2, 3)]
        for language in LANGUAGES:
            words = registry.kind(puzzle.kind).catalogue(language)
            names = {one for one in templates(said) if re.search("[A-Za-z]", re.sub("{.*?}", "", one))}
            assert language == "en" or names <= set(words), f"{language} lacks {names - set(words)}"
            for sentences_ in said:
                text = paragraph(sentences_, words)
                assert not re.search(r"[{}]", text)
                assert language not in WRONG_NUMBER or not re.search(WRONG_NUMBER[language], text), text
                assert language not in CHINESE or not re.search("[a-z]{3}", text), text


@pytest.mark.parametrize("kind", registry.kinds())
def test_explanations_and_hints_are_whole_in_every_language(kind: str) -> None:
    examples = sorted((one.id for one in registry.kind(kind).examples.values() if one.solutions == 1), key=len)
    whole_in_every_language(map(knobel.parse, examples[:4]))


@pytest.mark.slow
def test_the_boards_whose_words_are_counted_are_whole_in_every_language() -> None:
    counted = load("tellings")
    for kind, _, options in counted.SORTS:
        boards = knobel.generating(kind, seed=counted.SEED, count=counted.BOARDS, **options)
        whole_in_every_language(one.puzzle for one in boards)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_rows_and_columns_have_the_names_of_the_country(folder: Path) -> None:
    """A row is 行 in Simplified and 列 in Traditional Chinese, a column the other way round."""
    for language, row, column in (("zh", "行", "列"), ("zh-Hant", "列", "行")):
        for key, text in sentences(folder, language).items():
            text = text.replace("{column}{row}", "")  # letters at the edge of the board are a name by themselves
            for field in re.findall(r"{(?:\w+_)?(?:row|column|left|line)}", text):
                name = row if "row" in (key if field == "{line}" else field) else column
                assert re.search(rf"{field} ?{name}", text), f"{key}: {text}"


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    main(list(words))
    return capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
def test_verdicts_grades_and_heads_are_translated(
    language: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def word(english: str) -> str:
        return catalogue(language)[english] if language != "en" else english

    said = ("--language", language)
    assert printed(capsys, "solve", "nonogram:2x1:1/1/1", *said).startswith(word("unsolvable"))
    assert printed(capsys, "unique", "nonogram:2x1:1/1/1", *said) == word("none") + "\n"
    assert printed(capsys, "unique", "@doppelblock/S5", *said) == word("unique") + "\n"
    assert printed(capsys, "unique", "@doppelblock/twins", *said).startswith(word("multiple") + "\n")
    assert printed(capsys, "prove", "@doppelblock/twins", "--out", str(tmp_path), *said) == word("multiple") + "\n"
    assert printed(capsys, "prove", "@doppelblock/tiny", "--out", str(tmp_path), *said) == word("verified") + "\n"
    assert printed(capsys, "forced", "@doppelblock/clash", *said) == word("unsolvable") + "\n"
    assert re.match(
        re.escape(word("easy")) + r" \(|" + re.escape(word("easy")) + "（",
        printed(capsys, "grade", "@doppelblock/S5", *said),
    )
    assert (
        printed(capsys, "count", "@doppelblock/S7", "--limit", "2", *said)
        == word("at least {count}").format(count=2) + "\n"
    )
    lines = printed(capsys, "compare", "@doppelblock/tiny", "--encoding", "table", *said).splitlines()
    assert lines[1].split()[-3:] == [word("encode"), word("solve"), word("verdict")]
    assert lines[2].endswith("  " + word("solved"))
    assert re.search(r"\d,\d{3} ", lines[2]) if language in ("de", "sk", "pt") else re.search(r"\d\.\d{3} ", lines[2])
    lines = printed(capsys, "list", "kinds", *said).splitlines()
    kinds = registry.kinds().values()
    assert lines[0].split() == [word("kind"), word("options"), word("about")]
    about = [kind.catalogue(language)[kind.about] if language != "en" else kind.about for kind in kinds]
    assert all(line.endswith("  " + words) for line, words in zip(lines[1:], about, strict=True))


@pytest.mark.parametrize(
    ("language", "is_bishop", "ways", "line"),
    [
        ("en", "r1c1 is a bishop", "falls as ##/## from column 1 or 3", "row 2 is 3, row 3 is black"),
        ("de", "Z1S1 ist ein Läufer", "fällt als ##/## ab Spalte 1 oder 3", "Zeile 2 ist 3, Zeile 3 ist schwarz"),
        ("sk", "R1S1: strelec", "padá ako ##/## od stĺpca 1 alebo 3", "riadok 2: 3, riadok 3: čierne"),
        ("pt", "L1C1: um bispo", "cai como ##/## a partir da coluna 1 ou 3", "linha 2: 3, linha 3: a preto"),
        ("zh", "1行1列是一个象", "落法是从第1或3列起的##/##", "第2行是3，第3行是黑"),
        ("zh-Hant", "1列1行是一個主教", "落法是從第1或3行起的##/##", "第2列是3，第3列是黑"),
    ],
)
def test_facts_are_grammatical_and_no_riddles(
    language: str, is_bishop: str, ways: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = ("--language", language)
    assert is_bishop in printed(capsys, "why", "@bishops/clash", *said)
    assert ways in printed(capsys, "explain", "@satromino/first", *said)
    assert line in printed(capsys, "explain", "@doppelblock/given", *said)


def test_names_of_cells_stay_small_at_the_head_of_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    hint = printed(capsys, "hint", "bishops:2:piece=king", "--state", "K?/??")
    assert hint == "r1c1 attacks r1c2: r1c2 is empty.\n"
