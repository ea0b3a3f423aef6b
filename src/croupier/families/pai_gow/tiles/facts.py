"""Facts of a hand of tiles against the player-dealer's hand, with their wording."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.families.pai_gow.result import PaiGowResult, SetHand
from croupier.families.pai_gow.tiles.hand_values import (
    GEE_JOON,
    GONG,
    PAIR,
    WONG,
    beats,
    is_copy,
    is_foul,
    kind_of,
    ranks_of,
    value_of,
)
from croupier.families.pai_gow.tiles.round import worth_of
from croupier.play.facts import FactList, RoundFacts


@dataclass(frozen=True)
class Laid:
    """One set hand: the ranks of its tiles in dealing order, and the strengths of its two parts."""

    ranks: tuple[int, ...]
    high: int
    low: int
    foul: bool

    @classmethod
    def of(cls, hand: SetHand) -> Laid:
        """Evaluate a set hand; hands of other sizes than two and two are foul. [CA-PGT-A11]"""
        ranks = ranks_of(hand.cards)
        if len(hand.high) != 2 or len(hand.low) != 2:
            return cls(ranks, 0, 0, foul=True)
        high, low = worth_of(hand.high), worth_of(hand.low)
        return cls(ranks, high, low, is_foul(high, low))

    @property
    def pairs(self) -> int:
        """Number of pairs among the dealt tiles."""
        return len(self.ranks) - len(set(self.ranks))

    @property
    def gee_joon(self) -> bool:
        return self.ranks.count(GEE_JOON) == 2


@dataclass(frozen=True)
class Seen:
    """A seat's hand and the player-dealer's hand: the input of all facts."""

    own: Laid
    dealer: Laid


fact: FactList[Seen] = FactList()


def facts_of(result: PaiGowResult, seat: int = 0) -> RoundFacts[Seen]:
    """Return the facts of a round for one seat; a seat without tiles gets the player-dealer's hand."""
    hand = result.hand_of(seat)
    dealer = Laid.of(result.dealer)
    return RoundFacts(fact, Seen(dealer if hand is None else Laid.of(hand), dealer))


@fact.of_spot
def high_wins(context: Seen) -> bool:
    """The high hand is better than the player-dealer's; zero never is."""
    return beats(context.own.high, context.dealer.high)


@fact.of_spot
def high_copies(context: Seen) -> bool:
    """The high hands count the same with the same highest tile, or both zero."""
    return is_copy(context.own.high, context.dealer.high)


@fact.of_spot
def low_wins(context: Seen) -> bool:
    """The low hand is better than the player-dealer's; zero never is."""
    return beats(context.own.low, context.dealer.low)


@fact.of_spot
def low_copies(context: Seen) -> bool:
    """The low hands count the same with the same highest tile, or both zero."""
    return is_copy(context.own.low, context.dealer.low)


@fact.of_spot
def fouled(context: Seen) -> bool:
    """The low hand was set above the high hand."""
    return context.own.foul


@fact.of_spot
def high_pair(context: Seen) -> bool:
    """The high hand is a pair."""
    return kind_of(context.own.high) == PAIR


@fact.of_spot
def high_wong(context: Seen) -> bool:
    """The high hand is a wong."""
    return kind_of(context.own.high) == WONG


@fact.of_spot
def high_gong(context: Seen) -> bool:
    """The high hand is a gong."""
    return kind_of(context.own.high) == GONG


@fact.of_spot
def high_points(context: Seen) -> int:
    """The points of the high hand; a pair, wong or gong counts nine."""
    return value_of(context.own.high)


@fact.of_spot
def low_points(context: Seen) -> int:
    """The points of the low hand; a pair, wong or gong counts nine."""
    return value_of(context.own.low)


@fact.of_spot
def pairs_dealt(context: Seen) -> int:
    """How many pairs are among the four tiles."""
    return context.own.pairs


@fact.of_spot
def gee_joon_dealt(context: Seen) -> bool:
    """Both gee joon tiles are among the four."""
    return context.own.gee_joon


@fact
def dealer_high_points(context: Seen) -> int:
    """The points of the player-dealer's high hand; a pair, wong or gong counts nine."""
    return value_of(context.dealer.high)


@fact
def dealer_low_points(context: Seen) -> int:
    """The points of the player-dealer's low hand; a pair, wong or gong counts nine."""
    return value_of(context.dealer.low)


@fact
def dealer_pairs_dealt(context: Seen) -> int:
    """How many pairs are among the player-dealer's four tiles."""
    return context.dealer.pairs


AGAINST = ("high_wins", "high_copies", "low_wins", "low_copies")
"""Facts that compare two hands; all others depend on one hand only."""
OF_ONES_OWN_TILES = frozenset({"pairs_dealt", "gee_joon_dealt"})
"""Facts that depend only on the tiles dealt to the seat; they are final as soon as these are dealt."""
OF_BOTH_ONES_TILES = OF_ONES_OWN_TILES | {"dealer_pairs_dealt"}
"""Facts that are final as soon as the player-dealer's tiles are open too."""

fact.say(
    {
        "high_wins": ("the high hand", "is better than the player-dealer's", "is not better than the player-dealer's"),
        "high_copies": ("the high hand", "is a copy of the player-dealer's", "is no copy of the player-dealer's"),
        "low_wins": ("the low hand", "is better than the player-dealer's", "is not better than the player-dealer's"),
        "low_copies": ("the low hand", "is a copy of the player-dealer's", "is no copy of the player-dealer's"),
        "fouled": ("the hand", "is foul", "is not foul"),
        "high_pair": ("the high hand", "is a pair", "is no pair"),
        "high_wong": ("the high hand", "is a wong", "is no wong"),
        "high_gong": ("the high hand", "is a gong", "is no gong"),
        "gee_joon_dealt": ("the four tiles", "hold both gee joon", "do not hold both gee joon"),
    },
    {
        "high_points": ("the high hand", "counts {}"),
        "low_points": ("the low hand", "counts {}"),
        "pairs_dealt": ("the four tiles", "hold {} pairs"),
        "dealer_high_points": ("the player-dealer's high hand", "counts {}"),
        "dealer_low_points": ("the player-dealer's low hand", "counts {}"),
        "dealer_pairs_dealt": ("the player-dealer's four tiles", "hold {} pairs"),
    },
)
