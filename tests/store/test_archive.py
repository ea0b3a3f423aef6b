"""Archives: the bodies of old records move to files, nothing is lost at any moment, and everything reads them."""

# ruff: noqa: F811 - pytest finds the fixtures of tests.database by these names

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from croupier.cage.ledger_sums import Period, events_of
from croupier.cage.reading import ConnectionReader
from croupier.errors import BadInput
from croupier.evidence.bundle_check import check_bundle
from croupier.evidence.log_rebuild import rebuild_all
from croupier.house.log_replay import rebuild_table
from croupier.store import archive
from croupier.store.archive import ArchiveResult, archive_old_records
from croupier.store.archive_reader import FOLDER
from croupier.store.checkpoint import checkpoint
from croupier.store.log_audit import verify_log
from croupier.store.schema import records
from croupier.store.store import Store
from tests.cli.test_audit_command import croupier
from tests.database import PostgresServer, database_url, new_database, postgres_server  # noqa: F401 - fixtures
from tests.evidence_house import NOON, Evening
from tests.store_writer import tamper

TABLE = "table/midi-1"
STAY = 5


class OldHouse:
    """House with seven rounds of long ago at one table, and a checkpoint after them."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.files = url, folder / "archives"
        self.files.mkdir()
        self.evening = Evening(url, folder)
        self.evening.open_midi()
        self.evening.play_midi(7)
        checkpoint(self.store, self.evening.keys, self.evening.now)
        self.bodies = {record.seq: record.body for record in self.store.records(TABLE)}

    @property
    def store(self) -> Store:
        return self.evening.store

    def archive(self) -> ArchiveResult:
        now = self.evening.now + 1
        return archive_old_records(self.store, self.evening.keys, self.files, before=now, at=now)

    @property
    def empty(self) -> int:
        """Number of records without a body in the database."""
        with self.store.read() as connection:
            return connection.scalar(select(func.count()).where(records.c.body == "")) or 0

    def findings(self) -> list[str]:
        report = verify_log(self.store, self.evening.keys.public_text)
        found = report.findings or rebuild_all(self.store, unlock=self.evening.keys.decrypt).findings
        return [str(problem) for problem in found]


@pytest.fixture(autouse=True)
def small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Archive in blocks of seven records and files of three blocks; five records stay."""
    for name, value in (("STAY_LEAST", STAY), ("BLOCK_RECORDS", 7), ("FILE_BLOCKS", 3)):
        monkeypatch.setattr(archive, name, value)


@pytest.fixture
def old(database_url: str, tmp_path: Path) -> Iterator[OldHouse]:
    house = OldHouse(database_url, tmp_path)
    yield house
    house.evening.close()


def test_archived_records_are_read_audited_and_replayed_as_before(old: OldHouse) -> None:
    before = old.evening.house.tables
    done = old.archive()
    assert done.records == done.emptied == old.empty == len(old.bodies) - STAY
    assert done.files == len(list(old.files.iterdir())) > 1
    assert {record.seq: record.body for record in old.store.records(TABLE)} == old.bodies
    assert old.findings() == []
    assert rebuild_table(old.store, "midi-1", old.evening.keys.decrypt) == before["midi-1"]
    old.evening.play_midi(1)
    assert old.findings() == []


def test_the_evidence_of_an_archived_round_is_made_and_sound(old: OldHouse) -> None:
    old.archive()
    report = check_bundle(old.evening.bundle("midi-1/000002"), old.evening.keys.public_text)
    assert (report.is_sound, report.findings) == (True, ())


def test_a_second_run_continues_after_the_first(old: OldHouse) -> None:
    first = old.archive()
    assert old.archive() == ArchiveResult()
    old.evening.play_midi(3)
    checkpoint(old.store, old.evening.keys, old.evening.now)
    second = old.archive()
    assert second.records > 0
    assert old.empty == first.records + second.records
    assert old.findings() == []


def test_a_report_of_an_archived_period_is_refused(old: OldHouse) -> None:
    """Its sums would be right, but the events in the bodies would be missing without a word."""
    old.archive()
    period = Period(NOON, old.evening.now)
    with old.store.read() as connection, pytest.raises(BadInput, match="begins before records that are archived"):
        list(events_of(ConnectionReader(connection), period, ["round-settled"]))


def test_records_that_are_not_old_enough_stay(old: OldHouse) -> None:
    keys, at = old.evening.keys, old.evening.now
    assert archive_old_records(old.store, keys, old.files, before=NOON, at=at) == ArchiveResult()
    assert old.empty == 0
    assert list(old.files.iterdir()) == []


STEPS = ["fsync", "verify_block", "flush_folder", "commit_manifest", "empty_archived"]


