"""Faults of the server: a killed house, a vanished terminal, a lost database, and a house that must not start.

`benchmarks/faults.py` has more kills; the soak runs every game at every point here as well.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
import uvicorn
from sqlalchemy import func, select

from benchmarks import faults
from croupier.errors import BadInput, Refused
from croupier.house.clock import MonotonicClock, now_ms
from croupier.house.house import Accepted, House
from croupier.house.log_replay import rebuild_table
from croupier.people.accounts import create_user
from croupier.people.passwords import PasswordCheck
from croupier.people.roles import SYSTEM as BY_SYSTEM
from croupier.people.roles import Role
from croupier.play.rulebook_library import load
from croupier.server.app import create_app
from croupier.server.config import (
    CheckpointSection,
    HouseConfig,
    HouseSection,
    ServerSection,
    TableSection,
    read_config,
)
from croupier.server.open_casino import open_casino
from croupier.server.runtime import Runtime
from croupier.store.errors import DatabaseBusyError, DatabaseUnavailableError, DuplicateRecordError
from croupier.store.keys import HouseKeys
from croupier.store.log_audit import verify_log
from croupier.store.record import Record, Transfer
from croupier.store.schema import records, significant
from croupier.store.store import Store
from croupier.table import commands as c
from croupier.table.command_effect import Actor
from croupier.table.settings import _rules
from croupier.table.state import Phase, TableState
from tests.database import PostgresServer, new_database, postgres_server  # noqa: F401 - fixtures
from tests.fault_terminal import Terminal
from tests.server_fixture import QUICK
from tests.soak import SEED, SOAK, in_soak, or_soak, scaled
from tests.store_writer import full_disk, tamper

TRIES, TRY_SECONDS = 1_500, 0.02
CREDIT = 10_000_00
GAMES = {game.name: game for game in faults.games(0)}
OTHERS = {game.name: game for game in faults.games(1)}


# A killed house
@pytest.fixture(scope="module")
def stable() -> Iterator[faults.Stable]:
    """Return an object that starts processes of houses for tests to kill; end the processes afterwards."""
    stable = faults.Stable()
    try:
        yield stable
    finally:
        stable.close()


@pytest.mark.parametrize(
    ("game", "mode", "point"),
    [
        ("ilani-midi-baccarat", "automated", "before the commit"),
        *([("ca-cash-in-baccarat", "dealer-assist", "after the commit")] if SOAK else []),
        *([("co-99-fortunes, meter won", "dealer-assist", "after the commit")] if SOAK else []),
    ],
)
def test_a_house_killed_at_every_commit_of_a_round_loses_nothing(
    stable: faults.Stable, tmp_path: Path, game: str, mode: str, point: str
) -> None:
    """Check that the round goes on from the log and is settled as in a house that was never killed. [R26, R43, R51]"""
    chosen = next(games[game] for games in (GAMES, OTHERS) if games[game].settings["mode"] == mode)
    tally = faults.evening(stable, faults.new_files(str(tmp_path)), chosen, point, random.Random(1))
    assert tally.is_sound, tally
    assert tally.kills > 12
    assert (tally.interrupted, tally.resumed, tally.voided) == (1, 1, 0)
    assert tally.jackpots == ("meter won" in game)


@in_soak
def test_a_house_killed_while_a_round_is_called_off_gives_the_stakes_back_once(
    stable: faults.Stable,
    postgres_server: PostgresServer,  # noqa: F811
) -> None:
    """Check that a house killed during a void, over PostgreSQL, voids the round once after its restart. [R30]"""
    game = OTHERS["ca-cash-in-baccarat, void"]
    tally = faults.evening(stable, postgres_server.new_database, game, "before the flush", random.Random(1))
    assert tally.is_sound, tally
    assert (tally.interrupted, tally.resumed, tally.voided) == (1, 0, 1)


@pytest.mark.parametrize("point", faults.POINTS if SOAK else [faults.ANY_MOMENT])
@pytest.mark.parametrize("name", sorted(GAMES) if SOAK else ["co-baccarat, cards turned"])
def test_a_house_killed_at_any_moment_loses_nothing(
    stable: faults.Stable,
    new_database: Callable[[], str],  # noqa: F811
    name: str,
    point: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(faults, "MOMENTS", scaled(4, 14))
    games = (GAMES, OTHERS)[faults.POINTS.index(point) % 2]
    tally = faults.evening(stable, new_database, games[name], point, random.Random(SEED))
    assert tally.is_sound, tally
    assert tally.acknowledged > 5


def test_the_examination_finds_a_lost_wager_and_a_lost_ticket(stable: faults.Stable, tmp_path: Path) -> None:
    """Check that the examination finds a wager and a ticket that were removed from the database directly.

    The other tests rely on this examination.
    """
    url = f"sqlite:///{tmp_path}/house.db"
    evening = faults.Evening(stable, tmp_path, url, GAMES["co-baccarat"])
    evening.finish()
    evening.examine()
    assert evening.tally.is_sound, evening.tally
    key = next(key for key in evening.answered if "place-wagers" in key)
    seq = evening.answered[key]["seq"]
    tamper(url, "UPDATE vouchers SET status = 'issued'", f"UPDATE records SET key = 'other' WHERE seq = {seq}")
    with pytest.raises(BadInput):
        evening.examine()
    tamper(url, f"UPDATE records SET key = '{key}' WHERE seq = {seq} AND stream LIKE 'table/%'")
    evening.answered[key]["seq"] = 10_000
    evening.examine()
    assert evening.tally.wagers_lost == 1
    assert evening.tally.cents_lost == 12_34


# A running house


class Served:
    """House on a port of its own, with a table that has very short times."""

    def __init__(
        self, url: str, folder: Path, clock: MonotonicClock | None = None, copy_to: str = "", **table: Any
    ) -> None:
        quick: Any = {"betting_seconds": 1, "decision_seconds": 1, "offer_seconds": 1, "card_ms": 20, "result_ms": 100}
        standard: Any = {"name": "t1", "rulebook": "ilani-midi-baccarat", "mode": "automated", "open": True}
        table_section = TableSection(**standard | quick | table)
        files = HouseSection(demonstration=True, database=url, keys=str(folder / "house.key"))
        self.config = HouseConfig(
            house=files,
            server=ServerSection(
                commands_each_second=10_000, requests_each_second=10_000, person_requests_each_second=10_000
            ),
            table=[table_section],
            checkpoints=CheckpointSection(copy_to=copy_to),
        )
        self.house = open_casino(self.config, create=True, clock=clock)
        self.runtime = Runtime(self.config, self.house, QUICK)
        self.runtime.set_up()
        self.tokens = {name: self._player(name) for name in ("ann", "bob")}
        self.keys = (f"test-key-{number}" for number in count())
        self._terminals: list[Terminal] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        settings = uvicorn.Config(create_app(self.runtime), log_config=None, access_log=False, lifespan="on")
        self._server = uvicorn.Server(settings)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._listening]})

    def _player(self, name: str) -> str:
        """Create a player with credit at the first start, and return the token of a session."""
        password = QUICK.hash_new("a long enough word", name=name)
        assert not isinstance(password, Refused)
        facts: Any = {"name": name, "display_name": name, "role": Role.PLAYER, "password": password}
        user = self.house.writer.run(create_user(BY_SYSTEM, **facts, must_change=False))
        if not isinstance(user, Refused):
            money = [Transfer("outside", f"player:{user.id}", CREDIT)]
            self.house.writer.run(
                lambda uow: uow.append_record("house", actor="system", command="buy-in", transfers=money)
            )
        proof = PasswordCheck(name, True, password)
        session = self.house.writer.run(self.runtime.sessions.log_in(proof, address="127.0.0.1"))
        return "" if isinstance(session, Refused) else str(session.token)

    def start(self) -> None:
        self._thread.start()
        wait_until(lambda: self._server.started)

    def stop(self) -> None:
        for terminal in self._terminals:
            terminal.vanish()
        self._server.should_exit = True
        self._thread.join(60)
        assert not self._thread.is_alive()
        self._listening.close()

    def terminal(self, name: str, after: int | None = None) -> Terminal:
        terminal = Terminal(self.port, self.tokens[name], after)
        self._terminals.append(terminal)
        return terminal

    @property
    def state(self) -> TableState:
        return self.house.committed_tables["t1"][1]

    def log(self) -> list[Record]:
        return list(self.house.store.records("table/t1"))

    def events(self, after: int = 0) -> list[dict[str, Any]]:
        return [event for record in self.log()[after:] for event in record.events]

    def kinds(self) -> list[str]:
        return [event["kind"] for event in self.events()]

    def command(self, terminal: Terminal, do: str, *, key: str | None = None, **fields: Any) -> dict[str, Any]:
        return terminal.command(key or next(self.keys), {"do": do, **fields})

    def ask_over_http(self) -> httpx.Response:
        """Send a wager of the player Ann over HTTP instead of the web socket."""
        body = {"key": next(self.keys), "command": {"do": "place-wagers", "seat": 1, "wagers": []}}
        headers = {"Authorization": f"Bearer {self.tokens['ann']}"}
        return httpx.post(f"http://127.0.0.1:{self.port}/api/tables/t1/commands", json=body, headers=headers)

    def checkpoint(self) -> None:
        """Write a checkpoint, as the server does from time to time."""
        asyncio.run_coroutine_threadsafe(self.runtime.upkeep.checkpoint(), self.runtime._loop).result(30)

    def health(self) -> tuple[int, bool]:
        """Return the status of the health check, and whether it reports the database as available."""
        response = httpx.get(f"http://127.0.0.1:{self.port}/health")
        return response.status_code, response.json()["database"]

    def bet(self, terminal: Terminal, cents: int = 10_00, **how: Any) -> dict[str, Any]:
        wagers = [{"wager": "banker", "cents": cents}]
        return self.command(terminal, "place-wagers", seat=self.seat(terminal), wagers=wagers, **how)

    def seat(self, terminal: Terminal) -> int:
        return 1 if terminal.token == self.tokens["ann"] else 2

    def sit(self, terminal: Terminal) -> None:
        assert self.command(terminal, "sit-down", seat=self.seat(terminal))["ok"]


@contextmanager
def served(url: str, folder: Path, **table: Any) -> Iterator[Served]:
    """Run a house; after it has stopped, check that its memory agrees with the log."""
    house = Served(url, folder, **table)
    house.start()
    try:
        yield house
    finally:
        house.stop()
    require_agreement(house)


def require_agreement(live: Served) -> None:
    """Check that the memory of the stopped house equals the state rebuilt from the log, and that the log verifies."""
    house = live.house
    with Store.open(live.config.house.database) as store:
        assert verify_log(store).is_sound
        assert rebuild_table(store, "t1", house.keys.decrypt) == house.tables["t1"] == live.state
        assert store.balances() == house.ledger.balances == house.committed_balances
        assert {stream: tuple(head) for stream, head in store.heads().items()} == house.ledger.heads
    for kind, cents in faults.layout(house.tables["t1"]).items():
        assert house.ledger.balances.get(f"{kind}:t1", 0) == cents


def wait_until(condition: Callable[[], Any]) -> None:
    """Wait until the condition holds, or fail the test."""
    for _ in range(TRIES):
        if condition():
            return
        time.sleep(TRY_SECONDS)
    pytest.fail("it did not happen")


def require_unbroken(terminal: Terminal, first: int) -> None:
    """Check that the terminal received every record from `first` on, once and in order."""
    shown = list(terminal.seqs)  # more records may arrive meanwhile
    assert shown == list(range(first, first + len(shown)))


# A terminal vanishes

BANKED: dict[str, Any] = {"rulebook": "ca-cash-in-baccarat", "schedule": 1}
TURNED: dict[str, Any] = {"rulebook": "co-baccarat", "options": {"cards_turned_by": "bettor"}}


def sit_without_bet(live: Served, ann: Terminal) -> None:
    """Seat another player who bets; the player Ann sits at the table and has not bet."""
    bob = live.terminal("bob")
    live.sit(bob)
    live.bet(bob)


def place_bet(live: Served, ann: Terminal) -> None:
    assert live.bet(ann)["ok"]


def bet_until_dealing(live: Served, ann: Terminal) -> None:
    assert live.bet(ann)["ok"]
    wait_until(lambda: live.state.phase is Phase.DEALING)


def be_offered_the_bank(live: Served, ann: Terminal) -> None:
    """Let another player decline the bank, so that the player Ann is offered it."""
    bob = live.terminal("bob")
    live.sit(bob)
    live.command(bob, "decline-bank")


def bet_until_cards_dealt(live: Served, ann: Terminal) -> None:
    assert live.bet(ann)["ok"]
    wait_until(lambda: live.state.round is not None and live.state.round.dealt)


@pytest.mark.parametrize(
    ("prepare", "table", "silence"),
    or_soak(
        [
            (place_bet, {}, {"kind": "round-settled"}),
            (be_offered_the_bank, BANKED, {"kind": "bank-rotated", "input": {"do": "decline", "seat": 1}}),
            (sit_without_bet, {}, {"kind": "round-settled"}),
            (bet_until_dealing, {}, {"kind": "round-settled"}),
            (bet_until_cards_dealt, TURNED, {"kind": "cards-revealed"}),
        ],
        2,
    ),
)
def test_a_terminal_that_vanishes_gets_its_money_and_every_missed_record(
    tmp_path: Path, prepare: Callable[[Served, Terminal], None], table: dict[str, Any], silence: dict[str, Any]
) -> None:
    """Check that the round continues without the terminal and that it later receives every record once. [R26]"""
    with served(str(tmp_path / "house.db"), tmp_path, **{"card_ms": 200} | table) as live:
        ann = live.terminal("ann")
        live.sit(ann)
        wait_until(lambda: live.state.phase is Phase.BETTING or table is BANKED)
        prepare(live, ann)
        last_seq = ann.vanish()
        wait_until(lambda: any(silence.items() <= event.items() for event in live.events(after=last_seq)))
        wait_until(lambda: table is BANKED or "round-settled" in live.kinds())
        terminal = live.terminal("ann", after=last_seq)
        wait_until(lambda: terminal.balance_cents is not None and terminal.seqs)
        require_unbroken(terminal, last_seq + 1)
        archived = live.house.archived_round("t1/000001") or {"balances": {}}
        _, credit = archived["balances"].get("player:1", (CREDIT, CREDIT))
        assert terminal.balance_cents == live.house.committed_balances["player:1"] == credit
        assert live.state.seats[1].account == "player:1"
        assert ("player:1" in archived["balances"]) is (
            prepare in (place_bet, bet_until_dealing, bet_until_cards_dealt)
        )


def test_a_screen_that_resumes_from_the_last_record_receives_none_twice(tmp_path: Path) -> None:
    with served(str(tmp_path / "house.db"), tmp_path) as live:
        ann = live.terminal("ann")
        live.sit(ann)
        wait_until(lambda: live.state.phase is Phase.BETTING)
        wait_until(lambda: ann.last == live.log()[-1].seq)
        again = live.terminal("ann", after=ann.vanish())
        wait_until(lambda: again.balance_cents == CREDIT)
        assert again.seqs == []
        assert live.bet(again)["ok"]
        wait_until(lambda: again.seqs)
        assert again.seqs[0] == ann.last + 1


# The database goes and comes back


class LosableDatabase:
    """Database that a test can make unavailable."""

    def __init__(self, url: str, server: PostgresServer | None) -> None:
        self.url, self._server = url, server

    @contextmanager
    def unavailable(self) -> Iterator[None]:
        """Stop the PostgreSQL server, or move the SQLite file away, for the duration of the block."""
        path = Path(self.url)
        if self._server:
            self._server.stop()
        else:
            path.rename(path.with_name("elsewhere.db"))
        try:
            yield
        finally:
            if self._server:
                self._server.start()
            else:
                path.with_name("elsewhere.db").rename(path)

    def lose_locks(self) -> None:
        """Remove the locks without notice to their holder, as a network failure or an administrator could."""
        if self._server:
            with psycopg.connect(self.url, autocommit=True) as connection:
                connection.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")
        else:
            Path(f"{self.url}.house.lock").unlink()


@pytest.fixture(params=["sqlite", "postgresql"])
def losable_database(request: pytest.FixtureRequest, tmp_path: Path) -> LosableDatabase:
    if request.param == "sqlite":
        return LosableDatabase(str(tmp_path / "house.db"), None)
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return LosableDatabase(server.new_database(), server)


def test_a_lost_database_loses_nothing_and_the_table_continues_when_it_is_back(
    losable_database: LosableDatabase, tmp_path: Path
) -> None:
    with served(losable_database.url, tmp_path, betting_seconds=4) as live:
        ann = live.terminal("ann")
        live.sit(ann)
        wait_until(lambda: live.state.phase is Phase.BETTING)
        assert live.bet(ann, key="before-the-loss")["ok"]
        seq = live.log()[-1].seq
        with losable_database.unavailable():
            refused = live.bet(ann, 20_00, key="during-the-loss")
            assert refused["error"]["code"] == "database/unavailable"
            assert live.house.writer.is_disconnected
            assert live.ask_over_http().status_code == 503
            assert live.state.round is not None
            assert live.state.round.staked_by("player:1") == 10_00
            closes = live.state.round.closes_at
        wait_until(lambda: not live.house.writer.is_disconnected)  # the timer of the table tries again and again
        with (
            Store.open(losable_database.url) as second_store,
            pytest.raises(BadInput, match="is run by another process"),
        ):
            second_store.lock_stream("house")
        assert live.bet(ann, key="before-the-loss")["repeated"]
        wait_until(lambda: "round-settled" in live.kinds())
        require_time_back(live.events(after=seq), closes or 0)
        wait_until(lambda: ann.last >= live.log()[-1].seq - 3)
        require_unbroken(ann, ann.seqs[0])
        assert live.house.query(select(func.count()).where(records.c.key == "during-the-loss")) == [(0,)]


def test_the_health_check_fails_while_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.server.runtime.PROBE_SECONDS", 0)
    with served(str(tmp_path / "house.db"), tmp_path, betting_seconds=60) as live:
        ann = live.terminal("ann")
        live.sit(ann)
        wait_until(lambda: live.state.phase is Phase.BETTING)
        assert live.health() == (200, True)
        with full_disk():
            assert live.health() == (503, False)
            assert live.bet(ann)["error"]["code"] == "database/unavailable"
            assert live.health() == (503, False)
        wait_until(lambda: live.health() == (200, True))
        assert live.bet(ann)["ok"]


def test_a_server_that_lost_its_lock_reports_it_and_writes_nothing(
    losable_database: LosableDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.server.runtime.PROBE_SECONDS", 0)
    with served(losable_database.url, tmp_path, betting_seconds=60) as live:
        ann = live.terminal("ann")
        live.sit(ann)
        wait_until(lambda: live.state.phase is Phase.BETTING)
        assert live.health() == (200, True)
        losable_database.lose_locks()
        with Store.open(losable_database.url) as second_store:
            second_store.lock_stream("house")
            assert live.health() == (503, False)
            assert live.bet(ann)["error"]["code"] == "database/unavailable"
            assert live.health() == (503, False)
            assert live.house.store.balance("player:1") == CREDIT
        wait_until(lambda: live.health() == (200, True))  # the other process has ended, and the lock is taken again
        assert live.bet(ann)["ok"]


def test_a_lost_lock_that_nobody_else_holds_is_taken_again(postgres_server: PostgresServer, tmp_path: Path) -> None:  # noqa: F811
    losable_database = LosableDatabase(postgres_server.new_database(), postgres_server)
    with served(losable_database.url, tmp_path) as live:
        losable_database.lose_locks()
        live.health()
        wait_until(lambda: live.health() == (200, True))
        with (
            Store.open(losable_database.url) as second_store,
            pytest.raises(BadInput, match="is run by another process"),
        ):
            second_store.lock_stream("house")


def require_time_back(events: list[dict[str, Any]], closes_at: int) -> None:
    """Check that the time without a database was added to the betting time."""
    stopped_ms = sum(event["stood_ms"] for event in events if event["kind"] == "table-resumed")
    (closed,) = [event for event in events if event["kind"] == "bets-closed"]
    assert stopped_ms > 0
    assert closed["at"] >= closes_at + stopped_ms


@pytest.mark.parametrize("is_written", [True, False], ids=["written", "not written"])
def test_a_commit_whose_response_was_lost_is_written_once_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_written: bool
) -> None:
    """Check a wager that starts the countdown: it counts at most once, and screens and timer agree with the log."""
    with served(str(tmp_path / "house.db"), tmp_path, betting_seconds=3) as live:
        ann, bob = live.terminal("ann"), live.terminal("bob")
        live.sit(ann)
        wait_until(lambda: live.state.phase is Phase.BETTING)
        losing = begin_with_lost_connection(live.house.store, is_written)
        monkeypatch.setattr(live.house.store, "begin", losing)
        assert live.bet(ann, key="is-it-there")["error"]["code"] == "database/unavailable"
        monkeypatch.undo()
        reply = live.bet(ann, key="is-it-there")
        assert reply["ok"]
        assert reply["repeated"] is is_written
        assert [record.key for record in live.log()].count("is-it-there") == 1
        assert live.house.limit_tracker.activity(1).open_cents == {"t1": 10_00}
        wait_until(lambda: "round-settled" in live.kinds())  # by timers alone, without another command
        wait_until(lambda: bob.last >= live.log()[-1].seq - 3)
        require_unbroken(bob, bob.seqs[0])
        assert reply["seq"] in bob.seqs
        archived = live.house.archived_round("t1/000001")
        assert archived is not None
        assert [spot["wagers"] for spot in archived["spots"]] == [{"banker": 10_00}]
        assert archived["balances"]["player:1"] == [CREDIT, live.house.committed_balances["player:1"]]


def begin_with_lost_connection(store: Store, is_written: bool) -> Callable[[], Any]:
    """Return a replacement for `Store.begin` that loses the connection during the commit."""
    begin = store.begin

    @contextmanager
    def losing() -> Iterator[Any]:
        if not is_written:
            with begin() as transaction:
                yield transaction
                transaction.flush()
                raise DatabaseUnavailableError("the connection was lost", unsure=True)
        with begin() as transaction:
            yield transaction
        raise DatabaseUnavailableError("the connection was lost", unsure=True)

    return losing


@pytest.mark.parametrize("error", or_soak([DatabaseBusyError("locked"), RuntimeError("something else")], 1))
def test_a_failed_timer_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Check that the table runs a timer again that failed; without that, it would stop for good."""
    with served(str(tmp_path / "house.db"), tmp_path, betting_seconds=3) as live:
        ann = live.terminal("ann")
        live.sit(ann)
        wait_until(lambda: live.state.phase is Phase.BETTING)
        assert live.bet(ann)["ok"]
        failed = []

        @contextmanager
        def failing() -> Iterator[Any]:
            failed.append(1)
            raise error
            yield

        monkeypatch.setattr(live.house.store, "begin", failing)
        wait_until(lambda: failed)
        if isinstance(error, DatabaseBusyError):
            assert live.bet(ann)["error"]["code"] == "database/unavailable"
        monkeypatch.undo()
        wait_until(lambda: "round-settled" in live.kinds())


