"""Tables of facts over all hands, or over all deals of two hands, each set the house way.

A wager that looks at one's own cards alone is counted over every hand; one that compares, over every deal of two. Hands
are told apart only by what conditions ask of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from croupier.families.pai_gow.house_way import HouseWay
from croupier.families.pai_gow.odds.classes import classes_of
from croupier.families.pai_gow.odds.pairs import COPY, WIN, Deals, count_deals
from croupier.families.pai_gow.odds.traits import AGAINST, DEALERS, ONE_COLOUR, OWN, Ints, looked_at
from croupier.families.pai_gow.section import section_of
from croupier.families.pai_gow.settling import way_of_house
from croupier.odds.table import EXACT, FactTable, NotCounted
from croupier.play.columns import FactColumns
from croupier.rulebook.house_rules import HouseRules

QUEEN_FIVE = "queen_five_copies"
RESULTS = 3


class Reading(NamedTuple):
    """All that decides how often hands come out how: the house way, and what a joker is that it has set."""

    way: HouseWay
    named: bool = False

    @property
    def size(self) -> int:
        return 5 + self.way.low_cards


def reading_of(house: HouseRules) -> Reading:
    return Reading(way_of_house(house), house.value(section_of(house).joker_rank) == "named")


class KnownFacts(FactColumns):
    """Columns of facts that are known without a round's cards."""

    def __init__(self, columns: Mapping[str, Any], rounds: int) -> None:
        super().__init__((), {})
        self.update(columns)
        self._many = rounds

    def __missing__(self, name: str) -> Any:
        raise NotCounted(f"looks at {name}, which was not asked for")

    def of_round(self, place: int) -> Any:
        return {name: column[place].item() for name, column in self.items()}

    @property
    def rounds(self) -> int:
        return self._many


@dataclass(frozen=True)
class Labels:
    """Hands told apart by some facts: each class's label, and what each label's facts are."""

    of_class: Ints
    own: Mapping[str, Any]
    dealers: Mapping[str, Any]

    @property
    def many(self) -> int:
        return int(self.of_class.max()) + 1


def table_of(reading: Reading, facts: Iterable[str]) -> FactTable:
    """One table that tells these facts apart. Raises `NotCounted`."""
    wanted = frozenset(facts)
    if wanted <= OWN.keys():
        return own_table(reading, wanted)
    if "one_colour" in wanted:
        raise NotCounted("asks for the colour of all cards and for the player-dealer's hand at once")
    return deals_table(reading, wanted)


def own_table(reading: Reading, facts: frozenset[str]) -> FactTable:
    """Over every hand."""
    traits, many = hands_by_traits(reading)
    columns = {name: OWN[name](traits) for name in facts}
    return FactTable(many, EXACT, KnownFacts(columns, len(many)))


def hands_by_traits(reading: Reading) -> tuple[Ints, Ints]:
    """Every hand by its traits: those that there are, and how often they come."""
    classes, traits = classes_of(reading.size), looked_at(*reading).traits
    both = np.concatenate((traits, traits | 1 << ONE_COLOUR))
    often = np.concatenate((classes.many - classes.one_colour, classes.one_colour))
    kinds, of_class = np.unique(both[often > 0], return_inverse=True)
    many = np.zeros(len(kinds), np.int64)
    np.add.at(many, of_class, often[often > 0])
    return kinds, many


def labels_of(traits: Ints, facts: frozenset[str]) -> Labels:
    own = {name: OWN[name](traits) for name in sorted(facts & OWN.keys())}
    dealers = {name: DEALERS[name](traits) for name in sorted(facts & DEALERS.keys())}
    if QUEEN_FIVE in facts:
        own["joker_for_queen"] = OWN["joker_for_queen"](traits)
    columns = [column.astype(np.int64) for column in (*own.values(), *dealers.values())]
    stacked = np.stack(columns, axis=1) if columns else np.zeros((len(traits), 1), np.int64)
    _, first, of_class = np.unique(stacked, axis=0, return_index=True, return_inverse=True)
    return Labels(
        of_class.ravel().astype(np.int64),
        {name: column[first] for name, column in own.items()},
        {name: column[first] for name, column in dealers.items()},
    )


def deals_table(reading: Reading, facts: frozenset[str]) -> FactTable:
    """Over every deal of two hands, both set the house way."""
    looked = looked_at(*reading)
    labels = labels_of(looked.traits, facts)
    has_five = QUEEN_FIVE in facts
    fives = looked.queen_five if has_five else np.zeros_like(looked.queen_five)
    deals = count_deals(reading.size, looked.high, looked.low, labels.of_class, fives)
    return facts_of_deals(deals, labels, facts)


def facts_of_deals(deals: Deals, labels: Labels, facts: frozenset[str]) -> FactTable:
    many = labels.many
    own, other, high, low = (place.ravel() for place in np.indices((many, many, RESULTS, RESULTS)))
    weights = deals.pairs.ravel()
    five = high == COPY
    if QUEEN_FIVE in facts:
        own, other, high, low, weights, five = _with_fives(deals, labels, own, other, high, low, weights)
    columns: dict[str, Any] = {name: column[own] for name, column in labels.own.items()}
    columns |= {name: column[other] for name, column in labels.dealers.items()}
    against = high == WIN, high == COPY, low == WIN, low == COPY, high == WIN, low == WIN, five
    columns |= dict(zip(AGAINST, against, strict=True))
    there = weights > 0
    return FactTable(
        weights[there], EXACT, KnownFacts({name: columns[name][there] for name in facts}, int(there.sum()))
    )


def _with_fives(
    deals: Deals, labels: Labels, own: Ints, other: Ints, high: Ints, low: Ints, weights: Ints
) -> tuple[Ints, Ints, Ints, Ints, Ints, Any]:
    """Hands in which the joker may stand for the queen, apart by whether her five equal the other's.

    The hand itself then beats the other, which is but queen high, in its five.
    """
    is_for_queen = labels.own["joker_for_queen"]
    equal = np.where((high == WIN) & is_for_queen[own], deals.fives[own, other, low], 0)
    five = (high == COPY) & ~is_for_queen[own]
    own, other, high, low = (np.concatenate((column, column)) for column in (own, other, high, low))
    fives = np.concatenate((five, np.ones(len(five), bool)))
    return own, other, high, low, np.concatenate((weights - equal, equal)), fives
