"""Section of a baccarat rulebook: the third-card rules, for the round and as the rules card prints them."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from croupier.families.baccarat.hand_values import STOOD, DrawTable
from croupier.rulebook.schema import FamilyTable
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.documents.rules_card_model import CardSection


class DrawingSection(FamilyTable):
    """Third-card rules of baccarat as the rulebook states them."""

    player_draws_on: list[int]
    banker_draws_when_player_stood: list[int]
    banker_draws_on_third: dict[str, list[int]]
    """Points of the Player's third card on which the Banker draws, by the Banker's two-card total."""


def drawing_section(rules: TableRules) -> DrawingSection:
    section = rules.rulebook.written.own
    assert isinstance(section, DrawingSection)
    return section


def drawing_rules(rules: TableRules) -> DrawTable:
    """Return the third-card rules as a `DrawTable` of ones and zeros."""
    drawing = drawing_section(rules)
    lines = [(*(int(total in drawing.player_draws_on) for total in range(10)), 0)]
    for banker in range(10):
        on = drawing.banker_draws_on_third.get(str(banker), [])
        stood = int(banker in drawing.banker_draws_when_player_stood)
        lines.append((*(int(third in on) for third in range(STOOD)), stood))
    return tuple(lines)


def third_card_section(rules: TableRules) -> CardSection:
    """Return the rules for third cards, one line for each group of the Banker's totals."""
    from croupier.documents.rules_card_model import CardLine, CardSection
    from croupier.documents.rules_card_table import number_ranges
    from croupier.documents.rules_card_wording import RulesCardFormatter

    drawing = drawing_section(rules)
    draws_on = {total: drawing.banker_draws_on_third.get(str(total), []) for total in range(8)}
    rows = [
        CardLine(f"Banker on {number_ranges(total for total, _ in together)}, if the Player drew", _draws(on))
        for on, together in groupby(draws_on.items(), key=lambda pair: pair[1])
    ]
    player, stood = number_ranges(drawing.player_draws_on), number_ranges(drawing.banker_draws_when_player_stood)
    return CardSection(
        "Third cards",
        (
            CardLine("Player", f"draws on {player}", RulesCardFormatter(rules).cite(drawing.cite)),
            CardLine("Banker, if the Player stood", f"draws on {stood}"),
            *rows,
        ),
    )


def _draws(on: list[int]) -> str:
    """Return as text when the Banker draws; `on` has the points of the Player's third card."""
    from croupier.documents.rules_card_table import number_ranges

    stands_on = sorted(set(range(10)) - set(on))
    if not on:
        return "never draws"
    if not stands_on:
        return "always draws"
    return f"draws unless it was {stands_on[0]}" if len(stands_on) == 1 else f"draws against {number_ranges(on)}"