def test_a_log_with_records_of_another_writer_is_read_again(tmp_path: Path) -> None:
    """Check that the next command is decided on the state of the log, after another writer added a record."""
    floor = Actor("user:9", "sue", "supervisor")
    with opened_house(tmp_path) as house:
        old_heads, old_state = dict(house.ledger.heads), house.tables["t1"]
        assert isinstance(house.execute("t1", c.PauseTable(reason="for lunch"), floor), Accepted)
        house.ledger.heads.update(old_heads)
        house.tables["t1"] = old_state
        with pytest.raises(DuplicateRecordError):
            house.execute("t1", c.CallSupervisor(), floor)
        assert isinstance(house.execute("t1", c.ResumeTable(), floor), Accepted)
        assert rebuild_table(house.store, "t1", house.keys.decrypt) == house.tables["t1"]


def test_a_second_copy_that_cannot_be_written_is_a_significant_event_once(tmp_path: Path) -> None:
    with served(str(tmp_path / "house.db"), tmp_path, copy_to=str(tmp_path / "other" / "copy")) as live:
        for _ in range(2):
            live.checkpoint()
        (tmp_path / "other").mkdir()
        for _ in range(2):
            live.checkpoint()
        rows = live.house.query(select(significant.c.text).where(significant.c.code == "checkpoint/copy"))
        assert ["cannot be written" in text for (text,) in rows] == [True, False]
        assert len((tmp_path / "other" / "copy").read_text().splitlines()) == 2


