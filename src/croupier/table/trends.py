"""What a baccarat table remembers of its shoes: how often each thing happened, and the roads of each shoe.

This is a record of hands already played, and is worded as one: nothing here says or hints that a result is more or less
to be expected because of it. [9 NYCRR 5319.30(f)]

Everything is a value. A shoe's record with one hand more is a new record; a table keeps the shoe in play and a limited
number of those before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Any

from croupier.cards import Card
from croupier.families.baccarat.roads import Outcome, Roads, Winner, roads_of, what_if
from croupier.families.blackjack.hands import count, is_natural, value

SHOES_KEPT = 20
HANDS_MOST = 1_000
"""More hands than any shoe holds: eight decks give at most 104."""

NOTE = "These are the results of hands already played. They do not foretell the next one."

COUNTED: dict[str, Callable[[Outcome], bool]] = {
    "player": lambda outcome: outcome.winner == "player",
    "banker": lambda outcome: outcome.winner == "banker",
    "tie": lambda outcome: outcome.winner == "tie",
    "player_pair": lambda outcome: outcome.player_pair,
    "banker_pair": lambda outcome: outcome.banker_pair,
    "either_pair": lambda outcome: outcome.player_pair or outcome.banker_pair,
    "player_natural": lambda outcome: outcome.player_natural,
    "banker_natural": lambda outcome: outcome.banker_natural,
    "natural": lambda outcome: outcome.natural,
}
"""What is counted of every hand."""


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


@dataclass(frozen=True)
class DealerHand:
    """The outcome of a round that everybody plays against the dealer: no roads are drawn of it."""

    cards: tuple[str, ...]
    total: int
    natural: bool

    @classmethod
    def of(cls, cards: Sequence[Card]) -> DealerHand:
        values = [value(card.rank) for card in cards]
        return cls(tuple(str(card) for card in cards), count(values).total, is_natural(values[0], values[1]))

    def to_json(self) -> dict[str, Any]:
        return {"cards": list(self.cards), "total": self.total, "natural": self.natural}


@dataclass(frozen=True)
class PokerHand:
    """The outcome of a poker round: the player-dealer's hand, and the board it was made with where there is one."""

    cards: tuple[str, ...]
    board: tuple[str, ...]
    name: str
    """`kings full of fours`."""
    qualifies: bool

    @classmethod
    def of(cls, cards: Sequence[str], board: Sequence[str], facts: Mapping[str, Any]) -> PokerHand:
        """`facts`: what the round came to, under the readings it was played by."""
        return cls(tuple(cards), tuple(board), str(facts["dealer"]), bool(facts["dealer_qualifies"]))

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Hand:
    """One hand: its outcome, and which wagers of the layout won on it, whether or not anyone had made them."""

    outcome: Outcome | DealerHand | PokerHand
    winning_wagers: frozenset[str] = frozenset()


DEALER_HANDS_SHOWN = 20
DEALER_ENDED: dict[str, Callable[[DealerHand], bool]] = {
    "natural": lambda hand: hand.natural,
    "21": lambda hand: hand.total == 21 and not hand.natural,
    **{str(total): lambda hand, total=total: hand.total == total for total in range(20, 16, -1)},  # type: ignore[misc]
    "broke": lambda hand: hand.total > 21,
}


@dataclass(frozen=True)
class ShoeTrend:
    """The record of one shoe. `wagers` lists the layout, so that a wager that has not won is shown as such."""

    number: int = 1
    wagers: tuple[str, ...] = ()
    hands: tuple[Hand, ...] = ()

    def __post_init__(self) -> None:
        if len(self.hands) > HANDS_MOST:
            raise ValueError(f"shoe {self.number} has {len(self.hands)} hands; a shoe holds at most {HANDS_MOST}")

    def after(self, outcome: Outcome | DealerHand | PokerHand, winning_wagers: Iterable[str] = ()) -> ShoeTrend:
        """The record with one hand more."""
        return replace(self, hands=(*self.hands, Hand(outcome, frozenset(winning_wagers))))

    def corrected(
        self, hand: int, outcome: Outcome | DealerHand | PokerHand, winning_wagers: Iterable[str] = ()
    ) -> ShoeTrend:
        """The record with a hand (from 1) as it should have been read."""
        if not 1 <= hand <= len(self.hands):
            raise ValueError(f"shoe {self.number} has no hand {hand}; it has {len(self.hands)}")
        put_right = Hand(outcome, frozenset(winning_wagers))
        return replace(self, hands=(*self.hands[: hand - 1], put_right, *self.hands[hand:]))

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        return tuple(hand.outcome for hand in self.hands if isinstance(hand.outcome, Outcome))

    @property
    def dealer_hands(self) -> tuple[DealerHand, ...]:
        return tuple(hand.outcome for hand in self.hands if isinstance(hand.outcome, DealerHand))

    @property
    def poker_hands(self) -> tuple[PokerHand, ...]:
        return tuple(hand.outcome for hand in self.hands if isinstance(hand.outcome, PokerHand))

    @property
    def roads(self) -> Roads:
        return roads_of(self.outcomes)

    @property
    def summary(self) -> Summary:
        return Summary((self,))

    def longest_run(self, winner: Winner) -> int:
        """The longest run of one result. As on the big road, a tie neither ends nor lengthens a run of wins."""
        winners = [each.winner for each in self.outcomes if winner == "tie" or each.winner != "tie"]
        return max((sum(1 for _ in run) for result, run in groupby(winners) if result == winner), default=0)

    def to_json(self) -> dict[str, Any]:
        """The whole record for a view: statistics, roads, and how either win would be drawn on the derived roads."""
        marks = {"player": what_if(self.outcomes, "player"), "banker": what_if(self.outcomes, "banker")}
        return {
            "shoe": self.number,
            "note": NOTE,
            **self.summary.to_json(),
            "roads": self.roads.to_json(),
            "would_be_drawn": {side: asdict(mark) for side, mark in marks.items()},
        }


