"""A finished round of pai gow poker: hands as they were dealt and as they lie."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.cards import Piece
from croupier.play.round import ArrangedHands

DEALER, PLAYER, BANKER = "dealer", "player", "banker"
HIGH, LOW = "high", "low"


@dataclass(frozen=True)
class SetHand:
    """Somebody's cards, in the order they were dealt, and the hands they are laid into: the high one, the low one."""

    cards: tuple[Piece, ...]
    laid: ArrangedHands
    by_house: bool = True
    """Set the house way, asked for or not."""

    @property
    def high(self) -> tuple[Piece, ...]:
        return self.laid[0]

    @property
    def low(self) -> tuple[Piece, ...]:
        return self.laid[1]


@dataclass(frozen=True)
class SeatResult:
    """A seat as it ended."""

    seat: int
    hand: SetHand
    doubled: tuple[str, ...] = ()
    """The bettors who have doubled their wager."""


@dataclass(frozen=True)
class PaiGowResult:
    """A finished round."""

    dealer: SetHand
    """The player-dealer's hand; where two hands lie for all, the Banker's."""
    seats: tuple[SeatResult, ...]
    common: SetHand | None = None
    """The Player's hand, where two lie for all."""
    dice: tuple[int, ...] = ()
    first: int | None = None
    """The seat that had the first packet."""
    action: int | None = None
    """The seat with the action button, where settling starts."""
    bank: int | None = None
    """The player-dealer's seat."""

    def seat(self, number: int) -> SeatResult | None:
        return next((seat for seat in self.seats if seat.seat == number), None)

    def hand_of(self, seat: int) -> SetHand | None:
        """The hand that a seat's wagers are decided by."""
        if self.common is not None:
            return self.common
        own = self.seat(seat)
        return None if own is None else own.hand

    @property
    def cards(self) -> tuple[Piece, ...]:
        hands = [self.dealer, *([self.common] if self.common else []), *(seat.hand for seat in self.seats)]
        return tuple(card for hand in hands for card in hand.cards)
