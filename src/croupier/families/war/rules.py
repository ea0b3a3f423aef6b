"""Rules of war: its section of a rulebook, the order of dealing, and the height of cards."""

from __future__ import annotations

from typing import Literal

from croupier.cards import Rank
from croupier.rulebook.schema import FamilyTable, FromOption
from croupier.rulebook.table_rules import TableRules

PLAYER = "player"
BANKER = "banker"
ACE_HIGH = 14


class WarSection(FamilyTable):
    """Section of a rulebook with the rules of war."""

    first_card: Literal["banker", "player"] | FromOption = "banker"
    """Hand that gets its card first, whenever both hands get a card. [CA-UW-A3, CA-UW-A9]"""


def dealing_order(rules: TableRules) -> tuple[str, str]:
    """Return the names of the two hands in dealing order."""
    section = rules.rulebook.written.own
    assert isinstance(section, WarSection)
    return (PLAYER, BANKER) if rules.value(section.first_card) == PLAYER else (BANKER, PLAYER)


def card_height(rank: Rank) -> int:
    """Return the height of a rank: 2 to 10 by number, jack 11, queen 12, king 13, ace 14. [004 L2026]"""
    return ACE_HIGH if rank is Rank.ACE else int(rank)
