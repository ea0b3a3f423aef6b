"""Counts in print, played by our shoes: how often they bet, and what they gain.

All are simulations by E. Jacobson of 100 or 200 million shoes (advancedadvantageplay.com, 888casino.com). How we read
what is not printed is in docs/explanation/counting.md.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from croupier.families.baccarat.odds.counting import BaccaratCounting
from croupier.families.blackjack.odds.counting import BlackjackCounting
from croupier.odds.counting.count_job import BettingPlan, CountingSystem, CountResult, CountTally, run_count_job
from croupier.odds.counting.count_study import ShoeGame
from croupier.play.rulebook_library import family_rules
from croupier.rulebook.loader import load_text
from croupier.rulebook.table_rules import TableRules

ROOT = Path(__file__).parents[2]
SHOES = 2048
ERRORS_MOST = 3.0


class Printed(NamedTuple):
    """One count in print."""

    wager: str
    book: str
    options: dict[str, object]
    cut: int
    tags: tuple[int, ...] | None
    """Tags from ace to ten; None for the spread of suits."""
    trigger: int
    frequency: float | None
    """Percent of the hands in which the count bets, or None if it is not printed."""
    gain: float
    """Units gained by 100 hands."""


A_SHOE = 100 / 81.25
"""From a gain by shoe to that by 100 hands: 0.1231 units a shoe are printed as 0.1515 by 100 hands."""
ENDS: dict[str, object] = {"first_card_cut_ends_shoe": True}
PRINTED = (
    Printed("tie-on-7", "co-ez-baccarat", ENDS, 14, (1, 0, 0, 0, 0, 0, -8, 2, 1, 1), 4, 22.4, 2.65),
    Printed("dragon-7", "co-ez-baccarat", ENDS, 14, (0, 0, 0, -1, -1, -1, -1, 2, 2, 0), 4, None, 0.597 * A_SHOE),
    Printed("panda-8", "co-ez-baccarat", ENDS, 14, (1, 1, -2, -2, -2, -1, -1, -2, 4, 1), 11, None, 0.237 * A_SHOE),
    Printed("big-tiger", "co-ez-baccarat", ENDS, 14, (0, 0, -1, -1, -1, -2, 1, 2, 2, 0), 8, 3.536, 0.256),
    Printed("bust-it", "house-blackjack", {"decks": 2, "dealer_soft_17": "hit"}, 29,
            (3, 2, 2, 1, 0, -2, 0, -1, -1, -1), 5, 18.13, 1.933),
    Printed("buster", "ca-buster-blackjack", {"h17": True}, 52, (-2, -3, -2, 0, 0, 0, 1, 1, 1, 1), 4, 13.29, 0.702),
    Printed("21-plus-3", "house-blackjack", {"decks": 6, "dealer_soft_17": "hit"}, 52, None, 8, 3.53, 0.178),
)  # fmt: skip
FREQUENCY_TOLERANCE = 0.05
"""Largest relative difference of frequencies, for the chance of our shoes and for rules that are not printed."""


@cache
def game_with(wager: str, name: str, options: tuple[tuple[str, object], ...]) -> ShoeGame:
    text = (ROOT / f"src/croupier/rulebook/data/{name}.toml").read_text("utf-8").replace(f'"{name}"', '"my-game"', 1)
    example = ROOT / "examples" / "side-bets" / f"{'tiger' if wager == 'big-tiger' else wager}.toml"
    if example.exists():
        text += f"\n{example.read_text('utf-8')}"
    if wager == "bust-it":
        text = text.replace("[blackjack]\n", '[blackjack]\ncompletes_for = ["bust-it"]\n', 1)
    # The pay table of the analysis ends with 200 where the shipped one has 250.
    text = text.replace('odds = "250:1", name = "Eight cards or more"', 'odds = "200:1", name = "Eight cards or more"')
    rules = TableRules.of(load_text(text, wager, family_rules()), dict(options))
    return BaccaratCounting(rules) if rules.rulebook.written.family == "baccarat" else BlackjackCounting(rules)


def counted(one: Printed, trigger: int, *, tags: tuple[int, ...] | None) -> CountResult:
    """Return what betting from a trigger up gains, by exact expectations."""
    game = game_with(one.wager, one.book, tuple(one.options.items()))
    found = game.polynomials(game.rules.wagers[one.wager])
    exact = next(iter(found.values()))
    if tags is None:
        plan = BettingPlan(one.wager, None, value=found["suits"], exact=exact, evaluate_from=trigger, by_spread=True)
    else:
        system = CountingSystem("print", tuple(float(tags[min(card // 4, 9)]) for card in range(52)))
        plan = BettingPlan(one.wager, system, exact=exact, evaluate_from=trigger)
    job = game.job((plan,), cut=one.cut, burn_seen="first", seats=1, seed=1)
    return CountTally(run_count_job(job, SHOES, threads=1), (plan,)).result(0, trigger)


def is_reproduced(one: Printed, found: CountResult) -> bool:
    is_frequent = one.frequency is None or abs(100 * found.frequency / one.frequency - 1) < FREQUENCY_TOLERANCE
    return is_frequent and abs(found.per_100_hands - one.gain) < ERRORS_MOST * found.error_per_100


@pytest.mark.parametrize("one", PRINTED, ids=lambda one: one.wager)
def test_a_count_gains_what_is_printed(one: Printed) -> None:
    found = counted(one, one.trigger, tags=one.tags)
    assert is_reproduced(one, found), (found, one.gain)


def test_another_trigger_or_wrong_tags_are_not_what_is_printed() -> None:
    tie = PRINTED[0]
    assert not is_reproduced(tie, counted(tie, 5, tags=tie.tags))
    assert not is_reproduced(tie, counted(tie, 4, tags=(1, 0, 0, 0, 0, 0, 1, 2, 1, -2)))
    suits = PRINTED[-1]
    assert not is_reproduced(suits, counted(suits, 7, tags=None))
