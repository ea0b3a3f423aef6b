"""TCP proxy to the tests' PostgreSQL server, or to a port, that can hold bytes back, in one direction or both."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from types import TracebackType

from tests.database import PostgresServer

PORT = 5432
CHUNK = 65_536


class SilentProxy:
    """Proxy on the loopback interface in front of a PostgreSQL server's socket, or of a port of this machine."""

    def __init__(self, target: PostgresServer | int) -> None:
        self.target = target
        """Address to which new connections are forwarded."""
        self.delay_seconds = 0.0
        """Time that each packet waits, in each direction."""
        self._to_target, self._to_client = threading.Event(), threading.Event()
        self.resume()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._open: list[socket.socket] = []
        self._given_up: set[socket.socket] = set()
        self._thread = threading.Thread(target=self._accept, name="line")

    def url(self, database: str) -> str:
        """Return the URL through this proxy for a database URL from `PostgresServer.new_database`."""
        options = database.partition("&")[2]
        return f"postgresql://croupier@127.0.0.1:{self.port}/postgres?{options}"

    def fall_silent(self, *, requests: bool = True, answers: bool = True) -> None:
        """Stop forwarding requests, answers or both, without closing a connection."""
        if requests:
            self._to_target.clear()
        if answers:
            self._to_client.clear()

    def resume(self) -> None:
        """Forward the bytes that were withheld, and all later ones."""
        self._to_target.set()
        self._to_client.set()

    def abandon_connections(self) -> None:
        """Never forward another byte of the open connections, and never close them: their machine is gone."""
        self._given_up.update(self._open)

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
                try:
                    target = self._connect()
                except OSError:
                    client.close()
                    continue
                for one in (client, target):
                    if one.family == socket.AF_INET:
                        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._open += [client, target]
                for source, sink, flows in (
                    (client, target, self._to_target),
                    (target, client, self._to_client),
                ):
                    threading.Thread(target=self._pump, args=(source, sink, flows), daemon=True).start()

    def _connect(self) -> socket.socket:
        if isinstance(self.target, int):
            connected = socket.create_connection(("127.0.0.1", self.target), 1)
            connected.settimeout(None)  # The second is for connecting; a connection may be idle for longer.
            return connected
        server = socket.socket(socket.AF_UNIX)
        try:
            server.connect(str(self.target.folder / f".s.PGSQL.{PORT}"))
        except OSError:
            server.close()
            raise
        return server

    def _pump(self, source: socket.socket, sink: socket.socket, flows: threading.Event) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                flows.wait()
                if source in self._given_up:
                    return
                if self.delay_seconds:
                    time.sleep(self.delay_seconds)
                sink.sendall(data)
            flows.wait()
            if source not in self._given_up:
                sink.shutdown(socket.SHUT_WR)
