"""A round of war: each hand gets a card and the higher card wins.

Equal cards go to war: each hand gets another card, and only the last pair counts.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from croupier.cards import Card
from croupier.cards.pack import require_card
from croupier.families.war.rules import BANKER, PLAYER, card_height
from croupier.play.round import (
    AnnounceResult,
    Answer,
    Deal,
    Decision,
    DrawnInError,
    ForbiddenDecision,
    FoundFaceUp,
    Need,
    NoCardsLeft,
    Round,
    RoundVoidedError,
    Void,
    VoidedBySupervisor,
)

CARDS_PER_PAIR = 2
CALLED_OFF, TOO_FEW_CARDS = "004 L2052", "004 L2054"


class WarEnding(NamedTuple):
    """Ending of a round, all that wagers depend on: the number of wars, and the heights of the two deciding cards."""

    wars: int
    player: int
    banker: int
    """Height of the Banker's deciding card.

    Both heights are 0 if nobody wins: all pairs were equal and the shoe has no pair left.
    """


@dataclass(frozen=True)
class WarResult:
    """Finished round: the cards of both hands in dealing order."""

    player: tuple[Card, ...]
    banker: tuple[Card, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.player + self.banker

    @cached_property
    def ending(self) -> WarEnding:
        """Number of wars of the round, and the heights of the two deciding cards.

        A card does not count if the shoe could not complete its pair. [CA-UW-A6]
        """
        pairs = min(len(self.player), len(self.banker))
        player, banker = card_height(self.player[pairs - 1].rank), card_height(self.banker[pairs - 1].rank)
        return WarEnding(pairs, 0, 0) if player == banker else WarEnding(pairs - 1, player, banker)

    @property
    def winner(self) -> str | None:
        _, player, banker = self.ending
        return None if player == banker else PLAYER if player > banker else BANKER


class WarRound:
    """Round of war in progress."""

    def __init__(self, order: tuple[str, str]) -> None:
        self.order = order
        self.hands: dict[str, list[Card]] = {BANKER: [], PLAYER: []}

    def steps(self) -> Round[WarResult | Void]:
        try:
            while self.is_even and (yield from self._pair()):
                pass
            yield from self._announce()
        except RoundVoidedError as void:
            return void.void
        return WarResult(tuple(self.hands[PLAYER]), tuple(self.hands[BANKER]))

    def refusal(self, decision: Decision) -> ForbiddenDecision | None:
        """Return None: war has no decisions that could be refused."""

    @property
    def is_even(self) -> bool:
        """Whether the round is undecided: a hand still needs its card, or both cards are equal."""
        player, banker = self.hands[PLAYER], self.hands[BANKER]
        if len(player) != len(banker) or not player:
            return True
        return card_height(player[-1].rank) == card_height(banker[-1].rank)

    def _pair(self) -> Generator[Need, Answer, bool]:
        """Deal one card to each hand; return False if the shoe has too few cards for another war. [CA-UW-A6]"""
        is_first = not self.hands[self.order[1]]
        for name in self.order:
            hand = self.hands[name]
            answer = yield Deal(name, len(hand) + 1)
            match answer:
                case Card():
                    hand.append(answer)
                case FoundFaceUp(card) | DrawnInError(card):
                    hand.append(require_card(card))
                case NoCardsLeft() if not is_first:
                    return False
                case NoCardsLeft():
                    raise RoundVoidedError(Void("too few cards were left for a round", TOO_FEW_CARDS))
                case VoidedBySupervisor(reason):
                    raise RoundVoidedError(Void(reason, CALLED_OFF))
                case _:
                    raise RoundVoidedError(Void("the result was called before the hands differ", TOO_FEW_CARDS))
        return True

    def _announce(self) -> Generator[Need, Answer, None]:
        """Wait for the announcement of the result, and ignore cards drawn in error.

        A correction of the first pair can leave a whole war of surplus cards.
        """
        answer = yield AnnounceResult()
        while isinstance(answer, DrawnInError):
            answer = yield AnnounceResult()
        if isinstance(answer, VoidedBySupervisor):
            raise RoundVoidedError(Void(answer.reason, CALLED_OFF))
