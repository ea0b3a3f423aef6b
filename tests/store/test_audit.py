"""Audit: it names the record that was changed by direct access to the database (R53, R54)."""

# ruff: noqa: F811 - pytest finds the fixtures of tests.database by these names

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import insert, select, update

from croupier.errors import BadInput
from croupier.store import HouseKeys, Record, Store, Transfer, schema
from croupier.store.checkpoint import checkpoint
from croupier.store.engine import DatabaseLocation, writer_engine
from croupier.store.log_audit import PUBLIC_KEY, AuditReport, verify_log
from croupier.store.record import chain_hash
from tests.database import PostgresServer, database_url, new_database, postgres_server  # noqa: F401 - fixtures
from tests.store_writer import NOON, RecordWriter, tamper

TABLE = "table/ez-1"
FIFTH = f"stream = '{TABLE}' AND seq = 5"
TAIL = f"stream = '{TABLE}' AND seq > 8"
RECORDS = 10


@pytest.fixture
def keys(tmp_path: Path) -> HouseKeys:
    return HouseKeys.create(tmp_path / "keys")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "checkpoints.jsonl"


@pytest.fixture
def store(database_url: str, keys: HouseKeys, copy: Path) -> Iterator[Store]:
    """Open a house with three streams, three checkpoints and a second copy of the checkpoints."""
    with Store.open(database_url, create=True) as house:
        writer = RecordWriter(house)
        for number, stream in enumerate(("table/a", TABLE, "table/z"), 1):
            writer.play(stream, RECORDS)
            with house.begin() as transaction:
                transaction.write(insert(schema.significant), {"at": number, "code": "door", "text": "open"})
                transaction.write(insert(schema.login_attempts), {"at": number, "name": "ann", "outcome": "ok"})
                transaction.upsert(schema.key_values, key=PUBLIC_KEY, value=keys.public_text)
            checkpoint(house, keys, NOON + number, copy)
        yield house


def only_finding(report: AuditReport) -> str:
    """Return the text of the only finding of a report."""
    assert not report.is_sound
    assert len(report.findings) == 1, report.findings
    return str(report.first)


def test_an_untouched_house_is_sound(store: Store, copy: Path, keys: HouseKeys) -> None:
    report = verify_log(store, keys.public_text, copy)
    assert report.is_sound
    assert report.first is None
    assert (report.streams, report.records, report.transfers) == (4, 33, 33)
    assert (report.accounts, report.checkpoints, report.signatures_checked) == (5, 3, True)
    assert str(report) == (
        "4 streams, 33 records, 33 transfers, 5 accounts, 3 checkpoints\neverything is as it was written"
    )


def rebuild_balances(store: Store) -> dict[str, int]:
    """Return every balance that moved, added up from the records of the log without the ledger."""
    balances: Counter[str] = Counter()
    with store.read() as connection:
        streams = connection.scalars(select(schema.records.c.stream).distinct()).all()
    for record in (record for stream in streams for record in store.records(stream)):
        for transfer in record.transfers:
            balances[transfer.debit] -= transfer.cents
            balances[transfer.credit] += transfer.cents
    return dict(balances)


def test_an_empty_house_is_sound(database_url: str) -> None:
    with Store.open(database_url, create=True) as house:
        assert verify_log(house) == AuditReport(0, 0, 0, 0, 0, False, ())
        assert rebuild_balances(house) == {}


def test_balances_are_rebuilt_from_the_log_alone(store: Store, database_url: str) -> None:
    expected = store.balances()
    assert rebuild_balances(store) == expected
    tamper(database_url, "DELETE FROM transfers", "UPDATE accounts SET balance = 0")
    assert rebuild_balances(store) == expected


ALTERED = {
    "at": ("at = at + 1", "its at is 1750000000005, which is not what was recorded"),
    "actor": ("actor = 'player:8'", "its actor is 'player:8', which is not what was recorded"),
    "key": ("key = 'another'", "its key is 'another', which is not what was recorded"),
    "no key": ("key = NULL", "its key is None, which is not what was recorded"),
    "command": ("command = 'wager/clear'", "its command is 'wager/clear', which is not what was recorded"),
    "body": ("body = replace(body, '2500', '9900')", "its hash does not match its contents"),
    "body made unreadable": ("body = '{'", "its hash does not match its contents"),
    "body of nothing": ("body = '[]'", "its hash does not match its contents"),
    "hash": ("hash = before", "its hash does not match its contents"),
    "before": ("before = hash", "its hash does not match its contents"),
}


