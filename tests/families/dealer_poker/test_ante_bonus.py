"""An Ante that pays a bonus for some hands is priced, simulated and verified like any other."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from croupier.families.dealer_poker.shared.odds import verify as poker_verify
from croupier.families.dealer_poker.shared.odds.pay_rules import solution_of, three_card_rules
from croupier.families.dealer_poker.shared.odds.simulate import simulate_report
from croupier.families.dealer_poker.three_card.rules import ThreeCardPays
from croupier.odds.family_odds import SimulationSeats, exact_par_sheet
from croupier.odds.verification.driver import verify
from croupier.play import rulebook_library
from croupier.play.reachability import find_unreachable_rows
from croupier.rulebook.loader import load_text
from croupier.rulebook.table_rules import TableRules

DATA = Path(rulebook_library.__file__).parents[1] / "rulebook" / "data"
WIN = "not folded and (hand_wins or not dealer_qualifies)"
TIE = "not folded and dealer_qualifies and hands_tie"
BEST = "(mini_royal or straight_flush)"
BONUS_HANDS = f"{BEST} or three_of_a_kind or straight"
USUAL = {
    f"{WIN} and {BEST}": "6:1",
    f"{WIN} and three_of_a_kind": "5:1",
    f"{WIN} and straight": "2:1",
    WIN: "1:1",
    f"{TIE} and {BEST}": "5:1",
    f"{TIE} and straight": "1:1",
    f"not folded and not hands_tie and {BEST}": "4:1",
    "not folded and three_of_a_kind": "3:1",
}
"""Pay table of an Ante with the usual bonus of 5, 4 and 1 to 1, which is paid even if the hand loses."""
USUAL_PUSH = f"({TIE} and not ({BONUS_HANDS})) or (not folded and straight and not ({WIN}) and not ({TIE}))"
NEVER_BEATEN = {"not folded and three_of_a_kind": "5:1", WIN: "1:1"}
"""Pay table of an Ante in which three of a kind wins whatever the player-dealer has; that row comes before the others.
"""


def rules_of(pays: dict[str, str], push: str) -> TableRules:
    """Return 3 Card Poker with another Ante, and without an exposed card of the player-dealer."""
    rows = "".join(f'{{ when = "{when}", odds = "{odds}", cite = "L2677" }}, ' for when, odds in pays.items())
    text = (DATA / "ca-3-card-poker.toml").read_text("utf-8")
    start = text.index("pays      = [", text.index('id        = "ante"'))
    text = f'{text[:start]}pays = [{rows}]\npush = "{push}"\n{text[text.index("limits    =", start) :]}'
    return TableRules.of(load_text(text, "mine.toml", rulebook_library.family_rules()), {"pd_upcard": False})


@pytest.fixture
def usual() -> TableRules:
    return rules_of(USUAL, USUAL_PUSH)


def test_the_usual_ante_bonus_has_the_published_edge(usual: TableRules) -> None:
    sheet = exact_par_sheet(usual)
    assert list(sheet.wagers) == list(usual.wagers)
    assert sheet["ante"].house_edge == Fraction(686689, 20358520)
    assert round(float(100 * sheet["ante"].house_edge), 2) == 3.37
    bonus = ThreeCardPays(mini_royal=5, straight_flush=5, three_of_a_kind=4, straight=1)
    assert three_card_rules(usual).ante_bonus == bonus  # type: ignore[arg-type]


def test_lint_finds_no_fault_in_a_rulebook_with_an_ante_bonus(usual: TableRules) -> None:
    assert find_unreachable_rows(usual.rulebook) == []


@pytest.mark.parametrize(("pays", "push"), [(USUAL, USUAL_PUSH), (NEVER_BEATEN, f"({TIE}) and not three_of_a_kind")])
def test_the_solver_and_the_count_of_all_deals_agree_to_the_last_digit(pays: dict[str, str], push: str) -> None:
    rules = rules_of(pays, push)
    assert exact_par_sheet(rules)["ante"].house_edge == solution_of(rules).edge


def test_an_ante_bonus_is_simulated_and_verified(usual: TableRules, monkeypatch: pytest.MonkeyPatch) -> None:
    simulated = simulate_report(usual, SimulationSeats(), rounds=200_000).sheet
    assert list(simulated.wagers) == list(usual.wagers)
    edge, interval = simulated["ante"].house_edge, simulated["ante"].interval
    assert interval is not None
    assert abs(float(edge) - 686689 / 20358520) < 2 * interval
    monkeypatch.setattr(poker_verify, "SIMULATED_ROUNDS", 2**14)
    found = verify(usual, rounds=1_000, seed=1)
    assert found.rounds == 1_000
    assert not found.findings
