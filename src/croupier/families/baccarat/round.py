"""A round of baccarat: two hands, fixed drawing rules, no decisions.

One generator plays the rounds of every baccarat rulebook. The differences between rulebooks (wagers, pay tables, the
drawing table) are data. Irregularities at the table arrive as answers to the needs that the round yields.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from croupier.cards import Card, Piece
from croupier.cards.pack import require_card
from croupier.families.baccarat.hand_values import (
    STOOD,
    DrawTable,
    banker_draws,
    is_natural,
    player_draws,
    points,
    total,
)
from croupier.families.baccarat.rules import drawing_rules
from croupier.play.round import (
    AnnounceResult,
    Answer,
    CarriedCard,
    Deal,
    DrawnInError,
    FoundFaceUp,
    Need,
    NoCardsLeft,
    Opening,
    ResultAnnounced,
    Round,
    RoundVoidedError,
    Void,
    VoidedBySupervisor,
)
from croupier.rulebook.table_rules import TableRules

PLAYER = "player"
BANKER = "banker"


@dataclass(frozen=True)
class BaccaratRules:
    """Rules that a round of baccarat needs."""

    draw_table: DrawTable
    natural_stops: bool = True
    """Whether no third card is drawn if a hand has a natural. [CA-EZB8-A2]"""

    exposed_opens_free_hand: bool = False
    """Whether a card that players have seen, drawn in error, is not used in this round but opens a free hand. [001 L45]
    """

    @classmethod
    def of(cls, rules: TableRules) -> BaccaratRules:
        exposed = rules.rulebook.written.irregularities.exposed_in_error
        stops = bool(rules.options.get("natural_stops", True))
        return cls(drawing_rules(rules), stops, exposed == "free-hand")


@dataclass(frozen=True)
class Coup:
    """Finished round: the cards of both hands in dealing order."""

    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    carried: CarriedCard | None = None
    """Card drawn in error that becomes the first card of the next round; None if there is none."""
    is_free_hand: bool = False

    @property
    def next_opening(self) -> Opening:
        """How the next round opens, after a card drawn in error. [003 L296-297]

        A carried card is the first card of the next round; if players have seen it, the next round is a free hand.
        """
        if self.carried is None:
            return Opening()
        return Opening(self.carried, free_hand=self.carried.disclosed)

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.player + self.banker

    @property
    def player_total(self) -> int:
        return _total(self.player)

    @property
    def banker_total(self) -> int:
        return _total(self.banker)

    @property
    def winner(self) -> str:
        if self.player_total == self.banker_total:
            return "tie"
        return PLAYER if self.player_total > self.banker_total else BANKER


def _total(cards: tuple[Card, ...] | list[Card]) -> int:
    return total(*(points(card.rank) for card in cards))


def play(rules: BaccaratRules, opening: Opening = Opening()) -> Round[Coup | Void]:  # noqa: B008 - immutable
    """Play one coup as a generator function: yield needs, receive answers, return the result.

    [003 L216-279; 000 L96-97; 004 L299-331]
    """
    state = CoupState(rules, opening)
    try:
        for name in (PLAYER, BANKER, PLAYER, BANKER):
            yield from state.deal_to(name)
        yield from state.deal_third_cards()
        yield from state.announce()
    except RoundVoidedError as ended:
        return ended.void
    return Coup(tuple(state.player), tuple(state.banker), state.carried, opening.free_hand)


class CoupState:
    """State of a coup in progress: both hands, and the card carried to the next round."""

    def __init__(self, rules: BaccaratRules, opening: Opening) -> None:
        self.rules = rules
        self.opening = opening
        self.player: list[Card] = []
        self.banker: list[Card] = []
        self.carried: CarriedCard | None = None

    def deal_third_cards(self) -> Generator[Need, Answer, None]:
        """Deal the third cards, the Player's first; each hand takes at most one. [000 L97; 003 L229]"""
        table = self.rules.draw_table
        natural = is_natural(_total(self.player)) or is_natural(_total(self.banker))
        if natural and self.rules.natural_stops:
            return
        if player_draws(table, _total(self.player)):
            yield from self.deal_to(PLAYER)
        third = points(self.player[2].rank) if len(self.player) == 3 else STOOD
        if banker_draws(table, _total(self.banker), third):
            yield from self.deal_to(BANKER)

    def deal_to(self, name: str) -> Generator[Need, Answer, None]:
        """Deal the next card of a hand, and treat irregularities as the document requires. [003 L294-299]"""
        hand = self.player if name == PLAYER else self.banker
        is_first = not self.player
        if is_first and self.opening.carried is not None:
            hand.append(require_card(self.opening.carried.card))
            return
        answer = yield Deal(name, len(hand) + 1)
        while self._is_set_aside(answer):
            answer = yield Deal(name, len(hand) + 1)
        match answer:
            case Card():
                hand.append(answer)
            case FoundFaceUp(card):
                if is_first and not self.opening.free_hand:
                    raise RoundVoidedError(_void_by_first_card(card))
                hand.append(require_card(card))
            case DrawnInError(card):
                # A card dealt to the Player in error, while the Banker must draw, belongs to the Banker, face up or
                # not. [CO-B-A14]
                hand.append(require_card(card))
            case NoCardsLeft():
                raise RoundVoidedError(Void("too few cards were left to finish the round", "003 L299"))
            case VoidedBySupervisor(reason):
                raise RoundVoidedError(Void(reason, "000 L135-137"))
            case ResultAnnounced():
                raise RoundVoidedError(Void("the result was called before the hands were complete", "000 L137"))

    def _is_set_aside(self, answer: Answer) -> bool:
        """Carry the card in `answer` to the next round if it was drawn in error and seen. [001 L45]

        Return whether it was carried; the card that is due is then still to be dealt.
        """
        if not self.rules.exposed_opens_free_hand or self.carried is not None:
            return False
        if not isinstance(answer, DrawnInError) or not answer.disclosed:
            return False
        self.carried = CarriedCard(answer.card, disclosed=True)
        return True

    def announce(self) -> Generator[Need, Answer, None]:
        """Wait for the announcement of the result; a surplus card opens the next round. [003 L296-297; 001 L45]"""
        answer = yield AnnounceResult()
        match answer:
            case DrawnInError(card, disclosed) if self.carried is None:
                self.carried = CarriedCard(card, disclosed)
            case VoidedBySupervisor(reason):
                raise RoundVoidedError(Void(reason, "000 L135-137"))


def _void_by_first_card(card: Piece) -> Void:
    """Return the void result of a round with its first card face up in the shoe. [003 L298]

    The free hand that follows starts with this card, which everybody has seen; the order of the shoe is preserved.
    """
    reason_text = "the first card of the round lay face up in the shoe"
    return Void(reason_text, "003 L298", free_hand_next=True, carried=CarriedCard(card, disclosed=True))
