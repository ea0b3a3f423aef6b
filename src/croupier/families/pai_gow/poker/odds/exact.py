"""Fact tables over all hands, or over all deals of two hands; both hands are set the house way.

A wager that uses only the own cards is counted over every hand; a wager that compares hands, over every deal of two.
Hands are distinguished only by what conditions test, so a changed pay table needs no new count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from croupier.errors import BadInput
from croupier.families.pai_gow.poker.house_way import PokerHouseWay
from croupier.families.pai_gow.poker.odds.hand_traits import (
    COMPARISON_FACTS,
    DEALER_FACT_READERS,
    ONE_COLOUR,
    OWN_FACT_READERS,
    Ints,
)
from croupier.families.pai_gow.poker.odds.kernels import COPY, WIN, DealCounts
from croupier.families.pai_gow.poker.rules import section_of
from croupier.families.pai_gow.poker.settle import house_way_for
from croupier.odds.fact_table import EXACT, ComputedFactColumns, FactTable, NotExactlyCountable
from croupier.odds.par_sheet import ParSheet, counted_sheet
from croupier.odds.shoe_composition import Composition
from croupier.rulebook.conditions import BoundCondition
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

QUEEN_FIVE, FOR_QUEEN = "queen_five_copies", "joker_for_queen"
RESULTS = 3


class HouseWayReading(NamedTuple):
    """House way and reading of the joker rule: all that the counts of results depend on."""

    way: PokerHouseWay
    named: bool = False

    @property
    def size(self) -> int:
        return 5 + self.way.low_cards


def house_way_reading(rules: TableRules) -> HouseWayReading:
    return HouseWayReading(house_way_for(rules), rules.value(section_of(rules).joker_rank) == "named")


@dataclass(frozen=True)
class PokerHandLabels:
    """Numbers (labels) for hands: hands with the same label have the same facts.

    A hand has one label as the seat's own hand and another as the dealer's hand.
    """

    own_of: Ints
    """Label that a hand has as the seat's own hand, by the index of its traits in the list of distinct traits."""
    dealers_of: Ints
    own: Mapping[str, Any]
    """Facts of the seat's own hands by name, as arrays with one entry per label."""
    dealers: Mapping[str, Any]

    @property
    def many(self) -> tuple[int, int]:
        return int(self.own_of.max()) + 1, int(self.dealers_of.max()) + 1


def fact_table_for(reading: HouseWayReading, wagers: Sequence[OfferedWager], facts: Iterable[str]) -> FactTable:
    """Return a fact table that tells the values of these facts apart, as far as the conditions of the wagers need.

    If `wagers` is empty, all values of the facts are told apart. Raise `NotExactlyCountable` if the facts cannot be
    counted together.
    """
    from croupier.families.pai_gow.poker.odds.shipped_counts import deal_counts, hand_counts

    wanted = frozenset(facts)
    traits, many = hand_counts(reading)
    if wanted <= OWN_FACT_READERS.keys():
        columns = {name: OWN_FACT_READERS[name](traits) for name in wanted}
        return FactTable(many, EXACT, ComputedFactColumns(columns, len(many)))
    if "one_colour" in wanted:
        raise NotExactlyCountable("asks for the colour of all cards and for the player-dealer's hand at once")
    labels = labels_of(traits_without_colour(traits), wanted)
    if wagers:
        labels = merge_equivalent_labels(
            labels, [condition for wager in wagers for condition in conditions_of(wager)], wanted
        )
    return fact_table_of_deals(deal_counts(reading, labels, QUEEN_FIVE in wanted), labels, wanted)


def traits_without_colour(traits: Ints) -> Ints:
    """Return the distinct traits (packed properties of hands) with the bit for one colour cleared.

    Hands of one class may be of one colour or not.
    """
    return np.unique(traits & ~(1 << ONE_COLOUR))


def labels_of(traits: Ints, facts: frozenset[str]) -> PokerHandLabels:
    needed = facts | ({FOR_QUEEN} if QUEEN_FIVE in facts else set())
    own = {name: OWN_FACT_READERS[name](traits) for name in sorted(needed & OWN_FACT_READERS.keys())}
    dealers = {name: DEALER_FACT_READERS[name](traits) for name in sorted(needed & DEALER_FACT_READERS.keys())}
    own_of, own_first = _label_rows(list(own.values()), len(traits))
    dealers_of, dealers_first = _label_rows(list(dealers.values()), len(traits))
    return PokerHandLabels(
        own_of,
        dealers_of,
        {name: column[own_first] for name, column in own.items()},
        {name: column[dealers_first] for name, column in dealers.items()},
    )


