"""Routes for smart shoes: pairing and messages; a shoe authenticates with its key, without a log-in. [R56]"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from pydantic import Field

from croupier.devices.pairing import pair_device
from croupier.devices.shoe_message import ShoeMessage
from croupier.devices.shoe_message_handler import NOT_SIGNED, handle_message
from croupier.devices.shoe_response import ShoeMessageResponse
from croupier.errors import Refused
from croupier.house.house import ELSEWHERE
from croupier.server.auth import CurrentRuntime, RateLimiter, address_of, check_login_request
from croupier.server.error_responses import raise_if_refused
from croupier.server.routes.base import RequestModel, ResponseModel, pick_attributes, routes
from croupier.store.unit_of_work import UnitOfWork

router = routes("devices")


class PairDeviceRequest(RequestModel):
    code: Annotated[str, Field(min_length=1, max_length=64)]


class PairedDeviceResponse(ResponseModel):
    """A newly paired shoe; its key signs messages and is sent only once."""

    device: str
    name: str
    table: str | None
    key: str


@router.post("/devices/pair", dependencies=[Depends(check_login_request)])
async def pair(payload: PairDeviceRequest, request: Request, runtime: CurrentRuntime) -> PairedDeviceResponse:
    """Exchange a shoe's pairing code for a key; wrong codes are limited in number."""
    address, keys = address_of(request), runtime.house.keys
    paired = raise_if_refused(
        await runtime.run_job(pair_device(payload.code, address=address, sessions=runtime.sessions, keys=keys))
    )
    return PairedDeviceResponse(device=paired.id, **pick_attributes(paired, "name", "table", "key"))


@router.post("/devices/messages")
async def message(message: ShoeMessage, request: Request, runtime: CurrentRuntime) -> ShoeMessageResponse:
    """Process a message of a smart shoe.

    With status 200, the message number is used up and its effect is committed.
    """
    rate, few, address = request.app.state.rate, request.app.state.login_rate, address_of(request)
    _check_rate(rate, f"device:{message.device} at {address}")
    reply = await runtime.run_job(handle_message(runtime.house, message))
    if reply is ELSEWHERE and runtime.cluster is not None:
        reply = await runtime.cluster.shoe_message(message)
    if reply is NOT_SIGNED and few.allows(f"devices at {address}"):
        await runtime.run_job(lambda uow: _note_forgery(uow, message, address))
    answer: ShoeMessageResponse = raise_if_refused(reply)
    return answer


def _check_rate(rate: RateLimiter, who: str) -> None:
    if not rate.allows(who):
        raise_if_refused(Refused("rate/commands", "Too many messages at once; wait a moment."))


def _note_forgery(uow: UnitOfWork, message: ShoeMessage, address: str) -> None:
    """Record a message with a wrong signature; the rate limit bounds the number of records."""
    text = f"A message from {address or 'somewhere'} is not signed with the key of the shoe it names."
    uow.note_significant_event("device/mac", text, device=message.device)
