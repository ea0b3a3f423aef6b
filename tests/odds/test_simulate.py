"""The simulator of baccarat: shoes of the live table, exact odds, and counts that do not depend on how it runs."""

from __future__ import annotations

import math
import subprocess
import sys
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier
from croupier.cards import Card, CutRule, Shoe, ShoeRules
from croupier.errors import BadInput
from croupier.families.baccarat.hand_values import total
from croupier.families.baccarat.odds.kernels import TOTALS_CLASSES
from croupier.families.baccarat.odds.simulate import (
    CARDS,
    BaccaratSimulation,
    coup_at,
    simulate,
    simulation_setup,
)
from croupier.families.baccarat.odds.simulate_kernels import coup_setup, deal_by_totals, find_openings, rounds_of_shoe
from croupier.families.baccarat.round import BaccaratRules, Coup, play
from croupier.families.baccarat.rules import drawing_rules
from croupier.odds.family_odds import exact_par_sheet
from croupier.odds.simulation import shuffle_kernels as sim_shoes
from croupier.odds.simulation.backends import Threads
from croupier.odds.simulation.job import Tally
from croupier.odds.simulation.run_options import ROUNDS, Progress, Stop
from croupier.odds.simulation.shuffle_kernels import ShoeSetup, burn_by_points, start_of
from croupier.odds.wager_odds import CONFIDENCE
from croupier.play import rulebook_library
from croupier.play.driver import ShoeDealer, play_to_end, timeout_answer
from croupier.play.round import RoundInProgress
from croupier.rulebook.table_rules import TableRules
from tests.command_line import croupier as run
from tests.soak import or_soak
from tests.strategies import BACCARAT

CASH_IN = "ca-cash-in-baccarat"
LOOK_AT_CARDS = ("co-baccarat", "co-99-fortunes", "pa-mini-baccarat", "co-5-treasures", "co-ez-baccarat")
"""Rulebooks with wagers on ranks and suits, which the simulation counts separately. `tests/contract` tests one without
such wagers."""


def rules_of(rulebook: str = CASH_IN, **options: object) -> TableRules:
    return TableRules.of(rulebook_library.load(rulebook), options)


def dealt_live(rules: ShoeRules, drawing: BaccaratRules, cards: list[Card]) -> list[Coup]:
    """Return the finished rounds of a shoe, dealt by the live shoe and round."""
    shoe = Shoe.new(rules, tuple(cards)).burn()[1]
    coups = []
    while not shoe.is_finished:
        dealer, hand = ShoeDealer(shoe.begin_hand()), RoundInProgress(lambda: play(drawing))
        play_to_end(hand, dealer, timeout_answer)
        shoe = dealer.shoe.end_hand(())
        if isinstance(hand.result, Coup):
            coups.append(hand.result)
    return coups


shoe_rules = st.builds(
    ShoeRules,
    decks=st.integers(1, 10),
    burn=st.sampled_from(["by-first-card", "fixed", "none"]),
    burn_fixed=st.integers(0, 20),
    burn_ten_value=st.sampled_from([0, 1, 10]),
    cut_from_back=st.one_of(st.integers(0, 60), st.integers(0, 520)),
    cut_rule=st.sampled_from(list(CutRule)),
)


@settings(max_examples=60)
@given(shoe_rules, st.booleans(), st.integers(0, 2**64 - 1))
def test_any_burn_and_cut_card_is_dealt_as_the_live_shoe_deals_it(
    rules: ShoeRules, natural_stops: bool, seed: int
) -> None:
    drawing = BaccaratRules(drawing_rules(rules_of()), natural_stops)
    dealing = coup_setup(
        decks=rules.decks,
        burn=burn_by_points(rules),
        cut_from_back=rules.cut_from_back,
        ends_with_the_hand=rules.cut_rule is CutRule.ENDS_WITH_THE_HAND,
        draws=drawing.draw_table,
        natural_stops=natural_stops,
    )
    by_shoes = np.zeros(TOTALS_CLASSES, np.int64)
    for shoe in range(6):
        order, begins, kinds = rounds_of_shoe(dealing, start_of(seed), shoe)
        cards = [CARDS[number] for number in order.tolist()]
        assert Counter(order.tolist()) == Counter(dict.fromkeys(range(52), rules.decks))
        coups = [coup_at(cards, *coup) for coup in zip(begins.tolist(), kinds.tolist(), strict=True)]
        assert coups == dealt_live(rules, drawing, cards)
        np.add.at(by_shoes, kinds, 1)
    together = np.zeros(TOTALS_CLASSES, np.int64)
    rounds = deal_by_totals(dealing, start_of(seed), 0, 6, 10**9, together)
    assert rounds == by_shoes.sum()
    assert (together == by_shoes).all()


def test_the_last_digit_of_two_cards_is_found_as_the_live_table_finds_it() -> None:
    for first in range(10):
        for second in range(10):
            points = np.array([first, 0, second, 0, 0, 0], np.uint8)
            openings = np.zeros(1, np.uint16)
            find_openings(points, openings)
            assert openings[0] // 1000 == total(first, second)


