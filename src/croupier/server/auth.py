"""Authentication: session lookup, CSRF and origin checks, rate limits and permissions."""

from __future__ import annotations

import contextlib
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from ipaddress import ip_network
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from croupier.errors import Refused
from croupier.people.session import UserSession
from croupier.people.terminals import terminal_of
from croupier.server.error_responses import RefusedError, raise_if_refused
from croupier.server.runtime import Runtime
from croupier.table.command_effect import Actor
from croupier.views import Viewer

COOKIE = "croupier_session"
TERMINAL_COOKIE = "croupier_terminal"
CSRF_HEADER = "x-csrf-token"
BUCKETS_MOST = 10_000
NO_SESSION = Refused("session/login_required", "Please log in.")
TOO_OFTEN = Refused("rate/commands", "Too many commands at once; wait a moment.")
OTHER_SITE = Refused("origin/not_allowed", "This request comes from a page of another site.")


class RateLimiter:
    """Token bucket per key: `each_second` tokens are added per second, and at most `burst` are saved."""

    def __init__(self, each_second: float, burst: float) -> None:
        self._each_second = each_second
        self._burst = burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, who: str) -> bool:
        now = time.monotonic()
        left, since = self._buckets.pop(who, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._each_second)
        self._buckets[who] = (left - 1 if left >= 1 else left, now)
        if len(self._buckets) > BUCKETS_MOST:
            self._buckets.popitem(last=False)
        return left >= 1


def runtime_of(connection: HTTPConnection) -> Runtime:
    runtime = connection.app.state.runtime
    assert isinstance(runtime, Runtime)
    return runtime


