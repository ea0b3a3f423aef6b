"""A hand as it lies on the felt, for showing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from typing_extensions import TypedDict

from croupier.cards import Card

SeenHands = Mapping[str, Sequence[str | None]]
"""The cards of each hand as somebody sees them; a back is None."""


def hand_words(hand: str) -> str:
    """`player:2/1` is seat 2's first hand."""
    seat, _, place = hand.removeprefix("player:").partition("/")
    if not hand.startswith("player:"):
        return hand.capitalize()
    return f"Seat {seat}, hand {place}" if place else f"Seat {seat}"


@dataclass(frozen=True)
class FeltHand:
    """One hand: whose it is, its cards with their numbers in the round, and how it stands."""

    name: str
    """`dealer`, `player:2`, `player:2/1`."""
    seat: int | None
    """None for the dealer."""
    cards: tuple[Card, ...]
    places: tuple[int, ...]
    total: int | None
    """None while part of it is hidden."""
    soft: bool = False
    state: str = "waiting"
    """waiting, playing, stood, doubled, broke, natural, 31, charlie, surrendered."""
    stake_cents: int = 0
    """What whoever decides has on it."""


def whole_hands(cards: SeenHands) -> dict[str, tuple[str, ...]]:
    """The hands that have cards, all of them seen."""
    seen = {hand: tuple(card for card in lying if card is not None) for hand, lying in cards.items()}
    return {hand: lying for hand, lying in seen.items() if lying and len(lying) == len(cards[hand])}


class MadeHand(TypedDict):
    """What a hand has come to."""

    total: int | None
    """What it counts, in a game that counts."""
    soft: bool
    category: str | None
    """`natural`, `full-house`; none where the hand is nothing that has a name."""
    ranks: list[str]
    """The ranks it is called by, in order of weight: K and 4 of kings full of fours, and then what is beside them."""
    cards: list[str]
    """Those that count, its own and shared ones; empty while more are to come."""
