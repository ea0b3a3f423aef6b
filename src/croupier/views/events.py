"""One event, as each class of viewer may see it.

It is called for every event of every commit, so it depends on the class of the viewer and on nothing else: worked out
once, it may be sent to all of that class as one message. What an event tells a player about his own money is apart, in
`own_view`, so that it cannot be sent to another by the same message.
"""

from __future__ import annotations

from typing import Any

from croupier.table.state import TableState
from croupier.views.event_listings import LISTINGS
from croupier.views.event_shapes import NOT_SHOWN, EventJson
from croupier.views.viewer import Sight, Viewer, sight_of

EventView = dict[str, Any]


def event_view(event: EventJson, viewer: Viewer, state: TableState | None = None) -> EventView | None:
    """One event for a class of viewers; None where they are told nothing.

    `state` says only how the table is dealt. Without it no face-down card is shown to anybody.
    """
    return event_seen(event, sight_of(viewer, is_automated=state is None or state.is_automated))


def public_view(event: EventJson) -> EventView | None:
    """One event as everybody may see it."""
    return event_seen(event, Sight.PUBLIC)


def event_seen(event: EventJson, sight: Sight) -> EventView | None:
    """The listed fields, and nothing else. A kind that has no listing is a fault of ours, and stops here."""
    listing = LISTINGS[event["kind"]]
    is_staff = sight >= Sight.OFFICE
    if listing.staff_only and not is_staff:
        return None
    # A field that came later is not in an older log.
    seen = {key: event[key] for key in ("kind", *listing.public, *(listing.staff if is_staff else ())) if key in event}
    for name, shape in listing.shaped.items():
        if (shown := shape(event, sight)) is not NOT_SHOWN:
            seen[name] = shown
    return seen
