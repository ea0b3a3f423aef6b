"""Par sheets of the poker games: exact edges, their counts, every reading as an option, and every output format."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations, product
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from croupier.cards import Card, parse_cards
from croupier.cards.card import DECK
from croupier.errors import InvariantViolation
from croupier.families.dealer_poker.shared.edge_cases import (
    SEAT,
    result_of,
    six_card_deals,
    three_card_deals,
    ultimate_deals,
)
from croupier.families.dealer_poker.shared.odds.action_values import CHECK, FOLD
from croupier.families.dealer_poker.shared.odds.exact import exact_counts, poker_sheet
from croupier.families.dealer_poker.shared.odds.fact_tables import outcome_classes, table_of
from croupier.families.dealer_poker.shared.odds.pay_rules import (
    hand_wagers,
    net_of,
    solution_of,
    three_card_rules,
    ultimate_rules,
)
from croupier.families.dealer_poker.shared.odds.round_outcomes import LOST, TIED, WON, PokerCounts
from croupier.families.dealer_poker.shared.settle import facts_of
from croupier.families.dealer_poker.three_card.odds import second_count as three_card_count
from croupier.families.dealer_poker.three_card.odds.solver import ThreeCardSolution
from croupier.families.dealer_poker.ultimate.odds.hand_values import category_starts, library_card_number, tables_of
from croupier.families.dealer_poker.ultimate.odds.second_count import count_outcomes, play_sizes
from croupier.families.dealer_poker.ultimate.odds.solver import UltimateSolution
from croupier.families.dealer_poker.ultimate.rules import HandPays, UltimateRules
from croupier.game import Game, load
from croupier.hands import Category, HandRank, ThreeCardCategory, card_of, rank3, rank5, rank7
from croupier.hands.hand_strength import Wheel
from croupier.hands.rank_arrays import ranks6, ranks7
from croupier.money.bets import BetResult
from croupier.money.cents import Cents
from croupier.odds.fact_table import EXACT, SIMULATED, FactTable, NotExactlyCountable
from croupier.odds.family_odds import exact_par_sheet
from croupier.odds.par_sheet import ParSheet
from croupier.odds.shipped_sheets import load_shipped_sheet
from croupier.odds.wager_odds import CONFIDENCE, RETURNED, CombinedOdds, CorrelatedOdds, measure_wager
from croupier.play import rulebook_library
from croupier.play.edited_rules import with_entry
from croupier.rulebook.table_rules import TableRules
from tests.command_line import croupier
from tests.poker_exact import THREE_CARD, THREE_CARD_SIX_CARD_BONUS, BadBeat, Holdem, hand_counts
from tests.poker_rounds import is_ultimate
from tests.soak import SOAK, in_soak, or_soak
from tests.ultimate_board_count import (
    boards_like,
    count_board,
    count_ends,
    new_count_workspace,
    play_tables_of,
)

HOLDEM, THREE, SIX = "ca-ultimate-texas-holdem", "ca-3-card-poker", "ca-three-card-poker-6-card-bonus"
RULEBOOKS = (HOLDEM, THREE, SIX)
OWN = f"{HOLDEM} -o min_hole_cards=1"
"""Name for hold'em with the reading that a hand must use one of its own two cards; it is tested as one more table.
[CA-UTH-A1]"""
TABLES = (*RULEBOOKS, OWN) if SOAK else RULEBOOKS
EXACTLY = {
    (HOLDEM, "ante"): "-50643648973/2317817502000",
    (HOLDEM, "trips"): "-48987/2572780",
    (HOLDEM, "bad-beat"): "-12852431056/86918156325",
    (OWN, "ante"): "-143775233527/6953452506000",
    (OWN, "trips"): "-7101202/175592235",
    (OWN, "bad-beat"): "-951321183/6438381950",
    (THREE, "ante"): "-229314/12724075",
    (THREE, "pair-and-up"): "-242/5525",
    (THREE, "bonus-6"): "-26393/391510",
    (SIX, "ante"): "-4372483/101792600",
    (SIX, "pair-plus"): "-384/5525",
    (SIX, "six-card-bonus"): "-15306/149695",
}
"""Exact expected gain per unit staked, by rulebook and wager; the gain of the whole hand is listed under `ante`, in
Antes."""
ALL_DEALS = comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2)


def rules_of(name: str, **options: object) -> TableRules:
    if name == OWN:
        return TableRules.of(rulebook_library.load(HOLDEM), {"min_hole_cards": "1", **options})
    return TableRules.of(rulebook_library.load(name), options)


@cache
def sheet_of(name: str) -> ParSheet:
    """Return the shipped sheet; `test_par_sheet` checks for all rulebooks that it equals a new count."""
    if name == OWN:
        return exact_par_sheet(rules_of(OWN))
    shipped = load_shipped_sheet(rules_of(name))
    assert shipped is not None
    return shipped.sheet


@cache
def counts_of(name: str) -> PokerCounts:
    return exact_counts(rules_of(name))


def game_of(sheet: ParSheet) -> CombinedOdds:
    game = sheet["ante"]
    assert isinstance(game, CombinedOdds)
    return game


# --- figures ---


@pytest.mark.parametrize(("rulebook", "wager"), [key for key in EXACTLY if key[0] in TABLES])
def test_every_wager_has_its_exact_edge(rulebook: str, wager: str) -> None:
    assert sheet_of(rulebook)[wager].expected == Fraction(EXACTLY[rulebook, wager])
    assert sheet_of(rulebook)[wager].interval is None


@pytest.mark.parametrize("rulebook", TABLES)
def test_the_parts_of_a_hand_add_up_to_it(rulebook: str) -> None:
    sheet = sheet_of(rulebook)
    game = game_of(sheet)
    assert list(game.parts) == [*hand_wagers(sheet.rules), "play"]
    assert sum(game.parts.values()) == game.expected == solution_of(sheet.rules).value
    put_on_play = game.average_wager - len(hand_wagers(sheet.rules))
    assert game.parts["play"] == sheet["play"].expected * put_on_play
    if "blind" in game.parts:
        assert game.parts["blind"] == sheet["blind"].expected
    assert sum(game.decisions.values()) == 1


def test_hold_em_has_the_published_figures() -> None:
    game = game_of(sheet_of(HOLDEM))
    assert round(float(100 * game.house_edge), 3) == 2.185
    assert round(float(100 * game.element_of_risk), 3) == 0.526
    shares = {name: round(100 * float(share), 1) for name, share in game.decisions.items()}
    assert shares == {"4x": 37.7, "3x": 0, "2x": 21.3, "1x": 21.8, "fold": 19.2}
    assert round(float(game.average_wager), 3) == 4.152
    assert game.largest_pay == 505
    assert min(line.net for line in game.lines) == -6


@pytest.mark.parametrize("rulebook", or_soak([HOLDEM, OWN], 1))
def test_hold_em_has_the_decision_frequencies_of_the_solver(rulebook: str) -> None:
    solved, game = solution_of(rules_of(rulebook)), game_of(sheet_of(rulebook))
    assert isinstance(solved, UltimateSolution)
    often = solved.frequencies
    assert game.decisions == {**often.before_flop, "2x": often.flop, "1x": often.river, "fold": often.fold}
    assert game.average_wager == solved.average_wager
    assert game.element_of_risk == solved.element_of_risk


@pytest.mark.parametrize(("rulebook", "percent", "folds"), [(THREE, 1.80, 11.6), (SIX, 4.30, 25.3)])
def test_three_card_poker_has_the_published_figures(rulebook: str, percent: float, folds: float) -> None:
    solved, game = solution_of(rules_of(rulebook)), game_of(sheet_of(rulebook))
    assert isinstance(solved, ThreeCardSolution)
    assert round(float(100 * game.house_edge), 2) == percent
    assert round(float(100 * game.decisions["fold"]), 1) == folds
    assert game.decisions == {"play": 1 - solved.folds, "fold": solved.folds}
    assert game.element_of_risk == solved.element_of_risk
    assert {line.net for line in game.lines} == {2, 1, 0, -1, -2}


@pytest.mark.parametrize("rulebook", or_soak([HOLDEM, OWN], 1))
def test_bonuses_have_the_values_of_the_independent_count(rulebook: str) -> None:
    game = Holdem(UltimateRules(min_hole_cards=int(rulebook == OWN)))
    assert sheet_of(rulebook)["trips"].expected == game.trips().value
    assert sheet_of(rulebook)["bad-beat"].expected == game.bad_beat().value
    assert sheet_of(rulebook)["bad-beat"].hit == game.bad_beat().hit


def test_a_returned_play_wager_has_its_own_line() -> None:
    play, ends = sheet_of(THREE)["play"], counts_of(THREE).ends
    back = next(line for line in play.lines if line.row == RETURNED)
    tied = next(line for line in play.lines if line.row == "push")
    assert back.result == "push"
    assert back.net == 0
    assert back.count == ends[1, :, 0].sum()
    assert tied.count == ends[1, :, 1:, TIED].sum()
    assert play.total == ends[1].sum()


# --- the counts ---


def test_wins_of_one_side_equal_losses_of_the_other() -> None:
    """Check that both sides have the same counts over all deals, because the cards do not depend on the decisions."""
    for rulebook in or_soak((HOLDEM, OWN), 1):
        ends = counts_of(rulebook).ends.sum(axis=0)
        assert (ends[..., WON] == ends[..., LOST].T).all()
        assert (ends[..., TIED] == np.diag(np.diag(ends[..., TIED]))).all()
    for rulebook in (THREE, SIX):
        ends = counts_of(rulebook).ends.sum(axis=0)
        by_kind = np.concatenate([ends[:, :1] + ends[:, 1:2], ends[:, 2:]], axis=1)
        assert (by_kind[..., WON] == by_kind[..., LOST].T).all()


def test_hands_of_each_kind_have_the_known_counts() -> None:
    ends = counts_of(HOLDEM).ends.sum(axis=0)
    kinds = [kind.name.lower() for kind in list(Category)[:10]]
    dealt, beaten = hand_counts().dealt, hand_counts().beaten
    # Seven cards occur with 21 pairs of own cards, ten flops and 990 dealer hands; a beaten hand with ten flops.
    assert ends.sum(axis=(1, 2)).tolist() == [dealt[kind] * 21 * 10 * 990 for kind in kinds]
    assert ends[..., LOST].sum(axis=1).tolist() == [10 * beaten[kind] for kind in kinds]
    ends = counts_of(THREE).ends.sum(axis=0)
    known = [16440, 3744, 1096, 720, 52, 44, 4]
    assert ends.sum(axis=(1, 2)).tolist() == [many * 49 * comb(48, 2) for many in known]


@in_soak
def test_hands_with_an_own_card_have_the_counts_of_the_independent_count() -> None:
    kinds = [kind.name.lower() for kind in list(Category)[:10]]
    ends, own = counts_of(OWN).ends.sum(axis=0), hand_counts(1)
    assert ends.sum(axis=(1, 2)).tolist() == [own.dealt[kind] * 10 * 990 for kind in kinds]
    assert ends[..., LOST].sum(axis=1).tolist() == [10 * own.beaten[kind] for kind in kinds]
    # Two hands that must each use an own card never have the same five cards of a suit.
    assert not ends[Category.FLUSH, Category.FLUSH, TIED]
    assert not ends[Category.STRAIGHT_FLUSH :, :, TIED].any()


def slow_board(solved: UltimateSolution, board: list[int]) -> np.ndarray[Any, Any]:
    """Return the counts of one board, computed from the solver's decisions by comparing all pairs of hands."""
    times = play_sizes(solved.rules)
    ends = np.zeros((len(times), 10, 10, 3), np.int64)
    left = [card for card in range(52) if card not in board]
    pairs = list(combinations(left, 2))
    rows = np.array([[library_card_number(card) for card in (*pair, *board)] for pair in pairs], np.uint8)
    if solved.rules.min_hole_cards:
        values = np.max([ranks6(np.delete(rows, place, axis=1)).astype(int) for place in range(2, 7)], axis=0)
    else:
        values = ranks7(rows).astype(int)
    kinds = np.searchsorted(category_starts(), values, side="right") - 1
    holds = np.array([[card in pair for card in range(52)] for pair in pairs], np.int64)
    for place, pair in enumerate(pairs):
        is_opponent = holds @ holds[place] == 0
        result = np.sign(values[place] - values[is_opponent]) + 1
        facing = np.zeros((10, 3), np.int64)
        np.add.at(facing, (kinds[is_opponent], result), 1)
        for multiple, flops in Counter(slow_plays(solved, pair, board)).items():
            ends[times.index(multiple), kinds[place]] += flops * facing
    return ends


