"""View models of the wagers on a layout: pay tables, limits, and dependencies on other wagers."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from croupier.money.pay_odds import PayOddsKind
from croupier.play.family import AfterFold, WagerRole


class PayoutView(TypedDict):
    """Pay of a pay table row: odds `to` or `for` one, a fixed amount in cents, or a share of a meter."""

    kind: PayOddsKind
    numerator: int
    denominator: int


class PayRowView(TypedDict):
    """Row of a pay table: a result and what it pays."""

    name: str
    pays: str
    odds: str
    """Odds as written in the rulebook."""
    pay: PayoutView
    meter: str
    """Title of the meter that the row pays from; empty if there is none."""
    envy: str
    cite: str


class LimitView(TypedDict):
    """Lowest and highest stake, in cents."""

    least_cents: int
    most_cents: int
    cite: str


class WagerTermView(TypedDict):
    """Condition of a wager that a player should read before betting."""

    title: str
    text: str
    cite: str


class OddsLabelView(TypedDict):
    """Odds of a wager in short, as a spot shows them."""

    kind: Literal["ratio", "up-to", "except", "meter", "none"]
    """One ratio; the highest of several pays; a ratio with one exception; a share of a meter; or no pays at all."""
    pay: PayoutView | None
    """Usual pay of the wager (`ratio`, `except`), or its highest pay (`up-to`)."""
    exception: PayoutView | None
    """The other ratio of `except`."""
    exception_name: str
    """Name of the result that the exception pays."""
    highest: PayoutView | None
    """Highest odds of the pay table; None if it has no odds."""
    has_several: bool
    """Whether the rows of the pay table pay differently."""


class CommissionView(TypedDict):
    """Commission that the house takes on a wager, and when it takes it."""

    taken_on: Literal["win", "push"]
    of: Literal["winnings", "stake"]
    percent: str
    """Percentage in decimal figures, `5` or `2.5`."""
    when: str
    cite: str


class PostedWagerView(TypedDict):
    """A wager as posted on the layout: pay table, limits, conditions."""

    id: str
    title: str
    short_title: str
    """Title where there is little space."""
    spot_title: str
    """Title on a spot beside the hand of the wager."""
    spot_hint: str
    """Winning result in about three words; empty if the title says it."""
    group: str
    role: WagerRole
    zone: str
    """Hand to which the wager belongs, or `tie` between hands; empty if it belongs to no hand."""
    summary: str
    outcome: str
    rows: list[PayRowView]
    odds_label: OddsLabelView
    limit: LimitView
    placed_with: list[str]
    """Wagers that are placed together with this one, with the same stake."""
    charges: list[CommissionView]
    is_backline_allowed: bool
    is_placed_during_round: bool
    """Whether the wager is offered only during the round; it has no betting spot."""
    after_fold: AfterFold | None
    """Whether the wager stays in play after a fold or is given up with the hand; None in a game without folds."""
    envy_from_cents: int | None
    """Lowest stake in cents that also wins the envy bonus (`envy` of the rows); None if there is no envy bonus."""
    terms: list[WagerTermView]
    note: str
    cite: str


class WagerView(PostedWagerView):
    """A wager at a table: what is posted about it, and whether it is open now."""

    is_locked: bool
    is_meter_down: bool
