"""Guard for every test: no database call in a thread that runs an event loop.

Such a call blocks every client that the loop serves until the database answers.
"""

from __future__ import annotations

import asyncio
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any
from weakref import WeakSet

from sqlalchemy import Engine, event
from sqlalchemy.pool import Pool

FRAMES_SHOWN = 12
playwright_loops: WeakSet[asyncio.AbstractEventLoop] = WeakSet()
"""Event loops that Playwright runs in the thread of its tests; they serve no clients."""
calls: list[str] = []
"""Stack traces of database calls in an event loop since the last `take_calls`."""


_are_calls_allowed: ContextVar[bool] = ContextVar("_are_calls_allowed", default=False)


@contextmanager
def database_calls_allowed() -> Iterator[None]:
    """Allow database calls of the test in the event loop that the test shares with the server."""
    before = _are_calls_allowed.set(True)
    try:
        yield
    finally:
        _are_calls_allowed.reset(before)


class DatabaseCallInEventLoopError(AssertionError):
    """Database call in the thread of an event loop."""


def refuse_call_in_event_loop(*_: Any) -> None:
    """Raise an error if the current thread runs an event loop that serves clients."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return
    if loop in playwright_loops or _are_calls_allowed.get():
        return
    where = "".join(traceback.format_stack(limit=FRAMES_SHOWN)[:-1])
    calls.append(where)
    raise DatabaseCallInEventLoopError(
        f"a database call in the event loop of {threading.current_thread().name}:\n{where}"
    )


def install() -> None:
    """Make every later database call in an event loop raise an error."""
    event.listen(Pool, "checkout", refuse_call_in_event_loop)
    event.listen(Engine, "before_cursor_execute", refuse_call_in_event_loop)


def take_calls() -> list[str]:
    """Return the stack traces noted since the last call, and clear them."""
    noted, calls[:] = list(calls), []
    return noted
