"""What every request and every answer goes through: a size that requests keep to, headers that answers carry."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.server.answers import answer
from croupier.table.refusals import Refused

BODY_BYTES_MOST = 65_536
TOO_LARGE = Refused("request/too_large", f"A request has at most {BODY_BYTES_MOST} bytes.")


class Wrapping:
    """Pages of this server load nothing from elsewhere and are framed by nobody; requests have a size."""

    def __init__(self, app: ASGIApp, *, secure: bool) -> None:
        self.app = app
        self._headers = {
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Referrer-Policy": "no-referrer",
        }
        if secure:
            self._headers["Strict-Transport-Security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(self._headers)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        if _is_too_large(scope):
            await answer(TOO_LARGE)(scope, receive, send_with_headers)
        else:
            await self.app(scope, _counted(receive), send_with_headers)


def _is_too_large(scope: Scope) -> bool:
    lengths = [value for name, value in scope["headers"] if name == b"content-length"]
    return any(not length.isdigit() or int(length) > BODY_BYTES_MOST for length in lengths)


def _counted(receive: Receive) -> Receive:
    """A body that names no length is counted as it comes."""
    left = BODY_BYTES_MOST

    async def receive_counted() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise HTTPException(413, TOO_LARGE.message)
        return message

    return receive_counted
