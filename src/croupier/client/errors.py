"""Exceptions of the client: refusals with code, message and citations, and connections that are lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.client.messages import STATUS_OF_CODE, CitedRule, ErrorDetailView, WagerProblemView


class ClientError(Exception):
    """Base class of the client's exceptions."""


class ConnectionLostError(ClientError):
    """Exception for a house that did not answer in time.

    For a command, `key` is its key: nobody knows whether it was stored, and sending it again with `key` stores it once.
    """

    def __init__(self, message: str, key: str | None = None) -> None:
        super().__init__(message)
        self.key = key


class RecordsMissedError(ClientError):
    """Exception for records that the house no longer sends after a long absence; the view is up to date."""

    def __init__(self, after: int, seq: int) -> None:
        super().__init__(f"The records after {after} up to {seq} were not sent; the view is as of record {seq}.")
        self.after = after
        self.seq = seq


class RefusedError(ClientError):
    """Exception for a request that the house refuses: a code for programs, a sentence for people, the cited rules."""

    def __init__(self, detail: ErrorDetailView, status: int) -> None:
        super().__init__(f"{detail['message']} [{detail['code']}]")
        self.detail = detail
        self.status = status
        """HTTP status of the refusal."""

    @property
    def code(self) -> str:
        return self.detail["code"]

    @property
    def message(self) -> str:
        return self.detail["message"]

    @property
    def cites(self) -> Sequence[str]:
        return self.detail["cites"]

    @property
    def rules(self) -> Sequence[CitedRule]:
        """The cited rules with the short names of their documents."""
        return self.detail["rules"]


class WagersRefusedError(RefusedError):
    """Exception for wagers that cannot be placed together."""

    @property
    def problems(self) -> Sequence[WagerProblemView]:
        """The first problem of each wager that cannot be placed."""
        return self.detail.get("problems", [])

    @property
    def placeable(self) -> Mapping[str, int]:
        """Stakes in cents of the wagers that could be placed without the others."""
        return self.detail.get("placeable", {})


class NotLoggedInError(RefusedError):
    """Exception for a wrong password, or for a session that has ended."""


class NotAllowedError(RefusedError):
    """Exception for a request that this user may not make."""


class NotFoundError(RefusedError):
    """Exception for a table, round or address that does not exist."""


class InvalidRequestError(RefusedError):
    """Exception for a request with a wrong field."""


class TooOftenError(RefusedError):
    """Exception for too many requests or connections."""


class HouseUnavailableError(RefusedError):
    """Exception for a fault of the house, or a database that does not answer."""


_BY_STATUS: Mapping[int, type[RefusedError]] = {
    401: NotLoggedInError,
    403: NotAllowedError,
    404: NotFoundError,
    413: InvalidRequestError,
    421: InvalidRequestError,
    422: InvalidRequestError,
    429: TooOftenError,
}


def refused(detail: ErrorDetailView, status: int | None = None) -> RefusedError:
    """Return the exception for a refusal; a reply of the live connection has no status."""
    status = status or STATUS_OF_CODE.get(detail["code"], 409)
    if "problems" in detail:
        return WagersRefusedError(detail, status)
    kind = _BY_STATUS.get(status) or (HouseUnavailableError if status >= 500 else RefusedError)
    return kind(detail, status)


def refused_response(body: Any, status: int) -> RefusedError:
    """Return the exception for an error response; the response of a proxy has no error code."""
    if isinstance(body, dict) and isinstance(body.get("error"), dict):
        detail: ErrorDetailView = body["error"]
        return refused(detail, status)
    return refused_for(f"http/{status}", f"The answer has the status {status}.", status)


def refused_for(code: str, message: str, status: int | None = None) -> RefusedError:
    """Return the exception for a refusal that the house sends without a body."""
    return refused({"code": code, "message": message, "cites": [], "rules": []}, status)
