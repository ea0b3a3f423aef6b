"""Views of a round's results and bank, and of a table's past rounds; keys that no view model declares are left out."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any, cast

from croupier.money.bets import SEATED
from croupier.play.board import RoundHistory
from croupier.table.state import SpotBets
from croupier.table.trends import TableTrends
from croupier.views.models.bank import BankView, PublicBankView
from croupier.views.models.player import OwnSpotView
from croupier.views.models.results import (
    OwnResultView,
    PublicResultView,
    ResultPartView,
    ResultView,
    SeatResultView,
    StaffResultView,
    TotalsView,
    WagerSumView,
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


def seat_results(results: Sequence[OwnResultView] | Results) -> list[SeatResultView]:
    """Return the results of each seat together, in the order of the seats."""
    return [
        {
            "seat": seat,
            "staked_cents": sum(result["cents"] for result in results if result["seat"] == seat),
            "net_cents": sum(result["net_cents"] for result in results if result["seat"] == seat),
        }
        for seat in sorted({result["seat"] for result in results})
    ]


def wager_sums(results: Sequence[OwnResultView]) -> list[WagerSumView]:
    """Return a player's result of each wager at each hand, at each seat, and at all seats together."""
    together: dict[tuple[int | None, int | None, str], list[OwnResultView]] = {}
    for result in results:
        seat, hand, wager = result["seat"], result.get("hand"), result["wager"]
        for place in dict.fromkeys(((seat, hand, wager), (seat, None, wager), (None, None, wager))):
            together.setdefault(place, []).append(result)
    return [_wager_sum(*place, there) for place, there in together.items()]


def _wager_sum(seat: int | None, hand: int | None, wager: str, results: Sequence[OwnResultView]) -> WagerSumView:
    net = sum(result["net_cents"] for result in results)
    ended = [result["result"] for result in results]
    won, lost = ended.count("win"), ended.count("lose")
    view: WagerSumView = {
        "seat": seat,
        "wager": wager,
        "cents": sum(result["cents"] for result in results),
        "net_cents": net,
        "result": "win" if net > 0 else "lose" if net < 0 else "push",
        "hands": {"won": won, "lost": lost, "pushed": len(ended) - won - lost},
    }
    if hand is not None:
        view["hand"] = hand
    return view


def account_nets(results: Results, bank: Mapping[str, Any] | None) -> dict[str, int]:
    """Return the result of each account by its wagers and by the bank that it held, in cents."""
    nets: dict[str, int] = {}
    for result in results:
        nets[result["account"]] = nets.get(result["account"], 0) + result["net_cents"]
    if bank is not None:
        nets[bank["account"]] = nets.get(bank["account"], 0) + (bank["net_cents"] or 0)
    return nets


def collected_cents(results: Results) -> int:
    """Return what the dealer collects from the wagers that lost, in cents: without a part that is given back."""
    return sum(-result["net_cents"] for result in results if result["result"] == "lose")


def seated_results(results: Results) -> list[Mapping[str, Any]]:
    """Return the results of the players who sit at the seats, without those who bet behind them."""
    return [result for result in results if result["bettor"] == SEATED]


def _banked_by(bank: Mapping[str, Any] | None, account: str) -> int:
    """Return what a round's bank won or lost for the account that held it; 0 for any other account."""
    return bank["net_cents"] if bank is not None and bank["account"] == account else 0


def own_spot(spot: SpotBets) -> OwnSpotView:
    """Return a player's chips at one seat."""
    view: OwnSpotView = {"seat": spot.seat, "bettor": spot.bettor, "wagers": dict(spot.wagers)}
    if spot.promotional is not None:
        view["promotional_wagers"] = sorted(spot.promotional.wagers)
    return view


def total_placed_cents(spots: Sequence[OwnSpotView]) -> int:
    """Return the sum of a player's chips at all seats, in cents."""
    return sum(sum(spot["wagers"].values()) for spot in spots)


def bank_view(bank: Mapping[str, Any] | None, access: AccessLevel) -> BankView | None:
    """Return the bank of the player-dealer and its result, with the account for staff."""
    shape = BankView if access >= AccessLevel.OFFICE else PublicBankView
    return None if bank is None else cast("BankView", pick_fields(bank, shape))


DRAWN_MOST = 256
"""Most entries in the cache of `trends_view`; a table has one, and a second one just after a hand was played."""

_drawn: OrderedDict[int, tuple[TableTrends, RoundHistory, dict[str, Any]]] = OrderedDict()
_lock = Lock()


def trends_view(trends: TableTrends, history: RoundHistory) -> dict[str, Any]:
    """Return the past rounds, labelled as such; callers must not modify the result, because it is shared. [R23]"""
    with _lock:
        cached = _drawn.get(id(trends))
    # The entry has a reference to the trends object, so that no other object can get the same `id()`.
    if cached is not None and cached[0] is trends and cached[1] is history:
        return cached[2]
    drawn = trends.to_json(history)
    with _lock:
        _drawn[id(trends)] = trends, history, drawn
        while len(_drawn) > DRAWN_MOST:
            _drawn.popitem(last=False)
    return drawn
