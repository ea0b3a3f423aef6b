"""Promotional chips and coupons through the API: given, printed, redeemed, made void. [003 L135]"""

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
from croupier.server.routes.buy_ins import PlayerReference, player_named, refuse_excluded_player
from croupier.server.routes.coupon_printing import job_of, print_papers, where
from croupier.server.routes.second_person import SecondPersonApproval, signature
from croupier.server.runtime import Runtime
from croupier.store.errors import DatabaseUnavailableError, WriteRejectedError
from croupier.store.record import Record
from croupier.store.unit_of_work import UnitOfWork
from croupier.table.promotional_chips import OFF

router = routes("promotional")

Typed = Annotated[str, Field(min_length=1, max_length=64)]
"""A coupon's number as it was typed or scanned."""
Hour = Annotated[int, Field(strict=True, ge=0, le=2**53)]
"""When chips end, in milliseconds since 1970 UTC."""
Campaign = Annotated[str, Field(min_length=1, max_length=80)]


class SignedBeside(IdempotentRequest):
    """Above what one person gives in a day alone, a second person signs with a password of his own."""

    second: Name | None = None
    second_password: Secret | None = None


class GrantPromotionalRequest(SignedBeside, PlayerReference):
    """Promotional chips for a player: how much, for which campaign, until when."""

    cents: Cents
    campaign: Campaign
    reason: Reason
    ends_at: Hour


class PrintCouponsRequest(SignedBeside):
    count: Annotated[int, Field(strict=True, ge=1, le=coupons.COUPONS_AT_ONCE_MOST)] = 1
    cents: Cents
    campaign: Campaign
    ends_at: Hour


class RedeemCouponRequest(IdempotentRequest):
    """A coupon for promotional chips: a player's own, or at the cage a named player's."""

    number: Typed
    player: Name | None = None
    player_id: Annotated[int, Field(strict=True, ge=1, le=2**53)] | None = None


class VoidCouponRequest(IdempotentRequest):
    number: Typed
    reason: Reason


class PromotionalGrantResponse(ChangeResponse):
    """A player has more promotional chips."""

    gift: int
    account: str
    cents: int
    campaign: str
    ends_at: int
    promotional_cents: int
    """All of his that he can still play."""
    record: str
    """The transaction number."""


class CouponResponse(ResponseModel):
    """A coupon as it is printed. Its number is told once, to whoever prints it."""

    number: str
    cents: int
    campaign: str
    ends_at: int


class PrintCouponsResponse(ChangeResponse):
    coupons: list[CouponResponse]
    """None where the key had been used: the numbers are on the papers."""
    papers: str | None = None
    """Where the papers are as a PDF, for whoever made them, for half an hour."""
    print_job: str | None = None
    """The job that prints them, where the house has a printer for it."""


class VoidCouponResponse(ChangeResponse):
    coupon: str
    """Its last four digits."""
    cents: int
    reason: str


class PromotionalTermsResponse(ResponseModel):
    """What this person may give of them, and on which terms they are played."""

    on: bool
    most_cents: int
    player_day_most_cents: int
    giver_day_most_cents: int
    """What one person gives and prints in a day without a second person."""
    days_most: int
    after_win: str
    wagers: list[str]


