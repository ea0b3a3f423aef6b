"""Writer of records for tests of the store; it remembers the head of each stream.

As a program, `python -m tests.store_writer write URL STREAM` writes until it is killed and prints each sequence number
after its commit; `python -m tests.store_writer hold URL STREAM` locks a stream until its standard input ends.
"""

from __future__ import annotations

import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg

from croupier.store import Record, Store, StreamHead, Transfer

BATCH = 5
NOON = 1_750_000_000_000


@contextmanager
def full_disk() -> Iterator[None]:
    """Limit every file of this process to 4,096 bytes, as if the disk were full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


class RecordWriter:
    """Writer of records to a store; it remembers the head of each stream."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.heads: dict[str, StreamHead] = {}

    def next(self, stream: str, *transfers: Transfer, actor: str = "player:7", key: str | None = None) -> Record:
        """Return the next record of a stream."""
        head = self.heads.get(stream) or self.store.head(stream)
        record = Record.chained(
            head.hash,
            stream=stream,
            seq=head.seq + 1,
            at=NOON + head.seq,
            actor=actor,
            key=key,
            command="wager/place",
            events=({"event": "wager_placed", "seat": 3, "amount_cents": 2500},),
            transfers=transfers,
        )
        self.heads[stream] = StreamHead(record.seq, record.hash)
        return record

    def write(self, *records: Record) -> None:
        """Commit records in one transaction; after a failure, forget the stream heads in memory."""
        try:
            with self.store.begin() as transaction:
                for record in records:
                    for transfer in record.transfers:
                        transaction.account(transfer.debit)
                        transaction.account(transfer.credit)
                    transaction.append(record)
        except BaseException:
            self.heads.clear()
            raise

    def fund(self, account: str, cents: int, stream: str = "house") -> None:
        """Credit an account with money from outside the ledger."""
        self.write(self.next(stream, Transfer("outside", account, cents), actor="cashier:2"))

    def play(self, stream: str, records: int, cents: int = 100) -> None:
        """Fund a player, then write as many records with one wager of the player each."""
        self.fund("player:7", records * cents)
        table = stream.partition("/")[2]
        for number in range(records):
            wager = Transfer("player:7", f"stakes:{table}", cents)
            self.write(self.next(stream, wager, key=f"{stream}-{number}"))


def tamper(url: str, *statements: str) -> None:
    """Change a database with all its guards off, as the owner of the machine could."""
    if url.startswith("postgresql"):
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("SET session_replication_role = replica")
            for statement in statements:
                connection.execute(statement.encode())
        return
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)) as file:
        guards = file.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        off = [f"DROP TRIGGER {name}" for name, _ in guards]
        on = [creation for _, creation in guards]
        for statement in ("PRAGMA ignore_check_constraints = ON", *off, *statements, *on):
            file.execute(statement)


def start_child(action: str, url: str, stream: str) -> subprocess.Popen[str]:
    """Start this module as a child process: `write` writes records until it is killed, `hold` locks a stream."""
    command = [sys.executable, "-m", "tests.store_writer", action, url, stream]
    root = Path(__file__).parent.parent
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root)


def write_until_killed(store: Store, stream: str) -> None:
    """Write batches of records, and print the last sequence number after each commit."""
    writer = RecordWriter(store)
    for _ in range(100_000):
        wager = Transfer("outside", "stakes:ez-1", 1)
        writer.write(*(writer.next(stream, wager) for _ in range(BATCH)))
        print(writer.heads[stream].seq, flush=True)


def main() -> None:
    action, url, stream = sys.argv[1:]
    with Store.open(url) as store, store.lock_stream(stream):
        if action == "write":
            write_until_killed(store, stream)
        print("held", flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
