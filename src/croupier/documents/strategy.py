"""Strategy of a game as charts, tables and sentences, independent of the output format.

Each family supplies the contents. The output formats (terminal, HTML, PDF) only use the classes of this module.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from html import escape
from typing import Any

from croupier.documents.typst_pdf import render_pdf
from croupier.odds.par_sheet import fraction_text
from croupier.odds.result_display import html_table


@dataclass(frozen=True)
class ChartRow:
    """One row of a chart: the player's hand, and the action for each column."""

    held: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class ChartBlock:
    """Strategy chart that is printed in colour."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[ChartRow, ...]


@dataclass(frozen=True)
class PlainTable:
    """Table that is printed without colours."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    figures: int = 0
    """Number of columns at the right that contain numbers."""


@dataclass(frozen=True)
class StrategyDocument:
    """Complete strategy of a game, ready for all output formats."""

    rulebook: str
    title: str
    digest: str
    version: str
    rules: tuple[str, ...]
    blocks: tuple[ChartBlock, ...]
    tables: tuple[PlainTable, ...]
    meanings: tuple[tuple[str, str], ...]
    """Letters of the charts and their meanings."""
    tones: Mapping[str, str]
    """Colour class of each letter: `hit` (almost none), `stand`, `double`, `split` or `give`."""
    terminal_lines: tuple[str, ...]
    """Statements about the whole strategy, such as its expected value, as lines of text for a terminal."""
    closing: tuple[str, ...]
    """The statements in `terminal_lines` as sentences, for an HTML page."""
    json_data: Mapping[str, Any]
    """All data of the strategy for JSON output, a stable format: see docs/reference/commands.md."""

    def __repr__(self) -> str:
        return f"<{self.rulebook}, strategy: {len(self.blocks)} charts, {len(self.tables)} tables>"

    def _repr_html_(self) -> str:
        """Return the strategy as HTML for notebooks, in a frame of its own because it has a style sheet."""
        from croupier.documents.strategy_html import strategy_html  # noqa: PLC0415 - it imports this module

        return f'<iframe srcdoc="{escape(strategy_html(self))}" style="width:100%;height:40rem;border:0"></iframe>'


@dataclass(frozen=True)
class HandExplanation:
    """Explanation of one hand: every legal action with its value, best first."""

    rulebook: str
    title: str
    cards: Mapping[str, str]
    """Cards that the request names, as text by role, such as the player's hand and the up card."""
    options: Mapping[str, float | Fraction]
    """Expected value of each action; a `Fraction` is exact."""
    shown: int | None = None
    """Number of actions to show to a person, None for all; JSON has all."""

    @property
    def margin(self) -> float | Fraction | None:
        """Difference in value between the best and the second-best action; None if there is only one action."""
        best, *others = self.options.values()
        return best - others[0] if others else None

    @property
    def best(self) -> str:
        """Action with the highest value."""
        return next(iter(self.options))

    def __repr__(self) -> str:
        values = ", ".join(f"{do} {float(value):+.6f}" for do, value in list(self.options.items())[: self.shown])
        return f"<{self.rulebook} {' '.join(self.cards.values())}: {values}>"

    def _repr_html_(self) -> str:
        """Return the values of the actions as an HTML table, for notebooks."""
        rows = [(do, f"{float(value):+.6f}") for do, value in list(self.options.items())[: self.shown]]
        return html_table(("Action", "Value"), rows, f"{self.title}: {', '.join(self.cards.values())}")


def strategy_json(parts: StrategyDocument) -> dict[str, Any]:
    """Return the output of `croupier strategy --json`."""
    return dict(parts.json_data)


def hand_json(explanation: HandExplanation) -> dict[str, Any]:
    """Return the output of `croupier strategy --hand --json`: every action with its value, best first."""
    options = [{"do": do, **value_json("value", value)} for do, value in explanation.options.items()]
    found = {
        "rulebook": explanation.rulebook,
        **explanation.cards,
        "best": next(iter(explanation.options)),
        "options": options,
    }
    return found | (value_json("margin", explanation.margin) if isinstance(explanation.margin, Fraction) else {})


def value_json(name: str, value: float | Fraction) -> dict[str, Any]:
    """Return JSON with a value as a decimal number under `name`, and also as a fraction if the value is exact."""
    exact = {f"{name}_exact": fraction_text(value)} if isinstance(value, Fraction) else {}
    return {name: float(value), **exact}


def strategy_pdf(parts: StrategyDocument) -> bytes:
    """Return the strategy as PDF bytes."""
    return render_pdf("strategy.typ", "chart", json.dumps(asdict(replace(parts, json_data={}))))
