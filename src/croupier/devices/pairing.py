"""Pairing of smart shoes with tables, their keys, and the state of their messages. [R56]

A shoe is a terminal paired by a code. The terminal's secret is created at pairing and shown to nobody: the shoe gets a
key derived from it, and the server stores that key encrypted, bound to the terminal and the hash of its secret. So a
copy of the database cannot sign messages, and a shoe that is paired again or retired has no valid key.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import select

from croupier.devices.shoe_message import key_from
from croupier.errors import BadInput, Refused
from croupier.people.sessions import SessionService
from croupier.people.terminals import exchange_code
from croupier.people.users import Query
from croupier.store.keys import HouseKeys
from croupier.store.schema import key_values, terminals
from croupier.store.unit_of_work import UnitOfWork

KEY_PREFIX = "device/"


@dataclass(frozen=True)
class ShoeMemory:
    """Stored state of a shoe between messages."""

    table: str | None
    """Table that the shoe was paired for, None if none; a shoe moved to another table must be paired again."""
    key: str
    """Encrypted key of the shoe."""
    seq: int = 0
    mac: str = ""
    answer: dict[str, Any] = field(default_factory=dict)
    """Response to the last message, which had number `seq` and signature `mac`."""
    shoe: int = 0
    burned: int = 0
    """Number of cards that this device has reported as burned from the table's shoe with number `shoe`."""


@dataclass(frozen=True)
class SmartShoe:
    """Smart shoe that is paired and in use."""

    id: str
    name: str
    table: str | None
    """Table at which the shoe's terminal is now; None if it is at no table."""
    pairing: str
    """Identifier that distinguishes pairings of the same terminal."""
    key: bytes = field(repr=False)
    memory: ShoeMemory = field(repr=False)


@dataclass(frozen=True)
class NewlyPairedShoe:
    """A newly paired shoe with its key; this is the only time the key is available."""

    id: str
    name: str
    table: str | None
    key: str = field(repr=False)


def pair_device(
    code: str, *, address: str, sessions: SessionService, keys: HouseKeys
) -> Callable[[UnitOfWork], NewlyPairedShoe | Refused]:
    """Return a job that exchanges a pairing code for a key; the shoe's message numbers start again at 1."""
    exchange = exchange_code(code, address=address, sessions=sessions)

    def job(uow: UnitOfWork) -> NewlyPairedShoe | Refused:
        paired = exchange(uow)
        if isinstance(paired, Refused):
            return paired
        terminal, key = paired.terminal, key_from(paired.secret)
        row = uow.query(select(terminals.c.secret_hash).where(terminals.c.id == terminal.id))[0]
        sealed = keys.encrypt(key.hex(), _encryption_context(terminal.id, row.secret_hash))
        store_memory(uow, terminal.id, ShoeMemory(terminal.table_name, sealed))
        text = f"Smart shoe {terminal.name} was paired."
        actor, table = f"device:{terminal.name}", terminal.table_name or ""
        uow.note_significant_event("device/paired", text, actor=actor, table=table, device=terminal.id)
        return NewlyPairedShoe(terminal.id, terminal.name, terminal.table_name, key.hex())

    return job


def find_device(query: Query, keys: HouseKeys, device_id: str) -> SmartShoe | None:
    """Return the shoe with this id if it is in use and its key belongs to its last pairing, else None."""
    columns = terminals.c
    in_use = (columns.id == device_id) & columns.active.is_(True)
    rows = query(select(columns.name, columns.table_name, columns.secret_hash).where(in_use))
    stored = query(select(key_values.c.value).where(key_values.c.key == KEY_PREFIX + device_id))
    if not rows or not stored:
        return None
    memory = ShoeMemory(**json.loads(stored[0].value))
    try:
        key = bytes.fromhex(keys.decrypt(memory.key, _encryption_context(device_id, rows[0].secret_hash)))
    except BadInput:
        return None
    return SmartShoe(device_id, rows[0].name, rows[0].table_name, rows[0].secret_hash[:8], key, memory)


def store_memory(uow: UnitOfWork, device_id: str, memory: ShoeMemory) -> None:
    value = json.dumps(asdict(memory), sort_keys=True, separators=(",", ":"))
    uow.upsert(key_values, key=KEY_PREFIX + device_id, value=value)


def _encryption_context(device_id: str, secret_hash: str | None) -> str:
    return f"device {device_id} {secret_hash}"
