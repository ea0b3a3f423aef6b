"""Section of a pai gow tiles rulebook: who sets hands, what a foul costs, and the house way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal

from croupier.errors import suggestion
from croupier.families.pai_gow.shared.house_way_rules import (
    HOUSE_WAY,
    HouseWayLine,
    line_problems,
    option_combinations,
    report_unreachable_lines,
    rules_in_force,
    unset_hand_message,
)
from croupier.families.pai_gow.tiles.hand_values import NAMES
from croupier.families.pai_gow.tiles.house_way import (
    RULE,
    Row,
    TilesHouseWay,
    all_hands,
    features_of,
    first_fitting_row,
    parse_rule,
)
from croupier.rulebook.schema import FamilyTable, FromOption, Id, Procedure, RulebookFile
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.toml_reader import Path

KEY = "tiles"


class TilesSection(FamilyTable):
    """Rules of pai gow tiles against a player-dealer."""

    base: Id = "pai-gow"
    """Id of the wager that hands are set for."""
    who_sets: Literal["free", "house-way"] | FromOption = "free"
    """Person who sets the player-dealer's hand: the player-dealer, or the house by the house way. [CA-PGT-A9]"""
    foul: Literal["lose", "sorted"] | FromOption = "lose"
    """What happens to a foul hand: it loses, or the house exchanges its two hands.

    A hand is foul if its low hand is above its high hand.

    [CA-PGT-A11]
    """
    house_way: dict[str, HouseWayLine]

    def problems(self, book: RulebookFile) -> Iterator[tuple[Path, str]]:
        if self.base not in book.wager:
            yield (KEY, "base"), f'"{self.base}" is no wager of this rulebook{suggestion(self.base, book.wager)}'
        for name, rule in self.house_way.items():
            yield from line_problems((KEY, HOUSE_WAY, name), rule, book, parse_rule)

    def rules_card_procedures(self, options: Mapping[str, Any]) -> Iterator[Procedure]:
        """Yield the house way for the rules card, rule by rule in order."""
        for number, name in enumerate(rules_in_force(self, options), start=1):
            rule = self.house_way[name]
            yield Procedure(title=f"House way {number}", text=f"{rule.title}: {rule.set}.", cite=rule.cite)

    def slow_problems(self, book: RulebookFile) -> Iterator[tuple[Path, str]]:
        """Yield problems of the house way: hands that no rule sets, and rules that set no hand under any options."""
        reached: set[str] = set()
        is_reported = False
        for options in option_combinations(self.house_way, book):
            names, way = rules_in_force(self, options), parse_house_way(self, options)
            rows = {hand: first_fitting_row(way.rows, features) for hand, features in _all_features().items()}
            unset = next((hand for hand, row in rows.items() if row < 0), None)
            if unset is not None and not is_reported:
                is_reported = True
                yield (KEY, HOUSE_WAY), unset_hand_message(", ".join(NAMES[rank] for rank in unset), options)
            reached |= {names[way.rows[row][RULE]] for row in set(rows.values()) if row >= 0}
        yield from report_unreachable_lines(KEY, self.house_way, reached)


@cache
def _all_features() -> Mapping[tuple[int, ...], list[int]]:
    return {hand: features_of(hand) for hand in all_hands()}


def section_of(rules: TableRules) -> TilesSection:
    section = rules.rulebook.written.own
    assert isinstance(section, TilesSection)
    return section


def parse_house_way(section: TilesSection, options: Mapping[str, Any]) -> TilesHouseWay:
    """Return the house-way rules in force as rows of numbers."""
    rows: list[Row] = []
    for number, name in enumerate(rules_in_force(section, options)):
        rule = section.house_way[name]
        rows += parse_rule(rule.when, rule.set, number)
    return TilesHouseWay(tuple(rows))
