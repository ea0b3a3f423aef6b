"""Client for asyncio: HTTP requests with httpx, live tables with websockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import ssl
import time
import weakref
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any, Generic, TypeVar, cast
from urllib.parse import quote
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from croupier.client.errors import (
    ClientError,
    ConnectionLostError,
    InvalidRequestError,
    RecordsMissedError,
    refused,
    refused_for,
    refused_response,
)
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
    RefusedFrame,
    RoundView,
    StaffRoundView,
    TableResponse,
    TableView,
)

FRAME_CHARACTERS_MOST = 16_384
ITEMS_WAITING_MOST = 10_000
"""Most frames or records that a follower may leave unread."""
FIRST_DELAY_SECONDS, LAST_DELAY_SECONDS = 0.1, 5.0
CLOSE_SECONDS = 2.0
FINAL_CLOSES = {4003: "session/over", 4004: "table/not_found", 4013: "rate/requests", 4029: "rate/commands"}
"""Close codes of the server after which the client does not connect again, each with its error code."""
TRANSIENT_CODES = frozenset({"database/unavailable", "table/elsewhere", "rate/commands"})
"""Refusals after which the same command is sent again, because nothing was decided."""

Condition = Callable[[TableView], object]
Item = TypeVar("Item")


class AsyncClient:
    """Asynchronous client of the house at a URL, with the session of one user.

    `patience_seconds` is how long a house that cannot be reached is waited for. `silence_seconds` is the time without
    any answer after which a live connection counts as cut.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        patience_seconds: float = 60.0,
        silence_seconds: float = 10.0,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"{url!r} is no address of a house: write it like http://127.0.0.1:8000")
        self.url = url.rstrip("/")
        self.token = token
        """Token of the session; another client that gets it needs no password."""
        self.patience_seconds = patience_seconds
        self.silence_seconds = silence_seconds
        self.tls = tls
        self._http = httpx.AsyncClient(
            base_url=f"{self.url}/api/v1", timeout=silence_seconds, verify=True if tls is None else tls
        )

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections; the session stays until it is logged out or expires."""
        await self._http.aclose()

    @property
    def headers(self) -> dict[str, str]:
        """HTTP headers with the token of the session."""
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    async def request(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, *, params: Mapping[str, Any] | None = None
    ) -> Any:
        """Make a request below `/api/v1` and return the body of the answer.

        A request that changes nothing, or that has a `key`, is made again while the house does not answer.
        """
        may_repeat = method == "GET" or (body is not None and "key" in body)
        delays, until = _delays(), time.monotonic() + self.patience_seconds
        while True:
            response = None
            with contextlib.suppress(httpx.TransportError):
                response = await self._http.request(method, path, json=body, params=params, headers=self.headers)
            delay = next(delays)
            is_answered = response is not None and not _is_transient(response)
            if is_answered or not may_repeat or time.monotonic() + delay > until:
                return _body_of(response, key=(body or {}).get("key"), url=self.url)
            await asyncio.sleep(delay)

    async def log_in(self, name: str, password: str, *, code: str | None = None) -> LoginResponse:
        """Start a session; `code` is the second factor, where the house asks for one."""
        body = {"name": name, "password": password, "token": True} | ({} if code is None else {"code": code})
        session: LoginResponse = await self.request("POST", "/login", body)
        self.token = session["token"]
        return session

    async def log_out(self) -> None:
        """End the session."""
        await self.request("POST", "/logout")
        self.token = None

    async def me(self) -> CurrentUserResponse:
        """Return the user who is logged in, with credit and permissions."""
        return cast(CurrentUserResponse, await self.request("GET", "/me"))

    async def house(self) -> HouseResponse:
        """Return the identity of the house as every screen shows it: its name, site, help line and time zone."""
        return cast(HouseResponse, await self.request("GET", "/house"))

    async def lobby(self) -> list[LobbyTileView]:
        """Return a summary of every table."""
        return cast(list[LobbyTileView], await self.request("GET", "/lobby"))

    async def table(self, table: str) -> TableResponse:
        """Return the view of a table, without following it."""
        return cast(TableResponse, await self.request("GET", f"/tables/{quote(table, safe='')}"))

    async def last_round(self, table: str) -> LastRoundResponse:
        """Return the newest round of a table that was dealt to its end."""
        return cast(LastRoundResponse, await self.request("GET", f"/tables/{quote(table, safe='')}/last-round"))

    async def round(self, table: str, number: int) -> RoundView | StaffRoundView:
        """Return a round of a table: with the money of the logged-in player, or for staff with everybody's."""
        return cast(
            "RoundView | StaffRoundView", await self.request("GET", f"/rounds/{quote(table, safe='')}/{number}")
        )

    def open_table(self, table: str) -> AsyncTable:
        """Return a table to follow and play at, as an asynchronous context manager."""
        return AsyncTable(self, table)


