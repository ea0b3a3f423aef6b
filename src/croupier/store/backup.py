"""Back up a database while the server runs, and restore a database from a backup.

A backup shows the database at one moment. A backup of SQLite is a database file. A backup of PostgreSQL is a
gzip-compressed text file with one line per row; such a dump can be restored to SQLite or to PostgreSQL, so it also
converts one into the other. A backup contains all data, including secrets: protect it like the database. It does not
contain the signing and encryption keys (`store.keys`).
"""

from __future__ import annotations

import gzip
import itertools
import os
import sqlite3
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, func, insert, select, text

from croupier.errors import BadInput
from croupier.files import RECORD as ROW
from croupier.files import parse_json
from croupier.operating_system import flush_file, flush_folder
from croupier.store import engine, migrate
from croupier.store.engine import DatabaseLocation
from croupier.store.errors import DatabaseUnavailableError, WriteRejectedError, translate_errors
from croupier.store.log_audit import AuditReport, verify_log
from croupier.store.paging import PAGE, pages
from croupier.store.record import canonical
from croupier.store.schema import accounts, metadata
from croupier.store.store import Store
from croupier.store.triggers import without_balance_trigger

FORMAT = "croupier backup 1"
GZIP = b"\x1f\x8b"
LINE_MOST = ROW.bytes_most
"""Longest accepted line of a dump, in characters; rows are much shorter."""


def backup(store: Store, target: Path) -> None:
    """Write a backup to a new file while the server continues to write to the database."""
    with new_file(target) as unfinished:
        if store.location.path:
            copy_file(store.location.path, unfinished)
        else:
            dump(store, unfinished)


def copy_file(source: Path, target: Path) -> None:
    """Copy a SQLite database file with SQLite's backup function, in one step.

    All pages are copied in one step, so the copy is consistent and contains no later commits. Its journal mode is
    DELETE: the copy is a single file that can be read from read-only media.
    """
    try:
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as original,
            closing(sqlite3.connect(target)) as copy,
        ):
            original.backup(copy, pages=-1)
            copy.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise BadInput.at(str(source), f"cannot be copied: {error}") from error


def dump(store: Store, target: Path) -> None:
    """Write every row of every table as one line of JSON to a gzip file, read in one snapshot."""
    count = 0
    with store.read() as connection, gzip.open(target, "wt", encoding="ascii", compresslevel=3) as file:
        file.write(canonical({"format": FORMAT, "house": store.house, "schema": migrate.newest_version()}) + "\n")
        for table in metadata.sorted_tables:
            columns = list(table.columns)
            file.write(canonical({"table": table.name, "columns": [column.name for column in columns]}) + "\n")
            for page in pages(connection, table, columns=columns):
                file.writelines(canonical(list(row[: len(columns)])) + "\n" for row in page)
                count += len(page)
        file.write(canonical({"rows": count}) + "\n")


def restore(source: Path, where: str | Path) -> AuditReport:
    """Create a database from a backup, where no database exists yet, and audit it."""
    place = DatabaseLocation.parse(where)
    if place.path:
        with new_file(place.path) as unfinished:
            load_dump(source, DatabaseLocation.of_file(unfinished)) if is_dump(source) else copy_file(
                source, unfinished
            )
    elif is_dump(source):
        load_dump(source, place)
    else:
        raise BadInput.at(str(source), "is a file of SQLite's; it is restored to a file, not to a server")
    with Store.open(where) as store:
        return verify_log(store)


def check(source: Path) -> AuditReport:
    """Check a backup: restore it into a temporary database and audit that database."""
    with tempfile.TemporaryDirectory(prefix="croupier-check-") as folder:
        return restore(source, Path(folder) / "house.db")


def is_dump(source: Path) -> bool:
    try:
        with source.open("rb") as file:
            return file.read(2) == GZIP
    except OSError as error:
        raise BadInput.at(str(source), f"cannot be read: {error.strerror}") from error


