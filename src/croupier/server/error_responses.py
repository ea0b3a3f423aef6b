"""Error responses: every refusal has the same JSON shape, regardless of its source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from croupier.errors import BadInput, Refused
from croupier.rulebook.citations import cited_rules
from croupier.rulebook.wager_checks import WagerProblem
from croupier.store.errors import DatabaseBusyError, DatabaseUnavailableError
from croupier.table.betting import WagersRefused
from croupier.views.models.frames import ErrorBody, ErrorDetailView, WagerProblemView

BY_CODE = {
    "device/mac": 401,
    "login/locked": 403,
    "login/closed": 403,
    "user/login_again": 401,
    "password/must_change": 403,
    "second_factor/set_up_required": 403,
    "password/wrong": 403,
    "hand-pay/witness": 403,
    "cash-out/approver_rejected": 403,
    "terminal/guesses": 429,
    "coach/no_odds": 503,
    "server/busy": 503,
    "table/elsewhere": 503,
    "coach/not_available": 404,
    "printer/not_configured": 404,
    "lab/not_a_rulebook": 422,
    "lab/play_money_only": 403,
    "request/invalid": 422,
    "request/too_large": 413,
}
BY_KIND = {
    "session": 401,
    "login": 401,
    "role": 403,
    "approval": 403,
    "csrf": 403,
    "origin": 403,
    "host": 421,
    "rate": 429,
    "database": 503,
    "store": 503,
    "server": 500,
}
NOT_FOUND = frozenset({"not_found", "unknown"})
DATABASE_UNAVAILABLE = Refused(
    "database/unavailable", "The house's books cannot be reached just now; nothing was lost. Please try again."
)
BUSY = Refused("server/busy", "The house has more to do than it can keep up with; please try again in a moment.")
"""Answer to a player's command while too many wait: nothing was done, and the same key may be sent again."""
BUSY_SECONDS = 1
"""Seconds after which a program should send a command again that was answered with `BUSY`."""
FAULT = Refused("server/internal_error", "Something went wrong here; it has been noted. Please try again.")


class RefusedError(Exception):
    """Exception that ends a request with a refusal."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.message)
        self.refused = refused


def raise_if_refused(value: Any) -> Any:
    """Return the value; raise `RefusedError` if it is a refusal."""
    if isinstance(value, Refused):
        raise RefusedError(value)
    return value


def error_body(refused: Refused) -> ErrorBody:
    return {"error": error_view(refused)}


def error_view(refused: Refused) -> ErrorDetailView:
    """Return a refusal as JSON, with the places of the documents that it cites."""
    cites = list(refused.cites)
    rules = cited_rules("; ".join(cites))
    view: ErrorDetailView = {"code": refused.code, "message": refused.message, "cites": cites, "rules": rules}
    if isinstance(refused, WagersRefused):
        view["problems"] = [_wager_problem(problem) for problem in refused.problems]
        view["placeable"] = dict(refused.placeable)
    return view


def _wager_problem(problem: WagerProblem) -> WagerProblemView:
    return {
        "wager": problem.wager,
        "reason": problem.reason,
        "cents": problem.cents,
        "missing_cents": problem.missing_cents,
        "others": list(problem.others),
        "share": str(problem.share),
        "is_incomplete": problem.is_incomplete,
        "cites": [problem.cite] if problem.cite else [],
    }


def status_of(code: str) -> int:
    """Return the HTTP status: 401 to log in, 403 not permitted, 404 not found, 409 against the rules of the game.

    Some codes have another status: see `BY_CODE` and `BY_KIND`.
    """
    kind, _, what = code.partition("/")
    known = BY_CODE.get(code) or BY_KIND.get(kind)
    return known or (404 if what in NOT_FOUND else 409)


def error_response(refused: Refused) -> JSONResponse:
    """Return a refusal as a JSON response."""
    headers = {"Retry-After": str(BUSY_SECONDS)} if refused.code == BUSY.code else None
    return JSONResponse(error_body(refused), status_of(refused.code), headers)


def add_exception_handlers(app: FastAPI) -> None:
    """Register exception handlers that turn every failure into the same JSON shape."""

    @app.exception_handler(RefusedError)
    async def refused(request: Request, error: RefusedError) -> JSONResponse:
        return error_response(error.refused)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        return error_response(Refused("request/invalid", validation_message(error.errors())))

    @app.exception_handler(BadInput)
    async def bad(request: Request, error: BadInput) -> JSONResponse:
        return error_response(Refused("request/invalid", str(error)))

    @app.exception_handler(DatabaseUnavailableError)
    @app.exception_handler(DatabaseBusyError)
    async def gone(request: Request, error: Exception) -> JSONResponse:
        return error_response(DATABASE_UNAVAILABLE)

    @app.exception_handler(Exception)
    async def fault(request: Request, error: Exception) -> JSONResponse:
        return error_response(FAULT)

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> JSONResponse:
        if error.status_code == 400:  # FastAPI's status for a body that is not valid text.
            return error_response(Refused("request/invalid", "The body cannot be read: JSON in UTF-8 is expected."))
        code = "request/too_large" if error.status_code == 413 else f"http/{error.status_code}"
        body = error_body(Refused(code, str(error.detail)))
        return JSONResponse(body, error.status_code, headers=error.headers)


def validation_message(errors: Sequence[Any]) -> str:
    """Return the errors of a request by field, without repeating the submitted values."""
    messages = [
        f"{'.'.join(str(part) for part in error['loc']) or 'request'}: {error['msg'].removeprefix('Value error, ')}"
        for error in errors[:8]
    ]
    return "; ".join(messages)
