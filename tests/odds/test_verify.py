"""Verification passes an honest table and finds every table that plays differently from its sheet."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from croupier.cards import Shoe, ShoeRules
from croupier.cards.random_source import SeededRandomSource
from croupier.families.baccarat.facts import TableContext
from croupier.families.baccarat.odds import compare_live
from croupier.families.baccarat.odds import verify as baccarat_verify
from croupier.families.baccarat.odds.compare_live import (
    DrawingComparison,
    RoundColumns,
    compare_drawing_rules,
    compare_facts,
)
from croupier.families.baccarat.odds.verify import BaccaratVerifier, min_rounds_per_shoe
from croupier.families.baccarat.round import BaccaratRules
from croupier.money import bank_coverage, settlement
from croupier.money import meters as money_meters
from croupier.money.cents import Cents
from croupier.odds.shoe_composition import Composition
from croupier.odds.verification.driver import seed_of, verify
from croupier.odds.verification.report import Verification, VerificationRun, WagerCheck
from croupier.odds.verification.run import with_paytables
from croupier.odds.verification.statistics import LEVEL, chi_square, holm, smallest_change
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wager_checks import check_bets
from tests.command_line import croupier
from tests.contract.planted_faults import failures, with_flipped_draw
from tests.soak import SOAK, or_soak
from tests.table_rules import rules_of

CASH_IN = "ca-cash-in-baccarat"
NOTHING_DRAWN: DrawingComparison = ((), 0)
"""Empty result of the comparison of drawing rules, for tests that leave this comparison out."""


def run_of(
    printed: TableRules,
    played: TableRules | None = None,
    *,
    whole: bool = False,
    drawing: bool = False,
    **overrides: Any,
) -> VerificationRun:
    """Verify one table; unless `whole`, with reduced counts of everything that takes long.

    With `drawing`, the drawing rules are compared too.
    """
    arguments: dict[str, Any] = {"rounds": 1_000, "seed": 1, **overrides}
    with pytest.MonkeyPatch.context() as patch:
        if not whole:
            play_fewer(patch)
        if not whole and not drawing:
            patch.setattr(baccarat_verify, "compare_drawing_rules", lambda *_: NOTHING_DRAWN)
        return VerificationRun.of([verify(printed, played=played, **arguments)], arguments["seed"])


def play_fewer(patch: pytest.MonkeyPatch) -> None:
    """Reduce all counts that take long, except those of the drawing rules."""
    patch.setattr(baccarat_verify, "MAX_CLASSES_TO_FORCE_ALL", 0)
    patch.setattr(baccarat_verify, "CLASSES_PER_LINE", 20)
    patch.setattr(compare_live, "SIMULATED_SHOES", 4)
    patch.setattr(BaccaratVerifier, "small_banks", 200)


@pytest.fixture
def some_ways_to_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare the drawing rules only for one in seven of all first four cards; the soak compares all."""
    if not SOAK:
        every = list(compare_live._first_fours())
        monkeypatch.setattr(compare_live, "_first_fours", lambda: every[::7])
        monkeypatch.setattr(baccarat_verify, "compare_drawing_rules", compare_drawing_rules.__wrapped__)


def verifier_of(rules: TableRules, seed: int = 1) -> BaccaratVerifier:
    """Return the verifier of a table that plays by its own sheet."""
    return BaccaratVerifier(rules, rules, SeededRandomSource(seed), seed)


@pytest.mark.parametrize("name", or_soak(["co-baccarat", "co-99-fortunes", "co-ez-baccarat", "pa-mini-baccarat"], 1))
def test_every_line_of_every_wager_is_forced_however_rare(name: str) -> None:
    run = run_of(rules_of(name), whole=bool(SOAK))
    assert failures(run) == {}
    (verification,) = run.verified
    rarest = min(row.probability for check in verification.wagers for row in check.rows)
    assert rarest < 0.0005
    assert all(row.forced for check in verification.wagers for row in check.rows)


