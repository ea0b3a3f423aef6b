"""View models of seats, the chips in front of them, and the order of action."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict


class RollView(TypedDict):
    """Roll of the dice, or choice of a pile, that decides the order before the cards are dealt."""

    what: str
    numbers: list[int]


class ActionOrderView(TypedDict):
    """Order of the seats, in a game in which it changes from round to round."""

    rolls: list[RollView]
    first_seat: int | None
    """Seat that gets the first cards; None if no seat does."""
    action_button_seat: int | None
    """Seat with the action button; None if no seat has it."""
    seats: list[int]
    """Seats with a hand, in the order in which hands are opened and paid."""
    to_open: str | None
    """Name of the hand that is opened next; None if no hand is to be opened now."""
    opened: list[int]
    """Seats whose hand is open on the table."""


class SeatView(TypedDict):
    """Seat of a table; the name is only for the player at the seat and for staff."""

    seat: int
    is_taken: bool
    is_third_party: bool
    is_bot: bool
    """Whether a bot of the demonstration system plays at the seat."""
    is_own: bool
    name: NotRequired[str]
    account: NotRequired[str]


class PlacedChipsView(TypedDict):
    """Chips of one bettor on one wager."""

    seat: int
    bettor: str
    wager: str
    cents: int
    is_own: bool
    account: NotRequired[str]
    is_added_wager: NotRequired[Literal[True]]
    """Present if the chips were added during the round."""
    is_promotional: NotRequired[Literal[True]]
    """Present if the chips are promotional."""
    wins_cents: NotRequired[int | None]
    """For the viewer's own chips: the most that they can win, in cents, as settled; None if no win is known."""


class StakeView(TypedDict):
    """Chips on one wager at one seat, in cents."""

    seat: int
    wager: str
    cents: int


class SeatStakeView(TypedDict):
    """Chips at one seat, in cents."""

    seat: int
    cents: int
    """Chips of everybody who bets there."""
    seated_cents: int
    """Chips of the player who sits there."""
    promotional_cents: int


class WagerStakeView(TypedDict):
    """Chips on one wager at all seats, in cents."""

    wager: str
    cents: int
    bettors: int
    own_cents: int
    own_wins_cents: int
    """The most that the viewer's own chips can win; 0 if no win is known."""
    others_cents: int
    other_bettors: int
    line_percent: int | None
    """Share of the chips on all lines, in whole per cent; None for other wagers and where there is only one line."""


class StakesView(TypedDict):
    """Sums of the chips on the layout: screens show these and add up none."""

    cents: int
    promotional_cents: int
    seats: list[SeatStakeView]
    wagers: list[WagerStakeView]
    """Wagers with chips, in the order of the layout."""
    own: list[StakeView]
    """The viewer's own chips."""
    all: NotRequired[list[StakeView]]
    """Chips of everybody who bets at a seat, for staff."""
