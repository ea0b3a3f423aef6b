"""The people of the house and its terminals: accounts made, changed, unlocked; terminals paired, retired. [R55]"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Request, Response
from pydantic import Field

from croupier.errors import Refused
from croupier.people.accounts import change_user, create_user, reset_password
from croupier.people.passwords import PasswordHash
from croupier.people.roles import Role
from croupier.people.second_factor import proved_by
from croupier.people.terminals import Terminal, all_terminals, ask_code, exchange_code, retire_terminal
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
from croupier.server.routes.sessions import forget_cookie, set_cookie
from croupier.server.runtime import Runtime
from croupier.server.tables import committed_table
from croupier.table.settings import TableName

router = routes("people")

PAIRED_SECONDS = 400 * 24 * 3600
"""As long as browsers keep a cookie; a terminal that is in use longer is paired again."""

WhichUser = Annotated[UserId, Path()]
DisplayName = Annotated[str, Field(min_length=1, max_length=100)]


class UserResponse(ResponseModel):
    """A person's account, without what opens it."""

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
    """Whether he has one."""


class CreateUserRequest(RequestModel):
    name: Name
    display_name: DisplayName
    role: Role
    password: Secret
    third_party: bool = False
    must_change: bool = True
    """The password was given out by the house: its owner chooses another before anything else."""


class ChangeUserRequest(RequestModel):
    """What is left out stays as it is."""

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
    """`table`: the one the terminal stands at, if any."""

    name: Name
    table: TableName | None = None


class PairingCodeResponse(ResponseModel):
    """To be read out at the terminal."""

    terminal_id: str
    code: str
    expires_at: int


class PairTerminalRequest(RequestModel):
    code: Annotated[str, Field(min_length=1, max_length=64)]


class PairedTerminalResponse(ResponseModel):
    """A terminal just paired. The secret is in its cookie too; a program sends it as the header x-terminal-secret."""

    terminal: TerminalResponse
    secret: str


@router.get("/users")
async def users(session: CurrentSession, runtime: CurrentRuntime) -> list[UserResponse]:
    """Everybody who has an account."""
    require_permission(session, "view-users")
    everybody, proved = await runtime.run_in_thread(
        runtime.run_query, lambda query: (all_users(query), proved_by(query))
    )
    return [user_response(user).model_copy(update={"second_factor": user.id in proved}) for user in everybody]


@router.post("/users", status_code=201)
async def new_user(asked: CreateUserRequest, session: ActingSession, runtime: CurrentRuntime) -> UserResponse:
    """An account for one person, under his own name."""
    require_permission(session, "create-user")
    hashed = await _hashed(runtime, asked.password, asked.name, asked.display_name)
    job = create_user(
        session.by,
        name=asked.name,
        display_name=asked.display_name,
        role=asked.role,
        password=hashed,
        third_party=asked.third_party,
        must_change=asked.must_change,
        demonstration=runtime.config.house.demonstration,
    )
    return user_response(raise_if_refused(await runtime.run_job(job)))


@router.patch("/users/{user_id}")
async def changed_user(
    user_id: WhichUser, asked: ChangeUserRequest, session: ActingSession, runtime: CurrentRuntime
) -> UserResponse:
    """Change an account, close it or unlock it; a supervisor may only unlock."""
    require_permission(session, "change-user")
    job = change_user(session.by, user_id, sessions=runtime.sessions, **dict(asked))
    return user_response(raise_if_refused(await runtime.run_job(job)))


@router.post("/users/{user_id}/password")
async def new_password(
    user_id: WhichUser, asked: ResetPasswordRequest, session: ActingSession, runtime: CurrentRuntime
) -> UserResponse:
    """Give out a new password, good until its owner has chosen his own."""
    require_permission(session, "reset-password")
    user = await runtime.run_in_thread(runtime.run_query, lambda query: user_by_id(query, user_id))
    found: User = raise_if_refused(user or Refused("user/not_found", f"There is no account {user_id}."))
    hashed = await _hashed(runtime, asked.password, found.name, found.display_name)
    return user_response(
        raise_if_refused(await runtime.run_job(reset_password(session.by, user_id, hashed, sessions=runtime.sessions)))
    )


@router.get("/terminals")
async def terminals(session: CurrentSession, runtime: CurrentRuntime) -> list[TerminalResponse]:
    """The terminals in use."""
    require_permission(session, "pair-terminal")
    return [terminal_response(one) for one in await runtime.run_in_thread(runtime.run_query, all_terminals)]


@router.post("/terminals", status_code=201)
async def code(asked: PairingCodeRequest, session: ActingSession, runtime: CurrentRuntime) -> PairingCodeResponse:
    """A code to read out at a terminal, good for ten minutes; for a terminal that is known by this name, a new one."""
    require_permission(session, "pair-terminal")
    if asked.table is not None:
        committed_table(runtime, asked.table)
    given = raise_if_refused(await runtime.run_job(ask_code(session.by, asked.name, table_name=asked.table)))
    return PairingCodeResponse(**pick_attributes(given, "terminal_id", "code", "expires_at"))


@router.post("/terminals/pair", dependencies=[Depends(check_login_request)])
async def pair(
    asked: PairTerminalRequest, request: Request, response: Response, runtime: CurrentRuntime
) -> PairedTerminalResponse:
    """The terminal's side: its code for a secret. Few wrong codes are listened to."""
    paired = raise_if_refused(
        await runtime.run_job(exchange_code(asked.code, address=address_of(request), sessions=runtime.sessions))
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
    """Take a terminal out of use; whoever is logged in there is logged out. At the terminal itself its cookie goes."""
    require_permission(session, "retire-terminal")
    if await paired_terminal(runtime, request) == terminal_id:
        forget_cookie(response, request, TERMINAL_COOKIE)
    raise_if_refused(await runtime.run_job(retire_terminal(session.by, terminal_id, sessions=runtime.sessions)))


async def _hashed(runtime: Runtime, password: str, name: str, display_name: str) -> PasswordHash:
    """Hashing is slow on purpose, so a thread does it."""
    hashed: PasswordHash = raise_if_refused(
        await runtime.run_in_thread(lambda: runtime.passwords.hash_new(password, name=name, display_name=display_name))
    )
    return hashed


def user_response(user: User) -> UserResponse:
    """An account by its listed fields: the hash is not among them."""
    return UserResponse(
        **pick_attributes(user, *(name for name in UserResponse.model_fields if name != "second_factor"))
    )


def terminal_response(terminal: Terminal) -> TerminalResponse:
    return TerminalResponse(id=terminal.id, name=terminal.name, table=terminal.table_name)
