"""Pai gow poker: time of the exact odds and of the simulation, compared with plain Python.

Targets: one base game, house way against house way, in under 12 s on one core and 700 MB; all seven games after an edit
to a pay table in under 1 s; the best arrangement of one hand in under 2 s; 5 million rounds per second of six seats.
Times are processor time of one core, so that other programs on the machine do not count; `--wall` measures wall time
instead. `--setting 1000` prints instead the gain of the best arrangement over the house way, for every game in which
players set their hands, over that many hands.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from croupier.cards.random_source import RandomSource, SeededRandomSource, shuffled
from croupier.families.pai_gow.poker.house_way import low_hand_bits
from croupier.families.pai_gow.poker.odds import ODDS
from croupier.families.pai_gow.poker.odds.best_setting import arrangements, shown_dealer_hand
from croupier.families.pai_gow.poker.odds.exact import house_way_reading
from croupier.families.pai_gow.poker.odds.hand_classes import JOKER
from croupier.families.pai_gow.poker.odds.hand_traits import (
    as_kernel_argument,
    compute_all_traits,
    hand_traits,
    low_hand_bits_of,
)
from croupier.families.pai_gow.poker.odds.kernels import LabelledClasses, count_deals
from croupier.families.pai_gow.poker.odds.simulate import PaiGowSimulation
from croupier.families.pai_gow.poker.rules import section_of
from croupier.hands.card_parsing import index_of, read_cards
from croupier.odds.wager_odds import CONFIDENCE
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules

FAMILY, GAME = "pai-gow-poker", "ca-lucky-pai-gow-poker"
HAND = "As Ks 9d 9c 4h 4s JK"
ROUNDS, PLAIN_HANDS, COMPILED_HANDS = 2**20, 200, 50_000
SAMPLED = 1_000
clock = time.perf_counter if "--wall" in sys.argv else time.process_time


def seconds(work: Callable[[], object]) -> float:
    start = clock()
    work()
    return clock() - start


def verdict(value: float, wanted: float) -> str:
    return f"wanted under {wanted:g} s: {'met' if value < wanted else 'MISSED'}"


class SampledMean(NamedTuple):
    """Mean over sampled hands, and half the width of its 95 % confidence interval."""

    mean: float
    interval: float
    hands: int


def gain_over_house_way(rules: TableRules, hands: int, chance: RandomSource) -> SampledMean:
    """Estimate the gain of the best arrangement over the house way, per round in units of the wager.

    The gain of each sampled hand is exact: against all remaining hands, or against the player-dealer's hand where that
    is shown first. All 154,143,080 hands would take too long for an interactive request, so hands are sampled.
    """
    reading, is_shown = house_way_reading(rules), section_of(rules).shown_first
    gains = np.zeros(hands)
    for place in range(hands):
        dealt = tuple(shuffled(range(JOKER + 1), chance)[: 2 * reading.size])
        dealers = shown_dealer_hand(reading, dealt[reading.size :]) if is_shown else None
        found = arrangements(rules, dealt[: reading.size], dealers)
        gains[place] = float(found[0].value - next(way.value for way in found if way.is_house_way))
    return SampledMean(float(gains.mean()), float(CONFIDENCE * gains.std() / np.sqrt(hands)), hands)


def worth_of_setting(all_rules: list[TableRules], hands: int) -> None:
    """Print the mean gain of the best arrangement over the house way for each game."""
    for rules in all_rules:
        if section_of(rules).dice:
            gain = gain_over_house_way(
                rules, hands * (20 if section_of(rules).shown_first else 1), SeededRandomSource(1)
            )
            print(f"{rules.id}: {gain.mean:+.4%} ± {gain.interval:.4%} over {gain.hands:,} hands", flush=True)


def main() -> None:
    all_rules = [TableRules.of(rulebook_library.load(name)) for name in rulebook_library.names()]
    seven = [rules for rules in all_rules if rules.rulebook.written.family == FAMILY]
    if "--setting" in sys.argv:
        worth_of_setting(seven, int(sys.argv[sys.argv.index("--setting") + 1]))
        return
    rules = next(each for each in seven if each.id == GAME)
    reading = house_way_reading(rules)
    traits = hand_traits(*reading)
    zeros = np.zeros_like(traits.high)
    hands = LabelledClasses(reading.size, traits.high, traits.low, zeros, zeros, zeros)
    way = as_kernel_argument(reading.way)
    dealt = np.argsort(np.random.default_rng(1).random((COMPILED_HANDS, 53)), axis=1)[:, :7].copy()
    low_hand_bits_of(way, dealt[:2])
    plain = seconds(lambda: [low_hand_bits(reading.way, hand) for hand in dealt[:PLAIN_HANDS].tolist()]) / PLAIN_HANDS
    compiled = seconds(lambda: low_hand_bits_of(way, dealt)) / COMPILED_HANDS
    print(f"a hand set: {plain * 1e6:.1f} us plain, {compiled * 1e6:.2f} us compiled: {plain / compiled:.0f} times")
    compute_all_traits(*reading)
    print(f"all {len(traits.high):,} classes of hands set: {seconds(lambda: compute_all_traits(*reading)):.2f} s")
    count_deals(hands)
    base = seconds(lambda: count_deals(hands))
    print(f"every deal of two hands counted: {base:.2f} s, {verdict(base, 12)}")
    edits = seconds(lambda: [ODDS.par_sheet(each, None) for each in seven])
    print(f"seven games, deals counted before: {edits:.3f} s, {verdict(edits, 1)}")
    cards = tuple(index_of(card) for card in read_cards(HAND, "hand"))
    arrangements(rules, cards)
    best = seconds(lambda: arrangements(rules, cards))
    print(f"best setting of one hand: {best:.3f} s, {verdict(best, 2)}")
    gain = gain_over_house_way(rules, SAMPLED, SeededRandomSource(1))
    print(f"set best instead of the house way: {gain.mean:+.4%} ± {gain.interval:.4%} over {gain.hands:,} hands")
    job = PaiGowSimulation(rules, 6, 1).job
    job.deal(0, 1_000)
    rate = ROUNDS / seconds(lambda: job.deal(0, ROUNDS)) / 1e6
    print(f"simulation: {rate:.2f} million rounds a second of six seats, wanted 5: {'met' if rate > 5 else 'MISSED'}")
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB, wanted 700")


if __name__ == "__main__":
    main()