def slow_plays(solved: UltimateSolution, pair: tuple[int, int], board: list[int]) -> Iterator[int]:
    """Yield the Play wager of best play for each of the ten flops that the board may have had."""
    hand, full = cards_text(pair), cards_text(board)
    first = solved.options(hand).best
    last = solved.options(hand, full).best
    for flop in combinations(board, 3):
        best = first if first != CHECK else solved.options(hand, cards_text(flop)).best
        best = best if best != CHECK else last
        yield 0 if best == FOLD else int(best.removesuffix("x"))


def cards_text(places: Any) -> str:
    return " ".join(str(card_of(library_card_number(card))) for card in places)


@in_soak
@pytest.mark.parametrize(
    ("rulebook", "board"),
    or_soak(
        [
            (HOLDEM, (44, 40, 36, 12, 0)),
            (OWN, (51, 46, 38, 21, 3)),
            (HOLDEM, (51, 46, 38, 21, 3)),
            (HOLDEM, (30, 29, 17, 9, 8)),
            (OWN, (44, 40, 36, 32, 28)),
            (OWN, (30, 29, 28, 9, 8)),
        ],
        2,
    ),
)
def test_the_counts_of_a_board_equal_a_comparison_of_all_pairs_of_hands(rulebook: str, board: tuple[int, ...]) -> None:
    solved = solution_of(rules_of(rulebook))
    assert isinstance(solved, UltimateSolution)
    ends = np.zeros((5, 10, 10, 3), np.int64)
    count_board(ends, new_count_workspace(), np.array(board), 1, play_tables_of(solved), tables_of(solved.rules))
    assert ends.sum() == 10 * comb(47, 2) * comb(45, 2)
    assert (ends == slow_board(solved, list(board))).all()


