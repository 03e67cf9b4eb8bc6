"""How long the bishops encodings take, and the numbers they find: measured, stored, and shown as tables.

    python bench/bishops.py           measures everything (some minutes)
    python bench/bishops.py --table   prints the tables of the stored results
    python bench/bishops.py --fill    writes these tables into the documentation

Seconds are CPU seconds of this process and of those it started, from the puzzle to the proof that its solution is best.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import time
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from math import factorial
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

import knobel
from knobel import registry
from knobel.formula import Formula

HERE = Path(__file__).parent
STORED = HERE / "results" / "bishops.json"
PAGE = HERE.parent / "docs" / "why" / "bishops.md"
TIMEOUT = 60.0  # seconds on the clock, for each run

Record = dict[str, Any]


# measuring


def cpu() -> float:
    """CPU seconds so far, of finished child processes too."""
    children = getrusage(RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def versions() -> dict[str, str]:
    """What the numbers depend on."""
    found = {"python": platform.python_version(), "knobel": knobel.__version__}
    for name in ("numpy", "python-sat", "ortools"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def solved(id: str, encoding: str | None = None, timeout: float | None = TIMEOUT) -> Record:
    """The best solution of a puzzle, and what it took to find it and to refute a better one."""
    puzzle = knobel.parse(id)
    started = cpu()
    result = knobel.solve(puzzle, encoding=encoding, timeout=timeout)
    return {
        "id": id,
        "encoding": encoding or result.encoding,
        "engine": result.engine,
        "variables": result.variables,
        "clauses": result.clauses,
        "value": result.value,
        "seconds": round(cpu() - started, 3),
    }


def progress(records: list[Record]) -> list[Record]:
    for record in records:
        print(*record.values(), flush=True)
    return records


def measure_encodings() -> list[Record]:
    """The encodings on boards of growing size; one that ran out of time is not tried on larger ones."""
    found: list[Record] = []
    for encoding in ("cells", "diagonals", "cp"):
        solved("bishops:2", encoding)  # loads the engine, which is not to be counted
        for n in (6, 7, 8, 9, 10, 20, 50):
            found += progress([solved(f"bishops:{n}", encoding)])
            if found[-1]["value"] is None:
                break
    return found


def measure_dominating() -> list[Record]:
    """The encodings on the question how few pieces attack or occupy every cell of 8 x 8."""
    found: list[Record] = []
    for piece in ("bishop", "rook", "knight", "queen"):
        for encoding in ("cells", "diagonals", "cp"):
            found += progress([solved(f"bishops:8:piece={piece}:goal=dominate", encoding)])
    return found


def measure_large() -> list[Record]:
    """The default on large boards, with two ways to say "at most one on a diagonal"."""
    found: list[Record] = []
    for n in (100, 200, 500, 1000):
        for amo in ("product", "ladder"):
            found += progress([solved(f"bishops:{n}", f"diagonals:amo={amo}", None)])
    return found


def measure_original() -> list[Record]:
    """What MiniSat makes of the original formula, as it is and with every variable flipped."""
    found = []
    for n in range(2, 11):
        formula = registry.kind("bishops").encodings["pairs"](knobel.parse(f"bishops:{n}"))
        assert isinstance(formula, Formula)
        pieces = []
        for sign in (1, -1):
            session = registry.engine("minisat").open(formula.variables)  # type: ignore[union-attr]
            session.add(sign * formula.flat())
            model = session.solve().model
            session.close()
            assert model is not None
            pieces.append(int((model[1:] if sign > 0 else ~model[1:]).sum()))
        most = knobel.solve(knobel.parse(f"bishops:{n}")).value
        found.append({"n": n, "plain": pieces[0], "flipped": pieces[1], "most": most})
    return progress(found)


WAYS: dict[str, dict[str, list[int]]] = {
    "most bishops": {"bishops:{n}": [1, *(2**n for n in range(2, 9))]},
    "n bishops": {"bishops:{n}:count={n}": [1, 4, 26, 260, 3368, 53744]},
    "n queens": {"bishops:{n}:piece=queen:count={n}": [1, 0, 0, 2, 10, 4, 40, 92, 352, 724]},
    "most rooks": {"bishops:{n}:piece=rook": [factorial(n) for n in range(1, 8)]},
}
BEST: dict[str, dict[str, list[int]]] = {
    "most bishops": {"bishops:{n}": [1, *range(2, 19, 2)]},
    "most queens": {"bishops:{n}:piece=queen": [1, 1, 2, *range(4, 13)]},
    "most rooks": {"bishops:{n}:piece=rook": list(range(1, 13))},
    "most knights": {"bishops:{n}:piece=knight": [1, 4, 5, 8, 13, 18, 25, 32]},
    "most kings": {"bishops:{n}:piece=king": [((n + 1) // 2) ** 2 for n in range(1, 13)]},
    "dominating queens": {"bishops:{n}:piece=queen:goal=dominate": [1, 1, 1, 2, 3, 3, 4, 5, 5, 5, 5]},
    "dominating bishops": {"bishops:{n}:goal=dominate": list(range(1, 16))},
    "dominating rooks": {"bishops:{n}:piece=rook:goal=dominate": list(range(1, 16))},
    "dominating knights": {"bishops:{n}:piece=knight:goal=dominate": [1, 4, 4, 4, 5, 8, 10, 12, 14, 16, 21]},
}
"""Numbers that are known, by the ID of the puzzle, for n = 1, 2, 3 and so on."""


def measure_numbers(
    known: dict[str, dict[str, list[int]]], find: Callable[[knobel.Puzzle], int | None]
) -> list[Record]:
    """Each row of known numbers, found anew: the seconds of the last one, which is the hardest."""
    found: list[Record] = []
    for what, rows in known.items():
        for id, expected in rows.items():
            numbers: list[int | None] = []
            seconds = 0.0
            for n in range(1, len(expected) + 1):
                started = cpu()
                numbers.append(find(knobel.parse(id.format(n=n))))
                seconds = round(cpu() - started, 3)
            assert numbers == expected, (what, numbers)
            found += progress([{"what": what, "id": id, "numbers": numbers, "last": seconds}])
    return found


SECTIONS: dict[str, Callable[[], list[Record]]] = {
    "original": measure_original,
    "encodings": measure_encodings,
    "large": measure_large,
    "dominating": measure_dominating,
    "best": lambda: measure_numbers(BEST, lambda puzzle: knobel.solve(puzzle).value),
    "ways": lambda: measure_numbers(WAYS, lambda puzzle: int(knobel.count(puzzle))),
}


# tables


def tables(stored: Record) -> dict[str, str]:
    """The Markdown tables of stored results, by name."""
    rows = {name: stored[name]["rows"] for name in SECTIONS}
    size = [f"{n} x {n}" for n in range(1, 20)]
    runs = ("board", "encoding", "engine", "variables", "clauses", "bishops", "seconds")
    original = ("board", "as it is", "all variables flipped", "most")
    numbers = ("what", "ID", "n = 1, 2, 3, ...", "seconds for the last")
    return {
        "original": _markdown(original, [(size[row["n"] - 1], *list(row.values())[1:]) for row in rows["original"]]),
        "encodings": _markdown(runs, list(map(_run, rows["encodings"])), words=3),
        "large": _markdown(runs, list(map(_run, rows["large"])), words=3),
        "dominating": _markdown(
            ("pieces", *runs[1:5], "fewest", "seconds"), list(map(_run, rows["dominating"])), words=3
        ),
        "best": _markdown(numbers, list(map(_numbers, rows["best"])), words=3),
        "ways": _markdown(numbers, list(map(_numbers, rows["ways"])), words=3),
        "versions": "Measured with "
        + ", ".join(f"{name} {number}" for name, number in stored["versions"].items())
        + ".",
    }


def _markdown(head: Sequence[str], rows: Sequence[Sequence[object]], words: int = 1) -> str:
    """A table whose first columns hold words and whose others hold numbers."""
    rule = ["---"] * words + ["--:"] * (len(head) - words)
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in (head, rule, *rows))


def _run(row: Record) -> tuple[str, ...]:
    n, _, options = row["id"].partition(":")[2].partition(":")
    what = options.removeprefix("piece=").removesuffix(":goal=dominate") + "s" if options else f"{n} x {n}"
    done = row["value"] is not None
    shown = [f"{row[key]:,}".replace(",", " ") if done else "-" for key in ("variables", "clauses", "value")]
    seconds = _seconds(row["seconds"]) if done else f"> {row['seconds']:.0f}"
    return (what, f"`{row['encoding']}`", row["engine"] or "-", *shown, seconds)


def _seconds(seconds: float) -> str:
    return f"{seconds:.3f}" if seconds < 1 else f"{seconds:.1f}"


def _numbers(row: Record) -> tuple[str, ...]:
    return row["what"], f"`{row['id'].replace('{n}', 'n')}`", ", ".join(map(str, row["numbers"])), _seconds(row["last"])


MARKED = re.compile(r"(<!-- table: (\w+) -->\n)(.*?)(\n<!-- end -->)", re.DOTALL)
"""A table in the documentation: what comes before it, its name, the table, what comes after it."""


def filled(page: str, stored: Record) -> str:
    """The page with its tables made anew."""
    made = tables(stored)
    return MARKED.sub(lambda match: f"{match[1]}{made[match[2]]}{match[4]}", page)


# the command


def load_stored() -> Record:
    found: Record = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Seconds and numbers of the bishops encodings.")
    parser.add_argument("--only", nargs="+", choices=SECTIONS, metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--table", action="store_true", help="print the tables of the stored results, measure nothing")
    parser.add_argument("--fill", action="store_true", help="write them into the documentation, measure nothing")
    args = parser.parse_args()
    stored = load_stored()
    if args.table:
        for name, text in tables(stored).items():
            print(f"<!-- table: {name} -->\n{text}\n<!-- end -->\n")
    elif args.fill:
        PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), stored), encoding="utf-8")
    else:
        for name in args.only or SECTIONS:
            print(f"{name}:", flush=True)
            stored[name] = {"rows": SECTIONS[name]()}
            stored["versions"] = versions()
            STORED.parent.mkdir(exist_ok=True)
            STORED.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
