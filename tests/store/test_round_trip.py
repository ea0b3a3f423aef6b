"""Several statements for PostgreSQL in one round trip: their rows, and the error of one among them."""

from __future__ import annotations

import psycopg
import pytest
from sqlalchemy.exc import DataError, DBAPIError

from croupier.store.engine import DatabaseLocation, writer_engine
from croupier.store.round_trip import Statement, done_before, run_together
from tests.database import PostgresServer, postgres_server  # noqa: F401 - fixture

GOOD: list[Statement] = [("SELECT %s::int", (nth,)) for nth in range(6)]
BAD: Statement = ("SELECT 1 / %s", (0,))


@pytest.mark.parametrize("place", range(6))
def test_the_error_is_that_of_the_first_statement_that_failed(
    postgres_server: PostgresServer,  # noqa: F811
    place: int,
) -> None:
    engine = writer_engine(DatabaseLocation.parse(postgres_server.new_database()))
    with engine.connect() as connection:
        connection.begin()
        assert run_together(connection, GOOD) == [[(nth,)] for nth in range(6)]
        with pytest.raises(DataError) as raised:
            run_together(connection, [*GOOD[:place], BAD, *GOOD[place:]])
        assert isinstance(raised.value.orig, psycopg.errors.DivisionByZero)
        assert done_before(raised.value) == [[(nth,)] for nth in range(place)]
        connection.rollback()
        connection.begin()
        assert run_together(connection, GOOD[:1]) == [[(0,)]]
    engine.dispose()


def test_a_connection_that_was_lost_is_replaced(postgres_server: PostgresServer) -> None:  # noqa: F811
    engine = writer_engine(DatabaseLocation.parse(postgres_server.new_database()))
    end = ("SELECT pg_terminate_backend(pg_backend_pid())", ())
    with engine.connect() as connection, pytest.raises(DBAPIError):
        run_together(connection, [*GOOD, end, *GOOD])
    with engine.connect() as connection:
        assert run_together(connection, GOOD[:1]) == [[(0,)]]
    engine.dispose()
