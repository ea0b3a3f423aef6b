"""Risk: chance of ruin, spread of results and time to lose, compared with exact values and with dealt rounds."""

from __future__ import annotations

import json
import math
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards.random_source import SeededRandomSource
from croupier.cli.risk import show_risk
from croupier.errors import BadInput
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents
from croupier.odds.bankroll_risk import QUANTILES, Risk, kelly_of, needed_to_play, risk_of, staked_risk
from croupier.odds.joint_wagers import GainDistribution, JointOutcomes, joint_outcomes
from croupier.odds.random_walk import BLOCK, RandomWalk, ResultDistribution, free_distribution, lattice_step
from croupier.odds.risk_plot import risk_plot
from croupier.odds.round_gains import round_gains
from croupier.odds.shoe_composition import card_of
from croupier.play import rulebook_library
from croupier.play.family import settle_bets
from croupier.rulebook.table_rules import TableRules
from tests.soak import or_soak
from tests.strategies import BACCARAT, deal
from tests.table_rules import rules_of

Exact = dict[Fraction, Fraction]
COIN = GainDistribution({Fraction(-100): 1, Fraction(100): 1}, 2)


def joint(name: str, *, to_the_cent: bool = True, **dollars: float) -> JointOutcomes:
    rules = TableRules.of(rulebook_library.load(name))
    stakes = {wager.replace("_", "-"): Cents(round(amount * 100)) for wager, amount in dollars.items()}
    return joint_outcomes(rules, stakes, to_the_cent=to_the_cent, where="--stakes")


def exact_rounds(gains: GainDistribution, bankroll: int, needed: Fraction, rounds: int) -> tuple[list[Fraction], Exact]:
    """Return the probability of ruin by round and the final results, computed in fractions, one result at a time."""
    alive, stopped, ruin = {Fraction(0): Fraction(1)}, Counter[Fraction](), [Fraction(0)]
    for _ in range(rounds):
        after: Counter[Fraction] = Counter()
        for result, chance in alive.items():
            for gain, count in gains.counts.items():
                after[result + gain] += chance * Fraction(count, gains.total)
        alive = {result: chance for result, chance in after.items() if bankroll + result >= needed}
        gone = {result: chance for result, chance in after.items() if bankroll + result < needed}
        stopped.update(gone)
        ruin.append(ruin[-1] + sum(gone.values()))
    return ruin[1:], {**stopped, **{result: alive[result] + stopped[result] for result in alive}}


def at(spread: ResultDistribution, result: Fraction) -> float:
    """Return the probability of one result, or 0 if it is outside of the distribution."""
    place = (result - spread.first) / spread.step
    assert place.denominator == 1
    return float(spread.chances[int(place)]) if 0 <= place < len(spread.chances) else 0.0


def assert_agrees(risk: Risk, ruin: list[Fraction], results: Exact) -> None:
    assert risk.ruin_by_round == pytest.approx([float(chance) for chance in ruin], abs=1e-13)
    assert sum(risk.stopped.chances) == pytest.approx(1, abs=1e-13)
    for result, chance in results.items():
        assert at(risk.stopped, result) == pytest.approx(float(chance), abs=1e-13)


def test_three_losses_in_a_row_ruin_three_stakes() -> None:
    risk = risk_of(COIN, 300, Fraction(100), 5)
    assert risk.ruin_by_round == pytest.approx([0, 0, 1 / 8, 1 / 8, 1 / 8 + 3 / 32])
    assert risk.stopped.quantile(0.2) == -300
    assert risk.stopped.mean == pytest.approx(0, abs=1e-10)
    assert (risk.ruin_ever, risk.expected_rounds, risk.expected_rounds_bounds, risk.median_rounds) == (
        1.0,
        None,
        None,
        None,
    )


