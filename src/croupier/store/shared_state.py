"""State that several servers change: versions of players, meters and other shared names, and a batch's locks.

A server keeps balances, limits and meters in memory, and its jobs decide by them. Before the first write of a batch,
and again before its commit, the names that its jobs have used are locked in the order of their names, and their
versions are compared with those in memory. If another server has changed one, the batch is rolled back and runs again:
the names are then locked first and read from the database under the lock. A job thus never decides on an old value.

A lock that is needed out of order is only tried for a moment. If another server has it, the batch runs again with all
locks in order, so that no two servers can wait for each other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from croupier.store.claims import HOUSE
from croupier.store.errors import DatabaseBusyError, translate_error, translate_errors
from croupier.store.ledger_accounts import kind_of, owner_of, player_of
from croupier.store.round_trip import Rows, Statement, done_before, run_together

OWN_KINDS = frozenset({"stakes", "stack", "bank", "jackpot", "house", "drop", "commission", "promo-stakes"})
"""Kinds of accounts that only the server of their table changes."""
METER_KINDS = frozenset({"meter", "overflow", "seed"})
TRY_MS = 30

LOCK = """
    INSERT INTO shared_state AS known (name, version)
    SELECT name, 1 FROM unnest(%s::text[]) AS wanted(name) ORDER BY name
    ON CONFLICT (name) DO UPDATE SET version = known.version + 1
    RETURNING name, version
"""
READ = "SELECT name, version FROM shared_state WHERE name = ANY(%s::text[])"
TRY_LOCKS = f"SET LOCAL lock_timeout = '{TRY_MS}ms'"


class StaleStateError(Exception):
    """The batch has to run again, with these names locked first."""

    def __init__(self, names: Collection[str]) -> None:
        super().__init__(f"changed by another server: {', '.join(sorted(names)[:5])}")
        self.names = frozenset(names)


def shared_name(account: str) -> str | None:
    """Return the name that stands for an account: its player, its meter or itself; None for a table's own account."""
    kind, owner = kind_of(account), owner_of(account)
    if kind in OWN_KINDS:
        return None
    if kind in METER_KINDS and owner:
        return f"meter:{owner}"
    return player_of(account) or account


@dataclass
class SharedState:
    """Version of each shared name that this server has in memory; a name without a row has version 0."""

    versions: dict[str, int] = field(default_factory=dict)


@dataclass
class SharedLocks:
    """The shared names that one batch uses, and those that it has locked, with their new versions."""

    state: SharedState
    connection: Connection
    used: set[str] = field(default_factory=set)
    locked: dict[str, int] = field(default_factory=dict)

    def use(self, name: str) -> None:
        self.used.add(name)

    def use_account(self, account: str) -> None:
        if (name := shared_name(account)) is not None:
            self.used.add(name)

    def lock_first(self, names: Collection[str]) -> list[str]:
        """Lock these names before any job runs, and return those that another server has changed."""
        with translate_errors():
            return self._take(run_together(self.connection, [(LOCK, (sorted(names),))])[0])

    def require_house(self) -> None:
        """Require the lock on the house's stream, before the number of its next record is used."""
        if HOUSE not in self.locked:
            raise StaleStateError({HOUSE, *self.used, *self.locked})

    def lock_used(self) -> None:
        """Lock what the jobs have used so far; raise `StaleStateError` if another server has changed some of it."""
        with translate_errors():
            self.run_after_locks([])

    def run_after_locks(self, statements: Sequence[Statement]) -> list[Rows]:
        """Lock what the jobs have used so far, then run these statements in the same round trip; return their rows.

        Raise `StaleStateError` if another server has changed or locked a name, whatever became of the statements.
        """
        missing = self.used - self.locked.keys()
        if not missing:
            return run_together(self.connection, statements) if statements else []
        before = [(TRY_LOCKS, ())] if self.locked else []
        try:
            found = run_together(self.connection, [*before, (LOCK, (sorted(missing),)), *statements])
        except DBAPIError as error:
            found = done_before(error)
            is_locked = len(found) > len(before)
            is_busy = isinstance(translate_error(error, unsure=False), DatabaseBusyError)
            if (is_locked and self._take(found[len(before)])) or (is_busy and not is_locked):
                raise StaleStateError(self.used | self.locked.keys()) from None
            raise
        if self._take(found[len(before)]):
            raise StaleStateError(self.used | self.locked.keys())
        return found[len(before) + 1 :]

    def compare_used(self) -> None:
        """Compare what the jobs have used with the database without a lock, for a batch that has written nothing."""
        free = self.used - self.locked.keys()
        if not free:
            return
        with translate_errors():
            found: dict[str, int] = dict(run_together(self.connection, [(READ, (sorted(free),))])[0])
        if any(found.get(name, 0) != self.state.versions.get(name, 0) for name in free):
            raise StaleStateError(self.used)

    def _take(self, rows: Rows) -> list[str]:
        """Note locked names with their new versions; return those that another server has changed."""
        found: dict[str, int] = dict(rows)
        self.locked.update(found)
        return [name for name, version in found.items() if version != self.state.versions.get(name, 0) + 1]

    def keep(self) -> None:
        """Remember the versions of this batch after its commit."""
        self.state.versions.update(self.locked)
