"""What a shoe is told: its message was taken, where the card goes, and what the table waits for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict

from croupier.errors import Refused
from croupier.table.state import TableState
from croupier.views.next_step_view import NTH, next_step


class RefusalDetail(BaseModel):
    """Why the table did not take what the message reports."""

    model_config = ConfigDict(extra="forbid")

    code: str
    message: str
    cites: list[str] = []


class DueCard(BaseModel):
    """What the table waits for: `card` when it is a card out of the shoe."""

    model_config = ConfigDict(extra="forbid")

    card: bool
    words: str


class CardDestination(BaseModel):
    """Where a card goes: `Player, first card`; or to the rack, and how many follow it there."""

    model_config = ConfigDict(extra="forbid")

    words: str
    hand: str | None = None
    nth: int | None = None
    burn: int = 0


class ShoeMessageResponse(BaseModel):
    """The answer to a message whose number is used, whether or not the table accepted what it reports."""

    model_config = ConfigDict(extra="forbid")

    device: str
    seq: int
    at: int
    """By the server's clock."""
    accepted: bool
    repeated: bool = False
    where: CardDestination | None = None
    refused: RefusalDetail | None = None
    table: str
    table_seq: int
    """The table's last record."""
    due: DueCard


def refusal_detail(refused: Refused) -> RefusalDetail:
    return RefusalDetail(code=refused.code, message=refused.message, cites=list(refused.cites))


def due_card(state: TableState | None, at: int) -> DueCard:
    if state is None:
        return DueCard(card=False, words="There is no such table")
    wanted = next_step(state, at)
    return DueCard(card=wanted["do"] == "read-card", words=wanted["words"])


def card_destination(events: Iterable[Mapping[str, Any]]) -> CardDestination | None:
    """Where the table put the card, by its own events."""
    for event in events:
        if event["kind"] == "card-dealt":
            words = f"{event['hand'].capitalize()}, {NTH[event['nth'] - 1]} card"
            return CardDestination(words=words, hand=event["hand"], nth=event["nth"])
        if event["kind"] == "cards-burned":
            follow = event["count"] - len(event["shown"])
            return CardDestination(words=f"Burned; {follow} more follow it" if follow else "Burned", burn=follow)
    return None
