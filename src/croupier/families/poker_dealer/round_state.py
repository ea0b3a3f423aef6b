"""What lies on the felt in a poker game against a player-dealer: seats, the dealer's cards, a board."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from croupier.cards import Card
from croupier.play.hands_on_table import HandName

DEALER = "dealer"
BOARD = "board"
PLAY, FOLD, CHECK = "play", "fold", "check"


@dataclass(frozen=True)
class SeatBet:
    """A seat in the round: the ante of whoever decides for it, and the bettors who have one. The first decides."""

    seat: int
    stake: int
    """Cents; 0 for a seat that plays for bonuses alone and decides nothing."""
    bettors: tuple[str, ...] = ()


@dataclass(eq=False)
class SeatState:
    """A seat, while the round is played."""

    entrant: SeatBet
    cards: list[Card] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    played: int = 0
    """Cents of the Play wager of whoever decides."""
    players: tuple[str, ...] = ()
    """The bettors who put a Play wager up."""
    folded: bool = False
    asked: int = 0

    @property
    def seat(self) -> int:
        return self.entrant.seat

    @property
    def is_open(self) -> bool:
        """It has an ante, and has neither played nor folded."""
        return bool(self.entrant.stake) and not self.played and not self.folded


@dataclass(frozen=True)
class PokerSeatResult:
    """A seat as it ended."""

    seat: int
    stake: int
    cards: tuple[Card, ...]
    played: int
    players: tuple[str, ...]
    folded: bool


@dataclass(frozen=True)
class PokerResult:
    """A finished round."""

    dealer: tuple[Card, ...]
    board: tuple[Card, ...]
    seats: tuple[PokerSeatResult, ...]

    def seat(self, number: int) -> PokerSeatResult | None:
        return next((seat for seat in self.seats if seat.seat == number), None)

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.dealer + self.board + tuple(card for seat in self.seats for card in seat.cards)


@cache
def seat_name(seat: int) -> str:
    """A hand as a card is dealt to it."""
    return str(HandName.of_seat(seat))


def ended(seat: SeatState) -> PokerSeatResult:
    entrant = seat.entrant
    return PokerSeatResult(seat.seat, entrant.stake, tuple(seat.cards), seat.played, seat.players, seat.folded)
