"""What was counted once: hands and deals of the readings that rulebooks name, which travel with the package.

`python -m croupier.families.pai_gow.odds.shipped_counts` counts what is missing.
What does not travel is counted when asked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from croupier.families.pai_gow.odds.exact import HandLabels, HouseWayReading, plain_traits, reading_of, table_of
from croupier.families.pai_gow.odds.hand_traits import ONE_COLOUR, Ints
from croupier.families.pai_gow.odds.kernels import Deals
from croupier.families.pai_gow.odds.shipped_count_names import FOLDER, digest, name_of
from croupier.odds.fact_table import NotExactlyCountable
from croupier.play import rulebook_library
from croupier.rulebook.rulebook import Rulebook
from croupier.rulebook.table_rules import TableRules

Held = dict[str, Any]
_now: dict[HouseWayReading, Held] = {}
"""What was counted in this program beside what travels."""


@lru_cache(maxsize=32)
def _travelled(reading: HouseWayReading) -> Held:
    file = FOLDER.joinpath(f"{name_of(*reading)}.json")
    return json.loads(file.read_text("utf-8")) if file.is_file() else {}


def _held(reading: HouseWayReading) -> Held:
    return _now.setdefault(reading, {"deals": {}, **_travelled(reading)})


def hands_of(reading: HouseWayReading) -> tuple[Ints, Ints]:
    """Every hand by its traits: those that there are, and how often they come."""
    held = _held(reading)
    if "traits" not in held:
        traits, many = _count_hands(reading)
        held |= {"traits": traits.tolist(), "many": many.tolist()}
    return np.array(held["traits"], np.int64), np.array(held["many"], np.int64)


def _count_hands(reading: HouseWayReading) -> tuple[Ints, Ints]:
    from croupier.families.pai_gow.odds.hand_classes import classes_of
    from croupier.families.pai_gow.odds.hand_traits import hand_traits

    classes, traits = classes_of(reading.size), hand_traits(*reading).traits
    both = np.concatenate((traits, traits | 1 << ONE_COLOUR))
    often = np.concatenate((classes.many - classes.one_colour, classes.one_colour))
    kinds, of_class = np.unique(both[often > 0], return_inverse=True)
    many = np.zeros(len(kinds), np.int64)
    np.add.at(many, of_class, often[often > 0])
    return kinds, many


def deals_of(reading: HouseWayReading, labels: HandLabels, with_fives: bool) -> Deals:
    """Every deal of two hands, told apart by these labels."""
    held, key = _held(reading)["deals"], _key(labels, with_fives)
    if key not in held:
        deals = _count_deals(reading, labels, with_fives)
        held[key] = {"pairs": deals.pairs.ravel().tolist(), "fives": deals.fives.ravel().tolist()}
    found = held[key]
    return Deals(
        np.array(found["pairs"], np.int64).reshape(*labels.many, 3, 3),
        np.array(found["fives"], np.int64).reshape(*labels.many, 3),
    )


def _key(labels: HandLabels, with_fives: bool) -> str:
    return digest(repr((labels.own_of.tolist(), labels.dealers_of.tolist(), with_fives)))


def _count_deals(reading: HouseWayReading, labels: HandLabels, with_fives: bool) -> Deals:
    from croupier.families.pai_gow.odds.hand_traits import hand_traits
    from croupier.families.pai_gow.odds.kernels import Hands, count_deals

    looked = hand_traits(*reading)
    place = np.searchsorted(plain_traits(hands_of(reading)[0]), looked.traits)
    fives = looked.queen_five if with_fives else np.zeros_like(looked.queen_five)
    own, dealers = labels.own_of[place], labels.dealers_of[place]
    return count_deals(Hands(reading.size, looked.high, looked.low, own, dealers, fives))


# What travels


def _readings(book: Rulebook) -> Iterator[TableRules]:
    """A table as the rulebook has it, then with each option turned to each of its values."""
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
    """Everything that a sheet of these rules needs."""
    reading = reading_of(rules)
    for wager in rules.wagers.values():
        try:
            table_of(reading, [wager], wager.facts)
        except NotExactlyCountable:
            continue
    return reading


def keep(reading: HouseWayReading) -> None:
    """Write what is held of a reading where the package keeps it."""
    folder = Path(str(FOLDER))
    folder.mkdir(exist_ok=True)
    file = folder / f"{name_of(*reading)}.json"
    file.write_text(json.dumps(_held(reading), separators=(",", ":")) + "\n", "utf-8")


def keep_classes(reading: HouseWayReading) -> None:
    """Write what each class of hands is worth, so that one hand is explained at once."""
    from croupier.families.pai_gow.odds.hand_traits import hand_traits

    columns: dict[str, Any] = {}
    for name, column in hand_traits(*reading)._asdict().items():
        values, places = np.unique(column, return_inverse=True)
        columns |= {name: values, f"{name}_at": places.astype(np.uint16 if len(values) > 256 else np.uint8)}
    np.savez_compressed(Path(str(FOLDER)) / f"{name_of(*reading)}.npz", **columns)


def main() -> None:
    """Count what is missing for every rulebook of the room and every reading of it."""
    for name in rulebook_library.names():
        book = rulebook_library.load(name)
        if book.written.family == "pai-gow-poker":
            for rules in _readings(book):
                before = json.dumps(_held(reading_of(rules)))
                reading = count_for(rules)
                if json.dumps(_held(reading)) != before:
                    keep(reading)
                    if rules.options == TableRules.of(book).options:
                        keep_classes(reading)
                    print(name, name_of(*reading), flush=True)


if __name__ == "__main__":
    main()
