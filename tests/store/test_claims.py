"""Claims of several servers on the streams of one database: epochs, the fence, take-over, locks in order."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from croupier.errors import BadInput
from croupier.house.placement import plan
from croupier.store import claims as claims_module
from croupier.store.claims import Claim, ClaimTable, ClusterState, Fence, ServerRow, require_direct_connection
from croupier.store.errors import ClaimLostError, DatabaseUnavailableError
from croupier.store.record import Record, genesis
from croupier.store.store import Store
from tests.database import PostgresServer, postgres_server  # noqa: F401 - fixture

STREAM = "table/t1"


class Server:
    """Store, claims and fence of a server, without the rest of a house."""

    def __init__(self, url: str, name: str) -> None:
        self.store = Store.open(url, create=True, sessions=f"croupier {name} of a test {id(self)}")
        self.claims = ClaimTable(self.store.location, name, self.store.sessions)
        self.fence = self.store.fence = Fence(name)

    def join(self) -> None:
        self.fence.epoch = self.claims.join("127.0.0.1:1", {}, [STREAM])

    def claim(self) -> None:
        self.fence.held.update(self.claims.claim([STREAM], self.fence.epoch))

    def append(self) -> None:
        """Commit one record to the table's stream."""
        with self.store.begin() as transaction:
            transaction.append(self.next_record())

    def next_record(self) -> Record:
        head = self.store.head(STREAM)
        before = head.hash if head.seq else genesis(self.store.house, STREAM)
        return Record.chained(before, stream=STREAM, seq=head.seq + 1, at=1, actor="test", command="test")

    def close(self) -> None:
        self.claims.close()
        self.store.close()


@pytest.fixture
def servers(postgres_server: PostgresServer) -> Iterator[tuple[Server, Server]]:  # noqa: F811
    """Return two servers over one new database; the first one has claimed the table."""
    url = postgres_server.new_database()
    first, second = Server(url, "a"), Server(url, "b")
    first.join()
    first.claim()
    second.join()
    yield first, second
    first.close()
    second.close()


def let_heartbeat_age(server: Server) -> ServerRow:
    """Make a server's heartbeat three seconds older, and return its row."""
    with server.claims._transaction() as connection:
        connection.exec_driver_sql("UPDATE servers SET seen_at = seen_at - 3000 WHERE id = %s", (server.fence.server,))
    return server.claims.state().servers[server.fence.server]


def take_over(by: Server, dead: Server) -> None:
    assert by.claims.fence_server(let_heartbeat_age(dead))
    by.claim()


def test_only_the_server_with_the_claim_writes_a_stream(servers: tuple[Server, Server]) -> None:
    first, second = servers
    first.append()
    with pytest.raises(ClaimLostError, match="does not run table/t1"):
        second.append()
    second.fence.held[STREAM] = first.fence.held[STREAM]  # The server believes that it still has the claim.
    with pytest.raises(ClaimLostError, match="run by another server"):
        second.append()
    assert first.store.head(STREAM).seq == 1


def commits_after_a_take_over(first: Server, second: Server) -> bool:
    """Let the second server take over; return whether the first one, which does not know, still commits.

    Its session was ended, so it may have to try twice, on a new one.
    """
    take_over(second, first)
    for _ in range(2):
        try:
            first.append()
        except DatabaseUnavailableError:
            continue
        except ClaimLostError:
            return False
        return True
    raise AssertionError("the first server does not get a new session")


def test_a_server_that_was_taken_for_dead_commits_nothing(servers: tuple[Server, Server]) -> None:
    first, second = servers
    first.append()
    epoch = first.fence.held[STREAM]
    assert not commits_after_a_take_over(first, second)
    assert second.fence.held[STREAM] > epoch
    second.append()
    assert second.store.head(STREAM).seq == 2


