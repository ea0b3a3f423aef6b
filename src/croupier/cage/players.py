"""Whose credit an account is."""

from __future__ import annotations

from sqlalchemy import select

from croupier.cage.accounts import user_id_of
from croupier.cage.reading import Reader
from croupier.errors import Refused
from croupier.store.schema import users


def player_refusal(reader: Reader, account: str) -> Refused | None:
    """Why money cannot go to or come from this credit; None when it is an active player's."""
    user_id = user_id_of(account) if account.startswith("player:") else None
    wanted = select(users.c.active).where(users.c.id == user_id, users.c.role == "player")
    rows = reader.query(wanted) if user_id is not None else ()
    if not rows:
        return Refused("player/unknown", "There is no such player.")
    if not rows[0].active:
        return Refused("player/inactive", "This player's account is closed.")
    return None
