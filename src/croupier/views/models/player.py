"""For a player's own eyes: seat, credit and stakes, and his part in what happens."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from croupier.views.models.results import OwnResultView


class OwnSpotView(TypedDict):
    """A player's chips at one seat."""

    seat: int
    bettor: str
    wagers: dict[str, int]
    promotional_wagers: NotRequired[list[str]]
    """Those that are made with promotional chips."""


class GrantView(TypedDict):
    """What is left of promotional chips that were given at once."""

    campaign: str
    cents: int
    ends_at: int


class PromotionalBalanceView(TypedDict):
    """A player's promotional chips: they are played and never cashed."""

    cents: int
    gifts: list[GrantView]
    """The one that ends first before the others."""
    groups: list[str]
    """The groups of wagers they may be put on; none: this house takes none."""


class OwnView(TypedDict):
    """A player's own seat, credit and stakes."""

    account: str
    seat: int | None
    seats: list[int]
    """All the boxes he holds, `seat` first."""
    balance_cents: int | None
    promotional: NotRequired[PromotionalBalanceView]
    """In a house that takes promotional chips, or where some are left."""
    spots: list[OwnSpotView]
    staked_cents: int
    """Of his credit."""
    promotional_staked_cents: NotRequired[int]
    fee_cents: int
    bank_cents: int
    in_play: bool


class PrivateCardView(TypedDict, total=False):
    """A card that lies face down before a player."""

    place: int
    hand: str
    nth: int
    card: str


class PrivateEventBody(PrivateCardView, total=False):
    """What an event tells a player about himself, beside what it tells everyone."""

    yours: Literal[True]
    name: str
    laid: list[list[int]] | None
    """How he has laid his cards, each by where it stands among those dealt to him; none for the house way."""
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
    """Why a jackpot was taken back."""


OwnKind = Literal[
    "seat-taken", "seat-left", "chips-bought", "chips-returned", "sat-out", "sat-in", "waiting-list-joined",
    "waiting-list-left",
    "bank-posted", "bank-returned", "wagers-placed", "jackpot-hit", "jackpot-backed-out", "fees-taken",
    "wagers-paid-early", "round-voided", "card-dealt", "card-corrected", "round-settled", "round-corrected",
    "arrangement-made",
]  # fmt: skip
"""The events in which a player may have a part of his own."""


class PrivateEventView(PrivateEventBody):
    """A player's own part in an event, as it is sent to him."""

    seq: int
    kind: OwnKind