@in_soak
@pytest.mark.parametrize(
    "rules",
    [
        UltimateRules(
            before_flop=(3, 5), flop=1, river=2, qualifies=Category.TWO_PAIR, blind=HandPays(flush=2, pair=1)
        ),
        UltimateRules(min_hole_cards=1),
    ],
)
def test_the_count_of_results_equals_the_one_board_by_board(rules: UltimateRules) -> None:
    solved = Holdem(rules).solve()
    slow = count_ends(len(play_sizes(rules)), play_tables_of(solved), tables_of(rules))
    assert (count_outcomes(solved) == slow).all()


def test_boards_that_differ_only_in_suit_names_are_counted_once() -> None:
    """Check that the weights of the representative boards sum to the number of all boards."""
    some = [card for rank in (0, 5, 12) for card in range(4 * rank, 4 * rank + 4)]
    boards = [np.array(sorted(five, reverse=True)) for five in combinations(some, 5)]
    assert sum(boards_like(board) for board in boards) == comb(12, 5)
    assert boards_like(np.array([48, 44, 40, 36, 32])) in (0, 4)


@in_soak
@pytest.mark.parametrize(("rulebook", "card"), [(THREE, "Qs"), (SIX, "3s")])
def test_the_counts_of_an_exposed_card_equal_a_comparison_with_all_dealer_hands(rulebook: str, card: str) -> None:
    """Check the counts of the rarest hands against a comparison with every dealer's hand."""
    rules, shown = three_card_rules(rules_of(rulebook)), card_number(card)
    rare = (ThreeCardCategory.MINI_ROYAL, ThreeCardCategory.THREE_OF_A_KIND)
    everything = three_card_count.hands_of(rules)
    exposed = np.uint64(1 << shown)
    dealers = np.flatnonzero(everything.masks & exposed)
    ends = three_card_count.count_ends(exposed, dealers, np.ones(len(everything.values), bool), everything)
    slow = slow_three_card(shown, rare, rules.wheel)
    assert not ends[0].any()
    assert slow[list(rare)].sum() == (3 * (card[0] == "Q") + 4 * (card[0] != "Q") + 49) * comb(48, 2)
    assert all((ends[1, kind] == slow[kind]).all() for kind in rare)