def bearer(connection: HTTPConnection) -> str | None:
    """Return the token of the header `Authorization: Bearer TOKEN`, or None."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() or None if kind.lower() == "bearer" else None


async def terminal_id(runtime: Runtime, connection: HTTPConnection) -> str | None:
    """Return the id of the paired terminal that sent the request, or None."""
    secret = connection.cookies.get(TERMINAL_COOKIE) or connection.headers.get("x-terminal-secret")
    if not secret:
        return None
    terminal = await runtime.run_lookup(lambda query: terminal_of(query, secret))
    return terminal.id if terminal else None


@dataclass(frozen=True)
class Credentials:
    """Session token and terminal id of a request."""

    token: str | None = field(repr=False)
    terminal: str | None

    async def session(self, runtime: Runtime) -> UserSession | Refused:
        """Return the session of the token, or a refusal; query the database only if the cache entry is too old."""
        token, now = self.token, runtime.now()
        if not token:
            return NO_SESSION
        cached = runtime.sessions.find_cached(token, now, self.terminal)
        if cached is not None:
            return cached
        return await runtime.run_lookup(lambda query: runtime.sessions.find(query, token, now, self.terminal))


def token_of(connection: HTTPConnection) -> str | None:
    """Return the session token from the Authorization header or the cookie, or None."""
    return bearer(connection) or connection.cookies.get(COOKIE)


async def credentials_of(connection: HTTPConnection) -> Credentials:
    token = token_of(connection)
    return Credentials(token, await terminal_id(runtime_of(connection), connection) if token else None)


async def find_session(connection: HTTPConnection) -> UserSession | Refused:
    return await (await credentials_of(connection)).session(runtime_of(connection))


def touch_session(runtime: Runtime, session: UserSession) -> None:
    """Queue a job that stores when the session was last used, at most once a minute; do not wait for it."""
    if (job := runtime.sessions.touch(session, runtime.now())) is not None:
        runtime.enqueue_job(job)


async def require_session(request: Request) -> UserSession:
    """Return the session of the request, or refuse the request.

    A request that changes data also needs the CSRF token of the page.
    """
    found = await find_session(request)
    if isinstance(found, Refused):
        raise RefusedError(Refused("session/over", found.message))
    runtime = runtime_of(request)
    if request.method not in ("GET", "HEAD") and bearer(request) is None:
        raise_if_refused(_check_csrf(runtime, request, found))
    touch_session(runtime, found)
    return found


async def require_complete_session(session: Annotated[UserSession, Depends(require_session)]) -> UserSession:
    """Return the session; refuse the request if the user must still set a new password or a second factor."""
    raise_if_refused(session.incomplete_refusal)
    return session


async def require_session_within_rate(
    request: Request, session: Annotated[UserSession, Depends(require_session)]
) -> UserSession:
    """Return the session, complete or not; refuse the request if its user sends commands too often."""
    rate: RateLimiter = request.app.state.rate
    if not rate.allows(f"user:{session.user_id}"):
        raise_if_refused(TOO_OFTEN)
    return session


async def require_acting_session(session: Annotated[UserSession, Depends(require_session_within_rate)]) -> UserSession:
    """Return a complete session for a request that changes data; refuse if its user sends commands too often."""
    raise_if_refused(session.incomplete_refusal)
    return session


def check_login_request(request: Request) -> None:
    """Refuse a log-in or pairing request that comes from another site, or too often from one address."""
    if not is_own_origin(runtime_of(request), request):
        raise_if_refused(OTHER_SITE)
    rate: RateLimiter = request.app.state.login_rate
    if not rate.allows(rate_limit_key(request)):
        raise_if_refused(Refused("rate/logins", "Too many attempts from here; wait a minute."))


def address_of(connection: HTTPConnection) -> str:
    """Return the address of the client; a forwarded address counts only if it comes from a configured proxy."""
    return connection.client.host if connection.client else ""


def rate_limit_key(connection: HTTPConnection) -> str:
    """Return the rate-limit key of a client: the IPv4 address, or the /64 network of an IPv6 address.

    One client usually has a whole /64 network of IPv6 addresses.
    """
    address = address_of(connection)
    if ":" not in address:
        return address
    with contextlib.suppress(ValueError):
        return str(ip_network(f"{address.partition('%')[0]}/64", strict=False))
    return address


def _check_csrf(runtime: Runtime, request: Request, session: UserSession) -> Refused | None:
    if not is_own_origin(runtime, request):
        return OTHER_SITE
    if not session.csrf_matches(request.headers.get(CSRF_HEADER, "")):
        return Refused("csrf/invalid", f"The request lacks the page's token (header {CSRF_HEADER}).")
    return None


def is_own_origin(runtime: Runtime, connection: HTTPConnection) -> bool:
    """Return whether the request comes from our own or an allowed page; programs send no Origin header."""
    origin = connection.headers.get("origin")
    if origin is None or origin in runtime.config.server.origins:
        return True
    return urlsplit(origin).netloc == connection.headers.get("host")


def require_permission(session: UserSession, command: str) -> None:
    """Refuse the request unless this user may give the command."""
    raise_if_refused(session.refuse_command(command))


def actor_of(session: UserSession) -> Actor:
    account = session.account if session.role.value == "player" else None
    return Actor(
        f"user:{session.user_id}",
        session.display_name,
        session.role.value,
        account,
        session.third_party,
        session.terminal_id,
    )


def viewer_for(session: UserSession | None) -> Viewer:
    """Return the viewer of a session; the public viewer without a session or with an incomplete one."""
    if session is None or session.incomplete_refusal is not None:
        return Viewer("public")
    return Viewer(session.role.value, session.account if session.role.value == "player" else None)


async def _running(connection: HTTPConnection) -> Runtime:
    """Return the server runtime of the application; the function is async, so that it needs no worker thread."""
    return runtime_of(connection)


AnySession = Annotated[UserSession, Depends(require_session)]
"""Type of a session that may be incomplete: for the routes that show or end the session."""
CompletingSession = Annotated[UserSession, Depends(require_session_within_rate)]
"""Type of a session that may be incomplete: for the routes where the user sets a new password or second factor."""
CurrentSession = Annotated[UserSession, Depends(require_complete_session)]
ActingSession = Annotated[UserSession, Depends(require_acting_session)]
CurrentRuntime = Annotated[Runtime, Depends(_running)]
