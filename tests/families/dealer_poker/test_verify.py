"""Verification passes honest poker tables and finds every table that plays differently from its sheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from croupier.families.dealer_poker.family import DealerPokerFamily
from croupier.families.dealer_poker.shared.edge_cases import six_card_deals, three_card_deals, ultimate_deals
from croupier.families.dealer_poker.shared.odds import simulate as job
from croupier.families.dealer_poker.shared.odds import verify as poker_verify
from croupier.families.dealer_poker.shared.odds import verify_rounds
from croupier.families.dealer_poker.shared.odds.simulate import PokerJob
from croupier.families.dealer_poker.shared.odds.verify import DealerPokerVerifier
from croupier.families.dealer_poker.shared.odds.verify_rounds import SimulationKernel
from croupier.families.dealer_poker.shared.round import PokerRound, PokerSeatState
from croupier.families.dealer_poker.shared.settle import ULTIMATE_GAME
from croupier.families.dealer_poker.ultimate import facts as ultimate_facts
from croupier.families.dealer_poker.ultimate.round import UltimateRound
from croupier.hands import rank7
from croupier.odds.verification.driver import verify
from croupier.odds.verification.report import VerificationRun
from croupier.play.family import replay_round
from croupier.play.round import Choice
from croupier.rulebook.table_rules import TableRules
from tests.command_line import croupier
from tests.contract.planted_faults import failures
from tests.families.dealer_poker.test_sheet import pays_two_to_one
from tests.poker_rounds import RULEBOOKS
from tests.soak import in_soak, or_soak
from tests.table_rules import rules_of

HOLDEM, THREE, SIX = "ca-ultimate-texas-holdem", "ca-3-card-poker", "ca-three-card-poker-6-card-bonus"


@pytest.fixture(autouse=True)
def fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce all counts that take long; forced rounds stay complete."""
    monkeypatch.setattr(poker_verify, "SIMULATED_ROUNDS", 2**17)
    monkeypatch.setattr(poker_verify, "SIMULATED_LIVE", 120)
    monkeypatch.setattr(poker_verify, "DECISIONS_COMPARED", 30)
    monkeypatch.setattr(DealerPokerVerifier, "random_rounds", 150)
    monkeypatch.setattr(DealerPokerVerifier, "small_banks", 60)


def run_of(printed: TableRules, played: TableRules | None = None, **overrides: Any) -> VerificationRun:
    arguments: dict[str, Any] = {"rounds": 1_000, "seed": 3, **overrides}
    return VerificationRun.of([verify(printed, played=played, **arguments)], arguments["seed"])


READINGS = (
    (THREE, {"nonqual_ante": "push", "fold_first": True, "decisions": "in-turn"}),
    (HOLDEM, {"deal": "shoe", "play_counts_to_max": True}),
    (THREE, {"pair_and_up_after_fold": "forfeited", "pd_upcard": False}),
    (SIX, {"a23_straight": True, "mode": "dealer-assist"}),
    (SIX, {"nonqual_auto_win": True, "seats": 2}),
    (HOLDEM, {"decisions": "in-turn", "mode": "dealer-assist"}),
    (HOLDEM, {"min_hole_cards": "1", "deal": "shoe"}),
)


@pytest.mark.parametrize(("rulebook", "options"), or_soak(READINGS, 1))
def test_an_honest_table_passes_under_its_other_readings(rulebook: str, options: dict[str, Any]) -> None:
    assert failures(run_of(rules_of(rulebook, **options))) == {}


# A wager with another pay.


def test_a_row_with_another_condition_is_found() -> None:
    right = 'push     = "not folded and (hands_tie or not dealer_qualifies)"'
    played = rules_of(HOLDEM, (right, 'push     = "not folded and hands_tie"'))
    assert "the sheet says push, the table lose" in failures(run_of(rules_of(HOLDEM), played))["ante"]
    played = rules_of(SIX, ('returns  = "not dealer_qualifies"\n', ""))
    assert "the sheet says push, the table lose" in failures(run_of(rules_of(SIX), played))["play"]


def test_a_forfeited_wager_that_stays_in_play_is_found() -> None:
    found = failures(run_of(rules_of(THREE), rules_of(THREE, pair_and_up_after_fold="forfeited")))
    assert list(found) == ["pair-and-up"]


