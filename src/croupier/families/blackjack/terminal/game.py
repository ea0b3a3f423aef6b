"""The game loop of blackjack: a line typed, a hand dealt, decided and settled."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.errors import BadInput
from croupier.families.blackjack.hands import value
from croupier.families.blackjack.section import section_of
from croupier.families.blackjack.terminal.calls import read_decision
from croupier.families.blackjack.terminal.screen import BlackjackScreen
from croupier.families.blackjack.terminal.session import BlackjackSession, HandInPlay
from croupier.money.cents import Cents
from croupier.money.outcome import Bet
from croupier.play.round import Question
from croupier.terminal.asked_game import AskedGame
from croupier.terminal.look import QUIET

if TYPE_CHECKING:
    from croupier.families.blackjack.odds.solution import Solution
    from croupier.rulebook.house_rules import HouseRules


class BlackjackGame(AskedGame[BlackjackSession, BlackjackScreen, HandInPlay]):
    """One person at a blackjack table."""

    def __init__(
        self,
        session: BlackjackSession,
        screen: BlackjackScreen,
        show_rules: Callable[[], None],
        show_odds: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(session, screen, show_rules, show_odds)
        self._solution: Solution | None = None

    def _begin(self, bets: tuple[Bet, ...]) -> HandInPlay:
        return self.session.begin(bets)

    def _end(self, hand: HandInPlay) -> None:
        played = hand.finish()
        self.session.take(played, section_of(self.session.house).wager)
        self.screen.result(self.session, hand, played)

    def _read(self, line: str, question: Question) -> tuple[str, Cents | None]:
        return read_decision(line, question)

    def _hint(self, hand: HandInPlay) -> None:
        """What each decision is worth by one's own cards and the up card, from a full shoe."""
        question = hand.question
        assert question is not None
        try:
            solution = self._solved()
        except BadInput as missing:
            self.screen.say(f"No hint: {missing}.")
            return
        from croupier.families.blackjack.sheet.advice import advice

        dealer, *own = hand.felt
        cards = [value(card.rank) for card in own[question.hand - 1].cards]
        self.screen.worth(advice(solution, cards, value(dealer.cards[0].rank), question, hands=len(own)))

    def _solved(self) -> Solution:
        """Perfect play here, worked out once."""
        if self._solution is None:
            from croupier.odds.extra import require_extra

            require_extra("numba", "hint")
            self.screen.say("Working it out; the first time takes a while ...", QUIET)
            self._solution = solution_at(self.session.house)
        return self._solution


def solution_at(house: HouseRules) -> Solution:
    """Perfect play at a table; bad input where the main wager cannot be counted."""
    from croupier.families.blackjack.sheet.sheet import solution_of
    from croupier.odds.table import NotCounted

    try:
        return solution_of(house)
    except NotCounted as reason:
        raise BadInput.at("hint", f"the main wager {reason}") from None
