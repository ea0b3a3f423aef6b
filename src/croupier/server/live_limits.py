"""How many live connections the server holds, and who makes room when there are too many.

Somebody who is not logged in watches; players and staff work. A watcher is refused, or dropped, before any of them is.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque

from croupier.server.config import ServerPart
from croupier.server.hub import Farewell, Screen

FULL = 4013
HERE = "too many screens are open from here; close one"
HOUSE = "too many screens are open in this house; come back later"
MAKES_ROOM: Farewell = FULL, "players come first: this screen makes room; come back later"
SENDS_EACH_PASS = 8
"""Watchers that are sent their frames between two looks of the event loop at what has come in."""


class LiveLimits:
    """The open live connections, by who opened them."""

    def __init__(self, settings: ServerPart) -> None:
        self._settings = settings
        self._open_by: Counter[str] = Counter()
        self._watchers: dict[Screen, None] = {}
        """The oldest first."""
        self._working = 0

    def enter(self, screen: Screen, who: str, address: str) -> Farewell | None:
        """Count a connection in, or say why it is refused. `who`: a person, or the address of a watcher."""
        if refused := self._refused(screen, who, address):
            return refused
        self._open_by[who] += 1
        if screen.is_watcher:
            self._watchers[screen] = None
        else:
            self._working += 1
            if self._watchers and self._is_full:
                self._drop(next(reversed(self._watchers)))
        return None

    def leave(self, screen: Screen, who: str) -> None:
        self._open_by[who] -= 1
        if not self._open_by[who]:
            del self._open_by[who]
        if screen.is_watcher:
            self._watchers.pop(screen, None)
        else:
            self._working -= 1

    @property
    def _is_full(self) -> bool:
        return self._working + len(self._watchers) > self._settings.screens_most

    def _refused(self, screen: Screen, who: str, address: str) -> Farewell | None:
        settings = self._settings
        if screen.is_watcher:
            if self._open_by[who] >= settings.watchers_each and not settings.is_proxy(address):
                return FULL, HERE
            in_all = self._working + len(self._watchers)
            is_full = len(self._watchers) >= settings.watchers_most or in_all >= settings.screens_most
            return (FULL, HOUSE) if is_full else None
        if self._open_by[who] >= settings.screens_each:
            return FULL, HERE
        return (FULL, HOUSE) if self._working >= settings.screens_most else None

    def _drop(self, screen: Screen) -> None:
        """The newest watcher goes: whoever opened a flood of them loses it before anybody who was there first."""
        del self._watchers[screen]
        screen.dismiss(MAKES_ROOM)


class Turns:
    """Lets a few of those who wait go on in each pass of the event loop, in the order they came.

    A hundred watchers that are sent a frame in one pass would hold up every bet that comes in meanwhile.
    """

    def __init__(self, each_pass: int = SENDS_EACH_PASS) -> None:
        self._each_pass = each_pass
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def wait(self) -> None:
        loop = asyncio.get_running_loop()
        if not self._waiting:
            loop.call_soon(self._let_go)
        turn = loop.create_future()
        self._waiting.append(turn)
        await turn

    def _let_go(self) -> None:
        for _ in range(min(self._each_pass, len(self._waiting))):
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._let_go)
