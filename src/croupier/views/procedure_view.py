"""View of the table procedure for staff: steps, notices, accommodations and approvals."""

from __future__ import annotations

from typing import Literal, cast

from croupier.table.procedure import StepStatus, current_steps, cut_offered
from croupier.table.state import CompletedStep, TableState
from croupier.views.models.settings import RecordedApprovalView
from croupier.views.models.staff import AccommodationView, ApprovalView, CompletedStepView, StepView, UnreadNoticeView
from croupier.views.viewer import pick_fields


def steps_view(state: TableState, at: int) -> list[StepView]:
    """Return the steps of the procedure that apply now. [003 L98, L190-210]"""
    return [_step(state, one) for one in current_steps(state, at)]


def _step(state: TableState, now: StepStatus) -> StepView:
    step = now.step
    return {
        "id": step.id,
        "title": step.title,
        "text": step.text,
        "when": step.when,
        "by": step.by,
        "verified_by": step.verified_by,
        "required_entries": list(step.asks),
        "choices": list(step.choices),
        "least_from_end": step.least_from_end,
        "seats_offered_cut": cut_offered(state, step) if "cut" in step.asks else [],
        "is_required": now.required,
        "is_awaiting_verification": now.waits,
        "done": None if now.done is None else done_view(state, now.done),
        "cite": state.rules.rulebook.cite(step.cite),
    }


def done_view(state: TableState, done: CompletedStep) -> CompletedStepView:
    """Return the view of a completed step.

    The table may deal another game since, whose rulebook does not have this step.
    """
    step = state.rules.steps.get(done.step)
    return {
        "id": done.id,
        "step": done.step,
        "title": done.step if step is None else step.title,
        "text": "" if step is None else step.text,
        "at": done.at,
        "name": done.name,
        "verified_by": "" if step is None else step.verified_by,
        "verified_name": done.verified_name,
        "verified_at": done.verified_at,
        "entered": dict(done.entered),
    }


def recut_view(state: TableState) -> Literal["same", "next"] | None:
    return None if state.recut is None else "same" if state.recut.cutter == "same" else "next"


def notices_view(state: TableState) -> list[UnreadNoticeView]:
    return [
        {
            "id": notice.id,
            "to": cast('Literal["surveillance", "floor"]', notice.to),
            "at": notice.at,
            "until": notice.until,
            "text": notice.text,
            "name": notice.name,
        }
        for notice in state.notices
    ]


def accommodations_view(state: TableState) -> list[AccommodationView]:
    return [{"seat": one.seat, "what": one.what, "name": one.name} for one in state.accommodations]


def approvals_view(state: TableState) -> list[ApprovalView]:
    """Return the items that need the regulator's approval, with the recorded approvals. [003 L134, L149]"""
    return [
        {
            "id": approval.id,
            "title": approval.title,
            "option": approval.option,
            "cite": state.rules.rulebook.cite(approval.cite),
            "recorded": None if there is None else pick_fields(there.model_dump(), RecordedApprovalView),
        }
        for approval in state.rules.rulebook.written.approval.values()
        for there in [state.settings.approvals.get(approval.id)]
    ]
