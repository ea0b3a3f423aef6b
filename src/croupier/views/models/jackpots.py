"""Meters, and the wins that are paid off them."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict


class ProgressiveView(TypedDict):
    """What a meter stands at; one that cannot be read has no amount."""

    meter: str
    title: str
    wager: str
    linked: str
    cents: int | None


class JackpotView(TypedDict):
    """A win off a meter that waits for confirmation."""

    id: str
    round: str
    meter: str
    title: str
    wager: str
    seat: int
    cents: int
    own: bool
    account: NotRequired[str]
    confirmed_by: NotRequired[str | None]


class BackOutView(TypedDict):
    """That a paid jackpot be taken back: asked, and not yet decided."""

    id: str
    reason: str
    by: str


class PaidJackpotView(TypedDict):
    """A win off a meter that was paid, for those who may take it back."""

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
