"""Database that goes silent: requests that do not need it are answered at once, others after a short wait."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from croupier.server import runtime
from croupier.store import engine
from croupier.store.errors import DatabaseUnavailableError
from croupier.store.store import Store
from tests.database import PostgresServer, postgres_server  # noqa: F401 - a fixture
from tests.loop_guard import DatabaseCallInEventLoopError, take_calls
from tests.server_fixture import TABLE, Live, live_house, refusal
from tests.silent_proxy import SilentProxy

HEALTH_SECONDS = 5
WAIT_SECONDS = 0.5
STALE_MS = 31_000
REQUESTS = 12
TRIES, TRY_SECONDS = 300, 0.05


def shorten_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make requests wait so briefly that a test can wait for them.

    A connection to the database waits longer than the test.
    """
    assert max(runtime.PROBE_WAITS_SECONDS, runtime.LOOKUP_SECONDS) < HEALTH_SECONDS
    for name in ("PROBE_WAITS_SECONDS", "LOOKUP_SECONDS"):
        monkeypatch.setattr(runtime, name, WAIT_SECONDS)
    monkeypatch.setattr(runtime, "PROBE_SECONDS", 0)


def timed(live: Live, path: str) -> tuple[float, httpx.Response]:
    """Send a request; return the seconds until the response, and the response."""
    started = time.monotonic()
    answer = live.client().send("GET", path)
    return time.monotonic() - started, answer


def write(store: Store, before_commit: Callable[[], None]) -> None:
    """Write to the database, and call `before_commit` before the commit."""
    with store.begin() as transaction:
        transaction.account("player:1", False)
        transaction.flush()
        before_commit()


def wait_until(condition: Callable[[], Any]) -> None:
    for _ in range(TRIES):
        if condition():
            return
        time.sleep(TRY_SECONDS)
    pytest.fail("it did not happen")


def test_a_silent_database_delays_only_requests_that_need_it(
    postgres_server: PostgresServer,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shorten_waits(monkeypatch)
    with (
        SilentProxy(postgres_server) as proxy,
        live_house(tmp_path, database=proxy.url(postgres_server.new_database())) as live,
    ):
        player = live.client_as("player")
        live.now += STALE_MS  # the cached session is stale, and must be read from the database
        proxy.fall_silent()
        requests = [asyncio.run_coroutine_threadsafe(player.http.get("/api/me"), live._loop) for _ in range(REQUESTS)]
        for path in ("/api/lobby", f"/api/tables/{TABLE}", "/api/house"):
            seconds, answer = timed(live, path)
            assert (seconds < HEALTH_SECONDS, answer.status_code) == (True, 200), path
        seconds, answer = timed(live, "/health")
        assert seconds < HEALTH_SECONDS
        assert (answer.status_code, answer.json()["database"]) == (503, False)
        for request in requests:
            refusal(request.result(REQUESTS), 503, "database/unavailable")
        assert timed(live, "/metrics")[0] < HEALTH_SECONDS
        proxy.resume()
        wait_until(lambda: timed(live, "/health")[1].status_code == 200)
        assert player.get("/api/me")["name"] == "player"


def test_a_writer_gives_up_on_a_silent_connection(
    postgres_server: PostgresServer,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Check that a commit without a response is reported as in doubt, never as written."""
    monkeypatch.setattr(engine, "SILENT_SECONDS", 1)
    with (
        SilentProxy(postgres_server) as proxy,
        Store.open(proxy.url(postgres_server.new_database()), create=True) as store,
    ):
        started = time.monotonic()
        with pytest.raises(DatabaseUnavailableError) as caught:
            write(store, proxy.fall_silent)
        assert caught.value.unsure
        assert time.monotonic() - started < engine.BUSY_SECONDS


def test_a_database_call_in_the_event_loop_fails_a_test(tmp_path: Path) -> None:
    """Check the guard of tests/loop_guard.py, under which every test runs."""
    with live_house(tmp_path) as live:

        async def call() -> None:
            live.runtime.house.store.heads()

        with pytest.raises(DatabaseCallInEventLoopError):
            live.wait(call())
    assert len(take_calls()) == 1
