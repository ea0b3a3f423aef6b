"""Card counting: exact expectations of any shoe, proposed counts, and shoes counted as a plain count does."""

from __future__ import annotations

import io
import math
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from croupier.cli.count import _plans_table
from croupier.errors import BadInput
from croupier.families.baccarat.facts import facts_of
from croupier.families.baccarat.odds.counting import BaccaratCounting
from croupier.families.baccarat.odds.exact import exact_sheet
from croupier.families.baccarat.odds.simulate import simulated_shoe
from croupier.families.blackjack.odds.counting import BlackjackCounting
from croupier.families.blackjack.odds.exact import bonus_table
from croupier.families.dealer_poker.shared.odds.round_outcomes import LOST, TIED, WON
from croupier.families.dealer_poker.three_card.odds.collusion import (
    gains_of_one_seat,
    gains_of_seats,
    results_by_pair,
    results_of_play,
)
from croupier.families.dealer_poker.three_card.odds.solver import (
    ThreeCardSolution,
    category_of_values,
    hand_places,
    hand_values,
    hands,
    lowest_qualifying_value,
    pair_values,
)
from croupier.families.dealer_poker.three_card.rules import ThreeCardRules
from croupier.hands.hand_strength import ThreeCardCategory
from croupier.odds.counting.card_effects import CardEffects, propose_tags
from croupier.odds.counting.count_job import BettingPlan, CountingSystem, CountResult, CountTally, run_count_job
from croupier.odds.counting.count_kernels import BUCKETS, HIGHEST, NET, ROUNDS
from croupier.odds.counting.count_options import CountOptions
from croupier.odds.counting.count_study import CountedPlan, study_counts
from croupier.odds.counting.shoe_polynomials import ShoePolynomial
from croupier.odds.family_odds import count_study
from croupier.odds.shoe_composition import Composition, card_number, card_of
from croupier.odds.wager_odds import measure_wager
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules

LATE = Composition(tuple(1 + (7 * card) % 5 for card in range(52)))
"""Cards left of an uneven shoe, as they may be late in a game."""


def evaluate_polynomial(polynomial: ShoePolynomial, shoe: Composition) -> Fraction:
    """Return the expected gain from a shoe in exact arithmetic, but for rounded `factor`s; twin of the kernel."""
    left = [0] * polynomial.groups
    for card, many in enumerate(shoe.counts):
        left[polynomial.group_of[card]] += many
    ways, total, sums = [1], Fraction(polynomial.constant), dict[int, Fraction]()
    nodes = zip(*(column.tolist() for column in polynomial[1:6]), strict=True)
    for parent, group, used, size, factor in nodes:
        ways.append(ways[parent] * max(left[group] - used, 0))
        sums[size] = sums.get(size, Fraction(0)) + Fraction(factor) * ways[-1]
    for size, weighted in sums.items():
        orders = 1
        for place in range(size):
            orders *= shoe.cards - place
        total += weighted / orders
    return total


@cache
def rules_of(book: str, **options: str) -> TableRules:
    return TableRules.of(rulebook_library.load(book), options)


@cache
def baccarat(book: str) -> BaccaratCounting:
    return BaccaratCounting(rules_of(book))


@pytest.mark.parametrize(
    ("book", "wager"),
    [
        ("co-ez-baccarat", "dragon-7"),
        ("co-ez-baccarat", "banker"),
        ("co-baccarat", "perfect-pair"),
        ("co-baccarat", "match-pair-player"),
        ("ilani-midi-baccarat", "any-pair-banker"),
    ],
)
def test_an_expectation_of_an_uneven_shoe_equals_a_new_count(book: str, wager: str) -> None:
    game = baccarat(book)
    (polynomial,) = game.polynomials(game.rules.wagers[wager]).values()
    expected = exact_sheet(game.rules, LATE)[wager].expected
    assert float(evaluate_polynomial(polynomial, LATE)) == pytest.approx(float(expected), abs=1e-12)


@pytest.mark.parametrize("wager", ["poker-3", "sevens"])
def test_an_expectation_of_blackjack_equals_a_new_count(wager: str) -> None:
    game = BlackjackCounting(rules_of("ilani-blackjack"))
    one = game.rules.wagers[wager]
    polynomial = next(iter(game.polynomials(one).values()))
    expected = measure_wager(one, bonus_table(game.rules, one, LATE)).expected
    assert float(evaluate_polynomial(polynomial, LATE)) == pytest.approx(float(expected), abs=1e-12)


