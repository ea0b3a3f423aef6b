"""The log is verified while the house runs, and a start goes on from where that left off."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import uvloop
from sqlalchemy import select

from croupier.errors import BadInput
from croupier.server import log_check
from croupier.server import open_casino as open_casino_module
from croupier.server.log_check import LogCheckResult
from croupier.server.open_casino import open_casino
from croupier.store.schema import significant
from croupier.store.verified import VerifiedMark, last_verified
from tests.server.test_routes import play_round
from tests.server_fixture import NOON, TABLE, Live, config_in, live_house
from tests.store_writer import tamper

OLD_RECORD = f"UPDATE records SET actor = 'user:99' WHERE stream = 'table/{TABLE}' AND seq = 1"
FOUND = f"table/{TABLE}#1: its actor is 'user:99', which is not what was recorded"


@pytest.fixture(autouse=True)
def long_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat every log as one that is too long for a start to verify whole."""
    monkeypatch.setattr(open_casino_module, "WHOLE_LOG_MOST", 0)


@pytest.fixture(autouse=True)
def check_in_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the process of a check the same share of the processor as other tests; a house gives it what is left."""
    program = "from croupier.server import log_check; log_check.NICE_LEVEL = 0; log_check.main()"
    monkeypatch.setattr(log_check, "PROGRAM", program)


def check(live: Live) -> LogCheckResult:
    return live.wait(live.runtime.upkeep.log_watch.check())


def marked(live: Live) -> VerifiedMark:
    house = live.runtime.house
    found = last_verified(house.store, house.keys.public_text)
    assert found is not None
    assert found.mark is not None
    return found.mark


def noted(live: Live) -> list[str]:
    """Return the codes of the significant events about the log, the oldest first."""
    wanted = select(significant.c.code).where(significant.c.code.startswith("log/")).order_by(significant.c.id)
    return [row.code for row in live.runtime.house.query(wanted)]


def play(live: Live) -> None:
    player = live.client_as("player")
    player.post("/api/me/buy-in", cents=500_00, key=live.key())
    play_round(live, player)


def url(folder: Path) -> str:
    return f"sqlite:///{folder / 'house.db'}"


def test_the_first_check_verifies_everything_and_the_next_what_is_new(tmp_path: Path) -> None:
    with live_house(tmp_path) as live:
        live.wait(live.runtime.upkeep.checkpoint())
        assert check(live).findings == ()
        assert noted(live) == ["log/verified"]
        first = marked(live)
        assert first.whole_at == NOON
        play(live)
        live.wait(live.runtime.upkeep.checkpoint())
        result = check(live)
        assert (result.findings, result.unread) == ((), "")
        assert marked(live).checkpoint > first.checkpoint
        assert marked(live).whole_at == first.whole_at
        assert noted(live) == ["log/verified"], "the whole log is verified once a day"


def test_a_start_after_a_stop_reads_no_record_twice_and_finds_no_old_alteration(tmp_path: Path) -> None:
    """Old records are left to the daily check; what the house acts on comes from the signed snapshot."""
    with live_house(tmp_path) as live:
        live.wait(live.runtime.upkeep.checkpoint())
        check(live)
        play(live)
        before = dict(live.runtime.house.tables)
    tamper(url(tmp_path), OLD_RECORD)
    house = open_casino(config_in(tmp_path), clock=lambda: NOON)
    assert {name: state.rounds for name, state in house.tables.items()} == {
        name: state.rounds for name, state in before.items()
    }
    house.store.close()


def test_an_old_alteration_found_while_the_house_runs_stops_play_and_the_next_start(tmp_path: Path) -> None:
    with live_house(tmp_path) as live:
        live.wait(live.runtime.upkeep.checkpoint())
        check(live)
        play(live)
        tamper(url(tmp_path), OLD_RECORD)
        live.runtime.house.clock = lambda: NOON + log_check.DAY_MS
        assert check(live).findings == (FOUND,)
        assert "log/altered" in noted(live)
        state = live.runtime.house.tables[TABLE]
        assert [hold.reason for hold in state.holds] == ["the log is not as it was written"]
    with pytest.raises(BadInput) as refused:
        open_casino(config_in(tmp_path), clock=lambda: NOON)
    assert FOUND in str(refused.value)


def test_an_alteration_after_the_mark_stops_the_start(tmp_path: Path) -> None:
    with live_house(tmp_path) as live:
        live.wait(live.runtime.upkeep.checkpoint())
        check(live)
    house = open_casino(config_in(tmp_path), clock=lambda: NOON)
    house.writer.run(
        lambda uow: uow.append_record("house", actor="system", command="note", events=[{"kind": "a note"}])
    )
    house.store.close()
    tamper(url(tmp_path), "UPDATE records SET actor = 'user:7' WHERE command = 'note'")
    with pytest.raises(BadInput, match=r"house#\d+: its actor is 'user:7'"):
        open_casino(config_in(tmp_path), clock=lambda: NOON)


def test_a_check_that_cannot_read_the_database_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with live_house(tmp_path) as live:
        live.wait(live.runtime.upkeep.checkpoint())
        check(live)
        before = marked(live)
        monkeypatch.setattr(log_check, "database_text", lambda location: str(tmp_path / "nowhere.db"))
        assert "there is no database here" in check(live).unread
        monkeypatch.setattr(log_check, "PROGRAM", "raise SystemExit(3)")
        assert check(live).unread == "the process of the check ended with 3"
        assert marked(live) == before
        assert noted(live) == ["log/verified"]
        assert "the log was not verified" in caplog.text


def test_a_house_that_stops_during_a_check_ends_its_process(tmp_path: Path) -> None:
    """Check that nothing of the child process is left when the event loop is closed: Python would warn of it."""

    with live_house(tmp_path) as live:
        request = live.runtime.upkeep.log_watch._request(whole=True)

    async def cancelled() -> None:
        check = asyncio.create_task(log_check.check_in_process(request))
        await asyncio.sleep(0.3)
        check.cancel()
        with pytest.raises(asyncio.CancelledError):
            await check

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(cancelled())
