"""The house way of pai gow poker.

Every rule has a hand that it sets and one that it just does not set. The printed examples and random hands are compared
with a slow implementation of the charts.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.cards.random_source import SeededRandomSource, shuffled
from croupier.documents.rules_card import RulesCard
from croupier.errors import BadInput
from croupier.families.pai_gow.poker.hand_setting import hand_value_of
from croupier.families.pai_gow.poker.hand_values import best_of, high_hand_order, is_foul
from croupier.families.pai_gow.poker.house_way import (
    FEATURES,
    MEANINGS,
    SET_TEXTS,
    PokerHouseWayError,
    feature_bounds,
    low_hand_bits,
    parse_rule,
    rule_index,
    set_hand,
    split,
)
from croupier.families.pai_gow.poker.rules import section_of
from croupier.families.pai_gow.poker.settle import house_way_for
from croupier.families.pai_gow.shared.house_way_rules import rules_in_force
from croupier.hands import rank2, rank5
from croupier.hands.card_parsing import card_of, index_of, read_cards
from croupier.play import rulebook_library
from croupier.play.reachability import find_unreachable_rows
from croupier.rulebook.loader import load_text
from tests.pai_gow_rules import RULEBOOKS, rules_of
from tests.pai_gow_slow import slow_royal, slow_seven, slow_six, worth

LUCKY, ROYAL = "ca-lucky-pai-gow-poker", "ca-royal-pai-gow-poker"
MINI, ACE_UP = "ca-mini-pai-gow", "ca-ace-up-pai-gow-poker"
SEVEN_CARD_RULEBOOKS = tuple(rulebook for rulebook in RULEBOOKS if rulebook != MINI)


def numbers(hand: str) -> list[int]:
    return [index_of(card) for card in read_cards(hand, "hand")]


def name_of_rule(rulebook: str, hand: str, **options: Any) -> str:
    rules = rules_of(rulebook, **options)
    return rules_in_force(section_of(rules), rules.options)[rule_index(house_way_for(rules), numbers(hand))]


def front(rulebook: str, hand: str, **options: Any) -> set[str]:
    _, low = set_hand(house_way_for(rules_of(rulebook, **options)), numbers(hand))
    return {str(card_of(card)) for card in low}


ROWS = {
    # rule: a hand that it sets, the cards in front; a hand that it just does not set, and the rule that sets that hand
    "five-aces": ("As Ah Ad Ac JK 8d 3c", "As Ah", "As Ah Ad JK Kc 8d 3c", "four-high"),
    "four-and-three": ("4s 4h 4d 4c 9s 9h 9d", "9s 9h", "4s 4h 4d 4c 9s 9h 8d", "four-and-pair"),
    "four-and-pair": ("Ts Th Td Tc 8s 8d 3c", "8s 8d", "Ts Th Td Tc 8s 7d 3c", "four-jacks-split"),
    "four-high": ("Qd Qs Qh Qc As Kd 4h", "Qd Qs", "Jd Js Jh Jc As Kd 4h", "four-jacks-kept"),
    "four-jacks-kept": ("Td Ts Th Tc Kc Js 7c", "Kc Js", "Td Ts Th Tc Qc Js 7c", "four-jacks-split"),
    "four-jacks-split": ("Td Ts Th Tc 8d 3c 2h", "Td Ts", "8d 8s 8h 8c 7d 3c 2h", "four-eights-split"),
    "four-eights-kept": ("7s 7d 7h 7c Qd Tc 2d", "Qd Tc", "7s 7d 7h 7c Jd Tc 2d", "four-eights-split"),
    "four-eights-split": ("7s 7d 7h 7c Ts 9s 2d", "7s 7d", "5s 5d 5h 5c Ts 9s 2d", "four-low"),
    "four-low": ("4s 4d 4h 4c Ks Qd 7d", "Ks Qd", "6s 6d 6h 6c Ks Qd 7d", "four-eights-kept"),
    "two-threes": ("Kh Kd 6h 6s 6c Ks 9d", "Kh Kd", "Kh Kd 6h 6s 6c Qs 9d", "full-house"),
    "full-house": ("4c 4h 8h 8s 8d Ac Kh", "4c 4h", "4c 3h 8h 8s 8d Ac Kh", "three"),
    "three-pairs": ("Td Tc 9s 9c 5d 5h 3d", "Td Tc", "Td Tc 9s 9c 5d 4h 3d", "two-pairs-jacks-split"),
    "two-pairs-high": ("8s 8h Qh Qd 9d 7d 3c", "8s 8h", "8s 8h Jh Jd 9d 7d 3c", "two-pairs-jacks-split"),
    "two-pairs-jacks-kept": ("Ad 5c Tc Td 6h 6s 3c", "Ad 5c", "Kd 5c Tc Td 6h 6s 3c", "two-pairs-jacks-split"),
    "two-pairs-jacks-split": ("8c 8d 9s 9c Qh 7s 3c", "8c 8d", "7c 7d 8s 8c Qh 6s 3c", "two-pairs-eights-split"),
    "two-pairs-eights-kept": ("Ks 9s 7s 7c 4h 4d 3s", "Ks 9s", "Qs 9s 7s 7c 4h 4d 3s", "two-pairs-eights-split"),
    "two-pairs-eights-split": ("4h 4d 7s 7c Qc 9s 3s", "4h 4d", "4h 4d 5s 5c Qc 9s 3s", "two-pairs-low-kept"),
    "two-pairs-low-kept": ("Qs Td 5s 5d 2s 2d 8h", "Qs Td", "Js Td 5s 5d 2s 2d 8h", "two-pairs-low-split"),
    "two-pairs-low-split": ("2s 2d 5s 5d Js Td 8h", "2s 2d", "2s 2d 6s 6d Js Td 8h", "two-pairs-eights-split"),
    "complete-and-three": ("9d 9s 9c 8h 7d 6s 5c", "9d 9s", "9d 9s 9c 8h 7d 6s 4c", "three"),
    "complete-and-pair": ("Kc Qh Qd Jh Ts 9s 8c", "Kc Qh", "Kc Qh Qd Jh Ts 7s 8c", "pair"),
    "complete": ("8c 7s 6h 5s 4d 3c 2d", "8c 7s", "9c 8s 6h 5s 4d 3c Kd", "no-pair"),
    "three-aces": ("Ac Ah Ad Qs 9s 8h 2c", "Ac Qs", "Kc Kh Kd Qs 9s 8h 2c", "three"),
    "three": ("Qd 9s Kh Kd Kc 7c 2d", "Qd 9s", "Qd 9s Kh Kd Jc 7c 2d", "pair"),
    "pair": ("Qs Jh Tc Td 8c 6d 3d", "Qs Jh", "Qs Jh Tc 9d 7c 6d 3d", "no-pair"),
    "no-pair": ("Kh Qd As Th 8s 7s 2c", "Kh Qd", "Kh Qd As Th Js 7s 2c", "complete"),
}
ACES_UP = {"complete-and-aces-up": ("As JK Kd Qc Jh 9s 9d", "9s 9d", "As JK Kd Qc 8h 9s 9d", "two-pairs-high")}
LOW_FOUR = {"low-four-two-highest": ("4s 4h 4d 4c 3s 3h Kd", "Kd 3s", "6s 6h 6d 6c 3s 3h Kd", "four-and-pair")}
MINI_ROWS = {
    "four": ("As Ah Ad Ac Ks Kh", "Ks", "As Ah Ad Kc Ks Kh", "two-threes"),
    "two-threes": ("Ks Kh Kd 9s 9h 9d", "Ks", "Ks Kh Kd 9s 9h 8d", "full-house-or-better"),
    "full-house-or-better": ("JK As Ah Ad Ac Kd", "JK", "Ks 9s 9h 9d 4c 2d", "three"),
    "flush": ("Ks 9s 7s 5s 3s Ad", "Ad", "Ks 9s 7s 5s 3d Ad", "no-pair"),
    "straight": ("As 2d 3h 4c 5s 6d", "As", "As 2d 3h 4c 6s 7d", "no-pair"),
    "three": ("9s 9h 9d Kc 4d 2h", "Kc", "9s 9h 8d Kc 4d 2h", "pair"),
    "three-pairs": ("As Ah Ks Kd Qs Qd", "As", "As Jh Ks Kd Qs Qd", "two-pairs"),
    "two-pairs": ("9s 9h 4s 4d Kc 2d", "Kc", "9s 9h 4s 3d Kc 2d", "pair"),
    "pair": ("9s 9h Ks 4d 3c 2d", "Ks", "9s 8h Ks 4d 3c 2d", "no-pair"),
    "no-pair": ("As Kd 9h 7c 5s 2d", "Kd", "As Kd Qh Jc Ts 2d", "straight"),
}


@pytest.mark.parametrize(
    "hand", ["As JK Kd Qc Jh 9s 9d", "As JK Ks 7s 5s 4h 4d", "Kh Kd Qs Qc Js Td 9h", "Ad Ac Ks Qd Jc Td Th"]
)
def test_a_straight_or_flush_with_two_pairs_is_set_alike_by_both_readings(hand: str) -> None:
    """Check that both readings of the house way set the same two cards in front. [CA-TBB-A3]

    A pair can be in front only if ace and joker stay behind, and then it is the lower pair.
    """
    assert front(LUCKY, hand) == front(LUCKY, hand, two_pair_straight="pair_in_front")


def test_two_pairs_with_a_straight_have_their_own_rule_under_the_other_reading() -> None:
    hand, low, near_miss, its_rule = ACES_UP["complete-and-aces-up"]
    assert name_of_rule(LUCKY, hand, two_pair_straight="pair_in_front") == "complete-and-aces-up"
    assert name_of_rule(LUCKY, near_miss, two_pair_straight="pair_in_front") == its_rule
    assert front(LUCKY, hand, two_pair_straight="pair_in_front") == set(low.split())


def test_a_joker_beside_its_ace_in_a_flush_is_the_next_card_or_an_ace() -> None:
    """Check that a flush with ace and joker is below an ace-king flush by one reading, and above it by the other.

    [CA-PGP-A3]
    """
    joker, natural = numbers("As JK 9s 5s 2s"), numbers("Ah Kh Qh Jh 9h")
    for rulebook in (LUCKY, MINI):
        read = {way: house_way_for(rules_of(rulebook, joker_in_flush=way)).rules for way in ("next", "ace")}
        assert best_of(joker, read["next"]) < best_of(natural, read["next"])
        assert best_of(joker, read["ace"]) > best_of(natural, read["ace"])
        assert best_of(joker, read["ace"]) < best_of(numbers("As JK Ts 5s 2s"), read["ace"])
        assert best_of(numbers("As JK Ks Qs Js"), read["ace"]) == best_of(numbers("Ah Kh Qh Jh Th"), read["next"])
    value = hand_value_of([card_of(card) for card in joker], read["ace"])
    assert value is not None
    assert (value["category"], value["ranks"]) == ("flush", ["A", "A", "9", "5", "2"])


@pytest.mark.parametrize(
    ("own", "other_hand", "is_above"),
    [
        ("JK Ad 9s 7d 4c", "As Ah 9d 7c 4h", True),
        ("JK Kd 9s 7d 4c", "Ah Kh 9d 7c 4s", True),
        ("JK Ks 9s 7s 4s", "Ah Kh 9h 7h 4h", True),
        ("JK Kd Qs Jd Tc", "Ah Kh Qd Jc Ts", True),
        ("JK 9d 8s 7d 6c", "Th 9h 8d 7c 6s", False),
        ("JK As 9s 7s 4s", "Ah Kh 9h 7h 4h", False),
    ],
)
def test_of_equal_high_hands_a_joker_that_is_an_ace_may_decide(own: str, other_hand: str, is_above: bool) -> None:
    """Check that two equal high hands tie without the option, and that with it the joker as an ace wins. [CA-MPG-A7]"""
    read = [house_way_for(rules_of(MINI, joker_beats_ace_5=beats)).rules for beats in (False, True)]
    plain, above = (
        (high_hand_order(numbers(own), reading), high_hand_order(numbers(other_hand), reading)) for reading in read
    )
    assert plain[0] == plain[1]
    assert (above[0] > above[1]) == is_above
    assert above[0] >= above[1]


def test_every_rule_has_its_row_here() -> None:
    rules = list(section_of(rules_of(LUCKY)).house_way)
    assert set(rules) == ROWS.keys() | LOW_FOUR.keys() | ACES_UP.keys()
    assert {*section_of(rules_of(MINI)).house_way} == MINI_ROWS.keys() | {"straight-best-high"}


@pytest.mark.parametrize("rulebook", SEVEN_CARD_RULEBOOKS)
@pytest.mark.parametrize("rule", ROWS)
def test_a_rule_sets_its_hand_and_not_a_near_miss(rulebook: str, rule: str) -> None:
    hand, low, near_miss, its_rule = ROWS[rule]
    if rule == "five-aces" and rulebook == ROYAL:
        assert name_of_rule(rulebook, hand) == rule
        return
    assert name_of_rule(rulebook, hand) == rule
    assert front(rulebook, hand) == set(low.split())
    assert name_of_rule(rulebook, near_miss) == its_rule


@pytest.mark.parametrize("rule", MINI_ROWS)
def test_a_rule_for_six_cards_sets_its_hand_and_not_a_near_miss(rule: str) -> None:
    hand, low, near_miss, its_rule = MINI_ROWS[rule]
    assert name_of_rule(MINI, hand) == rule
    assert {rank[0] for rank in front(MINI, hand)} == {low[0]}
    assert name_of_rule(MINI, near_miss) == its_rule


def test_four_of_a_low_rank_and_a_pair_may_be_read_literally() -> None:
    hand, low, near_miss, its_rule = LOW_FOUR["low-four-two-highest"]
    assert name_of_rule(LUCKY, hand, low_quads_front="two_highest") == "low-four-two-highest"
    assert {card[0] for card in front(LUCKY, hand, low_quads_front="two_highest")} == {card[0] for card in low.split()}
    assert name_of_rule(LUCKY, near_miss, low_quads_front="two_highest") == its_rule
    assert front(LUCKY, hand) == {"3s", "3h"}


@pytest.mark.parametrize(
    ("low", "high", "line"),
    [
        ("3s 3h", "Ac Kh Qh Jd Tc", "L2536"),
        ("3c 3h", "6d 6s 5h 4s 2d", "L2537"),
        ("9s 9h", "5h 5c 5s 9c 4c", "L2539"),
        ("Ac Ah", "4s 4d 4h As 6h", "L2540"),
        ("Kd Jc", "Ah Tc 7s 5h 3d", "L2834-2835"),
        ("Ac Qd", "3s 3c Jh 8d 4c", "L2836-2837"),
        ("3d 3s", "Kh Ks 7h 6c 2d", "L2838-2839"),
        ("Ac 7h", "Jd Js 8c 8h 4s", "L2840-2841"),
        ("Ks 9s", "8c 8d 4d 4h 7c", "L2842-2843"),
        ("Qh 8c", "5h 5s 4h 4c 2s", "L2844-2845"),
        ("9c 9s", "7d 7c 5h 5s Ac", "L2846-2847"),
        ("Ac 8d", "Ad As 5d 4c 2s", "L2848-2849"),
        ("Jc Jd", "5s 5h 5c Js Ad", "L2854"),
        ("As 9s", "6s 5s 4c 3d 2s", "L2855"),
        ("Jh 8d", "9s 8h JK 6s 5d", "L2856"),
        ("7d 7c", "9h 9d Qd Jd 4d", "L2857"),
        ("5c 5h", "7d 6s 5d 4s 3h", "L2858"),
        ("9h 8c", "5s 5d 5h 5c 2s", "L2863"),
        ("4c 4h", "5h 5d 5c 5s 2s", "L2869-2870"),
    ],
)
def test_a_printed_example_is_set_as_printed(low: str, high: str, line: str) -> None:
    """Check that the house way puts the printed cards into the low hand. [004 L2518-2547, L2834-2872]"""
    hand = f"{high} {low}"
    for rulebook in (LUCKY, ACE_UP):
        way = house_way_for(rules_of(rulebook))
        got = split(numbers(hand), low_hand_bits(way, numbers(hand)))[0]
        assert sorted(card // 4 for card in got) == sorted(card // 4 for card in numbers(low)), line


@pytest.mark.parametrize(
    ("hand", "low", "options"),
    [
        ("As Ah Ad JK Kc Qd Jc", "As Ah", {}),  # an ace and the joker in the high hand make a straight
        ("As Ah Ad JK Kc Qd Jc", "As JK", {"quad_aces": "joker_front"}),
        ("JK 8s 7d 6c 5h 4s 3d", "JK 8s", {}),
        ("Ad Ah JK Kc Qs Jd 2c", "Ad 2c", {}),
    ],
)
def test_the_joker_is_placed_as_the_readings_say(hand: str, low: str, options: dict[str, str]) -> None:
    assert {card[0] for card in front(LUCKY, hand, **options)} == {card[0] for card in low.split()}
    assert ("JK" in front(LUCKY, hand, **options)) == ("JK" in low)


@pytest.mark.parametrize(
    ("hand", "low"),
    [
        ("Ks Kd 7c 5h 3s 2d JK", "7c 5h"),
        ("JK Js 9h 7d 6c 4s 2h", "9h 7d"),
        ("Ks Kd Kc Kh JK 5d 4s", "Ks Kd"),
        ("4s 4d JK Ks Qh 9d 7c", "Ks Qh"),
    ],
)
def test_a_wild_joker_becomes_the_card_that_makes_the_best_five(hand: str, low: str) -> None:
    assert front(ROYAL, hand) == set(low.split())


@pytest.mark.parametrize(
    ("hand", "options", "low"),
    [
        ("As Ks Qs Jd JK 9h", {}, "As"),
        ("JK 5s 4d 3h 2c As", {}, "JK"),
        ("As 2d 3h 4c 5s 6d", {"six_card_straight": "best_high"}, "As"),
        ("JK As Kd Kh Qd Qh", {}, "JK"),
        ("JK As Kd Kh Qd Qh", {"three_pairs_low": "ace"}, "As"),
        ("As Ah Ad Ac Ks Kh", {"quads_over_fh": False}, "As"),
    ],
)
def test_six_cards_are_set_by_the_readings(hand: str, options: dict[str, Any], low: str) -> None:
    assert {card[0] for card in front(MINI, hand, **options)} == {low[0]}


def hands(many: int, count: int, *, joker: bool) -> Iterator[list[int]]:
    chance = SeededRandomSource(16 + many)
    deck = list(range(52))
    for _ in range(count):
        cards = shuffled(deck, chance)[: many - joker]
        yield [*cards, 52] if joker else list(cards)


@pytest.mark.parametrize(("joker", "count"), [(False, 400), (True, 60)])
@pytest.mark.parametrize(("rulebook", "many"), [(LUCKY, 7), (MINI, 6)])
def test_the_rules_set_hands_as_the_slow_charts_do(rulebook: str, many: int, joker: bool, count: int) -> None:
    way = house_way_for(rules_of(rulebook))
    slow = slow_seven if many == 7 else slow_six
    for cards in hands(many, count, joker=joker):
        low, high = split(cards, low_hand_bits(way, cards))
        named = [card_of(card) for card in cards]
        fast, plain = tuple(card_of(card) for card in low), slow(named)
        assert worth(named, fast) == worth(named, plain), " ".join(map(str, named))
        assert not is_foul(high, low, way.rules), " ".join(map(str, named))


def test_a_wild_joker_is_set_as_by_the_slow_implementation() -> None:
    """Check against the slow implementation, which tries the joker as every card. [CA-RPGP-A4]"""
    way = house_way_for(rules_of(ROYAL))
    for cards in hands(7, 20, joker=True):
        low, high = split(cards, low_hand_bits(way, cards))
        named = [card_of(card) for card in cards]
        fast = (
            rank2([card_of(c) for c in low], joker="wild").value,
            rank5([card_of(c) for c in high], joker="wild").value,
        )
        assert fast == slow_royal(named), " ".join(map(str, named))
        assert not is_foul(high, low, way.rules), " ".join(map(str, named))


def test_the_order_of_the_cards_does_not_matter() -> None:
    way, chance = house_way_for(rules_of(LUCKY)), SeededRandomSource(3)
    for cards in hands(7, 40, joker=True):
        named = [card_of(card) for card in cards]
        reordered = shuffled(cards, chance)
        lows = [
            tuple(card_of(card) for card in split(hand, low_hand_bits(way, hand))[0]) for hand in (cards, reordered)
        ]
        assert worth(named, lows[0]) == worth(named, lows[1])


# Conditions and lint


@pytest.mark.parametrize(
    ("when", "says"),
    [
        ("fours = 1", "cannot be read"),
        ("fours == 1 or pairs == 1", "joined by"),
        ("foors == 1", "one is fives"),
        ("four >= duke", "is no number"),
        ("four > 9 and four < 5", "holds for no four"),
        ("complete == complete", "is no number"),
        ("fours in 3", "compared by"),
    ],
)
def test_a_meaningless_condition_is_refused(when: str, says: str) -> None:
    with pytest.raises(PokerHouseWayError, match=says):
        feature_bounds(when)


def test_a_condition_limits_the_values_that_it_names() -> None:
    assert feature_bounds("nine <= four <= jack and single > queen and not complete and 2 == pairs") == {
        "four": (9, 11),
        "single": (13, 15),
        "complete": (0, 0),
        "pairs": (2, 2),
    }
    assert MEANINGS.keys() == set(FEATURES)


def test_an_unknown_setting_is_refused_with_the_known_ones() -> None:
    with pytest.raises(PokerHouseWayError, match="two of the four"):
        parse_rule("fours == 1", "all in front")
    assert all(parse_rule("fours == 1", setting) for setting in SET_TEXTS)


def edited(old: str, new: str) -> str:
    text = (Path(croupier.__file__).parent / "rulebook" / "data" / f"{MINI}.toml").read_text("utf-8")
    assert old in text
    return text.replace(old, new)


def test_lint_reports_a_hand_that_no_rule_sets() -> None:
    rulebook = load_text(
        edited('when  = "pairs == 1"', 'when  = "pairs == 1 and pair > 4"'),
        "mini.toml",
        rulebook_library.family_rules(),
    )
    (problem,) = find_unreachable_rows(rulebook)
    assert "no rule sets" in str(problem)


def test_lint_reports_a_rule_that_is_never_reached() -> None:
    text = edited('when  = "threes == 2"', 'when  = "threes == 2 and three == 2"').replace(
        'when  = "best == flush"', 'when  = "best == flush and fours == 1"'
    )
    problems = [
        str(problem) for problem in find_unreachable_rows(load_text(text, "mini.toml", rulebook_library.family_rules()))
    ]
    assert any("house_way.two-threes: is never reached" in problem for problem in problems)
    assert any("house_way.flush: is never reached" in problem for problem in problems)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('set   = "one of the higher three"', 'set   = "one of the higher tree"', "is no way to set a hand"),
        ('when  = "threes == 2"', 'when  = "thres == 2"', "one is fives"),
        ('cite  = "L1267"', "", "cites nothing"),
        (
            "only  = { quads_over_fh = true }",
            "only  = { quads_over = true }",
            'is not an option; did you mean "quads_over_fh"',
        ),
        ('front = "joker" }', 'front = "jester" }', "is no choice of three_pairs_low"),
        ('double = "double-down"', 'double = "double"', "is no wager of this rulebook"),
    ],
)
def test_a_mistake_in_a_rule_is_reported_with_its_line(old: str, new: str, says: str) -> None:
    with pytest.raises(BadInput, match=says) as refused:
        load_text(edited(old, new), "mini.toml", rulebook_library.family_rules())
    assert "mini.toml:" in str(refused.value)


def test_the_rules_card_prints_the_house_way_in_its_order_with_citations() -> None:
    printed = [
        procedure for procedure in RulesCard.of(rules_of(LUCKY)).procedures if procedure.title.startswith("House way")
    ]
    assert len(printed) == len(ROWS)
    assert printed[0].text == "Five aces. Two of the five in front."
    assert "L2547" in printed[0].cite
    assert printed[-1].text == "No pair. The second and third highest singles in front."
    assert len({procedure.text for procedure in printed}) == len(printed)
