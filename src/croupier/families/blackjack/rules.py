"""What one game of blackjack does otherwise than another: one record for table, mathematics and simulation."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class HoleCheck(StrEnum):
    """Whether the hole card is looked at, under an ace or a ten, before anybody plays. [ILANI-BJ-A3]"""

    PEEK = "peek"
    NONE = "none"


class Surrender(StrEnum):
    """Whether half the wager may be given up for the hand, and when. [ILANI-BJ-A4, CA-BJX-A4]"""

    OFF = "off"
    LATE = "late"
    """After the hole card was looked at: a dealer's natural takes the whole wager first."""
    EARLY = "early"
    """Before the hole card is looked at."""


class SplitBy(StrEnum):
    """Which two cards are a pair. [ILANI-BJ-A8]"""

    VALUE = "value"
    """King and ten may be split."""
    RANK = "rank"


class DoubleOn(StrEnum):
    """The totals on which the first two cards may be doubled."""

    ANY = "any"
    NINE_TO_ELEVEN = "9-11"
    TEN_OR_ELEVEN = "10-11"


@dataclass(frozen=True)
class BlackjackRules:
    """The rules that decide which cards are dealt and who may do what. What a result pays stands with the wagers."""

    decks: int = 6
    hits_soft_17: bool = True
    hole_check: HoleCheck = HoleCheck.PEEK
    surrender: Surrender = Surrender.LATE
    surrender_after_split: bool = False
    """A split hand may be given up too, before it is hit. [004 L1406]"""
    double_on: DoubleOn = DoubleOn.ANY
    double_21: bool = False
    """Two cards that make 21 without being a natural may be doubled. [ILANI-BJ-A5]"""
    double_after_split: bool = True
    double_for_less: bool = True
    split_by: SplitBy = SplitBy.VALUE
    most_hands: int = 4
    """Hands a seat may have in the end; 1 means no splitting."""
    most_ace_hands: int = 2
    split_aces_play: bool = False
    """Split aces are played on like other hands; otherwise one card each and no question."""
    split_natural: bool = False
    """Ace and ten after a split are a natural. [ILANI-BJ-A7]"""
    charlie_cards: int = 0
    """A hand of so many cards wins at once; 0 where there is no such rule. [002 L21]"""
    plays_to_31: bool = False
    """A hard 21 may be hit: a ten makes 31, anything else breaks. [004 L1367-1371]"""
    insurance: bool = True
    shared_hand: bool = False
    """Every seat plays from the same first two cards. [ILANI-BJ-A1]"""

    def __post_init__(self) -> None:
        if not 1 <= self.most_ace_hands <= self.most_hands:
            raise ValueError(f"{self.most_ace_hands} hands of aces among {self.most_hands} hands cannot be")
