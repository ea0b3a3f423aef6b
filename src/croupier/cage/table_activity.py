"""Times of tables that their states do not contain: rounds of the last hour, last record, begin of open cases."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import and_, func, or_, select

from croupier.cage.reading import Reader
from croupier.store.schema import records, rounds, significant
from croupier.table.state import Phase, TableState

HOUR_MS = 3_600_000
ROUNDS_AN_HOUR_MOST = 600
"""Number of a table's newest rounds that are read: more are not played in an hour."""
CASE_CODES = ("table/call", "correction/asked", "jackpot/hit", "jackpot/back_out_asked")
"""Codes of the significant events with which a case begins that has no time in the state of the table."""
CALL = "call"
"""Id of a call for the supervisor, of which a table has at most one."""


@dataclass(frozen=True)
class TableActivity:
    """Activity of a table: its rounds in the last hour, and the times of its last round, command and open cases."""

    rounds_last_hour: int = 0
    last_round_at: int | None = None
    """Time at which the last round ended; None if none ended in the last hour."""
    last_record_at: int | None = None
    """Time of the last accepted command; None unless a round is being dealt."""
    case_times: Mapping[str, int] = field(default_factory=dict)
    """Time at which each open call, correction, jackpot and back-out began, by its id."""


def table_activity(reader: Reader, tables: Mapping[str, tuple[int, TableState]], at: int) -> dict[str, TableActivity]:
    """Return the times of each table. `tables`: the number of the last record and the state, by table name."""
    ended, last_records = _last_hour(reader, tables, at), _last_records(reader, tables)
    events = _case_events(reader, [name for name, (_, state) in tables.items() if _open_cases(state)])
    return {
        name: TableActivity(
            *ended.get(name, (0, None)),
            last_records.get(f"table/{name}"),
            _case_times(_open_cases(state), [event for event in events if event.table_name == name]),
        )
        for name, (_, state) in tables.items()
    }


def _last_hour(
    reader: Reader, tables: Mapping[str, tuple[int, TableState]], at: int
) -> dict[str, tuple[int, int | None]]:
    """Return for each table how many rounds ended in the last hour, and when the last one did."""
    newest = [
        and_(rounds.c.table_name == name, rounds.c.number > state.rounds - ROUNDS_AN_HOUR_MOST)
        for name, (_, state) in tables.items()
        if state.rounds > 0
    ]
    counted = (
        select(rounds.c.table_name, func.count(), func.max(rounds.c.ended_at))
        .where(or_(False, *newest), rounds.c.ended_at > at - HOUR_MS)
        .group_by(rounds.c.table_name)
    )
    return {name: (count, last) for name, count, last in reader.query(counted)}


def _last_records(reader: Reader, tables: Mapping[str, tuple[int, TableState]]) -> dict[str, int]:
    """Return when the last record of each table that deals a round was written, by the stream of the table."""
    last = [
        and_(records.c.stream == f"table/{name}", records.c.seq == seq)
        for name, (seq, state) in tables.items()
        if state.phase is Phase.DEALING
    ]
    return dict(tuple(row) for row in reader.query(select(records.c.stream, records.c.at).where(or_(False, *last))))


def _open_cases(state: TableState) -> list[str]:
    called = [] if state.supervisor_called is None else [CALL]
    return [*called, *state.corrections, *(jackpot.id for jackpot in state.jackpots), *state.back_outs]


def _case_events(reader: Reader, tables: Sequence[str]) -> Sequence[Any]:
    if not tables:
        return []
    wanted = (
        select(significant.c.at, significant.c.code, significant.c.text, significant.c.table_name)
        .where(significant.c.table_name.in_(tables), significant.c.code.in_(CASE_CODES))
        .order_by(significant.c.id.desc())
        .limit(1000)
    )
    return reader.query(wanted)


def _case_times(cases: Sequence[str], newest_first: Sequence[Any]) -> dict[str, int]:
    times: dict[str, int] = {}
    for case in cases:
        of_case = re.compile(rf"(?<![\w-]){re.escape(case)}(?![\w-])")
        times |= next(
            (
                {case: event.at}
                for event in newest_first
                if (event.code == CASE_CODES[0] if case == CALL else of_case.search(event.text))
            ),
            {},
        )
    return times