# Changes of the machine's clock


class WallClock:
    """Clock of the machine, which a test can set."""

    def __init__(self) -> None:
        self.set_ms = 0

    def __call__(self) -> int:
        return now_ms() + self.set_ms


HOUR = 3_600_000


@pytest.mark.parametrize("set_ms", or_soak([-HOUR, HOUR], 1))
def test_a_change_of_the_clock_moves_no_deadline_and_is_a_significant_event(tmp_path: Path, set_ms: int) -> None:
    wall = WallClock()
    with served(str(tmp_path / "house.db"), tmp_path, clock=MonotonicClock(wall), betting_seconds=2) as live:
        ann = live.terminal("ann")
        live.sit(ann)
        wait_until(lambda: live.state.phase is Phase.BETTING)
        assert live.bet(ann)["ok"]
        current = live.state.round
        assert current is not None
        wall.set_ms = set_ms
        wait_until(lambda: "round-settled" in live.kinds())
        (closed,) = [event for event in live.events() if event["kind"] == "bets-closed"]
        assert 0 <= closed["at"] - (current.closes_at or 0) < 2000
        wait_until(lambda: len(clock_notes(live.house)) == 1)
        wall.set_ms = 0
        wait_until(lambda: len(clock_notes(live.house)) == 2)
        times = [record.at for record in live.log()]
        assert times == sorted(times)
    first_direction, second_direction = ("back", "forward") if set_ms < 0 else ("forward", "back")
    with Store.open(tmp_path / "house.db") as store, store.read() as connection:
        texts = connection.scalars(select(significant.c.text).where(significant.c.code == "clock/set")).all()
    assert [text.split(" s;")[0] for text in texts] == [
        f"The machine's clock was set {first_direction} by 3600.0",
        f"The machine's clock was set {second_direction} by 3600.0",
    ]


