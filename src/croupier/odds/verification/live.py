"""Round played by the live code, for comparison."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from croupier.cards import Card


class LiveRound(NamedTuple):
    """Round played by the live code."""

    result: Any
    cards: int = 0
    """Number of cards dealt."""
    evaluation: Any = None
    """The same round as the family's mathematics evaluates it, if that is compared."""
    is_counted: bool = True
    """Whether the round counts in the frequency test."""


def cards_text(cards: Sequence[Card]) -> str:
    return " ".join(str(card) for card in cards)