@dataclass(frozen=True)
class Summary:
    """The statistics of one shoe, or of several together."""

    shoes: tuple[ShoeTrend, ...]

    @property
    def hands(self) -> tuple[Hand, ...]:
        return tuple(hand for shoe in self.shoes for hand in shoe.hands)

    @property
    def shares(self) -> dict[str, Share]:
        """How many hands were won by each side, tied, had pairs or naturals."""
        hands = self.hands
        return {
            name: Share(
                sum(1 for hand in hands if isinstance(hand.outcome, Outcome) and happened(hand.outcome)), len(hands)
            )
            for name, happened in COUNTED.items()
        }

    @property
    def dealer_shares(self) -> dict[str, Share]:
        """How the dealer's hands ended."""
        hands = [hand for shoe in self.shoes for hand in shoe.dealer_hands]
        return {
            name: Share(sum(1 for hand in hands if ended(hand)), len(hands)) for name, ended in DEALER_ENDED.items()
        }

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

    def longest_run(self, winner: Winner) -> int:
        """A run ends with its shoe."""
        return max((shoe.longest_run(winner) for shoe in self.shoes), default=0)

    def to_json(self) -> dict[str, Any]:
        winners: tuple[Winner, ...] = ("player", "banker", "tie")
        return {
            "hands": len(self.hands),
            "results": {name: share.to_json() for name, share in self.shares.items()},
            "wagers": {wager: share.to_json() for wager, share in self.wagers.items()},
            "longest_runs": {winner: self.longest_run(winner) for winner in winners},
            "dealer": {name: share.to_json() for name, share in self.dealer_shares.items()},
        }


@dataclass(frozen=True)
class TableTrends:
    """The shoe in play and those before it, the latest first."""

    current: ShoeTrend = ShoeTrend()
    previous: tuple[ShoeTrend, ...] = ()
    shoes_kept: int = SHOES_KEPT

    def __post_init__(self) -> None:
        if len(self.previous) > self.shoes_kept:
            raise ValueError(f"{len(self.previous)} shoes are kept; expected at most {self.shoes_kept}")

    def after(self, outcome: Outcome | DealerHand | PokerHand, winning_wagers: Iterable[str] = ()) -> TableTrends:
        """The record with one hand more in the shoe in play."""
        return replace(self, current=self.current.after(outcome, winning_wagers))

    def new_shoe(self, wagers: tuple[str, ...] | None = None) -> TableTrends:
        """The next shoe comes in, with this layout or the same. A shoe no hand was played from is not kept."""
        before = (self.current, *self.previous) if self.current.hands else self.previous
        fresh = ShoeTrend(self.current.number + 1, self.current.wagers if wagers is None else wagers)
        return replace(self, current=fresh, previous=before[: self.shoes_kept])

    def corrected(
        self, shoe: int, hand: int, outcome: Outcome | DealerHand | PokerHand, winning_wagers: Iterable[str] = ()
    ) -> TableTrends:
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
    def summary(self) -> Summary:
        """Everything kept, the shoe in play included."""
        return Summary((self.current, *self.previous))

    @property
    def hands_per_shoe(self) -> Fraction | None:
        """The average over the finished shoes; none before the first."""
        return Share(sum(len(shoe.hands) for shoe in self.previous), len(self.previous)).fraction

    @property
    def dealer_hands(self) -> tuple[DealerHand, ...]:
        """The dealer's last hands, the latest last; across shoes, where each round has its own."""
        hands = [hand for shoe in (*reversed(self.previous), self.current) for hand in shoe.dealer_hands]
        return tuple(hands[-DEALER_HANDS_SHOWN:])

    @property
    def poker_hands(self) -> tuple[PokerHand, ...]:
        """The player-dealer's last hands, the latest last; the deck is another one every round."""
        hands = [hand for shoe in (*reversed(self.previous), self.current) for hand in shoe.poker_hands]
        return tuple(hands[-DEALER_HANDS_SHOWN:])

    def to_json(self) -> dict[str, Any]:
        """The shoe in play in full; of the others the statistics only, since their roads would be far larger."""
        return {
            "dealer_hands": [hand.to_json() for hand in self.dealer_hands],
            "poker_hands": [hand.to_json() for hand in self.poker_hands],
            "note": NOTE,
            "current": self.current.to_json(),
            "previous": [{"shoe": shoe.number} | shoe.summary.to_json() for shoe in self.previous],
            "all": self.summary.to_json(),
            "hands_per_shoe": {
                "hands": sum(len(shoe.hands) for shoe in self.previous),
                "shoes": len(self.previous),
            },
        }
