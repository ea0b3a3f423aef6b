"""Somebody else who stands by: nobody watches himself. [9 NYCRR 5317.40(c)(8), R55]"""

from __future__ import annotations

from sqlalchemy import select

from croupier.cage.accounts import user_id_of
from croupier.cage.reading import Reader
from croupier.store.schema import users


def is_another(reader: Reader, who: str, *, by: str, roles: tuple[str, ...]) -> bool:
    """Whether `who` is another person than `by`, in one of these roles, with an account in use."""
    wanted = select(users.c.id).where(users.c.id == user_id_of(who), users.c.active, users.c.role.in_(roles))
    return who != by and who.startswith("user:") and bool(reader.query(wanted))
