"""Facts of a hand of tiles against the player-dealer's hand, with their wording."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.families.pai_gow.shared.base_round import PaiGowResult, SetHand
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
from croupier.families.pai_gow.tiles.round import hand_strength_of
from croupier.play.facts import FactList, RoundFacts


@dataclass(frozen=True)
class SetTiles:
    """One set hand: the ranks of its tiles in dealing order, and the strengths of its high and low hand."""

    ranks: tuple[int, ...]
    high: int
    low: int
    foul: bool

    @classmethod
    def of(cls, hand: SetHand) -> SetTiles:
        """Return the set hand with its strengths; an arrangement other than two and two tiles is foul. [CA-PGT-A11]"""
        ranks = ranks_of(hand.cards)
        if len(hand.high) != 2 or len(hand.low) != 2:
            return cls(ranks, 0, 0, foul=True)
        high, low = hand_strength_of(hand.high), hand_strength_of(hand.low)
        return cls(ranks, high, low, is_foul(high, low))

    @property
    def pairs(self) -> int:
        """Number of pairs among the dealt tiles."""
        return len(self.ranks) - len(set(self.ranks))

    @property
    def gee_joon(self) -> bool:
        return self.ranks.count(GEE_JOON) == 2


@dataclass(frozen=True)
class TilesSeatContext:
    """A seat's hand and the player-dealer's hand: the input of all facts of the seat."""

    own: SetTiles
    dealer: SetTiles


fact: FactList[TilesSeatContext] = FactList()


def facts_of(result: PaiGowResult, seat: int = 0) -> RoundFacts[TilesSeatContext]:
    """Return the facts of a round for one seat; a seat without tiles gets the player-dealer's hand."""
    hand = result.hand_of(seat)
    dealer = SetTiles.of(result.dealer)
    return RoundFacts(fact, TilesSeatContext(dealer if hand is None else SetTiles.of(hand), dealer))


@fact.seat_fact
def high_wins(context: TilesSeatContext) -> bool:
    """The high hand is better than the player-dealer's; zero never is."""
    return beats(context.own.high, context.dealer.high)


@fact.seat_fact
def high_copies(context: TilesSeatContext) -> bool:
    """The high hands count the same with the same highest tile, or both zero."""
    return is_copy(context.own.high, context.dealer.high)


@fact.seat_fact
def low_wins(context: TilesSeatContext) -> bool:
    """The low hand is better than the player-dealer's; zero never is."""
    return beats(context.own.low, context.dealer.low)


@fact.seat_fact
def low_copies(context: TilesSeatContext) -> bool:
    """The low hands count the same with the same highest tile, or both zero."""
    return is_copy(context.own.low, context.dealer.low)


@fact.seat_fact
def fouled(context: TilesSeatContext) -> bool:
    """The low hand was set above the high hand."""
    return context.own.foul


@fact.seat_fact
def high_pair(context: TilesSeatContext) -> bool:
    """The high hand is a pair."""
    return kind_of(context.own.high) == PAIR


@fact.seat_fact
def high_wong(context: TilesSeatContext) -> bool:
    """The high hand is a wong."""
    return kind_of(context.own.high) == WONG


@fact.seat_fact
def high_gong(context: TilesSeatContext) -> bool:
    """The high hand is a gong."""
    return kind_of(context.own.high) == GONG


@fact.seat_fact
def high_points(context: TilesSeatContext) -> int:
    """The points of the high hand; a pair, wong or gong counts nine."""
    return value_of(context.own.high)


@fact.seat_fact
def low_points(context: TilesSeatContext) -> int:
    """The points of the low hand; a pair, wong or gong counts nine."""
    return value_of(context.own.low)


@fact.seat_fact
def pairs_dealt(context: TilesSeatContext) -> int:
    """Number of pairs among the four tiles."""
    return context.own.pairs


@fact.seat_fact
def gee_joon_dealt(context: TilesSeatContext) -> bool:
    """Both gee joon tiles are among the four."""
    return context.own.gee_joon


@fact
def dealer_high_points(context: TilesSeatContext) -> int:
    """The points of the player-dealer's high hand; a pair, wong or gong counts nine."""
    return value_of(context.dealer.high)


@fact
def dealer_low_points(context: TilesSeatContext) -> int:
    """The points of the player-dealer's low hand; a pair, wong or gong counts nine."""
    return value_of(context.dealer.low)


@fact
def dealer_pairs_dealt(context: TilesSeatContext) -> int:
    """Number of pairs among the player-dealer's four tiles."""
    return context.dealer.pairs


COMPARISON_FACTS = ("high_wins", "high_copies", "low_wins", "low_copies")
"""Facts that compare the seat's hand with the player-dealer's; all others depend on one hand only."""
OWN_TILE_FACTS = frozenset({"pairs_dealt", "gee_joon_dealt"})
"""Facts that depend only on the seat's tiles; they are final as soon as these tiles are dealt."""
BOTH_HANDS_TILE_FACTS = OWN_TILE_FACTS | {"dealer_pairs_dealt"}
"""Facts that become final as soon as the player-dealer's tiles are open too."""

fact.set_wording(
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
