"""What every route shares: the shape of what is asked, and that a change asked for twice is made once. [R19]"""

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
from croupier.server.tables import REFUSALS, Key, Sent
from croupier.store.record import CENTS_MOST, Record
from croupier.store.schema import records
from croupier.store.unit_of_work import UnitOfWork

T = TypeVar("T")

Cents = Annotated[int, Field(strict=True, ge=1, le=CENTS_MOST)]
CentsOrNone = Annotated[int, Field(strict=True, ge=0, le=CENTS_MOST)]
"""An amount that may be nothing."""
UserId = Annotated[int, Field(ge=1, le=2**53)]
Moment = Annotated[int, Field(ge=0, le=2**53)]
Name = Annotated[str, Field(min_length=1, max_length=64)]
Secret = Annotated[str, Field(min_length=1, max_length=1024)]
Reason = Annotated[str, Field(min_length=1, max_length=400)]


class RequestModel(Sent):
    """A request's body."""


class IdempotentRequest(RequestModel):
    """A change with a key of its own: sent twice, it is made once."""

    key: Key


class ResponseModel(BaseModel):
    """An answer's body."""

    model_config = ConfigDict(extra="forbid")


class ChangeResponse(ResponseModel):
    """The answer to a change."""

    repeated: bool = False
    """The key had been used for this very change: nothing was done again."""


def routes(tag: str) -> APIRouter:
    """A router with the refusals that any route may answer."""
    return APIRouter(prefix="/api", tags=[tag], responses=REFUSALS)


def actor_name(session: UserSession) -> str:
    """Who acts, as the log names him."""
    return session.by.actor


def run_once(
    runtime: Runtime,
    session: UserSession,
    asked: IdempotentRequest,
    command: str,
    job: Callable[[UnitOfWork], T | Refused],
    again: Callable[[UnitOfWork, Record], T | Refused],
    about: object = None,
) -> Callable[[UnitOfWork], T | Refused]:
    """The job, unless its key was used before: then what it did is told again, and any other request is refused.

    `about`: what the address names beside the body, a shift or a meter.
    """
    request = request_fingerprint(runtime.house.keys, command, about, asked)

    def run(uow: UnitOfWork) -> T | Refused:
        earlier = earlier_record(uow, actor_name(session), asked.key)
        if earlier is not None:
            return refuse_reused_key(earlier, command, request) or again(uow, earlier)
        with uow.for_request(request):
            return job(uow)

    return run


async def run_job(runtime: Runtime, kind: type[T], job: Callable[[UnitOfWork], T | Refused]) -> T:
    """Have the writer do a job; a refusal ends the request."""
    value = raise_if_refused(await runtime.run_job(job))
    assert isinstance(value, kind)
    return value


def earlier_record(uow: UnitOfWork, by: str, key: str) -> Record | None:
    rows = uow.query(select(records).where(records.c.actor == by, records.c.key == key))
    return Record.from_row(rows[0]._mapping) if rows else None


async def run_query(runtime: Runtime, look: Callable[[Reader], T]) -> T:
    """Look something up in the books, as of one moment, in a reader's thread."""

    def run() -> T:
        with runtime.house.store.read() as connection:
            return look(ConnectionReader(connection))

    return await runtime.run_in_thread(run)


def is_in_play(runtime: Runtime, account: str) -> bool:
    """Whether money of this account lies on a table, as far as anybody has been told. [R45]"""
    return any(state.has_money_in_play(account) for _, state in list(runtime.house.committed_tables.values()))


def pick_attributes(value: Any, *names: str) -> dict[str, Any]:
    """The named attributes of a thing."""
    return {name: getattr(value, name) for name in names}
