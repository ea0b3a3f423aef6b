"""View of one event for each access level, with the filters of fields that are shown in part.

Every event of every commit passes here. The result depends only on the access level, so it is computed once and sent as
one message to all viewers of that level. A player's private part is separate, in `own_view`, so that it cannot reach
another player in a shared message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, cast

from croupier.table.events import EVENTS
from croupier.table.round_input_json import CARD_KEYS
from croupier.table.state import TableState
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
from croupier.views.viewer import AccessLevel, Viewer, access_level, pick_fields

EventJson = Mapping[str, Any]
Shape = Callable[[EventJson, AccessLevel], Any]
"""Function that filters one event field for an access level; its return type is the field's type in the web pages."""


class OmittedField:
    """Type of the marker for a field that is left out of the view."""


NOT_SHOWN = OmittedField()


def settings(event: EventJson, access: AccessLevel) -> PostedSettingsView | SettingsView:
    """Return the settings that are posted at the table; for staff, all settings."""
    recorded = event["settings"]
    return (
        pick_fields(recorded, SettingsView)
        if access >= AccessLevel.OFFICE
        else pick_fields(recorded, PostedSettingsView)
    )


def paid(event: EventJson, access: AccessLevel) -> list[EarlyPaymentView]:
    """Return the wagers that were paid during the round, by seat; staff also see the accounts."""
    shape = EarlyPaymentView if access >= AccessLevel.OFFICE else PublicEarlyPaymentView
    return [cast("EarlyPaymentView", pick_fields(one, shape)) for one in event["paid"]]


def bank_input(event: EventJson, access: AccessLevel) -> RotationInputView:
    return pick_fields(event["input"], RotationInputView)


def card_dealt(event: EventJson, access: AccessLevel) -> str | OmittedField:
    """Return a dealt card; a face-down card is only for the floor, until it is turned.

    `event_view` also hides from the floor the cards that the game itself hides (a hole card, a player's hand, the
    board). The owner of such a card gets it from `own_view`.
    """
    return NOT_SHOWN if event["face_down"] and access is not AccessLevel.FLOOR else str(event["card"])


def raises(event: EventJson, access: AccessLevel) -> list[AddedWagerView]:
    """Return the wagers that were added during the round; staff also see the accounts."""
    shape = AddedWagerView if access >= AccessLevel.OFFICE else PublicAddedWagerView
    return [cast("AddedWagerView", pick_fields(one, shape)) for one in event["raises"]]


def irregular(event: EventJson, access: AccessLevel) -> Literal["face_up", "in_error", "card"] | None:
    """Return the irregularity of a card: face up in the shoe, or drawn in error; None for a normal card.

    The filter of the field `card` decides whether the card itself is shown.
    """
    recorded = event["irregular"]
    return (
        None
        if recorded is None
        else "face_up"
        if "face_up" in recorded
        else "in_error"
        if "in_error" in recorded
        else "card"
    )


def answer(event: EventJson, access: AccessLevel) -> RoundInputView:
    return round_input_view(event["answer"], access)


def answers(event: EventJson, access: AccessLevel) -> list[RoundInputView]:
    return [round_input_view(recorded, access) for recorded in event["answers"]]


def round_input_view(recorded: Mapping[str, Any], access: AccessLevel) -> RoundInputView:
    """Return an input of a round, such as a decision, as the viewer may see it.

    A card drawn in error stays hidden if no player has seen it. The reason of a round that was called off is for staff.
    """
    match recorded:
        case {"in_error": card, "disclosed": disclosed}:
            return {"in_error": card if disclosed or access is AccessLevel.FLOOR else None, "disclosed": disclosed}
        case {"called_off": reason}:
            return {"called_off": reason if access >= AccessLevel.OFFICE else None}
    return cast("RoundInputView", pick_fields(recorded, PublicRoundInputView))


def corrected_card(key: str) -> Shape:
    """Return a filter for the card that was misread (key `was`) or the true card (key `card`).

    The filter hides cards that are face down.
    """

    def shown(event: EventJson, access: AccessLevel) -> str | OmittedField:
        return NOT_SHOWN if event["place"] in event.get("face_down", ()) else str(event[key])

    return shown


def corrected_answers(event: EventJson, access: AccessLevel) -> list[RoundInputView]:
    """Return the corrected inputs of the round, without cards that are still face down."""
    hidden, place = event.get("face_down", ()), 0
    shown: list[RoundInputView] = []
    for recorded in event["answers"]:
        place += any(key in recorded for key in CARD_KEYS)
        is_hidden = "card" in recorded and place in hidden
        shown.append({"card": None} if is_hidden else round_input_view(recorded, access))
    return shown


