"""Whatever answers a question to the books: a desk in the middle of a job, or a reading of the store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from sqlalchemy import Connection, Executable


class Reader(Protocol):
    """Answers queries, all as of one moment. Each answer is a sequence of rows."""

    def query(self, statement: Executable) -> Sequence[Any]: ...


class ConnectionReader:
    """A connection of `Store.read` as a reader: `with store.read() as connection: report(Reading(connection))`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def query(self, statement: Executable) -> Sequence[Any]:
        return self._connection.execute(statement).all()
