"""The player-dealer's hands that a board remembers, as they were set; where two hands lie for all, the Banker's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from typing_extensions import TypedDict

from croupier.play.felt import HandName
from croupier.play.record import LastRounds, RecordShapes


@dataclass(frozen=True)
class SeatCompared:
    """How a seat's two hands came out; 0 is the Player's hand where two lie for all."""

    seat: int
    high: str
    low: str

    @classmethod
    def of(cls, seat: int, facts: Mapping[str, Any]) -> SeatCompared:
        whose = f"seat {seat}" if seat else "player"
        return cls(seat, facts.get(f"{whose} high", ""), facts.get(f"{whose} low", ""))


@dataclass(frozen=True)
class PastSetting:
    """How the player-dealer's hands lay, and what they were called."""

    high: tuple[str, ...]
    low: tuple[str, ...]
    high_name: str
    low_name: str
    bank: int | None
    """The player-dealer's seat."""
    seats: tuple[SeatCompared, ...]

    @classmethod
    def of(cls, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> PastSetting:
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
            tuple(SeatCompared.of(seat, facts) for seat in seats),
        )

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class SeatCame(TypedDict):
    """How a seat's two hands came out against the player-dealer's; seat 0: the Player's hand, where two lie for all."""

    seat: int
    high: str
    low: str


class SettingShown(TypedDict):
    """The player-dealer's hands and what they were called, and how each seat came out against them."""

    high: list[str]
    low: list[str]
    high_name: str
    low_name: str
    bank: int | None
    seats: list[SeatCame]


class SettingsSeen(TypedDict):
    """The player-dealer's last hands."""

    settings: list[SettingShown]


SETTINGS_SEEN = LastRounds("settings", PastSetting, PastSetting.of, RecordShapes(SettingsSeen, SettingsSeen))