@router.get("/promotional")
async def terms(session: CurrentSession, runtime: CurrentRuntime) -> PromotionalTermsResponse:
    """The house's terms of promotional chips, and how much whoever asks may give at once."""
    part, rules = runtime.config.promotional, runtime.config.promotional.given
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
    asked: GrantPromotionalRequest, session: ActingSession, request: Request, runtime: CurrentRuntime
) -> PromotionalGrantResponse:
    """A cashier or a supervisor gives a player promotional chips."""
    require_permission(session, "give-promotional")
    signed = await _signature(asked, session, request, runtime)

    def job(uow: UnitOfWork) -> PromotionalGrantResponse | Refused:
        user = player_named(uow, asked)
        if isinstance(user, Refused):
            return user
        second = _signer(uow, signed)
        if isinstance(second, Refused):
            return second
        if refused := _not_on(runtime) or refuse_excluded_player(runtime.house, uow, user.id):
            return refused
        given = promotional_grants.grant(
            uow,
            account=f"player:{user.id}",
            by=actor_name(session),
            role=session.role,
            rules=runtime.config.promotional.given,
            day_starts_at=_day_starts_at(runtime, uow),
            second=second,
            **asked.model_dump(exclude={"player", "player_id", "second", "second_password"}),
        )
        return _given(runtime, uow, given)

    return await run_job(
        runtime, PromotionalGrantResponse, run_once(runtime, session, asked, "give-promotional", job, _again(runtime))
    )


@router.post("/coupons", status_code=201)
async def print_coupons(
    asked: PrintCouponsRequest, session: ActingSession, request: Request, runtime: CurrentRuntime
) -> PrintCouponsResponse:
    """Coupons of one campaign. Their numbers are told now and never again."""
    require_permission(session, "print-coupons")
    signed = await _signature(asked, session, request, runtime)
    new: list[coupons.Coupon] = []

    def job(uow: UnitOfWork) -> PrintCouponsResponse | Refused:
        if refused := _not_on(runtime):
            return refused
        second = _signer(uow, signed)
        if isinstance(second, Refused):
            return second
        made = coupons.print_coupons(
            uow,
            by=actor_name(session),
            role=session.role,
            rules=runtime.config.promotional.given,
            chance=SystemRandomSource(),
            day_starts_at=_day_starts_at(runtime, uow),
            second=second,
            **asked.model_dump(exclude={"second", "second_password"}),
        )
        if isinstance(made, Refused):
            return made
        new[:] = made
        told = [CouponResponse(**pick_attributes(one, "number", "cents", "campaign", "ends_at")) for one in made]
        return PrintCouponsResponse(coupons=told, papers=where(made[0].id, made[-1].id))

    def again(uow: UnitOfWork, earlier: Record) -> PrintCouponsResponse:
        ids = [event["coupon_id"] for event in earlier.events]
        there = {"papers": where(ids[0], ids[-1]), "print_job": job_of(runtime, ids[0], ids[-1])}
        return PrintCouponsResponse(coupons=[], **there, repeated=True)

    told = await run_job(runtime, PrintCouponsResponse, run_once(runtime, session, asked, "print-coupons", job, again))
    return told if told.repeated else await _out_of_the_printer(runtime, session, new, told)


async def _out_of_the_printer(
    runtime: Runtime, session: UserSession, made: list[coupons.Coupon], told: PrintCouponsResponse
) -> PrintCouponsResponse:
    """The papers are asked for once the coupons are in the books. Whatever is wrong with the printer, they are good."""
    try:
        job = await print_papers(runtime, session, made)
    except (DatabaseUnavailableError, WriteRejectedError):
        return told
    return told if isinstance(job, Refused) else told.model_copy(update={"print_job": job.id})


@router.post("/coupons/redeem", status_code=201)
async def redeem(
    asked: RedeemCouponRequest, session: ActingSession, runtime: CurrentRuntime
) -> PromotionalGrantResponse:
    """A coupon becomes promotional chips, once: at a player's terminal, or at the cage for a player who is named."""
    require_permission(session, "redeem-coupon")

    def job(uow: UnitOfWork) -> PromotionalGrantResponse | Refused:
        user_id = _whose(uow, asked, session.role, session.user_id)
        if isinstance(user_id, Refused):
            return user_id
        if refused := _not_on(runtime) or refuse_excluded_player(runtime.house, uow, user_id):
            return refused
        facts: dict[str, Any] = {"number": asked.number, "terminal": session.terminal_id, "key": asked.key}
        given = coupons.redeem_coupon(uow, account=f"player:{user_id}", by=actor_name(session), **facts)
        return _given(runtime, uow, given)

    return await run_job(
        runtime, PromotionalGrantResponse, run_once(runtime, session, asked, "redeem-coupon", job, _again(runtime))
    )


