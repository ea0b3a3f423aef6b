"""Signed checkpoints: where every stream stood at a moment, in the house's own hand (R53, R54).

A hash chain shows what was changed inside it; only a checkpoint shows that its end was cut off, or that all of it was
made anew. Each checkpoint names the one before it. A copy of each goes to a second file, which belongs on a machine
that the administrator of the database cannot write to.
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
from croupier.files import RECORD, bounded_lines, parse_json
from croupier.store.keys import HouseKeys, verify
from croupier.store.paging import rows
from croupier.store.record import canonical, genesis, seal
from croupier.store.schema import bundles, checkpoints, login_attempts, redemptions, significant
from croupier.store.store import HEADS, Store
from croupier.store.transaction import Transaction

SIGNED_AS = b"croupier checkpoint\n"
LISTS = (significant, redemptions, login_attempts, bundles)  # written once, but in no stream: sealed here
BEGINS = re.compile(r'(?<=.)(?={"at":)')  # where a checkpoint's line begins; inside one the quotes are escaped
BEFORE_ALL = -(2**63)  # below any number that a row can have


class Checkpoint(NamedTuple):
    """A checkpoint as it is kept: its body is the signed text."""

    id: int
    at: int
    body: str
    signature: str

    def is_signed_by(self, public_text: str) -> bool:
        return verify(public_text, SIGNED_AS + self.body.encode(), self.signature)


class ListMark(NamedTuple):
    """How far a list had come: its last row, and a digest of all rows up to it."""

    last: int
    digest: str


def checkpoint(store: Store, keys: HouseKeys, at: int, copy_to: Path | None = None) -> Checkpoint:
    """Signs where everything stands now, and adds a line to the second file."""
    with store.begin() as transaction:
        lock_lists(transaction, store)
        made = sign_checkpoint(transaction, store.house, keys, at)
        transaction.write(insert(checkpoints), made._asdict())
    if copy_to:
        append_to_copy(copy_to, made)
    return made


def lock_lists(transaction: Transaction, store: Store) -> None:
    """PostgreSQL gives out numbers before it commits them: wait for whoever writes, or a late row would look forged."""
    if store.place.path is None:
        names = ", ".join(table.name for table in LISTS)
        transaction.write(text(f"LOCK TABLE {names}, checkpoints IN SHARE ROW EXCLUSIVE MODE"))
        transaction.flush()


def sign_checkpoint(transaction: Transaction, house: str, keys: HouseKeys, at: int) -> Checkpoint:
    last = transaction.query(select(checkpoints).order_by(checkpoints.c.id.desc()).limit(1))
    marks = marks_of(last[0].body) if last else {}
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


def marks_of(body: str) -> dict[str, ListMark]:
    return {name: ListMark(last, digest) for name, (last, digest) in json.loads(body)["lists"].items()}


def extend_mark(
    connection: Connection, table: Table, house: str, marks: dict[str, ListMark], to: int | None = None
) -> ListMark:
    """The mark of a list at its end, or at row `to`, from its mark in the checkpoint before."""
    last, digest = marks.get(table.name) or ListMark(BEFORE_ALL, genesis(house, table.name))
    upper = [] if to is None else [table.c.id <= to]
    for row in rows(connection, table, table.c.id > last, *upper):
        last, digest = row[0], seal(digest, canonical(list(row[: len(table.columns)])))
    return ListMark(last, digest)


class TornLine(NamedTuple):
    """The beginning of a line of the second file: the rest was never written, for want of power or of room."""

    where: str
    text: str

    def is_of(self, made: Checkpoint) -> bool:
        return line_of(made).startswith(self.text)


def line_of(made: Checkpoint) -> str:
    return canonical(made._asdict())


def append_to_copy(path: Path, made: Checkpoint) -> None:
    """One line more in the second file, on its disk before this returns; never behind a torn one."""
    try:
        with path.open("ab+") as file:
            file.write(b"\n" * is_torn(file) + line_of(made).encode("ascii") + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise BadInput.at(str(path), f"the second copy of the checkpoints cannot be written: {error}") from error


def is_torn(file: IO[bytes]) -> bool:
    """Whether the last line of a file has no end."""
    if not file.seek(0, os.SEEK_END):
        return False
    file.seek(-1, os.SEEK_END)
    return file.read(1) != b"\n"


def read_copy(path: Path) -> Iterator[Checkpoint | TornLine]:
    """The checkpoints of a second file, and what was torn; an older croupier wrote on behind that in the same line."""
    try:
        with path.open("rb") as file:
            for number, line in enumerate(bounded_lines(file, RECORD.bytes_most), 1):
                for text in BEGINS.split(line.decode("ascii").rstrip("\n\0")):
                    where = f"{path}:{number}"
                    yield parsed(text, where) if is_json(text) else TornLine(where, text)
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput.at(str(path), f"the second copy of the checkpoints cannot be read: {error}") from error


def is_json(text: str) -> bool:
    try:
        parse_json(text, RECORD)
    except ValueError:
        return False
    return True


def parsed(line: str, where: str) -> Checkpoint:
    try:
        facts = parse_json(line, RECORD)
        return Checkpoint(int(facts["id"]), int(facts["at"]), str(facts["body"]), str(facts["signature"]))
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput.at(where, "is not a checkpoint, or is damaged") from error
