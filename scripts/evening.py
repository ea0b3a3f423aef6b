"""House with an evening of play from a fixed seed, for the pictures in the guides."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from croupier.cards.random_source import SeededRandomSource
from croupier.errors import Refused
from croupier.house.clock import now_ms
from croupier.people.accounts import create_user
from croupier.people.roles import SYSTEM, Role
from croupier.people.users import user_by_name
from croupier.play.round import Ask
from croupier.server.config import HouseConfig
from croupier.server.demo_provider import DemoProvider
from croupier.server.demonstration import PASSWORD, PROVIDER, demonstration_config, set_up_people
from croupier.server.open_casino import open_casino
from croupier.server.runtime import Runtime
from croupier.store.record import Transfer
from croupier.store.unit_of_work import UnitOfWork
from croupier.table import commands as c
from croupier.table.command_effect import Actor
from croupier.table.state import Phase, TableState
from croupier.views.next_step_view import next_step
from tests.server_fixture import QUICK

SEED = 9
ROUNDS = 40
"""Rounds at the table that is dealt by hand."""
ROUND_MS = 75_000
PLAYED = {
    "co-dragon-bonus": 36,
    "co-5-treasures": 40,
    "ca-cash-in-baccarat": 16,
    "ca-ez-baccarat-panda-8": 24,
    "co-99-fortunes": 12,
    "midi-squeeze": 6,
    "ca-ultimate-war": 12,
    "house-blackjack": 16,
    "ca-blackjack-x": 6,
    "ca-ultimate-texas-holdem": 10,
    "ca-3-card-poker": 8,
    "ca-fortune-pai-gow-poker": 3,
}
"""Tables in the pictures, with the number of rounds that each has behind it.

