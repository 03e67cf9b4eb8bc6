"""The page in a browser: what it looks and sounds like, in which languages, in light and dark, on small screens."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

import pytest

from knobel import registry
from knobel.say import LANGUAGES
from web.conftest import Visit
from web.pages import LEVEL, MUSHROOM, SMALL, cell, name, names, show

STATIC = files("knobel.web") / "static"
HEART = SMALL["nonogram"]
ALL = {**SMALL, "satromino": LEVEL}
MOVES = "all => all.map((one) => [one.dataset.code, one.getAttribute('aria-label')])"
FIELDS = """all => all.map((one) => [
    one.dataset.option ?? one.dataset.place.split(":")[0],
    one.closest("label").querySelector("span").textContent,
    [...(one.options ?? [])].map((choice) => [choice.value, choice.textContent]),
])"""


def catalogue(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((STATIC / "languages" / f"{language}.json").read_text())
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_have_the_same_keys_and_fields(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert list(other) == list(english)
    for key, phrase in english.items():
        assert other[key].strip()
        assert sorted(re.findall(r"\{\w+\}", other[key])) == sorted(re.findall(r"\{\w+\}", phrase)), key


def test_every_phrase_of_the_scripts_is_in_the_catalogue() -> None:
    english = catalogue("en")
    for file in STATIC.iterdir():
        if file.name.endswith(".js"):
            text = file.read_text()
            used = set(re.findall(r"""\bt\(\s*"([^"]+)\"""", text)) | set(re.findall(r'"(keys\.\w+)"', text))
            assert used <= set(english), file.name


def test_languages(visit: Visit) -> None:
    page = visit(HEART, locale="de-AT")
    assert page.locator("#tab-play").inner_text() == catalogue("de")["tab.play"]
    cell(page, 0, 0).click()
    for language in LANGUAGES:
        speak(page, language)
        assert page.locator("#tab-set").inner_text() == catalogue(language)["tab.set"]
        page.click("#check")
        page.wait_for_selector("#status.bad")
        assert ("row 1" in page.locator("#status").inner_text()) == (language == "en")
        assert (name(page, 0, 0) == "row 1 column 1 is painted, wrong") == (language == "en")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.evaluate("document.documentElement.lang") == LANGUAGES[-1]


@pytest.mark.parametrize(
    ("locale", "language"),
    [("zh-TW", "zh-Hant"), ("zh-HK", "zh-Hant"), ("zh-Hant", "zh-Hant"), ("zh-CN", "zh"), ("zh", "zh"), ("fr", "en")],
)
def test_the_language_of_the_browser_is_the_first_choice(visit: Visit, locale: str, language: str) -> None:
    page = visit(HEART, locale=locale)
    assert page.evaluate("document.documentElement.lang") == language
    assert page.locator("#tab-play").inner_text() == catalogue(language)["tab.play"]


def test_numbers_are_written_as_the_language_does(visit: Visit) -> None:
    page = visit(HEART, locale="en")
    for language, number in (("en", "1.5"), ("de", "1,5"), ("sk", "1,5"), ("pt", "1,5"), ("zh-Hant", "1.5")):
        speak(page, language)
        assert page.evaluate("async () => (await import('/static/parts.js')).brief(1.5)") == f"{number} s"


def speak(page: Any, language: str) -> None:
    """Choose a language; all words change at once."""
    page.select_option(".tools select", language)
    page.wait_for_function("code => document.documentElement.lang === code", arg=language)


def shown_words(page: Any) -> dict[str, str]:
    """The words of the forms and of the buttons for moves, by the keys of the kind's words."""
    page.click("#tab-play")
    found = {f"moves.{code}": text for code, text in page.locator(".pad").evaluate_all(MOVES)}
    for tab, part, fields in (("set", "slots", "[data-place]"), ("generate", "options", "[data-option]")):
        page.click(f"#tab-{tab}")
        page.wait_for_function("() => document.getElementById('width').value")  # what can be set is asked for
        for field, label, choices in page.locator(fields).evaluate_all(FIELDS):
            found[f"{part}.{field}"] = label
            found |= {f"choices.{field}.{choice}": text for choice, text in choices}
    return found


