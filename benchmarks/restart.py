"""Time and memory of a start of a house with a long log, with and without snapshots.

    python -m benchmarks.restart [--events 10_000 100_000 1_000_000] [--postgresql URL] [--folder FOLDER]

The log is that of fourteen tables in a year. Its first rounds are played; the others are written in bulk from what
differs between two rounds (see `restart_log`), as valid records that an audit finds sound. A start opens the database,
verifies it, rebuilds the tables and limits, and writes its first record, in a process of its own. "From the beginning"
is the start without snapshots and without the mark of an earlier audit; "after a crash" has 500 records more at every
table than its snapshot and the mark. A log of up to 10,000 records is always read from the beginning.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from benchmarks.restart_log import FIRST_PLAYER, FUNDS, SEATS, Night, play_night, renamed, table_name
from croupier.house.house import House
from croupier.house.projections import round_row
from croupier.server.config import HouseConfig, HouseSection, TableSection
from croupier.server.open_casino import open_casino
from croupier.server.runtime import Runtime
from croupier.store.checkpoint import checkpoint, digest_of
from croupier.store.keys import HouseKeys
from croupier.store.ledger_accounts import kind_of
from croupier.store.log_audit import PUBLIC_KEY, verify_log
from croupier.store.record import Record, Transfer, chain_hash, genesis
from croupier.store.schema import key_values
from croupier.store.snapshots import make_snapshot, write_snapshot
from croupier.store.store import Store, StreamHead
from croupier.store.transaction import RECORD_COLUMNS, TRANSFER_COLUMNS
from croupier.store.triggers import statements
from croupier.store.unit_of_work import may_go_below_zero
from croupier.store.verified import VerifiedMark, balances_digest, last_verified, write_mark
from croupier.table.state_codec import state_format

TABLES = 14
YEAR_MS = 365 * 24 * 3600 * 1000
ROUND_MS = 9_500
"""Time that the records of one round take, without the time until the next one."""
AFTER_SNAPSHOT = 500
"""Records of each table after its snapshot, in a start after a crash."""
CHUNK = 5_000
ROUND_COLUMNS = (
    "id", "table_name", "number", "shoe", "opened_at", "ended_at", "rulebook", "digest", "version", "mode", "status",
    "body",
)  # fmt: skip
COLUMNS = {
    "records": RECORD_COLUMNS,
    "transfers": TRANSFER_COLUMNS,
    "rounds": ROUND_COLUMNS,
    "round_players": ("round_id", "account"),
}
Rows = dict[str, list[tuple[Any, ...]]]


@dataclass
class LongHouse:
    """House with a given number of events, in a database that is written in bulk."""

    folder: Path
    url: str
    events: int

    def __post_init__(self) -> None:
        self.keys = HouseKeys.create(self.folder / "house.key")
        self.rounds = max(200, self.events // TABLES // 19)
        self.began = int(time.time() * 1000) - YEAR_MS
        gap = max(1_000, YEAR_MS // self.rounds - ROUND_MS)
        self.night = play_night(self.folder, self.keys, self.began + 60_000, gap)
        self.balances: Counter[str] = Counter()
        self.written = 0

    @property
    def config(self) -> HouseConfig:
        files = HouseSection(demonstration=True, database=self.url, keys=str(self.folder / "house.key"))
        named = [TableSection(name=table_name(n), rulebook="ilani-midi-baccarat") for n in range(TABLES)]
        return HouseConfig(house=files, table=named)

    def write(self) -> None:
        """Write the whole house, as if it had been killed some time after its snapshots and the mark of an audit."""
        with Store.open(self.url, create=True) as store:
            with store.begin() as transaction:
                transaction.upsert(key_values, key=PUBLIC_KEY, value=self.keys.public_text)
            self.fund(store)
            stop = self.rounds - AFTER_SNAPSHOT // len(self.night.records)
            heads = self.add(store, {}, 1, stop)
            self.mark(store, heads, stop)
            self.add(store, heads, stop + 1, self.rounds)

    def fund(self, store: Store) -> None:
        players = [f"player:{FIRST_PLAYER + 10 * table + seat}" for table in range(TABLES) for seat in SEATS]
        money = [Transfer("outside", player, FUNDS) for player in players]  # type: ignore[arg-type]
        before = genesis(store.house, "house")
        record = Record.chained(
            before, stream="house", seq=1, at=self.began, actor="system", command="fund", transfers=money
        )
        with store.begin() as transaction:
            for name in ("outside", *players):
                transaction.account(name)
            transaction.append(record)
        self.move([list(line) for line in money])

    def move(self, transfers: list[list[Any]]) -> None:
        for debit, credit, cents in transfers:
            self.balances[debit] -= cents
            self.balances[credit] += cents

    def add(self, store: Store, heads: dict[str, tuple[int, str]], first: int, last: int) -> dict[str, tuple[int, str]]:
        """Add the rounds from `first` to `last` at every table; return the last record of each."""
        with bulk_writer(self.url) as write:
            for table in range(TABLES):
                stream = f"table/{table_name(table)}"
                rows: Rows = {name: [] for name in COLUMNS}
                head = heads.get(stream, (0, genesis(store.house, stream)))
                for round_rows in rounds_of(self.night, table, head, first, last):
                    for name, found in round_rows.items():
                        rows[name] += found
                    if len(rows["records"]) >= CHUNK:
                        self.flush(write, rows)
                    head = round_rows["records"][-1][1], round_rows["records"][-1][-1]
                heads = {**heads, stream: head}
                self.flush(write, rows)
            write.balances(self.balances)
        return heads

    def flush(self, write: BulkWriter, rows: Rows) -> None:
        self.move([list(row[3:]) for row in rows["transfers"]])
        self.written += len(rows["records"])
        for name, found in rows.items():
            write.insert(name, found)
            found.clear()

    def mark(self, store: Store, heads: dict[str, tuple[int, str]], rounds: int) -> None:
        for table in range(TABLES):
            stream = f"table/{table_name(table)}"
            text = renamed(self.night.state.text(rounds), table)
            made = make_snapshot(store.house, self.keys, stream, StreamHead(*heads[stream]), state_format(), text)
            with store.begin() as transaction:
                write_snapshot(transaction, made)
        signed = checkpoint(store, self.keys, int(time.time() * 1000))
        mark = VerifiedMark(store.house, signed.id, digest_of(signed.body), balances_digest(self.balances))
        with store.begin() as transaction:
            write_mark(transaction, self.keys, mark._replace(whole_at=signed.at))


def rounds_of(night: Night, table: int, head: tuple[int, str], first: int, last: int) -> Iterator[Rows]:
    """Yield the rows of each round of a table, the records chained to `head`."""
    stream = f"table/{table_name(table)}"
    opening = [json.loads(renamed(json.dumps(body), table)) for body in night.opening] if first == 1 else []
    if opening:
        rows: Rows = {name: [] for name in COLUMNS}
        for body in opening:
            text = json.dumps(body, sort_keys=True, separators=(",", ":"))
            own = chain_hash(head[1], text)
            columns = (body["at"], body["actor"], None, body["command"], text, head[1], own)
            rows["records"].append((stream, body["seq"], *columns))
            rows["transfers"] += [(stream, body["seq"], n, *line) for n, line in enumerate(body["transfers"])]
            head = body["seq"], own
        for archived in night.settled:
            add_archived(rows, json.loads(renamed(json.dumps(archived), table)))
        yield rows
    constant = [
        (renamed(one.actor, table), one.command, json.loads(renamed(json.dumps(one.transfers), table)))
        for one in night.records
    ]
    for number in range(max(first, night.first), last + 1):
        rows = {name: [] for name in COLUMNS}
        before = head[1]
        for template, (actor, command, transfers) in zip(night.records, constant, strict=True):
            text = renamed(template.body.text(number), table)
            seq, at = template.columns(number)
            own = chain_hash(before, text)
            rows["records"].append((stream, seq, at, actor, None, command, text, before, own))
            rows["transfers"] += [(stream, seq, n, *line) for n, line in enumerate(transfers)]
            before = own
        add_archived(rows, json.loads(renamed(night.archived.text(number), table)))
        head = seq, before
        yield rows


def add_archived(rows: Rows, archived: dict[str, Any]) -> None:
    row = round_row(archived)
    rows["rounds"].append(tuple(row[name] for name in ROUND_COLUMNS))
    rows["round_players"] += [(archived["id"], spot["account"]) for spot in archived["spots"]]


class BulkWriter:
    """Writes rows past the triggers, which would look up each one."""

    def insert(self, table: str, rows: list[tuple[Any, ...]]) -> None:
        raise NotImplementedError

    def balances(self, balances: Counter[str]) -> None:
        raise NotImplementedError


class SqliteWriter(BulkWriter):
    def __init__(self, file: sqlite3.Connection) -> None:
        self.file = file
        for pragma in ("synchronous = OFF", "journal_mode = WAL", "cache_size = -400000"):
            file.execute(f"PRAGMA {pragma}")
        for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            file.execute(f"DROP TRIGGER {name}")

    def insert(self, table: str, rows: list[tuple[Any, ...]]) -> None:
        names = COLUMNS[table]
        self.file.execute("BEGIN")
        quoted = ", ".join(f'"{name}"' for name in names)
        self.file.executemany(f"INSERT INTO {table} ({quoted}) VALUES ({', '.join('?' * len(names))})", rows)
        self.file.execute("COMMIT")

    def balances(self, balances: Counter[str]) -> None:
        insert = "INSERT INTO accounts VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET balance = excluded.balance"
        self.file.executemany(insert, account_rows(balances))
        for statement in statements("sqlite"):
            self.file.execute(statement)


class PostgresWriter(BulkWriter):
    def __init__(self, connection: psycopg.Connection) -> None:
        self.connection = connection
        connection.execute("SET session_replication_role = replica")

    def insert(self, table: str, rows: list[tuple[Any, ...]]) -> None:
        quoted = ", ".join(f'"{name}"' for name in COLUMNS[table])
        with self.connection.cursor() as cursor, cursor.copy(f"COPY {table} ({quoted}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)

    def balances(self, balances: Counter[str]) -> None:
        insert = (
            "INSERT INTO accounts VALUES (%s, %s, %s, %s) ON CONFLICT (name) DO UPDATE SET balance = excluded.balance"
        )
        with self.connection.cursor() as cursor:
            cursor.executemany(insert.encode(), account_rows(balances))
        self.connection.commit()
        self.connection.autocommit = True
        self.connection.execute("VACUUM ANALYZE")


def account_rows(balances: Counter[str]) -> list[tuple[Any, ...]]:
    return [(name, kind_of(name), cents, may_go_below_zero(name)) for name, cents in sorted(balances.items())]


@contextmanager
def bulk_writer(url: str) -> Iterator[BulkWriter]:
    if "://" in url:
        with psycopg.connect(url) as connection:
            yield PostgresWriter(connection)
    else:
        with closing(sqlite3.connect(url, isolation_level=None)) as file:
            yield SqliteWriter(file)
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@dataclass(frozen=True)
class Start:
    """Time and peak memory of one start."""

    seconds: float
    megabytes: float

    def __str__(self) -> str:
        return f"{self.seconds:7.1f} s {self.megabytes:6.0f} MB"


def start_house(config: HouseConfig) -> Start:
    """Open the house and prepare it as a server does before it answers; for a process of its own."""
    began = time.perf_counter()
    house = open_casino(config)
    Runtime(config, house).prepare_start()
    seconds = time.perf_counter() - began
    megabytes = peak_megabytes()
    stop_house(house)
    return Start(seconds, megabytes)


def peak_megabytes() -> float:
    """Return the peak memory of this process; `getrusage` would include that of the process that started it."""
    (line,) = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")]
    return int(line.split()[1]) / 1024


def stop_house(house: House) -> None:
    """Write the snapshots, the checkpoint and the mark that a stop leaves."""
    for name, state in house.tables.items():
        made = house.snapshots.make(name, (house.ledger.heads[f"table/{name}"][0], state))
        assert made is not None
        house.writer.run(house.snapshots.write_job(made))
    checkpoint(house.store, house.keys, house.clock())
    report = verify_log(house.store, since=last_verified(house.store, house.keys.public_text))
    assert report.mark is not None, report
    with house.store.begin() as transaction:
        write_mark(transaction, house.keys, report.mark._replace(whole_at=house.clock()))
    house.store.close()


def measured(config: HouseConfig) -> Start:
    command = [sys.executable, "-m", "benchmarks.restart", "--start"]
    done = subprocess.run(command, input=config.model_dump_json(), stdout=subprocess.PIPE, text=True, check=True)
    return Start(**json.loads(done.stdout))


def forget(house: LongHouse) -> None:
    """Remove the snapshots and the mark, so that the next start reads everything from the beginning."""
    statements = ["DELETE FROM snapshots", "UPDATE settings SET value = '' WHERE key = 'verified'"]
    if "://" in house.url:
        with psycopg.connect(house.url, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)  # type: ignore[call-overload]
    else:
        with closing(sqlite3.connect(house.url, isolation_level=None)) as file:
            for statement in statements:
                file.execute(statement)


def compare(name: str, house: LongHouse, whole_most: int) -> None:
    began = time.perf_counter()
    house.write()
    print(f"{name} {house.written:,} records (written in {time.perf_counter() - began:.0f} s)", flush=True)
    print(f"  after a crash        {measured(house.config)}", flush=True)
    stopped = measured(house.config)
    print(f"  after a stop         {stopped}", flush=True)
    if house.written <= whole_most:
        forget(house)
        whole = measured(house.config)
        print(f"  from the beginning   {whole}   {whole.seconds / stopped.seconds:.0f} times as long", flush=True)


def postgres_url(url: str, number: int) -> str:
    """Create a schema for a house and return its URL."""
    name = f"restart_{number}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"DROP SCHEMA IF EXISTS {name} CASCADE")  # type: ignore[call-overload]
        connection.execute(f"CREATE SCHEMA {name}")  # type: ignore[call-overload]
    return f"{url}{'&' if '?' in url else '?'}options=-csearch_path%3D{name}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--postgresql", metavar="URL", help="measure a server too")
    parser.add_argument("--folder", type=Path, help="where the houses are written; they are deleted afterwards")
    parser.add_argument("--whole-most", type=int, default=1_000_000, help="longest log that is read from the beginning")
    parser.add_argument("--start", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.start:
        print(json.dumps(start_house(HouseConfig.model_validate_json(sys.stdin.read())).__dict__))
        return
    for number, events in enumerate(options.events):
        for kind in ("SQLite", *(["PostgreSQL"] if options.postgresql else [])):
            with tempfile.TemporaryDirectory(prefix="croupier-restart-", dir=options.folder) as name:
                folder = Path(name)
                url = str(folder / "house.db") if kind == "SQLite" else postgres_url(options.postgresql, number)
                compare(f"{kind:10}", LongHouse(folder, url, events), options.whole_most)


if __name__ == "__main__":
    main()
