"""Views of a round's results and bank; keys that a view model does not declare are left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from croupier.table.state import SpotBets
from croupier.views.models.bank import BankView, PublicBankView
from croupier.views.models.player import OwnSpotView
from croupier.views.models.results import (
    OwnResultView,
    PublicResultView,
    ResultPartView,
    ResultView,
    StaffResultView,
    TotalsView,
)
from croupier.views.viewer import AccessLevel, pick_fields

Results = Sequence[Mapping[str, Any]]


def results_view(results: Results, access: AccessLevel) -> list[ResultView]:
    """Return the result of every wager, with accounts for staff."""
    shape = StaffResultView if access >= AccessLevel.OFFICE else PublicResultView
    # Both models are a `ResultView` with some keys missing.
    return [cast("ResultView", pick_fields(result, shape)) for result in results]


def own_results(results: Results, account: str) -> list[OwnResultView]:
    """Return the results of one account's wagers, with all details."""
    return [pick_fields(result, OwnResultView) for result in results if result["account"] == account]


def totals_of(results: Sequence[OwnResultView] | Results) -> TotalsView:
    """Return the total stakes and wins, which are displayed until the next bet. [R14; 25 CFR 547.8(a)(2)]"""
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
    """Return the change of a player's credit by a round, in cents: wagers, bank and collection fee."""
    return totals["net_cents"] + _banked_by(bank, account) - fee


def result_parts(
    results: Sequence[OwnResultView], fee: int, bank: Mapping[str, Any] | None, account: str
) -> list[ResultPartView]:
    """Return the parts of a player's result: each wager once, then the bank that the player held, then the fee."""
    cents: dict[str, int] = {}
    for result in results:
        cents[result["wager"]] = cents.get(result["wager"], 0) + result.get("credit_net_cents", result["net_cents"])
    parts: list[ResultPartView] = [{"kind": "wager", "wager": wager, "cents": net} for wager, net in cents.items()]
    if bank is not None and bank["account"] == account:
        parts.append({"kind": "bank", "cents": bank["net_cents"]})
    if fee:
        parts.append({"kind": "fee", "cents": -fee})
    return parts


def _banked_by(bank: Mapping[str, Any] | None, account: str) -> int:
    """Return what a round's bank won or lost for the account that held it; 0 for any other account."""
    return bank["net_cents"] if bank is not None and bank["account"] == account else 0


def own_spot(spot: SpotBets) -> OwnSpotView:
    """Return a player's chips at one seat."""
    view: OwnSpotView = {"seat": spot.seat, "bettor": spot.bettor, "wagers": dict(spot.wagers)}
    if spot.promotional is not None:
        view["promotional_wagers"] = sorted(spot.promotional.wagers)
    return view


def bank_view(bank: Mapping[str, Any] | None, access: AccessLevel) -> BankView | None:
    """Return the bank of the player-dealer and its result, with the account for staff."""
    shape = BankView if access >= AccessLevel.OFFICE else PublicBankView
    return None if bank is None else cast("BankView", pick_fields(bank, shape))
