"""Simulated network cable between a screen and the server: a TCP relay on loopback that a test controls.

`pull` breaks every connection at once and refuses new ones. `mute` holds back all bytes without closing anything, as a
network does while it resends packets. `deafen` holds back only the bytes to the screen: requests arrive at the server,
and no response comes back. `plug_in` ends all of these.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

WAIT_SECONDS = 30
CHUNK = 65_536


class Cable:
    """Relay with its own event loop and thread; its `url` leads to the server."""

    def __init__(self, house_url: str) -> None:
        parts = urlsplit(house_url)
        self._house = parts.hostname, parts.port
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="cable")
        self._thread.start()
        self._is_pulled = False
        self._lines: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._to_house, self._to_screen, self._server = self._wait(self._listen())
        host, port = self._server.sockets[0].getsockname()[:2]
        self.url = f"http://{host}:{port}"

    def pull(self) -> None:
        """Abort every connection, and refuse new ones."""
        self._wait(self._pull())

    def mute(self) -> None:
        """Hold back all bytes in both directions, without closing a connection."""
        self._wait(self._hold(self._to_house, self._to_screen))

    def deafen(self) -> None:
        """Hold back the bytes to the screen; bytes to the server still arrive."""
        self._wait(self._hold(self._to_screen))

    def plug_in(self) -> None:
        """Accept connections again, and forward the bytes that were held back."""
        self._wait(self._plug_in())

    def close(self) -> None:
        self._wait(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(WAIT_SECONDS)
        self._loop.close()

    def _wait(self, doing: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result(WAIT_SECONDS)

    async def _listen(self) -> tuple[asyncio.Event, asyncio.Event, asyncio.Server]:
        ways = asyncio.Event(), asyncio.Event()
        for way in ways:
            way.set()
        return *ways, await asyncio.start_server(self._connect, "127.0.0.1", 0)

    async def _pull(self) -> None:
        self._is_pulled = True
        for line in list(self._lines):
            line.transport.abort()

    async def _hold(self, *ways: asyncio.Event) -> None:
        for way in ways:
            way.clear()

    async def _plug_in(self) -> None:
        self._is_pulled = False
        self._to_house.set()
        self._to_screen.set()

    async def _close(self) -> None:
        self._server.close()
        await self._pull()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._lines.add(writer)
        try:
            await self._relay(reader, writer)
        except (OSError, asyncio.CancelledError):
            writer.transport.abort()
        finally:
            self._lines.discard(writer)
            self._tasks.discard(task)

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._to_house.wait()
        if self._is_pulled:
            return writer.transport.abort()
        back, forth = await asyncio.open_connection(*self._house)
        self._lines.add(forth)
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._pass_on(reader, forth, self._to_house))
                both.create_task(self._pass_on(back, writer, self._to_screen))
        except* OSError:
            pass
        finally:
            self._lines.discard(forth)
            forth.transport.abort()
            writer.transport.abort()

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, way: asyncio.Event) -> None:
        """Copy bytes in one direction until either end closes."""
        while data := await source.read(CHUNK):
            await way.wait()
            target.write(data)
            await target.drain()
        with contextlib.suppress(OSError):
            target.write_eof()


@contextmanager
def cable_to(house_url: str) -> Iterator[Cable]:
    """Open a cable to the server for the duration of a test."""
    cable = Cable(house_url)
    try:
        yield cable
    finally:
        cable.close()
