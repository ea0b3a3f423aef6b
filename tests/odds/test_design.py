"""Proposed pays reach their target edge: against a count of the edited rulebook, and against all pay tables."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from croupier.errors import BadInput
from croupier.money.pay_odds import PayOdds
from croupier.odds.design import Payable, design, design_of, odds_with_pays, parse_edge
from croupier.odds.family_odds import exact_par_sheet
from croupier.play.edited_rules import with_pays
from croupier.play.rulebook_library import family_rules, rulebook_text
from croupier.rulebook.loader import load_text
from croupier.rulebook.table_rules import TableRules
from tests.soak import in_soak
from tests.table_rules import rules_of

FIVE_PERCENT = Fraction(1, 20)


def test_one_row_is_solved_exactly() -> None:
    designed = design(rules_of("co-baccarat"), "tie", FIVE_PERCENT)
    chance = designed.rows[0].probability
    assert designed.single_rows[0].exact == (1 - FIVE_PERCENT) / chance - 1
    assert [one.pays for one in designed.single_rows[0].proposals] == [("9:1",), ("8:1",)]


def test_a_proposal_has_the_odds_that_a_count_of_the_edited_rulebook_gives() -> None:
    for rulebook, wager in (("co-dragon-bonus", "dragon-bonus-player"), ("co-99-fortunes", "fortunes-99")):
        rules = rules_of(rulebook)
        best = design(rules, wager, Fraction(1, 100)).proposals[0]
        edited = with_pays(rules, wager, {number: best.pays[number] for number in best.changed})
        counted = exact_par_sheet(edited)[wager]
        assert best.odds.house_edge == counted.house_edge
        assert best.odds.variance == counted.variance
        assert best.odds.largest_pay == counted.largest_pay


def test_vigorish_on_the_winnings_is_part_of_the_solution() -> None:
    rules = rules_of("co-baccarat")
    changed = odds_with_pays(rules.wagers["banker"], exact_par_sheet(rules)["banker"], {0: PayOdds.parse("3:2")})
    assert changed.house_edge == exact_par_sheet(with_pays(rules, "banker", {0: "3:2"}))["banker"].house_edge


def test_with_two_rows_no_other_whole_pay_table_comes_closer() -> None:
    rules = rules_of("co-baccarat", margin_9_odds="30:1")
    designed = design(
        rules, "dragon-bonus-player", Fraction(1, 50), rows=[0, 1], keep_filed_minimums=False, most_changed=2
    )
    first, second = designed.rows[:2]
    best = min(
        abs(
            designed.filed.house_edge
            - first.gain_per_unit * (one - first.value)
            - second.gain_per_unit * (other - second.value)
            - designed.target
        )
        for one, other in product(range(15, 61), range(5, 21))
        if one >= other
    )
    assert abs(designed.proposals[0].distance) <= 2 * best + Fraction(1, 10_000)
    assert all(set(one.changed) <= {0, 1} for one in designed.proposals)


def test_at_most_so_many_rows_change_and_filed_minimums_are_kept() -> None:
    rules = rules_of("co-dragon-bonus")
    designed = design(rules, "dragon-bonus-player", Fraction(1, 100), most_changed=1)
    assert designed.proposals
    for one in designed.proposals:
        assert len(one.changed) == 1
        assert not one.under_filed
    with pytest.raises(BadInput, match=r"with every row at the smallest pay that is allowed, the edge is 2\.6517%"):
        design(rules_of("co-baccarat"), "dragon-bonus-player", FIVE_PERCENT)
    below = design(rules_of("co-baccarat"), "dragon-bonus-player", FIVE_PERCENT, keep_filed_minimums=False)
    assert below.single_rows[0].proposals[0].pays[0] == "24:1"
    assert below.single_rows[0].proposals[0].under_filed == (0,)


def test_a_minimum_of_a_row_holds_in_every_proposal() -> None:
    rules = rules_of("ca-ultimate-texas-holdem")
    designed = design(rules, "trips", FIVE_PERCENT, least={0: "50:1", 5: "5:1"}, payable=Payable.FELT)
    for one in designed.proposals:
        assert PayOdds.parse(one.pays[0]).value >= 50
        assert PayOdds.parse(one.pays[5]).value >= 5
        assert abs(one.distance) < Fraction(1, 1000)


def test_pays_that_change_which_row_is_paid_are_solved_again() -> None:
    rules = rules_of("co-baccarat")
    designed = design(rules, "perfect-pair", FIVE_PERCENT, rows=[1])
    assert designed.is_solved_again
    best = designed.single_rows[0].proposals[0]
    edited = with_pays(rules, "perfect-pair", {number: best.pays[number] for number in best.changed})
    assert best.house_edge == exact_par_sheet(edited)["perfect-pair"].house_edge
    assert abs(best.distance) < Fraction(2, 100)


@in_soak
def test_a_pay_of_a_natural_is_designed_for_the_whole_game() -> None:
    designed = design(rules_of("house-blackjack"), "blackjack", Fraction(1, 100), rows=[0], payable=Payable.HALVES)
    assert designed.is_solved_again
    edges = {one.pays[0]: float(one.house_edge) for one in designed.single_rows[0].proposals}
    assert edges["1:1"] > 0.02


def test_bad_input_names_what_would_be_right() -> None:
    rules = rules_of("co-baccarat")
    for wrong, message in (
        ({"wager": "tye"}, 'did you mean "tie"'),
        ({"edge": Fraction(2)}, "lies between"),
        ({"rows": [4]}, "there is no row 5"),
        ({"least": {0: "9 for 1"}}, "row 1 pays 8:1, so write it that way"),
        ({"shape": "steep"}, "write filed, level, or one number for each row"),
        ({"most_changed": 0}, "at least one row"),
    ):
        given = {"wager": "tie", "edge": FIVE_PERCENT} | wrong
        with pytest.raises(BadInput, match=message):
            design(rules, given.pop("wager"), given.pop("edge"), **given)  # type: ignore[arg-type]
    assert parse_edge("5%") == parse_edge("0.05") == FIVE_PERCENT
    with pytest.raises(BadInput, match="write a percentage"):
        parse_edge("five")


def test_one_changed_row_is_proposed_where_whole_tables_cannot_come_close() -> None:
    bet = """
[[wager]]
id     = "lucky-nines"
title  = "Lucky Nines"
pays   = [
  { when = "player_total == 9 and banker_total == 9", odds = "30:1", name = "Both hands nine" },
  { when = "player_total == 9 or banker_total == 9",  odds = "1:1",  name = "One hand nine" },
]
limits = { min = "1", max = "100" }
cite   = "house rule"
"""
    text = rulebook_text("co-baccarat").replace('"co-baccarat"', '"lucky-nines"', 1) + bet
    rules = TableRules.of(load_text(text, "lucky-nines.toml", family_rules()))
    designed = design_of(rules, "lucky-nines", "5%")
    assert designed.best.pays == ("42:1", "1:1")
    distances = [abs(one.distance) for one in designed.proposals]
    assert distances == sorted(distances)
    assert distances[0] < Fraction(1, 200)
