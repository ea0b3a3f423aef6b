"""The house's accounts by name, and what each kind of them holds.

An account is its kind, or its kind and whose it is: `player:7`, `stakes:ez-1`, `vault`. Its balance is what was
credited to it less what was debited, and all balances sum to nothing (R40). Cash the house holds is an asset, so a
drawer's balance is the negative of the notes in it.
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.errors import Refused
from croupier.store.record import CENTS_MOST


@dataclass(frozen=True)
class AccountKind:
    """One kind of account."""

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


def gift(user_id: int, gift_id: int) -> str:
    """What is left of one gift of promotional chips."""
    return f"promo:{user_id}/{gift_id}"


def owner_of_purse(account: str) -> str | None:
    """Whose promotional chips these are: `player:7` of `promo:7/3`; nobody's where it is no gift."""
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
    """`player` of `player:7`."""
    return account.partition(":")[0]


def owner_of(account: str) -> str:
    """`7` of `player:7`; nothing where there is only one of a kind."""
    return account.partition(":")[2]


def user_id_of(account: str) -> int | None:
    """Whose credit this is, or who acts: 7 of `player:7` and of `user:7`."""
    kind, _, number = account.partition(":")
    is_number = number.isascii() and number.isdecimal() and len(number) <= 18
    return int(number) if kind in ("player", "user") and is_number else None


def amount_refusal(cents: int, *, least: int = 1) -> Refused | None:
    """Why this is no amount that can be moved at once; None when it is."""
    if type(cents) is not int or not least <= cents <= CENTS_MOST:
        return Refused("money/amount", f"An amount is whole cents, from {least} to {CENTS_MOST}.", ("25 CFR 547.9(b)",))
    return None


def reason_refusal(reason: str) -> Refused | None:
    """Why this does not explain anything to whoever reads the log later; None when it may."""
    if len(reason.strip()) < 3 or len(reason) > 400 or not reason.isprintable():
        return Refused("reason/missing", "Say why, on one line of 3 to 400 characters.", ("9 NYCRR 5317.40(c)(8)",))
    return None
