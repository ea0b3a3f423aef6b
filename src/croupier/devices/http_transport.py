"""HTTP requests from a device to its server, with clear errors if the server does not answer."""

from __future__ import annotations

import json
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

from croupier.errors import BadInput

SECONDS_MOST = 30
ANSWER_BYTES_MOST = 4_000_000


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
