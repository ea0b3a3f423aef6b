"""A hand as it lies on the felt, for showing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from croupier.cards.pack import P_co


def hand_words(hand: str) -> str:
    """`player:2/1` is seat 2's first hand."""
    seat, _, place = hand.removeprefix("player:").partition("/")
    if not hand.startswith("player:"):
        return hand.capitalize()
    return f"Seat {seat}, hand {place}" if place else f"Seat {seat}"


@dataclass(frozen=True)
class FeltHand(Generic[P_co]):
    """One hand: whose it is, its cards with their numbers in the round, and how it stands."""

    name: str
    """`dealer`, `player:2`, `player:2/1`."""
    seat: int | None
    """None for the dealer."""
    cards: tuple[P_co, ...]
    places: tuple[int, ...]
    total: int | None
    """None while part of it is hidden."""
    soft: bool = False
    state: str = "waiting"
    """waiting, playing, stood, doubled, broke, natural, 31, charlie, surrendered."""
    stake_cents: int = 0
    """What whoever decides has on it."""
