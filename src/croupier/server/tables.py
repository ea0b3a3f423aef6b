"""Routes of tables: the lobby, the view of one table, and commands."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field, model_validator
from typing_extensions import TypedDict

from croupier.errors import Refused
from croupier.house.house import Accepted
from croupier.server.auth import (
    TOO_OFTEN,
    CurrentRuntime,
    CurrentSession,
    RateLimiter,
    actor_of,
    find_session,
    require_permission,
    viewer_for,
)
from croupier.server.compression import compressed_json
from croupier.server.error_responses import RefusedError, raise_if_refused
from croupier.server.runtime import Runtime
from croupier.table.commands import AnyCommand
from croupier.table.dispatch import command_name
from croupier.table.state import TableState
from croupier.views import Viewer, event_view, lobby_view
from croupier.views.models.frames import ErrorBody
from croupier.views.models.lobby import LobbyTileView
from croupier.views.models.table import TableView

# FastAPI builds a validator for each model of each route, which took half of the time to import the server. One route
# with the model puts its schema into the description; the others refer to it.
_REFUSAL: dict[str, Any] = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorBody"}}}}
REFUSALS: dict[int | str, dict[str, Any]] = dict.fromkeys((401, 403, 404, 409, 413, 422, 429, 503), _REFUSAL)
router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)

Key = Annotated[str, Field(min_length=8, max_length=80, pattern=r"^[A-Za-z0-9._:-]+$")]
TableId = Annotated[str, Path(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]


class RequestBody(BaseModel):
    """Base class of request bodies: unknown fields and NUL characters are refused."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _refuse_nul(cls, value: Any) -> Any:
        if _has_nul(value):
            raise ValueError("a text has a NUL in it, which cannot be kept")
        return value


def _has_nul(value: Any) -> bool:
    """Return whether any text of the body contains U+0000, which PostgreSQL cannot store."""
    waiting = [value]  # Iterative, because a request may be nested very deeply.
    while waiting:
        one = waiting.pop()
        if isinstance(one, str) and "\0" in one:
            return True
        if isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one
    return False


class CommandRequest(RequestBody):
    """A command with an idempotency key: sent twice, it is executed once."""

    key: Key
    command: AnyCommand


class CommandResponse(BaseModel):
    """A command that was executed and committed."""

    table: str
    seq: int
    at: int
    repeated: bool
    events: list[dict[str, Any]]


class TableResponse(TypedDict):
    """View of a table for the current user, and the number of the last record that it contains."""

    seq: int
    view: TableView


@router.get("/lobby", responses={200: {"model": list[LobbyTileView]}, 401: {"model": ErrorBody}})
async def lobby(request: Request, runtime: CurrentRuntime) -> Response:
    """Return a summary of every table that this user may see."""
    states = [state for _, state in list(runtime.house.committed_tables.values())]
    if any(state.settings.private_to for state in states):
        found = await find_session(request)
        viewer = viewer_for(None if isinstance(found, Refused) else found)
        states = [state for state in states if viewer.may_see(state.settings.private_to)]
    tiles = lobby_view(states, runtime.now(), runtime.house.meter_cents(), runtime.table_labels)
    return compressed_json(tiles, request)


@router.get("/tables/{table}", responses={200: {"model": TableResponse}})
async def table(table: TableId, request: Request, runtime: CurrentRuntime) -> JSONResponse:
    """Return the view of a table for the current user, and the number of its last record."""
    found = await find_session(request)
    viewer = viewer_for(None if isinstance(found, Refused) else found)
    seq, state = committed_table(runtime, table)
    if not viewer.may_see(state.settings.private_to):
        raise RefusedError(no_such_table(table))
    response: TableResponse = {"seq": seq, "view": runtime.shared_view_of(state, viewer)}
    return JSONResponse(response)


def committed_table(runtime: Runtime, table: str) -> tuple[int, TableState]:
    """Return the committed state of a table and the number of its last record; refuse an unknown table."""
    found = runtime.house.committed_tables.get(table)
    if found is None:
        raise RefusedError(no_such_table(table))
    return found


def no_such_table(table: str) -> Refused:
    return Refused("table/not_found", f"There is no table {table}.")


@router.post("/tables/{table}/commands")
async def command(
    table: TableId, envelope: CommandRequest, session: CurrentSession, request: Request, runtime: CurrentRuntime
) -> CommandResponse:
    """Give a command to a table; the response is sent after the commit."""
    require_permission(session, command_name(envelope.command))
    rate: RateLimiter = request.app.state.rate
    if not rate.allows(f"user:{session.user_id}"):
        raise_if_refused(TOO_OFTEN)
    with runtime.trace(table, envelope.command, request.headers.get("traceparent")):
        reply = await runtime.command(table, envelope.command, actor_of(session), envelope.key, with_events=True)
    return command_response(table, raise_if_refused(reply), viewer_for(session), committed_table(runtime, table)[1])


def command_response(table: str, reply: Accepted, viewer: Viewer, state: TableState) -> CommandResponse:
    """Return the response to a command, with those of its events that the sender may see."""
    events = [view for event in reply.events if (view := event_view(event, viewer, state)) is not None]
    return CommandResponse(table=table, seq=reply.seq, at=reply.at, repeated=reply.repeated, events=events)
