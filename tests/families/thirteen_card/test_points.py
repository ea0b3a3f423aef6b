"""Points between hands of 13-Card: worked examples, each reading of the rules, order of the rows, clean sweeps."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import Pack, parse_cards
from croupier.errors import BadInput
from croupier.families.thirteen_card.clean_sweeps import (
    SWEEPS,
    arrangement_for_sweep,
    counts_of,
    possible_sweeps,
    sweeps_of_rows,
)
from croupier.families.thirteen_card.hand_values import first_misordered_rows, foul_reason, row_name, strength
from croupier.families.thirteen_card.house_way import (
    expected_points_at,
    good_rows,
    house_arrangement,
    in_fixed_order,
    positions_by_mask,
)
from croupier.families.thirteen_card.points import (
    HandStatus,
    PointDebt,
    PointRules,
    ShowdownHand,
    all_owed,
    best_hands,
    homerun_seat,
    owed_in_pair,
    split_evenly,
)
from croupier.families.thirteen_card.round import set_hand
from croupier.families.thirteen_card.rules import BONUS_HANDS, points_posted, rules_of, tables_of
from croupier.hands.hand_strength import Category
from croupier.play.family import family_of
from croupier.play.rulebook_library import load
from croupier.rulebook.table_rules import TableRules

C = Category
RULEBOOK = "ca-13-card-chinese-poker"
PLAIN = (C.HIGH_CARD, C.PAIR, C.STRAIGHT)


def table_rules(**options: object) -> TableRules:
    return TableRules.of(load(RULEBOOK), options)


@pytest.fixture(scope="module")
def rules() -> PointRules:
    return rules_of(table_rules())


def hand(seat: int, *rows: int, kinds: tuple[C, C, C] = PLAIN) -> ShowdownHand:
    front, middle, back = rows
    return ShowdownHand(seat, HandStatus.REGULAR, (front, middle, back), kinds)


def sweep_hand(seat: int, sweep: str, when: int = 1) -> ShowdownHand:
    return ShowdownHand(seat, HandStatus.SWEEP, sweep=sweep, declared=when)


def surrendered_hand(seat: int, when: int = 1) -> ShowdownHand:
    return ShowdownHand(seat, HandStatus.SURRENDER, declared=when)


FOUL = ShowdownHand(3, HandStatus.FOUL)


def test_hands_are_paid_the_posted_points(rules: PointRules) -> None:
    posted = {(entry["kind"], entry["name"], entry["row"]): entry["points"] for entry in points_posted(table_rules())}
    shot, four = hand(1, 9, 9, 9), [hand(1, 9, 9, 9), *(hand(seat, 1, seat, 5 - seat) for seat in (2, 3, 4))]
    assert owed_in_pair(shot, hand(2, 1, 1, 1), rules) == PointDebt(2, 1, posted["ends", "shot", ""])
    assert next(iter(all_owed(four, rules))) == PointDebt(2, 1, posted["ends", "homerun", ""])
    assert owed_in_pair(surrendered_hand(2), shot, rules) == PointDebt(2, 1, posted["ends", "surrender", ""])
    assert owed_in_pair(FOUL, shot, rules) == PointDebt(3, 1, posted["ends", "foul", ""])
    assert {name: posted["sweep", name, ""] for name in SWEEPS} == {
        name: sweep.points for name, sweep in rules.sweeps.items()
    }
    assert {(row, BONUS_HANDS[name][0]): points for (kind, name, row), points in posted.items() if kind == "bonus"} == {
        (row, kind): points for (row, kind), points in rules.bonus.items() if kind is not C.ROYAL_FLUSH
    }


def test_a_case_without_stacks_is_refused() -> None:
    with pytest.raises(BadInput, match="stacks: is missing"):
        family_of(table_rules()).case_round(table_rules(), (), None)


def test_two_rows_against_one_are_a_point(rules: PointRules) -> None:
    assert owed_in_pair(hand(1, 2, 1, 2), hand(2, 1, 2, 1), rules) == PointDebt(2, 1, 1)


def test_bonuses_of_both_sides_are_netted_and_count_in_rows_that_win(rules: PointRules) -> None:
    first = hand(1, 2, 1, 2, kinds=(C.PAIR, C.PAIR, C.FOUR_OF_A_KIND))
    second = hand(2, 1, 2, 1, kinds=(C.PAIR, C.FULL_HOUSE, C.FULL_HOUSE))
    assert owed_in_pair(first, second, rules) == PointDebt(2, 1, 3)
    assert owed_in_pair(second, first, replace(rules, bonus_replaces=True)) == PointDebt(2, 1, 3)  # 1 + 4 against 2


def test_a_shot_doubles_rows_and_adds_the_bonus_and_a_tie_is_no_shot(rules: PointRules) -> None:
    trips = (C.THREE_OF_A_KIND, C.STRAIGHT, C.FLUSH)
    assert owed_in_pair(hand(1, 2, 2, 2, kinds=trips), hand(2, 1, 1, 1), rules) == PointDebt(2, 1, 9)
    assert owed_in_pair(hand(1, 2, 2, 1, kinds=trips), hand(2, 1, 1, 1), rules) == PointDebt(2, 1, 5)


def test_a_homerun_triples_against_all_three(rules: PointRules) -> None:
    best = hand(1, 9, 9, 9, kinds=(C.PAIR, C.FULL_HOUSE, C.FULL_HOUSE))
    opponents = [hand(seat, 1, seat, 5 - seat) for seat in (2, 3, 4)]
    assert [debt for debt in all_owed([best, *opponents], rules) if debt.taker == 1] == [
        PointDebt(n, 1, 11) for n in (2, 3, 4)
    ]
    three = replace(rules, homerun_bonus=3)
    assert [debt.points for debt in all_owed([best, *opponents], three) if debt.taker == 1] == [12] * 3
    assert not homerun_seat([best, *opponents[:2]], rules)
    assert not homerun_seat([best, opponents[0], opponents[1], surrendered_hand(4)], rules)
    assert not homerun_seat([best, opponents[0], opponents[1], replace(FOUL, seat=4)], rules)
    assert homerun_seat(
        [best, opponents[0], opponents[1], replace(FOUL, seat=4)], replace(rules, foul_counts_homerun=True)
    )


def test_a_surrender_pays_three_to_each_even_to_a_foul_and_a_sweep_declared_before_its_points(
    rules: PointRules,
) -> None:
    for opponent in (hand(1, 9, 9, 9), FOUL, sweep_hand(1, "minor", when=2)):
        assert owed_in_pair(surrendered_hand(2), opponent, rules) == PointDebt(2, opponent.seat, 3)
    assert owed_in_pair(surrendered_hand(2, when=2), sweep_hand(4, "minor", when=1), rules) == PointDebt(2, 4, 6)
    false = replace(FOUL, declared=1)
    assert owed_in_pair(surrendered_hand(2, when=2), false, rules) == PointDebt(2, 3, 3)
    assert owed_in_pair(surrendered_hand(2, when=2), false, replace(rules, false_sweep_pays=True)) == PointDebt(3, 2, 6)


def test_sweeps_by_rank_or_by_points(rules: PointRules) -> None:
    assert owed_in_pair(sweep_hand(1, "dragon"), sweep_hand(2, "minor"), rules) == PointDebt(2, 1, 13)
    assert owed_in_pair(sweep_hand(1, "dragon"), sweep_hand(2, "one-colour"), rules) is None
    assert owed_in_pair(sweep_hand(1, "senior"), sweep_hand(2, "minor"), rules) is None
    assert owed_in_pair(
        sweep_hand(1, "senior"), sweep_hand(2, "minor"), replace(rules, tie_by_rank=False)
    ) == PointDebt(1, 2, 6)
    assert owed_in_pair(hand(1, 9, 9, 9), sweep_hand(2, "six-wheels"), rules) == PointDebt(1, 2, 3)


def test_a_foul_pays_six_and_every_bonus_of_a_regular_hand(rules: PointRules) -> None:
    kinds = (C.THREE_OF_A_KIND, C.FOUR_OF_A_KIND, C.STRAIGHT_FLUSH)
    assert owed_in_pair(FOUL, hand(1, 1, 1, 1, kinds=kinds), rules) == PointDebt(3, 1, 6 + 3 + 8 + 5)
    assert owed_in_pair(FOUL, sweep_hand(1, "one-colour-dragon"), rules) == PointDebt(3, 1, 26)
    assert owed_in_pair(FOUL, replace(FOUL, seat=4), rules) is None


def test_pairs_with_a_sweep_come_first_in_the_printed_order(rules: PointRules) -> None:
    hands = [hand(1, 4, 4, 4), hand(2, 3, 3, 3), sweep_hand(3, "minor"), sweep_hand(4, "dragon")]
    pairs = [(debt.giver, debt.taker) for debt in all_owed(hands, rules)]
    assert pairs == [(1, 3), (1, 4), (2, 3), (2, 4), (3, 4), (2, 1)]
    by_rank = [(debt.giver, debt.taker) for debt in all_owed(hands, replace(rules, sweeps_by_rank=True))]
    assert by_rank == [(1, 4), (2, 4), (3, 4), (1, 3), (2, 3), (2, 1)]


def test_the_antes_and_the_button_follow_the_best_sweep_else_the_best_back(rules: PointRules) -> None:
    hands = [hand(1, 1, 1, 7), hand(2, 1, 1, 7), surrendered_hand(3), sweep_hand(4, "three-flush")]
    assert best_hands(hands, rules) == (4,)
    assert best_hands(hands, rules, sweep_first=False) == (1, 2)
    assert best_hands([surrendered_hand(1), FOUL], rules) == ()
    assert split_evenly(13_00, (3, 1), 1_00) == {3: 7_00, 1: 6_00}


# Rows


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ("Ah Kd 9c / As Ks 9d 5h 2c / 2s 3s 4d 5c 6h", None),  # equal ranks are in order
        ("Ah Kd Tc / As Ks 9d 5h 2c / 2s 3s 4d 5c 6h", ("front", "middle")),
        ("9h 9d 4c / 9s 9c 4d 3h 2c / As 2s 3d 4h 5c", None),
        ("9h 9d 5c / 9s 9c 4d 3h 2c / As 2s 3d 4h 5s", ("front", "middle")),
        ("7h 8h 9h / Ks Qd 5d 3h 2c / As 2s 3d 4h 5s", None),  # three cards make no straight and no flush
        ("4s 4h 4d / Ks Kd Qh Qc 2c / As Ad Ah 7c 8d", ("front", "middle")),
        ("4s 4h 2d / As 2s 3d 4c 5c / 2c 3c 4d 5d 6d", None),  # the smallest straight
        ("4s 4h 2d / 2c 3c 4d 5d 6d / As 2s 3d 4c 5c", ("middle", "back")),
    ],
)
def test_rows_in_order(rows: str, wrong: tuple[str, str] | None) -> None:
    hand_rows = [parse_cards(row) for row in rows.split("/")]
    assert first_misordered_rows(hand_rows) == wrong
    assert (foul_reason(hand_rows) is None) == (wrong is None)


def test_a_front_row_makes_no_straight_and_no_flush() -> None:
    assert row_name(strength(parse_cards("7h 8h 9h"))) == "nine high, eight kicker"
    assert row_name(strength(parse_cards("7h 7d 9h"))) == "pair of sevens, nine kicker"
    assert row_name(strength(parse_cards("7h 7d 7s"))) == "three sevens"


# Sweeps

SWEPT = {
    "pure-dragon": "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks",
    "one-colour-dragon": "As 2c 3s 4s 5c 6s 7s 8s 9s Ts Js Qs Kc",
    "dragon": "As 2d 3s 4s 5c 6s 7s 8h 9s Ts Js Qs Kc",
    "one-colour": "As Ac 3s 4s 5c 6s 7s 8s 9s Ts Js Qs Kc",
    "minor": "2s 2d 3s 3c 4d 4h 5s 6c 7d 7h 8s 9c 9d",
    "senior": "As Ad Ah Ks Kd Kh Qs Qd Js Jd Ts Td Tc",
    "six-wheels": "As Ad Ah Ac 3s 3d 5h 5c 7s 7d Ks Kd Kc",
    "three-flush": "Ah 9h 4h Ad Jd 9d 6d 2d Kc Qc Tc 7c 3c",
    "three-straight": "Ah 2d 3h 2s 3d 4c 5d 6d 9c Tc Jh Qs Kd",
}


@pytest.mark.parametrize("kind", SWEEPS)
def test_each_sweep_is_known_by_its_cards_and_its_best_counts(kind: str, rules: PointRules) -> None:
    from croupier.families.thirteen_card.round import best_sweep

    cards = parse_cards(SWEPT[kind])
    found = possible_sweeps(*counts_of(cards))
    assert best_sweep(found, rules) == kind
    rows = arrangement_for_sweep(kind, cards)
    if rows is not None:
        assert kind in sweeps_of_rows(rows)
        assert kind not in sweeps_of_rows((rows[0], rows[1][:4] + rows[2][:1], rows[1][4:] + rows[2][1:]))
    assert (rows is not None) == (kind in ("three-flush", "three-straight"))


def test_a_flush_in_each_row_needs_no_order_unless_the_house_says_so() -> None:
    rows = [parse_cards(row) for row in ("Qh 9h 4h", "Ad Jd 9d 6d 2d", "Kc Qc Tc 7c 3c")]
    assert sweeps_of_rows(rows) == {"three-flush"}
    assert sweeps_of_rows(rows, needs_order=True) == set()


# The house's arrangement

hands_of_13 = st.permutations(Pack.CARDS.pieces).map(lambda cards: tuple(cards[:13]))


@settings(max_examples=6, deadline=None)
@given(hands_of_13)
def test_the_houses_arrangement_is_in_order_and_promises_most(cards) -> None:  # type: ignore[no-untyped-def]
    tables = tables_of(table_rules())
    rows = house_arrangement(cards, tables)
    assert sorted(card for row in rows for card in row) == sorted(cards)
    assert set_hand(1, cards, rows).end is HandStatus.REGULAR
    assert rows == house_arrangement(cards[::-1], tables)
    stand = in_fixed_order(cards)
    places = positions_by_mask(stand)

    def promised(front: int, middle: int, back: int) -> int:
        return expected_points_at(places[front], places[middle], places[back], tables)

    masks = [sum(1 << stand.index(card) for card in row) for row in rows]
    best = promised(*masks)
    every = range(13)
    for front in list(combinations(every, 3))[::17]:
        left = [place for place in every if place not in front]
        for middle in combinations(left, 5):
            f, m = (sum(1 << place for place in row) for row in (front, middle))
            b = 8191 ^ f ^ m
            if tables.least_middle[places[f]] <= places[m] <= places[b]:
                assert promised(f, m, b) <= best
    assert good_rows(cards, tables, 3)[0] == rows
