"""The rules that decide what a round of three-card poker is worth. Citations are of 004_adc0a8156e8c1b3e.txt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import lcm

from croupier.cards import Rank
from croupier.errors import BadInput
from croupier.families.poker_dealer.holdem.rules import Pay, require_pays
from croupier.families.poker_dealer.sheet.round_outcomes import LOST, TIED, WON
from croupier.hands.hand_strength import ThreeCardCategory, Wheel

MOST_PARTS = 10_000_000
"""The most that a round may bring, in parts of the Ante, for sums to hold it with room to spare."""


class NotQualified(StrEnum):
    """What becomes of an Ante that was played when the dealer does not qualify. The Play wager goes back."""

    PAID = "paid"
    """It wins, whatever the hands. [004 L2677; CA-3CP-A2]"""
    COMPARED = "compared"
    """It wins when the player's hand is higher, and pushes otherwise. [004 L667, L671; CA-TCP-A5]"""


@dataclass(frozen=True)
class ThreeCardPays:
    """By three-card hand, to one; 0 where the hand pays nothing. A mini royal is no straight flush."""

    mini_royal: Pay = 0
    straight_flush: Pay = 0
    three_of_a_kind: Pay = 0
    straight: Pay = 0
    flush: Pay = 0
    pair: Pay = 0
    high_card: Pay = 0

    def __post_init__(self) -> None:
        require_pays(self)

    def of(self, category: ThreeCardCategory) -> Fraction:
        return Fraction(getattr(self, category.name.lower()))


NO_BONUS = ThreeCardPays()
AnteNets = tuple[tuple[tuple[Fraction, ...], ...], ...]
"""[own kind][dealer does not qualify, or does][lost, tied, won], to one."""


@dataclass(frozen=True)
class ThreeCardRules:
    """What the dealer shows and qualifies with, and what happens when he does not."""

    wheel: Wheel = Wheel.LOW
    """Whether A-2-3 is a straight. [004 L2630, L2632]"""
    not_qualified: NotQualified = NotQualified.PAID
    qualifies: Rank | None = Rank.QUEEN
    """The high card of the least hand that does; every hand does where there is none. [004 L665, L2671]"""
    is_exposed: bool = True
    """Whether one of the dealer's cards lies open when the players decide. [004 L651, L2660; CA-3CP-A1]"""
    ante_bonus: ThreeCardPays = NO_BONUS
    """On top of the Ante for a hand that was played, whoever wins. Neither document has one."""
    is_pair_plus_forfeited: bool = False
    """Whether the bonus on the player's three cards is lost with a fold. [004 L659, L690; CA-3CP-A3]"""
    ante_nets: AnteNets | None = None
    """What an Ante that was played comes to, where `not_qualified` and `ante_bonus` do not say it."""

    def __post_init__(self) -> None:
        if self.wheel not in (Wheel.LOW, Wheel.NONE):
            raise BadInput.at("wheel", f'A-2-3 is the lowest straight ("low") or "none", not "{self.wheel}"')
        largest = max(abs(net) for net in self._every_net())
        if (largest + 1) * self.unit > MOST_PARTS:
            raise BadInput.at("ante_bonus", f"pays {largest} in parts of 1/{self.unit}: too much to add up")

    def ante_net(self, kind: int, result: int, *, qualifies: bool) -> Fraction:
        """What an Ante that was played comes to, to one."""
        if self.ante_nets is not None:
            return self.ante_nets[kind][qualifies][result]
        is_paid = result == WON or self.not_qualified is NotQualified.PAID
        plain = result - TIED if qualifies else int(is_paid)
        return plain + self.ante_bonus.of(ThreeCardCategory(kind))

    def all_ante_nets(self) -> AnteNets:
        """`ante_net` of every hand and result."""
        return tuple(
            tuple(
                tuple(self.ante_net(kind, result, qualifies=qualifies) for result in (LOST, TIED, WON))
                for qualifies in (False, True)
            )
            for kind in ThreeCardCategory
        )

    def _every_net(self) -> list[Fraction]:
        return [net for of_kind in self.all_ante_nets() for of_dealer in of_kind for net in of_dealer]

    @property
    def unit(self) -> int:
        """Into how many parts the Ante is divided, so that every pay is a whole number of them."""
        return lcm(*(net.denominator for net in self._every_net()))
