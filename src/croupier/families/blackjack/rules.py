"""Rules that differ between blackjack games; the table, the odds and the simulation share them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
