"""View models of progressive meters and of the jackpots that are paid from them."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict


class ProgressiveView(TypedDict):
    """Progressive meter with its amount in cents; None if the meter cannot be read."""

    meter: str
    title: str
    """Short title of the meter."""
    wager: str
    linked: str
    cents: int | None
    hit_cents: int | None
    """Jackpots of this meter that were hit at this table and are not confirmed, in cents; None if there are none."""


class JackpotView(TypedDict):
    """Jackpot that waits for confirmation."""

    id: str
    round: str
    meter: str
    title: str
    wager: str
    seat: int
    cents: int
    is_own: bool
    account: NotRequired[str]
    confirmed_by: NotRequired[str | None]


class BackOutView(TypedDict):
    """Open request to reverse the payment of a jackpot."""

    id: str
    reason: str
    by: str


class PaidJackpotView(TypedDict):
    """Paid jackpot, for the staff who may reverse the payment."""

    id: str
    round: str
    meter: str
    title: str
    wager: str
    seat: int
    account: str
    cents: int
    paid_by: str | None
    back_out: BackOutView | None
