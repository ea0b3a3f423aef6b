"""How a table is set up."""

from __future__ import annotations

from typing import Any, NotRequired

from typing_extensions import TypedDict

from croupier.table.settings import DealingMode


class RegulatorApprovalView(TypedDict):
    """An approval of the regulator's, as it was recorded."""

    reference: str
    date: str
    entered_by: str


class PostedSettingsView(TypedDict):
    """How a table is set up, as it is posted there."""

    rulebook: str
    options: dict[str, Any]
    mode: DealingMode
    schedule: int | str | None
    rotation: str
    betting_seconds: int
    decision_seconds: int
    offer_seconds: int
    card_ms: int
    result_ms: int


class SettingsView(PostedSettingsView):
    """How a table is set up."""

    meters: dict[str, str]
    """Which house meter stands behind each meter of the rulebook."""
    required_steps: NotRequired[list[str]]
    batches: NotRequired[list[str]]
    fee_sheet: NotRequired[dict[str, Any]]
    """The room's own fees, where it brings a sheet."""
    approvals: NotRequired[dict[str, RegulatorApprovalView]]
    """Left out of a log from before there were any."""
