"""The live connection of one screen to one table: the state, then everything that happens, and commands back.

A screen that was cut off names the last record it saw and is told what it missed; nothing is told twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from croupier.errors import Refused
from croupier.house.house import Accepted
from croupier.people.session import UserSession, read_session
from croupier.people.sessions import TOUCH_EVERY_MS
from croupier.server.auth import (
    NOBODY,
    TOO_OFTEN,
    Credentials,
    RateLimiter,
    actor_of,
    address_of,
    credentials_of,
    is_own_origin,
    rate_limit_key,
    runtime_of,
    touch_session,
    viewer_for,
)
from croupier.server.error_responses import FAULT, error_body, validation_message
from croupier.server.error_responses import GONE as STORE_GONE
from croupier.server.hub import Farewell, Subscriber, events_frame, private_events, private_frame
from croupier.server.live_limits import LiveLimits, Turns
from croupier.server.runtime import Runtime
from croupier.server.tables import CommandRequest, committed_table
from croupier.store.errors import DatabaseBusyError, DatabaseUnavailableError
from croupier.store.record import Record
from croupier.table.dispatch import command_name

FRAME_BYTES_MOST = 16_384
MISSED_MOST = 500
"""Records a screen may have missed; one that missed more gets the table afresh."""
REFUSED_MOST = 200
"""Frames in a row that came too fast; whoever sends more is not a person at a screen."""
CHECK_SESSION_SECONDS = 10.0
CLOSE_SECONDS = 1.0

TOO_SLOW: Farewell = 4008, "too slow; come back and resume"
TOO_FAST: Farewell = 4029, "too many frames at once"
OVER: Farewell = 4003, "the session is over"
OTHER_SIGHT: Farewell = 4009, "this session sees more or less than before; come back"
FORBIDDEN, GONE, TRY_LATER = 4003, 4004, 1013

log = logging.getLogger("croupier")
router = APIRouter()


class CommandFrame(BaseModel):
    """`{"type": "command", "key": …, "command": {…}}`"""

    model_config = ConfigDict(extra="forbid")

    type: str
    key: str | None = None
    command: dict[str, Any] | None = None


FRAME = TypeAdapter(CommandFrame)


@router.websocket("/api/tables/{table}/live")
async def table_socket(websocket: WebSocket, table: str, after: int | None = None, view: bool = False) -> None:
    """Watch a table, and play at it when logged in. `view`: tell how the table looks, beside what happens."""
    runtime = runtime_of(websocket)
    if not is_own_origin(runtime, websocket):
        await websocket.close(FORBIDDEN, "a page of another site")
        return
    if table not in runtime.house.committed_tables:
        await websocket.accept()
        await websocket.close(GONE, "no such table")
        return
    try:
        came_with = await credentials_of(websocket)
        found = await came_with.session(runtime)
    except DatabaseUnavailableError:
        await websocket.accept()
        await websocket.close(TRY_LATER, "the house's books cannot be reached; come back in a moment")
        return
    session = None if isinstance(found, Refused) else found
    await websocket.accept()
    screen = Subscriber(table, viewer_for(session), wants_view=view)
    limits: LiveLimits = websocket.app.state.live_limits
    who = f"user:{session.user_id}" if session else rate_limit_key(websocket)
    if refused := limits.enter(screen, who, address_of(websocket)):
        await _close(websocket, refused)
        return
    runtime.hub.join(screen)
    try:
        await _catch_up(runtime, screen, after)
        await _run(LiveConnection(runtime, websocket, screen, came_with, session))
    finally:
        runtime.hub.leave(screen)
        limits.leave(screen, who)


@dataclass(frozen=True)
class LiveConnection:
    """One connection: who came in, and what he is shown."""

    runtime: Runtime
    websocket: WebSocket
    screen: Subscriber
    credentials: Credentials
    session: UserSession | None

    @property
    def who(self) -> str:
        return f"user:{self.session.user_id}" if self.session else f"screen:{id(self.screen)}"


async def _catch_up(runtime: Runtime, screen: Subscriber, after: int | None) -> None:
    """What was missed, or the table as it stands; whatever is committed meanwhile comes after it."""
    seq, state = committed_table(runtime, screen.table)
    missed: list[Record] = []
    if after is not None and not screen.wants_view and 0 <= seq - after <= MISSED_MOST:
        missed = await runtime.run_in_thread(
            lambda: list(runtime.house.records(screen.table, after=after, limit=seq - after))
        )
        early = screen.enqueue_initial(events_frame(missed, screen.viewer, state, seq), seq)
    else:
        screen.view = runtime.shared_view_of(state, screen.viewer)
        body = {"type": "state", "seq": seq, "view": screen.view}
        early = screen.enqueue_initial(json.dumps(body, separators=(",", ":")), seq)
    if account := screen.viewer.account:
        own = private_events([*missed, *early]).get(account, [])
        screen.enqueue(private_frame(runtime.house.committed_balances.get(account, 0), own))


async def _run(visit: LiveConnection) -> None:
    """Send and receive until the other side is gone, or has to go."""
    parts = [_send(visit), _receive(visit), _close_when_too_slow(visit.screen)]
    if visit.session is not None:
        parts.append(_close_when_session_ends(visit.runtime, visit.session, visit.screen))
    tasks = [asyncio.create_task(part) for part in parts]
    try:
        finished, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in finished:
        if (error := task.exception()) is None:
            await _close(visit.websocket, task.result())
        elif not isinstance(error, WebSocketDisconnect | RuntimeError | OSError):
            raise error


async def _close(websocket: WebSocket, farewell: Farewell | None) -> None:
    """Close with a word; whoever does not even read that is dropped."""
    if farewell is not None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await websocket.close(*farewell)


async def _send(visit: LiveConnection) -> Farewell | None:
    turns: Turns = visit.websocket.app.state.watchers_turns
    while True:
        await visit.screen.ready()
        if visit.screen.is_watcher:
            await turns.wait()
        for frame in visit.screen.take():
            await visit.websocket.send_text(frame)


async def _close_when_too_slow(screen: Subscriber) -> Farewell | None:
    """A screen that does not read may hold up the sending for ever: it is not waited for."""
    await screen.cut_off.wait()
    return screen.dismissed_for or TOO_SLOW


async def _close_when_session_ends(runtime: Runtime, session: UserSession, screen: Subscriber) -> Farewell | None:
    """Return the farewell once the session has ended, or sees otherwise than its screen; silence does not keep it."""
    while True:
        await asyncio.sleep(CHECK_SESSION_SECONDS)
        if farewell := await _farewell(runtime, session, screen):
            return farewell


async def _farewell(runtime: Runtime, session: UserSession, screen: Subscriber) -> Farewell | None:
    rules = runtime.sessions.rules
    try:
        stored = await runtime.look_up(lambda query: read_session(query, session.token_hash, rules))
    except DatabaseUnavailableError:
        return None
    # The store learns of a session's use up to a minute late.
    if stored is None or stored.is_over(rules, runtime.now() - TOUCH_EVERY_MS):
        return OVER
    return OTHER_SIGHT if viewer_for(stored) != screen.viewer else None


async def _receive(visit: LiveConnection) -> Farewell | None:
    rate: RateLimiter = visit.websocket.app.state.rate
    refused = 0
    while True:
        message = await visit.websocket.receive()
        if message["type"] == "websocket.disconnect":
            return None
        if rate.allows(visit.who):
            refused = 0
            if not await _answer(visit, message.get("text")):
                return OVER
            continue
        refused += 1
        if refused > REFUSED_MOST:
            return TOO_FAST
        visit.screen.enqueue(_refusal(None, TOO_OFTEN))
        await asyncio.sleep(0)  # frames that came in one piece are read without a pause: others have their turn


async def _answer(visit: LiveConnection, text: str | None) -> bool:
    """Answer one frame; whatever is wrong with it, the connection goes on. False: the session is over."""
    screen = visit.screen
    if text is None or len(text) > FRAME_BYTES_MOST:
        said = f"A frame is text of up to {FRAME_BYTES_MOST} characters."
        screen.enqueue(_refusal(None, Refused("frame/invalid", said)))
        return True
    try:
        frame = FRAME.validate_json(text)
    except ValidationError as error:
        screen.enqueue(_refusal(None, Refused("frame/invalid", validation_message(error.errors()))))
        return True
    if frame.type == "command":
        return await _command(visit, frame)
    if frame.type == "ping":
        screen.enqueue(json.dumps({"type": "pong", "now": visit.runtime.now()}))
    else:
        screen.enqueue(_refusal(frame.key, Refused("frame/invalid", 'type is "command" or "ping".')))
    return True


async def _command(visit: LiveConnection, frame: CommandFrame) -> bool:
    """Carry a command out and answer it, for whoever is logged in at this moment."""
    if visit.session is None:
        visit.screen.enqueue(_refusal(frame.key, NOBODY))
        return True
    try:
        found = await visit.credentials.session(visit.runtime)
        if isinstance(found, Refused):
            return False
        visit.screen.enqueue(await _carry_out(visit, found, frame))
    except (DatabaseUnavailableError, DatabaseBusyError):
        visit.screen.enqueue(_refusal(frame.key, STORE_GONE))
    except Exception:
        log.exception("a command from %s at %s", visit.who, visit.screen.table)
        visit.screen.enqueue(_refusal(frame.key, FAULT))
    return True


async def _carry_out(visit: LiveConnection, session: UserSession, frame: CommandFrame) -> str:
    try:
        envelope = CommandRequest.model_validate({"key": frame.key, "command": frame.command})
    except ValidationError as error:
        return _refusal(frame.key, Refused("request/invalid", validation_message(error.errors())))
    if refusal := session.refused(command_name(envelope.command)):
        return _refusal(frame.key, refusal)
    touch_session(visit.runtime, session)
    reply = await visit.runtime.command(visit.screen.table, envelope.command, actor_of(session), envelope.key)
    return _refusal(frame.key, reply) if isinstance(reply, Refused) else _accepted(envelope.key, reply)


def _accepted(key: str, reply: Accepted) -> str:
    body = {"type": "reply", "key": key, "ok": True, "seq": reply.seq, "at": reply.at, "repeated": reply.repeated}
    return json.dumps(body, separators=(",", ":"))


def _refusal(key: str | None, refused: Refused) -> str:
    return json.dumps({"type": "reply", "key": key, "ok": False, **error_body(refused)}, separators=(",", ":"))
