"""The best way to play a game, as parts that every form of the chart is made from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.odds.blackjack.actions import FOLLOW, HIT, LETTERS, STAND, Chart
from croupier.rulebook.house_rules import HouseRules

if TYPE_CHECKING:
    from croupier.odds.blackjack.solution import Solution

UPS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
"""Up cards in the order charts print them."""
MEANINGS = {
    "H": "hit",
    "S": "stand",
    "D": "double, else hit",
    "Ds": "double, else stand",
    "P": "split",
    "R": "surrender, else hit",
    "Rs": "surrender, else stand",
    "Rp": "surrender, else split",
}
TONES = {"H": "hit", "S": "stand", "D": "double", "Ds": "double", "P": "split", "R": "give", "Rs": "give", "Rp": "give"}
"""The colour a letter is shown in."""


@dataclass(frozen=True)
class ChartRow:
    """One line: what is held, and what to do against each up card."""

    held: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class ChartBlock:
    title: str
    rows: tuple[ChartRow, ...]


@dataclass(frozen=True)
class StrategyParts:
    """Everything a chart says."""

    rulebook: str
    title: str
    digest: str
    rules: tuple[str, ...]
    ups: tuple[str, ...]
    blocks: tuple[ChartBlock, ...]
    meanings: tuple[tuple[str, str], ...]
    value: float
    """Of perfect play, per unit of the first wager."""
    chart_value: float
    insurance: str
    version: str

    @property
    def chart_cost(self) -> float:
        return self.value - self.chart_value


def strategy_parts(house: HouseRules, solution: Solution) -> StrategyParts:
    from croupier import __version__  # noqa: PLC0415

    chart = solution.chart
    blocks = tuple(_blocks(chart, can_hit_21=solution.rules.plays_to_31))
    used = {cell for block in blocks for row in block.rows for cell in row.cells}
    return StrategyParts(
        rulebook=house.id,
        title=house.book.title,
        digest=house.book.digest,
        rules=tuple(rules_in_words(solution)),
        ups=tuple(_card(up) for up in UPS),
        blocks=blocks,
        meanings=tuple((letter, said) for letter, said in MEANINGS.items() if letter in used),
        value=solution.value,
        chart_value=solution.chart_value,
        insurance=_insurance(solution),
        version=__version__,
    )


def _card(value: int) -> str:
    return "A" if value == 1 else str(value)


def _blocks(chart: Chart, *, can_hit_21: bool) -> Iterator[ChartBlock]:
    most = 21 if can_hit_21 else 20
    hard = [(str(total), chart.hard[total]) for total in range(5, most + 1)]
    soft = [(f"A,{total - 11}", chart.soft[total]) for total in range(13, 22 if can_hit_21 else 21)]
    pairs = [(f"{_card(value)},{_card(value)}", _pair(chart, value)) for value in (*range(2, 11), 1)]
    for title, lines in (("Hard hands", hard), ("Soft hands", soft), ("Pairs", pairs)):
        yield ChartBlock(
            title, tuple(ChartRow(held, tuple(LETTERS[int(row[up])] for up in UPS)) for held, row in lines)
        )


def _pair(chart: Chart, value: int) -> list[int]:
    """A pair that is not split is played by its total: the chart says how."""
    total, soft = (12, True) if value == 1 else (2 * value, False)
    plain = chart.soft[total] if soft else chart.hard[total]
    return [int(plain[up]) if int(code) == FOLLOW else int(code) for up, code in enumerate(chart.pair[value])]


def rules_in_words(solution: Solution) -> Iterator[str]:
    """The rules that decide how to play."""
    rules = solution.rules
    yield f"{rules.decks} decks"
    yield "dealer hits soft 17" if rules.hits_soft_17 else "dealer stands on soft 17"
    yield f"natural pays {solution.payoffs.natural.numerator}:{solution.payoffs.natural.denominator}"
    yield f"double on {rules.double_on.value}{', after a split too' if rules.double_after_split else ''}"
    yield "no split" if rules.most_hands == 1 else f"split to {rules.most_hands} hands"
    yield f"surrender {rules.surrender.value}"
    yield "hole card is looked at" if rules.hole_check == "peek" else "hole card is not looked at"
    if rules.charlie_cards:
        yield f"{rules.charlie_cards} cards win"
    if rules.plays_to_31:
        yield "plays to 31"


def _insurance(solution: Solution) -> str:
    if not solution.rules.insurance:
        return "There is no insurance in this game."
    edge = -float(solution.insurance.value)
    where = "a full shoe" if solution.shoe.cards == 52 * solution.rules.decks else "these cards"
    if edge > 0:
        return f"Never insure: from {where} insurance costs {edge:.4%} of what is put on it."
    return f"Insure: from {where} insurance wins {-edge:.4%} of what is put on it."


def hand_json(options: dict[str, float]) -> dict[str, Any]:
    """`--hand`: every open way and its worth, best first."""
    best = next(iter(options))
    return {"best": best, "options": [{"do": do, "value": worth} for do, worth in options.items()]}


def strategy_json(parts: StrategyParts) -> dict[str, Any]:
    """What `croupier strategy --json` prints. A contract: see docs/commands.md."""
    return {
        "rulebook": parts.rulebook,
        "digest": parts.digest,
        "rules": list(parts.rules),
        "value": parts.value,
        "house_edge": -parts.value,
        "chart_value": parts.chart_value,
        "chart_cost": parts.chart_cost,
        "insurance": parts.insurance,
        "up": list(parts.ups),
        "chart": {
            block.title.lower().replace(" ", "_"): {row.held: list(row.cells) for row in block.rows}
            for block in parts.blocks
        },
        "meanings": dict(parts.meanings),
    }


__all__ = ["HIT", "STAND", "TONES", "StrategyParts", "hand_json", "strategy_json", "strategy_parts"]
