"""Checks of player accounts and of second persons for money transactions."""

from __future__ import annotations

from sqlalchemy import select

from croupier.cage.reading import Reader
from croupier.errors import Refused
from croupier.store.ledger_accounts import is_player, user_id_of
from croupier.store.schema import users


def player_refusal(reader: Reader, account: str) -> Refused | None:
    """Return a refusal unless the account is the credit of an active player."""
    user_id = user_id_of(account) if is_player(account) else None
    wanted = select(users.c.active).where(users.c.id == user_id, users.c.role == "player")
    rows = reader.query(wanted) if user_id is not None else ()
    if not rows:
        return Refused("player/not_found", "There is no such player.")
    if not rows[0].active:
        return Refused("player/inactive", "This player's account is closed.")
    return None


def is_second_person(reader: Reader, who: str, *, by: str, roles: tuple[str, ...]) -> bool:
    """Return whether `who` is an active user other than `by` with one of these roles.

    Nobody may approve their own action. [9 NYCRR 5317.40(c)(8), R55]
    """
    wanted = select(users.c.id).where(users.c.id == user_id_of(who), users.c.active, users.c.role.in_(roles))
    return who != by and who.startswith("user:") and bool(reader.query(wanted))
