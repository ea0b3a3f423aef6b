"""A person's own second factor: set up, proved, and taken off by an admin when it is lost. [R55]"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path

from croupier.people.second_factor import GivenCode, take_off
from croupier.server.answers import accepted
from croupier.server.doors import Acting, Completing, Running, may, password_door
from croupier.server.routes.asking import Asked, Told, UserId, routes
from croupier.server.routes.sessions import Code

router = routes("people")


class FactorTold(Told):
    """A secret just made, for an authenticator: told once."""

    key: str
    """To be typed, in groups of four."""
    address: str
    """An `otpauth` address, for an authenticator on the same device."""
    squares: list[str]
    """The address as a QR code: a line of 0 and 1 for each row; empty where the server cannot draw it."""


class ProveFactor(Asked):
    code: Code


class RecoveryTold(Told):
    """Codes to be written down: each is good once, where the authenticator is lost."""

    recovery_codes: list[str]


@router.post("/me/second-factor", dependencies=[Depends(password_door)])
async def new_factor(session: Completing, runtime: Running) -> FactorTold:
    """A new secret. It is not asked for until a code has proved it."""
    may(session, "set-up-second-factor")
    made = accepted(await runtime.do(runtime.factors.begin(session, runtime.sessions.rules)))
    return FactorTold(key=made.key, address=made.address, squares=list(made.squares))


@router.post("/me/second-factor/prove", dependencies=[Depends(password_door)])
async def prove_factor(asked: ProveFactor, session: Completing, runtime: Running) -> RecoveryTold:
    """The first code: from here on one is asked for at every log-in."""
    may(session, "set-up-second-factor")
    code = GivenCode(asked.code, runtime.machine_time())
    codes = accepted(await runtime.do(runtime.factors.prove(session, code)))
    runtime.sessions.look_again(session)
    return RecoveryTold(recovery_codes=codes)


@router.delete("/users/{user_id}/second-factor", status_code=204)
async def taken_off(user_id: Annotated[UserId, Path()], session: Acting, runtime: Running) -> None:
    """Somebody's authenticator is lost: he sets up another at his next log-in."""
    may(session, "take-second-factor")
    accepted(await runtime.do(take_off(session.by, user_id, sessions=runtime.sessions)))
