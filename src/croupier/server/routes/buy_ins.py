"""Routes that add player credit: cash at the cage window, play money in a demonstration. [R20, R37]"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, model_validator
from sqlalchemy import and_, func, select

from croupier.cage import buy_in
from croupier.cage.reading import Reader
from croupier.errors import Refused
from croupier.house.house import House
from croupier.money.cents import format_dollars
from croupier.people.calendar import PeriodKind
from croupier.people.roles import Role
from croupier.people.users import User, user_by_id, user_by_name
from croupier.server.auth import ActingSession, CurrentRuntime, require_permission
from croupier.server.error_responses import raise_if_refused
from croupier.server.routes.base import (
    Cents,
    ChangeResponse,
    IdempotentRequest,
    Name,
    RequestModel,
    ResponseModel,
    actor_name,
    is_in_play,
    pick_attributes,
    routes,
    run_job,
    run_once,
    run_query,
)
from croupier.server.routes.shifts import own_shift
from croupier.store.ledger_accounts import OUTSIDE, player
from croupier.store.record import Record
from croupier.store.schema import records, transfers
from croupier.store.unit_of_work import UnitOfWork
from croupier.table.settings import TableName

router = routes("cage")

PLAY_MONEY_A_DAY_CENTS = 50_000_00
"""Most play money per player and day in cents; it is enough to bank a table."""


class PlayerReference(RequestModel):
    """Reference to a player, by name or by user id."""

    player: Name | None = None
    player_id: Annotated[int, Field(strict=True, ge=1, le=2**53)] | None = None

    @model_validator(mode="after")
    def _require_one(self) -> PlayerReference:
        if (self.player is None) == (self.player_id is None):
            raise ValueError("name the player by player or by player_id, one of them")
        return self


class BuyInRequest(IdempotentRequest, PlayerReference):
    """Request to exchange cash for credit; `table` is where the player will play, for the drop of that table."""

    cents: Cents
    table: TableName | None = None


class PlayMoneyRequest(IdempotentRequest):
    """Request for play money in a demonstration."""

    cents: Cents
    table: TableName | None = None


class BuyInResponse(ChangeResponse):
    account: str
    cents: int
    balance_cents: int
    record: str
    """Transaction number of the log record, for example `house#123`."""


class PlayerResponse(ResponseModel):
    """Name, credit and promotional chips of a player, as the cage shows them."""

    id: int
    name: str
    display_name: str
    balance_cents: int
    promotional_cents: int
    """Promotional chips that the player can still play, in cents; they cannot be cashed out."""
    in_play: bool
    excluded: bool


@router.post("/cage/player")
async def find_player(payload: PlayerReference, session: ActingSession, runtime: CurrentRuntime) -> PlayerResponse:
    """Return a player before money is credited.

    This query is a POST, so that names do not appear in access logs.
    """
    require_permission(session, "buy-in")
    user: User = raise_if_refused(await run_query(runtime, lambda reader: find_user(reader, payload)))
    account, house = player(user.id), runtime.house
    return PlayerResponse(
        **pick_attributes(user, "id", "name", "display_name"),
        balance_cents=house.committed_balances.get(account, 0),
        promotional_cents=runtime.promotional_balance(account)["cents"],
        in_play=is_in_play(runtime, account),
        excluded=house.limit_tracker.limits(user.id).excluded(runtime.now()) is not None,
    )


@router.post("/buy-ins", status_code=201)
async def with_cash(payload: BuyInRequest, session: ActingSession, runtime: CurrentRuntime) -> BuyInResponse:
    """Take cash into the cashier's drawer and credit it to a player."""
    require_permission(session, "buy-in")

    def job(uow: UnitOfWork) -> BuyInResponse | Refused:
        shift, user = own_shift(uow, session), find_user(uow, payload)
        if isinstance(shift, Refused):
            return shift
        if isinstance(user, Refused):
            return user
        if refused := refuse_excluded_player(runtime.house, uow, user.id) or refuse_unknown_table(
            runtime.house, payload.table
        ):
            return refused
        account, by = player(user.id), actor_name(session)
        return _buy_in_response(
            buy_in.with_cash(
                uow, account=account, cents=payload.cents, shift=shift.id, by=by, table=payload.table, key=payload.key
            )
        )

    return await run_job(runtime, BuyInResponse, run_once(runtime, session, payload, "buy-in", job, _repeated_response))