def card_number(text: str) -> int:
    return next(number for number in range(52) if str(card_of(number)) == text)


def slow_three_card(shown: int, kinds: tuple[ThreeCardCategory, ...], wheel: Wheel) -> np.ndarray[Any, Any]:
    ranks = {hand: rank3(list(hand), wheel=wheel) for hand in combinations(DECK, 3)}
    open_card = parse_cards(str(card_of(shown)))[0]
    dealers = [hand for hand in ranks if open_card in hand]
    found = np.zeros((7, 8, 3), np.int64)
    for hand, own_rank in ranks.items():
        if own_rank.category not in kinds or open_card in hand:
            continue
        for dealer in dealers:
            if not set(dealer) & set(hand):
                dealer_rank = ranks[dealer]
                place = int(dealer_rank.category) + 1 if does_qualify(dealer, int(dealer_rank.category)) else 0
                found[own_rank.category, place, 1 + (own_rank > dealer_rank) - (own_rank < dealer_rank)] += 1
    return found


def does_qualify(dealer: tuple[Card, ...], category: int) -> bool:
    return category > 0 or any(card.rank == 1 or card.rank >= 12 for card in dealer)


# --- examples and measures ---


def test_examples_have_the_outcome_of_their_class() -> None:
    both = [(deal, rank7) for deal in ultimate_deals().items()] + [
        (deal, rank_own) for deal in ultimate_deals(1).items()
    ]
    for ((own, dealer, result), (cards, dealer_cards, board)), rank in both:
        own_rank, dealer_rank = rank([*cards, *board]), rank([*dealer_cards, *board])
        assert (own_rank.category, dealer_rank.category, 1 + (own_rank > dealer_rank) - (own_rank < dealer_rank)) == (
            own,
            dealer,
            result,
        )
        assert len({*cards, *dealer_cards, *board}) == 9
    for wheel, ((own, place, result), (cards, dealer_cards, _)) in product(
        (Wheel.LOW, Wheel.NONE), three_card_deals().items()
    ):  # fmt: skip
        own_rank, dealer_rank = rank3(list(cards), wheel=wheel), rank3(list(dealer_cards), wheel=wheel)
        dealers = int(dealer_rank.category) + 1 if does_qualify(dealer_cards, int(dealer_rank.category)) else 0
        assert (own_rank.category, dealers, 1 + (own_rank > dealer_rank) - (own_rank < dealer_rank)) == (
            own,
            place,
            result,
        )
    assert list(six_card_deals()) == list(range(10))


