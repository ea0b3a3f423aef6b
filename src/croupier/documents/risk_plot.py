"""A picture of risk: the spread of the result with its quantiles, and the chance of ruin as the rounds go by.

Greys, hatches and line styles only, so that it reads the same from a black-and-white printer.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter
from numpy.typing import NDArray

from croupier.odds.bankroll_risk import QUANTILES, Risk

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SUFFIXES = (".svg", ".png", ".pdf")
BARS = 60
CURVE_POINTS = 1_000
INK, GREY, PALE = "0.0", "0.4", "0.8"
STYLE: dict[Any, Any] = {
    "font.size": 9,
    "hatch.linewidth": 0.6,
    "svg.hashsalt": "croupier",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.parse_math": False,
}
NO_DATE: dict[str, dict[str, Any]] = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}, ".png": {}}
HEADROOM = 1.1
LABEL_WIDTH = 0.095
"""Of the width of the picture: what a quantile's label takes."""
LABEL_LEVELS = 3


def risk_plot(risk: Risk, title: str, suffix: str) -> bytes:
    """The picture as a file's bytes; the same risk gives the same bytes."""
    with rc_context(STYLE):
        figure = Figure(figsize=(7.5, 7.2), layout="constrained")
        figure.suptitle(f"{title}\n{_question(risk)}", fontsize=10)
        spread, ruin = figure.subplots(2, 1, height_ratios=(3, 2))
        _draw_spread(spread, risk)
        _draw_ruin(ruin, risk)
        picture = io.BytesIO()
        figure.savefig(picture, format=suffix[1:], dpi=150, metadata=NO_DATE[suffix])
    return picture.getvalue()


def _question(risk: Risk) -> str:
    approximate = "" if risk.is_exact else " (approximate)"
    return f"bankroll {_dollars(risk.bankroll / 100)}, {risk.rounds:,} round{'s' * (risk.rounds > 1)}{approximate}"


def _dollars(amount: float, _place: int | None = None) -> str:
    """Whole dollars, or cents for small change."""
    shown = f"{abs(amount):,.0f}" if abs(amount) >= 100 or amount == round(amount) else f"{abs(amount):,.2f}"
    return f"{'-' if amount < 0 else ''}${shown}"


def _draw_spread(axes: Axes, risk: Risk) -> None:
    """Bars of equal width; the ruined, who crowd into a bar or two, are hatched."""
    edges = _edges(risk)
    ruined = np.arange(len(risk.stopped.chances)) < risk.ruined_places
    playing, gone = (_bars(risk, edges, chosen) for chosen in (~ruined, ruined))
    top = _top(playing, gone) * HEADROOM
    drawn: dict[str, Any] = {"width": np.diff(edges), "align": "edge", "linewidth": 0.5}
    axes.bar(edges[:-1], playing, color=PALE, edgecolor=GREY, **drawn)
    if risk.ruin > 0:
        shown = np.minimum(gone, top - playing)
        axes.bar(edges[:-1], shown, bottom=playing, color="1.0", edgecolor=INK, hatch="////", **drawn)
    axes.set_ylim(0, top * 1.22)
    axes.set_xlim(edges[0] - (edges[-1] - edges[0]) * 0.04, edges[-1])
    _mark_quantiles(axes, risk, top, cut_off=bool((gone > top).any()))
    _label_axes(axes, "result when play stops", "chance")
    axes.xaxis.set_major_formatter(FuncFormatter(_dollars))


