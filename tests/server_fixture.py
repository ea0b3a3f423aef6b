"""Running house for tests of the server: the whole application with a new SQLite file.

It has a user for each role. The event loop of the application runs in its own thread, so tests are plain functions.
Nothing listens on a port.

    with live_house(tmp_path) as live:
        cashier = live.client_as("cashier")
        cashier.post("/api/shifts", float_cents=100_00, key=live.key())
"""

from __future__ import annotations

import asyncio
import itertools
import socket
import threading
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
from argon2 import Parameters
from argon2.low_level import ARGON2_VERSION, Type
from fastapi import FastAPI

from croupier.cards.random_source import SeededRandomSource
from croupier.errors import Refused
from croupier.people.accounts import create_user
from croupier.people.passwords import PasswordService
from croupier.people.roles import SYSTEM, Role
from croupier.server.app import create_app
from croupier.server.config import (
    HouseConfig,
    HouseSection,
    LimitsSection,
    MeterSection,
    PeopleSection,
    PromotionalSection,
    ServerSection,
    TableSection,
)
from croupier.server.demonstration import demonstration_approvals
from croupier.server.http_protocol import create_server
from croupier.server.open_casino import open_casino
from croupier.server.runtime import Runtime
from croupier.table.settings import DealingMode

T = TypeVar("T")

NOON = 1_790_000_000_000
WAIT_SECONDS = 120
PASSWORD = "correct horse battery"
QUICK = PasswordService(
    Parameters(
        type=Type.ID, version=ARGON2_VERSION, salt_len=16, hash_len=16, time_cost=1, memory_cost=8, parallelism=1
    )
)
"""Password hashing with one pass over 8 KiB: fast and weak, only for tests."""
PEOPLE = {role.value: role for role in Role} | {"player-2": Role.PLAYER, "supervisor-2": Role.SUPERVISOR}
TABLE = "co-1"
BASE = "http://house.test"


def config_in(folder: Path, **changes: Any) -> HouseConfig:
    """Return the configuration of a demonstration house.

    It has a table dealt by hand, an automated table and high rate limits.
    """
    server = {"logins_each_minute": 10_000, "commands_each_second": 10_000, "requests_each_second": 10_000}
    server |= {"watchers_each": 1_000, "screens_each": 1_000, "person_requests_each_second": 10_000}
    server |= changes.pop("server", {})
    people = PeopleSection(**changes.pop("people", {}))
    printers, more = changes.pop("printers", []), changes.pop("tables", [])
    house: dict[str, Any] = {"name": "Test House", "site": "Loopback", "jurisdiction": "co", "demonstration": True}
    promotional = PromotionalSection(**changes.pop("promotional", {}))
    house |= {"database": str(folder / "house.db"), "keys": str(folder / "house.key")} | changes
    return HouseConfig(
        people=people,
        house=HouseSection(**house),
        server=ServerSection(**server),
        limits=LimitsSection(hand_pay_above=3_000_00),
        promotional=promotional,
        meter=[MeterSection(id="wall", title="Wall meter", seed=1_000_00, contribution="1/100")],
        printer=printers,
        table=[
            TableSection(
                name=TABLE,
                rulebook="co-baccarat",
                mode=DealingMode.DEALER_ASSIST,
                open=True,
                approvals=demonstration_approvals("co-baccarat"),
            ),
            TableSection(name="auto-1", rulebook="ilani-midi-baccarat", mode=DealingMode.AUTOMATED),
            *more,
        ],
    )


