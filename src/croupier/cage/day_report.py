"""Report of one period for the office: wagered, win and hold of the house, and how far the win is from its expectation.

Win is what the house kept of the wagers at rounds that it banked. At rounds that players bank, and between players, the
house earns fees: they are the collection, and the bank's result is nobody's win here. Jackpots are paid from their
meters and are not in the win. Bots and void rounds are in no figure.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import select
from typing_extensions import TypedDict

from croupier.cage.expectation import Expectation, luck_figures
from croupier.cage.ledger_sums import TABLE, Period, events_of
from croupier.cage.reading import Reader
from croupier.cage.shifts import HOUSE
from croupier.cage.table_reports import BUY_INS, ROUNDS, event_counts, is_drop, percent, table_report
from croupier.store.schema import rounds

HOUR_MS = 3_600_000
HOURS_MOST = 36
"""Number of hours that the report lists, in case a wrong clock gives a longer period."""
ROUNDS_PER_PAGE = 400
VOID = "void"


class LuckRow(TypedDict):
    """Figures of luck, rounded for display; see `expectation.LuckFigures`."""

    expected_cents: int | None
    deviation_cents: int | None
    deviations: str | None
    is_within_luck: bool | None
    one_day_in: int | None
    is_deviation_bound: bool
    rounds_without_sheet: int


class HouseBankedRow(LuckRow):
    """Wagers that the house banked: at one table, or at all."""

    rounds: int
    wagered_cents: int
    win_cents: int
    hold_percent: str | None
    """Win ÷ wagered, in per cent."""


class TableLuckRow(HouseBankedRow):
    """One table that the house banked."""

    table: str


class HourRow(TypedDict):
    """One hour of the rounds that the house banked.

    The expectation is that of the hour's wagers, without the rounds that have no par sheet.
    """

    since: int
    until: int
    rounds: int
    wagered_cents: int
    win_cents: int
    expected_cents: int | None
    rounds_without_sheet: int


class CollectionRow(TypedDict):
    """Fees of one table at which players bank or play against each other."""

    table: str
    rounds: int
    collection_cents: int


class DropRow(TypedDict):
    """Money put into terminals and tables, by its form: cash, tickets or play money."""

    drop_cents: int
    cash_cents: int
    tickets_cents: int
    play_money_cents: int


class DayFigures(TypedDict):
    """Figures of the office for one period."""

    house: HouseBankedRow
    expected_percent: str | None
    """Expected win ÷ wagered, in per cent; None if a round has no par sheet."""
    tables: list[TableLuckRow]
    """Tables that the house banked, the highest win first."""
    hours: list[HourRow]
    collection_cents: int
    collections: list[CollectionRow]
    """Tables with fees, the highest first."""
    earned_cents: int
    """Win and collection."""
    drop: DropRow


def day_report(reader: Reader, period: Period, *, table: str | None = None) -> DayFigures:
    """Return the figures of a period for all tables or for one, from the same records as the report of the tables."""
    by_table: dict[str, Counter[str]] = defaultdict(Counter)
    by_hour: dict[int, Counter[str]] = defaultdict(Counter)
    fee_rounds: Counter[str] = Counter()
    for logged in events_of(reader, period, ROUNDS, stream=None if table is None else TABLE + table):
        event = logged.event
        if _is_house_banked(event):
            counts = event_counts(event)
            by_table[logged.table].update(counts)
            by_hour[_hour_of(period, event["at"])].update(counts)
        elif event["kind"] == "round-settled":
            fee_rounds[logged.table] += 1
    luck_by_table, luck_by_hour = _expectations(reader, period, table)
    house_tables = [name for name, count in by_table.items() if count["rounds"] or count["hold_cents"]]
    tables: list[TableLuckRow] = [
        {"table": name, **_house_row(by_table[name], luck_by_table[name])} for name in house_tables
    ]
    tables.sort(key=lambda row: (-row["win_cents"], row["table"]))
    together, luck = Counter[str](), Expectation()
    for name in house_tables:
        together.update(by_table[name])
        luck.add(luck_by_table[name])
    house = _house_row(together, luck)
    revenue = {row["table"]: row["revenue_cents"] for row in table_report(reader, period, table=table)}
    collections = _collections(revenue, by_table, fee_rounds)
    collected = sum(row["collection_cents"] for row in collections)
    expected = None if luck.rounds_without_sheet else luck.expected
    return {
        "house": house,
        "expected_percent": None if expected is None else percent(expected, house["wagered_cents"]),
        "tables": tables,
        "hours": [_hour_row(period, number, by_hour[number], luck_by_hour[number]) for number in _hours(period)],
        "collection_cents": collected,
        "collections": collections,
        "earned_cents": house["win_cents"] + collected,
        "drop": _drop(reader, period, table),
    }


def _is_house_banked(event: Mapping[str, Any]) -> bool:
    return event["kind"] != "round-voided" and event.get("bank") is None and not event.get("between")


def _house_row(count: Counter[str], luck: Expectation) -> HouseBankedRow:
    win = count["hold_cents"]
    return {
        "rounds": count["rounds"],
        "wagered_cents": count["wagered_cents"],
        "win_cents": win,
        "hold_percent": percent(win, count["wagered_cents"]),
        **_luck_row(luck, win),
    }


def _luck_row(luck: Expectation, win: int) -> LuckRow:
    figures: LuckRow = asdict(luck_figures(luck, win))  # type: ignore[assignment]
    return figures


def _collections(
    revenue: Mapping[str, int], by_table: Mapping[str, Counter[str]], fee_rounds: Counter[str]
) -> list[CollectionRow]:
    """Return the part of each table's revenue that is no win on wagers."""
    rows: list[CollectionRow] = [
        {
            "table": name,
            "rounds": fee_rounds[name],
            "collection_cents": cents - (by_table[name]["hold_cents"] if name in by_table else 0),
        }
        for name, cents in revenue.items()
    ]
    kept = [row for row in rows if row["rounds"] or row["collection_cents"]]
    return sorted(kept, key=lambda row: (-row["collection_cents"], row["table"]))


