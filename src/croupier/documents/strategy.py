"""The best way to play a game, as parts that every form of it is made from: charts in colour, tables, sentences.

What a game's strategy says is its family's. The forms (terminal, page, print) know parts only.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import Any

from croupier.documents.typst_pdf import render_pdf
from croupier.odds.par_sheet import fraction_text


@dataclass(frozen=True)
class ChartRow:
    """One line: what is held, and what to do in each column."""

    held: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class ChartBlock:
    """A chart in colour."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[ChartRow, ...]


@dataclass(frozen=True)
class PlainTable:
    """A table in black and white."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    figures: int = 0
    """How many of its last columns are figures."""


@dataclass(frozen=True)
class StrategyDocument:
    """Everything a strategy says."""

    rulebook: str
    title: str
    digest: str
    version: str
    rules: tuple[str, ...]
    blocks: tuple[ChartBlock, ...]
    tables: tuple[PlainTable, ...]
    meanings: tuple[tuple[str, str], ...]
    """What the letters of the charts mean."""
    tones: Mapping[str, str]
    """The colour that a letter is shown in: `hit` (none to speak of), `stand`, `double`, `split`, `give`."""
    said: tuple[str, ...]
    """What is worth what, in lines for a terminal."""
    closing: tuple[str, ...]
    """The same in sentences, for a page."""
    told: Mapping[str, Any]
    """The same as JSON. A contract: see docs/commands.md."""


@dataclass(frozen=True)
class HandExplanation:
    """One hand explained: every open way with its worth, the best first."""

    rulebook: str
    title: str
    cards: Mapping[str, str]
    """What was asked, by name."""
    options: Mapping[str, float | Fraction]
    """A fraction is exact."""
    shown: int | None = None
    """How many of them a person is shown; all without it. JSON has all."""

    @property
    def margin(self) -> float | Fraction | None:
        """What the best way has over the next; None where there is no other."""
        best, *others = self.options.values()
        return best - others[0] if others else None


def strategy_json(parts: StrategyDocument) -> dict[str, Any]:
    """What `croupier strategy --json` prints."""
    return dict(parts.told)


def hand_json(told: HandExplanation) -> dict[str, Any]:
    """`--hand`: every open way and its worth, best first; exact ones as fractions beside."""
    options = [{"do": do, **worth_json("value", worth)} for do, worth in told.options.items()]
    found = {"rulebook": told.rulebook, **told.cards, "best": next(iter(told.options)), "options": options}
    return found | (worth_json("margin", told.margin) if isinstance(told.margin, Fraction) else {})


def worth_json(name: str, worth: float | Fraction) -> dict[str, Any]:
    """A number, and where it is exact the same again as a fraction."""
    exact = {f"{name}_exact": fraction_text(worth)} if isinstance(worth, Fraction) else {}
    return {name: float(worth), **exact}


def strategy_pdf(parts: StrategyDocument) -> bytes:
    """All but the JSON, which says the same."""
    return render_pdf("strategy.typ", "chart", json.dumps(asdict(replace(parts, told={}))))
