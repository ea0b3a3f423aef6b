"""Routes of log-in, log-out and the current user; only these receive passwords or set the session cookie. [R55]"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response
from pydantic import Field

from croupier.errors import Refused
from croupier.people.accounts import change_password
from croupier.people.passwords import PasswordCheck
from croupier.people.roles import PERMISSIONS, Role
from croupier.people.second_factor import SubmittedCode
from croupier.people.session import UserSession
from croupier.people.users import stored_hash
from croupier.server.auth import (
    COOKIE,
    AnySession,
    CompletingSession,
    CurrentRuntime,
    address_of,
    check_login_request,
    find_session,
    require_permission,
    terminal_id,
    touch_session,
)
from croupier.server.error_responses import raise_if_refused
from croupier.server.routes.base import Name, RequestModel, ResponseModel, Secret, is_in_play, routes
from croupier.server.routes.player_limits import LimitsResponse, limits_response
from croupier.server.runtime import Runtime

router = routes("sessions")

Code = Annotated[str, Field(min_length=1, max_length=32)]


class LoginRequest(RequestModel):
    """Log-in request with name and password.

    A page gets the session token in a cookie that no script can read. With `token`, the response contains the token
    too, for programs.
    """

    name: Name
    password: Secret
    code: Code | None = None
    """Code of the authenticator or a recovery code, if a second factor is required."""
    token: bool = False


class LoginResponse(ResponseModel):
    """The new session after a log-in: its user and its CSRF token."""

    user_id: int
    name: str
    display_name: str
    role: str
    must_change: bool
    must_set_up: bool = False
    """Whether a second factor must be set up first."""
    csrf: str
    """Value of the header x-csrf-token for every change."""
    expires_at: int
    token: str | None = None


class CurrentUserResponse(ResponseModel):
    """The user who is logged in."""

    user_id: int
    name: str
    display_name: str
    role: Role
    third_party: bool
    must_change: bool
    must_set_up: bool = False
    terminal: str
    csrf: str
    created_at: int
    expires_at: int
    now: int
    help_line: str
    may: list[str]
    """Commands that this user may give; screens offer only these."""
    balance_cents: int | None = None
    """Credit of a player in cents.

    This and the following fields are None for staff, and until the session is complete.
    """
    promotional_cents: int | None = None
    """Promotional chips of a player that can still be played, in cents; they cannot be cashed out. None for staff."""
    in_play: bool | None = None
    """Whether the player has chips on a table and therefore cannot cash out; None for staff."""
    limits: LimitsResponse | None = None


class SessionResponse(ResponseModel):
    """The user who is logged in on this browser; `me` is None if nobody is."""

    me: CurrentUserResponse | None


class ChangePasswordRequest(RequestModel):
    old: Secret
    new: Secret


@router.post("/login", dependencies=[Depends(check_login_request)])
async def log_in(payload: LoginRequest, request: Request, response: Response, runtime: CurrentRuntime) -> LoginResponse:
    """Start a session; the password is checked in a thread, and every attempt is recorded."""
    proof = await runtime.run_in_thread(check_user_password, runtime, payload.name, payload.password)
    code = None if payload.code is None else SubmittedCode(payload.code, runtime.wall_clock_ms())
    at = await terminal_id(runtime, request)
    job = runtime.sessions.log_in(proof, address=address_of(request), terminal_id=at, code=code)
    new_session = raise_if_refused(await runtime.run_job(job))
    session: UserSession = new_session.session
    if not payload.token:
        set_cookie(response, request, COOKIE, new_session.token, (session.expires_at - runtime.now()) // 1000)
    return LoginResponse(
        user_id=session.user_id,
        name=session.name,
        display_name=session.display_name,
        role=session.role.value,
        must_change=session.must_change,
        must_set_up=session.must_set_up,
        csrf=session.csrf,
        expires_at=session.expires_at,
        token=new_session.token if payload.token else None,
    )


@router.post("/logout", status_code=204)
async def log_out(session: AnySession, request: Request, response: Response, runtime: CurrentRuntime) -> None:
    """End this session; its token becomes invalid everywhere."""
    await runtime.run_job(runtime.sessions.log_out(session))
    delete_cookie(response, request, COOKIE)


@router.get("/session")
async def current_session(request: Request, runtime: CurrentRuntime) -> SessionResponse:
    """Return the current user, or `me` = null without a log-in, which is not an error."""
    found = await find_session(request)
    if isinstance(found, Refused):
        return SessionResponse(me=None)
    touch_session(runtime, found)
    return SessionResponse(me=_current_user(found, runtime))


@router.get("/me")
async def me(session: AnySession, runtime: CurrentRuntime) -> CurrentUserResponse:
    """Return the current user, the permitted commands, and a player's credit and limits."""
    return _current_user(session, runtime)


def _current_user(session: UserSession, runtime: Runtime) -> CurrentUserResponse:
    is_player = session.role.value == "player" and session.incomplete_refusal is None
    house, now = runtime.house, runtime.now()
    return CurrentUserResponse(
        user_id=session.user_id,
        name=session.name,
        display_name=session.display_name,
        role=session.role,
        third_party=session.third_party,
        must_change=session.must_change,
        must_set_up=session.must_set_up,
        terminal=session.terminal,
        csrf=session.csrf,
        created_at=session.created_at,
        expires_at=session.expires_at,
        now=now,
        help_line=runtime.help_line,
        may=[command for command in commands_of(session.role) if session.refuse_command(command) is None],
        balance_cents=house.committed_balances.get(session.account, 0) if is_player else None,
        promotional_cents=runtime.promotional_balance(session.account)["cents"] if is_player else None,
        in_play=is_in_play(runtime, session.account) if is_player else None,
        limits=limits_response(house.limit_tracker, session.user_id, now) if is_player else None,
    )


def commands_of(role: Role) -> list[str]:
    """Return the commands that a role may give, so that screens need no permission table."""
    return sorted(command for command, roles in PERMISSIONS.items() if role in roles)


@router.post("/me/password", status_code=204, dependencies=[Depends(check_login_request)])
async def new_password(
    payload: ChangePasswordRequest,
    session: CompletingSession,
    request: Request,
    response: Response,
    runtime: CurrentRuntime,
) -> None:
    """Change the user's own password after checking the old one; all sessions of the user end."""
    require_permission(session, "change-password")
    hashed = raise_if_refused(
        await runtime.run_in_thread(
            lambda: runtime.passwords.hash_new(payload.new, name=session.name, display_name=session.display_name)
        )
    )
    proof = await runtime.run_in_thread(check_user_password, runtime, session.name, payload.old)
    job = change_password(session, proof, hashed, address=address_of(request), sessions=runtime.sessions)
    changed = await runtime.run_job(job)
    if isinstance(changed, Refused) and changed.code == "login/wrong":
        changed = Refused("password/wrong", "The old password is not right.")
    raise_if_refused(changed)
    delete_cookie(response, request, COOKIE)


def check_user_password(runtime: Runtime, name: str, password: str) -> PasswordCheck:
    """Check a password against the stored hash of this name; slow, so it runs in a reader thread."""
    stored = runtime.run_query(lambda query: stored_hash(query, name))
    return runtime.passwords.check(name, stored, password)


def set_cookie(response: Response, request: Request, name: str, value: str, seconds: int) -> None:
    """Set a cookie that scripts cannot read and other sites cannot send; over HTTPS it is marked secure."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=seconds, path="/", secure=secure, httponly=True, samesite="strict")


def delete_cookie(response: Response, request: Request, name: str) -> None:
    secure = request.url.scheme == "https"
    response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="strict")
