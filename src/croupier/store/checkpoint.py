"""Signed checkpoints: the last record of every log stream at one moment, signed with the house's key (R53, R54).

A hash chain shows changes inside the log. Only a checkpoint shows that the end of the log was cut off, or that the
whole log was rewritten. Each checkpoint contains the digest of the previous one. A copy of each checkpoint goes to a
second file, which should be on a machine that the database administrator cannot write to.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import IO, NamedTuple

from sqlalchemy import Connection, Table, insert, select, text

from croupier.errors import BadInput
from croupier.files import RECORD, bounded_lines, open_part, parse_json
from croupier.store.keys import HouseKeys, verify_signature
from croupier.store.paging import rows
from croupier.store.record import canonical, chain_hash, genesis
from croupier.store.schema import bundles, checkpoints, login_attempts, redemptions, significant
from croupier.store.store import HEADS, Store
from croupier.store.transaction import Transaction

SIGNED_AS = b"croupier checkpoint\n"
# Append-only tables without a hash chain; each checkpoint signs a digest of their rows.
LISTS = (significant, redemptions, login_attempts, bundles)
# Start of a checkpoint inside a line of the second file; quotes inside a checkpoint are escaped.
BEGINS = re.compile(r'(?<=.)(?={"at":)')
BEFORE_ALL = -(2**63)  # Lower than any row id.


class Checkpoint(NamedTuple):
    """A stored checkpoint; `body` is the signed text."""

    id: int
    at: int
    body: str
    signature: str

    def is_signed_by(self, public_text: str) -> bool:
        return verify_signature(public_text, SIGNED_AS + self.body.encode(), self.signature)


class ListMark(NamedTuple):
    """State of an append-only table: the id of its last row, and a chained digest of all rows up to it."""

    last: int
    digest: str


def checkpoint(store: Store, keys: HouseKeys, at: int, copy_to: Path | None = None) -> Checkpoint:
    """Sign the current end of every stream and append-only table, and store the checkpoint.

    The checkpoint is also appended to the second file, if there is one.
    """
    with store.begin() as transaction:
        lock_lists(transaction, store)
        entry = sign_checkpoint(transaction, store.house, keys, at)
        transaction.write(insert(checkpoints), entry._asdict())
    if copy_to:
        append_to_copy(copy_to, entry)
    return entry


def lock_lists(transaction: Transaction, store: Store) -> None:
    """Lock the append-only tables, so that no row with a lower id is committed later.

    PostgreSQL assigns ids before the commit. Without the lock, a row that was committed late would appear to be forged.
    SQLite has one writer and needs no lock.
    """
    if store.location.path is None:
        names = ", ".join(table.name for table in LISTS)
        transaction.write(text(f"LOCK TABLE {names}, checkpoints IN SHARE ROW EXCLUSIVE MODE"))
        transaction.flush()


def sign_checkpoint(transaction: Transaction, house: str, keys: HouseKeys, at: int) -> Checkpoint:
    last = transaction.query(select(checkpoints).order_by(checkpoints.c.id.desc()).limit(1))
    marks = list_marks(last[0].body) if last else {}
    body = canonical(
        {
            "at": at,
            "before": digest_of(last[0].body) if last else genesis(house, "checkpoints"),
            "heads": {row.stream: [row.seq, row.hash] for row in transaction.query(HEADS)},
            "house": house,
            "lists": {table.name: extend_mark(transaction.connection, table, house, marks) for table in LISTS},
        }
    )
    return Checkpoint(last[0].id + 1 if last else 1, at, body, keys.sign(SIGNED_AS + body.encode()))


def digest_of(body: str) -> str:
    return sha256(body.encode()).hexdigest()


def list_marks(body: str) -> dict[str, ListMark]:
    return {name: ListMark(last, digest) for name, (last, digest) in json.loads(body)["lists"].items()}


def extend_mark(
    connection: Connection, table: Table, house: str, marks: dict[str, ListMark], to: int | None = None
) -> ListMark:
    """Return the state of an append-only table at its last row, or at row `to`.

    The digest is extended from the table's state in `marks`, which is that of the previous checkpoint.
    """
    last, digest = marks.get(table.name) or ListMark(BEFORE_ALL, genesis(house, table.name))
    upper = [] if to is None else [table.c.id <= to]
    for row in rows(connection, table, table.c.id > last, *upper):
        last, digest = row[0], chain_hash(digest, canonical(list(row[: len(table.columns)])))
    return ListMark(last, digest)


class TornLine(NamedTuple):
    """An incomplete line of the second file, left by a power failure or a full disk."""

    where: str
    text: str

    def is_start_of(self, entry: Checkpoint) -> bool:
        return checkpoint_line(entry).startswith(self.text)


def checkpoint_line(entry: Checkpoint) -> str:
    return canonical(entry._asdict())


def append_to_copy(path: Path, entry: Checkpoint) -> None:
    """Append a checkpoint to the second file and flush it to disk.

    If the last line is incomplete, the checkpoint starts on a new line.
    """
    try:
        with path.open("ab+") as file:
            file.write(b"\n" * is_torn(file) + checkpoint_line(entry).encode("ascii") + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise BadInput.at(str(path), f"the second copy of the checkpoints cannot be written: {error}") from error


def is_torn(file: IO[bytes]) -> bool:
    """Return whether the last line of the file lacks its newline."""
    if not file.seek(0, os.SEEK_END):
        return False
    file.seek(-1, os.SEEK_END)
    return file.read(1) != b"\n"


def read_copy(path: Path, span: tuple[int, int | None] = (0, None)) -> Iterator[Checkpoint | TornLine]:
    """Yield the checkpoints and the incomplete lines of a second file, or of a part of it.

    Older versions appended to an incomplete line, so one line may contain several checkpoints.
    """
    try:
        with open_part(path, span) as file:
            for number, line in enumerate(bounded_lines(file, RECORD.bytes_most), 1):
                for text in BEGINS.split(line.decode("ascii").rstrip("\n\0")):
                    where = f"{path}:{number}"
                    yield parse_checkpoint(text, where) if is_json(text) else TornLine(where, text)
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput.at(str(path), f"the second copy of the checkpoints cannot be read: {error}") from error


def is_json(text: str) -> bool:
    try:
        parse_json(text, RECORD)
    except ValueError:
        return False
    return True


def parse_checkpoint(line: str, where: str) -> Checkpoint:
    try:
        facts = parse_json(line, RECORD)
        return Checkpoint(int(facts["id"]), int(facts["at"]), str(facts["body"]), str(facts["signature"]))
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput.at(where, "is not a checkpoint, or is damaged") from error
