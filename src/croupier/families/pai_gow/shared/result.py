"""Result of a finished round of pai gow: each hand as it was dealt and as it was set."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.cards import Piece
from croupier.play.round import ArrangedHands

DEALER, PLAYER, BANKER = "dealer", "player", "banker"
HIGH, LOW = "high", "low"


@dataclass(frozen=True)
class SetHand:
    """Cards of one hand in dealing order, and its arrangement: the high hand and the low hand."""

    cards: tuple[Piece, ...]
    arrangement: ArrangedHands
    by_house: bool = True
    """Whether the house set the hand, by request or because the player did not answer."""

    @property
    def high(self) -> tuple[Piece, ...]:
        return self.arrangement[0]

    @property
    def low(self) -> tuple[Piece, ...]:
        return self.arrangement[1]


@dataclass(frozen=True)
class PaiGowSeatResult:
    """Final hand of one seat."""

    seat: int
    hand: SetHand
    doubled: tuple[str, ...] = ()
    """Bettors who have doubled their wager."""


@dataclass(frozen=True)
class PaiGowResult:
    """Result of a finished round."""

    dealer: SetHand
    """The player-dealer's hand; in games with two common hands, the Banker hand."""
    seats: tuple[PaiGowSeatResult, ...]
    common: SetHand | None = None
    """The Player hand, in games with two common hands."""
    dice: tuple[int, ...] = ()
    first: int | None = None
    """Seat that got the first packet."""
    action: int | None = None
    """Seat with the action button, where settlement starts."""
    bank: int | None = None
    """Seat of the player-dealer."""

    def seat(self, number: int) -> PaiGowSeatResult | None:
        return next((seat for seat in self.seats if seat.seat == number), None)

    def hand_of(self, seat: int) -> SetHand | None:
        """Return the hand that decides the wagers of a seat."""
        if self.common is not None:
            return self.common
        own = self.seat(seat)
        return None if own is None else own.hand

    @property
    def cards(self) -> tuple[Piece, ...]:
        hands = [self.dealer, *([self.common] if self.common else []), *(seat.hand for seat in self.seats)]
        return tuple(card for hand in hands for card in hand.cards)
