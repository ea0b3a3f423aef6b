"""Past hands for the table's wall screen: best hand, declarations, and points of each seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from croupier.play.board import RecentRounds

SEAT_FACT_SUFFIXES = (" end", " points")
"""Suffixes of the keys under which the result summary has a seat's figures: how its hand ended, and its points."""


@dataclass(frozen=True)
class ThirteenEntry:
    """One past hand of thirteen cards, as the history stores it."""

    best: tuple[int, ...]
    best_with: str
    ends: Mapping[str, str]
    points: Mapping[str, int]

    @classmethod
    def of(cls, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> ThirteenEntry:
        ends, points = (
            {
                fact.removeprefix("seat ").removesuffix(what): value
                for fact, value in facts.items()
                if fact.endswith(what)
            }
            for what in SEAT_FACT_SUFFIXES
        )
        return cls(tuple(facts["best"]), facts["best_with"], ends, points)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


THIRTEENS = RecentRounds("points", ThirteenEntry, ThirteenEntry.of)
