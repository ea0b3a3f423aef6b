"""Routes of promotional chips and coupons: grant, print, redeem and void. [003 L135]"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Request
from pydantic import Field

from croupier.cage import coupons, promotional_grants
from croupier.cage.promotional_grants import GrantResult
from croupier.cards.random_source import SystemRandomSource
from croupier.errors import Refused
from croupier.people.calendar import PeriodKind
from croupier.people.roles import Role
from croupier.people.session import UserSession
from croupier.server.auth import ActingSession, CurrentRuntime, CurrentSession, check_login_request, require_permission
from croupier.server.routes.base import (
    Cents,
    ChangeResponse,
    IdempotentRequest,
    Name,
    Reason,
    ResponseModel,
    Secret,
    actor_name,
    pick_attributes,
    routes,
    run_job,
    run_once,
)
from croupier.server.routes.buy_ins import PlayerReference, find_user, refuse_excluded_player
from croupier.server.routes.coupon_printing import pdf_url, print_job_of, submit_coupons
from croupier.server.routes.second_person import SecondPersonApproval, check_second_person
from croupier.server.runtime import Runtime
from croupier.store.errors import DatabaseUnavailableError, WriteRejectedError
from croupier.store.ledger_accounts import player
from croupier.store.record import Record
from croupier.store.unit_of_work import UnitOfWork
from croupier.table.promotional_chips import OFF

router = routes("promotional")

Typed = Annotated[str, Field(min_length=1, max_length=64)]
"""Number of a coupon as a person typed or a scanner read it."""
Hour = Annotated[int, Field(strict=True, ge=0, le=2**53)]
"""Time at which promotional chips end, in milliseconds since the epoch."""
Campaign = Annotated[str, Field(min_length=1, max_length=80)]


class SecondPersonRequest(IdempotentRequest):
    """Request that a second person can approve with a password.

    The approval is necessary above the amount that one person may grant in a day.
    """

    second: Name | None = None
    second_password: Secret | None = None


class GrantPromotionalRequest(SecondPersonRequest, PlayerReference):
    """Grant of promotional chips to a player: amount, campaign, reason and expiry."""

    cents: Cents
    campaign: Campaign
    reason: Reason
    ends_at: Hour


class PrintCouponsRequest(SecondPersonRequest):
    count: Annotated[int, Field(strict=True, ge=1, le=coupons.COUPONS_AT_ONCE_MOST)] = 1
    cents: Cents
    campaign: Campaign
    ends_at: Hour


class RedeemCouponRequest(IdempotentRequest):
    """Coupon to redeem: for the player who is logged in, or for a named player at the cage."""

    number: Typed
    player: Name | None = None
    player_id: Annotated[int, Field(strict=True, ge=1, le=2**53)] | None = None


class VoidCouponRequest(IdempotentRequest):
    number: Typed
    reason: Reason


class PromotionalGrantResponse(ChangeResponse):
    """A new grant of promotional chips."""

    gift: int
    account: str
    cents: int
    campaign: str
    ends_at: int
    promotional_cents: int
    """All promotional chips of the player that can still be played, in cents."""
    record: str
    """Transaction number of the log record, for example `house#123`."""


class CouponResponse(ResponseModel):
    """A new coupon; its number is sent once, to the person who prints it."""

    number: str
    cents: int
    campaign: str
    ends_at: int


class PrintCouponsResponse(ChangeResponse):
    coupons: list[CouponResponse]
    """New coupons; empty if the key was used before, because the numbers are on the printed coupons."""
    papers: str | None = None
    """URL of the PDF of the coupons, which their creator can open for half an hour."""
    print_job: str | None = None
    """Print job of the coupons, or None if there is no printer."""


class VoidCouponResponse(ChangeResponse):
    coupon: str
    """Last four digits of the coupon number."""
    cents: int
    reason: str


class PromotionalTermsResponse(ResponseModel):
    """Terms of promotional chips, and how much the user may grant."""

    on: bool
    most_cents: int
    player_day_most_cents: int
    giver_day_most_cents: int
    """Most cents that one person may grant and print per day without a second person."""
    days_most: int
    after_win: str
    wagers: list[str]


@router.get("/promotional")
async def terms(session: CurrentSession, runtime: CurrentRuntime) -> PromotionalTermsResponse:
    """Return the terms of promotional chips, and how much the user may grant at once."""
    part, rules = runtime.config.promotional, runtime.config.promotional.grant_rules
    return PromotionalTermsResponse(
        on=part.on,
        most_cents=rules.most_for(session.role),
        player_day_most_cents=rules.player_day_most_cents,
        giver_day_most_cents=rules.giver_day_most_cents,
        days_most=rules.days_most,
        after_win=part.after_win.value,
        wagers=sorted(part.wagers),
    )


@router.post("/promotional", status_code=201)
async def give(
    payload: GrantPromotionalRequest, session: ActingSession, request: Request, runtime: CurrentRuntime
) -> PromotionalGrantResponse:
    """Grant promotional chips to a player; for cashiers and supervisors."""
    require_permission(session, "give-promotional")
    signed = await _signature(payload, session, request, runtime)

    def job(uow: UnitOfWork) -> PromotionalGrantResponse | Refused:
        user = find_user(uow, payload)
        if isinstance(user, Refused):
            return user
        second = _signer(uow, signed)
        if isinstance(second, Refused):
            return second
        if refused := _refuse_if_off(runtime) or refuse_excluded_player(runtime.house, uow, user.id):
            return refused
        given = promotional_grants.grant(
            uow,
            account=player(user.id),
            by=actor_name(session),
            role=session.role,
            rules=runtime.config.promotional.grant_rules,
            day_starts_at=_day_starts_at(runtime, uow),
            second=second,
            **payload.model_dump(exclude={"player", "player_id", "second", "second_password"}),
        )
        return _grant_response(runtime, uow, given)

    return await run_job(
        runtime, PromotionalGrantResponse, run_once(runtime, session, payload, "give-promotional", job, _again(runtime))
    )


@router.post("/coupons", status_code=201)
async def print_coupons(
    payload: PrintCouponsRequest, session: ActingSession, request: Request, runtime: CurrentRuntime
) -> PrintCouponsResponse:
    """Create coupons of one campaign; their numbers are sent only in this response."""
    require_permission(session, "print-coupons")
    signed = await _signature(payload, session, request, runtime)
    new: list[coupons.Coupon] = []

    def job(uow: UnitOfWork) -> PrintCouponsResponse | Refused:
        if refused := _refuse_if_off(runtime):
            return refused
        second = _signer(uow, signed)
        if isinstance(second, Refused):
            return second
        created = coupons.print_coupons(
            uow,
            by=actor_name(session),
            role=session.role,
            rules=runtime.config.promotional.grant_rules,
            chance=SystemRandomSource(),
            day_starts_at=_day_starts_at(runtime, uow),
            second=second,
            **payload.model_dump(exclude={"second", "second_password"}),
        )
        if isinstance(created, Refused):
            return created
        new[:] = created
        shown = [CouponResponse(**pick_attributes(one, "number", "cents", "campaign", "ends_at")) for one in created]
        return PrintCouponsResponse(coupons=shown, papers=pdf_url(created[0].id, created[-1].id))

    def again(uow: UnitOfWork, earlier: Record) -> PrintCouponsResponse:
        ids = [event["coupon_id"] for event in earlier.events]
        there = {"papers": pdf_url(ids[0], ids[-1]), "print_job": print_job_of(runtime, ids[0], ids[-1])}
        return PrintCouponsResponse(coupons=[], **there, repeated=True)

    printed = await run_job(
        runtime, PrintCouponsResponse, run_once(runtime, session, payload, "print-coupons", job, again)
    )
    return printed if printed.repeated else await _print_created(runtime, session, new, printed)


async def _print_created(
    runtime: Runtime, session: UserSession, created: list[coupons.Coupon], printed: PrintCouponsResponse
) -> PrintCouponsResponse:
    """Print the coupons after they are committed; they are valid even if printing fails."""
    try:
        job = await submit_coupons(runtime, session, created)
    except (DatabaseUnavailableError, WriteRejectedError):
        return printed
    return printed if isinstance(job, Refused) else printed.model_copy(update={"print_job": job.id})


@router.post("/coupons/redeem", status_code=201)
async def redeem(
    payload: RedeemCouponRequest, session: ActingSession, runtime: CurrentRuntime
) -> PromotionalGrantResponse:
    """Redeem a coupon once for promotional chips: at the player's terminal, or at the cage for a named player."""
    require_permission(session, "redeem-coupon")

    def job(uow: UnitOfWork) -> PromotionalGrantResponse | Refused:
        user_id = _redeeming_user(uow, payload, session.role, session.user_id)
        if isinstance(user_id, Refused):
            return user_id
        if refused := _refuse_if_off(runtime) or refuse_excluded_player(runtime.house, uow, user_id):
            return refused
        facts: dict[str, Any] = {"number": payload.number, "terminal": session.terminal_id, "key": payload.key}
        given = coupons.redeem_coupon(uow, account=player(user_id), by=actor_name(session), **facts)
        return _grant_response(runtime, uow, given)

    return await run_job(
        runtime, PromotionalGrantResponse, run_once(runtime, session, payload, "redeem-coupon", job, _again(runtime))
    )


