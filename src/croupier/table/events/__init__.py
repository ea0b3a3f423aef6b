"""Events of a table; each class says how the event changes the table's state and who may see its fields.

`kind` names each event, and the log stores events as JSON. No event contains cards that are still in the shoe: a sealed
shoe keeps its order secret until it is revealed. An event names a face-down card, because the state needs it; the log
stores that card encrypted (see `table/sealing.py`). Times are milliseconds since the epoch.
"""

# ruff: noqa: F403 -- other modules import all events from here, and a new event is written in its module alone

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from croupier.table.events.bank import *
from croupier.table.events.base import Event as Event
from croupier.table.events.betting import *
from croupier.table.events.dealing import *
from croupier.table.events.floor import *
from croupier.table.events.jackpots import *
from croupier.table.events.procedure import *
from croupier.table.events.round_inputs import *
from croupier.table.events.settlement import *
from croupier.table.events.shoe import *
from croupier.table.events.stacks import *
from croupier.table.events.supervision import *
from croupier.table.state import TableState

EVENTS: dict[str, type[Event]] = {str(one.model_fields["kind"].default): one for one in Event.__subclasses__()}
"""Classes of events by kind."""

_ANY_EVENT: Any = Annotated[reduce(or_, EVENTS.values()), Field(discriminator="kind")]
EVENT_ADAPTER: TypeAdapter[Event] = TypeAdapter(_ANY_EVENT)


def json_of(event: Event) -> dict[str, Any]:
    """Return an event as JSON, in the form that the log stores."""
    return event.model_dump(mode="json")


def event_of(data: dict[str, Any]) -> Event:
    """Return the event that JSON from the log describes."""
    return EVENT_ADAPTER.validate_python(data)


def apply_all(state: TableState, events: Iterable[Event]) -> TableState:
    """Return the state of the table after these events."""
    for event in events:
        state = event.apply(state)
    return state