def input_card(event: EventJson, access: AccessLevel) -> str | OmittedField | None:
    """Return the card that left the shoe with an input of the round; hidden from players who have not seen it."""
    is_visible = event["answer"].get("disclosed", True) or access is AccessLevel.FLOOR
    card: str | None = event["card"]
    return card if is_visible else NOT_SHOWN


def reported_card(event: EventJson, access: AccessLevel) -> str | OmittedField | None:
    """Return the card named in a reported irregularity; only the floor may see it.

    Whether players have seen the card is in the round's own event.
    """
    card: str | None = event["card"]
    return card if access is AccessLevel.FLOOR else NOT_SHOWN


def results(event: EventJson, access: AccessLevel) -> list[ResultView]:
    return results_view(event["results"], access)


def bank(event: EventJson, access: AccessLevel) -> BankView | None:
    return bank_view(event["bank"], access)


def next_opening(event: EventJson, access: AccessLevel) -> NextHandView:
    """Return how the next round starts; a card kept for it is shown to the floor, and to others if it was disclosed.

    [003 L296-297]
    """
    opening = event["next_opening"]
    view: NextHandView = {"free_hand": bool(opening.get("free_hand")), "card_carried": "carried" in opening}
    if "carried" in opening and (opening["disclosed"] or access is AccessLevel.FLOOR):
        view["carried"] = opening["carried"]
    return view


FILTERS: Mapping[tuple[str, str], Shape] = {
    ("settings-changed", "settings"): settings,
    ("bank-rotated", "input"): bank_input,
    ("wagers-paid-early", "paid"): paid,
    ("card-dealt", "card"): card_dealt,
    ("card-dealt", "irregular"): irregular,
    ("decision-made", "raises"): raises,
    ("round-input-recorded", "answer"): answer,
    ("round-input-recorded", "card"): input_card,
    ("card-corrected", "was"): corrected_card("was"),
    ("card-corrected", "card"): corrected_card("card"),
    ("card-corrected", "answers"): corrected_answers,
    ("round-settled", "results"): results,
    ("round-settled", "bank"): bank,
    ("round-settled", "next_opening"): next_opening,
    ("round-voided", "next_opening"): next_opening,
    ("round-corrected", "answers"): answers,
    ("round-corrected", "results"): results,
    ("round-corrected", "bank"): bank,
    ("irregularity-reported", "card"): reported_card,
    ("change-announced", "settings"): settings,
}
"""Filters of the fields that an event declares as filtered, by kind of event and field."""


EventView = dict[str, Any]


def event_view(event: EventJson, viewer: Viewer, state: TableState | None = None) -> EventView | None:
    """Return an event as this viewer may see it, or None if the event is hidden from the viewer.

    `state` provides how the table is dealt. Without it, face-down cards are hidden from everybody.
    """
    access = access_level(viewer, is_automated=state is None or state.is_automated)
    if state is not None and event["kind"] == "card-dealt" and event["face_down"]:
        turned_by_bettors = () if state.family.card_turning is None else state.family.card_turning.LINES
        # Hide cards that the game itself hides from everybody, the dealer included, until they are turned.
        access = access if event["hand"] in turned_by_bettors else min(access, AccessLevel.OFFICE)
    return visible_fields(event, access)


def public_view(event: EventJson) -> EventView | None:
    """Return an event as the public may see it, or None if the event is hidden from the public."""
    return visible_fields(event, AccessLevel.PUBLIC)


def visible_fields(event: EventJson, access: AccessLevel) -> EventView | None:
    """Return the fields of an event that the access level may see, or None if the event is hidden.

    Raise `KeyError` for an unknown kind, or a field without its filter: that is a programming error.
    """
    kind = event["kind"]
    visibility = EVENTS[kind].visibility
    is_staff = access >= AccessLevel.OFFICE
    if visibility.is_staff_only and not is_staff:
        return None
    # Logs of earlier versions lack fields that were added later.
    view = {
        key: event[key] for key in ("kind", *visibility.public, *(visibility.staff if is_staff else ())) if key in event
    }
    for name in visibility.filtered:
        if (value := FILTERS[kind, name](event, access)) is not NOT_SHOWN:
            view[name] = value
    return view
