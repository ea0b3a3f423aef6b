"""State of a poker round against a player-dealer: seats, player-dealer's cards, community cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from croupier.cards import Card
from croupier.play.hands_on_table import HandName

DEALER = "dealer"
BOARD = "board"
PLAY, FOLD, CHECK = "play", "fold", "check"


@dataclass(frozen=True)
class PokerSeatBet:
    """Seat that is dealt into a round, with its Ante and the bettors who have one.

    The first of `bettors` makes the decisions; the others bet behind the seat (backline).
    """

    seat: int
    stake: int
    """Ante of the deciding bettor in cents; 0 if the seat has only bonus wagers and makes no decisions."""
    bettors: tuple[str, ...] = ()


@dataclass(eq=False)
class PokerSeatState:
    """State of a seat during the round."""

    bet: PokerSeatBet
    cards: list[Card] = field(default_factory=list)
    card_numbers: list[int] = field(default_factory=list)
    played: int = 0
    """Play wager of the deciding bettor in cents."""
    playing_bettors: tuple[str, ...] = ()
    """Bettors who put up a Play wager."""
    folded: bool = False
    questions_asked: int = 0

    @property
    def seat(self) -> int:
        return self.bet.seat

    @property
    def is_open(self) -> bool:
        """Whether the seat has an Ante and has neither played nor folded."""
        return bool(self.bet.stake) and not self.played and not self.folded


@dataclass(frozen=True)
class PokerSeatResult:
    """State of a seat at the end of the round."""

    seat: int
    stake: int
    cards: tuple[Card, ...]
    played: int
    playing_bettors: tuple[str, ...]
    folded: bool


@dataclass(frozen=True)
class PokerResult:
    """Result of a finished round: the hands of all seats and of the player-dealer."""

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
    """Return the name of a seat's hand for dealing."""
    return str(HandName.of_seat(seat))


def seat_result(seat: PokerSeatState) -> PokerSeatResult:
    entrant = seat.bet
    return PokerSeatResult(seat.seat, entrant.stake, tuple(seat.cards), seat.played, seat.playing_bettors, seat.folded)
