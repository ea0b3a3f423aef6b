"""Plots of a par sheet as SVG: readable in black and white, equal bytes for equal figures."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.documents.number_format import chance as shown
from croupier.documents.par_sheet_model import EffectsPart, ParSheetLine, ParSheetWager

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MILLIMETRE = 1 / 25.4
WIDTH_MM = 118
BAR_MM = 5.0
THIN_MM = 3.0
MANY_BARS = 20
"""Number of bars from which bars are thin, so that a plot fits on half a page."""
FRAME_MM = 9.0
GRID_MM = 176
ROW_MM = 27
LOG_FROM = 40
"""Ratio of the largest to the smallest probability from which the scale is logarithmic."""
BAR_STYLES: dict[str, dict[str, Any]] = {
    "win": {"facecolor": "0.15"},
    "push": {"facecolor": "0.70"},
    "lose": {"facecolor": "white", "hatch": "/////"},
}
STYLE: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 7,
    "svg.fonttype": "path",
    "svg.hashsalt": "croupier",
    "hatch.linewidth": 0.5,
    "axes.linewidth": 0.5,
    "xtick.major.width": 0.5,
    "ytick.major.width": 0.5,
    "xtick.minor.width": 0.3,
    "axes.unicode_minus": True,
}


def pay_distribution(wager: ParSheetWager) -> str:
    """Return a bar chart of all results of one unit staked and their probabilities."""
    bars = _bars(wager.ends)
    chances = [chance for _, chance, _ in bars]
    figure, (axes,) = _figure(WIDTH_MM, len(bars) * (BAR_MM if len(bars) <= MANY_BARS else THIN_MM) + FRAME_MM)
    is_log = max(chances) > LOG_FROM * min(chances)
    for place, (_, chance, result) in enumerate(bars):
        axes.barh(place, chance, height=0.72, edgecolor="black", linewidth=0.5, **BAR_STYLES[result])
    _scale(axes, chances, is_log=is_log)
    for place, chance in enumerate(chances):
        axes.annotate(
            f"{shown(Fraction(chance) / 100)} %",
            (chance, place),
            (2.5, 0),
            textcoords="offset points",
            va="center",
            fontsize=6,
        )
    axes.set_yticks(range(len(bars)), [label for label, _, _ in bars])
    axes.set_xlabel("chance in percent" + (", powers of ten" if is_log else ""), fontsize=6, labelpad=1.5)
    return _svg(figure)


def _bars(ends: Sequence[ParSheetLine]) -> list[tuple[str, float, str]]:
    """Return label, probability in percent and result of each bar, worst first; results of equal value share a bar."""
    together: dict[tuple[bool, float], tuple[str, float, str]] = {}
    for end in ends:
        if not end.probability:
            continue
        key = (end.wins_meter, end.value)
        label = "the meter" if end.wins_meter else end.net
        before = together[key][1] if key in together else 0.0
        together[key] = (label, before + 100 * end.probability, end.result)
    return [together[key] for key in sorted(together)]


def _scale(axes: Axes, chances: list[float], *, is_log: bool) -> None:
    """Set the scale of the axis, with space for the number beside the longest bar."""
    if is_log:
        axes.set_xscale("log")
        low, high = min(chances) / 4, max(chances)
        axes.set_xlim(low, high * (high / low) ** 0.16)
        powers = [10.0**power for power in range(math.ceil(math.log10(low)), 3)]
        axes.set_xticks(powers, [f"{power:g}" if power >= 0.001 else _power(power) for power in powers])
        axes.xaxis.minorticks_off()
    else:
        axes.set_xlim(0, max(chances) * 1.18)


def _power(value: float) -> str:
    """Return a power of ten with a raised exponent, as math text."""
    return f"$10^{{{round(math.log10(value))}}}$"


def removal_effects(wagers: Sequence[ParSheetWager], across: int = 3) -> str:
    """Return one small plot per wager, each with its own scale: how much the edge changes by removed rank."""
    counted = [(wager.title, wager.effects) for wager in wagers if wager.effects]
    counted.sort(key=lambda one: -one[1].size)
    down = math.ceil(len(counted) / across)
    figure, plots = _figure(GRID_MM, ROW_MM * down + 4, down, across)
    for axes in plots[len(counted) :]:
        axes.set_visible(False)
    for axes, (title, effects) in zip(plots, counted, strict=False):
        _effects(axes, title, effects)
    return _svg(figure)


def _effects(axes: Axes, title: str, effects: EffectsPart) -> None:
    changes = [change or 0.0 for _, change in effects.ranks]
    for place, change in enumerate(changes):
        bar_style = BAR_STYLES["win"] if change > 0 else BAR_STYLES["lose"]
        axes.bar(place, change, width=0.72, edgecolor="black", linewidth=0.5, **bar_style)
    axes.axhline(0, color="black", linewidth=0.5)
    letters = ["10" if letter == "T" else letter for letter, _ in effects.ranks]
    axes.set_xticks(range(len(letters)), letters, fontsize=5.5)
    axes.tick_params(axis="y", labelsize=5.5)
    axes.set_title(title + (" *" if effects.can_be_counted else ""), fontsize=6.5, loc="left", pad=3)
    if not any(changes):
        axes.set_ylim(-1, 1)
        axes.set_yticks([0])


def _figure(width_mm: float, height_mm: float, down: int = 1, across: int = 1) -> tuple[Figure, list[Axes]]:
    """Return a figure with one plot or a grid of plots."""
    import matplotlib as mpl  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width_mm * MILLIMETRE, height_mm * MILLIMETRE), layout="constrained")
        plots: list[Axes] = list(figure.subplots(down, across, squeeze=False).flat)
        for axes in plots:
            axes.spines[["top", "right"]].set_visible(False)
            axes.tick_params(length=2, pad=2)
    return figure, plots


def _svg(figure: Figure) -> str:
    import matplotlib as mpl  # noqa: PLC0415

    out = io.StringIO()
    with mpl.rc_context(STYLE):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    text = out.getvalue()
    return text[text.index("<svg") :]
