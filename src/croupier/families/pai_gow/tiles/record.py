"""The player-dealer's tiles that a board remembers, as they were set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from typing_extensions import TypedDict

from croupier.families.pai_gow.record import SettingShown
from croupier.families.pai_gow.result import DEALER
from croupier.play.record import LastRounds, RecordShapes


@dataclass(frozen=True)
class PastTiles:
    """How the player-dealer's tiles lay, and what the two hands were called."""

    high: tuple[str, ...]
    low: tuple[str, ...]
    high_name: str
    low_name: str

    @classmethod
    def of(cls, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> PastTiles:
        return cls(tuple(cards[f"{DEALER}/high"]), tuple(cards[f"{DEALER}/low"]), facts["high"], facts["low"])

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class TileSettingsSeen(TypedDict):
    """The player-dealer's last tiles."""

    tile_settings: list[SettingShown]


TILES_SEEN = LastRounds("tile_settings", PastTiles, PastTiles.of, RecordShapes(TileSettingsSeen, TileSettingsSeen))
