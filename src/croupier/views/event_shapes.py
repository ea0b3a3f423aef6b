"""Fields of events that are shown in part: which part, to whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.table.answers import CARD_KEYS
from croupier.views.money_seen import bank_seen, results_seen
from croupier.views.viewer import Sight, pick

EventJson = Mapping[str, Any]
Shape = Callable[[EventJson, Sight], Any]

NOT_SHOWN = object()
"""The field is left out."""

SETTINGS_PUBLIC = (
    "rulebook", "options", "mode", "schedule", "rotation",
    "betting_seconds", "decision_seconds", "offer_seconds", "card_ms", "result_ms",
)  # fmt: skip
SETTINGS_STAFF = (*SETTINGS_PUBLIC, "meters")


def settings(event: EventJson, sight: Sight) -> Any:
    """What is posted at the table."""
    return pick(event["settings"], SETTINGS_STAFF if sight >= Sight.OFFICE else SETTINGS_PUBLIC)


def paid(event: EventJson, sight: Sight) -> Any:
    """What was paid while the round goes on, by seat; whose account it went to is for staff."""
    keys = ("seat", "bettor", "wager", "cents", "net_cents")
    return [pick(one, (*keys, "account") if sight >= Sight.OFFICE else keys) for one in event["paid"]]


def bank_input(event: EventJson, sight: Sight) -> Any:
    return pick(event["input"], ("do", "seat"))


def card_dealt(event: EventJson, sight: Sight) -> Any:
    """A face-down card is known to whoever read it, and to nobody else until it is turned.

    One that the game itself keeps hidden (a hole card, a player's hand, the board) is in no message for a class of
    viewers, `event_view` sees to it: `own_view` tells its owner.
    """
    return NOT_SHOWN if event["face_down"] and sight is not Sight.FLOOR else event["card"]


def raises(event: EventJson, sight: Sight) -> Any:
    """Chips that were put up: anybody at the table sees them; whose account they came from is for staff."""
    keys = ("seat", "bettor", "wager", "cents")
    return [pick(one, (*keys, "account") if sight >= Sight.OFFICE else keys) for one in event["raises"]]


def irregular(event: EventJson, sight: Sight) -> Any:
    """That a card came in no regular way; what it is, `card` says or does not."""
    told = event["irregular"]
    return None if told is None else next(iter(pick(told, ("face_up", "in_error"))), "card")


def answer(event: EventJson, sight: Sight) -> Any:
    return answer_seen(event["answer"], sight)


def answers(event: EventJson, sight: Sight) -> Any:
    return [answer_seen(told, sight) for told in event["answers"]]


def answer_seen(told: Mapping[str, Any], sight: Sight) -> dict[str, Any]:
    """What a round was told. A card drawn in error that no player saw stays unseen; a reason is for staff."""
    match told:
        case {"in_error": card, "disclosed": disclosed}:
            return {"in_error": card if disclosed or sight is Sight.FLOOR else None, "disclosed": disclosed}
        case {"called_off": reason}:
            return {"called_off": reason if sight >= Sight.OFFICE else None}
    return pick(told, ("card", "face_up", "mark"))


def corrected_card(key: str) -> Shape:
    """What a card was read as, or what it is: nothing of one that lies face down."""
    return lambda event, sight: NOT_SHOWN if event["place"] in event.get("face_down", ()) else event[key]


def corrected_answers(event: EventJson, sight: Sight) -> Any:
    """What the round was told, without the cards that nobody has seen yet."""
    hidden, shown, place = event.get("face_down", ()), [], 0
    for told in event["answers"]:
        place += any(key in told for key in CARD_KEYS)
        is_hidden = "card" in told and place in hidden
        shown.append({"card": None} if is_hidden else answer_seen(told, sight))
    return shown


def card_told(event: EventJson, sight: Sight) -> Any:
    """The card that left the shoe with what the round was told."""
    is_seen = event["answer"].get("disclosed", True) or sight is Sight.FLOOR
    return event["card"] if is_seen else NOT_SHOWN


def card_reported(event: EventJson, sight: Sight) -> Any:
    """The card of an irregularity: the round says whether players have seen it, so here only the floor does."""
    return event["card"] if sight is Sight.FLOOR else NOT_SHOWN


def results(event: EventJson, sight: Sight) -> Any:
    return results_seen(event["results"], sight)


def bank(event: EventJson, sight: Sight) -> Any:
    return bank_seen(event["bank"], sight)


def next_opening(event: EventJson, sight: Sight) -> Any:
    """A card carried into the next hand is shown if players have seen it. [003 L296-297]"""
    opening = event["next_opening"]
    seen = {"free_hand": bool(opening.get("free_hand")), "card_carried": "carried" in opening}
    if "carried" in opening and (opening["disclosed"] or sight is Sight.FLOOR):
        return seen | {"carried": opening["carried"]}
    return seen
