"""What a rulebook of pai gow tiles says of its own: who sets hands, what a foul costs, and the house way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal

from pydantic import Field

from croupier.errors import suggestion
from croupier.families.pai_gow.tiles.house_way import (
    RULE,
    HouseWay,
    Row,
    WayError,
    all_hands,
    features_of,
    row_for,
    rows_of,
)
from croupier.families.pai_gow.tiles.ranks import NAMES
from croupier.rulebook.house_rules import HouseRules
from croupier.rulebook.positions import Path
from croupier.rulebook.schema import Cite, FromOption, Id, OwnSection, Procedure, RulebookFile, Section, Text

KEY = "tiles"


class TileRule(Section):
    """One line of the house way: which hands it is for, and how they are set."""

    title: Text
    """The hands in a dealer's words."""
    when: Text
    set: Text
    only: dict[str, str | bool] = Field(default={})
    """Options under which the rule is in force; always where there are none."""
    cite: Cite = Field(default=[])


class TilesSection(OwnSection):
    """Pai gow tiles against a player-dealer."""

    base: Id = "pai-gow"
    """The wager that hands are set for."""
    who_sets: Literal["free", "house-way"] | FromOption = "free"
    """The player-dealer's hand: himself, or the house. [CA-PGT-A9]"""
    foul: Literal["lose", "sorted"] | FromOption = "lose"
    """A low hand above the high one: it loses, or the house changes the two. [CA-PGT-A11]"""
    house_way: dict[str, TileRule]

    def problems(self, book: RulebookFile) -> Iterator[tuple[Path, str]]:
        if self.base not in book.wager:
            yield (KEY, "base"), f'"{self.base}" is no wager of this rulebook{suggestion(self.base, book.wager)}'
        for name, rule in self.house_way.items():
            yield from _rule_problems(name, rule, book)

    def printed(self, options: Mapping[str, Any]) -> Iterator[Procedure]:
        """The house way, rule by rule in its order."""
        for number, name in enumerate(rules_in_force(self, options), start=1):
            rule = self.house_way[name]
            yield Procedure(title=f"House way {number}", text=f"{rule.title}: {rule.set}.", cite=rule.cite)

    def looked_at_closely(self, book: RulebookFile) -> Iterator[tuple[Path, str]]:
        """Hands that no rule sets, and rules that set no hand, whatever the options."""
        reached: set[str] = set()
        is_told = False
        for options in _settings(self.house_way, book):
            names, way = rules_in_force(self, options), way_of(self, options)
            rows = {hand: row_for(way.rows, features) for hand, features in _all_features().items()}
            unset = next((hand for hand, row in rows.items() if row < 0), None)
            if unset is not None and not is_told:
                is_told = True
                said = ", ".join(f"{name} = {value}" for name, value in options.items())
                tiles = ", ".join(NAMES[rank] for rank in unset)
                yield (KEY, "house_way"), f"no rule sets {tiles}{f' ({said})' if said else ''}"
            reached |= {names[way.rows[row][RULE]] for row in set(rows.values()) if row >= 0}
        for name in self.house_way:
            if name not in reached:
                yield (KEY, "house_way", name), "is never reached: the rules before it take every hand it is for"


@cache
def _all_features() -> Mapping[tuple[int, ...], list[int]]:
    return {hand: features_of(hand) for hand in all_hands()}


def section_of(house: HouseRules) -> TilesSection:
    section = house.book.written.own
    assert isinstance(section, TilesSection)
    return section


def way_of(section: TilesSection, options: Mapping[str, Any]) -> HouseWay:
    """The rules in force as numbers."""
    rows: list[Row] = []
    for number, name in enumerate(rules_in_force(section, options)):
        rule = section.house_way[name]
        rows += rows_of(rule.when, rule.set, number)
    return HouseWay(tuple(rows))


def rules_in_force(section: TilesSection, options: Mapping[str, Any]) -> list[str]:
    return [
        name
        for name, rule in section.house_way.items()
        if all(options.get(option) == value for option, value in rule.only.items())
    ]


def _settings(rules: Mapping[str, TileRule], book: RulebookFile) -> Iterator[dict[str, Any]]:
    """The options that rules speak of, all at their defaults, then each turned to each of its other values."""
    spoken_of = {option for rule in rules.values() for option in rule.only}
    defaults = {name: book.options[name].default for name in sorted(spoken_of)}
    yield defaults
    for name, default in defaults.items():
        values: list[str | bool] = [*book.options[name].choices] or [True, False]
        for value in values:
            if value != default:
                yield {**defaults, name: value}


def _rule_problems(name: str, rule: TileRule, book: RulebookFile) -> Iterator[tuple[Path, str]]:
    path: Path = (KEY, "house_way", name)
    try:
        rows_of(rule.when, rule.set)
    except WayError as error:
        yield path, str(error)
    if not rule.cite:
        yield path, "cites nothing; every line of the house way says where it is printed"
    for option, value in rule.only.items():
        written = book.options.get(option)
        if written is None:
            yield path, f'"{option}" is not an option{suggestion(option, book.options)}'
        elif written.choices and value not in written.choices:
            yield path, f'"{value}" is no choice of {option}; it has {", ".join(written.choices)}'
