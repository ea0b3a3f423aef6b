"""What came of wagers."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict


class DecidedWagerView(TypedDict):
    """A wager of the round under way that is decided already. Its money moves when the round is settled."""

    seat: int
    bettor: str
    wager: str
    cents: int
    result: Literal["win", "lose", "push", "returned"]
    due_cents: int
    """What it wins on top of the stake, if the bank covers it; what it loses."""
    row: str | None
    name: str
    own: bool


class PublicResultView(TypedDict):
    """What came of a wager. Chips are paid on the open felt, by seat: whose account it is nobody else needs to know."""

    seat: int
    bettor: str
    wager: str
    hand: NotRequired[int]
    """Which of the seat's hands, where it has split."""
    cents: int
    result: Literal["win", "lose", "push", "returned"]
    net_cents: int
    """What it came to, a win off a meter included."""
    jackpot_cents: int
    row: str | None
    name: str
    cite: str
    promotional_cents: NotRequired[int]
    """How much of the stake was promotional chips, where some were."""
    promotional_taken_cents: NotRequired[int]
    """How many of those are gone: lost, or played once."""


class OwnResultView(PublicResultView):
    """A bettor's own, in full."""

    owed_cents: int | None
    commission_cents: int
    credit_net_cents: NotRequired[int]
    """What it came to in credit, where promotional chips were on it."""


class StaffResultView(OwnResultView):
    """What came of a wager, in full, and whose it is."""

    account: str
    meter_cents: NotRequired[int]
    """What of a fixed pay the meter paid instead of the tray."""


class ResultView(PublicResultView):
    """What came of a wager, to whoever looks: of his own he sees more."""

    owed_cents: NotRequired[int | None]
    commission_cents: NotRequired[int]
    credit_net_cents: NotRequired[int]
    account: NotRequired[str]


class TotalsView(TypedDict):
    """All that was bet of credit, and won."""

    staked_cents: int
    net_cents: int
    jackpot_cents: int
    promotional_cents: NotRequired[int]
    """Promotional chips that were bet beside, where some were."""


class OwnTotalsView(TotalsView):
    """A player's own part in a round."""

    results: list[OwnResultView]
