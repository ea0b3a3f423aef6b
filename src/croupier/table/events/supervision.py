"""Events of supervision: holds, requested corrections, irregularities, free hands."""

from __future__ import annotations

from typing import ClassVar, Literal

from croupier.table.events.base import Event, EventVisibility, shift_deadlines
from croupier.table.state import (
    CorrectionRequest,
    TableHold,
    TableState,
)
from croupier.table.state.changed_copy import replace


class CorrectionRequested(Event):
    kind: Literal["correction-requested"] = "correction-requested"
    id: str
    round: str
    place: int
    card: str
    reason: str
    by: str
    visibility: ClassVar[EventVisibility] = EventVisibility(
        staff=("id", "round", "place", "card", "reason", "by"), is_staff_only=True
    )

    def apply(self, state: TableState) -> TableState:
        request = CorrectionRequest(self.id, self.round, self.place, self.card, self.reason, self.by)
        return replace(state, corrections={**state.corrections, self.id: request}, numbered=state.numbered + 1)


class CorrectionRejected(Event):
    kind: Literal["correction-rejected"] = "correction-rejected"
    id: str
    reason: str
    visibility: ClassVar[EventVisibility] = EventVisibility(staff=("id", "reason"), is_staff_only=True)

    def apply(self, state: TableState) -> TableState:
        left = {key: one for key, one in state.corrections.items() if key != self.id}
        return replace(state, corrections=left)


class IrregularityReported(Event):
    kind: Literal["irregularity-reported"] = "irregularity-reported"
    what: str
    reason: str
    card: str | None = None
    cite: str = ""
    visibility: ClassVar[EventVisibility] = EventVisibility(
        public=("what", "cite"), staff=("reason",), filtered=("card",)
    )

    def apply(self, state: TableState) -> TableState:
        return state


class FreeHandOrdered(Event):
    kind: Literal["free-hand-ordered"] = "free-hand-ordered"
    reason: str
    visibility: ClassVar[EventVisibility] = EventVisibility(staff=("reason",))

    def apply(self, state: TableState) -> TableState:
        return replace(state, opening=replace(state.opening, free_hand=True))


class HoldPlaced(Event):
    kind: Literal["hold-placed"] = "hold-placed"
    id: str
    at: int
    why: Literal["fault", "dispute"]
    reason: str
    round: str | None = None
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("id", "at", "why"), staff=("reason", "round"))

    def apply(self, state: TableState) -> TableState:
        hold = TableHold(self.id, self.why, self.reason, self.at, self.round)
        return replace(state, holds=(*state.holds, hold), numbered=state.numbered + 1)


class HoldLifted(Event):
    kind: Literal["hold-lifted"] = "hold-lifted"
    id: str
    reason: str
    stood_ms: int = 0
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("id", "stood_ms"), staff=("reason",))

    def apply(self, state: TableState) -> TableState:
        holds = tuple(hold for hold in state.holds if hold.id != self.id)
        return replace(shift_deadlines(state, self.stood_ms), holds=holds)
