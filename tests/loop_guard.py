"""A guard for every test: no database call in a thread that runs an event loop.

A call there holds up everybody the loop serves, for as long as the database takes to answer.
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
"""Loops that Playwright keeps running in the thread of its tests: nobody is served by them."""
calls: list[str] = []
"""Where the database was called in a loop, since somebody last looked."""


_is_the_tests_own: ContextVar[bool] = ContextVar("_is_the_tests_own", default=False)


@contextmanager
def a_test_looks() -> Iterator[None]:
    """The test itself reads the database in the loop that it shares with the server."""
    before = _is_the_tests_own.set(True)
    try:
        yield
    finally:
        _is_the_tests_own.reset(before)


class CalledInTheLoopError(AssertionError):
    """A database call in an event loop's own thread."""


def refuse_in_the_loop(*_: Any) -> None:
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return
    if loop in playwright_loops or _is_the_tests_own.get():
        return
    where = "".join(traceback.format_stack(limit=FRAMES_SHOWN)[:-1])
    calls.append(where)
    raise CalledInTheLoopError(f"a database call in the event loop of {threading.current_thread().name}:\n{where}")


def install() -> None:
    """Guard every connection of every engine from here on."""
    event.listen(Pool, "checkout", refuse_in_the_loop)
    event.listen(Engine, "before_cursor_execute", refuse_in_the_loop)


def calls_since() -> list[str]:
    """The calls noted since the last time somebody asked."""
    noted, calls[:] = list(calls), []
    return noted
