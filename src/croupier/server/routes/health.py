"""Health, metrics and identity of the house, available without log-in."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy import func, select

from croupier.people.terminals import terminal_of
from croupier.server.auth import TERMINAL_COOKIE, CurrentRuntime
from croupier.server.routes.base import ResponseModel
from croupier.server.routes.metrics import Metrics
from croupier.server.routes.users import TerminalResponse, terminal_response
from croupier.server.runtime import Runtime
from croupier.store.errors import DatabaseUnavailableError
from croupier.store.schema import accounts
from croupier.views.table_view import PLAY_MONEY

router = APIRouter(tags=["health"])


class HealthResponse(ResponseModel):
    """Health of the server; `degraded` if it cannot write or is stopping; no data is lost in either case."""

    status: Literal["ok", "degraded"]
    database: bool
    """Whether a test write succeeded just now."""
    stopping: bool


class HouseResponse(ResponseModel):
    """Identity of the house, as every screen shows it."""

    name: str
    site: str
    demonstration: bool
    mark: str
    """Label on everything that a demonstration shows. [R20]"""
    help_line: str
    time_zone: str
    """Time zone of displayed times."""
    version: str
    now: int
    tables: int
    posted_accounts: list[str]
    """Demonstration users with a published password; empty in a real house."""
    terminal: TerminalResponse | None
    """The paired terminal that sent the request, or None."""


@router.get("/health", responses={503: {"model": HealthResponse}})
async def health(runtime: CurrentRuntime, response: Response) -> HealthResponse:
    """Return status 200 while wagers can be accepted, otherwise 503."""
    database = await runtime.can_write()
    is_well = database and not runtime.is_stopping
    response.status_code = 200 if is_well else 503
    return HealthResponse(status="ok" if is_well else "degraded", database=database, stopping=runtime.is_stopping)


@router.get("/metrics", response_class=Response)
async def metrics(request: Request, runtime: CurrentRuntime) -> Response:
    """Return the metrics for Prometheus."""
    gauges: Metrics = request.app.state.metrics
    return Response(gauges.text(await _ledger_cents(runtime)), headers={"Content-Type": CONTENT_TYPE_LATEST})


@router.get("/api/house")
async def house(request: Request, runtime: CurrentRuntime) -> HouseResponse:
    """Return the name, demonstration label and help line of the house."""
    part = runtime.config.house
    return HouseResponse(
        name=part.name,
        site=part.site,
        demonstration=part.demonstration,
        mark=PLAY_MONEY if part.demonstration else "",
        help_line=runtime.help_line,
        time_zone=part.time_zone,
        version=request.app.version,
        now=runtime.now(),
        tables=len(runtime.house.tables),
        posted_accounts=list(runtime.posted_accounts),
        terminal=await _terminal(runtime, request.cookies.get(TERMINAL_COOKIE)),
    )


async def _ledger_cents(runtime: Runtime) -> int | None:
    """Return the sum of all balances in cents, or None if the database does not answer."""
    total = select(func.coalesce(func.sum(accounts.c.balance), 0))
    try:
        return await runtime.run_lookup(lambda query: int(query(total)[0][0]))
    except DatabaseUnavailableError:
        return None


async def _terminal(runtime: Runtime, secret: str | None) -> TerminalResponse | None:
    found = await runtime.run_lookup(lambda query: terminal_of(query, secret)) if secret else None
    return terminal_response(found) if found else None
