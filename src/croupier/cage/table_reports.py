"""Reports per table of wagers, wins and revenue, and per pay table of the actual return (R32, R33, R39).

Wagers and wins are recounted from the settled rounds in the log, money from the ledger: two sources for the same
figures. At a table that the house banks, `hold_cents` is what bettors lost: the house's win, its commission and
contributions to meters. At a table that a player banks, that amount is `bank_cents`, and the house's hold is its
commission alone. `revenue_cents` is what the house earned at either kind of table, including collection fees, and
`hold_percent` is revenue as a percentage of wagers. Bots of a demonstration are excluded. All these figures are credit:
winnings on promotional chips are included, the chips are not; `revenue_with_promotional_cents` adds the promotional
chips that the house took.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sqlalchemy import select
from typing_extensions import TypedDict

from croupier.cage.ledger_sums import TABLE, LoggedEvent, MoneyFlows, Period, events_of, flows
from croupier.cage.reading import Reader
from croupier.cage.shifts import HOUSE
from croupier.store.ledger_accounts import is_player
from croupier.store.schema import rounds, vouchers
from croupier.table.round_figures import RETURNED, hold_cents, in_action, net_cents, wagered_cents

ROUNDS = ("round-settled", "round-voided", "round-corrected")
BUY_INS = ("cash-bought-in", "play-money-granted", "voucher-paid")
ROUNDS_PER_QUERY = 400


class TableReportRow(TypedDict):
    """Activity of one table in a period."""

    table: str
    rounds: int
    voided: int
    corrections: int
    drop_cents: int
    tickets_out_cents: int
    hand_pays_cents: int
    wagered_cents: int
    won_cents: int
    corrected_cents: int
    hold_cents: int
    hold_percent: str | None
    bank_cents: int
    revenue_cents: int
    promotional_staked_cents: int
    promotional_won_cents: int
    promotional_taken_cents: int
    revenue_with_promotional_cents: int
    house_cents: int
    collection_cents: int
    commission_cents: int
    contributed_cents: int
    jackpots_hit_cents: int
    jackpots_paid_cents: int
    jackpots_backed_out_cents: int


def table_report(reader: Reader, period: Period, *, table: str | None = None) -> list[TableReportRow]:
    """Return one row per table with activity in the period."""
    stream = None if table is None else TABLE + table
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for logged in events_of(reader, period, ROUNDS, stream=stream):
        counts[logged.table].update(event_counts(logged.event))
    for logged in events_of(reader, period, BUY_INS, stream=HOUSE):
        if is_drop(logged.event) and logged.event["table"] == (table or logged.event["table"]):
            counts[logged.event["table"]].update({"drop_cents": logged.event["cents"]})
    _count_tickets(reader, period, table, counts)
    money = flows(reader, period)
    moved = money.tables if table is None else money.tables & {table}
    return [_line(name, counts[name], money) for name in sorted(moved | counts.keys())]


def event_counts(event: dict[str, Any]) -> dict[str, int]:
    """Return the counts and cents that one event of a round adds to the report of its table."""
    match event["kind"]:
        case "round-voided":
            return {"voided": 1}
        case "round-corrected":
            banker = (event.get("bank") or {}).get("account")
            to_bank = event["differences"].get(banker, 0)
            gave = sum(event["differences"].values()) - to_bank
            return {"corrections": 1, "corrected_cents": gave, "bank_cents": to_bank, "hold_cents": -gave - to_bank}
    results = in_action(event)
    wagered = wagered_cents(event)
    promotional = promotional_counts(results)
    face_net = sum(one["net_cents"] - one["jackpot_cents"] for one in results)
    bank = event.get("bank")
    return {
        "rounds": 1,
        "wagered_cents": wagered,
        "won_cents": wagered + net_cents(event),
        "face_won_cents": wagered + promotional["promotional_staked_cents"] + face_net,
        **promotional,
        "jackpots_hit_cents": sum(one["jackpot_cents"] for one in results),
        "hold_cents": hold_cents(event),
        "bank_cents": 0 if bank is None else bank["net_cents"],
        "fees_of_bots_cents": _fees_of_bots(event),
    }


def _fees_of_bots(event: dict[str, Any]) -> int:
    """Return the fees that bots paid in games between seats: they are in the collection account but are not revenue."""
    bots = event.get("bots", ())
    return sum(one["commission_cents"] for one in event["results"] if event.get("between") and one["account"] in bots)


def promotional_counts(results: Iterable[dict[str, Any]]) -> dict[str, int]:
    """Return the promotional chips that were at risk in these results, and the winnings paid on them, in cents."""
    funded = [one for one in results if one.get("promotional_cents") and one["result"] != RETURNED]
    won = sum(max(0, one["net_cents"]) * one["promotional_cents"] // one["cents"] for one in funded)
    return {
        "promotional_staked_cents": sum(one["promotional_cents"] for one in funded),
        "promotional_won_cents": won,
    }


def is_drop(event: dict[str, Any]) -> bool:
    """Return whether an event is a buy-in for a table: cash, play money, or a ticket redeemed to credit."""
    to_credit = event["kind"] != "voucher-paid" or is_player(event["to"])
    return bool(event.get("table")) and to_credit


def _count_tickets(reader: Reader, period: Period, table: str | None, counts: dict[str, Counter[str]]) -> None:
    wanted = select(vouchers.c.table_name, vouchers.c.kind, vouchers.c.cents).where(
        period.holds(vouchers.c.issued_at), vouchers.c.table_name.is_not(None)
    )
    for name, kind, cents in reader.query(wanted):
        if name == (table or name):
            counts[name].update({"hand_pays_cents" if kind == "hand-pay" else "tickets_out_cents": cents})


def _line(table: str, count: Counter[str], money: MoneyFlows) -> TableReportRow:
    stream = TABLE + table
    collection = money.net_to("drop", stream=stream)
    taken = money.net_to("promotions", stream=stream)
    revenue = count["hold_cents"] + collection - count["fees_of_bots_cents"]
    return {
        "table": table,
        "rounds": count["rounds"],
        "voided": count["voided"],
        "corrections": count["corrections"],
        "drop_cents": count["drop_cents"],
        "tickets_out_cents": count["tickets_out_cents"],
        "hand_pays_cents": count["hand_pays_cents"],
        "wagered_cents": count["wagered_cents"],
        "won_cents": count["won_cents"],
        "corrected_cents": count["corrected_cents"],
        "hold_cents": count["hold_cents"],
        "hold_percent": percent(revenue, count["wagered_cents"]),
        "bank_cents": count["bank_cents"],
        "revenue_cents": revenue,
        "promotional_staked_cents": count["promotional_staked_cents"],
        "promotional_won_cents": count["promotional_won_cents"],
        "promotional_taken_cents": taken,
        "revenue_with_promotional_cents": revenue + taken,
        "house_cents": money.net_to("house", stream=stream),
        "collection_cents": collection,
        "commission_cents": money.net_to("commission", stream=stream),
        "contributed_cents": _contributed(money, stream),
        "jackpots_hit_cents": count["jackpots_hit_cents"],
        "jackpots_paid_cents": money.cents("jackpot", "player", stream=stream),
        "jackpots_backed_out_cents": money.cents("player", "jackpot", stream=stream),
    }


def _contributed(money: MoneyFlows, stream: str) -> int:
    """Return the net cents that went from a table to meters and to their overflow accounts."""
    pots, banks = ("meter", "overflow"), ("house", "bank", "stakes")
    put_in = sum(money.cents(bank, pot, stream=stream) for pot in pots for bank in banks)
    return put_in - sum(money.cents(pot, bank, stream=stream) for pot in pots for bank in banks)


def pay_table_report(reader: Reader, period: Period, *, table: str | None = None) -> list[dict[str, Any]]:
    """Return the actual return of each game at each table, by version of the rules. (R33)"""
    stream = None if table is None else TABLE + table
    settled = [
        logged for logged in events_of(reader, period, ROUNDS, stream=stream) if logged.event["kind"] != "round-voided"
    ]
    versions = _versions(reader, settled)
    counts: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for logged in settled:
        counts[logged.table, *versions.get(logged.event["round"], ("", "", ""))].update(event_counts(logged.event))
    return [_return(key, count) for key, count in sorted(counts.items())]


def _versions(reader: Reader, settled: Iterable[LoggedEvent]) -> dict[str, tuple[str, str, str]]:
    """Return the rulebook, version and digest of the rules for each of these rounds, by round id."""
    names = sorted({logged.event["round"] for logged in settled})
    found: dict[str, tuple[str, str, str]] = {}
    for start in range(0, len(names), ROUNDS_PER_QUERY):
        some = names[start : start + ROUNDS_PER_QUERY]
        statement = select(rounds.c.id, rounds.c.rulebook, rounds.c.version, rounds.c.digest).where(
            rounds.c.id.in_(some)
        )
        found |= {row[0]: (row[1], row[2], row[3]) for row in reader.query(statement)}
    return found


def _return(key: tuple[str, ...], count: Counter[str]) -> dict[str, Any]:
    table, rulebook, version, digest = key
    # The return of a game does not depend on who paid for the chips, so promotional chips count like others.
    wagered, won = count["wagered_cents"] + count["promotional_staked_cents"], count["face_won_cents"]
    paid = won + count["corrected_cents"]
    return {
        "table": table,
        "rulebook": rulebook,
        "version": version,
        "digest": digest,
        "rounds": count["rounds"],
        "wagered_cents": wagered,
        "won_cents": won,
        "corrected_cents": count["corrected_cents"],
        "jackpots_hit_cents": count["jackpots_hit_cents"],
        "return_percent": percent(paid, wagered),
    }


def percent(part: int | Fraction, whole: int) -> str | None:
    """Return a percentage with four decimal places, truncated; None if `whole` is zero."""
    if whole == 0:
        return None
    hundredths = int(Fraction(part * 1_000_000, whole))
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 10_000}.{abs(hundredths) % 10_000:04d}"


ReportRow = Mapping[str, Any]
ReportTotals = dict[str, int | str | None]

COUNTED = (
    *("rounds", "voided", "corrections", "tickets", "tickets_out", "tickets_in", "hand_pays", "hits"),
    *("gifts", "coupons", "tickets_issued", "hand_pays_paid", "jackpots_paid"),
)
SHARES: Mapping[str, tuple[tuple[str, ...], str]] = {
    "hold_percent": (("revenue_cents",), "wagered_cents"),
    "return_percent": (("won_cents", "corrected_cents"), "wagered_cents"),
}
"""Percentage columns, each with the columns of its numerator and the column of its denominator.

In the totals, a percentage is computed from the summed columns; percentages are never added.
"""


def totals_of(rows: Sequence[ReportRow]) -> ReportTotals:
    """Return the sum of each column of money or counts, and the percentages computed from these sums."""
    columns = dict.fromkeys(key for row in rows for key in row)
    summed = [key for key in columns if key == "cents" or key.endswith("_cents") or key in COUNTED]
    totals: ReportTotals = {key: _sum(rows, key) for key in summed}
    for key, (parts, whole) in SHARES.items():
        if key in columns:
            totals[key] = percent(sum(_sum(rows, part) for part in parts), _sum(rows, whole))
    return totals


def _sum(rows: Sequence[ReportRow], key: str) -> int:
    return sum(row.get(key) or 0 for row in rows)
