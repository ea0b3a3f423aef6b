"""Odds of rules without a shipped sheet: counted once, in a separate process, and reported as in progress. [R13]"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from croupier.odds.shipped_sheets import FullSheet, load_shipped_sheet, sheet_data
from croupier.server import odds_service
from croupier.server.odds_service import Count, OddsService, SheetStatus
from croupier.table.settings import TableSettings, game_rules, without_unapproved_options
from tests.server_fixture import Client, Live, live_house, refusal
from tests.soak import in_soak

TURNS_MOST = 1000
OTHER = TableSettings(rulebook="co-baccarat", options={"tie_odds": "9:1"})


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    """Run a house for one test."""
    with live_house(tmp_path) as live:
        yield live


def with_other_odds(live: Live, count: Count) -> Client:
    """Set an automated table to options for which no sheet ships, and replace the function that counts their odds."""
    live.runtime.odds.count = count
    supervisor = live.client_as("supervisor")
    supervisor.command("change-settings", "auto-1", settings={**OTHER.model_dump(mode="json"), "mode": "automated"})
    return live.client()


def wait_for_state(live: Live, client: Client, state: str) -> Any:
    """Request the odds, as the screens do, until they have this state."""
    for _ in range(TURNS_MOST):
        if (odds := client.get("/api/tables/auto-1/odds"))["state"] == state:
            return odds
        live.wait(asyncio.sleep(0.01))
    raise AssertionError(odds)


def test_odds_are_counted_once_for_everybody_who_asks(live: Live) -> None:
    counted: list[TableSettings] = []
    may_go_on = asyncio.Event()

    async def count(settings: TableSettings) -> FullSheet | None:
        counted.append(settings)
        await may_go_on.wait()
        return load_shipped_sheet(game_rules(TableSettings(rulebook="co-baccarat")))

    client = with_other_odds(live, count)
    for _ in range(5):
        response = client.send("GET", "/api/tables/auto-1/odds")
        assert response.status_code == 202
        assert response.json()["state"] == "counting"
        assert "wagers" not in response.json()
    live.wait(_set(may_go_on))
    odds = wait_for_state(live, client, "counted")
    assert {"player", "banker", "tie"} <= {wager["wager"] for wager in odds["wagers"]}
    assert client.get("/api/tables/auto-1/odds") == odds
    assert [settings.options for settings in counted] == [without_unapproved_options(OTHER).options]
    refusal(client.send("GET", "/api/tables/auto-1/odds", params={"players": 20}), 422, "request/invalid")


async def _set(event: asyncio.Event) -> None:
    event.set()


def test_odds_that_cannot_be_counted_are_tried_once_and_reported(live: Live) -> None:
    tried: list[TableSettings] = []

    async def count(settings: TableSettings) -> FullSheet | None:
        tried.append(settings)
        raise ValueError("no kernels here")

    client = with_other_odds(live, count)
    odds = wait_for_state(live, client, "not-counted")
    assert odds["rulebook"] == "co-baccarat"
    assert odds["message"]
    assert wait_for_state(live, client, "not-counted") == odds
    assert len(tried) == 1


def test_a_house_that_stops_cancels_the_count(tmp_path: Path) -> None:
    stopped: list[bool] = []

    async def count(settings: TableSettings) -> FullSheet | None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            stopped.append(True)
            raise
        return None

    with live_house(tmp_path) as live:
        client = with_other_odds(live, count)
        assert client.get("/api/tables/auto-1/odds")["state"] == "counting"
        live.wait(asyncio.sleep(0))
    assert stopped == [True]


async def wait_for_sheet(service: OddsService, settings: TableSettings) -> None:
    """Request the sheet until it is counted."""
    for _ in range(TURNS_MOST):
        if service.get_sheet(settings) is not SheetStatus.COUNTING:
            return
        await asyncio.sleep(0)
    raise AssertionError(settings.rulebook)


def test_the_odds_service_limits_its_queue_and_its_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_service, "WAITING_MOST", 2)
    monkeypatch.setattr(odds_service, "SHEETS_MOST", 2)
    tables = [TableSettings(rulebook=name) for name in ("co-baccarat", "co-99-fortunes", "co-dragon-bonus")]
    counted: list[str] = []

    async def count(settings: TableSettings) -> FullSheet | None:
        counted.append(settings.rulebook)
        await asyncio.sleep(0)
        return load_shipped_sheet(game_rules(settings))

    async def get_sheets() -> list[bool]:
        service = OddsService()
        service.count = count
        assert {service.get_sheet(settings) for settings in tables} == {SheetStatus.COUNTING}
        await wait_for_sheet(service, tables[1])
        assert counted == ["co-baccarat", "co-99-fortunes"]  # the queue was full for the third
        await wait_for_sheet(service, tables[2])
        are_kept = [isinstance(service.get_sheet(settings), FullSheet) for settings in tables]
        await service.stop()
        return are_kept

    assert asyncio.run(get_sheets()) == [False, True, True]


@in_soak
def test_a_sheet_counted_in_a_subprocess_equals_the_shipped_one() -> None:
    settings = TableSettings(rulebook="co-baccarat")
    counted = asyncio.run(odds_service.count_in_subprocess(settings))
    shipped = load_shipped_sheet(game_rules(settings))
    assert counted is not None
    assert shipped is not None
    assert sheet_data(counted) == sheet_data(shipped)


def test_a_subprocess_that_cannot_count_gives_the_reason(tmp_path: Path) -> None:
    rulebook = tmp_path / "own.toml"
    rulebook.write_text(files("croupier.rulebook").joinpath("data/co-baccarat.toml").read_text("utf-8"), "utf-8")
    settings = TableSettings(rulebook=str(rulebook))
    game_rules(settings)
    rulebook.unlink()
    with pytest.raises(ValueError, match="there is no such file"):
        asyncio.run(odds_service.count_in_subprocess(settings))
