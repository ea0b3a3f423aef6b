"""Promotional chips in a period, apart from cash and credit: given, staked, won with, ended, still out. [003 L135]

What was given, taken and ended is a sum of the ledger, in which promotional chips have accounts of their own; what was
staked and won is recounted from the rounds as they are kept, corrections with them. Some regulators let a house deduct
what was won with promotional chips, some count the chips it took as revenue: both figures are here, and none of it is
part of a drop or a handle.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from sqlalchemy import func, select

from croupier.cage.ledger_sums import Period, flows
from croupier.cage.reading import Reader
from croupier.cage.table_reports import promotional_counted
from croupier.store.schema import accounts, promotional_grants, rounds

GIVE = ("give-promotional", "redeem-coupon")
EXPIRE = ("expire-promotional",)


def promotional_report(reader: Reader, period: Period) -> dict[str, Any]:
    """The period; and what is out now, in players' hands and on layouts."""
    money = flows(reader, period)
    given = money.cents("promotions", "promo", commands=GIVE)
    expired = money.cents("promo", "promotions", commands=EXPIRE)
    kinds = select(accounts.c.kind, func.sum(accounts.c.balance)).group_by(accounts.c.kind)
    holds = {kind: int(cents) for kind, cents in reader.query(kinds)}
    out = holds.get("promo", 0) + holds.get("promo-stakes", 0)
    played = _played(reader, period)
    return {
        "given_cents": given,
        "promotional_staked_cents": played["promotional_staked_cents"],
        "promotional_taken_cents": money.net_to("promotions") + given - expired,
        "promotional_won_cents": played["promotional_won_cents"],
        "expired_cents": expired,
        "outstanding_cents": out,
        "agrees": out == -holds.get("promotions", 0),
    }


def campaign_report(reader: Reader, period: Period) -> list[dict[str, Any]]:
    """A line for each campaign that gave anything in the period."""
    wanted = select(
        promotional_grants.c.campaign,
        func.count(),
        func.count(promotional_grants.c.coupon_id),
        func.sum(promotional_grants.c.cents),
    )
    rows = reader.query(
        wanted.where(period.holds(promotional_grants.c.given_at)).group_by(promotional_grants.c.campaign)
    )
    left = _left_by_campaign(reader)
    return [
        {
            "campaign": campaign,
            "gifts": int(count),
            "coupons": int(coupons),
            "given_cents": int(cents),
            "outstanding_cents": left[campaign],
        }
        for campaign, count, coupons, cents in sorted(rows)
    ]


def _left_by_campaign(reader: Reader) -> Counter[str]:
    """What is left of each campaign in players' hands, whenever it was given."""
    wanted = select(promotional_grants.c.campaign, func.sum(accounts.c.balance)).join(
        accounts, accounts.c.name == promotional_grants.c.purse
    )
    return Counter(
        {campaign: int(cents) for campaign, cents in reader.query(wanted.group_by(promotional_grants.c.campaign))}
    )


def _played(reader: Reader, period: Period) -> Counter[str]:
    """What rounds of the period came to for promotional chips, as they stand after every correction."""
    said = rounds.c.body.contains('"promotional_cents"', autoescape=True)
    wanted = select(rounds.c.body).where(period.holds(rounds.c.ended_at), rounds.c.status != "void", said)
    played: Counter[str] = Counter()
    for (body,) in reader.query(wanted):
        played.update(promotional_counted(json.loads(body)["results"]))
    return played
