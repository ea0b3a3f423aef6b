"""Record of a round that the live code played, for comparison with the odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from croupier.cards import Card


class LiveRound(NamedTuple):
    """Round that the live code played: its result and its number of cards."""

    result: Any
    cards: int = 0
    """Number of cards that were dealt in the round."""
    evaluation: Any = None
    """Result of the same round by the family's mathematics; None if the family does not compare it."""
    is_counted: bool = True
    """Whether the round counts in the frequency test."""


def cards_text(cards: Sequence[Card]) -> str:
    return " ".join(str(card) for card in cards)
