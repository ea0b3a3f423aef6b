"""Second copy of the whole log: updated as the house writes, and its use to find changes. [R54]"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.errors import BadInput
from croupier.house.writer import Writer
from croupier.server import upkeep
from croupier.server.config import CheckpointSection
from croupier.server.open_casino import open_casino
from croupier.server.runtime import Runtime
from croupier.store.log_audit import AuditReport, verify_log
from croupier.store.log_copy import CopiedRecord, LogCopy, read_lines
from croupier.store.record import Transfer, chain_hash, genesis
from croupier.store.store import Store
from croupier.store.unit_of_work import LedgerState, UnitOfWork
from tests.server_fixture import NOON, QUICK, config_in
from tests.store_writer import tamper


class CopiedHouse:
    """House with two streams, and the second copy of its log."""

    def __init__(self, folder: Path) -> None:
        self.place, self.file = folder / "house.db", folder / "elsewhere.log"
        self.store = Store.open(str(self.place), create=True)
        self.books = LedgerState(self.store.house)
        self.writer = Writer(self.store, self.books, lambda: 1000)
        self.copy = LogCopy(self.file)

    def write(self, stream: str, count: int) -> None:
        for _ in range(count):
            self.writer.run(self._write_job(stream))

    @staticmethod
    def _write_job(stream: str):  # type: ignore[no-untyped-def]
        """Return a job that writes one record."""

        def job(uow: UnitOfWork) -> None:
            money = [Transfer("outside", "player:1", 100)]
            uow.append_record(stream, actor="user:1", command="buy-in", events=[{"kind": "x"}], transfers=money)

        return job

    def update_copy(self) -> int:
        """Write all records to the copy that are not in it yet."""
        return self.copy.append_missing(self.store, {stream: seq for stream, (seq, _) in self.books.heads.items()})

    def audit(self) -> AuditReport:
        return verify_log(self.store, log_copy=self.file)

    def tamper(self, *statements: str) -> None:
        tamper(f"sqlite:///{self.place}", *statements)


@pytest.fixture
def copied(tmp_path: Path) -> Iterator[CopiedHouse]:
    house = CopiedHouse(tmp_path)
    house.write("house", 3)
    house.write("table/a", 4)
    assert house.update_copy() == 7
    yield house
    house.store.close()


def findings_of(report: AuditReport) -> list[str]:
    return [str(finding) for finding in report.findings]


def test_every_record_is_in_the_copy_once_complete_and_in_order(copied: CopiedHouse) -> None:
    assert copied.update_copy() == 0
    copied.write("table/a", 2)
    assert copied.update_copy() == 2
    lines = [line for line in read_lines(copied.file) if isinstance(line, CopiedRecord)]
    assert [line.name for line in lines if line.stream == "table/a"] == [f"table/a#{seq}" for seq in range(1, 7)]
    assert all(line.is_whole for line in lines)
    assert {line.body for line in lines} == {
        record.body for s in ("house", "table/a") for record in copied.store.records(s)
    }
    assert lines[0].before == genesis(copied.store.house, "house")
    assert copied.audit().is_sound
    assert copied.audit().notes == ()


def test_a_new_start_continues_the_copy(copied: CopiedHouse) -> None:
    copied.write("house", 1)
    copied.copy = LogCopy(copied.file)
    assert copied.update_copy() == 1


def test_a_log_truncated_with_all_dependent_rows_is_named(copied: CopiedHouse) -> None:
    money = "UPDATE accounts SET balance = balance + 200 * (CASE name WHEN 'outside' THEN 1 ELSE -1 END)"
    copied.tamper(
        "DELETE FROM transfers WHERE stream = 'table/a' AND seq > 2",
        "DELETE FROM records WHERE stream = 'table/a' AND seq > 2",
        money,
    )
    assert verify_log(copied.store).is_sound, "nothing in the database gives it away"
    assert findings_of(copied.audit()) == ["table/a#3: is in the second copy of the log, and not in the house's"]


def test_a_rewritten_log_is_named(copied: CopiedHouse) -> None:
    """Check that the audit names the record that an attacker has replaced and given matching hashes."""
    with copied.store.read() as connection:
        row = connection.exec_driver_sql("SELECT before, body FROM records WHERE stream='table/a' AND seq=4").one()
    body = row.body.replace('"actor":"user:1"', '"actor":"user:2"')
    copied.tamper(
        f"UPDATE records SET actor='user:2', body='{body}', hash='{chain_hash(row.before, body)}' "
        "WHERE stream='table/a' AND seq=4"
    )
    assert verify_log(copied.store).is_sound
    assert findings_of(copied.audit()) == ["table/a#4: is not the record that the second copy of the log has"]


def test_an_alteration_of_the_copy_is_named(copied: CopiedHouse) -> None:
    whole = copied.file.read_text()
    copied.file.write_text(whole.replace('\\"command\\":\\"buy-in\\"', '\\"command\\":\\"buy-on\\"', 1))
    assert findings_of(copied.audit()) == ["house#1: was altered in the second copy of the log"]
    lines = whole.splitlines(keepends=True)
    copied.file.write_text("".join(lines[:1] + lines[2:]))
    assert findings_of(copied.audit()) == ["house#3: does not follow #1 in the second copy of the log"]


def test_a_torn_line_is_written_again_and_missing_records_are_a_note(copied: CopiedHouse) -> None:
    whole = copied.file.read_bytes()
    copied.file.write_bytes(whole[:-30])
    report = copied.audit()
    assert report.is_sound
    assert [note.message.split(":")[0] for note in report.notes] == [
        "is the beginning of a line", "the second copy of the log ends at #3, the house's at #4"
    ]  # fmt: skip
    copied.copy = LogCopy(copied.file)
    assert copied.update_copy() == 1
    assert copied.audit().is_sound
    assert len(copied.audit().notes) == 1, "the torn line stays where it is"


def test_a_copy_that_cannot_be_written_is_reported_and_completed_later(
    copied: CopiedHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied.write("house", 2)

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("os.fsync", full)
        with pytest.raises(BadInput, match="the second copy of the log cannot be written: No space left"):
            copied.update_copy()
    copied.update_copy()
    assert copied.audit().is_sound


def test_a_running_house_writes_its_copy_and_does_not_open_against_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "away" / "log.jsonl"
    config = config_in(tmp_path).model_copy(update={"checkpoints": CheckpointSection(log_to=str(place))})
    monkeypatch.setattr(upkeep, "LOG_COPY_SECONDS", 0.01)
    noted = _run_without_disk(config, place)
    assert noted == ["The second copy of the log is written again."]
    with Store.open(config.house.database) as store:
        assert verify_log(store, log_copy=place).is_sound
    tamper(f"sqlite:///{config.house.database}", "DELETE FROM records WHERE stream='house' AND seq=2")
    tamper(f"sqlite:///{config.house.database}", "DELETE FROM transfers WHERE stream='house' AND seq=2")
    with pytest.raises(BadInput, match=r"--log-copy .*log\.jsonl"):
        open_casino(config, clock=lambda: NOON)


def _run_without_disk(config, place: Path) -> list[str]:  # type: ignore[no-untyped-def]
    """Run a house whose log copy cannot be written at the start, and can later; return the last notes about it."""
    import asyncio

    from croupier.store.schema import significant

    house = open_casino(config, clock=lambda: NOON, create=True)
    runtime = Runtime(config, house, QUICK)
    runtime.set_up()

    async def run() -> list[str]:
        await runtime.start()
        select_notes = significant.select().where(significant.c.code == "log/copy").order_by(significant.c.id)
        while not await asyncio.to_thread(runtime.run_query, lambda query: query(select_notes)):
            await asyncio.sleep(0.01)
        place.parent.mkdir()
        while len(await asyncio.to_thread(runtime.run_query, lambda query: query(select_notes))) < 2:
            await asyncio.sleep(0.01)
        found = [row.text for row in await asyncio.to_thread(runtime.run_query, lambda query: query(select_notes))]
        assert "cannot be written" in found[0]
        await runtime.stop()
        return found[1:]

    return asyncio.run(asyncio.wait_for(run(), 60))
