"""The facts of a three-card hand against the player-dealer's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from croupier.games.facts import FactList, RoundFacts
from croupier.games.poker_felt import PokerResult, PokerSeatResult
from croupier.hands import rank3, rank6
from croupier.hands.order import Category, ThreeCardCategory
from croupier.hands.ranking import HandRank

QUEEN = 12


@dataclass(frozen=True)
class Seen:
    """A round as one seat sees it."""

    result: PokerResult
    seat: int = 0
    wheel: str = "low"
    """Whether A-2-3 is a straight. [CA-TCP-A1]"""

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
        """The best five of both hands' cards."""
        return rank6([*self.own.cards, *self.result.dealer])


def facts_of(
    result: PokerResult, seat: int = 0, wheel: str = "low", shared: RoundFacts[Seen] | None = None
) -> RoundFacts[Seen]:
    return RoundFacts(fact, Seen(result, seat, wheel), shared)


fact: FactList[Seen] = FactList()
HEADLINE = ("dealer_qualifies",)


@fact
def dealer_qualifies(seen: Seen) -> bool:
    """The player-dealer has queen high or better. [004 L665, L2671]"""
    highest = max((14 if card.rank == 1 else int(card.rank)) for card in seen.result.dealer)
    return seen.dealer.category > ThreeCardCategory.HIGH_CARD or highest >= QUEEN


@fact.of_spot
def folded(seen: Seen) -> bool:
    """The seat gave its hand up."""
    return seen.own.folded


@fact.of_spot
def hand_wins(seen: Seen) -> bool:
    """The seat's three cards beat the player-dealer's."""
    return seen.hand > seen.dealer


@fact.of_spot
def hands_tie(seen: Seen) -> bool:
    """Both hands are worth the same."""
    return seen.hand.value == seen.dealer.value


def _declare(name: str, meaning: str, holds: Callable[[Seen], bool]) -> None:
    def of(seen: Seen) -> bool:
        return holds(seen)

    of.__name__, of.__doc__, of.__annotations__["return"] = name, meaning, "bool"
    fact.of_spot(of)


THREE = {
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


def called(name: str) -> str:
    """A kind of hand with its article: `a full house`, and `four of a kind`."""
    words = name.replace("_", " ")
    return words if words.endswith("of a kind") else f"a {words}"


def _three(kind: ThreeCardCategory) -> Callable[[Seen], bool]:
    return lambda seen: seen.hand.category == kind


def _six(kind: Category) -> Callable[[Seen], bool]:
    return lambda seen: seen.six.category == kind


for _name, _kind in THREE.items():
    _declare(_name, f"The seat's three cards are {called(_name)}.", _three(_kind))
for _name, _best in SIX.items():
    _words = called(_name.removeprefix("six_"))
    _declare(_name, f"The best five of both hands' six cards are {_words}.", _six(_best))
