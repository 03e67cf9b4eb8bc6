"""The laws of languages: the same sentences in all of them, Chinese with its own signs, and words that verbs print."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import knobel
from knobel import registry
from knobel.cli import main
from knobel.reasoning.wording import told
from knobel.say import LANGUAGES, Say, catalogue, listed, paragraph

SOURCE = Path(knobel.__file__).parent
CHINESE = ("zh", "zh-Hant")
CHARACTER = "[\u4e00-\u9fff]"
FOREIGN_SIGN = re.compile(rf"{CHARACTER}\s*[;.,:?!]|[;.,:?!]\s*{CHARACTER}")
FOLDERS = sorted(path.parent for path in SOURCE.rglob("zh.json"))


def sentences(folder: Path, language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return found


def test_folders_of_languages_are_found() -> None:
    assert len(FOLDERS) >= 2 + len(registry.kinds())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_both_kinds_of_chinese_have_the_same_sentences_in_their_own_characters(folder: Path) -> None:
    simplified, traditional = (sentences(folder, language) for language in CHINESE)
    assert list(traditional) == list(simplified)
    for words, charset in ((simplified, "gb2312"), (traditional, "big5")):
        "".join(re.findall(CHARACTER, "".join(words.values()))).encode(charset)  # has no others


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


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_rows_and_columns_have_the_names_of_the_country(folder: Path) -> None:
    """A row is 行 in Simplified and 列 in Traditional Chinese, a column the other way round."""
    for language, row, column in (("zh", "行", "列"), ("zh-Hant", "列", "行")):
        for key, text in sentences(folder, language).items():
            for field in re.findall(r"{(?:\w+_)?(?:row|column|left|line)}", text):
                name = row if "row" in (key if field == "{line}" else field) else column
                assert re.search(rf"{field} ?{name}", text), f"{key}: {text}"


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    main(list(words))
    return capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
def test_verdicts_grades_and_heads_are_translated(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    def word(english: str) -> str:
        return catalogue(language)[english] if language != "en" else english

    said = ("--language", language)
    assert printed(capsys, "solve", "nonogram:2x1:1/1/1", *said).startswith(word("unsolvable"))
    assert printed(capsys, "unique", "nonogram:2x1:1/1/1", *said) == word("none") + "\n"
    assert printed(capsys, "unique", "@doppelblock/S5", *said) == word("unique") + "\n"
    assert printed(capsys, "unique", "@doppelblock/twins", *said).startswith(word("multiple") + "\n")
    assert printed(capsys, "forced", "@doppelblock/clash", *said) == word("unsolvable") + "\n"
    assert printed(capsys, "grade", "@doppelblock/S5", *said).startswith(word("easy") + " (")
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
