"""Tiles counted, solved and dealt: compared with a plain enumeration, with each other, and with the live round."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from croupier.cards import Pack, parse_pieces
from croupier.errors import BadInput
from croupier.families.pai_gow.tiles.facts import fact
from croupier.families.pai_gow.tiles.hand_values import beats, ranks_of, strength
from croupier.families.pai_gow.tiles.house_way import SPLITS, set_hand
from croupier.families.pai_gow.tiles.odds.best_setting import hand_index, solve
from croupier.families.pai_gow.tiles.odds.exact import DEALS, HANDS, all_tile_hands, fact_table_for
from croupier.families.pai_gow.tiles.odds.strategy import after_fees
from croupier.families.pai_gow.tiles.settle import house_way_for
from croupier.money.cents import Cents
from croupier.odds.family_odds import HandRequest, exact_par_sheet, load_odds, odds_of
from croupier.odds.player_dealer import player_dealer_round, schedules_of
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules
from tests.soak import in_soak

TILES = "ca-pai-gow-tiles"
WON, LOST = 223_556_548, 233_080_456
READINGS = {
    "split7=both": Fraction(9_508_652, DEALS),
    "teen_split_9_11=either": Fraction(9_514_284, DEALS),
    "no_pair_default=largest_with_smallest": Fraction(8_684_500, DEALS),
}


@cache
def rules_of(option: str = "") -> TableRules:
    return TableRules.of(rulebook_library.load(TILES), dict([option.split("=")]) if option else {})


@cache
def slow_setting(ranks: tuple[int, ...]) -> tuple[int, int]:
    high, low = set_hand(house_way_for(rules_of()), ranks)
    return tuple(strength(ranks[first], ranks[second]) for first, second in (high, low))  # type: ignore[return-value]


def slow_values(tiles: str) -> dict[tuple[int, int], int]:
    """Return the value of each way to set four tiles, against each of 20,475 other hands."""
    own = ranks_of(parse_pieces(tiles))
    left = list(range(32))
    for rank in own:
        left.remove(next(tile for tile in left if tile // 2 == rank))
    opponents = [slow_setting(tuple(tile // 2 for tile in hand)) for hand in combinations(left, 4)]
    worths = {}
    for a, b, c, d in SPLITS:
        high, low = sorted((strength(own[a], own[b]), strength(own[c], own[d])), reverse=True)
        results = [(beats(high, their_high), beats(low, their_low)) for their_high, their_low in opponents]
        worths[high, low] = results.count((True, True)) - results.count((False, False))
    return worths


@in_soak
def test_each_arrangement_has_the_value_of_a_plain_count() -> None:
    tiles = "5-5 4-6 1-4 1-2"
    solution, number = solve(house_way_for(rules_of())), hand_index(ranks_of(parse_pieces(tiles)))
    hands = all_tile_hands()
    found = {
        (int(hands.high[number, way]), int(hands.low[number, way])): int(solution.gain[number, way]) for way in range(3)
    }
    assert found == slow_values(tiles)


def test_every_deal_is_counted_and_the_edge_is_exact() -> None:
    odds = exact_par_sheet(rules_of())["pai-gow"]
    assert odds.total == DEALS == 736_281_000
    assert (odds.hit, odds.loss) == (Fraction(WON, DEALS), Fraction(LOST, DEALS))
    assert odds.house_edge == Fraction(LOST - WON, DEALS)
    assert round(float(odds.house_edge), 4) == 0.0129
    assert int(all_tile_hands().many.sum()) == 35_960
    assert len(all_tile_hands().many) == HANDS


@pytest.mark.parametrize(("given", "edge"), READINGS.items())
def test_the_readings_of_the_house_way_have_their_edges(given: str, edge: Fraction) -> None:
    assert exact_par_sheet(rules_of(given))["pai-gow"].house_edge == edge


def test_the_best_setting_is_solved_for_both_sides() -> None:
    way = house_way_for(rules_of())
    player, bank = solve(way), solve(way, banks=True)
    assert player.value(player.house) == -bank.value(bank.house) == Fraction(WON - LOST, DEALS)
    assert player.shares(player.house) == (Fraction(WON, DEALS), Fraction(LOST, DEALS))
    assert player.value(player.best) == Fraction(1839, 81_809)
    assert bank.value(bank.best) == Fraction(154_291, 3_681_405)
    assert (player.hands_better_otherwise, bank.hands_better_otherwise) == (11_004, 10_196)
    assert (player.gain.max(axis=1) >= player.gain[np.arange(HANDS), player.house]).all()


def test_facts_of_hands_are_counted_with_the_results() -> None:
    table = fact_table_for(
        house_way_for(rules_of()), ("pairs_dealt", "dealer_low_points", "high_wins", "gee_joon_dealt")
    )
    columns, weights = table.columns, table.weights
    assert int(weights.sum()) == DEALS
    assert int(weights[columns["gee_joon_dealt"]].sum()) == 435 * 20_475
    assert int(weights[columns["pairs_dealt"] == 2].sum()) == 120 * 20_475
    assert set(columns["dealer_low_points"].tolist()) <= set(range(10))
    every = fact_table_for(house_way_for(rules_of()), fact.by_name)
    assert int(every.weights.sum()) == DEALS
    assert not every.columns["fouled"].any()


def test_the_fee_of_the_player_dealer_is_deducted() -> None:
    banked = player_dealer_round(rules_of(), {"pai-gow": Cents(200_00)}, schedules_of(rules_of(), None))
    assert banked.gains.mean == Fraction(LOST - WON, DEALS) * 200_00
    assert [(result.schedule.id, result.fee) for result in banked.by_schedule] == [("tiles-1", 2_00)]
    assert banked.by_schedule[0].expected == banked.gains.mean - 2_00


# The simulation


# The strategy


def hand_request(hand: str | None = None, **more: str) -> HandRequest:
    given = dict.fromkeys(("up", "board", "removed", "left")) | more
    return HandRequest(hand, **given)


def test_each_arrangement_of_one_hand_is_explained() -> None:
    strategy = load_odds("pai-gow-tiles").strategy
    assert strategy is not None
    explained = strategy.explain_hand(rules_of(), hand_request("6-6 6-6 3-6 5-6"))
    assert explained.options == {
        "teen wong / 3, teen on top (house way)": Fraction(5171, 20_475),
        "pair of teen / 0, foo on top": Fraction(-33, 2275),
    }
    explained = strategy.explain_hand(rules_of(), hand_request("5-5 4-6 1-4 1-2"))
    assert next(iter(explained.options)) == "6, ping on top / 5, mooy on top"
    assert len(explained.options) == 3


def test_every_bracket_of_the_collection_is_deducted_from_both_sides() -> None:
    by_wager = {line.wager: line for line in after_fees(rules_of())}
    assert sorted(by_wager) == [1000, 20000, 20100, 40000, 40100, 60000, 60100, 80000, 80100, 100000]
    assert {wager: (line_.fee, line_.bank_fee) for wager, line_ in by_wager.items() if wager % 20000 == 0} == {
        200_00: (1_00, 2_00), 400_00: (2_00, 2_00), 600_00: (3_00, 2_00), 800_00: (4_00, 2_00), 1000_00: (5_00, 2_00)
    }  # fmt: skip
    edge = Fraction(LOST - WON, DEALS)
    assert by_wager[Cents(200_00)].player == (-edge * 200_00 - 100, Fraction(1839, 81_809) * 200_00 - 100)
    assert by_wager[Cents(10_00)].bank[0] == edge * 10_00 - 200


def test_the_strategy_document_states_its_value() -> None:
    strategy = load_odds("pai-gow-tiles").strategy
    assert strategy is not None
    parts = strategy.chart(rules_of(), hand_request())
    assert parts.json_data["player"]["best_exact"] == "1839/81809"
    assert sum(rule["hands"] for rule in parts.json_data["rules"]) == 35_960
    costs = sum((Fraction(rule["costs_exact"]) for rule in parts.json_data["rules"]), Fraction(0))
    assert costs == Fraction(1839, 81_809) - Fraction(WON - LOST, DEALS)
    json.dumps(parts.json_data)


@pytest.mark.parametrize(
    ("question", "where", "message"),
    [
        (hand_request("6-6 6-6 3-6"), "--hand", "a hand is four"),
        (hand_request("6-6 6-6 3-6 3-6"), "--hand", "3-6 stands 2 times"),
        (hand_request("6-6 6-6 3-6 As"), "--hand", "is not a tile"),
        (hand_request(up="6-6"), "--up", "no tile of others"),
        (hand_request(removed="6-6"), "--removed", "all 32 tiles"),
    ],
)
def test_impossible_requests_are_refused(question: HandRequest, where: str, message: str) -> None:
    strategy = load_odds("pai-gow-tiles").strategy
    assert strategy is not None
    explain = strategy.explain_hand if question.hand else strategy.check_request
    with pytest.raises(BadInput) as refused:
        explain(rules_of(), question)
    assert refused.value.problems[0].where == where
    assert message in refused.value.problems[0].message


def test_the_coach_knows_every_legal_arrangement_and_marks_the_house_way() -> None:
    rules = TableRules.of(rulebook_library.load("ca-pai-gow-tiles"), {})
    coach = odds_of(rules).coach
    assert coach is not None
    tiles = Pack.DOMINOES.parse_all("6-6 4-5 1-5 1-2")
    ways = coach.arrangement_values(rules, tiles)
    assert [worth for _, worth, _ in ways] == sorted((worth for _, worth, _ in ways), reverse=True)
    low = {tuple(str(Pack.DOMINOES.kinds[kind]) for kind in kinds): by_house for kinds, _, by_house in ways}
    assert low == {("1-5", "1-2"): True, ("1-5", "4-5"): False, ("4-5", "1-2"): False}


def test_equal_tiles_count_as_one_arrangement_for_the_coach() -> None:
    rules = TableRules.of(rulebook_library.load("ca-pai-gow-tiles"), {})
    coach = odds_of(rules).coach
    assert coach is not None
    ways = coach.arrangement_values(rules, Pack.DOMINOES.parse_all("5-6 5-6 3-3 2-2"))
    assert len(ways) == 2
    assert [by_house for _, _, by_house in ways].count(True) == 1
