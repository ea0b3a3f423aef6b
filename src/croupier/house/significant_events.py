"""Map table events to significant events: code and text for searches. [R52]"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from croupier.money.cents import Cents, format_dollars
from croupier.table import events as e

LARGE_WIN_CENTS = 10_000_00


def _money(cents: int) -> str:
    return format_dollars(Cents(cents))


def _irregular(event: e.IrregularityReported) -> str:
    """Return the text about an irregularity; the text does not name the card, which may be face down."""
    return f"{event.what}: {event.reason} [{event.cite}]"


def _correction_requested(event: e.CorrectionRequested) -> str:
    return f"{event.id}: {event.round}, card {event.place} to {event.card}: {event.reason}"


def _confirmed(event: e.JackpotConfirmed) -> str:
    return f"{event.id} was confirmed." if event.paid else f"{event.id} was confirmed; an executive is awaited."


def _backed_out(event: e.JackpotBackedOut) -> str:
    went = f"{_money(event.meter_before_cents)} to {_money(event.meter_after_cents)}"
    return f"{event.id}: {_money(event.cents)} went back; {event.meter} from {went}: {event.reason}"


def _card_corrected(event: e.CardCorrected) -> str:
    """Return the text about a corrected card; a card that is still face down is not named."""
    if event.place in event.face_down:
        return f"Card {event.place}, which lies face down, was put right."
    return f"Card {event.place}: read {event.was}, it is {event.card}."


def _numbers(thrown: Sequence[int]) -> str:
    return " ".join(map(str, thrown))


def _what_changes(event: e.ChangeAnnounced) -> str:
    return "; ".join(f"{one['title']}: {one['was']} to {one['becomes']}" for one in event.changes) or "other settings"


def _accommodation(event: e.AccommodationRecorded) -> str:
    whom = "the dealer" if event.seat is None else f"seat {event.seat}"
    return f"For {whom}: {event.what}"


TABLE_EVENT_CODES: Mapping[str, tuple[str, Callable[[Any], str]]] = {
    "table-opened": ("table/opened", lambda _: "The table was opened."),
    "table-closed": ("table/closed", lambda _: "The table was closed."),
    "table-paused": ("table/paused", lambda event: f"The table was paused: {event.reason}."),
    "table-resumed": ("table/resumed", lambda event: f"The table went on after {event.stood_ms // 1000} s."),
    "settings-changed": (
        "table/settings",
        lambda event: f"Version {event.version}: {event.settings.rulebook}, {event.settings.mode}.",
    ),
    "irregularity-reported": ("irregularity", _irregular),
    "card-corrected": ("card/corrected", _card_corrected),
    "dice-corrected": (
        "dice/corrected",
        lambda event: f"The {event.what} were entered as {_numbers(event.was)}; they show {_numbers(event.numbers)}.",
    ),
    "round-voided": ("round/void", lambda event: f"Round {event.round} is void: {event.reason}."),
    "correction-requested": ("correction/asked", _correction_requested),
    "round-corrected": (
        "correction/approved",
        lambda event: f"{event.round}, card {event.place}: {event.was} was read; it is {event.card}.",
    ),
    "correction-rejected": ("correction/refused", lambda event: f"{event.id}: {event.reason}"),
    "hold-placed": ("hold/placed", lambda event: f"{event.id}: {event.reason}"),
    "hold-lifted": ("hold/lifted", lambda event: f"{event.id}: {event.reason}"),
    "step-completed": ("step/done", lambda event: f"{event.id}: {event.step}, by {event.name or event.by}."),
    "step-verified": ("step/verified", lambda event: f"{event.id} was confirmed by {event.name or event.by}."),
    "recut-ordered": ("step/recut", lambda event: f"The cards are cut again: {event.reason}"),
    "notice-sent": ("notice/given", lambda event: f"{event.id}, to {event.to}: {event.text}"),
    "notice-acknowledged": (
        "notice/seen",
        lambda event: f"{event.id} was seen{' late' if event.late else ''} by {event.name or event.by}.",
    ),
    "change-announced": ("change/announced", lambda event: f"{event.id}: {_what_changes(event)}."),
    "change-withdrawn": ("change/withdrawn", lambda event: f"{event.id}: {event.reason}"),
    "dispute-referred": (
        "dispute/referred",
        lambda event: f"{event.id} to {event.to} {event.reference}".strip() + ".",
    ),
    "accommodation-recorded": ("accommodation", _accommodation),
    "supervisor-called": ("table/call", lambda event: f"A supervisor is called. {event.note}".strip()),
    "jackpot-hit": (
        "jackpot/hit",
        lambda event: f"{event.meter}: {_money(event.cents)} at seat {event.seat}, {event.id}.",
    ),
    "jackpot-confirmed": ("jackpot/confirmed", _confirmed),
    "jackpot-rejected": ("jackpot/rejected", lambda event: f"{event.id}: {event.reason}"),
    "back-out-requested": (
        "jackpot/back_out_asked",
        lambda event: f"{event.id}: {event.jackpot}, {_money(event.cents)} at seat {event.seat}: {event.reason}",
    ),
    "back-out-rejected": ("jackpot/back_out_refused", lambda event: f"{event.id}: {event.reason}"),
    "jackpot-backed-out": ("jackpot/backed_out", _backed_out),
}


def significant_entries(event: e.Event) -> list[tuple[str, str]]:
    """Return code and text of each significant event in a table event."""
    if isinstance(event, e.RoundSettled):
        return [("win/large", _large_win(event, one)) for one in event.results if one["net_cents"] >= LARGE_WIN_CENTS]
    found = TABLE_EVENT_CODES.get(event.kind)
    return [(found[0], found[1](event))] if found else []


def _large_win(event: e.RoundSettled, one: Mapping[str, Any]) -> str:
    return f"{_money(one['net_cents'])} on {one['wager']} at seat {one['seat']}, round {event.round}."


ALARMS = frozenset(
    {"shoe/impossible_card", "card/not_due", "settings/mode", "table/round_in_progress", "approval/own"}
    | {"step/seal_broken", "step/not_sound", "step/cut_place"}
)
"""Refusals that are also recorded as significant events: forbidden attempts and equipment errors. [R11, R15]"""

OTHER_CODES = frozenset(
    {"server/started", "server/stopped", "clock/set", "clock/unsynchronised", "clock/synchronised"}
    | {"software/changed", "software/verified", "software/altered", "configuration/changed"}
    | {"log/verified", "log/altered", "checkpoint/copy", "log/copy", "export/made", "backup/made", "bundle/made"}
    | {"login/lockout", "login/guessing", "login/unlocked"}
    | {"factor/set_up", "factor/recovery", "factor/taken_off"}
    | {"exclusion/break", "exclusion/6-months", "exclusion/1-year", "exclusion/5-years", "exclusion/permanent"}
    | {"exclusion/lifted"}
    | {"cage/cash-out-second", "cage/hand-pay-due", "cage/hand-pay", "cage/voucher-void", "cage/voucher-reprint"}
    | {"cage/over-short", "cage/coupon-reprint"}
    | {"meter/created", "meter/changed", "meter/adjusted", "meter/stopped", "meter/started"}
    | {"device/paired", "device/mac", "device/replay", "device/no_shoe", "device/cut_card", "device/misread"}
    | {"device/empty", "device/door", "device/gap", "device/number_used", "device/impossible_card"}
    | {"device/out_of_turn", "device/missing_cards", "device/silent", "device/back"}
    | {"events/seen"}
    | {"printer/not_printed", "printer/back", "printer/offline", "printer/paper", "printer/fault"}
)
"""Codes of significant events from the server, people, cage, meters, devices and printers."""

ALL_CODES = frozenset({code for code, _ in TABLE_EVENT_CODES.values()} | {"win/large"} | ALARMS | OTHER_CODES)
"""All codes of significant events; a test raises each of them (tests/significant_kinds.py). [R52]"""
