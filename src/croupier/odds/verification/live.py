"""A round as it was played live, for comparing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from croupier.cards import Card


class LiveRound(NamedTuple):
    """A round as it was played live."""

    result: Any
    cards: int = 0
    """How many it took."""
    told: Any = None
    """The same round as the family's mathematics sees it, where that is compared."""
    is_counted: bool = True
    """Whether how often it came says something."""


def cards_text(cards: Sequence[Card]) -> str:
    return " ".join(str(card) for card in cards)
