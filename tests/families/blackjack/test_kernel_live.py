"""The blackjack kernel and the live round give the same money for the same shoes."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.families.blackjack.odds.exact import payoffs_of
from croupier.families.blackjack.odds.simulate_job import ShoePlan, cards_of_shoe
from croupier.families.blackjack.odds.simulate_run import simulate_blackjack
from croupier.families.blackjack.odds.solver import BlackjackSolver
from croupier.families.blackjack.settle import play_rules_of
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules
from tests.families.blackjack.chart_rounds import basic, job_of, kernel_net, live_net, wild
from tests.soak import SOAK, or_soak

SHOES = 60 if SOAK else 10
OWN, ILANI, BUSTER, X = "house-blackjack", "ilani-blackjack", "ca-buster-blackjack", "ca-blackjack-x"
GAMES: dict[str, tuple[str, dict[str, Any], int, str]] = {
    "as ilani deals it": (ILANI, {}, 1, "never"),
    "ilani, three seats, all insured": (ILANI, {}, 3, "always"),
    "ilani, no look at the hole card": (ILANI, {"hole_check": "none"}, 2, "never"),
    "no look, insured, nothing given up": (ILANI, {"hole_check": "none", "surrender": "off"}, 2, "always"),
    "no look, given up before": (ILANI, {"hole_check": "none", "surrender": "early"}, 1, "never"),
    "given up before the look": (ILANI, {"surrender": "early"}, 1, "never"),
    "one hand for all": (ILANI, {"hand_model": "shared"}, 3, "never"),
    "split aces play on": (ILANI, {"split_aces_play": True, "split_natural": True}, 1, "never"),
    "pairs of one rank": (ILANI, {"split_by": "rank", "dealer_soft_17": "stand"}, 1, "never"),
    "five cards win": (ILANI, {"charlie_cards": 5}, 1, "never"),
    "our own": (OWN, {}, 2, "never"),
    "our own, narrow": (
        OWN,
        {"double_on": "9-11", "double_after_split": False, "most_hands": 2, "decks": 2, "surrender": "late"},
        1,
        "never",
    ),
    "our own, aces again": (
        OWN,
        {"most_ace_hands": 4, "surrender": "late", "surrender_after_split": True, "hole_check": "none"},
        1,
        "never",
    ),
    "buster": (BUSTER, {}, 2, "never"),
    "x": (X, {}, 2, "never"),
    "x, given up after the look": (X, {"surrender": "late", "bjx_any_suit": True}, 1, "always"),
}


@pytest.mark.parametrize("name", or_soak(tuple(GAMES), 6))
def test_kernel_and_live_round_give_the_same_money_for_each_shoe(name: str) -> None:
    """Check that kernel and live round pay the same, with a chart of unusual decisions.

    The chart has splits and doubles that nobody would make, and hits on 21.
    """
    rulebook, options, seats, insures = GAMES[name]
    rules = TableRules.of(rulebook_library.load(rulebook), options)
    for chart in (wild(11), basic()):
        job = job_of(rules, seats, insures, chart)
        for shoe in range(SHOES):
            assert kernel_net(job, shoe) == live_net(rules, job, shoe, chart), (shoe, cards_of_shoe(job, shoe)[:20])


@pytest.mark.parametrize("surrender", ["off", "late", "early"])
def test_without_a_peek_the_exact_value_also_counts_only_the_original_wager_as_lost(surrender: str) -> None:
    """Check that the exact value of the chart lies within four standard errors of the simulated edge."""
    rules = TableRules.of(rulebook_library.load(ILANI), {"hole_check": "none", "surrender": surrender})
    solved = BlackjackSolver(play_rules_of(rules), payoffs_of(rules)).solve()
    tally = simulate_blackjack(
        play_rules_of(rules), payoffs_of(rules), solved.chart, 2**21, seed=5, shoe=ShoePlan.fresh(), threads=1
    )
    assert abs(float(tally.edge) - solved.chart_value) < 2 * tally.interval