def test_a_rest_below_a_stake_is_ruin_too() -> None:
    risk = risk_of(COIN, 350, Fraction(100), 3)
    assert risk.ruin == pytest.approx(1 / 8)
    assert risk.stopped.quantile(0.01) == -300  # the fifty that are left are less than a stake


def test_a_bankroll_of_one_stake_is_ruined_by_the_first_loss() -> None:
    assert risk_of(COIN, 100, Fraction(100), 1).ruin == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("name", "stakes", "step"),
    [
        ("co-baccarat", {"banker": 25}, Fraction(125)),
        ("co-baccarat", {"banker": 25, "tie": 5}, Fraction(125)),
        ("ca-cash-in-baccarat", {"player": 25, "tie": 10}, Fraction(500)),
        ("ca-commission-free-baccarat", {"banker": 5}, Fraction(250)),
        ("co-baccarat", {"banker": 10.10}, Fraction(10)),  # a commission of 50.5 cents leaves half a cent
        ("co-baccarat", {"banker": 10.10, "to_the_cent": False}, Fraction(101, 2)),
    ],
)
def test_results_lie_on_the_widest_lattice(name: str, stakes: dict[str, Any], step: Fraction) -> None:
    round_of = joint(name, **stakes)
    assert lattice_step(round_of.bettors) == step
    assert all(gain % step == 0 for gain in round_of.bettors.counts)


@pytest.mark.parametrize(
    ("name", "stakes", "rounds"),
    [
        ("co-baccarat", {"banker": 25}, 25),
        ("ca-cash-in-baccarat", {"player": 25, "tie": 5, "phoenix_7": 5}, 9),
        ("co-5-treasures", {"banker": 10, "blazing_7s": 5}, 7),
    ],
)
def test_convolution_agrees_with_exact_fractions(name: str, stakes: dict[str, Any], rounds: int) -> None:
    round_of = joint(name, **stakes)
    gains, needed = round_of.bettors, needed_to_play(round_of, bank=False)
    for times in (1, 3):
        bankroll = int(needed) * times + 130
        ruin, results = exact_rounds(gains, bankroll, needed, rounds)
        assert_agrees(staked_risk(round_of, bankroll, rounds, bank=False), ruin, results)
    _, unstopped = exact_rounds(gains, 10**9, needed, rounds)
    free = free_distribution(RandomWalk.of(gains), rounds)
    for result, chance in unstopped.items():
        assert at(free, result) == pytest.approx(float(chance), abs=1e-15)


def test_the_banks_ruin_agrees_with_exact_fractions() -> None:
    round_of = joint("ca-cash-in-baccarat", to_the_cent=False, player=30, banker=20, phoenix_7=5)
    gains, needed = round_of.bank.minus_fee(100), round_of.bank.largest_loss + 100
    assert needed_to_play(round_of, bank=True, fee=100) == needed
    ruin, results = exact_rounds(gains, int(needed) + 4_000, needed, 10)
    assert_agrees(staked_risk(round_of, int(needed) + 4_000, 10, bank=True, fee=100), ruin, results)


def test_blocks_of_rounds_agree_with_playing_every_round() -> None:
    gains = joint("co-baccarat", banker=25).bettors
    rounds, bankroll = 5 * BLOCK + 17, 60_000
    walk = RandomWalk.of(gains)
    alive = np.zeros(480 + rounds * walk.up + 1)
    start = (bankroll - 2_500) // 125
    alive[start] = 1.0
    ruin = []
    for _ in range(rounds):
        after = np.zeros_like(alive)
        for move, chance in zip(walk.moves, walk.chances, strict=True):
            if move < 0:
                after[:move] += chance * alive[-move:]
            else:
                after[move:] += chance * alive[: len(alive) - move]
        alive = after
        ruin.append(1 - alive.sum())
    risk = risk_of(gains, bankroll, Fraction(2_500), rounds)
    assert risk.ruin_by_round == pytest.approx(np.array(ruin), abs=1e-12)
    assert risk.stopped.ahead == pytest.approx(alive[start + 1 :].sum(), abs=1e-12)


