"""A write transaction: collect rows and send them to the database in bulk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from functools import cache
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, Executable, Row, Table
from sqlalchemy.dialects import postgresql, sqlite

from croupier.errors import BadInput
from croupier.store import schema
from croupier.store.claims import Fence
from croupier.store.errors import WriteRejectedError, translate_errors
from croupier.store.ledger_accounts import KINDS_BELOW_ZERO, KINDS_PROMOTIONAL, kind_of
from croupier.store.record import Record, Transfer, canonical, is_name
from croupier.store.round_trip import Rows, Statement, run_together
from croupier.store.shared_state import SharedLocks

Values = Mapping[str, Any]

RECORD_COLUMNS = ("stream", "seq", "at", "actor", "key", "command", "body", "before", "hash")
ACCOUNT_COLUMNS = ("name", "kind", "may_go_below_zero")
TRANSFER_COLUMNS = ("stream", "seq", "line", "debit", "credit", "cents")
POSTGRESQL = postgresql.dialect()  # type: ignore[no-untyped-call]
row_of = attrgetter(*RECORD_COLUMNS)


def mixes_promotional_and_money(debit: str, credit: str) -> bool:
    """Return whether a transfer would turn promotional chips into money, or money into promotional chips."""
    return (kind_of(debit) in KINDS_PROMOTIONAL) != (kind_of(credit) in KINDS_PROMOTIONAL)


def order_to_avoid_overdraft(transfers: tuple[Transfer, ...]) -> list[tuple[int, Transfer]]:
    """Return the numbered transfers of a record, ordered so that each account receives money before it pays.

    The database refuses the first transfer that makes an account negative. In this order, only the balance after the
    last transfer matters. Transfers that form a circle keep their original order.
    """
    left = list(enumerate(transfers))
    if len(left) < 2:
        return left
    awaited = Counter(transfer.credit for transfer in transfers)
    ordered: list[tuple[int, Transfer]] = []
    while left:
        ready = [one for one in left if not awaited[one[1].debit] or kind_of(one[1].debit) in KINDS_BELOW_ZERO]
        taken = ready or left[:1]
        ordered += taken
        awaited.subtract(transfer.credit for _, transfer in taken)
        numbers = {line for line, _ in taken}
        left = [one for one in left if one[0] not in numbers]
    return ordered


class Transaction:
    """Write transaction, created by `Store.begin`."""

    def __init__(self, connection: Connection, known: Set[str]) -> None:
        self.connection = connection
        self._known = known
        # Accounts opened in this transaction; the store caches their names after the commit.
        self.accounts: set[str] = set()
        self._records: list[tuple[Any, ...]] = []
        self._new: list[tuple[Any, ...]] = []
        self._transfers: list[tuple[Any, ...]] = []
        self._others: list[tuple[Executable, list[Values], bool]] = []
        self.locks: SharedLocks | None = None
        """Locks on what other servers change as well; None if this process has the database alone."""
        self.has_written = False
        self.first_seqs: dict[str, int] = {}
        """Number of the first record that this transaction appends to each stream."""

    def append(self, record: Record) -> None:
        """Add a record and its transfers; their accounts must exist (see `account`)."""
        self._records.append(row_of(record))
        self.first_seqs.setdefault(record.stream, record.seq)
        for line, transfer in order_to_avoid_overdraft(record.transfers):
            self._transfers.append((record.stream, record.seq, line, *transfer))

    def account(self, name: str, may_go_below_zero: bool | None = None) -> None:
        """Open an account if it does not exist.

        `may_go_below_zero`: whether its balance may be negative; None if the kind of the account decides.
        """
        if name in self._known or name in self.accounts:
            return
        if not is_name(name):
            raise BadInput.at("account", f"{name!r:.80} is not a name")
        kind = kind_of(name)
        below = kind in KINDS_BELOW_ZERO if may_go_below_zero is None else may_go_below_zero
        self.accounts.add(name)
        self._new.append((name, kind, below))

    def write(
        self, statement: Executable, rows: Values | Sequence[Values] | None = None, *, touching: bool = False
    ) -> None:
        """Queue an insert, update or delete; `rows` has the values: None, one row, or several rows.

        With `touching`, each row of values must change exactly one database row, otherwise the transaction fails.
        Example: "redeem this voucher if it is still unpaid" (R43).
        """
        given = [] if rows is None else [rows] if isinstance(rows, Mapping) else list(rows)
        last = self._others[-1] if self._others else None
        if rows is not None and not given:
            return
        if last and given and last[1] and last[0] is statement and last[2] == touching:
            last[1].extend(given)
        else:
            self._others.append((statement, given, touching))

    def upsert(self, table: Table, **values: Any) -> None:
        """Insert a row, or replace the row with the same primary key."""
        keys = [column.name for column in table.primary_key]
        rest = {name: value for name, value in values.items() if name not in keys}
        new = self._insert(table).values(**values)
        self.write(new.on_conflict_do_update(index_elements=keys, set_=rest) if rest else new.on_conflict_do_nothing())

    def query(self, statement: Executable, values: Values | None = None) -> Sequence[Row[Any]]:
        """Send the queued writes to the database, then run a query."""
        self.flush()
        with translate_errors():
            return self.connection.execute(statement, values).all()

    def fetch(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Send the queued writes to PostgreSQL, then run a query that is often run; return its rows."""
        return self.flush((sql, values))

    def flush(self, *last: Statement) -> list[tuple[Any, ...]]:
        """Send the queued writes to the database without committing; raise if the database refuses them.

        The statements `last` follow in the same round trip, for PostgreSQL alone; return the rows of the last one.
        """
        self.has_written |= self._has_queued
        with translate_errors():
            if self.connection.dialect.name == "postgresql":
                found = self._flush_to_postgresql(last)
            else:
                found = []
                self._flush_to_sqlite()
        for gathered in (self._records, self._new, self._transfers, self._others):
            gathered.clear()
        return found

    def prepare_commit(self, fence: Fence | None) -> None:
        """Send the queued writes; with a `fence`, check in the same round trip that this server may write them."""
        is_fenced = fence is not None and (self.has_written or self._has_queued)
        if self.locks is not None and not self._has_queued:
            self.locks.lock_used() if self.has_written else self.locks.compare_used()
        found = self.flush(*(fence.statements(self.first_seqs) if fence is not None and is_fenced else ()))
        if fence is not None and is_fenced:
            fence.check(self.first_seqs, found)

    @property
    def _has_queued(self) -> bool:
        return bool(self._records or self._new or self._transfers or self._others)

    def _flush_to_postgresql(self, last: Sequence[Statement]) -> list[tuple[Any, ...]]:
        statements = [
            (json_insert_sql(table, columns), (canonical(rows),))
            for table, columns, rows in (
                (schema.records, RECORD_COLUMNS, self._records),
                (schema.accounts, ACCOUNT_COLUMNS, self._new),
                (schema.transfers, TRANSFER_COLUMNS, self._transfers),
            )
            if rows
        ]
        if self._others:
            self._run(statements)
            self._write_others()
            statements = []
        found = self._run([*statements, *last])
        return found[-1] if found else []

    def _run(self, statements: Sequence[Statement]) -> list[Rows]:
        """Run statements in one round trip; in a batch that writes, lock what its jobs have used before them."""
        if self.locks is not None and self._has_queued:
            return self.locks.run_after_locks(statements)
        return run_together(self.connection, statements) if statements else []

    def _flush_to_sqlite(self) -> None:
        for table, columns, rows in (
            (schema.records, RECORD_COLUMNS, self._records),
            (schema.accounts, ACCOUNT_COLUMNS, self._new),
            (schema.transfers, TRANSFER_COLUMNS, self._transfers),
        ):
            if rows:
                self.connection.exec_driver_sql(placeholder_insert_sql(table, columns), rows)
        self._write_others()

    def _write_others(self) -> None:
        for statement, rows, touching in self._others:
            touched = self.connection.execute(statement, rows or None).rowcount
            if touching and touched != max(1, len(rows)):
                raise WriteRejectedError(f"{touched} rows touched where {max(1, len(rows))} were to be")

    def _insert(self, table: Table) -> sqlite.Insert | postgresql.Insert:
        return postgresql.insert(table) if self.connection.dialect.name == "postgresql" else sqlite.insert(table)


