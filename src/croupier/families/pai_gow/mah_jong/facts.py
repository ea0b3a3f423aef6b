"""Facts of two mah-jong tiles against the player-dealer's two, with their wording."""

from __future__ import annotations

from typing import NamedTuple

from croupier.cards.pack import WINDOW
from croupier.families.pai_gow.mah_jong.hands import Two, beats, deals, is_pair, numbers_of, value_of
from croupier.families.pai_gow.mah_jong.round import MahJongResult
from croupier.play.fact_columns import FactColumns
from croupier.play.facts import FactList, RoundFacts


class Seen(NamedTuple):
    """A seat's hand and the player-dealer's hand: the input of all facts."""

    own: Two
    dealer: Two


fact: FactList[Seen] = FactList()


def seen_by(result: MahJongResult, seat: int = 0) -> Seen:
    """Return the hands that a seat's facts depend on; a seat without tiles gets the player-dealer's hand."""
    dealer = numbers_of(result.dealer)
    return Seen(numbers_of(result.seats[seat]) if seat in result.seats else dealer, dealer)


def came_out(context: Seen) -> str:
    """Return `win`, `lose`, or `same` for the same two tiles, which lose to the player-dealer. [004 L494-496]"""
    return "win" if beats(*context) else "same" if context.own == context.dealer else "lose"


def facts_of(context: Seen) -> RoundFacts[Seen]:
    return RoundFacts(fact, context)


def columns_of(rounds: list[Seen]) -> FactColumns:
    return FactColumns([facts_of(one) for one in rounds], fact.types)


def kinds() -> list[Seen]:
    """Return every pair of hands that can be dealt together."""
    return [Seen(own, dealer) for own, dealer, _ in deals()]


@fact.of_spot
def wins(context: Seen) -> bool:
    """The hand is higher than the player-dealer's."""
    return beats(context.own, context.dealer)


@fact.of_spot
def identical(context: Seen) -> bool:
    """The hand is the same two tiles as the player-dealer's."""
    return context.own == context.dealer


@fact.of_spot
def pair(context: Seen) -> bool:
    """The hand is a pair."""
    return is_pair(context.own)


@fact.of_spot
def value(context: Seen) -> int:
    """The last digit of the hand's dots."""
    return value_of(context.own)


@fact.of_spot
def top_tile(context: Seen) -> int:
    """The dots of the higher tile of the hand; a window has ten."""
    return context.own[0]


@fact.of_spot
def windows(context: Seen) -> int:
    """How many windows the hand holds."""
    return context.own.count(WINDOW)


@fact
def dealer_pair(context: Seen) -> bool:
    """The player-dealer's hand is a pair."""
    return is_pair(context.dealer)


@fact
def dealer_value(context: Seen) -> int:
    """The last digit of the dots of the player-dealer's hand."""
    return value_of(context.dealer)


@fact
def dealer_top_tile(context: Seen) -> int:
    """The dots of the higher tile of the player-dealer's hand; a window has ten."""
    return context.dealer[0]


OF_ONES_OWN_TILES = frozenset({"pair", "value", "top_tile", "windows"})
"""Facts that depend only on the tiles of the seat; they are final as soon as these are dealt."""

fact.say(
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
