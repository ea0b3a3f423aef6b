"""Exact odds of pai gow poker: classes compared with single hands, deals counted a second time, and the figures."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from croupier.errors import BadInput
from croupier.families.pai_gow.poker.edge_cases import SEVEN_CARD_DEALS, SIX_CARD_DEALS
from croupier.families.pai_gow.poker.facts import facts_of, split_house_way
from croupier.families.pai_gow.poker.house_way import low_hand_bits
from croupier.families.pai_gow.poker.odds import ODDS, shipped_counts
from croupier.families.pai_gow.poker.odds.best_setting import (
    DealerHands,
    arrangements,
    hands_without_cards,
    possible_dealer_hands,
)
from croupier.families.pai_gow.poker.odds.exact import house_way_reading, labels_of, traits_without_colour
from croupier.families.pai_gow.poker.odds.hand_classes import classes_of
from croupier.families.pai_gow.poker.odds.hand_traits import (
    DEALER_FACT_READERS,
    ONE_COLOUR,
    OWN_FACT_READERS,
    as_kernel_argument,
    compute_all_traits,
    compute_traits,
    hand_traits,
    low_hand_bits_of,
)
from croupier.families.pai_gow.poker.odds.kernels import LabelledClasses, count_deals
from croupier.families.pai_gow.poker.odds.shipped_counts import deal_counts, hand_counts
from croupier.families.pai_gow.poker.rules import section_of
from croupier.families.pai_gow.poker.settle import seat_facts
from croupier.families.pai_gow.shared.base_round import PaiGowResult, PaiGowSeatResult, SetHand
from croupier.hands.card_parsing import card_of, index_of, read_cards
from croupier.odds.family_odds import HandRequest, SimulationSeats
from croupier.odds.shipped_sheets import load_shipped_sheet
from croupier.rulebook.table_rules import TableRules
from tests.families.pai_gow import recount
from tests.pai_gow_rules import RULEBOOKS, rules_of
from tests.soak import SOAK, in_soak, or_soak

LUCKY, ROYAL, MINI = "ca-lucky-pai-gow-poker", "ca-royal-pai-gow-poker", "ca-mini-pai-gow"
ULTIMATE, ACE_UP = "ca-ultimate-pai-gow-poker", "ca-ace-up-pai-gow-poker"
DEALS = {7: 8_250_459_031_214_400, 6: 246_507_617_396_040}
EDGES = {
    ACE_UP: {"base": "7958836463476/128913422362725", "lucky-bonus": "289617/3853577",
             "ace-up": "6587353185177/137507650520240"},
    "ca-fortune-pai-gow-poker": {"base": "766361177819/18449148102000", "fortune-bonus": "3271699/38535770"},
    LUCKY: {"base": "26330687706913/2062614757803600", "lucky-bonus": "289617/3853577"},
    MINI: {"game": "765404764471/12325380869802", "double-down": "150291176930/880384347843",
           "aces-bonus": "459639/2869685"},
    "ca-pai-gow-poker-triple-bonus": {
        "base": "26330687706913/2062614757803600", "ultimate-push": "123127409613353/2062614757803600",
        "happy-pai-gow": "763/10387", "double-luck": "3520539/38535770"},
    ROYAL: {"base": "-3161155059697/343769126300600", "royal-tie": "20145422912151/85942281575150",
            "save-the-queen": "153220244323/1718845631503"},
    ULTIMATE: {"player": "-106564961/101446722300", "banker": "-106564961/101446722300",
               "push": "11052013855529/128913422362725", "tie": "2710556243869/23438804065950"},
}  # fmt: skip
"""The edge of every wager, both hands set the house way."""


def some_hands(size: int, many: int, seed: int = 7) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return random hands, and hands that are too rare for a random sample."""
    chance = np.random.default_rng(seed)
    shuffled = [chance.permutation(53)[:size] for _ in range(many)]
    parts = [part for deal in (SEVEN_CARD_DEALS, SIX_CARD_DEALS) for part in " | ".join(deal).split("|")]
    rare = [[index_of(card) for card in read_cards(part, "rare")] for part in parts]
    return np.array([*shuffled, *(hand for hand in rare if len(hand) == size)], np.int64)


