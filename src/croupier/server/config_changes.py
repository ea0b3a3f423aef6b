"""Digests of the configuration at each start; a change between starts is a significant event. [R56]"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from sqlalchemy import select

from croupier.people.users import Query
from croupier.server.config import HouseConfig
from croupier.store.record import canonical
from croupier.store.schema import records, significant

STARTED = "server/started"


def setting_digests(config: HouseConfig) -> dict[str, str]:
    """Return the digest of each key of the configuration; each table, meter and printer has one digest in all."""
    settings: dict[str, Any] = {}
    for part, value in config.model_dump(mode="json").items():
        if isinstance(value, list):
            settings |= {f"{part} {one.get('name') or one.get('id')}": one for one in value}
        else:
            settings |= {f"{part}.{key}": one for key, one in value.items()}
    return {name: sha256(canonical(value).encode()).hexdigest()[:16] for name, value in settings.items()}


def last_settings(query: Query) -> dict[str, str] | None:
    """Return the digests stored at the last start, or None if that start stored none."""
    found = (
        select(records.c.body)
        .join(significant, (significant.c.stream == records.c.stream) & (significant.c.seq == records.c.seq))
        .where(significant.c.code == STARTED)
        .order_by(significant.c.id.desc())
        .limit(1)
    )
    for row in query(found):
        event = next(one for one in json.loads(row.body)["events"] if one["kind"] == STARTED)
        stored: dict[str, str] | None = event.get("configuration")
        return stored
    return None


def changed_settings(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """Return the names of new, removed or changed settings.

    A key that a newer program version added is not a change.
    """
    differing = {name for name in {*before, *now} if before.get(name) != now.get(name)}
    return sorted(name for name in differing if name in before or " " in name)
