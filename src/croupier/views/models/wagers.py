"""The wagers of a layout: what each pays, its limits, and what it asks of other wagers."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from croupier.money.pay_odds import PayOddsKind
from croupier.play.family import AfterFold, WagerRole


class PayoutView(TypedDict):
    """What a row pays: of the stake `to` or `for` one, so many cents whatever the stake, a share of a meter."""

    kind: PayOddsKind
    numerator: int
    denominator: int


class PayRowView(TypedDict):
    """One line of a pay table."""

    name: str
    pays: str
    odds: str
    """As the rulebook writes it."""
    pay: PayoutView
    meter: str
    """The title of the meter it takes a share of; empty where it takes none."""
    envy: str
    cite: str


class LimitView(TypedDict):
    """The least and the most that may be staked."""

    least_cents: int
    most_cents: int
    cite: str


class WagerTermView(TypedDict):
    """A condition of a wager that a reader should know before betting it."""

    title: str
    text: str
    cite: str


class LinkedWagersView(TypedDict):
    """Wagers that another needs, or bars."""

    wagers: list[str]
    seated_only: bool
    """Asked of the seat's own player, and of nobody behind him."""
    cite: str


class WagerCapView(TypedDict):
    """No more here than this share of what lies on these."""

    of: list[str]
    by_total: bool
    """Of all of them together, and not of each."""
    share: str
    exact: bool
    cite: str


class CommissionView(TypedDict):
    """What the house keeps."""

    taken_on: Literal["win", "push"]
    of: Literal["winnings", "stake"]
    share: str
    when: str
    cite: str


class PostedWagerView(TypedDict):
    """One wager as it stands on the layout."""

    id: str
    title: str
    group: str
    role: WagerRole
    zone: str
    """The hand on the felt that it belongs to, or `tie` between them; empty for one that belongs to none."""
    summary: str
    outcome: str
    rows: list[PayRowView]
    limit: LimitView
    requires: list[LinkedWagersView]
    excludes: list[LinkedWagersView]
    at_most: list[WagerCapView]
    charges: list[CommissionView]
    backline: bool
    asked: bool
    """Put up while the round is played, when it is offered: no spot to bet on."""
    after_fold: AfterFold | None
    """In a game with folds: whether it stays in play when the hand is given up."""
    envy_from_cents: int | None
    """The stake from which it is also paid for the hands of others: the `envy` of its rows."""
    terms: list[WagerTermView]
    note: str
    cite: str


class WagerView(PostedWagerView):
    """One wager of a table, and whether it is open."""

    locked: bool
    meter_down: bool