def _hours(period: Period) -> range:
    return range(min(HOURS_MOST, -(-(period.until - period.since) // HOUR_MS)))


def _hour_of(period: Period, at: int) -> int:
    return min((at - period.since) // HOUR_MS, HOURS_MOST - 1)


def _hour_row(period: Period, number: int, count: Counter[str], luck: Expectation) -> HourRow:
    since = period.since + number * HOUR_MS
    figures = luck_figures(luck, count["hold_cents"])
    return {
        "since": since,
        "until": min(since + HOUR_MS, period.until),
        "rounds": count["rounds"],
        "wagered_cents": count["wagered_cents"],
        "win_cents": count["hold_cents"],
        "expected_cents": figures.expected_cents,
        "rounds_without_sheet": figures.rounds_without_sheet,
    }


def _expectations(
    reader: Reader, period: Period, table: str | None
) -> tuple[dict[str, Expectation], dict[int, Expectation]]:
    """Return the expectations of the rounds that ended in the period, by table and by hour."""
    by_table: dict[str, Expectation] = defaultdict(Expectation)
    by_hour: dict[int, Expectation] = defaultdict(Expectation)
    for archived in _archived_rounds(reader, period, table):
        if archived.get("bank") is None and not archived.get("between"):
            luck = Expectation()
            luck.add_round(archived)
            by_table[archived["table"]].add(luck)
            by_hour[_hour_of(period, archived["ended_at"])].add(luck)
    return by_table, by_hour


def _archived_rounds(reader: Reader, period: Period, table: str | None) -> Iterator[dict[str, Any]]:
    """Yield the rounds that were settled in the period; the archive is read in pages."""
    ended = select(rounds.c.id, rounds.c.body).where(period.holds(rounds.c.ended_at), rounds.c.status != VOID)
    if table is not None:
        ended = ended.where(rounds.c.table_name == table)
    last = ""
    page: Sequence[Any] = [None] * ROUNDS_PER_PAGE
    while len(page) == ROUNDS_PER_PAGE:
        page = reader.query(ended.where(rounds.c.id > last).order_by(rounds.c.id).limit(ROUNDS_PER_PAGE))
        for name, body in page:
            last = name
            yield json.loads(body)


def _drop(reader: Reader, period: Period, table: str | None) -> DropRow:
    cents: Counter[str] = Counter()
    for logged in events_of(reader, period, BUY_INS, stream=HOUSE):
        if is_drop(logged.event) and logged.event["table"] == (table or logged.event["table"]):
            cents[logged.event["kind"]] += logged.event["cents"]
    return {
        "drop_cents": cents.total(),
        "cash_cents": cents["cash-bought-in"],
        "tickets_cents": cents["voucher-paid"],
        "play_money_cents": cents["play-money-granted"],
    }
