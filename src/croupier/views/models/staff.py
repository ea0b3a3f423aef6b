"""For those who run a table: what comes next, the steps of the procedure, what waits for somebody."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from croupier.rulebook.schema import StepAsks, StepWhen
from croupier.views.models.bank import BankAccountView
from croupier.views.models.jackpots import PaidJackpotView
from croupier.views.models.settings import RegulatorApprovalView, SettingsView


class NextStepTargetView(TypedDict, total=False):
    """What the next thing is about."""

    hand: str
    nth: int
    seat: int
    choices: list[str]
    many: int
    """How many dice, or burned cards."""
    sides: NotRequired[int]
    """How many sides each of the dice has."""
    step: str
    """Which step of the procedure."""


class NextStepView(NextStepTargetView):
    """The one next thing at a table."""

    words: str
    do: str | None
    """The command that does it; none where nobody at the console has anything to do."""


class HoldView(TypedDict):
    """What keeps the table from going on."""

    id: str
    why: str
    reason: str
    since: int
    round: str | None
    referred_to: str
    """Of a dispute: to whom it was referred."""
    reference: str


class StepView(TypedDict):
    """A step of the procedure as the table stands to it."""

    id: str
    title: str
    text: str
    when: StepWhen
    by: Literal["dealer", "supervisor"]
    verified_by: str
    asks: list[StepAsks]
    choices: list[str]
    least_from_end: int
    offered: list[int]
    """The seats that are offered a cut, in their order."""
    required: bool
    waits: bool
    """Done, and somebody else has still to confirm it."""
    done: CompletedStepView | None
    cite: str


class CompletedStepView(TypedDict):
    """Who carried a step out, and when; who confirmed it."""

    id: str
    step: str
    title: str
    at: int
    name: str
    verified_by: str
    """Whose it is to confirm."""
    verified_name: str
    verified_at: int | None
    entered: dict[str, Any]


class ApprovalView(TypedDict):
    """Something of the rulebook that the regulator has to approve, and whether that is recorded."""

    id: str
    title: str
    option: str
    cite: str
    recorded: RegulatorApprovalView | None


class UnreadNoticeView(TypedDict):
    """A notice that has not been seen by whom it is for."""

    id: str
    to: Literal["surveillance", "floor"]
    at: int
    until: int | None
    text: str
    name: str


class AccommodationView(TypedDict):
    """What is done differently for somebody with a disability."""

    seat: int | None
    what: str
    name: str


class CorrectionRequestView(TypedDict):
    """A card of a settled round that somebody says was misread."""

    id: str
    round: str
    place: int
    card: str
    reason: str
    by: str


class EnteredDiceView(TypedDict):
    """A throw as the dealer entered it."""

    numbers: list[int]
    sides: int


class StaffView(TypedDict):
    """What those who run the table see besides."""

    expects: NextStepView
    settings: SettingsView
    paused_for: str
    holds: list[HoldView]
    supervisor_called: str | None
    corrections: list[CorrectionRequestView]
    paid_jackpots: list[PaidJackpotView]
    """The newest first."""
    dice: EnteredDiceView | None
    """The last throw, while it can still be put right."""
    fees: dict[str, int]
    bank: BankAccountView | None
    steps: list[StepView]
    """The procedure, step by step: what belongs to this moment at the table."""
    to_verify: list[CompletedStepView]
    recut: Literal["same", "next"] | None
    """A cut that a supervisor has ordered again, and by whom."""
    notices: list[UnreadNoticeView]
    accommodations: list[AccommodationView]
    approvals: list[ApprovalView]
    disputes_to: str
    """To whom the rules refer a dispute."""
