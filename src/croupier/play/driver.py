"""Play a round: answer its needs with cards, dice and decisions from any source."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar, assert_never

from croupier.cards import Card, Piece, Shoe, ShoeEmpty
from croupier.cards.random_source import RandomSource
from croupier.errors import InvariantViolation
from croupier.play.round import (
    AnnounceResult,
    Answer,
    Arrange,
    Ask,
    Deal,
    Decision,
    HandOpened,
    HandToSet,
    NoCardsLeft,
    OpenHand,
    Question,
    ResultAnnounced,
    Roll,
    Rolled,
    Round,
    RoundInProgress,
    StatefulRound,
    TimedOut,
)

R = TypeVar("R")
Dealer = Callable[[], Card]
"""Function that deals the next card; raises `ShoeEmpty` when none is left, which voids the round."""
AnyDealer = Callable[[], Piece]
"""Function that deals the next card or tile; raises `ShoeEmpty` when none is left."""
QuestionAnswer = str | Answer
"""Answer to a question: a complete answer, or only the name of a choice, which means its highest amount."""
Decide = Callable[[RoundInProgress[Any], Question], QuestionAnswer]
ArrangeHand = Callable[[RoundInProgress[Any], HandToSet], Answer]
"""Function that returns a seat's arrangement of its cards."""
DiceRequest = Callable[[Roll], tuple[int, ...]]
"""Function that returns the dice numbers."""
MOST_NEEDS = 2_000
"""Safety limit: most needs in a row without a question to a player; no game reaches it."""


def no_dice(need: Roll) -> tuple[int, ...]:
    raise InvariantViolation(f"nobody is there to throw the {need.what}")


def deal_until_decision(
    play: RoundInProgress[Any],
    deal: AnyDealer,
    dealt: Callable[[], None] | None = None,
    *,
    throw: DiceRequest = no_dice,
) -> int:
    """Answer all needs of the round up to the next decision or arrangement; return the number of cards dealt.

    `dealt`: function that is called after every card.
    """
    cards = 0
    for _ in range(MOST_NEEDS):
        match play.need:
            case Deal():
                try:
                    card = deal()
                except ShoeEmpty:
                    play.answer(NoCardsLeft())
                    continue
                play.answer(card)
                cards += 1
                if dealt is not None:
                    dealt()
            case AnnounceResult():
                play.answer(ResultAnnounced())
            case OpenHand():
                play.answer(HandOpened())
            case Roll() as need:
                play.answer(Rolled(throw(need)))
            case Ask() | Arrange() | None:
                return cards
            case never:
                assert_never(never)
    raise InvariantViolation(f"the round goes on after {MOST_NEEDS} needs")


def play_to_end(
    play: RoundInProgress[Any],
    deal: AnyDealer,
    decide: Decide,
    *,
    throw: DiceRequest = no_dice,
    lay: ArrangeHand | None = None,
) -> int:
    """Play a round to its end; return the number of cards dealt.

    `decide` answers questions, `lay` sets hands. If `lay` is None, every hand is set by the timeout answer.
    """
    cards = deal_until_decision(play, deal, throw=throw)
    while play.need is not None:
        if isinstance(play.need, Ask):
            question = play.need.questions[0]
            reply = decide(play, question)
            play.answer(Decision(question.seat, reply) if isinstance(reply, str) else reply)
        elif isinstance(play.need, Arrange) and lay is not None:
            play.answer(lay(play, play.need.hands_to_set[0]))
        else:
            play.answer(TimedOut())
        cards += deal_until_decision(play, deal, throw=throw)
    return cards


def result_of(begin: Callable[[], Round[R] | StatefulRound[R]], cards: Iterable[Card]) -> R:
    """Return the result of a round with these cards, in which every question gets the timeout answer."""
    play = RoundInProgress(begin)
    play_to_end(play, deal_cards(cards), timeout_answer)
    assert play.result is not None
    return play.result


class ShoeDealer:
    """Deals the cards of a shoe one by one; `shoe` is what is left of it."""

    def __init__(self, shoe: Shoe) -> None:
        self.shoe = shoe

    def __call__(self) -> Card:
        card, self.shoe = self.shoe.deal()
        return card


def deal_cards(cards: Iterable[Card], spare: Card | None = None) -> Dealer:
    """Return a function that deals these cards in order, and then `spare` again and again if it is given."""
    left = iter(cards)

    def deal() -> Card:
        card = next(left, spare)
        if card is None:
            raise ShoeEmpty("no card is left")
        return card

    return deal


def deal_pieces(pieces: Iterable[Piece]) -> AnyDealer:
    """Return a function that deals these cards or tiles in order, and raises `ShoeEmpty` after the last one."""
    left = iter(pieces)

    def deal() -> Piece:
        piece = next(left, None)
        if piece is None:
            raise ShoeEmpty("no piece is left")
        return piece

    return deal


def timeout_answer(play: RoundInProgress[Any], question: Question) -> str:
    """Return the answer that a question gets when its time is over."""
    return question.timeout_action


def random_dice(chance: RandomSource) -> DiceRequest:
    """Return a function that answers a request for dice with random numbers."""
    return lambda need: tuple(need.least + chance.below(need.most - need.least + 1) for _ in range(need.count))


def random_decisions(chance: RandomSource, *, likes: str = "") -> Decide:
    """Return a function that answers questions with a random legal action, or with `likes` whenever it is legal."""

    def decide(play: RoundInProgress[Any], question: Question) -> str:
        words = [choice.do for choice in question.choices]
        return likes if likes in words else words[chance.below(len(words))]

    return decide
