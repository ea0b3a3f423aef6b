"""Thirteen-card poker: time of the best arrangements of a hand, and deals arranged and settled per second.

Targets: the house arrangement and the other offered ones in under 0.3 s without kernels; every legal arrangement with
its value against three opponents in under 0.3 s with kernels. Times are processor time of one core, so that other
programs on the machine do not count; `--wall` measures wall time instead.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import numpy as np

from croupier.cards import Card, Pack
from croupier.cards.pack import require_card
from croupier.cards.random_source import SeededRandomSource, shuffled
from croupier.families.thirteen_card.house_way import good_rows, house_arrangement
from croupier.families.thirteen_card.odds.arrangement_values import arrangement_points
from croupier.families.thirteen_card.odds.exact import count_sweeps
from croupier.families.thirteen_card.odds.kernels import arrange_deals, arranging_tables, play_deals, scoring_tables
from croupier.families.thirteen_card.rules import rules_of, tables_of
from croupier.odds.simulation.shuffle_kernels import start_of
from croupier.play.rulebook_library import load
from croupier.rulebook.table_rules import TableRules

GAME = "ca-13-card-chinese-poker"
HANDS, DEALS, FEW_DEALS, FIRST_DEALS = 20, 1_000, 100, 30
WANTED = 0.3
clock = time.perf_counter if "--wall" in sys.argv else time.process_time


def seconds(work: Callable[[], object]) -> float:
    start = clock()
    work()
    return clock() - start


def verdict(value: float) -> str:
    return f"wanted under {WANTED:g} s: {'met' if value < WANTED else 'MISSED'}"


def some_hands() -> list[tuple[Card, ...]]:
    chance = SeededRandomSource(13)
    return [tuple(require_card(card) for card in shuffled(Pack.CARDS.pieces, chance)[:13]) for _ in range(HANDS)]


def main() -> None:
    rules = TableRules.of(load(GAME), {})
    tables, play_rules = tables_of(rules), rules_of(rules)
    hands = some_hands()
    house_arrangement(hands[0], tables)
    slowest = max(seconds(lambda hand=hand: house_arrangement(hand, tables)) for hand in hands[1:])  # type: ignore[misc]
    print(f"the house's arrangement, plain: {slowest:.3f} s at most; {verdict(slowest)}")
    slowest = max(seconds(lambda hand=hand: good_rows(hand, tables, 5)) for hand in hands)  # type: ignore[misc]
    print(f"five good arrangements, plain: {slowest:.3f} s at most; {verdict(slowest)}")
    arrangement_points(rules, hands[0], deals=4, first=2)
    took = [
        seconds(lambda hand=hand: arrangement_points(rules, hand, deals=FEW_DEALS, first=FIRST_DEALS)) for hand in hands
    ]  # type: ignore[misc]
    points = arrangement_points(rules, hands[0], deals=FEW_DEALS, first=FIRST_DEALS)
    print(
        f"every legal way ({len(points):,} of the first hand) against {FEW_DEALS} deals of three opponents: "
        f"{max(took):.3f} s at most, ± {points[0].interval:.2f} points; {verdict(max(took))}"
    )
    by, score = arranging_tables(tables), scoring_tables(play_rules)
    arranged, nets = np.zeros((DEALS, 4, 4), np.int64), np.zeros((DEALS, 4), np.int64)

    def deal() -> None:
        arrange_deals(np.arange(52), 4, start_of(1), 0, DEALS, by, score, arranged)
        play_deals(arranged, by, score, nets, np.zeros(3, np.int64))

    deal()
    print(f"four hands dealt, laid and settled: {DEALS / seconds(deal):,.0f} deals a second on one core")
    print(f"all Clean Sweeps counted exactly: {seconds(lambda: count_sweeps(play_rules)):.2f} s")


if __name__ == "__main__":
    main()
