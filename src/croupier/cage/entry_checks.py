"""Checks of the amounts and reasons that people enter in the cage."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.store.record import CENTS_MOST


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
