"""Facts of an Ultimate Texas Hold'em hand against the player-dealer's, with their wording on the rules card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations

from croupier.cards import Card
from croupier.families.dealer_poker.shared.facts import (
    FIVE_CARD_HANDS,
    HAND,
    PLAYER_DEALER,
    SHARED_WORDING,
    hand_phrase,
)
from croupier.families.dealer_poker.shared.round import PokerResult, PokerSeatResult
from croupier.hands import rank5, rank7
from croupier.hands.hand_strength import Category
from croupier.hands.rank_hand import HandRank
from croupier.play.facts import FactList, Phrase, RoundFacts

_BEATEN = "the lower hand"
_SEVEN: Mapping[str, str] = {**FIVE_CARD_HANDS, "two_pair": "two pair", "pair": "a pair"}
ULTIMATE: Mapping[str, Phrase] = {
    **SHARED_WORDING,
    "dealer_qualifies": (PLAYER_DEALER, "has a pair or better", "has no pair"),
    **{name: hand_phrase(HAND, words) for name, words in _SEVEN.items()},
    **{f"beaten_{name}": hand_phrase(_BEATEN, words) for name, words in _SEVEN.items()},
    **{f"board_{name}": hand_phrase("the board", words) for name, words in _SEVEN.items()},
}


@dataclass(frozen=True)
class UltimateSeatContext:
    """Round as one seat sees it: the input of all facts."""

    result: PokerResult
    seat: int = 0
    min_hole_cards: int = 0
    """Number of the two hole cards that a hand must use. [CA-UTH-A1]"""

    @cached_property
    def own(self) -> PokerSeatResult:
        return self.result.seat(self.seat) or self.result.seats[0]

    @cached_property
    def hand(self) -> HandRank:
        return best_of(self.own.cards, self.result.board, self.min_hole_cards)

    @cached_property
    def dealer(self) -> HandRank:
        return best_of(self.result.dealer, self.result.board, self.min_hole_cards)

    @cached_property
    def board(self) -> HandRank:
        """Rank of the five community cards by themselves."""
        return rank5(list(self.result.board))

    @cached_property
    def beaten(self) -> HandRank | None:
        """Lower of both hands; None if they tie."""
        if self.hand.value == self.dealer.value:
            return None
        return min(self.hand, self.dealer, key=lambda hand: hand.value)


@lru_cache(maxsize=4096)
def best_of(hole: tuple[Card, ...], board: tuple[Card, ...], min_hole_cards: int) -> HandRank:
    """Return the best five cards of two hole cards and a board of three or five cards."""
    if len(board) < 5:
        return rank5([*hole, *board])
    if min_hole_cards == 0:
        return rank7([*hole, *board])
    fives = [five for five in combinations((*hole, *board), 5) if any(card in hole for card in five)]
    return max((rank5(list(five)) for five in fives), key=lambda hand: hand.value)


def facts_of(
    result: PokerResult, seat: int = 0, min_hole_cards: int = 0, shared: RoundFacts[UltimateSeatContext] | None = None
) -> RoundFacts[UltimateSeatContext]:
    return RoundFacts(fact, UltimateSeatContext(result, seat, min_hole_cards), shared)


fact: FactList[UltimateSeatContext] = FactList()
fact.set_wording(ULTIMATE)
HEADLINE = ("dealer_qualifies",)


@fact
def dealer_qualifies(context: UltimateSeatContext) -> bool:
    """The player-dealer has a pair or better. [004 L3668, L3677]"""
    return context.dealer.category >= Category.PAIR


@fact.seat_fact
def folded(context: UltimateSeatContext) -> bool:
    """The seat gave its hand up."""
    return context.own.folded


@fact.seat_fact
def hand_wins(context: UltimateSeatContext) -> bool:
    """The seat's hand beats the player-dealer's, folded or not."""
    return context.hand.value > context.dealer.value


@fact.seat_fact
def hands_tie(context: UltimateSeatContext) -> bool:
    """Both hands are worth the same."""
    return context.hand.value == context.dealer.value


KINDS = {
    "royal_flush": Category.ROYAL_FLUSH,
    "straight_flush": Category.STRAIGHT_FLUSH,
    "four_of_a_kind": Category.FOUR_OF_A_KIND,
    "full_house": Category.FULL_HOUSE,
    "flush": Category.FLUSH,
    "straight": Category.STRAIGHT,
    "three_of_a_kind": Category.THREE_OF_A_KIND,
    "two_pair": Category.TWO_PAIR,
    "pair": Category.PAIR,
}
BOARD = {f"board_{name}": kind for name, kind in KINDS.items()}
BEATEN = {f"beaten_{name}": kind for name, kind in KINDS.items()}

fact.seat_facts_by_kind(KINDS, "The seat's best hand is {kind}.", lambda context: context.hand.category)
fact.seat_facts_by_kind(
    BEATEN, "The lower of both hands is {kind}.", lambda context: context.beaten and context.beaten.category
)
fact.facts_by_kind(BOARD, "The five cards of the board are {kind}.", lambda context: context.board.category)
