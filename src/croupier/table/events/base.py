"""Base class of table events: what an event changes in the state, and who may see which of its fields."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from croupier.table.state import TableState


@dataclass(frozen=True)
class EventVisibility:
    """Which fields of one kind of event each access level may see; every field is in one of the lists."""

    public: tuple[str, ...] = ()
    staff: tuple[str, ...] = ()
    filtered: tuple[str, ...] = ()
    """Fields that are shown in part: `views/event_field_filters.py` has a filter for each."""
    never: tuple[str, ...] = ()
    is_staff_only: bool = False
    """Whether the event itself is hidden from the public."""

    @property
    def fields(self) -> frozenset[str]:
        return frozenset((*self.public, *self.staff, *self.filtered, *self.never))


class Event(BaseModel, ABC):
    """Base class of table events; each subclass is a kind of event."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    visibility: ClassVar[EventVisibility]
    kind: str

    @abstractmethod
    def apply(self, state: TableState) -> TableState:
        """Return the state of the table after this event; the same events always give the same state."""
