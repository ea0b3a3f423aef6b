"""The player-dealer's hands that a board remembers, as they were set; where two hands lie for all, the Banker's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from typing_extensions import TypedDict

from croupier.play.board import HistoryTypes, RecentRounds
from croupier.play.hands_on_table import HandName


@dataclass(frozen=True)
class SeatComparison:
    """How a seat's two hands came out; 0 is the Player's hand where two lie for all."""

    seat: int
    high: str
    low: str

    @classmethod
    def of(cls, seat: int, facts: Mapping[str, Any]) -> SeatComparison:
        whose = f"seat {seat}" if seat else "player"
        return cls(seat, facts.get(f"{whose} high", ""), facts.get(f"{whose} low", ""))


@dataclass(frozen=True)
class SetHandEntry:
    """How the player-dealer's hands lay, and what they were called."""

    high: tuple[str, ...]
    low: tuple[str, ...]
    high_name: str
    low_name: str
    bank: int | None
    """The player-dealer's seat."""
    seats: tuple[SeatComparison, ...]

    @classmethod
    def of(cls, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> SetHandEntry:
        """`facts`: what the round came to, under the readings it was played by."""
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
        return asdict(self)


class SeatComparisonView(TypedDict):
    """How a seat's two hands came out against the player-dealer's; seat 0: the Player's hand, where two lie for all."""

    seat: int
    high: str
    low: str


class SetHandView(TypedDict):
    """The player-dealer's hands and what they were called, and how each seat came out against them."""

    high: list[str]
    low: list[str]
    high_name: str
    low_name: str
    bank: int | None
    seats: list[SeatComparisonView]


class SettingsSeen(TypedDict):
    """The player-dealer's last hands."""

    settings: list[SetHandView]


SET_HAND_HISTORY = RecentRounds("settings", SetHandEntry, SetHandEntry.of, HistoryTypes(SettingsSeen, SettingsSeen))