def coin(wins: int, loses: int) -> GainDistribution:
    return GainDistribution({Fraction(-500): loses, Fraction(500): wins}, wins + loses)


def test_the_gamblers_ruin_has_its_textbook_values() -> None:
    risk = risk_of(coin(48, 52), 10_000, Fraction(500), 200_000)
    assert risk.ruin == pytest.approx(1, abs=1e-9)
    assert risk.expected_rounds == pytest.approx(20 / 0.04)
    waited = np.diff(risk.ruin_by_round, prepend=0.0) @ np.arange(1, risk.rounds + 1)
    assert waited == pytest.approx(20 / 0.04, rel=1e-8)
    lucky = risk_of(coin(52, 48), 10_000, Fraction(500), 200_000)
    assert lucky.ruin == pytest.approx((48 / 52) ** 20, rel=1e-9)
    assert lucky.ruin_ever == pytest.approx((48 / 52) ** 20, rel=1e-9)
    assert lucky.expected_rounds is None


@pytest.mark.parametrize(("rounds", "bankroll"), [(100, 500), (5_000, 2_000), (20_000, 300)])
def test_walds_identity_ties_the_mean_to_the_rounds_played(rounds: int, bankroll: int) -> None:
    round_of = joint("co-baccarat", banker=25, tie=5, dragon_bonus_player=5)
    risk = staked_risk(round_of, bankroll * 100, rounds, bank=False)
    ended = np.diff(risk.ruin_by_round, prepend=0.0)
    played = ended @ np.arange(1, rounds + 1) + rounds * (1 - risk.ruin)
    assert risk.stopped.mean == pytest.approx(played * float(risk.gains.mean), rel=1e-8)
    low, high = risk.expected_rounds_bounds or (0, 0)
    assert risk.expected_rounds is not None
    assert low < risk.expected_rounds <= high
    if risk.ruin > 1 - 1e-9:
        assert played == pytest.approx(risk.expected_rounds, rel=1e-6)


def test_never_stopping_keeps_mean_and_deviation() -> None:
    gains = joint("ca-cash-in-baccarat", player=25, tie=5).bettors
    for rounds in (1, 100, 1_000_000):
        free = free_distribution(RandomWalk.of(gains), rounds)
        assert free.mean == pytest.approx(float(rounds * gains.mean), rel=1e-9, abs=1e-8)
        assert free.deviation == pytest.approx(math.sqrt(rounds) * gains.deviation, rel=1e-7)
        assert free.ahead + free.even + free.behind == pytest.approx(1, abs=1e-9)


def test_quantiles_are_those_of_the_normal_curve_after_many_rounds() -> None:
    risk = staked_risk(joint("ca-cash-in-baccarat", player=25), 10**9, 1_000_000, bank=False)
    for share, deviations in zip(QUANTILES, (-2.3263, -1.6449, -0.6745, 0, 0.6745, 1.6449, 2.3263), strict=True):
        expected = float(risk.mean_without_ruin) + deviations * risk.deviation_without_ruin
        assert float(risk.stopped.quantile(share / 100)) == pytest.approx(
            expected, abs=risk.deviation_without_ruin / 200
        )


def test_a_coarser_lattice_comes_close() -> None:
    round_of = joint("co-baccarat", banker=25)
    exact = staked_risk(round_of, 100_000, 3_000, bank=False)
    coarse = risk_of(round_of.bettors, 100_000, Fraction(2_500), 3_000, work_max=1e7)
    assert exact.is_exact
    assert not coarse.is_exact
    assert coarse.is_exact_without_ruin
    assert coarse.walk.mean * float(coarse.walk.step) == pytest.approx(float(round_of.bettors.mean))
    assert coarse.ruin == pytest.approx(exact.ruin, abs=0.005)
    assert coarse.stopped.first >= -100_000