def clock_notes(house: House) -> list[Any]:
    """Return the texts of the significant events about a changed clock."""
    return house.query(select(significant.c.text).where(significant.c.code == "clock/set"))


def test_a_house_started_with_its_clock_set_back_continues_at_once(tmp_path: Path) -> None:
    url, wall = str(tmp_path / "house.db"), WallClock()
    with served(url, tmp_path, betting_seconds=5) as live:
        ann = live.terminal("ann")
        live.sit(ann)
        wait_until(lambda: live.state.phase is Phase.BETTING)
        assert live.bet(ann)["ok"]
    wall.set_ms = -HOUR
    with served(url, tmp_path, clock=MonotonicClock(wall), betting_seconds=5) as again:
        wait_until(lambda: "round-settled" in again.kinds())
        [(text,)] = clock_notes(again.house)
        assert text.startswith("The machine's clock stands 3")
        assert text.endswith("s before the last record; the house goes by it from here.")


# Restarts
def test_a_round_interrupted_by_a_stop_continues_with_its_time_and_wagers(tmp_path: Path) -> None:
    url = str(tmp_path / "house.db")
    with served(url, tmp_path, betting_seconds=5) as live:
        ann = live.terminal("ann")
        live.sit(ann)
        wait_until(lambda: live.state.phase is Phase.BETTING)
        assert live.bet(ann, key="before-the-stop")["ok"]
        parked = live.state.round
    assert parked is not None
    assert live.state.phase is Phase.BETTING
    with served(url, tmp_path) as again:
        current = again.state.round
        assert current is not None
        assert (current.id, current.spots) == (parked.id, parked.spots)
        assert current.closes_at is not None
        assert parked.closes_at is not None
        assert current.closes_at > parked.closes_at
        wait_until(lambda: "round-settled" in again.kinds())
        archived = again.house.archived_round(parked.id)
        assert archived is not None
        assert archived["spots"][0]["wagers"] == {"banker": 10_00}


