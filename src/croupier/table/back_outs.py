"""Back out a paid jackpot: take it back from the player's credit, with the approval of two people. [003 L433, L623]

One person requests it with a reason, another approves. The amount returns to its meter, and the restart amount leaves
the meter again. No record is edited.
"""

from __future__ import annotations

from typing import Literal

from croupier.errors import Refused
from croupier.money.cents import Cents, format_dollars
from croupier.store import ledger_accounts
from croupier.store.ledger_accounts import SEED, AccountName, owner_of, seed_owed
from croupier.table import events as e
from croupier.table.command_declaration import ADMIN, ANY_PHASE, SUPERVISOR, Command, Name, Reason, handles
from croupier.table.command_effect import EffectBuilder
from croupier.table.state import Jackpot

BACKED_OUT = "003 L433, L623"


class RequestBackOut(Command):
    """Command to request that a paid jackpot is taken back from the player's credit."""

    do: Literal["request-back-out"] = "request-back-out"
    id: Name
    reason: Reason


@handles(RequestBackOut, phases=ANY_PHASE, roles=SUPERVISOR | ADMIN, paused=True, held=True)
def request_back_out(builder: EffectBuilder, command: RequestBackOut) -> Refused | None:
    """Record a person's request to back out a paid jackpot; another person must approve it."""
    jackpot = builder.state.paid_jackpot(command.id)
    if jackpot is None:
        return _not_paid_refusal(builder, command.id)
    if any(one.jackpot == command.id for one in builder.state.back_outs.values()):
        return Refused("back_out/already_requested", f"That {command.id} be backed out waits for approval already.")
    if refusal := _refuse_if_credit_too_low(builder, jackpot):
        return refusal
    builder.emit(
        e.BackOutRequested(
            id=f"back-out-{builder.state.numbered + 1}",
            jackpot=jackpot.id,
            round=jackpot.round,
            seat=jackpot.seat,
            account=jackpot.account,
            cents=jackpot.cents,
            reason=command.reason,
            by=builder.actor.id,
        )
    )
    return None


class ApproveBackOut(Command):
    """Command to approve a back-out that another person requested; the amount returns from the credit to the meter."""

    do: Literal["approve-back-out"] = "approve-back-out"
    id: Name


@handles(ApproveBackOut, phases=ANY_PHASE, roles=SUPERVISOR | ADMIN, paused=True, held=True)
def approve_back_out(builder: EffectBuilder, command: ApproveBackOut) -> Refused | None:
    """Approve a back-out that another person requested, and return the money to the meter.

    An executive must approve if the payment needed an executive's confirmation.
    """
    request = builder.state.back_outs.get(command.id)
    if request is None:
        return Refused("back_out/not_found", f"No back-out {command.id} waits at this table.")
    if request.by == builder.actor.id:
        return Refused("approval/own", "Nobody approves what they asked for: another supervisor has to.")
    jackpot = builder.state.paid_jackpot(request.jackpot)
    assert jackpot is not None, "a jackpot that somebody wants back stays on the list of paid ones"
    if jackpot.cents > builder.context.executive_above_cents and builder.actor.role != "admin":
        return Refused("jackpot/executive", "A jackpot of this size takes an executive to back it out.")
    if refusal := _refuse_if_credit_too_low(builder, jackpot):
        return refusal
    meter = ledger_accounts.meter(jackpot.house_meter)
    before = builder.balance(meter)
    builder.transfer(jackpot.account, builder.account("jackpot"), jackpot.cents)
    off = return_award_to_meter(builder, meter, jackpot)
    builder.emit(
        e.JackpotBackedOut(
            id=jackpot.id,
            approval=request.id,
            at=builder.at,
            round=jackpot.round,
            meter=jackpot.house_meter,
            seat=jackpot.seat,
            account=jackpot.account,
            cents=jackpot.cents,
            meter_before_cents=before,
            meter_after_cents=builder.balance(meter),
            seed_off_cents=off,
            requested_by=request.by,
            approved_by=builder.actor.id,
            reason=request.reason,
        )
    )
    return None


