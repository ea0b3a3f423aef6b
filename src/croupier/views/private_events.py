"""Private parts of events: what only one player gets, in addition to the part for everybody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from croupier.views.event_view import EventJson
from croupier.views.models.player import OwnKind, PrivateCardView, PrivateEventBody
from croupier.views.results_view import own_results, totals_of
from croupier.views.viewer import pick_fields


def own_view(event: EventJson, account: str) -> PrivateEventBody | None:
    """Return a player's private part of an event, or None if there is none."""
    part = OWN_PARTS.get(event["kind"])
    return None if part is None else part(event, account)


def _own_part(event: EventJson, account: str) -> PrivateEventBody | None:
    return {"is_own": True} if event["account"] == account else None


def _own_seat(event: EventJson, account: str) -> PrivateEventBody | None:
    return {"is_own": True, "name": event["name"]} if event["account"] == account else None


def _own_card(event: EventJson, account: str) -> PrivateEventBody | None:
    """Return the card that is dealt face down to this player, or None if the event deals no such card."""
    if event.get("owner") != account:
        return None
    return cast("PrivateEventBody", pick_fields(event, PrivateCardView))


def _own_hands(event: EventJson, account: str) -> PrivateEventBody | None:
    """Return the hands that this player set, or None if another player set them.

    The arrangement in the result is None for the house way.
    """
    return {"is_own": True, "arrangement": event["answer"]["laid"]} if event["account"] == account else None


def _fee(event: EventJson, account: str) -> PrivateEventBody | None:
    return {"fee_cents": event["fees"][account]} if account in event["fees"] else None


def _returned(event: EventJson, account: str) -> PrivateEventBody | None:
    return {"returned_cents": event["returned"][account]} if account in event["returned"] else None


def _settled(event: EventJson, account: str) -> PrivateEventBody | None:
    """Return the player's bets and wins, and the credit before and after. [R25]"""
    if account not in event["balances"]:
        return None
    part = _results(event, account)
    part["balance_before_cents"], part["balance_after_cents"] = event["balances"][account]
    return part


def _corrected(event: EventJson, account: str) -> PrivateEventBody | None:
    part = _results(event, account)
    part["difference_cents"] = event["differences"].get(account, 0)
    return part if part["results"] or part["difference_cents"] else None


def _backed_out(event: EventJson, account: str) -> PrivateEventBody | None:
    """Return the amount of a jackpot that was taken back from the player's credit, and the reason."""
    if event["account"] != account:
        return None
    return {"is_own": True, "difference_cents": -event["cents"], "reason": event["reason"]}


def _results(event: EventJson, account: str) -> PrivateEventBody:
    player_results = own_results(event["results"], account)
    return cast("PrivateEventBody", {"results": player_results, **totals_of(player_results)})


def _paid(event: EventJson, account: str) -> PrivateEventBody | None:
    player_results = [one for one in event["paid"] if one["account"] == account]
    paid = sum(one["cents"] - one.get("promotional_cents", 0) + one["net_cents"] for one in player_results)
    return {"paid_cents": paid} if player_results else None


OWN_PARTS: Mapping[OwnKind, Callable[[EventJson, str], PrivateEventBody | None]] = {
    "seat-taken": _own_seat,
    "seat-left": _own_part,
    "chips-bought": _own_part,
    "chips-returned": _own_part,
    "sat-out": _own_part,
    "sat-in": _own_part,
    "waiting-list-joined": _own_part,
    "waiting-list-left": _own_part,
    "bank-posted": _own_part,
    "bank-returned": _own_part,
    "wagers-placed": _own_part,
    "jackpot-hit": _own_part,
    "jackpot-backed-out": _backed_out,
    "fees-taken": _fee,
    "wagers-paid-early": _paid,
    "round-voided": _returned,
    "card-dealt": _own_card,
    "card-corrected": _own_card,
    "arrangement-made": _own_hands,
    "round-settled": _settled,
    "round-corrected": _corrected,
}
