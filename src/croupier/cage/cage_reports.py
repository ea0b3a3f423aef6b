"""Reports of money into and out of the cage, in total and by cashier and shift (R32, R35)."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, or_, select

from croupier.cage.ledger_sums import Period, flows
from croupier.cage.promotional_report import EXPIRE, GIVE
from croupier.cage.reading import Reader
from croupier.cage.shifts import Shift, find_shift
from croupier.store.ledger_accounts import HAND_PAYS, VOUCHERS, drawer, owner_of
from croupier.store.schema import accounts, records, shifts, transfers

PAYING = ("redeem-voucher", "buy-in", "pay-hand-pay")


def house_report(reader: Reader, period: Period) -> dict[str, Any]:
    """Return the cage's total cash, tickets, hand pays, jackpots and promotional chips. [58 Pa. Code 605a.5(d)]"""
    money = flows(reader, period)
    return {
        "cash_in_cents": money.cents("drawer", "player", commands=("buy-in",)),
        "play_money_cents": money.cents("outside", "player"),
        "tickets_issued": money.moves("player", VOUCHERS),
        "tickets_issued_cents": money.cents("player", VOUCHERS),
        "tickets_to_credit_cents": money.cents(VOUCHERS, "player", commands=PAYING),
        "tickets_to_cash_cents": money.cents(VOUCHERS, "drawer"),
        "tickets_void_cents": money.cents(VOUCHERS, commands=("void-voucher",)),
        "hand_pays_due_cents": money.cents("player", HAND_PAYS),
        "hand_pays_paid": money.moves(HAND_PAYS, "drawer"),
        "hand_pays_paid_cents": money.cents(HAND_PAYS, "drawer"),
        "hand_pays_void_cents": money.cents(HAND_PAYS, commands=("void-voucher",)),
        "jackpots_paid": money.moves("jackpot", "player"),
        "jackpots_paid_cents": money.cents("jackpot", "player"),
        "jackpots_backed_out_cents": money.cents("player", "jackpot"),
        "promotional_given_cents": money.cents("promotions", "promo", commands=GIVE),
        "promotional_expired_cents": money.cents("promo", "promotions", commands=EXPIRE),
        "over_short_cents": money.net_to("over-short"),
        "adjusted_cents": money.net_to("adjust"),
    }


def cashier_report(reader: Reader, period: Period) -> list[dict[str, Any]]:
    """Return the cash that each cashier took and paid in the period, by shift. (R35)"""
    counts = _drawers(reader, period.holds(records.c.at))
    statement = select(shifts).where(shifts.c.id.in_(sorted(counts))).order_by(shifts.c.id)
    return [_cashier(Shift(**row._mapping), counts[row.id]) for row in reader.query(statement)]


def shift_report(reader: Reader, shift: int) -> dict[str, Any] | None:
    """Return the report of one shift, from its float to its final count, or None if there is no such shift.

    `expected_cents` is the cash that the drawer should contain now, or should have contained at the count.
    """
    found = find_shift(reader, shift)
    return None if found is None else _shift(reader, found)


def shifts_report(reader: Reader, period: Period) -> list[dict[str, Any]]:
    """Return the reports of all shifts that were open at some time in the period."""
    still = or_(shifts.c.closed_at.is_(None), shifts.c.closed_at >= period.since)
    statement = select(shifts).where(shifts.c.opened_at < period.until, still).order_by(shifts.c.id)
    return [_shift(reader, Shift(**row._mapping)) for row in reader.query(statement)]


IN_AND_OUT = {
    ("in", "player"): "cash_in_cents",
    ("in", "vault"): "from_vault_cents",
    ("in", "over-short"): "over_cents",
    ("out", VOUCHERS): "tickets_paid_cents",
    ("out", HAND_PAYS): "hand_pays_cents",
    ("out", "vault"): "to_vault_cents",
    ("out", "over-short"): "short_cents",
}
"""Report column for cash that enters ("in") or leaves ("out") a drawer, by the kind of the account on the other side.
"""


def _drawers(reader: Reader, wanted: ColumnElement[bool]) -> dict[int, Counter[str]]:
    """Return the cents that moved into and out of each drawer, by shift number and report column.

    `wanted` is the SQL condition for the records that count. A drawer is an asset, so cash that enters it is a debit.
    """
    into, out = transfers.c.debit, transfers.c.credit
    moved = [("in", row) for row in reader.query(_moves(into, out, wanted))]
    moved += [("out", row) for row in reader.query(_moves(out, into, wanted))]
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    for direction, (name, kind, cents) in moved:
        counts[int(owner_of(name))][IN_AND_OUT[direction, kind]] += int(cents)
    return counts


def _moves(side: ColumnElement[str], other: ColumnElement[str], wanted: ColumnElement[bool]) -> Select[Any]:
    drawers, counterparties = accounts.alias("mine"), accounts.alias("theirs")
    joined = (
        transfers.join(records, and_(transfers.c.stream == records.c.stream, transfers.c.seq == records.c.seq))
        .join(drawers, drawers.c.name == side)
        .join(counterparties, counterparties.c.name == other)
    )
    statement = select(drawers.c.name, counterparties.c.kind, func.sum(transfers.c.cents)).select_from(joined)
    return statement.where(wanted, drawers.c.kind == "drawer").group_by(drawers.c.name, counterparties.c.kind)


def _cashier(shift: Shift, count: Counter[str]) -> dict[str, Any]:
    identity = {"shift": shift.id, "cashier": shift.cashier, "opened_at": shift.opened_at, "closed_at": shift.closed_at}
    return identity | {column: count[column] for column in IN_AND_OUT.values()}


def _shift(reader: Reader, shift: Shift) -> dict[str, Any]:
    name = drawer(shift.id)
    count = _drawers(reader, or_(transfers.c.debit == name, transfers.c.credit == name))[shift.id]
    cash_in = count["from_vault_cents"] + count["cash_in_cents"]
    balance = reader.query(select(accounts.c.balance).where(accounts.c.name == name))
    return {
        **_cashier(shift, count),
        "float_cents": shift.float_cents,
        "fills_cents": count["from_vault_cents"] - shift.float_cents,
        "expected_cents": cash_in - count["tickets_paid_cents"] - count["hand_pays_cents"],
        "counted_cents": shift.counted_cents,
        "over_short_cents": shift.over_short_cents,
        "drawer_cents": -balance[0][0] if balance else 0,
        "is_open": shift.is_open,
    }
