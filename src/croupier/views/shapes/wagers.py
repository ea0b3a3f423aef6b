"""The wagers of a layout: what each pays, its limits, and what it asks of other wagers."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from croupier.money.odds import OddsKind
from croupier.play.family import AfterFold, WagerRole


class PaySeen(TypedDict):
    """What a row pays: of the stake `to` or `for` one, so many cents whatever the stake, a share of a meter."""

    kind: OddsKind
    numerator: int
    denominator: int


class RowSeen(TypedDict):
    """One line of a pay table."""

    name: str
    pays: str
    odds: str
    """As the rulebook writes it."""
    pay: PaySeen
    meter: str
    """The title of the meter it takes a share of; empty where it takes none."""
    envy: str
    cite: str


class LimitSeen(TypedDict):
    """The least and the most that may be staked."""

    least_cents: int
    most_cents: int
    cite: str


class TermSeen(TypedDict):
    """A condition of a wager that a reader should know before betting it."""

    title: str
    text: str
    cite: str


class LinkedSeen(TypedDict):
    """Wagers that another needs, or bars."""

    wagers: list[str]
    seated_only: bool
    """Asked of the seat's own player, and of nobody behind him."""
    cite: str


class CapSeen(TypedDict):
    """No more here than this share of what lies on these."""

    of: list[str]
    by_total: bool
    """Of all of them together, and not of each."""
    share: str
    exact: bool
    cite: str


class ChargeSeen(TypedDict):
    """What the house keeps."""

    taken_on: Literal["win", "push"]
    of: Literal["winnings", "stake"]
    share: str
    when: str
    cite: str


class WagerPosted(TypedDict):
    """One wager as it stands on the layout."""

    id: str
    title: str
    group: str
    role: WagerRole
    zone: str
    """The hand on the felt that it belongs to, or `tie` between them; empty for one that belongs to none."""
    summary: str
    outcome: str
    rows: list[RowSeen]
    limit: LimitSeen
    requires: list[LinkedSeen]
    excludes: list[LinkedSeen]
    at_most: list[CapSeen]
    charges: list[ChargeSeen]
    backline: bool
    asked: bool
    """Put up while the round is played, when it is offered: no spot to bet on."""
    after_fold: AfterFold | None
    """In a game with folds: whether it stays in play when the hand is given up."""
    envy_from_cents: int | None
    """The stake from which it is also paid for the hands of others: the `envy` of its rows."""
    terms: list[TermSeen]
    note: str
    cite: str


class WagerSeen(WagerPosted):
    """One wager of a table, and whether it is open."""

    locked: bool
    meter_down: bool
