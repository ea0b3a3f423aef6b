"""What an event tells a player about himself, beside what it tells everyone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.views.event_shapes import EventJson
from croupier.views.money_seen import own_results, totals_of

Own = dict[str, Any]


def own_view(event: EventJson, account: str) -> Own | None:
    """A player's own part in an event, for his eyes only; None where he has none."""
    part = OWN_PARTS.get(event["kind"])
    return None if part is None else part(event, account)


def _his(event: EventJson, account: str) -> Own | None:
    return {"yours": True} if event["account"] == account else None


def _his_seat(event: EventJson, account: str) -> Own | None:
    return {"yours": True, "name": event["name"]} if event["account"] == account else None


def _his_card(event: EventJson, account: str) -> Own | None:
    """A card that lies face down before him."""
    if event.get("owner") != account:
        return None
    return {key: event[key] for key in ("place", "hand", "nth", "card") if key in event}


def _his_hands(event: EventJson, account: str) -> Own | None:
    """How he has laid his cards; None for the house way."""
    return {"yours": True, "laid": event["answer"]["laid"]} if event["account"] == account else None


def _cents_in(field: str, called: str) -> Callable[[EventJson, str], Own | None]:
    """An amount out of a field that has one for each account."""
    return lambda event, account: {called: event[field][account]} if account in event[field] else None


def _settled(event: EventJson, account: str) -> Own | None:
    """Bets, wins, and the credit before and after. [R25]"""
    if account not in event["balances"]:
        return None
    before, after = event["balances"][account]
    return {**_results(event, account), "balance_before_cents": before, "balance_after_cents": after}


def _corrected(event: EventJson, account: str) -> Own | None:
    mine = _results(event, account)
    difference = event["differences"].get(account, 0)
    return {**mine, "difference_cents": difference} if mine["results"] or difference else None


def _results(event: EventJson, account: str) -> Own:
    mine = own_results(event["results"], account)
    return {"results": mine, **totals_of(mine)}


def _paid(event: EventJson, account: str) -> Own | None:
    mine = [one["cents"] + one["net_cents"] for one in event["paid"] if one["account"] == account]
    return {"paid_cents": sum(mine)} if mine else None


OWN_PARTS: Mapping[str, Callable[[EventJson, str], Own | None]] = {
    "seat-taken": _his_seat,
    "seat-left": _his,
    "bank-posted": _his,
    "bank-returned": _his,
    "wagers-placed": _his,
    "jackpot-hit": _his,
    "fees-taken": _cents_in("fees", "fee_cents"),
    "paid-at-once": _paid,
    "round-voided": _cents_in("returned", "returned_cents"),
    "card-dealt": _his_card,
    "card-corrected": _his_card,
    "arrangement-made": _his_hands,
    "round-settled": _settled,
    "round-corrected": _corrected,
}
