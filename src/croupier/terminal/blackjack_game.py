"""The game loop of blackjack: a line typed, a hand dealt, decided and settled."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.errors import BadInput
from croupier.games.blackjack_settling import section_of
from croupier.hands.blackjack import value
from croupier.money.outcome import Bet
from croupier.terminal.blackjack_calls import NotADecision, read_decision
from croupier.terminal.blackjack_screen import BlackjackScreen
from croupier.terminal.blackjack_session import BlackjackSession, HandInPlay
from croupier.terminal.game import Left, TableGame
from croupier.terminal.keyboard import ask
from croupier.terminal.look import BRASS, QUIET

if TYPE_CHECKING:
    from croupier.odds.blackjack.solution import Solution
    from croupier.rulebook.house_rules import HouseRules

PROMPT = "  Your play > "
AT_THE_HAND = ("?", "help", "rules", "odds", "cards", "squeeze")
"""Commands that can be given in the middle of a hand too."""


class BlackjackGame(TableGame[BlackjackSession, BlackjackScreen]):
    """One person at a blackjack table."""

    def __init__(
        self,
        session: BlackjackSession,
        screen: BlackjackScreen,
        show_rules: Callable[[], None],
        show_odds: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(session, screen, show_rules, show_odds)
        self._commands["hint"] = lambda: screen.say("A hint is for a hand: bet first, then ask when you decide.")
        self._solution: Solution | None = None

    @property
    def _ends_shoe(self) -> bool:
        return self.session.shoe.is_finished or self.session.is_fresh_each_round

    def _play(self, bets: tuple[Bet, ...]) -> None:
        """Whoever leaves in the middle of a hand stands: the hand is finished and paid before the farewell."""
        hand = self.session.begin(bets)
        try:
            while hand.question is not None:
                self.screen.table(self.session, hand)
                self._decide(hand)
        except (EOFError, KeyboardInterrupt, Left):
            hand.stand_to_the_end()
            self._end(hand)
            raise
        self._end(hand)

    def _end(self, hand: HandInPlay) -> None:
        """The balance is right before anything is shown."""
        played = hand.finish()
        self.session.take(played, section_of(self.session.house).wager)
        self.screen.result(self.session, hand, played)

    def _decide(self, hand: HandInPlay) -> None:
        """Ask until something is decided."""
        while (question := hand.question) is not None:
            self.screen.ask_for(question)
            line = ask(PROMPT)
            if self._is_command(line, hand):
                continue
            try:
                do, cents = read_decision(line, question)
            except NotADecision as reason:
                self.screen.not_done(str(reason))
                continue
            if refused := hand.refusal(do, cents):
                self.screen.not_done(refused)
                continue
            hand.decide(do, cents)
            return

    def _is_command(self, line: str, hand: HandInPlay) -> bool:
        word = line.lower()
        if word in ("q", "quit"):
            self.screen.say("Your hand stands; then you leave.", BRASS)
            raise Left
        if word == "hint":
            self._hint(hand)
            return True
        if word in AT_THE_HAND:
            self._commands[word]()
            return True
        return False

    def _hint(self, hand: HandInPlay) -> None:
        """What each decision is worth by one's own cards and the up card, from a full shoe."""
        question = hand.question
        assert question is not None
        try:
            solution = self._solved()
        except BadInput as missing:
            self.screen.say(f"No hint: {missing}.")
            return
        from croupier.odds.blackjack_sheet.advice import advice  # noqa: PLC0415 - needs the odds extra

        dealer, *own = hand.felt
        cards = [value(card.rank) for card in own[question.hand - 1].cards]
        self.screen.worth(advice(solution, cards, value(dealer.cards[0].rank), question, hands=len(own)))

    def _solved(self) -> Solution:
        """Perfect play here, worked out once."""
        if self._solution is None:
            from croupier.odds.extra import require_extra  # noqa: PLC0415

            require_extra("numba", "hint")
            self.screen.say("Working it out; the first time takes a while ...", QUIET)
            self._solution = solution_at(self.session.house)
        return self._solution


def solution_at(house: HouseRules) -> Solution:
    """Perfect play at a table; bad input where the main wager cannot be counted."""
    from croupier.odds.blackjack_sheet.sheet import solution_of  # noqa: PLC0415 - needs the odds extra
    from croupier.odds.table import NotCounted  # noqa: PLC0415

    try:
        return solution_of(house)
    except NotCounted as reason:
        raise BadInput.at("hint", f"the main wager {reason}") from None
