"""WebSocket connection of one screen to one table: first the state, then all events, and commands back.

A client that reconnects names the last record it received and gets the missed records; no record is sent twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from croupier.errors import Refused
from croupier.house.house import Accepted
from croupier.people.session import UserSession, read_session
from croupier.people.sessions import TOUCH_EVERY_MS
from croupier.server.auth import (
    NO_SESSION,
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
from croupier.server.error_responses import DATABASE_UNAVAILABLE as STORE_GONE
from croupier.server.error_responses import FAULT, error_view, validation_message
from croupier.server.frame_writer import FRAME_WRITER
from croupier.server.hub import CloseReason, Subscriber, events_frame, private_events, private_frame
from croupier.server.live_limits import LiveLimits
from croupier.server.runtime import Runtime
from croupier.server.tables import CommandRequest, committed_table
from croupier.store.errors import DatabaseBusyError, DatabaseUnavailableError
from croupier.store.record import Record
from croupier.table.dispatch import command_name
from croupier.views.models.frames import AcceptedFrame, PongFrame, RefusedFrame, StateFrame

FRAME_BYTES_MOST = 16_384
MISSED_MOST = 500
"""Most missed records that are sent again; a client that missed more gets the whole table state."""
REFUSED_MOST = 200
"""Refused frames in a row after which the connection is closed, because no person sends that fast."""
TRACEPARENT_LENGTH_MOST = 200
CHECK_SESSION_SECONDS = 10.0
CLOSE_SECONDS = 1.0

TOO_SLOW: CloseReason = 4008, "too slow; come back and resume"
TOO_FAST: CloseReason = 4029, "too many frames at once"
SESSION_ENDED: CloseReason = 4003, "the session is over"
VIEWER_CHANGED: CloseReason = 4009, "this session sees more or less than before; come back"
FORBIDDEN, GONE, TRY_LATER = 4003, 4004, 1013

log = logging.getLogger("croupier")
router = APIRouter()


class ReceivedFrame(BaseModel):
    """A frame of a client as received: a `ClientFrame` if its type, key and command are valid."""

    model_config = ConfigDict(extra="forbid")

    type: str
    key: str | None = None
    command: dict[str, Any] | None = None
    traceparent: str | None = Field(None, max_length=TRACEPARENT_LENGTH_MOST)


@router.websocket("/api/tables/{table}/live")
async def table_socket(websocket: WebSocket, table: str, after: int | None = None, view: bool = False) -> None:
    """Follow a table, and play at it when logged in; `view` also sends changes of the table view."""
    runtime = runtime_of(websocket)
    if not is_own_origin(runtime, websocket):
        await websocket.close(FORBIDDEN, "a page of another site")
        return
    if table not in runtime.house.committed_tables:
        await websocket.accept()
        await websocket.close(GONE, "no such table")
        return
    try:
        given_credentials = await credentials_of(websocket)
        found = await given_credentials.session(runtime)
    except DatabaseUnavailableError:
        await websocket.accept()
        await websocket.close(TRY_LATER, "the house's books cannot be reached; come back in a moment")
        return
    session = None if isinstance(found, Refused) else found
    await websocket.accept()
    if not viewer_for(session).may_see(committed_table(runtime, table)[1].settings.private_to):
        await websocket.close(GONE, "no such table")
        return
    writer = websocket.scope.get("extensions", {}).get(FRAME_WRITER)
    screen = Subscriber(table, viewer_for(session), wants_view=view, writer=writer)
    limits: LiveLimits = websocket.app.state.live_limits
    who = f"user:{session.user_id}" if session else rate_limit_key(websocket)
    if refused := limits.enter(screen, who, address_of(websocket)):
        await _close(websocket, refused)
        return
    runtime.hub.join(screen)
    try:
        await _catch_up(runtime, screen, after)
        await _run(LiveConnection(runtime, websocket, screen, given_credentials, session))
    finally:
        runtime.hub.leave(screen)
        limits.leave(screen, who)


@dataclass(frozen=True)
class LiveConnection:
    """One WebSocket connection, its subscriber and its session."""

    runtime: Runtime
    websocket: WebSocket
    screen: Subscriber
    credentials: Credentials
    session: UserSession | None

    @property
    def who(self) -> str:
        return f"user:{self.session.user_id}" if self.session else f"screen:{id(self.screen)}"


async def _catch_up(runtime: Runtime, screen: Subscriber, after: int | None) -> None:
    """Queue the missed records, or the table state; a client that asked for views gets the state after the records."""
    seq, state = committed_table(runtime, screen.table)
    missed: list[Record] | None = None
    if after is not None and 0 <= seq - after <= MISSED_MOST:
        missed, last = [], after
        while last < seq:  # Read on until nothing was committed during the read: records and state then agree.
            missed += await runtime.run_in_thread(_records_between, runtime, screen.table, last, seq)
            last, (seq, state) = seq, committed_table(runtime, screen.table)
    frames = [] if missed is None else [events_frame(missed, screen.viewer, state, seq)]
    if missed is None or screen.wants_view:
        screen.view = view = runtime.shared_view_of(state, screen.viewer)
        state_frame: StateFrame = {"type": "state", "seq": seq, "view": view}
        frames.append(json.dumps(state_frame, separators=(",", ":")))
    for frame in frames[:-1]:
        screen.enqueue(frame)
    early = screen.enqueue_initial(frames[-1], seq)
    if account := screen.viewer.account:
        own = private_events([*(missed or ()), *early]).get(account, [])
        screen.enqueue(private_frame(runtime.house.committed_balances.get(account, 0), own))


def _records_between(runtime: Runtime, table: str, after: int, seq: int) -> list[Record]:
    return list(runtime.house.records(table, after=after, limit=seq - after))


async def _run(connection: LiveConnection) -> None:
    """Send and receive until the client disconnects or must be disconnected."""
    parts = [_send(connection), _receive(connection), _close_when_too_slow(connection.runtime, connection.screen)]
    if connection.session is not None:
        parts.append(_close_when_session_ends(connection.runtime, connection.session, connection.screen))
    tasks = [asyncio.create_task(part) for part in parts]
    try:
        finished, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in finished:
        if (error := task.exception()) is None:
            await _close(connection.websocket, task.result())
        elif not isinstance(error, WebSocketDisconnect | RuntimeError | OSError):
            raise error


async def _close(websocket: WebSocket, reason: CloseReason | None) -> None:
    """Close a connection with code and reason; drop a client that does not read them within a second."""
    if reason is not None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await websocket.close(*reason)


async def _send(connection: LiveConnection) -> CloseReason | None:
    """Send the queued frames until the connection closes.

    With a frame writer, a frame is queued only while the connection is behind.
    """
    screen, writer = connection.screen, connection.screen.writer
    while True:
        await screen.ready()
        if writer is None:
            for frame in screen.take_frames():
                await connection.websocket.send_text(frame)
        else:
            await writer.wait_until_writable()
            if not writer.is_writable:
                return None  # The connection is closing: nothing more can be sent, and waiting would never end.
            screen.write_queued()
        if screen.missed_view and not screen.is_behind:
            connection.runtime.hub.send_missed_view(screen)


async def _close_when_too_slow(runtime: Runtime, screen: Subscriber) -> CloseReason | None:
    """Return the close reason when the subscriber is too slow, or must be disconnected for another reason.

    This is a separate task, because a client that does not read can block sending.
    """
    await screen.must_close.wait()
    if screen.close_reason is None:
        runtime.hub.cut_off += 1
        return TOO_SLOW
    return screen.close_reason


async def _close_when_session_ends(runtime: Runtime, session: UserSession, screen: Subscriber) -> CloseReason | None:
    """Check the session repeatedly; return the close reason once it has ended or its user may see something else.

    Receiving events does not count as use of the session.
    """
    while True:
        await asyncio.sleep(CHECK_SESSION_SECONDS)
        if reason := await _session_close_reason(runtime, session, screen):
            return reason


async def _session_close_reason(runtime: Runtime, session: UserSession, screen: Subscriber) -> CloseReason | None:
    rules = runtime.sessions.rules
    try:
        stored = await runtime.run_lookup(lambda query: read_session(query, session.token_hash, rules))
    except DatabaseUnavailableError:
        return None
    # The time of last use is stored up to a minute late.
    if stored is None or stored.is_over(rules, runtime.now() - TOUCH_EVERY_MS):
        return SESSION_ENDED
    return VIEWER_CHANGED if viewer_for(stored) != screen.viewer else None


async def _receive(connection: LiveConnection) -> CloseReason | None:
    rate: RateLimiter = connection.websocket.app.state.rate
    refused = 0
    while True:
        message = await connection.websocket.receive()
        if message["type"] == "websocket.disconnect":
            return None
        if rate.allows(connection.who):
            refused = 0
            if not await _answer(connection, message.get("text")):
                return SESSION_ENDED
            continue
        refused += 1
        if refused > REFUSED_MOST:
            return TOO_FAST
        connection.screen.enqueue(_refusal(None, TOO_OFTEN))
        await asyncio.sleep(0)  # Frames that arrived in one packet are read without a pause: let other tasks run.


async def _answer(connection: LiveConnection, text: str | None) -> bool:
    """Handle one frame; an invalid frame does not close the connection. Return False if the session is over."""
    screen = connection.screen
    if text is None or len(text) > FRAME_BYTES_MOST:
        reason = f"A frame is text of up to {FRAME_BYTES_MOST} characters."
        screen.enqueue(_refusal(None, Refused("frame/invalid", reason)))
        return True
    try:
        frame = ReceivedFrame.model_validate_json(text)
    except ValidationError as error:
        screen.enqueue(_refusal(None, Refused("frame/invalid", validation_message(error.errors()))))
        return True
    if frame.type == "command":
        return await _command(connection, frame)
    if frame.type == "ping":
        pong: PongFrame = {"type": "pong", "now": connection.runtime.now()}
        screen.enqueue(json.dumps(pong))
    else:
        screen.enqueue(_refusal(frame.key, Refused("frame/invalid", 'type is "command" or "ping".')))
    return True


async def _command(connection: LiveConnection, frame: ReceivedFrame) -> bool:
    """Execute a command for the current session and queue the reply."""
    if connection.session is None:
        connection.screen.enqueue(_refusal(frame.key, NO_SESSION))
        return True
    try:
        found = await connection.credentials.session(connection.runtime)
        if isinstance(found, Refused):
            return False
        connection.screen.enqueue(await _carry_out(connection, found, frame))
    except (DatabaseUnavailableError, DatabaseBusyError):
        connection.screen.enqueue(_refusal(frame.key, STORE_GONE))
    except Exception:
        log.exception("a command from %s at %s", connection.who, connection.screen.table)
        connection.screen.enqueue(_refusal(frame.key, FAULT))
    return True


async def _carry_out(connection: LiveConnection, session: UserSession, frame: ReceivedFrame) -> str:
    try:
        envelope = CommandRequest.model_validate({"key": frame.key, "command": frame.command})
    except ValidationError as error:
        return _refusal(frame.key, Refused("request/invalid", validation_message(error.errors())))
    if refusal := session.refuse_command(command_name(envelope.command)):
        return _refusal(frame.key, refusal)
    touch_session(connection.runtime, session)
    runtime, table = connection.runtime, connection.screen.table
    with runtime.trace(table, envelope.command, frame.traceparent):
        reply = await runtime.command(table, envelope.command, actor_of(session), envelope.key)
    return _refusal(frame.key, reply) if isinstance(reply, Refused) else _accepted(envelope.key, reply)


def _accepted(key: str, reply: Accepted) -> str:
    frame: AcceptedFrame = {
        "type": "reply",
        "key": key,
        "ok": True,
        "seq": reply.seq,
        "at": reply.at,
        "repeated": reply.repeated,
    }
    return json.dumps(frame, separators=(",", ":"))


def _refusal(key: str | None, refused: Refused) -> str:
    frame: RefusedFrame = {"type": "reply", "key": key, "ok": False, "error": error_view(refused)}
    return json.dumps(frame, separators=(",", ":"))
