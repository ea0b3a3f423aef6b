"""Money, limits and the house's stream of two servers over one database: right whichever server is asked."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import BadInput, Refused
from croupier.house import following
from croupier.house.following import catch_up
from croupier.house.house import ELSEWHERE, Accepted, House
from croupier.people.exclusions import ExclusionKind
from croupier.people.limit_jobs import exclude_myself, set_limit
from croupier.people.limits import LimitKind
from croupier.people.roles import Principal, Role
from croupier.people.users import user_by_name
from croupier.server.open_casino import open_casino
from croupier.server.runtime import Runtime
from croupier.store.log_audit import verify_log
from croupier.store.record import Transfer
from croupier.store.unit_of_work import UnitOfWork
from croupier.table import commands as c
from croupier.table.command_effect import Actor
from croupier.table.state import Phase
from tests.cluster_server import CREDIT_CENTS, PLAYERS, add_players, cluster_config
from tests.database import PostgresServer, postgres_server  # noqa: F401 - fixture
from tests.server_fixture import QUICK

NAMES = [f"player-{nth}" for nth in range(1, PLAYERS + 1)]
AT_A, AT_B = "auto-1", "auto-4"


class TwoHouses:
    """The houses of two servers in one process; the test runs their jobs in its own thread."""

    def __init__(self, folder: Path, database: str) -> None:
        self.folder, self.database = folder, database
        self.a, self.b = self._open("a"), self._open("b")
        self._spread()
        query = self.a.run_read
        self.ids = [query(lambda reader, name=name: user_by_name(reader.query, name)).id for name in NAMES]

    def _open(self, server: str) -> House:
        config = cluster_config(self.folder, self.database, server, betting_seconds=600)
        house = open_casino(config, create=True)
        house.writer.on_stale = partial(catch_up, house)
        runtime = Runtime(config, house, QUICK)
        runtime.set_up()
        add_players(runtime)
        assert house.membership is not None
        house.membership.has_started()
        return house

    def _spread(self) -> None:
        """Move the table `auto-4` from the first server to the second."""
        a, b = self.a.membership, self.b.membership
        assert a is not None
        assert b is not None
        stream = f"table/{AT_B}"
        a.fence.held[stream] = 0
        a.table.give_up([stream])
        b.fence.held |= b.table.claim([stream], b.fence.epoch)

    def actor(self, nth: int) -> Actor:
        user_id = self.ids[nth]
        return Actor(f"user:{user_id}", NAMES[nth], "player", f"player:{user_id}")  # type: ignore[arg-type]

    def principal(self, nth: int) -> Principal:
        return Principal.user(self.ids[nth], Role.PLAYER)

    def close(self) -> None:
        for house in (self.a, self.b):
            assert house.membership is not None
            house.membership.leave()
            house.membership.listening.close()
            house.store.close()


@pytest.fixture(scope="module")
def houses(
    postgres_server: PostgresServer,  # noqa: F811
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[TwoHouses]:
    """Return the houses that the tests of this module share; each test has players of its own."""
    two = TwoHouses(tmp_path_factory.mktemp("two"), postgres_server.new_database())
    yield two
    report = verify_log(two.a.store)
    two.close()
    assert report.is_sound, str(report)


def take(house: House, account: str, cents: int) -> Any:
    """Move money from an account to the vault, in one job of a server."""

    def job(uow: UnitOfWork) -> int:
        left = uow.balance(account)
        uow.append_record(
            "house",
            actor="test",
            command="take",
            transfers=[Transfer(account, "vault", cents)],  # type: ignore[arg-type]
        )
        return left

    return house.writer.run(job)


def bet_at(house: House, table: str, actor: Actor, seat: int) -> Any:
    """Seat a player at a table, open the betting if it is closed, and return the reply to a wager of $10."""
    assert isinstance(house.execute(table, c.SitDown(seat=seat), actor, f"sit-down-{table}-{seat}"), Accepted)
    if house.tables[table].phase is not Phase.BETTING:
        house.execute(table, c.RunTimers())
    assert house.tables[table].phase is Phase.BETTING
    wagers = c.PlaceWagers.model_validate({"seat": seat, "wagers": [{"wager": "banker", "cents": 10_00}]})
    return house.execute(table, wagers, actor, f"bet-{table}-{seat}")


def test_a_balance_that_another_server_changed_is_read_again(houses: TwoHouses) -> None:
    account = str(houses.actor(0).account)
    assert take(houses.a, account, 10_00) == CREDIT_CENTS
    assert take(houses.b, account, 10_00) == CREDIT_CENTS - 10_00
    assert take(houses.a, account, 10_00) == CREDIT_CENTS - 20_00
    assert houses.a.ledger.balances[account] == houses.a.store.balance(account)


def test_the_last_dollar_is_spent_once_and_the_other_wager_is_refused(houses: TwoHouses) -> None:
    actor = houses.actor(1)
    take(houses.a, str(actor.account), CREDIT_CENTS - 15_00)
    assert isinstance(bet_at(houses.a, AT_A, actor, 1), Accepted)
    assert isinstance(bet_at(houses.b, AT_B, actor, 1), Refused)
    assert houses.a.store.balance(str(actor.account)) == 5_00


def test_a_self_exclusion_at_one_server_counts_at_every_server(houses: TwoHouses) -> None:
    job = exclude_myself(houses.principal(2), ExclusionKind.SIX_MONTHS, houses.a.limit_tracker)
    assert isinstance(bet_at(houses.b, AT_B, houses.actor(2), 2), Accepted)
    houses.a.writer.run(job)
    more = c.PlaceWagers.model_validate({"seat": 2, "wagers": [{"wager": "banker", "cents": 20_00}]})
    reply = houses.b.execute(AT_B, more, houses.actor(2), "bet-after-the-exclusion")
    assert isinstance(reply, Refused)
    assert "exclu" in reply.code + reply.message


def test_a_limit_counts_stakes_at_the_tables_of_all_servers(houses: TwoHouses) -> None:
    houses.a.writer.run(set_limit(houses.principal(3), LimitKind.STAKE_DAY, 15_00, houses.a.limit_tracker))
    assert isinstance(bet_at(houses.a, AT_A, houses.actor(3), 3), Accepted)
    assert isinstance(bet_at(houses.b, AT_B, houses.actor(3), 3), Refused), "the stake at the other server is missing"


def test_a_stake_that_is_committed_while_a_server_reads_the_others_records_counts(
    houses: TwoHouses, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that what a server reads without a lock is never taken for the newest."""
    actor = houses.actor(4)
    houses.a.writer.run(set_limit(houses.principal(4), LimitKind.STAKE_DAY, 25_00, houses.a.limit_tracker))
    assert isinstance(bet_at(houses.a, AT_A, actor, 4), Accepted)
    raised = c.PlaceWagers.model_validate({"seat": 4, "wagers": [{"wager": "banker", "cents": 20_00}]})
    read = following._new_records

    def read_and_let_the_player_bet_more(*given: Any) -> Any:
        found = read(*given)
        monkeypatch.undo()
        assert isinstance(houses.a.execute(AT_A, raised, actor, "raised-meanwhile"), Accepted)
        return found

    monkeypatch.setattr(following, "_new_records", read_and_let_the_player_bet_more)
    houses.b.writer.run(partial(catch_up, houses.b))
    assert isinstance(bet_at(houses.b, AT_B, actor, 4), Refused), "the second stake at the other server is missing"


