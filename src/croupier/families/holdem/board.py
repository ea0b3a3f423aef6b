"""Past hands for the table's wall screen: community cards, pot and winners."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from croupier.play.board import RecentRounds


@dataclass(frozen=True)
class HoldemEntry:
    """One past hand, as the history stores it."""

    board: list[str]
    pot_cents: int
    winners: list[int]
    showdown: bool

    @classmethod
    def of(cls, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> HoldemEntry:
        return cls(list(cards.get("board", [])), facts["pot_cents"], list(facts["winners"]), facts["showdown"])

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


POTS = RecentRounds("pots", HoldemEntry, HoldemEntry.of)
