"""Routes of a user's second factor: set up, verify, and removal by an admin when it is lost. [R55]"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path

from croupier.people.second_factor import SubmittedCode, remove_factor
from croupier.server.auth import (
    ActingSession,
    CompletingSession,
    CurrentRuntime,
    check_login_request,
    require_permission,
)
from croupier.server.error_responses import raise_if_refused
from croupier.server.routes.base import RequestModel, ResponseModel, UserId, routes
from croupier.server.routes.sessions import Code

router = routes("people")


class SecondFactorResponse(ResponseModel):
    """A new secret for an authenticator; it is sent once."""

    key: str
    """Secret to type into an authenticator, in groups of four characters."""
    address: str
    """An `otpauth` URI, for an authenticator on the same device."""
    squares: list[str]
    """The URI as a QR code, in rows of 0 and 1; empty if the server has no QR library."""


class VerifySecondFactorRequest(RequestModel):
    code: Code


class RecoveryCodesResponse(ResponseModel):
    """Recovery codes for a lost authenticator; each is valid once."""

    recovery_codes: list[str]


@router.post("/me/second-factor", dependencies=[Depends(check_login_request)])
async def new_factor(session: CompletingSession, runtime: CurrentRuntime) -> SecondFactorResponse:
    """Create a new second-factor secret; log-in requires it only after the user has confirmed it with a code."""
    require_permission(session, "set-up-second-factor")
    secret = raise_if_refused(await runtime.run_job(runtime.factors.begin(session, runtime.sessions.rules)))
    return SecondFactorResponse(key=secret.key, address=secret.address, squares=list(secret.squares))


@router.post("/me/second-factor/prove", dependencies=[Depends(check_login_request)])
async def prove_factor(
    payload: VerifySecondFactorRequest, session: CompletingSession, runtime: CurrentRuntime
) -> RecoveryCodesResponse:
    """Confirm the new second factor with a first code; from then on every log-in requires a code."""
    require_permission(session, "set-up-second-factor")
    code = SubmittedCode(payload.code, runtime.wall_clock_ms())
    codes = raise_if_refused(await runtime.run_job(runtime.factors.verify(session, code)))
    runtime.sessions.invalidate_cached(session)
    return RecoveryCodesResponse(recovery_codes=codes)


@router.delete("/users/{user_id}/second-factor", status_code=204)
async def remove(user_id: Annotated[UserId, Path()], session: ActingSession, runtime: CurrentRuntime) -> None:
    """Remove the lost second factor of a user, who sets up a new one at the next log-in."""
    require_permission(session, "remove-second-factor")
    raise_if_refused(await runtime.run_job(remove_factor(session.by, user_id, sessions=runtime.sessions)))
