"""Sums of Ultimate Texas Hold'em that are kept for other pay tables: equal to a new count, and counted again if not."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from croupier.families.dealer_poker.ultimate.odds import kept_sums
from croupier.families.dealer_poker.ultimate.odds.blind_sums import BlindSums, count_blind_sums
from croupier.families.dealer_poker.ultimate.odds.second_count import count_outcomes
from croupier.families.dealer_poker.ultimate.odds.solver import UltimateSolution
from croupier.families.dealer_poker.ultimate.rules import BLIND, UltimateRules

USUAL = UltimateRules()
OTHER = UltimateRules(blind=replace(BLIND, royal_flush=0, flush=Fraction(17, 5), four_of_a_kind=8, straight=5))
"""Another table: other payouts, another unit, a category that no longer pays."""
RICH_PAIRS = UltimateRules(blind=replace(BLIND, pair=2))
"""Pays a category that the usual table does not; weak pairs are then played that were folded."""


@pytest.fixture(autouse=True)
def _own_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_sums, "cache_folder", lambda _: tmp_path)
    _forget(monkeypatch)


def _forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start as a new program does, with nothing in memory."""
    monkeypatch.setattr(kept_sums, "_sums", {})
    monkeypatch.setattr(kept_sums, "_outcomes", {})


@pytest.fixture(scope="module")
def usual() -> BlindSums:
    return count_blind_sums(USUAL)


@pytest.fixture
def counts(usual: BlindSums, monkeypatch: pytest.MonkeyPatch) -> list[UltimateRules]:
    """Return the list of tables that are counted; the usual one takes no time."""
    counted: list[UltimateRules] = []

    def count(rules: UltimateRules) -> BlindSums:
        counted.append(rules)
        return usual if rules == USUAL else count_blind_sums(rules)

    monkeypatch.setattr(kept_sums, "count_blind_sums", count)
    return counted


def test_sums_of_another_pay_table_equal_a_new_count(usual: BlindSums) -> None:
    assert usual.fits(OTHER)
    found, counted = usual.flop_sums(OTHER), count_blind_sums(OTHER).flop_sums(OTHER)
    assert np.array_equal(found.by_ranks, counted.by_ranks)
    assert np.array_equal(found.by_types, counted.by_types)


def test_a_wrong_payout_is_found_by_that_comparison(usual: BlindSums) -> None:
    wrong = replace(OTHER, blind=replace(OTHER.blind, full_house=4))
    assert not np.array_equal(usual.flop_sums(wrong).by_ranks, usual.flop_sums(OTHER).by_ranks)


def test_outcomes_of_another_pay_table_equal_a_new_count(
    counts: list[UltimateRules], monkeypatch: pytest.MonkeyPatch
) -> None:
    count_outcomes(UltimateSolution(USUAL))
    _forget(monkeypatch)
    solved = UltimateSolution(OTHER)
    found = count_outcomes(solved)
    assert counts == [USUAL]
    kept = kept_sums.kept_outcomes(solved.reference)
    assert kept is not None
    assert found is kept.counts
    other_play = kept_sums.Outcomes(np.where(kept.bets > 2, 2, kept.bets).astype(np.int8), kept.counts * 0)
    kept_sums.keep_outcomes(solved.reference, other_play)
    assert np.array_equal(found, count_outcomes(solved))


def test_a_table_that_changes_decisions_at_the_river_is_counted_again(
    usual: BlindSums, counts: list[UltimateRules]
) -> None:
    assert not usual.fits(RICH_PAIRS)
    assert not usual.fits(replace(USUAL, river=2))
    assert not usual.fits(UltimateRules(blind=replace(BLIND, four_of_a_kind=12)))
    kept_sums.kept_sums(USUAL)
    assert UltimateSolution(RICH_PAIRS).value > UltimateSolution(USUAL).value
    assert counts == [USUAL, RICH_PAIRS, USUAL]


def test_a_damaged_file_is_counted_again(
    tmp_path: Path, counts: list[UltimateRules], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_sums.kept_sums(USUAL)
    (file,) = tmp_path.glob("sums-*.npz")
    for content in (file.read_bytes()[:1000], b"", b"no array"):
        file.write_bytes(content)
        _forget(monkeypatch)
        assert kept_sums.kept_sums(USUAL).fits(USUAL)
    assert len(counts) == 4
    _forget(monkeypatch)
    kept_sums.kept_sums(OTHER)
    assert len(counts) == 4


def test_without_a_writable_folder_sums_live_as_long_as_the_program(
    counts: list[UltimateRules], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_sums, "cache_folder", lambda _: None)
    for rules in (USUAL, OTHER, USUAL):
        kept_sums.kept_sums(rules)
    assert counts == [USUAL]