@pytest.mark.parametrize("kind", ALL)
def test_forms_have_the_words_of_the_kind(visit: Visit, kind: str) -> None:
    """What is set beside the board, what a recipe takes and which moves there are, in the language of the page."""
    page, own = visit(ALL[kind], locale="en"), registry.kind(kind)
    for language in LANGUAGES:
        speak(page, language)
        shown, shared = shown_words(page), catalogue(language)
        words = own.catalogue(language) if language != "en" else {text: text for text in own.words.values()}
        expected = {
            key: words[text] for key, text in own.words.items() if not key.startswith(("outlines.", "tallies."))
        }
        answers = {key for key in shown if key.endswith((".yes", ".no"))}  # these are words of the page
        assert shown == expected | {key: shared[f"choice.{key.split('.')[-1]}"] for key in answers}


@pytest.mark.parametrize("kind", ALL)
def test_boards_are_grids_for_those_who_listen(visit: Visit, kind: str) -> None:
    page = visit(ALL[kind])
    board = page.locator("#stage [role=grid]").first
    assert board.get_attribute("aria-label")
    rows, columns = int(board.get_attribute("aria-rowcount") or 0), int(board.get_attribute("aria-colcount") or 0)
    assert rows >= 3 and columns >= 3
    said = names(page)
    assert all(said) and len(set(said)) == len(said)
    assert page.locator("#stage [tabindex='0']").count() == 1
    assert page.evaluate(
        "() => [...document.querySelectorAll('button, input, select, textarea')].every((one) => "
        "one.ariaLabel || one.labels?.length || one.textContent.trim())"
    )


ENDS = """
() => {
  const boxes = [...document.querySelectorAll("#stage svg")].map((board) => board.getBoundingClientRect());
  return [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
}
"""


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(360, 740), (640, 400), (1280, 800)])
def test_nothing_is_cut_off(visit: Visit, width: int, height: int) -> None:
    """A phone, and a window of 1280 x 800 at 200 %."""
    page = visit(HEART, width=width, height=height)
    for puzzle in (*ALL.values(), MUSHROOM):
        show(page, puzzle)
        for tab in page.locator("[role=tab]").all():
            tab.click()
            page.wait_for_function("() => document.querySelector('#stage svg')?.getBoundingClientRect().width > 0")
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            left, right = page.evaluate(ENDS)
            assert left >= 0 and right <= width, tab.inner_text()
        side = cell(page, 0, 0).bounding_box()
        assert side and side["width"] >= 20


LUMINANCE = """
(selectors) => {
  const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
  const linear = (x) => (x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  const light = (c) => c.slice(0, 3).map((x) => linear(x / 255));
  const value = (c) => light(c).reduce((sum, x, i) => sum + x * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (one) => {
    const colour = rgb(getComputedStyle(one).backgroundColor);
    return colour.length < 4 || colour[3] > 0 || !one.parentElement ? colour : ground(one.parentElement);
  };
  return selectors.map((selector) => {
    const one = document.querySelector(selector);
    const [a, b] = [value(rgb(getComputedStyle(one).color)), value(ground(one))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  });
}
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_light_and_dark(visit: Visit, scheme: Any) -> None:
    page = visit(HEART, color_scheme=scheme)
    cell(page, 4, 0).click()
    page.click("#check")
    page.wait_for_selector("#status.bad")
    told = ["h1", "#about", "#status.bad", "button.main", "#tab-play", "#tab-set", ".clock", ".toggle"]
    assert min(page.evaluate(LUMINANCE, told)) >= 4.5
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 29)"
    assert dark == (scheme == "dark")


def test_the_theme_can_be_switched_and_is_remembered(visit: Visit) -> None:
    page = visit(HEART, color_scheme="light")
    grounds = []
    for _ in range(3):
        page.locator(".tools button").last.click()
        grounds.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert grounds[0] == grounds[2] != grounds[1]
    page.locator(".tools button").last.click()
    page.locator(".tools button").last.click()
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == grounds[1]


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_reduced_motion(visit: Visit, motion: Any) -> None:
    page = visit(HEART, reduced_motion=motion)
    page.evaluate("document.querySelector('.boards').classList.add('solved')")
    found = page.evaluate("getComputedStyle(document.querySelector('#stage svg')).animationName")
    assert (found == "none") == (motion == "reduce")


def test_text_of_puzzles_is_never_markup(visit: Visit) -> None:
    page = visit(HEART)
    page.evaluate("() => { location.hash = 'nonogram:<img src=x onerror=alert(1)>'; }")
    page.wait_for_selector("#status.bad")
    assert not page.locator("#status img, #stage img").count()
