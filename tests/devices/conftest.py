"""The shops that tests of the smart shoe share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.database import database_url, new_database, postgres_server  # noqa: F401 - fixtures
from tests.server_fixture import Live, live_house
from tests.shoe_shop import Shop


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Shop]:
    made = Shop(tmp_path)
    yield made
    made.store.close()


@pytest.fixture
def on_either(tmp_path: Path, database_url: str) -> Iterator[Shop]:  # noqa: F811 - a fixture
    """The same over each kind of database."""
    made = Shop(tmp_path, url=database_url)
    yield made
    made.store.close()


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    with live_house(tmp_path) as made:
        yield made
