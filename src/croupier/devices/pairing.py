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

from croupier.devices.message import key_from
from croupier.errors import BadInput, Refused
from croupier.people.sessions import Sessions
from croupier.people.terminals import exchange_code
from croupier.people.users import Query
from croupier.store.desk import Desk
from croupier.store.keys import HouseKeys
from croupier.store.schema import settings, terminals

KEPT_UNDER = "device/"


@dataclass(frozen=True)
class Memory:
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
class Device:
    """A shoe in use."""

    id: str
    name: str
    table: str | None
    """Where its terminal stands now."""
    pairing: str
    """Tells one pairing of the same terminal from the next."""
    key: bytes = field(repr=False)
    memory: Memory = field(repr=False)


@dataclass(frozen=True)
class PairedDevice:
    """A shoe just paired, and its key: the only time anybody sees it."""

    id: str
    name: str
    table: str | None
    key: str = field(repr=False)


def pair_device(
    code: str, *, address: str, sessions: Sessions, keys: HouseKeys
) -> Callable[[Desk], PairedDevice | Refused]:
    """The shoe's side of pairing: its code for a key. It numbers its messages from 1 again."""
    exchange = exchange_code(code, address=address, sessions=sessions)

    def job(desk: Desk) -> PairedDevice | Refused:
        paired = exchange(desk)
        if isinstance(paired, Refused):
            return paired
        terminal, key = paired.terminal, key_from(paired.secret)
        row = desk.query(select(terminals.c.secret_hash).where(terminals.c.id == terminal.id))[0]
        sealed = keys.seal(key.hex(), _about(terminal.id, row.secret_hash))
        remember(desk, terminal.id, Memory(terminal.table_name, sealed))
        text = f"Smart shoe {terminal.name} was paired."
        actor, table = f"device:{terminal.name}", terminal.table_name or ""
        desk.significant("device/paired", text, actor=actor, table=table, device=terminal.id)
        return PairedDevice(terminal.id, terminal.name, terminal.table_name, key.hex())

    return job


def find_device(query: Query, keys: HouseKeys, device_id: str) -> Device | None:
    """The shoe of this id, if it is in use and its key is the one of its last pairing."""
    columns = terminals.c
    in_use = (columns.id == device_id) & columns.active.is_(True)
    rows = query(select(columns.name, columns.table_name, columns.secret_hash).where(in_use))
    kept = query(select(settings.c.value).where(settings.c.key == KEPT_UNDER + device_id))
    if not rows or not kept:
        return None
    memory = Memory(**json.loads(kept[0].value))
    try:
        key = bytes.fromhex(keys.unseal(memory.key, _about(device_id, rows[0].secret_hash)))
    except BadInput:
        return None
    return Device(device_id, rows[0].name, rows[0].table_name, rows[0].secret_hash[:8], key, memory)


def remember(desk: Desk, device_id: str, memory: Memory) -> None:
    value = json.dumps(asdict(memory), sort_keys=True, separators=(",", ":"))
    desk.upsert(settings, key=KEPT_UNDER + device_id, value=value)


def _about(device_id: str, secret_hash: str | None) -> str:
    return f"device {device_id} {secret_hash}"
