"""Results and the bank of a round, as each class sees them: a key that no shape has is hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from croupier.table.state import SpotBets
from croupier.views.models.bank import BankView, PublicBankView
from croupier.views.models.player import OwnSpotView
from croupier.views.models.results import OwnResultView, PublicResultView, ResultView, StaffResultView, TotalsView
from croupier.views.viewer import AccessLevel, pick_fields

Results = Sequence[Mapping[str, Any]]


def results_view(results: Results, sight: AccessLevel) -> list[ResultView]:
    """Every wager's end."""
    shape = StaffResultView if sight >= AccessLevel.OFFICE else PublicResultView
    return [cast("ResultView", pick_fields(result, shape)) for result in results]  # either is one that lacks some keys


def own_results(results: Results, account: str) -> list[OwnResultView]:
    """A bettor's own, in full."""
    return [pick_fields(result, OwnResultView) for result in results if result["account"] == account]


def totals_of(results: Sequence[OwnResultView] | Results) -> TotalsView:
    """All that was bet and won, shown until the next bet. [R14; 25 CFR 547.8(a)(2)]"""
    promotional = sum(result.get("promotional_cents", 0) for result in results)
    totals: TotalsView = {
        "staked_cents": sum(result["cents"] for result in results) - promotional,
        "net_cents": sum(result.get("credit_net_cents", result["net_cents"]) for result in results),
        "jackpot_cents": sum(result["jackpot_cents"] for result in results),
    }
    if promotional:
        totals["promotional_cents"] = promotional
    return totals


def result_of(totals: TotalsView, fee: int, bank: Mapping[str, Any] | None, account: str) -> int:
    """Return what a round changed a player's credit by: his wagers, his bank, and the fee he paid."""
    banked: int = bank["net_cents"] if bank is not None and bank["account"] == account else 0
    return totals["net_cents"] + banked - fee


def own_spot(spot: SpotBets) -> OwnSpotView:
    """A player's chips at one seat."""
    seen: OwnSpotView = {"seat": spot.seat, "bettor": spot.bettor, "wagers": dict(spot.wagers)}
    if spot.promotional is not None:
        seen["promotional_wagers"] = sorted(spot.promotional.wagers)
    return seen


def bank_view(bank: Mapping[str, Any] | None, sight: AccessLevel) -> BankView | None:
    """What the player-dealer put up, and what became of it."""
    shape = BankView if sight >= AccessLevel.OFFICE else PublicBankView
    return None if bank is None else cast("BankView", pick_fields(bank, shape))