@router.post("/me/buy-in", status_code=201)
async def with_play_money(payload: PlayMoneyRequest, session: ActingSession, runtime: CurrentRuntime) -> BuyInResponse:
    """Give the player play money up to a daily amount; in a demonstration only."""
    require_permission(session, "take-play-money")
    house, account = runtime.house, session.account

    def job(uow: UnitOfWork) -> BuyInResponse | Refused:
        if refused := refuse_excluded_player(house, uow, session.user_id) or refuse_unknown_table(house, payload.table):
            return refused
        is_demonstration = runtime.config.house.demonstration
        if is_demonstration and (refused := _refuse_over_daily_amount(house, uow, account, payload.cents)):
            return refused
        given: dict[str, Any] = {
            "account": account,
            "cents": payload.cents,
            "by": actor_name(session),
            "table": payload.table,
            "key": payload.key,
        }
        return _buy_in_response(buy_in.with_play_money(uow, demonstration=is_demonstration, **given))

    return await run_job(runtime, BuyInResponse, run_once(runtime, session, payload, "buy-in", job, _repeated_response))


def find_user(reader: Reader, payload: PlayerReference) -> User | Refused:
    if payload.player_id is not None:
        user = user_by_id(reader.query, payload.player_id)
    else:
        user = user_by_name(reader.query, payload.player or "")
    if user is None or user.role is not Role.PLAYER:
        return Refused("player/not_found", "There is no such player.")
    return user


def refuse_excluded_player(house: House, uow: UnitOfWork, user_id: int) -> Refused | None:
    """Refuse credit to a self-excluded player; cashing out is always allowed."""
    exclusion = house.limit_tracker.limits(user_id).excluded(uow.at)
    return None if exclusion is None else Refused("excluded", exclusion.message(house.limit_tracker.calendar))


def refuse_unknown_table(house: House, table: str | None) -> Refused | None:
    return None if table is None or table in house.tables else Refused("table/not_found", f"There is no table {table}.")


def _refuse_over_daily_amount(house: House, uow: UnitOfWork, account: str, cents: int) -> Refused | None:
    """Refuse play money above the daily amount, so that balances stay within their limits."""
    since = house.limit_tracker.calendar.period(PeriodKind.DAY, uow.at).starts_at
    joined = transfers.join(records, and_(transfers.c.stream == records.c.stream, transfers.c.seq == records.c.seq))
    given = select(func.coalesce(func.sum(transfers.c.cents), 0)).select_from(joined)
    player_total = given.where(transfers.c.debit == OUTSIDE, transfers.c.credit == account, records.c.at >= since)
    left = PLAY_MONEY_A_DAY_CENTS - int(uow.query(player_total)[0][0])
    if cents <= left:
        return None
    text = f"This demonstration gives {format_dollars(PLAY_MONEY_A_DAY_CENTS)} of play money a day"
    return Refused("buy-in/day", f"{text}; {format_dollars(max(0, left))} of yours is left.")


def _buy_in_response(bought: buy_in.BuyInResult | Refused) -> BuyInResponse | Refused:
    if isinstance(bought, Refused):
        return bought
    return BuyInResponse(**pick_attributes(bought, "account", "cents", "balance_cents", "record"))


def _repeated_response(uow: UnitOfWork, earlier: Record) -> BuyInResponse:
    event = earlier.events[0]
    account = event.get("account") or event["to"]
    return BuyInResponse(
        account=account,
        cents=event["cents"],
        balance_cents=uow.balance(account),
        record=earlier.name,
        repeated=True,
    )
