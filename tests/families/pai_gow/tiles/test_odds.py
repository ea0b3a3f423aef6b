"""Tiles counted, solved and dealt: against a plain enumeration, against each other, against the live round."""

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
from croupier.families.pai_gow.tiles.odds.exact import fact_table_for
from croupier.families.pai_gow.tiles.odds.hands import DEALS, HANDS, all_tile_hands
from croupier.families.pai_gow.tiles.odds.simulate import TilesJob
from croupier.families.pai_gow.tiles.odds.strategy import after_fees
from croupier.families.pai_gow.tiles.settle import house_way_for
from croupier.money.cents import Cents
from croupier.odds.family_odds import HandRequest, exact_par_sheet
from croupier.odds.player_dealer import player_dealer_round, schedules_of
from croupier.play import rulebook_library
from croupier.play.family import family_of, load_family
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
def house(given: str = "") -> TableRules:
    return TableRules.of(rulebook_library.load(TILES), dict([given.split("=")]) if given else {})


@cache
def slow_setting(ranks: tuple[int, ...]) -> tuple[int, int]:
    high, low = set_hand(house_way_for(house()), ranks)
    return tuple(strength(ranks[one], ranks[other]) for one, other in (high, low))  # type: ignore[return-value]


def slow_worths(tiles: str) -> dict[tuple[int, int], int]:
    """Every way to lay four tiles against each of 20,475 others, tile by tile."""
    own = ranks_of(parse_pieces(tiles))
    left = list(range(32))
    for rank in own:
        left.remove(next(tile for tile in left if tile // 2 == rank))
    others = [slow_setting(tuple(tile // 2 for tile in hand)) for hand in combinations(left, 4)]
    worths = {}
    for a, b, c, d in SPLITS:
        high, low = sorted((strength(own[a], own[b]), strength(own[c], own[d])), reverse=True)
        results = [(beats(high, one), beats(low, other)) for one, other in others]
        worths[high, low] = results.count((True, True)) - results.count((False, False))
    return worths


@in_soak
def test_each_way_to_lay_a_hand_is_worth_what_a_plain_count_says() -> None:
    tiles = "5-5 4-6 1-4 1-2"
    solution, number = solve(house_way_for(house())), hand_index(ranks_of(parse_pieces(tiles)))
    hands = all_tile_hands()
    found = {
        (int(hands.high[number, way]), int(hands.low[number, way])): int(solution.gain[number, way]) for way in range(3)
    }
    assert found == slow_worths(tiles)


def test_every_deal_is_counted_and_the_edge_is_exact() -> None:
    odds = exact_par_sheet(house())["pai-gow"]
    assert odds.total == DEALS == 736_281_000
    assert (odds.hit, odds.loss) == (Fraction(WON, DEALS), Fraction(LOST, DEALS))
    assert odds.house_edge == Fraction(LOST - WON, DEALS)
    assert round(float(odds.house_edge), 4) == 0.0129
    assert int(all_tile_hands().many.sum()) == 35_960
    assert len(all_tile_hands().many) == HANDS


@pytest.mark.parametrize(("given", "edge"), READINGS.items())
def test_the_readings_of_the_house_way_have_their_edges(given: str, edge: Fraction) -> None:
    assert exact_par_sheet(house(given))["pai-gow"].house_edge == edge


def test_the_best_setting_is_solved_for_both_sides() -> None:
    way = house_way_for(house())
    player, bank = solve(way), solve(way, banks=True)
    assert player.value(player.house) == -bank.value(bank.house) == Fraction(WON - LOST, DEALS)
    assert player.shares(player.house) == (Fraction(WON, DEALS), Fraction(LOST, DEALS))
    assert player.value(player.best) == Fraction(1839, 81_809)
    assert bank.value(bank.best) == Fraction(154_291, 3_681_405)
    assert (player.hands_better_otherwise, bank.hands_better_otherwise) == (11_004, 10_196)
    assert (player.gain.max(axis=1) >= player.gain[np.arange(HANDS), player.house]).all()


def test_facts_of_hands_are_counted_with_the_results() -> None:
    table = fact_table_for(house_way_for(house()), ("pairs_dealt", "dealer_low_points", "high_wins", "gee_joon_dealt"))
    columns, weights = table.columns, table.weights
    assert int(weights.sum()) == DEALS
    assert int(weights[columns["gee_joon_dealt"]].sum()) == 435 * 20_475
    assert int(weights[columns["pairs_dealt"] == 2].sum()) == 120 * 20_475
    assert set(columns["dealer_low_points"].tolist()) <= set(range(10))
    every = fact_table_for(house_way_for(house()), fact.by_name)
    assert int(every.weights.sum()) == DEALS
    assert not every.columns["fouled"].any()


def test_the_player_dealer_has_his_fee_taken_off() -> None:
    banked = player_dealer_round(house(), {"pai-gow": Cents(200_00)}, schedules_of(house(), None))
    assert banked.gains.mean == Fraction(LOST - WON, DEALS) * 200_00
    assert [(one.schedule.id, one.fee) for one in banked.by_schedule] == [("tiles-1", 2_00)]
    assert banked.by_schedule[0].expected == banked.gains.mean - 2_00


# The simulation


def test_pieces_of_the_simulation_add_up_in_any_cut_and_every_tile_comes() -> None:
    job = TilesJob.of(house(), 3)
    whole, parts = job.deal(0, 1000), job.deal(0, 37).plus(job.deal(37, 963))
    assert whole.counts[0].tolist() == parts.counts[0].tolist()
    assert {tile for shoe in range(60) for tile in job.tiles(shoe)} == set(Pack.DOMINOES.pieces)


# The strategy


def asked(hand: str | None = None, **more: str) -> HandRequest:
    given = dict.fromkeys(("up", "board", "removed", "left")) | more
    return HandRequest(hand, **given)


def test_one_hand_is_explained_way_by_way() -> None:
    strategy = load_family("pai-gow-tiles").odds.strategy
    assert strategy is not None
    told = strategy.explain_hand(house(), asked("6-6 6-6 3-6 5-6"))
    assert told.options == {
        "teen wong / 3, teen on top (house way)": Fraction(5171, 20_475),
        "pair of teen / 0, foo on top": Fraction(-33, 2275),
    }
    told = strategy.explain_hand(house(), asked("5-5 4-6 1-4 1-2"))
    assert next(iter(told.options)) == "6, ping on top / 5, mooy on top"
    assert len(told.options) == 3


def test_every_bracket_of_the_collection_is_taken_off_both_sides() -> None:
    told = {one.wager: one for one in after_fees(house())}
    assert sorted(told) == [1000, 20000, 20100, 40000, 40100, 60000, 60100, 80000, 80100, 100000]
    assert {wager: (one.fee, one.bank_fee) for wager, one in told.items() if wager % 20000 == 0} == {
        200_00: (1_00, 2_00), 400_00: (2_00, 2_00), 600_00: (3_00, 2_00), 800_00: (4_00, 2_00), 1000_00: (5_00, 2_00)
    }  # fmt: skip
    edge = Fraction(LOST - WON, DEALS)
    assert told[Cents(200_00)].player == (-edge * 200_00 - 100, Fraction(1839, 81_809) * 200_00 - 100)
    assert told[Cents(10_00)].bank[0] == edge * 10_00 - 200


def test_the_whole_strategy_says_what_it_is_worth() -> None:
    strategy = load_family("pai-gow-tiles").odds.strategy
    assert strategy is not None
    parts = strategy.chart(house(), asked())
    assert parts.json_data["player"]["best_exact"] == "1839/81809"
    assert sum(rule["hands"] for rule in parts.json_data["rules"]) == 35_960
    costs = sum((Fraction(rule["costs_exact"]) for rule in parts.json_data["rules"]), Fraction(0))
    assert costs == Fraction(1839, 81_809) - Fraction(WON - LOST, DEALS)
    json.dumps(parts.json_data)


@pytest.mark.parametrize(
    ("given", "where", "said"),
    [
        (asked("6-6 6-6 3-6"), "--hand", "a hand is four"),
        (asked("6-6 6-6 3-6 3-6"), "--hand", "3-6 stands 2 times"),
        (asked("6-6 6-6 3-6 As"), "--hand", "is not a tile"),
        (asked(up="6-6"), "--up", "no tile of others"),
        (asked(removed="6-6"), "--removed", "all 32 tiles"),
    ],
)
def test_what_cannot_be_asked_is_refused(given: HandRequest, where: str, said: str) -> None:
    strategy = load_family("pai-gow-tiles").odds.strategy
    assert strategy is not None
    explain = strategy.explain_hand if given.hand else strategy.check_request
    with pytest.raises(BadInput) as refused:
        explain(house(), given)
    assert refused.value.problems[0].where == where
    assert said in refused.value.problems[0].message


def test_the_coach_knows_every_way_that_is_not_foul_and_which_is_the_houses() -> None:
    house = TableRules.of(rulebook_library.load("ca-pai-gow-tiles"), {})
    coach = family_of(house).odds.coach
    assert coach is not None
    tiles = Pack.DOMINOES.parse_all("6-6 4-5 1-5 1-2")
    ways = coach.arrangement_values(house, tiles)
    assert [worth for _, worth, _ in ways] == sorted((worth for _, worth, _ in ways), reverse=True)
    low = {tuple(str(Pack.DOMINOES.kinds[kind]) for kind in kinds): by_house for kinds, _, by_house in ways}
    assert low == {("1-5", "1-2"): True, ("1-5", "4-5"): False, ("4-5", "1-2"): False}


def test_two_tiles_alike_are_one_way_to_the_coach() -> None:
    house = TableRules.of(rulebook_library.load("ca-pai-gow-tiles"), {})
    coach = family_of(house).odds.coach
    assert coach is not None
    ways = coach.arrangement_values(house, Pack.DOMINOES.parse_all("5-6 5-6 3-3 2-2"))
    assert len(ways) == 2
    assert [by_house for _, _, by_house in ways].count(True) == 1
