"""Past hands of the player-dealer in mah-jong pai gow, for boards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.families.pai_gow.shared.base_round import DEALER
from croupier.play.board import RecentRounds
from croupier.play.hands_on_table import HandName


@dataclass(frozen=True)
class TileHandEntry:
    """One past round: the player-dealer's two tiles with their name, and the result of each seat."""

    tiles: tuple[str, ...]
    name: str
    bank: int | None
    """Seat of the player-dealer."""
    seats: tuple[tuple[int, str], ...]
    """Each seat with its result: `win`, `lose`, `same` or `zero`."""

    @classmethod
    def of(cls, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> TileHandEntry:
        seats = sorted(seat for name in cards if (seat := HandName.parse(name).seat) is not None)
        seat_results = tuple((seat, facts.get(f"seat {seat}", "")) for seat in seats)
        return cls(tuple(cards[DEALER]), facts["hand"], facts.get("bank"), seat_results)

    def to_json(self) -> dict[str, Any]:
        return {
            "bank": self.bank,
            "dealer": [{"cards": list(self.tiles), "name": self.name}],
            "seats": [{"seat": seat, "outcomes": [result]} for seat, result in self.seats],
        }


TILE_HAND_HISTORY = RecentRounds("seat-marks", TileHandEntry, TileHandEntry.of)
