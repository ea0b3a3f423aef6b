"""`croupier cluster`: which server runs which table, and requests to move tables."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from croupier.cli.open_database import database_errors_as_bad_input
from croupier.cli.output import print_json
from croupier.errors import BadInput

WAIT_SECONDS = 30.0
POLL_SECONDS = 0.1
TABLE = "table/"


@contextmanager
def _claims(database: str) -> Iterator[Any]:
    from croupier.store.claims import ClaimTable
    from croupier.store.engine import DatabaseLocation
    from croupier.store.store import Store

    place = DatabaseLocation.parse(database)
    if place.path:
        raise BadInput.at(database, "is a file; several servers share a database of PostgreSQL only")
    with database_errors_as_bad_input(database):
        Store.open(database).close()  # This refuses a database without a house of this schema.
        table = ClaimTable(place, "", "croupier cluster")
        try:
            yield table
        finally:
            table.close()


def show_cluster(database: str, *, as_json: bool) -> None:
    """Print the servers of a house and the tables of each."""
    with _claims(database) as claims:
        shown = claims.state().overview
    if as_json:
        print_json(shown)
        return
    for one in shown["servers"]:
        upkeep = ", upkeep of the house" if one["upkeep"] else ""
        print(f"{one['server']}: {one['status']}, {one['address']}, croupier {one['version']}{upkeep}")
        print(f"  {' '.join(one['tables']) or 'no tables'}")
    if shown["free"]:
        print(f"without a server: {' '.join(shown['free'])}")
    if not shown["servers"]:
        print("no server has joined: one process runs this house alone")


def move_table(database: str, table: str, server: str) -> None:
    """Move a table to a server, and wait until that server runs it."""
    with _claims(database) as claims:
        _require_taker(claims.state(), server)
        if not claims.want(TABLE + table, server):
            raise BadInput.at(table, "no server has claimed a table of this name")
        _wait(lambda: claims.state().claims[TABLE + table].server == server, f"{table} has not moved")
    print(f"{table} is run by {server}")


def drain_server(database: str, server: str, *, undo: bool) -> None:
    """Let a server give all its tables to the others, and wait until it runs none; with `undo`, let it take tables."""
    with _claims(database) as claims:
        state = claims.state()
        found = state.servers.get(server)
        if found is None or not found.is_living:
            raise BadInput.at(server, f"is not a living server; there are: {_living(state)}")
        if undo:
            claims.set_status(server, "up")
            print(f"{server} takes tables again")
            return
        if not [one for one in state.living if one.takes_tables and one.id != server]:
            raise BadInput.at(server, "is the only server that takes tables: start another one first")
        claims.set_status(server, "draining")
        _wait(lambda: not claims.state().held_by(server), f"{server} still runs tables")
    print(f"{server} runs no table now and may be stopped")


def _living(state: Any) -> str:
    return ", ".join(server.id for server in state.living) or "none"


def _require_taker(state: Any, server: str) -> None:
    found = state.servers.get(server)
    if found is None or not found.takes_tables:
        raise BadInput.at(server, f"is not a living server that takes tables; there are: {_living(state)}")


def _wait(is_done: Any, failure: str) -> None:
    give_up = time.monotonic() + WAIT_SECONDS
    while not is_done():
        if time.monotonic() > give_up:
            raise BadInput.at("cluster", f"{failure} within {WAIT_SECONDS:g} s; see croupier cluster status")
        time.sleep(POLL_SECONDS)