def places_of(dealing: ShoeSetup, shoe: int, *, careful: bool) -> tuple[list[int], bool]:
    start = start_of(1)
    picked, are_fair = np.zeros(len(dealing.left), np.uint64), np.ones(1, np.bool_)
    if careful:
        sim_shoes.draw_unbiased(dealing.steps, dealing.left, dealing.too_low, start, shoe, picked, 0)
    else:
        sim_shoes.draw_places(dealing.steps, dealing.left, start, shoe, picked, are_fair)
    return picked.view(np.uint16).tolist(), bool(are_fair[0])


def test_positions_are_drawn_again_only_where_one_would_be_too_likely() -> None:
    """Check that one shoe in a hundred is examined for bias, and that about one in seven hundred is drawn again."""
    looked_at = changed = 0
    dealing = simulation_setup(rules_of()).dealing
    left = np.repeat(dealing.left, 4) - np.tile(np.arange(4), len(dealing.left))
    for shoe in range(3000):
        quick, is_fair = places_of(dealing, shoe, careful=False)
        if is_fair and shoe > 100:
            continue
        careful, _ = places_of(dealing, shoe, careful=True)
        assert (np.array(careful) < left).all()
        assert careful == quick or not is_fair
        looked_at += not is_fair
        changed += careful != quick
    assert 10 < looked_at < 50
    assert 0 < changed < looked_at


def test_rejection_leaves_equally_many_half_words_for_every_pair_of_positions() -> None:
    """Check that every pair of positions is equally likely, with words of 12 bits, all of which can be tried."""
    for left in range(2, 40):
        pairs = left * (left - 1)
        counts: Counter[tuple[int, int]] = Counter()
        for word in range(2**12):
            first = word * left
            second = (first % 2**12) * (left - 1)
            if second % 2**12 >= 2**12 % pairs:
                counts[first >> 12, second >> 12] += 1
        assert len(counts) == pairs
        assert len(set(counts.values())) == 1
    dealing = simulation_setup(rules_of()).dealing
    assert dealing.too_low.tolist()[:2] == [2**32 % (416 * 415), 2**32 % (414 * 413)]


def test_every_card_is_equally_likely_at_every_position() -> None:
    dealing = coup_setup(
        decks=1,
        burn=[0] * 10,
        cut_from_back=0,
        ends_with_the_hand=False,
        draws=drawing_rules(rules_of()),
        natural_stops=True,
    )
    shoes = 10_000
    counts = np.zeros((52, 52))
    for shoe in range(shoes):
        order, _, _ = rounds_of_shoe(dealing, start_of(3), shoe)
        counts[np.arange(52), order] += 1
    expected = shoes / 52
    chi_square = ((counts - expected) ** 2 / expected).sum()
    freedom = 51 * 51
    assert abs(chi_square - freedom) < 4 * math.sqrt(2 * freedom)


@pytest.mark.parametrize("rulebook", or_soak(sorted(BACCARAT, key=LOOK_AT_CARDS.__contains__, reverse=True), 5))
def test_simulated_edges_are_the_exact_ones_within_their_intervals(rulebook: str) -> None:
    table = rules_of(rulebook)
    exact = exact_par_sheet(table)
    sheet = simulate(table, rounds=300_000, seed=11)
    assert sheet.method == "simulated"
    assert list(sheet.wagers) == list(table.wagers)
    for wager, odds in exact.wagers.items():
        interval = CONFIDENCE * odds.standard_deviation / math.sqrt(300_000)
        assert abs(sheet[wager].house_edge - odds.house_edge) < 4 * interval, wager
        assert sheet[wager].total == 300_000


def tally_of(rulebook: str, threads: int, rounds: int) -> Tally[Any]:
    simulation = BaccaratSimulation(rules_of(rulebook), 5)
    dealer = Threads(simulation.job, threads)
    simulation.deal(dealer, Stop(rounds))
    dealer.close()
    return simulation.tally


def same(first: Tally[Any], second: Tally[Any]) -> bool:
    arrays = [(first.counts[0], second.counts[0])]
    for first_cards, second_cards in zip(first.counts[1:], second.counts[1:], strict=True):
        arrays += [
            (first_cards.keys, second_cards.keys),
            (first_cards.counts, second_cards.counts),
            (first_cards.examples, second_cards.examples),
        ]
    return first.rounds == second.rounds and all(np.array_equal(*pair) for pair in arrays)


def test_a_divided_simulation_stops_at_the_same_round_as_one_piece() -> None:
    simulation = BaccaratSimulation(rules_of("co-ez-baccarat"), 5)
    for rounds in (1, 80, 81, 82, 83, 5_000, 100_003):
        assert same(tally_of("co-ez-baccarat", 2, rounds), simulation.job.deal(0, 20_000, rounds))


def test_another_seed_gives_other_counts() -> None:
    first, second = (simulate(rules_of(), rounds=50_000, seed=seed) for seed in (1, 2))
    assert first["banker"].house_edge != second["banker"].house_edge


