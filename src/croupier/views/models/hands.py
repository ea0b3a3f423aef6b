"""View models of the cards on the table and of the shoe."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

Cards = dict[str, list[str]]
"""Cards of each hand, by hand name."""


class CardView(TypedDict):
    """Card on the table; a card that is hidden from the viewer has no `card`."""

    position_in_hand: int
    card_number: int | None
    """Number of the card in the round, from 1 in dealing order; None for a card carried over from the last round."""
    is_face_down: bool
    card: NotRequired[str]


class HandView(TypedDict):
    """State of one hand, in a game in which seats have their own hands: `dealer`, `player:2`, `player:2/1`."""

    hand: str
    seat: int | None
    total: int | None
    is_soft: bool
    state: str
    stake_cents: int
    compared: NotRequired[str]
    """Comparison with the opposing hand, once both are open: `win`, `lose`, `copy-win`, `copy-lose` or `copy`.

    A copy is an equal hand: `copy-win` if this hand wins it, `copy-lose` if it loses, `copy` if neither wins.
    """
    is_house_way: NotRequired[bool]
    """Whether the house sets the hand for its player; everybody at the table may see that."""


class CardPositionView(TypedDict):
    """Position of a card: hand, and number in the hand."""

    hand: str
    position_in_hand: int


class NextDrawView(TypedDict):
    """Next card to deal, and the hands that draw no more; empty until all cards that decide this are face up."""

    next: CardPositionView | None
    standing_hands: list[str]


class NextHandView(TypedDict):
    """Start of the next round: a hand without wagers (free hand), a carried card, or the usual start."""

    free_hand: bool
    card_carried: bool
    carried: NotRequired[str]


class ShoeView(TypedDict):
    """State of the shoe: cards left, cut card, and the digest that commits to the order of the cards."""

    number: int
    source: str
    decks: int
    cards: int
    cards_left: int
    burn_due: bool
    cut_card_out: bool
    last_hand: bool
    finished: bool
    digest: str | None
    is_order_revealed: bool
    batch: str | None
    """Colour of the card backs, if two batches or decks take turns; None otherwise."""
    burned: list[str]
    """Burn cards that were shown to the players, in order."""
    burn_cards_unseen: int
