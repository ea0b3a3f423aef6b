"""Client without asyncio: the same methods, which wait; an event loop in a thread of its own does the work."""

from __future__ import annotations

import atexit
import ssl
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from types import TracebackType
from typing import Any

from anyio.from_thread import BlockingPortal, start_blocking_portal

from croupier.client.async_client import AsyncClient, AsyncTable, Condition, Follower, Item
from croupier.client.messages import (
    AcceptedFrame,
    Command,
    Commands,
    CurrentUserResponse,
    EventRecordView,
    Frame,
    HouseResponse,
    LastRoundResponse,
    LobbyTileView,
    LoginResponse,
    RoundView,
    StaffRoundView,
    TableResponse,
    TableView,
)


class Client:
    """Client of the house at a URL, with the session of one user; the parameters are those of `AsyncClient`."""

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        patience_seconds: float = 60.0,
        silence_seconds: float = 10.0,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._client = AsyncClient(
            url, token=token, patience_seconds=patience_seconds, silence_seconds=silence_seconds, tls=tls
        )
        self._thread = ExitStack()
        self._portal: BlockingPortal = self._thread.enter_context(start_blocking_portal())
        atexit.register(self._thread.close)  # A program that ends without `close` would wait for the thread for ever.

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections; the session stays until it is logged out or expires."""
        try:
            self._portal.call(self._client.close)
        finally:
            atexit.unregister(self._thread.close)
            self._thread.close()

    @property
    def token(self) -> str | None:
        """Token of the session; another client that gets it needs no password."""
        return self._client.token

    def request(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, *, params: Mapping[str, Any] | None = None
    ) -> Any:
        """Make a request below `/api/v1` and return the body of the answer."""
        return self._portal.call(lambda: self._client.request(method, path, body, params=params))

    def log_in(self, name: str, password: str, *, code: str | None = None) -> LoginResponse:
        """Start a session; `code` is the second factor, where the house asks for one."""
        return self._portal.call(lambda: self._client.log_in(name, password, code=code))

    def log_out(self) -> None:
        """End the session."""
        self._portal.call(self._client.log_out)

    def me(self) -> CurrentUserResponse:
        """Return the user who is logged in, with credit and permissions."""
        return self._portal.call(self._client.me)

    def house(self) -> HouseResponse:
        """Return the identity of the house as every screen shows it: its name, site, help line and time zone."""
        return self._portal.call(self._client.house)

    def lobby(self) -> list[LobbyTileView]:
        """Return a summary of every table."""
        return self._portal.call(self._client.lobby)

    def table(self, table: str) -> TableResponse:
        """Return the view of a table, without following it."""
        answer: TableResponse = self._portal.call(self._client.table, table)
        return answer

    def last_round(self, table: str) -> LastRoundResponse:
        """Return the newest round of a table that was dealt to its end."""
        return self._portal.call(self._client.last_round, table)

    def round(self, table: str, number: int) -> RoundView | StaffRoundView:
        """Return a round of a table: with the money of the logged-in player, or for staff with everybody's."""
        found: RoundView | StaffRoundView = self._portal.call(self._client.round, table, number)
        return found

    def open_table(self, table: str) -> Table:
        """Return a table to follow and play at, as a context manager."""
        return Table(self._client.open_table(table), self._portal)


class Table(Commands[AcceptedFrame]):
    """Live connection to a table: its view, its records, and its commands as methods. See `AsyncTable`."""

    def __init__(self, table: AsyncTable, portal: BlockingPortal) -> None:
        self._table = table
        self._portal = portal

    def __enter__(self) -> Table:
        self._portal.call(self._table.__aenter__)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; chips stay where they are."""
        self._portal.call(self._table.close)

    @property
    def name(self) -> str:
        return self._table.name

    @property
    def view(self) -> TableView:
        """The table as its user may see it, up to date; each change makes a new one."""
        return self._table.view

    @property
    def seq(self) -> int:
        """Number of the last record that was received."""
        return self._table.seq

    @property
    def balance_cents(self) -> int | None:
        """The player's credit; None for everybody else."""
        return self._table.balance_cents

    @property
    def reconnections(self) -> int:
        """Number of reconnections."""
        return self._table.reconnections

    def wait_until(self, condition: Condition, *, timeout: float | None = None) -> TableView:
        """Return the first view that meets a condition; every view is tried, the current one first."""
        view: TableView = self._portal.call(lambda: self._table.wait_until(condition, timeout=timeout))
        return view

    def frames(self) -> Iterator[Frame]:
        """Return an iterator over all frames from now on, including those that arrive after a reconnection."""
        return self._iterator(self._portal.call(self._table.frames))

    def records(self) -> Iterator[EventRecordView]:
        """Return an iterator over every record from now on, once and in order; see `AsyncTable.records`."""
        return self._iterator(self._portal.call(self._table.records))

    def _iterator(self, follower: Follower[Item]) -> Iterator[Item]:
        return iter(lambda: self._portal.call(follower.__anext__), None)

    def send(self, command: Command, *, key: str | None = None, traceparent: str | None = None) -> AcceptedFrame:
        """Send a command and return the reply, which comes when it is stored; see `AsyncTable.send`."""
        return self._portal.call(lambda: self._table.send(command, key=key, traceparent=traceparent))

    def _give(self, do: str, **fields: Any) -> AcceptedFrame:
        reply: AcceptedFrame = self._portal.call(lambda: self._table._give(do, **fields))
        return reply
