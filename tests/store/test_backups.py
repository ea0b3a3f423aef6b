"""Backups, restored houses and exports: complete, of one moment, and without secrets."""

# ruff: noqa: F811 - pytest finds the fixtures of tests.database by these names

from __future__ import annotations

import builtins
import gzip
import json
import re
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from pyarrow.parquet import read_table
from sqlalchemy import Boolean, Column, Integer, insert, select

from croupier.errors import BadInput
from croupier.store import HouseKeys, OverdraftError, Store, Transfer, archive_reader, migrate, schema
from croupier.store.archive_reader import Block, Manifest
from croupier.store.backup import FORMAT, backup, check, dump, restore
from croupier.store.checkpoint import checkpoint
from croupier.store.export import Format, export
from croupier.store.log_audit import PUBLIC_KEY, verify_log
from croupier.store.record import canonical, genesis
from tests.database import database_url, new_database, postgres_server  # noqa: F401 - fixtures
from tests.store_writer import NOON, RecordWriter, tamper

TABLE = "table/ez-1"
SECRET = "must-not-be-shown"
SECRETS = {
    ("users", "password"),
    ("sessions", "token_hash"),
    ("sessions", "csrf"),
    ("terminals", "secret_hash"),
    ("terminals", "code_hash"),
    ("vouchers", "number"),
    ("redemptions", "number"),
    ("coupons", "number"),
    ("second_factors", "sealed"),
    ("second_factors", "recovery"),
    ("snapshots", "sealed"),
}


@pytest.fixture
def store(database_url: str, tmp_path: Path) -> Iterator[Store]:
    """Open a house with a row in every table."""
    keys = HouseKeys.create(tmp_path / "keys")
    with Store.open(database_url, create=True) as house:
        RecordWriter(house).play(TABLE, 5)
        with house.begin() as transaction:
            transaction.upsert(schema.key_values, key=PUBLIC_KEY, value=keys.public_text)
            for table in schema.metadata.sorted_tables:
                if table.name not in ("records", "transfers", "accounts", "checkpoints", "settings", "archives"):
                    transaction.write(insert(table), {column.name: example_value(column) for column in table.columns})
            transaction.write(insert(schema.archives), example_manifest(house, keys)._asdict())
        checkpoint(house, keys, NOON)
        yield house


def example_manifest(house: Store, keys: HouseKeys) -> Manifest:
    """Return the signed manifest of an archive that ends with the row of `archived`."""
    facts = {"house": house.house, "number": 1, "before": genesis(house.house, "archives")}
    body = canonical({**facts, "blocks": [Block("1", 1, 1, "", "", 0, 0, "")]})
    return Manifest(1, NOON, body, keys.sign(archive_reader.SIGNED_AS + body.encode()))


def example_value(column: Column[Any]) -> object:
    """Return a valid value for a column."""
    if isinstance(column.type, Boolean):
        return True
    if isinstance(column.type, Integer):
        return 1
    if (column.table.name, column.name) in SECRETS:
        return SECRET
    return "1" if column.foreign_keys or column.primary_key else f"{column.name} é"


