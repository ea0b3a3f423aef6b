"""A PostgreSQL connection that gives up on a line that has gone silent.

TCP notices a peer that stops acknowledging, and `statement_timeout` is the server's own clock. Neither helps when
something between the two, a proxy or a firewall, keeps acknowledging and forwards nothing: then only the client's own
clock ends the wait.
"""

from __future__ import annotations

import time
from typing import Any, TypeVar

import psycopg
from psycopg import OperationalError
from psycopg.abc import PQGen

Answer = TypeVar("Answer")


class LimitedConnection(psycopg.Connection[Any]):
    """A connection on which no wait for the server lasts longer than `silent_seconds` without a byte arriving."""

    silent_seconds: float | None = None
    """None: waits without a limit."""

    def wait(self, gen: PQGen[Answer], *args: Any, **named: Any) -> Answer:
        """Run a generator of psycopg's to its end; close the connection and raise when the line is silent."""
        if self.silent_seconds is None:
            return super().wait(gen, *args, **named)
        try:
            return super().wait(_until_silent(gen, self.silent_seconds), *args, **named)
        except LineSilentError:
            # Whatever the server still sends belongs to the abandoned statement: nobody may use this connection again.
            self.pgconn.finish()
            raise


class LineSilentError(OperationalError):
    """The server sent nothing for longer than the connection waits."""


def _until_silent(gen: PQGen[Answer], seconds: float) -> PQGen[Answer]:
    """Pass everything on to `gen`, and raise LineSilentError once the socket was not ready for `seconds`."""
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
