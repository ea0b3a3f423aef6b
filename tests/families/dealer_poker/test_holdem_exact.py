"""Exact Ultimate Texas Hold'em: published figures, plain enumeration of the same decisions, laws, and invalid input."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, permutations
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import BadInput
from croupier.families.dealer_poker.shared.odds import pay_rules as sheet_rules
from croupier.families.dealer_poker.shared.round import PokerResult
from croupier.families.dealer_poker.ultimate.facts import UltimateSeatContext
from croupier.families.dealer_poker.ultimate.odds import board_kernels
from croupier.families.dealer_poker.ultimate.odds.board_kernels import SUITED_FLOPS, distinct_flops, layout
from croupier.families.dealer_poker.ultimate.odds.hand_values import (
    DECK,
    library_card_number,
    local_card_index,
    pays_of,
    rank_keys,
    tables_of,
)
from croupier.families.dealer_poker.ultimate.odds.solver import UltimateSolution
from croupier.families.dealer_poker.ultimate.rules import BLIND, HandPays, UltimateRules
from croupier.hands import Category, card_of, index_of, ranks5, ranks6, ranks7
from croupier.hands.card_parsing import read_cards
from tests import hands_slow, ultimate_board_count
from tests.poker_exact import HAND_BEATEN, BadBeat, Bonus, Holdem, hand_counts
from tests.soak import in_soak
from tests.ultimate_board_count import play_tables_of

pytestmark = in_soak

RICH = UltimateRules(
    before_flop=(4,),
    flop=3,
    river=2,
    qualifies=Category.TWO_PAIR,
    blind=HandPays(royal_flush=100, flush=Fraction(7, 3), straight=2, three_of_a_kind=Fraction(1, 2), high_card=1),
)
"""Rules that differ from the usual game in every value that rules can have."""
OWN, RICH_OWN = UltimateRules(min_hole_cards=1), replace(RICH, min_hole_cards=1)
"""The usual rules and `RICH`, each with the reading that a hand must use one of its own two cards. [CA-UTH-A1]"""
FLOPS = ["Kh 7h 2h", "Kh 7h 2c", "Kh 7d 2c", "Kh Kd 2c", "Kh Kd 2h", "9h 9d 9c", "Ah 3h 5h", "Th 9c 8c"]
HANDS = ["Ac Ad", "Kc 9h", "Th Jh", "2s 3s", "Ks 7s", "9s 4h", "Ts Jc", "4c 4h"]
BOARDS = [
    ("Kh 5s", "Qh 9d 2c 3d 3c"), ("Kh 5s", "Ah Kd Qc Jd Ts"), ("2h 3s", "Ah Kh Qh Jh Th"), ("2h 3h", "Kd Qd 9d 5c 4c"),
    ("Ad 3h", "Kd Qd 9d 5d 4c"), ("7h 2d", "Kd Qd 9d 5d 4d"), ("Jh Td", "9h 8h 7h 9d 9c"), ("8s 6d", "Qh 9c 7d 4s 2h"),
    ("3c 2d", "7s 7d 7h Kc Qd"), ("5c 4h", "5d 5h 5s Kc Kd"), ("As Js", "Ks Qs 2s 2d 2c"), ("4c 3d", "9s 8s 6s 5s 9d"),
]  # fmt: skip


@lru_cache(maxsize=6)
def solved(rules: UltimateRules = UltimateRules()) -> UltimateSolution:  # noqa: B008 - it is frozen
    return Holdem(rules).solve()


def numbers(cards: str) -> list[int]:
    return [index_of(card) for card in read_cards(cards, "test")]


def cards_text(cards: Sequence[int]) -> str:
    return " ".join(str(card_of(card)) for card in cards)


# --- slow reference: one deal after another, from the text of the rules ---


def kind_of_score(score: hands_slow.Score) -> Category:
    return Category.ROYAL_FLUSH if score == (8, 28) else Category(score[0])


def slow_score(rules: UltimateRules, hand: Sequence[int], board: list[int]) -> hands_slow.Score:
    """Return the score of the best five of seven cards that use enough of the own cards."""
    fives = combinations([*hand, *board], 5)
    return max(hands_slow.score_of(five) for five in fives if len({*five} & {*hand}) >= rules.min_hole_cards)


def slow_river(rules: UltimateRules, hand: list[int], board: list[int]) -> Fraction:
    """Return the average result of a bet on the river."""
    left = [card for card in range(52) if card not in hand and card not in board]
    mine = slow_score(rules, hand, board)
    total = Fraction(0)
    for dealer in combinations(left, 2):
        yours = slow_score(rules, dealer, board)
        does_qualify = kind_of_score(yours) >= rules.qualifies
        if mine > yours:
            total += rules.river + does_qualify + rules.blind.of(kind_of_score(mine))
        elif mine < yours:
            total -= rules.river + does_qualify + 1
    return total / 990


def enumerated_flop(rules: UltimateRules, hand: list[int], flop: list[int]) -> dict[str, Fraction]:
    """Return the values of check and bet over all 1,081 x 990 deals, with every hand ranked separately."""
    left = np.array([card for card in range(52) if card not in hand and card not in flop], np.uint8)
    pays = {Category(kind): rules.blind.of(Category(kind)) for kind in range(10)}
    kinds = np.array([0, *kind_by_value()])
    check = bet = Fraction(0)
    for rivers in np.array_split(np.array(list(combinations(range(47), 2))), 47):
        for turn, river in rivers.tolist():
            board = [*flop, int(left[turn]), int(left[river])]
            other_cards = np.delete(left, [turn, river])
            first, second = np.triu_indices(45, 1)
            rows = np.tile(np.array([0, 0, *board], np.uint8), (991, 1))
            rows[0, :2] = hand
            rows[1:, 0], rows[1:, 1] = other_cards[first], other_cards[second]
            values = values_of(rules, rows)
            ahead = np.sign(values[0] - values[1:])
            played = int(ahead[kinds[values[1:]] >= rules.qualifies].sum())
            blind = pays[Category(int(kinds[values[0]]))] * int((ahead > 0).sum()) - int((ahead < 0).sum())
            rest = played + blind
            bet += rules.flop * int(ahead.sum()) + rest
            check += max(rules.river * int(ahead.sum()) + rest, Fraction(-2 * 990))
    return {"check": check / (1081 * 990), f"{rules.flop}x": bet / (1081 * 990)}


def values_of(rules: UltimateRules, rows: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the values of hands, each given as a row of two own cards and five board cards.

    Where an own card must be used, one of the five board cards is left out.
    """
    ways = [rows] if not rules.min_hole_cards else [np.delete(rows, place, axis=1) for place in range(2, 7)]
    rank: Any = ranks6 if rules.min_hole_cards else ranks7
    return np.max([rank(way).astype(np.int64) for way in ways], axis=0)  # type: ignore[no-any-return]


