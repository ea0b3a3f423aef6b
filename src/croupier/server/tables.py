"""Tables: the lobby, one table as a person may see it, and commands to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, ConfigDict, Field, model_validator

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
from croupier.server.error_responses import ErrorBody, RefusedError, raise_if_refused
from croupier.server.runtime import Runtime
from croupier.table.commands import AnyCommand
from croupier.table.dispatch import command_name
from croupier.table.state import TableState
from croupier.views import Viewer, event_view, lobby_view

REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": ErrorBody} for code in (401, 403, 404, 409, 413, 422, 429, 503)
}
router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)

Key = Annotated[str, Field(min_length=8, max_length=80, pattern=r"^[A-Za-z0-9._:-]+$")]
TableId = Annotated[str, Path(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]


class Sent(BaseModel):
    """Whatever somebody sends: a field that is not known is refused, and so is a sign that no database keeps."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _can_be_kept(cls, value: Any) -> Any:
        if _has_nul(value):
            raise ValueError("a text has a NUL in it, which cannot be kept")
        return value


def _has_nul(value: Any) -> bool:
    """Whether the sign U+0000 is in any text of what was sent; PostgreSQL keeps none, so no house does."""
    waiting = [value]  # a list of our own: what was sent may be nested as deep as it is long
    while waiting:
        one = waiting.pop()
        if isinstance(one, str) and "\0" in one:
            return True
        if isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one
    return False


class CommandRequest(Sent):
    """A command, with a key of its own: sent twice, it is carried out once."""

    key: Key
    command: AnyCommand


class CommandResponse(BaseModel):
    """A command that was carried out, and is durable."""

    table: str
    seq: int
    at: int
    repeated: bool
    events: list[dict[str, Any]]


@router.get("/lobby")
async def lobby(runtime: CurrentRuntime) -> Sequence[Mapping[str, Any]]:
    """Every table at a glance."""
    states = [state for _, state in list(runtime.house.committed_tables.values())]
    return lobby_view(states, runtime.now(), runtime.house.meter_cents(), runtime.table_labels)


@router.get("/tables/{table}")
async def table(table: TableId, request: Request, runtime: CurrentRuntime) -> dict[str, Any]:
    """A table as whoever asks may see it, and the number of the last record it shows."""
    found = await find_session(request)
    viewer = viewer_for(None if isinstance(found, Refused) else found)
    seq, state = committed_table(runtime, table)
    return {"seq": seq, "view": runtime.shared_view_of(state, viewer)}


def committed_table(runtime: Runtime, table: str) -> tuple[int, TableState]:
    """A table as of its last durable record, and that record's number."""
    found = runtime.house.committed_tables.get(table)
    if found is None:
        raise RefusedError(Refused("table/not_found", f"There is no table {table}."))
    return found


@router.post("/tables/{table}/commands")
async def command(
    table: TableId, envelope: CommandRequest, session: CurrentSession, request: Request, runtime: CurrentRuntime
) -> CommandResponse:
    """Give a command to a table. It is durable when it is answered."""
    require_permission(session, command_name(envelope.command))
    rate: RateLimiter = request.app.state.rate
    if not rate.allows(f"user:{session.user_id}"):
        raise_if_refused(TOO_OFTEN)
    reply = await runtime.command(table, envelope.command, actor_of(session), envelope.key)
    return command_response(table, raise_if_refused(reply), viewer_for(session), committed_table(runtime, table)[1])


def command_response(table: str, reply: Accepted, viewer: Viewer, state: TableState) -> CommandResponse:
    """The answer to a command, as its giver may see it."""
    events = [view for event in reply.events if (view := event_view(event, viewer, state)) is not None]
    return CommandResponse(table=table, seq=reply.seq, at=reply.at, repeated=reply.repeated, events=events)
