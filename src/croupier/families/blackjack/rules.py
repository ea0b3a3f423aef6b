"""Rules that differ between blackjack games, and the `blackjack` section of a rulebook that sets them.

The table, the odds and the simulation share the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from pydantic import Field

from croupier.errors import suggestion
from croupier.rulebook.schema import FamilyTable, FromOption, Id, RulebookFile
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.toml_reader import Path


class HoleCheck(StrEnum):
    """Whether the dealer checks the hole card under an ace or a ten before the players act. [ILANI-BJ-A3]"""

    PEEK = "peek"
    NONE = "none"


class Surrender(StrEnum):
    """Whether and when a player may give up a hand and lose half the wager. [ILANI-BJ-A4, CA-BJX-A4]"""

    OFF = "off"
    LATE = "late"
    """Surrender after the hole card is checked: a dealer's natural takes the whole wager first."""
    EARLY = "early"
    """Surrender before the hole card is checked."""


class SplitBy(StrEnum):
    """Which two cards count as a pair. [ILANI-BJ-A8]"""

    VALUE = "value"
    """Cards of equal value are a pair, so that a king and a ten may be split."""
    RANK = "rank"


class DoubleOn(StrEnum):
    """Totals of the first two cards on which a player may double."""

    ANY = "any"
    NINE_TO_ELEVEN = "9-11"
    TEN_OR_ELEVEN = "10-11"


@dataclass(frozen=True)
class BlackjackRules:
    """Rules that decide which cards are dealt and which actions are legal.

    The wagers of the rulebook define what each result pays.
    """

    decks: int = 6
    hits_soft_17: bool = True
    hole_check: HoleCheck = HoleCheck.PEEK
    surrender: Surrender = Surrender.LATE
    surrender_after_split: bool = False
    """Whether a split hand may be surrendered before it is hit. [004 L1406]"""
    double_on: DoubleOn = DoubleOn.ANY
    double_21: bool = False
    """Whether two cards that total 21 without being a natural may be doubled. [ILANI-BJ-A5]"""
    double_after_split: bool = True
    double_for_less: bool = True
    split_by: SplitBy = SplitBy.VALUE
    most_hands: int = 4
    """Maximum number of hands of a seat after splits; 1 forbids splitting."""
    most_ace_hands: int = 2
    split_aces_play: bool = False
    """Whether split aces are played on like other hands.

    If False, each split ace receives one card and may only be split again.
    """
    split_natural: bool = False
    """Whether an ace and a ten after a split count as a natural. [ILANI-BJ-A7]"""
    charlie_cards: int = 0
    """Number of cards with which a hand of 21 or less wins at once; 0 if there is no such rule. [002 L21]"""
    plays_to_31: bool = False
    """Whether a hard 21 may be hit: a ten makes 31, any other card breaks the hand. [004 L1367-1371]"""
    insurance: bool = True
    shared_hand: bool = False
    """Whether all seats play the same first two cards. [ILANI-BJ-A1]"""

    def __post_init__(self) -> None:
        if not 1 <= self.most_ace_hands <= self.most_hands:
            raise ValueError(f"{self.most_ace_hands} hands of aces among {self.most_hands} hands cannot be")


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
    """Time at which a natural is paid if the dealer cannot tie it, because the up card is two to nine."""
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
