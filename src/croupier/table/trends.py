"""What a table remembers of its shoes: the rounds played from each, and how often each wager won.

This is a record of rounds already played, and is worded as one: nothing here says or hints that a result is more or
less to be expected because of it. [9 NYCRR 5319.30(f)]

Everything is a value. A shoe's record with one round more is a new record; a table keeps the shoe in play and a limited
number of those before it. What is kept of a round, and how it is shown, is its family's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from typing import Any

from croupier.play.board import LAST_SHOWN, Share
from croupier.play.family import records

SHOES_KEPT = 20
HANDS_MOST = 1_000
"""More hands than any shoe holds: eight decks give at most 104."""

NOTE = "These are the results of hands already played. They do not foretell the next one."


@dataclass(frozen=True)
class PlayedHand:
    """One round: what its family keeps of it, and which wagers of the layout won on it, whether or not anyone had made
    them."""

    outcome: Any
    winning_wagers: frozenset[str] = frozenset()
    family: str = ""
    """Whose round it was: a table may deal another game by the time a card of it is put right."""


@dataclass(frozen=True)
class ShoeTrend:
    """The record of one shoe. `wagers` lists the layout, so that a wager that has not won is shown as such."""

    number: int = 1
    wagers: tuple[str, ...] = ()
    hands: tuple[PlayedHand, ...] = ()

    def __post_init__(self) -> None:
        if len(self.hands) > HANDS_MOST:
            raise ValueError(f"shoe {self.number} has {len(self.hands)} hands; a shoe holds at most {HANDS_MOST}")

    def after(self, outcome: Any, winning_wagers: Iterable[str] = (), family: str = "") -> ShoeTrend:
        """The record with one hand more."""
        return replace(self, hands=(*self.hands, PlayedHand(outcome, frozenset(winning_wagers), family)))

    def corrected(self, hand: int, outcome: Any, winning_wagers: Iterable[str] = ()) -> ShoeTrend:
        """The record with a hand (from 1) as it should have been read."""
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
        """The whole record for a view: statistics, and what each family draws of a shoe."""
        shown: dict[str, Any] = {"shoe": self.number, "note": NOTE, **self.summary.to_json()}
        for record in records():
            shown |= record.drawn(self.outcomes)
        return shown


@dataclass(frozen=True)
class ShoeSummary:
    """The statistics of one shoe, or of several together."""

    shoes: tuple[ShoeTrend, ...]

    @property
    def hands(self) -> tuple[PlayedHand, ...]:
        return tuple(hand for shoe in self.shoes for hand in shoe.hands)

    @property
    def wagers(self) -> dict[str, Share]:
        """On how many hands each wager won: the layout's in its order, then any other that has won."""
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
        for record in records():
            shown |= record.counted([shoe.outcomes for shoe in self.shoes])
        return shown


@dataclass(frozen=True)
class TableTrends:
    """The shoe in play and those before it, the latest first. Where a deck lasts one round, more shoes are kept than
    elsewhere: enough for the rounds a board shows."""

    current: ShoeTrend = ShoeTrend()
    previous: tuple[ShoeTrend, ...] = ()
    shoes_kept: int = SHOES_KEPT
    rounds_kept: int = LAST_SHOWN

    def __post_init__(self) -> None:
        if len(self.previous) > max(self.shoes_kept, self.rounds_kept):
            most = max(self.shoes_kept, self.rounds_kept)
            raise ValueError(f"{len(self.previous)} shoes are kept; expected at most {most}")

    def after(self, outcome: Any, winning_wagers: Iterable[str] = (), family: str = "") -> TableTrends:
        """The record with one hand more in the shoe in play."""
        return replace(self, current=self.current.after(outcome, winning_wagers, family))

    def new_shoe(self, wagers: tuple[str, ...] | None = None) -> TableTrends:
        """The next shoe comes in, with this layout or the same. A shoe no hand was played from is not kept."""
        before = (self.current, *self.previous) if self.current.hands else self.previous
        fresh = ShoeTrend(self.current.number + 1, self.current.wagers if wagers is None else wagers)
        return replace(self, current=fresh, previous=self._worth_keeping(before))

    def _worth_keeping(self, shoes: tuple[ShoeTrend, ...]) -> tuple[ShoeTrend, ...]:
        """The latest shoes, and as many before them as it takes to have the rounds a board shows."""
        rounds = accumulate((len(shoe.hands) for shoe in shoes), initial=0)
        wanted = (nth < self.shoes_kept or before < self.rounds_kept for nth, before in enumerate(rounds))
        return tuple(shoe for shoe, is_wanted in zip(shoes, wanted, strict=False) if is_wanted)

    def corrected(self, shoe: int, hand: int, outcome: Any, winning_wagers: Iterable[str] = ()) -> TableTrends:
        """The record with a hand put right; unchanged where its shoe is no longer kept."""
        wagers = frozenset(winning_wagers)
        current, *previous = (
            each.corrected(hand, outcome, wagers) if each.number == shoe else each
            for each in (self.current, *self.previous)
        )
        return replace(self, current=current, previous=tuple(previous))

    def shoe(self, number: int) -> ShoeTrend | None:
        """The record of a shoe, if it is still kept."""
        return next((each for each in (self.current, *self.previous) if each.number == number), None)

    @property
    def summary(self) -> ShoeSummary:
        """Everything kept, the shoe in play included."""
        return ShoeSummary((self.current, *self.previous))

    @property
    def hands_per_shoe(self) -> Fraction | None:
        """The average over the finished shoes; none before the first."""
        return Share(sum(len(shoe.hands) for shoe in self.previous), len(self.previous)).fraction

    def to_json(self) -> dict[str, Any]:
        """The shoe in play in full; of the others the statistics only, since their roads would be far larger."""
        shown: dict[str, Any] = {
            "note": NOTE,
            "current": self.current.to_json(),
            "previous": [{"shoe": shoe.number} | shoe.summary.to_json() for shoe in self.previous[: self.shoes_kept]],
            "all": self.summary.to_json(),
            "hands_per_shoe": {
                "hands": sum(len(shoe.hands) for shoe in self.previous),
                "shoes": len(self.previous),
            },
        }
        for record in records():
            shown |= record.latest(self._by_shoe)
        return shown

    def on_tile(self) -> dict[str, Any]:
        """The last results, as the lobby shows them."""
        return {key: shown for record in records() for key, shown in record.on_tile(self._by_shoe).items()}

    @property
    def _by_shoe(self) -> list[tuple[Any, ...]]:
        return [shoe.outcomes for shoe in (*reversed(self.previous), self.current)]
