"""Mathematics of thirteen-card poker: ways to set a hand with their values, and the exact count of Clean Sweeps."""

from __future__ import annotations

from math import comb

import pytest

from croupier.cards import parse_cards
from croupier.families.thirteen_card.hand_values import foul_reason
from croupier.families.thirteen_card.odds.arrangement_values import arrangement_points
from croupier.families.thirteen_card.odds.exact import ALL_HANDS, count_sweeps
from croupier.families.thirteen_card.rules import rules_of, tables_of
from croupier.play.rulebook_library import load
from croupier.rulebook.table_rules import TableRules

HOUSE = TableRules.of(load("ca-13-card-chinese-poker"), {})
RULES, TABLES = rules_of(HOUSE), tables_of(HOUSE)


def test_ways_to_set_a_hand_are_legal_and_sorted_by_value_with_an_interval() -> None:
    cards = parse_cards("Th Jd 8h Ac Ad 6s 5c Ts Ks Kc Kd 7c 2c")
    ways = arrangement_points(HOUSE, cards, deals=60, first=20)
    assert len(ways) > 1000
    assert all(foul_reason(way.rows) is None for way in ways[:: len(ways) // 50])
    evaluated = [way for way in ways if way.deals == 60]
    assert [way.points for way in evaluated] == sorted((way.points for way in evaluated), reverse=True)
    assert all(way.interval > 0 for way in evaluated)
    assert sum(way.is_house_way for way in ways) == 1


def test_sweeps_are_counted_exactly() -> None:
    found = {sweep.kind: sweep for sweep in count_sweeps(RULES)}
    assert found["pure-dragon"].hands == 4
    assert found["one-colour-dragon"].hands == 2 * 2**13
    assert found["dragon"].hands == 4**13
    assert found["one-colour"].hands == 2 * comb(26, 13)
    assert found["minor"].hands == comb(32, 13)
    assert found["senior"].hands == comb(20, 13)
    assert found["dragon"].best == 4**13 - 2 * 2**13
    assert found["minor"].best == comb(32, 13) - 2 * comb(16, 13)
    flushes = 12 * comb(13, 3) * comb(13, 5) ** 2 + 12 * comb(13, 8) * comb(13, 5) + 12 * comb(13, 10) * comb(13, 3) + 4
    assert found["three-flush"].hands == flushes
    assert found["six-wheels"].hands == 2_856_863_152
    assert found["three-straight"].hands == 2_029_579_776
    assert sum(sweep.best for sweep in found.values()) / ALL_HANDS == pytest.approx(0.017, abs=0.001)
