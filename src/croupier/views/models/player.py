"""View models for one player only: the player's seat, credit, stakes, and part in events."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from croupier.table.betting import BankRefusal
from croupier.views.models.results import OwnResultView


class OwnSpotView(TypedDict):
    """A player's chips at one seat."""

    seat: int
    bettor: str
    wagers: dict[str, int]
    promotional_wagers: NotRequired[list[str]]
    """Wagers that are placed with promotional chips."""


class GrantView(TypedDict):
    """Promotional chips that are left of one grant."""

    campaign: str
    cents: int
    ends_at: int


class PromotionalBalanceView(TypedDict):
    """A player's promotional chips; they can be bet but never cashed."""

    cents: int
    grants: list[GrantView]
    """Grants with chips left, earliest end first."""
    wager_groups: list[str]
    """Groups of wagers on which promotional chips are allowed; empty if the house accepts none."""


class OwnView(TypedDict):
    """The viewer's seat, credit and stakes."""

    account: str
    seat: int | None
    seats: list[int]
    """All seats of the player, `seat` first."""
    balance_cents: int | None
    promotional: NotRequired[PromotionalBalanceView]
    """The player's promotional chips; missing if there are none and the house accepts none."""
    spots: list[OwnSpotView]
    staked_cents: int
    """Stakes paid from credit, in cents."""
    promotional_staked_cents: NotRequired[int]
    fee_cents: int
    bank_cents: int
    bank_refusal: BankRefusal | None
    """Reason why the player cannot bet at `seat` against the bank in play; None if the bank is no hindrance."""
    in_play: bool
    is_ready: NotRequired[bool]
    """Whether the player has said that their bets are made; missing if not."""


class PrivateCardView(TypedDict, total=False):
    """Card that is face down in front of the player; only this player receives it."""

    place: int
    hand: str
    nth: int
    card: str


class PrivateEventBody(PrivateCardView, total=False):
    """A player's private part of an event, in addition to the part for everybody."""

    is_own: Literal[True]
    name: str
    arrangement: list[list[int]] | None
    """Card numbers of each hand that the player set, from 1 in dealing order; None for the house way."""
    fee_cents: int
    paid_cents: int
    returned_cents: int
    results: list[OwnResultView]
    staked_cents: int
    net_cents: int
    jackpot_cents: int
    balance_before_cents: int
    balance_after_cents: int
    difference_cents: int
    reason: str
    """Reason why a jackpot payment was reversed."""


OwnKind = Literal[
    "seat-taken", "seat-left", "chips-bought", "chips-returned", "sat-out", "sat-in", "waiting-list-joined",
    "waiting-list-left",
    "bank-posted", "bank-returned", "wagers-placed", "jackpot-hit", "jackpot-backed-out", "fees-taken",
    "wagers-paid-early", "round-voided", "card-dealt", "card-corrected", "round-settled", "round-corrected",
    "arrangement-made",
]  # fmt: skip
"""Kinds of events that may have a private part for a player."""


class PrivateEventView(PrivateEventBody):
    """A player's private part of an event, as sent to the player."""

    seq: int
    kind: OwnKind
