"""Statistics of a table's shoes: the rounds played from each, and how often each wager won.

These are records of past rounds, and the wording must show that: no text may suggest that a result is more or less
likely because of them. [9 NYCRR 5319.30(f)]

All objects are immutable: adding a round returns a new object. A table stores the shoe in play and a limited number of
earlier shoes. The family decides what is stored of a round and how it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from croupier.play.board import (
    LAST_ON_TILE,
    LAST_SHOWN,
    ROAD_COLUMNS_ON_TILE,
    PastRoundsView,
    RoadSquareView,
    RoundHistory,
    Share,
)
from croupier.play.family import histories

SHOES_STORED = 20
HANDS_MOST = 1_000
"""Limit of hands per shoe, more than any shoe contains: eight decks give at most 104."""

NOTE = "These are the results of hands already played. They do not foretell the next one."


@dataclass(frozen=True)
class PlayedHand:
    """Round with the data its family stores, and the wagers that won, whether or not a player had placed them."""

    outcome: Any
    winning_wagers: frozenset[str] = frozenset()
    family: str = ""
    """Family of the round; the table may deal another game when the round is corrected."""


@dataclass(frozen=True)
class ShoeTrend:
    """Rounds of one shoe. `wagers` lists the whole layout, so that a wager without a win is shown with zero."""

    number: int = 1
    wagers: tuple[str, ...] = ()
    hands: tuple[PlayedHand, ...] = ()

    def __post_init__(self) -> None:
        if len(self.hands) > HANDS_MOST:
            raise ValueError(f"shoe {self.number} has {len(self.hands)} hands; a shoe holds at most {HANDS_MOST}")

    def after(self, outcome: Any, winning_wagers: Iterable[str] = (), family: str = "") -> ShoeTrend:
        """Return the shoe with one more finished hand."""
        return replace(self, hands=(*self.hands, PlayedHand(outcome, frozenset(winning_wagers), family)))

    def corrected(self, hand: int, outcome: Any, winning_wagers: Iterable[str] = ()) -> ShoeTrend:
        """Return the shoe with one corrected hand. `hand`: number of the hand, from 1."""
        if not 1 <= hand <= len(self.hands):
            raise ValueError(f"shoe {self.number} has no hand {hand}; it has {len(self.hands)}")
        put_right = replace(self.hands[hand - 1], outcome=outcome, winning_wagers=frozenset(winning_wagers))
        return replace(self, hands=(*self.hands[: hand - 1], put_right, *self.hands[hand:]))

    @property
    def outcomes(self) -> tuple[Any, ...]:
        return tuple(hand.outcome for hand in self.hands)

    @property
    def summary(self) -> ShoeSummary:
        return ShoeSummary((self,))

    def to_json(self) -> dict[str, Any]:
        """Return the JSON of the shoe for a view: statistics, and the parts that each family draws."""
        shown: dict[str, Any] = {"shoe": self.number, "note": NOTE, **self.summary.to_json()}
        for history in histories():
            shown |= history.drawing(self.outcomes)
        return shown


@dataclass(frozen=True)
class ShoeSummary:
    """Statistics of one or more shoes."""

    shoes: tuple[ShoeTrend, ...]

    @property
    def hands(self) -> tuple[PlayedHand, ...]:
        return tuple(hand for shoe in self.shoes for hand in shoe.hands)

    @property
    def wagers(self) -> dict[str, Share]:
        """Number of wins of each wager: the layout's wagers in order, then any other wager that has won."""
        hands = self.hands
        listed = dict.fromkeys(wager for shoe in self.shoes for wager in shoe.wagers)
        others = dict.fromkeys(sorted({wager for hand in hands for wager in hand.winning_wagers}))
        return {
            wager: Share(sum(1 for hand in hands if wager in hand.winning_wagers), len(hands))
            for wager in listed | others
        }

    def to_json(self) -> dict[str, Any]:
        wagers = {wager: share.to_json() for wager, share in self.wagers.items()}
        shown: dict[str, Any] = {"hands": len(self.hands), "wagers": wagers}
        for history in histories():
            shown |= history.statistics([shoe.outcomes for shoe in self.shoes])
        return shown


