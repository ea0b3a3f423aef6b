"""Fixtures for the tests of smart shoes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.database import database_url, new_database, postgres_server  # noqa: F401 - fixtures
from tests.server_fixture import Live, live_house
from tests.shoe_house import ShoeHouse


@pytest.fixture
def shoe_house(tmp_path: Path) -> Iterator[ShoeHouse]:
    opened = ShoeHouse(tmp_path)
    yield opened
    opened.store.close()


@pytest.fixture
def shoe_house_per_database(tmp_path: Path, database_url: str) -> Iterator[ShoeHouse]:  # noqa: F811 - a fixture
    """Open the same house on SQLite and on PostgreSQL, one test run for each."""
    opened = ShoeHouse(tmp_path, url=database_url)
    yield opened
    opened.store.close()


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    with live_house(tmp_path) as opened:
        yield opened
