"""The game loop of games that ask: a line typed, a hand dealt, decided and settled."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from croupier.money.cents import Cents
from croupier.money.outcome import Bet
from croupier.play.round import Question
from croupier.terminal.asked_hand import AskedHand
from croupier.terminal.asked_screen import AskedScreen
from croupier.terminal.game import Left, TableGame
from croupier.terminal.keyboard import ask
from croupier.terminal.look import BRASS
from croupier.terminal.sitting import Sitting

PROMPT = "  Your play > "
AT_THE_HAND = ("?", "help", "rules", "odds", "cards", "squeeze")
"""Commands that can be given in the middle of a hand too."""
S = TypeVar("S", bound=Sitting)
D = TypeVar("D", bound=AskedScreen[Any, Any])
H = TypeVar("H", bound=AskedHand[Any])


class NotADecision(ValueError):  # noqa: N818 - it names what was typed
    """What was typed decides nothing; the message says what would."""


class AskedGame(TableGame[S, D], Generic[S, D, H]):
    """One person at a table where hands are decided."""

    leaving = "Your hand stands; then you leave."
    """Said to somebody who leaves in the middle of a hand."""

    def __init__(
        self,
        session: S,
        screen: D,
        show_rules: Callable[[], None],
        show_odds: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(session, screen, show_rules, show_odds)
        self._commands["hint"] = lambda: screen.say("A hint is for a hand: bet first, then ask when you decide.")

    def _play(self, bets: tuple[Bet, ...]) -> None:
        """Whoever leaves in the middle of a hand says nothing more: it is finished and paid before the farewell."""
        hand = self._begin(bets)
        try:
            while hand.question is not None:
                self.screen.table(self.session, hand)
                self._decide(hand)
        except (EOFError, KeyboardInterrupt, Left):
            hand.stand_to_the_end()
            self._end(hand)
            raise
        self._end(hand)

    @abstractmethod
    def _begin(self, bets: tuple[Bet, ...]) -> H:
        """The first cards of a hand."""

    @abstractmethod
    def _end(self, hand: H) -> None:
        """Settle and book a hand that is over, then show it: the balance is right before anything is shown."""

    @abstractmethod
    def _read(self, line: str, question: Question) -> tuple[str, Cents | None]:
        """What a line decides, and for how much where that is said; `NotADecision` where it decides nothing."""

    @abstractmethod
    def _hint(self, hand: H) -> None:
        """What each decision is worth."""

    def _decide(self, hand: H) -> None:
        """Ask until something is decided."""
        while (question := hand.question) is not None:
            self.screen.ask_for(hand, question)
            line = ask(PROMPT)
            if self._is_command(line, hand):
                continue
            try:
                do, cents = self._read(line, question)
            except NotADecision as reason:
                self.screen.not_done(str(reason))
                continue
            if refused := hand.refusal(do, cents):
                self.screen.not_done(refused)
                continue
            hand.decide(do, cents)
            return

    def _is_command(self, line: str, hand: H) -> bool:
        word = line.lower()
        if word in ("q", "quit"):
            self.screen.say(self.leaving, BRASS)
            raise Left
        if word == "hint":
            self._hint(hand)
            return True
        if word in AT_THE_HAND:
            self._commands[word]()
            return True
        return False
