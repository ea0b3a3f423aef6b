"""Seats, the chips before them, and the order in which they come."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict


class RollView(TypedDict):
    """What was thrown or picked before the cards went out: `dice`, a `pile`."""

    what: str
    numbers: list[int]


class ActionOrderView(TypedDict):
    """Who comes when, in a game in which that changes from round to round."""

    thrown: list[RollView]
    first: int | None
    """The seat that gets the first cards."""
    action: int | None
    """The seat with the action button."""
    seats: list[int]
    """Those with a hand, in the order in which hands are opened and paid."""
    to_open: str | None
    """The hand that is opened next."""
    opened: list[int]
    """The seats whose hands everybody sees."""


class SeatView(TypedDict):
    """A seat. A name is shown to whoever bears it and to staff."""

    seat: int
    is_taken: bool
    third_party: bool
    bot: bool
    """Nobody: the demonstration house plays there for company."""
    own: bool
    name: NotRequired[str]
    account: NotRequired[str]


class PlacedChipsView(TypedDict):
    """Chips of one bettor on one wager."""

    seat: int
    bettor: str
    wager: str
    cents: int
    own: bool
    account: NotRequired[str]
    raised: NotRequired[Literal[True]]
    """Put up while the round is played."""
    promotional: NotRequired[Literal[True]]
    """Promotional chips."""
