"""A table where seats play one another for the chips in front of them."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from croupier.play.table_stakes import AmountPosted, HandBetweenSeats, PointsPosted


class StackView(TypedDict):
    """A player's chips and how he stands, at a table where seats play one another."""

    seat: int
    cents: int
    """Between hands all his chips; while a hand is played, what he has not brought to it."""
    in_front_cents: int
    """All that lies in front of him and is not bet, while a hand is played too."""
    is_out: bool
    """He sits out."""
    owes: list[str]
    """What he has missed."""
    posts: bool
    in_hand: bool
    may_add: bool
    """Whether chips may be bought now: between hands, in some games also before the showdown."""
    time_bank_ms: int
    own: bool
    bot: bool


class BuyInView(TypedDict):
    """What may be had in front of one, the smallest chip, and what is played for."""

    least_cents: int
    most_cents: int | None
    chip_cents: int
    plays: str
    """In a word: `limit`, `no-limit`; empty where there is one way only."""
    stakes_cents: list[int]
    """Small and big bet, or the blinds, or a point."""
    cite: str


class WaitingPlayerView(TypedDict):
    """Who waits for a seat; names are for staff and for whoever bears them."""

    place: int
    own: bool
    name: NotRequired[str]


class TableStakesView(TypedDict):
    """A table where seats play one another for the chips in front of them."""

    stacks: list[StackView]
    posted: list[AmountPosted]
    """The amounts the table is known by: blinds, an ante, the most in a round."""
    points: list[PointsPosted]
    """What is worth points, in a game that counts them."""
    buy_in: BuyInView
    waiting: list[WaitingPlayerView]
    button: int | None
    least_players: int
    has_a_hand: bool
    """Whether enough players are ready for the next hand."""
    hand: HandBetweenSeats | None
    """The hand that is played."""
    time_bank: int | None
    """The seat that thinks on out of its own time; none while nobody does."""
