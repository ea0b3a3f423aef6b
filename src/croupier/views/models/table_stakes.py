"""View models of a table where seats play against each other for the chips in front of them."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from croupier.play.table_stakes import AmountPosted, HandBetweenSeats, PointsPosted, PossibleOutcome


class StackView(TypedDict):
    """Chips and status of one player at a table where seats play against each other."""

    seat: int
    cents: int
    """Between hands: all chips of the player, in cents. During a hand: the chips that do not play in it."""
    in_front_cents: int
    """All chips in front of the player that are not bet, in cents."""
    is_sitting_out: bool
    """Whether the player sits out."""
    missed_blinds_and_antes: list[str]
    """Names of the blinds and antes that the player missed and owes."""
    is_posting: bool
    in_hand: bool
    may_add: bool
    """Whether the player may buy chips now: between hands, in some games also before the showdown."""
    time_bank_ms: int
    is_own: bool
    is_bot: bool


class BuyInView(TypedDict):
    """Lowest and highest buy-in, smallest chip, and stakes of the game."""

    least_cents: int
    most_cents: int | None
    chip_cents: int
    limit_type: str
    """Betting structure: `limit` or `no-limit`; empty if the game has only one."""
    stakes_cents: list[int]
    """Small and big bet, or the blinds, or one point, in cents."""
    cite: str


class WaitingPlayerView(TypedDict):
    """Player on the waiting list; the name is only for that player and for staff."""

    position: int
    is_own: bool
    name: NotRequired[str]


class TableStakesView(TypedDict):
    """State of a table where seats play against each other for the chips in front of them."""

    stacks: list[StackView]
    posted: list[AmountPosted]
    """Amounts posted at the table: blinds, ante, maximum in a round."""
    points: list[PointsPosted]
    """Values of a point, in a game that counts points; empty in other games."""
    outcomes: list[PossibleOutcome]
    """Possible results of each way to play, against the seats in the hand or, between hands, those that are ready."""
    opponents: int
    """Number of opponents for which `outcomes` are counted."""
    buy_in: BuyInView
    waiting: list[WaitingPlayerView]
    button: int | None
    least_players: int
    can_start_hand: bool
    """Whether enough players are ready for the next hand."""
    hand: HandBetweenSeats | None
    """Hand in play; None between hands."""
    time_bank: int | None
    """Seat that uses its time bank to decide; None: no seat."""
