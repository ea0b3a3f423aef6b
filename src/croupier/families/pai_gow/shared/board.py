"""Past rounds for boards: the player-dealer's hands as they were set.

In games with two common hands, the Banker hand takes the player-dealer's place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.play.board import RecentRounds
from croupier.play.hands_on_table import HandName


@dataclass(frozen=True)
class SeatComparison:
    """Result of a seat's two hands against the player-dealer's.

    Seat 0 is the Player hand in games with two common hands.
    """

    seat: int
    high: str
    low: str

    @classmethod
    def of(cls, seat: int, facts: Mapping[str, Any]) -> SeatComparison:
        whose = f"seat {seat}" if seat else "player"
        return cls(seat, facts.get(f"{whose} high", ""), facts.get(f"{whose} low", ""))


@dataclass(frozen=True)
class SetHandEntry:
    """One past round: the player-dealer's hands as they were set, with their names, and the result of each seat."""

    high: tuple[str, ...]
    low: tuple[str, ...]
    high_name: str
    low_name: str
    bank: int | None
    """Seat of the player-dealer."""
    seats: tuple[SeatComparison, ...]

    @classmethod
    def from_round(cls, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> SetHandEntry:
        """Return the history entry for the final cards and the result summary of a round."""
        who = facts["against"]
        others = [HandName.parse(name) for name in cards if name != f"{who}/high"]
        seats = sorted(one.seat or 0 for one in others if one.part == "high")
        return cls(
            tuple(cards[f"{who}/high"]),
            tuple(cards[f"{who}/low"]),
            facts["high"],
            facts["low"],
            facts.get("bank"),
            tuple(SeatComparison.of(seat, facts) for seat in seats),
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "bank": self.bank,
            "dealer": [
                {"cards": list(self.high), "name": self.high_name},
                {"cards": list(self.low), "name": self.low_name},
            ],
            "seats": [{"seat": one.seat, "outcomes": [one.high, one.low]} for one in self.seats],
        }


SET_HAND_HISTORY = RecentRounds("seat-marks", SetHandEntry, SetHandEntry.from_round)
