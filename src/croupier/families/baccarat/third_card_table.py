"""Third-card table as the rules card prints it."""

from __future__ import annotations

from itertools import groupby

from croupier.documents.rules_card_model import CardLine, CardSection
from croupier.documents.rules_card_table import number_ranges
from croupier.documents.rules_card_wording import RulesCardFormatter
from croupier.families.baccarat.rules import drawing_section
from croupier.rulebook.table_rules import TableRules


def third_card_section(rules: TableRules) -> CardSection:
    """Return the rules for third cards, one line for each group of the Banker's totals."""
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
    stands_on = sorted(set(range(10)) - set(on))
    if not on:
        return "never draws"
    if not stands_on:
        return "always draws"
    return f"draws unless it was {stands_on[0]}" if len(stands_on) == 1 else f"draws against {number_ranges(on)}"
