"""Load benchmark over PostgreSQL: it can run again and again, and problems with its database are one line."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from benchmarks import load
from croupier.server.config import HouseConfig, HouseSection
from croupier.server.open_casino import open_casino
from tests.database import PostgresServer, postgres_server  # noqa: F401 - fixtures


def test_each_benchmark_has_its_own_house_in_one_database(postgres_server: PostgresServer, tmp_path: Path) -> None:  # noqa: F811 - a fixture
    database = postgres_server.new_database()
    for shape in ("tables", "watched"):
        with load.own_schema(database) as url:
            part = HouseSection(demonstration=True, database=str(url), keys=str(tmp_path / shape))
            house = open_casino(HouseConfig(house=part), create=True)
            assert house.tables == {}
            house.store.close()
    with psycopg.connect(postgres_server.url("postgres")) as connection:
        left = connection.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'croupier_load_%'").fetchall()
    assert left == []


@pytest.mark.parametrize(
    ("database", "message"),
    [
        ("house.db", "is a file; give postgresql://"),
        ("mysql://host/name", "is not a file, sqlite:///FILE or postgresql://"),
        ("postgresql://nobody@127.0.0.1:1/none", "--database: "),
    ],
)
def test_an_unusable_database_is_reported_in_one_line(database: str, message: str) -> None:
    with pytest.raises(SystemExit) as ended, load.own_schema(database):
        pass
    assert str(ended.value).startswith("load.py: --database: ")
    assert message in str(ended.value)


def test_a_server_that_does_not_start_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / "benchmarks" / "load_server.py").write_text("raise SystemExit('no')")
    with pytest.raises(SystemExit, match="the server did not start"), load.server("house", tree=tmp_path):
        pass
