"""Checks of what people enter in the cage: amounts, reasons, player accounts and second persons."""

from __future__ import annotations

from sqlalchemy import select

from croupier.cage.reading import Reader
from croupier.errors import Refused
from croupier.store.ledger_accounts import is_player, user_id_of
from croupier.store.record import CENTS_MOST
from croupier.store.schema import users


def amount_refusal(cents: int, *, least: int = 1) -> Refused | None:
    """Return a refusal if this is not a valid amount of cents for one transfer, else None."""
    if type(cents) is not int or not least <= cents <= CENTS_MOST:
        return Refused("money/amount", f"An amount is whole cents, from {least} to {CENTS_MOST}.", ("25 CFR 547.9(b)",))
    return None


def reason_refusal(reason: str) -> Refused | None:
    """Return a refusal if a reason for the log is too short, too long or not printable, else None."""
    if len(reason.strip()) < 3 or len(reason) > 400 or not reason.isprintable():
        return Refused("reason/missing", "Say why, on one line of 3 to 400 characters.", ("9 NYCRR 5317.40(c)(8)",))
    return None


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
