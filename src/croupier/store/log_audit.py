"""`croupier audit verify`: read the whole log and report the first altered record of each stream (R53).

The audit trusts nothing in the database. It computes hashes again from the record bodies, and compares columns and
transfers with the bodies, balances with the transfers, and the ends of the streams with the signed checkpoints. Its
memory use depends on the number of accounts, not on the length of the log.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, func, select

from croupier.errors import Problem
from croupier.store.checkpoint_audit import CheckpointAudit
from croupier.store.ledger_accounts import KINDS_BELOW_ZERO, kind_of
from croupier.store.log_copy import LogCopyAudit
from croupier.store.paging import rows
from croupier.store.record import chain_hash, genesis
from croupier.store.schema import accounts, records, transfers
from croupier.store.store import Store
from croupier.store.transaction import mixes_promotional_and_money
from croupier.store.triggers import trigger_problems

PUBLIC_KEY = "public_key"  # Key of `key_values` that stores the house's public key.

COLUMNS = ("at", "actor", "key", "command")  # Body fields that are also columns of the table, for queries.

Line = tuple[str, str, int]
Facts = dict[str, Any]


@dataclass(frozen=True)
class AuditReport:
    """Counts and findings of an audit; the first finding of a stream names its first bad record."""

    streams: int
    records: int
    transfers: int
    accounts: int
    checkpoints: int
    signatures_checked: bool
    findings: tuple[Problem, ...]
    notes: tuple[Problem, ...] = ()
    """Observations that are not faults, for example a second copy that is behind the log."""

    @property
    def is_sound(self) -> bool:
        return not self.findings

    def __str__(self) -> str:
        counted = (
            f"{self.streams} streams, {self.records} records, {self.transfers} transfers, {self.accounts} accounts, "
            f"{self.checkpoints} checkpoints{'' if self.signatures_checked else ' (signatures not checked: no key)'}"
        )
        return "\n".join([counted, *map(str, self.findings or ["everything is as it was written"])])

    @property
    def first(self) -> Problem | None:
        return self.findings[0] if self.findings else None


@dataclass
class LogAudit:
    """Audit in progress: counters, computed balances and findings."""

    connection: Connection
    house: str
    records: int = 0
    transfers: int = 0
    balances: Counter[str] = field(default_factory=Counter)
    findings: list[Problem] = field(default_factory=list)

    def check_stream(self, stream: str) -> None:
        """Check a stream up to its end or its first bad record."""
        before, expected = genesis(self.house, stream), 1
        lines = TransferCursor(rows(self.connection, transfers, transfers.c.stream == stream))
        for row in rows(self.connection, records, records.c.stream == stream):
            facts = parse_body(row.body)
            fault = record_problem(row, facts, expected, before) or self.check_transfers(row, facts, lines)
            if fault:
                self.findings.append(fault)
                return
            before, expected = row.hash, expected + 1
        if (left := lines.next_seq()) is not None:
            self.findings.append(Problem(f"{stream}#{left}", "is missing: the ledger has its transfers"))

    def check_transfers(self, row: Row[Any], facts: Facts | None, lines: TransferCursor) -> Problem | None:
        """Compare the ledger's transfers of a record with those in the record's body; return a problem or None.

        Correct transfers are added to the computed balances.
        """
        recorded = facts["transfers"] if facts else []
        if lines.up_to(row.seq) != [(row.seq, line, *transfer) for line, transfer in enumerate(recorded)]:
            return Problem(f"{row.stream}#{row.seq}", "its transfers in the ledger are not those it recorded")
        if any(mixes_promotional_and_money(debit, credit) for debit, credit, _ in recorded):
            return Problem(f"{row.stream}#{row.seq}", "turns promotional chips into money, or money into them")
        self.records += 1
        self.transfers += len(recorded)
        add_transfers(self.balances, recorded)
        return None

    def check_ledger(self) -> int:
        """Check that each balance is the sum of its transfers and that all balances add up to zero (R40).

        Return the number of accounts.
        """
        found = {}
        for name, kind, balance, may_go_below_zero in self.connection.execute(select(accounts)):
            found[name] = balance
            if (kind, may_go_below_zero) != (kind_of(name), kind_of(name) in KINDS_BELOW_ZERO):
                self.findings.append(Problem(f"account {name}", "its kind, or that it may be overdrawn, was changed"))
        for name in sorted(found.keys() | self.balances.keys()):
            if found.get(name, 0) != self.balances[name]:
                message = f"its balance is {found.get(name, 0)} cents and its transfers add up to {self.balances[name]}"
                self.findings.append(Problem(f"account {name}", message))
        if total := sum(found.values()):
            self.findings.append(Problem("ledger", f"the trial balance is {total} cents and not zero"))
        return len(found)


class TransferCursor:
    """Reader of one stream's transfers, which advances together with the stream's records."""

    def __init__(self, found: Iterator[Row[Any]]) -> None:
        self._rows = found
        self._next = next(found, None)

    def up_to(self, seq: int) -> list[tuple[int, int, str, str, int]]:
        """Return the transfers not read so far, up to and including those of record `seq`.

        A transfer with a number below `seq` belongs to no record, because the records before have been read.
        """
        taken = []
        while self._next is not None and self._next.seq <= seq:
            row = self._next
            taken.append((row.seq, row.line, row.debit, row.credit, row.cents))
            self._next = next(self._rows, None)
        return taken

    def next_seq(self) -> int | None:
        return None if self._next is None else int(self._next.seq)


def verify_log(
    store: Store, public_text: str | None = None, second_copy: Path | None = None, log_copy: Path | None = None
) -> AuditReport:
    """Audit the whole database in one snapshot, while the server runs.

    `public_text` is the house's public key from a trusted source; without it, the key in the database is used.
    `second_copy`, a file of checkpoints, shows whether records and checkpoints were both cut off from the database.
    `log_copy`, a file of the whole log, shows which records these were.
    """
    key = public_text or store.key_value(PUBLIC_KEY)
    with store.read() as connection:
        walk = LogAudit(connection, store.house)
        streams = streams_of(connection)
        for stream in streams:
            walk.check_stream(stream)
        # Skip the ledger when the log has faults: its sums would only repeat them.
        names = connection.scalar(select(func.count()).select_from(accounts)) if walk.findings else walk.check_ledger()
        signed = CheckpointAudit(connection, store.house, key, second_copy)
        walk.findings += signed.findings()
        walk.findings += trigger_problems(connection)
        if log_copy is not None:
            copied = LogCopyAudit(connection, store.house, log_copy)
            copied.run()
            walk.findings += copied.findings
            signed.notes += copied.notes
    counted = len(streams), walk.records, walk.transfers, names or 0, signed.count
    return AuditReport(*counted, key is not None, tuple(walk.findings), tuple(signed.notes))


def add_transfers(balances: Counter[str], lines: list[Line]) -> None:
    for debit, credit, cents in lines:
        balances[debit] -= cents
        balances[credit] += cents


def streams_of(connection: Connection) -> list[str]:
    """Return all streams that have records or transfers, in alphabetical order."""
    named = select(records.c.stream).union(select(transfers.c.stream))
    return sorted(connection.scalars(named))


def record_problem(row: Row[Any], facts: Facts | None, expected: int, before: str) -> Problem | None:
    """Return the problem of a record that should have number `expected` and follow the hash `before`, or None."""
    if row.seq > expected:
        return Problem(f"{row.stream}#{expected}", f"is missing: #{row.seq} comes next")
    where = f"{row.stream}#{row.seq}"
    if facts and (facts["stream"], facts["seq"]) != (row.stream, row.seq):
        return Problem(where, f"holds what was recorded as {facts['stream']}#{facts['seq']}: the log was reordered")
    if row.hash != chain_hash(row.before, row.body):
        return Problem(where, "its hash does not match its contents")
    if row.before != before:
        return Problem(where, "does not follow the record that stands before it")
    if facts is None:
        return Problem(where, "its contents are not those of a record")
    for column in COLUMNS:
        if facts[column] != row._mapping[column]:
            return Problem(where, f"its {column} is {row._mapping[column]!r}, which is not what was recorded")
    return None


def parse_body(body: str) -> Facts | None:
    """Parse the body of a record; return None if it is not valid."""
    try:
        facts = json.loads(body)
        lines = [(str(debit), str(credit), int(cents)) for debit, credit, cents in facts["transfers"]]
        return {"stream": facts["stream"], "seq": facts["seq"], "transfers": lines} | {
            column: facts[column] for column in COLUMNS
        }
    except (ValueError, TypeError, KeyError):
        return None
