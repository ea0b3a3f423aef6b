"""Which game a table deals, by whose rules, and what is posted there for everybody to read."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from croupier.money.schedules.schedule_file import Basis
from croupier.rulebook.citations import CitedRule


class FeeView(TypedDict):
    """One line of a collection schedule."""

    lowest: int
    """Cents, or players where the schedule goes by them."""
    highest: int | None
    """None: and more."""
    fee_cents: int


class ScheduleView(TypedDict):
    """The collection schedule in force."""

    id: str
    title: str
    cite: str
    rules: list[CitedRule]
    basis: Basis
    player_dealer_cents: int | None
    """What the player-dealer pays a hand, where the brackets are the players'."""
    fees: list[FeeView]
    """As it is posted: every bracket."""


class PostedNoticeView(TypedDict):
    """A sentence that stands at the table for everybody to read."""

    id: str
    text: str
    cite: str


class AnnouncedOptionView(TypedDict):
    """One thing that an announced change changes."""

    option: str
    title: str
    was: str
    becomes: str


class AnnouncedChangeView(TypedDict):
    """A change that was announced, and from when it counts."""

    id: str
    at: int
    from_at: int
    changes: list[AnnouncedOptionView]


class GameView(TypedDict):
    """Which game this is, by whose rules."""

    rulebook: str
    title: str
    summary: str
    family: str
    banking: Literal["house", "player-dealer", "seats"]
    house: str
    digest: str
    decks: int
    hands: list[str]
    together_least_cents: int
    """What all of one bettor's wagers must add up to at least; 0 where nothing is asked."""
    printed: dict[str, list[str]]
    """The cards printed at each seat of the layout."""
    schedule: ScheduleView | None
    notices: list[PostedNoticeView]
    """What stands at the table for everybody to read."""
    coming: list[AnnouncedChangeView]
    """Changes that were announced and do not count yet."""
    soft_17: Literal["hit", "stand"] | None
    counts_cards: bool
    """The number of cards is announced with the result."""
    boxes: int
    """How many seats one player may hold."""