@cache
def kind_by_value() -> list[int]:
    from croupier.hands import HandRank

    return [int(HandRank.of_value(value).category) for value in range(1, 7476)]


# --- published figures ---


def test_the_chart_of_first_hands_is_the_published_one() -> None:
    letters = "23456789TJQKA"
    lowest = {"As": "2", "Ao": "2", "Ks": "2", "Ko": "5", "Qs": "6", "Qo": "8", "Js": "8", "Jo": "T"}
    raised = {2 * letter for letter in letters[1:]}
    for (high, suited), low in lowest.items():
        raised |= {f"{high}{letter}{suited}" for letter in letters[letters.index(low) : letters.index(high)]}
    assert {name for name, best in solved().chart.items() if best != "check"} == raised
    assert set(solved().chart.values()) == {"4x", "check"}
    assert len(solved().chart) == 169


def test_seven_card_hands_have_the_known_counts() -> None:
    known = [4324, 37260, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460]
    assert [hand_counts().dealt[kind.name.lower()] for kind in sorted(list(Category)[:10], reverse=True)] == known


def test_bad_beat_both_ways() -> None:
    bonus = Holdem().bad_beat()
    assert bonus.value == Fraction(-12852431056, 86918156325)
    assert round(float(100 * bonus.hit), 2) == 3.98
    assert hand_counts().beaten["royal_flush"] == 0
    one_way = Holdem().bad_beat(BadBeat(dealer_beaten=HandPays()))
    assert 2 * (one_way.value + 1) == bonus.value + 1
    exactly_three = Holdem().bad_beat(BadBeat(player_beaten=HandPays(three_of_a_kind=9)))
    assert one_way.value < exactly_three.value < bonus.value