@pytest.mark.parametrize(("change", "message"), ALTERED.values(), ids=ALTERED)
def test_an_altered_record_is_named(store: Store, database_url: str, change: str, message: str) -> None:
    tamper(database_url, f"UPDATE records SET {change} WHERE {FIFTH}")
    report = verify_log(store)
    assert str(report.first) == f"{TABLE}#5: {message}"
    assert len(report.findings) == 1


MISSING = {
    "its number changed": [f"UPDATE records SET seq = 500 WHERE {FIFTH}"],
    "deleted with its money": [f"DELETE FROM transfers WHERE {FIFTH}", f"DELETE FROM records WHERE {FIFTH}"],
    "deleted without its money": [f"DELETE FROM records WHERE {FIFTH}"],
}


@pytest.mark.parametrize("statements", MISSING.values(), ids=MISSING)
def test_a_missing_record_is_named(store: Store, database_url: str, statements: list[str]) -> None:
    tamper(database_url, *statements)
    assert str(verify_log(store).first) == f"{TABLE}#5: is missing: #6 comes next"


def test_a_stream_without_its_beginning_is_named(store: Store, database_url: str) -> None:
    tamper(database_url, f"DELETE FROM records WHERE stream = '{TABLE}' AND seq < 3")
    assert str(verify_log(store).first) == f"{TABLE}#1: is missing: #3 comes next"


def test_two_exchanged_records_are_named(store: Store, database_url: str) -> None:
    moves = [(5, 500), (6, 5), (500, 6)]
    tamper(database_url, *(f"UPDATE records SET seq = {b} WHERE stream = '{TABLE}' AND seq = {a}" for a, b in moves))
    assert str(verify_log(store).first) == f"{TABLE}#5: holds what was recorded as {TABLE}#6: the log was reordered"


def test_a_record_moved_to_another_stream_is_named_in_both(store: Store, database_url: str) -> None:
    tamper(database_url, f"UPDATE records SET stream = 'table/a', seq = 11 WHERE {FIFTH}")
    findings = [str(finding) for finding in verify_log(store).findings]
    assert f"table/a#11: holds what was recorded as {TABLE}#5: the log was reordered" in findings
    assert f"{TABLE}#5: is missing: #6 comes next" in findings


def test_a_record_of_another_house_is_named(store: Store, database_url: str) -> None:
    tamper(database_url, "UPDATE settings SET value = 'elsewhere' WHERE key = 'house'")
    with Store.open(database_url) as other_store:
        report = verify_log(other_store)
    assert str(report.first) == "house#1: does not follow the record that stands before it"


MONEY = {
    "amount": f"UPDATE transfers SET cents = cents + 1 WHERE {FIFTH}",
    "receiver": f"UPDATE transfers SET credit = 'outside' WHERE {FIFTH}",
    "payer": f"UPDATE transfers SET debit = 'outside' WHERE {FIFTH}",
    "line": f"UPDATE transfers SET line = 3 WHERE {FIFTH}",
    "gone": f"DELETE FROM transfers WHERE {FIFTH}",
    "one more": f"INSERT INTO transfers VALUES ('{TABLE}', 5, 1, 'outside', 'player:7', 5)",
}


@pytest.mark.parametrize("statement", MONEY.values(), ids=MONEY)
def test_a_changed_transfer_is_named_by_its_record(store: Store, database_url: str, statement: str) -> None:
    tamper(database_url, statement)
    assert only_finding(verify_log(store)) == f"{TABLE}#5: its transfers in the ledger are not those it recorded"


def test_transfers_without_a_record_are_named(store: Store, database_url: str) -> None:
    tamper(database_url, f"INSERT INTO transfers VALUES ('{TABLE}', 11, 0, 'outside', 'player:7', 5)")
    assert only_finding(verify_log(store)) == f"{TABLE}#11: is missing: the ledger has its transfers"


