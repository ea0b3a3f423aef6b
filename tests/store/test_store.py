"""Store over both databases: writes, refusals and reads."""

# ruff: noqa: F811 - pytest finds the fixtures of tests.database by these names

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Executable, Row, Table, insert, select, text, update
from sqlalchemy.exc import DBAPIError

from croupier.errors import BadInput
from croupier.store import (
    DatabaseUnavailableError,
    DuplicateRecordError,
    OverdraftError,
    Record,
    Store,
    Transfer,
    WriteRejectedError,
    schema,
)
from croupier.store.ledger_accounts import KINDS_BELOW_ZERO, kind_of
from croupier.store.record import CENTS_MOST, chain_hash, genesis
from croupier.store.transaction import order_to_avoid_overdraft
from tests.database import PostgresServer, database_url, new_database, postgres_server  # noqa: F401 - fixtures
from tests.store_writer import RecordWriter, start_child

TABLE = "table/ez-1"
numbers = count(1)


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    with Store.open(database_url, create=True) as house:
        yield house


@pytest.fixture
def writer(store: Store) -> RecordWriter:
    return RecordWriter(store)


def test_the_hash_of_a_record_can_be_computed_by_hand() -> None:
    record = Record.chained(
        genesis("h1", "house"), stream="house", seq=1, at=5, actor="admin", command="house/open",
        events=({"b": 2, "a": "Ks"},), transfers=(Transfer("outside", "vault", 7),),
    )  # fmt: skip
    body = (
        '{"actor":"admin","at":5,"command":"house/open","events":[{"a":"Ks","b":2}],"key":null,"seq":1,'
        '"stream":"house","transfers":[["outside","vault",7]]}'
    )
    before = sha256(b"croupier log\nh1\nhouse").hexdigest()
    assert record.body == body
    assert record.hash == sha256(f"{before}\n{body}".encode()).hexdigest()
    assert record.name == "house#1"


@pytest.mark.parametrize("name", ["", "x" * 201, "a\x00b", "line\nbreak", "\ud800"])
def test_a_name_that_the_database_would_refuse_is_refused_early(name: str) -> None:
    with pytest.raises(BadInput, match=r"key: .* is not a name"):
        Record.chained("", stream="house", seq=1, at=0, actor="a", command="c", key=name)


@pytest.mark.parametrize("cents", [0, -1, CENTS_MOST + 1, 1.5, True])
def test_a_transfer_moves_a_positive_number_of_cents(cents: int) -> None:
    with pytest.raises(BadInput, match="not a number of cents"):
        Record.chained("", stream="house", seq=1, at=0, actor="a", command="c", transfers=(Transfer("x", "y", cents),))


def test_an_account_cannot_pay_itself() -> None:
    with pytest.raises(BadInput, match="cannot pay itself"):
        Record.chained("", stream="house", seq=1, at=0, actor="a", command="c", transfers=(Transfer("x", "x", 1),))


def test_a_record_comes_back_from_the_database_as_it_went_in(store: Store, writer: RecordWriter) -> None:
    writer.fund("player:7", 500)
    record = writer.next(TABLE, Transfer("player:7", "stakes:ez-1", 200), key="k-1")
    writer.write(record)
    assert list(store.records(TABLE)) == [record]
    assert store.find("player:7", "k-1") == record
    assert store.find("player:8", "k-1") is None


def test_unusual_characters_in_events_are_stored_unchanged(store: Store, writer: RecordWriter) -> None:
    event = {"note": "\x00 \ud800 é 牌 ' \" \\ %s :x"}
    head = store.head("house")
    record = Record.chained(head.hash, stream="house", seq=1, at=0, actor="é牌", command="note", events=(event,))
    writer.write(record)
    assert next(store.records("house")).events == (event,)


def test_records_are_read_page_by_page(store: Store, writer: RecordWriter) -> None:
    writer.write(*(writer.next(TABLE) for _ in range(2345)))
    assert [record.seq for record in store.records(TABLE)] == list(range(1, 2346))
    assert [record.seq for record in store.records(TABLE, after=2340)] == [2341, 2342, 2343, 2344, 2345]
    assert [record.seq for record in store.records(TABLE, after=10, limit=2)] == [11, 12]
    assert [record.seq for record in store.records(TABLE, limit=1500)][-1] == 1500


def test_heads_are_the_last_records_of_all_streams(store: Store, writer: RecordWriter) -> None:
    assert store.heads() == {}
    assert store.head(TABLE) == (0, genesis(store.house, TABLE))
    last = [writer.next(stream) for stream in ("house", TABLE, TABLE, "table/pai-gow")]
    writer.write(*last)
    assert store.heads() == {record.stream: (record.seq, record.hash) for record in last}
    assert store.head(TABLE) == store.heads()[TABLE]


