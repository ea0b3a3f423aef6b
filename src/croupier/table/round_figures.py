"""Figures of one settled round, for reports and for the pit. Pure functions.

A round is given as its `round-settled` event or as an archived round; both have these fields. Bots of a demonstration
are left out of every figure, and a returned wager had no action. Amounts are cents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Round = Mapping[str, Any]
RETURNED = "returned"
"""Value of `result` for a wager whose stake went back, because the bank did not cover it or it had no action."""


def in_action(settled: Round) -> list[dict[str, Any]]:
    """Return the results of all wagers that were at risk, without the wagers of bots."""
    bots = settled.get("bots", ())
    return [one for one in settled["results"] if one["result"] != RETURNED and one.get("account") not in bots]


def staked_by(settled: Round, account: str) -> int:
    """Return the amount that an account put at stake in the round, credit and promotional chips together.

    Where seats play against each other, only the amount put into the hand counts, not the chips left in front of the
    player.
    """
    put_in: Mapping[str, int] = settled.get("put_in") or {}
    if account in put_in:
        return put_in[account]
    return sum(one["cents"] for one in settled["results"] if one.get("account") == account)


def wagered_cents(settled: Round) -> int:
    """Return the credit that was wagered, without promotional chips."""
    results = in_action(settled)
    if settled.get("put_in"):
        return sum(staked_by(settled, account) for account in {one["account"] for one in results})
    return sum(one["cents"] - one.get("promotional_cents", 0) for one in results)


def net_cents(settled: Round) -> int:
    """Return the bettors' net result in credit, without jackpots."""
    return sum(one.get("credit_net_cents", one["net_cents"]) - one["jackpot_cents"] for one in in_action(settled))


def hold_cents(settled: Round) -> int:
    """Return what the house won on the wagers: the bettors' losses, or the commission where a player banks.

    Where seats play against each other it is zero: the house's fee counts as collection.
    """
    if settled.get("between"):
        return 0
    results = in_action(settled)
    if settled.get("bank") is not None:
        return _sum(results, "commission_cents")
    return _sum(results, "meter_cents") - net_cents(settled)


def house_cents(archived: Round) -> int:
    """Return what an archived round earned for the house: hold, collection and fees between seats."""
    bots, fees = archived.get("bots", ()), archived["fees"]
    between = _sum(in_action(archived), "commission_cents") if archived.get("between") else 0
    collection: int = sum(cents for account, cents in fees.items() if account not in bots)
    return hold_cents(archived) + between + collection


def _sum(results: Sequence[Round], key: str) -> int:
    return sum(one.get(key, 0) for one in results)
