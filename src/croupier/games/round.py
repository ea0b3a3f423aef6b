"""A round asks for what it needs, and never knows where a card came from.

One program serves every mode: the generator deals it, a smart shoe deals it, a dealer types it, a log replays it, a
test scripts it. A round is rebuilt by running it again over its recorded answers: nothing else needs saving.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from croupier.cards import Card

R = TypeVar("R")


@dataclass(frozen=True)
class Deal:
    """A card is wanted for a hand: its first, second or third."""

    hand: str
    place: int


@dataclass(frozen=True)
class Announce:
    """Every hand has its cards. The dealer calls the result, unless a card was drawn that nobody asked for."""


Need = Deal | Announce


@dataclass(frozen=True)
class Called:
    """The result was called: the regular answer to `Announce`."""


@dataclass(frozen=True)
class DrawnInError:
    """A card left the shoe that the rules did not call for."""

    card: Card
    disclosed: bool


@dataclass(frozen=True)
class FoundFaceUp:
    """The next card lies face up in the shoe."""

    card: Card


@dataclass(frozen=True)
class NoCardsLeft:
    """The shoe ran out."""


@dataclass(frozen=True)
class CalledOff:
    """A supervisor voids the round."""

    reason: str


Answer = Card | Called | DrawnInError | FoundFaceUp | NoCardsLeft | CalledOff
Round = Generator[Need, Answer, R]


@dataclass(frozen=True)
class CarriedCard:
    """A card drawn in error that opens the next hand; seen by the players, that hand is a free one. [003 L296-297]"""

    card: Card
    disclosed: bool


@dataclass(frozen=True)
class Void:
    """A round without result: every stake goes back."""

    reason: str
    cite: str
    free_hand_next: bool = False


class NotAsked(ValueError):  # noqa: N818
    """An answer to something the round did not ask."""


class Play(Generic[R]):
    """A round under way: what it needs now, what it was told so far, and how it ended."""

    def __init__(self, begin: Callable[[], Round[R]]) -> None:
        self._begin = begin
        self._round = begin()
        self.answers: list[Answer] = []
        self.need: Need | None = None
        self.result: R | None = None
        self._advance(lambda: next(self._round))

    def _advance(self, step: Callable[[], Need]) -> None:
        try:
            self.need = step()
        except StopIteration as end:
            self.need = None
            self.result = end.value

    @property
    def is_over(self) -> bool:
        return self.need is None

    def answer(self, answer: Answer) -> None:
        """Give the round what it asked for, or tell it of an irregularity."""
        if self.is_over:
            raise NotAsked(f"the round is over; {answer} is not wanted")
        if isinstance(answer, Card) and not isinstance(self.need, Deal):
            raise NotAsked(f"no card is due; {answer} is not wanted")
        if isinstance(answer, Called) and not isinstance(self.need, Announce):
            raise NotAsked("the hands are not complete; a card is due")
        self.answers.append(answer)
        self._advance(lambda: self._round.send(answer))

    def corrected(self, place: int, card: Card) -> Play[R]:
        """The round as it is when the card read at `place` was really `card`.

        A reader that misidentified a card is put right by hand and play goes on. [000 L136] Cards that the corrected
        hands would not have drawn count as drawn in error and seen. [003 L296-297]
        """
        if place >= len(self.answers) or not isinstance(self.answers[place], Card):
            raise NotAsked(f"answer {place} is not a card that was read")
        answers = list(self.answers)
        answers[place] = card
        replay = Play(self._begin)
        for answer in answers:
            if replay.is_over:
                raise NotAsked("the corrected round ended before the cards already dealt: call a supervisor")
            replay.answer(_in_error_unless_due(answer, replay.need))
        return replay


def _in_error_unless_due(answer: Answer, need: Need | None) -> Answer:
    if isinstance(answer, Card) and isinstance(need, Announce):
        return DrawnInError(answer, disclosed=True)
    return answer


def replay(begin: Callable[[], Round[R]], answers: Iterable[Answer]) -> Play[R]:
    """Rebuild a round from what it was told."""
    play = Play(begin)
    for answer in answers:
        play.answer(answer)
    return play
