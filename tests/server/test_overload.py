"""More commands than the writer can keep up with: players are refused at once, staff and timers go on."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from croupier.server import runtime as runtime_module
from tests.server_fixture import TABLE, Live, live_house, refusal

WAIT_SECONDS = 30.0
BET = {"do": "place-wagers", "seat": 1, "wagers": [{"wager": "player", "cents": 10_00}]}


@contextmanager
def busy_writer(live: Live) -> Iterator[None]:
    """Keep the writer busy, with one more job that waits longer than a player's command may."""
    writer, goes_on = live.runtime.house.writer, threading.Event()
    writer.submit(lambda uow: goes_on.wait(WAIT_SECONDS))
    give_up = time.monotonic() + WAIT_SECONDS
    while writer.wait_seconds and time.monotonic() < give_up:
        time.sleep(0.001)
    writer.submit(lambda uow: None)
    try:
        while writer.wait_seconds <= runtime_module.WAIT_MOST_SECONDS:
            assert time.monotonic() < give_up
            time.sleep(0.001)
        yield
    finally:
        goes_on.set()


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Live]:
    monkeypatch.setattr(runtime_module, "WAIT_MOST_SECONDS", 0.05)
    with live_house(tmp_path) as house:
        yield house


def test_a_players_command_is_refused_at_once_while_the_writer_is_behind(live: Live) -> None:
    """Check that a refused command can be sent again with its key, and is then carried out once. [R19]"""
    player, dealer = live.client_as("player"), live.client_as("dealer")
    player.post("/api/me/buy-in", cents=100_00, key=live.key())
    dealer.command("load-shoe")
    dealer.command("read-card", card="As")
    player.command("sit-down", seat=1)
    path, key = f"/api/tables/{TABLE}/commands", live.key()
    body = {"key": key, "command": BET}
    with ThreadPoolExecutor(1) as pool, busy_writer(live):
        answer = player.ask("POST", path, body)
        message = refusal(answer, 503, "server/busy")
        assert "try again" in message
        assert answer.headers["retry-after"] == "1"
        opened = pool.submit(dealer.command, "open-bets")
        time.sleep(0.1)
        assert not opened.done(), "the staff's commands wait for the writer"
        assert live.runtime.shed == 1
    opened.result(WAIT_SECONDS)
    placed = [player.post(path, **body) for _ in range(2)]
    assert [one["repeated"] for one in placed] == [False, True]
    assert live.runtime.house.committed_balances[f"player:{player.user_id}"] == 90_00
    metrics = live.client().send("GET", "/metrics").text
    assert 'croupier_commands_total{outcome="shed"} 1.0' in metrics
    assert "croupier_writer_wait_seconds 0.0" in metrics
