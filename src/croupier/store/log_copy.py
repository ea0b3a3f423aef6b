"""A second copy of the whole log, one record per line, in a file under another administrator's control. [R54]

Each record is copied within a second of its commit, with the hashes of its chain. An audit compares the copy with the
database and names records that were cut off, altered or rewritten, even if the checkpoints were rewritten too.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from sqlalchemy import Connection, select

from croupier.errors import PROBLEMS_MOST, BadInput, Problem, first_problems
from croupier.files import RECORD, bounded_lines, open_part, parse_json
from croupier.store.checkpoint import is_torn
from croupier.store.record import Record, canonical, chain_hash, genesis
from croupier.store.schema import records
from croupier.store.store import HEADS, Store

COMPARED_AT_ONCE = 500
TORN = "is the beginning of a line: the rest was never written"


class CopiedRecord(NamedTuple):
    """One record of the log as the second copy has it."""

    stream: str
    seq: int
    before: str
    hash: str
    body: str

    @property
    def name(self) -> str:
        return f"{self.stream}#{self.seq}"

    @property
    def is_whole(self) -> bool:
        return self.hash == chain_hash(self.before, self.body)


def copy_line(record: Record) -> str:
    return canonical(CopiedRecord(record.stream, record.seq, record.before, record.hash, record.body)._asdict())


def read_lines(path: Path, span: tuple[int, int | None] = (0, None)) -> Iterator[CopiedRecord | Problem]:
    """Yield the records of a copy, or of a part of it, in order; yield a `Problem` for a line that is not a record."""
    try:
        with open_part(path, span) as file:
            for number, text in enumerate(bounded_lines(file, RECORD.bytes_most), start=1):
                yield _read(text, f"{path} line {number}")
    except OSError as error:
        raise BadInput.at(str(path), f"the second copy of the log cannot be read: {error.strerror}") from error


def _read(text: bytes, where: str) -> CopiedRecord | Problem:
    try:
        fields = parse_json(text, RECORD)
        stream, before, own, body = (fields[key] for key in ("stream", "before", "hash", "body"))
        if all(isinstance(value, str) for value in (stream, before, own, body)):
            return CopiedRecord(stream, int(fields["seq"]), before, own, body)
    except (ValueError, TypeError, KeyError):
        pass
    return Problem(where, TORN)


class LogCopy:
    """The copy file and the last copied record number of each stream."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._ends: dict[str, int] | None = None

    def append_missing(self, store: Store, heads: Mapping[str, int]) -> int:
        """Append all missing records up to these record numbers, flush the file to disk, and return how many were
        added.
        """
        ends, added = self._known(), 0
        behind = sorted(stream for stream, seq in heads.items() if seq > ends.get(stream, 0))
        if not behind:
            return 0
        self._ends = None  # Unknown until the write succeeds; the next call reads the file again.
        try:
            with self._path.open("ab+") as file:
                file.write(b"\n" * is_torn(file))
                for stream in behind:
                    for record in store.records(stream, after=ends.get(stream, 0)):
                        file.write(copy_line(record).encode("ascii") + b"\n")
                        ends[stream], added = record.seq, added + 1
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            message = f"the second copy of the log cannot be written: {error.strerror}"
            raise BadInput.at(str(self._path), message) from error
        self._ends = ends
        return added

    def _known(self) -> dict[str, int]:
        if self._ends is None:
            there = read_lines(self._path) if self._path.exists() else iter(())
            self._ends = {line.stream: line.seq for line in there if isinstance(line, CopiedRecord)}
        return self._ends


class LogCopyAudit:
    """Audit that compares the second copy with the log, or the part `span` of it.

    `heads` are the records that an earlier audit has compared, where the part does not begin with the first record.
    """

    def __init__(
        self,
        connection: Connection,
        house: str,
        path: Path,
        span: tuple[int, int | None] = (0, None),
        heads: Mapping[str, tuple[int, str]] = MappingProxyType({}),
    ) -> None:
        self._connection, self._house, self._path, self._span = connection, house, path, span
        self._heads = heads if span[0] else {}
        self.findings: list[Problem] = []
        self.notes: list[Problem] = []
        self._ends: dict[str, tuple[int, str]] = {}
        self._doubted: set[str] = set()
        """Streams that already have a finding; their later records are skipped, as they would repeat it."""

    def run(self) -> None:
        waiting: list[CopiedRecord] = []
        torn = 0
        for line in read_lines(self._path, self._span):
            if isinstance(line, Problem):
                torn += 1
                if torn <= PROBLEMS_MOST:
                    self.notes.append(line)
                continue
            if line.stream not in self._doubted and self._follows(line):
                waiting.append(line)
            if len(waiting) == COMPARED_AT_ONCE:
                self._compare(waiting)
                waiting = []
        self._compare(waiting)
        self.findings = list(first_problems(self.findings))
        if torn > PROBLEMS_MOST:
            self.notes.append(Problem(str(self._path), f"{torn - PROBLEMS_MOST:,} more lines are no records"))
        self._note_what_is_behind()

    def _follows(self, line: CopiedRecord) -> bool:
        known = self._heads.get(line.stream)
        seq, before = self._ends.get(line.stream) or known or (0, genesis(self._house, line.stream))
        # The copy may have been behind when its first part was compared; `_compare` reads each record in the log.
        catches_up = known is not None and line.stream not in self._ends and line.seq <= known[0]
        if not line.is_whole:
            self._doubt(line, "was altered in the second copy of the log")
        elif not catches_up and (line.seq != seq + 1 or line.before != before):
            self._doubt(line, f"does not follow #{seq} in the second copy of the log")
        else:
            self._ends[line.stream] = line.seq, line.hash
            return True
        return False

    def _compare(self, lines: list[CopiedRecord]) -> None:
        for stream in sorted({line.stream for line in lines}):
            stream_lines = [line for line in lines if line.stream == stream]
            wanted = (records.c.stream == stream) & records.c.seq.between(stream_lines[0].seq, stream_lines[-1].seq)
            found = self._connection.execute(select(records.c.seq, records.c.hash).where(wanted))
            hashes = {row.seq: row.hash for row in found}
            for line in stream_lines:
                if stream in self._doubted:
                    break
                if line.seq not in hashes:
                    self._doubt(line, "is in the second copy of the log, and not in the house's")
                elif hashes[line.seq] != line.hash:
                    self._doubt(line, "is not the record that the second copy of the log has")

    def _doubt(self, line: CopiedRecord, message: str) -> None:
        self.findings.append(Problem(line.name, message))
        self._doubted.add(line.stream)

    def _note_what_is_behind(self) -> None:
        """Record the streams with a copy that ends before the log: the server stopped, or writing the copy failed."""
        for row in self._connection.execute(HEADS):
            end, _ = self._ends.get(row.stream) or self._heads.get(row.stream, (0, ""))
            if row.seq > end and row.stream not in self._doubted:
                message = f"the second copy of the log ends at #{end}, the house's at #{row.seq}"
                self.notes.append(Problem(row.stream, message))