def test_two_servers_number_the_houses_stream_without_a_gap(houses: TwoHouses) -> None:
    """Check that records of two threads get numbers in order, although both servers write them at once. [R38]"""
    accounts = [str(houses.actor(nth).account) for nth in (4, 5)]
    before = houses.a.store.head("house").seq
    failed: list[BaseException] = []

    def spend(house: House, account: str) -> None:
        try:
            for _ in range(20):
                take(house, account, 1_00)
        except BaseException as error:
            failed.append(error)

    threads = [
        threading.Thread(target=spend, args=(house, account))
        for house, account in zip((houses.a, houses.b), accounts, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not failed
    assert houses.a.store.head("house").seq == before + 40


def test_a_server_does_not_run_a_table_of_another(houses: TwoHouses) -> None:
    assert houses.a.execute(AT_B, c.SitDown(seat=6), houses.actor(5), "sit-down-6") is ELSEWHERE
    houses.b.execute(AT_B, c.SitDown(seat=6), houses.actor(5), "sit-down-6")
    houses.a.writer.run(partial(catch_up, houses.a))
    assert houses.a.tables[AT_B] == houses.b.tables[AT_B]
    assert houses.a.committed_tables[AT_B][0] == houses.b.committed_tables[AT_B][0]


def test_a_process_alone_and_servers_of_one_house_keep_each_other_out(
    postgres_server: PostgresServer,  # noqa: F811
    tmp_path: Path,
) -> None:
    database = postgres_server.new_database()
    config = cluster_config(tmp_path, database, "a")
    alone = config.model_copy(update={"cluster": type(config.cluster)()})
    house = open_casino(alone, create=True)
    with pytest.raises(BadInput, match="run by another process"):
        open_casino(config)
    house.store.close()
    member = open_casino(config)
    assert member.membership is not None
    member.membership.has_started()
    with pytest.raises(BadInput, match="run by several servers: a"):
        open_casino(alone)
    member.membership.leave()
    member.membership.listening.close()
    member.store.close()
    open_casino(alone).store.close()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"clock_ms": 5_000}, "5.0 s ahead of the database's"),
        ({"was": '"schema": "', "becomes": '"schema": "other-'}, "another version of the database's schema"),
    ],
)
def test_a_server_that_does_not_fit_is_refused_with_the_reason(
    postgres_server: PostgresServer,  # noqa: F811
    tmp_path: Path,
    changes: dict[str, Any],
    told: str,
) -> None:
    from croupier.house.clock import MonotonicClock

    database = postgres_server.new_database()
    first = open_casino(cluster_config(tmp_path, database, "a"), create=True)
    assert first.membership is not None
    first.membership.has_started()
    if "was" in changes:
        with first.membership.table._transaction() as connection:
            connection.exec_driver_sql(
                "UPDATE servers SET facts = replace(facts, %s, %s)", (changes["was"], changes["becomes"])
            )
    real = MonotonicClock()
    try:
        with pytest.raises(BadInput, match=told):
            open_casino(cluster_config(tmp_path, database, "b"), clock=lambda: real() + changes.get("clock_ms", 0))
    finally:
        first.membership.leave()
        first.membership.listening.close()
        first.store.close()