@pytest.mark.parametrize("name", or_soak(["co-5-treasures", "co-99-fortunes"], 1))
def test_every_other_pay_table_is_forced_too(name: str) -> None:
    rulebook = rulebook_library.load(name)
    rules = TableRules.of(rulebook)
    options = {"paytable": str(rules.options["paytable"])}
    none_yet = Verification(name, rulebook.title, rulebook.digest, options, 0, 0, 0.0, (), {})
    done = with_paytables(rulebook, {}, none_yet)
    assert [table.paytable for table in done.paytables] == [t for t in rulebook.paytables if t != options["paytable"]]
    assert all(table.verified == table.possible > 0 for table in done.paytables)
    assert done.findings == ()


ODD = {"commission": "7%", "vig_rounding": "up-25c", "aggregate_limit": "50", "decks": 6, "burn_fixed": 5}


@pytest.mark.parametrize(
    ("name", "options"),
    [
        (CASH_IN, {"order": "wager"}),
        (CASH_IN, {"partial_cover": False}),
        (CASH_IN, {"coverage_model": "net_running"}),
        ("co-dragon-bonus", ODD),
        ("pa-mini-baccarat", {"royal9_priority": "largest-amount"}),
        ("pa-mini-baccarat", {"royal9_priority": "all-rows"}),
    ],
)
def test_an_honest_table_passes_under_other_options(name: str, options: dict[str, Any]) -> None:
    assert failures(run_of(rules_of(name, **options))) == {}


def test_the_full_table_bets_on_every_wager_as_the_rules_allow() -> None:
    """Check that the table under test has a legal bet on every wager.

    Blackjack is verified in another way, see tests/families/blackjack/test_commands.py.
    """
    rulebooks = [
        rulebook
        for name in rulebook_library.names()
        if (rulebook := rulebook_library.load(name)).written.family == "baccarat"
    ]
    for rulebook in rulebooks:
        rules = TableRules.of(rulebook)
        table = verifier_of(rules).table
        assert table.not_placed == ()
        assert {bet.wager for bet in table.bets} == set(rules.wagers)
        assert check_bets(rules, table.bets, bank_seat=table.bank.seat if table.bank else None) == []
        assert not any(table.slack.values()), "every pay is whole at these stakes"


# A table that differs from its sheet in one line; `planted_faults.py` has the kinds of fault of every family.

KINGS_AND_NINES = """odds = "$5,000", name = "Another seat's K9 on both hands\""""
"""Text of a pay row that is reached once in four hundred thousand rounds."""


@pytest.mark.parametrize(
    ("name", "changes", "wager", "message"),
    [
        (CASH_IN, {'odds = "40:1"': 'odds = "39:1"'}, "phoenix-7", "on 5.00 comes to 200.00, the table made it 195.00"),
        ("pa-mini-baccarat", {KINGS_AND_NINES: KINGS_AND_NINES.replace("$5,000", "$500")}, "royal-9", ""),
        (
            CASH_IN,
            {'when = "player_three_card_8"': 'when = "player_wins and player_total == 8"'},
            "tiger-8",
            "the sheet says lose, the table win",
        ),
        (CASH_IN, {"L2341, L2403-2404": "L2341"}, "phoenix-7", "cites"),
    ],
)
def test_a_wrong_line_is_found_and_the_wager_named(
    name: str, changes: dict[str, str], wager: str, message: str
) -> None:
    run = run_of(rules_of(name), rules_of(name, *changes.items()))
    found = failures(run)
    assert list(found) == [wager]
    assert message in found[wager]
    (verification,) = run.verified
    assert [check.wager for check in verification.wagers if not run.wager_passes(verification, check)] == [wager]


def test_a_wager_that_the_table_does_not_offer_is_found() -> None:
    text = 'id      = "tiger-8"'
    played = rules_of(CASH_IN, (text, 'id      = "tiger-9"'), ('"tiger-8", "phoenix-7"]', '"tiger-9", "phoenix-7"]'))
    assert "no seat of the table may bet on it" in failures(run_of(rules_of(CASH_IN), played))["tiger-8"]


