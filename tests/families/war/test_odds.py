"""War counted exactly, compared with every order of small shoes, with published figures and with dealt rounds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from croupier.cards import Card, Rank, Suit, parse_cards
from croupier.errors import BadInput
from croupier.families.war.facts import possible_endings
from croupier.families.war.odds import cards_left_by_rank, exact_table, war_sheet
from croupier.families.war.round import WarEnding, WarResult
from croupier.odds.shoe_composition import Composition
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules


def rules_of(**options: object) -> TableRules:
    return TableRules.of(rulebook_library.load("ca-ultimate-war"), options)


def edge(wager: str, **options: object) -> float:
    return float(war_sheet(rules_of(**options), None)[wager].house_edge)


def ending_of_order(cards: tuple[Card, ...]) -> WarEnding:
    """Return the ending of a round over this order of the shoe: Banker, Player, until two cards differ."""
    for pairs in range(1, len(cards) // 2 + 1):
        player, banker = cards[1 : 2 * pairs : 2], cards[0 : 2 * pairs : 2]
        if player[-1].rank != banker[-1].rank:
            return WarResult(player, banker).ending
    return WarEnding(len(cards) // 2, 0, 0)


@pytest.mark.parametrize(
    "cards",
    [
        "2s 3s",
        "2s 2h",
        "2s 2h 5s",
        "5s 5h 4d 4c 2s 2h",
        "As Ah Ad Ac Ks Kh 5s",
        "Qs Qh Qd 9s 9h 9d 3c 3d",
        "7s 7s 7s 7s 7h 7h 6d",
    ],
)
def test_every_order_of_a_small_shoe_is_counted(cards: str) -> None:
    held = parse_cards(cards)
    slow = Counter(ending_of_order(order) for order in permutations(held))
    table = exact_table(cards_left_by_rank(Composition.of_cards(held)))
    share = Fraction(sum(slow.values()), table.total)
    fast = {
        ending: share * weight
        for ending, weight in zip(possible_endings(len(held)), table.weights, strict=True)
        if weight
    }
    assert fast == slow


def test_figures_of_eight_decks_and_one() -> None:
    table = exact_table((32,) * 13)
    wars = table.columns["wars"]
    chances = [float(Fraction(table.count_where(wars == number), table.total)) for number in range(4)]
    assert chances == pytest.approx([0.92530, 0.06912, 0.00516, 0.000386], abs=6e-6)
    assert edge("player") == edge("banker") == pytest.approx(1 / 52)
    assert edge("ultimate-5-player") == edge("ultimate-5-banker") == pytest.approx(0.0966, abs=5e-5)
    assert edge("ultimate-5-player", decks=1) == pytest.approx(0.121, abs=5e-4)
    assert edge("war") == pytest.approx(0.0829, abs=5e-5)
    assert edge("war", war_payment="first") == pytest.approx(0.178, abs=5e-4)
    assert edge("war", decks=1) == pytest.approx(0.298, abs=5e-4)


def test_wars_paid_in_turn() -> None:
    """Check an edge of 1.490 %; the often quoted 1.51 % omits rounds of six wars and more, which pay 300 to 1 each."""
    assert edge("war", war_payment="cumulative") == pytest.approx(0.0149, abs=5e-6)
    table = exact_table((32,) * 13)
    wars = table.columns["wars"]
    pays = (-1, 10, 30, 130, 430, 730)
    quoted = sum(Fraction(table.count_where(wars == number), table.total) * pay for number, pay in enumerate(pays))
    assert float(-quoted) == pytest.approx(0.0151, abs=5e-5)


@pytest.mark.parametrize("decks", range(1, 9))
def test_a_line_costs_the_same_with_any_number_of_decks_but_for_a_shoe_that_runs_out(decks: int) -> None:
    """Check the edge of a line, which follows from the deciding pairs: all pairs of different ranks are equally likely.

    Three of the twelve ranks that a 5 may meet are below it.
    """
    sheet = war_sheet(rules_of(decks=decks), None)
    line = sheet["player"]
    decided = 1 - Fraction(exact_table((4 * decks,) * 13).weights[-1], line.total)
    assert line.house_edge == decided * Fraction(3, 156)
    assert line.hit + line.push + line.loss == 1


def test_a_shoe_that_runs_out_pushes_or_goes_back() -> None:
    push = war_sheet(rules_of(decks=1), None)["ultimate-5-player"]
    back = war_sheet(rules_of(decks=1, runs_out="return"), None)["ultimate-5-player"]
    assert push.push == back.push > 0
    assert [line.row for line in push.lines if line.result == "push"] == ["push"]
    assert [line.row for line in back.lines if line.result == "push"] == ["returned"]


def test_a_partly_dealt_shoe_is_counted() -> None:
    no_fives = [Card(rank, suit) for rank in Rank for suit in Suit if rank is not Rank.FIVE]
    sheet = war_sheet(rules_of(), Composition.of_cards(no_fives))
    assert sheet["player"].house_edge == 0
    assert sheet["ultimate-5-banker"].hit == 0
    with pytest.raises(BadInput, match="1 card is left; a round needs 2"):
        war_sheet(rules_of(), Composition.of_cards(no_fives[:1]))
