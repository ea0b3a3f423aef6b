"""Fields of events that are shown in part: which part, to whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, cast

from croupier.table.answers import CARD_KEYS
from croupier.views.money_seen import bank_seen, results_seen
from croupier.views.shapes.bank import BankSeen
from croupier.views.shapes.events import (
    AnswerSeen,
    BankAnswer,
    PaidPublic,
    PaidSeen,
    PlainAnswer,
    RaisePublic,
    RaiseSeen,
)
from croupier.views.shapes.hands import NextHandSeen
from croupier.views.shapes.results import ResultSeen
from croupier.views.shapes.settings import SettingsPosted, SettingsSeen
from croupier.views.viewer import Sight, pick

EventJson = Mapping[str, Any]
Shape = Callable[[EventJson, Sight], Any]
"""What it shows is its return type: the pages' types are made from that too."""


class NotShown:
    """The field is left out."""


NOT_SHOWN = NotShown()


def settings(event: EventJson, sight: Sight) -> SettingsPosted | SettingsSeen:
    """What is posted at the table."""
    told = event["settings"]
    return pick(told, SettingsSeen) if sight >= Sight.OFFICE else pick(told, SettingsPosted)


def paid(event: EventJson, sight: Sight) -> list[PaidSeen]:
    """What was paid while the round goes on, by seat; whose account it went to is for staff."""
    shape = PaidSeen if sight >= Sight.OFFICE else PaidPublic
    return [cast("PaidSeen", pick(one, shape)) for one in event["paid"]]


def bank_input(event: EventJson, sight: Sight) -> BankAnswer:
    return pick(event["input"], BankAnswer)


def card_dealt(event: EventJson, sight: Sight) -> str | NotShown:
    """A face-down card is known to whoever read it, and to nobody else until it is turned.

    One that the game itself keeps hidden (a hole card, a player's hand, the board) is in no message for a class of
    viewers, `event_view` sees to it: `own_view` tells its owner.
    """
    return NOT_SHOWN if event["face_down"] and sight is not Sight.FLOOR else str(event["card"])


def raises(event: EventJson, sight: Sight) -> list[RaiseSeen]:
    """Chips that were put up; whose account they came from is for staff."""
    shape = RaiseSeen if sight >= Sight.OFFICE else RaisePublic
    return [cast("RaiseSeen", pick(one, shape)) for one in event["raises"]]


def irregular(event: EventJson, sight: Sight) -> Literal["face_up", "in_error", "card"] | None:
    """That a card came in no regular way; what it is, `card` says or does not."""
    told = event["irregular"]
    return None if told is None else "face_up" if "face_up" in told else "in_error" if "in_error" in told else "card"


def answer(event: EventJson, sight: Sight) -> AnswerSeen:
    return answer_seen(event["answer"], sight)


def answers(event: EventJson, sight: Sight) -> list[AnswerSeen]:
    return [answer_seen(told, sight) for told in event["answers"]]


def answer_seen(told: Mapping[str, Any], sight: Sight) -> AnswerSeen:
    """What a round was told. A card drawn in error that no player saw stays unseen; a reason is for staff."""
    match told:
        case {"in_error": card, "disclosed": disclosed}:
            return {"in_error": card if disclosed or sight is Sight.FLOOR else None, "disclosed": disclosed}
        case {"called_off": reason}:
            return {"called_off": reason if sight >= Sight.OFFICE else None}
    return cast("AnswerSeen", pick(told, PlainAnswer))


def corrected_card(key: str) -> Shape:
    """What a card was read as, or what it is: nothing of one that lies face down."""

    def shown(event: EventJson, sight: Sight) -> str | NotShown:
        return NOT_SHOWN if event["place"] in event.get("face_down", ()) else str(event[key])

    return shown


def corrected_answers(event: EventJson, sight: Sight) -> list[AnswerSeen]:
    """What the round was told, without the cards that nobody has seen yet."""
    hidden, place = event.get("face_down", ()), 0
    shown: list[AnswerSeen] = []
    for told in event["answers"]:
        place += any(key in told for key in CARD_KEYS)
        is_hidden = "card" in told and place in hidden
        shown.append({"card": None} if is_hidden else answer_seen(told, sight))
    return shown


def card_told(event: EventJson, sight: Sight) -> str | NotShown | None:
    """The card that left the shoe with what the round was told."""
    is_seen = event["answer"].get("disclosed", True) or sight is Sight.FLOOR
    card: str | None = event["card"]
    return card if is_seen else NOT_SHOWN


def card_reported(event: EventJson, sight: Sight) -> str | NotShown | None:
    """The card of an irregularity: the round says whether players have seen it, so here only the floor does."""
    card: str | None = event["card"]
    return card if sight is Sight.FLOOR else NOT_SHOWN


def results(event: EventJson, sight: Sight) -> list[ResultSeen]:
    return results_seen(event["results"], sight)


def bank(event: EventJson, sight: Sight) -> BankSeen | None:
    return bank_seen(event["bank"], sight)


def next_opening(event: EventJson, sight: Sight) -> NextHandSeen:
    """A card carried into the next hand is shown if players have seen it. [003 L296-297]"""
    opening = event["next_opening"]
    seen: NextHandSeen = {"free_hand": bool(opening.get("free_hand")), "card_carried": "carried" in opening}
    if "carried" in opening and (opening["disclosed"] or sight is Sight.FLOOR):
        seen["carried"] = opening["carried"]
    return seen
