"""A hand under way: cards come by themselves until somebody is asked. Draws nothing."""

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
"""The cards of a hand in the order they left the shoe, each with the hand it went to; a family knows of which kind."""


@dataclass(frozen=True)
class TableSnapshot:
    """The felt at one moment: the hands, and which of their cards are up."""

    felt: tuple[HandOnTable, ...]
    up: frozenset[int]
    """By their number in the round."""

    def lying(self, hand: HandOnTable) -> list[CardDrawing]:
        return [
            CardDrawing(card, FACE_UP if place in self.up else FACE_DOWN)
            for card, place in zip(hand.cards, hand.places, strict=True)
        ]


@dataclass(frozen=True)
class FinishedHand:
    """A hand that is over."""

    result: Any
    """As its family has it, or `Void`."""
    settlement: Settlement
    collection: Collection | None
    net: Cents
    balance_after: Cents


class HandInPlay:
    """A hand under way, at a table of any game. The person sees his own cards, and of the others what lies open."""

    def __init__(self, session: Session, bets: tuple[Bet, ...]) -> None:
        self.session, self.bets = session, bets
        self.collection = session.seating.collection(bets)
        self.balance_before = session.balance
        self.put_up: int = sum(bet.amount for bet in bets)
        """Cents on the layout, raises with them."""
        self.dealt: list[tuple[str, Any]] = []
        self.moments: list[TableSnapshot] = []
        """The felt after every card that came or was turned since the last decision."""
        self._face_down: set[int] = set()
        self._family = family_of(session.house)
        bank = session.seating.bank
        self.play: RoundInProgress[Any] = replay_round(session.house, (), bets, bank_seat=bank.seat if bank else None)
        session.shoe = session.shoe.begin_hand()
        self._go_on()

    @property
    def question(self) -> Question | None:
        return self.play.need.question(self.session.seating.seat) if isinstance(self.play.need, Ask) else None

    @property
    def setting(self) -> HandToSet | None:
        """The cards that the person has to lay into hands now."""
        need = self.play.need
        return need.setting(self.session.seating.seat) if isinstance(need, Arrange) else None

    @property
    def waits(self) -> bool:
        """Whether it is the person's turn."""
        return self.question is not None or self.setting is not None

    @property
    def money_left(self) -> Cents:
        """What is not on the layout yet, the fee taken off."""
        return Cents(self.balance_before - self.put_up - self.session.own_fee(self.collection))

    @property
    def moment(self) -> TableSnapshot:
        """What is seen now."""
        laid = self._family.hands_on_table(self.session.house, self.play)
        felt = tuple(self._as_dealt() if laid is None else laid)
        own = {place for hand in felt if hand.seat == self.session.seating.seat for place in hand.places}
        up = set(range(1, len(self.dealt) + 1)) - self._face_down
        return TableSnapshot(felt, frozenset(up | own | self._family.face_up_cards(self.play)))

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
        """Why this may not be done now: the rules, or the money behind it."""
        question = self.question
        assert question is not None
        decision = Decision(question.seat, do, cents)
        if self.play.felt is not None and (refused := self.play.felt.refusal(decision)):
            return str(refused)[:1].upper() + str(refused)[1:]
        needed = _cost(question, decision)
        if needed > self.money_left:
            return f"That takes {format_dollars(needed)} more, and you have {format_dollars(self.money_left)} beside it"
        return None

    def decide(self, do: str, cents: int | None = None) -> None:
        """What `refusal` has nothing against."""
        question = self.question
        assert question is not None
        decision = Decision(question.seat, do, cents)
        self.put_up += _cost(question, decision)
        self.moments = [self.moment]
        self.play.answer(decision)
        self._go_on()

    def wrong(self, arrangement: Arrangement) -> str | None:
        """Why the cards may not lie so. A foul would lose, so it is told and not taken."""
        setting = self.setting
        assert setting is not None
        wrong = setting.wrong(arrangement)
        return None if wrong is None else str(wrong)[:1].upper() + str(wrong)[1:]

    def lay(self, arrangement: Arrangement) -> None:
        """What `wrong` has nothing against."""
        self.moments = [self.moment]
        self.play.answer(arrangement)
        self._go_on()

    def stand_to_the_end(self) -> None:
        """Nobody answers any more: the hand goes on as the room has it for who has left, or as silence does."""
        while self.waits:
            if self.question is not None and (do := self.session.room.decision_for_absent_player(self)):
                self.decide(do)
            else:
                self.play.answer(TimedOut())
                self._go_on()

    def _go_on(self) -> None:
        """Deal until somebody is asked, or the hand is over; then what was turned, one card after the other."""
        self._deal_on()
        while isinstance(self.play.need, Ask | Arrange) and not self.waits:
            self.play.answer(TimedOut())  # nobody sits there who could say anything
            self._deal_on()
        now = self.moment
        up = self.moments[-1].up if self.moments else now.up
        for place in sorted(now.up - up):
            up |= {place}
            self.moments.append(TableSnapshot(now.felt, up))

    def _deal_on(self) -> None:
        deal_until_decision(self.play, self._card, lambda: self.moments.append(self.moment), throw=self.session.throw)

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