def _body_of(response: httpx.Response | None, *, key: str | None, url: str) -> Any:
    """Return the body of a success; raise the exception for anything else."""
    if response is None:
        raise ConnectionLostError(f"The house at {url} does not answer.", key)
    try:
        body = response.json() if response.content else None
    except ValueError:
        body = None
    if response.status_code >= 300:
        raise refused_response(body, response.status_code)
    return body


def _delays() -> Iterator[float]:
    """Yield the seconds between attempts: random and up to twice as long each time, so that clients spread out."""
    longest = FIRST_DELAY_SECONDS
    while True:
        yield random.uniform(longest / 2, longest)  # noqa: S311 - no secret
        longest = min(2 * longest, LAST_DELAY_SECONDS)


class AsyncTable(Commands[Coroutine[Any, Any, AcceptedFrame]]):
    """Live connection to a table: its view, its records as they are stored, and its commands as methods.

    Bets and decisions are sent for the round and the question of `view`, so that one that comes late is refused and
    does not count for the next.
    """

    def __init__(self, client: AsyncClient, name: str) -> None:
        self.name = name
        self.seq = 0
        """Number of the last record that was received."""
        self.reconnections = 0
        """Number of reconnections."""
        self._client = client
        self._view: TableView | None = None
        self._socket: ClientConnection | None = None
        self._pending: dict[str, tuple[str, asyncio.Future[AcceptedFrame]]] = {}
        self._waiting: dict[asyncio.Future[TableView], Condition] = {}
        self._followers: weakref.WeakSet[Follower[Any]] = weakref.WeakSet()
        self._error: ClientError | None = None
        self._task: asyncio.Task[None] | None = None
        self._resending: asyncio.Task[None] | None = None

    async def __aenter__(self) -> AsyncTable:
        self._task = asyncio.create_task(self._stay_connected(), name=f"table {self.name}")
        try:
            await self.wait_until(lambda view: True)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection; chips stay where they are."""
        for task in (self._task, self._resending):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        self._end(ConnectionLostError(f"The connection to {self.name} is closed."))

    @property
    def view(self) -> TableView:
        """The table as its user may see it, up to date; each change makes a new one."""
        if self._view is None:
            raise RuntimeError('a table has a view inside of "with": async with client.open_table(NAME) as table')
        return self._view

    @property
    def balance_cents(self) -> int | None:
        """The player's credit; None for everybody else."""
        return self.view["player"]["balance_cents"] if "player" in self.view else None

    async def wait_until(self, condition: Condition, *, timeout: float | None = None) -> TableView:
        """Return the first view that meets a condition; every view is tried, the current one first."""
        if self._error is not None:
            raise self._error
        if self._view is not None and condition(self._view):
            return self._view
        future: asyncio.Future[TableView] = asyncio.get_running_loop().create_future()
        self._waiting[future] = condition
        try:
            async with asyncio.timeout(timeout):
                return await future
        finally:
            self._waiting.pop(future, None)

    def frames(self) -> Follower[Frame]:
        """Return an iterator over all frames from now on, including those that arrive after a reconnection."""
        return self._follow(lambda frame: (frame,))

    def records(self) -> Follower[EventRecordView]:
        """Return an iterator over every record from now on, once and in order.

        It raises `RecordsMissedError` where the house no longer sends some, after an absence of hundreds of records.
        """
        return self._follow(_records_of)

    def _follow(self, pick: Callable[[Frame], Iterable[Item]]) -> Follower[Item]:
        follower = Follower(pick)
        if self._error is not None:
            follower.add(self._error)
        self._followers.add(follower)
        return follower

    async def send(self, command: Command, *, key: str | None = None, traceparent: str | None = None) -> AcceptedFrame:
        """Send a command and return the reply, which comes when it is stored.

        Without a reply the command is sent again under its key; `key` repeats a command of an earlier connection.
        `traceparent` is the sender's trace (W3C Trace Context), which the house continues where it traces.
        """
        if self._error is not None:
            raise self._error
        key = key or uuid4().hex
        trace = {"traceparent": traceparent} if traceparent else {}
        text = json.dumps({"type": "command", "key": key, "command": self._for_now(command)} | trace)
        if len(text) > FRAME_CHARACTERS_MOST:
            raise InvalidRequestError(
                refused_for("request/too_large", f"A command has up to {FRAME_CHARACTERS_MOST} characters.").detail, 413
            )
        reply: asyncio.Future[AcceptedFrame] = asyncio.get_running_loop().create_future()
        self._pending[key] = text, reply
        try:
            async with asyncio.timeout(self._client.patience_seconds + 2 * self._client.silence_seconds):
                await self._transmit(text)
                return await reply
        except TimeoutError:
            raise ConnectionLostError(f"No reply to {command['do']} at {self.name}.", key) from None
        finally:
            self._pending.pop(key, None)

    def _give(self, do: str, **fields: Any) -> Coroutine[Any, Any, AcceptedFrame]:
        given = {name: value for name, value in fields.items() if value is not None}
        return self.send(cast(Command, {"do": do, **given}))

    def _for_now(self, command: Command) -> dict[str, Any]:
        """Return a command with the round or the question that the view shows, unless it names one itself."""
        made: dict[str, Any] = dict(command)
        if self._view is None:
            return made
        if made["do"] == "place-wagers":
            betting = self._view["betting"]
            if betting["is_open"]:
                made.setdefault("round", betting["round"])
        elif made["do"] in ("decide", "arrange-cards", "save-arrangement-draft"):
            asked: list[Mapping[str, Any]] = []
            if (decision := self._view["decision"]) is not None:
                asked += decision["questions"]
            if "arrangements" in self._view:
                asked += self._view["arrangements"]["requests"]
            numbers = [one["question_number"] for one in asked if one["seat"] == made.get("seat")]
            if numbers:
                made.setdefault("question", numbers[0])
        return made

    async def _transmit(self, text: str) -> None:
        """Send a frame if there is a connection; the next connection sends what has no reply."""
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(text)

    async def _resend_all(self, delay: float = 0.0) -> None:
        await asyncio.sleep(delay)
        for text, _ in list(self._pending.values()):
            await self._transmit(text)

    def _resend_soon(self) -> None:
        if self._resending is None or self._resending.done():
            self._resending = asyncio.create_task(self._resend_all(random.uniform(0.5, 1.0)))  # noqa: S311 - no secret

    # The connection

    async def _stay_connected(self) -> None:
        """Keep the connection until it is closed, the house refuses it, or the house stays away too long."""
        delays, lost_at = _delays(), time.monotonic()
        try:
            while True:
                received = False
                try:
                    async with self._connect() as socket:
                        self._socket = socket
                        await self._resend_all()
                        while True:
                            text = await socket.recv()
                            if not received:
                                received, self.reconnections = True, self.reconnections + (self._view is not None)
                            self._apply(json.loads(text))
                except ConnectionClosed as closed:
                    _raise_if_final(closed)
                except InvalidStatus as answer:
                    _raise_if_refused(answer)
                except (OSError, InvalidHandshake):  # A TimeoutError is an OSError.
                    pass
                finally:
                    self._socket = None
                if received:
                    delays, lost_at = _delays(), time.monotonic()
                delay = next(delays)
                if time.monotonic() + delay > lost_at + self._client.patience_seconds:
                    raise ConnectionLostError(f"The house at {self._client.url} does not answer.")  # noqa: TRY301
                await asyncio.sleep(delay)
        except ClientError as error:
            self._end(error)
        except Exception as error:
            self._end(ClientError(f"{self.name} cannot be followed: {error!r}"))
            raise

    def _connect(self) -> connect:
        client = self._client
        after = f"&after={self.seq}" if self._view is not None else ""
        address = f"ws{client.url.removeprefix('http')}/api/v1/tables/{quote(self.name, safe='')}/live?view=true{after}"
        own_tls: dict[str, Any] = {} if client.tls is None else {"ssl": client.tls}
        return connect(
            address,
            additional_headers=client.headers,
            compression=None,
            max_size=None,
            open_timeout=client.silence_seconds,
            close_timeout=min(CLOSE_SECONDS, client.silence_seconds),
            ping_interval=client.silence_seconds / 2,
            ping_timeout=client.silence_seconds / 2,
            **own_tls,
        )

    def _apply(self, frame: Frame) -> None:
        """Update the view and the records from a frame, and wake everything that waits for it."""
        match frame["type"]:
            case "reply":
                self._answer(frame)
            case "events":
                self.seq = frame["seq"]
            case "state":
                if self._view is not None and self.seq != frame["seq"]:
                    self._notify(RecordsMissedError(self.seq, frame["seq"]))
                self.seq = frame["seq"]
                self._show(frame["view"])
            case "view":
                removed = frame.get("removed", ())
                kept = {key: part for key, part in self.view.items() if key not in removed}
                self._show(cast(TableView, kept | frame["view"]))
        self._notify(frame)

    def _show(self, view: TableView) -> None:
        self._view = view
        for future, condition in list(self._waiting.items()):
            if future.done():
                continue
            try:
                if condition(view):
                    future.set_result(view)
            except Exception as error:  # The fault is in the caller's condition.
                future.set_exception(error)

    def _answer(self, frame: AcceptedFrame | RefusedFrame) -> None:
        """Pass a reply to the command that waits for it; a command that was sent twice gets two replies."""
        if frame["ok"] is False and frame["error"]["code"] in TRANSIENT_CODES:
            self._resend_soon()
            return
        _, reply = self._pending.get(frame["key"] or "", (None, None))
        if reply is None or reply.done():
            return
        if frame["ok"] is True:
            reply.set_result(frame)
        else:
            reply.set_exception(refused(frame["error"]))

    def _notify(self, frame: Frame | ClientError) -> None:
        for follower in list(self._followers):
            follower.add(frame)

    def _end(self, error: ClientError) -> None:
        """Wake everything that waits with the error that ended the connection."""
        if self._error is not None:
            return
        self._error = error
        self._notify(error)
        for future in self._waiting:
            if not future.done():
                future.set_exception(error)
        for key, (_, reply) in self._pending.items():
            if not reply.done():
                is_lost = isinstance(error, ConnectionLostError)
                reply.set_exception(ConnectionLostError(str(error), key) if is_lost else error)


