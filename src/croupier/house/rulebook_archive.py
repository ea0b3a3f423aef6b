"""The rules a house has ever played by, kept under their digests: an old round can be settled again by them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, select

from croupier.rulebook.rulebook import Rulebook
from croupier.store.schema import key_values
from croupier.store.unit_of_work import UnitOfWork

PREFIX = "rulebook:"


def keep_rules(uow: UnitOfWork, book: Rulebook) -> None:
    """Keep a rulebook, options unchosen; the same rules are kept once."""
    uow.upsert(key_values, key=PREFIX + book.digest, value=book.canonical)


def rules_by_digest(connection: Connection, digest: str) -> Mapping[str, Any] | None:
    """The rulebook with this digest, if the house has ever played by it."""
    text = connection.scalar(select(key_values.c.value).where(key_values.c.key == PREFIX + digest))
    return None if text is None else json.loads(text)
