"""Faults of the store: a killed process, a stopped server, a full disk, a removed file."""

# ruff: noqa: F811 - pytest finds the fixtures of tests.database by these names

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text

from croupier.errors import BadInput
from croupier.store import DatabaseBusyError, DatabaseUnavailableError, Store, Transfer
from croupier.store.log_audit import verify_log
from croupier.store.stream_lock import StreamLock
from tests.database import PostgresServer, database_url, new_database, postgres_server  # noqa: F401 - fixtures
from tests.soak import scaled
from tests.store_writer import RecordWriter, start_child

TABLE = "table/ez-1"
KILLS = scaled(2, 20)
WAIT_SECONDS = 30


@pytest.fixture
def file_store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "house.db", create=True) as house:
        yield house


@pytest.fixture
def server_store(postgres_server: PostgresServer) -> Iterator[Store]:
    with Store.open(postgres_server.new_database(), create=True) as house:
        yield house


def test_a_writer_killed_at_any_moment_loses_no_committed_record(database_url: str) -> None:
    with Store.open(database_url, create=True) as store:
        for kill in range(KILLS):
            committed = kill_writer_after(database_url, lines=1 + 7 * kill)
            report = verify_log(store)
            assert report.is_sound, report.findings
            assert store.head(TABLE).seq >= committed
            assert store.balance("stakes:ez-1") == store.head(TABLE).seq


def kill_writer_after(url: str, lines: int) -> int:
    """Kill a writer process and return the last sequence number that it reported as committed."""
    process = start_child("write", url, TABLE)
    assert process.stdout
    try:
        for _ in range(lines):
            committed = int(process.stdout.readline())
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == -signal.SIGKILL
    return committed


def test_the_lock_of_a_killed_process_is_released(database_url: str) -> None:
    with Store.open(database_url, create=True) as store:
        holder = start_child("hold", database_url, TABLE)
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        holder.kill()
        holder.communicate()
        lock_when_free(store).release()


def lock_when_free(store: Store) -> StreamLock:
    """Lock the stream; retry, because a server takes a moment to notice that the holder has ended."""
    give_up = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            return store.lock_stream(TABLE)
        except BadInput:
            if time.monotonic() > give_up:
                raise
            time.sleep(0.05)


@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to], ids=["symbolic link", "hard link"])
def test_a_second_process_cannot_lock_the_file_under_another_name(
    file_store: Store, link: Callable[[Path, Path], None]
) -> None:
    path = file_store.location.path
    assert path
    (path.parent / "elsewhere").mkdir()
    other_name = path.parent / "elsewhere" / "other.db"
    link(other_name, path)
    file_store.lock_stream(TABLE)
    with pytest.raises(BadInput, match=r"is run by another process already|has 2 names \(hard links\)"):
        Store.open(other_name).lock_stream(TABLE)


def test_a_process_that_lost_its_lock_commits_nothing_more(database_url: str) -> None:
    with Store.open(database_url, create=True) as first, Store.open(database_url) as second:
        writer = RecordWriter(first)
        first.lock_stream(TABLE)
        writer.fund("player:7", 5)
        lose_lock(first)
        writer.fund("player:7", 5)  # no other process has the lock
        second.lock_stream(TABLE)
        with pytest.raises(DatabaseUnavailableError, match="table/ez-1 was claimed by another process"):
            writer.fund("player:7", 5)
        assert first.balance("player:7") == 10
        RecordWriter(second).fund("player:7", 5)
        with pytest.raises(BadInput, match="is run by another process already"):
            first.lock_stream(TABLE)
        with pytest.raises(DatabaseUnavailableError):
            writer.fund("player:7", 5)
        second.close()
        lock_when_free(first).check()
        RecordWriter(first).fund("player:7", 5)
        assert first.balance("player:7") == 20


def lose_lock(store: Store) -> None:
    """Take the lock away without notice to its holder, as a network failure or an administrator could."""
    if store.location.path:
        store.location.path.with_name(f"{store.location.path.name}.table%2Fez-1.lock").unlink()
    else:
        with psycopg.connect(
            store.location.url.set(drivername="postgresql").render_as_string(), autocommit=True
        ) as connection:
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")


