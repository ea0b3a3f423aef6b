"""One internal WebSocket between each pair of servers: commands for the other's tables, and notices of new records.

Both sides prove that they have the keys of the house, without sending them, and every message carries a keyed hash with
its number: nobody on the network can add, repeat or change one. The messages are not encrypted, and no face-down card
and no password is ever in one; the network between the servers should still be the casino's own.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import itertools
import json
import logging
import os
import socket
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed, InvalidHandshake

Message = dict[str, Any]
OnMessage = Callable[[str, Message], Awaitable[Message | None]]
"""Handler of a message from the server of this name; it returns the reply, or None for a message without one."""

CONNECT_SECONDS = 0.2
HANDSHAKE_SECONDS = 1.0
PING_SECONDS = 1.0
SILENT_SECONDS = 1.5
MESSAGE_BYTES_MOST = 262_144
QUEUE_MOST = 10_000
"""Most messages that wait for one server; with more, the connection is closed and opened anew."""
HASH_LENGTH = 32
OPTIONS: dict[str, Any] = {
    "compression": None,
    "max_size": MESSAGE_BYTES_MOST,
    "ping_interval": PING_SECONDS,
    "ping_timeout": SILENT_SECONDS,
    "close_timeout": 0.2,
}

log = logging.getLogger("croupier")


class PeerLostError(Exception):
    """The connection to another server is lost; a command sent over it may have been carried out."""


class PeerLink:
    """Connection to one other server, after both sides have proved that they belong to the house."""

    def __init__(
        self, peer: str, websocket: ClientConnection | ServerConnection, key: bytes, *, is_caller: bool
    ) -> None:
        self.peer = peer
        self._websocket = websocket
        self._key = key
        self._marks = (b"caller", b"answerer") if is_caller else (b"answerer", b"caller")
        self._sent, self._received, self._ids = itertools.count(), itertools.count(), itertools.count()
        self._waiting: dict[int, asyncio.Future[Message]] = {}
        self._queue: asyncio.Queue[Message] = asyncio.Queue(QUEUE_MOST)

    def send(self, message: Message) -> None:
        """Queue a message that needs no reply."""
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self.close()

    async def request(self, message: Message) -> Message:
        """Send a message and return the reply; raise `PeerLostError` when the connection ends first."""
        nth = next(self._ids)
        future: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._waiting[nth] = future
        self.send({**message, "request": nth})
        try:
            return await future
        finally:
            self._waiting.pop(nth, None)

    def close(self) -> None:
        self._websocket.transport.abort()

    async def run(self, on_message: OnMessage) -> None:
        """Send and receive until the connection ends."""
        sending = asyncio.create_task(self._send_queued())
        answering: set[asyncio.Task[None]] = set()
        try:
            async for data in self._websocket:
                message = self._open(data)
                if "reply_to" in message:
                    future = self._waiting.get(message["reply_to"])
                    if future is not None and not future.done():
                        future.set_result(message)
                    continue
                task = asyncio.create_task(self._answer(on_message, message))
                answering.add(task)
                task.add_done_callback(answering.discard)
        except (ConnectionClosed, ValueError) as error:
            log.info("connection to server %s: %s", self.peer, error)
        finally:
            sending.cancel()
            self.close()
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(PeerLostError(f"the connection to server {self.peer} is lost"))

    async def _answer(self, on_message: OnMessage, message: Message) -> None:
        reply = await on_message(self.peer, message)
        if reply is not None:
            self.send({**reply, "reply_to": message["request"]})

    async def _send_queued(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                message = await self._queue.get()
                text = json.dumps(message, separators=(",", ":"))
                await self._websocket.send(self._hash(self._marks[0], next(self._sent), text) + text)

    def _open(self, data: str | bytes) -> Message:
        """Return a received message after checking its keyed hash; raise ValueError if it is not the next message."""
        text = data if isinstance(data, str) else data.decode()
        expected = self._hash(self._marks[1], next(self._received), text[HASH_LENGTH:])
        if not hmac.compare_digest(expected, text[:HASH_LENGTH]):
            raise ValueError("a message is not signed with the keys of this house")
        message: Message = json.loads(text[HASH_LENGTH:])
        return message

    def _hash(self, side: bytes, nth: int, text: str) -> str:
        return hmac.digest(self._key, b"%s %d %s" % (side, nth, text.encode()), "sha256").hex()[:HASH_LENGTH]


class PeerNetwork:
    """All connections of this server to the others; of each pair, the server whose name comes first connects."""

    def __init__(self, server: str, listening: socket.socket, secret: bytes, on_message: OnMessage) -> None:
        self.server = server
        self.links: dict[str, PeerLink] = {}
        self.on_link: Callable[[], None] = lambda: None
        """Callback after a connection was made."""
        self._listening = listening
        self._secret = secret
        self._on_message = on_message
        self._listener: Server | None = None
        self._calls: dict[str, asyncio.Task[None]] = {}

    async def start(self) -> None:
        self._listener = await serve(self._take_call, sock=self._listening, **OPTIONS)

    async def stop(self) -> None:
        for call in self._calls.values():
            call.cancel()
        for link in list(self.links.values()):
            link.close()
        if self._listener is not None:
            self._listener.close(close_connections=True)
            await self._listener.wait_closed()

    def connect_to(self, servers: Iterable[tuple[str, str]]) -> None:
        """Connect to the servers whose names come after this one's, given by name and address; the others call here."""
        for server, address in servers:
            call = self._calls.get(server)
            if server > self.server and server not in self.links and (call is None or call.done()):
                self._calls[server] = asyncio.create_task(self._call(server, address))

    def broadcast(self, message: Message) -> None:
        for link in self.links.values():
            link.send(message)

    def drop(self, server: str) -> None:
        """End the connection to a server that is taken for dead, so that nobody waits for its replies."""
        if (link := self.links.get(server)) is not None:
            link.close()

    async def request(self, server: str, message: Message) -> Message:
        link = self.links.get(server)
        if link is None:
            raise PeerLostError(f"there is no connection to server {server}")
        return await link.request(message)

    async def _call(self, server: str, address: str) -> None:
        with contextlib.suppress(OSError, TimeoutError, ConnectionClosed, InvalidHandshake, ValueError):
            websocket = await connect(f"ws://{address}", proxy=None, open_timeout=HANDSHAKE_SECONDS, **OPTIONS)
            try:
                async with asyncio.timeout(HANDSHAKE_SECONDS):
                    theirs = str(await websocket.recv())
                    ours = os.urandom(16).hex()
                    await websocket.send(f"{self.server} {ours} {self._proof('call', self.server, server, theirs)}")
                    if not self._is_proof(str(await websocket.recv()), "answer", server, self.server, ours):
                        raise ValueError(f"server {server} has other keys")
                await self._run(PeerLink(server, websocket, self._key_of(theirs, ours), is_caller=True))
            finally:
                websocket.transport.abort()

    async def _take_call(self, websocket: ServerConnection) -> None:
        ours = os.urandom(16).hex()
        with contextlib.suppress(TimeoutError, ConnectionClosed, ValueError):
            async with asyncio.timeout(HANDSHAKE_SECONDS):
                await websocket.send(ours)
                server, theirs, proof = str(await websocket.recv()).split(" ")
                if not self._is_proof(proof, "call", server, self.server, ours):
                    raise ValueError("other keys")
                await websocket.send(self._proof("answer", self.server, server, theirs))
            await self._run(PeerLink(server, websocket, self._key_of(ours, theirs), is_caller=False))

    async def _run(self, link: PeerLink) -> None:
        if (before := self.links.pop(link.peer, None)) is not None:
            before.close()
        self.links[link.peer] = link
        log.info("connected to server %s", link.peer)
        self.on_link()
        try:
            await link.run(self._on_message)
        finally:
            if self.links.get(link.peer) is link:
                del self.links[link.peer]

    def _proof(self, what: str, sender: str, receiver: str, nonce: str) -> str:
        return hmac.digest(self._secret, f"{what} {sender} {receiver} {nonce}".encode(), "sha256").hex()

    def _is_proof(self, given: str, what: str, sender: str, receiver: str, nonce: str) -> bool:
        return hmac.compare_digest(self._proof(what, sender, receiver, nonce), given)

    def _key_of(self, answerers: str, callers: str) -> bytes:
        return hmac.digest(self._secret, f"key {answerers} {callers}".encode(), "sha256")