def test_an_expectation_by_suits_is_the_mean_over_the_ranks() -> None:
    """Two suits lose the same number of random cards; what is left of a suit is any part of it equally likely."""
    game = BlackjackCounting(rules_of("ilani-blackjack"))
    found = game.polynomials(game.rules.wagers["poker-3"])
    by_card, by_suit = found["cards"], found["suits"]
    full = Composition.of_decks(6)
    for removed in range(2):
        exact = [evaluate_polynomial(by_card, full.without([card_of(card)])) for card in range(removed, 52, 4)]
        gone = full.without([card_of(removed)])
        assert float(evaluate_polynomial(by_suit, gone)) == pytest.approx(float(sum(exact) / 13), abs=1e-12)


def test_a_pair_is_favourable_by_the_closed_form_exactly() -> None:
    """At 11 to 1 a pair gains when the sum of n(n - 1) over the ranks exceeds a twelfth of N(N - 1)."""
    game = baccarat("co-baccarat")
    wager = game.rules.wagers["match-pair-player"]
    polynomial = game.polynomials(wager)["ranks"]
    for seed in range(6):
        left = np.random.default_rng(seed).integers(0, 3 + seed, 52)
        shoe = Composition(tuple(left.tolist()))
        pairs = sum(n * (n - 1) for n in left.reshape(13, 4).sum(axis=1).tolist())
        expected = Fraction(12 * pairs, shoe.cards * (shoe.cards - 1)) - 1
        assert exact_sheet(game.rules, shoe)["match-pair-player"].expected == expected
        assert evaluate_polynomial(polynomial, shoe) == expected


def test_effects_of_removal_are_those_of_counting_again() -> None:
    game = baccarat("co-ez-baccarat")
    effects = game.effects(game.rules.wagers["dragon-7"])
    full = exact_sheet(game.rules)["dragon-7"].expected
    for card in (0, 13, 30, 51):
        without = exact_sheet(game.rules, Composition.of_decks(8).without([card_of(card)]))["dragon-7"].expected
        assert effects.by_card[card] == without - full
    assert sum(effects.by_card) == 0


def test_a_pair_has_no_linear_count() -> None:
    game = baccarat("co-baccarat")
    effects = game.effects(game.rules.wagers["match-pair-player"])
    assert not effects.is_linear
    assert propose_tags([effects]) is None


