"""Fields of events that are shown in part: which part, to whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, cast

from croupier.table.round_input_json import CARD_KEYS
from croupier.views.models.bank import BankView
from croupier.views.models.events import (
    AddedWagerView,
    EarlyPaymentView,
    PublicAddedWagerView,
    PublicEarlyPaymentView,
    PublicRoundInputView,
    RotationInputView,
    RoundInputView,
)
from croupier.views.models.hands import NextHandView
from croupier.views.models.results import ResultView
from croupier.views.models.settings import PostedSettingsView, SettingsView
from croupier.views.results_view import bank_view, results_view
from croupier.views.viewer import AccessLevel, pick_fields

EventJson = Mapping[str, Any]
Shape = Callable[[EventJson, AccessLevel], Any]
"""What it shows is its return type: the pages' types are made from that too."""


class OmittedField:
    """The field is left out."""


NOT_SHOWN = OmittedField()


def settings(event: EventJson, sight: AccessLevel) -> PostedSettingsView | SettingsView:
    """What is posted at the table."""
    told = event["settings"]
    return pick_fields(told, SettingsView) if sight >= AccessLevel.OFFICE else pick_fields(told, PostedSettingsView)


def paid(event: EventJson, sight: AccessLevel) -> list[EarlyPaymentView]:
    """What was paid while the round goes on, by seat; whose account it went to is for staff."""
    shape = EarlyPaymentView if sight >= AccessLevel.OFFICE else PublicEarlyPaymentView
    return [cast("EarlyPaymentView", pick_fields(one, shape)) for one in event["paid"]]


def bank_input(event: EventJson, sight: AccessLevel) -> RotationInputView:
    return pick_fields(event["input"], RotationInputView)


def card_dealt(event: EventJson, sight: AccessLevel) -> str | OmittedField:
    """A face-down card is known to whoever read it, and to nobody else until it is turned.

    One that the game itself keeps hidden (a hole card, a player's hand, the board) is in no message for a class of
    viewers, `event_view` sees to it: `own_view` tells its owner.
    """
    return NOT_SHOWN if event["face_down"] and sight is not AccessLevel.FLOOR else str(event["card"])


def raises(event: EventJson, sight: AccessLevel) -> list[AddedWagerView]:
    """Chips that were put up; whose account they came from is for staff."""
    shape = AddedWagerView if sight >= AccessLevel.OFFICE else PublicAddedWagerView
    return [cast("AddedWagerView", pick_fields(one, shape)) for one in event["raises"]]


def irregular(event: EventJson, sight: AccessLevel) -> Literal["face_up", "in_error", "card"] | None:
    """That a card came in no regular way; what it is, `card` says or does not."""
    told = event["irregular"]
    return None if told is None else "face_up" if "face_up" in told else "in_error" if "in_error" in told else "card"


def answer(event: EventJson, sight: AccessLevel) -> RoundInputView:
    return round_input_view(event["answer"], sight)


def answers(event: EventJson, sight: AccessLevel) -> list[RoundInputView]:
    return [round_input_view(told, sight) for told in event["answers"]]


def round_input_view(told: Mapping[str, Any], sight: AccessLevel) -> RoundInputView:
    """What a round was told. A card drawn in error that no player saw stays unseen; a reason is for staff."""
    match told:
        case {"in_error": card, "disclosed": disclosed}:
            return {"in_error": card if disclosed or sight is AccessLevel.FLOOR else None, "disclosed": disclosed}
        case {"called_off": reason}:
            return {"called_off": reason if sight >= AccessLevel.OFFICE else None}
    return cast("RoundInputView", pick_fields(told, PublicRoundInputView))


def corrected_card(key: str) -> Shape:
    """What a card was read as, or what it is: nothing of one that lies face down."""

    def shown(event: EventJson, sight: AccessLevel) -> str | OmittedField:
        return NOT_SHOWN if event["place"] in event.get("face_down", ()) else str(event[key])

    return shown


def corrected_answers(event: EventJson, sight: AccessLevel) -> list[RoundInputView]:
    """What the round was told, without the cards that nobody has seen yet."""
    hidden, place = event.get("face_down", ()), 0
    shown: list[RoundInputView] = []
    for told in event["answers"]:
        place += any(key in told for key in CARD_KEYS)
        is_hidden = "card" in told and place in hidden
        shown.append({"card": None} if is_hidden else round_input_view(told, sight))
    return shown


def input_card(event: EventJson, sight: AccessLevel) -> str | OmittedField | None:
    """The card that left the shoe with what the round was told."""
    is_seen = event["answer"].get("disclosed", True) or sight is AccessLevel.FLOOR
    card: str | None = event["card"]
    return card if is_seen else NOT_SHOWN


def reported_card(event: EventJson, sight: AccessLevel) -> str | OmittedField | None:
    """The card of an irregularity: the round says whether players have seen it, so here only the floor does."""
    card: str | None = event["card"]
    return card if sight is AccessLevel.FLOOR else NOT_SHOWN


def results(event: EventJson, sight: AccessLevel) -> list[ResultView]:
    return results_view(event["results"], sight)


def bank(event: EventJson, sight: AccessLevel) -> BankView | None:
    return bank_view(event["bank"], sight)


def next_opening(event: EventJson, sight: AccessLevel) -> NextHandView:
    """A card carried into the next hand is shown if players have seen it. [003 L296-297]"""
    opening = event["next_opening"]
    seen: NextHandView = {"free_hand": bool(opening.get("free_hand")), "card_carried": "carried" in opening}
    if "carried" in opening and (opening["disclosed"] or sight is AccessLevel.FLOOR):
        seen["carried"] = opening["carried"]
    return seen
