"""Responses to a shoe's messages: the result, the destination of the card, and the table's next need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict

from croupier.errors import Refused
from croupier.table.state import TableState
from croupier.views.next_step_view import NTH, next_step


class RefusalDetail(BaseModel):
    """Reason why the table refused the reported event."""

    model_config = ConfigDict(extra="forbid")

    code: str
    message: str
    cites: list[str] = []


class DueCard(BaseModel):
    """Card or other input that the table waits for, in words; `card` is True for a card from the shoe."""

    model_config = ConfigDict(extra="forbid")

    card: bool
    words: str


class CardDestination(BaseModel):
    """Destination of a card: a hand (`Player, first card`), or to the discard rack.

    `burn` is the number of further cards to burn after a card that goes to the discard rack.
    """

    model_config = ConfigDict(extra="forbid")

    words: str
    hand: str | None = None
    nth: int | None = None
    burn: int = 0


class ShoeMessageResponse(BaseModel):
    """Response to a message with a valid signature.

    The message's number is used up, even if the table refused the reported event.
    """

    model_config = ConfigDict(extra="forbid")

    device: str
    seq: int
    at: int
    """Time of the server's clock in milliseconds since the epoch."""
    accepted: bool
    repeated: bool = False
    where: CardDestination | None = None
    refused: RefusalDetail | None = None
    table: str
    table_seq: int
    """Number of the table's last record."""
    due: DueCard


def refusal_detail(refused: Refused) -> RefusalDetail:
    return RefusalDetail(code=refused.code, message=refused.message, cites=list(refused.cites))


def due_card(state: TableState | None, at: int) -> DueCard:
    if state is None:
        return DueCard(card=False, words="There is no such table")
    wanted = next_step(state, at)
    return DueCard(card=wanted["command"] == "read-card", words=wanted["text"])


def card_destination(events: Iterable[Mapping[str, Any]]) -> CardDestination | None:
    """Return the destination of a card from the table's events, or None."""
    for event in events:
        if event["kind"] == "card-dealt":
            words = f"{event['hand'].capitalize()}, {NTH[event['nth'] - 1]} card"
            return CardDestination(words=words, hand=event["hand"], nth=event["nth"])
        if event["kind"] == "cards-burned":
            follow = event["count"] - len(event["shown"])
            return CardDestination(words=f"Burned; {follow} more follow it" if follow else "Burned", burn=follow)
    return None
