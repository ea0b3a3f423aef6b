"""Names and kinds of the ledger accounts.

An account name is a kind, or a kind and an owner: `player:7`, `stakes:ez-1`, `vault`. A balance is the credits less the
debits, and all balances sum to zero (R40). Cash is an asset of the casino, so a drawer's balance is the negative of the
cash in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NewType

AccountName = NewType("AccountName", str)
"""Name of a ledger account as transfers, events and the database have it. This module alone makes and reads names."""

TableAccountKind = Literal["stakes", "bank", "jackpot", "house", "drop", "commission", "promo-stakes"]
"""Kinds of accounts that each table has one of."""


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

KINDS_BELOW_ZERO = frozenset(name for name, kind in KINDS.items() if kind.may_go_below_zero)
"""Kinds of accounts that may have a negative balance: the house's own funds, cash (an asset), and debts."""
KINDS_PROMOTIONAL = frozenset({"promo", "promo-stakes", "promotions"})
"""Kinds of accounts for promotional chips; transfers between these and all other kinds are refused."""

NO_ACCOUNT = AccountName("")
"""Name that no account has, for an actor without credit."""
SEED = AccountName("seed")
VOUCHERS = AccountName("vouchers")
HAND_PAYS = AccountName("handpay")
VAULT = AccountName("vault")
OVER_SHORT = AccountName("over-short")
ADJUST = AccountName("adjust")
OUTSIDE = AccountName("outside")
PROMOTIONS = AccountName("promotions")


def player(user_id: int | str) -> AccountName:
    return AccountName(f"player:{user_id}")


def owed_by(player_account: AccountName) -> AccountName:
    """Return the account of what a player owes: `owed:7` for `player:7`."""
    return AccountName(f"owed:{owner_of(player_account)}")


def stack(table: str, player_account: AccountName) -> AccountName:
    """Return the account of a player's chips at a table: `stack:table-1/7` for `player:7`."""
    return AccountName(f"stack:{table}/{owner_of(player_account)}")


def grant_account(user_id: int, grant_id: int) -> AccountName:
    """Return the account with the chips that are left of one promotional grant."""
    return AccountName(f"promo:{user_id}/{grant_id}")


def player_of(account: str) -> AccountName | None:
    """Return the player of an account: `player:7` for `player:7`, `owed:7`, `stack:table-1/7` and `promo:7/3`.

    None for an account that belongs to no player.
    """
    kind, owner = kind_of(account), owner_of(account)
    match kind:
        case "player" | "owed":
            return player(owner)
        case "stack":
            return player(owner.rpartition("/")[2])
        case "promo":
            return player(owner.partition("/")[0])
    return None


def table_account(kind: TableAccountKind, table: str) -> AccountName:
    """Return one of the accounts of a table, for example `stakes:table-1`."""
    return AccountName(f"{kind}:{table}")


def meter(meter_id: str) -> AccountName:
    return AccountName(f"meter:{meter_id}")


def overflow(meter_id: str) -> AccountName:
    return AccountName(f"overflow:{meter_id}")


def seed_owed(meter_id: str) -> AccountName:
    """Return the account of what a meter owes of the house's seed money."""
    return AccountName(f"seed:{meter_id}")


def drawer(shift_id: int) -> AccountName:
    return AccountName(f"drawer:{shift_id}")


def kind_of(account: str) -> str:
    """Return the kind of an account: `player` for `player:7`."""
    return account.partition(":")[0]


def owner_of(account: str) -> str:
    """Return the owner of an account: `7` for `player:7`; empty for an account without an owner."""
    return account.partition(":")[2]


def is_player(account: str) -> bool:
    """Return whether the account is a player's credit."""
    return kind_of(account) == "player"


def user_id_of(account: str) -> int | None:
    """Return the user id in an account or actor name: 7 for `player:7` and for `user:7`; None for others."""
    kind, number = kind_of(account), owner_of(account)
    is_number = number.isascii() and number.isdecimal() and len(number) <= 18
    return int(number) if kind in ("player", "user") and is_number else None
