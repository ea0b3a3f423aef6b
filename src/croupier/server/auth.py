"""The doors: who is asking, whether the request is really theirs, and whether they ask too often."""

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
NOBODY = Refused("session/login_required", "Please log in.")
TOO_OFTEN = Refused("rate/commands", "Too many commands at once; wait a moment.")
OTHER_SITE = Refused("origin/not_allowed", "This request comes from a page of another site.")


class RateLimiter:
    """So many a second from each, with a second's worth saved up."""

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
    """The token of `Authorization: Bearer TOKEN`."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() or None if kind.lower() == "bearer" else None


async def terminal_id(runtime: Runtime, connection: HTTPConnection) -> str | None:
    """The paired terminal a request comes from."""
    secret = connection.cookies.get(TERMINAL_COOKIE) or connection.headers.get("x-terminal-secret")
    if not secret:
        return None
    terminal = await runtime.look_up(lambda query: terminal_of(query, secret))
    return terminal.id if terminal else None


@dataclass(frozen=True)
class Credentials:
    """What a connection shows at the door: whose it says it is, and where."""

    token: str | None = field(repr=False)
    terminal: str | None

    async def session(self, runtime: Runtime) -> UserSession | Refused:
        """Whoever is logged in with it, now; the store is asked only when what is known of him is old."""
        token, now = self.token, runtime.now()
        if not token:
            return NOBODY
        kept = runtime.sessions.find_kept(token, now, self.terminal)
        if kept is not None:
            return kept
        return await runtime.look_up(lambda query: runtime.sessions.find(query, token, now, self.terminal))


def token_of(connection: HTTPConnection) -> str | None:
    """What somebody shows who says that he is logged in."""
    return bearer(connection) or connection.cookies.get(COOKIE)


async def credentials_of(connection: HTTPConnection) -> Credentials:
    token = token_of(connection)
    return Credentials(token, await terminal_id(runtime_of(connection), connection) if token else None)


async def find_session(connection: HTTPConnection) -> UserSession | Refused:
    return await (await credentials_of(connection)).session(runtime_of(connection))


def touch_session(runtime: Runtime, session: UserSession) -> None:
    """Write down, now and then, that a session is in use. No request waits for that."""
    if (job := runtime.sessions.touch(session, runtime.now())) is not None:
        runtime.do_later(job)


async def require_session(request: Request) -> UserSession:
    """Whoever is logged in; a change must carry the page's own token, so that no other page can make it."""
    found = await find_session(request)
    if isinstance(found, Refused):
        raise RefusedError(Refused("session/over", found.message))
    runtime = runtime_of(request)
    if request.method not in ("GET", "HEAD") and bearer(request) is None:
        raise_if_refused(_check_csrf(runtime, request, found))
    touch_session(runtime, found)
    return found


async def complete_session(session: Annotated[UserSession, Depends(require_session)]) -> UserSession:
    """Return the session; refuse one that still has to choose a password or set up a second factor."""
    raise_if_refused(session.incomplete)
    return session


async def completing_session(
    request: Request, session: Annotated[UserSession, Depends(require_session)]
) -> UserSession:
    """Return the session within its command rate, complete or not: for the routes that complete it."""
    rate: RateLimiter = request.app.state.rate
    if not rate.allows(f"user:{session.user_id}"):
        raise_if_refused(TOO_OFTEN)
    return session


async def require_acting_session(session: Annotated[UserSession, Depends(completing_session)]) -> UserSession:
    """Return the complete session of whoever asks for a change, within its command rate."""
    raise_if_refused(session.incomplete)
    return session


def check_login_request(request: Request) -> None:
    """Before a password or a pairing code is looked at: from a page of ours, and not too often from one address."""
    if not is_own_origin(runtime_of(request), request):
        raise_if_refused(OTHER_SITE)
    rate: RateLimiter = request.app.state.login_rate
    if not rate.allows(rate_limit_key(request)):
        raise_if_refused(Refused("rate/logins", "Too many attempts from here; wait a minute."))


def address_of(connection: HTTPConnection) -> str:
    """Where somebody asks from; a proxy's word for it is taken from those the configuration names."""
    return connection.client.host if connection.client else ""


def rate_limit_key(connection: HTTPConnection) -> str:
    """An address as far as it tells one from another: whoever has one of IPv6 has as many as he likes."""
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
    """Whether the page that asks is ours, or one the house allows; programs send no origin."""
    origin = connection.headers.get("origin")
    if origin is None or origin in runtime.config.server.origins:
        return True
    return urlsplit(origin).netloc == connection.headers.get("host")


def require_permission(session: UserSession, command: str) -> None:
    """End the request unless this person may give the command."""
    raise_if_refused(session.refused(command))


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
    """Return what somebody may see: the public's view without a session, and until the session is complete."""
    if session is None or session.incomplete is not None:
        return Viewer("public")
    return Viewer(session.role.value, session.account if session.role.value == "player" else None)


async def _running(connection: HTTPConnection) -> Runtime:
    """`runtime_of` as a dependency in the event loop: a plain function would wait for one of the server's threads."""
    return runtime_of(connection)


AnySession = Annotated[UserSession, Depends(require_session)]
"""Also one that is not complete: for the routes that say so, and end it."""
Completing = Annotated[UserSession, Depends(completing_session)]
CurrentSession = Annotated[UserSession, Depends(complete_session)]
ActingSession = Annotated[UserSession, Depends(require_acting_session)]
CurrentRuntime = Annotated[Runtime, Depends(_running)]