# A wrong drawing rule on one side.


def redrawn(line: int, place: int) -> TableRules:
    return with_flipped_draw(rules_of(CASH_IN), line, place)


@pytest.mark.parametrize(
    ("line", "place", "message"),
    [
        (4, 8, "Banker on 3 against a third card of 8"),
        *([(0, 5, "Player on 5"), (7, 10, "Banker on 6 against a Player who stood")] if SOAK else []),
    ],
)
def test_one_wrong_cell_of_the_drawing_rules_is_found_on_either_side(
    line: int, place: int, message: str, some_ways_to_draw: None
) -> None:
    for printed, played in ((rules_of(CASH_IN), redrawn(line, place)), (redrawn(line, place), rules_of(CASH_IN))):
        assert message in failures(run_of(printed, played, whole=bool(SOAK), drawing=True))["drawing"]


def test_every_way_to_draw_is_compared(some_ways_to_draw: None) -> None:
    compare = compare_drawing_rules.__wrapped__
    found, ways = compare(BaccaratRules.of(rules_of(CASH_IN)), BaccaratRules.of(redrawn(7, 6)))
    assert ways > (100_000 if SOAK else 15_000)
    assert [str(finding) for finding in found] == [
        "drawing: Banker on 6 against a third card of 6 stands live and draws in the odds"
    ]


# A wrong settlement.


def replace_function(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, change: Callable[[Any], Any]) -> None:
    monkeypatch.setattr(owner, name, change(getattr(owner, name)))


def a_cent_more(honest: Any) -> Any:
    def pay(bet: Any, *settled: Any) -> Any:
        paid = honest(bet, *settled)
        return paid._replace(net=Cents(paid.net + 1)) if bet.wager == "tie" and paid.net > 0 else paid

    return pay


