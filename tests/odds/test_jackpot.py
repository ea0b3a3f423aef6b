"""How meters grow: against the exact distribution of a simple meter, and against rounds settled with real meters."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from croupier.cards.random_source import SeededRandomSource
from croupier.cli.jackpot import show_jackpot
from croupier.errors import BadInput
from croupier.money.bets import SEATED, Bet, BetResult, MeterPrize, Verdict
from croupier.money.cents import Cents
from croupier.money.settlement import settle
from croupier.odds.progressive import MeterForecast
from croupier.odds.shipped_sheets import forecast_jackpot
from tests.table_rules import rules_of

TENTH = Fraction(1, 10)


def a_meter(*, won_share: Fraction, won_whole: Fraction, players: int = 1) -> MeterForecast:
    return MeterForecast("m", "Meter", Cents(10_000), Cents(30), players, won_share, won_whole, Cents(100))


def test_a_meter_that_is_only_won_whole_has_the_sizes_of_a_geometric_distribution() -> None:
    meter = a_meter(won_share=TENTH, won_whole=TENTH, players=2)
    sizes = [(10_000 + 60 * rounds, TENTH * (1 - TENTH) ** (rounds - 1)) for rounds in range(1, 400)]
    assert float(meter.average_jackpot) == pytest.approx(float(sum(size * chance for size, chance in sizes)))
    for share in (Fraction(1, 20), Fraction(1, 2), Fraction(19, 20)):
        at_most = meter.size_at_win(share)
        assert at_most is not None
        assert sum(chance for size, chance in sizes if size <= at_most) >= share
        assert sum(chance for size, chance in sizes if size < at_most) < share
    assert meter.long_run_return == Fraction(30, 100) + TENTH * 10_000 / 200


def test_a_meter_settled_for_many_rounds_has_the_average_size_and_return_of_its_forecast() -> None:
    """Whole wins in 1 of 50 rounds, a tenth of the meter in 1 of 10, on a real progressive wager."""
    rules = rules_of("co-99-fortunes", contribution="30%", seed="100")
    meter_rules = rules.meters[0]
    meter = a_meter(won_share=Fraction(1, 50) + TENTH * TENTH, won_whole=Fraction(1, 50))
    assert meter.size_at_win(TENTH) is None
    chance, standing, sizes, paid, rounds = SeededRandomSource(3), {meter_rules.id: meter_rules.seed}, 0, 0, 20_000
    bet = Bet(rules.seats[0], SEATED, meter_rules.wager, Cents(100))
    for _ in range(rounds):
        sizes += standing[meter_rules.id]
        drawn = chance.below(50)
        share = Fraction(1) if drawn == 0 else TENTH if drawn <= 5 else Fraction(0)
        won = Verdict(BetResult.WIN, prizes=(MeterPrize(meter_rules.id, share),))
        verdict = won if share else Verdict(BetResult.LOSE, Cents(100))
        done = settle([bet], [verdict], rules.settlement, meters=standing)
        paid += sum(one.prize for one in done.settled)
        standing = dict(done.meters)
    assert sizes / rounds == pytest.approx(float(meter.average_size), rel=0.03)
    assert paid / (100 * rounds) == pytest.approx(float(meter.long_run_return), rel=0.05)


def test_the_long_run_return_adds_contribution_seed_and_the_other_pays() -> None:
    rules = rules_of("co-99-fortunes", contribution="20%", seed="10000")
    several = forecast_jackpot(rules, "fortunes-99", 5)
    (meter,) = several.meters
    assert meter.rounds_between_wins == 1 / (5 * several.odds.meters[0].share)
    assert several.long_run_return == several.odds.fixed + several.odds.envy + Fraction(1, 5) + meter.seed_cost
    assert several.house_edge == 1 - several.long_run_return


def test_the_command_prints_its_documented_shape(capsys: pytest.CaptureFixture[str]) -> None:
    show_jackpot("co-99-fortunes", ["contribution=20%"], wager=None, players=3, as_json=True)
    (one,) = json.loads(capsys.readouterr().out)["wagers"]
    assert list(one) == [
        *("wager", "players", "stake", "return_without_meter", "envy", "long_run_return", "long_run_edge"),
        *("long_run_edge_exact", "meters"),
    ]
    assert one["meters"][0]["contribution"] == "0.20"
    show_jackpot("co-99-fortunes", ["contribution=20%"], wager="fortunes-99", players=3, as_json=False)
    assert "once in 1,464,203 rounds" in capsys.readouterr().out
    for rulebook, wager, players, message in (
        ("co-dragon-bonus", None, 1, "no progressive wager"),
        ("co-99-fortunes", "tie", 1, "plays for no meter"),
        ("co-99-fortunes", None, 90, "--players"),
    ):
        with pytest.raises(BadInput, match=message):
            show_jackpot(rulebook, [], wager=wager, players=players, as_json=True)
