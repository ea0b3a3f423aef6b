"""Compare the archived rounds in the database with the rounds that the log produces. [R28, R31]

Limits, corrections and round lookups read the archived rows, so the comparison runs at every start, during the replay
of the tables.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import func, select

from croupier.errors import Problem
from croupier.house.projections import round_row
from croupier.store.paging import distinct
from croupier.store.record_search import records_with_text
from croupier.store.schema import round_players, rounds
from croupier.store.store import Store
from croupier.table import events as e
from croupier.table.round_archive import ArchivedRoundJson, accounts_in, archive_after_event
from croupier.table.state import TableState

AT_ONCE = 300
TABLE = "table/"
CORRECTED = "round-corrected"


class RoundComparison:
    """Comparison of one table's archived rounds with the log, in batches."""

    def __init__(
        self,
        store: Store,
        table: str,
        each: Callable[[ArchivedRoundJson], None] = lambda _archived: None,
        *,
        after: int = 0,
    ) -> None:
        """Create the comparison; `each` is called with every round in its final form, after it was compared.

        `after`: number of the record after which the replay begins. A round that ended before it is not compared.
        """
        self.findings: list[Problem] = []
        self.compared = 0
        self._store = store
        self._table = table
        self._each = each
        self._after = after
        self._waiting: dict[str, ArchivedRoundJson] = {}
        self._to_correct = _corrected_later(store, table, after)
        self._corrected: dict[str, ArchivedRoundJson] = {}
        """Rounds with a later correction; only these stay in memory until the end."""
        with store.read() as connection:
            wanted = select(func.max(rounds.c.number)).where(rounds.c.table_name == table)
            # Read before the log: a table that plays on archives more rounds while its log is replayed.
            self._newest: int = connection.scalar(wanted) or 0

    def process_event(self, state: TableState, event: e.Event) -> ArchivedRoundJson | None:
        """Process an event before it is applied to `state`; return the round that it ends or corrects, if any."""
        if self._after and isinstance(event, e.RoundCorrected) and event.round not in self._corrected:
            return None  # It ended before the replay began.
        archived = archive_after_event(state, event, self._corrected.get)
        if archived is None:
            return None
        if archived["id"] in self._to_correct:
            archived = json.loads(
                json.dumps(archived)
            )  # The live system read the round back from JSON when it was corrected.
            self._corrected[archived["id"]] = archived
        else:
            self._wait(archived)
        return archived

    def finish(self, last: int | None) -> None:
        """Compare the remaining rounds and report archived rounds with a number outside 1 to `last`.

        `last` is None if the log was not read to its end.
        """
        for archived in self._corrected.values():
            self._wait(archived)
        self._compare()
        if last is None:
            return
        wanted = select(rounds.c.id).where(rounds.c.table_name == self._table).order_by(rounds.c.number).limit(1)
        unknown = rounds.c.number.between(last + 1, self._newest)
        for others in (rounds.c.number < 1, unknown):  # one at a time: each reads the index alone
            with self._store.read() as connection:
                extra = connection.scalar(wanted.where(others))
            if extra is not None:
                self._add_finding(extra, "is kept by the house, and the log knows nothing of it")
                return

    def _wait(self, archived: ArchivedRoundJson) -> None:
        self._waiting[archived["id"]] = archived
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
        for name, archived in self._waiting.items():
            self._compare_one(archived, by_id.get(name), players[name])
        self._waiting.clear()

    def _compare_one(self, archived: ArchivedRoundJson, row: Mapping[Any, Any] | None, players: set[str]) -> None:
        self.compared += 1
        if row is None:
            self._add_finding(archived["id"], "is in the log, and the house has not kept it")
            return
        for difference in row_differences(archived, row):
            self._add_finding(archived["id"], f"its {difference} in the house's books is not what the log says")
        if players != set(accounts_in(archived)):
            self._add_finding(archived["id"], "its players in the house's books are not those of the log")
        self._each(archived)

    def _add_finding(self, round_id: str, what: str) -> None:
        self.findings.append(Problem(f"round {round_id}", what))


def _corrected_later(store: Store, table: str, after: int) -> set[str]:
    """Return the ids of the table's rounds for which the log has a correction after this record."""
    found = records_with_text(store, TABLE + table, [f'"kind":"{CORRECTED}"'], after=after)
    return {event["round"] for record in found for event in record.events if event["kind"] == CORRECTED}


def row_differences(archived: ArchivedRoundJson, row: Mapping[Any, Any]) -> list[str]:
    """Return the columns of an archived round, and the keys of its body, that differ from the log."""
    expected = round_row(archived)
    differ = [name for name, value in expected.items() if str(row[name]) != str(value)]
    parts = _parts(expected["body"], row["body"]) if "body" in differ else []
    return [*parts, *(f"column {name}" for name in differ if name != "body")]


def _parts(expected: str, body: str) -> list[str]:
    """Return the top-level keys of a round's JSON whose values differ; `["body"]` if `body` is not a JSON object."""
    try:
        there = json.loads(body)
    except ValueError:
        return ["body"]
    if not isinstance(there, dict):
        return ["body"]
    again = json.loads(expected)
    return [key for key in sorted(again.keys() | there.keys()) if again.get(key) != there.get(key)]


def orphan_round_problems(store: Store) -> list[Problem]:
    """Return a problem for each table that has archived rounds but no log."""
    tables = {stream.removeprefix(TABLE) for stream in store.heads() if stream.startswith(TABLE)}
    with store.read() as connection:
        named = set(distinct(connection, rounds.c.table_name))
    return [Problem(f"table {name}", "has rounds in the house's books and no log") for name in sorted(named - tables)]
