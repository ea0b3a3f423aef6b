"""Poker hands: order, names, the joker, arrays compared with a slow reference ranking, and equities."""

from __future__ import annotations

import doctest
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import croupier.hands
from croupier.cards import Card
from croupier.errors import BadInput
from croupier.hands import (
    JOKER,
    Category,
    HandRank,
    ThreeCardCategory,
    card_array,
    card_of,
    category_counts,
    equities,
    equity,
    index_of,
    rank2,
    rank3,
    rank5,
    rank6,
    rank7,
    ranks2,
    ranks3,
    ranks5,
    ranks6,
    ranks7,
    read_range,
    tables_for,
    tally,
)
from croupier.hands import exact_equity as hands_showdown
from croupier.hands.hand_strength import JokerRule, Wheel
from croupier.hands.kernels import rank7_of_keys
from croupier.hands.rank_tables import JOKER_KEY, RANK_KEYS, SHIPPED, build_arrays, rank_multisets, shipped_arrays
from tests import hands_slow

RANK = {2: rank2, 3: rank3, 5: rank5, 6: rank6, 7: rank7}
RANKS = {2: ranks2, 3: ranks3, 5: ranks5, 6: ranks6, 7: ranks7}
SAMPLE = 1_000_000
PIECE = 50_000
ALL_BUT_THREE = [card_of(card) for card in range(48) if str(card_of(card)) not in ("Ah", "Qs", "Qd")]
"""Dead cards for AhKh against QsQd that leave only three cards in the deck: the other kings."""
Hands = NDArray[np.uint8]


def dealt(many: int, cards: int, deck: int, seed: int) -> Hands:
    """Return random hands as an array of shape (many, cards).

    Cards are drawn with replacement, and rows with a repeated card are dropped.
    """
    drawn = np.random.default_rng(seed).integers(deck, size=(2 * many + 100, cards), dtype=np.uint8)
    hands = drawn[(np.diff(np.sort(drawn, axis=1), axis=1) > 0).all(axis=1)][:many]
    assert len(hands) == many
    return hands


def all_hands(deck: int, cards: int) -> Hands:
    """Return every hand, sorted by its highest card, then by the next highest, and so on.

    The row index of a hand is the number that `best_of_five` computes for it.
    """
    hands = np.zeros((1, 0), np.uint8)
    for size in range(cards):
        # Below a given highest card, the other cards form every smaller hand of lower cards; these are the first rows.
        parts = [(hands[: comb(high, size)], high) for high in range(size, deck)]
        hands = np.concatenate([np.column_stack([low, np.full(len(low), high, np.uint8)]) for low, high in parts])
    return hands


