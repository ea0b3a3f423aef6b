"""Rules that determine the value of a round of Ultimate Texas Hold'em. Citations refer to 004_adc0a8156e8c1b3e.txt."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from croupier.errors import BadInput
from croupier.families.dealer_poker.shared.odds.action_values import Pay, require_pays
from croupier.hands.hand_strength import Category


@dataclass(frozen=True)
class HandPays:
    """Payout per unit staked by five-card hand; 0 if the hand pays nothing. A royal flush is not a straight flush."""

    royal_flush: Pay = 0
    straight_flush: Pay = 0
    four_of_a_kind: Pay = 0
    full_house: Pay = 0
    flush: Pay = 0
    straight: Pay = 0
    three_of_a_kind: Pay = 0
    two_pair: Pay = 0
    pair: Pay = 0
    high_card: Pay = 0

    def __post_init__(self) -> None:
        require_pays(self)

    def of(self, category: Category) -> Fraction:
        return Fraction(getattr(self, category.name.lower()))


BLIND = HandPays(
    royal_flush=500, straight_flush=50, four_of_a_kind=10, full_house=3, flush=Fraction(3, 2), straight=1
)  # fmt: skip
"""Payouts of the Blind, equal to the table that other sources print as the usual one. [004 L3712-3717]"""
MOST_PARTS = 30_000_000
"""Maximum result of a round in parts of the Ante, so that the sum over all deals stays below 2**63.

A first hand has 2.52 x 10**11 deals.
"""
MOST_TIMES = 100
MIN_HOLE_CARDS = (0, 1)


@dataclass(frozen=True)
class UltimateRules:
    """Sizes of the raises, the dealer's qualifying hand, and the payouts of the Blind."""

    before_flop: tuple[int, ...] = (3, 4)
    """Sizes of the Play wager before the flop, in antes; a check is always legal. [004 L3642]"""
    flop: int = 2
    """Size of the Play wager on the flop, in antes. [004 L3644]"""
    river: int = 1
    """Size of the Play wager at the river, in antes; the other choice is a fold. [004 L3645-3649]"""
    qualifies: Category = Category.PAIR
    """Lowest hand with which the dealer qualifies; below it the Ante pushes. [004 L3668, L3673, L3677]"""
    blind: HandPays = BLIND
    """Payouts of the Blind for a win; a winning hand with payout 0 pushes. [004 L3690, L3696-3697]"""
    min_hole_cards: int = 0
    """Number of the two hole cards that a hand must use, also the dealer's. [CA-UTH-A1; 004 L3658, L3727]"""

    def __post_init__(self) -> None:
        before = [("before_flop", times) for times in self.before_flop]
        for where, times in (*before, ("flop", self.flop), ("river", self.river)):
            if not isinstance(times, int) or not 1 <= times <= MOST_TIMES:
                raise BadInput.at(where, f"a Play wager is 1 to {MOST_TIMES} whole times the Ante, not {times!r}")
        if not self.before_flop or len(set(self.before_flop)) < len(self.before_flop):
            raise BadInput.at("before_flop", f"name each raise once, and at least one, not {self.before_flop}")
        if self.qualifies not in HANDS:
            raise BadInput.at("qualifies", f"is a hand from a high card to a royal flush, not {self.qualifies!r}")
        if self.min_hole_cards not in MIN_HOLE_CARDS:
            raise BadInput.at("min_hole_cards", f"a hand must use 0 or 1 of one's own cards, not {self.min_hole_cards}")
        most = max(*self.before_flop, self.flop, self.river) + 2 + max(self.blind.of(hand) for hand in HANDS)
        if most * self.unit > MOST_PARTS:
            raise BadInput.at("blind", f"a round may bring {most} antes in parts of 1/{self.unit}: too much to add up")

    @property
    def unit(self) -> int:
        """Number of parts in an Ante, such that every payout is a whole number of parts."""
        return lcm(*(self.blind.of(category).denominator for category in HANDS))


HANDS = tuple(category for category in Category if category != Category.FIVE_OF_A_KIND)
