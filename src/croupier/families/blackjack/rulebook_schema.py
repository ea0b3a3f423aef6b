"""Schema of the `blackjack` section of a rulebook: how hands are played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from croupier.errors import suggestion
from croupier.rulebook.schema import FamilyTable, FromOption, Id, RulebookFile
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.toml_lines import Path


class BlackjackSection(FamilyTable):
    """Rules of play of a blackjack rulebook; the wagers define what each result pays."""

    wager: Id
    """Main wager, for which a hand is played."""
    hits_soft_17: bool | str | FromOption = True
    hole_check: str | FromOption = "peek"
    surrender: str | FromOption = "off"
    surrender_after_split: bool | FromOption = False
    double_on: str | FromOption = "any"
    double_21: bool | FromOption = False
    double_after_split: bool | FromOption = True
    double_for_less: bool | FromOption = True
    double_within_limits: bool | FromOption = False
    split_by: str | FromOption = "value"
    most_hands: int | FromOption = 4
    most_ace_hands: int | FromOption = 2
    split_aces_play: bool | FromOption = False
    split_natural: bool | FromOption = False
    charlie_cards: int | FromOption = 0
    plays_to_31: bool | FromOption = False
    natural_paid: Literal["at-settlement", "at-deal"] = "at-settlement"
    """When a natural is paid if the dealer cannot tie it, because the up card is two to nine."""
    insurance: str = ""
    """Wager that insures against a dealer's natural; empty if the game has no insurance."""
    insurance_least: int = 0
    """Minimum insurance in hundredths of the main wager."""
    hand_model: str | FromOption = "per-seat"
    completes_for: list[str] = Field(default=[])
    """Wagers for which the dealer completes the dealer's hand even if all players' hands are decided."""

    def largest_value(self, key: str) -> int:
        return {"charlie_cards": 31, "most_hands": 16, "most_ace_hands": 16}.get(key) or super().largest_value(key)

    def problems(self, book: RulebookFile) -> Iterator[tuple[Path, str]]:
        for name in (self.wager, *self.completes_for, *([self.insurance] if self.insurance else [])):
            if name not in book.wager:
                yield ("blackjack",), f'"{name}" is not a wager{suggestion(name, book.wager)}'


def section_of(rules: TableRules) -> BlackjackSection:
    section = rules.rulebook.written.own
    assert isinstance(section, BlackjackSection)
    return section
