"""`croupier audit verify`: walks the whole log and names the first record that is not as it was written (R53).

Nothing in the database is taken on trust. Hashes are computed again from the bodies, columns and transfers are held
against the bodies, balances against the transfers, and the ends of the streams against the signed checkpoints. Memory
is bounded by the number of accounts, not by the length of the log.
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
from croupier.store.log_copy import LogCopyAudit
from croupier.store.paging import rows
from croupier.store.record import genesis, seal
from croupier.store.schema import accounts, records, transfers
from croupier.store.store import Store
from croupier.store.transaction import KINDS_BELOW_ZERO, kind_of, mixes_promotional_and_money
from croupier.store.triggers import trigger_problems

PUBLIC_KEY = "public_key"  # the setting that holds the house's public key

COLUMNS = ("at", "actor", "key", "command")  # what the table repeats of a body, to be found by

Line = tuple[str, str, int]
Facts = dict[str, Any]


@dataclass(frozen=True)
class AuditReport:
    """What an audit counted, and everything it found. The first finding in a stream is the first bad record in it."""

    streams: int
    records: int
    transfers: int
    accounts: int
    checkpoints: int
    signatures_checked: bool
    findings: tuple[Problem, ...]
    notes: tuple[Problem, ...] = ()
    """What is worth knowing and no fault of the house's."""

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
    """An audit under way."""

    connection: Connection
    house: str
    records: int = 0
    transfers: int = 0
    balances: Counter[str] = field(default_factory=Counter)
    findings: list[Problem] = field(default_factory=list)

    def stream(self, stream: str) -> None:
        """Walks a stream to its end, or to the first record that cannot be trusted."""
        before, expected = genesis(self.house, stream), 1
        lines = TransferCursor(rows(self.connection, transfers, transfers.c.stream == stream))
        for row in rows(self.connection, records, records.c.stream == stream):
            facts = parse_body(row.body)
            fault = record_problem(row, facts, expected, before) or self.fault_of_money(row, facts, lines)
            if fault:
                self.findings.append(fault)
                return
            before, expected = row.hash, expected + 1
        if (left := lines.left()) is not None:
            self.findings.append(Problem(f"{stream}#{left}", "is missing: the ledger has its transfers"))

    def fault_of_money(self, row: Row[Any], facts: Facts | None, lines: TransferCursor) -> Problem | None:
        """Holds the ledger's lines against the record's, and adds them up."""
        told = facts["transfers"] if facts else []
        if lines.up_to(row.seq) != [(row.seq, line, *transfer) for line, transfer in enumerate(told)]:
            return Problem(f"{row.stream}#{row.seq}", "its transfers in the ledger are not those it recorded")
        if any(mixes_promotional_and_money(debit, credit) for debit, credit, _ in told):
            return Problem(f"{row.stream}#{row.seq}", "turns promotional chips into money, or money into them")
        self.records += 1
        self.transfers += len(told)
        add_transfers(self.balances, told)
        return None

    def ledger(self) -> int:
        """Every balance is the sum of its transfers, and all of them together are nothing (R40)."""
        found = {}
        for name, kind, balance, may_go_below_zero in self.connection.execute(select(accounts)):
            found[name] = balance
            if (kind, may_go_below_zero) != (kind_of(name), kind_of(name) in KINDS_BELOW_ZERO):
                self.findings.append(Problem(f"account {name}", "its kind, or that it may be overdrawn, was changed"))
        for name in sorted(found.keys() | self.balances.keys()):
            if found.get(name, 0) != self.balances[name]:
                says = f"its balance is {found.get(name, 0)} cents and its transfers add up to {self.balances[name]}"
                self.findings.append(Problem(f"account {name}", says))
        if total := sum(found.values()):
            self.findings.append(Problem("ledger", f"the trial balance is {total} cents and not zero"))
        return len(found)


class TransferCursor:
    """The transfers of one stream, taken record by record."""

    def __init__(self, found: Iterator[Row[Any]]) -> None:
        self._rows = found
        self._next = next(found, None)

    def up_to(self, seq: int) -> list[tuple[int, int, str, str, int]]:
        """The transfers numbered `seq`; and any before it, which belong to no record."""
        taken = []
        while self._next is not None and self._next.seq <= seq:
            row = self._next
            taken.append((row.seq, row.line, row.debit, row.credit, row.cents))
            self._next = next(self._rows, None)
        return taken

    def left(self) -> int | None:
        return None if self._next is None else int(self._next.seq)


def verify(
    store: Store, public_text: str | None = None, second_copy: Path | None = None, log_copy: Path | None = None
) -> AuditReport:
    """Audits the whole house as it stands at this moment, while it goes on working.

    `public_text` is the house's public key from a source you trust; without it the one in the database is used. A
    second copy of the checkpoints shows what was cut off from the database together with its own, and one of the whole
    log (`log_copy`) which records these were.
    """
    key = public_text or store.key_value(PUBLIC_KEY)
    with store.read() as connection:
        walk = LogAudit(connection, store.house)
        streams = streams_of(connection)
        for stream in streams:
            walk.stream(stream)
        # Sums over a log that cannot be trusted would only repeat what was found.
        names = connection.scalar(select(func.count()).select_from(accounts)) if walk.findings else walk.ledger()
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
    """Every stream that has records, or transfers without them."""
    named = select(records.c.stream).union(select(transfers.c.stream))
    return sorted(connection.scalars(named))


def record_problem(row: Row[Any], facts: Facts | None, expected: int, before: str) -> Problem | None:
    """What is wrong with a record where number `expected` should stand, after the hash `before`."""
    if row.seq > expected:
        return Problem(f"{row.stream}#{expected}", f"is missing: #{row.seq} comes next")
    where = f"{row.stream}#{row.seq}"
    if facts and (facts["stream"], facts["seq"]) != (row.stream, row.seq):
        return Problem(where, f"holds what was recorded as {facts['stream']}#{facts['seq']}: the log was reordered")
    if row.hash != seal(row.before, row.body):
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
    """The facts in a body, if it is still the body of a record."""
    try:
        facts = json.loads(body)
        lines = [(str(debit), str(credit), int(cents)) for debit, credit, cents in facts["transfers"]]
        return {"stream": facts["stream"], "seq": facts["seq"], "transfers": lines} | {
            column: facts[column] for column in COLUMNS
        }
    except (ValueError, TypeError, KeyError):
        return None