def test_beaten_hands_are_dealt_as_often_as_counted() -> None:
    deals = 200_000
    cards = np.random.default_rng(7).random((deals, 52)).argpartition(9, axis=1)[:, :9].astype(np.uint8)
    mine, yours = ranks7(cards[:, :7]), ranks7(np.ascontiguousarray(cards[:, 2:9]))
    kinds = np.array([0, *kind_by_value()])
    many = np.bincount(kinds[mine[mine < yours]], minlength=10)
    all_deals = comb(52, 5) * comb(47, 2) * 990
    for kind in range(10):
        share = hand_counts().beaten[Category(kind).name.lower()] / all_deals
        assert abs(many[kind] - deals * share) <= 5 * (deals * share) ** 0.5 + 1


# --- plain enumeration ---


@pytest.mark.parametrize(("hand", "board"), BOARDS)
@pytest.mark.parametrize("rules", [UltimateRules(), RICH, OWN, RICH_OWN], ids=["the game", "another", "own", "both"])
def test_the_value_of_the_river_is_the_mean_over_all_990_dealer_hands(
    rules: UltimateRules, hand: str, board: str
) -> None:
    options = solved(rules).options(hand, board)
    assert options.values["fold"] == -2
    assert options.values[f"{rules.river}x"] == slow_river(rules, numbers(hand), numbers(board))


@pytest.mark.parametrize(("flop", "hand"), list(zip(FLOPS, HANDS, strict=True)))
def test_the_value_of_a_flop_is_the_mean_over_all_turns_and_rivers(flop: str, hand: str) -> None:
    for rules in (UltimateRules(), RICH, OWN):
        assert dict(solved(rules).options(hand, flop).values) == enumerated_flop(rules, numbers(hand), numbers(flop))


@pytest.mark.parametrize("rules", [UltimateRules(), RICH_OWN], ids=["the game", "another, with one's own"])
def test_random_flops_have_the_mean_value_of_their_deals(rules: UltimateRules) -> None:
    for deal in np.random.default_rng(3).permuted(np.tile(np.arange(52), (6, 1)), axis=1)[:, :5].tolist():
        hand, flop = deal[:2], deal[2:]
        found = solved(rules).options(cards_text(hand), cards_text(flop))
        assert dict(found.values) == enumerated_flop(rules, hand, flop)


def test_the_largest_pays_are_still_added_up_exactly() -> None:
    rules = UltimateRules(blind=HandPays(high_card=29_999_994))
    for hand, flop in (("Ah Kd", "Qh 7c 2d"), ("Ah Kh", "Qh Jh 2c")):
        found = solved(rules).options(hand, flop)
        assert dict(found.values) == enumerated_flop(rules, numbers(hand), numbers(flop))
    assert solved(rules).first_hands["AKo"].value > 10**6


@pytest.mark.parametrize("hand", ["Kh 5s", "7c 7d"])
def test_the_value_of_a_first_hand_is_the_mean_over_all_flops(hand: str) -> None:
    """Check that a raise before the flop has the value of the same bet on every flop."""
    as_much = UltimateRules(before_flop=(3, 4), flop=4)
    left = [card for card in range(52) if card not in numbers(hand)]
    check = raised = Fraction(0)
    for flop in combinations([card_of(card) for card in left], 3):
        options = solved(as_much).options(hand, flop)
        raised += options.values["4x"]
        check += options.value
    assert solved(as_much).options(hand).values["check"] == check / comb(50, 3)
    assert solved().options(hand).values["4x"] == raised / comb(50, 3)


# --- a hand that must use one of its own cards [CA-UTH-A1] ---

PACKS = {
    "any": range(52),
    "one suit": range(1, 52, 4),
    "two suits": [card for card in range(52) if card % 4 in (1, 2)],
    "four ranks": range(20, 36),
    "a straight": range(16, 36),
}
"""Groups of cards from which random boards are drawn; many of these boards are better than any hand."""


