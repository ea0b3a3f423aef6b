"""Servers that may not join a house: each is refused with the reason, and the servers that run it go on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from croupier.errors import BadInput
from croupier.house import membership as membership_module
from croupier.house.clock import now_ms
from croupier.house.house import House
from croupier.server.open_casino import open_casino
from croupier.store.keys import HouseKeys
from tests.cluster_server import cluster_config
from tests.database import PostgresServer, postgres_server  # noqa: F401 - fixture


@contextmanager
def opened(config: Any, **how: Any) -> Iterator[House]:
    """Open a house as one server of several, and leave it at the end."""
    house = open_casino(config, create=True, **how)
    if house.membership is not None:
        house.membership.has_started()
    try:
        yield house
    finally:
        if house.membership is not None:
            house.membership.leave()
            house.membership.listening.close()
        house.store.close()


@pytest.fixture(scope="module")
def database(postgres_server: PostgresServer) -> str:  # noqa: F811
    return postgres_server.new_database()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("house")


@pytest.fixture(scope="module", autouse=True)
def running(folder: Path, database: str) -> Iterator[House]:
    """Run the server `a` of the house."""
    with opened(cluster_config(folder, database, "a")) as house:
        table = cluster_config(folder, database, "a").table[0]
        house.create_table(table.name, table.settings)
        yield house


def refusal(config: Any, **how: Any) -> str:
    with pytest.raises(BadInput) as refused, opened(config, **how):
        pass
    return str(refused.value)


def test_a_server_that_fits_joins(folder: Path, database: str, running: House) -> None:
    for ahead in (-900, 0, 900):
        with opened(cluster_config(folder, database, "b"), clock=lambda ahead=ahead: now_ms() + ahead) as house:
            assert {server.id for server in house.membership.table.state().living} == {"a", "b"}  # type: ignore[union-attr]


@pytest.mark.parametrize(("ahead_ms", "text"), [(1_500, "1.5 s ahead of"), (-3_000, "3.0 s behind")])
def test_a_wrong_clock_is_refused(folder: Path, database: str, ahead_ms: int, text: str) -> None:
    message = refusal(cluster_config(folder, database, "b"), clock=lambda: now_ms() + ahead_ms)
    assert f"clock: is {text} the database's; set it right (NTP)" in message


def test_another_rulebook_is_refused(folder: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership_module, "load", lambda name: SimpleNamespace(digest=f"another {name}"))
    message = refusal(cluster_config(folder, database, "b"))
    assert "this server has another rulebook ilani-midi-baccarat than server a" in message


def test_another_schema_is_refused(folder: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership_module, "newest_version", lambda: "9999")
    message = refusal(cluster_config(folder, database, "b"))
    assert "another version of the database's schema than server a: 9999, and there it is 0" in message


def test_a_second_server_of_one_name_is_refused(folder: Path, database: str) -> None:
    message = refusal(cluster_config(folder, database, "a"))
    assert "there is a living server a already; give each server its own name" in message


def test_a_second_house_on_one_database_is_refused(tmp_path: Path, database: str, running: House) -> None:
    HouseKeys.create(tmp_path / "house.key")
    message = refusal(cluster_config(tmp_path, database, "b"))
    assert "server a of another house uses this database" in message
    assert running.store.key_value("public_key") == running.keys.public_text


def test_a_process_alone_is_refused_while_servers_share_the_house(folder: Path, database: str) -> None:
    message = refusal(cluster_config(folder, database, ""))
    assert "is run by several servers: a; join them with --server, or stop them" in message


def test_a_server_is_refused_while_a_process_runs_the_house_alone(
    tmp_path: Path,
    postgres_server: PostgresServer,  # noqa: F811
) -> None:
    own = postgres_server.new_database()
    with opened(cluster_config(tmp_path, own, "")):
        assert "house" in refusal(cluster_config(tmp_path, own, "b"))


def test_a_file_is_no_database_for_several_servers(tmp_path: Path) -> None:
    message = refusal(cluster_config(tmp_path, str(tmp_path / "house.db"), "a"))
    assert "is a file; several servers share a database of PostgreSQL only" in message
