"""Names and kinds of the ledger accounts.

An account name is a kind, or a kind and an owner: `player:7`, `stakes:ez-1`, `vault`. A balance is the credits less the
debits, and all balances sum to zero (R40). Cash is an asset of the casino, so a drawer's balance is the negative of the
cash in it.
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.errors import Refused
from croupier.store.record import CENTS_MOST


@dataclass(frozen=True)
class AccountKind:
    """Kind of ledger account: a description of its money, and whether its balance may be negative."""

    holds: str
    may_go_below_zero: bool = False


KINDS = {
    "player": AccountKind("a player's credit"),
    "owed": AccountKind("what a player owes after a correction", may_go_below_zero=True),
    "stakes": AccountKind("chips on a table's layout"),
    "stack": AccountKind("chips in front of a player at a table where seats play one another"),
    "bank": AccountKind("what a player-dealer has posted at a table"),
    "jackpot": AccountKind("prizes won at a table that wait for confirmation"),
    "house": AccountKind("what the house has won and lost at a table", may_go_below_zero=True),
    "drop": AccountKind("collection taken at a table"),
    "commission": AccountKind("commission taken at a table"),
    "meter": AccountKind("what a progressive meter shows"),
    "overflow": AccountKind("contributions above a meter's ceiling, kept for its next start"),
    "seed": AccountKind("house money that meters start from; of one meter: what it owes of it", may_go_below_zero=True),
    "vouchers": AccountKind("tickets issued and not yet paid"),
    "handpay": AccountKind("cash-outs that wait to be paid by hand"),
    "drawer": AccountKind("cash in a cashier's drawer, negated", may_go_below_zero=True),
    "vault": AccountKind("cash in the vault, negated", may_go_below_zero=True),
    "over-short": AccountKind("what drawers had too much, less what they had too little", may_go_below_zero=True),
    "adjust": AccountKind("corrections by hand, each with its reason", may_go_below_zero=True),
    "outside": AccountKind("play money given out, negated", may_go_below_zero=True),
    "promo": AccountKind("what is left of promotional chips given to a player"),
    "promo-stakes": AccountKind("promotional chips on a table's layout"),
    "promotions": AccountKind("promotional chips the house has out, negated", may_go_below_zero=True),
}

SEED = "seed"
VOUCHERS = "vouchers"
HAND_PAYS = "handpay"
VAULT = "vault"
OVER_SHORT = "over-short"
ADJUST = "adjust"
OUTSIDE = "outside"
PROMOTIONS = "promotions"


def player(user_id: int) -> str:
    return f"player:{user_id}"


def owed(user_id: int) -> str:
    return f"owed:{user_id}"


def grant_account(user_id: int, gift_id: int) -> str:
    """Return the name of the account with the chips that are left of one promotional grant."""
    return f"promo:{user_id}/{gift_id}"


def owner_of_grant(account: str) -> str | None:
    """Return the player who owns a promotional account: `player:7` for `promo:7/3`; None for other accounts."""
    kind, _, rest = account.partition(":")
    return f"player:{rest.partition('/')[0]}" if kind == "promo" else None


def promo_stakes(table: str) -> str:
    return f"promo-stakes:{table}"


def stakes(table: str) -> str:
    return f"stakes:{table}"


def bank(table: str) -> str:
    return f"bank:{table}"


def jackpot(table: str) -> str:
    return f"jackpot:{table}"


def house(table: str) -> str:
    return f"house:{table}"


def drop(table: str) -> str:
    return f"drop:{table}"


def commission(table: str) -> str:
    return f"commission:{table}"


def meter(meter_id: str) -> str:
    return f"meter:{meter_id}"


def overflow(meter_id: str) -> str:
    return f"overflow:{meter_id}"


def drawer(shift_id: int) -> str:
    return f"drawer:{shift_id}"


def kind_of(account: str) -> str:
    """Return the kind of an account: `player` for `player:7`."""
    return account.partition(":")[0]


def owner_of(account: str) -> str:
    """Return the owner of an account: `7` for `player:7`; empty for an account without an owner."""
    return account.partition(":")[2]


def user_id_of(account: str) -> int | None:
    """Return the user id in an account or actor name: 7 for `player:7` and for `user:7`; None for others."""
    kind, _, number = account.partition(":")
    is_number = number.isascii() and number.isdecimal() and len(number) <= 18
    return int(number) if kind in ("player", "user") and is_number else None


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
