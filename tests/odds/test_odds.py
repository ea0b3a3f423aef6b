"""The exact odds of baccarat, compared with published figures, with another method of counting, and with laws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from croupier.cards import Card, Rank, Suit, parse_cards
from croupier.documents.number_format import decimal
from croupier.errors import BadInput
from croupier.families.baccarat.edge_cases import edge_case_coups
from croupier.families.baccarat.facts import TableContext, fact, facts_of
from croupier.families.baccarat.hand_values import points
from croupier.families.baccarat.odds.exact import (
    FIRST_FOUR_FACTS,
    SUIT_FACTS,
    ExactBaccarat,
    cards_left_by_points,
    exact_table,
)
from croupier.families.baccarat.odds.kernels import TOTALS_CLASSES, count_first_fours, count_totals, first_four_key
from croupier.families.baccarat.odds.progressive import progressive_odds
from croupier.families.baccarat.odds.removal_effects import _Removals, removal_effects
from croupier.families.baccarat.round import BaccaratRules, Coup
from croupier.families.baccarat.rules import drawing_rules
from croupier.families.blackjack.odds.exact import bonus_table
from croupier.families.blackjack.rules import section_of
from croupier.money.bets import Bet
from croupier.money.cents import Cents
from croupier.odds.family_odds import exact_par_sheet
from croupier.odds.par_sheet import ParSheet
from croupier.odds.shoe_composition import Composition, card_number
from croupier.odds.wager_odds import measure_wager
from croupier.play import rulebook_library
from croupier.play.family import settle_bets
from tests.soak import or_soak
from tests.strategies import BACCARAT, BLACKJACK
from tests.table_rules import rules_of

TOTALS = frozenset(fact.types) - FIRST_FOUR_FACTS - SUIT_FACTS - fact.spot_facts
TEN_DECKS = Composition.of_decks(10)
EIGHT_DECKS = Composition.of_decks(8)


@cache
def sheet_of(name: str, *options: tuple[str, str]) -> ParSheet:
    return exact_par_sheet(rules_of(name, **dict(options)))


# Published figures (Wizard of Odds, E. Jacobson and others), and the rulebook that offers the wager.
PUBLISHED = [
    ("co-baccarat", {}, "banker", "1.0579"),
    ("co-baccarat", {}, "player", "1.2351"),
    ("co-baccarat", {}, "tie", "14.3596"),
    ("co-baccarat", {"decks": "6"}, "banker", "1.06"),
    ("co-baccarat", {"decks": "6"}, "player", "1.24"),
    ("co-baccarat", {"decks": "6"}, "tie", "14.44"),
    ("pa-mini-baccarat", {}, "banker", "1.0579"),
    ("ilani-midi-baccarat", {}, "banker", "1.4581"),
    ("ca-commission-free-baccarat", {}, "banker", "1.4581"),
    ("ca-cash-in-baccarat", {}, "banker", "1.0183"),
    ("ca-ez-baccarat-dragon-7", {}, "banker", "1.0183"),
    ("co-ez-baccarat", {}, "banker", "1.0183"),
    ("ca-ez-baccarat-dragon-7", {}, "dragon-7", "7.6113"),
    ("ca-advantage-baccarat", {}, "phoenix-7", "7.6113"),
    ("co-5-treasures", {}, "fortune-7", "7.6113"),
    ("ilani-midi-baccarat", {}, "koi-7", "7.6113"),
    ("ca-ez-baccarat-panda-8", {}, "panda-8", "10.1876"),
    ("ca-cash-in-baccarat", {}, "tiger-8", "10.1876"),
    ("co-5-treasures", {}, "golden-8", "10.1876"),
    ("co-dragon-bonus", {}, "dragon-bonus-player", "2.6517"),
    ("co-dragon-bonus", {}, "dragon-bonus-banker", "9.3731"),
    ("ilani-midi-baccarat", {}, "emperor-bonus-player", "2.6517"),
    ("co-baccarat", {}, "perfect-pair", "13.0294"),
    ("co-baccarat", {"decks": "6"}, "perfect-pair", "17.0716"),
]


@pytest.mark.parametrize(("name", "options", "wager", "printed"), PUBLISHED)
def test_published_edges_are_reproduced_to_their_printed_digits(
    name: str, options: dict[str, str], wager: str, printed: str
) -> None:
    edge = sheet_of(name, *options.items())[wager].house_edge
    assert decimal(edge * 100, len(printed.partition(".")[2])) == printed


def test_published_counts_of_deals_are_reproduced_to_the_last_deal() -> None:
    sheet = sheet_of("co-baccarat")
    assert sheet.rounds == 4_998_398_275_503_360 == 416 * 415 * 414 * 413 * 412 * 411
    wins = {name: next(line.count for line in sheet[name].lines if line.result == "win") for name in sheet.wagers}
    assert wins["banker"] == 2_292_252_566_437_888
    assert wins["player"] == 2_230_518_282_592_256
    assert wins["tie"] == 475_627_426_473_216


def test_the_published_deviation_of_a_dragon_7_is_reproduced() -> None:
    assert decimal(sheet_of("ca-ez-baccarat-dragon-7")["dragon-7"].standard_deviation, 4) == "6.0849"


@pytest.mark.parametrize("name", ["ca-advantage-baccarat", "ca-commission-free-baccarat"])
def test_the_published_edge_of_a_tie_at_9_to_1_is_wrong_because_of_a_rounded_chance(name: str) -> None:
    """Check that the edge is 4.8440 %, by the exact probability.

    The published 4.80 % is ten times a probability that was already rounded to .0952.
    """
    tie = sheet_of(name)["tie"]
    assert decimal(tie.house_edge * 100, 4) == "4.8440"
    rounded = Fraction(decimal(tie.hit, 4))
    assert decimal((1 - 10 * rounded) * 100, 2) == "4.80"


# Chances from 4 x 10**8 simulated rounds of eight decks, accurate to a few units in the last place.


# Count by another method: plain Python, card by card, with the drawing rules written out.
BANKER_DRAWS_ON = {3: {0, 1, 2, 3, 4, 5, 6, 7, 9}, 4: {2, 3, 4, 5, 6, 7}, 5: {4, 5, 6, 7}, 6: {6, 7}}


def value(*cards: Card) -> int:
    return sum(card.rank if card.rank < Rank.TEN else 0 for card in cards) % 10


def who_draws(player: tuple[Card, ...], banker: tuple[Card, ...]) -> str:
    """Return the hand that gets the next card: "player", "banker" or "nobody"."""
    if len(player) == 2 and len(banker) == 2 and (value(*player) >= 8 or value(*banker) >= 8):
        return "nobody"
    if len(player) == 2 and value(*player) <= 5:
        return "player"
    if len(banker) == 3:
        return "nobody"
    total = value(*banker)
    if len(player) == 2:
        return "banker" if total <= 5 else "nobody"
    return "banker" if total <= 2 or value(player[2]) in BANKER_DRAWS_ON.get(total, ()) else "nobody"


def every_deal(shoe: Counter[Card]) -> Iterator[tuple[Coup, int]]:
    """Yield each round that the shoe can deal, with the number of deals of six cards that begin with it."""

    def go_on(player: tuple[Card, ...], banker: tuple[Card, ...], ways: int) -> Iterator[tuple[Coup, int]]:
        out = len(player) + len(banker)
        to = ("player", "banker")[out % 2] if out < 4 else who_draws(player, banker)
        left = sum(shoe.values())
        if to == "nobody":
            rest = left * (left - 1) if out == 4 else left if out == 5 else 1
            yield Coup(player, banker), ways * rest
            return
        for card in [card for card, count in shoe.items() if count]:
            here = ways * shoe[card]
            shoe[card] -= 1
            yield from go_on((*player, card), banker, here) if to == "player" else go_on(player, (*banker, card), here)
            shoe[card] += 1

    return go_on((), (), 1)


SMALL_SHOES = [
    "9s 9s 9h Ks Ks Kh Kh 4d 4d",
    "As As 2s 3h 3h 7d 7c",
    "8s 8s 8s 8s 8h Qd Qd 5c",
    "Ks 9s Kd 9d 6c 6c 2h",
    "4s 4s 4s 4s 2s 2s 2s 7s 7s Ts Ts Js",
]
SEATED = TableContext(rules_of("pa-mini-baccarat").seat_hands, frozenset({1, 2, 4, 8, 9}))
GROUPS = {
    "totals": TOTALS,
    "suits with totals": SUIT_FACTS | TOTALS,
    "first four": FIRST_FOUR_FACTS,
    "first four with totals": FIRST_FOUR_FACTS | TOTALS,
}


@cache
def small_deals(cards: str) -> list[tuple[Coup, int]]:
    return list(every_deal(Counter(parse_cards(cards))))


@pytest.mark.parametrize("cards", SMALL_SHOES)
@pytest.mark.parametrize("group", or_soak(list(GROUPS), 3))
def test_a_count_by_another_method_agrees_fact_by_fact(group: str, cards: str) -> None:
    names = sorted(GROUPS[group])
    expected: Counter[tuple[Any, ...]] = Counter()
    for coup, ways in small_deals(cards):
        facts = facts_of(coup, 1, SEATED)
        expected[tuple(facts[name] for name in names)] += ways
    shoe = Composition.of_cards(parse_cards(cards))
    table = ExactBaccarat.of(rules_of("co-baccarat")).table(shoe, names, seat=1, layout=SEATED)
    counted: Counter[tuple[Any, ...]] = Counter()
    columns = [table.columns[name].tolist() for name in names]
    for weight, *facts_there in zip(table.weights.tolist(), *columns, strict=True):
        counted[tuple(facts_there)] += weight
    assert +counted == +expected
    left = shoe.cards
    assert table.total == left * (left - 1) * (left - 2) * (left - 3) * (left - 4) * (left - 5)


# The example of a kind has all facts of the rounds of that kind.
DRAWINGS = [BaccaratRules.of(rules_of("co-baccarat")), BaccaratRules(drawing_rules(rules_of("co-baccarat")), False)]


def place_of(coup: Coup) -> int:
    thirds = [points(hand[2].rank) if len(hand) == 3 else 10 for hand in (coup.player, coup.banker)]
    return (value(*coup.player[:2]) * 10 + value(*coup.banker[:2])) * 121 + thirds[0] * 11 + thirds[1]


def four_key(coup: Coup) -> int:
    return int(first_four_key(*(card_number(card) for card in coup.player[:2] + coup.banker[:2])))


def suit_class(hand: tuple[Card, ...]) -> frozenset[Suit]:
    suits = frozenset(card.suit for card in hand)
    if len(suits) == 1:
        return suits
    colours = {suit.is_red for suit in suits}
    return frozenset(suit for suit in Suit if suit.is_red in colours)


@pytest.mark.parametrize("rules", DRAWINGS)
def test_facts_are_the_same_for_all_rounds_of_a_kind(rules: BaccaratRules) -> None:
    keys: dict[str, tuple[frozenset[str], Callable[[Coup], object]]] = {
        "totals": (TOTALS, place_of),
        "first four": (FIRST_FOUR_FACTS, four_key),
        "suits": (SUIT_FACTS, lambda coup: (suit_class(coup.player), suit_class(coup.banker))),
    }
    for names, key in keys.values():
        facts_by_kind: dict[object, tuple[Any, ...]] = {}
        for coup in edge_case_coups(rules.draw_table, natural_stops=rules.natural_stops):
            found = facts_of(coup, 1, SEATED)
            facts = tuple(found[name] for name in sorted(names))
            assert facts_by_kind.setdefault(key(coup), facts) == facts


@pytest.mark.parametrize("rules", DRAWINGS)
def test_the_example_of_a_kind_is_of_that_kind(rules: BaccaratRules) -> None:
    exact = ExactBaccarat(rules.draw_table, rules.natural_stops)
    counts = count_totals(
        cards_left_by_points(EIGHT_DECKS), np.array(rules.draw_table, dtype=np.int64), rules.natural_stops
    )
    table = exact.table(EIGHT_DECKS, ["tie"])
    assert [place_of(coup) for coup in table.classes.coups] == np.nonzero(counts)[0].tolist()
    assert len(counts) == TOTALS_CLASSES
    keys, _, _ = count_first_fours(EIGHT_DECKS.by_card())
    assert [four_key(coup) for coup in exact.table(EIGHT_DECKS, ["trips"]).classes.coups] == keys.tolist()


def test_no_count_of_the_largest_shoe_overflows() -> None:
    exact = ExactBaccarat.of(rules_of("co-baccarat"))
    cards = TEN_DECKS.cards
    every = cards * (cards - 1) * (cards - 2) * (cards - 3) * (cards - 4) * (cards - 5)
    for facts in (["tie"], ["trips"], ["all_suited", "tie"], ["player_pair", "tie"]):
        table = exact.table(TEN_DECKS, facts)
        assert table.total == every
        assert table.weights.min() >= 0


AT_THE_TABLE = ("dealt", "lower_bettor_turns", "over_the_shoulder")
"""Options about how a table handles its cards and bettors; no probability depends on them."""


# Every rulebook, pay table and reading.
def readings(name: str) -> Iterator[dict[str, Any]]:
    """Yield every option value with every pay table, and every number of decks."""
    rulebook = rulebook_library.load(name)
    yield {}
    for table in rulebook.paytables or [None]:
        with_table: dict[str, Any] = {"paytable": table} if table else {}
        if table and rulebook.written.options.get("currency") and table.startswith(("P2-6", "P2-7-spots-PHP", "P3")):
            with_table["currency"] = "PHP"
        for option, written in rulebook.written.options.items():
            if option in AT_THE_TABLE:
                continue
            values = {"choice": written.choices, "flag": [True, False]}.get(written.kind, [])
            if option == "decks" and table in (None, *rulebook.paytables[:1]):
                values = list(range(int(written.min or 1), min(int(written.max or 8), 8) + 1))
            yield from ({**with_table, option: value} for value in values if option not in with_table)


@pytest.mark.parametrize("name", or_soak(BACCARAT, 4))
def test_every_pay_table_and_reading_is_measured_and_its_chances_add_up_to_one(name: str) -> None:
    measured = set()
    for options in readings(name):
        try:
            rules = rules_of(name, **options)
        except BadInput:
            continue  # these options exclude each other
        sheet = exact_par_sheet(rules)
        assert not sheet.not_counted
        assert list(sheet.wagers) == list(rules.wagers)
        for odds in sheet.wagers.values():
            assert sum(line.count for line in odds.lines) == odds.total == sheet.rounds
            assert odds.hit + odds.push + odds.loss == 1
            assert sum(odds.distribution.values()) == 1
            assert -1 <= odds.house_edge <= 1
            measured.add((odds.wager, odds.paytable))
    assert {table for _, table in measured if table} == set(rulebook_library.load(name).paytables)


@pytest.mark.parametrize("name", or_soak(BLACKJACK, 1))
def test_every_reading_of_a_blackjack_bonus_is_measured_and_its_chances_add_up_to_one(name: str) -> None:
    measured = set()
    for options in readings(name):
        try:
            rules = rules_of(name, **options)
        except BadInput:
            continue  # these options exclude each other
        played = {section_of(rules).wager, section_of(rules).insurance}
        for wager in (wager for wager in rules.wagers.values() if wager.id not in played):
            odds = measure_wager(wager, bonus_table(rules, wager, Composition.of_decks(rules.shoe.decks)))
            assert sum(line.count for line in odds.lines) == odds.total
            assert odds.hit + odds.push + odds.loss == 1
            measured.add(wager.id)
    assert measured == set(rules_of(name).wagers) - played


# Partly dealt shoes.
def test_removed_cards_and_remaining_cards_give_the_same_odds() -> None:
    rules = rules_of("co-baccarat")
    out = parse_cards("8h 8d Ks Ks 2c")
    stayed = [card for card in (Card(r, s) for r in Rank for s in Suit) for _ in range(8 - out.count(card))]
    by_removed = exact_par_sheet(rules, Composition.of_decks(8).without(out))
    by_left = exact_par_sheet(rules, Composition.of_cards(stayed))
    assert by_removed.wagers == by_left.wagers
    assert by_removed.wagers != sheet_of("co-baccarat").wagers


def test_a_shoe_of_nines_and_kings_is_decided_by_naturals() -> None:
    """Check that no margin is between four and seven.

    Two cards make 9, 8 or 0, and two hands with 0 draw to 9 or 0.
    """
    shoe = Composition.of_cards(parse_cards("9s 9h 9d 9c Ks Kh Kd Kc"))
    sheet = exact_par_sheet(rules_of("co-dragon-bonus"), shoe)
    never = {f"Non-natural win by {margin}" for margin in (4, 5, 6, 7)}
    assert {line.row for line in sheet["dragon-bonus-player"].lines if not line.count} >= never
    assert sheet["player"].hit > 0


def test_a_shoe_too_short_for_a_round_is_refused() -> None:
    with pytest.raises(BadInput, match="5 cards are left; a round needs 6"):
        exact_par_sheet(rules_of("co-baccarat"), Composition.of_cards(parse_cards("As 2s 3s 4s 5s")))


# Effects of removal.
@pytest.mark.parametrize("name", or_soak(list(BACCARAT), 5))
@pytest.mark.parametrize("out", ["", "8h 8d Ks Ks 9s Ah"])
def test_the_next_card_out_of_a_shoe_changes_nothing_on_average(name: str, out: str) -> None:
    """Check that the odds before the next card is seen are the mean of the odds afterwards."""
    rules = rules_of(name)
    sheet = exact_par_sheet(rules, Composition.of_decks(8).without(parse_cards(out)))
    for effects in removal_effects(sheet).values():
        assert sum(effects.left[rank] * change for rank, change in effects.by_rank.items()) == 0
        assert sum(effects.left.values()) == effects.cards


def test_effects_on_the_first_four_cards_are_those_of_counting_again() -> None:
    rules = rules_of("pa-mini-baccarat")
    shoe = Composition.of_cards(parse_cards("Ks Ks 9s 9s 9h Kh Jd Qd 9d 5c 5c"))
    removals = _Removals(rules, shoe)
    wager = rules.wagers["royal-9"]
    assert removals._by_first_four(wager) == removals._by_counting_again(wager)


def test_side_bets_can_be_counted_and_lines_cannot() -> None:
    effects = removal_effects(sheet_of("ca-ez-baccarat-dragon-7"))
    assert {name: effect.can_be_counted for name, effect in effects.items()} == {
        "player": False,
        "banker": False,
        "tie": False,
        "dragon-7": True,
    }
    by_rank = effects["dragon-7"].by_rank
    assert max(by_rank, key=lambda rank: by_rank[rank]) is Rank.SEVEN
    assert min(by_rank, key=lambda rank: by_rank[rank]) is Rank.EIGHT
    assert by_rank[Rank.TEN] == by_rank[Rank.KING]


# Progressives.
@pytest.mark.parametrize(
    ("name", "wager", "options", "players"),
    [
        ("co-99-fortunes", "fortunes-99", {}, 1),
        ("co-99-fortunes", "fortunes-99", {}, 9),
        ("co-99-fortunes", "fortunes-99", {"paytable": "P5", "envy_mode": "per-other-bettor"}, 7),
        ("co-99-fortunes", "fortunes-99", {"paytable": "P6", "envy_mode": "once"}, 3),
        ("co-99-fortunes", "fortunes-99", {"seat_match_others": "envy-only"}, 4),
        ("pa-mini-baccarat", "royal-9", {}, 2),
        ("pa-mini-baccarat", "royal-9", {"royal9_priority": "all-rows"}, 1),
        ("pa-mini-baccarat", "royal-9", {"royal9_priority": "largest-amount"}, 3),
        ("pa-mini-baccarat", "royal-9", {"royal9_other_seats": "in-action"}, 2),
    ],
)
def test_a_progressive_returns_what_settlement_pays(
    name: str, wager: str, options: dict[str, str], players: int
) -> None:
    """Check every kind of round against the live settlement, with meters so high that no fixed pay is larger."""
    rules = rules_of(name, **options)
    offered = rules.wagers[wager]
    table = exact_table(rules, offered.facts, EIGHT_DECKS)
    odds = progressive_odds(rules, offered, table, players)
    meters = {meter.id: Cents(10_000_000_00) for meter in rules.meters}
    bets = [Bet(seat, "player", wager, offered.limit.least) for seat in rules.seats[:players]]
    paid = 0
    for coup, weight in zip(table.classes.coups, table.weights.tolist(), strict=True):
        settled = settle_bets(rules, coup, bets, meters=meters)
        paid += weight * (settled.postings.get(f"bettor:{bets[0].seat}", 0) + offered.limit.least)
    assert odds.return_at(meters) == Fraction(paid, table.total * offered.limit.least)


@pytest.mark.parametrize("players", [1, 2, 7])
def test_everyone_at_the_table_divides_the_ez_meter(players: int) -> None:
    rules = rules_of("co-ez-baccarat")
    wager = rules.wagers["ez-progressive"]
    table = exact_table(rules, wager.facts, EIGHT_DECKS)
    odds = progressive_odds(rules, wager, table, players)
    (meter,) = odds.meters
    assert meter.share * players == measure_wager(wager, table).meter_shares["ez-progressive"]
    assert odds.fixed + measure_wager(wager, table).house_edge == 1
    even = odds.break_even(meter)
    assert even is not None
    assert odds.return_at({meter.meter: even}) == 1
    assert odds.per_dollar(meter) * (even / 100) == 1 - odds.fixed


def test_with_several_meters_each_breaks_even_with_the_others_at_their_seeds() -> None:
    rules = rules_of("pa-mini-baccarat", seed_banker="500", seed_player="200")
    wager = rules.wagers["royal-9"]
    odds = progressive_odds(rules, wager, exact_table(rules, wager.facts, EIGHT_DECKS), 1)
    for meter in odds.meters:
        even = odds.break_even(meter)
        assert even is not None
        assert odds.return_at({each.meter: each.seed for each in odds.meters} | {meter.meter: even}) == 1


def test_a_meter_that_the_remaining_cards_cannot_win_never_breaks_even() -> None:
    rules = rules_of("co-99-fortunes")
    wager = rules.wagers["fortunes-99"]
    shoe = Composition.of_decks(8).without(parse_cards("As Ah Ac Ad " * 5))
    odds = progressive_odds(rules, wager, exact_table(rules, wager.facts, shoe), 1)
    assert [odds.break_even(meter) for meter in odds.meters] == [None]


@pytest.mark.parametrize("players", [0, -1, 10])
def test_more_players_than_seats_are_refused(players: int) -> None:
    rules = rules_of("co-99-fortunes")
    wager = rules.wagers["fortunes-99"]
    with pytest.raises(BadInput, match=r"^--players: is .*; the table has seats for 1 to 9$"):
        progressive_odds(rules, wager, exact_table(rules, wager.facts, EIGHT_DECKS), players)
