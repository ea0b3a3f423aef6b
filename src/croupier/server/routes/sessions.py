"""Logging in and out, and who one is: the only routes that see a password or set a session's cookie. [R55]"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response
from pydantic import Field

from croupier.errors import Refused
from croupier.people.accounts import change_password
from croupier.people.passwords import Proof
from croupier.people.roles import MAY, Role
from croupier.people.second_factor import GivenCode
from croupier.people.session import Session
from croupier.people.users import stored_hash
from croupier.server.answers import accepted
from croupier.server.doors import (
    COOKIE,
    AnySession,
    Completing,
    Running,
    address_of,
    find_session,
    may,
    password_door,
    terminal_id,
    used,
)
from croupier.server.routes.asking import Asked, Name, Secret, Told, is_in_play, routes
from croupier.server.routes.limits import LimitsTold, limits_told
from croupier.server.runtime import Runtime

router = routes("sessions")

Code = Annotated[str, Field(min_length=1, max_length=32)]


class LogIn(Asked):
    """`token`: answer the token itself, for a program; a page gets a cookie that no script can read."""

    name: Name
    password: Secret
    code: Code | None = None
    """Where the house asks a second factor: what the authenticator shows, or a recovery code."""
    token: bool = False


class Begun(Told):
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


class Me(Told):
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
    limits: LimitsTold | None = None


class Present(Told):
    """Whoever is at a screen; None while nobody is logged in there."""

    me: Me | None


class NewPassword(Asked):
    old: Secret
    new: Secret


@router.post("/login", dependencies=[Depends(password_door)])
async def log_in(asked: LogIn, request: Request, response: Response, runtime: Running) -> Begun:
    """Begin a session. The password is checked in a thread of its own; every attempt is written down."""
    proof = await runtime.look(prove, runtime, asked.name, asked.password)
    code = None if asked.code is None else GivenCode(asked.code, runtime.machine_time())
    at = await terminal_id(runtime, request)
    job = runtime.sessions.log_in(proof, address=address_of(request), terminal_id=at, code=code)
    begun = accepted(await runtime.do(job))
    session: Session = begun.session
    if not asked.token:
        set_cookie(response, request, COOKIE, begun.token, (session.expires_at - runtime.now()) // 1000)
    return Begun(
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
async def log_out(session: AnySession, request: Request, response: Response, runtime: Running) -> None:
    """End this session, here and for every copy of its token."""
    await runtime.do(runtime.sessions.log_out(session))
    forget_cookie(response, request, COOKIE)


@router.get("/session")
async def present(request: Request, runtime: Running) -> Present:
    """Who is at this screen, if anybody: a page asks before it knows, and that nobody is there is no mistake."""
    found = await find_session(request)
    if isinstance(found, Refused):
        return Present(me=None)
    used(runtime, found)
    return Present(me=_told_of(found, runtime))


@router.get("/me")
async def me(session: AnySession, runtime: Running) -> Me:
    """Who is logged in, what he may do, and a player's credit and limits."""
    return _told_of(session, runtime)


def _told_of(session: Session, runtime: Runtime) -> Me:
    is_player = session.role.value == "player" and session.incomplete is None
    house, now = runtime.house, runtime.now()
    return Me(
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
        balance_cents=house.shown_balances.get(session.account, 0) if is_player else None,
        promotional_cents=runtime.purse_of(session.account)["cents"] if is_player else None,
        in_play=is_in_play(runtime, session.account) if is_player else None,
        limits=limits_told(house.guard, session.user_id, now) if is_player else None,
    )


def commands_of(role: Role) -> list[str]:
    """By the one table of role and command, so that no screen keeps a table of its own."""
    return sorted(command for command, roles in MAY.items() if role in roles)


@router.post("/me/password", status_code=204, dependencies=[Depends(password_door)])
async def new_password(
    asked: NewPassword, session: Completing, request: Request, response: Response, runtime: Running
) -> None:
    """Choose another password, against the old one. Every session of this person ends: log in with the new one."""
    may(session, "change-password")
    hashed = accepted(
        await runtime.look(
            lambda: runtime.passwords.hashed(asked.new, name=session.name, display_name=session.display_name)
        )
    )
    proof = await runtime.look(prove, runtime, session.name, asked.old)
    job = change_password(session, proof, hashed, address=address_of(request), sessions=runtime.sessions)
    changed = await runtime.do(job)
    if isinstance(changed, Refused) and changed.code == "login/wrong":
        changed = Refused("password/wrong", "The old password is not right.")
    accepted(changed)
    forget_cookie(response, request, COOKIE)


def prove(runtime: Runtime, name: str, password: str) -> Proof:
    """In a reader's thread: whether a password is the one of this name."""
    stored = runtime.read(lambda query: stored_hash(query, name))
    return runtime.passwords.proof(name, stored, password)


def set_cookie(response: Response, request: Request, name: str, value: str, seconds: int) -> None:
    """A cookie that no script reads and no other site's page sends; one that came by HTTPS goes by nothing else."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=seconds, path="/", secure=secure, httponly=True, samesite="strict")


def forget_cookie(response: Response, request: Request, name: str) -> None:
    secure = request.url.scheme == "https"
    response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="strict")