def test_a_changed_balance_is_named(store: Store, database_url: str) -> None:
    tamper(database_url, "UPDATE accounts SET balance = 7 WHERE name = 'player:7'")
    findings = [str(finding) for finding in verify_log(store).findings]
    assert findings == [
        "account player:7: its balance is 7 cents and its transfers add up to 0",
        "ledger: the trial balance is 7 cents and not zero",
    ]


def test_a_deleted_account_is_named(store: Store, database_url: str) -> None:
    tamper(database_url, "DELETE FROM accounts WHERE name = 'stakes:ez-1'")
    finding = str(verify_log(store).first)
    assert finding == "account stakes:ez-1: its balance is 0 cents and its transfers add up to 1000"


def truncate_sql(store: Store) -> list[str]:
    """Return SQL that removes the last records of a stream and adjusts the balances to match."""
    back = "UPDATE accounts SET balance = balance {} WHERE name = '{}'"
    return [
        f"DELETE FROM transfers WHERE {TAIL}",
        f"DELETE FROM records WHERE {TAIL}",
        back.format("+ 200", "player:7"),
        back.format("- 200", "stakes:ez-1"),
    ]


def test_a_truncated_stream_is_found_by_the_checkpoints(store: Store, database_url: str) -> None:
    tamper(database_url, *truncate_sql(store))
    finding = only_finding(verify_log(store))
    assert finding == f"{TABLE}#9: is missing: checkpoint 2 of 2025-06-15T15:06:40+00:00 saw #10"


def test_a_removed_stream_is_found(store: Store, database_url: str) -> None:
    tamper(database_url, f"DELETE FROM records WHERE stream = '{TABLE}'", "DELETE FROM transfers")
    findings = [str(finding) for finding in verify_log(store).findings]
    assert any(finding.startswith(f"{TABLE}#1: is missing: checkpoint 2") for finding in findings)


def test_a_stream_truncated_with_its_checkpoints_is_found_by_the_second_copy(
    store: Store, database_url: str, copy: Path
) -> None:
    tamper(database_url, *truncate_sql(store), "DELETE FROM checkpoints WHERE id > 1")
    assert verify_log(store).is_sound
    findings = [str(finding) for finding in verify_log(store, second_copy=copy).findings]
    when = "of 2025-06-15T15:06:40+00:00"
    assert findings == [
        f"checkpoint 2 {when}: is in the second copy and not in the database",
        f"{TABLE}#9: is missing: checkpoint 2 {when} saw #10",
        f"checkpoint 3 {when}: is in the second copy and not in the database",
    ]


def test_a_stream_rewritten_from_one_record_on_is_found_by_the_checkpoints(store: Store, database_url: str) -> None:
    tamper(database_url, *rewrite_sql(store, from_seq=5))
    finding = only_finding(verify_log(store))
    assert finding.startswith(f"{TABLE}#1: from here to #10 is not what checkpoint 2 of 2025-06-15")


def rewrite_sql(store: Store, from_seq: int) -> list[str]:
    """Return SQL that forges every record from `from_seq` on and computes its hash chain again."""
    statements, before = [], ""
    for record in store.records(TABLE):
        if record.seq >= from_seq:
            facts = {name: getattr(record, name) for name in ("stream", "seq", "at", "actor", "key", "command")}
            forged = Record.chained(before, **facts, transfers=record.transfers, events=({"forged": 1},))
            values = f"body = '{forged.body}', before = '{forged.before}', hash = '{forged.hash}'"
            statements.append(f"UPDATE records SET {values} WHERE stream = '{TABLE}' AND seq = {record.seq}")
            before = forged.hash
        else:
            before = record.hash
    return statements


def test_an_invalid_record_with_a_matching_hash_is_named(store: Store, database_url: str) -> None:
    last = store.head("table/z")
    assert last.seq == RECORDS
    with store.begin() as transaction:
        row = {"stream": "table/z", "seq": 11, "at": 1, "actor": "a", "command": "c", "before": last.hash}
        body = '{"transfers":[["x"]]}'
        transaction.write(insert(schema.records), {**row, "body": body, "hash": chain_hash(last.hash, body)})
    assert only_finding(verify_log(store)) == "table/z#11: its contents are not those of a record"


