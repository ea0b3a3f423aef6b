"""WebSocket frames that are encoded once and written to many connections.

The frames of a server are not masked, and here they are not compressed, so their bytes are the same on every
connection. [RFC 6455 5.1] ASGI can only send a message, which each connection would encode again.
"""

from __future__ import annotations

from functools import cached_property
from typing import Protocol, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

FRAME_WRITER = "croupier.frame_writer"
"""Name of the ASGI extension with the frame writer of a connection."""
FINAL_TEXT = 0x81
"""First byte of a text frame that is a whole message. [RFC 6455 5.2]"""


class FrameWriter(Protocol):
    """Connection that accepts encoded frames."""

    @property
    def is_writable(self) -> bool:
        """Whether the connection is open, and its write buffer is below its limit."""

    def write_frame(self, frame: bytes) -> None: ...

    async def wait_until_writable(self) -> None:
        """Wait until the write buffer is below its limit, or the connection is lost."""


class SharedFrame(str):
    """Text of a frame for many connections, which encode it once."""

    @cached_property
    def encoded(self) -> bytes:
        return encode_frame(self)


def encode_frame(text: str) -> bytes:
    """Return a message as one unmasked text frame. [RFC 6455 5.2]"""
    payload = text.encode()
    length = len(payload)
    if length < 126:
        head = bytes((FINAL_TEXT, length))
    elif length < 65_536:
        head = bytes((FINAL_TEXT, 126)) + length.to_bytes(2, "big")
    else:
        head = bytes((FINAL_TEXT, 127)) + length.to_bytes(8, "big")
    return head + payload


class EncodedFrameProtocol(WebSocketsSansIOProtocol):
    """WebSocket connection of uvicorn that also accepts encoded frames, through an ASGI extension."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            cast("dict[str, FrameWriter]", self.scope["extensions"])[FRAME_WRITER] = self

    @property
    def is_writable(self) -> bool:
        return self.writable.is_set() and not (self.close_sent or self.disconnected or self.transport.is_closing())

    def write_frame(self, frame: bytes) -> None:
        self.transport.write(frame)

    async def wait_until_writable(self) -> None:
        await self.writable.wait()