def test_a_tally_is_as_large_after_many_rounds_as_after_few() -> None:
    few, many = (tally_of(CASH_IN, 2, rounds) for rounds in (10_000, 300_000))
    assert few.counts[0].nbytes == many.counts[0].nbytes
    assert not many.counts[1:]


def test_a_time_limit_ends_a_simulation_of_whole_shoes() -> None:
    reports: list[Progress] = []
    sheet = simulate(rules_of(), seconds=0.05, progress=reports.append)
    assert sheet.rounds == reports[-1].rounds > 0
    assert 0 <= reports[0].share <= reports[-1].share <= 1


def test_a_narrow_interval_of_a_wager_that_looks_at_cards_ends_a_simulation() -> None:
    sheet = simulate(rules_of("ilani-midi-baccarat"), within="any-pair-player=0.02")
    interval = sheet["any-pair-player"].interval
    assert interval is not None
    assert interval < 0.02


def test_without_a_stop_ten_million_rounds_are_dealt() -> None:
    assert Stop.of(None, None, None, {}) == Stop(ROUNDS)
    assert Stop.of(None, 2.0, None, {}) == Stop(None, 2.0)


def test_a_wager_over_pairs_and_suits_together_which_no_exact_count_tells_apart_is_simulated() -> None:
    pair, any_suits = "player_perfect_pair", "(player_suited or not player_suited)"
    game = (
        croupier.load(CASH_IN)
        .with_wager("pair", pair, "25:1")
        .with_wager("pair-of-suits", f"{pair} and {any_suits}", "25:1")
        .with_wager("pair-of-totals", f"{pair} and {any_suits} and player_total < 10", "25:1")
        .with_wager("all-suited-pair", "player_pair and all_suited", "100:1")
    )
    not_counted = exact_par_sheet(game.rules()).not_counted
    assert set(not_counted) == {"pair-of-suits", "pair-of-totals", "all-suited-pair"}
    assert all(reason.endswith("; croupier simulate measures it") for reason in not_counted.values())
    sheet = simulate(game.rules(), rounds=100_000)
    hits = [sheet[wager].hit for wager in ("pair", "pair-of-suits", "pair-of-totals", "all-suited-pair")]
    assert hits[0] == hits[1] == hits[2] > hits[3] > 0


@pytest.mark.parametrize(
    ("where", "arguments"),
    [
        ("--rounds", {"rounds": 0}),
        ("--rounds", {"rounds": -5}),
        ("--seconds", {"seconds": 0.0}),
        ("--seconds", {"seconds": math.nan}),
        ("--within", {"within": "bankr=0.01"}),
        ("--within", {"within": "banker"}),
        ("--within", {"within": "banker=0"}),
        ("--within", {"within": "banker=wide"}),
        ("--threads", {"threads": 0}),
        ("--device", {"device": "tpu"}),
        ("--cluster", {"device": "cuda", "cluster": "tcp://127.0.0.1:1"}),
    ],
)
def test_invalid_arguments_are_refused_by_name(where: str, arguments: dict[str, object]) -> None:
    with pytest.raises(BadInput) as refused:
        simulate(rules_of(), **arguments)  # type: ignore[arg-type]
    assert refused.value.problems[0].where == where


def test_a_misspelt_wager_gets_a_suggestion() -> None:
    with pytest.raises(BadInput, match='did you mean "banker"'):
        simulate(rules_of(), within="bankr=0.01")


def test_the_command_prints_edges_with_their_intervals_and_json_in_the_shape_of_odds(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("simulate", CASH_IN, "--rounds", "200000", "--seed", "3")
    shown = run(*words)
    assert shown.status == 0
    assert "200,000 rounds dealt, seed 3" in shown.out
    assert "± 95 %" in shown.out
    printed = run(*words, "--json").data
    assert (printed["method"], printed["rounds"], printed["seed"]) == ("simulated", 200_000, 3)
    banker = next(wager for wager in printed["wagers"] if wager["wager"] == "banker")
    sheet = simulate(rules_of(), rounds=200_000, seed=3)
    assert banker["house_edge"] == float(sheet["banker"].house_edge)
    assert banker["house_edge_exact"] is None
    assert banker["interval"] == pytest.approx(0.0041, abs=0.0002)


def test_the_command_refuses_invalid_arguments_with_one_line_and_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    refused = run("simulate", CASH_IN, "--rounds", "0")
    assert refused.is_refusal("croupier: --rounds: is 0; deal from 1 to 1,000,000,000,000,000 rounds")


def test_kernels_do_not_import_rulebooks() -> None:
    """Check that kernels run on machines with only NumPy and Numba."""
    loads = "import sys, croupier.families.baccarat.odds.simulate_kernels"
    code = f"{loads}; sys.exit(any(m in sys.modules for m in ('pydantic', 'typer', 'rich')))"
    assert subprocess.run([sys.executable, "-c", code], timeout=60, check=False).returncode == 0
