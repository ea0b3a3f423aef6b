"""Notice that a table's smart shoe has fallen silent: a shoe sends a message at least every ten seconds. [R56]

The numbers of the shoes' last messages are read from the database again and again, so any server of the house may have
received them. Where two shoes take turns at a table, one that is switched off is no fault as long as the other speaks.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import select

from croupier.devices.pairing import KEY_PREFIX, ShoeMemory
from croupier.house.house import House
from croupier.people.users import Query
from croupier.store.schema import key_values, terminals
from croupier.store.unit_of_work import Job, UnitOfWork
from croupier.table.command_effect import Actor
from croupier.table.commands import CallSupervisor
from croupier.table.state import Phase

SILENT_SECONDS = 30
"""Seconds without a message after which a table's shoe is reported."""


@dataclass(frozen=True)
class LastShoeMessage:
    """Number of the last message of a shoe that is in use."""

    id: str
    name: str
    table: str
    last: tuple[str, int]
    """The signature of the last message, and its number."""


@dataclass(frozen=True)
class ShoeChange:
    """A table whose shoe has fallen silent, or speaks again."""

    table: str
    shoes: tuple[LastShoeMessage, ...]
    is_silent: bool


def shoes_in_use(query: Query) -> list[LastShoeMessage]:
    """Return the shoes that stand at the table they were paired for, and have sent a message."""
    stored = query(select(key_values).where(key_values.c.key.startswith(KEY_PREFIX, autoescape=True)))
    memories = {row.key.removeprefix(KEY_PREFIX): ShoeMemory(**json.loads(row.value)) for row in stored}
    columns = (terminals.c.id, terminals.c.name, terminals.c.table_name)
    rows = query(select(*columns).where(terminals.c.active.is_(True), terminals.c.id.in_(memories))) if memories else ()
    return [
        LastShoeMessage(row.id, row.name, row.table_name, (memory.mac, memory.seq))
        for row in rows
        if (memory := memories[row.id]).seq and memory.table == row.table_name is not None
    ]


class SilentShoes:
    """Finds the tables of this server whose shoe has fallen silent, from the times of the shoes' last messages."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._heard: dict[str, tuple[Mapping[str, tuple[str, int]], int]] = {}
        """Table to the last messages of its shoes, and the time at which one of them was new."""
        self._silent: set[str] = set()

    def find_changes(self, shoes: Iterable[LastShoeMessage], now: int) -> list[ShoeChange]:
        """Return the tables whose shoe has fallen silent or speaks again since the last call."""
        by_table: defaultdict[str, list[LastShoeMessage]] = defaultdict(list)
        for shoe in shoes:
            if self._is_watched(shoe.table):
                by_table[shoe.table].append(shoe)
        self._heard = {table: heard for table, heard in self._heard.items() if table in by_table}
        self._silent &= by_table.keys()
        changes = []
        for table, standing in by_table.items():
            last = {shoe.id: shoe.last for shoe in standing}
            if table not in self._heard or self._heard[table][0] != last:
                self._heard[table] = last, now
            is_silent = now - self._heard[table][1] > SILENT_SECONDS * 1000
            if is_silent != (table in self._silent):
                self._silent ^= {table}
                changes.append(ShoeChange(table, tuple(standing), is_silent))
        return changes

    def _is_watched(self, table: str) -> bool:
        """Return whether this server runs the table, and a dealer deals there."""
        if table not in self._house.committed_tables or not self._house.runs(table):
            return False
        state = self._house.committed_tables[table][1]
        return state.phase is not Phase.CLOSED and not state.is_automated


def note_job(house: House, change: ShoeChange) -> Job:
    """Return a job that records a silent shoe and calls a supervisor, or records that the shoe speaks again."""

    def run(uow: UnitOfWork) -> None:
        first = change.shoes[0]
        names = ", ".join(shoe.name for shoe in change.shoes)
        actor = Actor(f"device:{first.name}", first.name, "device", terminal=first.id)
        code, text = "device/back", f"Smart shoe {names} speaks again."
        if change.is_silent:
            code = "device/silent"
            text = (
                f"Smart shoe {names} has sent nothing for {SILENT_SECONDS} s: enter the cards by hand, and look at it."
            )
            house.command_job(change.table, CallSupervisor(note=text), actor)(uow)
        uow.note_significant_event(code, text, actor=actor.id, table=change.table, device=first.id)

    return run
