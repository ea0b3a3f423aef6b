"""A person's own second factor: set up, proved, and taken off by an admin when it is lost. [R55]"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path

from croupier.people.second_factor import SubmittedCode, remove_factor
from croupier.server.auth import ActingSession, Completing, CurrentRuntime, check_login_request, require_permission
from croupier.server.error_responses import raise_if_refused
from croupier.server.routes.base import RequestModel, ResponseModel, UserId, routes
from croupier.server.routes.sessions import Code

router = routes("people")


class SecondFactorResponse(ResponseModel):
    """A secret just made, for an authenticator: told once."""

    key: str
    """To be typed, in groups of four."""
    address: str
    """An `otpauth` address, for an authenticator on the same device."""
    squares: list[str]
    """The address as a QR code: a line of 0 and 1 for each row; empty where the server cannot draw it."""


class VerifySecondFactorRequest(RequestModel):
    code: Code


class RecoveryCodesResponse(ResponseModel):
    """Codes to be written down: each is good once, where the authenticator is lost."""

    recovery_codes: list[str]


@router.post("/me/second-factor", dependencies=[Depends(check_login_request)])
async def new_factor(session: Completing, runtime: CurrentRuntime) -> SecondFactorResponse:
    """A new secret. It is not asked for until a code has proved it."""
    require_permission(session, "set-up-second-factor")
    made = raise_if_refused(await runtime.run_job(runtime.factors.begin(session, runtime.sessions.rules)))
    return SecondFactorResponse(key=made.key, address=made.address, squares=list(made.squares))


@router.post("/me/second-factor/prove", dependencies=[Depends(check_login_request)])
async def prove_factor(
    asked: VerifySecondFactorRequest, session: Completing, runtime: CurrentRuntime
) -> RecoveryCodesResponse:
    """The first code: from here on one is asked for at every log-in."""
    require_permission(session, "set-up-second-factor")
    code = SubmittedCode(asked.code, runtime.machine_time())
    codes = raise_if_refused(await runtime.run_job(runtime.factors.verify(session, code)))
    runtime.sessions.invalidate_cached(session)
    return RecoveryCodesResponse(recovery_codes=codes)


@router.delete("/users/{user_id}/second-factor", status_code=204)
async def taken_off(user_id: Annotated[UserId, Path()], session: ActingSession, runtime: CurrentRuntime) -> None:
    """Somebody's authenticator is lost: he sets up another at his next log-in."""
    require_permission(session, "remove-second-factor")
    raise_if_refused(await runtime.run_job(remove_factor(session.by, user_id, sessions=runtime.sessions)))
