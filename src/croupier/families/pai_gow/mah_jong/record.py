"""The player-dealer's mah-jong tiles that a board remembers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from typing_extensions import TypedDict

from croupier.families.pai_gow.result import DEALER
from croupier.play.record import LastRounds, RecordShapes


@dataclass(frozen=True)
class PastTwo:
    """The player-dealer's two tiles and what they were called."""

    tiles: tuple[str, ...]
    name: str

    @classmethod
    def of(cls, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> PastTwo:
        return cls(tuple(cards[DEALER]), facts["hand"])

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class TwoTilesShown(TypedDict):
    """Two tiles and what they were called."""

    tiles: list[str]
    name: str


class TwoTilesSeen(TypedDict):
    """The player-dealer's last hands of two tiles."""

    two_tiles: list[TwoTilesShown]


TWO_TILES = LastRounds("two_tiles", PastTwo, PastTwo.of, RecordShapes(TwoTilesSeen, TwoTilesSeen))
