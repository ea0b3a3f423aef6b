"""What the record of hands already played is made of, as boards draw it: what all tables have, what families add."""

from __future__ import annotations

from types import new_class
from typing import TYPE_CHECKING, Any

from typing_extensions import TypedDict

from croupier.play.board import EmptyView, ShareView
from croupier.play.family import histories


class ShoeCountsView(TypedDict):
    """How often each thing happened."""

    hands: int
    wagers: dict[str, ShareView]


class HandsPerShoeView(TypedDict):
    """Of the shoes that are over."""

    hands: int
    shoes: int


def with_family_fields(name: str, base: Any, part: str) -> Any:
    """A shape with what the families add to it. Every table's record has the same keys, whatever is dealt there."""
    added = dict.fromkeys(getattr(record.types, part) for record in histories())
    made: Any = new_class(name, (base, *(one for one in added if one is not EmptyView)))
    made.__doc__, made.__module__ = base.__doc__, __name__
    return made


if TYPE_CHECKING:

    class ShoeStatisticsView(ShoeCountsView): ...

    class TileTrendView(TypedDict): ...

else:
    ShoeStatisticsView = with_family_fields("ShoeStatistics", ShoeCountsView, "statistics")
    TileTrendView = with_family_fields("TileRecord", EmptyView, "lobby_tile")


class PastShoeView(ShoeStatisticsView):
    """A shoe that is over."""

    shoe: int


class CurrentShoeView(PastShoeView):
    """The shoe in play."""

    note: str


if TYPE_CHECKING:

    class ShoeTrendView(CurrentShoeView): ...

else:
    ShoeTrendView = with_family_fields("ShoeTrendView", CurrentShoeView, "drawing")


class TrendsBase(TypedDict):
    """The record of hands already played, labelled as such."""

    note: str
    current: ShoeTrendView
    previous: list[PastShoeView]
    all: ShoeStatisticsView
    hands_per_shoe: HandsPerShoeView


if TYPE_CHECKING:

    class TrendsView(TrendsBase): ...

else:
    TrendsView = with_family_fields("TrendsView", TrendsBase, "recent")
