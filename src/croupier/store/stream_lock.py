"""Stream locks: only one process at a time may write a stream of the log.

A lock keeps a second process out: a lock file beside a SQLite database, or an advisory lock of PostgreSQL, which lasts
as long as its connection. A process can lose a lock without noticing. Therefore each lock also writes a fencing token
to the database, and every transaction checks the token (`Store.begin`). The next process that takes the lock writes a
new token; after that, the previous process can no longer commit.
"""

from __future__ import annotations

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
from croupier.operating_system import FileLock
from croupier.store.errors import StreamLockLostError, translate_errors


class StreamLock(ABC):
    """Right to write a stream, valid until it is released or the process ends."""

    is_held = True

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.fencing_token = os.urandom(16).hex()

    @property
    def token_key(self) -> str:
        """Key in the `key_values` table under which the fencing token of the stream's latest lock is stored."""
        return f"claim {self.stream}"

    def check(self) -> None:
        """Raise `StreamLockLostError` if the lock is lost; the stream must then be locked again before writing."""
        if not self.is_held:
            raise StreamLockLostError(f"the claim on {self.stream} was released")

    @abstractmethod
    def release(self) -> None:
        """Release the stream for other processes; further calls have no effect."""

    def __enter__(self) -> StreamLock:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.release()


class FileStreamLock(StreamLock):
    """Lock on a file beside the database; the operating system releases it when the process ends."""

    def __init__(self, database: Path, stream: str) -> None:
        super().__init__(stream)
        file = database.resolve()  # Two symbolic links to one database must use the same lock file.
        path = file.with_name(f"{file.name}.{quote(stream, safe='')}.lock")
        try:
            self._lock = FileLock(path)
        except BlockingIOError as locked:
            holder = locked.args[0] or "unknown"
            raise BadInput.at(self.stream, f"is run by another process already (number {holder})") from None
        except OSError as error:
            raise BadInput.at(str(path), f"cannot be locked: {error.strerror}") from error

    def release(self) -> None:
        if self.is_held:
            self._lock.release()
        self.is_held = False


class PostgresStreamLock(StreamLock):
    """Advisory lock of PostgreSQL, valid as long as its connection."""

    def __init__(self, session: PostgresLockSession, connection: Connection, stream: str) -> None:
        super().__init__(stream)
        self._session = session
        self._connection = connection

    def check(self) -> None:
        super().check()
        self._session.require(self._connection)

    def release(self) -> None:
        if self.is_held:
            self._session.release(self._connection, self.stream)
        self.is_held = False


class PostgresLockSession:
    """Connection that owns all stream locks of one store; if it is lost, all locks are lost."""

    def __init__(self, engine: Engine, house: str) -> None:
        self._engine = engine
        self._house = house
        self._connection: Connection | None = None
        self._held: set[str] = set()
        self._lock = threading.Lock()

    def claim(self, stream: str) -> PostgresStreamLock:
        with self._lock, translate_errors():
            connection = self._living()
            try_lock = select(func.pg_try_advisory_lock(self._key(stream)))
            # PostgreSQL would grant a session its own lock a second time.
            if stream in self._held or not connection.scalar(try_lock):
                raise BadInput.at(stream, "is run by another process already")
            self._held.add(stream)
            return PostgresStreamLock(self, connection, stream)

    def require(self, connection: Connection) -> None:
        with self._lock, translate_errors():
            if connection is not self._connection or not is_connected(connection):
                raise StreamLockLostError("the connection that held the claims is lost")

    def release(self, connection: Connection, stream: str) -> None:
        with self._lock:
            if connection is self._connection and is_connected(connection):
                connection.scalar(select(func.pg_advisory_unlock(self._key(stream))))
                self._held.discard(stream)

    def close(self) -> None:
        """Close the connection, which releases all its locks."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def _living(self) -> Connection:
        if self._connection is None or not is_connected(self._connection):
            self._held.clear()
            self._connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            self._connection.detach()  # No other user of the pool may get this connection and its locks.
        return self._connection

    def _key(self, stream: str) -> int:
        return int.from_bytes(sha256(f"{self._house}\n{stream}".encode()).digest()[:8], "big", signed=True)


def is_connected(connection: Connection) -> bool:
    """Return whether the server still answers on this connection; close it if not."""
    if connection.closed or connection.invalidated:
        return False
    try:
        return connection.scalar(select(1)) == 1
    except DBAPIError:
        connection.close()
        return False
