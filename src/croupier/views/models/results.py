"""View models of the results of wagers."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict


class DecidedWagerView(TypedDict):
    """Wager that is decided before the end of the round; it is paid or collected at the settlement."""

    seat: int
    bettor: str
    wager: str
    cents: int
    result: Literal["win", "lose", "push", "returned"]
    due_cents: int
    """Winnings without the stake if the bank covers them, or the loss, in cents."""
    row: str | None
    name: str
    is_own: bool


class PublicResultView(TypedDict):
    """Result of a wager, by seat and without the account, as everybody may see it."""

    seat: int
    bettor: str
    wager: str
    hand: NotRequired[int]
    """Number of the seat's hand, from 1 on the left; missing if the seat has only one hand."""
    cents: int
    result: Literal["win", "lose", "push", "returned"]
    net_cents: int
    """Win or loss in cents, jackpot included."""
    jackpot_cents: int
    row: str | None
    name: str
    cite: str
    promotional_cents: NotRequired[int]
    """Part of the stake in promotional chips, in cents; missing if there is none."""
    promotional_taken_cents: NotRequired[int]
    """Promotional chips that were used up, because they lost or may be played only once, in cents."""


class OwnResultView(PublicResultView):
    """Result of the viewer's own wager, with all details."""

    owed_cents: int | None
    commission_cents: int
    credit_net_cents: NotRequired[int]
    """Win or loss of credit, in cents, if promotional chips were staked."""


class StaffResultView(OwnResultView):
    """Result of a wager with all details and the account, for staff."""

    account: str
    meter_cents: NotRequired[int]
    """Part of a fixed pay that the meter paid instead of the tray, in cents."""


class ResultView(PublicResultView):
    """Result of a wager, with the keys that the viewer may see."""

    owed_cents: NotRequired[int | None]
    commission_cents: NotRequired[int]
    credit_net_cents: NotRequired[int]
    account: NotRequired[str]


class TotalsView(TypedDict):
    """Total stakes, net win and jackpots in cents; promotional chips are counted separately."""

    staked_cents: int
    net_cents: int
    jackpot_cents: int
    promotional_cents: NotRequired[int]
    """Promotional chips staked, in cents; missing if there are none."""


class ResultPartView(TypedDict):
    """One part of a player's result: a wager at all hands, the bank that the player held, or the collection fee."""

    kind: Literal["wager", "bank", "fee"]
    wager: NotRequired[str]
    cents: int
    """Change of the player's credit by this part, in cents."""


class HandCountsView(TypedDict):
    """Number of hands of one wager that won, lost, and neither won nor lost."""

    won: int
    lost: int
    pushed: int


class WagerSumView(TypedDict):
    """Result of one player's wager at one hand, at one seat or at all seats together, in cents; jackpots included."""

    seat: int | None
    """None: all seats of the player together."""
    hand: NotRequired[int]
    """Number of the seat's hand, for the sum of all the player's chips on that hand; missing in sums over all hands."""
    wager: str
    cents: int
    net_cents: int
    result: Literal["win", "lose", "push"]
    """Won, lost or even, by the sign of `net_cents`."""
    hands: HandCountsView


class SeatResultView(TypedDict):
    """Result of the wagers of one bettor at one seat together, in cents; jackpots included."""

    seat: int
    staked_cents: int
    net_cents: int


class OwnTotalsView(TotalsView):
    """Totals and results of one player in a round."""

    results: list[OwnResultView]
    seats: list[SeatResultView]
    """The player's result at each seat with wagers of the player."""
