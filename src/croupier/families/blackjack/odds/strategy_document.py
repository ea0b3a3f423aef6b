"""Strategy document of blackjack: the best action for every hand against every up card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from croupier import __version__
from croupier.documents.strategy import ChartBlock, ChartRow, StrategyDocument
from croupier.families.blackjack.odds.actions import FOLLOW, LETTERS, Chart
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.families.blackjack.odds.solution import BlackjackSolution

UPS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
"""Up cards in the order of the chart's columns."""
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


def blackjack_strategy_document(rules: TableRules, solution: BlackjackSolution) -> StrategyDocument:
    blocks = tuple(_blocks(solution.chart, can_hit_21=solution.rules.plays_to_31))
    used = {cell for block in blocks for row in block.rows for cell in row.cells}
    meanings = tuple((letter, meaning) for letter, meaning in MEANINGS.items() if letter in used)
    play_rules, insurance = tuple(rules_as_text(solution)), _insurance(solution)
    perfect, chart = f"{-solution.value:.6%}", f"{-solution.chart_value:.6%}"
    cost = solution.value - solution.chart_value
    return StrategyDocument(
        rulebook=rules.id,
        title=rules.rulebook.title,
        digest=rules.rulebook.digest,
        version=__version__,
        rules=play_rules,
        blocks=blocks,
        tables=(),
        meanings=meanings,
        tones=TONES,
        terminal_lines=(
            f"House edge, perfect play: {perfect} of the first wager",
            f"House edge, this chart:   {chart} (perfect play has {cost:.6%} over it)",
            insurance,
        ),
        closing=(f"House edge: {perfect} with perfect play, {chart} by this chart.", insurance),
        json_data={
            "rulebook": rules.id,
            "digest": rules.rulebook.digest,
            "rules": list(play_rules),
            **_values_json(solution),
            "insurance": insurance,
            "up": [_card(up) for up in UPS],
            "chart": {block.title.lower().replace(" ", "_"): _chart_json(block) for block in blocks},
            "meanings": dict(meanings),
        },
    )


def _values_json(solution: BlackjackSolution) -> dict[str, float]:
    """Return the values of the strategy for JSON, per unit of the first wager."""
    return {
        "value": solution.value,
        "house_edge": -solution.value,
        "chart_value": solution.chart_value,
        "chart_cost": solution.value - solution.chart_value,
    }


def _chart_json(block: ChartBlock) -> dict[str, Any]:
    return {row.held: list(row.cells) for row in block.rows}


def _card(value: int) -> str:
    return "A" if value == 1 else str(value)


def _blocks(chart: Chart, *, can_hit_21: bool) -> Iterator[ChartBlock]:
    most = 21 if can_hit_21 else 20
    hard = [(str(total), chart.hard[total]) for total in range(5, most + 1)]
    soft = [(f"A,{total - 11}", chart.soft[total]) for total in range(13, 22 if can_hit_21 else 21)]
    pairs = [(f"{_card(value)},{_card(value)}", _pair(chart, value)) for value in (*range(2, 11), 1)]
    heads = tuple(_card(up) for up in UPS)
    for title, lines in (("Hard hands", hard), ("Soft hands", soft), ("Pairs", pairs)):
        rows = tuple(ChartRow(held, tuple(LETTERS[int(row[up])] for up in UPS)) for held, row in lines)
        yield ChartBlock(title, heads, rows)


def _pair(chart: Chart, value: int) -> list[int]:
    """Return the chart codes of a pair by up card; where the chart does not split, the code of the pair's total."""
    total, soft = (12, True) if value == 1 else (2 * value, False)
    plain = chart.soft[total] if soft else chart.hard[total]
    return [int(plain[up]) if int(code) == FOLLOW else int(code) for up, code in enumerate(chart.pair[value])]


def rules_as_text(solution: BlackjackSolution) -> Iterator[str]:
    """Yield the rules that affect the strategy, as text."""
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


def _insurance(solution: BlackjackSolution) -> str:
    if not solution.rules.insurance:
        return "There is no insurance in this game."
    edge = -float(solution.insurance.value)
    where = "a full shoe" if solution.shoe.cards == 52 * solution.rules.decks else "these cards"
    if edge > 0:
        return f"Never insure: from {where} insurance costs {edge:.4%} of what is put on it."
    return f"Insure: from {where} insurance wins {-edge:.4%} of what is put on it."
