"""Opening a house, the error message when that fails, and the key file of the house."""

# ruff: noqa: F811 - pytest finds the fixtures of tests.database by these names

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, select, text

from croupier.cli.store import upgrade_house
from croupier.errors import BadInput
from croupier.store import DatabaseCorruptedError, HouseKeys, Store, migrate, schema
from croupier.store.claims import cluster_metadata
from croupier.store.engine import DatabaseLocation, reader_engine, writer_engine
from croupier.store.errors import translate_errors
from croupier.store.keys import KeysExistError
from croupier.store.keys import verify_signature as is_signature
from tests.database import PostgresServer, database_url, new_database, postgres_server  # noqa: F401 - fixtures
from tests.silent_proxy import SilentProxy
from tests.store_writer import RecordWriter, tamper

TABLE = "table/ez-1"


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    with Store.open(database_url, create=True) as house:
        yield house


def test_a_house_keeps_its_id_and_another_house_has_another(new_database: Callable[[], str]) -> None:
    first_url, second_url = new_database(), new_database()
    with Store.open(first_url, create=True) as first, Store.open(second_url, create=True) as second:
        assert first.house != second.house
        assert len(first.house) == 32
    with Store.open(first_url, create=True) as again:
        assert again.house == first.house


def test_the_migrations_create_the_schema(store: Store) -> None:
    with store.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": False})
        assert compare_metadata(context, [schema.metadata, cluster_metadata]) == []


def test_a_database_reports_its_version(new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    url = new_database()
    place = DatabaseLocation.parse(url)
    if place.path:
        place.path.touch()
    engine = writer_engine(place)
    try:
        assert migrate.state(engine) is migrate.SchemaState.EMPTY
        migrate.upgrade(engine)
        migrate.upgrade(engine)
        assert migrate.state(engine) is migrate.SchemaState.CURRENT
        newest = migrate.newest_version()
        monkeypatch.setattr(migrate, "newest_version", lambda: "9998")
        assert migrate.state(engine) is migrate.SchemaState.OLDER
        for create in (False, True):
            with pytest.raises(
                BadInput, match=f"has schema {newest} and this program needs 9998; run: croupier store upgrade"
            ):
                Store.open(url, create=create)
    finally:
        engine.dispose()


def test_a_house_is_upgraded_on_request(database_url: str) -> None:
    with Store.open(database_url, upgrade=True) as new, Store.open(database_url, upgrade=True) as again:
        assert new.house == again.house


def test_a_house_of_the_first_version_is_upgraded(store: Store, database_url: str) -> None:
    house = store.house
    tamper(database_url, "DROP TABLE second_factors", "UPDATE alembic_version SET version_num = '0001'")
    with pytest.raises(BadInput, match=r"has schema 0001 and this program needs .*; run: croupier store upgrade"):
        Store.open(database_url)
    upgrade_house(database_url)
    with Store.open(database_url) as again:
        assert again.house == house
        test_the_migrations_create_the_schema(again)


def test_two_processes_that_create_a_house_at_once_create_the_same(new_database: Callable[[], str]) -> None:
    url = new_database()

    def begin(_: int) -> str:
        with Store.open(url, create=True) as house:
            return house.house

    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(begin, range(4)))) == 1


