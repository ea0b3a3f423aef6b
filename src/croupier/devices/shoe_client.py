"""Client side of a smart shoe: its HTTP requests, pairing, and numbered, signed messages with their responses."""

from __future__ import annotations

import json
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

from croupier.cards import Piece
from croupier.devices.shoe_message import ShoeEvent, sign_message
from croupier.errors import BadInput

SECONDS_MOST = 30
ANSWER_BYTES_MOST = 4_000_000
HEARTBEAT_MS = 10_000
"""Pause in milliseconds after which the shoe sends `hello`, because the server reports a shoe that is silent."""


class HttpReply(NamedTuple):
    """Response of the server: status and JSON body."""

    status: int
    body: Any

    @property
    def is_ok(self) -> bool:
        return self.status < 300

    @property
    def code(self) -> str:
        """Machine-readable code of the server's refusal; empty if the request succeeded."""
        error = self.body.get("error") if isinstance(self.body, dict) else None
        return str(error["code"]) if isinstance(error, dict) and "code" in error else ""

    @property
    def refusal_message(self) -> str:
        """Human-readable reason why the server refused the request."""
        return str(self.body["error"]["message"]) if self.code else f"answered {self.status}"


class DeviceTransport(Protocol):
    """Protocol of an object that sends a device's requests."""

    def request(self, method: str, path: str, body: dict[str, Any] | None = None) -> HttpReply: ...


class HttpTransport:
    """Transport over HTTP, or over HTTPS with the system's trusted certificates."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
            raise BadInput.at("--server", f'is "{url}"; write it like https://tables.example:8443')
        try:
            self._port = parts.port
        except ValueError:
            raise BadInput.at("--server", f'is "{url}"; the port is a number up to 65535') from None
        self._url, self._host = url, parts.hostname
        self._kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection

    def request(self, method: str, path: str, body: dict[str, Any] | None = None) -> HttpReply:
        connection = self._kind(self._host, self._port, timeout=SECONDS_MOST)
        try:
            sent = None if body is None else json.dumps(body).encode()
            connection.request(method, path, sent, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            return HttpReply(answer.status, json.loads(answer.read(ANSWER_BYTES_MOST)))
        except (OSError, HTTPException) as error:
            raise BadInput.at(self._url, f"cannot be reached: {_error_text(error)}") from None
        except ValueError:
            raise BadInput.at(self._url, "does not answer as a table server does") from None
        finally:
            connection.close()


def _error_text(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


class ShoeClient:
    """Paired shoe that sends its messages over a transport."""

    def __init__(self, line: DeviceTransport, clock: Callable[[], int]) -> None:
        self._line, self._clock = line, clock
        self._device, self._key = "", b""
        self.name, self.table = "", ""
        self.seq = 0
        """Number of the last message that was sent."""
        self.sent_at = 0
        """Time at which the last message was sent, in milliseconds; 0 before the first one."""

    def pair(self, code: str, table: str | None) -> None:
        """Exchange the pairing code for a key; raise `BadInput` if the code is for another table."""
        reply = self._line.request("POST", "/api/devices/pair", {"code": code})
        if not reply.is_ok:
            raise BadInput.at("--pair", reply.refusal_message)
        paired = reply.body
        self._device, self._key, self.name = paired["device"], bytes.fromhex(paired["key"]), paired["name"]
        if paired["table"] is None:
            raise BadInput.at("--pair", "this code is for no table; ask for one with the table the shoe stands at")
        if table is not None and paired["table"] != table:
            raise BadInput.at("--table", f"is {table}; the code is for {paired['table']}")
        self.table = paired["table"]

    def fetch_table(self) -> tuple[int, dict[str, Any]]:
        """Return the number of the table's last record, and the public view of the table."""
        reply = self._line.request("GET", f"/api/tables/{self.table}")
        if not reply.is_ok:
            raise BadInput.at(self.table, reply.refusal_message)
        return reply.body["seq"], reply.body["view"]

    def send(self, event: ShoeEvent, card: Piece | None = None, *, twice: bool = False) -> dict[str, Any]:
        """Send one message and return the response; with `twice`, send it again and require the same response."""
        self.seq += 1
        self.sent_at = self._clock()
        text = None if card is None else str(card)
        message = sign_message(self._key, self._device, self.seq, self.sent_at, event, text)
        body = message.model_dump(mode="json", exclude_none=True)
        answer = self._answer(body)
        if twice and self._answer(body) != answer | {"repeated": True}:
            raise BadInput.at(self.table, f"answered message {self.seq} differently the second time")
        return answer

    def is_heartbeat_due(self) -> bool:
        """Return whether nothing has been sent for so long that the server would soon miss the shoe."""
        return bool(self.sent_at) and self._clock() - self.sent_at >= HEARTBEAT_MS

    def skip_number(self) -> None:
        """Use up a number, as if its message had been lost."""
        self.seq += 1

    def _answer(self, body: dict[str, Any]) -> dict[str, Any]:
        reply = self._line.request("POST", "/api/devices/messages", body)
        if not reply.is_ok:
            raise BadInput.at(self.table, f"did not take message {self.seq}: {reply.refusal_message}")
        answer: dict[str, Any] = reply.body
        return answer
