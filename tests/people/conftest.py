"""House fixture for tests of people, over SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from croupier.evidence.row_audit import audit_rows
from croupier.store.store import Store
from tests.database import database_url, new_database, postgres_server  # noqa: F401 - fixtures
from tests.people_house import House


@pytest.fixture
def house(database_url: str) -> Iterator[House]:  # noqa: F811 - a fixture
    """Open a new house; after the test, check that every row of its database follows from the log."""
    with Store.open(database_url, create=True) as store:
        yield House(store)
        assert audit_rows(store).findings == []