@router.post("/coupons/void")
async def void(payload: VoidCouponRequest, session: ActingSession, runtime: CurrentRuntime) -> VoidCouponResponse:
    """Void a coupon that is not redeemed, so that it can never be redeemed."""
    require_permission(session, "void-coupon")

    def response(found: coupons.Coupon | Refused, *, repeated: bool = False) -> VoidCouponResponse | Refused:
        if isinstance(found, Refused):
            return found
        return VoidCouponResponse(coupon=found.last_four, cents=found.cents, reason=payload.reason, repeated=repeated)

    def job(uow: UnitOfWork) -> VoidCouponResponse | Refused:
        return response(coupons.void_coupon(uow, by=actor_name(session), **payload.model_dump()))

    def again(uow: UnitOfWork, earlier: Record) -> VoidCouponResponse | Refused:
        return response(coupons.find_coupon(uow, payload.number), repeated=True)

    return await run_job(runtime, VoidCouponResponse, run_once(runtime, session, payload, "void-coupon", job, again))


async def _signature(
    payload: SecondPersonRequest, session: UserSession, request: Request, runtime: Runtime
) -> SecondPersonApproval | None:
    """Check the second person's name and password before the job is queued; None if no second person is named."""
    if payload.second is None:
        return None
    check_login_request(request)
    return await check_second_person(runtime, session, request, payload.second, payload.second_password or "")


