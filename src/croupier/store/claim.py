"""A stream is run by one process at a time: whoever runs it holds its claim.

The claim keeps two servers from running one table. It is not what keeps the log whole: two records with one number
cannot both be written (triggers.py), so a server that lost its claim without knowing can at worst be refused.
"""

from __future__ import annotations

import fcntl
import os
import threading
from abc import ABC, abstractmethod
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from urllib.parse import quote

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import DBAPIError

from croupier.errors import BadInput
from croupier.store.errors import DatabaseGone, translated


class Claim(ABC):
    """The right to write a stream, until it is released or the process ends."""

    stream: str

    @abstractmethod
    def check(self) -> None:
        """Raises DatabaseGone when the claim is lost: claim again before writing."""

    @abstractmethod
    def release(self) -> None:
        """Lets another process have the stream; a second time does nothing."""

    def __enter__(self) -> Claim:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.release()


class FileClaim(Claim):
    """A lock on a file beside the database; the system lets go of it when the process ends, however it ends."""

    def __init__(self, database: Path, stream: str) -> None:
        self.stream = stream
        path = database.with_name(f"{database.name}.{quote(stream, safe='')}.lock")
        try:
            self._handle: int | None = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise BadInput.at(str(path), f"cannot be locked: {error.strerror}") from error
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(self._handle, 20).decode("ascii", "replace").strip()
            self.release()
            raise BadInput.at(stream, f"is run by another process already (number {holder or 'unknown'})") from None
        os.ftruncate(self._handle, 0)
        os.pwrite(self._handle, f"{os.getpid()}\n".encode("ascii"), 0)

    def check(self) -> None:
        if self._handle is None:
            raise DatabaseGone(f"the claim on {self.stream} was released")

    def release(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
        self._handle = None


class ServerClaim(Claim):
    """A lock that PostgreSQL keeps for as long as one connection lives."""

    def __init__(self, session: ClaimSession, connection: Connection, stream: str) -> None:
        self.stream = stream
        self._session = session
        self._connection: Connection | None = connection

    def check(self) -> None:
        if self._connection is None:
            raise DatabaseGone(f"the claim on {self.stream} was released")
        self._session.require(self._connection)

    def release(self) -> None:
        if self._connection is not None:
            self._session.release(self._connection, self.stream)
        self._connection = None


class ClaimSession:
    """The connection that holds all claims of one store. When it is lost they are lost, all at once."""

    def __init__(self, engine: Engine, house: str) -> None:
        self._engine = engine
        self._house = house
        self._connection: Connection | None = None
        self._held: set[str] = set()
        self._lock = threading.Lock()

    def claim(self, stream: str) -> ServerClaim:
        with self._lock, translated():
            connection = self._living()
            asked = select(func.pg_try_advisory_lock(self._key(stream)))
            # PostgreSQL would give a session its own lock a second time.
            if stream in self._held or not connection.scalar(asked):
                raise BadInput.at(stream, "is run by another process already")
            self._held.add(stream)
            return ServerClaim(self, connection, stream)

    def require(self, connection: Connection) -> None:
        with self._lock, translated():
            if connection is not self._connection or not is_living(connection):
                raise DatabaseGone("the connection that held the claims is lost")

    def release(self, connection: Connection, stream: str) -> None:
        with self._lock:
            if connection is self._connection and is_living(connection):
                connection.scalar(select(func.pg_advisory_unlock(self._key(stream))))
                self._held.discard(stream)

    def close(self) -> None:
        """Ends the connection, and every lock with it."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def _living(self) -> Connection:
        if self._connection is None or not is_living(self._connection):
            self._held.clear()
            self._connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            self._connection.detach()  # no other user of the pool gets it, or its locks
        return self._connection

    def _key(self, stream: str) -> int:
        return int.from_bytes(sha256(f"{self._house}\n{stream}".encode()).digest()[:8], "big", signed=True)


def is_living(connection: Connection) -> bool:
    """Whether the server still answers on this connection; one that does not is closed for good."""
    if connection.closed or connection.invalidated:
        return False
    try:
        return connection.scalar(select(1)) == 1
    except DBAPIError:
        connection.close()
        return False