class RejectBackOut(Command):
    """Command to reject a back-out; the jackpot stays paid."""

    do: Literal["reject-back-out"] = "reject-back-out"
    id: Name
    reason: Reason


@handles(RejectBackOut, phases=ANY_PHASE, roles=SUPERVISOR | ADMIN, paused=True, held=True)
def reject_back_out(builder: EffectBuilder, command: RejectBackOut) -> Refused | None:
    """Reject a back-out; the jackpot stays paid."""
    if command.id not in builder.state.back_outs:
        return Refused("back_out/not_found", f"No back-out {command.id} waits at this table.")
    builder.emit(e.BackOutRejected(id=command.id, reason=command.reason))
    return None


def return_award_to_meter(builder: EffectBuilder, meter: AccountName, jackpot: Jackpot) -> int:
    """Move a jackpot's amount back from the table's jackpot account to its meter.

    If the meter had restarted, the restart amount leaves the meter again, when the last winner of a shared win loses
    the award. An amount above the ceiling goes to the overflow account, for the next restart. Return the cents that
    went back to the house's seed account.
    """
    overflow = ledger_accounts.overflow(owner_of(meter))
    builder.transfer(builder.account("jackpot"), meter, jackpot.cents)
    is_last = jackpot.sharers == 1
    off = _return_seed(builder, meter, overflow, jackpot.reseeded_cents if is_last else 0)
    if is_last:
        builder.transfer(meter, overflow, min(jackpot.overflow_cents, builder.balance(meter)))
    ceiling = builder.context.meter_ceiling(meter)
    if ceiling is not None:
        builder.transfer(meter, overflow, max(0, builder.balance(meter) - ceiling))
    return off


def _return_seed(builder: EffectBuilder, meter: AccountName, overflow: AccountName, seed: int) -> int:
    """Pay a meter's restart amount back to the house's seed account, and return the cents paid.

    The meter and its overflow account pay as far as they can. The rest is recorded as owed, because a later winner took
    it; it is paid when that award is taken back. Contributions of players never pay for it.
    """
    owed = seed_owed(owner_of(meter))
    off = _pay_from((meter, overflow), builder, owed, -builder.balance(owed))
    returned = _pay_from((meter, overflow), builder, SEED, seed)
    builder.transfer(owed, SEED, seed - returned)
    return off + returned


def _pay_from(pots: tuple[AccountName, ...], builder: EffectBuilder, to: AccountName, due: int) -> int:
    """Pay up to `due` cents from these accounts in order; return the cents paid."""
    paid = 0
    for pot in pots:
        part = max(0, min(due - paid, builder.balance(pot)))
        builder.transfer(pot, to, part)
        paid += part
    return paid


def _not_paid_refusal(builder: EffectBuilder, jackpot_id: str) -> Refused:
    if jackpot_id in builder.state.backed_out:
        return Refused("back_out/already_made", f"{jackpot_id} was backed out already.")
    if builder.state.jackpot(jackpot_id) is not None:
        return Refused("back_out/unpaid", f"{jackpot_id} is not paid yet: reject it instead.")
    message = f"{jackpot_id} is not among the last jackpots paid at this table."
    return Refused("back_out/jackpot_not_found", message)


def _refuse_if_credit_too_low(builder: EffectBuilder, jackpot: Jackpot) -> Refused | None:
    """Refuse a back-out if the player's credit is lower than the jackpot: credit never goes below zero.

    Money that the player has already cashed out must be recovered outside the ledger.
    """
    credit = builder.balance(jackpot.account)
    missing = jackpot.cents - credit
    if missing <= 0:
        return None
    message = (
        f"The credit is {format_dollars(Cents(credit))} and the award was {format_dollars(Cents(jackpot.cents))}: "
        f"{format_dollars(Cents(missing))} is missing."
    )
    return Refused("back_out/not_covered", message, (BACKED_OUT,))
