"""The live connection of one screen to one table: the state, then everything that happens, and commands back.

A screen that was cut off names the last record it saw and is told what it missed; nothing is told twice.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from croupier.house.house import Accepted
from croupier.people.session import Session
from croupier.server.answers import body_of, sentence
from croupier.server.doors import Rate, actor_of, find_session, is_own_origin, runtime_of, viewer_on
from croupier.server.hub import Screen, events_frame, you_frame
from croupier.server.runtime import Runtime
from croupier.server.tables import Envelope, shown
from croupier.store.errors import DatabaseGone
from croupier.table.decide import word_of
from croupier.table.refusals import Refused

FRAME_BYTES_MOST = 16_384
MISSED_MOST = 500
"""Records a screen may have missed; one that missed more gets the table afresh."""
CHECK_SESSION_SECONDS = 30
TOO_SLOW, FORBIDDEN, GONE = 4008, 4003, 4004

router = APIRouter()


class CommandFrame(BaseModel):
    """`{"type": "command", "key": …, "command": {…}}`"""

    model_config = ConfigDict(extra="forbid")

    type: str
    key: str | None = None
    command: dict[str, Any] | None = None


FRAME = TypeAdapter(CommandFrame)


@router.websocket("/api/tables/{table}/live")
async def live(websocket: WebSocket, table: str, after: int | None = None, view: bool = False) -> None:
    """Watch a table, and play at it when logged in. `view`: tell how the table looks, beside what happens."""
    runtime = runtime_of(websocket)
    if not is_own_origin(runtime, websocket):
        await websocket.close(FORBIDDEN, "a page of another site")
        return
    if table not in runtime.house.shown_tables:
        await websocket.accept()
        await websocket.close(GONE, "no such table")
        return
    session, viewer = viewer_on(websocket)
    await websocket.accept()
    screen = Screen(table, viewer, wants_view=view)
    runtime.hub.join(screen)
    try:
        await _catch_up(runtime, screen, after)
        await _run(runtime, websocket, screen, session)
    finally:
        runtime.hub.leave(screen)


async def _catch_up(runtime: Runtime, screen: Screen, after: int | None) -> None:
    """What was missed, or the table as it stands; whatever is committed meanwhile comes after it."""
    seq, state = shown(runtime, screen.table)
    if after is not None and not screen.wants_view and 0 <= seq - after <= MISSED_MOST:
        records = await runtime.look(
            lambda: list(runtime.house.store.records(f"table/{screen.table}", after=after, limit=seq - after))
        )
        screen.show_first(events_frame(records, screen.viewer, state), seq)
    else:
        screen.view = runtime.view_of(state, screen.viewer)
        screen.show_first(json.dumps({"type": "state", "seq": seq, "view": screen.view}, separators=(",", ":")), seq)
    if screen.viewer.account:
        screen.show(you_frame(runtime.house.shown_balances.get(screen.viewer.account, 0), []))


async def _run(runtime: Runtime, websocket: WebSocket, screen: Screen, session: Session | None) -> None:
    """Send and receive until one of them ends."""
    tasks = [
        asyncio.create_task(_send(websocket, screen)),
        asyncio.create_task(_receive(runtime, websocket, screen, session)),
    ]
    try:
        finished, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in finished:
        error = task.exception()
        if error is not None and not isinstance(error, WebSocketDisconnect | RuntimeError | OSError):
            raise error


async def _send(websocket: WebSocket, screen: Screen) -> None:
    while True:
        for frame in await screen.frames():
            await websocket.send_text(frame)
        if screen.is_cut_off:
            await websocket.close(TOO_SLOW, "too slow; come back and resume")
            return


async def _receive(runtime: Runtime, websocket: WebSocket, screen: Screen, session: Session | None) -> None:
    rate: Rate = websocket.app.state.rate
    checked = runtime.now()
    while True:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        if session is not None and runtime.now() - checked > 1000 * CHECK_SESSION_SECONDS:
            checked = runtime.now()
            if isinstance(find_session(websocket), Refused):
                await websocket.close(FORBIDDEN, "the session is over")
                return
        who = f"user:{session.user_id}" if session else f"screen:{id(screen)}"
        if not rate.allows(who):
            screen.show(_refusal(None, Refused("rate/commands", "Too many commands at once; wait a moment.")))
            continue
        await _answer(runtime, screen, session, text)


async def _answer(runtime: Runtime, screen: Screen, session: Session | None, text: str | None) -> None:
    """Answer one frame; whatever is wrong with it, the connection goes on."""
    if text is None or len(text) > FRAME_BYTES_MOST:
        screen.show(
            _refusal(None, Refused("frame/invalid", f"A frame is text of up to {FRAME_BYTES_MOST} characters."))
        )
        return
    try:
        frame = FRAME.validate_json(text)
    except ValidationError as error:
        screen.show(_refusal(None, Refused("frame/invalid", sentence(error.errors()))))
        return
    if frame.type == "ping":
        screen.show(json.dumps({"type": "pong", "now": runtime.now()}))
    elif frame.type == "command":
        screen.show(await _command(runtime, screen, session, frame))
    else:
        screen.show(_refusal(frame.key, Refused("frame/invalid", 'type is "command" or "ping".')))


async def _command(runtime: Runtime, screen: Screen, session: Session | None, frame: CommandFrame) -> str:
    if session is None:
        return _refusal(frame.key, Refused("session/none", "Please log in."))
    try:
        envelope = Envelope.model_validate({"key": frame.key, "command": frame.command})
    except ValidationError as error:
        return _refusal(frame.key, Refused("request/invalid", sentence(error.errors())))
    if refusal := session.refused(word_of(envelope.command)):
        return _refusal(frame.key, refusal)
    try:
        reply = await runtime.command(screen.table, envelope.command, actor_of(session), envelope.key)
    except DatabaseGone:
        said = "The house's books cannot be reached just now; nothing was lost. Please try again."
        return _refusal(frame.key, Refused("store/gone", said))
    if isinstance(reply, Refused):
        return _refusal(frame.key, reply)
    return _accepted(envelope.key, reply)


def _accepted(key: str, reply: Accepted) -> str:
    body = {"type": "reply", "key": key, "ok": True, "seq": reply.seq, "at": reply.at, "repeated": reply.repeated}
    return json.dumps(body, separators=(",", ":"))


def _refusal(key: str | None, refused: Refused) -> str:
    return json.dumps({"type": "reply", "key": key, "ok": False, **body_of(refused)}, separators=(",", ":"))