def test_the_most_rounds_with_odd_cents_still_answer() -> None:
    round_of = joint("ca-cash-in-baccarat", to_the_cent=False, player=300.01, banker=17.03, phoenix_7=20)
    risk = risk_of(round_of.bank, 10_000_000, round_of.bank.largest_loss, 10_000_000, work_max=5e8)
    assert not risk.is_exact
    assert risk.ruin <= risk.ruin_ever + 1e-6
    assert risk.mean_without_ruin == 10_000_000 * round_of.bank.mean


@st.composite
def small_games(draw: st.DrawFn) -> GainDistribution:
    moves = draw(st.lists(st.integers(-12, 20), min_size=2, max_size=5, unique=True))
    counts = {Fraction(move * 25): draw(st.integers(1, 9)) for move in sorted(moves)}
    return GainDistribution(counts, sum(counts.values()))


@settings(max_examples=60)
@given(small_games(), st.integers(0, 400), st.integers(1, 300), st.integers(1, 600))
def test_more_bankroll_is_less_ruin_and_more_rounds_are_more(
    gains: GainDistribution, spare: int, more: int, rounds: int
) -> None:
    needed = gains.largest_loss
    poor = risk_of(gains, int(needed) + spare, needed, rounds)
    rich = risk_of(gains, int(needed) + spare + more, needed, rounds)
    assert rich.ruin <= poor.ruin + 1e-12
    assert (rich.ruin_by_round <= poor.ruin_by_round + 1e-12).all()
    assert (np.diff(poor.ruin_by_round) >= 0).all()
    assert poor.stopped.chances.sum() == pytest.approx(1, abs=1e-11)
    # A result below the required bankroll would have been a ruin before.
    assert poor.ruin >= poor.unstopped.at_most(Fraction(-spare) - Fraction(1, 100)) - 1e-11
    assert poor.ruin <= poor.ruin_ever + 1e-9
    assert not poor.is_safe or poor.ruin == 0


@settings(max_examples=30)
@given(small_games(), st.integers(0, 200), st.integers(1, 12))
def test_small_games_agree_with_exact_fractions(gains: GainDistribution, spare: int, rounds: int) -> None:
    needed = gains.largest_loss
    ruin, results = exact_rounds(gains, int(needed) + spare, needed, rounds)
    assert_agrees(risk_of(gains, int(needed) + spare, needed, rounds), ruin, results)


def test_dealt_and_settled_rounds_have_the_joint_distribution() -> None:
    rules = TableRules.of(rulebook_library.load("co-baccarat"))
    stakes = {"banker": Cents(2_500), "tie": Cents(500), "match-pair-player": Cents(500)}
    round_of = joint_outcomes(rules, stakes, to_the_cent=True, where="--stakes")
    bets = [Bet(1, SEATED, name, amount) for name, amount in stakes.items()]
    chance, rounds = SeededRandomSource(11), 2_500
    found: Counter[int] = Counter()
    for _ in range(rounds):
        shoe: list[int] = []
        while len(shoe) < 6:
            if (card := chance.below(416)) not in shoe:
                shoe.append(card)
        coup = deal(rules, [card_of(card % 52) for card in shoe])
        found[sum(outcome.net for outcome in settle_bets(rules, coup, bets).settled)] += 1
    assert set(found) <= {int(gain) for gain in round_of.bettors.counts}
    for gain, count in round_of.bettors.counts.items():
        likely = count / round_of.total
        assert abs(found[int(gain)] - rounds * likely) < 4.5 * math.sqrt(rounds * likely * (1 - likely)) + 1


def test_a_share_of_a_meter_is_left_out_with_a_note(capsys: pytest.CaptureFixture[str]) -> None:
    round_of = joint("pa-mini-baccarat", banker=25, royal_9=5)
    assert round_of.without_meters == ("royal-9",)
    assert "off a meter" in printed_by(
        capsys, "pa-mini-baccarat", stakes="banker=25,royal-9=5", bankroll="300", rounds=20
    )


