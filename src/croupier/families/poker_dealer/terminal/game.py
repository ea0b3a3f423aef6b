"""The game loop of poker against the player-dealer."""

from __future__ import annotations

from croupier.cards import Shoe
from croupier.errors import BadInput
from croupier.families.poker_dealer.terminal.calls import read_decision
from croupier.families.poker_dealer.terminal.screen import PokerScreen
from croupier.families.poker_dealer.terminal.session import PokerHand, PokerSession
from croupier.money.cents import Cents
from croupier.money.outcome import Bet
from croupier.play.round import Question
from croupier.terminal.asked_game import AskedGame
from croupier.terminal.look import QUIET


class PokerGame(AskedGame[PokerSession, PokerScreen, PokerHand]):
    """One person at a table of three-card poker or hold'em."""

    leaving = "Your hand stands for the least it can; then you leave."
    _has_hinted = False

    def _begin(self, bets: tuple[Bet, ...]) -> PokerHand:
        return self.session.begin(bets)

    def _end(self, hand: PokerHand) -> None:
        played = hand.finish()
        self.session.take(played)
        self.screen.result(self.session, hand, played)

    def _after(self, before: Shoe) -> None:
        """A deck is dealt once: it is opened, and the next one is committed to. [004 L649, L2657, L3573]"""
        opened = self._opened = self.session.fresh
        played = self.session.shoe
        self.session.new_shoe()
        self.screen.new_deck(opened, played, self.session.fresh)

    def _read(self, line: str, question: Question) -> tuple[str, Cents | None]:
        return read_decision(line, question), None

    def _hint(self, hand: PokerHand) -> None:
        """What each decision is worth by one's own cards and what lies open."""
        assert hand.question is not None
        try:
            ways = self._advice(hand)
        except BadInput as missing:
            self.screen.say(f"No hint: {missing}.")
            return
        open_now = [choice.do for choice in hand.question.choices if choice.do in ways]
        self.screen.worth({do: ways[do] for do in sorted(open_now, key=lambda do: -ways[do])})

    def _advice(self, hand: PokerHand) -> dict[str, float]:
        from croupier.odds.extra import require_extra

        require_extra("numba", "hint")
        from croupier.families.poker_dealer.sheet.advice import advise
        from croupier.odds.table import NotCounted

        if not self._has_hinted:
            self.screen.say("Working it out; the first time takes a while ...", QUIET)
            self._has_hinted = True
        try:
            found = advise(hand.session.house, list(hand.own.cards), hand.seen)
        except NotCounted as reason:
            raise BadInput.at("hint", f"the hand {reason}") from None
        return {do: float(worth) for do, worth in found.values.items()}