def test_no_process_can_take_the_lock_between_its_check_and_the_commit(
    server_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.store.engine.BUSY_SECONDS", 0.1)
    server_store.lock_stream(TABLE)
    with Store.open(str(server_store.location.url.render_as_string())) as second:
        with server_store.begin():
            lose_lock(server_store)
            with pytest.raises(DatabaseBusyError):
                second.lock_stream(TABLE)
        second.lock_stream(TABLE).check()


def test_a_stopped_server_is_unavailable_and_work_continues_when_it_is_back(
    postgres_server: PostgresServer, server_store: Store
) -> None:
    writer = RecordWriter(server_store)
    writer.play(TABLE, 3)
    claim = server_store.lock_stream(TABLE)
    postgres_server.stop()
    try:
        with pytest.raises(DatabaseUnavailableError), server_store.begin():
            pytest.fail("a transaction began without a server")
        with pytest.raises(DatabaseUnavailableError):
            server_store.heads()
        with pytest.raises(DatabaseUnavailableError):
            claim.check()
    finally:
        postgres_server.start()
    server_store.lock_stream(TABLE).check()
    writer.fund("player:7", 5)
    assert server_store.balance("player:7") == 5
    assert verify_log(server_store).is_sound


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["stopped", "crashed"])
def test_a_server_lost_during_a_transaction_leaves_nothing_of_it(
    postgres_server: PostgresServer, server_store: Store, how: signal.Signals
) -> None:
    writer = RecordWriter(server_store)
    writer.fund("player:7", 100)
    lost = writer.next(TABLE, Transfer("player:7", "outside", 100))
    try:
        with pytest.raises(DatabaseUnavailableError) as error, server_store.begin() as transaction:  # noqa: PT012 - one transaction
            transaction.append(lost)
            transaction.flush()
            postgres_server.stop(how)
    finally:
        postgres_server.start()
    assert error.value.unsure  # the connection broke during the commit, so its outcome is unclear
    assert server_store.head(TABLE).seq == 0
    writer.write(lost)
    assert verify_log(server_store).is_sound


def test_a_deadlock_is_reported_as_busy(server_store: Store) -> None:
    writer = RecordWriter(server_store)
    writer.write(writer.next("house", Transfer("outside", "vault", 1), Transfer("outside", "seed", 1)))
    first_record, second_record = (
        writer.next("table/1", Transfer("vault", "seed", 1)),
        writer.next("table/2", Transfer("seed", "vault", 1)),
    )
    with pytest.raises(DatabaseBusyError), server_store.begin() as first:  # noqa: PT012 - two transactions in one another
        first.write(text("SET LOCAL lock_timeout = '100ms'"))
        first.flush()
        first.append(first_record)
        with server_store.begin() as second:
            second.append(second_record)
            second.flush()
            first.flush()
    writer.heads.clear()
    writer.write(first_record, second_record)
    assert verify_log(server_store).is_sound


def test_a_moved_file_is_unavailable_and_work_continues_when_it_is_back(file_store: Store) -> None:
    path = file_store.location.path
    assert path
    writer = RecordWriter(file_store)
    writer.fund("player:7", 5)
    path.rename(path.with_name("elsewhere"))
    with pytest.raises(DatabaseUnavailableError, match="was moved, deleted or replaced while it was open"):
        writer.fund("player:7", 5)
    with pytest.raises(DatabaseUnavailableError):
        file_store.balances()
    assert not path.exists()
    path.with_name("elsewhere").rename(path)
    writer.fund("player:7", 5)
    assert file_store.balance("player:7") == 10
    assert verify_log(file_store).is_sound


def test_a_full_disk_is_reported_and_the_transaction_is_rolled_back(file_store: Store) -> None:
    writer = RecordWriter(file_store)
    writer.fund("player:7", 5)
    with file_store.begin() as transaction:
        [(pages,)] = transaction.query(text("PRAGMA page_count"))
        transaction.query(text(f"PRAGMA max_page_count = {pages}"))
    with pytest.raises(DatabaseUnavailableError, match="full"):
        writer.write(*(writer.next(TABLE) for _ in range(2000)))
    assert file_store.heads().keys() == {"house"}
    with file_store.begin() as transaction:
        transaction.query(text("PRAGMA max_page_count = 1000000"))
    writer.write(*(writer.next(TABLE) for _ in range(2000)))
    assert verify_log(file_store).is_sound


def test_a_second_writer_waits_for_the_first_and_fails_after_a_time_limit(
    file_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.store.engine.BUSY_SECONDS", 0.05)
    assert file_store.location.path
    with Store.open(file_store.location.path) as second_store, file_store.begin(), pytest.raises(DatabaseBusyError):
        RecordWriter(second_store).fund("player:7", 5)
    with Store.open(file_store.location.path) as second_store:
        RecordWriter(second_store).fund("player:7", 5)
    assert file_store.balance("player:7") == 5
