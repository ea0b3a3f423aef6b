"""A hand that somebody decides: cards come by themselves until there is a question. Draws nothing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from croupier.cards import Card, ShoeEmpty
from croupier.money.cents import Cents, show_dollars
from croupier.money.collection import Collection
from croupier.money.outcome import Bet
from croupier.money.settlement import Settlement
from croupier.play.family import family_of, play_so_far, settle_bets
from croupier.play.round import (
    Ask,
    Called,
    Deal,
    Decision,
    NoCardsLeft,
    NotAllowed,
    Play,
    Question,
    Silence,
    Void,
)
from croupier.terminal.sitting import Sitting

MOST_NEEDS = 2_000
"""What one round can ask for, cards and decisions; a bound, never reached."""
R = TypeVar("R")
"""What a round of the family ends with."""


@dataclass(frozen=True)
class HandOver(Generic[R]):
    """A hand that is over."""

    result: R | Void
    settlement: Settlement
    collection: Collection | None
    net: Cents
    balance_after: Cents


class AskedHand(ABC, Generic[R]):
    """A hand under way, at a table of any game that asks."""

    def __init__(self, session: Sitting, bets: tuple[Bet, ...]) -> None:
        self._sitting, self.bets = session, bets
        self.collection = session.seating.collection(bets)
        self.put_up: int = sum(bet.amount for bet in bets)
        """Cents on the layout, raises with them."""
        bank = session.seating.bank
        self._table = family_of(session.house)
        self.play: Play[Any] = play_so_far(session.house, (), bets, bank_seat=bank.seat if bank else None)
        session.shoe = session.shoe.begin_hand()
        self._go_on()

    @property
    def question(self) -> Question | None:
        return self.play.need.questions[0] if isinstance(self.play.need, Ask) else None

    @property
    def money_left(self) -> Cents:
        """What is not on the layout yet, the fee taken off."""
        return Cents(self._sitting.balance - self.put_up - self._sitting.own_fee(self.collection))

    def refusal(self, do: str, cents: int | None = None) -> str | None:
        """Why this may not be done now: the rules, or the money behind it."""
        question = self.question
        assert question is not None
        decision = Decision(question.seat, do, cents)
        assert self.play.felt is not None
        if refused := self.play.felt.refusal(decision):
            return _sentence(refused)
        needed = self._cost(question, decision)
        if needed > self.money_left:
            return f"That takes {show_dollars(needed)} more, and you have {show_dollars(self.money_left)} beside it"
        return None

    def _cost(self, question: Question, decision: Decision) -> int:
        choice = question.choice(decision.do)
        assert choice is not None
        return choice.most if decision.cents is None else decision.cents

    def decide(self, do: str, cents: int | None = None) -> None:
        """What `refusal` has nothing against."""
        question = self.question
        assert question is not None
        decision = Decision(question.seat, do, cents)
        self.put_up += self._cost(question, decision)
        self._decided()
        self.play.answer(decision)
        self._go_on()

    def stand_to_the_end(self) -> None:
        """Nobody answers any more: the hand stands as silence has it, whenever something is asked."""
        while isinstance(self.play.need, Ask):
            self.play.answer(Silence())
            self._go_on()

    def _go_on(self) -> None:
        """Deal until somebody is asked, or the hand is over."""
        for _ in range(MOST_NEEDS):
            match self.play.need:
                case Deal():
                    self._deal()
                case None | Ask():
                    return
                case _:
                    self.play.answer(Called())

    def _deal(self) -> None:
        try:
            card, self._sitting.shoe = self._sitting.shoe.deal()
        except ShoeEmpty:
            self.play.answer(NoCardsLeft())
            return
        self.play.answer(card)
        self._dealt()

    @abstractmethod
    def _dealt(self) -> None:
        """A card has come: what is seen of it is kept for the screen."""

    @abstractmethod
    def _decided(self) -> None:
        """The person has decided: what was kept for the screen has been shown."""

    def finish(self) -> HandOver[R]:
        """Settle; the cards go to the rack."""
        session, result = self._sitting, self.play.result
        session.shoe = session.shoe.end_hand(tuple(self._cards_out()))
        if isinstance(result, Void):
            return HandOver(result, Settlement(()), None, Cents(0), session.balance)
        assert result is not None
        bank = session.seating.bank
        settlement = settle_bets(session.house, result, self.bets, bank=bank, meters=session.meters)
        net = Cents(sum(one.net for one in settlement.settled) - session.own_fee(self.collection))
        return HandOver(result, settlement, self.collection, net, Cents(session.balance + net))

    def _cards_out(self) -> Iterator[Card]:
        return (answer for answer in self.play.answers if isinstance(answer, Card))


def _sentence(refused: NotAllowed) -> str:
    text = str(refused)
    return text[:1].upper() + text[1:]