def all_rows(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of the database, by table."""
    with store.read() as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for table in schema.metadata.sorted_tables
        }


def test_a_backup_equals_the_house(store: Store, tmp_path: Path) -> None:
    backup(store, tmp_path / "copy")
    assert check(tmp_path / "copy").is_sound
    report = restore(tmp_path / "copy", tmp_path / "again.db")
    assert report.is_sound
    assert report.checkpoints == 1
    assert report.signatures_checked
    with Store.open(tmp_path / "again.db") as again:
        assert again.house == store.house
        assert all_rows(again) == all_rows(store)


def test_a_dump_of_either_database_can_be_restored_into_either(
    store: Store, new_database: Callable[[], str], tmp_path: Path
) -> None:
    dump(store, tmp_path / "house.gz")
    for where in (new_database(), str(tmp_path / "again.db")):
        assert restore(tmp_path / "house.gz", where).is_sound
        with Store.open(where) as again:
            assert all_rows(again) == all_rows(store)


def test_a_restored_house_continues_where_it_stopped(
    store: Store, new_database: Callable[[], str], tmp_path: Path
) -> None:
    dump(store, tmp_path / "house.gz")
    where = new_database()
    restore(tmp_path / "house.gz", where)
    with Store.open(where) as again:
        writer = RecordWriter(again)
        writer.fund("player:7", 5)
        with again.begin() as transaction:
            transaction.write(insert(schema.significant), {"at": 1, "code": "restored", "text": ""})
        with again.read() as connection:
            assert list(connection.scalars(select(schema.significant.c.id).order_by("id"))) == [1, 2]
        assert verify_log(again).is_sound


def test_money_that_moved_between_streams_can_be_restored(
    store: Store, new_database: Callable[[], str], tmp_path: Path
) -> None:
    """Check that a restore accepts a log in which, read stream by stream, player 9 spends money before receiving it."""
    writer = RecordWriter(store)
    writer.fund("player:9", 100, stream="table/z")
    writer.write(writer.next("house", Transfer("player:9", "vouchers", 100)))
    dump(store, tmp_path / "house.gz")
    where = new_database()
    assert restore(tmp_path / "house.gz", where).is_sound
    with Store.open(where) as again:
        assert again.balances() == store.balances()
        with pytest.raises(OverdraftError):
            RecordWriter(again).write(RecordWriter(again).next("house", Transfer("player:9", "vouchers", 1)))
        RecordWriter(again).fund("player:9", 1)
        assert again.balance("player:9") == 1


def test_a_backup_made_while_the_house_writes_is_complete(store: Store, tmp_path: Path) -> None:
    enough = threading.Event()

    def write() -> None:
        writer = RecordWriter(store)
        for _ in range(100_000):
            if enough.is_set():
                return
            writer.write(*(writer.next(TABLE, Transfer("outside", "player:7", 1)) for _ in range(20)))

    thread = threading.Thread(target=write)
    thread.start()
    try:
        heads = []
        for number in range(4):
            heads.append(store.head(TABLE).seq)
            backup(store, tmp_path / f"copy-{number}")
    finally:
        enough.set()
        thread.join()
    for number, head in enumerate(heads):
        report = restore(tmp_path / f"copy-{number}", tmp_path / f"again-{number}.db")
        assert report.is_sound
        with Store.open(tmp_path / f"again-{number}.db") as again:
            assert again.head(TABLE).seq >= head
    assert verify_log(store).is_sound


def test_a_backup_of_an_altered_house_shows_the_alteration(store: Store, database_url: str, tmp_path: Path) -> None:
    tamper(database_url, f"UPDATE records SET actor = 'x' WHERE stream = '{TABLE}' AND seq = 3")
    backup(store, tmp_path / "copy")
    assert str(check(tmp_path / "copy").first).startswith(f"{TABLE}#3: its actor is 'x'")


def test_a_backup_never_overwrites_a_file(store: Store, tmp_path: Path) -> None:
    (tmp_path / "copy").write_text("precious")
    with pytest.raises(BadInput, match="copy: is there already"):
        backup(store, tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "precious"
    with pytest.raises(BadInput, match=r"nowhere.copy: cannot be written"):
        backup(store, tmp_path / "nowhere" / "copy")


def test_a_restore_never_overwrites_a_house(store: Store, database_url: str, tmp_path: Path) -> None:
    dump(store, tmp_path / "house.gz")
    with pytest.raises(BadInput, match=r"is there already|is not empty"):
        restore(tmp_path / "house.gz", database_url)
    assert verify_log(store).is_sound


HEADER = canonical({"format": FORMAT, "schema": migrate.newest_version()}) + "\n"


@pytest.mark.parametrize(
    ("begins", "piece", "message"),
    [
        ("", "a", "line 1 has more than 16,777,216 characters"),
        (HEADER, "a", "line 2 has more than 16,777,216 characters"),
        (HEADER, "0\n", "line 2 is no row of a table"),
        (HEADER, "[" * 2**20 + "\n", "nested deeper"),
    ],
    ids=["one line", "one line after the first", "numbers", "brackets"],
)
def test_a_small_backup_that_unpacks_to_a_huge_one_is_refused(
    tmp_path: Path, begins: str, piece: str, message: str
) -> None:
    with gzip.open(tmp_path / "bomb.gz", "wt", compresslevel=1) as file:
        file.write(begins)
        for _ in range(160):
            file.write(piece * (2**20 // len(piece) or 1))
    tracemalloc.start()
    try:
        with pytest.raises(BadInput, match=r"bomb\.gz: is not a copy of a house, or is damaged: ") as refused:
            check(tmp_path / "bomb.gz")
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert message in str(refused.value)
    assert most < 100 * 2**20


def test_only_the_owner_can_read_a_backup(store: Store, tmp_path: Path) -> None:
    backup(store, tmp_path / "copy")
    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o600


def lines_of(path: Path) -> list[str]:
    """Return the lines of an unpacked dump."""
    return gzip.decompress(path.read_bytes()).decode().splitlines(keepends=True)


DAMAGE: dict[str, Callable[[list[str]], list[str]]] = {
    "without its end": lambda lines: lines[:-1],
    "without a row": lambda lines: [line for line in lines if '"wager/place"' not in line],
    "with a line that is no text": lambda lines: [*lines[:9], "{\n", *lines[9:]],
    "of another format": lambda lines: ['{"format":"x"}\n', *lines[1:]],
    "of another schema": lambda lines: [re.sub(r'"0\d{3}"', '"0900"', lines[0]), *lines[1:]],
    "with a table nobody knows": lambda lines: [lines[0], '{"columns":["x"],"table":"x"}\n', *lines[1:]],
    "of nothing": lambda lines: [],
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_dump_is_not_restored(
    store: Store, tmp_path: Path, new_database: Callable[[], str], damage: Callable[[list[str]], list[str]]
) -> None:
    dump(store, tmp_path / "house.gz")
    damaged = tmp_path / "damaged.gz"
    damaged.write_bytes(gzip.compress("".join(damage(lines_of(tmp_path / "house.gz"))).encode()))
    where = new_database()
    with pytest.raises(BadInput, match=r"is not a copy of a house, or is damaged|the copy cannot be restored"):
        restore(damaged, where)
    with pytest.raises(BadInput, match=r"holds no house yet|there is no database here"):
        Store.open(where)


def test_a_dump_cut_in_two_is_not_restored(store: Store, tmp_path: Path) -> None:
    dump(store, tmp_path / "house.gz")
    content = (tmp_path / "house.gz").read_bytes()
    (tmp_path / "house.gz").write_bytes(content[: len(content) // 2])
    with pytest.raises(BadInput, match="is not a copy of a house, or is damaged"):
        check(tmp_path / "house.gz")
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        check(tmp_path / "nothing")


def test_a_file_that_is_not_a_backup_is_not_restored(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Sir")
    with pytest.raises(BadInput, match="file is not a database"):
        check(tmp_path / "letter")
    Store.open(tmp_path / "house.db", create=True).close()
    with pytest.raises(BadInput, match="it is restored to a file, not to a server"):
        restore(tmp_path / "house.db", "postgresql://127.0.0.1:1/x")


def read_export(folder: Path, form: Format) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of an export, by table."""
    if form == "parquet":
        return {path.stem: read_table(path).to_pylist() for path in folder.glob("*.parquet")}
    return {path.stem: [json.loads(line) for line in path.read_text().splitlines()] for path in folder.glob("*.jsonl")}


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_an_export_has_everything_but_the_secrets(store: Store, tmp_path: Path, form: Format) -> None:
    files = export(store, tmp_path / "export", form)
    found, wanted = read_export(tmp_path / "export", form), all_rows(store)
    assert found.keys() == wanted.keys()
    assert all(wanted.values())
    for table in schema.metadata.sorted_tables:
        names = [column.name for column in table.columns]
        rows = [dict(zip(names, row, strict=True)) for row in wanted[table.name]]
        shown = [{name: row[name] for name in names if (table.name, name) not in SECRETS} for row in rows]
        assert found[table.name] == shown
    assert sum(file.rows for file in files) == sum(map(len, wanted.values()))
    for path in (tmp_path / "export").iterdir():
        assert SECRET.encode() not in path.read_bytes()


def test_the_manifest_lists_every_file_of_an_export(store: Store, tmp_path: Path) -> None:
    export(store, tmp_path / "export")
    manifest = json.loads((tmp_path / "export" / "manifest.json").read_text())
    assert manifest["house"] == store.house
    for file in manifest["files"]:
        content = (tmp_path / "export" / file["file"]).read_bytes()
        assert file["sha256"] == sha256(content).hexdigest()
        assert file["rows"] == content.count(b"\n")
    assert len(manifest["files"]) == len(schema.metadata.tables)


def test_an_export_is_never_mixed_with_other_files(store: Store, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="the export cannot be written: File exists"):
        export(store, tmp_path)


def test_parquet_without_its_package_gives_a_clear_error(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(BadInput, match=r"parquet: needs pyarrow; run: pip install croupier\[parquet\]"):
        export(store, tmp_path / "export", "parquet")
