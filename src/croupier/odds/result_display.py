"""Display of results: tables and plots in a notebook, and amounts and shares as text."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from croupier.odds.optional_packages import has_package

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PLOT_STYLE: dict[Any, Any] = {
    "font.size": 9,
    "hatch.linewidth": 0.6,
    "svg.hashsalt": "croupier",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.parse_math": False,
}
LINE_STYLES = ("-", "--", ":", "-.")
GREYS = ("0.1", "0.55", "0.8")
MOST_SERIES = 8
"""Largest number of lines or groups of bars that one plot shows."""


def html_table(heads: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> str:
    """Return a table as HTML, all cells escaped, with a title in bold above it."""
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"{f'<b>{escape(title)}</b>' if title else ''}<table><tr>{head}</tr>{body}</table>"


def html_lines(lines: Mapping[str, str], title: str = "") -> str:
    """Return labels with their texts as an HTML table without a head."""
    rows = "".join(f"<tr><th>{escape(label)}</th><td>{escape(text)}</td></tr>" for label, text in lines.items())
    return f"{f'<b>{escape(title)}</b>' if title else ''}<table>{rows}</table>"


def svg_image(svg: bytes) -> str:
    """Return an SVG picture as an HTML image that shares no ids with other pictures of the page."""
    return f'<img alt="" src="data:image/svg+xml;base64,{base64.b64encode(svg).decode()}">'


def plot_image(draw: Callable[[Axes], None], height: float = 2.6) -> str:
    """Return what `draw` draws as an HTML image; empty if matplotlib is not installed."""
    if not has_package("matplotlib"):
        return ""
    from matplotlib import rc_context  # noqa: PLC0415 - large, and only plots need it
    from matplotlib.figure import Figure  # noqa: PLC0415

    picture = io.BytesIO()
    with rc_context(PLOT_STYLE):
        figure = Figure(figsize=(7, height), layout="constrained")
        draw(figure.subplots())
        figure.savefig(picture, format="svg", metadata={"Date": None})
    return svg_image(picture.getvalue())


def line_plot(across: str, up: str, ticks: Sequence[str], lines: Mapping[str, Sequence[float | None]]) -> str:
    """Return a line for each series over common ticks; points without a value leave a gap."""

    def draw(axes: Axes) -> None:
        for number, (name, values) in enumerate(list(lines.items())[:MOST_SERIES]):
            plain = [float("nan") if value is None else value for value in values]
            style, grey = LINE_STYLES[number % len(LINE_STYLES)], GREYS[number // len(LINE_STYLES) % len(GREYS)]
            axes.plot(range(len(ticks)), plain, linestyle=style, color=grey, marker=".", label=name)
        axes.set_xticks(range(len(ticks)), ticks)
        axes.set(xlabel=across, ylabel=up)
        axes.legend(frameon=False, fontsize=8)

    return plot_image(draw)


def bar_plot(across: str, up: str, ticks: Sequence[str], bars: Mapping[str, Sequence[float]]) -> str:
    """Return a group of bars at each tick, one bar for each series."""

    def draw(axes: Axes) -> None:
        shown = dict(list(bars.items())[:MOST_SERIES])
        width = 0.8 / len(shown)
        for number, (name, values) in enumerate(shown.items()):
            places = [tick - 0.4 + width * (number + 0.5) for tick in range(len(ticks))]
            hatch = "////" if number >= len(GREYS) else ""
            axes.bar(places, values, width, color=GREYS[number % len(GREYS)], hatch=hatch, edgecolor="1", label=name)
        axes.axhline(0, color="0", linewidth=0.6)
        axes.set_xticks(range(len(ticks)), ticks)
        axes.set(xlabel=across, ylabel=up)
        if len(shown) > 1:
            axes.legend(frameon=False, fontsize=8)

    return plot_image(draw)


def horizontal_bars(across: str, bars: Mapping[str, float]) -> str:
    """Return one horizontal bar for each name, the first at the top."""

    def draw(axes: Axes) -> None:
        axes.barh(list(bars), list(bars.values()), color=GREYS[1])
        axes.invert_yaxis()
        axes.axvline(0, color="0", linewidth=0.6)
        axes.set_xlabel(across)

    return plot_image(draw, 0.7 + 0.22 * len(bars))


def percent(share: Fraction | float, places: int = 4) -> str:
    """Return a share of 1 as a percentage, such as 1.2351%."""
    return f"{float(share):.{places}%}"


def dollars(cents: Fraction | float) -> str:
    """Return cents as dollars with two decimals: -$7.50."""
    whole = round(cents)
    return f"{'-' if whole < 0 else ''}${abs(whole) / 100:,.2f}"
