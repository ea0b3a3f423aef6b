"""ASGI middleware for all requests: allowed host names, rate limits, body size and security headers."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.errors import Refused
from croupier.server.auth import RateLimiter, rate_limit_key, token_of
from croupier.server.config import ServerSection
from croupier.server.error_responses import error_response
from croupier.server.runtime import Runtime

BODY_BYTES_MOST = 65_536
BURST_SECONDS = 5
"""Burst of the request limiters in seconds of their rate; one page loads many files."""
TOO_LARGE = Refused("request/too_large", f"A request has at most {BODY_BYTES_MOST} bytes.")
TOO_MANY = Refused("rate/requests", "Too many requests from here; wait a moment.")
TOO_MANY_OF_ONE = Refused("rate/requests", "Too many requests at once; wait a moment.")
WRONG_HOST = Refused(
    "host/not_allowed", "This house is not called that; its names are in its configuration, server.names."
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
}
HSTS_HEADERS = {"Strict-Transport-Security": "max-age=31536000"}
REJECT_WEBSOCKET: Message = {"type": "websocket.close", "code": 1008, "reason": ""}
LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})


class SecurityMiddleware:
    """Middleware that adds security headers, checks the Host header, and limits body size and request rate."""

    def __init__(self, app: ASGIApp, *, runtime: Runtime) -> None:
        self.app = app
        self._runtime = runtime
        self._names = allowed_hosts(runtime.config.server)
        each_second = runtime.config.server.requests_each_second
        self._rate = RateLimiter(each_second, BURST_SECONDS * each_second)
        of_one = runtime.config.server.person_requests_each_second
        self._person_rate = RateLimiter(of_one, BURST_SECONDS * of_one)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        refused = self._refuse_connection(HTTPConnection(scope))
        if scope["type"] == "websocket":
            await (self.app(scope, receive, send) if refused is None else send(REJECT_WEBSOCKET))
            return
        headers = HEADERS | (HSTS_HEADERS if scope["scheme"] == "https" else {})

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent = MutableHeaders(scope=message)
                sent.update(headers)
                sent.setdefault("Cache-Control", "no-store")
            await send(message)

        refused = refused or (TOO_LARGE if _is_too_large(scope) else None)
        if refused is not None:
            await error_response(refused)(scope, receive, send_with_headers)
        else:
            await self.app(scope, _limit_body(receive), send_with_headers)

    def _refuse_connection(self, connection: HTTPConnection) -> Refused | None:
        """Refuse a wrong host name, or too many requests from one address or one user."""
        local = (connection.scope.get("server") or ("",))[0]
        if not all(host_name(host) in self._names | {local} for host in connection.headers.getlist("host")):
            return WRONG_HOST
        token, runtime = token_of(connection), self._runtime
        user_id = None if token is None else runtime.sessions.user_of(token, runtime.now())
        if user_id is not None:
            return None if self._person_rate.allows(f"user:{user_id}") else TOO_MANY_OF_ONE
        return None if self._rate.allows(rate_limit_key(connection)) else TOO_MANY


class ApiVersionMiddleware:
    """Middleware that answers at `/api/v1` what the routes have at `/api`.

    Version 1 is the only one. A second version would get routes of its own, while `/api/v1` stays as it is.
    """

    PREFIX = "/api/v1/"

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan" and scope["path"].startswith(self.PREFIX):
            path = "/api/" + scope["path"].removeprefix(self.PREFIX)
            scope = {**scope, "path": path, "raw_path": path.encode()}
        await self.app(scope, receive, send)


def allowed_hosts(server: ServerSection) -> frozenset[str]:
    """Return the allowed host names; the address on which a connection arrives is always allowed."""
    return LOCAL_HOSTS | {server.host.lower(), *(name.lower() for name in server.names)}


def host_name(host: str) -> str:
    """Return the name in a Host header without the port; "" if the header is invalid."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_too_large(scope: Scope) -> bool:
    lengths = [value for name, value in scope["headers"] if name == b"content-length"]
    return any(not length.isdigit() or int(length) > BODY_BYTES_MOST for length in lengths)


def _limit_body(receive: Receive) -> Receive:
    """Return a receive function that also limits bodies without a Content-Length header."""
    left = BODY_BYTES_MOST

    async def receive_counted() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise HTTPException(413, TOO_LARGE.message)
        return message

    return receive_counted
