"""Snapshots of the tables' states: when they are due, how they are written, and the start from them.

A state is immutable, so a reader thread writes its text while the table plays on; the writer only stores the row.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from croupier.store.keys import HouseKeys
from croupier.store.record import canonical
from croupier.store.snapshots import Snapshot, last_snapshot, make_snapshot, snapshot_seqs, write_snapshot
from croupier.store.store import Store, StreamHead
from croupier.store.unit_of_work import Job, UnitOfWork
from croupier.table.state import TableState
from croupier.table.state_codec import UnknownStateError, state_format, state_from_json, state_to_json

TABLE = "table/"
RECORDS_BETWEEN = 500
"""Number of records after which a table gets its next snapshot, as soon as no round is in play.

A start reads at most about so many records of each table.
"""
WAITS_FOR_ROUND = 2
"""After this many times `RECORDS_BETWEEN`, the snapshot is made even while a round is in play."""


class TableSnapshots:
    """Snapshots of the tables of one house."""

    def __init__(self, store: Store, keys: HouseKeys) -> None:
        self._store = store
        self._keys = keys
        self._last: dict[str, int] | None = None
        self._unwritable: set[str] = set()
        """Tables with a state that cannot be written, for example of a game from outside with its own classes."""

    def load(self, table: str) -> tuple[StreamHead, TableState] | None:
        """Return a table's state in its last usable snapshot, and the record that it follows; None if there is none."""
        return last_snapshot(self._store, self._keys, TABLE + table, state_format(), _state)

    def due(self, committed: Mapping[str, tuple[int, TableState]], least: int) -> list[str]:
        """Return the tables with at least `RECORDS_BETWEEN` records since their last snapshot."""
        if self._last is None:
            self._last = snapshot_seqs(self._store)
        waits = {name: seq - self._last.get(TABLE + name, 0) for name, (seq, _) in list(committed.items())}
        return [
            name
            for name, count in waits.items()
            if count >= (least if committed[name][1].round is None else WAITS_FOR_ROUND * least)
            and name not in self._unwritable
        ]

    def make(self, table: str, committed: tuple[int, TableState]) -> Snapshot | None:
        """Return the snapshot of a table's committed state, or None if it cannot be written; for any thread."""
        seq, state = committed
        (record,) = self._store.records(TABLE + table, after=seq - 1, limit=1)
        try:
            text = canonical(state_to_json(state))
        except UnknownStateError:
            self._unwritable.add(table)
            return None
        head = StreamHead(seq, record.hash)
        return make_snapshot(self._store.house, self._keys, TABLE + table, head, state_format(), text)

    def write_job(self, made: Snapshot) -> Job:
        """Return the writer job that stores a snapshot."""

        def run(uow: UnitOfWork) -> None:
            write_snapshot(uow.transaction, made)
            if self._last is not None:
                self._last[made.stream] = made.seq

        return run


def _state(text: str) -> TableState:
    return state_from_json(json.loads(text))
