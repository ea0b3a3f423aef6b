"""Routes of the supervisor's floor: every table in one response, with what waits for somebody; who runs which table."""

from __future__ import annotations

from typing import Literal

from fastapi.responses import JSONResponse

from croupier.cage.table_activity import table_activity
from croupier.server.auth import CurrentRuntime, CurrentSession, require_permission
from croupier.server.routes.base import ResponseModel, routes, run_query
from croupier.views.floor_view import floor_view
from croupier.views.models.floor import FloorTableView

router = routes("tables")


class HouseServerResponse(ResponseModel):
    """One of the servers of a house."""

    server: str
    status: Literal["up", "draining", "down", "overdue"]
    """`draining` while it gives its tables away; `overdue` if it lives no more and others have not taken over yet."""
    address: str
    """Address at which the other servers reach it."""
    version: str
    heartbeat_ms: int
    """Age of its last heartbeat."""
    upkeep: bool
    """Whether it does the upkeep of the house: checkpoints, copies, expiries."""
    tables: list[str]


class ServersResponse(ResponseModel):
    """The servers of a house, and the tables that none of them runs."""

    servers: list[HouseServerResponse]
    """Empty if one server runs the house alone."""
    free: list[str]


@router.get("/servers")
async def servers(session: CurrentSession, runtime: CurrentRuntime) -> ServersResponse:
    """Return which server runs which table, for staff who may search events."""
    require_permission(session, "search-events")
    membership = runtime.house.membership
    if membership is None:
        return ServersResponse(servers=[], free=[])
    return ServersResponse.model_validate(membership.state.overview)


@router.get("/floor", responses={200: {"model": list[FloorTableView]}})
async def floor(session: CurrentSession, runtime: CurrentRuntime) -> JSONResponse:
    """Return every table with its seats, next step, pace and alerts, for staff who may search events."""
    require_permission(session, "search-events")
    tables, at = dict(runtime.house.committed_tables), runtime.now()
    activity = await run_query(runtime, lambda reader: table_activity(reader, tables, at))
    states = [state for _, state in tables.values()]
    return JSONResponse(floor_view(states, at, runtime.house.meter_cents(), runtime.table_labels, activity))
