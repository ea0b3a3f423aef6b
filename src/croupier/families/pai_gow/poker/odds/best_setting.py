"""Value of every legal arrangement of one hand, against all hands of the remaining cards set the house way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from croupier.families.pai_gow.poker.facts import DealtCards, RankedHand, facts_of, split_house_way
from croupier.families.pai_gow.poker.odds.exact import HouseWayReading, house_way_reading
from croupier.families.pai_gow.poker.odds.hand_classes import CHOOSE, JOKER, KEYS, SUITS, Ints, classes_of
from croupier.families.pai_gow.poker.odds.hand_traits import (
    DEALER_FACT_READERS,
    OWN_FACT_READERS,
    as_kernel_argument,
    compute_traits,
    hand_traits,
    low_hand_bits_of,
)
from croupier.families.pai_gow.poker.odds.kernels import COPY, WIN, count_hands_without
from croupier.families.pai_gow.poker.rules import section_of
from croupier.families.pai_gow.shared.base_round import PaiGowResult, PaiGowSeatResult, SetHand
from croupier.hands.card_parsing import card_of
from croupier.hands.hand_strength import RANKS
from croupier.odds.joint_wagers import gain_of_unit
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

Cards = tuple[int, ...]
CELLS = 9
NOTHING = Fraction(0)


class DealerHands(NamedTuple):
    """Possible hands of the player-dealer, grouped in classes of hands that are set alike.

    Each class has its strengths, its packed traits and its number of hands.
    """

    high: Ints
    low: Ints
    traits: Ints
    many: Ints


@dataclass(frozen=True)
class EvaluatedArrangement:
    """One arrangement of a hand, with its value in units of the base wager."""

    low: Cards
    high: Cards
    is_house_way: bool
    value: Fraction
    """Value of the base wager, plus the value of the double-down if that is positive."""
    base: Fraction
    double: Fraction | None = None
    """Value of a double-down, positive or negative; None in games without one."""


def possible_dealer_hands(reading: HouseWayReading, cards: Sequence[int]) -> DealerHands:
    """Return every hand that the remaining cards can make, set the house way."""
    hand_data, many = hand_traits(*reading), hands_without_cards(reading.size, cards)
    there = np.flatnonzero(many)
    return DealerHands(
        hand_data.high[there], hand_data.low[there], hand_data.traits[there], many[there].astype(np.int64)
    )


def shown_dealer_hand(reading: HouseWayReading, cards: Sequence[int]) -> DealerHands:
    """Return the player-dealer's shown hand, set the house way, as the only possible hand of the player-dealer."""
    way, hands = as_kernel_argument(reading.way), np.array([cards], np.int64)
    hand_data = compute_traits(way, hands, low_hand_bits_of(way, hands), reading.named)
    return DealerHands(hand_data.high, hand_data.low, hand_data.traits, np.ones(1, np.int64))


def hands_without_cards(size: int, cards: Sequence[int]) -> Any:
    """Count the hands of each class that contain none of these cards."""
    masks, joker = np.zeros(SUITS, np.int64), int(JOKER in cards)
    for card in cards:
        if card != JOKER:
            masks[card % SUITS] |= 1 << (card // SUITS - 1) % RANKS
    return count_hands_without(classes_of(size).book, size, masks, joker, CHOOSE, KEYS)


def arrangements(rules: TableRules, cards: Cards, dealers: DealerHands | None = None) -> list[EvaluatedArrangement]:
    """Return every legal arrangement, best first; the house way comes before others of equal value.

    `dealers`: possible hands of the player-dealer; by default all hands of the remaining cards.
    """
    reading = house_way_reading(rules)
    against = dealers or possible_dealer_hands(reading, cards)
    own = DealtCards(reading.way, cards, reading.named)
    section = section_of(rules)
    base = _Wager(rules, section.base, cards, against)
    double = _Wager(rules, section.double, cards, against) if section.double else None
    house_front = set(split_house_way(reading.way, cards)[1])
    found = []
    for low in combinations(cards, reading.way.low_cards):
        high = tuple(card for card in cards if card not in low)
        is_house_way = set(low) == house_front
        ranked = own.ranked(high, low, by_house=is_house_way)
        if ranked.foul:
            continue
        plain, more = base.expected_gain(ranked), double.expected_gain(ranked) if double else None
        found.append(EvaluatedArrangement(low, high, is_house_way, plain + max(more or NOTHING, NOTHING), plain, more))
    return sorted(found, key=lambda arrangement: (-arrangement.value, not arrangement.is_house_way))


class _Wager:
    """One wager of a seat, with its gain against each possible hand of the player-dealer.

    The gain depends on how the high and the low hands compare, and on some facts of the hands.
    """

    def __init__(self, rules: TableRules, name: str, cards: Cards, dealers: DealerHands) -> None:
        self.wager: OfferedWager = rules.wagers[name]
        self.dealers = dealers
        self.total = int(dealers.many.sum())
        self.own = own_facts(rules, cards, self.wager.facts)
        names = sorted(self.wager.facts & DEALER_FACT_READERS.keys())
        columns = [DEALER_FACT_READERS[fact](dealers.traits).astype(np.int64) for fact in names]
        self.label, self.facts = _labels(names, columns, len(dealers.traits))
        self.gains: dict[int, Fraction] = {}

    def expected_gain(self, ranked: RankedHand) -> Fraction:
        """Return the expected gain of the wager per unit staked, for one arrangement."""
        high = 1 + np.sign(ranked.compared - self.dealers.high)
        low = 1 + np.sign(ranked.low - self.dealers.low)
        cells = np.bincount(CELLS * self.label + 3 * high + low, weights=self.dealers.many)
        there = np.flatnonzero(cells)
        return sum((int(cells[cell]) * self._gain(int(cell)) for cell in there), NOTHING) / self.total

    def _gain(self, cell: int) -> Fraction:
        if cell not in self.gains:
            high, low = cell % CELLS // 3, cell % 3
            compared = {
                "high_wins": high == WIN,
                "high_copies": high == COPY,
                "low_wins": low == WIN,
                "low_copies": low == COPY,
            }
            self.gains[cell] = gain_of_unit(self.wager, {**self.own, **self.facts[cell // CELLS], **compared})
        return self.gains[cell]


def _labels(names: Sequence[str], columns: Sequence[Ints], rows: int) -> tuple[Ints, list[dict[str, Any]]]:
    """Number the distinct combinations of some facts of the player-dealer's hands.

    Return the number (label) of each hand's combination, and the facts of each label.
    """
    if not columns:
        return np.zeros(rows, np.int64), [{}]
    values, labels = np.unique(np.stack(columns, axis=1), axis=0, return_inverse=True)
    return labels.ravel().astype(np.int64), [dict(zip(names, row.tolist(), strict=True)) for row in values]


def own_facts(rules: TableRules, cards: Cards, facts: frozenset[str]) -> Mapping[str, Any]:
    """Return those facts of a wager that depend only on the seat's own cards; the hand is assumed not to be foul."""
    reading = house_way_reading(rules)
    high, low = split_house_way(reading.way, cards)
    hand = SetHand(tuple(map(card_of, cards)), (tuple(map(card_of, high)), tuple(map(card_of, low))))
    all_facts = facts_of(PaiGowResult(hand, (PaiGowSeatResult(1, hand),)), reading.way, 1, named=reading.named)
    return {name: all_facts[name] for name in sorted(facts & OWN_FACT_READERS.keys())}