def test_a_table_that_is_held_is_still_held_after_the_house_was_killed(tmp_path: Path) -> None:
    """Check that a restart does not clear the hold of a table. [R27]"""
    floor = Actor("user:9", "sue", "supervisor")
    with opened_house(tmp_path) as house:
        assert isinstance(house.execute("t1", c.ReportDisagreement(reason="the board says 7"), floor), Accepted)
        before = house.tables["t1"]
    with opened_house(tmp_path) as house:
        house.resume_clocks()
        assert house.tables["t1"] == before
        assert house.tables["t1"].holds[0].why == "fault"
        refused = house.execute("t1", c.SitDown(seat=1), Actor("user:1", "ann", "player", "player:1"))
        assert isinstance(refused, Refused)
        assert refused.code == "table/fault"
        cleared = house.execute("t1", c.ClearHold(id=before.holds[0].id, reason="the board was mended"), floor)
        assert isinstance(cleared, Accepted)


def test_a_house_killed_while_it_was_set_up_opens_its_tables_at_the_next_start(tmp_path: Path) -> None:
    config = config_in(tmp_path)
    house = open_casino(config, create=True)
    house.create_table("t1", config.table[0].settings)
    house.store.close()
    with opened_house(tmp_path) as house:
        assert house.tables["t1"].phase is Phase.BETWEEN