class Client:
    """HTTP client that behaves like a browser: it has its own cookies and sends the CSRF token with every change."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(live.app), base_url=BASE)
        self.csrf = ""
        self.user_id = 0

    def send(self, method: str, path: str, **how: Any) -> httpx.Response:
        """Send a request exactly as given."""
        return self._live.wait(self.http.request(method, path, **how))

    def ask(self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> httpx.Response:
        """Send a request with the CSRF token, as a page does."""
        all_headers = {"x-csrf-token": self.csrf} | dict(headers or {})
        return self.send(method, path, json=body, headers=all_headers)

    def get(self, path: str, **params: Any) -> Any:
        """Return the body of a GET response, which must be a success."""
        return body_of(self.send("GET", path, params=params))

    def post(self, path: str, **body: Any) -> Any:
        """Return the body of a POST response, which must be a success."""
        return body_of(self.ask("POST", path, body))

    def log_in(self, name: str, password: str = PASSWORD) -> Client:
        """Log in and remember the CSRF token and the user id."""
        session = body_of(self.send("POST", "/api/login", json={"name": name, "password": password}))
        self.csrf, self.user_id = session["csrf"], session["user_id"]
        return self

    def command(self, do: str, table: str = TABLE, **fields: Any) -> Any:
        """Send a command to a table and return the body of the response."""
        return self.post(f"/api/tables/{table}/commands", key=self._live.key(), command={"do": do, **fields})


def body_of(response: httpx.Response) -> Any:
    """Return the JSON body of a successful response, or None if it is empty."""
    assert response.status_code < 300, (response.status_code, response.text)
    return response.json() if response.content else None


def refusal(response: httpx.Response, status: int, code: str) -> str:
    """Assert that a response is a refusal with this status and code; return its message."""
    assert response.status_code == status, (response.status_code, response.text)
    body = response.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "message", "cites", "rules"}
    assert body["error"]["code"] == code, body
    assert body["error"]["message"]
    return str(body["error"]["message"])


class Live:
    """A house with its users and its running application, for tests of the server."""

    def __init__(self, folder: Path, **changes: Any) -> None:
        self.now = NOON
        self.config = config_in(folder, **changes)
        house = open_casino(self.config, clock=lambda: self.now, chance=SeededRandomSource(11), create=True)
        self.runtime = Runtime(self.config, house, QUICK)
        self.runtime.set_up()
        self.ids = {name: self._person(name, role) for name, role in PEOPLE.items()}
        self.app: FastAPI = create_app(self.runtime)
        self._keys = itertools.count()
        self._clients: list[Client] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="server")

    def _person(self, name: str, role: Role) -> int:
        hashed = QUICK.hash_new(PASSWORD, name=name)
        assert not isinstance(hashed, Refused)
        facts: dict[str, Any] = {"name": name, "display_name": name.title(), "role": role, "password": hashed}
        user = self.runtime.house.writer.run(create_user(SYSTEM, **facts, must_change=False, demonstration=True))
        assert not isinstance(user, Refused), user
        return int(user.id)

    def wait(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the event loop of the application and return its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(WAIT_SECONDS)

    def key(self) -> str:
        """Return a new idempotency key."""
        return f"test-key-{next(self._keys)}"

    def client(self) -> Client:
        """Return an HTTP client without a session."""
        new_client = Client(self)
        self._clients.append(new_client)
        return new_client

    def client_as(self, name: str) -> Client:
        """Return an HTTP client that is logged in; the name is a role, `player-2` or `supervisor-2`."""
        return self.client().log_in(name)

    def start(self) -> None:
        self._thread.start()
        self._lifespan = self.app.router.lifespan_context(self.app)
        self.wait(self._lifespan.__aenter__())

    def stop(self) -> None:
        try:
            for client in self._clients:
                self.wait(client.http.aclose())
            self.wait(self._lifespan.__aexit__(None, None, None))
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(WAIT_SECONDS)
            self._loop.close()


@contextmanager
def serve_on_port(live: Live, listener: socket.socket) -> Iterator[int]:
    """Serve the house on this socket as `croupier serve` does, and yield the port."""
    listener.listen()  # from here on connections are queued
    server = create_server(live.app, live.config.server, lifespan="off")
    runs = asyncio.run_coroutine_threadsafe(server.serve(sockets=[listener]), live._loop)
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        runs.result(WAIT_SECONDS)


@contextmanager
def live_house(folder: Path, **changes: Any) -> Iterator[Live]:
    """Run a house for the duration of a test."""
    live = Live(folder, **changes)
    live.start()
    try:
        yield live
    finally:
        live.stop()
