"""What a family's board remembers of rounds already played, and how that is shown.

This is a record of the past, and is worded as one: nothing in it says or hints that a result is more or less to be
expected because of it. [9 NYCRR 5319.30(f)]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from typing_extensions import TypedDict

LAST_SHOWN = 48
LAST_ON_TILE = 12
"""How many of the last rounds a table's board shows, and its tile in the lobby."""

Shoes = Sequence[Sequence[Any]]
"""What is kept of some shoes, the oldest first. A table may have dealt another game before: a room picks its own."""


@dataclass(frozen=True)
class Share:
    """So many of so many."""

    count: int
    of: int

    @property
    def fraction(self) -> Fraction | None:
        """The exact share; none where there is nothing to share."""
        return Fraction(self.count, self.of) if self.of else None

    @property
    def percent(self) -> str | None:
        """The share in percent with one decimal, halves rounded up."""
        if not self.of:
            return None
        tenths = (2_000 * self.count + self.of) // (2 * self.of)
        return f"{tenths // 10}.{tenths % 10}"

    def to_json(self) -> dict[str, Any]:
        return {"count": self.count, "of": self.of, "percent": self.percent}


class ShareView(TypedDict):
    """So many of so many."""

    count: int
    of: int
    percent: str | None


class EmptyView(TypedDict):
    """A part that a family has nothing to put in."""


class HistoryTypes(NamedTuple):
    """What a family's part of a record is made of, each a `TypedDict`: the pages' types are made from these."""

    latest: Any = EmptyView
    on_tile: Any = EmptyView
    counted: Any = EmptyView
    drawn: Any = EmptyView


T = TypeVar("T")


def shares_of(kept: Sequence[T], happened: Mapping[str, Callable[[T], bool]], of: int) -> dict[str, Share]:
    """How often each thing happened in so many rounds."""
    return {name: Share(sum(map(each, kept)), of) for name, each in happened.items()}


class RoundHistory(Protocol):
    """How a family keeps and shows its rounds. Every table's record has the same keys, whatever is dealt there."""

    @property
    def shapes(self) -> HistoryTypes:
        """What the following show."""

    def kept(self, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> Any:
        """What is kept of a round, from the cards and the headline that were written down of it."""

    def counted(self, shoes: Shoes) -> dict[str, Any]:
        """Statistics of one shoe, or of several together."""

    def drawn(self, shoe: Sequence[Any]) -> dict[str, Any]:
        """What is drawn of the shoe in play."""

    def latest(self, shoes: Shoes) -> dict[str, Any]:
        """The last rounds, for the board."""

    def on_tile(self, shoes: Shoes) -> dict[str, Any]:
        """The last rounds, for the lobby."""


class ShownRound(Protocol):
    def to_json(self) -> dict[str, Any]: ...


K = TypeVar("K", bound=ShownRound)


@dataclass(frozen=True)
class RecentRounds(Generic[K]):
    """A record that shows the last rounds one by one, the latest last; across shoes, where each round has its own."""

    key: str
    kind: type[K]
    make: Callable[[Mapping[str, Any], Mapping[str, Any]], K]
    shapes: HistoryTypes

    def kept(self, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> K:
        return self.make(cards, facts)

    def own(self, shoes: Shoes) -> list[K]:
        return [kept for shoe in shoes for kept in shoe if isinstance(kept, self.kind)]

    def counted(self, shoes: Shoes) -> dict[str, Any]:
        return {}

    def drawn(self, shoe: Sequence[Any]) -> dict[str, Any]:
        return {}

    def latest(self, shoes: Shoes) -> dict[str, Any]:
        return {self.key: [kept.to_json() for kept in self.own(shoes)[-LAST_SHOWN:]]}

    def on_tile(self, shoes: Shoes) -> dict[str, Any]:
        return {self.key: [kept.to_json() for kept in self.own(shoes)[-LAST_ON_TILE:]]}
