"""Sums of the chips on a table's layout, so that no screen adds up money."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from croupier.money.bets import SEATED
from croupier.rulebook.wagers import OfferedWager
from croupier.views.models.seats import PlacedChipsView, SeatStakeView, StakesView, StakeView, WagerStakeView

Chips = Sequence[PlacedChipsView]
LINE = "line"


def stake_sums(chips: Chips, wagers: Mapping[str, OfferedWager], *, is_staff: bool) -> StakesView:
    """Return the sums of all chips on the layout: in total, by seat and by wager."""
    lines = {chip["wager"] for chip in chips if wagers[chip["wager"]].group == LINE}
    on_lines = _sum(chip for chip in chips if chip["wager"] in lines) if _has_several_lines(wagers) else 0
    view: StakesView = {
        "cents": _sum(chips),
        "promotional_cents": _sum(_promotional(chips)),
        "seats": [_of_seat(seat, chips) for seat in sorted({chip["seat"] for chip in chips})],
        "wagers": [
            _of_wager(name, of_wager, on_lines if name in lines else 0)
            for name in wagers
            if (of_wager := [chip for chip in chips if chip["wager"] == name])
        ],
        "own": _by_seat_and_wager([chip for chip in chips if chip["is_own"]]),
    }
    if is_staff:
        view["all"] = _by_seat_and_wager(chips)
    return view


def _has_several_lines(wagers: Mapping[str, OfferedWager]) -> bool:
    return sum(wager.group == LINE for wager in wagers.values()) > 1


def _of_seat(seat: int, chips: Chips) -> SeatStakeView:
    there = [chip for chip in chips if chip["seat"] == seat]
    return {
        "seat": seat,
        "cents": _sum(there),
        "seated_cents": _sum(chip for chip in there if chip["bettor"] == SEATED),
        "promotional_cents": _sum(_promotional(there)),
    }


def _of_wager(name: str, chips: Chips, on_lines: int) -> WagerStakeView:
    own = [chip for chip in chips if chip["is_own"]]
    others = [chip for chip in chips if not chip["is_own"]]
    cents = _sum(chips)
    return {
        "wager": name,
        "cents": cents,
        "bettors": _bettors(chips),
        "own_cents": _sum(own),
        "own_wins_cents": sum(chip.get("wins_cents") or 0 for chip in own),
        "others_cents": _sum(others),
        "other_bettors": _bettors(others),
        "line_percent": (200 * cents + on_lines) // (2 * on_lines) if on_lines else None,
    }


def _by_seat_and_wager(chips: Chips) -> list[StakeView]:
    places = dict.fromkeys((chip["seat"], chip["wager"]) for chip in chips)
    return [
        {
            "seat": seat,
            "wager": wager,
            "cents": _sum(chip for chip in chips if (chip["seat"], chip["wager"]) == (seat, wager)),
        }
        for seat, wager in places
    ]


def _promotional(chips: Chips) -> Chips:
    return [chip for chip in chips if chip.get("is_promotional")]


def _bettors(chips: Chips) -> int:
    return len({(chip["seat"], chip["bettor"]) for chip in chips})


def _sum(chips: Iterable[PlacedChipsView]) -> int:
    return sum(chip["cents"] for chip in chips)
