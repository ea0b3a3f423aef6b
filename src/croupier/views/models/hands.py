"""Cards as they lie on the felt, and the shoe they come from."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

Cards = dict[str, list[str]]
"""The cards of each hand."""


class CardView(TypedDict):
    """A card as it lies; one whose back alone is seen has no `card`."""

    nth: int
    place: int | None
    """Its number among the cards of the round; none for one carried over from the last."""
    face_down: bool
    card: NotRequired[str]


class HandView(TypedDict):
    """How a hand stands, in a game in which seats have hands of their own: `dealer`, `player:2`, `player:2/1`."""

    hand: str
    seat: int | None
    total: int | None
    soft: bool
    state: str
    stake_cents: int
    compared: NotRequired[str]
    """How it came out against the hand it is settled against, once both are open: `win`, `lose`, `copy-win`,
    `copy-lose`; `copy` where nobody takes one."""
    house_way: NotRequired[bool]
    """The "house way" button lies on it: the house sets it for its player. Everybody sees that."""


class CardPositionView(TypedDict):
    """A card's place."""

    hand: str
    nth: int


class NextDrawView(TypedDict):
    """The card that comes next, and the hands that take no more; empty before every card that decides it is seen."""

    next: CardPositionView | None
    stands: list[str]


class NextHandView(TypedDict):
    """How the next round begins."""

    free_hand: bool
    card_carried: bool
    carried: NotRequired[str]


class ShoeView(TypedDict):
    """How much of the shoe is left, and what was promised of it."""

    number: int
    source: str
    decks: int
    cards: int
    left: int
    burn_due: bool
    cut_card_out: bool
    last_hand: bool
    finished: bool
    digest: str | None
    opened: bool
    batch: str | None
    """The colour of its backs, where two batches or decks take turns."""
    burned: list[str]
    """The burned cards that were shown."""
    burned_unseen: int