Tables with a board of past rounds have more rounds, long games fewer.
"""
WAITING = ("dealer-midi", "dealer-holdem", "ca-pai-gow-tiles", "ca-texas-holdem", "ca-13-card-chinese-poker")
"""Tables of the house without simulated guests."""
GUESTS = ("mei", "tomas", "linh", "joan", "carl")
CREDIT_CENTS = 90_000_00
POKER = ("three-card", "ultimate-holdem")
CHIPS = (25_00, 50_00, 50_00, 100_00)
HAND_DEALT = "dealer-midi"
BANKED, JACKPOT = "cash-in-2", "fortunes-2"
QUICKLY = ("midi-squeeze", "house-blackjack", "ca-ultimate-texas-holdem")
"""Tables at which a round is played for a picture: they are fast, because the script waits for the round."""
ATTENDED_MOST = 4
SLOW = {"betting_seconds": 300, "offer_seconds": 300}
MORE: dict[str, dict[str, Any]] = {
    BANKED: {"rulebook": "ca-cash-in-baccarat", "mode": "automated", "schedule": 1, "open": False} | SLOW,
    JACKPOT: {"rulebook": "co-99-fortunes", "open": False} | SLOW,
}
"""Tables that are opened for one picture."""


def tables() -> dict[str, dict[str, Any]]:
    """Return the demonstration tables that pictures show, and some tables that exist only for pictures.

    A house with all demonstration tables takes many times as long and improves no picture.
    """
    shown = {*PLAYED, *WAITING}
    shown_tables = {
        table.name: table.model_dump(exclude={"name"})
        for table in demonstration_config(Path()).table
        if table.name in shown
    }
    shown_tables[HAND_DEALT] |= {"betting_seconds": 60}  # several pictures are taken before the cards are dealt
    shown_tables["dealer-holdem"] |= {"offer_seconds": 1}  # only the provider banks here
    for name in QUICKLY:
        shown_tables[name] |= {"betting_seconds": 6, "offer_seconds": 2, "card_ms": 80}
    return shown_tables | MORE


class Evening:
    """Play at the tables of a house, before any picture is taken."""

    def __init__(self, config: HouseConfig) -> None:
        self.at = now_ms() - ROUNDS * ROUND_MS
        self.chance = random.Random(SEED)  # noqa: S311 - guests' chips and dealt cards in a picture
        self.house = open_casino(config, clock=lambda: self.at, chance=SeededRandomSource(SEED), create=True)
        self.runtime = Runtime(config, self.house, QUICK)
        self.runtime.set_up()
        set_up_people(self.runtime)
        self.guests = [self._guest(name) for name in GUESTS]
        self.dealer = self._actor("dealer")
        self.provider = DemoProvider(self.runtime, PROVIDER)
        self.shoe: list[str] = []

    def play(self) -> None:
        """Play the rounds at all tables, then close the database for the server that opens it next."""
        for nth in range(ROUNDS):
            self._deal_by_hand(HAND_DEALT)
            for name in self.house.tables:
                self._attend(name)
            self._let_time_pass(self.at + ROUND_MS)
            if nth % 10 == 9:
                print(f"the evening: {nth + 1} of {ROUNDS} rounds at {HAND_DEALT}", flush=True)
        self.house.store.close()

    def _let_time_pass(self, until_at: int) -> None:
        """Run timers in the order of their times until `until_at` (milliseconds since the epoch).

        Only the table where a timer ran is attended to again.
        """
        due = self.house.next_timers()
        while due and (first := min(due, key=lambda name: due[name])) and due[first] < until_at:
            self.at = max(self.at, due[first])
            self.house.run_timers(first)
            self._attend(first)
            next_at = self.house.next_timer_of(first)
            if next_at is None:
                del due[first]
            else:
                due[first] = next_at
        self.at = until_at

    def _guest(self, name: str) -> Actor:
        password = QUICK.hash_new(PASSWORD, name=name)
        assert not isinstance(password, Refused)
        facts: dict[str, Any] = {"name": name, "display_name": name.title(), "role": Role.PLAYER, "password": password}
        user = self.house.writer.run(create_user(SYSTEM, **facts, must_change=False, demonstration=True))

        def credit(uow: UnitOfWork) -> None:
            account = f"player:{user.id}"
            event = {"kind": "play-money", "account": account, "cents": CREDIT_CENTS}
            moved = [Transfer("outside", account, CREDIT_CENTS)]
            uow.append_record("house", actor="system", command="buy-in", events=[event], transfers=moved)

        self.house.writer.run(credit)
        return self._actor(name)

    def _actor(self, name: str) -> Actor:
        user = self.runtime.run_query(lambda query: user_by_name(query, name))
        assert user is not None
        account = f"player:{user.id}" if user.role is Role.PLAYER else None
        return Actor(f"user:{user.id}", user.display_name, user.role.value, account)

    def _attend(self, name: str) -> None:
        """Let guests bet and decide and the provider bank at a table, until no action is left."""
        for _ in range(ATTENDED_MOST):
            self._guests_play(self.house.tables[name])
            order = self.provider._next_command(self.house.tables[name])
            if order is None:
                return
            self.house.execute(name, order, self.provider._actor)

    def _guests_play(self, state: TableState) -> None:
        """Seat two or three guests at the table and let each bet once a round."""
        for number, guest in enumerate(self.guests):
            if (len(state.name) + number) % 5 > 2 or state.phase is Phase.CLOSED or not self._is_played(state):
                continue
            account = guest.account or ""
            seat = state.seat_of(account)
            if seat is None:
                free = next(seat for seat in state.rules.seats if seat > 1 and seat not in state.seats)
                self.house.execute(state.name, c.SitDown(seat=free), guest)
            elif state.phase is Phase.BETTING and state.round is not None and not state.round.staked_by(account):
                self.house.execute(state.name, c.PlaceWagers(seat=seat, wagers=self._chips(state)), guest)
            else:
                self._decide(state, seat, guest)

    def _is_played(self, state: TableState) -> bool:
        """Return whether guests still play: until the table has its rounds, and to the end of the current round."""
        most = ROUNDS if state.name == HAND_DEALT else PLAYED.get(state.name, 0)
        return state.rounds < most or (state.rounds == most and state.round is not None)

    def _chips(self, state: TableState) -> list[c.WagerAmount]:
        """Return the wagers of a guest: one line wager.

        At a poker table the guest bets the same amount on every line wager and sometimes on a bonus.
        """
        cents = self.chance.choice(CHIPS)
        if state.rules.rulebook.written.family not in POKER:
            return [c.WagerAmount(wager=self._line(state), cents=cents)]
        wagers = [state.rules.wagers[name] for name in state.rules.betting_wagers]
        bonus = self.chance.choice([None, *(wager.id for wager in wagers if wager.group != "line")])
        return [
            c.WagerAmount(wager=wager.id, cents=cents) for wager in wagers if wager.group == "line" or wager.id == bonus
        ]

    def _decide(self, state: TableState, seat: int, guest: Actor) -> None:
        """Make a random decision at a poker table; elsewhere let the decision time out."""
        is_asked = state.phase is Phase.DEALING and state.rules.rulebook.written.family in POKER
        need = state.replay_play.need if is_asked else None
        question = need.question(seat) if isinstance(need, Ask) else None
        if question is not None:
            choice = self.chance.choice([choice.do for choice in question.choices])
            self.house.execute(state.name, c.MakeDecision(seat=seat, choice=choice), guest)

    def _line(self, state: TableState) -> str:
        """Return a line wager at random, twice as often the last one, which is Banker at baccarat."""
        lines = [wager.id for wager in state.rules.wagers.values() if wager.group == "line"]
        return self.chance.choice([*lines, lines[-1]])

    def _deal_by_hand(self, table: str) -> None:
        """Deal a round by hand: cards until none is due, then the result."""
        if not self.shoe:
            self.shoe = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"] * 8
            self.chance.shuffle(self.shoe)
            self.house.execute(table, c.LoadShoe(), self.dealer)
            self._read(table, 1)
        self.house.execute(table, c.OpenBets(), self.dealer)
        self._guests_play(self.house.tables[table])
        self.house.execute(table, c.CloseBets(), self.dealer)
        self._read(table, 6)
        self.house.execute(table, c.CallResult(), self.dealer)

    def _read(self, table: str, most: int) -> None:
        for _ in range(most):
            if next_step(self.house.tables[table], self.at)["command"] == "read-card":
                self.house.execute(table, c.ReadCard(card=self.shoe.pop()), self.dealer)