def test_classes_hold_every_hand_once() -> None:
    for size in (6, 7):
        classes = classes_of(size)
        assert classes.many.sum() == comb(53, size)
        assert classes.one_colour.sum() == 2 * comb(26, size)
        assert (classes.many > 0).all()
        assert all(len(set(hand)) == size for hand in classes.cards[:: len(classes.cards) // 500].tolist())


@pytest.mark.parametrize("rulebook", or_soak([LUCKY, ROYAL, MINI], 1))
def test_the_compiled_house_way_equals_that_of_the_live_table(rulebook: str) -> None:
    reading = house_way_reading(rules_of(rulebook))
    hands = some_hands(reading.size, 1_000_000 if SOAK else 150)
    fronts = low_hand_bits_of(as_kernel_argument(reading.way), hands)
    for hand, front in zip(hands.tolist(), fronts.tolist(), strict=True):
        assert low_hand_bits(reading.way, hand) == front, [str(card_of(card)) for card in hand]


@in_soak
@pytest.mark.parametrize("rulebook", or_soak([LUCKY, ROYAL, MINI], 1))
def test_traits_equal_the_facts_of_the_live_table(rulebook: str) -> None:
    reading = house_way_reading(rules_of(rulebook))
    way, hands = as_kernel_argument(reading.way), some_hands(reading.size, 10_000 if SOAK else 25, 11)
    traits_of_hands = compute_traits(way, hands, low_hand_bits_of(way, hands), reading.named)
    for hand, traits in zip(hands.tolist(), traits_of_hands.traits.tolist(), strict=True):
        high, low = split_house_way(reading.way, tuple(hand))
        set_hand_ = SetHand(tuple(map(card_of, hand)), (tuple(map(card_of, high)), tuple(map(card_of, low))))
        live = facts_of(PaiGowResult(set_hand_, (PaiGowSeatResult(1, set_hand_),)), reading.way, 1)
        colour = live["one_colour"] << ONE_COLOUR
        for name, trait in {**OWN_FACT_READERS, **DEALER_FACT_READERS}.items():
            if reading.size == 6 and name in ("seven_straight_flush", "spare_pair", "royal_match"):
                continue
            assert trait(np.array([traits | colour]))[0] == live[name], (name, [str(card_of(card)) for card in hand])


@pytest.mark.parametrize("size", or_soak([6, 7], 1))
def test_hands_of_a_short_deck_are_counted_as_if_dealt_one_by_one(size: int) -> None:
    """Check all hands of thirteen cards, most of them of one suit, class by class."""
    left = [52, *range(0, 36, 4), 46, 50, 49]
    classes = classes_of(size)
    reading = house_way_reading(rules_of(LUCKY if size == 7 else MINI))
    traits_of_hands, many = (
        hand_traits(*reading),
        hands_without_cards(size, [card for card in range(53) if card not in left]),
    )
    found: Counter[tuple[int, int]] = Counter()
    for place in np.flatnonzero(many):
        found[int(traits_of_hands.high[place]), int(traits_of_hands.low[place])] += int(many[place])
    hands = np.array(list(combinations(left, size)), np.int64)
    way = as_kernel_argument(reading.way)
    direct = compute_traits(way, hands, low_hand_bits_of(way, hands), False)
    assert many.sum() == len(hands)
    assert found == Counter(zip(direct.high.tolist(), direct.low.tolist(), strict=True))
    assert len(classes.cards) == len(many)


@in_soak
def test_deals_counted_by_sets_of_cards_equal_those_counted_by_hand() -> None:
    """Compare two counts: over all deals at once, and over all hands that are left beside one hand.

    Six cards of a suit are treated alike in both.
    """
    reading = house_way_reading(rules_of(MINI))
    traits_of_hands, classes = hand_traits(*reading), classes_of(6)
    alike = np.flatnonzero(classes.many == 4)[::97]
    own = np.zeros(len(traits_of_hands.high), np.int64)
    own[alike] = np.arange(1, len(alike) + 1)
    nothing = np.zeros_like(own)
    deals = count_deals(LabelledClasses(6, traits_of_hands.high, traits_of_hands.low, own, nothing, nothing))
    assert deals.pairs.sum() == DEALS[6]
    for label, place in enumerate(alike, start=1):
        left = possible_dealer_hands(reading, classes.cards[place].tolist())
        high, low = (
            1 + np.sign(traits_of_hands.high[place] - left.high),
            1 + np.sign(traits_of_hands.low[place] - left.low),
        )
        assert (4 * np.bincount(3 * high + low, left.many, 9)).astype(int).tolist() == deals.pairs[
            label, 0
        ].ravel().tolist()


@pytest.mark.parametrize("rulebook", [LUCKY, ROYAL, MINI])
def test_the_shipped_counts_cover_every_deal(rulebook: str) -> None:
    reading = house_way_reading(rules_of(rulebook))
    traits, many = hand_counts(reading)
    assert many.sum() == comb(53, reading.size)
    labels = labels_of(traits_without_colour(traits), frozenset({"high_wins"}))
    pairs = deal_counts(reading, labels, with_fives=False).pairs
    assert pairs.sum() == DEALS[reading.size]
    assert (pairs[0, 0] == pairs[0, 0, ::-1, ::-1]).all()
    if SOAK:
        assert all(
            (stored == computed).all()
            for stored, computed in zip(compute_all_traits(*reading), hand_traits(*reading), strict=True)
        )
        assert (shipped_counts._count_deals(reading, labels, with_fives=False).pairs == pairs).all()


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_wager_has_its_edge_and_nothing_is_counted_again(rulebook: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def counts(*_: Any) -> Any:
        raise AssertionError("it travels with the package")

    monkeypatch.setattr(shipped_counts, "_count_deals", counts)
    monkeypatch.setattr(shipped_counts, "_count_hands", counts)
    sheet = ODDS.par_sheet(rules_of(rulebook), None)
    assert {name: odds.house_edge for name, odds in sheet.wagers.items()} == {
        name: Fraction(edge) for name, edge in EDGES[rulebook].items()
    }
    assert not sheet.not_counted
    shipped = load_shipped_sheet(rules_of(rulebook))
    assert shipped is not None
    assert shipped.sheet == sheet, "run python -m croupier.odds.shipped_sheets"


def test_bonus_hands_come_as_often_as_the_rules_say() -> None:
    """Check the counts that are printed with the readings of Triple Bonus and Mini Pai Gow."""
    luck = ODDS.par_sheet(rules_of("ca-pai-gow-poker-triple-bonus"), None)["double-luck"]
    counts = {line.row: line.count for line in luck.lines}
    assert counts["Straight and a pair"] == 1_090_640
    assert counts["Straight"] == 11_236_028 - 1_090_640
    assert counts["Flush and a pair"] == 481_628
    assert counts["Four of a kind and a pair"] == 57_648
    aces = {line.row: line.count for line in ODDS.par_sheet(rules_of(MINI), None)["aces-bonus"].lines}
    assert (aces["Five aces"], aces["Three pairs"], aces["Eight high"], aces["lose"]) == (
        48,
        71_280,
        12_060,
        17_980_956,
    )


# One hand


def hand_request(hand: str, up: str | None = None) -> HandRequest:
    return HandRequest(hand, up, None, None, None)


def test_every_arrangement_has_the_value_that_the_table_pays() -> None:
    """Check against forty dealt hands, each settled by the conditions of the live table."""
    rules = rules_of(ROYAL)
    cards = tuple(index_of(card) for card in read_cards("As Ks 9d 9c 4h 4s JK", "hand"))
    reading = house_way_reading(rules)
    chance = np.random.default_rng(3)
    dealer_hands = [
        tuple(int(c) for c in chance.permutation([c for c in range(53) if c not in cards])[:7]) for _ in range(40)
    ]
    way, hands = as_kernel_argument(reading.way), np.array(dealer_hands, np.int64)
    traits_of_hands = compute_traits(way, hands, low_hand_bits_of(way, hands), False)
    ways = arrangements(
        rules,
        cards,
        DealerHands(traits_of_hands.high, traits_of_hands.low, traits_of_hands.traits, np.ones(40, np.int64)),
    )
    for arrangement in (ways[0], ways[7], ways[-1]):
        nets = [_net(rules, cards, arrangement.high, arrangement.low, dealer_hand) for dealer_hand in dealer_hands]
        assert arrangement.value == Fraction(sum(nets), 40)


def _net(rules: TableRules, cards: Any, high: Any, low: Any, dealer_cards: Any) -> Fraction:
    own = SetHand(_pieces(cards), (_pieces(high), _pieces(low)), by_house=False)
    dealer = SetHand(
        _pieces(dealer_cards), tuple(map(_pieces, split_house_way(house_way_reading(rules).way, dealer_cards)))
    )  # type: ignore[arg-type]
    wager = rules.wagers[section_of(rules).base]
    verdict = wager.decide(seat_facts(rules, PaiGowResult(dealer, (PaiGowSeatResult(1, own),)), 1), wager.limit.least)
    return Fraction(verdict.winnings if verdict.result.value == "win" else -wager.limit.least if
                    verdict.result.value == "lose" else 0, wager.limit.least)  # fmt: skip


def _pieces(cards: Any) -> Any:
    return tuple(map(card_of, cards))


def test_the_strategy_lists_every_legal_arrangement_by_value_and_marks_the_house_way() -> None:
    explained = ODDS.strategy.explain_hand(rules_of(LUCKY), hand_request("As Ks 9d 9c 4h 4s Jo"))  # type: ignore[union-attr]
    worths = list(explained.options.values())
    assert len(worths) == 21
    assert worths == sorted(worths, reverse=True)
    assert next(iter(explained.options)) == "As JK, house way"
    assert worths[0] == Fraction(22122671, 26762340)


def test_an_open_hand_of_the_player_dealer_is_taken_into_account(capsys: pytest.CaptureFixture[str]) -> None:
    rules = rules_of(ACE_UP)
    explained = ODDS.strategy.explain_hand(rules, hand_request("As Ks 9d 9c 4h 4s JK", "Ad Ah Kd Kc 3s 5d 7h"))  # type: ignore[union-attr]
    assert set(explained.options.values()) <= {Fraction(1), Fraction(0), Fraction(-1)}


@pytest.mark.parametrize(
    ("rulebook", "named", "message"),
    [
        (ULTIMATE, hand_request("As Ks 9d 9c 4h 4s JK"), "nobody decides"),
        (LUCKY, hand_request("As Ks 9d 9c 4h 4s JK", "Ad"), "shows no card"),
        (LUCKY, HandRequest(None, None, "Ad", None, None), "whole deck"),
        (ACE_UP, hand_request(None, "Ad"), "goes with --hand"),  # type: ignore[arg-type]
    ],
)
def test_impossible_requests_are_refused(rulebook: str, named: HandRequest, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        ODDS.strategy.check_request(rules_of(rulebook), named)  # type: ignore[union-attr]


def test_six_cards_are_no_hand() -> None:
    with pytest.raises(BadInput, match="a hand has 7"):
        ODDS.strategy.explain_hand(rules_of(LUCKY), hand_request("As Ks 9d 9c 4h 4s"))  # type: ignore[union-attr]


def test_double_downs_are_listed_where_they_are_allowed() -> None:
    explained = ODDS.strategy.explain_hand(rules_of(MINI), hand_request("As Ks 9d 9c 4h 4s"))  # type: ignore[union-attr]
    assert next(iter(explained.options)) == "As, double-down, house way"


def test_the_coach_values_arrangements_as_the_strategy_does() -> None:
    hand = read_cards("As Ks 9d 9c 4h 4s", "hand")
    rules = rules_of(MINI)
    explained = ODDS.strategy.explain_hand(rules, hand_request("As Ks 9d 9c 4h 4s"))  # type: ignore[union-attr]
    valued = ODDS.coach.arrangement_values(rules, hand)  # type: ignore[union-attr]
    assert [value for _, value, _ in valued] == [float(value) for value in explained.options.values()]


# Simulation


def test_all_seats_are_counted_and_too_many_seats_are_refused() -> None:
    rules = rules_of(LUCKY)
    sheet = ODDS.simulate(rules, SimulationSeats(), rounds=1_000, threads=1).sheet
    assert (sheet.rounds, sheet["base"].total) == (1_000, 6_000)
    with pytest.raises(BadInput, match="1 to 6"):
        ODDS.simulate(rules, SimulationSeats(seats=7), rounds=1_000)


LUCKY = "ca-lucky-pai-gow-poker"
SHORT = [4 * rank + suit for rank in (8, 10, 11, 12) for suit in range(4)] + [recount.JOKER]
"""Cards of a short deck, numbered as in the second count: tens, queens, kings, aces and the joker."""


@in_soak
def test_the_count_of_a_short_deck_equals_a_comparison_of_all_pairs_of_hands() -> None:
    """Compare every two hands of seventeen cards that share no card, each set by the house way of the package."""
    reading = house_way_reading(rules_of(LUCKY))
    ours = [recount.JOKER if card == recount.JOKER else (card + 4) % 52 for card in sorted(SHORT)]
    hands = np.array(list(combinations(ours, 7)), np.int64)
    way = as_kernel_argument(reading.way)
    traits = compute_traits(way, hands, low_hand_bits_of(way, hands), False)
    held = (np.int64(1) << hands).sum(axis=1)
    nine = np.zeros(9, np.int64)
    for place in range(len(hands)):
        apart = (held & held[place]) == 0
        high = np.sign(traits.high[place] - traits.high[apart])
        low = np.sign(traits.low[place] - traits.low[apart])
        nine += np.bincount(3 * (1 + high) + 1 + low, minlength=9)
    assert recount.counted(SHORT) == nine.tolist()


@in_soak
def test_the_whole_deck_is_counted_to_the_last_deal() -> None:
    reading = house_way_reading(rules_of(LUCKY))
    labels = labels_of(traits_without_colour(hand_counts(reading)[0]), frozenset({"high_wins"}))
    nine = recount.whole_deck()
    assert sum(nine) == 8_250_459_031_214_400
    assert nine == deal_counts(reading, labels, with_fives=False).pairs.ravel().tolist()
