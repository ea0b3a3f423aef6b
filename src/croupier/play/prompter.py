"""What every round with decisions asks of the table: cards, decisions, the word that all is done.

A round that does not get what it needs is void; each family says where its document speaks of that.
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
    TimedOut,
    Void,
    VoidedBySupervisor,
    VoidRound,
)


@dataclass(frozen=True)
class Prompter:
    """How a round asks, and what it cites when it comes to nothing."""

    called_off: str
    too_few_cards: str
    called_early: str

    def card(self, need: Deal) -> Generator[Need, Answer, Card]:
        """The next card of a hand, in a game without a joker."""
        return require_card((yield from self.piece(need)))

    def piece(self, need: Deal) -> Generator[Need, Answer, Piece]:
        """The next card or tile of a hand. A hand cannot be dealt without its cards."""
        answer = yield need
        if isinstance(answer, Piece):
            return answer
        match answer:
            case FoundFaceUp(card) | DrawnInError(card):
                return card
        raise self._stopped(answer, "the result was called before the hands were complete")

    def roll(self, need: Roll) -> Generator[Need, Answer, tuple[int, ...]]:
        """What the dice show."""
        answer = yield need
        if isinstance(answer, Rolled):
            return answer.numbers
        raise self._stopped(answer, "a card was dealt before the dice were thrown")

    def arrange(
        self,
        settings: Sequence[HandToSet],
        house_way: Callable[[HandToSet], ArrangedHands],
        hands: dict[int, ArrangedHands],
        before: Sequence[int] = (),
    ) -> Generator[Need, Answer, None]:
        """Each seat lays its cards, all asked at once. `hands` has them by seat as soon as they lie.

        `before`: the seats whose cards lie already.

        Whoever is silent, or asks for it, has them laid the house way.
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
                    raise self._stopped(answer, "a card was dealt before the hands were set")
            for one in given:
                setting = next(each for each in waiting if each.seat == one.seat)
                hands[one.seat] = house_way(setting) if one.laid is None else setting.hands(one)
                done.append(one.seat)

    def laying(self, need: Arrange) -> Generator[Need, Answer, Arrangement | TimedOut]:
        """How one of the seats lays its cards; silence is all of theirs."""
        answer = yield need
        if isinstance(answer, Arrangement | TimedOut):
            return answer
        raise self._stopped(answer, "a card was dealt before the hands were set")

    def decision(self, answer: Answer) -> Decision:
        """What a seat decided, where the round asked for that."""
        if isinstance(answer, Decision):
            return answer
        raise self._stopped(answer, "a card was dealt that nobody asked for")

    def show(self, need: OpenHand) -> Generator[Need, Answer, None]:
        """A hand is opened."""
        answer = yield need
        if not isinstance(answer, HandOpened):
            raise self._stopped(answer, "a card was dealt that nobody asked for")

    def announce(self) -> Generator[Need, Answer, None]:
        answer = yield AnnounceResult()
        if isinstance(answer, VoidedBySupervisor):
            raise self._void(answer.reason, self.called_off)

    def _stopped(self, answer: Answer, otherwise: str) -> VoidRound:
        match answer:
            case VoidedBySupervisor(reason):
                return self._void(reason, self.called_off)
            case NoCardsLeft():
                return self._void("too few cards were left to finish the round", self.too_few_cards)
            case _:
                return self._void(otherwise, self.called_early)

    def _void(self, reason: str, cite: str) -> VoidRound:
        return VoidRound(Void(reason, cite))


def paying_bettors(decision: Decision, bettors: tuple[str, ...]) -> tuple[str, ...]:
    """Who puts money up: the one who decides, and those behind him who follow."""
    if decision.with_them is None:
        return bettors
    return tuple(name for place, name in enumerate(bettors) if place == 0 or name in decision.with_them)
