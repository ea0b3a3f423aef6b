"""One event, as each class of viewer may see it.

It is called for every event of every commit, so it depends on the class of the viewer and on nothing else: worked out
once, it may be sent to all of that class as one message. What an event tells a player about his own money is apart, in
`own_view`, so that it cannot be sent to another by the same message.
"""

from __future__ import annotations

from typing import Any

from croupier.table.state import TableState
from croupier.views.event_field_filters import NOT_SHOWN, EventJson
from croupier.views.event_visibility import LISTINGS
from croupier.views.viewer import AccessLevel, Viewer, access_level

EventView = dict[str, Any]


def event_view(event: EventJson, viewer: Viewer, state: TableState | None = None) -> EventView | None:
    """One event for a class of viewers; None where they are told nothing.

    `state` says only how the table is dealt. Without it no face-down card is shown to anybody.
    """
    sight = access_level(viewer, is_automated=state is None or state.is_automated)
    if state is not None and event["kind"] == "card-dealt" and event["face_down"]:
        turned_by_bettors = () if state.family.card_turning is None else state.family.card_turning.LINES
        # What the game itself keeps hidden is nobody's to see before its time, the dealer's neither.
        sight = sight if event["hand"] in turned_by_bettors else min(sight, AccessLevel.OFFICE)
    return visible_fields(event, sight)


def public_view(event: EventJson) -> EventView | None:
    """One event as everybody may see it."""
    return visible_fields(event, AccessLevel.PUBLIC)


def visible_fields(event: EventJson, sight: AccessLevel) -> EventView | None:
    """The listed fields, and nothing else. A kind that has no listing is a fault of ours, and stops here."""
    listing = LISTINGS[event["kind"]]
    is_staff = sight >= AccessLevel.OFFICE
    if listing.staff_only and not is_staff:
        return None
    # A field that came later is not in an older log.
    seen = {key: event[key] for key in ("kind", *listing.public, *(listing.staff if is_staff else ())) if key in event}
    for name, shape in listing.shaped.items():
        if (shown := shape(event, sight)) is not NOT_SHOWN:
            seen[name] = shown
    return seen
