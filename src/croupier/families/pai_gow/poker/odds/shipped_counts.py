"""Precomputed counts of hands and deals for the readings of all rulebooks, shipped with the package.

`python -m croupier.families.pai_gow.poker.odds.shipped_counts` computes the missing ones. Other counts are computed on
request.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from croupier.families.pai_gow.poker.odds.exact import (
    HouseWayReading,
    PokerHandLabels,
    fact_table_for,
    house_way_reading,
    traits_without_colour,
)
from croupier.families.pai_gow.poker.odds.hand_traits import FOLDER, ONE_COLOUR, Ints, counts_file_name, digest
from croupier.families.pai_gow.poker.odds.kernels import DealCounts
from croupier.odds.fact_table import NotExactlyCountable
from croupier.play import rulebook_library
from croupier.rulebook.rulebook import Rulebook
from croupier.rulebook.table_rules import TableRules

StoredCounts = dict[str, Any]
_counts_by_reading: dict[HouseWayReading, StoredCounts] = {}
"""Counts that are known in this process: those shipped with the package and those computed since."""


@lru_cache(maxsize=32)
def _shipped(reading: HouseWayReading) -> StoredCounts:
    file = FOLDER.joinpath(f"{counts_file_name(*reading)}.json")
    return json.loads(file.read_text("utf-8")) if file.is_file() else {}


def _counts(reading: HouseWayReading) -> StoredCounts:
    return _counts_by_reading.setdefault(reading, {"deals": {}, **_shipped(reading)})


def hand_counts(reading: HouseWayReading) -> tuple[Ints, Ints]:
    """Return the distinct traits (packed properties) that hands have, and the number of hands with each."""
    counts = _counts(reading)
    if "traits" not in counts:
        traits, many = _count_hands(reading)
        counts |= {"traits": traits.tolist(), "many": many.tolist()}
    return np.array(counts["traits"], np.int64), np.array(counts["many"], np.int64)


def _count_hands(reading: HouseWayReading) -> tuple[Ints, Ints]:
    from croupier.families.pai_gow.poker.odds.hand_classes import classes_of
    from croupier.families.pai_gow.poker.odds.hand_traits import hand_traits

    classes, traits = classes_of(reading.size), hand_traits(*reading).traits
    both = np.concatenate((traits, traits | 1 << ONE_COLOUR))
    often = np.concatenate((classes.many - classes.one_colour, classes.one_colour))
    kinds, of_class = np.unique(both[often > 0], return_inverse=True)
    many = np.zeros(len(kinds), np.int64)
    np.add.at(many, of_class, often[often > 0])
    return kinds, many


def deal_counts(reading: HouseWayReading, labels: PokerHandLabels, with_fives: bool) -> DealCounts:
    """Return the counts of every deal of two hands by the labels of both hands and by result."""
    counts, key = _counts(reading)["deals"], _key(labels, with_fives)
    if key not in counts:
        deals = _count_deals(reading, labels, with_fives)
        counts[key] = {"pairs": deals.pairs.ravel().tolist(), "fives": deals.fives.ravel().tolist()}
    found = counts[key]
    return DealCounts(
        np.array(found["pairs"], np.int64).reshape(*labels.many, 3, 3),
        np.array(found["fives"], np.int64).reshape(*labels.many, 3),
    )


def _key(labels: PokerHandLabels, with_fives: bool) -> str:
    return digest(repr((labels.own_of.tolist(), labels.dealers_of.tolist(), with_fives)))


def _count_deals(reading: HouseWayReading, labels: PokerHandLabels, with_fives: bool) -> DealCounts:
    from croupier.families.pai_gow.poker.odds.hand_traits import hand_traits
    from croupier.families.pai_gow.poker.odds.kernels import LabelledClasses, count_deals

    hand_data = hand_traits(*reading)
    place = np.searchsorted(traits_without_colour(hand_counts(reading)[0]), hand_data.traits)
    fives = hand_data.queen_five if with_fives else np.zeros_like(hand_data.queen_five)
    own, dealers = labels.own_of[place], labels.dealers_of[place]
    return count_deals(LabelledClasses(reading.size, hand_data.high, hand_data.low, own, dealers, fives))


def _readings(book: Rulebook) -> Iterator[TableRules]:
    """Yield table rules with all defaults, then with each option that is a reading changed to each other value."""
    plain = TableRules.of(book)
    yield plain
    for name, option in book.written.options.items():
        if not option.reading:
            continue
        values: list[str | bool] = (
            [*option.choices] if option.choices else [True, False] if option.kind == "flag" else []
        )
        for value in values:
            if value != option.default:
                yield TableRules.of(book, {name: value})


def count_for(rules: TableRules) -> HouseWayReading:
    """Compute all counts that a par sheet of these rules needs, and return the reading of its house way."""
    reading = house_way_reading(rules)
    for wager in rules.wagers.values():
        try:
            fact_table_for(reading, [wager], wager.facts)
        except NotExactlyCountable:
            continue
    return reading


def write_counts(reading: HouseWayReading) -> None:
    """Write the counts of a reading to the folder of shipped counts."""
    folder = Path(str(FOLDER))
    folder.mkdir(exist_ok=True)
    file = folder / f"{counts_file_name(*reading)}.json"
    file.write_text(json.dumps(_counts(reading), separators=(",", ":")) + "\n", "utf-8")


def write_traits(reading: HouseWayReading) -> None:
    """Write the traits of each class of hands to a file, so that a single hand can be explained without delay."""
    from croupier.families.pai_gow.poker.odds.hand_traits import hand_traits

    columns: dict[str, Any] = {}
    for name, column in hand_traits(*reading)._asdict().items():
        values, places = np.unique(column, return_inverse=True)
        columns |= {name: values, f"{name}_at": places.astype(np.uint16 if len(values) > 256 else np.uint8)}
    np.savez_compressed(Path(str(FOLDER)) / f"{counts_file_name(*reading)}.npz", **columns)


def main() -> None:
    """Compute and write the missing counts of every pai gow poker rulebook and every reading."""
    for name in rulebook_library.names():
        book = rulebook_library.load(name)
        if book.written.family == "pai-gow-poker":
            for rules in _readings(book):
                before = json.dumps(_counts(house_way_reading(rules)))
                reading = count_for(rules)
                if json.dumps(_counts(reading)) != before:
                    write_counts(reading)
                    if rules.options == TableRules.of(book).options:
                        write_traits(reading)
                    print(name, counts_file_name(*reading), flush=True)


if __name__ == "__main__":
    main()