def rank_own(seven: list[Card]) -> HandRank:
    """Return the best five cards that contain one of the first two."""
    return max(
        (rank5(list(five)) for five in combinations(seven, 5) if {*five} & {*seven[:2]}), key=lambda rank: rank.value
    )


@pytest.mark.parametrize("rulebook", TABLES)
def test_a_wager_is_measured_as_the_live_table_decides_it(rulebook: str) -> None:
    """Check for every outcome of a round that the measured result equals the live table's verdict."""
    rules = rules_of(rulebook)
    kinds = outcome_classes(rules)
    for wager in rules.wagers.values():
        if any(name.startswith("six_") for name in wager.facts):
            continue
        for place, (folded, deal) in enumerate(product((False, True), kinds.deals.values())):
            weights = np.zeros(2 * len(kinds.deals), np.int64)
            weights[place] = 1
            odds = measure_wager(wager, FactTable(weights, EXACT, kinds.columns))
            assert odds.expected == net_of(rules, wager.id, deal, folded=folded), (wager.id, deal)
            verdict = wager.decide(facts_of(rules, result_of(deal, folded=folded), SEAT), Cents(100))
            line = next(line for line in odds.lines if line.count)
            assert (line.row == RETURNED) == (verdict.result is BetResult.RETURNED)


def test_an_outcome_without_an_example_is_a_broken_invariant() -> None:
    counts = counts_of(THREE)
    ends = counts.ends.copy()
    ends[1, ThreeCardCategory.PAIR, 7, WON] = 1
    with pytest.raises(InvariantViolation, match=r"\[1, 7, 2\]"):
        poker_sheet(rules_of(THREE), replace(counts, ends=ends))


# --- readings ---


def test_the_rulebooks_equal_the_solved_games() -> None:
    assert ultimate_rules(rules_of(HOLDEM)) == UltimateRules()
    assert three_card_rules(rules_of(THREE)) == THREE_CARD
    assert three_card_rules(rules_of(SIX)) == THREE_CARD_SIX_CARD_BONUS


