"""Plots by matplotlib (extra: bench), each as an SVG of its own."""

from __future__ import annotations

import io
from itertools import cycle
from typing import Any

from ..errors import Misuse
from ..interrupts import heeded
from .report_data import LEAST, Plot

SIZE = (5.2, 3.6)  # inches
MARKERS = "osD^vPX*<>h"  # never by colour alone; there are ten colours, so that no two of many curves share both


def svg(plot: Plot) -> str:
    """The drawing of a plot, to be put into a page."""
    figure, axes = _figure()
    if plot.limit:
        axes.plot([LEAST, plot.limit], [LEAST, plot.limit], lw=0.6, color="grey")
    look = {"ms": 3, "lw": 1} if plot.counted else {"ms": 4, "lw": 0, "alpha": 0.7 if plot.limit else None}
    for (name, points), marker in zip(plot.series.items(), cycle(MARKERS), strict=False):
        if not points:
            continue
        growth = plot.growths.get(name)
        label = f"{name}: {growth}" if growth else name
        drawn = axes.plot(*zip(*points, strict=True), marker=marker, label=label, **look)
        if growth:
            sizes = [size for size, _ in points]
            axes.plot(sizes, [growth.at(size) for size in sizes], lw=0.8, color=drawn[0].get_color())
    axes.set(xscale="linear" if plot.counted else "log", yscale="log", xlabel=plot.across, ylabel=plot.up)
    if not plot.limit:  # beside the plot: there can be many curves, and none should run below their names
        axes.legend(fontsize=6, loc="upper left", bbox_to_anchor=(1.01, 1), borderaxespad=0)
    axes.grid(True, which="major", linewidth=0.3)
    out = io.StringIO()
    figure.savefig(out, format="svg", bbox_inches="tight", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    return text[text.index("<svg") :]


def _figure() -> tuple[Any, Any]:
    try:
        with heeded():
            import matplotlib
            from matplotlib.figure import Figure
    except ImportError:
        raise Misuse("plots need matplotlib; install knobel[bench]") from None
    matplotlib.rcParams["svg.hashsalt"] = "knobel"  # the same plot is the same file
    matplotlib.rcParams["font.size"] = 8
    figure = Figure(figsize=SIZE)
    return figure, figure.add_subplot()