def config_in(folder: Path, **house: Any) -> HouseConfig:
    files = HouseSection(demonstration=True, database=str(folder / "house.db"), keys=str(folder / "house.key"), **house)
    return HouseConfig(house=files, table=[TableSection(name="t1", rulebook="ilani-midi-baccarat", open=True)])


@contextmanager
def opened_house(folder: Path) -> Iterator[Any]:
    """Open a house, and close its database afterwards without a stop of the house."""
    config = config_in(folder)
    house = open_casino(config, create=True)
    Runtime(config, house, QUICK).set_up()
    try:
        yield house
    finally:
        house.store.close()


# A house that must not start

CONFIG = """
[house]
demonstration = true
{more}
[[table]]
name = "t1"
rulebook = "{rulebook}"
open = true
"""


class Site:
    """Folder of a house with a table whose rulebook is a file in that folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.file, self.port = folder, folder / "house.toml", "0"
        self.rulebook = folder / "own.toml"
        source = Path(faults.__file__).parent.parent / "src/croupier/rulebook/data/ilani-midi-baccarat.toml"
        self.rulebook.write_text(source.read_text("utf-8"), "utf-8")
        self.write()
        config = read_config(self.file)
        house = open_casino(config, create=True)
        Runtime(config, house, QUICK).set_up()
        house.store.close()

    @property
    def database(self) -> Path:
        return self.folder / "house.db"

    def write(self, more: str = "") -> None:
        self.file.write_text(CONFIG.format(more=more, rulebook=self.rulebook))

    def tamper(self, statement: str) -> None:
        tamper(f"sqlite:///{self.database}", statement)


def damaged(site: Site) -> None:
    with site.database.open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(40_000))


def altered(site: Site) -> None:
    site.tamper("UPDATE records SET body = replace(body, '\"betting_seconds\":20', '\"betting_seconds\":99')")


def record_deleted(site: Site) -> None:
    site.tamper("DELETE FROM records WHERE stream = 'table/t1' AND seq = 1")


def altered_in_the_house(site: Site) -> None:
    house = open_casino(config_of_site(site))
    house.writer.run(
        lambda uow: uow.append_record("house", actor="system", command="note", events=[{"kind": "a note"}])
    )
    house.store.close()
    site.tamper("UPDATE records SET actor = 'user:7' WHERE stream = 'house'")


def config_of_site(site: Site) -> HouseConfig:
    return read_config(site.file)


def unbalanced(site: Site) -> None:
    house = open_casino(config_of_site(site))
    money = [Transfer("outside", "player:1", 500)]
    house.writer.run(lambda uow: uow.append_record("house", actor="system", command="buy-in", transfers=money))
    house.store.close()
    site.tamper("UPDATE accounts SET balance = balance + 1 WHERE name = 'player:1'")


def other_rules(site: Site) -> None:
    """Change the odds of a tie to nine to one in the rulebook file of the house."""
    rules = site.rulebook.read_text("utf-8")
    assert '"8:1"' in rules
    site.rulebook.write_text(rules.replace('"8:1"', '"9:1"'), "utf-8")
    load.cache_clear()
    _rules.cache_clear()


def other_keys(site: Site) -> None:
    (site.folder / "house.key").unlink()
    HouseKeys.create(site.folder / "house.key")


def wrong_setting(site: Site) -> None:
    site.write('databse = "house.db"')


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (damaged, "cannot be opened: database disk image is malformed"),
        (altered, "table/t1#1: its hash does not match its contents"),
        (record_deleted, "table/t1#1: is missing"),
        (altered_in_the_house, "house#1: its actor"),
        (unbalanced, "ledger: the trial balance is 1 cents and not zero"),
        (other_rules, "not the one these tables were set up with: t1"),
        (other_keys, "holds the keys of another house"),
        (wrong_setting, '"house.databse" is not known; did you mean "database"?'),
    ],
)
def test_a_damaged_or_altered_house_does_not_start(
    tmp_path: Path, damage: Callable[[Site], None], message: str
) -> None:
    """Check that the start is refused with a clear message. [R28, R57]"""
    site = Site(tmp_path)
    damage(site)
    with pytest.raises(BadInput) as refused:
        open_casino(config_of_site(site), create=True)
    assert message in str(refused.value)


@pytest.mark.parametrize("damage", or_soak([None, altered, damaged, other_rules, other_keys, wrong_setting], 2))
def test_a_server_that_must_not_start_prints_the_reason(tmp_path: Path, damage: Callable[[Site], None] | None) -> None:
    site = Site(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = "0"
        if damage is None:
            port = str(listener.getsockname()[1])
        else:
            damage(site)
        command = [sys.executable, "-m", "croupier", "serve", "--config", str(site.file), "--port", port]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) <= 3, done.stderr
    assert damage is not None or "is another server running?" in done.stderr


@pytest.mark.parametrize(("is_new", "kilobytes"), or_soak([(True, 4), (False, 33)], 1))
def test_a_start_on_a_full_disk_prints_one_line_and_leaves_nothing(
    tmp_path: Path, is_new: bool, kilobytes: int
) -> None:
    """Check disks with 4 kB free, where nothing can be written, and with 33 kB free.

    33 kB are enough for SQLite's own files and a few pages of the journal.
    """
    site = Site(tmp_path)
    if is_new:
        for file in [*tmp_path.glob("house.db*"), tmp_path / "house.key"]:
            file.unlink()
    command = [sys.executable, "-m", "croupier", "serve", "--config", str(site.file), "--port", "0"]
    shell = ["bash", "-c", f'ulimit -f {kilobytes}; exec "$@"', "bash"]
    done = subprocess.run([*shell, *command], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr
    assert re.search(r"house.db: (cannot be opened: )?(disk I/O error|database or disk is full)", done.stderr)
    assert len(done.stderr.strip().splitlines()) <= 2, done.stderr
    assert (tmp_path / "house.key").exists() is not is_new


def test_a_house_whose_keys_are_lost_gets_no_new_keys(tmp_path: Path) -> None:
    site = Site(tmp_path)
    (tmp_path / "house.key").unlink()
    with pytest.raises(BadInput, match=r"house\.key: is missing, and the house has its keys already"):
        open_casino(config_of_site(site), create=True)
    assert not (tmp_path / "house.key").exists()


def test_a_copy_of_a_sound_house_starts(tmp_path: Path) -> None:
    site = Site(tmp_path)
    shutil.copy(site.database, tmp_path / "copy.db")
    site.write('database = "copy.db"')
    house = open_casino(config_of_site(site))
    assert house.tables["t1"].phase is Phase.BETWEEN
    house.store.close()
