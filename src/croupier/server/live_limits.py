"""Limits on WebSocket connections, and the order in which connections are closed.

A client without a log-in is a watcher. A watcher is refused or disconnected before any player or staff member.
"""

from __future__ import annotations

from collections import defaultdict

from croupier.server.config import ServerSection
from croupier.server.hub import CloseReason, Subscriber

FULL = 4013
TOO_MANY_FROM_ADDRESS = "too many screens are open from here; close one"
TOO_MANY_IN_TOTAL = "too many screens are open in this house; come back later"
TOO_MANY_OF_USER: CloseReason = FULL, "too many of your screens are open: this one was the oldest"
DISPLACED: CloseReason = FULL, "players come first: this screen makes room; come back later"


class LiveLimits:
    """Open WebSocket connections, by user or address."""

    def __init__(self, settings: ServerSection) -> None:
        self._settings = settings
        self._of: defaultdict[str, dict[Subscriber, None]] = defaultdict(dict)
        """Connections by user, or by address for watchers; oldest first."""
        self._watchers: dict[Subscriber, None] = {}
        self._in_all = 0

    def enter(self, screen: Subscriber, who: str, address: str) -> CloseReason | None:
        """Count a new connection, or return why it is refused; `who` is a user, or the address of a watcher."""
        refused = self._watcher_refused(who, address) if screen.is_watcher else self._make_space()
        if refused is not None:
            return refused
        self._in_all += 1
        self._of[who][screen] = None
        if screen.is_watcher:
            self._watchers[screen] = None
        elif len(self._of[who]) > self._settings.screens_each:
            next(iter(self._of[who])).request_close(TOO_MANY_OF_USER)
        return None

    def leave(self, screen: Subscriber, who: str) -> None:
        self._in_all -= 1
        del self._of[who][screen]
        if not self._of[who]:
            del self._of[who]
        self._watchers.pop(screen, None)

    def _watcher_refused(self, who: str, address: str) -> CloseReason | None:
        settings = self._settings
        if len(self._of.get(who, ())) >= settings.watchers_each and not settings.is_proxy(address):
            return FULL, TOO_MANY_FROM_ADDRESS
        is_full = len(self._watchers) >= settings.watchers_most or self._in_all >= settings.screens_most
        return (FULL, TOO_MANY_IN_TOTAL) if is_full else None

    def _make_space(self) -> CloseReason | None:
        """Close the newest connection without log-in, if the server has no space for one more logged-in user.

        Return the reason for a refusal if all connections are of logged-in users, else None. The newest watchers go
        first, so that a flood of connections does not displace earlier watchers.
        """
        if self._in_all < self._settings.screens_most:
            return None
        if not self._watchers:
            return FULL, TOO_MANY_IN_TOTAL
        screen, _ = self._watchers.popitem()
        screen.request_close(DISPLACED)
        return None