@dataclass(frozen=True)
class TableTrends:
    """Shoe in play and the earlier shoes, latest first.

    Where a deck lasts one round, more shoes are stored, enough for the rounds that a board shows.
    """

    current: ShoeTrend = ShoeTrend()
    previous: tuple[ShoeTrend, ...] = ()
    shoes_stored: int = SHOES_STORED
    rounds_stored: int = LAST_SHOWN

    def __post_init__(self) -> None:
        if len(self.previous) > max(self.shoes_stored, self.rounds_stored):
            most = max(self.shoes_stored, self.rounds_stored)
            raise ValueError(f"{len(self.previous)} shoes are kept; expected at most {most}")

    def after(self, outcome: Any, winning_wagers: Iterable[str] = (), family: str = "") -> TableTrends:
        """Return the trends with one more hand in the shoe in play."""
        return replace(self, current=self.current.after(outcome, winning_wagers, family))

    def new_shoe(self, wagers: tuple[str, ...] | None = None) -> TableTrends:
        """Return the trends with a new shoe in play; the old one is dropped if no hand was dealt from it.

        `wagers` are the wagers of the new layout; None if the layout stays the same.
        """
        before = (self.current, *self.previous) if self.current.hands else self.previous
        fresh = ShoeTrend(self.current.number + 1, self.current.wagers if wagers is None else wagers)
        return replace(self, current=fresh, previous=self._shoes_to_store(before))

    def _shoes_to_store(self, shoes: tuple[ShoeTrend, ...]) -> tuple[ShoeTrend, ...]:
        """Return the shoes to keep: the latest ones, and earlier ones until the board has enough rounds to show."""
        rounds = accumulate((len(shoe.hands) for shoe in shoes), initial=0)
        wanted = (nth < self.shoes_stored or before < self.rounds_stored for nth, before in enumerate(rounds))
        return tuple(shoe for shoe, is_wanted in zip(shoes, wanted, strict=False) if is_wanted)

    def corrected(self, shoe: int, hand: int, outcome: Any, winning_wagers: Iterable[str] = ()) -> TableTrends:
        """Return the trends with a corrected hand; unchanged if the shoe is no longer stored."""
        wagers = frozenset(winning_wagers)
        current, *previous = (
            each.corrected(hand, outcome, wagers) if each.number == shoe else each
            for each in (self.current, *self.previous)
        )
        return replace(self, current=current, previous=tuple(previous))

    def shoe(self, number: int) -> ShoeTrend | None:
        """Return the shoe with this number, or None if it is no longer stored."""
        return next((each for each in (self.current, *self.previous) if each.number == number), None)

    @property
    def summary(self) -> ShoeSummary:
        """Statistics of all stored shoes, the shoe in play included."""
        return ShoeSummary((self.current, *self.previous))

    def to_json(self, history: RoundHistory) -> dict[str, Any]:
        """Return the JSON for the board: the shoe in play completely, earlier shoes as statistics only.

        The roads of all earlier shoes would be far larger. `history` is that of the family that the table deals.
        """
        return {
            "note": NOTE,
            "current": self.current.to_json(),
            "previous": [{"shoe": shoe.number} | shoe.summary.to_json() for shoe in self.previous[: self.shoes_stored]],
            "all": self.summary.to_json(),
            "hands_per_shoe": {
                "hands": sum(len(shoe.hands) for shoe in self.previous),
                "shoes": len(self.previous),
            },
            "record": history.record(self._by_shoe, LAST_SHOWN),
        }

    def on_tile(self, history: RoundHistory) -> PastRoundsView:
        """Return the last results as the family of the table shows them on its tile in the lobby."""
        return history.record(self._by_shoe, LAST_ON_TILE)

    def road_on_tile(self, history: RoundHistory) -> list[RoadSquareView]:
        """Return the road of the shoe in play for the table's tile in the lobby; one column stays free for the next."""
        return history.road(self.current.outcomes, ROAD_COLUMNS_ON_TILE - 1)

    @property
    def _by_shoe(self) -> list[tuple[Any, ...]]:
        return [shoe.outcomes for shoe in (*reversed(self.previous), self.current)]
