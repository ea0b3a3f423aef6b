"""Results and the bank of a round, as each class sees them: lists of keys, so that a new key is hidden until listed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.views.viewer import Sight, pick

RESULT_PUBLIC = (
    "seat", "bettor", "wager", "hand", "cents", "result", "net_cents", "jackpot_cents", "row", "name", "cite",
)  # fmt: skip
"""Chips are paid on the open felt, by seat: whose account stands behind them nobody else needs to know."""
RESULT_OWN = (*RESULT_PUBLIC, "owed_cents", "commission_cents")
RESULT_STAFF = (*RESULT_OWN, "account")
BANK_PUBLIC = ("seat", "cents", "net_cents", "left_cents")
BANK_STAFF = (*BANK_PUBLIC, "account")

Results = Sequence[Mapping[str, Any]]


def results_seen(results: Results, sight: Sight) -> list[dict[str, Any]]:
    """Every wager's end."""
    keys = RESULT_STAFF if sight >= Sight.OFFICE else RESULT_PUBLIC
    return [pick(result, keys) for result in results]


def own_results(results: Results, account: str) -> list[dict[str, Any]]:
    """A bettor's own, in full."""
    return [pick(result, RESULT_OWN) for result in results if result["account"] == account]


def totals_of(results: Results) -> dict[str, int]:
    """All that was bet and won, shown until the next bet. [R14; 25 CFR 547.8(a)(2)]"""
    return {
        "staked_cents": sum(result["cents"] for result in results),
        "net_cents": sum(result["net_cents"] for result in results),
        "jackpot_cents": sum(result["jackpot_cents"] for result in results),
    }


def bank_seen(bank: Mapping[str, Any] | None, sight: Sight) -> dict[str, Any] | None:
    """What the player-dealer put up, and what became of it."""
    return None if bank is None else pick(bank, BANK_STAFF if sight >= Sight.OFFICE else BANK_PUBLIC)