def _label_rows(columns: Sequence[Any], rows: int) -> tuple[Ints, Ints]:
    """Return a number (label) for every row, equal for equal rows, and the index of the first row of each label."""
    whole = [np.asarray(column).astype(np.int64) for column in columns] or [np.zeros(rows, np.int64)]
    _, first, labels = np.unique(np.stack(whole, axis=1), axis=0, return_index=True, return_inverse=True)
    return labels.ravel().astype(np.int64), first


def conditions_of(wager: OfferedWager) -> Iterator[BoundCondition]:
    if wager.push is not None:
        yield wager.push
    yield from (row.when for row in wager.rows)
    yield from (charge.when for charge in wager.charges)
    yield from (back.when for back in wager.gives_back)


def merge_equivalent_labels(
    labels: PokerHandLabels, conditions: Sequence[BoundCondition], facts: frozenset[str]
) -> PokerHandLabels:
    """Merge labels of hands between which no condition distinguishes, however the two hands compare."""
    shape = (*labels.many, RESULTS, RESULTS, 2)
    own, dealers, high, low, five = (place.ravel() for place in np.indices(shape))
    columns = ComputedFactColumns(_columns(labels, own, dealers, high, low, five.astype(bool)), len(own))
    tested = [np.broadcast_to(condition.holds_in_rounds(columns), own.shape).reshape(shape) for condition in conditions]
    if QUEEN_FIVE in facts:
        tested.append(np.broadcast_to(labels.own[FOR_QUEEN][own], own.shape).reshape(shape))
    answers = np.stack(tested).astype(np.int8)
    own_of, own_first = _label_rows(list(answers.transpose(0, 2, 3, 4, 5, 1).reshape(-1, shape[0])), shape[0])
    dealers_of, dealers_first = _label_rows(list(answers.transpose(0, 1, 3, 4, 5, 2).reshape(-1, shape[1])), shape[1])
    return PokerHandLabels(
        own_of[labels.own_of],
        dealers_of[labels.dealers_of],
        {name: column[own_first] for name, column in labels.own.items()},
        {name: column[dealers_first] for name, column in labels.dealers.items()},
    )


def _columns(labels: PokerHandLabels, own: Ints, dealers: Ints, high: Ints, low: Ints, five: Any) -> dict[str, Any]:
    columns: dict[str, Any] = {name: column[own] for name, column in labels.own.items()}
    columns |= {name: column[dealers] for name, column in labels.dealers.items()}
    against = high == WIN, high == COPY, low == WIN, low == COPY, high == WIN, low == WIN, five
    return columns | dict(zip(COMPARISON_FACTS, against, strict=True))


def fact_table_of_deals(deals: DealCounts, labels: PokerHandLabels, facts: frozenset[str]) -> FactTable:
    own, dealers, high, low = (place.ravel() for place in np.indices((*labels.many, RESULTS, RESULTS)))
    weights, five = deals.pairs.ravel(), high == COPY
    if QUEEN_FIVE in facts:
        # If the joker may stand for the queen, hands are divided by whether the queen's five equal the other high hand.
        # Such a hand always beats the other, which is only queen high, with its own high hand.
        for_queen = labels.own[FOR_QUEEN][own]
        equal = np.where((high == WIN) & for_queen, deals.fives[own, dealers, low], 0)
        five = np.concatenate((five & ~for_queen, np.ones(len(five), bool)))
        weights = np.concatenate((weights - equal, equal))
        own, dealers, high, low = (np.concatenate((column, column)) for column in (own, dealers, high, low))
    columns = _columns(labels, own, dealers, high, low, five)
    there = weights > 0
    known = ComputedFactColumns({name: columns[name][there] for name in facts}, int(there.sum()))
    return FactTable(weights[there], EXACT, known)


def pai_gow_sheet(rules: TableRules, shoe: Composition | None) -> ParSheet:
    """Return the par sheet with both hands set the house way; wagers that may be added later count as placed."""
    require_whole_deck(rules, shoe)
    reading = house_way_reading(rules)
    return counted_sheet(rules, None, lambda wager, _: fact_table_for(reading, [wager], wager.facts))


def require_whole_deck(rules: TableRules, shoe: Composition | None) -> None:
    if shoe is not None and shoe != Composition.of_decks(rules.shoe.decks):
        raise BadInput.at("shoe", "every round is dealt from a whole deck, so there is nothing left over to count from")
