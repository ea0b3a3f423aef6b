"""View models of past rounds for boards: the common part, and the parts that game families add."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typing_extensions import TypedDict

from croupier.play.board import EmptyView, PastRoundsView, ShareView
from croupier.play.family import histories
from croupier.views.family_fields import with_family_fields


class ShoeCountsView(TypedDict):
    """Number of hands dealt from a shoe, and how often each wager won."""

    hands: int
    wagers: dict[str, ShareView]


class HandsPerShoeView(TypedDict):
    """Number of finished shoes, and the number of hands dealt from them."""

    hands: int
    shoes: int


def _with_part(name: str, base: Any, part: str) -> Any:
    """Return the class `base` with the keys that all game families add to this part of the history."""
    added = (getattr(history.types, part) for history in histories())
    return with_family_fields(name, __name__, base, (one for one in added if one is not EmptyView))


if TYPE_CHECKING:

    class ShoeStatisticsView(ShoeCountsView): ...

else:
    ShoeStatisticsView = _with_part("ShoeStatistics", ShoeCountsView, "statistics")


class PastShoeView(ShoeStatisticsView):
    """Statistics of a finished shoe."""

    shoe: int


class CurrentShoeView(PastShoeView):
    """Statistics of the shoe in play."""

    note: str


if TYPE_CHECKING:

    class ShoeTrendView(CurrentShoeView): ...

else:
    ShoeTrendView = _with_part("ShoeTrendView", CurrentShoeView, "drawing")


class TrendsView(TypedDict):
    """History of past rounds, with a note that it says nothing about future ones."""

    note: str
    current: ShoeTrendView
    previous: list[PastShoeView]
    all: ShoeStatisticsView
    hands_per_shoe: HandsPerShoeView
    record: PastRoundsView
    """Last rounds, as the family of the table shows them."""