class Follower(Generic[Item]):
    """Asynchronous iterator over the frames of a table, or over their records."""

    def __init__(self, pick: Callable[[Frame], Iterable[Item]]) -> None:
        self._pick = pick
        self._items: asyncio.Queue[Item | ClientError] = asyncio.Queue()

    def add(self, frame: Frame | ClientError) -> None:
        """Queue the contents of a frame until they are read."""
        if self._items.qsize() >= ITEMS_WAITING_MOST:
            frame = ClientError(f"More than {ITEMS_WAITING_MOST:,} frames or records were not read.")
            self._pick = lambda frame: ()
        for item in [frame] if isinstance(frame, ClientError) else self._pick(frame):
            self._items.put_nowait(item)

    def __aiter__(self) -> Follower[Item]:
        return self

    async def __anext__(self) -> Item:
        item = await self._items.get()
        if isinstance(item, ClientError):
            raise item
        return item


def _records_of(frame: Frame) -> Iterable[EventRecordView]:
    return frame["records"] if frame["type"] == "events" else ()


def _is_transient(response: httpx.Response) -> bool:
    """Return whether the same request may succeed in a moment: the database, or a proxy's server, is away."""
    if response.status_code not in (502, 503, 504):
        return False
    try:
        return response.json()["error"]["code"] in TRANSIENT_CODES
    except (ValueError, KeyError, TypeError):
        return True


def _raise_if_final(closed: ConnectionClosed) -> None:
    """Raise the exception for a connection that the house closed for good."""
    if closed.rcvd is not None and (code := FINAL_CLOSES.get(closed.rcvd.code)):
        raise refused_for(code, closed.rcvd.reason or "The house closed the connection.") from None


def _raise_if_refused(answer: InvalidStatus) -> None:
    """Raise the exception for a refused handshake, except for causes that pass, such as a fault or a full house."""
    status = answer.response.status_code
    if status < 500 and status != 429:
        try:
            body = json.loads(answer.response.body or b"")
        except ValueError:
            body = None
        raise refused_response(body, status) from None
