"""Several statements for PostgreSQL in one round trip, for what every commit of the writer sends.

A statement of its own costs a round trip of the network each, and SQLAlchemy's time for each. Here they are sent
together, in the pipeline mode of the protocol, and prepared once for each connection.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import psycopg
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

Statement = tuple[str, Sequence[Any]]
"""SQL with `%s` for its values, and the values."""


def run_together(connection: Connection, statements: Sequence[Statement]) -> list[list[tuple[Any, ...]]]:
    """Run statements in one round trip and return the rows of each; after an error, none of the later ones runs."""
    session = cast("psycopg.Connection[tuple[Any, ...]]", connection.connection.driver_connection)
    try:
        if len(statements) == 1 and session.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
            cursors = [session.execute(cast("Any", sql), values, prepare=True) for sql, values in statements]
        else:  # Together with the BEGIN that psycopg sends first.
            with session.pipeline():
                cursors = [session.execute(cast("Any", sql), values, prepare=True) for sql, values in statements]
    except psycopg.Error as error:
        if session.closed:
            connection.invalidate(error)
        raise DBAPIError.instance(None, None, error, psycopg.Error) from error
    return [cursor.fetchall() if cursor.description else [] for cursor in cursors]
