"""Exact Ultimate Texas Hold'em and three-card poker: time and memory to solve best play.

Targets: Ultimate Texas Hold'em solved in under 3 s on one core, with compiled kernels, in under 100 MB beside Numba and
the hand ranking tables; three-card poker solved again after an edit to a pay table in under 0.2 s. The count of all
outcomes, which par sheets need, is measured separately: hold'em in under 20 s and 200 MB, three-card poker in under 2
s. Times are processor time of one core, so that other programs on the machine do not count; `--wall` measures wall time
instead.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from croupier.families.dealer_poker.three_card.odds import second_count as three_card_count
from croupier.families.dealer_poker.three_card.odds.solver import ThreeCardSolution, count_matchups
from croupier.families.dealer_poker.three_card.rules import NotQualified, ThreeCardPays, ThreeCardRules
from croupier.families.dealer_poker.ultimate.odds.second_count import count_outcomes
from croupier.families.dealer_poker.ultimate.odds.solver import UltimateSolution
from croupier.families.dealer_poker.ultimate.rules import HandPays, UltimateRules
from croupier.hands import card_of, tables_for
from croupier.hands.hand_strength import Wheel
from croupier.hands.rank_hand import rank7

WANTED_SOLVE_S = 3.0
WANTED_MEGABYTES = 100.0
WANTED_EDIT_S = 0.2
WANTED_ENDS_S = 20.0
WANTED_ENDS_MEGABYTES = 200.0
WANTED_THREE_CARD_ENDS_S = 2.0
IN_PRINT = Fraction(-50643648973, 2317817502000)
PLAIN_BOARDS = 3
GAMES = (
    ("3 Card Poker", ThreeCardRules()),
    ("Three Card Poker 6 Card Bonus", ThreeCardRules(wheel=Wheel.NONE, not_qualified=NotQualified.COMPARED)),
)
RIVERS_IN_ALL = 2_598_960 * 1081
clock = time.perf_counter if "--wall" in sys.argv else time.process_time


def seconds(work: Callable[[], object]) -> float:
    start = clock()
    work()
    return clock() - start


def megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def verdict(value: float, wanted: float) -> str:
    return f"wanted under {wanted:g}: {'met' if value < wanted else 'MISSED'}"


def percent(value: Fraction) -> str:
    return f"{float(100 * value):.6f} %"


def ultimate() -> None:
    tables_for(7)
    before = megabytes()
    first = seconds(lambda: UltimateSolution(UltimateRules()).value)
    took = megabytes() - before
    times = sorted(seconds(lambda: UltimateSolution(UltimateRules()).value) for _ in range(3))
    solved = UltimateSolution(UltimateRules())
    assert solved.value == IN_PRINT
    print(f"Ultimate Texas Hold'em: {solved.value} = {percent(solved.value)} of the Ante, as in print")
    print(f"  solved in {times[1]:.2f} s ({verdict(times[1], WANTED_SOLVE_S)}); the first time {first:.2f} s")
    print(
        f"  memory {took:.0f} MB ({verdict(took, WANTED_MEGABYTES)}) beside {before:.0f} MB of Python, Numba and tables"
    )
    often = solved.frequencies
    shares = {**often.before_flop, "2x": often.flop, "1x": often.river, "fold": often.fold}
    print("  " + ", ".join(f"{way} {percent(share)}" for way, share in shares.items()))
    print(f"  element of risk {percent(solved.element_of_risk)}, {float(solved.average_wager):.6f} antes put down")
    poor = UltimateSolution(UltimateRules(blind=HandPays(500, 50, 10, 3, 1, 1)))
    print(f"  a Blind that pays a flush even money: {percent(poor.value)}")
    decisions(solved)
    ends(solved)
    with_own_cards()


def with_own_cards() -> None:
    """Solve the game under the rule that a hand must use at least one of its two hole cards. [CA-UTH-A1]"""
    rules = UltimateRules(min_hole_cards=1)
    took, solved = seconds(lambda: UltimateSolution(rules).value), UltimateSolution(rules)
    print(f"  with a card of one's own in every hand: {solved.value} = {percent(solved.value)}")
    print(f"  solved in {took:.2f} s ({verdict(took, WANTED_SOLVE_S)})")
    took = seconds(lambda: count_outcomes(solved))
    print(f"  all deals by how they end: {took:.2f} s ({verdict(took, WANTED_ENDS_S)})")


def ends(solved: UltimateSolution) -> None:
    """Count the outcomes of every deal with best play, as a par sheet needs them.

    The first call, which compiles, is not timed.
    """
    before = megabytes()
    deals = count_outcomes(solved).sum()
    took, more = seconds(lambda: count_outcomes(solved)), megabytes() - before
    print(f"  all {deals:,} deals by how they end: {took:.2f} s ({verdict(took, WANTED_ENDS_S)})")
    print(f"  memory {more:.0f} MB more, compiling included ({verdict(more, WANTED_ENDS_MEGABYTES)})")


def decisions(solved: UltimateSolution) -> None:
    """Measure one decision before the flop, on the flop and on the river, after a first call."""
    times = []
    for board in ("", "Qh 9d 2c", "Qh 9d 2c 3d 3c"):
        solved.options("Kh 5s", board)
        times.append(f"{1e6 * seconds(lambda board=board: solved.options('Kh 5s', board)):.0f} us")
    print(f"  one decision: {', '.join(times)} before the flop, on it, on the river")


def against_plain_python() -> None:
    """Extrapolate from one river in plain Python to the whole game."""
    hand = [card_of(card) for card in (10, 20)]
    board = [card_of(card) for card in (1, 7, 13, 30, 44)]
    left = [card for card in map(card_of, range(52)) if card not in hand and card not in board]

    def river() -> int:
        own_rank = rank7([*hand, *board])
        return sum(own_rank > rank7([*dealer, *board]) for dealer in combinations(left, 2))

    slow = min(seconds(river) for _ in range(PLAIN_BOARDS))
    years = slow * RIVERS_IN_ALL / 86400 / 365.25
    print(f"  plain Python: {slow:.3f} s for one hand on one board, {years:.1f} years for all {RIVERS_IN_ALL:,}")


def three_card() -> None:
    for title, rules in GAMES:
        count_matchups.cache_clear()
        fresh = seconds(lambda rules=rules: ThreeCardSolution(rules).value)
        solved = ThreeCardSolution(rules)
        edited = replace(rules, ante_bonus=ThreeCardPays(straight=1))
        again = seconds(lambda edited=edited: ThreeCardSolution(edited).value)
        print(f"{title}: {solved.value} = {percent(solved.value)}, folds {percent(solved.folds)}; {fresh:.3f} s, "
              f"after an edit {again:.3f} s ({verdict(max(fresh, again), WANTED_EDIT_S)})")  # fmt: skip
        three_card_count.count_outcomes(solved)
        took = seconds(lambda solved=solved: three_card_count.count_outcomes(solved))
        print(f"  all deals by how they end: {took:.2f} s ({verdict(took, WANTED_THREE_CARD_ENDS_S)})")


def main() -> None:
    ultimate()
    against_plain_python()
    three_card()


if __name__ == "__main__":
    main()
