"""View of the supervisor's floor: one line for each table, and the alerts of the table in the order of their need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from croupier.cage.table_activity import TableActivity
from croupier.table.state import Jackpot, Phase, TableState
from croupier.views.jackpots_view import meter_title
from croupier.views.lobby_view import lobby_view
from croupier.views.models.floor import AlertKind, AlertUrgency, AlertView, FloorTableView
from croupier.views.models.table import TableLabelView
from croupier.views.next_step_view import next_step
from croupier.views.table_view import seats_view
from croupier.views.viewer import AccessLevel

IN_PLAY_MS = 120_000
"""A table stays in play for this long after a round, so that its line does not jump between two rounds."""
LATE_MS = 30_000
"""A dealer who has to act and enters nothing for this long is late."""
DEALERS_STEPS = frozenset({"read-card", "reveal-cards", "show-hand", "roll-dice", "call-result"})
"""Steps of a round that wait for the dealer alone. The others wait for players, who have a clock of their own."""
URGENCY: Mapping[AlertKind, AlertUrgency] = {
    "jackpot": "money",
    "back-out": "money",
    "correction": "stopped",
    "dispute": "stopped",
    "fault": "stopped",
    "call": "stopped",
    "dealing-late": "late",
    "notice": "late",
    "paused": "late",
}
LOUDEST_FIRST: tuple[AlertUrgency, ...] = ("money", "stopped", "late")


def floor_view(
    states: Iterable[TableState],
    at: int,
    meters: Mapping[str, int],
    labels: Mapping[str, TableLabelView],
    activity: Mapping[str, TableActivity],
) -> list[FloorTableView]:
    """Return one line for each table, ordered by table number, for staff."""
    by_name = {state.name: state for state in states}
    return [
        {**tile, **_staff_part(by_name[tile["table"]], at, activity[tile["table"]])}  # type: ignore[typeddict-item]
        for tile in lobby_view(by_name.values(), at, meters, labels)
    ]


def alerts_of(state: TableState, at: int, activity: TableActivity) -> list[AlertView]:
    """Return the alerts of a table that wait for staff: the most urgent first, then the longest waiting.

    While a request or a hold waits, late dealing gives no second alert; a pause does, because a person ordered it.
    """
    asked = [*_requests(state, activity), *_holds(state)]
    is_paused = state.paused_at is not None
    late = [] if asked and not is_paused else _late(state, at, activity)
    return sorted(
        [*asked, *late, *_notices(state)],
        key=lambda alert: (LOUDEST_FIRST.index(alert["urgency"]), alert["since"] or 0),
    )


def is_in_play(state: TableState, at: int, last_round_at: int | None) -> bool:
    """Return whether a round is being played at the table, or has just ended."""
    if state.phase is Phase.CLOSED:
        return False
    if state.phase is Phase.DEALING or (state.round is not None and state.round.spots):
        return True
    return last_round_at is not None and at - last_round_at < IN_PLAY_MS


def _staff_part(state: TableState, at: int, activity: TableActivity) -> dict[str, object]:
    current = state.round
    return {
        "is_in_play": is_in_play(state, at, activity.last_round_at),
        "players": sum(not one.bot and not one.third_party for one in state.seats.values()),
        "chairs": seats_view(state, None, AccessLevel.OFFICE),
        "next_step": next_step(state, at),
        "round": None if current is None else current.number,
        "cards_dealt": 0 if current is None else len(current.dealt),
        "rounds_last_hour": activity.rounds_last_hour,
        "alerts": alerts_of(state, at, activity),
    }


def _alert(kind: AlertKind, alert_id: str, since: int | None, text: str = "", round_id: str | None = None) -> AlertView:
    return {
        "id": alert_id,
        "kind": kind,
        "urgency": URGENCY[kind],
        "since": since,
        "text": text,
        "round": round_id,
        "seat": None,
        "cents": None,
        "meter": "",
    }


def _requests(state: TableState, activity: TableActivity) -> list[AlertView]:
    """Return the alerts that somebody has to answer: calls, corrections, jackpots and back-outs."""
    since = activity.case_times.get
    called = state.supervisor_called
    alerts = [] if called is None else [_alert("call", "call", since("call"), called)]
    alerts += [_alert("correction", one.id, since(one.id), one.reason, one.round) for one in state.corrections.values()]
    alerts += [_money(_alert("jackpot", one.id, since(one.id), "", one.round), state, one) for one in state.jackpots]
    paid = {one.id: one for one in state.paid_jackpots}
    for request in state.back_outs.values():
        alert = _alert("back-out", request.id, since(request.id), request.reason, request.round)
        alerts.append(_money(alert, state, paid[request.jackpot]) if request.jackpot in paid else alert)
    return alerts


def _money(alert: AlertView, state: TableState, jackpot: Jackpot) -> AlertView:
    return {**alert, "seat": jackpot.seat, "cents": jackpot.cents, "meter": meter_title(state, jackpot.meter)}


def _holds(state: TableState) -> list[AlertView]:
    return [
        _alert("dispute" if hold.why == "dispute" else "fault", hold.id, hold.since, hold.reason, hold.round)
        for hold in state.holds
    ]


def _late(state: TableState, at: int, activity: TableActivity) -> list[AlertView]:
    """Return the alerts of a table that stands still: paused, or its dealer has entered nothing for a while."""
    if state.paused_at is not None and state.phase is not Phase.CLOSED:
        return [_alert("paused", "paused", state.paused_at, state.paused_for)]
    if state.is_automated or not state.is_running or state.phase is not Phase.DEALING:
        return []
    last = activity.last_record_at
    step = next_step(state, at)
    if last is None or at - last < LATE_MS or step["command"] not in DEALERS_STEPS:
        return []
    return [_alert("dealing-late", "dealing", last, step["text"])]


def _notices(state: TableState) -> list[AlertView]:
    """Return the unread messages to the floor."""
    return [_alert("notice", notice.id, notice.at, notice.text) for notice in state.notices if notice.to == "floor"]
