"""Routes of users and terminals: create, change and unlock users; pair and retire terminals. [R55]"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Request, Response
from pydantic import Field

from croupier.errors import Refused
from croupier.people.accounts import change_user, create_user, reset_password
from croupier.people.passwords import PasswordHash
from croupier.people.roles import Role
from croupier.people.second_factor import users_with_factor
from croupier.people.terminals import Terminal, all_terminals, create_pairing_code, exchange_code, retire_terminal
from croupier.people.users import User, all_users, user_by_id
from croupier.server.auth import (
    TERMINAL_COOKIE,
    ActingSession,
    CurrentRuntime,
    CurrentSession,
    address_of,
    check_login_request,
    require_permission,
)
from croupier.server.auth import terminal_id as paired_terminal
from croupier.server.error_responses import raise_if_refused
from croupier.server.routes.base import Name, RequestModel, ResponseModel, Secret, UserId, pick_attributes, routes
from croupier.server.routes.sessions import delete_cookie, set_cookie
from croupier.server.runtime import Runtime
from croupier.server.tables import committed_table
from croupier.table.settings import TableName

router = routes("people")

PAIRED_SECONDS = 400 * 24 * 3600
"""Lifetime of the terminal cookie in seconds: the longest that browsers allow.

A terminal that is in use longer is paired again.
"""

WhichUser = Annotated[UserId, Path()]
DisplayName = Annotated[str, Field(min_length=1, max_length=100)]


class UserResponse(ResponseModel):
    """A user account without its secrets."""

    id: int
    name: str
    display_name: str
    role: Role
    active: bool
    third_party: bool
    created_at: int
    failed: int
    locked_until: int | None
    must_change: bool
    second_factor: bool = False
    """Whether the user has set up and confirmed a second factor."""


class CreateUserRequest(RequestModel):
    name: Name
    display_name: DisplayName
    role: Role
    password: Secret
    third_party: bool = False
    must_change: bool = True
    """Whether the user must change the password at the first log-in."""


class ChangeUserRequest(RequestModel):
    """Changes of a user account; omitted fields are unchanged."""

    display_name: DisplayName | None = None
    role: Role | None = None
    active: bool | None = None
    third_party: bool | None = None
    unlock: bool = False


class ResetPasswordRequest(RequestModel):
    password: Secret


class TerminalResponse(ResponseModel):
    id: str
    name: str
    table: str | None


class PairingCodeRequest(RequestModel):
    """Request for a pairing code; `table` is the table of the terminal, if any."""

    name: Name
    table: TableName | None = None


class PairingCodeResponse(ResponseModel):
    """Pairing code, to be read out at the terminal."""

    terminal_id: str
    code: str
    expires_at: int


class PairTerminalRequest(RequestModel):
    code: Annotated[str, Field(min_length=1, max_length=64)]


class PairedTerminalResponse(ResponseModel):
    """A newly paired terminal; its secret is also in the cookie, and programs send it as x-terminal-secret."""

    terminal: TerminalResponse
    secret: str


@router.get("/users")
async def users(session: CurrentSession, runtime: CurrentRuntime) -> list[UserResponse]:
    """Return all users."""
    require_permission(session, "view-users")
    all_accounts, proved = await runtime.run_in_thread(
        runtime.run_query, lambda query: (all_users(query), users_with_factor(query))
    )
    return [user_response(user).model_copy(update={"second_factor": user.id in proved}) for user in all_accounts]


@router.post("/users", status_code=201)
async def new_user(payload: CreateUserRequest, session: ActingSession, runtime: CurrentRuntime) -> UserResponse:
    """Create a user account for one person."""
    require_permission(session, "create-user")
    hashed = await _hashed(runtime, payload.password, payload.name, payload.display_name)
    job = create_user(
        session.by,
        name=payload.name,
        display_name=payload.display_name,
        role=payload.role,
        password=hashed,
        third_party=payload.third_party,
        must_change=payload.must_change,
        demonstration=runtime.config.house.demonstration,
    )
    return user_response(raise_if_refused(await runtime.run_job(job)))


@router.patch("/users/{user_id}")
async def changed_user(
    user_id: WhichUser, payload: ChangeUserRequest, session: ActingSession, runtime: CurrentRuntime
) -> UserResponse:
    """Change, close or unlock a user account; a supervisor may only unlock it."""
    require_permission(session, "change-user")
    job = change_user(session.by, user_id, sessions=runtime.sessions, **dict(payload))
    return user_response(raise_if_refused(await runtime.run_job(job)))


@router.post("/users/{user_id}/password")
async def new_password(
    user_id: WhichUser, payload: ResetPasswordRequest, session: ActingSession, runtime: CurrentRuntime
) -> UserResponse:
    """Set a temporary password, which the user must change at the next log-in."""
    require_permission(session, "reset-password")
    user = await runtime.run_in_thread(runtime.run_query, lambda query: user_by_id(query, user_id))
    found: User = raise_if_refused(user or Refused("user/not_found", f"There is no account {user_id}."))
    hashed = await _hashed(runtime, payload.password, found.name, found.display_name)
    return user_response(
        raise_if_refused(await runtime.run_job(reset_password(session.by, user_id, hashed, sessions=runtime.sessions)))
    )


@router.get("/terminals")
async def terminals(session: CurrentSession, runtime: CurrentRuntime) -> list[TerminalResponse]:
    """Return the terminals in use."""
    require_permission(session, "pair-terminal")
    return [terminal_response(one) for one in await runtime.run_in_thread(runtime.run_query, all_terminals)]


@router.post("/terminals", status_code=201)
async def create_code(
    payload: PairingCodeRequest, session: ActingSession, runtime: CurrentRuntime
) -> PairingCodeResponse:
    """Create a pairing code for a new terminal, or for the existing terminal of this name; valid for ten minutes."""
    require_permission(session, "pair-terminal")
    if payload.table is not None:
        committed_table(runtime, payload.table)
    given = raise_if_refused(
        await runtime.run_job(create_pairing_code(session.by, payload.name, table_name=payload.table))
    )
    return PairingCodeResponse(**pick_attributes(given, "terminal_id", "code", "expires_at"))


@router.post("/terminals/pair", dependencies=[Depends(check_login_request)])
async def pair(
    payload: PairTerminalRequest, request: Request, response: Response, runtime: CurrentRuntime
) -> PairedTerminalResponse:
    """Exchange a terminal's pairing code for a secret; wrong codes are limited in number."""
    paired = raise_if_refused(
        await runtime.run_job(exchange_code(payload.code, address=address_of(request), sessions=runtime.sessions))
    )
    set_cookie(response, request, TERMINAL_COOKIE, paired.secret, PAIRED_SECONDS)
    return PairedTerminalResponse(terminal=terminal_response(paired.terminal), secret=paired.secret)


