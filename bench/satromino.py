"""How large the satromino encodings are, and how long they take: measured, stored, and shown as tables.

All levels are made here from a seed. Measuring takes about ten minutes; `stored.py` says how to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from statistics import median

from stored import DOCS, RESULTS, Bench, Record, cpu, markdown, measured_with, number, progress, rows_of, seconds

import knobel
from knobel import registry
from knobel.kinds.satromino.rules import Satromino
from knobel.kinds.satromino.tilings import exact_fill
from knobel.limits import Deadline, OutOfTime
from knobel.search import Search

SEEDS = range(5)
TIMEOUT = 60.0  # seconds, for each run
FILLS = (  # rows of ten cells, and the encodings that can be expected to fill them
    (4, ("placement", "classic", "cp")),
    (8, ("placement", "classic", "cp")),
    (12, ("placement",)),
    (16, ("placement",)),
)

# measuring


def run(level: Satromino, encoding: str, engine: str | None = None, without: Sequence[str] = ()) -> Record:
    """One level, the formula as the encoding writes it."""
    chosen = registry.encoding(registry.kind(level.kind), encoding)
    started = cpu()
    status = "undecided"
    search = None
    try:
        with Deadline(TIMEOUT):
            search = Search(level, chosen, registry.engine(engine or chosen.engine), without=without)
            encoded = cpu() - started
            status = "solved" if search.solve().sat else "unsolvable"
    except OutOfTime:
        encoded = encoded if search else TIMEOUT
    finally:
        if search:
            search.close()
    size = (search.variables, search.clauses) if search else (0, 0)
    return {"status": status, "size": size, "encode": encoded, "solve": cpu() - started - encoded}


def several(
    levels: Sequence[Satromino], encoding: str, engine: str | None = None, without: Sequence[str] = ()
) -> Record:
    """The medians of some levels; one that was not decided counts as the slowest."""
    runs = [run(level, encoding, engine, without) for level in levels]
    decided = [one["solve"] if one["status"] != "undecided" else float("inf") for one in runs]
    middle, worst = median(decided), max(decided)
    return {
        "encoding": encoding,
        "engine": engine or registry.encoding(registry.kind("satromino"), encoding).engine,
        "variables": int(median(one["size"][0] for one in runs)),
        "clauses": int(median(one["size"][1] for one in runs)),
        "encode": round(median(one["encode"] for one in runs), 3),
        "solve": None if middle == float("inf") else round(middle, 3),
        "worst": None if worst == float("inf") else round(worst, 3),
        "decided": sum(one["status"] != "undecided" for one in runs),
        "levels": len(runs),
    }


def fills(rows: int) -> list[Satromino]:
    """Rows of ten cells that can be filled exactly."""
    return [exact_fill(10, rows, rows, seed) for seed in SEEDS]


def measure_fills() -> list[Record]:
    """Every encoding on exact fills."""
    return [
        progress({"pieces": rows * 10 // 4, **several(fills(rows), encoding)})
        for rows, encodings in FILLS
        for encoding in encodings
    ]


def measure_engines() -> list[Record]:
    """Every engine on the formulas of `placement`."""
    return [
        progress({"pieces": rows * 10 // 4, **several(fills(rows), "placement", engine)})
        for rows in (8, 12, 16)
        for engine in ("cadical", "glucose", "minisat")
    ]


def measure_implied() -> list[Record]:
    """`placement` with and without its implied clauses."""
    return [
        progress({"pieces": rows * 10 // 4, "implied": not without, **several(fills(rows), "placement", None, without)})
        for rows in (4, 8, 12)
        for without in ((), ("implied",))
    ]


def crowded(seed: int, top: float) -> Satromino:
    """Three pieces above a crowded board of six by six cells; the goal asks for nothing. ``top`` is of the top rows."""
    random = Random(seed)
    share = [top, top, 0.25, 0.25, 0.25, 0.25]
    start = tuple("".join("+" if random.random() < part else "." for _ in range(6)) for part in share)
    return Satromino(6, 6, "".join(random.choices("IOTLJSZ", k=3)), start, ("?" * 6,) * 6)


def measure_strict() -> list[Record]:
    """Default and strict rule on crowded boards."""
    found = []
    for top in (0.0, 0.1):
        for seed in range(20):
            level = crowded(seed, top)
            loose, strict = (sum(1 for _ in knobel.solutions(one)) for one in (level, replace(level, strict=True)))
            found.append({"top": top, "seed": seed, "default": loose, "strict": strict})
    return found


def measure_odd() -> list[Record]:
    """Exact fills with an odd number of T: by colours, and by search."""
    found = []
    for rows in (4, 6, 8):
        seed, level = next(
            (seed, level) for seed in range(99) if "T" in (level := exact_fill(10, rows, rows, seed)).sequence
        )
        odd = replace(level, sequence=level.sequence.replace("T", "O", 1))
        started = cpu()
        status = knobel.solve(odd).status
        colours = cpu() - started
        searched = run(odd, "placement")
        record = {
            "pieces": rows * 10 // 4,
            "seed": seed,
            "status": status,
            "colours": round(colours, 4),
            "search": round(searched["solve"], 2) if searched["status"] != "undecided" else None,
        }
        found.append(progress(record))
    return found


SECTIONS: dict[str, Callable[[], list[Record]]] = {
    "fills": measure_fills,
    "engines": measure_engines,
    "implied": measure_implied,
    "strict": measure_strict,
    "odd": measure_odd,
}


# tables


def tables(stored: Record) -> dict[str, str]:
    """The Markdown tables of stored results, by name."""
    makers = {"fills": _fills, "engines": _engines, "implied": _implied, "strict": _strict, "odd": _odd}
    made = {name: make(rows_of(stored, name)) for name, make in makers.items()}
    return made | {"versions": measured_with(stored)}


def _took(value: float | None) -> str:
    return seconds(value, none=f"> {TIMEOUT:.0f}")


def _outcome(row: Record) -> tuple[str, ...]:
    return _took(row["solve"]), _took(row["worst"]), f"{row['decided']} of {row['levels']}"


def _fills(rows: list[Record]) -> str:
    head = (
        "encoding",
        "engine",
        "pieces",
        "variables",
        "clauses",
        "encode, s",
        "solve, s (median)",
        "slowest",
        "decided",
    )
    return markdown(
        head,
        [
            (
                f"`{row['encoding']}`",
                row["engine"],
                row["pieces"],
                number(row["variables"]),
                number(row["clauses"]),
                _took(row["encode"]),
                *_outcome(row),
            )
            for row in rows
        ],
        words=2,
    )


def _engines(rows: list[Record]) -> str:
    head = ("engine", "pieces", "solve, s (median)", "slowest", "decided")
    return markdown(head, [(row["engine"], row["pieces"], *_outcome(row)) for row in rows])


def _implied(rows: list[Record]) -> str:
    head = ("implied clauses", "pieces", "solve, s (median)", "slowest", "decided")
    return markdown(head, [("with" if row["implied"] else "without", row["pieces"], *_outcome(row)) for row in rows])


def _strict(rows: list[Record]) -> str:
    head = (
        "top two rows",
        "boards",
        "solutions by default",
        "strictly",
        "lost on a board (median)",
        "boards left without any",
    )
    table = []
    for top in sorted({row["top"] for row in rows}):
        mine = [row for row in rows if row["top"] == top and row["default"]]
        lost = [1 - row["strict"] / row["default"] for row in mine]
        table.append(
            (
                f"{100 * top:.0f} % filled",
                len(mine),
                number(sum(row["default"] for row in mine)),
                number(sum(row["strict"] for row in mine)),
                f"{100 * median(lost):.0f} %",
                sum(row["strict"] == 0 for row in mine),
            )
        )
    return markdown(head, table)


def _odd(rows: list[Record]) -> str:
    head = ("pieces", "by colours, s", "by search, s")
    return markdown(head, [(row["pieces"], f"{row['colours']:.4f}", _took(row["search"])) for row in rows], words=0)


BENCH = Bench(
    "Sizes and seconds of the satromino encodings.",
    RESULTS / "satromino.json",
    DOCS / "why" / "satromino.md",
    SECTIONS,
    tables,
)

if __name__ == "__main__":
    BENCH.main()
