"""Hand in progress: cards are dealt automatically until a player must decide. This module prints nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.cards import Piece
from croupier.money.bets import Bet
from croupier.money.cents import Cents, format_dollars
from croupier.money.collection import Collection
from croupier.money.settlement import Settlement
from croupier.play.driver import deal_until_decision
from croupier.play.family import family_of, replay_round
from croupier.play.hands_on_table import HandOnTable
from croupier.play.round import (
    Arrange,
    Arrangement,
    Ask,
    Deal,
    Decision,
    HandToSet,
    Question,
    RoundInProgress,
    TimedOut,
)
from croupier.terminal.card_art import FACE_DOWN, FACE_UP, CardDrawing

if TYPE_CHECKING:
    from croupier.terminal.session import Session

Dealt = tuple[tuple[str, Any], ...]
"""Cards in dealing order, each with the name of its hand; the type of the cards depends on the family."""


@dataclass(frozen=True)
class TableSnapshot:
    """Hands on the table at one moment, and which of their cards are face up."""

    hands: tuple[HandOnTable, ...]
    face_up: frozenset[int]
    """Numbers of the face-up cards, counted from 1 in dealing order."""

    def drawings(self, hand: HandOnTable) -> list[CardDrawing]:
        return [
            CardDrawing(card, FACE_UP if place in self.face_up else FACE_DOWN)
            for card, place in zip(hand.cards, hand.places, strict=True)
        ]


@dataclass(frozen=True)
class FinishedHand:
    """Hand that is over and settled, with its result."""

    result: Any
    """Result object that the family returned, or `Void` if the hand was void."""
    settlement: Settlement
    collection: Collection | None
    net: Cents
    balance_after: Cents


class HandInPlay:
    """Hand in progress at a table of any game.

    The player sees the player's own cards and the face-up cards of the others.
    """

    def __init__(self, session: Session, bets: tuple[Bet, ...]) -> None:
        self.session, self.bets = session, bets
        self.collection = session.seating.collection(bets)
        self.balance_before = session.balance
        self.cents_on_table: int = sum(bet.amount for bet in bets)
        """Cents on the table, including raises."""
        self.dealt: list[tuple[str, Any]] = []
        self.snapshots: list[TableSnapshot] = []
        """Snapshots of the table, one for each card that was dealt or turned since the last decision."""
        self._face_down: set[int] = set()
        self._family = family_of(session.rules)
        bank = session.seating.bank
        self.play: RoundInProgress[Any] = replay_round(session.rules, (), bets, bank_seat=bank.seat if bank else None)
        session.shoe = session.shoe.begin_hand()
        self._deal_to_decision()

    @property
    def question(self) -> Question | None:
        return self.play.need.question(self.session.seating.seat) if isinstance(self.play.need, Ask) else None

    @property
    def setting(self) -> HandToSet | None:
        """Cards that the player must set into hands now, or None."""
        need = self.play.need
        return need.hand_to_set(self.session.seating.seat) if isinstance(need, Arrange) else None

    @property
    def needs_player(self) -> bool:
        """Whether the player must make a decision or set a hand now."""
        return self.question is not None or self.setting is not None

    @property
    def money_left(self) -> Cents:
        """Balance that is not on the table, after the collection fee."""
        return Cents(self.balance_before - self.cents_on_table - self.session.own_fee(self.collection))

    @property
    def snapshot(self) -> TableSnapshot:
        """The hands on the table as the player may see them now."""
        on_table = self._family.hands_on_table(self.session.rules, self.play)
        hands = tuple(self._as_dealt() if on_table is None else on_table)
        own = {place for hand in hands if hand.seat == self.session.seating.seat for place in hand.places}
        up = set(range(1, len(self.dealt) + 1)) - self._face_down
        return TableSnapshot(hands, frozenset(up | own | self._family.face_up_cards(self.play)))

    def _as_dealt(self) -> list[HandOnTable]:
        numbered = [(name, card, place) for place, (name, card) in enumerate(self.dealt, start=1)]
        return [
            HandOnTable(
                hand,
                None,
                tuple(card for name, card, _ in numbered if name == hand),
                tuple(place for name, _, place in numbered if name == hand),
                None,
            )
            for hand in self._family.common_hands
        ]

    def refusal(self, do: str, cents: int | None = None) -> str | None:
        """Return why the rules or the balance do not allow this action, or None."""
        question = self.question
        assert question is not None
        decision = Decision(question.seat, do, cents)
        if self.play.state is not None and (refused := self.play.state.refusal(decision)):
            return str(refused)[:1].upper() + str(refused)[1:]
        needed = _cost(question, decision)
        if needed > self.money_left:
            return f"That takes {format_dollars(needed)} more, and you have {format_dollars(self.money_left)} beside it"
        return None

    def decide(self, do: str, cents: int | None = None) -> None:
        """Carry out a legal decision of the player, and deal until the next one; `refusal` says which are legal."""
        question = self.question
        assert question is not None
        decision = Decision(question.seat, do, cents)
        self.cents_on_table += _cost(question, decision)
        self.snapshots = [self.snapshot]
        self.play.answer(decision)
        self._deal_to_decision()

    def arrangement_problem(self, arrangement: Arrangement) -> str | None:
        """Return why the arrangement is not allowed, or None; an arrangement that is foul would lose and is refused."""
        setting = self.setting
        assert setting is not None
        wrong = setting.problem(arrangement)
        return None if wrong is None else str(wrong)[:1].upper() + str(wrong)[1:]

    def set_hand(self, arrangement: Arrangement) -> None:
        """Set the hand with an arrangement that `arrangement_problem` accepts."""
        self.snapshots = [self.snapshot]
        self.play.answer(arrangement)
        self._deal_to_decision()

    def finish_without_player(self) -> None:
        """Finish the hand for a player who has left: by the family's default decisions, or else by timeouts."""
        while self.needs_player:
            if self.question is not None and (do := self.session.family_terminal.decision_for_absent_player(self)):
                self.decide(do)
            else:
                self.play.answer(TimedOut())
                self._deal_to_decision()

    def _deal_to_decision(self) -> None:
        """Deal until the player must decide or the hand is over, then record each card that was turned up."""
        self._deal_cards()
        while isinstance(self.play.need, Ask | Arrange) and not self.needs_player:
            self.play.answer(TimedOut())  # the other seats are empty
            self._deal_cards()
        now = self.snapshot
        up = self.snapshots[-1].face_up if self.snapshots else now.face_up
        for place in sorted(now.face_up - up):
            up |= {place}
            self.snapshots.append(TableSnapshot(now.hands, up))

    def _deal_cards(self) -> None:
        deal_until_decision(
            self.play, self._card, lambda: self.snapshots.append(self.snapshot), throw=self.session.roll
        )

    def _card(self) -> Piece:
        need = self.play.need
        assert isinstance(need, Deal)
        card: Piece
        card, self.session.shoe = self.session.shoe.deal()
        self.dealt.append((need.hand, card))
        if self._family.is_dealt_face_down(need):
            self._face_down.add(len(self.dealt))
        return card


def _cost(question: Question, decision: Decision) -> int:
    choice = question.choice(decision.do)
    assert choice is not None
    return choice.most if decision.cents is None else decision.cents
