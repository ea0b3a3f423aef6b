"""Terminal of a player over a real socket, which can disconnect without a close message."""

from __future__ import annotations

import contextlib
import json
import queue
import socket
import threading
from contextlib import ExitStack
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

WAIT_SECONDS = 30


class Terminal:
    """Connection of a player to one table, which collects the number of every record it receives."""

    def __init__(self, port: int, token: str, after: int | None = None) -> None:
        self.token = token
        self.seqs: list[int] = []
        self.balance_cents: int | None = None
        self._state_seq = after or 0
        self._replies: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        url = f"ws://127.0.0.1:{port}/api/tables/t1/live" + (f"?after={after}" if after is not None else "")
        headers = {"Authorization": f"Bearer {token}"}
        self._open = ExitStack()
        self._socket = self._open.enter_context(connect(url, additional_headers=headers, compression=None))
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        with contextlib.suppress(ConnectionClosed, OSError):
            for text in self._socket:
                self._handle_frame(json.loads(text))

    def _handle_frame(self, frame: dict[str, Any]) -> None:
        match frame["type"]:
            case "state":
                self._state_seq = frame["seq"]
            case "events":
                self.seqs += [record["seq"] for record in frame["records"]]
            case "private":
                self.balance_cents = frame.get("balance_cents", self.balance_cents)
            case "reply":
                self._replies.put(frame)

    @property
    def last(self) -> int:
        """Return the number of the last record received; before the first record, that of the initial state."""
        return self.seqs[-1] if self.seqs else self._state_seq

    def command(self, key: str, command: dict[str, Any]) -> dict[str, Any]:
        """Send a command and return the reply of the house."""
        self._socket.send(json.dumps({"type": "command", "key": key, "command": command}))
        reply = self._replies.get(timeout=WAIT_SECONDS)
        assert reply["key"] == key
        return reply

    def vanish(self) -> int:
        """Cut the connection without a close message; return the number of the last record received."""
        with contextlib.suppress(OSError):  # the socket is closed already
            self._socket.socket.shutdown(socket.SHUT_RDWR)
        self._reader.join(WAIT_SECONDS)
        self._open.close()
        return self.last
