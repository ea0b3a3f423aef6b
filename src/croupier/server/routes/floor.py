"""Route of the supervisor's floor: every table in one response, with what waits for somebody."""

from __future__ import annotations

from fastapi.responses import JSONResponse

from croupier.cage.table_activity import table_activity
from croupier.server.auth import CurrentRuntime, CurrentSession, require_permission
from croupier.server.routes.base import routes, run_query
from croupier.views.floor_view import floor_view
from croupier.views.models.floor import FloorTableView

router = routes("tables")


@router.get("/floor", responses={200: {"model": list[FloorTableView]}})
async def floor(session: CurrentSession, runtime: CurrentRuntime) -> JSONResponse:
    """Return every table with its seats, next step, pace and alerts, for staff who may search events."""
    require_permission(session, "search-events")
    tables, at = dict(runtime.house.committed_tables), runtime.now()
    activity = await run_query(runtime, lambda reader: table_activity(reader, tables, at))
    states = [state for _, state in tables.values()]
    return JSONResponse(floor_view(states, at, runtime.house.meter_cents(), runtime.table_labels, activity))
