"""An audit goes on from a signed mark: it reads only what follows, and finds there what an audit of the whole finds."""

# ruff: noqa: F811 - pytest finds the fixtures of tests.database by these names

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection

from croupier.store import HouseKeys, Store, Transfer, log_audit, schema
from croupier.store.checkpoint import checkpoint
from croupier.store.log_audit import PUBLIC_KEY, AuditReport, verify_log
from croupier.store.log_copy import LogCopy
from croupier.store.verified import AuditStart, checkpoint_start, clear_mark, last_verified, write_mark
from tests.database import PostgresServer, database_url, new_database, postgres_server  # noqa: F401 - fixtures
from tests.store_writer import NOON, RecordWriter, tamper

TABLE = "table/ez-1"


class MarkedHouse:
    """House with ten records before its mark, and ten records after it."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.copy, self.log_copy = url, folder / "checkpoints.jsonl", folder / "log.jsonl"
        self.keys = HouseKeys.create(folder / "keys")
        self.store = Store.open(url, create=True)
        with self.store.begin() as transaction:
            transaction.upsert(schema.key_values, key=PUBLIC_KEY, value=self.keys.public_text)
        self.writer = RecordWriter(self.store)
        self.copied = LogCopy(self.log_copy)
        self.play_on(10)
        report = self.audit(since=None)
        assert report.mark is not None
        with self.store.begin() as transaction:
            write_mark(transaction, self.keys, report.mark)
        self.play_on(10)

    def play_on(self, records: int) -> None:
        self.writer.fund("player:7", 100 * records)
        for _ in range(records):
            self.writer.write(self.writer.next(TABLE, Transfer("player:7", "stakes:ez-1", 100)))
        checkpoint(self.store, self.keys, NOON, self.copy)
        self.copied.append_missing(self.store, {stream: head.seq for stream, head in self.store.heads().items()})

    @property
    def mark(self) -> AuditStart:
        found = last_verified(self.store, self.keys.public_text)
        assert found is not None
        return found

    def audit(self, since: AuditStart | None) -> AuditReport:
        return verify_log(self.store, self.keys.public_text, self.copy, self.log_copy, since)

    def findings(self, *statements: str) -> list[str]:
        """Return the findings of the audit from the mark on, after changes by direct access to the database."""
        tamper(self.url, *statements)
        return [str(problem) for problem in self.audit(self.mark).findings]


@pytest.fixture
def house(database_url: str, tmp_path: Path) -> Iterator[MarkedHouse]:
    made = MarkedHouse(database_url, tmp_path)
    yield made
    made.store.close()


def test_an_audit_from_the_mark_reads_only_what_follows(house: MarkedHouse) -> None:
    whole, later = house.audit(None), house.audit(house.mark)
    assert whole.is_sound
    assert later.is_sound
    assert (whole.records, later.records) == (22, 11)
    assert (whole.checkpoints, later.checkpoints) == (2, 1)
    assert (whole.since, later.since) == (None, 1)
    assert later.notes == whole.notes == ()


def test_a_mark_moves_on_without_another_audit_of_the_whole(house: MarkedHouse) -> None:
    """Both ways to the second checkpoint give the same mark, with the same balances."""
    whole, later = house.audit(None), house.audit(house.mark)
    assert later.mark == whole.mark
    assert later.mark is not None
    assert later.mark.checkpoint == 2
    with house.store.begin() as transaction:
        write_mark(transaction, house.keys, later.mark)
    assert house.audit(house.mark).records == 0
    house.play_on(3)
    assert house.audit(house.mark).records == 4


AFTER = f"stream = '{TABLE}' AND seq = 15"
FOUND = {
    "an altered record": ([f"UPDATE records SET actor = 'user:9' WHERE {AFTER}"], f"{TABLE}#15: its actor"),
    "a missing record": (
        [f"DELETE FROM transfers WHERE {AFTER}", f"DELETE FROM records WHERE {AFTER}"],
        f"{TABLE}#15: is missing",
    ),
    "a changed transfer": ([f"UPDATE transfers SET cents = 999 WHERE {AFTER}"], f"{TABLE}#15: its transfers"),
    "a changed balance": (
        ["UPDATE accounts SET balance = balance + 1 WHERE name = 'player:7'",
         "UPDATE accounts SET balance = balance - 1 WHERE name = 'outside'"],
        "ledger: a balance is not what checkpoint 1 and the transfers since then make it",
    ),
    "a balance out of nothing": (["UPDATE accounts SET balance = balance + 1 WHERE name = 'player:7'"], "ledger: "),
    "an account that may be overdrawn": (
        ["UPDATE accounts SET may_go_below_zero = TRUE WHERE name = 'player:7'"], "account player:7: its kind",
    ),
    "the marked record rewritten": (
        [f"UPDATE records SET hash = 'x' WHERE stream = '{TABLE}' AND seq = 10"], "it was made anew",
    ),
    "everything since the mark cut off": (
        ["DELETE FROM transfers WHERE seq > 10 OR (stream = 'house' AND seq > 2)",
         "DELETE FROM records WHERE seq > 10 OR (stream = 'house' AND seq > 2)",
         "DELETE FROM checkpoints WHERE id = 2"],
        "checkpoint 2 of 2025-06-15T15:06:40+00:00: is in the second copy and not in the database",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("statements", "finding"), FOUND.values(), ids=FOUND)
def test_a_change_after_the_mark_is_found(house: MarkedHouse, statements: list[str], finding: str) -> None:
    found = house.findings(*statements)
    assert any(finding in message for message in found), found
    assert house.audit(house.mark).mark is None


def test_a_change_before_the_mark_is_found_by_the_audit_of_the_whole(house: MarkedHouse) -> None:
    """What an audit from the mark leaves out is known: old records, on which nothing that the house does rests."""
    tampered = f"UPDATE records SET actor = 'user:9' WHERE stream = '{TABLE}' AND seq = 5"
    assert house.findings(tampered) == []
    assert str(house.audit(None).first) == f"{TABLE}#5: its actor is 'user:9', which is not what was recorded"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE settings SET value = replace(value, '1', '2') WHERE key = 'verified'",
        "UPDATE settings SET value = 'nonsense' WHERE key = 'verified'",
        "DELETE FROM settings WHERE key = 'verified'",
        "UPDATE checkpoints SET body = replace(body, '1', '2') WHERE id = 1",
        "DELETE FROM checkpoints WHERE id = 1",
    ],
)
def test_a_mark_that_cannot_be_used_means_an_audit_of_the_whole(house: MarkedHouse, statement: str) -> None:
    tamper(house.url, statement)
    assert last_verified(house.store, house.keys.public_text) is None


def test_no_mark_is_left_after_findings(house: MarkedHouse) -> None:
    with house.store.begin() as transaction:
        clear_mark(transaction)
    assert last_verified(house.store, house.keys.public_text) is None


def test_the_mark_of_another_house_is_not_used(house: MarkedHouse, tmp_path: Path) -> None:
    other = HouseKeys.create(tmp_path / "other")
    assert last_verified(house.store, other.public_text) is None
    assert checkpoint_start(house.store, 1, other.public_text) is None


def test_an_audit_since_any_checkpoint_does_not_know_the_balances_before_it(house: MarkedHouse) -> None:
    since = checkpoint_start(house.store, 1, house.keys.public_text)
    assert since is not None
    report = house.audit(since)
    assert (report.is_sound, report.since, report.mark) == (True, 1, None)
    assert checkpoint_start(house.store, 9, house.keys.public_text) is None


def test_a_second_copy_that_is_shorter_than_it_was_is_read_from_its_beginning(house: MarkedHouse) -> None:
    lines = house.log_copy.read_text().splitlines(keepends=True)
    house.log_copy.write_text("".join(lines[:5]))
    report = house.audit(house.mark)
    assert report.is_sound
    assert any("the second copy of the log ends at" in note.message for note in report.notes)


def test_a_line_of_the_log_copy_after_the_mark_is_compared(house: MarkedHouse) -> None:
    text = house.log_copy.read_text()
    house.log_copy.write_text(text[:-600] + text[-600:].replace('\\"actor\\":\\"player:7', '\\"actor\\":\\"player:8'))
    assert [str(one) for one in house.audit(house.mark).findings] == [
        f"{TABLE}#20: was altered in the second copy of the log"
    ]


def test_lines_that_were_written_after_the_audit_began_are_left_to_the_next(
    house: MarkedHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line of a copy may belong to a record that the audit's view of the database does not contain."""
    streams_of = log_audit.streams_of

    def played_on(connection: Connection) -> list[str]:
        house.play_on(5)
        return streams_of(connection)

    monkeypatch.setattr(log_audit, "streams_of", played_on)
    for since in (house.mark, None):
        assert house.audit(since).is_sound
