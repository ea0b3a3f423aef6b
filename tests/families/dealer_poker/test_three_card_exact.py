"""Exact three-card poker: published figures, plain enumeration of single decisions, laws, and invalid input."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import Rank
from croupier.errors import BadInput
from croupier.families.dealer_poker.shared.odds import pay_rules as sheet_rules
from croupier.families.dealer_poker.three_card.odds.solver import count_matchups, lowest_qualifying_value, ranks_text
from croupier.families.dealer_poker.three_card.rules import NotQualified, ThreeCardPays, ThreeCardRules
from croupier.families.dealer_poker.ultimate.rules import HandPays
from croupier.hands import Category, ThreeCardCategory, Wheel, card_of, index_of, rank3
from croupier.hands.card_parsing import read_cards
from tests import hands_slow
from tests.poker_exact import (
    BONUS_6,
    PAIR_PLUS,
    SIX_CARD_BONUS,
    THREE_CARD,
    THREE_CARD_SIX_CARD_BONUS,
    ThreeCard,
    category_counts3,
    forfeited,
    played_kinds,
    six_card_counts,
)

CLASSIC = ThreeCardRules(
    is_exposed=False, ante_bonus=ThreeCardPays(mini_royal=5, straight_flush=5, three_of_a_kind=4, straight=1)
)
"""Rules as the game is usually dealt elsewhere: no card is shown, and the Ante has a bonus."""
ODD = ThreeCardRules(
    wheel=Wheel.NONE,
    not_qualified=NotQualified.COMPARED,
    qualifies=Rank.TEN,
    ante_bonus=ThreeCardPays(straight=Fraction(1, 3), pair=Fraction(1, 7), high_card=Fraction(1, 100)),
)
ALWAYS = ThreeCardRules(qualifies=None)
GAMES = [THREE_CARD, THREE_CARD_SIX_CARD_BONUS, ODD, ALWAYS]
KINDS = {0: "HIGH_CARD", 1: "PAIR", 2: "FLUSH", 3: "STRAIGHT", 4: "THREE_OF_A_KIND", 5: "STRAIGHT_FLUSH"}


def cards_text(cards: list[int]) -> str:
    return " ".join(str(card_of(card)) for card in cards)


# --- slow reference: one dealer hand after another, from the text of the rules ---


def slow_play(rules: ThreeCardRules, hand: list[int], exposed: int) -> Fraction:
    """Return the average result of playing a hand, by comparing it with every dealer's hand."""
    left = [card for card in range(52) if card not in hand and card != exposed]
    mine = hands_slow.score_of(hand, rules.wheel)
    dealers = [hands_slow.score_of([exposed, *hidden_cards], rules.wheel) for hidden_cards in combinations(left, 2)]
    kind = "MINI_ROYAL" if mine[0] == 5 and mine[1] == 28 else KINDS[mine[0]]
    total = sum(slow_result(rules, mine, yours) for yours in dealers)
    return Fraction(total, len(dealers)) + rules.ante_bonus.of(ThreeCardCategory[kind])


def slow_result(rules: ThreeCardRules, mine: hands_slow.Score, yours: hands_slow.Score) -> int:
    if does_qualify(rules, yours):
        return 2 * ((mine > yours) - (mine < yours))
    return 1 if rules.not_qualified is NotQualified.PAID or mine > yours else 0


def does_qualify(rules: ThreeCardRules, hand: hands_slow.Score) -> bool:
    if rules.qualifies is None or hand[0] > 0:
        return True
    return hand[1] >= (14 if rules.qualifies == Rank.ACE else int(rules.qualifies))


# --- published figures ---


@pytest.mark.parametrize(
    ("rules", "value", "percent"),
    [
        (THREE_CARD, Fraction(-229314, 12724075), -1.80),
        (replace(THREE_CARD, not_qualified=NotQualified.COMPARED), Fraction(-4373389, 101792600), -4.30),
        (THREE_CARD_SIX_CARD_BONUS, Fraction(-4372483, 101792600), -4.30),
        (replace(THREE_CARD, is_exposed=False), Fraction(-8813253, 101792600), -8.66),
        (replace(THREE_CARD_SIX_CARD_BONUS, is_exposed=False), Fraction(-8813253, 101792600), -8.66),
    ],
)
def test_the_published_values_are_reproduced(rules: ThreeCardRules, value: Fraction, percent: float) -> None:
    solved = ThreeCard(rules).solve()
    assert solved.value == value == -solved.edge
    assert round(float(100 * value), 2) == percent


def test_the_usual_game_has_the_published_figures() -> None:
    solved = ThreeCard(CLASSIC).solve()
    assert round(float(100 * solved.edge), 2) == 3.37
    assert round(float(100 * solved.element_of_risk), 2) == 2.01
    (line,) = solved.chart
    assert (ranks_text(line.plays_from), line.also, line.by_suits) == ("Q-6-4", (), ())


