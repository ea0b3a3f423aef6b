"""The shoes a simulation deals from: decks, burn, cut card, or six fresh decks for every round."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from croupier.cards import CutRule, ShoeRules
from croupier.errors import BadInput
from croupier.families.blackjack.hands import value
from croupier.odds.simulation.shoes import Dealing, burn_by_points, dealing_of

MOST_DECKS = 10
CARDS_A_SEAT = 12
"""Shuffled for a seat's round at first; a round that takes more has the whole shoe shuffled."""


class AfterCut(IntEnum):
    """What is played once the cut card is out."""

    NOTHING = 0
    """The round it came out in is finished, and is the last."""
    ONE_MORE = 1
    """One more round. [003 L230]"""
    ONE_MORE_UNLESS_FIRST = 2
    """One more round, unless the cut card came in place of a round's first card. [000 L104-105]"""


@dataclass(frozen=True)
class ShoePlan:
    """How a simulated shoe is filled, burnt and left. The number of decks stands in the rules of the game."""

    burn: tuple[int, ...] = (1,) * 10
    """Cards burnt, by the value of the first, ace to ten."""
    cut_from_back: int = 78
    """Cards behind the cut card: a deck and a half. [ILANI-BJ-A24]"""
    after_cut: AfterCut = AfterCut.NOTHING
    is_fresh: bool = False
    """A whole new shoe for every round, as a generator or a continuous shuffler deals. [002 L79, L111]"""

    def __post_init__(self) -> None:
        if len(self.burn) != 10 or min(self.burn) < 0:
            raise BadInput.at("shoe.burn", f"is {self.burn}; give ten numbers of cards, for an ace to a ten")
        if self.cut_from_back < 0:
            raise BadInput.at(
                "shoe.cut_from_back", f"is {self.cut_from_back}; the cut card lies before 0 cards or more"
            )

    @classmethod
    def fresh(cls) -> ShoePlan:
        return cls(burn=(0,) * 10, cut_from_back=0, is_fresh=True)

    @classmethod
    def of(cls, rules: ShoeRules) -> ShoePlan:
        """The shoe of the live table."""
        ten, *others = burn_by_points(rules)
        ends = rules.cut_rule is CutRule.ENDS_WITH_THE_HAND
        return cls((*others, ten), rules.cut_from_back, AfterCut.ONE_MORE_UNLESS_FIRST if ends else AfterCut.ONE_MORE)


def dealings_of(plan: ShoePlan, decks: int, seats: int) -> tuple[Dealing, Dealing]:
    """The shoe as far as it is dealt as a rule, and the whole of it."""
    cards = 52 * decks
    begin = 0 if plan.is_fresh else max(cards - plan.cut_from_back, *plan.burn, 0)
    rounds = 1 if plan.is_fresh or plan.after_cut is AfterCut.NOTHING else 2
    margin = (rounds - 1) * 6 * (seats + 1) + CARDS_A_SEAT * (seats + 1) // 2
    dealt = min(cards, begin + -(-(margin + 4) // 8) * 8)
    return _dealing(plan, decks, dealt), _dealing(plan, decks, cards)


def _dealing(plan: ShoePlan, decks: int, dealt: int) -> Dealing:
    return dealing_of(
        decks=decks,
        points=lambda rank: value(rank) - 1,
        burn=plan.burn,
        cut_from_back=plan.cut_from_back,
        ends_with_the_hand=plan.after_cut is AfterCut.ONE_MORE_UNLESS_FIRST,
        dealt=dealt,
    )