LISTS = {
    "changed": "UPDATE significant SET text = 'closed' WHERE id = 2",
    "deleted": "DELETE FROM significant WHERE id = 2",
    "cut off": "DELETE FROM significant WHERE id > 1",
}


@pytest.mark.parametrize("statement", LISTS.values(), ids=LISTS)
def test_a_changed_list_of_significant_events_is_found(store: Store, database_url: str, statement: str) -> None:
    tamper(database_url, statement)
    findings = [str(finding) for finding in verify_log(store).findings]
    assert len(findings) == 1
    assert findings[0].startswith("significant#2: from here to #2 is not what checkpoint 2 of")


def test_a_row_inserted_before_the_first_is_found(store: Store, database_url: str) -> None:
    tamper(database_url, "INSERT INTO significant (id, at, code, text) VALUES (-1, 1, 'x', 'x')")
    assert only_finding(verify_log(store)).startswith("significant#1: from here to #1 is not what checkpoint 1 of")


CHECKPOINTS = {
    "its signature": ("signature = 'ab'", "its signature is not the house's"),
    "its body": ("body = replace(body, '[10', '[9')", "its signature is not the house's"),
    "its time": ("at = at + 1", "is not a checkpoint of this house"),
    "its body made unreadable": ("body = '{'", "its signature is not the house's"),
}


@pytest.mark.parametrize(("change", "message"), CHECKPOINTS.values(), ids=CHECKPOINTS)
def test_an_altered_checkpoint_is_named(store: Store, database_url: str, change: str, message: str) -> None:
    tamper(database_url, f"UPDATE checkpoints SET {change} WHERE id = 2")
    first = str(verify_log(store).first)
    assert first.startswith("checkpoint 2 of 2025-06-15T15:06:40+00:00: ")
    assert first.endswith(message)


def test_a_checkpoint_removed_from_the_middle_is_found(store: Store, database_url: str) -> None:
    tamper(database_url, "DELETE FROM checkpoints WHERE id = 2")
    assert only_finding(verify_log(store)).endswith("does not follow the checkpoint before it")


def test_a_checkpoint_that_differs_from_its_second_copy_is_named(
    store: Store, database_url: str, copy: Path, tmp_path: Path
) -> None:
    other_keys = HouseKeys.create(tmp_path / "stolen")
    with Store.open(database_url) as house:
        forged_checkpoint = checkpoint(house, other_keys, NOON + 9)
    tamper(database_url, f"UPDATE settings SET value = '{other_keys.public_text}' WHERE key = '{PUBLIC_KEY}'")
    assert str(verify_log(store).first).endswith("its signature is not the house's")
    lines = copy.read_text().splitlines()
    copy.write_text("\n".join([*lines, lines[-1].replace('"id":3', f'"id":{forged_checkpoint.id}')]) + "\n")
    findings = [str(finding) for finding in verify_log(store, second_copy=copy).findings]
    assert any(
        "checkpoint 4" in finding and "is not as it stands in the second copy" in finding for finding in findings
    )


def test_a_damaged_second_copy_is_bad_input(store: Store, copy: Path, tmp_path: Path) -> None:
    copy.write_text(copy.read_text() + "{}\n")
    with pytest.raises(BadInput, match=r"checkpoints.jsonl:4: is not a checkpoint, or is damaged"):
        verify_log(store, second_copy=copy)
    with pytest.raises(BadInput, match="the second copy of the checkpoints cannot be read"):
        verify_log(store, second_copy=tmp_path / "nowhere")


@pytest.mark.parametrize("length", [1, 40, 300])
def test_a_torn_line_of_the_second_copy_is_reported_and_the_next_one_is_read(
    store: Store, copy: Path, keys: HouseKeys, length: int
) -> None:
    whole = copy.read_text().splitlines(keepends=True)
    copy.write_text("".join(whole[:-1]) + whole[-1][:length])
    report = verify_log(store, keys.public_text, copy)
    assert report.is_sound
    assert [str(note) for note in report.notes] == [f"{copy}:3: is torn; the database has checkpoint 3 whole"]
    checkpoint(store, keys, NOON + 9, copy)
    assert len(copy.read_text().splitlines()) == 4
    assert verify_log(store, keys.public_text, copy) == replace(report, checkpoints=4)
    glued = copy.read_text().splitlines()
    # as an earlier version wrote it: the torn line and the next one together
    copy.write_text("\n".join([*glued[:2], glued[2] + glued[3]]) + "\n")
    assert verify_log(store, keys.public_text, copy) == replace(report, checkpoints=4)