def _edges(risk: Risk) -> NDArray[np.float64]:
    """Edges between lattice places, every bar as many steps wide, so that none looks taller by chance."""
    low, high = (float(risk.stopped.quantile(share)) / 100 for share in (0.002, 0.998))
    step = float(risk.stopped.step) / 100
    steps = max(1, round((high - low) / step))
    wide = max(1, round(steps / BARS))
    places: NDArray[np.float64] = np.arange(steps // wide + 2, dtype=np.float64)
    return low - step / 2 + step * wide * places


def _bars(risk: Risk, edges: NDArray[np.float64], chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
    chances = np.where(chosen, risk.stopped.chances, 0.0)
    heights, _ = np.histogram(risk.stopped.results / 100, edges, weights=chances)
    return heights.astype(np.float64)


def _top(playing: NDArray[np.float64], gone: NDArray[np.float64]) -> float:
    """The tallest bar to be shown whole: that of the ruined only while it leaves the others room."""
    both, still = float((playing + gone).max()), float(playing.max())
    return both if still == 0 or both <= 3 * still else 1.5 * still


def _mark_quantiles(axes: Axes, risk: Risk, top: float, *, cut_off: bool) -> None:
    """A line for each, the median's unbroken; those that fall among the ruined are named in the heading."""
    marks = {share: float(risk.stopped.quantile(share / 100)) / 100 for share in QUANTILES}
    limit = float(risk.needed - risk.bankroll) / 100
    gone = [share for share in QUANTILES if risk.ruin > 0 and marks[share] < limit]
    for share in QUANTILES:
        if share not in gone:
            thick, style = (1.2, "-") if share == 50 else (0.7, "--")
            axes.plot([marks[share]] * 2, [0, top], color=INK, linewidth=thick, linestyle=style)
    shares: dict[float, list[str]] = {}
    for share in QUANTILES:
        if share not in gone:
            shares.setdefault(marks[share], []).append(f"{share}%")
    _write_apart(axes, {mark: f"{', '.join(names)}\n{_dollars(mark)}" for mark, names in shares.items()}, top)
    if risk.ruin >= 0.0005:
        axes.set_title(_of_the_ruined(risk, gone, cut_off), loc="left", fontsize=8)


def _of_the_ruined(risk: Risk, gone: list[int], cut_off: bool) -> str:
    among = ""
    if gone:
        among = f"; the {gone[0]}% to {gone[-1]}% marks are among them" if len(gone) > 1 else "; so is the 1% mark"
    return f"Hatched: ruined, {risk.ruin:.2%}{', a bar too tall to show whole' if cut_off else ''}{among}"


def _write_apart(axes: Axes, labels: dict[float, str], top: float) -> None:
    """Labels above their lines, on the lowest level that has room, or moved aside where none has."""
    left, right = axes.get_xlim()
    ends = [-np.inf] * LABEL_LEVELS
    for mark, text in labels.items():
        at = (mark - left) / (right - left)
        free = [level for level in range(LABEL_LEVELS) if ends[level] <= at - LABEL_WIDTH / 2]
        level = free[0] if free else int(np.argmin(ends))
        at = max(at, ends[level] + LABEL_WIDTH / 2)
        ends[level] = at + LABEL_WIDTH / 2
        place, height = left + at * (right - left), top * (1.01 + 0.07 * level)
        axes.text(place, height, text, ha="center", va="bottom", fontsize=7, linespacing=1.1)


def _label_axes(axes: Axes, across: str, up: str) -> None:
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))


def _draw_ruin(axes: Axes, risk: Risk) -> None:
    rounds = np.unique(np.linspace(1, risk.rounds, min(risk.rounds, CURVE_POINTS)).astype(np.int64))
    chances = risk.ruin_by_round[rounds - 1]
    axes.plot(np.concatenate([[0], rounds]), np.concatenate([[0.0], chances]), color=INK, linewidth=1.2)
    axes.set_xlim(0, risk.rounds)
    axes.set_ylim(0, float(chances[-1]) * 1.12 or 1.0)
    _label_axes(axes, "rounds played", "chance of ruin so far")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda played, _place: f"{played:,.0f}"))
    if risk.median_rounds is not None:
        axes.plot([risk.median_rounds], [0.5], marker="o", color=INK, markersize=4)
        said = f"half are ruined by round {risk.median_rounds:,}"
        is_late = risk.median_rounds > 0.6 * risk.rounds
        beside, side = ((-8, 4), "right") if is_late else ((8, -8), "left")
        axes.annotate(said, (risk.median_rounds, 0.5), beside, textcoords="offset points", ha=side)
    elif risk.ruin == 0:
        axes.text(0.5, 0.5, "no chance of ruin worth drawing", ha="center", transform=axes.transAxes)