def test_proposed_tags_are_balanced_and_the_best_of_their_level() -> None:
    game = baccarat("co-ez-baccarat")
    effects = game.effects(game.rules.wagers["dragon-7"])
    tags = propose_tags([effects], 1)
    assert tags is not None
    assert sum(tags) == 0
    best = max(
        effects.correlation(by_rank * 1)
        for ranks in product((-1, 0, 1), repeat=10)
        if sum(ranks[:9]) + 4 * ranks[9] == 0 and any(ranks)
        for by_rank in [tuple(ranks[min(card // 4, 9)] for card in range(52))]
    )
    assert effects.correlation(tags) == pytest.approx(best, abs=1e-12)


def counts_of_shoes(game: BaccaratCounting, wager: str, tags: tuple[float, ...], shoes: int) -> Any:
    """Count simulated shoes in plain Python: rounds and results by true count, with the first burn card seen."""
    found = np.zeros((BUCKETS, 2))
    one = game.rules.wagers[wager]
    for shoe in range(shoes):
        cards, coups = simulated_shoe(game.rules, 1, shoe)
        dealt = game.rules.shoe.burn_count(cards[0])
        seen = cards[:1]
        for coup in coups:
            count = sum(tags[card_number(card)] for card in seen) * 52 // (len(cards) - len(seen))
            verdict = one.decide(facts_of(coup), one.limit.least)
            net = {"win": 1, "lose": -1}.get(verdict.result.value, 0) * verdict.winnings / one.limit.least
            place = int(min(max(count, -HIGHEST), HIGHEST)) + HIGHEST
            found[place] += 1, net
            size = len(coup.player) + len(coup.banker)
            seen = seen + cards[dealt : dealt + size]
            dealt += size
    return found


DRAGON = tuple(float((0, 0, 0, -1, -1, -1, -1, 2, 2, 0)[min(card // 4, 9)]) for card in range(52))


def kernel_counts(game: BaccaratCounting, wager: str, tags: tuple[float, ...], shoes: int) -> Any:
    plans = (BettingPlan(wager, CountingSystem("own", tags)),)
    job = game.job(plans, cut=None, burn_seen="first", seats=1, seed=1)
    return job.deal(0, shoes).counts.buckets[0][:, [ROUNDS, NET]]


@pytest.mark.parametrize(
    ("book", "wager"), [("co-ez-baccarat", "dragon-7"), ("pa-mini-baccarat", "dragon-bonus-player")]
)
def test_the_kernel_counts_shoes_as_plain_python_does(book: str, wager: str) -> None:
    counted = kernel_counts(baccarat(book), wager, DRAGON, 4)
    assert counted[:, 0].sum() > 300
    assert (counted == counts_of_shoes(baccarat(book), wager, DRAGON, 4)).all()


def test_planted_faults_of_a_count_are_found() -> None:
    """One tag that is wrong, and a wager settled for another, change what the comparison above compares."""
    game, wrong = baccarat("co-ez-baccarat"), (1.0, *DRAGON[1:])
    right = counts_of_shoes(game, "dragon-7", DRAGON, 4)
    assert (kernel_counts(game, "dragon-7", wrong, 4) != right).any()
    assert (kernel_counts(game, "panda-8", DRAGON, 4) != right).any()


def test_wagers_on_ranks_and_suits_are_settled_as_at_the_table() -> None:
    for book, wager in (("co-baccarat", "perfect-pair"), ("co-ez-baccarat", "ez-progressive")):
        counted = kernel_counts(baccarat(book), wager, DRAGON, 4)
        assert np.allclose(counted, counts_of_shoes(baccarat(book), wager, DRAGON, 4))


def test_exact_expectations_agree_with_dealt_results_and_do_not_depend_on_threads() -> None:
    game = baccarat("co-ez-baccarat")
    exact = game.polynomials(game.rules.wagers["dragon-7"])["points"]
    plans = (BettingPlan("dragon-7", CountingSystem("own", DRAGON), exact=exact, evaluate_from=3),)
    job = game.job(plans, cut=None, burn_seen="first", seats=1, seed=1)
    tallies = [CountTally(run_count_job(job, 1024, threads=threads), plans) for threads in (1, 2)]
    results = [tally.result(0, 4) for tally in tallies]
    assert results[0] == results[1]
    assert results[0].is_conditional
    dealt, error = tallies[0].dealt(0, 4)
    assert abs(dealt - results[0].per_shoe) < 4 * error
    assert 0.4 < results[0].per_shoe < 0.9
    assert results[0].error < error / 5


def test_a_count_of_blackjack_settles_every_wager_of_the_dealt_rounds() -> None:
    """Means over all rounds agree with the exact edges: the main wager, two cards, the dealer's hand."""
    for book, wager in (
        ("ca-buster-blackjack", "buster"),
        ("ilani-blackjack", "poker-3"),
        ("ca-blackjack-x", "lucky-pair"),
    ):
        game = BlackjackCounting(rules_of(book))
        plans = (BettingPlan(wager, CountingSystem("own", DRAGON)),)
        job = game.job(plans, cut=None, burn_seen="none", seats=1, seed=1)
        mean, error = CountTally(run_count_job(job, 1024, threads=2), plans).all_rounds(0)
        one = game.rules.wagers[wager]
        expected = measure_wager(one, bonus_table(game.rules, one, Composition.of_decks(6))).expected
        assert abs(mean - float(expected)) < 4 * error


def test_a_study_has_counts_cuts_and_one_count_for_two_wagers() -> None:
    options = CountOptions(("dragon-7",), together=("dragon-7", "panda-8"), cuts=(14, 104), shoes=512, seed=3)
    study = study_counts(baccarat("co-ez-baccarat"), options)
    best = study["dragon-7"].best
    assert best is not None
    assert [cut.cut for cut in best.by_cut] == [14, 104]
    assert best.by_cut[0].result.per_shoe > 3 * best.by_cut[1].result.per_shoe > 0
    assert study["dragon-7"].perfect is not None
    assert [name for name, _ in study.together] == ["dragon-7", "panda-8"]
    assert len({plan.tags for _, plan in study.together}) <= 2
    assert 0.95 < study["dragon-7"].plans[0].correlation < 1  # type: ignore[operator]


def test_an_effect_that_is_not_there_has_no_trigger() -> None:
    nothing = CardEffects("none", Fraction(-1, 10), (Fraction(0),) * 52, 8)
    assert nothing.break_even_count(DRAGON) == float("inf")
    assert propose_tags([nothing]) is None


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (CountOptions(("dragon",)), "--wager: there is no wager"),
        (CountOptions(together=("dragon-7",)), "--together"),
        (CountOptions(tags=(1.0, 2.0)), "--tags"),
        (CountOptions(cuts=(416,)), "--cut: is 416"),
        (CountOptions(burn_seen="some"), "--burn-seen"),
        (CountOptions(level=0), "--level"),
        (CountOptions(seats=9), "--seats"),
    ],
)
def test_bad_options_are_refused_before_anything_is_dealt(options: CountOptions, named: str) -> None:
    with pytest.raises(BadInput) as refused:
        count_study(rules_of("co-ez-baccarat"), options)
    assert named in str(refused.value)


def value_of_play(solution: ThreeCardSolution, hand: list[int], known: list[int]) -> Fraction:
    """Return the result of a play against the two of spades, by every pair of cards that are left."""
    rules, places = solution.rules, hand_places()
    values = hand_values(rules.wheel)
    own = int(places[tuple(sorted(hand))])
    kind = ThreeCardCategory(int(category_of_values(rules.wheel)[values[own]]))
    total, pairs = Fraction(0), 0
    for pair in combinations(sorted({*range(1, 52)} - {*hand, *known}), 2):
        other = values[int(places[(0, *pair)])]
        result = WON if values[own] > other else TIED if values[own] == other else LOST
        qualifies = bool(other >= lowest_qualifying_value(rules.qualifies, rules.wheel))
        total += rules.ante_net(kind, result, qualifies=qualifies) + (result - TIED) * qualifies
        pairs += 1
    return total / pairs


def test_the_gain_from_one_other_hand_is_that_of_every_hand_it_may_be() -> None:
    """One hand near the threshold, against all 17,296 hands of another seat; its own value is the solver's."""
    solution = ThreeCardSolution(ThreeCardRules())
    table = results_of_play(np.array(solution.rules.all_ante_nets(), object).astype(np.int64), solution.rules.unit)
    values, kinds = hand_values(solution.rules.wheel), category_of_values(solution.rules.wheel)
    pairs, least = pair_values(0, values), lowest_qualifying_value(solution.rules.qualifies, solution.rules.wheel)
    for hand in ([5, 22, 39], [9, 28, 41]):
        place = int(hand_places()[tuple(hand)])
        one = (np.array([hand]), values[place : place + 1], kinds[values[place : place + 1]], pairs, 0, least, table, 1)
        cards, nets = np.zeros(48, np.int64), np.zeros((48, 48), np.int64)
        total = results_by_pair(one[0][0], one[1][0], one[2][0], pairs, 0, least, table, cards, nets)
        assert Fraction(int(total), 1128) == value_of_play(solution, hand, [])
        known = [int(cards[at]) for at in (3, 17, 30)]
        kept = np.isin(cards, known, invert=True)
        left = Fraction(int(nets[np.ix_(kept, kept)].sum()) // 2, 990)
        assert left == value_of_play(solution, hand, known)
        alone, gain = max(Fraction(int(total), 1128), Fraction(-1)), Fraction(0)
        singles = nets.sum(axis=0)
        for a, b, c in combinations(range(48), 3):
            rest = total - singles[a] - singles[b] - singles[c] + nets[a, b] + nets[a, c] + nets[b, c]
            gain += max(int(rest), -990)
        expected = float(gain / 990 / 17_296 - alone)
        assert gains_of_one_seat(*one)[0] == pytest.approx(expected, abs=1e-12)


def test_cards_of_more_seats_are_worth_more() -> None:
    """A sample of hands: the drawn cards of one seat gain what all its cards gain, and those of six seats more."""
    solution = ThreeCardSolution(ThreeCardRules())
    table = results_of_play(np.array(solution.rules.all_ante_nets(), object).astype(np.int64), solution.rules.unit)
    values, kinds = hand_values(solution.rules.wheel), category_of_values(solution.rules.wheel)
    some = np.arange(2000, 22_000, 250)
    one = (hands()[some], values[some], kinds[values[some]], pair_values(0, values), 0)
    two = (lowest_qualifying_value(solution.rules.qualifies, solution.rules.wheel), table, 1)
    exact = gains_of_one_seat(*one, *two)[0]
    drawn, variance, _ = gains_of_seats(*one, *two, 3, 4000, np.uint64(1))
    assert 0 < abs(drawn - exact) < 4 * variance**0.5
    assert gains_of_seats(*one, *two, 18, 100, np.uint64(1))[0] > 3 * exact


def test_options_of_a_shoe_are_refused_for_a_game_that_shuffles_every_round() -> None:
    for options in (CountOptions(("ante",)), CountOptions(cuts=(10,)), CountOptions(device="cuda")):
        with pytest.raises(BadInput):
            count_study(rules_of("ca-3-card-poker"), options)
    with pytest.raises(BadInput, match="has no study of counted or known cards"):
        count_study(rules_of("ca-texas-holdem"), CountOptions())


def test_the_table_of_a_count_shows_every_digit_at_eighty_columns() -> None:
    result = CountResult(
        trigger=-12, frequency=0.1234567, edge=-0.12345, per_shoe=-21.5954, per_100_hands=-11.9578,
        error=0.0171, is_conditional=True,
    )  # fmt: skip
    one_batch = replace(result, error=math.inf)
    plans = [CountedPlan("proposed", tuple([1.0] * 52), 0.955, None, each) for each in (result, one_batch)]
    printed = io.StringIO()
    Console(file=printed, width=80).print(_plans_table(plans, ["a-wager-with-a-long-name", "b"]))
    for figure in ("0.955", "-12", "12.346", "-12.345", "-21.5954", "0.0171", "-11.9578", "=", "unknown"):
        assert figure in printed.getvalue()
    assert "…" not in printed.getvalue()
    assert "inf" not in printed.getvalue()