def test_the_chart_with_an_exposed_card_is_the_published_one() -> None:
    """Check: any hand against a jack or lower, otherwise a card as high as the exposed one and a nine."""
    chart = ThreeCard(THREE_CARD).solve().chart
    found = {line.exposed: ranks_text(line.plays_from) for line in chart}
    high = {Rank.QUEEN: "Q-9-2", Rank.KING: "K-9-2", Rank.ACE: "A-9-2"}
    assert found == {rank: high.get(rank, "5-3-2") for rank in Rank}
    assert all(not line.also and not line.by_suits for line in chart)
    assert round(float(100 * ThreeCard(THREE_CARD).solve().folds), 1) == 11.6


@pytest.mark.parametrize(("rules", "percent"), [(THREE_CARD, 4.38), (THREE_CARD_SIX_CARD_BONUS, 6.95)])
def test_pair_plus_has_the_published_edge(rules: ThreeCardRules, percent: float) -> None:
    assert round(float(100 * ThreeCard(rules).pair_plus().edge), 2) == percent
    assert forfeited(ThreeCard(rules).solve()) == 0


def test_six_card_hands_have_the_known_counts() -> None:
    known = [188, 1656, 14664, 165984, 205792, 361620, 732160]
    names = [kind.name.lower() for kind in sorted(list(Category)[3:10], reverse=True)]
    assert [six_card_counts()[name] for name in names] == known
    assert sum(six_card_counts().values()) == 20_358_520
    assert round(float(100 * ThreeCard().six_cards(SIX_CARD_BONUS).edge), 4) == 10.2248
    assert round(float(100 * ThreeCard().six_cards(BONUS_6).edge), 2) == 6.74


def test_three_card_hands_have_the_known_counts() -> None:
    assert list(category_counts3(Wheel.LOW).values()) == [16440, 3744, 1096, 720, 52, 44, 4]
    assert list(category_counts3(Wheel.NONE).values()) == [16500, 3744, 1100, 660, 52, 40, 4]


# --- plain enumeration ---


@pytest.mark.parametrize("rules", GAMES, ids=["3 Card Poker", "6 Card Bonus", "odd", "always"])
@settings(max_examples=40)
@given(deck=st.permutations(range(52)))
def test_the_value_of_a_decision_is_the_mean_over_all_1128_dealer_hands(rules: ThreeCardRules, deck: list[int]) -> None:
    hand, exposed = deck[:3], deck[3]
    options = ThreeCard(rules).solve().options(cards_text(hand), cards_text([exposed]))
    assert options.values["play"] == slow_play(rules, hand, exposed)
    assert options.values["fold"] == -1


@pytest.mark.parametrize("rules", GAMES, ids=["3 Card Poker", "6 Card Bonus", "odd", "always"])
def test_hands_on_the_edge_are_enumerated_too(rules: ThreeCardRules) -> None:
    """Check hands that pair the exposed card, make a straight or flush with it, or are about as high."""
    solved = ThreeCard(rules).solve()
    hands = ["Ah 2h 3d", "Ah 2h 3h", "Ah Kh Qh", "Qh 9d 2c", "Qh 8d 7c", "Qd 9d 2h", "Jh Td 8s", "2h 2d 3s", "5h 3d 2h"]
    for hand, exposed in product(hands, ["Qs", "As", "2s", "9s", "Ts"]):
        cards, shown = ([index_of(card) for card in read_cards(words, "test")] for words in (hand, exposed))
        assert solved.options(hand, exposed).values["play"] == slow_play(rules, cards, shown[0])


def test_without_an_exposed_card_the_value_is_the_mean_over_all_exposed_cards() -> None:
    hidden = ThreeCard(replace(ODD, is_exposed=False)).solve()
    shown = ThreeCard(ODD).solve()
    for hand in ("Qh 6d 4c", "Th 9h 2h", "Kd Ks 3c"):
        cards = [index_of(card) for card in read_cards(hand, "test")]
        other_cards = [card for card in range(52) if card not in cards]
        plays = [shown.options(hand, cards_text([card])).values["play"] for card in other_cards]
        assert hidden.options(hand).values["play"] == sum(plays) / 49


# --- laws ---


