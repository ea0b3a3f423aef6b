"""View models of table settings."""

from __future__ import annotations

from typing import Any, NotRequired

from typing_extensions import TypedDict

from croupier.table.settings import DealingMode


class RecordedApprovalView(TypedDict):
    """Recorded approval of the regulator."""

    reference: str
    date: str
    entered_by: str


class PostedSettingsView(TypedDict):
    """Settings that are posted at the table."""

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
    """All settings of a table, for staff."""

    closes_when_ready: NotRequired[bool]
    """Whether betting closes early when every player is ready; missing where it does not."""
    meters: dict[str, str]
    """Id of the house meter for each meter of the rulebook."""
    required_steps: NotRequired[list[str]]
    batches: NotRequired[list[str]]
    fee_sheet: NotRequired[dict[str, Any]]
    """Fee sheet of the card room, for a rulebook without fees."""
    approvals: NotRequired[dict[str, RecordedApprovalView]]
    """Recorded approvals of the regulator; missing in logs of versions before approvals existed."""