def load_dump(source: Path, place: DatabaseLocation) -> None:
    """Load a dump into an empty database, in one transaction."""
    target = engine.migration_engine(place)
    try:
        with translate_errors(), gzip.open(source, "rt", encoding="ascii") as file, target.begin() as connection:
            if migrate.state_in_transaction(connection) is not migrate.SchemaState.EMPTY:
                raise BadInput.at(str(place), "is not empty: a house is restored where there is none")
            migrate.upgrade_in_transaction(connection)
            with without_balance_trigger(connection):
                load_lines(connection, file)
    except (EOFError, OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, zlib.error) as error:
        raise BadInput.at(str(source), f"is not a copy of a house, or is damaged: {error}") from error
    except (WriteRejectedError, DatabaseUnavailableError) as error:
        raise BadInput.at(str(place), f"the copy cannot be restored: {error}") from error
    finally:
        target.dispose()


def load_lines(connection: Connection, file: IO[str]) -> None:
    lines = read_lines(file)
    _, header = next(lines)
    require_format(header)
    table, names, rows, count, gathered = accounts, [""], [], 0, 0
    for size, facts in lines:
        if isinstance(facts, list):
            rows.append(dict(zip(names, facts, strict=True)))
            count, gathered = count + 1, gathered + size
        if rows and (isinstance(facts, dict) or len(rows) == PAGE or gathered > LINE_MOST):
            connection.execute(insert(table), rows)
            rows.clear()
            gathered = 0
        if isinstance(facts, dict) and "rows" in facts:
            require_row_count(facts["rows"], count)
            advance_sequences(connection)
            return
        if isinstance(facts, dict):
            table, names = metadata.tables[facts["table"]], facts["columns"]


def read_lines(file: IO[str]) -> Iterator[tuple[int, Any]]:
    """Yield the length and the parsed JSON of each line of a dump.

    A line longer than `LINE_MOST` is refused before it is read completely, which limits memory.
    """
    for number in itertools.count(1):
        line = file.readline(LINE_MOST + 1)
        if not line:
            raise EOFError("its end is missing")
        if len(line) > LINE_MOST:
            raise ValueError(f"line {number} has more than {LINE_MOST:,} characters")
        facts = parse_json(line, ROW)
        if not isinstance(facts, list | dict):
            raise TypeError(f"line {number} is no row of a table")
        yield len(line), facts


def require_format(header: dict[str, Any]) -> None:
    if header.get("format") != FORMAT:
        raise ValueError(f"its format is not {FORMAT}")
    if header["schema"] != migrate.newest_version():
        raise ValueError(f"it was made with schema {header['schema']}, and this program has {migrate.newest_version()}")


def require_row_count(rows: int, count: int) -> None:
    if rows != count:
        raise ValueError(f"it should have {rows} rows and has {count}")


def advance_sequences(connection: Connection) -> None:
    """Advance PostgreSQL's sequences past the highest restored ids.

    Inserting rows with explicit ids does not advance the sequences that number new rows.
    """
    if connection.dialect.name != "postgresql":
        return
    for table in metadata.sorted_tables:
        column = table.autoincrement_column
        if column is not None:
            last = connection.scalar(select(func.max(column)))
            name = f"pg_get_serial_sequence('{table.name}', '{column.name}')"
            connection.execute(text(f"SELECT setval({name}, :last) WHERE :last > 0"), {"last": last or 0})


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Yield a temporary path that is renamed to `target` when the block ends without an error.

    The file is flushed to disk before it is renamed.
    """
    if target.exists():
        raise BadInput.at(str(target), "is there already; a copy is never written over another file")
    unfinished = target.with_name(f"{target.name}.unfinished")
    try:
        os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        yield unfinished
        flush_file(unfinished)
        unfinished.rename(target)
        flush_folder(target.parent)
    except OSError as error:
        raise BadInput.at(str(target), f"cannot be written: {error}") from error
    finally:
        unfinished.unlink(missing_ok=True)