def best_of_five(hands: Hands, places: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the best rank that any five cards of each row have.

    `hands` has ascending card numbers in each row. `places` has the rank of every five-card hand, indexed by hand
    number.
    """
    choose = np.array([[comb(card, place + 1) for card in range(52)] for place in range(5)], np.int32)
    # Five ascending cards have the hand number C(first, 1) + C(second, 2) + ... + C(fifth, 5).
    parts = [[choose[place][hands[:, card]] for card in range(hands.shape[1])] for place in range(5)]
    best = np.zeros(len(hands), np.int32)
    for five in combinations(range(hands.shape[1]), 5):
        number = sum(parts[place][card] for place, card in enumerate(five))
        np.maximum(best, places[number], out=best)
    return best


@pytest.fixture(scope="module")
def five() -> Hands:
    return all_hands(52, 5)


@pytest.fixture(scope="module")
def slow_places(five: Hands) -> NDArray[np.int32]:
    """Return the rank of every five-card hand by the slow ranking.

    The slow ranking is computed once for each class of hands with the same ranks, all of one suit or not.
    """
    by_rank = (five // 4).astype(np.int64)
    suited = (five % 4 == five[:, :1] % 4).all(axis=1)
    classes = (by_rank * 13 ** np.arange(5)).sum(axis=1) * 2 + suited
    _, first, back = np.unique(classes, return_index=True, return_inverse=True)
    scores = [hands_slow.score_of(hand) for hand in five[first].tolist()]
    places = {score: place for place, score in enumerate(sorted(set(scores)), start=1)}
    assert (len(first), len(places)) == (7462, 7462)
    return np.array([places[score] for score in scores], np.int32)[back]


# Comparison with the slow ranking


def test_all_five_card_hands_stand_in_the_slow_order(five: Hands, slow_places: NDArray[np.int32]) -> None:
    assert len(five) == 2_598_960
    assert np.array_equal(ranks5(five), slow_places)


def test_a_million_seven_card_hands_are_worth_their_best_five(slow_places: NDArray[np.int32]) -> None:
    hands = np.sort(dealt(SAMPLE, 7, 52, seed=7), axis=1)
    for begin in range(0, SAMPLE, PIECE):
        piece = hands[begin : begin + PIECE]
        assert np.array_equal(ranks7(piece), best_of_five(piece, slow_places))


def test_six_card_hands_are_worth_their_best_five(slow_places: NDArray[np.int32]) -> None:
    hands = np.sort(dealt(2 * PIECE, 6, 52, seed=6), axis=1)
    assert np.array_equal(ranks6(hands), best_of_five(hands, slow_places))


def order_agrees(values: NDArray[np.uint16], scores: list[hands_slow.Score]) -> bool:
    """Return whether hand values and slow scores order the hands alike, with the same ties."""
    pairs = sorted(set(zip(scores, values.tolist(), strict=True)))
    found = [value for _, value in pairs]
    return found == sorted(set(found)) and len({score for score, _ in pairs}) == len(pairs)


@pytest.mark.parametrize("joker", ["none", "semi", "wild"])
@pytest.mark.parametrize("wheel", ["low", "second", "none"])
def test_five_cards_under_every_rule_stand_in_the_slow_order(wheel: str, joker: str) -> None:
    deck = 52 + (joker != "none")
    hands = dealt(500, 5, deck, seed=5)
    if joker != "none":
        hands[::2] = np.where((hands[::2] == 52).any(axis=1)[:, None], hands[::2], with_joker(hands[::2]))
    # Straights and flushes are rare in random hands, but the rules under test concern them.
    hands = np.concatenate([hands, near_straights(deck, 500)])
    scores = [hands_slow.best_score(hand, wheel, joker) for hand in hands.tolist()]
    assert order_agrees(ranks5(hands, wheel=wheel, joker=joker), scores)


def with_joker(hands: Hands) -> Hands:
    changed = hands.copy()
    changed[:, 0] = 52
    return changed


def near_straights(deck: int, many: int) -> Hands:
    """Return hands of close ranks, every second one of a single suit; in a deck of 53 most have the joker."""
    chance = np.random.default_rng(9)
    hands = []
    for number in range(many):
        ranks = (chance.integers(13) + chance.permutation(6)[:5]) % 13
        suits = np.full(5, chance.integers(4)) if number % 2 else chance.integers(4, size=5)
        hands.append(4 * ranks + suits)
        if deck == 53 and number % 3:
            hands[-1][chance.integers(5)] = 52
    return np.array(hands, np.uint8)


@pytest.mark.parametrize("joker", ["semi", "wild"])
@pytest.mark.parametrize("cards", [6, 7])
def test_a_joker_among_more_than_five_cards_does_the_best_it_can(cards: int, joker: str) -> None:
    hands = dealt(75, cards, 52, seed=cards)
    hands[:, -1] = 52
    hands[::3, :5] = near_straights(52, 25)
    hands = hands[[len(set(hand)) == cards for hand in hands.tolist()]]
    scores = [hands_slow.best_score(hand, "low", joker) for hand in hands.tolist()]
    assert len(hands) > 50
    assert order_agrees(RANKS[cards](hands, joker=joker), scores)


@pytest.mark.parametrize("joker", ["none", "semi", "wild"])
@pytest.mark.parametrize("wheel", ["low", "second", "none"])
def test_all_three_card_hands_stand_in_the_slow_order(wheel: str, joker: str) -> None:
    hands = all_hands(52 + (joker != "none"), 3)
    # The slow ranking tries a joker as every card, so only a sample of the hands is compared.
    hands = np.concatenate([hands[hands[:, 2] < 52][::7], hands[hands[:, 2] == 52][::3]])
    scores = [hands_slow.score_of(hand, wheel, joker) for hand in hands.tolist()]
    assert order_agrees(ranks3(hands, wheel=wheel, joker=joker), scores)


@pytest.mark.parametrize("joker", ["none", "semi", "wild"])
def test_all_two_card_hands_stand_in_the_slow_order(joker: str) -> None:
    hands = all_hands(52 + (joker != "none"), 2)
    scores = [hands_slow.score_of(hand, "low", joker) for hand in hands.tolist()]
    assert order_agrees(ranks2(hands, joker=joker), scores)


@settings(max_examples=150)
@given(st.data(), st.sampled_from([2, 3, 5, 6, 7]), st.sampled_from(["semi", "wild", "none"]))
def test_one_hand_and_the_array_have_the_same_value(data: st.DataObject, cards: int, joker: str) -> None:
    deck = st.integers(0, 52 if joker != "none" else 51)
    hand = data.draw(st.lists(deck, min_size=cards, max_size=cards, unique=True))
    wheel = {} if cards == 2 else {"wheel": data.draw(st.sampled_from(["low", "second", "none"]))}
    rank: HandRank = RANK[cards]([card_of(card) for card in hand], joker=joker, **wheel)  # type: ignore[operator]
    assert RANKS[cards](np.array([hand], np.uint8), joker=joker, **wheel)[0] == rank.value  # type: ignore[operator]
    assert HandRank.of_value(rank.value, cards=rank.kind, **wheel).name == rank.name
    # The best cards alone have the same rank as the whole hand.
    assert len(set(rank.best)) == rank.kind
    assert set(rank.best) <= {card_of(card) for card in hand}
    assert RANK[rank.kind](rank.best, joker=joker, **wheel) == rank  # type: ignore[operator]


@settings(max_examples=60)
@given(st.lists(st.integers(0, 51), min_size=7, max_size=7, unique=True), st.permutations(range(4)))
def test_neither_the_order_of_cards_nor_the_names_of_suits_matter(hand: list[int], suits: list[int]) -> None:
    turned = [4 * (card // 4) + suits[card % 4] for card in reversed(hand)]
    values = ranks7(np.array([hand, turned]))
    assert values[0] == values[1]


def test_no_two_sets_of_ranks_have_the_same_sum() -> None:
    keys = np.array(RANK_KEYS, np.int64)
    for cards, many in ((2, 91), (3, 455), (5, 6175), (6, 18395), (7, 49205)):
        sums, _ = rank_multisets(cards, 5, 6, keys, False, False)
        assert len(sums) == len(np.unique(sums)) == many
        assert sums.max() < JOKER_KEY


# Counts


@pytest.mark.parametrize(("cards", "joker", "wheel"), SHIPPED)
def test_shipped_tables_are_those_that_would_be_built(cards: int, joker: JokerRule, wheel: Wheel) -> None:
    """Check that the shipped tables are current; if one differs, run `python -m croupier.hands.rank_tables`."""
    shipped, built = shipped_arrays(cards, joker, wheel), build_arrays(cards, joker, wheel)
    assert shipped is not None
    for one, other in zip(shipped, built, strict=True):
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)


def test_every_seven_card_hand_is_counted() -> None:
    counts = {category.name: many for category, many in category_counts(7, threads=2).items()}
    assert counts == {
        "HIGH_CARD": 23_294_460,
        "PAIR": 58_627_800,
        "TWO_PAIR": 31_433_400,
        "THREE_OF_A_KIND": 6_461_620,
        "STRAIGHT": 6_180_020,
        "FLUSH": 4_047_644,
        "FULL_HOUSE": 3_473_184,
        "FOUR_OF_A_KIND": 224_848,
        "STRAIGHT_FLUSH": 41_584 - 4_324,
        "ROYAL_FLUSH": 4_324,
    }
    assert sum(counts.values()) == comb(52, 7)


@pytest.mark.parametrize(
    ("cards", "rules", "counts"),
    [
        (2, {}, [1248, 78]),
        (3, {}, [16440, 3744, 1096, 720, 52, 44, 4]),
        (3, {"wheel": "none"}, [16500, 3744, 1100, 660, 52, 40, 4]),
        (5, {}, [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]),
        (6, {}, [6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1656, 188]),
        (5, {"joker": "wild"}, [1302540, 1268088, 123552, 137280, 20532, 7804, 6552, 3120, 180, 24, 13]),
    ],
)
def test_hands_of_every_size_are_counted(cards: int, rules: dict[str, str], counts: list[int]) -> None:
    found = category_counts(cards, **rules)  # type: ignore[arg-type]
    assert list(found.values()) == counts
    assert list(found) == sorted(found)


def test_the_wheel_moves_no_hand_into_another_category() -> None:
    low, second = tally(5), tally(5, wheel="second")
    assert low.sum() == second.sum() == comb(52, 5)
    assert category_counts(5) == category_counts(5, wheel="second")
    assert np.array_equal(low, second), "there are as many straights to every card"


# Names and the order


NAMED = [
    (rank7, "Kh Kd 4s 4c Ks 2d 3d", {}, "kings full of fours", "Kh Kd Ks 4s 4c"),
    (rank5, "Ad Jd 9d 3d 2d", {}, "ace-high flush", "Ad Jd 9d 3d 2d"),
    (rank5, "9h 9d Ks 2c 3d", {}, "pair of nines, king kicker", "9h 9d Ks 3d 2c"),
    (rank5, "2h Ad 3s 5c 4d", {}, "five-high straight (wheel)", "5c 4d 3s 2h Ad"),
    (rank5, "2h Ah 3h 5h 4h", {}, "five-high straight flush (steel wheel)", "5h 4h 3h 2h Ah"),
    (rank7, "As Ks Qs Js 10s 9s 8s", {}, "royal flush", "As Ks Qs Js Ts"),
    (rank6, "9s Ks Qs Js 10s Ah", {}, "king-high straight flush", "Ks Qs Js Ts 9s"),
    (rank7, "7h7d7c7sAhAdAc", {}, "four sevens, ace kicker", "7h 7d 7c 7s Ah"),
    (rank7, "6h6dQc6sAh2d3c", {}, "three sixes, ace kicker", "6h 6d 6s Ah Qc"),
    (rank7, "KhKd4s4c9s9d2d", {}, "kings and nines, four kicker", "Kh Kd 9s 9d 4s"),
    (rank7, "KhQd4s5c9s7d2d", {}, "king high, queen kicker", "Kh Qd 9s 7d 5c"),
    (rank7, "2h3d4s5c6s7dKd", {}, "seven-high straight", "7d 6s 5c 4s 3d"),
    (rank5, "AhAdAsAcJK", {"joker": "semi"}, "five aces", "Ah Ad As Ac JK"),
    (rank5, "6h6d6s6cJK", {"joker": "wild"}, "five sixes", "6h 6d 6s 6c JK"),
    (rank5, "6h6d6s6cJK", {"joker": "semi"}, "four sixes, ace kicker", "6h 6d 6s 6c JK"),
    (rank7, "JK Ks Qh Jd 9c 5s 2h", {"joker": "semi"}, "king-high straight", "Ks Qh Jd JK 9c"),
    (rank7, "JK Qs 10h 8d 6c 4s 2h", {"joker": "semi"}, "ace high, queen kicker", "JK Qs Th 8d 6c"),
    (rank5, "JK Ah 9h 4h 2h", {"joker": "semi"}, "ace-high flush", "Ah JK 9h 4h 2h"),
    (rank5, "JK Kh Qh Jh Th", {"joker": "semi"}, "royal flush", "JK Kh Qh Jh Th"),
    (rank5, "9h 9d JK 4c 2s", {"joker": "semi"}, "pair of nines, ace kicker", "9h 9d JK 4c 2s"),
    (rank5, "9h 9d JK 4c 2s", {"joker": "wild"}, "three nines, four kicker", "9h 9d JK 4c 2s"),
    (rank3, "Qh Kh Ah", {}, "mini royal flush", "Ah Kh Qh"),
    (rank3, "Qh Kh Jh", {}, "king-high straight flush", "Kh Qh Jh"),
    (rank3, "3d 2h Ah", {}, "three-high straight (A-2-3)", "3d 2h Ah"),
    (rank3, "3d 2h Ah", {"wheel": "none"}, "ace high, three kicker", "Ah 3d 2h"),
    (rank3, "8d 8h 8c", {}, "three eights", "8d 8h 8c"),
    (rank3, "8d 8h Qc", {}, "pair of eights, queen kicker", "8d 8h Qc"),
    (rank3, "Qd 6d 4d", {}, "queen-high flush", "Qd 6d 4d"),
    (rank2, "Qd JK", {"joker": "semi"}, "ace high, queen kicker", "JK Qd"),
    (rank2, "Ad JK", {"joker": "semi"}, "pair of aces", "Ad JK"),
    (rank2, "Qd JK", {"joker": "wild"}, "pair of queens", "Qd JK"),
]


@pytest.mark.parametrize(("rank", "cards", "rules", "name", "best"), NAMED, ids=[case[1] for case in NAMED])
def test_a_hand_has_its_usual_name(
    rank: Callable[..., HandRank], cards: str, rules: dict[str, str], name: str, best: str
) -> None:
    found = rank(cards, **rules)
    assert str(found) == found.name == name
    assert " ".join(str(card) for card in found.best) == best


@pytest.mark.parametrize(
    ("rank", "rules", "hands"),
    [
        (rank5, {"joker": "wild"}, ["AhAdAsAcJK", "AhKhQhJhTh", "KhQhJhTh9h", "Ah2h3h4h5h", "AhAdAsAcKd", "AhAdAsKcKd",
                                    "AhKhQhJh9h", "AdKhQhJhTh", "6d5h4h3h2h", "Ad5h4h3h2h", "AhAdAsKcQd", "AhAdKsKcQd",
                                    "AhAdKsQcJd", "AhKdQsJc9d", "7h5d4s3c2d"]),
        (rank5, {"wheel": "second"}, ["AdKhQhJhTh", "Ad5h4h3h2h", "KdQhJhTh9h", "6d5h4h3h2h"]),
        (rank5, {"wheel": "none"}, ["6d5h4h3h2h", "2d2h3h4h5h", "Ad6h4h3h2h", "Ad5h4h3h2h", "KdQhJhTh8h"]),
        (rank3, {}, ["AhKhQh", "KhQhJh", "4h3h2h", "Ah2h3h", "2h2d2c", "AdKhQh", "Ad2h3h", "AhKhJh", "5h3h2h", "AdAhKh",
                     "2d2h3h", "AdKhJh", "5d3h2h"]),
        (rank2, {}, ["AhAd", "2h2d", "AhKh", "AdQd", "3d2d"]),
        (rank7, {}, ["KhKdKs7c7d2c3s", "ThTdTsAcAd2c3s", "ThTdTsAcJd2c3s"]),
    ],
)  # fmt: skip
def test_a_better_hand_beats_a_worse(rank: Callable[..., HandRank], rules: dict[str, str], hands: list[str]) -> None:
    found = [rank(hand, **rules) for hand in hands]
    assert found == sorted(found, reverse=True)
    assert len(set(found)) == len(found)
    assert [int(rank) for rank in found] == sorted((rank.value for rank in found), reverse=True)
    assert found[0] > found[1]
    assert found[1] <= found[0]
    assert max(found) is found[0]


def test_suits_break_no_tie() -> None:
    assert rank5("AhKhQhJh9d") == rank5("AsKsQsJs9c")
    assert hash(rank5("AhKhQhJh9d")) == hash(rank5("AsKsQsJs9c"))
    assert rank5("AhKhQhJh9d") != "AhKhQhJh9d"


@pytest.mark.parametrize(
    "rank", [rank3("AhKdQs"), rank2("AhKd"), rank5("AhKdQsJc9d", wheel="second"), rank3("AhKdQs", wheel="none")]
)
def test_hands_of_different_orders_do_not_compare(rank: HandRank) -> None:
    with pytest.raises(TypeError, match="does not compare"):
        _ = rank5("AhKdQsJc9d") < rank
    assert rank5("AhKdQsJc9d") != rank


def test_a_rank_does_not_compare_with_a_number() -> None:
    with pytest.raises(TypeError):
        _ = rank5("AhKdQsJc9d") < 3  # type: ignore[operator]


def test_a_category_is_that_of_its_game() -> None:
    assert rank5("AhKhQhJhTh").category is Category.ROYAL_FLUSH
    assert rank3("AhKdQs").category is ThreeCardCategory.STRAIGHT
    assert rank2("AhAd").category is Category.PAIR


def test_every_value_has_a_name() -> None:
    for cards, most in ((5, 7475), (3, 741), (2, 91)):
        names = {HandRank.of_value(value, cards=cards).name for value in range(1, most + 1)}
        assert len(names) > most // 50
        with pytest.raises(BadInput, match=f"1 to {most}"):
            HandRank.of_value(most + 1, cards=cards)


# Cards and arrays


def test_cards_come_in_every_form() -> None:
    wanted = rank5("Ah Kd 10s 9c 2d")
    for cards in ("ahkdts9c2d", "AH, KD, 10S, 9C, 2D", ["Ah", "Kd", "Ts", "9c", "2d"], ["AhKd", "Ts9c2d"]):
        assert rank5(cards) == wanted
    assert rank5([Card.parse(text) for text in ("Ah", "Kd", "Ts", "9c", "2d")]) == wanted
    assert rank5([Card.parse("Ah"), JOKER, "Ad", "2c", "3c"], joker="semi").name == "three aces, three kicker"


def test_card_numbers_go_both_ways() -> None:
    assert [index_of(card_of(number)) for number in range(53)] == list(range(53))
    assert [str(card_of(number)) for number in (0, 1, 2, 3, 4, 51, 52)] == ["As", "Ah", "Ac", "Ad", "2s", "Kd", "JK"]
    assert card_array(["As Ah", "Kd JK"]).tolist() == [[0, 1], [51, 52]]


def test_arrays_of_every_kind_of_number_and_layout_are_read() -> None:
    hands = dealt(1000, 7, 52, seed=3)
    wanted = ranks7(hands)
    assert wanted.dtype == np.uint16
    for array in (hands.astype(np.int64), np.asfortranarray(hands), hands.tolist(), np.repeat(hands, 2, axis=0)[::2]):
        assert np.array_equal(ranks7(array), wanted)
    assert ranks7(hands[:0]).shape == (0,)


def test_threads_share_the_work_and_the_faults() -> None:
    hands = dealt(300_000, 7, 52, seed=4)
    assert np.array_equal(ranks7(hands, threads=3), ranks7(hands))
    hands[250_001, 3] = hands[250_001, 2]
    with pytest.raises(BadInput, match=r"row 250001: the card .* is there twice"):
        ranks7(hands, threads=3)
    with pytest.raises(BadInput, match="row 250001"):
        ranks7(hands)


def test_a_kernel_of_another_layer_ranks_by_sums_of_keys() -> None:
    tables = tables_for(7)
    hands = dealt(300, 7, 52, seed=6)
    values = ranks7(hands)
    for hand, value in zip(hands, values, strict=True):
        assert rank7_of_keys(tables.start + tables.keys[hand].sum(), tables.masks[hand].sum(), tables) == value


# Misuse


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: rank7("Ah Kd Ts 9c 2d 3s Ah"), "rank7: the card Ah is there twice"),
        (lambda: rank7("Ah Kd Ts 9c 2d 3s"), "rank7: takes 7 cards, not 6"),
        (lambda: rank5("Ah Kd Ts 9c 2d 3s"), "rank5: takes 5 cards, not 6"),
        (lambda: rank5("Ah Kd Ts 9c 2x"), '"2x" is not a card'),
        (lambda: rank5("Ah Kd Ts 1c 2d"), '"1c" is not a card'),
        (lambda: rank5(["Ah", "Kd", "Ts", "9c", ""]), '"" is not a card'),
        (lambda: rank5(["Ah", "Kd", "Ts", "9c", 7]), "7 is not a card"),
        (lambda: rank5("Ah Kd Ts 9c JK"), "there is no joker in this deck"),
        (lambda: rank5("Ah Kd Ts JK JK", joker="semi"), "the card JK is there twice"),
        (lambda: rank5("Ah Kd Ts 9c 2d", joker="tame"), 'joker is "tame"; choose none, semi, wild'),
        (lambda: rank5("Ah Kd Ts 9c 2d", wheel="high"), 'wheel is "high"; choose low, second, none'),
        (lambda: HandRank.of_value(0), "1 to 7475, not 0"),
        (lambda: HandRank.of_value(1, cards=4), "two, three or five cards count, not 4"),
        (lambda: card_of(53), "53 is not a card"),
        (lambda: card_array(["Ah Kd", "Ah"]), "different numbers of cards"),
        (lambda: tables_for(4), "2, 3, 5, 6 or 7 cards, not 4"),
        (lambda: ranks7([[0, 1, 2, 3, 4, 5, 5]]), "ranks7: row 0: the card 2h (5) is there twice"),
        (lambda: ranks7([[0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5, 60]]), "row 1: 60 is not a card"),
        (lambda: ranks7([[0, 1, 2, 3, 4, 5, -3]]), "row 0: -3 is not a card"),
        (lambda: ranks7([[0, 1, 2, 3, 4, 5, 52]]), "row 0: the joker (52) is not in this deck"),
        (lambda: ranks7([[0, 1, 2, 3, 4, 52, 52]], joker="wild"), "row 0: the card JK (52) is there twice"),
        (lambda: ranks5([[0, 0, 0, 0, 0]]), "row 0: the card As (0) is there twice"),
        (lambda: ranks7([[0, 1, 2, 3, 4, 5]]), "takes an array of n x 7 cards, not one of shape (1, 6)"),
        (lambda: ranks7([0, 1, 2, 3, 4, 5, 6]), "not one of shape (7,)"),
        (lambda: ranks3(np.zeros((1, 3))), "takes card numbers (uint8), not float64"),
        (lambda: tally(3, threads=0), "tally: threads is 0; use at least one"),
        (lambda: tables_for(7, "tame"), 'tables_for: joker is "tame"'),  # type: ignore[arg-type]
        (lambda: ranks3([[0, 1, 2]], threads=0), "threads is 0; use at least one"),
        (lambda: equity("AhKh"), "compares 2 to 10 hands, not 1"),
        (lambda: equity("AhKh", "AhQd"), "the hands hold the same cards"),
        (lambda: equity("AhKh", "QsQd", board="Qs 2d 3c"), "hand 2: Qs Qd holds a card that is on the board or dead"),
        (lambda: equity("AhKh", "QQ", board="Qs Qd Qc"), "hand 2: every hand of the range holds a card"),
        (lambda: equity("AhKh", "QsQd", board="2d 3c 4c 5c 6c 7c"), "board: has 6 cards"),
        (lambda: equity("AhKh", "QsQd", board="2d 3c", dead="3c"), "dead: the card 3c is on the board"),
        (lambda: equity("AhKh", "QsQd", board="2d JK"), "board: there is no joker in this deck"),
        (lambda: equity("AhKh", "JKQd"), "hand 2: there is no joker in this deck"),
        (lambda: equity("AhKh", "Qd"), '"Qd" is not a hand or a range'),
        (lambda: equity("AhKh", "QdQd"), "the card Qd is there twice"),
        (lambda: equity("AhKh", ""), "hand 2: has no hands"),
        (lambda: equity("AhKh", "QQs"), "a pair is never suited"),
        (lambda: equity("AhKh", "A5s-K2s"), "does not run from one pair or kicker to another"),
        (lambda: equity("AhKh", "any", "any"), "combine in 1,758,276 ways; narrow them to at most 200,000"),
        (lambda: equity("AhKh", "QsQd", threads=0), "threads is 0"),
        (lambda: equity(*["any"] * 11), "compares 2 to 10 hands, not 11"),
        (lambda: equity("AhKh", "QsQd", dead=ALL_BUT_THREE), "3 cards are left, and 5 are to come"),
    ],
)  # fmt: skip
def test_invalid_hands_are_refused_with_a_reason(call: Callable[[], object], says: str) -> None:
    with pytest.raises(BadInput) as refusal:
        call()
    assert says in str(refusal.value)


def test_without_numba_one_hand_is_ranked_and_arrays_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(croupier.hands, "find_spec", lambda name: None)
    assert croupier.hands.rank5("AhKhQhJhTh").name == "royal flush"
    with pytest.raises(BadInput) as refusal:
        _ = croupier.hands.ranks7
    assert str(refusal.value) == "croupier.hands.ranks7: needs Numba; install it with: pip install 'croupier[odds]'"


def test_ranking_one_hand_loads_neither_numba_nor_numpy() -> None:
    script = (
        "import sys, croupier.hands\n"
        "from croupier.hands import rank7\n"
        "rank7('KhKd4s4cKs2d3d')\n"
        "print(sorted({'numba', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_public_name_is_there() -> None:
    assert all(getattr(croupier.hands, name) is not None for name in croupier.hands.__all__)
    assert sorted(croupier.hands.__all__) == sorted(croupier.hands.MODULE_OF_NAME)
    with pytest.raises(AttributeError, match="rank8"):
        _ = croupier.hands.rank8  # type: ignore[attr-defined]


# Equities


def test_ace_king_suited_against_queens() -> None:
    first, second = equities("AhKh", "QsQd")
    assert (first.wins, first.ties, first.losses, first.boards) == (787_966, 6_732, 917_606, 1_712_304)
    assert f"{float(first.share):.6%}" == "46.214457%"
    assert first.share == Fraction(2 * 787_966 + 6_732, 2 * 1_712_304)
    assert (first.win, first.tie, first.lose) == (second.lose, second.tie, second.win)
    assert first.share + second.share == first.win + first.tie + first.lose == 1


def counted(first: str, second: str, board: str, dead: str = "") -> tuple[int, int, int]:
    """Count wins, ties and losses of the first hand by ranking every possible board in turn."""
    down = [*card_array([board])[0].tolist()]
    hands = [card_array([hand])[0].tolist() for hand in (first, second)]
    used = {*down, *hands[0], *hands[1], *(card_array([dead])[0].tolist() if dead else [])}
    left = [card for card in range(52) if card not in used]
    results = []
    for come in combinations(left, 5 - len(down)):
        first_rank, second_rank = (rank7([card_of(card) for card in (*hand, *down, *come)]) for hand in hands)
        results.append((first_rank > second_rank) - (first_rank < second_rank))
    return results.count(1), results.count(0), results.count(-1)


@pytest.mark.parametrize(
    ("first", "second", "board", "dead"),
    [
        ("AhKh", "QsQd", "2h 3h 9c", ""),
        ("AhKh", "QsQd", "2h 3h 9c Kd", "Qc Ac"),
        ("AhKh", "QsQd", "2h 3h 9c Kd Qh", ""),
        ("7c2d", "7d2c", "As Ks Qs", "Js"),
    ],
)
def test_a_board_is_dealt_out_as_the_table_would(first: str, second: str, board: str, dead: str) -> None:
    found = equity(first, second, board=board, dead=dead)
    assert (found.wins, found.ties, found.losses) == counted(first, second, board, dead)


def test_a_range_is_the_sum_of_its_hands() -> None:
    board = "Th 9h 2c"
    hands = read_range("QQ+, AKs, T9o")
    found = equity("AhKh", "QQ+, AKs, T9o", board=board)
    equities = [
        equity("AhKh", [card_of(card) for card in hand], board=board)
        for hand in hands
        if not {card_of(card) for card in hand} & {Card.parse(card) for card in ("Ah", "Kh", "Th", "9h", "2c")}
    ]
    assert found.wins == sum(hand_equity.wins for hand_equity in equities)
    assert found.ties == sum(hand_equity.ties for hand_equity in equities)
    assert found.boards == sum(hand_equity.boards for hand_equity in equities) == len(equities) * comb(45, 2)
    assert found.share == sum(hand_equity.share for hand_equity in equities) / len(equities)


def test_suits_that_stand_for_each_other_are_dealt_once(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt_out = []
    count = hands_showdown._count

    def watched(*deal: Any) -> Any:
        dealt_out.append(deal)
        return count(*deal)

    monkeypatch.setattr(hands_showdown, "_count", watched)
    found = equity("AA", "KK", board="2s 3h 4c")
    assert found.boards == 36 * comb(45, 2)
    assert len(dealt_out) == 36
    dealt_out.clear()
    assert equity("AA", "KK", board="2s 2h 2c 2d").boards == 36 * 44
    assert len(dealt_out) == 3


def test_three_hands_are_dealt_out_as_the_table_would() -> None:
    board = "Kd 7h 2h Kc"
    hands = ("AhQh", "7s7d", "AsQc")
    found = equities(*hands, board=board)
    used = card_array(["".join((*hands, board))])[0]
    ranked = [
        [rank7(f"{hand} {board} {card_of(card)}") for hand in hands] for card in range(52) if card not in used.tolist()
    ]
    for place, hand_equity in enumerate(found):
        tops = [(line[place] == max(line), line.count(max(line))) for line in ranked]
        assert hand_equity.wins == tops.count((True, 1))
        assert hand_equity.ties == sum(top and many > 1 for top, many in tops)
        assert hand_equity.boards == len(ranked) == 42
        assert hand_equity.share == sum(Fraction(1, many) for top, many in tops if top) / 42


def test_three_hands_share_every_pot() -> None:
    found = equities("AhKh", "QsQd", "KcKs", board="Kd 7h 2h", threads=2)
    assert sum(hand_equity.share for hand_equity in found) == 1
    assert {hand_equity.boards for hand_equity in found} == {comb(43, 2)}
    assert sum(hand_equity.wins for hand_equity in found) + found[0].ties == comb(43, 2)
    all_play = equities("2h2d", "3h3d", "4h4d", board="As Ks Qs Js Ts")
    assert [hand_equity.share for hand_equity in all_play] == [Fraction(1, 3)] * 3
    assert [(hand_equity.wins, hand_equity.ties, hand_equity.losses) for hand_equity in all_play] == [(0, 1, 0)] * 3


@pytest.mark.parametrize(
    ("written", "many"),
    [
        ("QQ+", 18),
        ("AKs", 4),
        ("AKo", 12),
        ("AK", 16),
        ("KA", 16),
        ("QQ+, AKs", 22),
        ("TT-77", 24),
        ("77-TT", 24),
        ("A5s-A2s", 16),
        ("ATs+", 16),
        ("109s, 1010", 10),
        ("AhKh", 1),
        ("Ah Kh", 1),
        ("AhKh QsQd, AhKh", 2),
        ("any", 1326),
        (["AhKh", "QQ+"], 19),
        ([Card.parse("Ah"), Card.parse("Kh")], 1),
    ],
)
def test_a_range_holds_its_hands(written: Any, many: int) -> None:
    found = read_range(written)
    assert len(found) == len(set(found)) == many
    assert all(0 <= low < high < 52 for low, high in found)


# Documentation


def test_the_examples_on_the_page_and_in_the_modules_are_true() -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "hands.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted > 10
    assert result.failed == 0
    for module in (croupier.hands, hands_showdown):
        assert doctest.testmod(module).failed == 0


def test_a_forked_process_ranks_on_threads_of_its_own() -> None:
    """Check that a forked process creates its own thread pool.

    Threads do not survive a fork: a child process that used its parent's pool would wait for ever.
    """
    program = (
        "import os, numpy as np\n"
        "from croupier.hands import ranks7\n"
        "hands = np.tile(np.arange(7, dtype=np.uint8), (1 << 18, 1))\n"
        "before = ranks7(hands, threads=2)\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    os._exit(0 if (ranks7(hands, threads=2) == before).all() else 1)\n"
        "raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], timeout=120, check=False)
    assert done.returncode == 0
