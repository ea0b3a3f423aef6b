"""What can go wrong between the table and its database, told apart by what the table does next."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout


class WriteRejectedError(Exception):
    """The database refused: nothing of the transaction was written."""


class OverdraftError(WriteRejectedError):
    """An account that may not go below zero would have (R38)."""


class DuplicateRecordError(WriteRejectedError):
    """This number of the stream, or this idempotency key, is taken: the log has moved on without us (R19)."""


class DatabaseBusyError(WriteRejectedError):
    """Another process held what this transaction needed: do it again."""


class DatabaseUnavailableError(Exception):
    """The database does not answer: pause, and try again.

    `unsure`: the answer to the commit itself was lost, so the transaction is written or it is not. Read the heads of
    the streams before writing again.
    """

    def __init__(self, message: str, *, unsure: bool = False) -> None:
        super().__init__(message)
        self.unsure = unsure


class StreamLockLostError(DatabaseUnavailableError):
    """Another process may run the house now: nothing more is written before it is claimed again."""


class DatabaseCorruptedError(DatabaseUnavailableError):
    """What the database holds cannot be read: trying again does not help."""


@contextmanager
def translate_errors(*, unsure: bool = False) -> Iterator[None]:
    """Runs a block with the database's own errors turned into ours."""
    try:
        yield
    except PoolTimeout as error:
        raise DatabaseUnavailableError(f"no connection to the database is free: {error}") from error
    except UnicodeDecodeError as error:
        raise DatabaseCorruptedError(f"what the database holds is no text: {error}") from error
    except DBAPIError as error:
        raise translate_error(error, unsure=unsure) from error


def translate_error(error: DBAPIError, *, unsure: bool) -> Exception:
    """What the error of a driver means for us."""
    text = str(error.orig).strip()
    if isinstance(error, IntegrityError):
        return constraint_error(text)
    if isinstance(error, DataError):
        return WriteRejectedError(f"a value cannot be stored: {text}")
    if isinstance(error.orig, sqlite3.Error):
        return of_sqlite(error.orig, text, unsure=unsure) or error
    return of_postgresql(error, text, unsure=unsure) or error


def constraint_error(text: str) -> WriteRejectedError:
    """Which rule of the database a row broke, by the names that schema.py gives them."""
    if "accounts_not_below_zero" in text:
        return OverdraftError(f"an account would go below zero: {text}")
    if any(name in text for name in ("records.", "pk_records", "records_key", "records_in_order")):
        return DuplicateRecordError(f"the log has moved on: {text}")
    return WriteRejectedError(text)


def of_sqlite(error: sqlite3.Error, text: str, *, unsure: bool) -> Exception | None:
    """SQLite's result codes (sqlite.org/rescode.html), by their first byte; and what only damage leaves behind."""
    if text.startswith(("Could not decode", "no such column", "no such table")):
        return DatabaseCorruptedError(text)
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return DatabaseBusyError(text)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return DatabaseCorruptedError(text)
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_FULL | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY:
            return DatabaseUnavailableError(text, unsure=unsure)
    return None


def of_postgresql(error: DBAPIError, text: str, *, unsure: bool) -> Exception | None:
    """PostgreSQL's SQLSTATE classes; an error without one is the connection's own."""
    state: Any = getattr(error.orig, "sqlstate", None)
    if state in ("40001", "40P01", "55P03"):
        return DatabaseBusyError(text)
    if state in ("XX001", "XX002"):
        return DatabaseCorruptedError(text)
    lost = state is None and isinstance(error.orig, psycopg.OperationalError)
    if error.connection_invalidated or lost or (state or "")[:2] in ("08", "53", "57", "58"):
        return DatabaseUnavailableError(text, unsure=unsure)
    return None
