"""Routes of the back office: reports, trial balance, significant events, log audit. [R32-R40, R52, R53]"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from fastapi import Depends, Query, Response
from pydantic import AfterValidator, Field

from croupier.cage.cage_reports import cashier_report, house_report, shifts_report
from croupier.cage.day_report import DayFigures, day_report
from croupier.cage.event_review import PAGE_MOST, EventSearch, search_events
from croupier.cage.ledger_sums import Period
from croupier.cage.ledger_sums import trial_balance as count_trial_balance
from croupier.cage.meter_report import MeterReportRow, jackpot_list, meters_report
from croupier.cage.promotional_report import campaign_report, promotional_report
from croupier.cage.reading import Reader
from croupier.cage.table_reports import TableReportRow, pay_table_report, table_report, totals_of
from croupier.cage.ticket_reports import redemption_log, terminal_report, voucher_report
from croupier.csv_output import to_csv
from croupier.errors import Refused
from croupier.people.session import UserSession
from croupier.server.auth import CurrentRuntime, CurrentSession, require_permission
from croupier.server.error_responses import raise_if_refused
from croupier.server.routes.base import Moment, ResponseModel, routes, run_query
from croupier.server.runtime import Runtime
from croupier.store.log_audit import AuditReport, verify_log
from croupier.table.settings import TableName

router = routes("office")

Rows = Sequence[Mapping[str, Any]]


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("has a sign that cannot be printed")
    return text


PeriodName = Literal["today", "yesterday", "week", "month"]
LAST_DAYS = {"today": 1, "week": 7, "month": 30}
"""Number of gaming days in each named period, including today."""
Day = Annotated[date, Field(ge=date(1971, 1, 1), le=date(9000, 1, 1))]
"""Date on which a gaming day begins."""
SearchText = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_printable)]


@dataclass(frozen=True)
class ReportQuery:
    """Period and filters of a report."""

    period: Period
    at: int
    table: str | None = None
    recount: bool = False


def _vouchers(reader: Reader, report_query: ReportQuery) -> tuple[Rows, dict[str, Any]]:
    report_data = voucher_report(reader, at=report_query.at)
    return report_data.pop("lines"), report_data


def _trial_balance(reader: Reader, report_query: ReportQuery) -> tuple[Rows, dict[str, Any]]:
    report_data = count_trial_balance(reader, recount=report_query.recount)
    return report_data.pop("accounts"), report_data


def _lines(
    report: Callable[[Reader, ReportQuery], Rows],
) -> Callable[[Reader, ReportQuery], tuple[Rows, dict[str, Any]]]:
    return lambda reader, report_query: (report(reader, report_query), {})


REPORTS: Mapping[str, Callable[[Reader, ReportQuery], tuple[Rows, dict[str, Any]]]] = {
    "tables": _lines(lambda reader, report_query: table_report(reader, report_query.period, table=report_query.table)),
    "pay-tables": _lines(
        lambda reader, report_query: pay_table_report(reader, report_query.period, table=report_query.table)
    ),
    "house": _lines(lambda reader, report_query: [house_report(reader, report_query.period)]),
    "cashiers": _lines(lambda reader, report_query: cashier_report(reader, report_query.period)),
    "shifts": _lines(lambda reader, report_query: shifts_report(reader, report_query.period)),
    "terminals": _lines(lambda reader, report_query: terminal_report(reader, report_query.period)),
    "redemptions": _lines(lambda reader, report_query: redemption_log(reader, report_query.period)),
    "meters": _lines(lambda reader, report_query: meters_report(reader)),
    "jackpots": _lines(lambda reader, report_query: jackpot_list(reader, table=report_query.table)),
    "vouchers": _vouchers,
    "promotional": _lines(lambda reader, report_query: [promotional_report(reader, report_query.period)]),
    "campaigns": _lines(lambda reader, report_query: campaign_report(reader, report_query.period)),
    "trial-balance": _trial_balance,
}
ReportName = Literal[
    "tables", "pay-tables", "house", "cashiers", "shifts", "terminals", "redemptions", "meters", "jackpots",
    "vouchers", "promotional", "campaigns", "trial-balance",
]  # fmt: skip


class ReportBase(ResponseModel):
    """Part that all reports have: their period, totals and summary."""

    report: str
    since: int
    until: int
    totals: dict[str, int | str | None]
    """Total of each column of the report; None for a column that has no total."""
    summary: dict[str, Any]


class ReportResponse(ReportBase):
    """A report: its rows, totals and summary."""

    rows: list[dict[str, Any]]


class TableReportResponse(ReportBase):
    """The report of the tables: a row for each table with activity in the period."""

    rows: list[TableReportRow]


class DayReportResponse(ResponseModel):
    """The report of a day: wagered, win and hold of the house, its expectation, collection and drop."""

    first_day: date
    """Date on which the first gaming day of the period begins."""
    is_running: bool
    """Whether the period ends now, so that its last hour is not over."""
    since: int
    until: int
    figures: DayFigures


class MeterReportResponse(ReportBase):
    """The report of the meters: a row for each meter."""

    rows: list[MeterReportRow]


ReportT = TypeVar("ReportT", bound=ReportBase)


class SignificantEventResponse(ResponseModel):
    """A significant event: its code, text and time, and who or what caused it."""

    id: int
    at: int
    code: str
    text: str
    actor: str | None
    table_name: str | None
    device: str | None
    stream: str | None
    seq: int | None


class SignificantEventPageResponse(ResponseModel):
    """A page of significant events, newest first.

    `next` is the value of `before` for the following page; None on the last page.
    """

    events: list[SignificantEventResponse]
    next: int | None


class AuditFinding(ResponseModel):
    where: str
    message: str


class AuditResponse(ResponseModel):
    """Counts and findings of an audit; the first finding of a stream names its first bad record."""

    is_sound: bool
    streams: int
    records: int
    transfers: int
    accounts: int
    checkpoints: int
    signatures_checked: bool
    second_copy: Literal["compared", "missing", "none"]
    findings: list[AuditFinding]


AS_LINES: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}


@dataclass(frozen=True)
class ReportParameters:
    """Query parameters of a report, by default of today as JSON.

    `period`, `first_day` and `last_day` are gaming days in the house's time zone. `since` and `until` are times in
    milliseconds that replace the start and end of these days.
    """

    since: Moment | None = None
    until: Moment | None = None
    period: PeriodName = "today"
    first_day: Day | None = None
    last_day: Day | None = None
    table: TableName | None = None
    recount: bool = False
    form: Annotated[Literal["json", "csv"], Query(alias="format")] = "json"


Parameters = Annotated[ReportParameters, Depends()]


@router.get("/reports/tables", response_model=TableReportResponse, responses=AS_LINES)
async def tables_report(session: CurrentSession, runtime: CurrentRuntime, parameters: Parameters) -> Any:
    """Return the activity of each table in a period, as JSON or CSV."""
    return await _report(TableReportResponse, "tables", session, runtime, parameters)


@router.get("/reports/day")
async def report_of_the_day(
    session: CurrentSession, runtime: CurrentRuntime, parameters: Parameters
) -> DayReportResponse:
    """Return wagered, win and hold of the house with what was expected, by table and hour; fees and drop apart.

    With `table`, all figures are those of one table.
    """
    require_permission(session, "view-reports")
    days = _days(runtime, parameters.period, parameters.first_day, parameters.last_day)
    period = _period(days, parameters.since, parameters.until)
    figures = await run_query(runtime, lambda reader: day_report(reader, period, table=parameters.table))
    return DayReportResponse(
        first_day=runtime.house.limit_tracker.calendar.date_of(period.since),
        is_running=period.until > runtime.now(),
        since=period.since,
        until=period.until,
        figures=figures,
    )


@router.get("/reports/meters", response_model=MeterReportResponse, responses=AS_LINES)
async def meter_state_report(session: CurrentSession, runtime: CurrentRuntime, parameters: Parameters) -> Any:
    """Return the state of each meter, as JSON or CSV."""
    return await _report(MeterReportResponse, "meters", session, runtime, parameters)


@router.get("/reports/{name}", response_model=ReportResponse, responses=AS_LINES)
async def report(name: ReportName, session: CurrentSession, runtime: CurrentRuntime, parameters: Parameters) -> Any:
    """Return a report of a period as JSON or CSV."""
    return await _report(ReportResponse, name, session, runtime, parameters)


@router.get("/trial-balance")
async def trial_balance(session: CurrentSession, runtime: CurrentRuntime, recount: bool = False) -> ReportResponse:
    """Return all accounts and the proof that their sum is zero; `recount` also adds up the whole ledger."""
    parameters = ReportParameters(recount=recount)
    balance = await _report(ReportResponse, "trial-balance", session, runtime, parameters)
    assert isinstance(balance, ReportResponse)
    return balance


async def _report(
    kind: type[ReportT], name: str, session: UserSession, runtime: Runtime, parameters: ReportParameters
) -> ReportT | Response:
    """Return a report as a model of its kind, or as CSV."""
    require_permission(session, "view-reports")
    days = _days(runtime, parameters.period, parameters.first_day, parameters.last_day)
    period = _period(days, parameters.since, parameters.until)
    report_query = ReportQuery(period, runtime.now(), parameters.table, parameters.recount)
    rows, summary = await run_query(runtime, lambda reader: REPORTS[name](reader, report_query))
    if parameters.form == "csv":
        headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
        return Response(to_csv(rows), media_type="text/csv; charset=utf-8", headers=headers)
    return kind.model_validate(
        {
            "report": name,
            "since": period.since,
            "until": period.until,
            "rows": rows,
            "totals": totals_of(rows),
            "summary": summary,
        }
    )


@router.get("/events")
async def events(
    session: CurrentSession,
    runtime: CurrentRuntime,
    code: SearchText | None = None,
    text: SearchText | None = None,
    actor: SearchText | None = None,
    table: SearchText | None = None,
    device: SearchText | None = None,
    since: Moment | None = None,
    until: Moment | None = None,
    day: Day | None = None,
    before: Moment | None = None,
    limit: Annotated[int, Query(ge=1, le=PAGE_MOST)] = 100,
) -> SignificantEventPageResponse:
    """Search significant events by code, text, person, table, device, and time or gaming day, in pages."""
    require_permission(session, "search-events")
    if day is not None:
        period = _period(_days(runtime, "today", day, day), since, until)
        since, until = period.since, period.until
    search = EventSearch(code, text, actor, table, device, since, until)
    found = await run_query(runtime, lambda reader: search_events(reader, search, before=before, limit=limit))
    return SignificantEventPageResponse(
        events=[SignificantEventResponse(**one) for one in found["events"]], next=found["next"]
    )


@router.get("/audit")
async def audit(session: CurrentSession, runtime: CurrentRuntime) -> AuditResponse:
    """Audit the whole log in a thread while the server runs."""
    require_permission(session, "verify-log")
    copy = _second_copy(runtime)
    is_there = copy is not None and await runtime.run_in_thread(copy.is_file)
    found = await runtime.run_in_thread(
        verify_log, runtime.house.store, runtime.house.keys.public_text, copy if is_there else None
    )
    return _audit(found, "none" if copy is None else "compared" if is_there else "missing")


def _days(runtime: Runtime, period: PeriodName, first_day: date | None, last_day: date | None) -> Period:
    """Return the period of the requested gaming days, which ends at the current time at the latest."""
    calendar, now = runtime.house.limit_tracker.calendar, runtime.now()
    if period == "yesterday":
        today = calendar.last_days(now, 1).starts_at
        since, until = calendar.last_days(now, 2).starts_at, today
    else:
        since, until = calendar.last_days(now, LAST_DAYS[period])
    if first_day is not None:
        since = calendar.days_between(first_day, first_day).starts_at
    if last_day is not None:
        until = calendar.days_between(last_day, last_day).ends_at
    return Period(since, min(until, now + 1))


def _period(days: Period, since: int | None, until: int | None) -> Period:
    """Return the period with its start and end replaced by the given times; refuse an empty period."""
    period = Period(days.since if since is None else since, days.until if until is None else until)
    if period.since >= period.until:
        raise_if_refused(Refused("request/invalid", "A period ends after it begins."))
    return period


def _second_copy(runtime: Runtime) -> Path | None:
    named = runtime.config.checkpoints.copy_to
    return Path(named) if named else None


def _audit(found: AuditReport, second_copy: Literal["compared", "missing", "none"]) -> AuditResponse:
    return AuditResponse(
        is_sound=found.is_sound,
        streams=found.streams,
        records=found.records,
        transfers=found.transfers,
        accounts=found.accounts,
        checkpoints=found.checkpoints,
        signatures_checked=found.signatures_checked,
        second_copy=second_copy,
        findings=[AuditFinding(where=one.where, message=one.message) for one in found.findings],
    )