@router.delete("/terminals/{terminal_id}", status_code=204)
async def retire(
    terminal_id: Annotated[str, Path(pattern=r"^t-[0-9a-f]{16}$")],
    session: ActingSession,
    request: Request,
    response: Response,
    runtime: CurrentRuntime,
) -> None:
    """Take a terminal out of use and end its sessions; on the terminal itself, also delete its cookie."""
    require_permission(session, "retire-terminal")
    if await paired_terminal(runtime, request) == terminal_id:
        delete_cookie(response, request, TERMINAL_COOKIE)
    raise_if_refused(await runtime.run_job(retire_terminal(session.by, terminal_id, sessions=runtime.sessions)))


async def _hashed(runtime: Runtime, password: str, name: str, display_name: str) -> PasswordHash:
    """Return the hash of a password, computed in a thread because hashing is slow on purpose."""
    hashed: PasswordHash = raise_if_refused(
        await runtime.run_in_thread(lambda: runtime.passwords.hash_new(password, name=name, display_name=display_name))
    )
    return hashed


def user_response(user: User) -> UserResponse:
    """Return the public fields of a user, without the password hash."""
    return UserResponse(
        **pick_attributes(user, *(name for name in UserResponse.model_fields if name != "second_factor"))
    )


def terminal_response(terminal: Terminal) -> TerminalResponse:
    return TerminalResponse(id=terminal.id, name=terminal.name, table=terminal.table_name)
