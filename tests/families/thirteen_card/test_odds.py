"""The mathematics of thirteen cards: kernels lay and count as the live table does; sweeps counted exactly."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from croupier.cards import Card, parse_cards
from croupier.families.thirteen_card.clean_sweeps import counts_of, possible_sweeps
from croupier.families.thirteen_card.hand_values import foul_reason, position_of, strength
from croupier.families.thirteen_card.house_way import house_arrangement
from croupier.families.thirteen_card.odds.arrangement_values import arrangement_points
from croupier.families.thirteen_card.odds.exact import ALL_HANDS, count_sweeps
from croupier.families.thirteen_card.odds.kernels import arrange_deals, arranging_tables, play_deals, scoring_tables
from croupier.families.thirteen_card.points import HandStatus, all_owed
from croupier.families.thirteen_card.result import SeatHand, best_sweep, set_hand
from croupier.families.thirteen_card.rules import rules_of, tables_of
from croupier.hands.card_parsing import card_of
from croupier.odds.simulation.shuffle_kernels import start_of
from croupier.play.rulebook_library import load
from croupier.rulebook.table_rules import TableRules
from tests.soak import in_soak

HOUSE = TableRules.of(load("ca-13-card-chinese-poker"), {})
RULES, TABLES = rules_of(HOUSE), tables_of(HOUSE)
DEALS = 8


def dealt(number: int) -> list[int]:
    """A deal as the kernel shuffles it."""
    from croupier.families.thirteen_card.odds.kernels import shuffle_pack

    pack = np.arange(52)
    shuffle_pack(pack, start_of(7), number, 52)
    return pack.tolist()


def as_live(cards: tuple[Card, ...], seat: int) -> SeatHand:
    sweep = best_sweep(possible_sweeps(*counts_of(cards)), RULES)
    if sweep:
        return SeatHand(seat, cards, (cards,), HandStatus.SWEEP, sweep, declared=seat)
    return set_hand(seat, cards, house_arrangement(cards, TABLES))


@in_soak
def test_the_kernel_lays_and_settles_as_the_live_table_does() -> None:
    by, score = arranging_tables(TABLES), scoring_tables(RULES)
    hands, nets = np.zeros((DEALS, 4, 4), np.int64), np.zeros((DEALS, 4), np.int64)
    arrange_deals(np.arange(52), 4, start_of(7), 0, DEALS, by, score, hands)
    play_deals(hands, by, score, nets, np.zeros(3, np.int64))
    for deal in range(DEALS):
        order = dealt(deal)
        live = []
        for seat in range(4):
            cards = tuple(card_of(number) for number in order[13 * seat : 13 * (seat + 1)])
            live.append(as_live(cards, seat + 1))  # type: ignore[arg-type]
            if live[-1].end is HandStatus.REGULAR:
                places = [position_of(strength(row), len(row)) for row in live[-1].rows]
                assert hands[deal, seat].tolist() == [*places, -1]
        points = [0] * 5
        for giver, taker, many in all_owed([one.shown for one in live], RULES):
            points[taker] += many
            points[giver] -= many
        assert nets[deal].tolist() == points[1:]


def test_ways_to_lay_a_hand_are_legal_the_best_first_with_an_interval() -> None:
    cards = parse_cards("Th Jd 8h Ac Ad 6s 5c Ts Ks Kc Kd 7c 2c")
    ways = arrangement_points(HOUSE, cards, deals=60, first=20)
    assert len(ways) > 1000
    assert all(foul_reason(way.rows) is None for way in ways[:: len(ways) // 50])
    looked = [way for way in ways if way.deals == 60]
    assert [way.points for way in looked] == sorted((way.points for way in looked), reverse=True)
    assert all(way.interval > 0 for way in looked)
    assert sum(way.is_house_way for way in ways) == 1


def test_sweeps_are_counted_exactly() -> None:
    found = {one.kind: one for one in count_sweeps(RULES)}
    assert found["pure-dragon"].hands == 4
    assert found["one-colour-dragon"].hands == 2 * 2**13
    assert found["dragon"].hands == 4**13
    assert found["one-colour"].hands == 2 * comb(26, 13)
    assert found["minor"].hands == comb(32, 13)
    assert found["senior"].hands == comb(20, 13)
    assert found["dragon"].best == 4**13 - 2 * 2**13
    assert found["minor"].best == comb(32, 13) - 2 * comb(16, 13)
    flushes = 12 * comb(13, 3) * comb(13, 5) ** 2 + 12 * comb(13, 8) * comb(13, 5) + 12 * comb(13, 10) * comb(13, 3) + 4
    assert found["three-flush"].hands == flushes
    assert found["six-wheels"].hands == 2_856_863_152
    assert found["three-straight"].hands == 2_029_579_776
    assert sum(one.best for one in found.values()) / ALL_HANDS == pytest.approx(0.017, abs=0.001)
