"""The game loop: a line typed, a hand dealt, until the person leaves or the money is gone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

from croupier.cards import Shoe
from croupier.money.cents import Cents, show_dollars
from croupier.money.outcome import Bet
from croupier.terminal.bets import read_bets
from croupier.terminal.keyboard import ask
from croupier.terminal.keys import BetError, Keys
from croupier.terminal.look import BRASS, STRONG, signed
from croupier.terminal.screen import Screen
from croupier.terminal.session import Session
from croupier.terminal.shoe_in_play import FreshShoe
from croupier.terminal.sitting import Sitting

S = TypeVar("S", bound=Sitting)
D = TypeVar("D", bound=Screen)
PROMPT = "  Your bet > "


class Left(Exception):  # noqa: N818 - it names what happened
    """The person got up."""


class TableGame(ABC, Generic[S, D]):
    """One person at a table of any game."""

    def __init__(
        self,
        session: S,
        screen: D,
        show_rules: Callable[[], None],
        show_odds: Callable[[], None] = lambda: None,
    ) -> None:
        self.session = session
        self.screen = screen
        self.titles = {wager.id: wager.title for wager in session.house.betting_wagers.values()}
        self.keys = Keys(self.titles)
        seating, wagers = session.seating, session.house.betting_wagers
        self._offered = {name: title for name, title in self.titles.items() if not seating.goes_with(wagers[name])}
        self._last_stakes: dict[str, Cents] = {}
        self._last_amounts = {w.id: session.seating.limit(w).least for w in session.house.betting_wagers.values()}
        self._opened: FreshShoe | None = None
        self._commands: dict[str, Callable[[], None]] = {
            "r": self._repeat,
            "repeat": self._repeat,
            "d": self._double,
            "double": self._double,
            "x": self._clear,
            "clear": self._clear,
            "?": self._help,
            "help": self._help,
            "rules": show_rules,
            "odds": show_odds,
            "cards": self._cards,
            "squeeze": screen.turn_squeeze,
            "q": self._leave,
            "quit": self._leave,
        }

    def run(self, *, seed: int | None) -> None:
        """Play until the person leaves (`Left`, the end of the input, Ctrl-C) or cannot bet any more."""
        self.screen.welcome(self.session, self.keys, seed=seed)
        while not self.session.is_broke:
            self.obey(ask(PROMPT))
        least = show_dollars(self.session.seating.least_bet)
        self.screen.say(f"The least wager here is {least}, and your balance no longer reaches it. Well played.", STRONG)

    def obey(self, line: str) -> None:
        """A command, a bet line, or nothing: then the last bets again, if there are any."""
        if command := self._commands.get(line.lower()):
            command()
        elif line:
            self._bet(line)
        elif self._last_stakes:
            self._repeat()
        else:
            self.screen.say(f"No bet yet, so no cards. Type one, such as {self.keys.example}.")

    def farewell(self) -> None:
        """The last word, however the game ended; the last shoe in which a hand was played is opened, card by card."""
        session = self.session
        if session.shoe != session.fresh.shoe:
            self._opened = session.fresh
            self.screen.open_shoe(session.fresh, session.shoe)
        if self._opened is not None:
            self.screen.order_of(self._opened)
        hands = f"{session.hands_played} {'hand' if session.hands_played == 1 else 'hands'}"
        change = session.balance - session.bought_in
        how = f"{signed(change)} over {hands}" if change else f"even after {hands}"
        self.screen.say(f"You leave with {show_dollars(session.balance)}, {how}. Thank you for playing.", BRASS)

    def _bet(self, line: str) -> None:
        try:
            stakes = read_bets(line, self.keys, self._last_amounts)
        except BetError as error:
            self.screen.refuse(str(error))
        else:
            self._place(stakes)

    def _repeat(self) -> None:
        self._place(self._last_stakes)

    def _double(self) -> None:
        self._place({wager: Cents(2 * amount) for wager, amount in self._last_stakes.items()})

    def _place(self, stakes: dict[str, Cents]) -> None:
        """All the bets stand, or none does."""
        if not stakes:
            self.screen.say(f"There is no last bet. Type one, such as {self.keys.example}.")
            return
        bets = self.session.bets_of(self.session.seating.completed(stakes))
        if reason := self.session.refusal(bets):
            self.screen.refuse(reason)
            return
        self._last_stakes = stakes
        self._last_amounts |= stakes
        shoe_before = self.session.shoe
        self._play(bets)
        self._after(shoe_before)
        if not self.session.is_broke:
            self.screen.offer(self.keys, self._offered, self._said(stakes))

    @abstractmethod
    def _play(self, bets: tuple[Bet, ...]) -> None:
        """A hand from the first card to the money."""

    @property
    def _ends_shoe(self) -> bool:
        return self.session.shoe.is_finished or self.session.is_fresh_each_round

    def _after(self, before: Shoe) -> None:
        """The cut card, and the end of the shoe. [003 L230; 000 L104-105]"""
        shoe = self.session.shoe
        if before.hands_left is None and shoe.hands_left is not None:
            if shoe.hands_left == 0:
                self.screen.say("The cut card came in place of the first card: that was the last hand.", BRASS)
            else:
                self.screen.say("The cut card is out: one more hand, then a new shoe.", BRASS)
        if not self._ends_shoe:
            return
        self._opened = self.session.fresh
        self.screen.say("The shoe is over.", BRASS)
        self.screen.open_shoe(self._opened, self.session.shoe)
        self.session.new_shoe()
        self.screen.new_shoe(self.session.fresh)

    def _clear(self) -> None:
        self._last_stakes = {}
        self.screen.say("Your last bets are cleared; Enter deals nothing.")

    def _help(self) -> None:
        self.screen.help(self.session, self.keys)

    def _cards(self) -> None:
        if self._opened is None:
            self.screen.say("No shoe has been opened yet; this one is, when it is over or when you leave.")
        else:
            self.screen.order_of(self._opened)

    def _leave(self) -> None:
        raise Left

    def _said(self, stakes: dict[str, Cents]) -> str:
        """Bets as a person would type them."""
        return ", ".join(f"{self.keys.by_wager[wager]} {show_dollars(amount)}" for wager, amount in stakes.items())


class Game(TableGame[Session, Screen]):
    """One person at a baccarat table."""

    def _play(self, bets: tuple[Bet, ...]) -> None:
        before = self.screen.as_it_stands(self.session, staked=sum(bet.amount for bet in bets))
        hand = self.session.play(bets)
        self.screen.hand(self.session, hand, before)
