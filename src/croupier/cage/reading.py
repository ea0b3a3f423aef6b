"""Reader protocol for database queries, used inside a unit of work or on a read connection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from sqlalchemy import Connection, Executable


class Reader(Protocol):
    """Object that runs queries against one consistent state of the database and returns rows."""

    def query(self, statement: Executable) -> Sequence[Any]: ...


class ConnectionReader:
    """Reader on a connection: `with store.read() as connection: report(ConnectionReader(connection))`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def query(self, statement: Executable) -> Sequence[Any]:
        return self._connection.execute(statement).all()
