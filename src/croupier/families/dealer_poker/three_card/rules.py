"""Rules that determine the value of a round of three-card poker. Citations refer to 004_adc0a8156e8c1b3e.txt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import lcm

from croupier.cards import Rank
from croupier.errors import BadInput
from croupier.families.dealer_poker.shared.odds.action_values import Pay, require_pays
from croupier.families.dealer_poker.shared.odds.round_outcomes import LOST, TIED, WON
from croupier.hands.hand_strength import ThreeCardCategory, Wheel

MOST_PARTS = 10_000_000
"""Maximum result of a round in parts of the Ante; with larger results, sums would not fit into 64 bits."""


class NotQualified(StrEnum):
    """Fate of a played Ante if the dealer does not qualify: paid or returned; the Play wager is returned."""

    PAID = "paid"
    """The Ante wins with any hand. [004 L2677; CA-3CP-A2]"""
    COMPARED = "compared"
    """The Ante wins if the player's hand is higher, else it pushes. [004 L667, L671; CA-TCP-A5]"""


@dataclass(frozen=True)
class ThreeCardPays:
    """Payout per unit staked by three-card hand; 0 if the hand pays nothing. A mini royal is not a straight flush."""

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
"""Net result of the Ante per unit staked: [player's category][dealer qualifies: 0 or 1][lost, tied, won]."""


@dataclass(frozen=True)
class ThreeCardRules:
    """Rules of three-card poker that decide its value: shown card, qualifying hand, and payouts."""

    wheel: Wheel = Wheel.LOW
    """Whether A-2-3 is a straight. [004 L2630, L2632]"""
    not_qualified: NotQualified = NotQualified.PAID
    qualifies: Rank | None = Rank.QUEEN
    """High card of the lowest hand that qualifies; None if every hand qualifies. [004 L665, L2671]"""
    is_exposed: bool = True
    """Whether one of the dealer's cards is face up when the players decide. [004 L651, L2660; CA-3CP-A1]"""
    ante_bonus: ThreeCardPays = NO_BONUS
    """Bonus on the Ante for a played hand, won or lost; neither document has one."""
    is_pair_plus_forfeited: bool = False
    """Whether a fold forfeits the bonus wager on the player's three cards. [004 L659, L690; CA-3CP-A3]"""
    ante_nets: AnteNets | None = None
    """Net results of a played Ante, if `not_qualified` and `ante_bonus` cannot express them."""

    def __post_init__(self) -> None:
        if self.wheel not in (Wheel.LOW, Wheel.NONE):
            raise BadInput.at("wheel", f'A-2-3 is the lowest straight ("low") or "none", not "{self.wheel}"')
        largest = max(abs(net) for net in self._every_net())
        if (largest + 1) * self.unit > MOST_PARTS:
            raise BadInput.at("ante_bonus", f"pays {largest} in parts of 1/{self.unit}: too much to add up")

    def ante_net(self, kind: int, result: int, *, qualifies: bool) -> Fraction:
        """Return the net result of a played Ante, per unit staked."""
        if self.ante_nets is not None:
            return self.ante_nets[kind][qualifies][result]
        is_paid = result == WON or self.not_qualified is NotQualified.PAID
        plain = result - TIED if qualifies else int(is_paid)
        return plain + self.ante_bonus.of(ThreeCardCategory(kind))

    def all_ante_nets(self) -> AnteNets:
        """Return the net result of a played Ante for every hand and result, as `ante_net` gives it."""
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
        """Number of parts in an Ante, such that every payout is a whole number of parts."""
        return lcm(*(net.denominator for net in self._every_net()))
