"""A house with an evening behind it, dealt from a fixed seed: what the pictures of the guides are taken of."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from croupier.cards.chance import SeededChance
from croupier.errors import Refused
from croupier.house.clock import now_ms
from croupier.people.accounts import create_user
from croupier.people.roles import SYSTEM, Role
from croupier.people.users import user_by_name
from croupier.play.round import Ask
from croupier.server.config import HouseConfig
from croupier.server.demonstration import PASSWORD, PROVIDER, demonstration_config, set_up_people
from croupier.server.provider import Provider
from croupier.server.runtime import Runtime, open_house
from croupier.store.desk import Desk
from croupier.store.record import Transfer
from croupier.table import commands as c
from croupier.table.draft import Actor
from croupier.table.state import Phase, TableState
from croupier.views.expects import expects
from tests.server_fixture import QUICK

SEED = 9
ROUNDS = 40
ROUND_MS = 75_000
GUESTS = ("mei", "tomas", "linh", "joan", "carl")
CREDIT_CENTS = 90_000_00
POKER = ("three-card", "ultimate-holdem")
CHIPS = (25_00, 50_00, 50_00, 100_00)
HAND_DEALT = "dealer-midi"
BANKED, JACKPOT = "cash-in-2", "fortunes-2"
SLOW = {"betting_seconds": 300, "offer_seconds": 300}
MORE: dict[str, dict[str, Any]] = {
    BANKED: {"rulebook": "ca-cash-in-baccarat", "mode": "automated", "schedule": 1, "open": False} | SLOW,
    JACKPOT: {"rulebook": "co-99-fortunes", "open": False} | SLOW,
}
"""Tables that are opened for one picture."""


def tables() -> dict[str, dict[str, Any]]:
    """The demonstration's tables, and those of the pictures."""
    theirs = {one.name: one.model_dump(exclude={"name"}) for one in demonstration_config(Path()).table}
    theirs[HAND_DEALT] |= {"betting_seconds": 60}  # several pictures are taken before the cards come
    return theirs | MORE


class Evening:
    """Two hours of play at every table of a house, before anybody looks at it."""

    def __init__(self, config: HouseConfig) -> None:
        self.at = now_ms() - ROUNDS * ROUND_MS
        self.chance = random.Random(SEED)  # noqa: S311 - guests' chips and dealt cards in a picture
        self.house = open_house(config, clock=lambda: self.at, chance=SeededChance(SEED), create=True)
        self.runtime = Runtime(config, self.house, QUICK)
        self.runtime.set_up()
        set_up_people(self.runtime)
        self.guests = [self._guest(name) for name in GUESTS]
        self.dealer = self._actor("dealer")
        self.provider = Provider(self.runtime, PROVIDER)
        self.shoe: list[str] = []

    def play(self) -> None:
        """Round after round at all tables; then the books are closed for whoever opens them next."""
        for _ in range(ROUNDS):
            self._deal_by_hand(HAND_DEALT)
            until_at = self.at + ROUND_MS
            while self._next_thing(until_at):
                pass
            self.at = until_at
        self.house.store.close()

    def _guest(self, name: str) -> Actor:
        password = QUICK.hashed(PASSWORD, name=name)
        assert not isinstance(password, Refused)
        facts: dict[str, Any] = {"name": name, "display_name": name.title(), "role": Role.PLAYER, "password": password}
        made = self.house.writer.run(create_user(SYSTEM, **facts, must_change=False, demonstration=True))

        def credit(desk: Desk) -> None:
            account = f"player:{made.id}"
            event = {"kind": "play-money", "account": account, "cents": CREDIT_CENTS}
            moved = [Transfer("outside", account, CREDIT_CENTS)]
            desk.record("house", actor="system", command="buy-in", events=[event], transfers=moved)

        self.house.writer.run(credit)
        return self._actor(name)

    def _actor(self, name: str) -> Actor:
        user = self.runtime.read(lambda query: user_by_name(query, name))
        assert user is not None
        account = f"player:{user.id}" if user.role is Role.PLAYER else None
        return Actor(f"user:{user.id}", user.display_name, user.role.value, account)

    def _next_thing(self, until_at: int) -> bool:
        """What is due next at any table; whether there was anything."""
        for state in list(self.house.tables.values()):
            self._guests_play(state)
            if (order := self.provider._wants(state)) is not None:
                self.house.act(state.name, order, self.provider._actor)
        at, name = min(((at, name) for name, at in self.house.due().items()), default=(until_at, ""))
        if at >= until_at:
            return False
        self.at = max(self.at, at)
        self.house.tick(name)
        return True

    def _guests_play(self, state: TableState) -> None:
        """Two or three guests sit at each table, and bet once a round."""
        for number, guest in enumerate(self.guests):
            if (len(state.name) + number) % 5 > 2 or state.phase is Phase.CLOSED:
                continue
            account = guest.account or ""
            seat = state.seat_of(account)
            if seat is None:
                free = next(one for one in state.house.seats if one > 1 and one not in state.seats)
                self.house.act(state.name, c.SitDown(seat=free), guest)
            elif state.phase is Phase.BETTING and state.round is not None and not state.round.staked_by(account):
                self.house.act(state.name, c.PlaceWagers(seat=seat, wagers=self._chips(state)), guest)
            else:
                self._decide(state, seat, guest)

    def _chips(self, state: TableState) -> list[c.WagerOn]:
        """On one line; at a poker table as much on each that is bet before the cards, and now and then a bonus."""
        cents = self.chance.choice(CHIPS)
        if state.house.book.written.family not in POKER:
            return [c.WagerOn(wager=self._line(state), cents=cents)]
        wagers = [state.house.wagers[name] for name in state.house.betting_wagers]
        bonus = self.chance.choice([None, *(one.id for one in wagers if one.group != "line")])
        return [c.WagerOn(wager=one.id, cents=cents) for one in wagers if one.group == "line" or one.id == bonus]

    def _decide(self, state: TableState, seat: int, guest: Actor) -> None:
        """At a poker table a guest says something; elsewhere silence will do."""
        is_asked = state.phase is Phase.DEALING and state.house.book.written.family in POKER
        need = state.play.need if is_asked else None
        question = need.question(seat) if isinstance(need, Ask) else None
        if question is not None:
            choice = self.chance.choice([one.do for one in question.choices])
            self.house.act(state.name, c.Decide(seat=seat, choice=choice), guest)

    def _line(self, state: TableState) -> str:
        """Where a guest's chips go: on one of the lines, and rather on the last, which is the Banker's."""
        lines = [wager.id for wager in state.house.wagers.values() if wager.group == "line"]
        return self.chance.choice([*lines, lines[-1]])

    def _deal_by_hand(self, table: str) -> None:
        """A round from the dealer's keys: cards until none is due, then the result."""
        if not self.shoe:
            self.shoe = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"] * 8
            self.chance.shuffle(self.shoe)
            self.house.act(table, c.NewShoe(), self.dealer)
            self._read(table, 1)
        self.house.act(table, c.OpenBets(), self.dealer)
        self._guests_play(self.house.tables[table])
        self.house.act(table, c.CloseBets(), self.dealer)
        self._read(table, 6)
        self.house.act(table, c.CallResult(), self.dealer)

    def _read(self, table: str, most: int) -> None:
        for _ in range(most):
            if expects(self.house.tables[table])["do"] == "read-card":
                self.house.act(table, c.ReadCard(card=self.shoe.pop()), self.dealer)