@cache
def placeholder_insert_sql(table: Table, columns: tuple[str, ...]) -> str:
    """Return an INSERT statement for SQLite, with a placeholder for each column."""
    values = ", ".join("?" * len(columns))
    return f"INSERT INTO {table.name} ({quoted_names(columns)}) VALUES ({values}){existing_rows(table)}"  # noqa: S608 - names from the schema


@cache
def json_insert_sql(table: Table, columns: tuple[str, ...]) -> str:
    """Return an INSERT statement that takes all rows as one JSON text; PostgreSQL splits it into rows.

    They are inserted in the given order, which the triggers rely on.
    """
    kinds = (table.c[name].type.compile(dialect=POSTGRESQL) for name in columns)
    values = ", ".join(f"(given ->> {place})::{kind}" for place, kind in enumerate(kinds))
    source = "jsonb_array_elements(%s::jsonb) WITH ORDINALITY AS rows(given, place) ORDER BY place"
    return f"INSERT INTO {table.name} ({quoted_names(columns)}) SELECT {values} FROM {source}{existing_rows(table)}"  # noqa: S608 - names from the schema


def existing_rows(table: Table) -> str:
    """Return the end of an INSERT statement that says what happens to rows that exist; an account stays as it is."""
    return " ON CONFLICT DO NOTHING" if table is schema.accounts else ""


def quoted_names(columns: tuple[str, ...]) -> str:
    return ", ".join(f'"{name}"' for name in columns)