@in_soak
@pytest.mark.parametrize(
    ("rulebook", "options", "edges"),
    [
        (THREE, {"nonqual_ante": "push"}, {"ante": "-4373389/101792600", "pair-and-up": "-242/5525"}),
        (THREE, {"pd_upcard": False}, {"ante": "-8813253/101792600", "bonus-6": "-26393/391510"}),
        # Without an exposed card, best play folds every hand below the qualifying hand.
        (THREE, {"pd_upcard": False, "nonqual_ante": "push"}, {"ante": "-8813253/101792600"}),
        # Best play folds no pair.
        (THREE, {"pair_and_up_after_fold": "forfeited"}, {"ante": "-229314/12724075", "pair-and-up": "-242/5525"}),
        (SIX, {"a23_straight": True}, {"ante": "-4373389/101792600", "pair-plus": "-242/5525"}),
        (SIX, {"nonqual_auto_win": True}, {"ante": "-916803/50896300", "pair-plus": "-384/5525"}),
        (SIX, {"a23_straight": True, "nonqual_auto_win": True}, {"ante": "-229314/12724075"}),
    ],
)
def test_every_reading_of_three_card_poker_is_counted(
    rulebook: str, options: dict[str, object], edges: dict[str, str]
) -> None:
    rules = rules_of(rulebook, **options)
    sheet = exact_par_sheet(rules)
    assert not sheet.not_counted
    assert {name: sheet[name].expected for name in edges} == {name: Fraction(edge) for name, edge in edges.items()}
    assert sheet["ante"].expected == solution_of(rules).value
    assert load_shipped_sheet(rules) is None


def test_a_bonus_that_a_fold_forfeits_has_a_lower_value() -> None:
    """Check the value of Pair & Up if every hand is folded.

    All of it is lost where a fold forfeits it, and nothing where it stays in play.
    """
    counts = counts_of(THREE)
    folded = replace(counts, ends=np.stack([counts.ends.sum(axis=0), np.zeros_like(counts.ends[0])]))
    stays = poker_sheet(rules_of(THREE), folded)["pair-and-up"]
    lost = poker_sheet(rules_of(THREE, pair_and_up_after_fold="forfeited"), folded)["pair-and-up"]
    assert stays.expected == Fraction(-242, 5525)
    assert lost.loss == 1


def test_every_reading_of_bad_beat_is_counted() -> None:
    def expected(**options: str) -> Fraction:
        return exact_par_sheet(rules_of(HOLDEM, **options))["bad-beat"].expected

    exactly = Holdem().bad_beat(BadBeat(player_beaten=HandPays(three_of_a_kind=9))).value
    assert expected(bad_beat_player="exactly-three") == exactly
    assert round(100 * float(exactly), 1) == -45.9
    # The loss through folds: folded hands that would have won the bonus.
    folded = counts_of(HOLDEM).ends[0]
    pays = {3: 9, 4: 20, 5: 30, 6: 50, 7: 500, 8: 7500}
    lost = sum(Fraction(int(folded[:, kind, WON].sum()) * (pay + 1), ALL_DEALS) for kind, pay in pays.items())
    assert lost > 0
    assert expected(bad_beat_after_fold="own-loss") == Holdem().bad_beat().value - lost
    assert expected(bad_beat_player="exactly-three", bad_beat_after_fold="own-loss") == exactly - lost


@in_soak
def test_where_a_hand_must_use_a_card_of_its_own_everything_is_counted() -> None:
    rules = rules_of(OWN)
    assert ultimate_rules(rules) == UltimateRules(min_hole_cards=1)
    assert ultimate_rules(rules_of(OWN, deal="shoe")) == UltimateRules(min_hole_cards=1)
    assert load_shipped_sheet(rules) is None
    assert len(ultimate_deals(1)) == 111
    game = game_of(sheet_of(OWN))
    assert round(float(100 * game.house_edge), 4) == 2.0677
    assert game.largest_pay == 505


@in_soak
def test_wagers_without_decisions_are_counted_under_the_reading_of_own_cards() -> None:
    """Check that Trips is counted although the Play wager has no solution.

    The Play wager pays three to two; the value of Trips is that of the reading in which own cards must be used.
    """
    rules = edited(HOLDEM, "play", pays=[{"when": "hand_wins", "odds": "3:2"}]).with_options(min_hole_cards="1").rules()
    assert exact_par_sheet(rules)["trips"].expected == Fraction(EXACTLY[OWN, "trips"])


@pytest.mark.parametrize("options", [{"deal": "shoe"}, {"play_counts_to_max": True}, {"mode": "dealer-assist"}])
def test_the_dealing_mode_does_not_change_the_odds(options: dict[str, object]) -> None:
    rules = rules_of(HOLDEM, **options)
    assert ultimate_rules(rules) == UltimateRules()
    shipped = load_shipped_sheet(rules)
    assert shipped is not None
    assert shipped.sheet.wagers == sheet_of(HOLDEM).wagers


