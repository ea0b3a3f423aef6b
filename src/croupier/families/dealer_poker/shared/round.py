"""Rounds of poker against a player-dealer: three-card poker, and Ultimate Texas Hold'em with one raise.

Both games deal all cards first; then the seats decide. A seat with an Ante plays on or folds. The rulebook determines
the ranking of hands and the payouts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import chain

from croupier.cards import Card
from croupier.families.dealer_poker.shared.round_state import (
    BOARD,
    CHECK,
    DEALER,
    FOLD,
    PLAY,
    PokerResult,
    PokerSeatBet,
    PokerSeatState,
    seat_name,
    seat_result,
)
from croupier.money.cents import format_dollars
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

PROMPTER = Prompter(called_off="004 L650", too_few_cards="004 L652", called_early="004 L672")
Streets = Mapping[int, tuple[int, ...]]
"""Hold'em: sizes of the Play wager in Antes, by the number of community cards turned up."""


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
        """Whether all cards are turned up."""

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
        """Yield for each card, in dealing order, its hand name and the lists that receive the card and its number."""

    @abstractmethod
    def _decisions(self) -> Generator[Need, Answer, None]:
        """Ask the seats for decisions until all are made."""

    def _single(self) -> Iterator[tuple[str, list[Card], list[int]]]:
        """Yield one card for each seat in turn, then one for the player-dealer."""
        for seat in self.seats:
            yield seat_name(seat.seat), seat.cards, seat.card_numbers
        yield DEALER, self.dealer, self.dealer_places

    def _packets(self, size: int) -> Iterator[tuple[str, list[Card], list[int]]]:
        """Yield `size` cards for each seat in turn, then `size` cards for the player-dealer."""
        for seat in self.seats:
            for _ in range(size):
                yield seat_name(seat.seat), seat.cards, seat.card_numbers
        for _ in range(size):
            yield DEALER, self.dealer, self.dealer_places

    def _ask_round(self) -> Generator[Need, Answer, None]:
        """Ask every undecided seat for one decision each."""
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


class ThreeCardRound(PokerRound):
    """Three-card poker: three cards each; the player-dealer's last card is shown first. [004 L649-674, L2655-2681]"""

    def __init__(self, entrants: Sequence[PokerSeatBet], *, together: bool = False, upcard: bool = True) -> None:
        super().__init__(entrants, together=together)
        self.upcard = upcard
        """Whether one card of the player-dealer is shown before the decisions. [CA-3CP-A1]

        If False, all three are turned up at the showdown.
        """

    def _order(self) -> Iterator[tuple[str, list[Card], list[int]]]:
        return self._packets(3)

    def _decisions(self) -> Generator[Need, Answer, None]:
        yield from self._ask_round()

    def _choices(self, seat: PokerSeatState) -> tuple[Choice, ...]:
        stake = seat.bet.stake
        return Choice(FOLD), Choice(PLAY, stake, stake)


class UltimateRound(PokerRound):
    """Ultimate Texas Hold'em: two cards each, five community cards, and one Play wager. [004 L3629-3658]

    The earlier the Play wager is placed, the larger it is.
    """

    def __init__(
        self,
        entrants: Sequence[PokerSeatBet],
        streets: Streets,
        *,
        together: bool = False,
        from_shoe: bool = False,
        most_play: int | None = None,
    ) -> None:
        super().__init__(entrants, together=together)
        self.streets = streets
        self.from_shoe = from_shoe
        self.most_play = most_play
        """Maximum of a Play wager in cents, or None if there is none. [CA-UTH-A11]"""
        self.cards_shown = 0
        """Number of community cards that are turned up."""

    def _order(self) -> Iterator[tuple[str, list[Card], list[int]]]:
        """Yield the cards of hold'em in dealing order. [004 L3631-3638]

        From a shuffler: two cards to each hand, then the board. From a shoe: the board, then single cards.
        """
        board = [(BOARD, self.board, self.board_places)] * 5
        if self.from_shoe:
            return chain(board, self._single(), self._single())
        return chain(self._packets(2), board)

    def _decisions(self) -> Generator[Need, Answer, None]:
        for visible in self.streets:
            self.cards_shown = visible
            yield from self._ask_round()
        self.cards_shown = 5

    def _choices(self, seat: PokerSeatState) -> tuple[Choice, ...]:
        stake, last = seat.bet.stake, self.cards_shown == 5
        sizes = [(times, times * stake) for times in self.streets[self.cards_shown]]
        plays = tuple(
            Choice(f"{PLAY}-{times}", cents, cents)
            for times, cents in sizes
            if self.most_play is None or cents <= self.most_play
        )
        return (Choice(FOLD if last else CHECK), *plays)


def _size_of(choice: Choice) -> str:
    """Return the amount of a choice as text."""
    if not choice.most:
        return f"nothing is put up with a {choice.do}"
    return f"a {choice.do} wager is exactly {format_dollars(choice.most)}"