class ProcessKilled(BaseException):
    """Exception that stands for the end of the process: no code after it runs."""


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("time", [1, 2, 3])
def test_a_run_killed_at_any_step_loses_nothing_and_is_continued(
    old: OldHouse, step: str, time: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = archive.os if step == "fsync" else archive
    work = getattr(place, step)
    left = [time]

    def killed(*args: object) -> object:
        left[0] -= 1
        if left[0] == 0:
            raise ProcessKilled
        return work(*args)

    with monkeypatch.context() as broken:
        broken.setattr(place, step, killed)
        with pytest.raises(ProcessKilled):
            old.archive()
    assert {record.seq: record.body for record in old.store.records(TABLE)} == old.bodies
    assert old.findings() == []
    old.archive()
    assert old.empty == len(old.bodies) - STAY
    assert {record.seq: record.body for record in old.store.records(TABLE)} == old.bodies
    assert old.findings() == []
    assert not [path for path in old.files.iterdir() if path.suffix == ".part"]


def test_a_missing_file_is_named(old: OldHouse) -> None:
    old.archive()
    (old.files / "archive-000002.xz").unlink()
    (found,) = old.findings()
    expected = f"{TABLE}#22: its contents are in archive-000002.xz, which is not in {old.files}: put the file back"
    assert found == expected
    with pytest.raises(BadInput, match="lacks archive-000002"):
        old.archive()


def test_a_damaged_file_is_named(old: OldHouse) -> None:
    old.archive()
    path = old.files / "archive-000001.xz"
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    path.write_bytes(data)
    (found,) = old.findings()
    assert found == f"{TABLE}#1: its contents are in {path}, which is damaged: put a sound copy in its place"
    path.write_bytes(data[:50])
    assert old.findings() == [found]


def test_the_folder_may_be_moved(old: OldHouse, tmp_path: Path) -> None:
    old.archive()
    old.files = old.files.rename(tmp_path / "elsewhere")
    assert "which is not in" in old.findings()[0]
    old.archive()
    assert old.store.key_value(FOLDER) == str(tmp_path / "elsewhere")
    assert old.findings() == []


FORGED = {
    "a body emptied that no archive has": (
        "UPDATE records SET body = '' WHERE stream = 'house' AND seq = 1",
        "house#1: has no contents, and no archive has them",
    ),
    "a manifest altered": (
        "UPDATE archives SET body = replace(body, '\"number\":1', '\"number\": 1') WHERE id = 1",
        "archive-000001.xz: its signature is not the house's",
    ),
    "a manifest taken away": ("DELETE FROM archives WHERE id = 1", f"{TABLE}#1: has no contents, and no archive has"),
    "more said to be archived": (
        "UPDATE archived SET seq = seq + 1",
        f"{TABLE}: is archived up to #",
    ),
}


@pytest.mark.parametrize(("statement", "finding"), FORGED.values(), ids=FORGED)
def test_an_alteration_of_the_archives_is_found(old: OldHouse, statement: str, finding: str) -> None:
    old.archive()
    tamper(old.url, statement)
    assert any(finding in found for found in old.findings()), old.findings()


@pytest.mark.parametrize(
    "change",
    [
        "body = 'x'",
        "body = '', actor = 'user:9'",
        "body = '', hash = 'x'",
        "body = '', seq = seq + 1000",
        "actor = 'user:9'",
    ],
)
def test_the_database_refuses_any_other_change_of_an_archived_record(old: OldHouse, change: str) -> None:
    """The guard of records has one exception: a body that an archive has may be emptied, and nothing else."""
    old.archive()
    for seq in (3, len(old.bodies)):
        assert_refused(old, change, seq)
    assert_refused(old, "body = ''", len(old.bodies))


def assert_refused(old: OldHouse, change: str, seq: int) -> None:
    statement = f"UPDATE records SET {change} WHERE stream = '{TABLE}' AND seq = {seq}"
    with pytest.raises(Exception, match="records are written once"), old.store.begin() as transaction:
        transaction.connection.exec_driver_sql(statement)


def test_an_altered_record_is_not_archived(old: OldHouse) -> None:
    tamper(old.url, f"UPDATE records SET body = replace(body, 'user:1', 'user:2') WHERE stream = '{TABLE}' AND seq = 5")
    with pytest.raises(BadInput, match=rf"{TABLE}#5: is not as it was written; run croupier audit verify first"):
        old.archive()
    assert old.empty == 0


def test_the_command_archives_and_says_what(old: OldHouse, tmp_path: Path) -> None:
    keys = tmp_path / "house.keys"
    done = croupier("store", "archive", old.url, "--keys", keys, "--to", old.files, "--older-than", "90")
    assert (done.status, done.words) == (
        0, "There is nothing to archive: no table has records that are old enough and named by a checkpoint."
    )  # fmt: skip
    missing = croupier("store", "archive", old.url, "--keys", keys, "--to", tmp_path / "nowhere")
    assert missing.status == 2
    assert "is not a folder" in missing.err
    assert croupier("store", "archive", old.url, "--keys", keys, "--to", old.files, "--older-than", "3").status == 2
    old.archive()
    assert re.search("SOUND", croupier("audit", "verify", old.url, "--keys", keys).out)
