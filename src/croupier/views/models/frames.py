"""Frames that the server and its clients send on the WebSocket of a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired

from pydantic import WithJsonSchema
from typing_extensions import TypedDict

from croupier.rulebook.citations import CitedRule
from croupier.rulebook.wager_checks import WagerProblemReason
from croupier.views.models.player import PrivateEventView
from croupier.views.models.table import TableView

EventBody = Annotated[dict[str, Any], WithJsonSchema({"typescript": "TableEvent"})]
Code = Annotated[str, WithJsonSchema({"type": "string", "typescript": "ErrorCode"})]
CommandBody = Annotated[dict[str, Any], WithJsonSchema({"typescript": "Command"})]
ChangedTableBody = Annotated[Mapping[str, Any], WithJsonSchema({"typescript": "Partial<TableView>"})]


class StateFrame(TypedDict):
    """The whole view of a table: the first frame of a connection, unless it resumes with records."""

    type: Literal["state"]
    seq: int
    """Number of the last record that the view contains."""
    view: TableView


class ViewFrame(TypedDict):
    """Keys of the view that changed."""

    type: Literal["view"]
    seq: int
    view: ChangedTableBody
    removed: NotRequired[list[str]]
    """Keys that the view has no longer."""


class EventRecordView(TypedDict):
    """Events of one stored record, as the viewer may see them."""

    seq: int
    at: int
    events: list[EventBody]


class EventsFrame(TypedDict):
    """Records that were stored since the last frame."""

    type: Literal["events"]
    seq: int
    records: list[EventRecordView]


class PrivateFrame(TypedDict):
    """The player's own balance if it changed, and the player's own part of events."""

    type: Literal["private"]
    balance_cents: NotRequired[int]
    events: NotRequired[list[PrivateEventView]]


class WagerProblemView(TypedDict):
    """Reason for which a wager cannot be placed as it is."""

    wager: str
    reason: WagerProblemReason
    cents: int | None
    """Amount that the rule sets, in cents: the minimum, the maximum, the fixed stake or the cap."""
    missing_cents: int | None
    """Cents that are missing to a minimum."""
    others: list[str]
    """Ids of the other wagers that the rule names."""
    share: str
    """Share of the other stakes that the stake may be: `1` or `1/2`."""
    is_incomplete: bool
    """Whether more chips, here or on other wagers, make the wager valid."""
    cites: list[str]


class ErrorDetailView(TypedDict):
    """A refusal: a code for programs, a message in English, and the rules it is based on."""

    code: Code
    message: str
    cites: list[str]
    rules: list[CitedRule]
    problems: NotRequired[list[WagerProblemView]]
    """For refused wagers: the first problem of each wager that cannot be placed."""
    placeable: NotRequired[dict[str, int]]
    """For refused wagers: the stakes in cents of the wagers that could be placed without the others."""


class ErrorBody(TypedDict):
    """Body of every HTTP response that is an error."""

    error: ErrorDetailView


class AcceptedFrame(TypedDict):
    """Reply to a command that the server stored."""

    type: Literal["reply"]
    key: str
    ok: Literal[True]
    seq: int
    at: int
    repeated: bool
    """Whether the command had been stored before, under the same key."""


class RefusedFrame(TypedDict):
    """Reply to a command that the server refused."""

    type: Literal["reply"]
    key: str | None
    ok: Literal[False]
    error: ErrorDetailView


class PongFrame(TypedDict):
    """Reply to a ping, with the server's time."""

    type: Literal["pong"]
    now: int


Frame = StateFrame | ViewFrame | EventsFrame | PrivateFrame | AcceptedFrame | RefusedFrame | PongFrame
"""Everything that the server sends on the WebSocket of a table."""


class CommandFrame(TypedDict):
    """Command of a client, with its idempotency key."""

    type: Literal["command"]
    key: str
    command: CommandBody
    traceparent: NotRequired[str]
    """Trace of the sender in the form of W3C Trace Context, which the house's trace of the command continues."""


class PingFrame(TypedDict):
    """Request of a client for a pong, to test the connection."""

    type: Literal["ping"]


ClientFrame = CommandFrame | PingFrame
"""Everything that a client sends on the WebSocket of a table."""
