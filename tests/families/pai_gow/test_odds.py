"""The exact odds of pai gow poker: classes against hands one by one, deals against direct counts, the figures."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from croupier.errors import BadInput
from croupier.families.pai_gow.edge_cases import SEVEN_CARD_DEALS, SIX_CARD_DEALS
from croupier.families.pai_gow.facts import facts_of, split_house_way
from croupier.families.pai_gow.house_way import low_hand_bits
from croupier.families.pai_gow.odds import shipped_counts
from croupier.families.pai_gow.odds.best_setting import (
    DealerHands,
    arrangements,
    hands_without_cards,
    possible_dealer_hands,
)
from croupier.families.pai_gow.odds.entry import ODDS
from croupier.families.pai_gow.odds.exact import house_way_reading, labels_of, traits_without_colour
from croupier.families.pai_gow.odds.hand_classes import classes_of
from croupier.families.pai_gow.odds.hand_traits import (
    DEALER_FACT_READERS,
    ONE_COLOUR,
    OWN_FACT_READERS,
    compute_all_traits,
    compute_traits,
    hand_traits,
)
from croupier.families.pai_gow.odds.house_way_kernels import as_kernel_argument, low_hand_bits_of
from croupier.families.pai_gow.odds.kernels import LabelledClasses, count_deals
from croupier.families.pai_gow.odds.shipped_counts import deal_counts, hand_counts
from croupier.families.pai_gow.result import PaiGowResult, PaiGowSeatResult, SetHand
from croupier.families.pai_gow.rulebook_schema import section_of
from croupier.families.pai_gow.settle import seat_facts
from croupier.hands.card_parsing import card_of, index_of, read_cards
from croupier.odds.family_odds import HandRequest, SimulationSeats
from croupier.odds.shipped_sheets import load_shipped_sheet
from croupier.rulebook.table_rules import TableRules
from tests.pai_gow_house import BOOKS, house_of
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
    """Shuffled hands, and those that shuffling hardly gives."""
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


@pytest.mark.parametrize("book", or_soak([LUCKY, ROYAL, MINI], 1))
def test_the_compiled_house_way_is_the_one_at_the_table(book: str) -> None:
    reading = house_way_reading(house_of(book))
    hands = some_hands(reading.size, 1_000_000 if SOAK else 150)
    fronts = low_hand_bits_of(as_kernel_argument(reading.way), hands)
    for hand, front in zip(hands.tolist(), fronts.tolist(), strict=True):
        assert low_hand_bits(reading.way, hand) == front, [str(card_of(card)) for card in hand]


@in_soak
@pytest.mark.parametrize("book", or_soak([LUCKY, ROYAL, MINI], 1))
def test_traits_are_the_facts_at_the_table(book: str) -> None:
    reading = house_way_reading(house_of(book))
    way, hands = as_kernel_argument(reading.way), some_hands(reading.size, 10_000 if SOAK else 25, 11)
    looked = compute_traits(way, hands, low_hand_bits_of(way, hands), reading.named)
    for hand, traits in zip(hands.tolist(), looked.traits.tolist(), strict=True):
        high, low = split_house_way(reading.way, tuple(hand))
        laid = SetHand(tuple(map(card_of, hand)), (tuple(map(card_of, high)), tuple(map(card_of, low))))
        live = facts_of(PaiGowResult(laid, (PaiGowSeatResult(1, laid),)), reading.way, 1)
        colour = live["one_colour"] << ONE_COLOUR
        for name, trait in {**OWN_FACT_READERS, **DEALER_FACT_READERS}.items():
            if reading.size == 6 and name in ("seven_straight_flush", "spare_pair", "royal_match"):
                continue
            assert trait(np.array([traits | colour]))[0] == live[name], (name, [str(card_of(card)) for card in hand])


@pytest.mark.parametrize("size", or_soak([7, 6], 1))
def test_hands_of_a_short_deck_are_counted_as_they_are_dealt_one_by_one(size: int) -> None:
    """Thirteen cards are left, most of them of one suit: every hand of them, class by class."""
    left = [52, *range(0, 36, 4), 46, 50, 49]
    classes = classes_of(size)
    reading = house_way_reading(house_of(LUCKY if size == 7 else MINI))
    looked, many = hand_traits(*reading), hands_without_cards(size, [card for card in range(53) if card not in left])
    found: Counter[tuple[int, int]] = Counter()
    for place in np.flatnonzero(many):
        found[int(looked.high[place]), int(looked.low[place])] += int(many[place])
    hands = np.array(list(combinations(left, size)), np.int64)
    way = as_kernel_argument(reading.way)
    direct = compute_traits(way, hands, low_hand_bits_of(way, hands), False)
    assert many.sum() == len(hands)
    assert found == Counter(zip(direct.high.tolist(), direct.low.tolist(), strict=True))
    assert len(classes.cards) == len(many)


@in_soak
def test_deals_counted_by_sets_of_cards_are_those_counted_hand_by_hand() -> None:
    """Two counts: over all deals at once, and over all hands that some hand leaves. Six of a suit are alike in all."""
    reading = house_way_reading(house_of(MINI))
    looked, classes = hand_traits(*reading), classes_of(6)
    alike = np.flatnonzero(classes.many == 4)[::97]
    own = np.zeros(len(looked.high), np.int64)
    own[alike] = np.arange(1, len(alike) + 1)
    nothing = np.zeros_like(own)
    deals = count_deals(LabelledClasses(6, looked.high, looked.low, own, nothing, nothing))
    assert deals.pairs.sum() == DEALS[6]
    for label, place in enumerate(alike, start=1):
        left = possible_dealer_hands(reading, classes.cards[place].tolist())
        high, low = 1 + np.sign(looked.high[place] - left.high), 1 + np.sign(looked.low[place] - left.low)
        assert (4 * np.bincount(3 * high + low, left.many, 9)).astype(int).tolist() == deals.pairs[
            label, 0
        ].ravel().tolist()


@pytest.mark.parametrize("book", [LUCKY, ROYAL, MINI])
def test_what_travels_is_every_deal(book: str) -> None:
    reading = house_way_reading(house_of(book))
    traits, many = hand_counts(reading)
    assert many.sum() == comb(53, reading.size)
    labels = labels_of(traits_without_colour(traits), frozenset({"high_wins"}))
    pairs = deal_counts(reading, labels, with_fives=False).pairs
    assert pairs.sum() == DEALS[reading.size]
    assert (pairs[0, 0] == pairs[0, 0, ::-1, ::-1]).all()
    if SOAK:
        assert all(
            (one == other).all() for one, other in zip(compute_all_traits(*reading), hand_traits(*reading), strict=True)
        )
        assert (shipped_counts._count_deals(reading, labels, with_fives=False).pairs == pairs).all()


@pytest.mark.parametrize("book", BOOKS)
def test_every_wager_has_its_edge_and_nothing_is_counted_again(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def counts(*_: Any) -> Any:
        raise AssertionError("it travels with the package")

    monkeypatch.setattr(shipped_counts, "_count_deals", counts)
    monkeypatch.setattr(shipped_counts, "_count_hands", counts)
    sheet = ODDS.par_sheet(house_of(book), None)
    assert {name: odds.house_edge for name, odds in sheet.wagers.items()} == {
        name: Fraction(edge) for name, edge in EDGES[book].items()
    }
    assert not sheet.not_counted
    shipped = load_shipped_sheet(house_of(book))
    assert shipped is not None
    assert shipped.sheet == sheet, "run python -m croupier.odds.shipped_sheets"


def test_bonus_hands_come_as_often_as_the_rules_say() -> None:
    """Counts printed with the readings of Triple Bonus and of Mini Pai Gow."""
    luck = ODDS.par_sheet(house_of("ca-pai-gow-poker-triple-bonus"), None)["double-luck"]
    counts = {line.row: line.count for line in luck.lines}
    assert counts["Straight and a pair"] == 1_090_640
    assert counts["Straight"] == 11_236_028 - 1_090_640
    assert counts["Flush and a pair"] == 481_628
    assert counts["Four of a kind and a pair"] == 57_648
    aces = {line.row: line.count for line in ODDS.par_sheet(house_of(MINI), None)["aces-bonus"].lines}
    assert (aces["Five aces"], aces["Three pairs"], aces["Eight high"], aces["lose"]) == (
        48,
        71_280,
        12_060,
        17_980_956,
    )


# One hand


def asked(hand: str, up: str | None = None) -> HandRequest:
    return HandRequest(hand, up, None, None, None)


def test_every_way_to_lay_a_hand_is_worth_what_the_table_pays() -> None:
    """Against forty hands that are dealt, settled one by one by the live table's own conditions."""
    house = house_of(ROYAL)
    cards = tuple(index_of(card) for card in read_cards("As Ks 9d 9c 4h 4s JK", "hand"))
    reading = house_way_reading(house)
    chance = np.random.default_rng(3)
    others = [
        tuple(int(c) for c in chance.permutation([c for c in range(53) if c not in cards])[:7]) for _ in range(40)
    ]
    way, hands = as_kernel_argument(reading.way), np.array(others, np.int64)
    looked = compute_traits(way, hands, low_hand_bits_of(way, hands), False)
    ways = arrangements(house, cards, DealerHands(looked.high, looked.low, looked.traits, np.ones(40, np.int64)))
    for laid in (ways[0], ways[7], ways[-1]):
        nets = [_net(house, cards, laid.high, laid.low, other) for other in others]
        assert laid.value == Fraction(sum(nets), 40)


