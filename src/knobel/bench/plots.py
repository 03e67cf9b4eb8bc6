"""Plots by matplotlib (extra: bench): cactus, scatter, growth, each as an SVG of its own."""

from __future__ import annotations

import io
from itertools import cycle
from typing import Any

from ..errors import Misuse
from ..interrupts import heeded
from .report_data import Cactus, Curves, Plot, Scatter

LEAST = 1e-4  # seconds; less cannot be told apart
SIZE = (5.2, 3.6)  # inches
MARKERS = "osD^vPX*<>h"  # never by colour alone; there are ten colours, so that no two of many curves share both


def svg(plot: Plot) -> str:
    """The drawing of a plot, to be put into a page."""
    figure, axes = _figure()
    if isinstance(plot, Cactus):
        _cactus(axes, plot)
    elif isinstance(plot, Scatter):
        _scatter(axes, plot)
    else:
        _curves(axes, plot)
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


def _cactus(axes: Any, plot: Cactus) -> None:
    for (way, found), marker in zip(plot.seconds.items(), cycle(MARKERS), strict=False):
        if found:
            axes.plot(
                range(1, len(found) + 1), [max(one, LEAST) for one in found], marker=marker, ms=3, lw=1, label=way
            )
    axes.set(yscale="log", xlabel="boards decided", ylabel="CPU seconds for each of them")
    _legend(axes)


def _scatter(axes: Any, plot: Scatter) -> None:
    across, up = ([max(point[i], LEAST) for point in plot.points] for i in (0, 1))
    axes.plot([LEAST, plot.limit], [LEAST, plot.limit], lw=0.6, color="grey")
    axes.plot(across, up, "o", ms=4, alpha=0.7)
    axes.set(xscale="log", yscale="log", xlabel=f"{plot.names[0]}, CPU seconds", ylabel=f"{plot.names[1]}, CPU seconds")


def _curves(axes: Any, plot: Curves) -> None:
    for (way, points), marker in zip(plot.points.items(), cycle(MARKERS), strict=False):
        if not points:
            continue
        growth = plot.growths.get(way)
        label = f"{way}: {growth}" if growth else way
        drawn = axes.plot(*zip(*points, strict=True), marker=marker, ms=4, lw=0, label=label)
        if growth:
            sizes = [size for size, _ in points]
            axes.plot(sizes, [growth.at(size) for size in sizes], lw=0.8, color=drawn[0].get_color())
    axes.set(xscale="log", yscale="log", xlabel=plot.across, ylabel=plot.up)
    _legend(axes)


def _legend(axes: Any) -> None:
    """Beside the plot: there can be many curves, and none should run below their names."""
    axes.legend(fontsize=6, loc="upper left", bbox_to_anchor=(1.01, 1), borderaxespad=0)
