"""What lies on the felt in a round of blackjack: seats, hands, and how they ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from croupier.cards import Card
from croupier.families.blackjack.hand_values import Count, count, is_natural, value
from croupier.families.blackjack.rules import BlackjackRules
from croupier.play.hands_on_table import HandName

DEALER = "dealer"


@dataclass(frozen=True)
class SeatBet:
    """A seat in the round: what its own wager is, and who bets behind it. The first of `bettors` decides."""

    seat: int
    stake: int
    """Cents on the main wager of whoever decides; 0 for a seat that plays for bonuses alone and decides nothing."""
    bettors: tuple[str, ...] = ()


@dataclass(frozen=True)
class RoundSeats:
    """What the round is dealt to."""

    entrants: tuple[SeatBet, ...]
    """In the order they are dealt to."""
    dealer_completes: bool = False
    """A wager is down that needs the dealer's whole hand. [004 L401, L1445, L1469]"""
    together: bool = False
    """Everybody is asked at the same time."""
    cards_last: bool = False
    """Nobody's card is dealt before all have decided. [002 L104, L123]"""
    asks_21: bool = True
    """A hand of 21 is asked too."""
    insurance_least: int = 0
    """Hundredths of the wager; the most is half of it. [004 L1409]"""
    double_least: int = 1
    """Cents. [004 L1400]"""


@dataclass(eq=False)
class HandState:
    """One hand of a seat, while it is played."""

    cards: list[Card]
    places: list[int]
    """Each card's number among those of the round, from 1."""
    holders: tuple[str, ...]
    """The bettors whose money is on it."""
    is_split: bool = False
    raised: int = 0
    """Cents the one who decides has doubled by."""
    raisers: tuple[str, ...] = ()
    stood: bool = False
    surrendered: bool = False

    @property
    def values(self) -> list[int]:
        return [value(card.rank) for card in self.cards]

    @property
    def count(self) -> Count:
        return count(self.values)


@dataclass(eq=False)
class SeatState:
    """A seat, while the round is played."""

    entrant: SeatBet
    hands: list[HandState] = field(default_factory=list)
    first_two: list[Card] = field(default_factory=list)
    insured: int = 0
    insurers: tuple[str, ...] = ()
    asked: int = 0

    @property
    def seat(self) -> int:
        return self.entrant.seat


@dataclass(frozen=True)
class HandResult:
    """A hand as it ended."""

    cards: tuple[Card, ...]
    holders: tuple[str, ...]
    is_split: bool
    raised: int
    raisers: tuple[str, ...]
    surrendered: bool


@dataclass(frozen=True)
class SeatResult:
    """A seat as it ended: its hands from left to right."""

    seat: int
    stake: int
    hands: tuple[HandResult, ...]
    first_two: tuple[Card, ...]
    """The cards it was dealt first: a split moves the second to the right."""
    insured: int
    insurers: tuple[str, ...]


@dataclass(frozen=True)
class BlackjackResult:
    """A finished round."""

    rules: BlackjackRules
    dealer: tuple[Card, ...]
    seats: tuple[SeatResult, ...]

    def seat(self, number: int) -> SeatResult | None:
        return next((seat for seat in self.seats if seat.seat == number), None)

    @property
    def dealer_natural(self) -> bool:
        return is_natural(*(value(card.rank) for card in self.dealer[:2]))

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.dealer + tuple(card for seat in self.seats for hand in seat.hands for card in hand.cards)


def seat_result(seat: SeatState) -> SeatResult:
    hands = tuple(
        HandResult(tuple(one.cards), one.holders, one.is_split, one.raised, one.raisers, one.surrendered)
        for one in seat.hands
    )
    first_two = tuple(seat.first_two)
    return SeatResult(seat.seat, seat.entrant.stake, hands, first_two, seat.insured, seat.insurers)


@cache
def hand_name(seat: int, place: int = 0, hands: int = 1) -> str:
    """A hand as a card is dealt to it: `player:2`, and `player:2/3` for the third hand of a seat that has split."""
    return str(HandName.of_seat(seat, place + 1 if hands > 1 else ""))
