"""Compare the rounds that a house keeps for looking up with the rounds that its log makes. [R28, R31]

Limits, corrections and recalls read the kept rows, so a house compares them when it starts, while it reads the tables
from the log, and the audit does so again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import or_, select

from croupier.errors import Problem
from croupier.house.projections import round_row
from croupier.store.record import Record
from croupier.store.schema import records, round_players, rounds
from croupier.store.store import Store
from croupier.table import events as e
from croupier.table.round_archive import ArchivedRoundJson, accounts_in, archive_after_event
from croupier.table.state import TableState

AT_ONCE = 300
TABLE = "table/"
CORRECTED = "round-corrected"


class KeptRounds:
    """The rounds of one table as its log makes them, compared with the rows in batches."""

    def __init__(
        self, store: Store, table: str, each: Callable[[ArchivedRoundJson], None] = lambda _kept: None
    ) -> None:
        """`each` is called for every round in its final form, after it was compared."""
        self.findings: list[Problem] = []
        self.compared = 0
        self._store = store
        self._table = table
        self._each = each
        self._waiting: dict[str, ArchivedRoundJson] = {}
        self._to_correct = _corrected_later(store, table)
        self._corrected: dict[str, ArchivedRoundJson] = {}
        """Rounds that are corrected later: the only ones that stay in memory."""

    def follow(self, state: TableState, event: e.AnyEvent) -> ArchivedRoundJson | None:
        """Take in an event that is about to be applied to `state`; return the round it ends or corrects, if any."""
        kept = archive_after_event(state, event, self._corrected.get)
        if kept is None:
            return None
        if kept["id"] in self._to_correct:
            kept = json.loads(json.dumps(kept))  # as the house read it when it was corrected
            self._corrected[kept["id"]] = kept
        else:
            self._wait(kept)
        return kept

    def finish(self, last: int | None) -> None:
        """Compare what is left; no other round than 1 to `last` may be kept. None: the log was not read to its end."""
        for kept in self._corrected.values():
            self._wait(kept)
        self._compare()
        if last is None:
            return
        others = or_(rounds.c.number < 1, rounds.c.number > last)
        wanted = select(rounds.c.id).where(rounds.c.table_name == self._table, others).order_by(rounds.c.number)
        with self._store.read() as connection:
            extra = connection.scalar(wanted.limit(1))
        if extra is not None:
            self._say(extra, "is kept by the house, and the log knows nothing of it")

    def _wait(self, kept: ArchivedRoundJson) -> None:
        self._waiting[kept["id"]] = kept
        if len(self._waiting) >= AT_ONCE:
            self._compare()

    def _compare(self) -> None:
        names = list(self._waiting)
        with self._store.read() as connection:
            rows = connection.execute(select(rounds).where(rounds.c.id.in_(names))).mappings().all()
            people = connection.execute(select(round_players).where(round_players.c.round_id.in_(names))).all()
        by_id = {row["id"]: row for row in rows}
        players: dict[str, set[str]] = {name: set() for name in names}
        for round_id, account in people:
            players[round_id].add(account)
        for name, kept in self._waiting.items():
            self._compare_one(kept, by_id.get(name), players[name])
        self._waiting.clear()

    def _compare_one(self, kept: ArchivedRoundJson, row: Mapping[Any, Any] | None, players: set[str]) -> None:
        self.compared += 1
        if row is None:
            self._say(kept["id"], "is in the log, and the house has not kept it")
            return
        for difference in row_differences(kept, row):
            self._say(kept["id"], f"its {difference} in the house's books is not what the log says")
        if players != set(accounts_in(kept)):
            self._say(kept["id"], "its players in the house's books are not those of the log")
        self._each(kept)

    def _say(self, round_id: str, what: str) -> None:
        self.findings.append(Problem(f"round {round_id}", what))


def _corrected_later(store: Store, table: str) -> set[str]:
    """The rounds of a table that were ever corrected."""
    named = records.c.body.contains(f'"kind":"{CORRECTED}"', autoescape=True)
    wanted = select(records).where(records.c.stream == TABLE + table, named)
    with store.read() as connection:
        found = [Record.from_row(row) for row in connection.execute(wanted).mappings()]
    return {event["round"] for record in found for event in record.events if event["kind"] == CORRECTED}


def row_differences(kept: ArchivedRoundJson, row: Mapping[Any, Any]) -> list[str]:
    """Return the columns of a kept round, and the parts of its body, that are not as the log makes them."""
    made = round_row(kept)
    differ = [name for name, value in made.items() if str(row[name]) != str(value)]
    parts = _parts(made["body"], row["body"]) if "body" in differ else []
    return [*parts, *(f"column {name}" for name in differ if name != "body")]


def _parts(made: str, body: str) -> list[str]:
    """Return the keys whose values differ; a difference in JSON formatting alone does not count."""
    try:
        there = json.loads(body)
    except ValueError:
        return ["body"]
    if not isinstance(there, dict):
        return ["body"]
    again = json.loads(made)
    return [key for key in sorted(again.keys() | there.keys()) if again.get(key) != there.get(key)]


def rounds_of_no_table(store: Store) -> list[Problem]:
    """Kept rounds of tables that the log does not have."""
    tables = {stream.removeprefix(TABLE) for stream in store.heads() if stream.startswith(TABLE)}
    with store.read() as connection:
        named = set(connection.scalars(select(rounds.c.table_name).distinct()))
    return [Problem(f"table {name}", "has rounds in the house's books and no log") for name in sorted(named - tables)]