def test_a_house_without_the_epoch_check_is_caught(
    servers: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plant a fault: without the fence, the check of the test above fails."""
    monkeypatch.setattr(Fence, "check", lambda *_: None)
    first, second = servers
    first.append()
    assert commits_after_a_take_over(first, second)


def test_a_server_that_hangs_inside_a_commit_is_fenced_and_its_locks_end(servers: tuple[Server, Server]) -> None:
    """Check that a process that stops between its check and its commit keeps nobody out. [R19]"""
    first, second = servers
    hangs, goes_on = threading.Event(), threading.Event()
    outcome: list[BaseException] = []

    def hang_in_commit() -> None:
        check = first.fence.check

        def check_and_hang(*given: Any) -> None:
            check(*given)
            hangs.set()
            goes_on.wait(30)

        first.fence.check = check_and_hang  # type: ignore[method-assign]
        try:
            first.append()
        except DatabaseUnavailableError as error:
            outcome.append(error)

    thread = threading.Thread(target=hang_in_commit)
    thread.start()
    assert hangs.wait(30)
    take_over(second, first)
    second.append()
    goes_on.set()
    thread.join(30)
    assert outcome, "the commit of the fenced server succeeded"
    assert second.store.head(STREAM).seq == 1


def test_a_server_whose_heartbeat_is_fresh_is_not_fenced(servers: tuple[Server, Server]) -> None:
    first, second = servers
    dead = let_heartbeat_age(first)
    assert first.claims.beat(first.fence.epoch) is not None
    assert not second.claims.fence_server(dead)
    first.append()


def test_a_fenced_server_learns_it_from_its_heartbeat_and_joins_anew(servers: tuple[Server, Server]) -> None:
    first, second = servers
    take_over(second, first)
    assert first.claims.beat(first.fence.epoch) is None
    before = first.fence.epoch
    first.join()
    assert first.fence.epoch > before
    assert first.claims.state().claims[STREAM].server == "b"
    assert not first.claims.claim([STREAM], first.fence.epoch)  # The stream is not free.


def test_a_server_that_left_cannot_claim(servers: tuple[Server, Server]) -> None:
    first, second = servers
    first.claims.give_up([STREAM])
    take_over(second, first)
    with pytest.raises(ClaimLostError):
        first.claims.claim([STREAM], first.fence.epoch)


def test_a_pooler_in_transaction_mode_is_refused(
    postgres_server: PostgresServer,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Store.open(postgres_server.new_database(), create=True) as store:
        require_direct_connection(store.location)
        monkeypatch.setattr(claims_module, "OWN_SESSION", "SELECT (random() * 1000000)::int")
        with pytest.raises(BadInput, match="pooler"):
            require_direct_connection(store.location)


# Placement


def state_of(tables: dict[str, str], **statuses: str) -> ClusterState:
    """Return the state of a cluster: `tables` has the server of each table, `statuses` the status of each server."""
    servers = {
        name: ServerRow(name, "", 1, "", status if status != "overdue" else "up", 9_999 * (status == "overdue"), {})
        for name, status in statuses.items()
    }
    found = {f"table/{table}": Claim(f"table/{table}", server, 1) for table, server in tables.items()}
    return ClusterState(servers, {"house": Claim("house", min(statuses), 1), **found})


@contextmanager
def moved(state: ClusterState, table: str, server: str) -> Iterator[ClusterState]:
    """Yield the state with a request to move a table to a server."""
    claim = state.claims[f"table/{table}"]
    yield ClusterState(state.servers, {**state.claims, claim.stream: Claim(claim.stream, claim.server, 1, server)})


def test_free_tables_go_to_the_servers_with_the_fewest() -> None:
    state = state_of({"t1": "a", "t2": "", "t3": "", "t4": ""}, a="up", b="up")
    assert plan(state, "a").claim == ["table/t3"]
    assert plan(state, "b").claim == ["table/t2", "table/t4"]


def test_the_server_with_the_most_tables_gives_half_of_them_to_a_new_one() -> None:
    state = state_of(dict.fromkeys(("t1", "t2", "t3", "t4"), "a"), a="up", b="up")
    assert plan(state, "a").give_up == ["table/t3", "table/t4"]
    assert plan(state, "b").give_up == []
    even = state_of({"t1": "a", "t2": "a", "t3": "b"}, a="up", b="up")
    assert plan(even, "a").give_up == []
    moved_on_request = state_of({"t1": "a", "t2": "a", "t3": "a", "t4": "b"}, a="up", b="up")
    assert plan(moved_on_request, "a").give_up == []


def test_a_draining_server_gives_everything_away_and_takes_nothing() -> None:
    state = state_of({"t1": "a", "t2": "b", "t3": ""}, a="draining", b="up")
    assert plan(state, "a").give_up == ["house", "table/t1"]
    assert plan(state, "a").claim == []
    assert plan(state, "b").claim == ["table/t3"]
    alone = state_of({"t1": "a"}, a="draining", b="overdue")
    assert plan(alone, "a").give_up == []


def test_a_table_moves_on_request_and_stays_there() -> None:
    with moved(state_of({"t1": "a", "t2": "b"}, a="up", b="up"), "t1", "b") as state:
        assert plan(state, "a").give_up == ["table/t1"]
    with moved(state_of({"t1": "", "t2": "b"}, a="up", b="up"), "t1", "b") as state:
        assert (plan(state, "a").claim, plan(state, "b").claim) == ([], ["table/t1"])
