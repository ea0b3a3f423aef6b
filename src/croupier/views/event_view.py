"""View of one event for each access level.

Every event of every commit passes here. The result depends only on the access level, so it is computed once and sent as
one message to all viewers of that level. A player's private part is separate, in `own_view`, so that it cannot reach
another player in a shared message.
"""

from __future__ import annotations

from typing import Any

from croupier.table.events import EVENTS
from croupier.table.state import TableState
from croupier.views.event_field_filters import FILTERS, NOT_SHOWN, EventJson
from croupier.views.viewer import AccessLevel, Viewer, access_level

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