# --- own rulebooks ---


def pays_two_to_one(folder: Path) -> Path:
    """Write a hold'em rulebook whose Play wager pays two to one, which has no solution; return its path."""
    text = files("croupier.rulebook").joinpath(f"data/{HOLDEM}.toml").read_text("utf-8")
    play = 'pays     = [{ when = "hand_wins", odds = "1:1", cite = "L3704" }]'
    assert text.count(play) == 1
    path = folder / "two-to-one.toml"
    path.write_text(text.replace(play, play.replace("1:1", "2:1")), "utf-8")
    return path


def edited(rulebook: str, wager: str, **changes: Any) -> Game:
    """Return the game with one wager changed."""
    game = load(rulebook)
    entry = {
        name: value for name, value in {**game.rulebook.data["wager"][wager], **changes}.items() if value is not None
    }
    return Game(with_entry(game.rulebook, "wager", wager, entry), game.options)


def test_another_blind_in_the_rulebook_is_solved() -> None:
    poor = load(HOLDEM).with_pays("blind", ["500:1", "50:1", "10:1", "3:1", "1:1", "1:1"]).rules()
    rules = UltimateRules(blind=HandPays(500, 50, 10, 3, 1, 1))
    assert ultimate_rules(poor) == rules
    assert solution_of(poor).value == Holdem(rules).solve().value < Fraction(EXACTLY[HOLDEM, "ante"])


def test_an_ante_that_loses_to_no_pair_has_a_dealer_who_always_qualifies() -> None:
    ante = {"pays": [{"when": "not folded and hand_wins", "odds": "1:1"}], "push": "not folded and hands_tie"}
    rules = edited(HOLDEM, "ante", **ante).rules()
    assert ultimate_rules(rules) == UltimateRules(qualifies=Category.HIGH_CARD)


@in_soak
@pytest.mark.parametrize(
    ("rulebook", "wager", "changes", "words"),
    [
        (HOLDEM, "ante", {"pays": [{"when": "not folded and dealer_qualifies and hand_wins", "odds": "2:1"}]}, "comes"),
        (HOLDEM, "ante", {"push": "hands_tie or not dealer_qualifies"}, "a fold keeps some of ante"),
        (HOLDEM, "blind", {"at_most": None}, "only where it equals ante"),
        (HOLDEM, "play", {"pays": [{"when": "hand_wins", "odds": "3:2"}]}, "play comes to 3/2"),
        (THREE, "play", {"returns": None}, "play comes to"),
        (THREE, "ante", {"pays": [{"when": "not folded and hand_wins", "odds": "1:2"}], "push": "hands_tie"}, "ante"),
    ],
)
def test_a_rulebook_without_a_solution_says_so(rulebook: str, wager: str, changes: dict[str, Any], words: str) -> None:
    rules = edited(rulebook, wager, **changes).rules()
    with pytest.raises(NotExactlyCountable, match=words):
        solution_of(rules)
    sheet = exact_par_sheet(rules)
    assert "ante" in sheet.not_counted
    # Wagers that do not depend on decisions are still counted.
    bonus = "trips" if rulebook == HOLDEM else "bonus-6"
    assert sheet[bonus].expected == Fraction(EXACTLY[rulebook, bonus])


def test_an_own_bonus_is_counted_by_its_conditions() -> None:
    game = load(THREE).with_wager("nines", "pair and not folded and hand_wins", "3:1")
    odds = game.odds()["nines"]
    ends = counts_of(THREE).ends
    won = Fraction(int(ends[1, ThreeCardCategory.PAIR, :, WON].sum()), int(ends.sum()))
    assert odds.hit == won
    assert odds.expected == 4 * won - 1


def test_a_wager_on_six_and_three_cards_together_is_refused_with_a_reason() -> None:
    sheet = exact_par_sheet(load(THREE).with_wager("both", "six_full_house and hand_wins", "3:1").rules())
    assert sheet.not_counted == {
        "both": "looks at both hands' six cards together with hand_wins, and they are counted apart"
    }
    assert list(sheet.wagers) == ["ante", "play", "pair-and-up", "bonus-6"]


# --- simulated rounds by the same functions ---


