"""A PostgreSQL connection that closes when the server sends nothing for too long.

TCP detects a peer that stops acknowledging packets, and `statement_timeout` runs on the server. Neither helps when a
proxy or firewall acknowledges packets but forwards nothing. In that case only a time limit in the client ends the wait.
"""

from __future__ import annotations

import time
from typing import Any, TypeVar

import psycopg
from psycopg import OperationalError
from psycopg.abc import PQGen
from psycopg.errors import Diagnostic

Answer = TypeVar("Answer")
CANCELLED_WAIT = "canceling wait for synchronous replication"


class LimitedConnection(psycopg.Connection[Any]):
    """Connection that waits at most `silent_seconds` for the next byte from the server."""

    silent_seconds: float | None = None
    """Longest wait in seconds; None means no limit."""
    is_replication_unsure = False
    """Whether the server gave up waiting for its standby: a commit is visible that may be lost with this server."""

    def note_cancelled_wait(self, notice: Diagnostic) -> None:
        if CANCELLED_WAIT in (notice.message_primary or ""):
            self.is_replication_unsure = True

    def wait(self, gen: PQGen[Answer], *args: Any, **named: Any) -> Answer:
        """Run a psycopg generator to its end; close the connection and raise when the server is silent for too long."""
        if self.silent_seconds is None:
            return super().wait(gen, *args, **named)
        try:
            return super().wait(_until_silent(gen, self.silent_seconds), *args, **named)
        except LineSilentError:
            # The server may still send the result of the abandoned statement, so this connection must not be used
            # again.
            self.pgconn.finish()
            raise


class LineSilentError(OperationalError):
    """The server sent nothing for longer than the time limit of the connection."""


def _until_silent(gen: PQGen[Answer], seconds: float) -> PQGen[Answer]:
    """Forward events to `gen`; raise `LineSilentError` when the socket was not ready for `seconds`."""
    heard_at = time.monotonic()
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if ready:
                heard_at = time.monotonic()
            elif time.monotonic() - heard_at >= seconds:
                gen.close()
                raise LineSilentError(f"the database sent nothing for {seconds:g} seconds")
            wanted = gen.send(ready)
    except StopIteration as done:
        answer: Answer = done.value
        return answer