@in_soak
def test_a_board_played_without_an_own_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that a table with another reading of own cards than its sheet is found, both ways. [CA-UTH-A1]"""
    monkeypatch.setattr(DealerPokerVerifier, "random_rounds", 1_500)
    readings = rules_of(HOLDEM), rules_of(HOLDEM, min_hole_cards="1")
    for printed, played in (readings, readings[::-1]):
        assert {"round", "trips"} <= set(failures(run_of(printed, played)))


# A round that is played differently.


def changed(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, change: Callable[[Any], Any]) -> None:
    monkeypatch.setattr(owner, name, change(getattr(owner, name)))


def test_another_order_of_dealing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def singles(current: UltimateRound) -> Any:
        yield from current._single()
        yield from current._single()
        yield from [("board", current.board, current.board_places)] * 5

    monkeypatch.setattr(UltimateRound, "_order", singles)
    assert "cards go elsewhere than in the odds" in failures(run_of(rules_of(HOLDEM)))["round"]


def test_a_card_shown_too_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DealerPokerFamily, "face_up_cards", lambda *_: frozenset({5, 6}))
    assert "of the round lie open, and should" in failures(run_of(rules_of(HOLDEM)))["round"]
    assert "lie open" in failures(run_of(rules_of(SIX)))["round"]


def test_a_raise_of_another_size_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def dearer(honest: Any) -> Any:
        def choices(current: UltimateRound, seat: PokerSeatState) -> tuple[Choice, ...]:
            first, *plays = honest(current, seat)
            return first, *(replace(play, most=play.most + 100) if play.do == "play-2" else play for play in plays)

        return choices

    changed(monkeypatch, UltimateRound, "_choices", dearer)
    found = failures(run_of(rules_of(HOLDEM)))
    assert "round" in found


def test_a_differently_ranked_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that a table that ranks A-2-3-4-5 as no straight is found; the examples do not contain this rare hand."""
    monkeypatch.setattr(ultimate_facts, "rank7", lambda cards: rank7(cards, wheel="none"))
    found = failures(run_of(rules_of(HOLDEM)))
    assert "antes live and to" in found["round"]


def test_a_simulation_with_other_decisions_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def always(honest: Any) -> Any:
        return lambda solution: honest(solution) | ~honest(solution)

    changed(monkeypatch, job, "played_bits", always)
    job.three_card_game.cache_clear()
    found = failures(run_of(rules_of(SIX)))
    job.three_card_game.cache_clear()
    assert "by the solution" in found["round"]
    assert "does not come as often" in found["simulation of ante"]


def test_a_simulation_with_other_counts_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_more(honest: Any) -> Any:
        def piece(*given: Any) -> Any:
            counts = honest(*given)
            counts.ends[1, 0, 1, 2] += 1
            return counts

        return piece

    changed(monkeypatch, PokerJob, "counts", one_more)
    assert "counts its rounds otherwise" in failures(run_of(rules_of(THREE)))["simulation"]


# Money.


def test_forfeited_antes_settled_first_against_the_rules_are_found() -> None:
    found = failures(run_of(rules_of(THREE), rules_of(THREE, fold_first=True)))
    assert found == {}, "the table's own order is what counts"


# Basis of the verification.


@pytest.mark.parametrize(("rulebook", "least"), [*((rulebook, 0) for rulebook in RULEBOOKS), (HOLDEM, 1)])
def test_the_kernel_classifies_forced_rounds_as_intended(rulebook: str, least: int) -> None:
    kernel = SimulationKernel(rules_of(rulebook, **({"min_hole_cards": str(least)} if least else {})), 1)
    deals = ultimate_deals(least) if rulebook == HOLDEM else three_card_deals()
    for end, found in zip(deals, kernel.outcomes(list(deals.values())), strict=True):
        assert (found.own, found.dealer, found.result) == end
    if rulebook != HOLDEM:
        sixes = six_card_deals()
        assert [end.six for end in kernel.outcomes(list(sixes.values()))] == list(sixes)


def test_simulated_rounds_are_reproduced_from_their_cards() -> None:
    for rulebook in RULEBOOKS:
        kernel = SimulationKernel(rules_of(rulebook), 9)
        rounds = kernel.simulated(300)
        assert kernel.outcomes([deal for deal, _ in rounds]) == [end for _, end in rounds]
        assert all(len({*own, *dealer, *board}) == len(own + dealer + board) for (own, dealer, board), _ in rounds)


def test_cards_leave_a_shoe_board_first() -> None:
    deal = next(iter(ultimate_deals().values()))
    own, dealer, board = deal
    assert ULTIMATE_GAME.dealt_cards(rules_of(HOLDEM), deal) == (*own, *dealer, *board)
    shoe = ULTIMATE_GAME.dealt_cards(rules_of(HOLDEM, deal="shoe"), deal)
    assert shoe == (*board, own[0], dealer[0], own[1], dealer[1])
    assert isinstance(verify_rounds.round_of(replay_round(rules_of(THREE), ())), PokerRound)


# The command.


def test_the_command_prints_the_result_for_poker(capsys: pytest.CaptureFixture[str]) -> None:
    printed = croupier("verify", SIX, "--rounds", "1000", "--json").data
    assert printed["passed"] is True
    (rulebook,) = printed["rulebooks"]
    assert [wager["wager"] for wager in rulebook["wagers"]] == list(rules_of(SIX).wagers)
    tests = {test["test"] for test in rulebook["shuffle"]}
    assert tests >= {"shuffle by place in the pack", "simulation of ante", "simulation of six-card-bonus"}


@in_soak
def test_the_command_reports_rules_without_a_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = croupier("verify", str(pays_two_to_one(tmp_path)), "--rounds", "1000")
    assert done.status == 1
    assert "is not on the sheet" in done.out