def test_simulated_counts_are_measured_the_same_way_with_intervals() -> None:
    exact = counts_of(HOLDEM)
    rounds = exact.ends // 10**7
    sheet = poker_sheet(rules_of(HOLDEM), PokerCounts(exact.times, rounds, None, SIMULATED))
    assert (sheet.method, sheet.shoe, sheet.rounds) == (SIMULATED, None, int(rounds.sum()))
    for name, odds in sheet.wagers.items():
        assert odds.interval is not None
        assert float(odds.house_edge) == pytest.approx(float(sheet_of(HOLDEM)[name].house_edge), abs=odds.interval)
    game, play = game_of(sheet), sheet["play"]
    assert game.interval == pytest.approx(CONFIDENCE * game.standard_deviation / math.sqrt(sheet.rounds))
    assert isinstance(play, CorrelatedOdds)
    # A round with a wager of four Antes is one result, not four.
    put, squares = (int((rounds.sum(axis=(1, 2, 3)) * np.array(exact.times) ** power).sum()) for power in (1, 2))
    assert play.total == put
    assert play.interval == pytest.approx(CONFIDENCE * play.standard_deviation * math.sqrt(squares) / put)


def test_no_rounds_at_all_are_measured_too() -> None:
    exact = counts_of(HOLDEM)
    sheet = poker_sheet(rules_of(HOLDEM), PokerCounts(exact.times, np.zeros_like(exact.ends), None, SIMULATED))
    assert sheet.rounds == 0
    assert sheet["play"].interval == 0
    assert game_of(sheet).house_edge == 0


def test_a_fact_table_includes_the_six_cards_that_a_wager_depends_on() -> None:
    wager = rules_of(THREE).wagers["bonus-6"]
    assert table_of(wager, counts_of(THREE), outcome_classes(rules_of(THREE))).total == comb(52, 6)


# --- output formats ---


def test_the_terminal_shows_the_figures_of_the_hand(capsys: pytest.CaptureFixture[str]) -> None:
    text = " ".join(croupier("odds", HOLDEM).out.split())
    assert "Ante + Blind + Play, with best play: exactly 50643648973/2317817502000 of an Ante." in text
    assert "Put down on average 4.1522 antes; element of risk 0.5262 %." in text
    assert "play 4 antes 37.707 %, play 3 antes 0.000 %, play 2 antes 21.285 %, play 1 ante 21.822 %, fold" in text
    assert "Ante −16.577 %, Blind −31.470 %, Play +45.862 %" in text
    assert "1 deck, all 52 cards, shuffled for every round." in text
    assert "all 27,813,810,024,000 deals were counted" in text
    assert "Decided: play 88.376 %, fold 11.624 %." in croupier("odds", THREE).out


@pytest.mark.parametrize("rulebook", [HOLDEM, SIX])
def test_a_page_and_a_pdf_show_the_hand(rulebook: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, pdf = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    assert croupier("odds", rulebook, "--html", str(page), "--pdf", str(pdf)).status == 0
    text = page.read_text("utf-8")
    assert pdf.read_bytes().startswith(b"%PDF")
    phrases = ("Element of risk", "Put down", "Play by itself", "Play brings", "What the figures mean", "Best play")
    assert all(phrase in text for phrase in phrases)
    assert ("Play 4 antes" in text) == is_ultimate(rules_of(rulebook))
    assert (">Returned<" in text) == (not is_ultimate(rules_of(rulebook)))


@pytest.mark.parametrize("form", [("--html", "x.html"), ()])
def test_rules_without_a_count_say_why_and_offer_no_simulation(
    form: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = croupier("odds", str(pays_two_to_one(tmp_path)), *form)
    text = " ".join(((tmp_path / "x.html").read_text("utf-8") if form else done.out).split())
    assert done.status == 0
    assert "in which play comes to 2 with" in text
    assert "imulate" not in text


@pytest.mark.parametrize("words", [("--removed", "Ah"), ("--left", "Ah Kh Qh Jh Th 9h"), ("--effects",)])
@pytest.mark.parametrize("rulebook", [HOLDEM, SIX])
def test_removed_cards_are_refused_without_a_shoe(
    rulebook: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert croupier("odds", rulebook, *words).is_refusal(words[0], "deals every round from a whole deck")


def test_a_reading_without_a_sheet_is_counted_and_named(capsys: pytest.CaptureFixture[str]) -> None:
    out = croupier("odds", THREE, "-o", "pd_upcard=no").out
    assert "8.6580" in out
    assert "Chosen: pd_upcard no (not yes)" in " ".join(out.split())
