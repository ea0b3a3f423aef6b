"""Lint of poker rulebooks: it reports no row as unreachable that pays in `settle`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import croupier
from croupier.cards import Rank
from croupier.families.dealer_poker.shared.settle import edge_case_facts
from croupier.families.dealer_poker.three_card.odds.solver import category_of_values, lowest_qualifying_value
from croupier.families.dealer_poker.ultimate.odds.hand_values import category_starts
from croupier.hands.hand_strength import Wheel
from croupier.hands.rank_arrays import card_array, ranks3, ranks6
from croupier.play.case import read_case, settle_case, settled_case_json
from croupier.play.reachability import find_unreachable_rows


@pytest.mark.parametrize(
    ("name", "when", "cards"),
    [
        ("ca-3-card-poker", "straight_flush and hands_tie", "4s 5s 6s 4h 5h 6h"),
        ("ca-3-card-poker", "straight_flush and not hand_wins and not hands_tie", "4s 5s 6s 5h 6h 7h"),
        ("ca-3-card-poker", "mini_royal and hands_tie", "Qs Ks As Qh Kh Ah"),
        ("ca-3-card-poker", "folded and straight_flush and hands_tie", "4s 5s 6s 4h 5h 6h"),
        ("ca-ultimate-texas-holdem", "straight_flush and hands_tie", "Ac Kd 2s 3c 9h 8h 7h 6h 5h"),
    ],
)
def test_lint_accepts_rows_that_settle_pays(name: str, when: str, cards: str) -> None:
    game = croupier.load(name).with_wager("planted", when, "2:1")
    assert find_unreachable_rows(game.rulebook) == []
    wagers = ["ante", "planted", *(["blind"] if name == "ca-ultimate-texas-holdem" else [])]
    do = ["fold"] if when.startswith("folded") else ["play-4"] if "blind" in wagers else ["play"]
    case = {
        "wagers": [{"seat": 1, "wager": wager, "amount": "5"} for wager in wagers],
        "cards": cards,
        "decisions": [{"seat": 1, "do": choice} for choice in do],
    }
    results = settled_case_json(settle_case(read_case(case, game.rules())))["results"]
    assert {result["wager"]: result["net"] for result in results}["planted"] == "10.00"


def test_lint_knows_every_outcome_of_three_cards_against_three() -> None:
    """Check that each of 200,000 random deals has the same outcome as one of the deals that lint plays.

    An outcome is the categories of both hands, their comparison, and the category of all six cards.
    """
    pairs = np.random.default_rng(24).permuted(np.tile(np.arange(52, dtype=np.uint8), (200_000, 1)), axis=1)[:, :6]
    found = set(_three_card_ends(pairs))
    known = [
        [*facts.view.own.cards, *facts.view.result.dealer]
        for facts in edge_case_facts(croupier.load("ca-3-card-poker").rules())
    ]
    assert found <= set(_three_card_ends(card_array(known)))


def _three_card_ends(six: np.ndarray[Any, Any]) -> list[tuple[int, ...]]:
    own, dealer = ranks3(six[:, :3]).astype(int), ranks3(six[:, 3:]).astype(int)
    kinds = category_of_values(Wheel.LOW)
    compared = np.sign(own - dealer)
    qualifies = dealer >= lowest_qualifying_value(Rank.QUEEN, Wheel.LOW)
    return list(
        zip(*(column.tolist() for column in (kinds[own], kinds[dealer], qualifies, compared, _six(six))), strict=True)
    )


def _six(six: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.searchsorted(category_starts(), ranks6(six), side="right")


def test_lint_accepts_rows_that_only_common_rounds_reach() -> None:
    game = croupier.load("ca-mini-pai-gow").with_wager("planted", "pair and not dealer_qualifies", "2:1")
    assert find_unreachable_rows(game.rulebook) == []


def test_lint_reports_a_row_that_no_deal_reaches() -> None:
    game = croupier.load("ca-3-card-poker").with_wager("planted", "three_of_a_kind and hands_tie", "2:1")
    (problem,) = find_unreachable_rows(game.rulebook)
    assert "wager.planted.pays.0: is never reached" in str(problem)


def test_lint_takes_a_wager_that_is_priced_by_playing() -> None:
    game = croupier.load("ca-3-card-poker").with_wager("planted", "pair and six_flush", "2:1")
    assert find_unreachable_rows(game.rulebook) == []
