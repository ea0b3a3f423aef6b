"""Devices: a smart shoe is paired, and what it says is taken. Nobody is logged in at a shoe: its key speaks. [R56]"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from pydantic import Field

from croupier.devices.answer import Answer
from croupier.devices.message import Message
from croupier.devices.pairing import pair_device
from croupier.devices.taking import NOT_SIGNED, take
from croupier.errors import Refused
from croupier.server.answers import accepted
from croupier.server.doors import Rate, Running, address_of, password_door
from croupier.server.routes.asking import Asked, Told, plain, routes
from croupier.store.desk import Desk

router = routes("devices")


class PairDevice(Asked):
    code: Annotated[str, Field(min_length=1, max_length=64)]


class PairedDeviceTold(Told):
    """A shoe just paired. The key signs its messages and is told this once."""

    device: str
    name: str
    table: str | None
    key: str


@router.post("/devices/pair", dependencies=[Depends(password_door)])
async def pair(asked: PairDevice, request: Request, runtime: Running) -> PairedDeviceTold:
    """The shoe's side of pairing: its code for a key. Few wrong codes are listened to."""
    address, keys = address_of(request), runtime.house.keys
    paired = accepted(await runtime.do(pair_device(asked.code, address=address, sessions=runtime.sessions, keys=keys)))
    return PairedDeviceTold(device=paired.id, **plain(paired, "name", "table", "key"))


@router.post("/devices/messages")
async def message(message: Message, request: Request, runtime: Running) -> Answer:
    """A message of a smart shoe. Its number is used when this is answered with 200, and what it did is durable."""
    rate, few, address = request.app.state.rate, request.app.state.login_rate, address_of(request)
    _not_too_often(rate, f"device:{message.device} at {address}")
    reply = await runtime.do(take(runtime.house, message))
    if reply is NOT_SIGNED and few.allows(f"devices at {address}"):
        await runtime.do(lambda desk: _note_forgery(desk, message, address))
    answer: Answer = accepted(reply)
    return answer


def _not_too_often(rate: Rate, who: str) -> None:
    if not rate.allows(who):
        accepted(Refused("rate/commands", "Too many messages at once; wait a moment."))


def _note_forgery(desk: Desk, message: Message, address: str) -> None:
    """Somebody speaks in a shoe's name, or a message was changed on its way; noted, but not without end."""
    text = f"A message from {address or 'somewhere'} is not signed with the key of the shoe it names."
    desk.significant("device/mac", text, device=message.device)
