"""View models of the wagers on a layout: pay tables, limits, and dependencies on other wagers."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from croupier.money.pay_odds import PayOddsKind
from croupier.play.family import AfterFold, WagerRole


class PayoutView(TypedDict):
    """What a pay table row pays: odds `to` or `for` one, a fixed amount in cents, or a share of a meter."""

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


class LinkedWagersView(TypedDict):
    """Wagers that another wager requires or excludes."""

    wagers: list[str]
    seated_only: bool
    """Whether the rule applies to the seated player only and not to backline bettors."""
    cite: str


class WagerCapView(TypedDict):
    """Maximum of a stake, as a share of the same bettor's stakes on other wagers."""

    wagers: list[str]
    is_of_total: bool
    """Whether the maximum is a share of the stakes on these wagers together; if false, of each single stake."""
    share: str
    is_exact: bool
    cite: str


class CommissionView(TypedDict):
    """Commission that the house takes on a wager, and when it takes it."""

    taken_on: Literal["win", "push"]
    of: Literal["winnings", "stake"]
    share: str
    when: str
    cite: str


class PostedWagerView(TypedDict):
    """A wager as posted on the layout: pay table, limits, conditions."""

    id: str
    title: str
    group: str
    role: WagerRole
    zone: str
    """Hand to which the wager belongs, or `tie` between hands; empty if it belongs to no hand."""
    summary: str
    outcome: str
    rows: list[PayRowView]
    limit: LimitView
    requires: list[LinkedWagersView]
    excludes: list[LinkedWagersView]
    caps: list[WagerCapView]
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
