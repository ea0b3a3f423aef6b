"""Checks that a running house makes by itself: its software once a day, and the synchronisation of its clock. [R57]"""

from __future__ import annotations

import asyncio
import ctypes
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.evidence import software_manifest as manifests
from croupier.evidence.software_manifest import manifest, manifest_text
from croupier.house.clock_sync import ClockSyncMonitor, Timex, is_synchronised
from croupier.people.calendar import DAY, HOUR
from croupier.server import upkeep
from croupier.server.software_check import check_files
from tests.server.test_routes import play_round
from tests.server_fixture import TABLE, Client, Live, live_house

REASON = "the software is not as its manifest has it"


@pytest.fixture
def software(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Replace the package by a small folder of files that a test may alter."""
    folder = tmp_path / "software"
    folder.mkdir()
    for name in ("deals.py", "pays.py", "rules.toml"):
        (folder / name).write_text(f"this is {name}\n")
    monkeypatch.setattr(manifests, "package_root", lambda: folder)
    return folder


@pytest.fixture
def live(tmp_path: Path, software: Path) -> Iterator[Live]:
    """Run a house with a manifest of these files."""
    file = tmp_path / "manifest.json"
    file.write_text(manifest_text(manifest()))
    with live_house(tmp_path, manifest=str(file)) as live:
        yield live


def check(live: Live) -> Any:
    return live.wait(live.runtime.upkeep.check_software())


def noted_codes(live: Live, code: str = "software") -> list[str]:
    """Return the codes of the significant events, the oldest first."""
    return [event["code"] for event in live.client_as("auditor").get("/api/events", code=code)["events"]][::-1]


def bet(live: Live) -> Client:
    """Play a round, and place a wager in the next round; return the player's client."""
    player = live.client_as("player")
    player.post("/api/me/buy-in", cents=500_00, key=live.key())
    play_round(live, player)
    live.client_as("dealer").command("open-bets")
    player.command("place-wagers", seat=1, wagers=[{"wager": "player", "cents": 50_00}])
    return player


def test_unaltered_software_is_noted_as_verified_and_play_continues(live: Live) -> None:
    assert check(live).findings == []
    check(live)
    assert noted_codes(live) == ["software/changed", "software/verified", "software/verified"]
    assert live.runtime.house.tables[TABLE].is_running


@pytest.mark.parametrize("change", ["one byte", "a file gone", "a file too many", "no manifest"])
def test_any_difference_from_the_manifest_stops_play(tmp_path: Path, software: Path, change: str) -> None:
    file = tmp_path / "manifest.json"
    file.write_text(manifest_text(manifest()))
    assert not check_files(str(file), None).stops_play
    if change == "one byte":
        (software / "pays.py").write_text("this is pays.pY\n")
    elif change == "a file gone":
        (software / "pays.py").unlink()
    elif change == "a file too many":
        (software / "more.py").write_text("")
    else:
        file.unlink()
    result = check_files(str(file), None)
    assert result.stops_play
    assert len(result.findings) == 1
    assert result.findings[0].where in result.text


def test_altered_software_stops_play_and_gives_the_stakes_back(live: Live, software: Path) -> None:
    player = bet(live)
    before = player.get("/api/me")["balance_cents"]
    (software / "pays.py").write_text("this is pays.pY\n")
    assert check(live).findings
    assert noted_codes(live)[-1] == "software/altered"
    state = live.runtime.house.tables[TABLE]
    assert [hold.reason for hold in state.holds] == [REASON]
    assert state.round is None
    assert player.get("/api/me")["balance_cents"] == before + 50_00
    assert not player.get("/api/me")["in_play"]
    assert noted_codes(live, "round/void") + noted_codes(live, "hold/placed") == ["round/void", "hold/placed"]
    assert not live.runtime.house.tables["auto-1"].holds, "a closed table has nothing to stop"
    check(live)
    assert len(live.runtime.house.tables[TABLE].holds) == 1, "held once for one reason"


def test_without_a_manifest_a_change_of_the_running_software_is_noted(tmp_path: Path, software: Path) -> None:
    with live_house(tmp_path) as live:
        check(live)
        (software / "pays.py").write_text("another\n")
        assert [finding.where for finding in check(live).findings] == ["pays.py"]
        assert noted_codes(live)[-1] == "software/altered"
        assert live.runtime.house.tables[TABLE].is_running


def test_the_software_is_checked_after_the_start_and_then_once_a_gaming_day(
    tmp_path: Path, software: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "FIRST_CHECK_SECONDS", 0.0)
    monkeypatch.setattr(upkeep, "POLL_SECONDS", 0.01)
    with live_house(tmp_path, time_zone="America/Denver") as live:
        _wait_until(lambda: noted_codes(live).count("software/verified") == 1)
        ends = upkeep.GamingCalendar("America/Denver", 5).period(upkeep.PeriodKind.DAY, live.now).ends_at
        for days in range(2):
            live.now = ends + days * DAY - HOUR // 60
            time.sleep(0.05)
            assert noted_codes(live).count("software/verified") == 1 + days, "not before its hour"
            live.now = ends + days * DAY
            _wait_until(lambda days=days: noted_codes(live).count("software/verified") == 2 + days)


def test_the_last_ten_changes_of_software_are_kept(tmp_path: Path, software: Path) -> None:
    with live_house(tmp_path) as live:
        digests = []
        for version in range(12):
            (software / "pays.py").write_text(f"version {version}\n")
            live.now += 1000
            digests.append(check(live).digest)
        changes = live.client_as("auditor").get("/api/software")["changes"]
        assert [change["digest"] for change in changes] == digests[:1:-1]
        assert [change["before"] for change in changes] == digests[-2:0:-1]
        assert changes[0]["at"] == live.now
        assert [change["at"] for change in changes] == sorted((change["at"] for change in changes), reverse=True)


# The clock


def test_loss_and_return_of_clock_synchronisation_are_noted_once_each() -> None:
    monitor = ClockSyncMonitor()
    changes = [monitor.change(now) for now in (None, True, None, False, None, False, True, True, False)]
    codes = [change and change[0] for change in changes]
    lost, back = "clock/unsynchronised", "clock/synchronised"
    assert codes == [None, None, None, lost, None, None, back, None, lost]


@pytest.mark.parametrize(
    ("answer", "status", "is_synchronised_expected"),
    [(0, 0, True), (0, 0x2001, True), (5, 0x40, False), (0, 0x40, False), (-1, 0, None)],
)
def test_the_operating_system_tells_whether_the_clock_is_synchronised(
    answer: int, status: int, is_synchronised_expected: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert is_synchronised() in (True, False, None), "whatever this machine says"

    class System:
        def __init__(self, name: None) -> None: ...

        def adjtimex(self, buffer: Any) -> int:
            ctypes.cast(buffer, ctypes.POINTER(Timex)).contents.status = status
            return answer

    monkeypatch.setattr(ctypes, "CDLL", System)
    assert is_synchronised() is is_synchronised_expected


def test_a_system_without_synchronisation_status_raises_no_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda name: object())
    assert is_synchronised() is None
    assert ClockSyncMonitor().change(None) is None


def test_a_running_house_notes_an_unsynchronised_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readings: list[bool | None] = [None, False, False, True]
    monkeypatch.setattr(upkeep, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(upkeep, "is_synchronised", lambda: readings.pop(0) if readings else True)
    with live_house(tmp_path) as live:

        async def watch() -> None:
            task = asyncio.create_task(live.runtime.upkeep._watch_sync())
            while readings:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            task.cancel()

        live.wait(watch())
        assert noted_codes(live, "clock") == ["clock/unsynchronised", "clock/synchronised"]


def _wait_until(condition: Any, seconds: float = 20) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)
