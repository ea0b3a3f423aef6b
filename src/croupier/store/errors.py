"""Database exceptions; each class calls for a different reaction of the caller."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout


class WriteRejectedError(Exception):
    """The database rejected a write; nothing of the transaction is stored."""


class OverdraftError(WriteRejectedError):
    """A transfer would overdraw an account that must not be negative (R38)."""


class DuplicateRecordError(WriteRejectedError):
    """The record number of the stream or the idempotency key is already in use.

    Another process, or an earlier commit with an unknown outcome, has written to the log (R19).
    """


class ClaimLostError(WriteRejectedError):
    """Another server runs the stream, or took this server for dead; nothing of the transaction is stored."""


class DatabaseBusyError(WriteRejectedError):
    """Another process holds a lock that this transaction needs; the caller should retry the transaction."""


class DatabaseUnavailableError(Exception):
    """The database does not answer; pause and retry.

    `unsure` means that the connection was lost during the commit, so the transaction may or may not be stored. Read the
    heads of the streams before the next write.
    """

    def __init__(self, message: str, *, unsure: bool = False) -> None:
        super().__init__(message)
        self.unsure = unsure


class StreamLockLostError(DatabaseUnavailableError):
    """Another process may have taken a stream; lock the stream again before the next write."""


class DatabaseCorruptedError(DatabaseUnavailableError):
    """The stored data cannot be read; a retry does not help."""


@contextmanager
def translate_errors(*, unsure: bool = False) -> Iterator[None]:
    """Translate database driver errors inside the block into the exceptions of this module."""
    try:
        yield
    except PoolTimeout as error:
        raise DatabaseUnavailableError(f"no connection to the database is free: {error}") from error
    except UnicodeDecodeError as error:
        raise DatabaseCorruptedError(f"what the database holds is no text: {error}") from error
    except DBAPIError as error:
        raise translate_error(error, unsure=unsure) from error


def translate_error(error: DBAPIError, *, unsure: bool) -> Exception:
    """Return the exception of this module for a driver error."""
    text = str(error.orig).strip()
    if isinstance(error, IntegrityError):
        return constraint_error(text)
    if isinstance(error, DataError):
        return WriteRejectedError(f"a value cannot be stored: {text}")
    if isinstance(error.orig, sqlite3.Error):
        return sqlite_error(error.orig, text, unsure=unsure) or error
    return postgresql_error(error, text, unsure=unsure) or error


def constraint_error(text: str) -> WriteRejectedError:
    """Return the exception for a violated constraint, identified by the constraint names in `schema.py`."""
    if "accounts_not_below_zero" in text:
        return OverdraftError(f"an account would go below zero: {text}")
    if any(name in text for name in ("records.", "pk_records", "records_key", "records_in_order")):
        return DuplicateRecordError(f"the log has moved on: {text}")
    return WriteRejectedError(text)


def sqlite_error(error: sqlite3.Error, text: str, *, unsure: bool) -> Exception | None:
    """Return the exception for a SQLite result code (sqlite.org/rescode.html), or None.

    The lowest byte of the code decides. Undecodable text and missing tables or columns are reported as corruption.
    """
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


def postgresql_error(error: DBAPIError, text: str, *, unsure: bool) -> Exception | None:
    """Return the exception for a PostgreSQL SQLSTATE code, or None.

    An operational error without SQLSTATE comes from the connection.
    """
    state: Any = getattr(error.orig, "sqlstate", None)
    if state in ("40001", "40P01", "55P03"):
        return DatabaseBusyError(text)
    if state in ("XX001", "XX002"):
        return DatabaseCorruptedError(text)
    lost = state is None and isinstance(error.orig, psycopg.OperationalError)
    if error.connection_invalidated or lost or (state or "")[:2] in ("08", "53", "57", "58"):
        return DatabaseUnavailableError(text, unsure=unsure)
    return None