def _net(house: TableRules, cards: Any, high: Any, low: Any, other: Any) -> Fraction:
    own = SetHand(_pieces(cards), (_pieces(high), _pieces(low)), by_house=False)
    dealer = SetHand(_pieces(other), tuple(map(_pieces, split_house_way(house_way_reading(house).way, other))))  # type: ignore[arg-type]
    wager = house.wagers[section_of(house).base]
    verdict = wager.decide(seat_facts(house, PaiGowResult(dealer, (PaiGowSeatResult(1, own),)), 1), wager.limit.least)
    return Fraction(verdict.winnings if verdict.result.value == "win" else -wager.limit.least if
                    verdict.result.value == "lose" else 0, wager.limit.least)  # fmt: skip


def _pieces(cards: Any) -> Any:
    return tuple(map(card_of, cards))


def test_the_strategy_names_every_legal_way_the_best_first_and_marks_the_house_way() -> None:
    told = ODDS.strategy.explain_hand(house_of(LUCKY), asked("As Ks 9d 9c 4h 4s Jo"))  # type: ignore[union-attr]
    worths = list(told.options.values())
    assert len(worths) == 21
    assert worths == sorted(worths, reverse=True)
    assert next(iter(told.options)) == "As JK, house way"
    assert worths[0] == Fraction(22122671, 26762340)


