"""One person's game of blackjack: a hand from the bets to the money, decided one question at a time. Draws nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from croupier.cards import Card, ShoeEmpty
from croupier.games.baccarat import Opening
from croupier.games.blackjack import BlackjackResult, BlackjackRound
from croupier.games.blackjack_shoe import is_fresh_each_round
from croupier.games.blackjack_table import BlackjackTable
from croupier.games.felt import FeltHand
from croupier.games.round import Ask, Called, Deal, Decision, NoCardsLeft, NotAllowed, Play, Question, Silence, Void
from croupier.hands.blackjack import count, value
from croupier.money.cents import Cents, show_dollars
from croupier.money.collection import Collection
from croupier.money.outcome import Bet, Result
from croupier.money.settlement import Settlement
from croupier.terminal.sitting import Sitting

MOST_NEEDS = 2_000
"""What one round can ask for, cards and decisions; a bound, never reached."""
Felt = tuple[FeltHand, ...]
"""The dealer's hand, then the person's from left to right."""


@dataclass(frozen=True)
class BlackjackPlayed:
    """A hand that is over."""

    result: BlackjackResult | Void
    settlement: Settlement
    collection: Collection | None
    net: Cents
    balance_after: Cents


class BlackjackRecord:
    """What the shoe has brought: the dealer's hands, and how the person's fared."""

    def __init__(self) -> None:
        self.dealer: list[str] = []
        self.results: dict[Result, int] = dict.fromkeys(Result, 0)

    def add(self, result: BlackjackResult, settlement: Settlement, main: str) -> None:
        self.dealer.append(_dealer_word(result))
        for one in settlement.settled:
            if one.bet.wager == main:
                self.results[one.result] += 1


def _dealer_word(result: BlackjackResult) -> str:
    if result.dealer_natural:
        return "BJ"
    total = count(value(card.rank) for card in result.dealer).total
    return "bust" if total > 21 else str(total) if total >= 17 else "-"


class BlackjackSession(Sitting):
    """The game as it stands."""

    def new_shoe(self) -> None:
        super().new_shoe()
        self.record = BlackjackRecord()

    @property
    def is_fresh_each_round(self) -> bool:
        return is_fresh_each_round(self.house)

    def begin(self, bets: tuple[Bet, ...]) -> HandInPlay:
        return HandInPlay(self, bets)

    def take(self, played: BlackjackPlayed, main: str) -> None:
        """Book a hand that is over."""
        self.balance = played.balance_after
        self.hands_played += 1
        if isinstance(played.result, BlackjackResult):
            self.record.add(played.result, played.settlement, main)

    def own_fee(self, collection: Collection | None) -> Cents:
        return self._own_fee(collection)


class HandInPlay:
    """A hand under way: cards come by themselves until something has to be decided."""

    def __init__(self, session: BlackjackSession, bets: tuple[Bet, ...]) -> None:
        self.session, self.bets = session, bets
        self.collection = session.seating.collection(bets)
        self.put_up: int = sum(bet.amount for bet in bets)
        """Cents on the layout, raises with them."""
        bank = session.seating.bank
        self._table = BlackjackTable()
        self.play: Play[BlackjackResult | Void] = self._table.play(
            session.house, Opening(), (), bets, bank.seat if bank else None
        )
        self.scenes: list[Felt] = []
        """The layout after every card since the last decision."""
        session.shoe = session.shoe.begin_hand()
        self._go_on()

    @property
    def felt(self) -> Felt:
        return tuple(self._table.felt(self.session.house, self.play))

    @property
    def hole_is_up(self) -> bool:
        assert isinstance(self.play.felt, BlackjackRound)
        return self.play.felt.hole_is_up

    @property
    def question(self) -> Question | None:
        return self.play.need.questions[0] if isinstance(self.play.need, Ask) else None

    @property
    def money_left(self) -> Cents:
        """What is not on the layout yet, the fee taken off."""
        return Cents(self.session.balance - self.put_up - self.session.own_fee(self.collection))

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
        self.scenes = []
        self.play.answer(decision)
        self._go_on()

    def stand_to_the_end(self) -> None:
        """Nobody answers any more: what silence does, on every hand."""
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
            card, self.session.shoe = self.session.shoe.deal()
        except ShoeEmpty:
            self.play.answer(NoCardsLeft())
            return
        self.play.answer(card)
        self.scenes.append(self.felt)

    def finish(self) -> BlackjackPlayed:
        """Settle; the cards go to the rack."""
        session, result = self.session, self.play.result
        assert result is not None
        session.shoe = session.shoe.end_hand(tuple(self._cards_out()))
        settlement, fee = Settlement(()), Cents(0)
        collection = self.collection if isinstance(result, BlackjackResult) else None
        if isinstance(result, BlackjackResult):
            bank = session.seating.bank
            settlement = self._table.settle(session.house, result, self.bets, bank, session.meters)
            fee = session.own_fee(collection)
        net = Cents(sum(one.net for one in settlement.settled) - fee)
        return BlackjackPlayed(result, settlement, collection, net, Cents(session.balance + net))

    def _cards_out(self) -> Iterator[Card]:
        return (answer for answer in self.play.answers if isinstance(answer, Card))


def _sentence(refused: NotAllowed) -> str:
    text = str(refused)
    return text[:1].upper() + text[1:]
