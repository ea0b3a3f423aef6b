"""War: a card for each of two hands, the higher wins. Equal cards go to war: another pair, and only that one counts."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from croupier.cards import Card, Rank
from croupier.cards.pack import require_card
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
    Void,
    VoidedBySupervisor,
    VoidRound,
)
from croupier.rulebook.schema import FromOption, OwnSection
from croupier.rulebook.table_rules import TableRules

PLAYER = "player"
BANKER = "banker"
CARDS_A_PAIR = 2
ACE_HIGH = 14
CALLED_OFF, TOO_FEW_CARDS = "004 L2052", "004 L2054"


class WarSection(OwnSection):
    """What a rulebook of war says of its own."""

    first_card: Literal["banker", "player"] | FromOption = "banker"
    """Which hand gets the first card of every pair. [CA-UW-A3, CA-UW-A9]"""


def dealing_order(rules: TableRules) -> tuple[str, str]:
    """The hands in the order they are dealt to."""
    section = rules.book.written.own
    assert isinstance(section, WarSection)
    return (PLAYER, BANKER) if rules.value(section.first_card) == PLAYER else (BANKER, PLAYER)


def card_height(rank: Rank) -> int:
    """Two to ten their pips, jack 11 to ace 14. [004 L2026]"""
    return ACE_HIGH if rank is Rank.ACE else int(rank)


class Ending(NamedTuple):
    """All that wagers look at: how many wars there were, and the heights of the pair that decided."""

    wars: int
    player: int
    banker: int
    """Both 0 where nobody wins: every pair was equal and the shoe has none left."""


@dataclass(frozen=True)
class WarResult:
    """A finished round: the cards of both hands in the order they came."""

    player: tuple[Card, ...]
    banker: tuple[Card, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.player + self.banker

    @cached_property
    def ending(self) -> Ending:
        """A card whose pair the shoe could not complete does not count. [CA-UW-A6]"""
        pairs = min(len(self.player), len(self.banker))
        player, banker = card_height(self.player[pairs - 1].rank), card_height(self.banker[pairs - 1].rank)
        return Ending(pairs, 0, 0) if player == banker else Ending(pairs - 1, player, banker)

    @property
    def winner(self) -> str | None:
        _, player, banker = self.ending
        return None if player == banker else PLAYER if player > banker else BANKER


class WarRound:
    """A round under way."""

    def __init__(self, order: tuple[str, str]) -> None:
        self.order = order
        self.hands: dict[str, list[Card]] = {BANKER: [], PLAYER: []}

    def steps(self) -> Round[WarResult | Void]:
        try:
            while self.is_even and (yield from self._pair()):
                pass
            yield from self._announce()
        except VoidRound as void:
            return void.void
        return WarResult(tuple(self.hands[PLAYER]), tuple(self.hands[BANKER]))

    def refusal(self, decision: Decision) -> ForbiddenDecision | None:
        """Nobody is asked anything."""

    @property
    def is_even(self) -> bool:
        """Whether nothing is decided: a pair is not complete, or the last two cards are equal."""
        player, banker = self.hands[PLAYER], self.hands[BANKER]
        if len(player) != len(banker) or not player:
            return True
        return card_height(player[-1].rank) == card_height(banker[-1].rank)

    def _pair(self) -> Generator[Need, Answer, bool]:
        """A card for each hand; not, where a war cannot go on because the shoe has no pair left. [CA-UW-A6]"""
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
                    raise VoidRound(Void("too few cards were left for a round", TOO_FEW_CARDS))
                case VoidedBySupervisor(reason):
                    raise VoidRound(Void(reason, CALLED_OFF))
                case _:
                    raise VoidRound(Void("the result was called before the hands differ", TOO_FEW_CARDS))
        return True

    def _announce(self) -> Generator[Need, Answer, None]:
        """The result is called. Cards too many are put away: a first pair put right may leave a whole war of them."""
        answer = yield AnnounceResult()
        while isinstance(answer, DrawnInError):
            answer = yield AnnounceResult()
        if isinstance(answer, VoidedBySupervisor):
            raise VoidRound(Void(answer.reason, CALLED_OFF))
