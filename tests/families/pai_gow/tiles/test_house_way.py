"""The house way of tiles: the number of hands of each rule, and lint for hands without a rule."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from math import comb, prod
from typing import Any

import pytest

from croupier.cards import parse_pieces
from croupier.errors import BadInput
from croupier.families.pai_gow.shared.house_way_rules import rules_in_force
from croupier.families.pai_gow.tiles.hand_values import is_foul
from croupier.families.pai_gow.tiles.house_way import (
    FEATURES,
    MEANINGS,
    TilesHouseWayError,
    all_hands,
    parse_rule,
    rule_index,
)
from croupier.families.pai_gow.tiles.round import hand_strength_of, set_house_way
from croupier.families.pai_gow.tiles.rules import section_of
from croupier.families.pai_gow.tiles.settle import house_way_for
from croupier.play import rulebook_library
from croupier.rulebook.loader import load_text
from croupier.rulebook.table_rules import TableRules

TILES = "ca-pai-gow-tiles"
COUNTS = {
    "two-pairs": 120, "gee-joon-split": 28, "gee-joon": 392, "never-split": 3360, "sevens-split": 56,
    "eights-split": 120, "nines-split": 24, "teens-split": 440, "teens-split-9-11": 8, "pair": 2292, "wong": 2704,
    "gong": 4240, "points": 22176,
}  # fmt: skip


def rules_of(**options: Any) -> TableRules:
    return TableRules.of(rulebook_library.load(TILES), options)


def text() -> str:
    return files("croupier.rulebook").joinpath("data", f"{TILES}.toml").read_text("utf-8")


def test_every_hand_has_one_rule_and_none_is_set_foul() -> None:
    rules, way, found = rules_of(), house_way_for(rules_of()), Counter[str]()
    names = rules_in_force(section_of(rules), rules.options)
    for hand in all_hands():
        found[names[rule_index(way, hand)]] += prod(comb(2, hand.count(rank)) for rank in set(hand))
    assert found == COUNTS
    assert sum(found.values()) == comb(32, 4)


@pytest.mark.parametrize(
    ("tiles", "high", "low", "options"),
    [
        ("6-6 6-6 3-6 5-6", "6-6 3-6", "6-6 5-6", {}),
        ("6-6 6-6 3-6 5-5", "6-6 6-6", "3-6 5-5", {}),
        ("6-6 6-6 3-6 5-5", "6-6 3-6", "6-6 5-5", {"teen_split_9_11": "either"}),
        ("2-5 3-4 1-1 5-5", "2-5 1-1", "3-4 5-5", {}),
        ("2-5 3-4 1-1 5-5", "2-5 3-4", "1-1 5-5", {"split7": "both"}),
        ("2-5 3-4 1-1 6-6", "3-4 6-6", "2-5 1-1", {"split7": "both"}),
        ("1-1 1-3 5-5 4-6", "1-1 1-3", "5-5 4-6", {}),
        ("1-1 1-3 5-5 4-6", "1-3 5-5", "1-1 4-6", {"no_pair_default": "largest_with_smallest"}),
        ("1-2 2-4 3-3 3-3", "1-2 2-4", "3-3 3-3", {}),
        ("1-2 2-4 3-3 3-3", "1-2 3-3", "2-4 3-3", {"gee_joon_sixes": "split"}),
        ("1-2 2-4 1-5 1-5", "1-2 1-5", "2-4 1-5", {"gee_joon_sixes": "split"}),
        ("1-2 2-4 4-4 4-4", "1-2 2-4", "4-4 4-4", {"gee_joon_sixes": "split"}),
        ("6-6 1-3 5-5 1-5", "6-6 1-5", "1-3 5-5", {"no_pair_default": "largest_with_smallest"}),
    ],
)
def test_hands_under_each_reading(tiles: str, high: str, low: str, options: dict[str, Any]) -> None:
    parts = set_house_way(house_way_for(rules_of(**options)), parse_pieces(tiles))
    assert [Counter(part) for part in parts] == [Counter(parse_pieces(part)) for part in (high, low)]
    assert not is_foul(*(hand_strength_of(part) for part in parts))


def test_every_condition_has_its_meaning() -> None:
    assert tuple(MEANINGS) == FEATURES


@pytest.mark.parametrize(
    ("when", "setting", "message"),
    [
        ("pairs == 1", "the pair apart", "is no way to set a hand"),
        ("pairs = 1", "the pair high", "cannot be read"),
        ("pears == 1", "the pair high", "no comparison of pairs"),
        ("pair == 13", "the pair high", "no number from 0 to 12"),
        ("pair == joker", "the pair high", "none of gee_joon, teen, dey"),
        ("pair != 3", "the pair high", "is compared by"),
        ("pairs == 1 and pairs == 2", "the pair high", "holds for no pairs"),
    ],
)
def test_a_meaningless_rule_is_refused(when: str, setting: str, message: str) -> None:
    with pytest.raises(TilesHouseWayError, match=message):
        parse_rule(when, setting)


def lint_problems(changed: str) -> list[str]:
    rulebook = load_text(changed, "mine.toml", rulebook_library.family_rules()).written
    assert rulebook.own is not None
    return [f"{'.'.join(map(str, path))}: {message}" for path, message in rulebook.own.slow_problems(rulebook)]


def test_lint_reports_a_hand_without_a_rule_and_a_rule_without_a_hand() -> None:
    without = text().replace('when  = "pairs == 0"', 'when  = "pairs == 0 and best >= 7"')
    assert any("no rule sets" in problem for problem in lint_problems(without))
    never = text().replace('when  = "pair == 9 and low >= 9"', 'when  = "pair == 10 and low >= 9"')
    found = "is never reached: the rules before it take every hand it is for"
    assert lint_problems(never) == [f"tiles.house_way.nines-split: {found}"]
    assert lint_problems(text()) == []


def test_a_rule_without_its_line_or_with_a_strange_option_is_refused() -> None:
    wrong = text().replace('only  = { split7 = "either" }', 'only  = { splat7 = "either" }')
    with pytest.raises(BadInput, match='"splat7" is not an option'):
        load_text(wrong, "mine.toml", rulebook_library.family_rules())