def half(honest: Any) -> Any:
    return lambda *given: {key: Cents(prize // 2) for key, prize in honest(*given).items()}


SETTLED_WRONGLY: dict[str, tuple[Any, str, Callable[[Any], Any], str, str, str]] = {
    "a cent too much is paid": (settlement, "_pay_in_full", a_cent_more, "co-dragon-bonus", "tie", ""),
    "the wrong seat is paid": (
        *(settlement, "_prizes", lambda honest: lambda runs, count: honest(runs, count)[::-1]),
        *("pa-mini-baccarat", "royal-9", ""),
    ),
    "a meter pays half": (money_meters, "_prizes", half, "co-99-fortunes", "fortunes-99", "the meters owe"),
    "postings do not sum to zero": (
        *(settlement, "_check", lambda _: lambda *given: given[0].update(house=given[0]["house"] + 1)),
        *("co-dragon-bonus", "settlement", "postings sum to 0.01"),
    ),
    "the bank never runs short": (
        *(bank_coverage.BankCoverage, "_available", lambda _: lambda cover, direction: 10**12),
        *(CASH_IN, "settlement", ""),
    ),
}
"""By fault: the function that is replaced, its replacement, the rulebook, the check that finds the fault, and the
message."""


@pytest.mark.parametrize("fault", SETTLED_WRONGLY)
def test_a_wrong_settlement_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, name, change, rulebook, where, message = SETTLED_WRONGLY[fault]
    replace_function(monkeypatch, owner, name, change)
    found = failures(run_of(rules_of(rulebook)))
    assert message in found[where]
    assert list(found) == ["tie"] or where != "tie"


def test_a_settlement_in_the_wrong_order_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_function(monkeypatch, settlement, "settlement_order", lambda honest: lambda *given: honest(*given)[::-1])
    found = failures(run_of(rules_of(CASH_IN)))
    assert found
    assert all("a bank with" in message for message in found.values())


# Unfair cards.


def test_a_wrong_burn_and_a_wrong_last_hand_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(ShoeRules, "burn_count", lambda rules, first: 4)
        assert "in the odds" in failures(run_of(rules_of(CASH_IN)))["shoe"]
    monkeypatch.setattr(Shoe, "_hands_after_cut", lambda shoe: 2)
    assert "rounds live" in failures(run_of(rules_of(CASH_IN)))["shoe"]


def test_a_simulation_with_other_deals_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def a_hand_short(honest: Any) -> Any:
        return lambda *given: (honest(*given)[0], honest(*given)[1][:-1])

    replace_function(monkeypatch, compare_live, "simulated_shoe", a_hand_short)
    assert "compiled" in failures(run_of(rules_of(CASH_IN)))["shoe"]


def test_a_fact_that_differs_is_named() -> None:
    rules = rules_of("pa-mini-baccarat")
    rounds, _ = verifier_of(rules, 7).deal_shoes(500)
    layout = TableContext(rules.seat_hands, frozenset(rules.seats))
    columns = RoundColumns([live.result for live in rounds], layout)
    wanted = frozenset(("tie", "player_pair", "all_suited", "seat_king_9"))
    play_rules, shoe = BaccaratRules.of(rules), Composition.of_decks(8)
    assert compare_facts(columns, play_rules, shoe, wanted, rules.seats) == ([], len(rounds) * (3 + len(rules.seats)))
    columns.of_seat(2)["seat_king_9"] += 1
    columns.of_seat(1)["player_pair"] ^= True
    found, _ = compare_facts(columns, play_rules, shoe, wanted, rules.seats)
    assert [finding.where for finding in found] == ["player_pair", "seat_king_9"]


# The statistics.


def test_only_rounds_that_every_shoe_gives_are_counted() -> None:
    for decks in (6, 8):
        rules = rules_of(CASH_IN, decks=decks)
        sure = min_rounds_per_shoe(rules.shoe)
        assert sure * 6 + 11 + 14 <= 52 * decks
        rounds, shoes = verifier_of(rules, 3).deal_shoes(5 * sure)
        dealt = iter(rounds)
        counted = [sum(next(dealt).is_counted for _ in shoe.coups) for shoe in shoes]
        assert counted == [sure] * 5
        assert [len(shoe.coups) > sure for shoe in shoes] == [True, False, False, False, True]


def test_chi_square_tests_rare_results_together() -> None:
    fit = chi_square([52, 48], [50.0, 50.0])
    assert fit is not None
    assert fit.statistic == pytest.approx(0.16)
    assert fit.p == pytest.approx(0.6892, abs=1e-4)
    pooled = chi_square([90, 6, 3, 1, 0], [90.0, 6.0, 3.0, 1.0, 0.0])
    assert pooled is not None
    assert (pooled.freedom, pooled.alone, pooled.p) == (1, frozenset({0}), 1.0)
    assert chi_square([100, 0], [100.0, 0.0]) is None
    never = chi_square([99, 1], [100.0, 0.0])
    assert never is not None
    assert never.p == 0


def test_holm_s_rule_on_a_worked_example() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_the_stated_power_is_the_measured_power() -> None:
    chance, rounds, tests = 0.02, 20_000, 10
    change = smallest_change(chance, rounds, 1, tests)
    true = chance * (1 + change)
    drawn = np.random.default_rng(5).binomial(rounds, true, size=4_000)
    found = [
        test is not None and test.p < LEVEL / tests
        for test in (chi_square([int(n), rounds - int(n)], [rounds * chance, rounds * (1 - chance)]) for n in drawn)
    ]
    assert sum(found) / len(found) == pytest.approx(0.9, abs=0.02)


def test_p_values_of_an_honest_table_are_spread_evenly() -> None:
    """Check over seeds that about as many p-values are high as low, also for rounds late in a shoe."""
    rules = rules_of("co-dragon-bonus")
    odds = verifier_of(rules).sheet["player"]
    lines = odds.lines
    chances = [float(odds.probability(line)) for line in lines]
    found = []
    for seed in range(12):
        rounds, _ = verifier_of(rules, seed_of(seed, rules.id)).deal_shoes(1_000)
        counted = [live.result for live in rounds if live.is_counted]
        names = {"win": "player", "lose": "banker", "push": "tie"}
        observed = [sum(coup.winner == names[line.result] for coup in counted) for line in lines]
        test = chi_square(observed, [chance * len(counted) for chance in chances])
        assert test is not None
        found.append(test.p)
    assert 0.25 < sum(found) / len(found) < 0.75
    assert min(found) > 0.001


def test_many_tests_share_one_level() -> None:
    """Check that a p-value which alone would fail passes among a hundred tests, also over several rulebooks."""

    def verification(name: str, p: float) -> Verification:
        test = chi_square([52, 48], [50.0, 50.0])
        assert test is not None
        checks = tuple(
            WagerCheck(f"wager-{place}", "", None, 100, (), type(test)(9.0, 1, chance, frozenset()))
            for place, chance in enumerate((p, *[0.5] * 50))
        )
        return Verification(name, name, "", {}, 100, 2, 0.0, checks, {})

    alone = Verification("one", "", "", {}, 1, 1, 0.0, verification("one", 0.004).wagers[:1], {})
    assert not VerificationRun.of([alone], 1).passed
    assert VerificationRun.of([verification("one", 0.004), verification("two", 0.3)], 1).passed
    assert not VerificationRun.of([verification("one", 0.00004), verification("two", 0.3)], 1).passed


# The command.


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "RULEBOOK: name a rulebook, or give --all"),
        ((CASH_IN, "--all"), "--all: verifies every rulebook"),
        ((CASH_IN, "--rounds", "999"), "--rounds: is 999; give 1,000"),
        (("--all", "-o", "decks=6"), "--option: goes with one rulebook"),
        (("ca-cash-out",), 'there is no rulebook "ca-cash-out"'),
    ],
)
def test_bad_input_gets_one_line_and_status_2(
    words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert croupier("verify", *words).is_refusal(message)


def test_the_command_prints_wagers_and_a_verdict(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(baccarat_verify, "compare_drawing_rules", lambda *_: NOTHING_DRAWN)
    play_fewer(monkeypatch)
    shown = croupier("verify", "ca-ez-baccarat-dragon-7", "--rounds", "1000")
    assert shown.status == 0
    assert "PASS: what is played is what is printed. 1 rulebook, 4 wagers, 1,000 rounds." in shown.out
    assert all(wager in shown.out for wager in ("player", "banker", "tie", "dragon-7"))


def test_a_failed_verification_is_a_result_with_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from croupier.cli.verify import show_verification

    replace_function(
        monkeypatch, settlement, "_cover_one", lambda honest: lambda *given: honest(*given)._replace(net=Cents(0))
    )
    monkeypatch.setattr(baccarat_verify, "compare_drawing_rules", lambda *_: NOTHING_DRAWN)
    play_fewer(monkeypatch)
    with pytest.raises(SystemExit) as status:
        show_verification(CASH_IN, every=False, options=[], rounds=1_000, seed=1, as_json=True)
    assert status.value.code == 1
    printed = json.loads(capsys.readouterr().out)
    assert printed["passed"] is False
    (rulebook,) = printed["rulebooks"]
    assert rulebook["rulebook"] == CASH_IN
    assert {"player", "banker", "settlement"} <= {failure["where"] for failure in rulebook["failures"]}
    assert {wager["wager"] for wager in rulebook["wagers"] if not wager["passed"]} == set(rules_of(CASH_IN).wagers)
    with pytest.raises(SystemExit):
        show_verification(CASH_IN, every=False, options=[], rounds=1_000, seed=1, as_json=False)
    assert "FAIL: ca-cash-in-baccarat" in capsys.readouterr().out