def test_a_hand_that_lies_open_is_set_against(capsys: pytest.CaptureFixture[str]) -> None:
    house = house_of(ACE_UP)
    told = ODDS.strategy.explain_hand(house, asked("As Ks 9d 9c 4h 4s JK", "Ad Ah Kd Kc 3s 5d 7h"))  # type: ignore[union-attr]
    assert set(told.options.values()) <= {Fraction(1), Fraction(0), Fraction(-1)}


@pytest.mark.parametrize(
    ("book", "named", "said"),
    [
        (ULTIMATE, asked("As Ks 9d 9c 4h 4s JK"), "nobody decides"),
        (LUCKY, asked("As Ks 9d 9c 4h 4s JK", "Ad"), "shows no card"),
        (LUCKY, HandRequest(None, None, "Ad", None, None), "whole deck"),
        (ACE_UP, asked(None, "Ad"), "goes with --hand"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_asked_is_refused(book: str, named: HandRequest, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        ODDS.strategy.check_request(house_of(book), named)  # type: ignore[union-attr]


def test_six_cards_are_no_hand() -> None:
    with pytest.raises(BadInput, match="a hand has 7"):
        ODDS.strategy.explain_hand(house_of(LUCKY), asked("As Ks 9d 9c 4h 4s"))  # type: ignore[union-attr]


def test_doubling_is_said_where_it_may_be() -> None:
    told = ODDS.strategy.explain_hand(house_of(MINI), asked("As Ks 9d 9c 4h 4s"))  # type: ignore[union-attr]
    assert next(iter(told.options)) == "As, double-down, house way"


# Simulation


def test_all_seats_are_counted_and_no_more_are_dealt_than_there_are() -> None:
    house = house_of(LUCKY)
    sheet = ODDS.simulate(house, SimulationSeats(), rounds=1_000, threads=1).sheet
    assert (sheet.rounds, sheet["base"].total) == (1_000, 6_000)
    with pytest.raises(BadInput, match="1 to 6"):
        ODDS.simulate(house, SimulationSeats(seats=7), rounds=1_000)
