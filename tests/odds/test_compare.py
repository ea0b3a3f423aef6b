"""Rules side by side, sweeps and correlations agree with single par sheets and with counts over every deal."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.errors import BadInput
from croupier.money.cents import Cents
from croupier.odds.compare import compare, correlations, hourly_win, parse_sweep, sweep
from croupier.odds.family_odds import exact_par_sheet
from croupier.odds.joint_wagers import joint_outcomes
from tests.table_rules import rules_of


def test_variants_have_the_figures_of_their_own_sheets() -> None:
    eight, six = rules_of("co-baccarat"), rules_of("co-baccarat", decks=6)
    compared = compare([eight, six, rules_of("ca-cash-in-baccarat")])
    assert compared.option_differences["decks"][:2] == ("8", "6")
    tie = next(one for one in compared.wagers if one.wager == "tie")
    assert tie.odds[1] is not None
    assert tie.odds[1].house_edge == exact_par_sheet(six)["tie"].house_edge
    only = next(one for one in compared.wagers if one.wager == "phoenix-7")
    assert only.odds[0] is None
    assert only.change("house_edge", 2) is None
    assert tie.change("house_edge", 1) == pytest.approx(0.144382 - 0.143596, abs=1e-6)


def test_a_sweep_counts_every_value_of_an_option() -> None:
    swept = sweep(rules_of("co-baccarat"), *parse_sweep("decks=6..8"))
    assert [f"{edge:.4%}" for edge in swept.edges("tie") if edge is not None] == ["14.4382%", "14.3934%", "14.3596%"]


def test_a_sweep_of_the_cut_card_simulates_shoes() -> None:
    swept = sweep(rules_of("co-baccarat"), "cut", ["14", "104"], rounds=200_000)
    first, last = (point.rounds_per_shoe for point in swept.points)
    assert first is not None
    assert last is not None
    # A round takes 4.94 cards on average, so 90 cards fewer are about 18 rounds fewer.
    assert first - last == pytest.approx(90 / 4.94, abs=0.3)


def test_the_correlation_of_two_wagers_is_that_of_their_joint_results() -> None:
    rules = rules_of("ca-cash-in-baccarat")
    pairs = correlations(rules, ["player", "banker", "tie"])
    both = joint_outcomes(rules, {"player": Cents(100), "tie": Cents(100)}, to_the_cent=False, where="").bettors
    alone = [
        joint_outcomes(rules, {name: Cents(100)}, to_the_cent=False, where="").bettors.variance
        for name in ("player", "tie")
    ]
    covariance = (both.variance - sum(alone, Fraction(0))) / 2
    assert pairs["player", "tie"] == pytest.approx(float(covariance) / float(alone[0] * alone[1]) ** 0.5)
    assert pairs["player", "banker"] < -0.9


def test_the_win_of_an_hour_is_that_of_its_rounds() -> None:
    odds = exact_par_sheet(rules_of("co-baccarat"))["banker"]
    hour = hourly_win(odds, Cents(1_000), 70)
    assert float(hour.mean) == pytest.approx(0.0105791 * 70_000, rel=1e-5)
    assert hour.deviation == pytest.approx(odds.standard_deviation * 1_000 * 70**0.5)
    assert sum(hour.spread) / 2 == pytest.approx(float(hour.mean))


def test_a_wrong_sweep_says_what_would_be_right() -> None:
    for text, message in (
        ("decks", "write OPTION=FIRST..LAST"),
        ("decks=8..6", "write the smaller number first"),
        ("decks=1..x", "in whole numbers"),
        ("decks=1..500", "the most is 100"),
    ):
        with pytest.raises(BadInput, match=message):
            parse_sweep(text)
    with pytest.raises(BadInput, match='did you mean "decks"'):
        sweep(rules_of("co-baccarat"), "deck", ["8"])
    with pytest.raises(BadInput, match="there is no cut card"):
        sweep(rules_of("ca-3-card-poker"), "cut", ["8"])
    with pytest.raises(BadInput, match="from 0 to 415"):
        sweep(rules_of("co-baccarat"), "cut", ["416"])
    with pytest.raises(BadInput, match="players decide"):
        correlations(rules_of("house-blackjack"))
    with pytest.raises(BadInput, match="from 1 to 26"):
        compare([])
