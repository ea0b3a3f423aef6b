"""Views of progressive meters and jackpots. [R47, R51; 58 Pa. Code 605a.7(a)(1)]"""

from __future__ import annotations

from collections.abc import Mapping

from croupier.table.state import BackOutRequest, Jackpot, TableState
from croupier.views.layout_view import house_meter
from croupier.views.models.jackpots import JackpotView, PaidJackpotView, ProgressiveView
from croupier.views.viewer import AccessLevel


def progressives_view(state: TableState, meters: Mapping[str, int]) -> list[ProgressiveView]:
    """Return the amount of each meter, for everybody; a meter that cannot be read has the amount None."""
    return [
        {
            "meter": meter.id,
            "title": _short_title(state, meter.id),
            "wager": meter.wager,
            "linked": house_meter(state, meter.id),
            "cents": meters.get(house_meter(state, meter.id)),
            "hit_cents": sum(one.cents for one in state.jackpots if one.meter == meter.id) or None,
        }
        for meter in state.rules.meters
    ]


def jackpots_view(state: TableState, own: str | None, access: AccessLevel) -> list[JackpotView]:
    """Return the jackpots that wait for confirmation, in the order of payment. [R50]"""
    return [_jackpot(state, one, own, access) for one in state.jackpots]


def paid_jackpots_view(state: TableState) -> list[PaidJackpotView]:
    """Return the paid jackpots, newest first, with any request to reverse the payment. [003 L433, L623]"""
    requests = {jackpot.jackpot: jackpot for jackpot in state.back_outs.values()}
    return [_paid(state, jackpot, requests.get(jackpot.id)) for jackpot in reversed(state.paid_jackpots)]


def _paid(state: TableState, jackpot: Jackpot, request: BackOutRequest | None) -> PaidJackpotView:
    return {
        "id": jackpot.id,
        "round": jackpot.round,
        "meter": jackpot.meter,
        "title": meter_title(state, jackpot.meter),
        "wager": jackpot.wager,
        "seat": jackpot.seat,
        "account": jackpot.account,
        "cents": jackpot.cents,
        "paid_by": jackpot.paid_by,
        "back_out": None if request is None else {"id": request.id, "reason": request.reason, "by": request.by},
    }


def meter_title(state: TableState, meter: str) -> str:
    """Return the title of a meter; the table may no longer have the meter, then return its id."""
    written = state.rules.rulebook.written.meter.get(meter)
    return written.title if written is not None and written.title else meter


def _short_title(state: TableState, meter: str) -> str:
    return state.rules.rulebook.written.meter[meter].short_title or meter_title(state, meter)


def _jackpot(state: TableState, jackpot: Jackpot, own: str | None, access: AccessLevel) -> JackpotView:
    view: JackpotView = {
        "id": jackpot.id,
        "round": jackpot.round,
        "meter": jackpot.meter,
        "title": meter_title(state, jackpot.meter),
        "wager": jackpot.wager,
        "seat": jackpot.seat,
        "cents": jackpot.cents,
        "is_own": own is not None and jackpot.account == own,
    }
    if access >= AccessLevel.OFFICE:
        view["account"], view["confirmed_by"] = jackpot.account, jackpot.confirmed_by
    return view