@settings(max_examples=60)
@given(deck=st.permutations(range(52)), names=st.permutations(range(4)))
def test_suits_have_no_rank_and_cards_no_order(deck: list[int], names: list[int]) -> None:
    renamed = [card // 4 * 4 + names[card % 4] for card in deck[:4]]
    solved = ThreeCard(THREE_CARD_SIX_CARD_BONUS).solve()
    options = solved.options(cards_text(deck[:3]), cards_text(deck[3:4]))
    assert options == solved.options(cards_text(renamed[2::-1]), cards_text(renamed[3:]))


def test_all_dealer_hands_are_counted() -> None:
    """Check that wins, ties, losses and non-qualifying hands sum to 1,128, and that equal hands tie."""
    counts = count_matchups(Wheel.LOW, Rank.QUEEN)
    assert (counts.beats_unqualified <= counts.unqualified).all()
    decided = counts.unqualified + counts.beats_qualified + counts.loses
    assert decided.max() == 1128
    assert decided.min() == 0
    assert ((decided == 0).sum(axis=1) == 1275).all()


def test_rules_that_favour_the_player_never_lower_the_value() -> None:
    def value(**changes: Any) -> Fraction:
        return ThreeCard(replace(THREE_CARD, **changes)).solve().value

    assert value(is_exposed=False) < value()
    assert value(not_qualified=NotQualified.COMPARED) < value()
    small = value(ante_bonus=ThreeCardPays(straight=1))
    assert value() < small < value(ante_bonus=ThreeCardPays(straight=2))
    assert value(qualifies=Rank.KING) != value()


def test_an_ante_bonus_is_worth_its_hands_where_all_of_them_are_played() -> None:
    pays = ThreeCardPays(straight=Fraction(1, 3), three_of_a_kind=4)
    gain = ThreeCard(replace(THREE_CARD, ante_bonus=pays)).solve().value - ThreeCard().solve().value
    assert gain == (Fraction(720, 3) + 4 * 52) / 22100


def test_folding_a_hand_that_pays_forfeits_it_where_the_rules_say_so() -> None:
    pays = ThreeCardPays(high_card=1)
    solved = ThreeCard(THREE_CARD_SIX_CARD_BONUS).solve()
    folded = 1 - played_kinds(solved)["high_card"]
    assert forfeited(solved, pays) == 2 * folded * Fraction(16500, 22100)
    assert forfeited(ThreeCard(THREE_CARD).solve(), pays) == 0


@pytest.mark.parametrize("rank", list(Rank))
def test_the_least_hand_that_qualifies_holds_the_high_card(rank: Rank) -> None:
    rules, least = ThreeCardRules(qualifies=rank), lowest_qualifying_value(rank, Wheel.LOW)
    for hand in combinations(range(0, 52, 3), 3):
        value = rank3([card_of(card) for card in hand]).value
        assert does_qualify(rules, hands_slow.score_of(hand)) == (value >= least)


# --- invalid input ---


@pytest.mark.parametrize(
    ("hand", "exposed", "words"),
    [
        ("Kh 5s", "2c", "takes 3 cards, not 2"),
        ("Kh Kh 5s", "2c", "there twice"),
        ("Kh JK 5s", "2c", "no joker"),
        ("Kh 5s 4d", "Kh", "holds Kh already"),
        ("Kh 5s 4d", "", "one card of the deck is shown"),
        ("Kh 5s 4d", "2c 3c", "one card of the deck is shown"),
        ("Kh 5s 4d", "JK", "one card of the deck is shown"),
        ("Kh 5s 4d", "1c", "is not a card"),
    ],
)
def test_invalid_decisions_are_refused(hand: str, exposed: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        ThreeCard().solve().options(hand, exposed)


def test_an_exposed_card_is_refused_in_a_game_without_one() -> None:
    with pytest.raises(BadInput, match="no card is shown"):
        ThreeCard(CLASSIC).solve().options("Kh 5s 4d", "2c")


def test_rules_that_cannot_be_played_are_refused() -> None:
    with pytest.raises(BadInput, match="wheel"):
        ThreeCardRules(wheel=Wheel.SECOND)
    for pay in (10**8, Fraction(1, 10**7), Fraction(10**6, 11)):
        with pytest.raises(BadInput, match="too much to add up"):
            ThreeCardRules(ante_bonus=ThreeCardPays(pair=pay, straight=Fraction(1, 10)))
    with pytest.raises(BadInput, match="straight"):
        ThreeCardPays(straight=-1)
    with pytest.raises(BadInput, match="flush"):
        ThreeCardPays(flush=0.5)  # type: ignore[arg-type]


def test_the_tables_of_the_documents_are_the_defaults() -> None:
    assert ThreeCard().pair_plus() == ThreeCard().pair_plus(PAIR_PLUS)
    assert ThreeCard().six_cards() == ThreeCard().six_cards(SIX_CARD_BONUS) != ThreeCard().six_cards(BONUS_6)
    assert ThreeCard().six_cards(HandPays()).value == -1


def test_without_numba_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet_rules.cached_solution.cache_clear()
    monkeypatch.setattr("croupier.odds.optional_packages.find_spec", lambda module: None)
    with pytest.raises(BadInput, match=r"pip install 'croupier\[odds\]'"):
        sheet_rules.cached_solution(ThreeCardRules())
