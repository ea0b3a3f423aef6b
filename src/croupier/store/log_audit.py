"""`croupier audit verify`: read the whole log and report the first altered record of each stream (R53).

The audit trusts nothing in the database. It computes hashes again from the record bodies, and compares columns and
transfers with the bodies, balances with the transfers, and the ends of the streams with the signed checkpoints. Its
memory use depends on the number of accounts, not on the length of the log.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, func, select

from croupier.errors import BadInput, Problem
from croupier.files import whole_lines
from croupier.store.archive_reader import ArchiveReader, archive_problems
from croupier.store.checkpoint import Checkpoint, digest_of
from croupier.store.checkpoint_audit import CheckpointAudit, CheckpointContent, Heads, parse_content
from croupier.store.ledger_accounts import KINDS_BELOW_ZERO, kind_of
from croupier.store.log_copy import LogCopyAudit
from croupier.store.paging import distinct, rows
from croupier.store.record import chain_hash, genesis
from croupier.store.schema import accounts, checkpoints, records, transfers
from croupier.store.store import Store
from croupier.store.transaction import mixes_promotional_and_money
from croupier.store.triggers import trigger_problems
from croupier.store.verified import AuditStart, VerifiedMark, balances_digest

PUBLIC_KEY = "public_key"  # Key of `key_values` that stores the house's public key.

COLUMNS = ("at", "actor", "key", "command")  # Body fields that are also columns of the table, for queries.

Line = tuple[str, str, int]
Facts = dict[str, Any]


class StoredRecord(NamedTuple):
    """Row of a record, with its chain first."""

    stream: str
    seq: int
    before: str
    hash: str
    body: str
    at: int
    actor: str
    key: str | None
    command: str


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
    since: int | None = None
    """Number of the checkpoint after which the records were read; None: the whole log was read."""
    mark: VerifiedMark | None = field(default=None, compare=False)
    """Mark from which the next audit can go on; None with findings, or if there is no checkpoint."""

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
    archives: ArchiveReader
    start: AuditStart | None = None
    last: Heads = field(default_factory=dict)
    """Last records that the newest checkpoint names, by stream."""
    records: int = 0
    transfers: int = 0
    balances: Counter[str] = field(default_factory=Counter)
    """Sums of the transfers that were read."""
    later: Counter[str] = field(default_factory=Counter)
    """Sums of the transfers after the newest checkpoint."""
    findings: list[Problem] = field(default_factory=list)
    now: dict[str, int] = field(default_factory=dict)
    """Present balances in the database, after `check_ledger`."""

    def check_stream(self, stream: str) -> None:
        """Check a stream from the start of the audit up to its end or its first bad record."""
        seq, before = self.start.content.heads.get(stream, (0, "")) if self.start else (0, "")
        before, expected = before or genesis(self.house, stream), seq + 1
        signed, _ = self.last.get(stream, (0, ""))
        lines = TransferCursor(rows(self.connection, transfers, transfers.c.stream == stream, transfers.c.seq > seq))
        for row in rows(self.connection, records, records.c.stream == stream, records.c.seq > seq):
            try:
                body = row.body or self.archives.body(row.stream, row.seq)
            except BadInput as missing:
                self.findings += missing.problems
                return
            facts = parse_body(body)
            fault = record_problem(row, body, facts, expected, before) or self.check_transfers(row, facts, lines)
            if fault:
                self.findings.append(fault)
                return
            if row.seq > signed and facts:
                add_transfers(self.later, facts["transfers"])
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
        self.findings += self._balance_problems(found)
        if total := sum(found.values()):
            self.findings.append(Problem("ledger", f"the trial balance is {total} cents and not zero"))
        self.now = found
        return len(found)

    def _balance_problems(self, found: Mapping[str, int]) -> Iterator[Problem]:
        """Compare the balances with the transfers, or with those of the mark and the transfers since."""
        if self.start is not None:
            mark = self.start.mark
            if mark is not None and balances_digest(balances_before(found, self.balances)) != mark.balances:
                message = f"is not what checkpoint {mark.checkpoint} and the transfers since then make it"
                yield Problem("ledger", f"a balance {message}; an audit of the whole log names the account")
            return
        for name in sorted(found.keys() | self.balances.keys()):
            if found.get(name, 0) != self.balances[name]:
                message = f"its balance is {found.get(name, 0)} cents and its transfers add up to {self.balances[name]}"
                yield Problem(f"account {name}", message)


def balances_before(balances: Mapping[str, int], moved: Mapping[str, int]) -> dict[str, int]:
    """Return the balances before these sums were moved."""
    return {name: balances.get(name, 0) - moved.get(name, 0) for name in balances.keys() | moved.keys()}


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
    store: Store,
    public_text: str | None = None,
    second_copy: Path | None = None,
    log_copy: Path | None = None,
    since: AuditStart | None = None,
) -> AuditReport:
    """Audit the database in one snapshot, while the server runs.

    `public_text` is the house's public key from a trusted source; without it, the key in the database is used.
    `second_copy`, a file of checkpoints, shows whether records and checkpoints were both cut off from the database.
    `log_copy`, a file of the whole log, shows which records these were. With `since`, only what follows that checkpoint
    is read.
    """
    key = public_text or store.key_value(PUBLIC_KEY)
    # Lines that are written from now on may belong to records that the snapshot does not contain.
    mark = since.mark if since else None
    copy_part = CopyPart.after(second_copy, mark.copy_bytes if mark else 0)
    log_part = CopyPart.after(log_copy, mark.log_copy_bytes if mark else 0)
    with store.read() as connection:
        newest = newest_checkpoint(connection)
        walk = LogAudit(connection, store.house, store.archives, since, newest[1].heads if newest else {})
        streams = streams_of(connection)
        for stream in streams:
            walk.check_stream(stream)
        # Skip the ledger when the log has faults: its sums would only repeat them.
        names = connection.scalar(select(func.count()).select_from(accounts)) if walk.findings else walk.check_ledger()
        signed = CheckpointAudit(connection, store.house, key, second_copy, since and since.checkpoint, copy_part.span)
        walk.findings += signed.findings()
        walk.findings += [*trigger_problems(connection), *archive_problems(connection, store.house, key)]
        if log_copy is not None:
            heads = since.content.heads if since else {}
            copied = LogCopyAudit(connection, store.house, log_copy, log_part.span, heads)
            copied.run()
            walk.findings += copied.findings
            signed.notes += copied.notes
    counted = len(streams), walk.records, walk.transfers, names or 0, signed.count
    report = AuditReport(*counted, key is not None, tuple(walk.findings), tuple(signed.notes))
    report = replace(report, since=since.checkpoint.id if since else None)
    if newest is None or walk.findings or (since is not None and mark is None):
        return report
    balances = balances_digest(balances_before(walk.now, walk.later))
    whole_at = mark.whole_at if mark else 0
    signed_at = newest[0].id, digest_of(newest[0].body)
    return replace(
        report, mark=VerifiedMark(store.house, *signed_at, balances, copy_part.whole, log_part.whole, whole_at)
    )


def newest_checkpoint(connection: Connection) -> tuple[Checkpoint, CheckpointContent] | None:
    row = connection.execute(select(checkpoints).order_by(checkpoints.c.id.desc()).limit(1)).first()
    entry = None if row is None else Checkpoint(row.id, row.at, row.body, row.signature)
    content = None if entry is None else parse_content(entry)
    return None if entry is None or content is None else (entry, content)


class CopyPart(NamedTuple):
    """Part of a second copy that an audit reads, and the length of its whole lines."""

    begin: int
    end: int
    whole: int

    @classmethod
    def after(cls, path: Path | None, compared: int) -> CopyPart:
        """Return the part after the bytes that were compared before, up to the present end.

        A copy that is shorter than it was then is another file and is read from its beginning.
        """
        if path is None or not path.is_file():
            return cls(0, 0, 0)
        end = path.stat().st_size
        return cls(compared if compared <= end else 0, end, whole_lines(path))

    @property
    def span(self) -> tuple[int, int]:
        return self.begin, self.end


def add_transfers(balances: Counter[str], lines: list[Line]) -> None:
    for debit, credit, cents in lines:
        balances[debit] -= cents
        balances[credit] += cents


def streams_of(connection: Connection) -> list[str]:
    """Return all streams that have records or transfers, in alphabetical order."""
    return sorted({name for table in (records, transfers) for name in distinct(connection, table.c.stream)})


def record_problem(
    row: Row[Any] | StoredRecord, body: str, facts: Facts | None, expected: int, before: str
) -> Problem | None:
    """Return the problem of a record that should have number `expected` and follow the hash `before`, or None.

    `body` is that of the row, or the one in an archive.
    """
    if row.seq > expected:
        return Problem(f"{row.stream}#{expected}", f"is missing: #{row.seq} comes next")
    where = f"{row.stream}#{row.seq}"
    if facts and (facts["stream"], facts["seq"]) != (row.stream, row.seq):
        return Problem(where, f"holds what was recorded as {facts['stream']}#{facts['seq']}: the log was reordered")
    if row.hash != chain_hash(row.before, body):
        return Problem(where, "its hash does not match its contents")
    if row.before != before:
        return Problem(where, "does not follow the record that stands before it")
    if facts is None:
        return Problem(where, "its contents are not those of a record")
    for column in COLUMNS:
        if facts[column] != getattr(row, column):
            return Problem(where, f"its {column} is {getattr(row, column)!r}, which is not what was recorded")
    return None


def parse_body(body: str) -> Facts | None:
    """Parse the body of a record; return None if it is not valid."""
    try:
        facts = json.loads(body)
        lines = [(str(debit), str(credit), int(cents)) for debit, credit, cents in facts["transfers"]]
        return {"stream": facts["stream"], "seq": facts["seq"], "transfers": lines, "events": facts["events"]} | {
            column: facts[column] for column in COLUMNS
        }
    except (ValueError, TypeError, KeyError):
        return None