@router.post("/coupons/void")
async def void(asked: VoidCouponRequest, session: ActingSession, runtime: CurrentRuntime) -> VoidCouponResponse:
    """A coupon that nobody has redeemed is never to be."""
    require_permission(session, "void-coupon")

    def told(found: coupons.Coupon | Refused, *, repeated: bool = False) -> VoidCouponResponse | Refused:
        if isinstance(found, Refused):
            return found
        return VoidCouponResponse(coupon=found.last_four, cents=found.cents, reason=asked.reason, repeated=repeated)

    def job(uow: UnitOfWork) -> VoidCouponResponse | Refused:
        return told(coupons.void_coupon(uow, by=actor_name(session), **asked.model_dump()))

    def again(uow: UnitOfWork, earlier: Record) -> VoidCouponResponse | Refused:
        return told(coupons.coupon_numbered(uow, asked.number), repeated=True)

    return await run_job(runtime, VoidCouponResponse, run_once(runtime, session, asked, "void-coupon", job, again))


async def _signature(
    asked: SignedBeside, session: UserSession, request: Request, runtime: Runtime
) -> SecondPersonApproval | None:
    """The second person's name and password, checked before the writer is asked; None where nobody signs."""
    if asked.second is None:
        return None
    check_login_request(request)
    return await signature(runtime, session, request, asked.second, asked.second_password or "")


def _signer(uow: UnitOfWork, signed: SecondPersonApproval | None) -> str | Refused | None:
    found = None if signed is None else signed.signer(uow)
    if isinstance(found, Refused):
        return Refused("approval/second", f"The second person: {found.message}", found.cites)
    return found


def _day_starts_at(runtime: Runtime, uow: UnitOfWork) -> int:
    return runtime.house.guard.calendar.period(PeriodKind.DAY, uow.at).starts_at


def _whose(uow: UnitOfWork, asked: RedeemCouponRequest, role: Role, user_id: int) -> int | Refused:
    """A player's own; at the cage, whoever is named."""
    is_named = asked.player is not None or asked.player_id is not None
    if role is Role.PLAYER:
        return Refused("coupon/own", "A player redeems a coupon for himself.") if is_named else user_id
    if (asked.player is None) == (asked.player_id is None):
        return Refused("player/not_found", "Name the player by player or by player_id, one of them.")
    user = player_named(uow, PlayerReference(player=asked.player, player_id=asked.player_id))
    return user if isinstance(user, Refused) else user.id


def _not_on(runtime: Runtime) -> Refused | None:
    return None if runtime.config.promotional.on else OFF


def _given(runtime: Runtime, uow: UnitOfWork, given: GrantResult | Refused) -> PromotionalGrantResponse | Refused:
    if isinstance(given, Refused):
        return given
    runtime.house.cache_grant(uow, given.gift)
    return _response(runtime, uow, given.gift.id, given.gift.account, given.record, vars(given.gift))


def _response(
    runtime: Runtime, uow: UnitOfWork, gift: int, account: str, record: str, facts: Any, *, repeated: bool = False
) -> PromotionalGrantResponse:
    left = sum(uow.balance(one.purse) for one in runtime.house.gifts_of(account, uow.at))
    named = {name: facts[name] for name in ("cents", "campaign", "ends_at")}
    return PromotionalGrantResponse(
        gift=gift, account=account, promotional_cents=left, record=record, repeated=repeated, **named
    )


def _again(runtime: Runtime) -> Any:
    def again(uow: UnitOfWork, earlier: Record) -> PromotionalGrantResponse:
        told = earlier.events[0]
        return _response(runtime, uow, told["gift"], told["account"], earlier.name, told, repeated=True)

    return again
