"""Facts of two mah-jong tiles against the player-dealer's two, with their wording."""

from __future__ import annotations

from typing import NamedTuple

from croupier.cards.pack import WINDOW
from croupier.families.pai_gow.mah_jong.hand_values import TileHand, beats, deals, dots_of, is_pair, strength, value_of
from croupier.families.pai_gow.mah_jong.round import MahJongResult
from croupier.play.facts import FactColumns, FactList, RoundFacts


class MahJongSeatContext(NamedTuple):
    """A seat's hand and the player-dealer's hand as one seat sees them: the input of all facts."""

    own: TileHand
    dealer: TileHand


fact: FactList[MahJongSeatContext] = FactList()


def seat_context(result: MahJongResult, seat: int = 0) -> MahJongSeatContext:
    """Return a seat's hand and the player-dealer's hand, from which the seat's facts are computed.

    For a seat without tiles, both are the player-dealer's hand.
    """
    dealer = dots_of(result.dealer)
    return MahJongSeatContext(dots_of(result.seats[seat]) if seat in result.seats else dealer, dealer)


def seat_result(context: MahJongSeatContext) -> str:
    """Return `win`, `lose`, `same` for the same two tiles, or `zero` for 0 points against 0. [004 L494-496, L502-506]

    The player-dealer wins with the same tiles and with 0 against 0.
    """
    if context.own == context.dealer:
        return "same"
    if strength(context.own) == strength(context.dealer):
        return "zero"
    return "win" if beats(*context) else "lose"


def facts_of(context: MahJongSeatContext) -> RoundFacts[MahJongSeatContext]:
    return RoundFacts(fact, context)


def columns_of(rounds: list[MahJongSeatContext]) -> FactColumns:
    return FactColumns([facts_of(one) for one in rounds], fact.types)


def all_hand_pairs() -> list[MahJongSeatContext]:
    """Return every combination of a seat's hand and a player-dealer's hand that can be dealt together."""
    return [MahJongSeatContext(own, dealer) for own, dealer, _ in deals()]


@fact.seat_fact
def wins(context: MahJongSeatContext) -> bool:
    """The hand is higher than the player-dealer's."""
    return beats(context.own, context.dealer)


@fact.seat_fact
def identical(context: MahJongSeatContext) -> bool:
    """The hand is the same two tiles as the player-dealer's."""
    return context.own == context.dealer


@fact.seat_fact
def pair(context: MahJongSeatContext) -> bool:
    """The hand is a pair."""
    return is_pair(context.own)


@fact.seat_fact
def value(context: MahJongSeatContext) -> int:
    """The last digit of the hand's dots."""
    return value_of(context.own)


@fact.seat_fact
def top_tile(context: MahJongSeatContext) -> int:
    """The dots of the higher tile of the hand; a window has ten."""
    return context.own[0]


@fact.seat_fact
def windows(context: MahJongSeatContext) -> int:
    """Number of windows in the hand."""
    return context.own.count(WINDOW)


@fact
def dealer_pair(context: MahJongSeatContext) -> bool:
    """The player-dealer's hand is a pair."""
    return is_pair(context.dealer)


@fact
def dealer_value(context: MahJongSeatContext) -> int:
    """The last digit of the dots of the player-dealer's hand."""
    return value_of(context.dealer)


@fact
def dealer_top_tile(context: MahJongSeatContext) -> int:
    """The dots of the higher tile of the player-dealer's hand; a window has ten."""
    return context.dealer[0]


OWN_TILE_FACTS = frozenset({"pair", "value", "top_tile", "windows"})
"""Facts that depend only on the seat's tiles; they are final as soon as these tiles are dealt."""

fact.set_wording(
    {
        "wins": ("the hand", "is higher than the player-dealer's", "is not higher than the player-dealer's"),
        "identical": ("the hand", "is the same as the player-dealer's", "is another than the player-dealer's"),
        "pair": ("the hand", "is a pair", "is no pair"),
        "dealer_pair": ("the player-dealer's hand", "is a pair", "is no pair"),
    },
    {
        "value": ("the hand", "counts {}"),
        "top_tile": ("the hand's higher tile", "is {}"),
        "windows": ("the hand", "holds {} windows"),
        "dealer_value": ("the player-dealer's hand", "counts {}"),
        "dealer_top_tile": ("the higher tile of the player-dealer's hand", "is {}"),
    },
)