def test_a_line_that_is_not_a_checkpoint_is_a_finding(store: Store, copy: Path) -> None:
    copy.write_text(copy.read_text() + '{"at":17')
    assert only_finding(verify_log(store, second_copy=copy)) == (
        f"{copy}:4: is not a checkpoint, and not the beginning of one in the database"
    )


def test_a_second_copy_that_cannot_be_written_is_reported(store: Store, keys: HouseKeys, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="the second copy of the checkpoints cannot be written"):
        checkpoint(store, keys, NOON + 9, tmp_path / "nowhere" / "copy")


def test_a_removed_database_trigger_is_named(store: Store, database_url: str) -> None:
    on = "" if store.location.path else " ON transfers"
    run_statements(database_url, f"DROP TRIGGER transfers_move_money{on}")
    assert only_finding(verify_log(store)) == "trigger transfers_move_money: is missing: it guards the log"


def test_a_disabled_database_trigger_is_named(postgres_server: PostgresServer) -> None:
    url = postgres_server.new_database()
    with Store.open(url, create=True) as house:
        run_statements(url, "ALTER TABLE records DISABLE TRIGGER records_no_change")
        assert only_finding(verify_log(house)) == "trigger records_no_change: is missing: it guards the log"


EMPTY_GUARDS = {
    "sqlite": (
        "DROP TRIGGER records_no_update",
        "CREATE TRIGGER records_no_update BEFORE UPDATE ON records BEGIN SELECT 1; END",
    ),
    "a function": ("CREATE OR REPLACE FUNCTION croupier_refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END'",),
    "a trigger": (
        "DROP TRIGGER records_no_change ON records",
        "CREATE TRIGGER records_no_change BEFORE UPDATE ON significant FOR EACH STATEMENT "
        "EXECUTE FUNCTION croupier_refuse('')",
    ),
}


@pytest.mark.parametrize("way", EMPTY_GUARDS)
def test_a_trigger_replaced_by_an_empty_one_is_named(request: pytest.FixtureRequest, tmp_path: Path, way: str) -> None:
    if way == "sqlite":
        url = f"sqlite:///{tmp_path}/house.db"
    else:
        url = request.getfixturevalue("postgres_server").new_database()
    with Store.open(url, create=True) as house:
        assert verify_log(house).is_sound
        run_statements(url, *EMPTY_GUARDS[way])
        findings = [str(finding) for finding in verify_log(house).findings]
    guard = "records_no_update" if way == "sqlite" else "records_no_change"
    assert f"trigger {guard}: was replaced: it does not do what the house's guard of this name does" in findings


def test_an_unknown_database_trigger_is_named(store: Store, database_url: str) -> None:
    does = "FOR EACH ROW EXECUTE FUNCTION transfers_move_money()" if not store.location.path else "BEGIN SELECT 1; END"
    run_statements(database_url, f"CREATE TRIGGER helper AFTER INSERT ON users {does}")
    assert (
        only_finding(verify_log(store))
        == "trigger helper: is not one of the house's guards: somebody else put it there"
    )


def test_an_account_changed_to_allow_overdrafts_is_named(store: Store, database_url: str) -> None:
    tamper(database_url, "UPDATE accounts SET may_go_below_zero = TRUE WHERE name = 'player:7'")
    assert only_finding(verify_log(store)) == "account player:7: its kind, or that it may be overdrawn, was changed"


def run_statements(url: str, *statements: str) -> None:
    """Run SQL statements on the database directly."""
    engine = writer_engine(DatabaseLocation.parse(url))
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()


def test_an_audit_runs_while_the_house_writes(store: Store) -> None:
    writer = RecordWriter(store)
    with store.read() as connection:
        connection.execute(schema.records.select().limit(1)).all()
        writer.write(writer.next(TABLE, Transfer("outside", "player:7", 5)))
        with store.begin() as transaction:
            transaction.write(update(schema.users).values(active=False))
    assert verify_log(store).is_sound
