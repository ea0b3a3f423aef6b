"""Section of a baccarat rulebook: the third-card rules."""

from __future__ import annotations

from croupier.families.baccarat.hand_values import STOOD, DrawTable
from croupier.rulebook.schema import FamilyTable
from croupier.rulebook.table_rules import TableRules


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
