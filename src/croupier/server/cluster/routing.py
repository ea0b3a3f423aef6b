"""The other servers of a house, as the runtime of one server sees them.

A command goes to the server that runs its table. If that server dies, or the table moves meanwhile, the command is sent
again with the same idempotency key, so it is carried out once. Every server follows all tables, so it builds the views
for its own screens by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Collection
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from croupier.devices.shoe_message import ShoeMessage
from croupier.devices.shoe_message_handler import handle_message
from croupier.devices.shoe_response import ShoeMessageResponse
from croupier.errors import Refused
from croupier.house.following import catch_up
from croupier.house.house import ELSEWHERE, Accepted, CommandReply
from croupier.house.log_replay import TABLE
from croupier.house.membership import Membership
from croupier.server.cluster.peer_socket import Message, PeerLostError, PeerNetwork
from croupier.server.error_responses import DATABASE_UNAVAILABLE
from croupier.server.hub import CloseReason
from croupier.store.errors import ClaimLostError, DatabaseBusyError, DatabaseUnavailableError
from croupier.store.unit_of_work import PriorityJob, UnitOfWork
from croupier.table.betting import WagersRefused
from croupier.table.command_effect import Actor
from croupier.table.commands import AnyCommand, Command

if TYPE_CHECKING:
    from croupier.server.runtime import Runtime

FOLLOW_SECONDS = 0.25
"""Seconds between two looks for records of other servers, in case a message was lost."""
SESSIONS_SECONDS = 0.4
"""Seconds between two queries for the sessions in use; one is used for a second without a query."""
PAUSE_SECONDS = 0.025
"""Seconds between two looks for records of other servers while nobody waits for one, and between two announcements."""
COMMAND_SECONDS = 6.0
"""Seconds in which a command is sent again, while nobody runs its table."""
RETRY_SECONDS = 0.05
SHOWN_SECONDS = 1.0
"""Longest wait in seconds until the effect of a command at another server is in memory here."""
SUSPENDED: CloseReason = 1013, "this server has lost the others; come back"

COMMANDS: TypeAdapter[Command] = TypeAdapter(AnyCommand)
REFUSED = TypeAdapter(Refused)
WAGERS_REFUSED = TypeAdapter(WagersRefused)


class AcceptedElsewhere(Accepted):
    """A command that another server has carried out; its events stay in the log, because cards may be in them."""


class ClusterRouting:
    """Connections of a running server to the others."""

    def __init__(self, runtime: Runtime, membership: Membership, listening: socket.socket) -> None:
        self.membership = membership
        self._runtime = runtime
        self._house = runtime.house
        secret = bytes.fromhex(self._house.keys.fingerprint("croupier servers of one house"))
        self._network = PeerNetwork(membership.id, listening, secret, self._on_message)
        self._is_following = False
        self._has_news = False
        self._followed = asyncio.Event()
        self._pause: asyncio.TimerHandle | None = None
        """Pause after a look for records of other servers; None while there is none."""
        self._announcing: asyncio.TimerHandle | None = None
        """Pause after an announcement of commits; None while there is none."""
        self._has_commits = False
        """Whether there were commits in this pause."""
        self._moved = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        await self._network.start()
        self._network.on_link = self.follow
        self.membership.on_change = lambda: self._call_soon(self._claims_changed)
        self.membership.start()
        self._tasks = [asyncio.create_task(self._watch()), asyncio.create_task(self._refresh_sessions())]

    async def leave(self) -> None:
        """Give all tables away and tell the others."""
        for task in self._tasks:
            task.cancel()
        await asyncio.to_thread(self.membership.leave)
        await asyncio.sleep(0)
        self._network.broadcast({"type": "claims"})
        await asyncio.sleep(RETRY_SECONDS)
        await self._network.stop()

    def _call_soon(self, function: Any) -> None:
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(function)

    async def _watch(self) -> None:
        """Keep the connections, look for records that no message announced, and disconnect screens if suspended."""
        while True:
            state, me = self.membership.state, self.membership.id
            living = {server.id: server.address for server in state.living if server.id != me}
            for server in self._network.links.keys() - living.keys():
                self._network.drop(server)
            self._network.connect_to(living.items())
            self.follow()
            if self.membership.is_suspended:
                self._runtime.hub.close_all(SUSPENDED)
            await asyncio.sleep(FOLLOW_SECONDS)

    async def _refresh_sessions(self) -> None:
        """Read the sessions in use again and again: another server may have ended one, and its message may be lost."""
        while True:
            await asyncio.sleep(SESSIONS_SECONDS)
            refresh = partial(self._runtime.sessions.refresh, at=self._runtime.now())
            with contextlib.suppress(DatabaseBusyError, DatabaseUnavailableError):
                await self._runtime.run_lookup(refresh)

    def _claims_changed(self) -> None:
        """Set the timers of the tables that this server runs now, and tell the others to look at the claims."""
        self._runtime.set_alarms()
        self._moved.set()
        self._moved = asyncio.Event()
        self._network.broadcast({"type": "claims"})

    # Records of other servers

    def follow(self) -> None:
        """Queue a job that applies the new records of other servers; at most one such job waits."""
        if self._is_following:
            self._has_news = True
            return
        self._is_following, self._has_news = True, False
        future = self._loop.create_future()
        future.add_done_callback(self._has_followed)
        self._house.writer.enqueue(PriorityJob(self._follow_job), future)

    def _follow_job(self, uow: UnitOfWork) -> None:
        catch_up(self._house, uow)

    def _has_followed(self, done: asyncio.Future[None]) -> None:
        self._has_news &= not (done.cancelled() or done.exception() is not None)
        self._pause = self._loop.call_later(PAUSE_SECONDS, self._end_pause)
        self._followed.set()
        self._followed = asyncio.Event()

    def _end_pause(self) -> None:
        if self._pause is not None:
            self._pause.cancel()
            self._pause, self._is_following = None, False
            if self._has_news:
                self.follow()

    def _follow_now(self) -> None:
        """Look for new records without a pause, because somebody waits for one of them."""
        self._end_pause()
        self.follow()

    def announce(self, ended: Collection[str]) -> None:
        """Tell the other servers that this one has committed, and which sessions it has ended.

        Of commits that follow one another closely they are told once, a moment later.
        """
        if self._announcing is None:
            self._network.broadcast({"type": "records"})
            self._announcing = self._loop.call_later(PAUSE_SECONDS, self._announce_again)
        else:
            self._has_commits = True
        if ended:
            self._network.broadcast({"type": "sessions", "ended": sorted(ended)})

    def _announce_again(self) -> None:
        self._announcing = None
        if self._has_commits:
            self._has_commits = False
            self.announce(())

    # Commands

    async def command(
        self, table: str, order: Command, actor: Actor, key: str | None, *, with_events: bool
    ) -> CommandReply:
        """Give a command to the server that runs the table; send it again while the table moves."""
        give_up = self._loop.time() + COMMAND_SECONDS
        while True:
            moved = self._moved
            reply = await self._try_command(table, order, actor, key)
            if isinstance(reply, AcceptedElsewhere) and with_events and key is not None:
                found = await self._runtime.run_in_thread(self._house.find, actor.id, key)
                return reply if found is None else Accepted.of(found, repeated=reply.repeated)
            if reply is not None:
                return reply
            if key is None or self._loop.time() > give_up:
                return DATABASE_UNAVAILABLE
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(moved.wait(), RETRY_SECONDS)

    async def _try_command(self, table: str, order: Command, actor: Actor, key: str | None) -> CommandReply | None:
        """Return the reply of the server that runs the table; None if the command has to be sent again."""
        try:
            if self._house.runs(table) or table not in self._house.committed_tables:
                reply = await self._runtime.command_here(table, order, actor, key)
                return None if reply is ELSEWHERE else reply
            server = self.membership.server_of(table)
            if server is None or server.id == self.membership.id:
                return None
            return await self._command_at(server.id, table, order, actor, key)
        except (ClaimLostError, PeerLostError, DatabaseBusyError, DatabaseUnavailableError):
            return None

    async def _command_at(
        self, server: str, table: str, order: Command, actor: Actor, key: str | None
    ) -> CommandReply | None:
        message = {
            "type": "command",
            "table": table,
            "command": order.model_dump(mode="json"),
            "actor": asdict(actor),
            "key": key,
        }
        reply = await self._network.request(server, message)
        if "seq" in reply:
            await self._wait_for_record(table, reply["seq"])
            return AcceptedElsewhere(TABLE + table, reply["seq"], reply["at"], repeated=reply["repeated"])
        if "refused" in reply:
            return (WAGERS_REFUSED if reply["of_wagers"] else REFUSED).validate_python(reply["refused"])
        return None

    async def shoe_message(self, message: ShoeMessage) -> ShoeMessageResponse | Refused:
        """Pass a smart shoe's message to the server that runs its table; without one, the shoe has to send it again."""
        body = {"type": "shoe", "message": message.model_dump(mode="json")}
        for peer in list(self._network.links):
            with contextlib.suppress(PeerLostError):
                reply = await self._network.request(peer, body)
                if "response" in reply:
                    return ShoeMessageResponse.model_validate(reply["response"])
                if "refused" in reply:
                    return REFUSED.validate_python(reply["refused"])
        return ELSEWHERE

    async def _take_shoe_message(self, body: Message) -> Message:
        message = ShoeMessage.model_validate(body)
        try:
            reply = await self._runtime.run_job(handle_message(self._house, message))
        except (ClaimLostError, DatabaseBusyError, DatabaseUnavailableError):
            return {}
        if reply is ELSEWHERE:
            return {}
        if isinstance(reply, Refused):
            return {"refused": REFUSED.dump_python(reply, mode="json")}
        return {"response": reply.model_dump(mode="json")}

    async def _wait_for_record(self, table: str, seq: int) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SHOWN_SECONDS):
                while self._house.committed_tables[table][0] < seq:
                    followed = self._followed
                    self._follow_now()
                    await followed.wait()

    async def _on_message(self, peer: str, message: Message) -> Message | None:
        match message["type"]:
            case "records":
                self.follow()
            case "claims":
                self.membership.read_claims_again()
            case "sessions":
                self._runtime.sessions.end_elsewhere(message["ended"], self._runtime.now())
            case "command":
                return await self._carry_out(message)
            case "shoe":
                return await self._take_shoe_message(message["message"])
        return None

    async def _carry_out(self, message: Message) -> Message:
        """Carry out a command that another server has sent; an empty reply means that it should look for the table."""
        actor = Actor(**message["actor"])
        order = COMMANDS.validate_python(message["command"])
        try:
            reply = await self._runtime.command_here(message["table"], order, actor, message["key"])
        except (ClaimLostError, DatabaseBusyError, DatabaseUnavailableError):
            return {}
        if reply is ELSEWHERE:
            return {}
        if isinstance(reply, WagersRefused):
            return {"refused": WAGERS_REFUSED.dump_python(reply, mode="json"), "of_wagers": True}
        if isinstance(reply, Refused):
            return {"refused": REFUSED.dump_python(reply, mode="json"), "of_wagers": False}
        return {"seq": reply.seq, "at": reply.at, "repeated": reply.repeated}