@pytest.mark.parametrize("name", or_soak(BACCARAT, 4))
@pytest.mark.parametrize("bank", [False, True])
def test_the_command_answers_for_every_rulebook_in_eighty_columns(
    capsys: pytest.CaptureFixture[str], name: str, bank: bool
) -> None:
    tie = next(wager for wager in TableRules.of(rulebook_library.load(name)).wagers if wager.startswith("tie"))
    shown = printed_by(capsys, name, stakes=f"banker=25.50,{tie}=5", bankroll="12345678", rounds=50, bank=bank)
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert "Stopping at ruin" in shown


ARGUMENTS: dict[str, Any] = {
    "stakes": "banker=25,tie=5", "bankroll": "1000", "rounds": 500, "bank": False, "plot": None, "as_json": False,
}  # fmt: skip


def printed_by(capsys: pytest.CaptureFixture[str], name: str, **overrides: Any) -> str:
    show_risk(name, [], **{**ARGUMENTS, **overrides})
    return capsys.readouterr().out


def test_json_has_the_documented_shape(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(printed_by(capsys, "co-baccarat", as_json=True))
    assert list(answer) == [
        *("rulebook", "digest", "options", "side", "stakes", "schedule", "fee", "bankroll", "needed", "rounds"),
        *("round", "kelly", "method", "step", "error", "ruin", "result", "result_never_stopping", "meters_left_out"),
    ]
    assert (answer["bankroll"], answer["needed"], answer["step"]) == ("1000.00", "30.00", 1.25)
    assert list(answer["result"]["quantiles"]) == [str(share) for share in QUANTILES]
    assert answer["ruin"]["by_round"][-1] == [500, answer["ruin"]["chance"]]
    assert len(answer["ruin"]["by_round"]) == 100


def test_collection_makes_the_banks_ruin_likelier(capsys: pytest.CaptureFixture[str]) -> None:
    arguments: dict[str, Any] = {"stakes": "player=300,banker=200", "bankroll": "2000", "bank": True, "as_json": True}
    without = json.loads(printed_by(capsys, "ca-cash-in-baccarat", **arguments))
    under = json.loads(printed_by(capsys, "ca-cash-in-baccarat", schedule="1", **arguments))
    assert (without["fee"], under["fee"]) == ("0.00", "3.00")
    assert under["ruin"]["chance"] > without["ruin"]["chance"]
    with pytest.raises(BadInput, match="--schedule: collection is taken from a player-dealer's bank"):
        printed_by(capsys, "ca-cash-in-baccarat", stakes="player=50", schedule="1")


@pytest.mark.parametrize(
    ("arguments", "where", "message"),
    [
        ({"stakes": "bonker=25"}, "--stakes", "did you mean"),
        ({"stakes": "banker=5"}, "--stakes", "under the $10 minimum"),
        ({"stakes": "banker=5000"}, "--stakes", "over the"),
        ({"stakes": "banker=0"}, "--stakes", "zero"),
        ({"stakes": "banker 25"}, "--stakes", "WAGER=DOLLARS"),
        ({"bankroll": "29.99"}, "--bankroll", "less than the $30.00 staked every round"),
        ({"bankroll": "-5"}, "--bankroll", "no sign"),
        ({"bankroll": "20", "bank": True}, "--bankroll", "may cost the bank"),
        ({"rounds": 0}, "--rounds", "from 1 to 10,000,000"),
        ({"rounds": 10_000_001}, "--rounds", "from 1 to 10,000,000"),
        ({"plot": Path("risk.gif")}, "--plot", ".svg, .png or .pdf"),
        ({"plot": Path("risk")}, "--plot", ".svg, .png or .pdf"),
        ({"plot": Path("no/such/folder/risk.svg")}, "--plot", "no folder"),
    ],
)
def test_bad_input_names_its_field_and_prints_nothing(
    capsys: pytest.CaptureFixture[str], arguments: dict[str, Any], where: str, message: str
) -> None:
    with pytest.raises(BadInput) as refused:
        printed_by(capsys, "co-baccarat", **arguments)
    assert refused.value.problems[0].where == where
    assert message in refused.value.problems[0].message
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(("suffix", "begins"), [(".svg", b"<?xml"), (".png", b"\x89PNG"), (".pdf", b"%PDF")])
def test_the_picture_is_written_beside_the_table(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, suffix: str, begins: bytes
) -> None:
    assert "Stopping at ruin" in printed_by(capsys, "co-baccarat", plot=tmp_path / f"risk{suffix}")
    assert (tmp_path / f"risk{suffix}").read_bytes().startswith(begins)


def test_the_same_risk_gives_the_same_picture() -> None:
    risk = risk_of(COIN, 900, Fraction(100), 20)
    assert risk_plot(risk, "A coin", ".svg") == risk_plot(risk, "A coin", ".svg")


def test_a_picture_that_cannot_be_written_prints_no_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "taken.svg"
    folder.mkdir()
    with pytest.raises(BadInput, match="--plot"):
        printed_by(capsys, "co-baccarat", plot=folder)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "arguments",
    [
        {"rounds": 1},
        {"rounds": 5_000, "bankroll": "100"},
        {"bank": True, "bankroll": "60"},
    ],
)
def test_pictures_of_extremes_are_drawn(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: dict[str, Any]
) -> None:
    printed_by(capsys, "co-baccarat", plot=tmp_path / "risk.png", **arguments)
    assert (tmp_path / "risk.png").stat().st_size > 10_000


