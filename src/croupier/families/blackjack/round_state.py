"""State of a blackjack round: seats, hands, and their results."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from croupier.cards import Card
from croupier.families.blackjack.hand_values import Count, count, is_natural, value
from croupier.families.blackjack.rules import BlackjackRules
from croupier.play.hands_on_table import HandName

DEALER = "dealer"


@dataclass(frozen=True)
class BlackjackSeatBet:
    """Seat that is dealt into a round, with its main wager and its bettors.

    The first of `bettors` makes the decisions; the others bet behind the seat (backline).
    """

    seat: int
    stake: int
    """Main wager of the deciding bettor in cents; 0 if the seat has only bonus wagers and makes no decisions."""
    bettors: tuple[str, ...] = ()


@dataclass(frozen=True)
class RoundSeats:
    """Seats that are dealt into one round, and the options that control how they decide."""

    seat_bets: tuple[BlackjackSeatBet, ...]
    """Seats with their bets, in dealing order."""
    dealer_completes: bool = False
    """True if a wager depends on the dealer's complete hand. [004 L401, L1445, L1469]"""
    decide_together: bool = False
    """True if all seats decide at the same time."""
    deal_after_decisions: bool = False
    """True if cards are dealt only after every seat has decided. [002 L104, L123]"""
    ask_on_21: bool = True
    """True if a player with a total of 21 still has to decide."""
    insurance_least: int = 0
    """Minimum insurance in hundredths of the main wager; the maximum is half the wager. [004 L1409]"""
    double_least: int = 1
    """Minimum amount of a double, in cents. [004 L1400]"""


@dataclass(eq=False)
class BlackjackHandState:
    """Hand of a seat during the round."""

    cards: list[Card]
    card_numbers: list[int]
    """Position of each card in the dealing order of the round, from 1."""
    hand_bettors: tuple[str, ...]
    """Bettors who have a wager on the hand."""
    is_split: bool = False
    doubled_by: int = 0
    """Amount in cents by which the deciding bettor has doubled."""
    doubling_bettors: tuple[str, ...] = ()
    stood: bool = False
    surrendered: bool = False

    @property
    def values(self) -> list[int]:
        return [value(card.rank) for card in self.cards]

    @property
    def count(self) -> Count:
        return count(self.values)


@dataclass(eq=False)
class BlackjackSeatState:
    """State of a seat during the round."""

    bet: BlackjackSeatBet
    hands: list[BlackjackHandState] = field(default_factory=list)
    first_two: list[Card] = field(default_factory=list)
    insured: int = 0
    insurers: tuple[str, ...] = ()
    questions_asked: int = 0

    @property
    def seat(self) -> int:
        return self.bet.seat


@dataclass(frozen=True)
class BlackjackHandResult:
    """State of a hand at the end of the round."""

    cards: tuple[Card, ...]
    hand_bettors: tuple[str, ...]
    is_split: bool
    doubled_by: int
    doubling_bettors: tuple[str, ...]
    surrendered: bool


@dataclass(frozen=True)
class BlackjackSeatResult:
    """State of a seat at the end of the round, with its hands from left to right."""

    seat: int
    stake: int
    hands: tuple[BlackjackHandResult, ...]
    first_two: tuple[Card, ...]
    """First two cards dealt to the seat, before a split moved the second card to another hand."""
    insured: int
    insurers: tuple[str, ...]


@dataclass(frozen=True)
class BlackjackResult:
    """Result of a finished round: the dealer's hand and all seats."""

    rules: BlackjackRules
    dealer: tuple[Card, ...]
    seats: tuple[BlackjackSeatResult, ...]

    def seat(self, number: int) -> BlackjackSeatResult | None:
        return next((seat for seat in self.seats if seat.seat == number), None)

    @property
    def dealer_natural(self) -> bool:
        return is_natural(*(value(card.rank) for card in self.dealer[:2]))

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.dealer + tuple(card for seat in self.seats for hand in seat.hands for card in hand.cards)


def seat_result(seat: BlackjackSeatState) -> BlackjackSeatResult:
    hands = tuple(
        BlackjackHandResult(
            tuple(hand_state.cards),
            hand_state.hand_bettors,
            hand_state.is_split,
            hand_state.doubled_by,
            hand_state.doubling_bettors,
            hand_state.surrendered,
        )
        for hand_state in seat.hands
    )
    first_two = tuple(seat.first_two)
    return BlackjackSeatResult(seat.seat, seat.bet.stake, hands, first_two, seat.insured, seat.insurers)


@cache
def hand_name(seat: int, place: int = 0, hands: int = 1) -> str:
    """Return the name of a hand for dealing: `player:2`, or `player:2/3` for the third hand after splits.

    `place` is the index of the hand in its seat, from 0.
    """
    return str(HandName.of_seat(seat, place + 1 if hands > 1 else ""))
