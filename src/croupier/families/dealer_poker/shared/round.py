"""Rounds of poker against a player-dealer: what the games share, with state and result.

All cards are dealt first; then the seats decide. A seat with an Ante plays on or folds. The rulebook determines the
ranking of hands and the payouts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from croupier.cards import Card
from croupier.money.cents import format_dollars
from croupier.play.hands_on_table import HandName
from croupier.play.prompter import Prompter, paying_bettors
from croupier.play.round import (
    Answer,
    Ask,
    Choice,
    Deal,
    Decision,
    ForbiddenDecision,
    Need,
    Question,
    Round,
    RoundVoidedError,
    TimedOut,
    Void,
)

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
    """Play wager of the deciding bettor in cents; 0 before it is placed."""
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
    """Return the name of a seat's hand, as needs for cards use it."""
    return str(HandName.of_seat(seat))


def seat_result(seat: PokerSeatState) -> PokerSeatResult:
    entrant = seat.bet
    return PokerSeatResult(seat.seat, entrant.stake, tuple(seat.cards), seat.played, seat.playing_bettors, seat.folded)


PROMPTER = Prompter(called_off="004 L650", too_few_cards="004 L652", called_early="004 L672")


class PokerRound(ABC):
    """Base class of a poker round in progress.

    Its state contains every card from the start; views must hide the cards that are not turned up yet.
    """

    def __init__(self, entrants: Sequence[PokerSeatBet], *, together: bool = False) -> None:
        self.seats = [PokerSeatState(entrant) for entrant in entrants]
        self.decide_together = together
        self.dealer: list[Card] = []
        self.dealer_places: list[int] = []
        self.board: list[Card] = []
        self.board_places: list[int] = []
        self.dealt = 0
        self.is_shown = False
        """Whether all cards are turned up, at the showdown."""

    def steps(self) -> Round[PokerResult | Void]:
        try:
            for hand, cards, places in self._order():
                card = yield from PROMPTER.card(Deal(hand, len(cards) + 1))
                self.dealt += 1
                cards.append(card)
                places.append(self.dealt)
            yield from self._decisions()
            self.is_shown = True
            yield from PROMPTER.announce()
        except RoundVoidedError as void:
            return void.void
        return PokerResult(tuple(self.dealer), tuple(self.board), tuple(seat_result(seat) for seat in self.seats))

    @abstractmethod
    def _order(self) -> Iterator[tuple[str, list[Card], list[int]]]:
        """Yield the destination of each card in dealing order.

        A destination is the name of a hand, the list that receives the card, and the list that receives the card's
        number.
        """

    @abstractmethod
    def _decisions(self) -> Generator[Need, Answer, None]:
        """Ask the seats to decide, as the rules of the game prescribe, until no decision is open."""

    @abstractmethod
    def places_shown_early(self) -> Sequence[int]:
        """Return the numbers of the cards that are face up before the showdown, from 1 in dealing order."""

    def _single(self) -> Iterator[tuple[str, list[Card], list[int]]]:
        """Yield the destinations of one card for each seat in turn, then of one card for the player-dealer."""
        for seat in self.seats:
            yield seat_name(seat.seat), seat.cards, seat.card_numbers
        yield DEALER, self.dealer, self.dealer_places

    def _packets(self, size: int) -> Iterator[tuple[str, list[Card], list[int]]]:
        """Yield the destinations of `size` cards for each seat in turn, then of `size` cards for the player-dealer."""
        for seat in self.seats:
            for _ in range(size):
                yield seat_name(seat.seat), seat.cards, seat.card_numbers
        for _ in range(size):
            yield DEALER, self.dealer, self.dealer_places

    def _ask_round(self) -> Generator[Need, Answer, None]:
        """Ask every seat that has not decided yet for one decision."""
        open_seats = [seat for seat in self.seats if seat.is_open]
        while open_seats:
            now = open_seats if self.decide_together else open_seats[:1]
            later = tuple(seat.seat for seat in open_seats[len(now) :])
            answer = yield Ask(tuple(self.question(seat) for seat in now), later)
            if isinstance(answer, TimedOut):
                for seat in now:
                    self._apply_decision(seat, Decision(seat.seat, self.question(seat).timeout_action))
                open_seats = open_seats[len(now) :]
            else:
                decision = PROMPTER.decision(answer)
                seat = self.seat(decision.seat)
                self._apply_decision(seat, decision)
                open_seats = [one for one in open_seats if one is not seat]

    def _apply_decision(self, seat: PokerSeatState, decision: Decision) -> None:
        choice = self.question(seat).choice(decision.do)
        assert choice is not None
        seat.questions_asked += 1
        if decision.do == FOLD:
            seat.folded = True
        elif decision.do != CHECK:
            seat.played = choice.most
            seat.playing_bettors = paying_bettors(decision, seat.bet.bettors)

    def seat(self, number: int) -> PokerSeatState:
        return next(seat for seat in self.seats if seat.seat == number)

    def question(self, seat: PokerSeatState) -> Question:
        choices = self._choices(seat)
        return Question(seat.seat, 1, choices, choices[0].do, seat.questions_asked + 1)

    @abstractmethod
    def _choices(self, seat: PokerSeatState) -> tuple[Choice, ...]:
        """Return what the seat may do now; the first choice is made for a seat that runs out of time."""

    def refusal(self, decision: Decision) -> ForbiddenDecision | None:
        """Return why the seat may not make this decision, or None if the decision is legal."""
        question = self.question(self.seat(decision.seat))
        choice = question.choice(decision.do)
        words = [one.do for one in question.choices]
        if choice is None:
            return ForbiddenDecision(f"{decision.do} is not open here; it is {' or '.join(words)}", PLAY)
        if decision.cents is not None and decision.cents != choice.most:
            return ForbiddenDecision(_size_of(choice), PLAY)
        return None


def _size_of(choice: Choice) -> str:
    """Return a sentence part for a refusal: the exact amount that a choice costs."""
    if not choice.most:
        return f"nothing is put up with a {choice.do}"
    return f"a {choice.do} wager is exactly {format_dollars(choice.most)}"
