"""Sections as Markdown, as CSV, and as one page of HTML that needs nothing else."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence
from html import escape

from .report_data import Grid, Plot, Section

LONG = 40  # letters
NEXT = ' class="next"'
CODE = re.compile("`([^`]*)`")
STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin-bottom: 0.3rem; }
nav ul { columns: 18rem; padding-left: 1.2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.9rem; }
th, td { padding: 0.2rem 0.7rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th { white-space: normal; vertical-align: bottom; }
.word { text-align: left; } .long { white-space: normal; }
p { overflow-wrap: anywhere; }
tbody tr.next td { border-top: 2px solid var(--line); }
tbody tr:hover { background: var(--soft); }
.plots, .pictures { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start; }
figure { margin: 0.5rem 0; padding: 0.5rem; border-radius: 0.4rem; background: #fff; color: #000; }
figure { max-width: 100%; box-sizing: border-box; }
figure svg { max-width: 100%; height: auto; } .pictures svg { max-height: 22rem; width: auto; }
figcaption { font-size: 0.85rem; }
"""


def markdown(sections: Sequence[Section]) -> str:
    """For a documentation: headings and tables.

    >>> print(markdown([Section("speed", "Small.", [Grid("", ["board", "s"], [["cat", "0.1"]])])]))
    ## speed
    <BLANKLINE>
    Small.
    <BLANKLINE>
    | board | s |
    | --- | --: |
    | cat | 0.1 |
    """
    parts = []
    for section in sections:
        parts.append(f"## {section.title}")
        if section.text:
            parts.append(section.text)
        for grid in section.grids:
            if grid.title:
                parts.append(f"**{grid.title}**")
            parts.append(markdown_table(grid))
    return "\n\n".join(parts)


def markdown_table(grid: Grid) -> str:
    """One table."""
    rule = ["---"] * grid.words + ["--:"] * (len(grid.head) - grid.words)
    lines = ([cell.replace("|", "\\|") for cell in row] for row in (grid.head, rule, *grid.rows))
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def as_csv(grid: Grid) -> str:
    """One table for a spreadsheet."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([grid.head, *grid.rows])
    return out.getvalue()


def html(sections: Sequence[Section], draw: Callable[[Plot], str] | None, title: str) -> str:
    """One page; ``draw`` makes an SVG of a plot, None leaves the plots out."""
    links = "".join(f'<li><a href="#s{i}">{escape(one.title)}</a></li>' for i, one in enumerate(sections))
    body = "".join(_section(i, one, draw) for i, one in enumerate(sections))
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}<style>{STYLE}</style></head>\n'
        f"<body><h1>{escape(title)}</h1>\n<nav><ul>{links}</ul></nav>\n{body}</body></html>\n"
    )


def _section(number: int, section: Section, draw: Callable[[Plot], str] | None) -> str:
    parts = [f'<section id="s{number}"><h2>{escape(section.title)}</h2>']
    if section.text:
        words = CODE.sub(r"<code>\1</code>", escape(section.text))
        parts.append(f"<p>{words}</p>")
    parts += [_table(grid) for grid in section.grids]
    if draw is not None and section.plots:
        figures = (
            f"<figure>{draw(plot)}<figcaption>{escape(plot.title)}</figcaption></figure>" for plot in section.plots
        )
        parts.append(f'<div class="plots">{"".join(figures)}</div>')
    if section.pictures:
        drawn = (
            f"<figure>{unique_ids(svg, f's{number}-{i}-')}<figcaption>{escape(words)}</figcaption></figure>"
            for i, (words, svg) in enumerate(section.pictures)
        )
        parts.append(f'<div class="pictures">{"".join(drawn)}</div>')
    return "\n".join([*parts, "</section>\n"])


def _table(grid: Grid) -> str:
    """Rows that begin with the same word belong together; a line stands between them and the next ones."""

    def line(cells: Sequence[str], tag: str, begins: bool = False) -> str:
        looks = (_look(cell) if i < grid.words else "" for i, cell in enumerate(cells))
        inside = "".join(f"<{tag}{look}>{escape(c)}</{tag}>" for look, c in zip(looks, cells, strict=True))
        return f"<tr{NEXT * begins}>{inside}</tr>"

    title = f"<h3>{escape(grid.title)}</h3>" if grid.title else ""
    first = [row[0] for row in grid.rows]
    grouped = len(set(first)) < len(first)
    begins = [grouped and i > 0 and first[i] != first[i - 1] for i in range(len(first))]
    rows = "".join(line(row, "td", new) for row, new in zip(grid.rows, begins, strict=True))
    return f'{title}<div class="wide"><table><thead>{line(grid.head, "th")}</thead><tbody>{rows}</tbody></table></div>'


def _look(words: str) -> str:
    """Of a cell with words; only long ones are wrapped."""
    return f' class="word{" long" * (len(words) > LONG)}"'


def unique_ids(text: str, prefix: str) -> str:
    """The drawing with names of its own, so that several can stand on one page.

    >>> unique_ids('<g id="a"/><use href="#a"/><path clip-path="url(#a)"/>', "p1")
    '<g id="p1a"/><use href="#p1a"/><path clip-path="url(#p1a)"/>'
    """
    return re.sub(r'(id="|href="#|url\(#)', rf"\g<1>{prefix}", text)
