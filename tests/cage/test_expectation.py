"""Expected win and deviation of the house, compared with examples worked by hand."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from croupier.cage.expectation import Expectation, luck_figures
from croupier.table.settings import TableSettings, game_rules

PLAYER, BANKER, TIE = 2_230_518_282_592_256, 2_292_252_566_437_888, 475_627_426_473_216
"""Deals of eight decks that each side wins: the published count of baccarat."""
DEALS = PLAYER + BANKER + TIE
P, B, T = Fraction(PLAYER, DEALS), Fraction(BANKER, DEALS), Fraction(TIE, DEALS)


def round_of(
    *bets: tuple[int, str, int], rulebook: str = "co-baccarat", options: dict[str, Any] | None = None, **more: Any
) -> dict[str, Any]:
    """Return an archived round with these bets: seat, wager and cents."""
    settings = TableSettings(rulebook=rulebook, options=options or {})
    spots: dict[int, dict[str, int]] = {}
    for seat, wager, cents in bets:
        spots.setdefault(seat, {})[wager] = cents
    results = [
        {"seat": seat, "bettor": "seat", "account": f"player:{seat}", "wager": wager, "cents": cents, "result": "lose"}
        for seat, wager, cents in bets
    ]
    return {
        "settings": settings.model_dump(mode="json"),
        "digest": game_rules(settings).rulebook.digest,
        "spots": [{"seat": seat, "bettor": "seat", "wagers": wagers} for seat, wagers in spots.items()],
        "results": results,
        **more,
    }


def expectation(*rounds: dict[str, Any]) -> Expectation:
    found = Expectation()
    for one in rounds:
        found.add_round(one)
    return found


def test_a_wager_counts_at_its_exact_edge() -> None:
    found = expectation(round_of((1, "player", 100_00)))
    assert found.expected == 100_00 * (B - P)
    assert found.variance == 100_00**2 * (B + P - (B - P) ** 2)
    assert not found.is_bound


def test_wagers_of_one_round_are_counted_together_because_one_result_decides_them() -> None:
    """$100 on Player and $100 on Banker: the house wins $5 when Banker wins, and nothing otherwise."""
    found = expectation(round_of((1, "player", 100_00), (2, "banker", 100_00)))
    assert found.expected == 5_00 * B
    assert found.variance == 5_00**2 * B * (1 - B)
    assert not found.is_bound


def test_three_wagers_of_one_round_have_the_variance_of_their_sum() -> None:
    found = expectation(round_of((1, "player", 100_00), (2, "banker", 50_00), (2, "tie", 10_00)))
    nets = {P: -100_00 + 50_00 + 10_00, B: 100_00 - 47_50 + 10_00, T: -80_00}
    mean = sum((chance * net for chance, net in nets.items()), Fraction(0))
    assert found.expected == mean
    assert found.variance == sum((chance * net**2 for chance, net in nets.items()), Fraction(0)) - mean**2


def test_two_seats_on_one_wager_are_one_stake_and_two_rounds_are_independent() -> None:
    alone = expectation(round_of((1, "player", 100_00)))
    together = expectation(round_of((1, "player", 50_00), (2, "player", 50_00)))
    apart = expectation(round_of((1, "player", 50_00)), round_of((1, "player", 50_00)))
    assert together.variance == alone.variance
    assert apart.variance == alone.variance / 2
    assert together.expected == apart.expected == alone.expected


def test_expectations_of_tables_and_hours_add_up() -> None:
    first, second = round_of((1, "player", 100_00), (2, "tie", 5_00)), round_of((1, "banker", 30_00))
    total = expectation(first)
    total.add(expectation(second))
    both = expectation(first, second)
    assert (total.expected, total.variance) == (both.expected, both.variance)


def test_bots_and_returned_wagers_are_in_no_figure() -> None:
    with_bot = round_of((1, "player", 100_00), (2, "banker", 100_00), bots=["player:2"])
    assert expectation(with_bot).expected == 100_00 * (B - P)
    returned = round_of((1, "player", 100_00))
    returned["results"][0]["result"] = "returned"
    assert not expectation(returned).sums


def test_a_doubled_hand_counts_with_its_first_stake() -> None:
    plain = round_of((1, "blackjack", 10_00), rulebook="house-blackjack")
    doubled = round_of((1, "blackjack", 10_00), rulebook="house-blackjack")
    doubled["results"][0]["cents"] = 20_00
    assert expectation(doubled).expected == expectation(plain).expected > 0
    assert not expectation(plain).is_bound


def test_the_deviation_of_seats_with_their_own_hands_is_an_upper_bound() -> None:
    one = expectation(round_of((1, "blackjack", 20_00), rulebook="house-blackjack"))
    two = expectation(round_of((1, "blackjack", 10_00), (2, "blackjack", 10_00), rulebook="house-blackjack"))
    assert two.is_bound
    assert two.variance == one.variance


def test_the_house_gets_nothing_for_promotional_chips_that_lose() -> None:
    """$100 on Player, all promotional: the house pays $100 when Player wins, and gains no credit otherwise."""
    free = round_of((1, "player", 100_00))
    free["results"][0]["promotional_cents"] = 100_00
    assert expectation(free).expected == -100_00 * P


def test_a_game_without_a_shipped_sheet_has_no_expectation_and_says_so() -> None:
    found = expectation(round_of((1, "ante", 5_00), rulebook="ca-13-card-chinese-poker"))
    figures = luck_figures(found, 5_00)
    assert figures.rounds_without_sheet == 1
    assert figures.expected_cents is None
    assert figures.deviation_cents is None
    assert figures.deviations is None


def test_a_table_with_one_round_without_a_sheet_has_no_bar() -> None:
    changed = round_of((1, "player", 100_00)) | {"digest": "0" * 64}
    figures = luck_figures(expectation(round_of((1, "player", 100_00)), changed), 0)
    assert figures.rounds_without_sheet == 1
    assert figures.expected_cents == round(100_00 * (B - P))
    assert figures.deviation_cents is None


@pytest.mark.parametrize(
    ("away", "deviations", "is_within"),
    [(0.0, "0.0", True), (-0.84, "0.8", True), (2.0, "2.0", True), (-2.46, "2.5", False)],
)
def test_the_distance_is_given_in_deviations(away: float, deviations: str, is_within: bool) -> None:
    found = expectation(*[round_of((1, "player", 100_00))] * 400)
    win = math.floor(found.expected + Fraction(away) * math.isqrt(int(found.variance)))
    figures = luck_figures(found, win)
    assert figures.deviations == deviations
    assert figures.is_within_luck is is_within
    assert figures.deviation_cents == math.isqrt(int(found.variance))


def test_a_result_outside_luck_says_how_rare_it_is() -> None:
    """By the normal distribution, 2.46 deviations or more on either side come about on one day in 72."""
    found = expectation(*[round_of((1, "player", 100_00))] * 400)
    win = math.floor(found.expected - Fraction("2.46") * math.isqrt(int(found.variance)))
    assert luck_figures(found, win).one_day_in == 72
