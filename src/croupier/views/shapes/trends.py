"""What the record of hands already played is made of, as boards draw it: what all tables have, what families add."""

from __future__ import annotations

from types import new_class
from typing import TYPE_CHECKING, Any

from typing_extensions import TypedDict

from croupier.play.family import records
from croupier.play.record import NothingShown, ShareSeen


class ShoeCounted(TypedDict):
    """How often each thing happened."""

    hands: int
    wagers: dict[str, ShareSeen]


class HandsPerShoe(TypedDict):
    """Of the shoes that are over."""

    hands: int
    shoes: int


def with_rooms(name: str, base: Any, part: str) -> Any:
    """A shape with what the families add to it. Every table's record has the same keys, whatever is dealt there."""
    added = dict.fromkeys(getattr(record.shapes, part) for record in records())
    made: Any = new_class(name, (base, *(one for one in added if one is not NothingShown)))
    made.__doc__, made.__module__ = base.__doc__, __name__
    return made


if TYPE_CHECKING:

    class ShoeStatistics(ShoeCounted): ...

    class TileRecord(TypedDict): ...

else:
    ShoeStatistics = with_rooms("ShoeStatistics", ShoeCounted, "counted")
    TileRecord = with_rooms("TileRecord", NothingShown, "on_tile")


class ShoeBefore(ShoeStatistics):
    """A shoe that is over."""

    shoe: int


class ShoeInPlay(ShoeBefore):
    """The shoe in play."""

    note: str


if TYPE_CHECKING:

    class ShoeTrendSeen(ShoeInPlay): ...

else:
    ShoeTrendSeen = with_rooms("ShoeTrendSeen", ShoeInPlay, "drawn")


class Trends(TypedDict):
    """The record of hands already played, labelled as such."""

    note: str
    current: ShoeTrendSeen
    previous: list[ShoeBefore]
    all: ShoeStatistics
    hands_per_shoe: HandsPerShoe


if TYPE_CHECKING:

    class TrendsSeen(Trends): ...

else:
    TrendsSeen = with_rooms("TrendsSeen", Trends, "latest")
