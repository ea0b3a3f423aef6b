"""Several statements for PostgreSQL in one round trip, for what every commit of the writer sends.

A statement of its own costs a round trip of the network each, and SQLAlchemy's time for each. Here they are sent
together, in the pipeline mode of the protocol, and prepared once for each connection.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, cast

import psycopg
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

Statement = tuple[str, Sequence[Any]]
"""SQL with `%s` for its values, and the values."""
Rows = list[tuple[Any, ...]]


class RoundTripError(Exception):
    """A statement failed; `done` has the rows of those before it."""

    def __init__(self, done: list[Rows]) -> None:
        super().__init__(f"statement {len(done) + 1} failed")
        self.done = done


def run_together(connection: Connection, statements: Sequence[Statement]) -> list[Rows]:
    """Run statements in one round trip and return the rows of each; after an error, none of the later ones runs.

    The cause of the error that is raised then, a `DBAPIError`, is a `RoundTripError`.
    """
    session = cast("psycopg.Connection[tuple[Any, ...]]", connection.connection.driver_connection)
    cursors: list[psycopg.Cursor[tuple[Any, ...]]] = []
    try:
        with session.pipeline():  # Together with the BEGIN that psycopg sends before the first one.
            for sql, values in statements:
                cursors.append(session.cursor())
                cursors[-1].execute(cast("Any", sql), values, prepare=True)
    except psycopg.Error as error:
        if session.closed:
            connection.invalidate(error)
        done = list(map(_rows, takewhile(_is_done, cursors)))
        raise DBAPIError.instance(None, None, _first_of(error), psycopg.Error) from RoundTripError(done)
    return list(map(_rows, cursors))


def done_before(error: DBAPIError) -> list[Rows]:
    """Return the rows of the statements before the one that failed."""
    return error.__cause__.done if isinstance(error.__cause__, RoundTripError) else []


def _first_of(error: psycopg.Error) -> psycopg.Error:
    """Return the error that ended a round trip; the statements after it fail because of it."""
    while isinstance(error, psycopg.errors.PipelineAborted) and isinstance(error.__context__, psycopg.Error):
        error = error.__context__
    return error


def _is_done(cursor: psycopg.Cursor[tuple[Any, ...]]) -> bool:
    return cursor.pgresult is not None


def _rows(cursor: psycopg.Cursor[tuple[Any, ...]]) -> Rows:
    return cursor.fetchall() if cursor.description else []
