"""Tasks of the floor and of surveillance: pauses, holds, corrections, procedure steps, notices, announced changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from croupier.store.ledger_accounts import AccountName
from croupier.table.settings import TableSettings


@dataclass(frozen=True)
class TableHold:
    """Reason why the table is on hold: a fault or a dispute."""

    id: str
    why: str
    reason: str
    since: int
    round: str | None = None
    referred_to: str = ""
    """Body that decides a dispute, once the dispute is referred."""
    reference: str = ""


@dataclass(frozen=True)
class CorrectionRequest:
    """Request to correct a misread card of a settled round."""

    id: str
    round: str
    place: int
    card: str
    reason: str
    by: str


@dataclass(frozen=True)
class CompletedStep:
    """Step of the procedure that was carried out."""

    id: str
    step: str
    at: int
    by: str
    name: str
    opening: int
    """Number of the table opening in which the step was carried out."""
    shoe: int
    """Number of shoes that the table had used at that time."""
    rounds: int
    """Number of rounds that the table had played at that time."""
    entered: Mapping[str, Any] = field(default_factory=dict)
    until: int | None = None
    verified_by: str = ""
    verified_name: str = ""
    verified_at: int | None = None


@dataclass(frozen=True)
class RecutOrder:
    """A supervisor's order to cut the cards again."""

    cutter: str
    """Person who cuts: `same` (the last cutter) or `next` (the next seat in order)."""
    seat: int | None
    """Seat that cut last; None: the dealer."""
    offered: tuple[int, ...]
    """Seats that have been offered the cut, the last cutter included."""


@dataclass(frozen=True)
class UnreadNotice:
    """Notice that its recipient has not acknowledged."""

    id: str
    to: str
    at: int
    until: int | None
    text: str
    by: str
    name: str


@dataclass(frozen=True)
class AnnouncedChange:
    """Announced settings that take effect at `from_at`."""

    id: str
    at: int
    from_at: int
    settings: TableSettings
    changes: tuple[Mapping[str, Any], ...]
    name: str


@dataclass(frozen=True)
class Accommodation:
    """Different treatment of a person with a disability, as recorded at the table. [003 L38]"""

    seat: int | None
    account: AccountName | None
    what: str
    name: str


@dataclass(frozen=True, kw_only=True)
class SupervisionState:
    """Pauses, holds, requests, procedure steps and notices of a table."""

    paused_at: int | None = None
    paused_for: str = ""
    holds: tuple[TableHold, ...] = ()
    supervisor_called: str | None = None
    corrections: Mapping[str, CorrectionRequest] = field(default_factory=dict)
    """Open correction requests, by id."""
    numbered: int = 0
    """Number of holds, corrections and back-outs so far; the next id continues from this number."""
    openings: int = 0
    """Number of times the table was opened."""
    steps: Mapping[str, CompletedStep] = field(default_factory=dict)
    """Latest completion of each procedure step, by step id."""
    to_verify: tuple[CompletedStep, ...] = ()
    """Completed steps that another person must verify, oldest first, at most `STEPS_TO_VERIFY_MOST`."""
    steps_done: int = 0
    recut: RecutOrder | None = None
    last_batch: str | None = None
    """Back colour of the batch that was loaded last; None if no batch has a colour."""
    notices: tuple[UnreadNotice, ...] = ()
    noticed: int = 0
    """Number of notices and announced changes so far; the next id continues from this number."""
    announced_changes: tuple[AnnouncedChange, ...] = ()
    """Announced changes that are not yet in effect."""
    posted: Mapping[str, TableSettings] = field(default_factory=dict)
    """Last settings of each rulebook that this table dealt before the current one."""
    accommodations: tuple[Accommodation, ...] = ()

    def hold(self, hold_id: str) -> TableHold | None:
        return next((hold for hold in self.holds if hold.id == hold_id), None)
