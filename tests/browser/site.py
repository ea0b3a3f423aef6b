"""Demonstration house on a port of its own, for a browser to visit: the real server, with short times.

    with open_site(tmp_path, {"midi": {"rulebook": "ilani-midi-baccarat", "mode": "automated"}}) as site:
        page.goto(site.url)
        site.stop()   # the server no longer answers
        site.start()  # the same data at the same address
        site.as_("dealer").command("dealer-midi", "open-bets")

Tables are open unless they have `"open": False`. Every user has the password of the demonstration.
"""

from __future__ import annotations

import asyncio
import itertools
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

from croupier.cards.random_source import SeededRandomSource
from croupier.house.house import House
from croupier.play.rulebook_library import load, names
from croupier.rulebook.table_rules import READ_OPTION
from croupier.server.app import create_app
from croupier.server.config import (
    HouseConfig,
    HouseSection,
    LimitsSection,
    MeterSection,
    PrinterSection,
    PromotionalSection,
    ServerSection,
    TableSection,
)
from croupier.server.demo_provider import DemoProvider
from croupier.server.demonstration import PASSWORD, PROVIDER, demonstration_approvals, set_up_people
from croupier.server.open_casino import open_casino
from croupier.server.runtime import Runtime
from croupier.server.static_files import FOLDER
from croupier.server.table_socket import FRAME_BYTES_MOST
from croupier.store.record import Record
from croupier.table.settings import RegulatorApproval
from croupier.table.state import TableState
from tests.held_ports import HOST, hold_port, port_of
from tests.server_fixture import QUICK, body_of

WAIT_SECONDS = 60
CLOCKS: dict[str, Any] = {
    "betting_seconds": 5,
    "decision_seconds": 5,
    "offer_seconds": 5,
    "card_ms": 60,
    "result_ms": 1000,
}
"""Times of a table that are short enough for a test, and long enough to place a bet."""
TABLES: dict[str, dict[str, Any]] = {
    "midi": {"rulebook": "ilani-midi-baccarat", "mode": "automated"},
    "dealer-midi": {"rulebook": "ilani-midi-baccarat", "betting_seconds": 600},
}


def until(condition: Callable[[], Any], seconds: float = WAIT_SECONDS) -> Any:
    """Wait until the condition holds, and return its value."""
    end = time.monotonic() + seconds
    while not (answer := condition()):
        assert time.monotonic() < end, f"not so after {seconds} s"
        time.sleep(0.01)
    return answer


class Person:
    """User who sends HTTP requests instead of using a screen."""

    def __init__(self, site: Site, name: str) -> None:
        self._site = site
        self.http = httpx.Client(base_url=site.url, timeout=WAIT_SECONDS)
        session = body_of(self.http.post("/api/login", json={"name": name, "password": PASSWORD}))
        self.http.headers["x-csrf-token"] = session["csrf"]
        self.user_id = int(session["user_id"])

    def get(self, path: str, **params: Any) -> Any:
        return body_of(self.http.get(path, params=params))

    def post(self, path: str, **body: Any) -> Any:
        return body_of(self.http.post(path, json=body))

    def command(self, table: str, do: str, **fields: Any) -> Any:
        """Send a command to a table; it must not be refused."""
        return self.post(f"/api/tables/{table}/commands", key=self._site.key(), command={"do": do, **fields})


