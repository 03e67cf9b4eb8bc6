"""Contrast, measured in the browser from computed styles, in light and dark, for boards and panels of every kind.

Text has at least 4.5 to 1 against its ground. What is drawn (borders of things to press, lines, marks, bands, the ring
of the focus) has 3 to 1: against its ground, or, where that can have any colour, against a halo of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from knobel import registry
from web.conftest import Visit
from web.pages import LEVEL, SMALL, cell

if TYPE_CHECKING:
    from playwright.sync_api import Page

ALL = {
    **SMALL,
    "satromino": LEVEL,
    "skyscrapers": "skyscrapers:4:,2,,3/,,,/2,1,,/,,,",
    "hitori": "hitori:4x4:1234/2422/2141/4124",
    "slitherlink": "slitherlink:3x3:..1/.13/0..",
    "starbattle": "starbattle:5:ccaaa/bcaaa/bccdd/eccdd/eecdd:stars=1",
    "sudoku": "sudoku:4:..41/..../.4.2/2...",
}
TABS = ("play", "set", "explain", "inside", "generate")

MEASURE = """
() => {
  const rgba = (text) => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return [r, g, b, a]; };
  const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a), 1];
  const linear = (x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  const light = (c) => [0.2126, 0.7152, 0.0722].reduce((sum, part, i) => sum + part * linear(c[i] / 255), 0);
  const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const style = (one) => getComputedStyle(one);
  const faint = (one) => (one && one.nodeType === 1 ? Number(style(one).opacity) * faint(one.parentElement) : 1);
  const colour = (one, name) => {
    const [r, g, b, a] = rgba(style(one)[name]);
    return [r, g, b, a * Number(style(one)[`${name}Opacity`] ?? 1) * faint(one)];
  };
  const ground = (one) => {
    if (!one) return [255, 255, 255, 1];
    const own = rgba(style(one).backgroundColor);
    return own[3] === 1 ? own : over(own, ground(one.parentElement));
  };
  const seen = (one) => one.getClientRects().length > 0 && style(one).visibility === "visible";
  const BORDERED = "button:not(.quiet, .link, .main, [role=tab]), select, input:is([type=number], :not([type]))";
  const found = [];
  const tell = (what, least, value) => { if (value < least) found.push(`${what}: ${value.toFixed(2)} < ${least}`); };
  const named = (one) => `${one.tagName}.${one.getAttribute("class") ?? ""}#${one.id} ${one.textContent.slice(0, 20)}`;

  // words and borders of the page
  for (const one of document.querySelectorAll("body *:not(svg, svg *, option)")) {
    if (!seen(one) || one.closest(".unseen, [disabled], .skip")) continue;
    const words = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const behind = ground(one);
    if (words) tell(named(one), 4.5, ratio(over(colour(one, "color"), behind), behind));
    if (one.matches(BORDERED)) {
      const around = ground(one.parentElement);
      tell(`border of ${named(one)}`, 3, ratio(over(colour(one, "borderTopColor"), around), around));
    }
  }
  for (const one of document.querySelectorAll("svg.icon path")) {
    if (!seen(one) || one.closest("[disabled]")) continue;
    const behind = ground(one.closest("button, div"));
    tell(`sign of ${named(one.closest("button, div"))}`, 3, ratio(over(colour(one, "stroke"), behind), behind));
  }

  // the board: its cells under what dims them, and what is on and around them
  const board = document.querySelector("#stage svg.board");
  const page = ground(board);
  const dim = colour(board.querySelector(".dim"), "fill");
  const dimmed = (one) => over(dim, one);
  const halo = (name) => colour(board.querySelector(name) ?? document.querySelector(name), "stroke");
  for (const cell of board.querySelectorAll("[role=gridcell]")) {
    const fill = over(colour(cell.querySelector("rect"), "fill"), [255, 255, 255, 1]);
    for (const text of cell.querySelectorAll(":scope > text:not(.badge-sign)"))
      tell(`${text.textContent} in ${cell.getAttribute("aria-label")}`, 4.5,
           ratio(dimmed(over(colour(text, "fill"), fill)), dimmed(fill)));
    for (const name of ["thin", "heavy"]) {
      const [line, around] = [halo(`.${name}:not(.halo)`), halo(`.${name}.halo`)];
      tell(`${name} line and its halo`, 3, ratio(line, around));
      const plain = light(fill) > 0.9 || light(fill) < 0.02;
      if (plain) tell(`${name} line on ${fill}`, 3, Math.max(ratio(line, dimmed(fill)), ratio(around, dimmed(fill))));
    }
  }
  const frame = ["", ".halo"].map((which) => ratio(halo(`.heavy${which || ":not(.halo)"}`), page));
  tell("the frame on the page", 3, Math.max(...frame));
  for (const text of board.querySelectorAll(".clue text")) {
    const chip = text.parentElement.querySelector(".chip");
    const behind = chip ? colour(chip, "fill") : page;
    tell(`clue ${text.textContent}`, 4.5, ratio(over(colour(text, "fill"), behind), behind));
  }
  for (const mark of document.querySelectorAll(".mark:not(.mark-line)")) {
    const around = colour(mark.previousElementSibling, "stroke");
    tell(`${mark.getAttribute("class")} and its halo`, 3, ratio(colour(mark, "stroke"), around));
  }
  for (const sign of document.querySelectorAll(".badge-sign"))
    tell(`${sign.textContent}, a badge`, 4.5, ratio(colour(sign, "fill"), colour(sign.previousElementSibling, "fill")));
  for (const line of document.querySelectorAll(".mark-line"))
    for (const fill of [[255, 255, 255, 1], [0, 0, 0, 1]])
      tell("hatching", 3, ratio(over(colour(line, "stroke"), fill), fill));
  const [back, front] = [...board.querySelectorAll(".ring rect")].map((one) => rgba(style(one).stroke));
  tell("the ring and its halo", 3, ratio(back, front));
  for (const band of board.querySelectorAll(".band"))
    tell("the border of a band", 3, ratio(rgba(style(band).stroke), page));
  return [...new Set(found)];
}
"""


def low(page: Page) -> list[str]:
    """What has too little contrast on the page as it is."""
    found: list[str] = page.evaluate(MEASURE)
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", ALL)
def test_words_borders_and_marks_stand_out(visit: Visit, kind: str, scheme: Any) -> None:
    page = visit(ALL[kind], color_scheme=scheme)
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert dark == (scheme == "dark")
    for tab in TABS:
        page.click(f"#tab-{tab}")
        if tab == "set" and page.locator("#spoil-yes").count():
            page.click("#spoil-yes")
        if tab == "explain":
            page.click("#explain")
            page.wait_for_function("() => document.getElementById('step-end').textContent")
            page.click("#step-forward")
        if tab == "inside":
            page.wait_for_selector(".clause, #clauses .hint")
        assert low(page) == [], tab


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", ALL)
def test_a_whole_solution_stands_out(visit: Visit, kind: str, scheme: Any) -> None:
    """Black cells in the dark above all."""
    page = visit(ALL[kind], tab="explain", color_scheme=scheme)
    before = page.locator("#stage").inner_html()
    page.click("#solve")
    page.wait_for_function("before => document.getElementById('stage').innerHTML !== before", arg=before)
    assert low(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_mark_stands_out(visit: Visit, scheme: Any) -> None:
    page = visit(SMALL["nonogram"], color_scheme=scheme)
    whys = page.evaluate("async () => ['line', ...Object.keys((await import('/static/shapes.js')).SIGNS)]")
    page.evaluate(
        """async (whys) => {
            const { marked } = await import('/static/shapes.js');
            const overlay = document.querySelector('.overlay');
            whys.forEach((why, i) => overlay.append(...marked(why, 40 * i, 0, 40, 40)));
        }""",
        whys,
    )
    assert page.locator(".overlay .mark").count() == len(whys) >= 8
    assert low(page) == []


def test_too_little_contrast_is_found(visit: Visit) -> None:
    """The measure itself: what is too faint is named."""
    page = visit(SMALL["nonogram"])
    cell(page, 0, 0).click()
    rules = [".board .thin { stroke: #e0e0e0 }", "#title { color: #bbb }", "#undo { border-color: #eee !important }"]
    page.evaluate("all => all.forEach((one) => document.styleSheets[2].insertRule(one))", rules)
    found = " ".join(low(page))
    assert "thin line" in found and "#title" in found and "#undo" in found


@pytest.mark.parametrize("name", registry.kinds())
def test_every_kind_is_measured(name: str) -> None:
    assert name in ALL
