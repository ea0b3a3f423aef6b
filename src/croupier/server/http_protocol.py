"""HTTP connections with limits on the time and size of incoming requests.

A request must arrive completely before it is processed. The HTTP parser alone accepts endless headers and waits forever
for the rest of a request. Therefore incomplete requests are counted and timed, and when there are too many, the oldest
are closed.
"""

from __future__ import annotations

import asyncio
import ssl
from collections import defaultdict
from functools import partial
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from croupier.errors import BadInput
from croupier.operating_system import raise_limit_of_open_files
from croupier.server.config import ServerSection
from croupier.server.frame_writer import EncodedFrameProtocol
from croupier.server.table_socket import FRAME_BYTES_MOST

MESSAGE_BYTES_MOST = 1_048_576
"""Most bytes of a body that is too large and refused that are still read, so that the client receives the refusal."""
FILES_MOST = 65_536


def create_server(app: FastAPI, settings: ServerSection, **how: Any) -> uvicorn.Server:
    """Create the uvicorn server with our limits on requests.

    It ignores headers of proxies, because `app.py` adds a middleware that accepts them from the configured proxies
    only.
    """
    config = uvicorn.Config(
        app,
        http=partial(LimitedHttpProtocol, unfinished=PendingConnections(settings)),  # type: ignore[arg-type]
        ws=EncodedFrameProtocol,
        log_config=None,
        access_log=False,
        ws_max_size=4 * FRAME_BYTES_MOST,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
        ssl_certfile=settings.certificate or None,
        ssl_keyfile=settings.private_key or None,
        server_header=False,
        proxy_headers=False,
        **how,
    )
    if config.is_ssl:
        _load_certificate(config, settings)
    return uvicorn.Server(config)


def _load_certificate(config: uvicorn.Config, settings: ServerSection) -> None:
    """Load the certificate for TLS 1.2 or later; report an unusable certificate before the server starts. [R56]"""
    try:
        config.load()
    except (OSError, ValueError) as error:  # An SSLError is an OSError.
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput.at(settings.certificate, f"cannot be used with {settings.private_key!r}: {reason}") from None
    assert config.ssl is not None
    config.ssl.minimum_version = ssl.TLSVersion.TLSv1_2


def allow_many_connections() -> None:
    """Raise the limit of open files to at most 65,536, because each connection uses one."""
    raise_limit_of_open_files(FILES_MOST)


class PendingConnections:
    """Connections with an incomplete request, by address, oldest first."""

    def __init__(self, settings: ServerSection) -> None:
        self.settings = settings
        self._all: dict[LimitedHttpProtocol, None] = {}
        self._from: defaultdict[str, dict[LimitedHttpProtocol, None]] = defaultdict(dict)

    def add(self, connection: LimitedHttpProtocol) -> None:
        same_address = self._from[connection.address]
        self._all[connection] = same_address[connection] = None
        if len(same_address) > self.settings.unfinished_each and not self.settings.is_proxy(connection.address):
            next(iter(same_address)).close_with_timeout()
        if len(self._all) > self.settings.unfinished_most:
            next(iter(self._all)).close_with_timeout()

    def remove(self, connection: LimitedHttpProtocol) -> None:
        self._all.pop(connection, None)
        same_address = self._from[connection.address]
        same_address.pop(connection, None)
        if not same_address:
            del self._from[connection.address]


class LimitedHttpProtocol(HttpToolsProtocol):
    """HTTP protocol that limits header bytes, body bytes and the time to receive a request."""

    def __init__(self, *args: Any, unfinished: PendingConnections, **named: Any) -> None:
        super().__init__(*args, **named)
        self._unfinished = unfinished
        self._settings = unfinished.settings
        self._alarm: asyncio.TimerHandle | None = None
        self._is_waiting = False
        self._in_headers = True
        self._bytes = 0

    @property
    def address(self) -> str:
        return self.client[0] if self.client else ""

    # Incoming data

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._request_received()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._is_waiting:
            self._wait()
        while data and not self.transport.is_closing() and self.transport.get_protocol() is self:
            most = self._settings.header_bytes if self._in_headers else MESSAGE_BYTES_MOST
            if self._bytes >= most:
                self._refuse(431 if self._in_headers else 413)
                return
            part, data = data[: most - self._bytes], data[most - self._bytes :]
            self._bytes += len(part)
            super().data_received(part)

    def on_message_begin(self) -> None:
        if not self._is_waiting:  # The request arrived in one packet with the previous request.
            self._wait()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_headers, self._bytes = False, 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._request_received()

    def handle_websocket_upgrade(self) -> None:
        self._request_received()
        super().handle_websocket_upgrade()

    # Time limit

    def _wait(self) -> None:
        """Start the time limit for receiving a complete request."""
        self._is_waiting, self._in_headers, self._bytes = True, True, 0
        self._unfinished.add(self)
        self._alarm = self.loop.call_later(self._settings.request_seconds, self._on_timeout)

    def _request_received(self) -> None:
        self._is_waiting, self._in_headers, self._bytes = False, True, 0
        self._unfinished.remove(self)
        if self._alarm is not None:
            self._alarm.cancel()

    def _on_timeout(self) -> None:
        if self.flow.read_paused:  # The server itself has paused reading.
            self._alarm = self.loop.call_later(self._settings.request_seconds, self._on_timeout)
        else:
            self.close_with_timeout()

    def close_with_timeout(self) -> None:
        self._refuse(408)

    def _refuse(self, status: int) -> None:
        """Close the connection; send the status first, unless a response is in progress."""
        self._request_received()
        if self.cycle is None or self.cycle.response_complete:
            self.transport.write(STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()
