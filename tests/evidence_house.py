"""Small house for the tests of the evidence: real rounds at real tables, with a clock that the test sets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import insert

from croupier.cards.random_source import SeededRandomSource
from croupier.evidence.bundle import make_bundle, note_bundle
from croupier.house.house import Accepted, House, HousePolicy
from croupier.people.accounts import create_user
from croupier.people.passwords import PasswordHash
from croupier.people.roles import SYSTEM, Role
from croupier.store.keys import HouseKeys
from croupier.store.record import Transfer
from croupier.store.schema import key_values, login_attempts
from croupier.store.store import Store
from croupier.store.unit_of_work import UnitOfWork
from croupier.table import commands as c
from croupier.table.command_effect import Actor
from croupier.table.settings import DealingMode, TableSettings
from croupier.table.state import Phase
from croupier.table.timers import next_timer_at

NOON = 1_790_000_000_000
ANN, BOB = (Actor(f"user:{n}", name, "player", f"player:{n}") for n, name in ((1, "ann"), (2, "bob")))
DEALER = Actor("user:5", "dan", "dealer")
FLOOR, PIT = Actor("user:8", "sue", "supervisor"), Actor("user:9", "sam", "supervisor")
TICKS_MOST = 400
MIDI = TableSettings(rulebook="ilani-midi-baccarat", mode=DealingMode.AUTOMATED)
FORTUNES = TableSettings(rulebook="co-99-fortunes")
CASH_IN = TableSettings(rulebook="ca-cash-in-baccarat", schedule=1)


class Evening:
    """House with a database, keys, users and tables, in which a test plays rounds."""

    def __init__(self, url: str, folder: Path, seed: int = 3) -> None:
        self.now = NOON
        self.keys = HouseKeys.create(folder / "house.keys")
        self.store = Store.open(url, create=True)
        policy = HousePolicy("Riverside", demonstration=True)
        self.house = House(self.store, self.keys, policy, clock=lambda: self.now, chance=SeededRandomSource(seed))
        self.house.writer.run(self._people)

    def _people(self, uow: UnitOfWork) -> None:
        uow.upsert(key_values, key="public_key", value=self.keys.public_text)
        for name, third in (("ann", True), ("bob", False)):
            facts: dict[str, Any] = {"name": name, "display_name": name, "role": Role.PLAYER, "third_party": third}
            create_user(SYSTEM, **facts, password=PasswordHash("$none"), must_change=False)(uow)
        login = {"at": NOON, "name": "ann", "address": "loopback", "outcome": "ok", "terminal_id": "t-4"}
        uow.write(insert(login_attempts), login)
        money = [Transfer("outside", f"player:{number}", 1_000_000) for number in (1, 2)]
        uow.append_record("house", actor="system", command="fund", transfers=money)

    def act(self, table: str, order: c.Command, actor: Actor) -> Accepted:
        """Give a table a command that must be accepted."""
        self.now += 1
        reply = self.house.execute(table, order, actor)
        assert isinstance(reply, Accepted), reply
        return reply

    def open_midi(self, name: str = "midi-1") -> None:
        """Open a table that the generator deals, and seat a player."""
        assert isinstance(self.house.create_table(name, MIDI), Accepted)
        self.act(name, c.OpenTable(), FLOOR)
        self.act(name, c.SitDown(seat=1), ANN)

    def play_midi(self, rounds: int, name: str = "midi-1", cents: int = 5_000) -> None:
        """Play this many rounds with a wager in each."""
        until = self.house.tables[name].rounds + rounds
        for _ in range(TICKS_MOST * rounds):
            state = self.house.tables[name]
            if state.rounds >= until:
                return
            if state.phase is Phase.BETTING and state.round and not state.round.spots:
                self.act(name, c.PlaceWagers(seat=1, wagers=[c.WagerAmount(wager="banker", cents=cents)]), ANN)
                continue
            due = next_timer_at(state)
            assert due is not None
            self.now = max(self.now, due)
            self.house.run_timers(name)
        raise AssertionError("the table stands still")

    def play_cash_in(self, name: str = "cash-1") -> str:
        """Play a round dealt by hand at a player-dealer table; return its id.

        The bank is posted and the collection fee taken.
        """
        assert isinstance(self.house.create_table(name, CASH_IN), Accepted)
        self.act(name, c.OpenTable(), FLOOR)
        self.act(name, c.SitDown(seat=1), ANN)
        self.act(name, c.SitDown(seat=2), BOB)
        self.act(name, c.AcceptBank(cents=30_000), ANN)
        self.act(name, c.LoadShoe(), DEALER)
        self.act(name, c.ReadCard(card="3s"), DEALER)
        self.act(name, c.OpenBets(), DEALER)
        wagers = [c.WagerAmount(wager="player", cents=10_000), c.WagerAmount(wager="phoenix-7", cents=1_000)]
        self.act(name, c.PlaceWagers(seat=2, wagers=wagers), BOB)
        self.act(name, c.CloseBets(), DEALER)
        for card in ("Ts", "2h", "2d", "Kc", "4c", "5s"):
            self.act(name, c.ReadCard(card=card), DEALER)
        self.act(name, c.CallResult(), DEALER)
        return f"{name}/000001"

    def play_fortunes(self, name: str = "fortunes-1") -> str:
        """Play a round that wins the meter for seat 2 and envy for seat 3; return its id.

        The first four cards are twos of spades.
        """
        assert isinstance(self.house.create_table(name, FORTUNES), Accepted)
        self.act(name, c.OpenTable(), FLOOR)
        self.act(name, c.SitDown(seat=2), ANN)
        self.act(name, c.SitDown(seat=3), BOB)
        self.act(name, c.LoadShoe(), DEALER)
        self.act(name, c.ReadCard(card="3s"), DEALER)
        self.act(name, c.OpenBets(), DEALER)
        wagers = [c.WagerAmount(wager="banker", cents=2_500), c.WagerAmount(wager="fortunes-99", cents=100)]
        self.act(name, c.PlaceWagers(seat=2, wagers=wagers), ANN)
        self.act(name, c.PlaceWagers(seat=3, wagers=wagers), BOB)
        self.act(name, c.CloseBets(), DEALER)
        for card in ("2s", "2s", "2s", "2s", "Th"):
            self.act(name, c.ReadCard(card=card), DEALER)
        self.act(name, c.CallResult(), DEALER)
        return f"{name}/000001"

    def correct(self, round_id: str, place: int, card: str) -> None:
        """Correct a card of a settled round, with the approval of a second supervisor."""
        table = round_id.partition("/")[0]
        self.act(table, c.RequestCorrection(round=round_id, place=place, card=card, reason="misread"), FLOOR)
        (correction_id,) = self.house.tables[table].corrections
        self.act(table, c.ApproveCorrection(id=correction_id), PIT)

    def bundle(self, round_id: str) -> bytes:
        """Make the evidence bundle of a round."""
        return make_bundle(self.store, self.keys, round_id, self.now, FLOOR.id, house_name="Riverside")

    def note(self, round_id: str, data: bytes) -> Any:
        """Record in the log of the house that a bundle was made."""
        return self.house.writer.run(lambda uow: note_bundle(uow, round_id=round_id, data=data, by=FLOOR.id))

    def close(self) -> None:
        self.store.close()