def test_balances_follow_the_transfers(store: Store, writer: RecordWriter) -> None:
    writer.fund("player:7", 500)
    writer.write(writer.next(TABLE, Transfer("player:7", "stakes:ez-1", 200), Transfer("player:7", "drop:ez-1", 1)))
    assert store.balances() == {"outside": -500, "player:7": 299, "stakes:ez-1": 200, "drop:ez-1": 1}
    assert store.balance("stakes:ez-1") == 200
    assert store.balance("player:99") == 0


def test_the_database_refuses_an_overdraft_and_its_whole_transaction(store: Store, writer: RecordWriter) -> None:
    writer.fund("player:7", 100)
    small, large = (writer.next(TABLE, Transfer("player:7", "stakes:ez-1", cents)) for cents in (60, 41))
    with pytest.raises(OverdraftError):
        writer.write(small, large)
    assert store.balance("player:7") == 100
    assert store.head(TABLE).seq == 0


def test_the_house_may_go_below_zero(store: Store, writer: RecordWriter) -> None:
    writer.write(writer.next(TABLE, Transfer("house:ez-1", "player:7", 5)))
    assert store.balance("house:ez-1") == -5


def test_transfers_of_a_record_are_ordered_to_avoid_overdrafts(store: Store, writer: RecordWriter) -> None:
    writer.write(writer.next(TABLE, Transfer("stakes:ez-1", "bank:ez-1", 5), Transfer("house:ez-1", "stakes:ez-1", 5)))
    assert store.balance("bank:ez-1") == 5
    assert [row.line for row in rows(store, select(schema.transfers).order_by(schema.transfers.c.line))] == [0, 1]


def test_a_circle_of_transfers_keeps_its_order() -> None:
    circle = (Transfer("player:1", "player:2", 5), Transfer("player:2", "player:1", 3))
    assert order_to_avoid_overdraft(circle) == list(enumerate(circle))


def test_a_balance_cannot_exceed_its_maximum(store: Store, writer: RecordWriter) -> None:
    writer.fund("player:7", CENTS_MOST)
    with store.begin() as transaction:
        rich = update(schema.accounts).where(schema.accounts.c.name == "player:7")
        transaction.write(rich.values(balance=schema.BALANCE_MOST))
    with pytest.raises(WriteRejectedError, match="accounts_within_bounds"):
        writer.fund("player:7", CENTS_MOST)


def test_an_unknown_account_takes_no_money(store: Store, writer: RecordWriter) -> None:
    record = writer.next(TABLE, Transfer("outside", "player:7", 1))
    with pytest.raises(WriteRejectedError), store.begin() as transaction:
        transaction.append(record)
    assert store.heads() == {}


def test_an_account_is_created_once_and_keeps_its_overdraft_rule(store: Store) -> None:
    for may in (False, True):
        with store.begin() as transaction:
            transaction.account("meter:mini", may)
    with (
        Store.open(store.location.path or store.location.url.render_as_string(hide_password=False)) as again,
        again.begin() as transaction,
    ):
        transaction.account("meter:mini", True)
    [account] = rows(store, select(schema.accounts))
    assert tuple(account) == ("meter:mini", "meter", 0, False)


def test_a_hundred_spends_of_the_last_dollar_have_one_success(store: Store, writer: RecordWriter) -> None:
    writer.fund("player:7", 100)

    def spend(number: int) -> bool:
        spender = RecordWriter(store)
        try:
            spender.write(spender.next(f"table/t{number}", Transfer("player:7", "stakes:ez-1", 100)))
        except OverdraftError:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(spend, range(100))) == 1
    assert store.balances() == {"outside": -100, "player:7": 0, "stakes:ez-1": 100}


