"""Shared parts of the routes: body models, and idempotent changes. [R19]"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import select

from croupier.cage.reading import ConnectionReader, Reader
from croupier.errors import Refused
from croupier.house.idempotency import refuse_reused_key, request_fingerprint
from croupier.people.session import UserSession
from croupier.server.error_responses import raise_if_refused
from croupier.server.runtime import Runtime
from croupier.server.tables import REFUSALS, Key, RequestBody
from croupier.store.record import CENTS_MOST, Record
from croupier.store.schema import records
from croupier.store.unit_of_work import UnitOfWork

T = TypeVar("T")

Cents = Annotated[int, Field(strict=True, ge=1, le=CENTS_MOST)]
CentsOrNone = Annotated[int, Field(strict=True, ge=0, le=CENTS_MOST)]
"""An amount in cents that may be 0."""
UserId = Annotated[int, Field(ge=1, le=2**53)]
Moment = Annotated[int, Field(ge=0, le=2**53)]
Name = Annotated[str, Field(min_length=1, max_length=64)]
Secret = Annotated[str, Field(min_length=1, max_length=1024)]
Reason = Annotated[str, Field(min_length=1, max_length=400)]


class RequestModel(RequestBody):
    """Base class of request bodies."""


class IdempotentRequest(RequestModel):
    """Request with an idempotency key: sent twice, the change is done once."""

    key: Key


class ResponseModel(BaseModel):
    """Base class of response bodies."""

    model_config = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True)


class ChangeResponse(ResponseModel):
    """Base class of responses to requests that change data."""

    repeated: bool = False
    """Whether the key was used before for the same request, so that nothing was done again."""


def routes(tag: str) -> APIRouter:
    """Return a router for /api with the documented error responses."""
    return APIRouter(prefix="/api", tags=[tag], responses=REFUSALS)


def actor_name(session: UserSession) -> str:
    """Return the name of the user in the log, for example `user:7`."""
    return session.by.actor


def run_once(
    runtime: Runtime,
    session: UserSession,
    payload: IdempotentRequest,
    command: str,
    job: Callable[[UnitOfWork], T | Refused],
    again: Callable[[UnitOfWork, Record], T | Refused],
    about: object = None,
) -> Callable[[UnitOfWork], T | Refused]:
    """Return a job that runs `job` once per idempotency key.

    If the key was used before for the same request, `again` builds the response from the earlier record; any other
    request with this key is refused. `about` is the target in the URL, such as a shift or a meter.
    """
    request = request_fingerprint(runtime.house.keys, command, about, payload)

    def run(uow: UnitOfWork) -> T | Refused:
        earlier = earlier_record(uow, actor_name(session), payload.key)
        if earlier is not None:
            return refuse_reused_key(earlier, command, request) or again(uow, earlier)
        with uow.for_request(request):
            return job(uow)

    return run


async def run_job(runtime: Runtime, kind: type[T], job: Callable[[UnitOfWork], T | Refused]) -> T:
    """Run a job in the writer and return its result; a refusal ends the request."""
    value = raise_if_refused(await runtime.run_job(job))
    assert isinstance(value, kind)
    return value


def earlier_record(uow: UnitOfWork, by: str, key: str) -> Record | None:
    rows = uow.query(select(records).where(records.c.actor == by, records.c.key == key))
    return Record.from_row(rows[0]._mapping) if rows else None


async def run_query(runtime: Runtime, function: Callable[[Reader], T]) -> T:
    """Run a query function on one snapshot of the database, in a reader thread."""

    def run() -> T:
        with runtime.house.store.read() as connection:
            return function(ConnectionReader(connection))

    return await runtime.run_in_thread(run)


def is_in_play(runtime: Runtime, account: str) -> bool:
    """Return whether money of this account is in play at a table, according to the committed state. [R45]"""
    return any(state.has_money_in_play(account) for _, state in list(runtime.house.committed_tables.values()))


def pick_attributes(value: Any, *names: str) -> dict[str, Any]:
    """Return the named attributes of an object as a dictionary."""
    return {name: getattr(value, name) for name in names}
