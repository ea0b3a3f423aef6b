"""Facts of a three-card hand against the player-dealer's, with their wording on the rules card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from croupier.families.dealer_poker.shared.facts import (
    FIVE_CARD_HANDS,
    HAND,
    PLAYER_DEALER,
    SHARED_WORDING,
    hand_phrase,
)
from croupier.families.dealer_poker.shared.round import PokerResult, PokerSeatResult
from croupier.hands import rank3, rank6
from croupier.hands.hand_strength import Category, ThreeCardCategory
from croupier.hands.rank_hand import HandRank
from croupier.play.facts import FactList, Phrase, RoundFacts

_SIX = "the best five of both hands' cards"
_THREE: Mapping[str, str] = {
    "mini_royal": "a mini royal flush",
    "straight_flush": "a straight flush",
    "three_of_a_kind": "three of a kind",
    "straight": "a straight",
    "flush": "a flush",
    "pair": "a pair",
}
THREE_CARD: Mapping[str, Phrase] = {
    **SHARED_WORDING,
    "dealer_qualifies": (PLAYER_DEALER, "has queen high or better", "has less than queen high"),
    **{name: hand_phrase(HAND, words) for name, words in _THREE.items()},
    **{f"six_{name}": hand_phrase(_SIX, words, "are") for name, words in FIVE_CARD_HANDS.items()},
}

QUEEN = 12


@dataclass(frozen=True)
class ThreeCardSeatContext:
    """Round as one seat sees it: the input of all facts."""

    result: PokerResult
    seat: int = 0
    wheel: str = "low"
    """Whether A-2-3 is a straight: `low` or `none`. [CA-TCP-A1]"""

    @cached_property
    def own(self) -> PokerSeatResult:
        return self.result.seat(self.seat) or self.result.seats[0]

    @cached_property
    def hand(self) -> HandRank:
        return rank3(list(self.own.cards), wheel=self.wheel)

    @cached_property
    def dealer(self) -> HandRank:
        return rank3(list(self.result.dealer), wheel=self.wheel)

    @cached_property
    def six(self) -> HandRank:
        """Rank of the best five of the six cards of both hands."""
        return rank6([*self.own.cards, *self.result.dealer])


def facts_of(
    result: PokerResult, seat: int = 0, wheel: str = "low", shared: RoundFacts[ThreeCardSeatContext] | None = None
) -> RoundFacts[ThreeCardSeatContext]:
    return RoundFacts(fact, ThreeCardSeatContext(result, seat, wheel), shared)


fact: FactList[ThreeCardSeatContext] = FactList()
fact.set_wording(THREE_CARD)
HEADLINE = ("dealer_qualifies",)


@fact
def dealer_qualifies(context: ThreeCardSeatContext) -> bool:
    """The player-dealer has queen high or better. [004 L665, L2671]"""
    highest = max((14 if card.rank == 1 else int(card.rank)) for card in context.result.dealer)
    return context.dealer.category > ThreeCardCategory.HIGH_CARD or highest >= QUEEN


@fact.seat_fact
def folded(context: ThreeCardSeatContext) -> bool:
    """The seat gave its hand up."""
    return context.own.folded


@fact.seat_fact
def hand_wins(context: ThreeCardSeatContext) -> bool:
    """The seat's three cards beat the player-dealer's."""
    return context.hand > context.dealer


@fact.seat_fact
def hands_tie(context: ThreeCardSeatContext) -> bool:
    """Both hands are worth the same."""
    return context.hand.value == context.dealer.value


THREE_CARD_FACTS = {
    "mini_royal": ThreeCardCategory.MINI_ROYAL,
    "straight_flush": ThreeCardCategory.STRAIGHT_FLUSH,
    "three_of_a_kind": ThreeCardCategory.THREE_OF_A_KIND,
    "straight": ThreeCardCategory.STRAIGHT,
    "flush": ThreeCardCategory.FLUSH,
    "pair": ThreeCardCategory.PAIR,
}
SIX = {
    "six_royal_flush": Category.ROYAL_FLUSH,
    "six_straight_flush": Category.STRAIGHT_FLUSH,
    "six_four_of_a_kind": Category.FOUR_OF_A_KIND,
    "six_full_house": Category.FULL_HOUSE,
    "six_flush": Category.FLUSH,
    "six_straight": Category.STRAIGHT,
    "six_three_of_a_kind": Category.THREE_OF_A_KIND,
}

fact.seat_facts_by_kind(THREE_CARD_FACTS, "The seat's three cards are {kind}.", lambda context: context.hand.category)
fact.seat_facts_by_kind(SIX, "The best five of both hands' six cards are {kind}.", lambda context: context.six.category)
