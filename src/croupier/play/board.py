"""History of past rounds that a family shows on boards.

These are records of the past, and the wording must show that: no text may suggest that a result is more or less likely
because of them. [9 NYCRR 5319.30(f)]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Generic, Literal, NamedTuple, NotRequired, Protocol, TypeVar, cast

from typing_extensions import TypedDict

LAST_SHOWN = 48
LAST_ON_TILE = 12
"""Number of recent rounds on a table's board (`LAST_SHOWN`) and on its lobby tile (`LAST_ON_TILE`)."""
ROAD_COLUMNS_ON_TILE = 18
"""Number of the columns of a road on a table's tile in the lobby; the last one stays empty."""

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


class SideRoundView(TypedDict):
    """Past round of a game in which one of a few hands wins."""

    winner: str
    """Name of the hand that won, or `tie`; empty if none did."""
    outcome: NotRequired[str]
    """Outcome of the round in words, where the family has no sentence on the pages."""
    cards: NotRequired[dict[str, list[str]]]
    """Cards of each hand, by hand name."""
    figures: NotRequired[dict[str, int]]
    """Numbers that a board shows beside the winner, by name."""


class RoadSquareView(TypedDict):
    """One square of the road of a shoe: who won, and the number of ties after it. Columns and rows count from 0."""

    column: int
    row: int
    winner: str
    ties: NotRequired[int]


class SidesView(TypedDict):
    """Past rounds by the hand that won each, latest last."""

    kind: Literal["sides"]
    rounds: list[SideRoundView]


class DealerHandView(TypedDict):
    """Dealer's hand of one past round: with its total, or with its name and the community cards that it uses."""

    cards: list[str]
    total: NotRequired[int]
    natural: NotRequired[bool]
    board: NotRequired[list[str]]
    name: NotRequired[str]
    qualifies: NotRequired[bool]


class DealerHandsView(TypedDict):
    """Dealer's hands of past rounds, latest last."""

    kind: Literal["dealer-hands"]
    rounds: list[DealerHandView]


class DealerPartView(TypedDict):
    """One of the hands that the player-dealer's cards or tiles were set into, with its name."""

    cards: list[str]
    name: str


class SeatMarkView(TypedDict):
    """Results of a seat's hands against the player-dealer's, in the order of the player-dealer's hands.

    Seat 0 is the Player hand in games with two common hands.
    """

    seat: int
    outcomes: list[str]


class SeatMarksRoundView(TypedDict):
    """Past round in which every seat is compared with the player-dealer."""

    bank: int | None
    """Seat of the player-dealer."""
    dealer: list[DealerPartView]
    seats: list[SeatMarkView]


class SeatMarksView(TypedDict):
    """Past rounds by the result of each seat, latest last."""

    kind: Literal["seat-marks"]
    rounds: list[SeatMarksRoundView]


class PotRoundView(TypedDict):
    """Past hand: the board, the total of its pots after the fee, the winning seats, and whether hands were shown."""

    board: list[str]
    pot_cents: int
    winners: list[int]
    showdown: bool


class PotsView(TypedDict):
    """Past hands of a game for pots, latest last."""

    kind: Literal["pots"]
    rounds: list[PotRoundView]


class PointsRoundView(TypedDict):
    """Past hand: the seats with the best hand, its name, and each seat's ending and points."""

    best: list[int]
    best_with: str
    ends: dict[str, str]
    points: dict[str, int]


class PointsView(TypedDict):
    """Past hands of a game for points between seats, latest last."""

    kind: Literal["points"]
    rounds: list[PointsRoundView]


RecordKind = Literal["sides", "dealer-hands", "seat-marks", "pots", "points"]
PastRoundsView = SidesView | DealerHandsView | SeatMarksView | PotsView | PointsView
"""A table's past rounds, in the way that its family shows them; `kind` tells which."""


class EmptyView(TypedDict):
    """Empty part of the history, for a family that has no data for this part."""


class HistoryTypes(NamedTuple):
    """`TypedDict` classes that a family adds to the statistics of a shoe, and to the drawing of the shoe in play.

    The web pages' TypeScript types are generated from them.
    """

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
        """Types of the JSON objects that `statistics` and `drawing` return."""

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

    def record(self, shoes: Shoes, most: int) -> PastRoundsView:
        """Return the most recent rounds, at most `most`, as boards and the table's tile in the lobby show them."""

    def road(self, shoe: Sequence[Any], columns: int) -> list[RoadSquareView]:
        """Return the last columns of the road of the shoe in play for the lobby; empty if the family draws none."""


class ShownRound(Protocol):
    def to_json(self) -> dict[str, Any]: ...


K = TypeVar("K", bound=ShownRound)


@dataclass(frozen=True)
class RecentRounds(Generic[K]):
    """History that lists the last rounds one by one, latest last, across shoes."""

    kind: RecordKind
    entry_type: type[K]
    make: Callable[[Mapping[str, Any], Mapping[str, Any]], K]
    types: HistoryTypes = HistoryTypes()

    def entry(self, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> K:
        return self.make(cards, facts)

    def own(self, shoes: Shoes) -> list[K]:
        return [entry for shoe in shoes for entry in shoe if isinstance(entry, self.entry_type)]

    def statistics(self, shoes: Shoes) -> dict[str, Any]:
        return {}

    def drawing(self, shoe: Sequence[Any]) -> dict[str, Any]:
        return {}

    def record(self, shoes: Shoes, most: int) -> PastRoundsView:
        rounds = [entry.to_json() for entry in self.own(shoes)[-most:]]
        return cast("PastRoundsView", {"kind": self.kind, "rounds": rounds})

    def road(self, shoe: Sequence[Any], columns: int) -> list[RoadSquareView]:
        return []


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


class WinnersView(TypedDict):
    """Number of wins of each hand, in games without a board of their own; the empty name counts rounds nobody won."""

    winners: dict[str, ShareView]


PAST_ROUNDS = PastRoundHistory("sides", PastRound, PastRound.from_round, HistoryTypes(WinnersView))
"""History for any family whose `board_entry` returns the cards of each hand, and whose `result_summary` has `winner`
and `outcome`."""
