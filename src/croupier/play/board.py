"""History of past rounds that a family shows on boards.

These are records of the past, and the wording must show that: no text may suggest that a result is more or less likely
because of them. [9 NYCRR 5319.30(f)]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from typing_extensions import TypedDict

LAST_SHOWN = 48
LAST_ON_TILE = 12
"""Number of recent rounds on a table's board (`LAST_SHOWN`) and on its lobby tile (`LAST_ON_TILE`)."""

Shoes = Sequence[Sequence[Any]]
"""Stored rounds by shoe, oldest shoe first.

A table may have dealt several games; each family uses only its own rounds.
"""


@dataclass(frozen=True)
class Share:
    """Count and the total that it is a part of, such as 12 wins in 40 rounds."""

    count: int
    of: int

    @property
    def fraction(self) -> Fraction | None:
        """Exact fraction; None if the total is zero."""
        return Fraction(self.count, self.of) if self.of else None

    @property
    def percent(self) -> str | None:
        """Percentage with one decimal, halves rounded up; None if the total is zero."""
        if not self.of:
            return None
        tenths = (2_000 * self.count + self.of) // (2 * self.of)
        return f"{tenths // 10}.{tenths % 10}"

    def to_json(self) -> dict[str, Any]:
        return {"count": self.count, "of": self.of, "percent": self.percent}


class ShareView(TypedDict):
    """Count, the total that it is a part of, and the percentage, such as 12 wins in 40 rounds: 30 %."""

    count: int
    of: int
    percent: str | None


class EmptyView(TypedDict):
    """Empty part of the history, for a family that has no data for this part."""


class HistoryTypes(NamedTuple):
    """`TypedDict` classes of a family's round history; the web pages' TypeScript types are generated from them."""

    recent: Any = EmptyView
    lobby_tile: Any = EmptyView
    statistics: Any = EmptyView
    drawing: Any = EmptyView


T = TypeVar("T")


def shares_of(entries: Sequence[T], happened: Mapping[str, Callable[[T], bool]], of: int) -> dict[str, Share]:
    """Return, for each condition, the number of rounds in which it was true, out of `of` rounds."""
    return {name: Share(sum(map(condition, entries)), of) for name, condition in happened.items()}


class RoundHistory(Protocol):
    """Interface with which a family stores and shows its rounds; the JSON keys are the same at every table."""

    @property
    def types(self) -> HistoryTypes:
        """Types of the JSON objects that `entry`, `statistics`, `drawing`, `recent` and `lobby_tile` return."""

    def entry(self, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> Any:
        """Return the entry that the history stores for a round.

        `cards` is the family's board entry of the round, `facts` its result summary.
        """

    def statistics(self, shoes: Shoes) -> dict[str, Any]:
        """Return counts over the rounds of one or more shoes, such as how often each side won.

        Each family chooses what is counted.
        """

    def drawing(self, shoe: Sequence[Any]) -> dict[str, Any]:
        """Return what the board draws from the rounds of the shoe in play; empty if the family draws nothing."""

    def recent(self, shoes: Shoes) -> dict[str, Any]:
        """Return the most recent rounds, as the board shows them."""

    def lobby_tile(self, shoes: Shoes) -> dict[str, Any]:
        """Return the most recent rounds, as the table's tile in the lobby shows them."""


class ShownRound(Protocol):
    def to_json(self) -> dict[str, Any]: ...


K = TypeVar("K", bound=ShownRound)


@dataclass(frozen=True)
class RecentRounds(Generic[K]):
    """History that lists the last rounds one by one, latest last, across shoes."""

    key: str
    kind: type[K]
    make: Callable[[Mapping[str, Any], Mapping[str, Any]], K]
    types: HistoryTypes

    def entry(self, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> K:
        return self.make(cards, facts)

    def own(self, shoes: Shoes) -> list[K]:
        return [entry for shoe in shoes for entry in shoe if isinstance(entry, self.kind)]

    def statistics(self, shoes: Shoes) -> dict[str, Any]:
        return {}

    def drawing(self, shoe: Sequence[Any]) -> dict[str, Any]:
        return {}

    def recent(self, shoes: Shoes) -> dict[str, Any]:
        return {self.key: [entry.to_json() for entry in self.own(shoes)[-LAST_SHOWN:]]}

    def lobby_tile(self, shoes: Shoes) -> dict[str, Any]:
        return {self.key: [entry.to_json() for entry in self.own(shoes)[-LAST_ON_TILE:]]}


@dataclass(frozen=True)
class PastRound:
    """Past round of a family without a history of its own: who won, the outcome in words, and the cards."""

    winner: str
    """Name of the hand that won; empty if none did."""
    outcome: str
    cards: dict[str, list[str]]

    @classmethod
    def from_round(cls, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> PastRound:
        """Return the entry from the cards of each hand, and from `winner` and `outcome` of the result summary."""
        return cls(facts["winner"], facts["outcome"], dict(cards))

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class PastRoundHistory(RecentRounds[PastRound]):
    def statistics(self, shoes: Shoes) -> dict[str, Any]:
        past = self.own(shoes)
        counts = Counter(entry.winner for entry in past)
        return {"winners": {hand: Share(count, len(past)).to_json() for hand, count in counts.items()}}


class PastRoundView(TypedDict):
    """Past round of a game without a board of its own."""

    winner: str
    """Name of the hand that won; empty if none did."""
    outcome: str
    """Outcome of the round in words."""
    cards: dict[str, list[str]]
    """Cards of each hand, by hand name."""


class PastRoundsView(TypedDict):
    """Past rounds of games without a board of their own, latest last."""

    past_rounds: list[PastRoundView]


class WinnersView(TypedDict):
    """How often each hand won, in games without a board of their own; the empty name counts rounds without a winner."""

    winners: dict[str, ShareView]


PAST_ROUNDS = PastRoundHistory(
    "past_rounds", PastRound, PastRound.from_round, HistoryTypes(PastRoundsView, PastRoundsView, WinnersView)
)
"""History for any family whose `board_entry` returns the cards of each hand, and whose `result_summary` has `winner`
and `outcome`."""
