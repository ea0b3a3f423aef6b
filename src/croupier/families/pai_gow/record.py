"""The player-dealer's hands that a board remembers, as they were set; where two hands lie for all, the Banker's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from typing_extensions import TypedDict

from croupier.play.record import LastRounds, RecordShapes


@dataclass(frozen=True)
class PastSetting:
    """How the player-dealer's hands lay, and what they were called."""

    high: tuple[str, ...]
    low: tuple[str, ...]
    high_name: str
    low_name: str

    @classmethod
    def of(cls, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> PastSetting:
        """`facts`: what the round came to, under the readings it was played by."""
        who = facts["against"]
        return cls(tuple(cards[f"{who}/high"]), tuple(cards[f"{who}/low"]), facts["high"], facts["low"])

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class SettingShown(TypedDict):
    """The player-dealer's hands and what they were called."""

    high: list[str]
    low: list[str]
    high_name: str
    low_name: str


class SettingsSeen(TypedDict):
    """The player-dealer's last hands."""

    settings: list[SettingShown]


SETTINGS_SEEN = LastRounds("settings", PastSetting, PastSetting.of, RecordShapes(SettingsSeen, SettingsSeen))