def test_kelly_finds_the_classic_share_of_the_bankroll() -> None:
    """An even bet that is won with a chance of 55 percent takes a tenth of the bankroll. [Kelly 1956]"""
    kelly = kelly_of(GainDistribution({Fraction(-100): 45, Fraction(100): 55}, 100))
    assert kelly is not None
    assert kelly.bankroll == pytest.approx(1_000)
    assert kelly.growth == pytest.approx(0.55 * math.log(1.1) + 0.45 * math.log(0.9))
    assert kelly_of(GainDistribution({Fraction(-100): 1, Fraction(100): 1}, 2)) is None


def test_a_bankroll_for_a_chance_of_ruin_has_that_chance_on_a_walk_of_single_steps() -> None:
    """Check that for an even-money wager the bound is the exact chance of ruin: (q/p) to the bankroll in wagers.

    [Feller, XIV.2]
    """
    gains = GainDistribution({Fraction(-100): 45, Fraction(100): 55}, 100)
    risk = risk_of(gains, 2_000, Fraction(100), 100)
    assert risk.bankroll_for_ruin((45 / 55) ** 20) == pytest.approx(2_000, rel=1e-6)
    assert risk.ruin_ever == pytest.approx((45 / 55) ** 20)


def test_a_bettor_of_a_game_with_decisions_is_ruined_as_often_as_in_its_simulated_rounds() -> None:
    """The gain of a round is the par sheet's, and the bankroll has to cover the largest raise."""
    rules = rules_of("ca-3-card-poker")
    gains = round_gains(rules, {"ante": Cents(1_000)}, to_the_cent=True, where="--stakes")
    assert needed_to_play(gains, bank=False) == 2_000
    risk = staked_risk(gains, 10_000, 50, bank=False)
    one = [(float(gain), count / gains.bettors.total) for gain, count in gains.bettors.counts.items()]
    alive = {10_000.0: 1.0}
    for _ in range(50):
        after: dict[float, float] = {}
        for bankroll, chance in alive.items():
            for gain, share in one:
                if bankroll + gain >= 2_000:
                    after[bankroll + gain] = after.get(bankroll + gain, 0.0) + chance * share
        alive = after
    assert risk.ruin == pytest.approx(1 - sum(alive.values()), abs=1e-9)
