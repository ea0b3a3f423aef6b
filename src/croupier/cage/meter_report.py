"""Reports of the state of meters and of the jackpots won (R48).

The overflow of a meter is an account of its own: contributions above the meter's ceiling wait there until the meter
starts again. The report checks that contributions + seeds + adjustments = current amount + overflow + payments. The
current amount and the overflow are balances of accounts; the other figures are sums of transfers. If the two sides
differ, the ledger is wrong.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from sqlalchemy import func, select
from typing_extensions import TypedDict

from croupier.cage.meters import HouseMeter, all_meters, find_meter
from croupier.cage.reading import Reader
from croupier.store.ledger_accounts import AccountName, kind_of, overflow
from croupier.store.schema import accounts, jackpots, transfers

HITS_SHOWN = 25
JACKPOTS_MOST = 1000
NO_RESERVE = "0"
"""Share of each stake that goes to a hidden reserve meter: none. A contribution goes to the meter or to its overflow.
"""
SIDES = {"seed": "seeded_cents", "adjust": "adjusted_cents", "jackpot": "paid_cents", "player": "paid_cents"}
"""Report field for money between a meter and another account, by that account's kind.

Every kind that is not listed here counts as a contribution, or as the reversal of one.
"""


class MeterReportRow(TypedDict):
    """State of one meter, its parameters, and the money that moved into and out of it."""

    id: str
    title: str
    status: str
    current_cents: int
    base_cents: int
    overflow_cents: int
    seed_cents: int
    contribution: str
    ceiling_cents: int | None
    reserve: str
    hits: int
    last_hits: list[dict[str, Any]]
    contributed_cents: int
    seeded_cents: int
    adjusted_cents: int
    paid_cents: int
    agrees: bool
    updated_at: int


def meter_report(reader: Reader, meter: str) -> MeterReportRow | None:
    """Return the report of one meter with the figures that the rules require. [9 NYCRR 5320.8(b)(1)-(6)]"""
    found = find_meter(reader, meter)
    return None if found is None else _report(reader, found)


def meters_report(reader: Reader) -> list[MeterReportRow]:
    return [_report(reader, found) for found in all_meters(reader)]


def _report(reader: Reader, meter: HouseMeter) -> MeterReportRow:
    current, ran_over = (_balance(reader, name) for name in (meter.account, overflow(meter.id)))
    sums = _sums(reader, meter)
    put_in = sums["contributed_cents"] + sums["seeded_cents"] + sums["adjusted_cents"]
    return {
        "id": meter.id,
        "title": meter.title,
        "status": meter.status,
        "current_cents": current,
        "base_cents": meter.base_cents,
        "overflow_cents": ran_over,
        "seed_cents": meter.parameters.seed_cents,
        "contribution": str(meter.parameters.contribution),
        "ceiling_cents": meter.parameters.ceiling_cents,
        "reserve": NO_RESERVE,
        "hits": _hits(reader, meter.id),
        "last_hits": jackpot_list(reader, meter=meter.id, limit=HITS_SHOWN),
        "contributed_cents": sums["contributed_cents"],
        "seeded_cents": sums["seeded_cents"],
        "adjusted_cents": sums["adjusted_cents"],
        "paid_cents": -sums["paid_cents"],
        "agrees": put_in == current + ran_over - sums["paid_cents"],
        "updated_at": meter.updated_at,
    }


def _balance(reader: Reader, account: AccountName) -> int:
    rows = reader.query(select(accounts.c.balance).where(accounts.c.name == account))
    return int(rows[0][0]) if rows else 0


def _sums(reader: Reader, meter: HouseMeter) -> Counter[str]:
    """Return the net cents that came to a meter, by report field such as `seeded_cents`.

    The meter's account and its overflow account count as one; money that was paid out of them is negative.
    """
    pot = (meter.account, overflow(meter.id))
    total: Counter[str] = Counter()
    for side, other_side, sign in (
        (transfers.c.credit, transfers.c.debit, 1),
        (transfers.c.debit, transfers.c.credit, -1),
    ):
        kinds = select(accounts.c.kind, func.sum(transfers.c.cents)).join_from(
            transfers, accounts, accounts.c.name == other_side
        )
        for kind, cents in reader.query(kinds.where(side.in_(pot), other_side.not_in(pot)).group_by(accounts.c.kind)):
            total[SIDES.get(kind_of(kind), "contributed_cents")] += sign * int(cents)
    return total


def _hits(reader: Reader, meter: str) -> int:
    counted = select(func.count()).where(
        jackpots.c.meter == meter, jackpots.c.status.not_in(("rejected", "backed-out"))
    )
    return int(reader.query(counted)[0][0])


def jackpot_list(
    reader: Reader,
    *,
    status: str | None = None,
    meter: str | None = None,
    table: str | None = None,
    limit: int = JACKPOTS_MOST,
) -> list[dict[str, Any]]:
    """Return jackpots, newest first, filtered by status, meter and table. (R50)"""
    statement = select(jackpots).order_by(jackpots.c.hit_at.desc(), jackpots.c.id.desc())
    for column, wanted in ((jackpots.c.status, status), (jackpots.c.meter, meter), (jackpots.c.table_name, table)):
        statement = statement if wanted is None else statement.where(column == wanted)
    rows = reader.query(statement.limit(max(1, min(limit, JACKPOTS_MOST))))
    return [dict(row._mapping) for row in rows]