def boards(count: int) -> Iterator[list[int]]:
    """Yield random boards from each group in `PACKS`, and some boards that are complete hands which nobody may play.

    Cards are numbered as in the kernels.
    """
    draw = random.Random(5)
    for pack in PACKS.values():
        for _ in range(count):
            yield draw.sample(pack, 5)
    for board in ("Ah Kh Qh Jh Th", "9h 8h 7h 6h 5h", "Qs Qh Qd Jc Js", "Qs Qh Qd Qc Ad", "5s 4h 3d 2c As"):
        yield [local_card_index(card) for card in numbers(board)]


def live_value(hand: Sequence[int], board: Sequence[int]) -> int:
    """Return the value of a hand as the live table ranks it."""
    own, common = (tuple(card_of(library_card_number(place)) for place in places) for places in (hand, board))
    return UltimateSeatContext(PokerResult(own, common, ()), min_hole_cards=1).dealer.value


def first_count_values(board: list[int]) -> dict[tuple[int, int], int]:
    """Return the value of each pair of hole cards on a board, as the kernels of the first count compute it."""
    spots, pays, tables, keys = layout(), pays_of(OWN), tables_of(OWN), rank_keys()
    held = np.bincount([card // 4 for card in board], minlength=13)
    plain = board_kernels.new_board_workspace(spots.low, spots.high, 13)
    board_kernels.evaluate_pairs_by_rank(
        plain, held, sum((keys[card // 4] for card in board), np.uint64(0)), keys, pays, tables
    )
    pairs = list(combinations([card for card in range(52) if card not in board], 2))
    suits = [suit for suit in range(4) if sum(card % 4 == suit for card in board) >= 3]
    if not suits:
        return {pair: int(plain.values[spots.rank_pair[pair[0] // 4, pair[1] // 4]]) for pair in pairs}
    flush, suited = (
        board_kernels.new_board_workspace(spots.first, spots.second, 26),
        sum(1 << c // 4 for c in board if c % 4 == suits[0]),
    )
    board_kernels.evaluate_pairs_by_suit_type(flush, held, suited, plain, spots, pays, tables)
    types = {card: card // 4 + 13 * (card % 4 == suits[0]) for card in range(52)}
    return {pair: int(flush.values[spots.type_pair[types[pair[0]], types[pair[1]]]]) for pair in pairs}


def second_values(board: list[int], play: ultimate_board_count.PlayTables) -> dict[tuple[int, int], int]:
    """Return the value of each pair of hole cards on a board, as the kernels of the second count compute it."""
    work = ultimate_board_count.new_count_workspace()
    ultimate_board_count._rank_pairs(work, np.array(sorted(board, reverse=True)), play, tables_of(OWN))
    return {
        (second, first): value for first, second, value in zip(work.one, work.two, work.values.tolist(), strict=True)
    }


def test_every_kernel_ranks_hands_that_use_their_own_cards_as_the_live_table_does() -> None:
    draw, lower, play = random.Random(6), 0, play_tables_of(solved(OWN))
    for board in boards(16):
        by_first_count = first_count_values(board)
        assert by_first_count == second_values(board, play)
        pairs = draw.sample(sorted(by_first_count), 40)
        rows = np.array([[library_card_number(card) for card in (*pair, *board)] for pair in pairs], np.uint8)
        by_solution = solved(OWN)._values(rows).tolist()
        common = int(ranks5(rows[:1, 2:])[0])
        for pair, value in zip(pairs, by_solution, strict=True):
            assert value == by_first_count[pair] == live_value(pair, board), (pair, board)
            lower += value < common
    assert lower > 500, "there are boards that are better than the hands on them"


def test_a_hand_that_must_use_its_own_cards_has_the_counted_value() -> None:
    assert solved(OWN).value == Fraction(-143775233527, 6953452506000)
    assert Holdem(OWN).trips().value == Fraction(-7101202, 175592235)
    assert Holdem(OWN).bad_beat().value == Fraction(-951321183, 6438381950)
    assert Holdem(RICH_OWN).trips() == Holdem(OWN).trips()
    assert Holdem(OWN).trips().deals == comb(52, 5) * comb(47, 2)
    assert sum(hand_counts(1).dealt.values()) == comb(52, 5) * comb(47, 2)


def test_no_high_hand_consists_of_the_board_if_an_own_card_must_be_used() -> None:
    """Check that hands which the board makes alone are not counted.

    Of seven cards with a royal flush, 20 of 21 choices of the two own cards include a card of the flush.
    """
    free, bound = hand_counts(), hand_counts(1)
    assert bound.dealt["royal_flush"] == 20 * free.dealt["royal_flush"]
    for kind in ("royal_flush", "straight_flush", "flush", "straight", "full_house", "four_of_a_kind"):
        assert bound.dealt[kind] <= 21 * free.dealt[kind]
    assert bound.dealt["high_card"] > 21 * free.dealt["high_card"]


def test_no_hand_ties_with_the_board_if_an_own_card_must_be_used() -> None:
    board, hand = "Ah Kh Qh Jh Th", "2h 3s"
    assert solved().options(hand, board).values["1x"] == 0
    # The hand is the lowest flush, with the two: it beats all hands without a heart, and these are the majority.
    assert solved(OWN).options(hand, board).values["1x"] == slow_river(OWN, numbers(hand), numbers(board)) > 0


# --- laws ---


@pytest.mark.parametrize("rules", [UltimateRules(), OWN], ids=["the game", "own"])
def test_player_and_dealer_win_equally_often(rules: UltimateRules) -> None:
    hands = solved(rules).first_hands
    shares = {name: 6 if len(name) == 2 else {"s": 4, "o": 12}[name[2]] for name in hands}
    ahead = [many * (hands[name].values["4x"] - hands[name].values["3x"]) for name, many in shares.items()]
    assert sum(shares.values()) == comb(52, 2)
    assert sum(ahead) == 0
    assert sum(hand_counts(rules.min_hole_cards).beaten.values()) < comb(52, 5) * comb(47, 2) * 990 // 2


@settings(max_examples=60)
@given(st.permutations(range(52)), st.permutations(range(4)), st.sampled_from([0, 3, 5]))
def test_suits_have_no_rank_and_cards_no_order(deck: list[int], names: list[int], many: int) -> None:
    hand, board = deck[:2], deck[2 : 2 + many]
    other_hand, other_board = ([card // 4 * 4 + names[card % 4] for card in cards[::-1]] for cards in (hand, board))
    options = solved().options(cards_text(hand), cards_text(board))
    renamed_options = solved().options(cards_text(other_hand), cards_text(other_board))
    assert options == renamed_options


@settings(max_examples=40)
@given(st.permutations(range(52)))
def test_the_best_choice_is_never_worse_than_folding_all(deck: list[int]) -> None:
    for many in (0, 3, 5):
        options = solved().options(cards_text(deck[:2]), cards_text(deck[2 : 2 + many]))
        assert options.value == max(options.values.values()) >= -2
        assert options.margin >= 0


def test_a_richer_blind_never_costs_the_player() -> None:
    richer = UltimateRules(blind=HandPays(500, 50, 10, 3, 2, 1))
    poorer = UltimateRules(blind=HandPays())
    assert solved(poorer).value < solved().value < solved(richer).value
    for name, options in solved().first_hands.items():
        assert solved(poorer).first_hands[name].value <= options.value <= solved(richer).first_hands[name].value


def test_a_raise_of_three_alone_is_worth_less_and_decided_by_the_same_values() -> None:
    three = solved(UltimateRules(before_flop=(3,)))
    assert three.value < solved().value
    for name, options in three.first_hands.items():
        assert options.values == {way: solved().first_hands[name].values[way] for way in ("check", "3x")}


def test_higher_pairs_and_suited_hands_are_worth_more() -> None:
    hands = solved().first_hands
    pairs = [hands[2 * letter].value for letter in "23456789TJQKA"]
    assert pairs == sorted(pairs)
    for name in hands:
        if name.endswith("s"):
            assert hands[name].value > hands[f"{name[:2]}o"].value


def test_a_dealer_who_always_qualifies_changes_the_ante_only() -> None:
    always = UltimateRules(qualifies=Category.HIGH_CARD)
    hand, board = BOARDS[0]
    assert solved(always).options(hand, board).values["1x"] == slow_river(always, numbers(hand), numbers(board))
    for name, options in solved(always).first_hands.items():
        same = solved().first_hands[name].values
        assert options.values["4x"] - options.values["3x"] == same["4x"] - same["3x"]


def test_all_flops_and_types_are_counted() -> None:
    assert len(distinct_flops().cards) == 1755
    assert int(distinct_flops().many.sum()) == comb(52, 3)
    begins = layout().suited[layout().suited >= 0]
    assert len(begins) == len(set(begins.tolist())) == 286 + 78 + 13
    assert begins.max() < SUITED_FLOPS
    assert [local_card_index(library_card_number(place)) for place in range(DECK)] == list(range(DECK))


def test_every_renaming_of_a_flop_is_one_kind() -> None:
    kinds = {tuple(row) for row in distinct_flops().cards.tolist()}
    for flop in distinct_flops().cards[::97].tolist():
        like = {tuple(sorted(card // 4 * 4 + names[card % 4] for card in flop)) for names in permutations(range(4))}
        assert len(like & kinds) == 1


def test_the_variance_of_a_bonus_is_that_of_its_rows() -> None:
    bonus = Bonus.of({"flush": 1, "pair": 2}, {"flush": Fraction(3), "pair": Fraction(0)}, 4)
    assert bonus.value == 0
    assert bonus.variance == Fraction(9 + 1 + 1 + 1, 4)
    assert bonus.hit == Fraction(1, 4)


# --- invalid input ---


@pytest.mark.parametrize(
    ("hand", "board", "words"),
    [
        ("Kh", "", "takes 2 cards, not 1"),
        ("Kh Kh", "", "there twice"),
        ("Kh JK", "", "no joker"),
        ("Kh 5s", "Kh 2c 3c", "holds a card of the hand"),
        ("Kh 5s", "2c 2c 3c", "there twice"),
        ("Kh 5s", "2c JK 3c", "no joker"),
        ("Kh 5s", "2c 3c", "0, 3 or 5 cards"),
        ("Kh 5s", "2c 3c 4c 5c", "0, 3 or 5 cards"),
        ("Kh 5s", "2c 3x 4c", "is not a card"),
    ],
)
def test_invalid_decisions_are_refused(hand: str, board: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        solved().options(hand, board)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"before_flop": ()}, "at least one"),
        ({"before_flop": (4, 4)}, "each raise once"),
        ({"before_flop": (0,)}, "whole times the Ante"),
        ({"flop": 101}, "whole times the Ante"),
        ({"river": 1.5}, "whole times the Ante"),
        ({"blind": HandPays(royal_flush=10**8)}, "too much to add up"),
        ({"blind": HandPays(pair=Fraction(1, 10**7))}, "too much to add up"),
        ({"qualifies": Category.FIVE_OF_A_KIND}, "high card to a royal flush"),
        ({"min_hole_cards": 2}, "must use 0 or 1 of one's own cards, not 2"),
        ({"min_hole_cards": -1}, "must use 0 or 1"),
    ],
)
def test_rules_that_cannot_be_played_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        UltimateRules(**arguments)


@pytest.mark.parametrize("pay", [-1, 1.5, "3:2", True])
def test_a_table_pays_whole_numbers_or_fractions(pay: Any) -> None:
    with pytest.raises(BadInput, match="flush"):
        HandPays(flush=pay)


def test_the_tables_of_the_document_are_the_defaults() -> None:
    assert UltimateRules().blind == BLIND
    assert UltimateRules().unit == 2
    assert BadBeat().player_beaten == BadBeat().dealer_beaten == HAND_BEATEN


def test_without_numba_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet_rules.cached_solution.cache_clear()
    monkeypatch.setattr("croupier.odds.optional_packages.find_spec", lambda module: None)
    with pytest.raises(BadInput, match=r"pip install 'croupier\[odds\]'"):
        sheet_rules.cached_solution(UltimateRules())