ACCOUNTS = ("player:1", "player:2", "stakes:t", "bank:t", "house:t", "outside")
a_transfer = st.builds(
    lambda names, cents: Transfer(names[0], names[1], cents),
    st.permutations(ACCOUNTS),
    st.integers(1, 50),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(batches=st.lists(st.lists(a_transfer, min_size=1, max_size=4), min_size=1, max_size=8))
def test_any_sequence_of_transfers_sums_to_zero_and_agrees_with_a_model(
    store: Store, batches: list[list[Transfer]]
) -> None:
    writer, example = RecordWriter(store), f".{next(numbers)}"
    model: dict[str, int] = {}
    for batch in batches:
        lines = [Transfer(debit + example, credit + example, cents) for debit, credit, cents in batch]
        after = modelled(model, lines)
        record = writer.next(f"table/t{example}", *lines)
        if after is None:
            with pytest.raises(OverdraftError):
                writer.write(record)
        else:
            writer.write(record)
            model = after
    found = {name: cents for name, cents in store.balances().items() if name.endswith(example)}
    assert {name: cents for name, cents in found.items() if cents} == {name: c for name, c in model.items() if c}
    assert sum(store.balances().values()) == 0


def modelled(balances: dict[str, int], lines: list[Transfer]) -> dict[str, int] | None:
    """Return the balances after the transfers, or None if a transfer overdraws an account that may not be overdrawn."""
    after = dict(balances)
    for _, (debit, credit, cents) in order_to_avoid_overdraft(tuple(lines)):
        after[debit] = after.get(debit, 0) - cents
        after[credit] = after.get(credit, 0) + cents
        if after[debit] < 0 and kind_of(debit) not in KINDS_BELOW_ZERO:
            return None
    return after


@pytest.mark.parametrize("table", schema.APPEND_ONLY, ids=lambda table: str(table.name))
def test_append_only_rows_cannot_be_changed_or_deleted(store: Store, writer: RecordWriter, table: Table) -> None:
    fill(store, writer)
    column = list(table.columns)[-1]
    for statement in (update(table).values({column.name: column}), table.delete()):
        with pytest.raises(WriteRejectedError, match="written once"), store.begin() as transaction:
            transaction.write(statement)
    assert rows(store, select(table))


def fill(store: Store, writer: RecordWriter) -> None:
    """Write one row to each append-only table."""
    writer.fund("player:7", 100)
    with store.begin() as transaction:
        transaction.write(insert(schema.significant), {"at": 1, "code": "door", "text": "open"})
        transaction.write(insert(schema.redemptions), {"at": 1, "number": "1", "by": "c", "outcome": "paid"})
        transaction.write(insert(schema.login_attempts), {"at": 1, "name": "ann", "outcome": "ok"})
        transaction.write(insert(schema.bundles), {"round_id": "r", "at": 1, "by": "ann", "digest": "d"})
        transaction.write(insert(schema.checkpoints), {"at": 1, "body": "{}", "signature": ""})


def test_postgresql_refuses_to_truncate_too(postgres_server: PostgresServer) -> None:
    with Store.open(postgres_server.new_database(), create=True) as house:
        for name in (*(table.name for table in schema.APPEND_ONLY), "accounts"):
            with pytest.raises(WriteRejectedError, match=r"written once|not renamed"), house.begin() as transaction:
                transaction.write(text(f"TRUNCATE {name} CASCADE"))


def test_accounts_cannot_be_renamed_or_deleted(store: Store, writer: RecordWriter) -> None:
    writer.fund("player:7", 100)
    accounts = schema.accounts
    changes = (
        update(accounts).values(may_go_below_zero=True),
        update(accounts).where(accounts.c.name == "player:7").values(name="player:8"),
        accounts.delete(),
    )
    for change in changes:
        with pytest.raises(WriteRejectedError, match="not renamed"), store.begin() as transaction:
            transaction.write(change)


def test_a_sequence_number_of_a_stream_is_used_once(store: Store, writer: RecordWriter) -> None:
    first = writer.next(TABLE)
    writer.write(first)
    with pytest.raises(DuplicateRecordError):
        writer.write(first)


def test_no_sequence_number_of_a_stream_is_skipped(store: Store, writer: RecordWriter) -> None:
    writer.next(TABLE)
    with pytest.raises(DuplicateRecordError):
        writer.write(writer.next(TABLE))
    assert store.heads() == {}


def test_a_record_must_follow_the_record_it_names(store: Store, writer: RecordWriter) -> None:
    writer.write(writer.next(TABLE))
    stranger = Record.chained(chain_hash("", ""), stream=TABLE, seq=2, at=0, actor="a", command="c")
    with pytest.raises(DuplicateRecordError):
        writer.write(stranger)


def test_each_person_can_use_an_idempotency_key_once(store: Store, writer: RecordWriter) -> None:
    writer.write(writer.next(TABLE, key="k"), writer.next(TABLE, key="k", actor="player:8"))
    with pytest.raises(DuplicateRecordError):
        writer.write(writer.next("table/other", key="k"))
    writer.write(writer.next(TABLE), writer.next(TABLE))  # records without a key may repeat


def test_an_exception_during_a_transaction_leaves_nothing(store: Store, writer: RecordWriter) -> None:
    with pytest.raises(ZeroDivisionError), store.begin() as transaction:  # noqa: PT012 - the block is what is tested
        transaction.append(writer.next(TABLE))
        transaction.flush()
        raise ZeroDivisionError
    assert store.heads() == {}


def test_a_query_sees_the_writes_of_its_own_transaction_and_a_reader_does_not(store: Store) -> None:
    with store.begin() as transaction:
        transaction.upsert(schema.key_values, key="mode", value="demo")
        assert (
            transaction.query(select(schema.key_values.c.value).where(schema.key_values.c.key == "mode"))[0][0]
            == "demo"
        )
        assert store.key_value("mode") is None
    assert store.key_value("mode") == "demo"


def test_an_upsert_replaces_a_row_and_writes_keep_their_order(store: Store) -> None:
    with store.begin() as transaction:
        transaction.upsert(schema.key_values, key="mode", value="demo")
        transaction.write(update(schema.key_values).where(schema.key_values.c.key == "mode"), {"value": "b"})
        transaction.upsert(schema.key_values, key="mode", value="real")
        transaction.write(insert(schema.significant), [])
    assert store.key_value("mode") == "real"
    assert rows(store, select(schema.significant)) == []


def test_an_upsert_of_a_row_with_only_a_key_keeps_it(store: Store) -> None:
    with store.begin() as transaction:
        transaction.upsert(schema.rounds, id="r", **dict.fromkeys(("table_name", "rulebook", "digest", "version"), "x"),
                        number=1, opened_at=1, mode="automated", status="settled", body="{}")  # fmt: skip
        for _ in range(2):
            transaction.upsert(schema.round_players, round_id="r", account="player:7")
    assert len(rows(store, select(schema.round_players))) == 1


def test_a_voucher_is_redeemed_once_or_nothing_happens(store: Store) -> None:
    vouchers = schema.vouchers
    unpaid = update(vouchers).where(vouchers.c.number == "123", vouchers.c.status == "issued").values(status="paid")
    with store.begin() as transaction:
        voucher = {"number": "123", "cents": 5, "status": "issued", "kind": "cash", "issued_at": 1, "issued_by": "x"}
        transaction.write(insert(vouchers), voucher)
        transaction.write(unpaid, touching=True)
    again = pytest.raises(WriteRejectedError, match="0 rows touched where 1")
    with again, store.begin() as transaction:
        transaction.upsert(schema.key_values, key="paid", value="twice")
        transaction.write(unpaid, touching=True)
    assert store.key_value("paid") is None


def test_a_reader_sees_one_snapshot(store: Store, writer: RecordWriter) -> None:
    writer.write(writer.next(TABLE))
    with store.read() as connection:
        before = connection.execute(select(schema.records.c.seq)).all()
        writer.write(writer.next(TABLE))
        assert connection.execute(select(schema.records.c.seq)).all() == before
    assert store.head(TABLE).seq == 2


def test_a_reader_cannot_write(store: Store) -> None:
    with pytest.raises((DBAPIError, DatabaseUnavailableError), match=r"read.?only"), store.read() as connection:
        connection.execute(insert(schema.key_values).values(key="x", value="y"))
    assert store.key_value("x") is None


def rows(store: Store, statement: Executable) -> list[Row[Any]]:
    with store.read() as connection:
        return list(connection.execute(statement))


def test_a_stream_is_run_by_one_process_at_a_time(store: Store, database_url: str) -> None:
    holder = start_child("hold", database_url, TABLE)
    assert holder.stdin
    assert holder.stdout
    try:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(BadInput, match="table/ez-1: is run by another process already"):
            store.lock_stream(TABLE)
        store.lock_stream("table/other").release()
    finally:
        holder.stdin.close()
        holder.wait(30)
        holder.stdout.close()
    with store.lock_stream(TABLE) as claim:
        claim.check()


def test_a_lock_is_refused_inside_one_process_too_and_ends_with_the_store(store: Store, database_url: str) -> None:
    with Store.open(database_url) as second_store:
        claim = second_store.lock_stream(TABLE)
        with pytest.raises(BadInput, match="already"):
            store.lock_stream(TABLE)
    claim.release()
    store.lock_stream(TABLE).check()


def test_one_store_locks_many_streams_and_none_twice(store: Store) -> None:
    claims = [store.lock_stream(f"table/{number}") for number in range(60)]
    with pytest.raises(BadInput, match="table/7: is run by another process already"):
        store.lock_stream("table/7")
    claims[7].release()
    claims[7].release()
    with pytest.raises(DatabaseUnavailableError, match="the claim on table/7 was released"):
        claims[7].check()
    store.lock_stream("table/7").check()
    claims[8].check()
