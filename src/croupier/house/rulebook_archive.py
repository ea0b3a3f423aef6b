"""Archive of all rulebooks ever used, by digest, so that an old round can be settled again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, select

from croupier.rulebook.rulebook import Rulebook
from croupier.store.schema import key_values
from croupier.store.unit_of_work import UnitOfWork

PREFIX = "rulebook:"


def archive_rulebook(uow: UnitOfWork, book: Rulebook) -> None:
    """Archive a rulebook without chosen options; each digest is stored once."""
    uow.upsert(key_values, key=PREFIX + book.digest, value=book.canonical)


def archived_rulebook(connection: Connection, digest: str) -> Mapping[str, Any] | None:
    """Return the archived rulebook with this digest, or None."""
    text = connection.scalar(select(key_values.c.value).where(key_values.c.key == PREFIX + digest))
    return None if text is None else json.loads(text)
