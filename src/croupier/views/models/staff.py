"""View models for staff: the next step, the steps of the procedure, and everything that waits for somebody."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from croupier.rulebook.schema import StepAsks, StepWhen
from croupier.store.ledger_accounts import AccountName
from croupier.views.models.bank import BankAccountView
from croupier.views.models.jackpots import PaidJackpotView
from croupier.views.models.rounds import RoundMoneyView
from croupier.views.models.settings import RecordedApprovalView, SettingsView


class NextStepTargetView(TypedDict, total=False):
    """Subject of the next step: a hand, a seat with its choices, dice, burn cards or a procedure step."""

    hand: str
    position_in_hand: int
    seat: int
    choices: list[str]
    count: int
    """Number of dice to roll, or of cards to burn."""
    sides: NotRequired[int]
    """Number of sides of each die."""
    step: str
    """Id of the procedure step that is due."""


class NextStepView(NextStepTargetView):
    """Next step at a table: the instruction, and what it is about."""

    text: str
    command: str | None
    """Command that carries out the step; None if nobody at the console has to act."""


class HoldView(TypedDict):
    """Hold that stops the table: a fault or a dispute, with its reason."""

    id: str
    kind: str
    reason: str
    since: int
    round: str | None
    referred_to: str
    """Authority to which a dispute was referred; empty if it was not referred."""
    reference: str


class StepView(TypedDict):
    """Step of the procedure with its current status."""

    id: str
    title: str
    text: str
    when: StepWhen
    by: Literal["dealer", "supervisor"]
    verified_by: str
    required_entries: list[StepAsks]
    choices: list[str]
    least_from_end: int
    seats_offered_cut: list[int]
    """Seats that are offered the cut, in order."""
    is_required: bool
    is_awaiting_verification: bool
    """Whether the step is done and waits for its confirmation."""
    done: CompletedStepView | None
    cite: str


class CompletedStepView(TypedDict):
    """Completed step: who carried it out, who confirmed it, and when."""

    id: str
    step: str
    title: str
    text: str
    """Instruction of the step, from the rulebook; empty if the table deals another game since."""
    at: int
    name: str
    verified_by: str
    """Role that has to confirm the step; empty if nobody has to."""
    verified_name: str
    verified_at: int | None
    entered: dict[str, Any]


class ApprovalView(TypedDict):
    """Item of the rulebook that needs the regulator's approval, and the recorded approval."""

    id: str
    title: str
    option: str
    cite: str
    recorded: RecordedApprovalView | None


class UnreadNoticeView(TypedDict):
    """Notice that its recipient has not acknowledged."""

    id: str
    to: Literal["surveillance", "floor"]
    at: int
    until: int | None
    text: str
    name: str


class AccommodationView(TypedDict):
    """Different treatment of a person with a disability, as recorded at the table."""

    seat: int | None
    what: str
    name: str


class CorrectionRequestView(TypedDict):
    """Request to correct a misread card of a settled round."""

    id: str
    round: str
    place: int
    card: str
    reason: str
    by: str


class EnteredDiceView(TypedDict):
    """Roll of the dice, as the dealer entered it."""

    numbers: list[int]
    sides: int


class StaffView(TypedDict):
    """Part of a table that only staff may see."""

    next_step: NextStepView
    settings: SettingsView
    pause_reason: str
    holds: list[HoldView]
    supervisor_called: str | None
    corrections: list[CorrectionRequestView]
    paid_jackpots: list[PaidJackpotView]
    """Paid jackpots, newest first."""
    dice: EnteredDiceView | None
    """Last roll of the dice while it can still be corrected; None if there is nothing to correct."""
    fees: dict[AccountName, int]
    round_money: RoundMoneyView | None
    """Stakes of the round in play by seat; None between rounds."""
    bank: BankAccountView | None
    steps: list[StepView]
    """Steps of the procedure that apply now."""
    to_verify: list[CompletedStepView]
    recut: Literal["same", "next"] | None
    """Who makes the new cut that a supervisor ordered: the `same` person as before or the `next` one; None: no order.
    """
    notices: list[UnreadNoticeView]
    accommodations: list[AccommodationView]
    approvals: list[ApprovalView]
    dispute_authority: str
    """Authority to which the rules refer a dispute."""
