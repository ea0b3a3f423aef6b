"""Reducer of procedure events: steps, verifications, recuts, notices, announced changes, accommodations."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from croupier.table import events as e
from croupier.table.state import (
    Accommodation,
    AnnouncedChange,
    CompletedStep,
    RecutOrder,
    TableState,
    UnreadNotice,
)

STEPS_TO_VERIFY_MOST = 50
"""Most completed steps that the state lists for verification; older ones are only in the log."""
NOTICES_MOST = 50


def apply_procedure_event(state: TableState, event: e.Event) -> TableState | None:
    match event:
        case e.StepCompleted():
            return _step_done(state, event)
        case e.StepVerified():
            return _step_verified(state, event)
        case e.RecutOrdered():
            return _recut(state, event)
        case e.NoticeSent():
            notice = UnreadNotice(event.id, event.to, event.at, event.until, event.text, event.by, event.name)
            notices = (*state.notices, notice)[-NOTICES_MOST:]
            return replace(state, notices=notices, noticed=state.noticed + 1)
        case e.NoticeAcknowledged():
            return replace(state, notices=tuple(one for one in state.notices if one.id != event.id))
        case e.ChangeAnnounced():
            change = AnnouncedChange(
                event.id, event.at, event.from_at, event.settings, tuple(event.changes), event.name
            )
            return replace(state, announced_changes=(*state.announced_changes, change), noticed=state.noticed + 1)
        case e.ChangeWithdrawn():
            return replace(state, announced_changes=tuple(one for one in state.announced_changes if one.id != event.id))
        case e.DisputeReferred():
            holds = tuple(
                replace(hold, referred_to=event.to, reference=event.reference) if hold.id == event.id else hold
                for hold in state.holds
            )
            return replace(state, holds=holds)
        case e.AccommodationRecorded():
            accommodation = Accommodation(event.seat, event.account, event.what, event.name)
            others = tuple(one for one in state.accommodations if one.account != event.account)
            return replace(state, accommodations=(*others, accommodation))
    return None


def _step_done(state: TableState, event: e.StepCompleted) -> TableState:
    counted = (state.openings, state.shoes, state.rounds)
    done = CompletedStep(event.id, event.step, event.at, event.by, event.name, *counted, event.entered, event.until)
    step = state.rules.steps.get(event.step)
    waits = step is not None and step.verified_by != ""
    return replace(
        state,
        steps={**state.steps, event.step: done},
        to_verify=(*state.to_verify, done)[-STEPS_TO_VERIFY_MOST:] if waits else state.to_verify,
        steps_done=state.steps_done + 1,
        shoe=None if event.empties_shoe else state.shoe,
        recut=None if "from_end" in event.entered else state.recut,
    )


def _step_verified(state: TableState, event: e.StepVerified) -> TableState:
    verification: dict[str, Any] = {"verified_by": event.by, "verified_name": event.name, "verified_at": event.at}
    steps = {name: replace(one, **verification) if one.id == event.id else one for name, one in state.steps.items()}
    return replace(state, steps=steps, to_verify=tuple(one for one in state.to_verify if one.id != event.id))


def _recut(state: TableState, event: e.RecutOrdered) -> TableState:
    """Return the state after a supervisor ordered the cards to be cut again.

    If the cards are already in the shoe, the shoe is removed; the shuffle stays valid.
    """
    name, cut = next((name, one) for name, one in state.steps.items() if "from_end" in one.entered)
    in_shoe = state.shoe is not None and cut.shoe == state.shoes - 1
    steps = {step: one for step, one in state.steps.items() if step != name}
    if in_shoe:
        steps = {step: replace(one, shoe=state.shoes) if one.shoe == cut.shoe else one for step, one in steps.items()}
    seat = cut.entered.get("seat")
    offered = (*cut.entered.get("declined", ()), *([] if seat is None else [seat]))
    recut = RecutOrder(event.cutter, seat, offered)
    return replace(state, steps=steps, recut=recut, shoe=None if in_shoe else state.shoe)
