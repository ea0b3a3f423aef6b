"""A database that goes silent: who does not need it is answered at once, and everybody else after a short wait."""

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
from tests.loop_guard import CalledInTheLoopError, calls_since
from tests.server_fixture import TABLE, Live, live_house, refusal
from tests.silent_line import SilentLine

HEALTH_SECONDS = 5
WAIT_SECONDS = 0.5
STALE_MS = 31_000
ASKING = 12
TRIES, TRY_SECONDS = 300, 0.05


def answer_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a request waits is so short that a test can wait for it; a connection waits for longer than the test."""
    assert max(runtime.PROBE_WAITS_SECONDS, runtime.LOOKUP_SECONDS) < HEALTH_SECONDS
    for name in ("PROBE_WAITS_SECONDS", "LOOKUP_SECONDS"):
        monkeypatch.setattr(runtime, name, WAIT_SECONDS)
    monkeypatch.setattr(runtime, "PROBE_SECONDS", 0)


def timed(live: Live, path: str) -> tuple[float, httpx.Response]:
    begun = time.monotonic()
    answer = live.client().send("GET", path)
    return time.monotonic() - begun, answer


def write(store: Store, before_commit: Callable[[], None]) -> None:
    with store.begin() as transaction:
        transaction.account("player:1", False)
        transaction.flush()
        before_commit()


def until(holds: Callable[[], Any]) -> None:
    for _ in range(TRIES):
        if holds():
            return
        time.sleep(TRY_SECONDS)
    pytest.fail("it did not happen")


def test_a_silent_line_to_the_database_holds_up_nobody_who_does_not_need_it(
    postgres_server: PostgresServer,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer_soon(monkeypatch)
    with (
        SilentLine(postgres_server) as line,
        live_house(tmp_path, database=line.url(postgres_server.new_database())) as live,
    ):
        player = live.client_as("player")
        live.now += STALE_MS  # what is known of his session is old: the store has to be asked
        line.fall_silent()
        asking = [asyncio.run_coroutine_threadsafe(player.http.get("/api/me"), live._loop) for _ in range(ASKING)]
        for path in ("/api/lobby", f"/api/tables/{TABLE}", "/api/house"):
            seconds, answer = timed(live, path)
            assert (seconds < HEALTH_SECONDS, answer.status_code) == (True, 200), path
        seconds, answer = timed(live, "/health")
        assert seconds < HEALTH_SECONDS
        assert (answer.status_code, answer.json()["database"]) == (503, False)
        for one in asking:
            refusal(one.result(ASKING), 503, "database/unavailable")
        assert timed(live, "/metrics")[0] < HEALTH_SECONDS
        line.speak()
        until(lambda: timed(live, "/health")[1].status_code == 200)
        assert player.get("/api/me")["name"] == "player"


def test_a_writer_on_a_silent_line_gives_up(
    postgres_server: PostgresServer,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A commit whose answer never came is in doubt, and never reported as written."""
    monkeypatch.setattr(engine, "SILENT_SECONDS", 1)
    with (
        SilentLine(postgres_server) as line,
        Store.open(line.url(postgres_server.new_database()), create=True) as store,
    ):
        begun = time.monotonic()
        with pytest.raises(DatabaseUnavailableError) as caught:
            write(store, line.fall_silent)
        assert caught.value.unsure
        assert time.monotonic() - begun < engine.BUSY_SECONDS


def test_a_database_call_in_the_event_loop_fails_a_test(tmp_path: Path) -> None:
    """Every test runs under this guard: tests/loop_guard.py."""
    with live_house(tmp_path) as live:

        async def call() -> None:
            live.runtime.house.store.heads()

        with pytest.raises(CalledInTheLoopError):
            live.wait(call())
    assert len(calls_since()) == 1
