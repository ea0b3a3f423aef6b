"""Which shoe stands at which table, with what key, and where its messages have got to. [R56]

A shoe is a terminal paired by code. The terminal's secret is made at pairing and shown to nobody: the shoe gets a key
derived from it, and the house keeps that key sealed with its own, under the terminal and the hash of its secret. So a
copy of the database signs nothing, and a shoe that is paired again or retired has no key any more.
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

KEPT_UNDER = "device/"


@dataclass(frozen=True)
class ShoeMemory:
    """What the house remembers of a shoe between messages."""

    table: str | None
    """The table it was paired for: a shoe moved to another one is paired again."""
    key: str
    """Sealed."""
    seq: int = 0
    mac: str = ""
    answer: dict[str, Any] = field(default_factory=dict)
    """The last message, and what was answered."""
    shoe: int = 0
    burned: int = 0
    """How many cards this device has reported burned from the table's shoe of that number."""


@dataclass(frozen=True)
class SmartShoe:
    """A shoe in use."""

    id: str
    name: str
    table: str | None
    """Where its terminal stands now."""
    pairing: str
    """Tells one pairing of the same terminal from the next."""
    key: bytes = field(repr=False)
    memory: ShoeMemory = field(repr=False)


@dataclass(frozen=True)
class NewlyPairedShoe:
    """A shoe just paired, and its key: the only time anybody sees it."""

    id: str
    name: str
    table: str | None
    key: str = field(repr=False)


def pair_device(
    code: str, *, address: str, sessions: SessionService, keys: HouseKeys
) -> Callable[[UnitOfWork], NewlyPairedShoe | Refused]:
    """The shoe's side of pairing: its code for a key. It numbers its messages from 1 again."""
    exchange = exchange_code(code, address=address, sessions=sessions)

    def job(uow: UnitOfWork) -> NewlyPairedShoe | Refused:
        paired = exchange(uow)
        if isinstance(paired, Refused):
            return paired
        terminal, key = paired.terminal, key_from(paired.secret)
        row = uow.query(select(terminals.c.secret_hash).where(terminals.c.id == terminal.id))[0]
        sealed = keys.encrypt(key.hex(), _about(terminal.id, row.secret_hash))
        remember(uow, terminal.id, ShoeMemory(terminal.table_name, sealed))
        text = f"Smart shoe {terminal.name} was paired."
        actor, table = f"device:{terminal.name}", terminal.table_name or ""
        uow.note_significant_event("device/paired", text, actor=actor, table=table, device=terminal.id)
        return NewlyPairedShoe(terminal.id, terminal.name, terminal.table_name, key.hex())

    return job


def find_device(query: Query, keys: HouseKeys, device_id: str) -> SmartShoe | None:
    """The shoe of this id, if it is in use and its key is the one of its last pairing."""
    columns = terminals.c
    in_use = (columns.id == device_id) & columns.active.is_(True)
    rows = query(select(columns.name, columns.table_name, columns.secret_hash).where(in_use))
    kept = query(select(key_values.c.value).where(key_values.c.key == KEPT_UNDER + device_id))
    if not rows or not kept:
        return None
    memory = ShoeMemory(**json.loads(kept[0].value))
    try:
        key = bytes.fromhex(keys.decrypt(memory.key, _about(device_id, rows[0].secret_hash)))
    except BadInput:
        return None
    return SmartShoe(device_id, rows[0].name, rows[0].table_name, rows[0].secret_hash[:8], key, memory)


def remember(uow: UnitOfWork, device_id: str, memory: ShoeMemory) -> None:
    value = json.dumps(asdict(memory), sort_keys=True, separators=(",", ":"))
    uow.upsert(key_values, key=KEPT_UNDER + device_id, value=value)


def _about(device_id: str, secret_hash: str | None) -> str:
    return f"device {device_id} {secret_hash}"
