"""Generator functions that yield a need, check its answer, and void the round when it cannot continue.

Each family gives the citations for a void round.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from croupier.cards import Card, Piece
from croupier.cards.pack import require_card
from croupier.play.round import (
    AnnounceResult,
    Answer,
    Arrange,
    ArrangedHands,
    Arrangement,
    Deal,
    Decision,
    DrawnInError,
    FoundFaceUp,
    HandOpened,
    HandToSet,
    Need,
    NoCardsLeft,
    OpenHand,
    Roll,
    Rolled,
    RoundVoidedError,
    TimedOut,
    Void,
    VoidedBySupervisor,
)


@dataclass(frozen=True)
class Prompter:
    """Requests for the needs of a round: each method yields a need and returns the checked answer."""

    called_off: str
    too_few_cards: str
    called_early: str

    def card(self, need: Deal) -> Generator[Need, Answer, Card]:
        """Request a card and return the one that was dealt, in a game without a joker."""
        return require_card((yield from self.piece(need)))

    def piece(self, need: Deal) -> Generator[Need, Answer, Piece]:
        """Request a card or tile and return the one that was dealt; void the round if the answer is anything else.

        A card that was found face up, or drawn in error, is used as the requested card.
        """
        answer = yield need
        if isinstance(answer, Piece):
            return answer
        match answer:
            case FoundFaceUp(card) | DrawnInError(card):
                return card
        raise self._void_for(answer, "the result was called before the hands were complete")

    def roll(self, need: Roll) -> Generator[Need, Answer, tuple[int, ...]]:
        """Request dice and return the numbers that they show."""
        answer = yield need
        if isinstance(answer, Rolled):
            return answer.numbers
        raise self._void_for(answer, "a card was dealt before the dice were thrown")

    def arrange(
        self,
        settings: Sequence[HandToSet],
        house_way: Callable[[HandToSet], ArrangedHands],
        hands: dict[int, ArrangedHands],
        before: Sequence[int] = (),
    ) -> Generator[Need, Answer, None]:
        """Request arrangements from all seats at once; put each seat's hands into `hands` as soon as they arrive.

        `before`: seats that have already set their hands. The hands of a seat are set by `house_way` if its player asks
        for that or does not answer in time.
        """
        done: list[int] = list(before)
        while waiting := tuple(one for one in settings if one.seat not in done):
            answer = yield Arrange(waiting, tuple(done))
            match answer:
                case TimedOut():
                    given = [Arrangement(one.seat) for one in waiting]
                case Arrangement():
                    given = [answer]
                case _:
                    raise self._void_for(answer, "a card was dealt before the hands were set")
            for hand in given:
                setting = next(each for each in waiting if each.seat == hand.seat)
                hands[hand.seat] = house_way(setting) if hand.card_numbers is None else setting.hands(hand)
                done.append(hand.seat)

    def arrangement(self, need: Arrange) -> Generator[Need, Answer, Arrangement | TimedOut]:
        """Return one seat's arrangement, or `TimedOut`, which answers for every waiting seat."""
        answer = yield need
        if isinstance(answer, Arrangement | TimedOut):
            return answer
        raise self._void_for(answer, "a card was dealt before the hands were set")

    def decision(self, answer: Answer) -> Decision:
        """Return the answer as a seat's decision; any other answer voids the round."""
        if isinstance(answer, Decision):
            return answer
        raise self._void_for(answer, "a card was dealt that nobody asked for")

    def open_hand(self, need: OpenHand) -> Generator[Need, Answer, None]:
        """Request that the dealer opens a hand, and check the answer."""
        answer = yield need
        if not isinstance(answer, HandOpened):
            raise self._void_for(answer, "a card was dealt that nobody asked for")

    def announce(self) -> Generator[Need, Answer, None]:
        answer = yield AnnounceResult()
        if isinstance(answer, VoidedBySupervisor):
            raise self._void(answer.reason, self.called_off)

    def _void_for(self, answer: Answer, otherwise: str) -> RoundVoidedError:
        match answer:
            case VoidedBySupervisor(reason):
                return self._void(reason, self.called_off)
            case NoCardsLeft():
                return self._void("too few cards were left to finish the round", self.too_few_cards)
            case _:
                return self._void(otherwise, self.called_early)

    def _void(self, reason: str, cite: str) -> RoundVoidedError:
        return RoundVoidedError(Void(reason, cite))


def paying_bettors(decision: Decision, bettors: tuple[str, ...]) -> tuple[str, ...]:
    """Return the bettors who put money up: the deciding bettor, and the backline bettors who follow."""
    if decision.followers is None:
        return bettors
    return tuple(name for place, name in enumerate(bettors) if place == 0 or name in decision.followers)
