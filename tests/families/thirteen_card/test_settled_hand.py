"""Settled hands of thirteen cards: who won each row, the reasons of the points, and the money of each seat."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import parse_cards
from croupier.families.thirteen_card.clean_sweeps import SWEEPS
from croupier.families.thirteen_card.points import (
    HandStatus,
    PointRules,
    ShowdownHand,
    homerun_seat,
    owed_in_pair,
)
from croupier.families.thirteen_card.round import SeatHand, ThirteenResult, set_hand
from croupier.families.thirteen_card.rules import rules_of
from croupier.families.thirteen_card.settle import ANTE, POINTS, debts_between_seats
from croupier.families.thirteen_card.settled_hand import outcomes, points_reasons, settled_hand
from croupier.hands.hand_strength import Category
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents
from croupier.money.seat_transfers import settle_between_seats
from croupier.play.rulebook_library import load
from croupier.play.table_stakes import PointsAgainst, SettledHand, SettledSeat
from croupier.rulebook.table_rules import TableRules, rules_under_schedule

RULEBOOK = "ca-13-card-chinese-poker"
PICTURE = {
    1: ("Ks 5c 3c", "8d 7c 6d 5s 4d", "2c 2h 2s Jc Jd"),
    2: ("8s 8h 3h", "9s 9d 9h 4h 4s", "Ac Ah Ad 7h 7s"),
    3: ("Kd 9c 8c", "6s 5h 4c 3d 2d", "Qc Qh Qd Qs Tc"),
    4: ("Js Jh 3s", "Kc Kh As 7d 5d", "Th Td Ts 6h 6c"),
}
"""Rows of four seats; the back of seat 3 is four of a kind, the middle of seat 2 a full house."""
CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


def under(schedule: int) -> TableRules:
    return rules_under_schedule(load(RULEBOOK), {}, schedule)


def hand(seat: int, *rows: str) -> SeatHand:
    cards = tuple(tuple(parse_cards(row)) for row in rows)
    return set_hand(seat, tuple(card for row in cards for card in row), cards)  # type: ignore[arg-type]


def result_of(hands: dict[int, SeatHand], chips: dict[int, int] | None = None) -> ThirteenResult:
    """Return a finished hand with the button at the last seat."""
    seats = sorted(hands)
    plays = dict.fromkeys(seats, 30000) if chips is None else chips
    return ThirteenResult(tuple(hands[seat] for seat in seats), seats[-1], seats[0], plays, seats[0])


def of(settled: SettledHand, seat: int) -> SettledSeat:
    return next(one for one in settled["seats"] if one["seat"] == seat)


def against(settled: SettledHand, seat: int, other: int) -> PointsAgainst:
    return next(one for one in of(settled, seat)["against"] if one["seat"] == other)


def told(one: PointsAgainst) -> list[tuple[str, str, int]]:
    return [(reason["kind"], reason["name"] or reason["row"], reason["points"]) for reason in one["reasons"]]


@pytest.fixture(scope="module")
def picture() -> SettledHand:
    return settled_hand(under(1), result_of({seat: hand(seat, *rows) for seat, rows in PICTURE.items()}))


def test_a_seat_is_told_why_each_other_seat_pays_or_is_paid(picture: SettledHand) -> None:
    assert told(against(picture, 2, 1)) == [("shot", "", 6), ("bonus", "full_house", 2)]
    assert told(against(picture, 2, 3)) == [
        ("rows", "", 1),
        ("bonus", "full_house", 2),
        ("bonus", "four_of_a_kind", -4),
    ]
    assert told(against(picture, 2, 4)) == [("rows", "", 1), ("bonus", "full_house", 2)]
    assert [one["points"] for one in of(picture, 2)["against"]] == [8, -1, 3]
    rows = [(row["row"], row["result"], row["points"], row["bonus"]) for row in against(picture, 2, 3)["rows"]]
    assert rows == [("front", "won", 1, 0), ("middle", "won", 1, 2), ("back", "lost", -1, -4)]


def test_points_times_the_point_less_the_ante_are_the_net(picture: SettledHand) -> None:
    own = of(picture, 2)
    assert (own["points"], own["points_cents"], own["put_in_cents"], own["net_cents"]) == (10, 30_00, 1_00, 29_00)
    assert {one["seat"]: one["points"] for one in picture["seats"]} == {1: -14, 2: 10, 3: 11, 4: -7}
    assert (picture["put_in_cents"], picture["fee_cents"], picture["pots"]) == (4_00, 4_00, [])


def test_what_the_fee_leaves_of_the_antes_goes_to_the_best_back_hand() -> None:
    settled = settled_hand(under(3), result_of({seat: hand(seat, *rows) for seat, rows in PICTURE.items()}))
    assert settled["pots"] == [
        {"cents": 3_00, "seats": [1, 2, 3, 4], "winners": [{"seat": 3, "cents": 3_00, "odd_cents": 0}]}
    ]
    assert of(settled, 3)["won_cents"] == 3_00
    short = settled_hand(under(2), result_of({seat: hand(seat, *rows) for seat, rows in PICTURE.items()}))
    assert {one["seat"]: one["fee_cents"] for one in short["seats"]} == {1: 1_00, 2: 0, 3: 0, 4: 0}


# The worked examples of the rules, at $5 a point

WEAK = ("7s 5c 2c", "8s 8d 6c 5d 3s", "9s 9d Jc 4d 2s")


def ended(seat: int, end: HandStatus, sweep: str = "", declared: int = 1) -> SeatHand:
    cards = tuple(parse_cards("2h 2d 3h 3d 4c 4h 5h 6h 7h 7d 8h 9h 9c"))
    return SeatHand(seat, cards, (cards,), end, sweep=sweep, declared=declared)


def test_a_split_without_a_bonus_is_one_point() -> None:
    one, other = ("Ks 5c 2c", "8s 8d 6c 5d 3s", "As Ad Jc 4d 2s"), ("Qs 6d 3c", "9s 9d 7c 6h 4s", "Ts Td 8c 7h 3h")
    split = against(settled_hand(under(2), result_of({1: hand(1, *one), 2: hand(2, *other)})), 1, 2)
    assert (told(split), split["cents"]) == ([("rows", "", 1)], 5_00)
    assert (split["reasons"][0]["won_rows"], split["reasons"][0]["lost_rows"]) == (2, 1)


def test_a_shot_with_three_of_a_kind_in_front_is_nine_points() -> None:
    strong = ("Ks Kc Kd", "Ac Ah 6d 6h 6s", "Th 9h 8h 7h 6h")
    shot = against(settled_hand(under(2), result_of({1: hand(1, *strong), 2: hand(2, *WEAK)})), 1, 2)
    assert told(shot)[:2] == [("shot", "", 6), ("bonus", "three_of_a_kind", 3)]


def test_a_surrender_a_sweep_and_a_foul_say_so_and_compare_no_rows() -> None:
    """The sweep was declared before the surrender: it is paid in full."""
    hands = {
        1: hand(1, *PICTURE[2]),
        2: ended(2, HandStatus.SURRENDER, declared=2),
        3: ended(3, HandStatus.FOUL),
        4: ended(4, HandStatus.SWEEP, sweep="minor"),
    }
    settled = settled_hand(under(2), result_of(hands))
    assert told(against(settled, 2, 4)) == [("clean-sweep", "minor", -6)]
    assert told(against(settled, 2, 1)) == [("surrender", "", -3)]
    assert told(against(settled, 1, 3)) == [("foul", "", 6), ("bonus", "full_house", 2)]
    assert told(against(settled, 3, 2)) == [("surrender", "", 3)]
    assert not any(one["rows"] for seat in settled["seats"] for one in seat["against"])
    hands[2] = ended(2, HandStatus.SURRENDER, declared=0)
    assert told(against(settled_hand(under(2), result_of(hands)), 4, 2)) == [("surrender", "", 3)]


def test_a_better_sweep_collects_in_full_and_equal_ranks_tie() -> None:
    def met(one: str, other: str) -> PointsAgainst:
        hands = {1: ended(1, HandStatus.SWEEP, sweep=one), 2: ended(2, HandStatus.SWEEP, sweep=other)}
        return against(settled_hand(under(2), result_of(hands)), 1, 2)

    assert (told(met("dragon", "minor")), met("dragon", "minor")["cents"]) == ([("clean-sweep", "dragon", 13)], 65_00)
    assert told(met("minor", "dragon")) == [("clean-sweep", "dragon", -13)]
    assert met("dragon", "one-colour")["points"] == 0


def test_a_seat_short_of_chips_pays_what_is_in_play() -> None:
    hands = {seat: hand(seat, *rows) for seat, rows in PICTURE.items()}
    settled = settled_hand(under(1), result_of(hands, {1: 12_00, 2: 300_00, 3: 300_00, 4: 300_00}))
    paid = against(settled, 2, 1)
    assert (paid["points"], paid["cents"], paid["owed_cents"]) == (8, 12_00, 24_00)
    own = of(settled, 2)
    assert (own["points_owed_cents"], own["points_cents"]) == (30_00, 18_00)


# Any hands under any reading

KINDS = st.sampled_from([Category.HIGH_CARD, Category.PAIR, Category.FULL_HOUSE, Category.FOUR_OF_A_KIND])


@st.composite
def showdown_hands(draw: st.DrawFn) -> list[ShowdownHand]:
    hands = []
    for seat in range(1, draw(st.integers(2, 4)) + 1):
        end = draw(st.sampled_from([*[HandStatus.REGULAR] * 6, *HandStatus]))
        strengths = draw(st.tuples(*[st.integers(1, 4)] * 3))
        kinds = draw(st.tuples(KINDS, KINDS, KINDS))
        regular = end is HandStatus.REGULAR
        sweep = draw(st.sampled_from(SWEEPS)) if end is HandStatus.SWEEP else ""
        declared = draw(st.integers(1, 4))
        hands.append(
            ShowdownHand(seat, end, strengths if regular else (0, 0, 0), kinds if regular else (), sweep, declared)
        )
    return hands


@given(showdown_hands(), st.booleans(), st.sampled_from([None, 3]), st.booleans(), st.booleans())
@settings(max_examples=300, deadline=None)
def test_the_reasons_add_up_to_the_points_in_both_directions(
    hands: list[ShowdownHand], replaces: bool, fixed: int | None, tie_by_rank: bool, false_pays: bool
) -> None:
    rules: PointRules = replace(
        rules_of(under(1)),
        bonus_replaces=replaces,
        homerun_bonus=fixed,
        tie_by_rank=tie_by_rank,
        false_sweep_pays=false_pays,
    )
    home = homerun_seat(hands, rules)
    for one in hands:
        for other in (hand for hand in hands if hand is not one):
            owed = owed_in_pair(one, other, rules, home)
            net = 0 if owed is None else owed.points if owed.taker == one.seat else -owed.points
            points = [reason["points"] for reason in points_reasons(one, other, rules, home)]
            back = [reason["points"] for reason in points_reasons(other, one, rules, home)]
            assert sum(points) == net == -sum(back)


@pytest.mark.parametrize("schedule", [1, 2, 3, 4, 5])
def test_the_nets_are_those_of_the_settlement_and_no_card_is_in_it(schedule: int) -> None:
    rules = under(schedule)
    result = result_of({seat: hand(seat, *rows) for seat, rows in PICTURE.items()})
    settled = settled_hand(rules, result)
    bets = [
        Bet(seat, SEATED, wager, Cents(cents))
        for seat in PICTURE
        for wager, cents in ((ANTE, of(settled, seat)["put_in_cents"]), (POINTS, 300_00))
    ]
    nets = dict.fromkeys(PICTURE, 0)
    for one in settle_between_seats(bets, debts_between_seats(rules, result, bets)).settled:
        nets[one.bet.seat] += one.net
    assert {one["seat"]: one["net_cents"] for one in settled["seats"]} == nets
    assert not CARD.search(json.dumps(settled))


def test_what_a_hand_can_bring_follows_the_number_of_opponents() -> None:
    def bring(opponents: int) -> dict[str, tuple[Any, Any]]:
        ways = outcomes(under(3), opponents)
        return {one["name"]: (one["least_cents"], one["most_cents"]) for one in ways}

    assert bring(3) == {
        "play": (-210_00, 270_00),
        "clean-sweep": (90_00, 1170_00),
        "surrender": (-90_00, -90_00),
        "foul": (-180_00, -180_00),
    }
    assert bring(1)["play"] == (-60_00, 60_00)
