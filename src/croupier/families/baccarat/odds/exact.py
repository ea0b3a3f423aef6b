"""Exact odds of baccarat: every deal of a full or partly dealt shoe is counted.

A wager uses a few facts, and each fact depends only on a part of the cards: totals on ten point values, pairs and four
of a kind on the first four cards, suited rows on the suits of each hand. Deals are therefore counted in classes that
the wager's facts cannot distinguish. The coarsest sufficient count is used, and one real round represents each class.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, Rank, Suit
from croupier.families.baccarat.facts import TableContext, columns_of
from croupier.families.baccarat.hand_values import DrawTable, points
from croupier.families.baccarat.odds.kernels import (
    FIRST_FOUR_KEYS,
    STOOD,
    TOTALS_CLASSES,
    count_first_fours,
    count_fours_with_totals,
    count_restricted,
    count_totals,
)
from croupier.families.baccarat.round import BaccaratRules, Coup, play
from croupier.odds.fact_table import EXACT, FactTable, NotExactlyCountable, Weights
from croupier.odds.par_sheet import ParSheet, counted_sheet
from croupier.odds.shoe_composition import Composition, card_of
from croupier.play.driver import result_of
from croupier.play.facts import FactColumns
from croupier.rulebook.table_rules import TableRules


@dataclass(frozen=True, eq=False)
class CoupClasses:
    """Classes of rounds with equal facts, each represented by one example round."""

    coups: tuple[Coup, ...]
    _seen: dict[tuple[int, TableContext | None], FactColumns] = field(default_factory=dict)

    def columns(self, seat: int = 0, layout: TableContext | None = None) -> FactColumns:
        """Return the facts of all classes of rounds for one seat, as columns.

        The result is cached, because it does not depend on the weights.
        """
        key = (seat, layout)
        if key not in self._seen:
            self._seen[key] = columns_of(self.coups, (seat,), layout)
        return self._seen[key]


@dataclass(frozen=True)
class CoupTable(FactTable):
    """Fact table of baccarat with the classes of rounds that its entries stand for."""

    classes: CoupClasses


FIRST_FOUR_FACTS = frozenset(
    (
        *("player_pair", "banker_pair", "player_perfect_pair", "banker_perfect_pair"),
        *("quads", "suited_quads", "quads_rank", "trips", "suited_trips", "two_pair", "suited_pair"),
        *("player_royal_9", "banker_royal_9", "player_suited_royal_9", "banker_suited_royal_9"),
        *("player_king_9", "banker_king_9", "seat_king_9", "other_seat_king_9", "other_betting_seat_king_9"),
        *("seat", "quads_seat_bets"),
    )
)
"""Facts that depend only on the first four cards."""
SUIT_FACTS = frozenset(
    ("player_suited", "banker_suited", "player_one_colour", "banker_one_colour", "all_suited", "all_one_colour")
)
"""Facts that depend on the suits of all cards of a hand."""
_CARD_POINTS = np.array([points(card_of(number).rank) for number in range(52)], dtype=np.int64)


@dataclass(frozen=True)
class ExactBaccarat:
    """Exact fact tables for one set of drawing rules; for different shoes only the weights differ."""

    draw_table: DrawTable
    natural_stops: bool = True

    @classmethod
    def of(cls, rules: TableRules) -> ExactBaccarat:
        play_rules = BaccaratRules.of(rules)
        return cls(play_rules.draw_table, play_rules.natural_stops)

    def table(
        self, shoe: Composition, facts: Iterable[str], *, seat: int = 0, layout: TableContext | None = None
    ) -> CoupTable:
        """Return the exact table with the fewest classes that still tells these facts apart.

        Raise `NotExactlyCountable` for facts of the first four cards together with facts of the suits of whole hands.
        """
        shoe.require_a_round()
        wanted = frozenset(facts)
        first_four, suits = bool(wanted & FIRST_FOUR_FACTS), bool(wanted & SUIT_FACTS)
        totals = bool(wanted - FIRST_FOUR_FACTS - SUIT_FACTS)
        if first_four and suits:
            names = ", ".join(sorted(wanted))
            both = f"the first four cards and at the suits of whole hands together ({names})"
            raise NotExactlyCountable(f"looks at {both}; croupier simulate measures it")
        if first_four:
            kinds, weights = self._fours_with_totals(shoe) if totals else self._first_fours(shoe)
        elif suits:
            kinds, weights = self._with_suits(shoe)
        else:
            kinds, weights = self._totals(shoe)
        return CoupTable(weights, EXACT, kinds.columns(seat, layout), kinds)

    def _draws(self) -> NDArray[np.int64]:
        return np.array(self.draw_table, dtype=np.int64)

    @lru_cache(maxsize=64)  # noqa: B019 - few small immutable objects
    def _totals(self, shoe: Composition) -> tuple[CoupClasses, Weights]:
        places, kinds = classes_by_totals(self.draw_table, self.natural_stops)
        counts = count_totals(cards_left_by_points(shoe), self._draws(), self.natural_stops)
        return kinds, counts[places]

    @lru_cache(maxsize=64)  # noqa: B019 - few small immutable objects
    def _first_fours(self, shoe: Composition) -> tuple[CoupClasses, Weights]:
        _, counts, examples = count_first_fours(shoe.by_card())
        rest = (shoe.cards - 4) * (shoe.cards - 5)
        kinds = _first_four_kinds(self.draw_table, self.natural_stops, tuple(int(e) for e in examples))
        return kinds, counts * rest

    def _fours_with_totals(self, shoe: Composition) -> tuple[CoupClasses, Weights]:
        keys, _, _ = count_first_fours(shoe.by_card())
        places = np.full(FIRST_FOUR_KEYS, -1, np.int64)
        places[keys] = np.arange(len(keys))
        counts, examples = count_fours_with_totals(
            shoe.by_card(), _CARD_POINTS, places, len(keys), self._draws(), self.natural_stops
        )
        found_keys, found_kinds = np.nonzero(counts)
        fours = examples[found_keys, found_kinds // 121]
        kinds = _finished_kinds(tuple(map(int, fours)), tuple(map(int, found_kinds % 121)))
        return kinds, counts[found_keys, found_kinds]

    @lru_cache(maxsize=8)  # noqa: B019 - few small immutable objects
    def _with_suits(self, shoe: Composition) -> tuple[CoupClasses, Weights]:
        counts = self._suit_counts(shoe)
        places, kinds = _suit_kinds(self.draw_table, self.natural_stops)
        return kinds, np.concatenate([counts[pair][places] for pair in _SUIT_PAIRS])

    def _suit_counts(self, shoe: Composition) -> dict[tuple[str, str], Weights]:
        """Count deals by the suit class of each hand.

        The counts come from deals in which each hand's cards are restricted to a set of suits, by Moebius inversion.
        """
        draws, cards = self._draws(), shoe.cards
        left = {name: cards_left_by_points(shoe, suits) for name, suits in _SETS.items()}
        within = {
            (player, banker): _count_within(left, player, banker, cards, draws, self.natural_stops)
            for player, banker in product(_SETS, repeat=2)
        }
        counts = {pair: np.zeros(TOTALS_CLASSES, np.int64) for pair in _SUIT_PAIRS}
        for player, banker in product(_CLASSES, repeat=2):
            for (first, sign), (second, other_sign) in product(_CLASSES[player], _CLASSES[banker]):
                counts[_suit_pair(player, banker)] += sign * other_sign * within[first, second]
        return counts


def _count_within(
    left: dict[str, NDArray[np.int64]], player: str, banker: str, cards: int, draws: NDArray[np.int64], stops: bool
) -> NDArray[np.int64]:
    """Count deals by totals if the Player's cards come from one set of suits and the Banker's from another."""
    one, two = set(_SETS[player]), set(_SETS[banker])
    player_is_first = one <= two
    first, second = (left[player], left[banker]) if player_is_first else (left[banker], left[player])
    counts: NDArray[np.int64] = count_restricted(first, second, bool(one & two), player_is_first, cards, draws, stops)
    return counts


_SETS: dict[str, tuple[Suit, ...]] = {
    **{suit.name: (suit,) for suit in Suit},
    "BLACK": (Suit.SPADES, Suit.CLUBS),
    "RED": (Suit.HEARTS, Suit.DIAMONDS),
    "ANY": tuple(Suit),
}
# A hand has one suit, one colour but several suits, or both colours.
_CLASSES: dict[str, tuple[tuple[str, int], ...]] = {
    **{suit.name: ((suit.name, 1),) for suit in Suit},
    "BLACK": (("BLACK", 1), ("SPADES", -1), ("CLUBS", -1)),
    "RED": (("RED", 1), ("HEARTS", -1), ("DIAMONDS", -1)),
    "ANY": (("ANY", 1), ("BLACK", -1), ("RED", -1)),
}


@cache
def _suit_pair(player: str, banker: str) -> tuple[str, str]:
    """Return the first pair of suit classes, of Player and Banker, with the same facts as this pair."""
    pairs = ((first, second) for first in _CLASSES for second in _CLASSES)
    return next(pair for pair in pairs if _relation(*pair) == _relation(player, banker))


def _relation(player: str, banker: str) -> tuple[object, ...]:
    size = {name: len(suits) for name, suits in _SETS.items()}
    one, two = set(_SETS[player]), set(_SETS[banker])
    colours = [{suit.is_red for suit in suits} for suits in (one, two)]
    same_suit = one == two and len(one) == 1
    same_colour = colours[0] == colours[1] and len(colours[0]) == 1
    return size[player], size[banker], same_suit, same_colour


_SUIT_PAIRS = tuple(dict.fromkeys(_suit_pair(*pair) for pair in product(_CLASSES, repeat=2)))


@cache
def reachable_classes(draw_table: DrawTable, natural_stops: bool) -> NDArray[np.int64]:
    """Return the indexes of the classes by totals that can occur under the drawing rules."""
    counts = count_totals(np.full(10, 32, np.int64), np.array(draw_table, dtype=np.int64), natural_stops)
    return np.nonzero(counts)[0]


@cache
def classes_by_totals(draw_table: DrawTable, natural_stops: bool) -> tuple[NDArray[np.int64], CoupClasses]:
    places = reachable_classes(draw_table, natural_stops)
    return places, CoupClasses(tuple(_example(int(place), "ANY", "ANY") for place in places))


@cache
def _suit_kinds(draw_table: DrawTable, natural_stops: bool) -> tuple[NDArray[np.int64], CoupClasses]:
    places = reachable_classes(draw_table, natural_stops)
    return places, CoupClasses(tuple(_example(int(place), *pair) for pair in _SUIT_PAIRS for place in places))


def _example(place: int, player_suits: str, banker_suits: str) -> Coup:
    """Return an example round of a class: cards with its totals, in suits of the given suit classes."""
    totals, thirds = divmod(place, 121)
    player, banker = divmod(totals, 10)
    player_third, banker_third = divmod(thirds, 11)
    return Coup(_hand(player, player_third, player_suits), _hand(banker, banker_third, banker_suits))


def _hand(two_card_total: int, third: int, suits: str) -> tuple[Card, ...]:
    values = [two_card_total, 0] + ([] if third == STOOD else [third])
    own = _SETS[suits]
    spread = (own[0], own[-1], own[0])
    return tuple(Card(Rank(value) if value else Rank.KING, spread[place]) for place, value in enumerate(values))


@lru_cache(maxsize=64)
def _first_four_kinds(draw_table: DrawTable, natural_stops: bool, examples: tuple[int, ...]) -> CoupClasses:
    rules = BaccaratRules(draw_table, natural_stops)
    return CoupClasses(tuple(_finished(rules, example) for example in examples))


@lru_cache(maxsize=8)
def _finished_kinds(fours: tuple[int, ...], thirds: tuple[int, ...]) -> CoupClasses:
    return CoupClasses(tuple(_with_thirds(*pair) for pair in zip(fours, thirds, strict=True)))


def _with_thirds(four: int, thirds: int) -> Coup:
    a, b, c, d = _cards_of(four)
    player_third, banker_third = divmod(thirds, 11)
    return Coup((a, b, *_third(player_third)), (c, d, *_third(banker_third)))


def _third(value: int) -> tuple[Card, ...]:
    return () if value == STOOD else (Card(Rank(value) if value else Rank.KING, Suit.CLUBS),)


def _cards_of(four: int) -> tuple[Card, ...]:
    return tuple(card_of(four // 52**power % 52) for power in (3, 2, 1, 0))


def _finished(rules: BaccaratRules, example: int) -> Coup:
    """Return a round with these first four cards; third cards, if any are drawn, are twos."""
    a, b, c, d = _cards_of(example)
    two = Card(Rank.TWO, Suit.CLUBS)
    coup = result_of(lambda: play(rules), (a, c, b, d, two, two))
    assert isinstance(coup, Coup)
    return coup


def exact_sheet(rules: TableRules, shoe: Composition | None = None) -> ParSheet:
    """Return the exact par sheet of every wager."""
    return counted_sheet(rules, shoe, lambda wager, cards: exact_table(rules, wager.facts, cards))


def exact_table(rules: TableRules, facts: Iterable[str], shoe: Composition) -> CoupTable:
    """Return the number of deals for every combination of values of these facts, as seen from the first seat.

    A progressive wager is assumed at every seat.
    """
    layout = TableContext(rules.seat_hands, frozenset(rules.seats))
    return ExactBaccarat.of(rules).table(shoe, facts, seat=rules.seats[0], layout=layout)


def cards_left_by_points(shoe: Composition, suits: Iterable[Suit] = tuple(Suit)) -> NDArray[np.int64]:
    """Count the cards left of each point value 0-9 in these suits."""
    left = np.zeros(10, dtype=np.int64)
    wanted = set(suits)
    for number, count in enumerate(shoe.counts):
        card = card_of(number)
        if card.suit in wanted:
            left[points(card.rank)] += count
    return left
