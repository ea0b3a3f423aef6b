"""Events of the procedure: steps, verifications, recuts, notices, announced changes, accommodations."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from croupier.store.ledger_accounts import AccountName
from croupier.table.events.base import Event, EventVisibility
from croupier.table.settings import TableSettings
from croupier.table.state import (
    Accommodation,
    AnnouncedChange,
    CompletedStep,
    RecutOrder,
    TableState,
    UnreadNotice,
)
from croupier.table.state.changed_copy import replace

STEPS_TO_VERIFY_MOST = 50
"""Most completed steps that the state lists for verification; older ones are only in the log."""
NOTICES_MOST = 50


class StepCompleted(Event):
    """Event: a procedure step was carried out, with person, time and entries. [003 L98, L190-210]"""

    kind: Literal["step-completed"] = "step-completed"
    id: str
    step: str
    at: int
    by: str
    name: str
    entered: dict[str, Any]
    until: int | None = None
    """Time until which a daily inspection is valid: the end of the gaming day; None for other steps."""
    empties_shoe: bool = False
    cite: str = ""
    visibility: ClassVar[EventVisibility] = EventVisibility(
        public=("id", "step", "at", "cite"), staff=("by", "name", "entered", "until", "empties_shoe")
    )

    def apply(self, state: TableState) -> TableState:
        counted = (state.openings, state.shoes, state.rounds)
        done = CompletedStep(self.id, self.step, self.at, self.by, self.name, *counted, self.entered, self.until)
        step = state.rules.steps.get(self.step)
        waits = step is not None and step.verified_by != ""
        return replace(
            state,
            steps={**state.steps, self.step: done},
            to_verify=(*state.to_verify, done)[-STEPS_TO_VERIFY_MOST:] if waits else state.to_verify,
            steps_done=state.steps_done + 1,
            shoe=None if self.empties_shoe else state.shoe,
            recut=None if "from_end" in self.entered else state.recut,
        )


class StepVerified(Event):
    """Event: another person confirmed that a step was carried out. [003 L191, L210]"""

    kind: Literal["step-verified"] = "step-verified"
    id: str
    at: int
    by: str
    name: str
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("id", "at"), staff=("by", "name"))

    def apply(self, state: TableState) -> TableState:
        verification: dict[str, Any] = {"verified_by": self.by, "verified_name": self.name, "verified_at": self.at}
        steps = {name: replace(one, **verification) if one.id == self.id else one for name, one in state.steps.items()}
        return replace(state, steps=steps, to_verify=tuple(one for one in state.to_verify if one.id != self.id))


class RecutOrdered(Event):
    """Event: a supervisor ordered the cards cut again, by the same cutter or by the next one. [003 L201-203]"""

    kind: Literal["recut-ordered"] = "recut-ordered"
    by: str
    name: str
    cutter: Literal["same", "next"]
    reason: str
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("cutter",), staff=("by", "name", "reason"))

    def apply(self, state: TableState) -> TableState:
        """Return the state after a supervisor ordered the cards to be cut again.

        If the cards are already in the shoe, the shoe is removed; the shuffle stays valid.
        """
        name, cut = next((name, one) for name, one in state.steps.items() if "from_end" in one.entered)
        in_shoe = state.shoe is not None and cut.shoe == state.shoes - 1
        steps = {step: one for step, one in state.steps.items() if step != name}
        if in_shoe:
            steps = {
                step: replace(one, shoe=state.shoes) if one.shoe == cut.shoe else one for step, one in steps.items()
            }
        seat = cut.entered.get("seat")
        offered = (*cut.entered.get("declined", ()), *([] if seat is None else [seat]))
        recut = RecutOrder(self.cutter, seat, offered)
        return replace(state, steps=steps, recut=recut, shoe=None if in_shoe else state.shoe)


class NoticeSent(Event):
    """Event: a notice from the floor to surveillance, or from surveillance to the floor. [003 L290]"""

    kind: Literal["notice-sent"] = "notice-sent"
    id: str
    to: Literal["surveillance", "floor"]
    at: int
    until: int | None
    """Time by which the notice must be acknowledged; None if there is no deadline."""
    text: str
    by: str
    name: str
    visibility: ClassVar[EventVisibility] = EventVisibility(
        staff=("id", "to", "at", "until", "text", "by", "name"), is_staff_only=True
    )

    def apply(self, state: TableState) -> TableState:
        notice = UnreadNotice(self.id, self.to, self.at, self.until, self.text, self.by, self.name)
        notices = (*state.notices, notice)[-NOTICES_MOST:]
        return replace(state, notices=notices, noticed=state.noticed + 1)


class NoticeAcknowledged(Event):
    """Event: the recipient acknowledged a notice."""

    kind: Literal["notice-acknowledged"] = "notice-acknowledged"
    id: str
    at: int
    by: str
    name: str
    late: bool
    visibility: ClassVar[EventVisibility] = EventVisibility(
        staff=("id", "at", "by", "name", "late"), is_staff_only=True
    )

    def apply(self, state: TableState) -> TableState:
        return replace(state, notices=tuple(one for one in state.notices if one.id != self.id))


class ChangeAnnounced(Event):
    """Event: new settings were announced; they take effect at `from_at`. [003 L148; 004 L900]"""

    kind: Literal["change-announced"] = "change-announced"
    id: str
    at: int
    from_at: int
    settings: TableSettings
    changes: list[dict[str, Any]]
    """Changes: the option, its title, the old value and the new value."""
    by: str
    name: str
    visibility: ClassVar[EventVisibility] = EventVisibility(
        public=("id", "at", "from_at", "changes"), staff=("by", "name"), filtered=("settings",)
    )

    def apply(self, state: TableState) -> TableState:
        change = AnnouncedChange(self.id, self.at, self.from_at, self.settings, tuple(self.changes), self.name)
        return replace(state, announced_changes=(*state.announced_changes, change), noticed=state.noticed + 1)


class ChangeWithdrawn(Event):
    kind: Literal["change-withdrawn"] = "change-withdrawn"
    id: str
    reason: str
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("id",), staff=("reason",))

    def apply(self, state: TableState) -> TableState:
        return replace(state, announced_changes=tuple(one for one in state.announced_changes if one.id != self.id))


class DisputeReferred(Event):
    """Event: a dispute was referred to a body outside the house. [000 L137; 002 L132]"""

    kind: Literal["dispute-referred"] = "dispute-referred"
    id: str
    at: int
    to: str
    reference: str
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("id", "at"), staff=("to", "reference"))

    def apply(self, state: TableState) -> TableState:
        holds = tuple(
            replace(hold, referred_to=self.to, reference=self.reference) if hold.id == self.id else hold
            for hold in state.holds
        )
        return replace(state, holds=holds)


class AccommodationRecorded(Event):
    """Event: different treatment of a player or dealer with a disability was recorded. [003 L38]"""

    kind: Literal["accommodation-recorded"] = "accommodation-recorded"
    seat: int | None
    """Seat of the player; None: the dealer."""
    account: AccountName | None
    what: str
    by: str
    name: str
    visibility: ClassVar[EventVisibility] = EventVisibility(
        staff=("seat", "account", "what", "by", "name"), is_staff_only=True
    )

    def apply(self, state: TableState) -> TableState:
        accommodation = Accommodation(self.seat, self.account, self.what, self.name)
        others = tuple(one for one in state.accommodations if one.account != self.account)
        return replace(state, accommodations=(*others, accommodation))