def _signer(uow: UnitOfWork, signed: SecondPersonApproval | None) -> str | Refused | None:
    found = None if signed is None else signed.approved_by(uow)
    if isinstance(found, Refused):
        return Refused("approval/second", f"The second person: {found.message}", found.cites)
    return found


def _day_starts_at(runtime: Runtime, uow: UnitOfWork) -> int:
    return runtime.house.limit_tracker.calendar.period(PeriodKind.DAY, uow.at).starts_at


def _redeeming_user(uow: UnitOfWork, payload: RedeemCouponRequest, role: Role, user_id: int) -> int | Refused:
    """Return the user id of the player who redeems: the player who is logged in, or the player named at the cage."""
    is_named = payload.player is not None or payload.player_id is not None
    if role is Role.PLAYER:
        return Refused("coupon/own", "A player redeems a coupon for himself.") if is_named else user_id
    if (payload.player is None) == (payload.player_id is None):
        return Refused("player/not_found", "Name the player by player or by player_id, one of them.")
    user = find_user(uow, PlayerReference(player=payload.player, player_id=payload.player_id))
    return user if isinstance(user, Refused) else user.id


def _refuse_if_off(runtime: Runtime) -> Refused | None:
    return None if runtime.config.promotional.on else OFF


def _grant_response(
    runtime: Runtime, uow: UnitOfWork, given: GrantResult | Refused
) -> PromotionalGrantResponse | Refused:
    if isinstance(given, Refused):
        return given
    runtime.house.cache_grant(uow, given.gift)
    return _response(runtime, uow, given.gift.id, given.gift.account, given.record, vars(given.gift))


def _response(
    runtime: Runtime, uow: UnitOfWork, gift: int, account: str, record: str, facts: Any, *, repeated: bool = False
) -> PromotionalGrantResponse:
    left = sum(uow.balance(one.purse) for one in runtime.house.active_grants(account, uow.at))
    named = {name: facts[name] for name in ("cents", "campaign", "ends_at")}
    return PromotionalGrantResponse(
        gift=gift, account=account, promotional_cents=left, record=record, repeated=repeated, **named
    )


def _again(runtime: Runtime) -> Any:
    def again(uow: UnitOfWork, earlier: Record) -> PromotionalGrantResponse:
        event = earlier.events[0]
        return _response(runtime, uow, event["gift"], event["account"], earlier.name, event, repeated=True)

    return again
