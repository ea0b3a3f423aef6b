"""One person's game of blackjack: a hand from the bets to the money, decided one question at a time. Draws nothing."""

from __future__ import annotations

from croupier.families.blackjack.hands import count, value
from croupier.families.blackjack.round import BlackjackResult
from croupier.money.outcome import Bet, Result
from croupier.money.settlement import Settlement
from croupier.play.felt import FeltHand
from croupier.terminal.asked_hand import AskedHand, HandOver
from croupier.terminal.sitting import Sitting

Felt = tuple[FeltHand, ...]
"""The dealer's hand, then the person's from left to right."""


BlackjackPlayed = HandOver[BlackjackResult]


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

    def begin(self, bets: tuple[Bet, ...]) -> HandInPlay:
        return HandInPlay(self, bets)

    def take(self, played: BlackjackPlayed, main: str) -> None:
        """Book a hand that is over."""
        self.balance = played.balance_after
        self.hands_played += 1
        if isinstance(played.result, BlackjackResult):
            self.record.add(played.result, played.settlement, main)


class HandInPlay(AskedHand[BlackjackResult]):
    """A hand of blackjack under way."""

    def __init__(self, session: BlackjackSession, bets: tuple[Bet, ...]) -> None:
        self.session = session
        self.scenes: list[Felt] = []
        """The layout after every card since the last decision."""
        super().__init__(session, bets)

    @property
    def felt(self) -> Felt:
        return tuple(self._table.felt(self.session.house, self.play) or ())

    def _dealt(self) -> None:
        self.scenes.append(self.felt)

    def _decided(self) -> None:
        self.scenes = []
