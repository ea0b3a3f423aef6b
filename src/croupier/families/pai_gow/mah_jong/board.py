"""The player-dealer's mah-jong tiles that a board remembers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from typing_extensions import TypedDict

from croupier.families.pai_gow.result import DEALER
from croupier.play.board import HistoryTypes, RecentRounds
from croupier.play.hands_on_table import HandName


@dataclass(frozen=True)
class TileHandEntry:
    """The player-dealer's two tiles and what they were called."""

    tiles: tuple[str, ...]
    name: str
    bank: int | None
    """The player-dealer's seat."""
    seats: tuple[tuple[int, str], ...]
    """How each seat came out."""

    @classmethod
    def of(cls, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> TileHandEntry:
        seats = sorted(seat for name in cards if (seat := HandName.parse(name).seat) is not None)
        came_out = tuple((seat, facts.get(f"seat {seat}", "")) for seat in seats)
        return cls(tuple(cards[DEALER]), facts["hand"], facts.get("bank"), came_out)

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {"seats": [{"seat": seat, "came": came} for seat, came in self.seats]}


class SeatOfTwo(TypedDict):
    """How a seat's hand came out against the player-dealer's: `win`, `lose`; `same`: the same two tiles, which lose."""

    seat: int
    came: str


class TileHandView(TypedDict):
    """The player-dealer's two tiles and what they were called, and how each seat came out against them."""

    tiles: list[str]
    name: str
    bank: int | None
    seats: list[SeatOfTwo]


class TwoTilesView(TypedDict):
    """The player-dealer's last hands of two tiles."""

    two_tiles: list[TileHandView]


TWO_TILES = RecentRounds("two_tiles", TileHandEntry, TileHandEntry.of, HistoryTypes(TwoTilesView, TwoTilesView))