def test_a_newer_database_is_not_opened(store: Store, database_url: str) -> None:
    tamper(database_url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(
        BadInput, match=r"schema 9999, made by a later croupier than this one .* croupier store upgrade"
    ):
        Store.open(database_url)


def test_an_empty_database_becomes_a_house_only_on_request(new_database: Callable[[], str]) -> None:
    url = new_database()
    if path := DatabaseLocation.parse(url).path:
        path.touch()
    with pytest.raises(BadInput, match="holds no house yet; run: croupier store upgrade"):
        Store.open(url)


def test_a_database_of_another_program_is_not_changed(new_database: Callable[[], str]) -> None:
    url = new_database()
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE recipes (name text)"))
    engine.dispose()
    for create in (False, True):
        with pytest.raises(BadInput, match="is a database of something else"):
            Store.open(url, create=create)


def test_a_house_without_its_id_is_not_opened(store: Store, database_url: str) -> None:
    tamper(database_url, "DELETE FROM settings")
    with pytest.raises(BadInput, match="has lost the number of its house"):
        Store.open(database_url)


@pytest.mark.parametrize(
    ("location", "message"),
    [
        ("mysql://root:hunter2@host/db", "is not a file, sqlite:///FILE or postgresql://"),
        ("postgresql://ann:hunter2@:bad:/x", "is not the URL of a database"),
        ("sqlite://", "is not a file"),
        ("no-such-folder/house.db", "there is no database here"),
        ("postgresql://ann:hunter2@127.0.0.1:1/x", "cannot be opened"),
    ],
)
def test_a_wrong_database_url_is_reported_without_its_password(location: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=message) as found:
        Store.open(location)
    assert "hunter2" not in str(found.value)


def test_a_server_with_asynchronous_commits_is_not_used(postgres_server: PostgresServer) -> None:
    url = postgres_server.new_database()
    with pytest.raises(BadInput, match="answers before a commit is on its disk; set synchronous_commit = on"):
        Store.open(f"{url}%20-csynchronous_commit%3Doff", create=True)
    Store.open(f"{url}%20-csynchronous_commit%3Don", create=True).close()


def test_a_house_cannot_be_created_in_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be made: No such file"):
        Store.open(tmp_path / "nowhere" / "house.db", create=True)


def test_only_the_owner_can_read_a_new_file(tmp_path: Path) -> None:
    Store.open(tmp_path / "house.db", create=True).close()
    assert (tmp_path / "house.db").stat().st_mode & 0o777 == 0o600


@pytest.fixture
def written_file(tmp_path: Path) -> Path:
    path = tmp_path / "house.db"
    with Store.open(path, create=True) as house:
        RecordWriter(house).play(TABLE, 300)
    return path


@pytest.mark.parametrize("start", [0, 16, 100, 4096 * 3, 4096 * 9 + 100, 4096 * 20])
def test_a_damaged_file_is_not_opened(written_file: Path, start: int) -> None:
    content = bytearray(written_file.read_bytes())
    content[start : start + 4096] = b"\xa5" * 4096
    written_file.write_bytes(content)
    with pytest.raises(BadInput, match=r"house.db: cannot be opened: .*(damaged|malformed|not a database|corrupt)"):
        Store.open(written_file)


@pytest.mark.parametrize("length", [1, 100, 4096, 40_000])
def test_a_truncated_file_is_not_opened(written_file: Path, length: int) -> None:
    written_file.write_bytes(written_file.read_bytes()[:length])
    with pytest.raises(BadInput, match=r"house.db: (cannot be opened|holds no house)"):
        Store.open(written_file)


def test_damage_found_while_reading_is_not_reported_as_a_lost_connection(written_file: Path) -> None:
    pages = bytearray(written_file.read_bytes())
    pages[4096:] = b"\xa5" * (len(pages) - 4096)
    written_file.write_bytes(pages)
    engine = reader_engine(DatabaseLocation.of_file(written_file))
    with pytest.raises(DatabaseCorruptedError), translate_errors(), engine.connect() as connection:
        connection.execute(select(schema.records))
    engine.dispose()


def test_keys_sign_and_encrypt(tmp_path: Path) -> None:
    created = HouseKeys.create(tmp_path / "keys")
    keys = HouseKeys.load(tmp_path / "keys")
    assert keys.public_text == created.public_text
    assert is_signature(keys.public_text, b"a bundle", created.sign(b"a bundle"))
    assert not is_signature(keys.public_text, b"a bungle", created.sign(b"a bundle"))
    assert not is_signature("zz", b"a bundle", "zz")
    assert keys.decrypt(created.encrypt("Ks 9h 牌", "shoe 4"), "shoe 4") == "Ks 9h 牌"
    assert created.encrypt("Ks") != created.encrypt("Ks")
    assert "Ks 9h" not in created.encrypt("Ks 9h")


def test_a_sealed_shoe_opens_only_with_its_own_key_and_id(tmp_path: Path) -> None:
    own_keys, other_keys = HouseKeys.create(tmp_path / "one"), HouseKeys.create(tmp_path / "two")
    sealed = own_keys.encrypt("Ks", "shoe 4")
    altered = sealed[:-6] + ("A" if sealed[-6] != "A" else "B") + sealed[-5:]
    for keys, text_, about in (
        (other_keys, sealed, "shoe 4"),
        (own_keys, sealed, "shoe 5"),
        (own_keys, altered, "shoe 4"),
        (own_keys, "?", ""),
    ):
        with pytest.raises(BadInput, match="was not sealed with this house's key, or is damaged"):
            keys.decrypt(text_, about)


def test_only_the_owner_can_read_the_keys_and_they_are_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    HouseKeys.create(path)
    assert path.stat().st_mode & 0o777 == 0o600
    with pytest.raises(BadInput, match="cannot be written: File exists"):
        HouseKeys.create(path)
    path.chmod(0o644)
    with pytest.raises(BadInput, match="others may read the house's keys; run: chmod 600"):
        HouseKeys.load(path)


def test_keys_that_another_server_creates_are_never_read_in_half(tmp_path: Path) -> None:
    """Check that a reader finds the whole file or none, while eight servers of one house begin at the same time."""
    for nth in range(20):
        path = tmp_path / f"keys-{nth}"
        start = threading.Barrier(8)

        def begin(path: Path = path, start: threading.Barrier = start) -> str:
            start.wait(10)
            try:
                return HouseKeys.create(path).public_text
            except KeysExistError:
                return HouseKeys.load(path).public_text

        with ThreadPoolExecutor(8) as servers:
            assert len({found.result() for found in [servers.submit(begin) for _ in range(8)]}) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(f"keys-{nth}" for nth in range(20))


def test_keys_have_no_name_before_they_are_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []
    path, fsync = tmp_path / "keys", os.fsync
    monkeypatch.setattr(os, "fsync", lambda handle: (seen.append(path.exists()), fsync(handle)))
    HouseKeys.create(path)
    assert seen[0] is False
    assert path.exists()


def test_damaged_keys_are_not_used(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    HouseKeys.create(path)
    keys = json.loads(path.read_text())
    swapped = {**keys, "signing": keys["sealing"], "sealing": keys["signing"]}
    for text_ in ("", "{}", "[]", "null", "é", json.dumps(swapped), json.dumps({**keys, "signing": "AAAA"})):
        path.write_text(text_)
        with pytest.raises(BadInput, match="is not a file of the house's keys, or is damaged"):
            HouseKeys.load(path)
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        HouseKeys.load(tmp_path / "elsewhere")


def test_a_pair_of_databases_is_opened_at_the_one_that_can_be_written(postgres_server: PostgresServer) -> None:
    """Check the URL that libpq and pg_auto_failover write for a primary and its standby server."""
    database = postgres_server.new_database()
    with SilentProxy(postgres_server) as living, socket.create_server(("127.0.0.1", 0)) as free:
        gone = free.getsockname()[1]
        free.close()
        hosts = f"127.0.0.1:{gone},127.0.0.1:{living.port}"
        url = f"postgresql://croupier@{hosts}/postgres?target_session_attrs=read-write&{database.partition('&')[2]}"
        with Store.open(url, create=True, sessions="croupier a") as store:
            writer = RecordWriter(store)
            writer.write(writer.next(TABLE))
            assert store.head(TABLE).seq == 1
    with Store.open(database) as store:
        assert store.head(TABLE).seq == 1
    assert str(DatabaseLocation.parse("postgresql://croupier:secret@db-1,db-2:5433/house")) == (
        "postgresql+psycopg://croupier:***@/house?host=db-1&host=db-2%3A5433"
    )
