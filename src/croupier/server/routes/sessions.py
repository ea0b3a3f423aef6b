"""Logging in and out, and who one is: the only routes that see a password or set a session's cookie. [R55]"""

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
    Completing,
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
    """`token`: answer the token itself, for a program; a page gets a cookie that no script can read."""

    name: Name
    password: Secret
    code: Code | None = None
    """Where the house asks a second factor: what the authenticator shows, or a recovery code."""
    token: bool = False


class LoginResponse(ResponseModel):
    """A session just begun."""

    user_id: int
    name: str
    display_name: str
    role: str
    must_change: bool
    must_set_up: bool = False
    """A second factor is to be set up before anything else."""
    csrf: str
    """For the header x-csrf-token of every change."""
    expires_at: int
    token: str | None = None


class CurrentUserResponse(ResponseModel):
    """Whoever is logged in."""

    user_id: int
    name: str
    display_name: str
    role: str
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
    """The commands this role may give: a screen offers no others."""
    balance_cents: int | None = None
    """A player's credit; like all below None until his session is complete."""
    promotional_cents: int | None = None
    """A player's promotional chips that can still be played; they are never cashed."""
    in_play: bool | None = None
    """Whether chips of his lie on a table: then he cannot cash out."""
    limits: LimitsResponse | None = None


class SessionResponse(ResponseModel):
    """Whoever is at a screen; None while nobody is logged in there."""

    me: CurrentUserResponse | None


class ChangePasswordRequest(RequestModel):
    old: Secret
    new: Secret


@router.post("/login", dependencies=[Depends(check_login_request)])
async def log_in(asked: LoginRequest, request: Request, response: Response, runtime: CurrentRuntime) -> LoginResponse:
    """Begin a session. The password is checked in a thread of its own; every attempt is written down."""
    proof = await runtime.run_in_thread(prove, runtime, asked.name, asked.password)
    code = None if asked.code is None else SubmittedCode(asked.code, runtime.machine_time())
    at = await terminal_id(runtime, request)
    job = runtime.sessions.log_in(proof, address=address_of(request), terminal_id=at, code=code)
    begun = raise_if_refused(await runtime.run_job(job))
    session: UserSession = begun.session
    if not asked.token:
        set_cookie(response, request, COOKIE, begun.token, (session.expires_at - runtime.now()) // 1000)
    return LoginResponse(
        user_id=session.user_id,
        name=session.name,
        display_name=session.display_name,
        role=session.role.value,
        must_change=session.must_change,
        must_set_up=session.must_set_up,
        csrf=session.csrf,
        expires_at=session.expires_at,
        token=begun.token if asked.token else None,
    )


@router.post("/logout", status_code=204)
async def log_out(session: AnySession, request: Request, response: Response, runtime: CurrentRuntime) -> None:
    """End this session, here and for every copy of its token."""
    await runtime.run_job(runtime.sessions.log_out(session))
    forget_cookie(response, request, COOKIE)


@router.get("/session")
async def present(request: Request, runtime: CurrentRuntime) -> SessionResponse:
    """Who is at this screen, if anybody: a page asks before it knows, and that nobody is there is no mistake."""
    found = await find_session(request)
    if isinstance(found, Refused):
        return SessionResponse(me=None)
    touch_session(runtime, found)
    return SessionResponse(me=_told_of(found, runtime))


@router.get("/me")
async def me(session: AnySession, runtime: CurrentRuntime) -> CurrentUserResponse:
    """Who is logged in, what he may do, and a player's credit and limits."""
    return _told_of(session, runtime)


def _told_of(session: UserSession, runtime: Runtime) -> CurrentUserResponse:
    is_player = session.role.value == "player" and session.incomplete is None
    house, now = runtime.house, runtime.now()
    return CurrentUserResponse(
        user_id=session.user_id,
        name=session.name,
        display_name=session.display_name,
        role=session.role.value,
        third_party=session.third_party,
        must_change=session.must_change,
        must_set_up=session.must_set_up,
        terminal=session.terminal,
        csrf=session.csrf,
        created_at=session.created_at,
        expires_at=session.expires_at,
        now=now,
        help_line=runtime.help_line,
        may=[command for command in commands_of(session.role) if session.refused(command) is None],
        balance_cents=house.committed_balances.get(session.account, 0) if is_player else None,
        promotional_cents=runtime.promotional_balance(session.account)["cents"] if is_player else None,
        in_play=is_in_play(runtime, session.account) if is_player else None,
        limits=limits_response(house.guard, session.user_id, now) if is_player else None,
    )


def commands_of(role: Role) -> list[str]:
    """By the one table of role and command, so that no screen keeps a table of its own."""
    return sorted(command for command, roles in PERMISSIONS.items() if role in roles)


@router.post("/me/password", status_code=204, dependencies=[Depends(check_login_request)])
async def new_password(
    asked: ChangePasswordRequest, session: Completing, request: Request, response: Response, runtime: CurrentRuntime
) -> None:
    """Choose another password, against the old one. Every session of this person ends: log in with the new one."""
    require_permission(session, "change-password")
    hashed = raise_if_refused(
        await runtime.run_in_thread(
            lambda: runtime.passwords.hash_new(asked.new, name=session.name, display_name=session.display_name)
        )
    )
    proof = await runtime.run_in_thread(prove, runtime, session.name, asked.old)
    job = change_password(session, proof, hashed, address=address_of(request), sessions=runtime.sessions)
    changed = await runtime.run_job(job)
    if isinstance(changed, Refused) and changed.code == "login/wrong":
        changed = Refused("password/wrong", "The old password is not right.")
    raise_if_refused(changed)
    forget_cookie(response, request, COOKIE)


def prove(runtime: Runtime, name: str, password: str) -> PasswordCheck:
    """In a reader's thread: whether a password is the one of this name."""
    stored = runtime.run_query(lambda query: stored_hash(query, name))
    return runtime.passwords.check(name, stored, password)


def set_cookie(response: Response, request: Request, name: str, value: str, seconds: int) -> None:
    """A cookie that no script reads and no other site's page sends; one that came by HTTPS goes by nothing else."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=seconds, path="/", secure=secure, httponly=True, samesite="strict")


def forget_cookie(response: Response, request: Request, name: str) -> None:
    secure = request.url.scheme == "https"
    response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="strict")
