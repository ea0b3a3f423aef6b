"""Reports of tickets by terminal and by status, and of all redemption attempts (R35, R41, R46)."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from sqlalchemy import and_, case, func, select

from croupier.cage.ledger_sums import Period
from croupier.cage.reading import Reader
from croupier.cage.redemptions import PAID
from croupier.cage.ticket_numbers import is_valid, last_four
from croupier.cage.vouchers import PayoutMethod, VoucherStatus
from croupier.store.ledger_accounts import HAND_PAYS, VOUCHERS
from croupier.store.schema import accounts, redemptions, vouchers

LOG_MOST = 1000
EXPIRED = "expired"
TERMINAL_COLUMNS = (
    *("tickets_out", "tickets_out_cents", "hand_pays", "hand_pays_cents"),
    *("tickets_in", "tickets_in_cents", "refused"),
)


def terminal_report(reader: Reader, period: Period) -> list[dict[str, Any]]:
    """Return the tickets that each terminal printed and took in. (R35)"""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for terminal, form, tickets, cents in _printed(reader, period):
        column_name = "hand_pays" if form == PayoutMethod.HAND_PAY.value else "tickets_out"
        counts[terminal].update({column_name: int(tickets), f"{column_name}_cents": int(cents)})
    for terminal, outcome, tickets, cents in _taken_in(reader, period):
        if outcome == PAID:
            counts[terminal].update({"tickets_in": int(tickets), "tickets_in_cents": int(cents)})
        else:
            counts[terminal]["refused"] += int(tickets)
    return [
        {"terminal": name} | {column: counts[name][column] for column in TERMINAL_COLUMNS} for name in sorted(counts)
    ]


def _printed(reader: Reader, period: Period) -> Any:
    grouping = (vouchers.c.terminal_id, vouchers.c.kind)
    statement = select(*grouping, func.count(), func.sum(vouchers.c.cents)).group_by(*grouping)
    return reader.query(statement.where(period.holds(vouchers.c.issued_at), vouchers.c.terminal_id.is_not(None)))


def _taken_in(reader: Reader, period: Period) -> Any:
    grouping = (redemptions.c.terminal_id, redemptions.c.outcome)
    statement = select(*grouping, func.count(), func.sum(redemptions.c.cents)).group_by(*grouping)
    return reader.query(statement.where(period.holds(redemptions.c.at), redemptions.c.terminal_id.is_not(None)))


def voucher_report(reader: Reader, *, at: int) -> dict[str, Any]:
    """Return the number and amount of all tickets by status and form.

    The unpaid total must equal the balances of the accounts for tickets and hand pays; `agrees` says whether it does.
    """
    is_past = and_(vouchers.c.status == VoucherStatus.ISSUED.value, vouchers.c.expires_at <= at)
    standing = select(
        case((is_past, EXPIRED), else_=vouchers.c.status).label("status"), vouchers.c.kind, vouchers.c.cents
    ).subquery()
    grouping = (standing.c.status, standing.c.kind)
    rows = reader.query(
        select(*grouping, func.count(), func.sum(standing.c.cents)).group_by(*grouping).order_by(*grouping)
    )
    lines = [{"status": row[0], "form": row[1], "tickets": int(row[2]), "cents": int(row[3])} for row in rows]
    unpaid = sum(line["cents"] for line in lines if line["status"] in (VoucherStatus.ISSUED.value, EXPIRED))
    waiting = select(accounts.c.balance).where(accounts.c.name.in_((VOUCHERS, HAND_PAYS)))
    held = sum(row[0] for row in reader.query(waiting))
    return {"lines": lines, "unpaid_cents": unpaid, "held_cents": held, "agrees": unpaid == held}


def redemption_log(
    reader: Reader, period: Period, *, number: str | None = None, outcome: str | None = None, limit: int = LOG_MOST
) -> list[dict[str, Any]]:
    """Return redemption attempts, newest first; valid numbers are shown by their last four digits. (R46)"""
    statement = select(redemptions).where(period.holds(redemptions.c.at)).order_by(redemptions.c.id.desc())
    for column, wanted in ((redemptions.c.number, number), (redemptions.c.outcome, outcome)):
        statement = statement if wanted is None else statement.where(column == wanted)
    rows = reader.query(statement.limit(max(1, min(limit, LOG_MOST))))
    return [_attempt(dict(row._mapping)) for row in rows]


def _attempt(row: dict[str, Any]) -> dict[str, Any]:
    number = row.pop("number")
    return {**row, "ticket": f"…{last_four(number)}" if is_valid(number) else number}
