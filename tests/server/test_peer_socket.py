"""The internal WebSocket between two servers: proofs, requests, and messages that were changed on the way."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from croupier.server.cluster.peer_socket import Message, PeerLink, PeerLostError, PeerNetwork

WAIT_SECONDS = 60


async def echo(peer: str, message: Message) -> Message | None:
    """Return the message with the name of its sender; a message without a request has no reply."""
    if message.get("hang"):
        await asyncio.sleep(60)
    return {"from": peer, "text": message["text"]} if "request" in message else None


@asynccontextmanager
async def two_servers(secrets: tuple[bytes, bytes] = (b"house", b"house")) -> AsyncIterator[list[PeerNetwork]]:
    """Run two servers that try to connect with each other."""
    networks = []
    for name, secret in zip("ab", secrets, strict=True):
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        networks.append(PeerNetwork(name, listening, secret, echo))
        await networks[-1].start()
    host, port = networks[1]._listening.getsockname()
    networks[0].connect_to([("b", f"{host}:{port}")])
    networks[1].connect_to([("a", "127.0.0.1:1")])  # The other server connects, because its name comes first.
    try:
        yield networks
    finally:
        for network in networks:
            await network.stop()


def run(test: Callable[[], Awaitable[Any]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(WAIT_SECONDS):
            await test()

    asyncio.run(limited())


async def connected(networks: list[PeerNetwork]) -> None:
    while not all(network.links for network in networks):
        await asyncio.sleep(0.01)


def test_both_servers_send_requests_over_one_connection() -> None:
    async def test() -> None:
        async with two_servers() as (a, b):
            await connected([a, b])
            replies = await asyncio.gather(
                *(a.request("b", {"text": nth}) for nth in range(20)),
                *(b.request("a", {"text": nth}) for nth in range(5)),
            )
            assert [(one["from"], one["text"]) for one in replies] == [
                *(("a", nth) for nth in range(20)),
                *(("b", nth) for nth in range(5)),
            ]

    run(test)


def test_a_server_with_other_keys_is_not_connected() -> None:
    async def test() -> None:
        async with two_servers((b"house", b"another house")) as networks:
            await asyncio.sleep(0.3)
            assert not any(network.links for network in networks)
            with pytest.raises(PeerLostError):
                await networks[0].request("b", {"text": "x"})

    run(test)


def test_a_request_fails_when_the_connection_ends() -> None:
    async def test() -> None:
        async with two_servers() as (a, b):
            await connected([a, b])
            request = asyncio.create_task(a.request("b", {"text": "x", "hang": True}))
            await asyncio.sleep(0.05)
            a.drop("b")
            with pytest.raises(PeerLostError):
                await request

    run(test)


@pytest.mark.parametrize("change", ["changed", "repeated"])
def test_a_message_that_was_changed_or_repeated_ends_the_connection(
    change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign = PeerLink._hash

    def forge(link: PeerLink, side: bytes, nth: int, text: str) -> str:
        """Sign as somebody on the network could: another text, or the number of an earlier message."""
        is_forged = side == b"caller" and "forged" in text and link.peer == "b"
        if is_forged and change == "changed":
            return sign(link, side, nth, text.replace("forged", "honest"))
        return sign(link, side, 0 if is_forged else nth, text)

    monkeypatch.setattr(PeerLink, "_hash", forge)

    async def test() -> None:
        async with two_servers() as (a, b):
            await connected([a, b])
            assert (await a.request("b", {"text": "honest"}))["text"] == "honest"
            with pytest.raises(PeerLostError):
                await a.request("b", {"text": "forged"})

    run(test)
