"""Plot of risk: the distribution of the result with quantiles, and the probability of ruin by round.

Only greys, hatches and line styles are used, so that a black-and-white print is readable.
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
from croupier.odds.result_display import PLOT_STYLE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SUFFIXES = (".svg", ".png", ".pdf")
BARS = 60
CURVE_POINTS = 1_000
INK, GREY, PALE = "0.0", "0.4", "0.8"
NO_DATE: dict[str, dict[str, Any]] = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}, ".png": {}}
HEADROOM = 1.1
LABEL_WIDTH = 0.095
"""Width of a quantile's label, as a fraction of the width of the picture."""
LABEL_LEVELS = 3


def risk_plot(risk: Risk, title: str, suffix: str) -> bytes:
    """Return the plot as bytes of an image file; equal risks give equal bytes."""
    with rc_context(PLOT_STYLE):
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
    """Return an amount in whole dollars, or with cents if it is small."""
    shown = f"{abs(amount):,.0f}" if abs(amount) >= 100 or amount == round(amount) else f"{abs(amount):,.2f}"
    return f"{'-' if amount < 0 else ''}${shown}"


def _draw_spread(axes: Axes, risk: Risk) -> None:
    """Draw the distribution of the result as bars of equal width; bars of ruined bankrolls are hatched."""
    edges = _edges(risk)
    ruined = np.arange(len(risk.stopped.chances)) < risk.ruined_entries
    playing, ruined_bars = (_bars(risk, edges, chosen) for chosen in (~ruined, ruined))
    top = _top(playing, ruined_bars) * HEADROOM
    drawn: dict[str, Any] = {"width": np.diff(edges), "align": "edge", "linewidth": 0.5}
    axes.bar(edges[:-1], playing, color=PALE, edgecolor=GREY, **drawn)
    if risk.ruin > 0:
        shown = np.minimum(ruined_bars, top - playing)
        axes.bar(edges[:-1], shown, bottom=playing, color="1.0", edgecolor=INK, hatch="////", **drawn)
    axes.set_ylim(0, top * 1.22)
    axes.set_xlim(edges[0] - (edges[-1] - edges[0]) * 0.04, edges[-1])
    _mark_quantiles(axes, risk, top, cut_off=bool((ruined_bars > top).any()))
    _label_axes(axes, "result when play stops", "chance")
    axes.xaxis.set_major_formatter(FuncFormatter(_dollars))


def _edges(risk: Risk) -> NDArray[np.float64]:
    """Return the edges of the bars; all bars cover the same number of lattice steps, so heights are comparable."""
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


def _top(playing: NDArray[np.float64], ruined_bars: NDArray[np.float64]) -> float:
    """Return the height of the vertical axis; a bar of ruined bankrolls is cut off if it would dwarf the others."""
    both, still = float((playing + ruined_bars).max()), float(playing.max())
    return both if still == 0 or both <= 3 * still else 1.5 * still


def _mark_quantiles(axes: Axes, risk: Risk, top: float, *, cut_off: bool) -> None:
    """Draw a line for each quantile, solid for the median; the title names quantiles of ruined bankrolls."""
    marks = {share: float(risk.stopped.quantile(share / 100)) / 100 for share in QUANTILES}
    limit = float(risk.needed - risk.bankroll) / 100
    ruined_quantiles = [share for share in QUANTILES if risk.ruin > 0 and marks[share] < limit]
    for share in QUANTILES:
        if share not in ruined_quantiles:
            thick, style = (1.2, "-") if share == 50 else (0.7, "--")
            axes.plot([marks[share]] * 2, [0, top], color=INK, linewidth=thick, linestyle=style)
    shares: dict[float, list[str]] = {}
    for share in QUANTILES:
        if share not in ruined_quantiles:
            shares.setdefault(marks[share], []).append(f"{share}%")
    _write_apart(axes, {mark: f"{', '.join(names)}\n{_dollars(mark)}" for mark, names in shares.items()}, top)
    if risk.ruin >= 0.0005:
        axes.set_title(_ruined_title(risk, ruined_quantiles, cut_off), loc="left", fontsize=8)


def _ruined_title(risk: Risk, ruined_quantiles: list[int], cut_off: bool) -> str:
    among = ""
    if ruined_quantiles:
        among = (
            f"; the {ruined_quantiles[0]}% to {ruined_quantiles[-1]}% marks are among them"
            if len(ruined_quantiles) > 1
            else "; so is the 1% mark"
        )
    return f"Hatched: ruined, {risk.ruin:.2%}{', a bar too tall to show whole' if cut_off else ''}{among}"


def _write_apart(axes: Axes, labels: dict[float, str], top: float) -> None:
    """Write each label above its line on the lowest free level; move a label aside if no level is free."""
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
        label_text = f"half are ruined by round {risk.median_rounds:,}"
        is_late = risk.median_rounds > 0.6 * risk.rounds
        beside, side = ((-8, 4), "right") if is_late else ((8, -8), "left")
        axes.annotate(label_text, (risk.median_rounds, 0.5), beside, textcoords="offset points", ha=side)
    elif risk.ruin == 0:
        axes.text(0.5, 0.5, "no chance of ruin worth drawing", ha="center", transform=axes.transAxes)
