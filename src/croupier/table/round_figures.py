"""The figures of one settled round, for reports and for the pit. Pure.

A round is given as its `round-settled` event or as the round that is kept: both have these fields. Bots of a
demonstration house are left out of every figure, and a wager that was returned had no action.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Round = Mapping[str, Any]
RETURNED = "returned"
"""The result of a wager that was not covered."""


def in_action(settled: Round) -> list[dict[str, Any]]:
    """Return the results of the wagers that people had in action."""
    bots = settled.get("bots", ())
    return [one for one in settled["results"] if one["result"] != RETURNED and one.get("account") not in bots]


def staked_by(settled: Round, account: str) -> int:
    """Return what an account put at stake in the round, credit and promotional chips together.

    Between seats that is what went into the hand for good: chips that stay in front of a player are no stake.
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
    """Return what bettors won or lost of credit, jackpots apart."""
    return sum(one.get("credit_net_cents", one["net_cents"]) - one["jackpot_cents"] for one in in_action(settled))


def hold_cents(settled: Round) -> int:
    """Return what the house kept of the wagers: all that bettors lost, or its commission where a player banks.

    Between seats it keeps nothing of them: its fee is collection.
    """
    if settled.get("between"):
        return 0
    results = in_action(settled)
    if settled.get("bank") is not None:
        return _sum(results, "commission_cents")
    return _sum(results, "meter_cents") - net_cents(settled)


def house_cents(kept: Round) -> int:
    """Return what a kept round brought the house: its hold, its collection and the fees between seats."""
    bots, fees = kept.get("bots", ()), kept["fees"]
    between = _sum(in_action(kept), "commission_cents") if kept.get("between") else 0
    collection: int = sum(cents for account, cents in fees.items() if account not in bots)
    return hold_cents(kept) + between + collection


def _sum(results: Sequence[Round], key: str) -> int:
    return sum(one.get(key, 0) for one in results)
