"""Holds the log against the checkpoints that the house signed: what was cut off, and what was made anew."""

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
from croupier.store.checkpoint import LISTS, Checkpoint, ListMark, TornLine, digest_of, extend_mark, marks_of, read_copy
from croupier.store.paging import rows
from croupier.store.record import genesis
from croupier.store.schema import checkpoints, records

Heads = dict[str, tuple[int, str]]


class CheckpointContent(NamedTuple):
    """What a checkpoint says."""

    house: str
    at: int
    before: str
    heads: Heads
    marks: dict[str, ListMark]


def facts_of(made: Checkpoint) -> CheckpointContent | None:
    """What a checkpoint says, if its text is still that of one."""
    try:
        facts = parse_json(made.body, RECORD)
        heads = {stream: (int(seq), str(hash_)) for stream, (seq, hash_) in facts["heads"].items()}
        return CheckpointContent(facts["house"], facts["at"], facts["before"], heads, marks_of(made.body))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


class CheckpointAudit:
    """One audit of all checkpoints, in their order."""

    def __init__(self, connection: Connection, house: str, key: str | None, second_copy: Path | None) -> None:
        self.connection = connection
        self.house = house
        self.key = key
        self.second_copy = second_copy
        self.count = 0
        self._before = genesis(house, "checkpoints")
        self._heads: Heads = {}
        self._marks: dict[str, ListMark] = {}
        self._told: set[str] = set()  # streams and lists whose first fault is named
        self.notes: list[Problem] = []
        self._torn: list[Problem] = []

    def findings(self) -> Iterator[Problem]:
        for made, differs in self.merged():
            self.count += 1
            where = f"checkpoint {made.id} of {moment(made.at)}"
            facts = facts_of(made)
            if problem := differs or self.fault_of(made, facts):
                yield Problem(where, problem)
            self._before = digest_of(made.body)
            if facts:
                yield from self.of_streams(facts, where)
                yield from self.of_lists(facts, where)
        yield from self._torn

    def kept(self, after: int = 0) -> Iterator[Checkpoint]:
        for row in rows(self.connection, checkpoints, checkpoints.c.id > after):
            yield Checkpoint(row.id, row.at, row.body, row.signature)

    def copies(self, path: Path) -> Iterator[Checkpoint]:
        """The whole lines of the second copy. A torn one that begins like a checkpoint of ours is told as a note."""
        last = 0
        for made in read_copy(path):
            if isinstance(made, Checkpoint):
                last = made.id
                yield made
            else:
                self.torn(made, last)

    def torn(self, torn: TornLine, last: int) -> None:
        if len(self._torn) == PROBLEMS_MOST:
            return  # a file of something else: each of its lines is looked for among all checkpoints
        found = next((made for made in self.kept(last) if torn.is_of(made)), None)
        if found is None:
            self._torn.append(Problem(torn.where, "is not a checkpoint, and not the beginning of one in the database"))
        else:
            self.notes.append(Problem(torn.where, f"is torn; the database has checkpoint {found.id} whole"))

    def merged(self) -> Iterator[tuple[Checkpoint, str | None]]:
        """The checkpoints of the database and of the second copy, by number, with what sets the two apart."""
        ours = ((made.id, "here", made) for made in self.kept())
        copies = ((made.id, "second copy", made) for made in self.copies(self.second_copy)) if self.second_copy else ()
        for _, both in groupby(merge(ours, copies, key=itemgetter(0)), key=itemgetter(0)):
            found = {place: made for _, place, made in both}
            mine, copy = found.get("here"), found.get("second copy")
            if mine is None:
                yield found["second copy"], "is in the second copy and not in the database"
            else:
                yield mine, "is not as it stands in the second copy" if copy not in (None, mine) else None

    def fault_of(self, made: Checkpoint, facts: CheckpointContent | None) -> str | None:
        if self.key is not None and not made.is_signed_by(self.key):
            return "its signature is not the house's"
        if facts is None or (facts.house, facts.at) != (self.house, made.at):
            return "is not a checkpoint of this house"
        return None if facts.before == self._before else "does not follow the checkpoint before it"

    def of_streams(self, facts: CheckpointContent, where: str) -> Iterator[Problem]:
        """Every stream must still have the record that was its last one then."""
        for stream, head in sorted(facts.heads.items()):
            known = stream in self._told or self._heads.get(stream) == head
            problem = None if known else self.of_head(stream, head, where)
            if problem:
                self._told.add(stream)
                yield problem
        self._heads |= facts.heads

    def of_head(self, stream: str, head: tuple[int, str], where: str) -> Problem | None:
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

    def of_lists(self, facts: CheckpointContent, where: str) -> Iterator[Problem]:
        """The lists outside the log must still be what they were then."""
        for table in LISTS:
            signed = facts.marks.get(table.name)
            if signed is None or table.name in self._told:
                continue
            if extend_mark(self.connection, table, self.house, self._marks, signed.last) != signed:
                self._told.add(table.name)
                first = max(0, self._marks[table.name].last) + 1 if table.name in self._marks else 1
                yield Problem(f"{table.name}#{first}", f"from here to #{signed.last} is not what {where} signed")
        self._marks = facts.marks


def moment(at: int) -> str:
    try:
        return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
    except (OverflowError, ValueError, OSError):
        return f"{at} ms"  # a hostile copy may say any time
