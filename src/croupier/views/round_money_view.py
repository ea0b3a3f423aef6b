"""View of a round's money by seat, for staff: what each seat staked and what it gets, with the sums.

One base and one sign: a positive amount is what the seat gains, with its fee taken off and its jackpot included.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from croupier.table.round_figures import staked_by
from croupier.table.settings import TableSettings
from croupier.table.state import TableState
from croupier.views.layout_view import posted_wagers
from croupier.views.models.rounds import RoundMoneyView, SeatMoneyView, SeatWagerView
from croupier.views.results_view import result_of, totals_of

Spot = tuple[int, str]
"""Seat and account of a bettor: several people may bet at one seat."""


def archived_round_money(archived: Mapping[str, Any]) -> RoundMoneyView:
    """Return the money of a finished round; a void round moved none."""
    is_void, results, fees = archived["status"] == "void", archived["results"], archived["fees"]
    placed = [(spot["seat"], spot["account"], spot["wagers"]) for spot in archived["spots"]]
    decided = [(result["seat"], result["account"], {result["wager"]: result["cents"]}) for result in results]
    bank = archived["bank"]
    titles = _titles(TableSettings.model_validate(archived["settings"]))
    seats = _rows(decided or placed, titles, None if bank is None else (bank["seat"], bank["account"]))
    fee_shown: set[str] = set()
    for row in seats:
        account = row["account"]
        totals = totals_of([one for one in results if (one["seat"], one["account"]) == (row["seat"], account)])
        fee = 0 if account in fee_shown else fees.get(account, 0)
        fee_shown.add(account)
        row["gets_cents"] = 0 if is_void else result_of(totals, fee, bank if row["is_bank"] else None, account)
        row["fee_cents"] = 0 if is_void else fee
        row["jackpot_cents"] = totals["jackpot_cents"]
        if archived.get("put_in"):
            row["staked_cents"] = staked_by(archived, account)
    return _with_sums(seats)


def current_round_money(state: TableState) -> RoundMoneyView | None:
    """Return the stakes of the round in play, which gets nothing yet; None between rounds."""
    current = state.round
    if current is None:
        return None
    placed = [(spot.seat, spot.account, spot.wagers) for spot in current.spots.values()]
    added = [(one.seat, one.account, {one.wager: one.cents}) for one in current.added_wagers]
    bank = None if state.bank is None else (state.bank.seat, state.bank.account)
    return _with_sums(_rows([*placed, *added], _titles(state.settings), bank))


def _titles(settings: TableSettings) -> dict[str, str]:
    return {wager["id"]: wager["title"] for wager in posted_wagers(settings)}


def _rows(
    stakes: Iterable[tuple[int, str, Mapping[str, int]]], titles: Mapping[str, str], bank: Spot | None
) -> list[SeatMoneyView]:
    """Return a row for each bettor at each seat, ordered by seat, and one for the player-dealer."""
    by_spot: dict[Spot, dict[str, int]] = {}
    for seat, account, wagers in stakes:
        sums = by_spot.setdefault((seat, account), {})
        for wager, cents in wagers.items():
            sums[wager] = sums.get(wager, 0) + cents
    rows = [_row(spot, sums, titles, is_bank=False) for spot, sums in by_spot.items()]
    rows += [] if bank is None else [_row(bank, {}, titles, is_bank=True)]
    return sorted(rows, key=lambda row: row["seat"])


def _row(spot: Spot, sums: Mapping[str, int], titles: Mapping[str, str], *, is_bank: bool) -> SeatMoneyView:
    wagers: list[SeatWagerView] = [
        {"wager": wager, "title": titles.get(wager, wager), "cents": cents} for wager, cents in sums.items()
    ]
    return {
        "seat": spot[0],
        "account": spot[1],
        "is_bank": is_bank,
        "wagers": wagers,
        "staked_cents": sum(sums.values()),
        "fee_cents": 0,
        "jackpot_cents": 0,
        "gets_cents": None,
    }


def _with_sums(seats: list[SeatMoneyView]) -> RoundMoneyView:
    is_settled = bool(seats) and all(row["gets_cents"] is not None for row in seats)
    return {
        "seats": seats,
        "staked_cents": sum(row["staked_cents"] for row in seats),
        "jackpot_cents": sum(row["jackpot_cents"] for row in seats),
        "gets_cents": sum(row["gets_cents"] or 0 for row in seats) if is_settled else None,
    }
