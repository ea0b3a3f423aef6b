"""Compare the log with the signed checkpoints: find records that were cut off or rewritten."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from heapq import merge
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from croupier.errors import PROBLEMS_MOST, Problem
from croupier.files import RECORD, parse_json
from croupier.store.checkpoint import (
    LISTS,
    Checkpoint,
    ListMark,
    TornLine,
    digest_of,
    extend_mark,
    list_marks,
    read_copy,
)
from croupier.store.paging import rows
from croupier.store.record import genesis
from croupier.store.schema import checkpoints, records

Heads = dict[str, tuple[int, str]]


class CheckpointContent(NamedTuple):
    """Parsed body of a checkpoint: the last record of each stream, and the state of each append-only table."""

    house: str
    at: int
    before: str
    heads: Heads
    marks: dict[str, ListMark]


def parse_content(entry: Checkpoint) -> CheckpointContent | None:
    """Parse the body of a checkpoint; return None if it is not valid."""
    try:
        facts = parse_json(entry.body, RECORD)
        heads = {stream: (int(seq), str(hash_)) for stream, (seq, hash_) in facts["heads"].items()}
        return CheckpointContent(facts["house"], facts["at"], facts["before"], heads, list_marks(entry.body))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


class CheckpointAudit:
    """Audit of all checkpoints in the order of their ids, or of those after the checkpoint `since`."""

    def __init__(
        self,
        connection: Connection,
        house: str,
        key: str | None,
        second_copy: Path | None,
        since: Checkpoint | None = None,
        span: tuple[int, int | None] = (0, None),
    ) -> None:
        """Create the audit; `span` is the part of the second copy that is read."""
        self.connection = connection
        self.house = house
        self.key = key
        self.second_copy = second_copy
        self.since = since
        self.span = span
        self.count = 0
        self._before = genesis(house, "checkpoints")
        self._heads: Heads = {}
        self._marks: dict[str, ListMark] = {}
        # Streams and lists with a reported problem; only the first problem of each is reported.
        self._reported: set[str] = set()
        self.notes: list[Problem] = []
        self._torn: list[Problem] = []

    def findings(self) -> Iterator[Problem]:
        if self.since is not None and (known := parse_content(self.since)):
            yield from self.stream_problems(known, f"checkpoint {self.since.id} of {format_time(self.since.at)}")
            self._before, self._marks = digest_of(self.since.body), known.marks
        for entry, differs in self.merged_checkpoints():
            self.count += 1
            where = f"checkpoint {entry.id} of {format_time(entry.at)}"
            facts = parse_content(entry)
            if problem := differs or self.problem_of(entry, facts):
                yield Problem(where, problem)
            self._before = digest_of(entry.body)
            if facts:
                yield from self.stream_problems(facts, where)
                yield from self.list_problems(facts, where)
        yield from self._torn

    def stored_checkpoints(self, after: int = 0) -> Iterator[Checkpoint]:
        for row in rows(self.connection, checkpoints, checkpoints.c.id > after):
            yield Checkpoint(row.id, row.at, row.body, row.signature)

    def copied_checkpoints(self, path: Path) -> Iterator[Checkpoint]:
        """Yield the complete checkpoints of the second file.

        An incomplete line becomes a note if it is the start of a checkpoint in the database, and otherwise a finding.
        """
        last = 0
        first = self.since.id + 1 if self.since else 0
        for entry in read_copy(path, self.span):
            if isinstance(entry, Checkpoint):
                last = entry.id
                if entry.id >= first:
                    yield entry
            else:
                self.check_torn_line(entry, last)

    def check_torn_line(self, torn: TornLine, last: int) -> None:
        if len(self._torn) == PROBLEMS_MOST:
            return  # This file is not a copy of checkpoints; searching for each of its lines would be slow.
        found = next((entry for entry in self.stored_checkpoints(last) if torn.is_start_of(entry)), None)
        if found is None:
            self._torn.append(Problem(torn.where, "is not a checkpoint, and not the beginning of one in the database"))
        else:
            self.notes.append(Problem(torn.where, f"is torn; the database has checkpoint {found.id} whole"))

    def merged_checkpoints(self) -> Iterator[tuple[Checkpoint, str | None]]:
        """Yield the checkpoints of database and second file by id, each with how the two differ, or None."""
        ours = ((entry.id, "here", entry) for entry in self.stored_checkpoints(self.since.id if self.since else 0))
        copies = (
            ((entry.id, "second copy", entry) for entry in self.copied_checkpoints(self.second_copy))
            if self.second_copy
            else ()
        )
        for _, both in groupby(merge(ours, copies, key=itemgetter(0)), key=itemgetter(0)):
            found = {place: entry for _, place, entry in both}
            stored, copy = found.get("here"), found.get("second copy")
            if stored is None:
                yield found["second copy"], "is in the second copy and not in the database"
            else:
                yield stored, "is not as it stands in the second copy" if copy not in (None, stored) else None

    def problem_of(self, entry: Checkpoint, facts: CheckpointContent | None) -> str | None:
        if self.key is not None and not entry.is_signed_by(self.key):
            return "its signature is not the house's"
        if facts is None or (facts.house, facts.at) != (self.house, entry.at):
            return "is not a checkpoint of this house"
        return None if facts.before == self._before else "does not follow the checkpoint before it"

    def stream_problems(self, facts: CheckpointContent, where: str) -> Iterator[Problem]:
        """Check that each stream still has the record that was its last one at this checkpoint."""
        for stream, head in sorted(facts.heads.items()):
            known = stream in self._reported or self._heads.get(stream) == head
            problem = None if known else self.head_problem(stream, head, where)
            if problem:
                self._reported.add(stream)
                yield problem
        self._heads |= facts.heads

    def head_problem(self, stream: str, head: tuple[int, str], where: str) -> Problem | None:
        seq, signed = head
        wanted = select(records.c.hash).where(records.c.stream == stream, records.c.seq == seq)
        found = self.connection.scalar(wanted)
        if found == signed:
            return None
        known = self._heads.get(stream, (0, ""))[0]
        if found is not None:
            return Problem(f"{stream}#{known + 1}", f"from here to #{seq} is not what {where} signed: it was made anew")
        last = select(func.max(records.c.seq)).where(records.c.stream == stream, records.c.seq < seq)
        return Problem(f"{stream}#{(self.connection.scalar(last) or 0) + 1}", f"is missing: {where} saw #{seq}")

    def list_problems(self, facts: CheckpointContent, where: str) -> Iterator[Problem]:
        """Check that the append-only tables still match the digests in this checkpoint."""
        for table in LISTS:
            signed = facts.marks.get(table.name)
            if signed is None or table.name in self._reported:
                continue
            if extend_mark(self.connection, table, self.house, self._marks, signed.last) != signed:
                self._reported.add(table.name)
                first = max(0, self._marks[table.name].last) + 1 if table.name in self._marks else 1
                yield Problem(f"{table.name}#{first}", f"from here to #{signed.last} is not what {where} signed")
        self._marks = facts.marks


def format_time(at: int) -> str:
    try:
        return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
    except (OverflowError, ValueError, OSError):
        return f"{at} ms"  # A forged second file may contain any number.