class Site:
    """House and its server; the files in its folder stay when the server stops."""

    def __init__(
        self,
        folder: Path,
        tables: Mapping[str, Mapping[str, Any]] | None = None,
        *,
        seed: int | None = 11,
        provider: bool = True,
        limits: Mapping[str, Any] | None = None,
        meters: tuple[MeterSection, ...] = (),
        clock: Callable[[], int] | None = None,
        printers: tuple[PrinterSection, ...] = (),
        promotional: bool = False,
    ) -> None:
        self._keep = hold_port()
        self.port = port_of(self._keep)
        self.url = f"http://{HOST}:{self.port}"
        config = _config(folder, tables or TABLES, limits or {}, meters, printers)
        self.config = config.model_copy(update={"promotional": PromotionalSection(on=promotional)})
        self._seed, self._provider, self._clock = seed, provider, clock
        self._starts = 0
        self._keys = itertools.count()
        self._people: dict[str, Person] = {}

    house: House
    runtime: Runtime
    app: FastAPI

    def start(self) -> None:
        """Open the house and start the server; after a stop, with the same data on the same port."""
        self._starts += 1
        chance = None if self._seed is None else SeededRandomSource(self._seed + self._starts)
        self.house = open_casino(self.config, create=True, chance=chance, clock=self._clock)
        self.runtime = Runtime(self.config, self.house, QUICK)
        self.runtime.set_up()
        set_up_people(self.runtime)
        self.app = create_app(self.runtime)
        if self._provider:
            _let_the_provider_play(self.app, self.runtime)
        self._door = socket.socket()
        self._door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._door.bind((HOST, self.port))
        self._server = _server_of(self.app)
        how = {"sockets": [self._door]}
        self._thread = threading.Thread(target=self._server.run, kwargs=how, name="site", daemon=True)
        self._thread.start()
        until(lambda: self._server.started or not self._thread.is_alive())
        assert self._server.started, "the server stopped as it started"

    def stop(self) -> None:
        """Stop the server as Ctrl-C does: connections are closed, and nothing answers any more."""
        if not self.is_up:
            return
        self._server.should_exit = True
        self._thread.join(WAIT_SECONDS)
        assert not self._thread.is_alive()
        self._door.close()

    @property
    def is_up(self) -> bool:
        return self._starts > 0 and self._thread.is_alive()

    def close(self) -> None:
        """Stop the server for good, and free its port."""
        for person in self._people.values():
            person.http.close()
        self.stop()
        self._keep.close()

    def key(self) -> str:
        return f"site-key-{self._starts}-{next(self._keys)}"

    def as_(self, name: str) -> Person:
        """Return a user who sends HTTP requests, such as a dealer while the browser shows a player's screen."""
        if name not in self._people:
            self._people[name] = Person(self, name)
        return self._people[name]

    def state(self, table: str) -> TableState:
        """Return the current state of a table."""
        return self.house.committed_tables[table][1]

    def log(self, table: str) -> list[Record]:
        return list(self.house.store.records(f"table/{table}"))

    def kinds(self, table: str) -> list[str]:
        """Return the kind of every event of a table, in order."""
        return [event["kind"] for record in self.log(table) for event in record.events]

    def balance(self, name: str) -> int:
        """Return a player's credit in cents."""
        return int(self.house.committed_balances.get(f"player:{self.as_(name).user_id}", 0))


def require_pages() -> None:
    """Fail the test if the screens are not built."""
    assert (FOLDER / "index.html").exists(), "The screens are not built. Build them with: make pages"


@contextmanager
def open_site(folder: Path, tables: Mapping[str, Mapping[str, Any]] | None = None, **how: Any) -> Iterator[Site]:
    """Serve a house for the duration of a test."""
    require_pages()
    site = Site(folder, tables, **how)
    try:
        site.start()
        yield site
    finally:
        site.close()


def _config(
    folder: Path,
    tables: Mapping[str, Mapping[str, Any]],
    limits: Mapping[str, Any],
    meters: tuple[MeterSection, ...],
    printers: tuple[PrinterSection, ...],
) -> HouseConfig:
    house = HouseSection(
        name="Demonstration House",
        site="Play money only",
        jurisdiction="co",
        demonstration=True,
        database=str(folder / "house.db"),
        keys=str(folder / "house.key"),
    )
    parts = [
        TableSection(**({"name": name, "open": True, "approvals": _approved(table)} | CLOCKS | _as_read(table)))
        for name, table in tables.items()
    ]
    server = ServerSection(
        logins_each_minute=10_000,
        commands_each_second=10_000,
        requests_each_second=10_000,
        person_requests_each_second=10_000,
    )
    shared: dict[str, Any] = {"meter": list(meters), "printer": list(printers)}
    return HouseConfig(house=house, server=server, limits=LimitsSection(**limits), table=parts, **shared)


def _as_read(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings in which cards are read as they are dealt, unless the test has chosen another option."""
    asks = table["rulebook"] in names() and READ_OPTION in load(table["rulebook"]).written.options
    read = {READ_OPTION: "dealt"} if asks else {}
    return {**table, "options": {**read, **table.get("options", {})}}


def _approved(table: Mapping[str, Any]) -> dict[str, RegulatorApproval]:
    """Return the settings with the approvals of the demonstration; a rulebook of a test has none."""
    return demonstration_approvals(table["rulebook"]) if table["rulebook"] in names() else {}


def _server_of(app: FastAPI) -> uvicorn.Server:
    """Create the server as `croupier serve` does."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            lifespan="on",
            log_config=None,
            access_log=False,
            ws_max_size=4 * FRAME_BYTES_MOST,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=1,
            server_header=False,
        )
    )


def _let_the_provider_play(app: FastAPI, runtime: Runtime) -> None:
    """Start the provider of the demonstration, which banks where no player does."""
    begins = app.router.lifespan_context

    @asynccontextmanager
    async def lifespan(application: Any) -> AsyncIterator[None]:
        async with begins(application):
            provider = await asyncio.to_thread(DemoProvider, runtime, PROVIDER)
            task = asyncio.create_task(provider.run())
            try:
                yield
            finally:
                task.cancel()
                await asyncio.wait([task])

    app.router.lifespan_context = lifespan
