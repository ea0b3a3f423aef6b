"""TCP proxy to the tests' PostgreSQL server that can go silent: it accepts bytes and does not forward them."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType

from tests.database import PostgresServer

PORT = 5432
CHUNK = 65_536


class SilentProxy:
    """Proxy on the loopback interface in front of the server's socket."""

    def __init__(self, server: PostgresServer) -> None:
        self._server = server
        self._speaks = threading.Event()
        self._speaks.set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self._thread = threading.Thread(target=self._accept, name="line")

    def url(self, database: str) -> str:
        """Return the URL through this proxy for a database URL from `PostgresServer.new_database`."""
        port, options = self._listening.getsockname()[1], database.partition("&")[2]
        return f"postgresql://croupier@127.0.0.1:{port}/postgres?{options}"

    def fall_silent(self) -> None:
        """Stop forwarding bytes, without closing a connection."""
        self._speaks.clear()

    def resume(self) -> None:
        """Forward the bytes that were withheld, and all later ones."""
        self._speaks.set()

    def __enter__(self) -> SilentProxy:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.resume()
        for open_socket in (self._listening, *self._open):
            with suppress(OSError):
                open_socket.shutdown(socket.SHUT_RDWR)
            open_socket.close()
        self._thread.join(10)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._server.folder / f".s.PGSQL.{PORT}"))
                self._open += [client, server]
                for source, target in ((client, server), (server, client)):
                    threading.Thread(target=self._pump, args=(source, target), daemon=True).start()

    def _pump(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                self._speaks.wait()
                target.sendall(data)
            self._speaks.wait()
            target.shutdown(socket.SHUT_WR)
