"""Report of promotional chips in a period: granted, staked, won with, expired, outstanding. [003 L135]

Amounts granted, taken and expired are sums of the ledger, in which promotional chips have separate accounts. Amounts
staked and won are recounted from the archived rounds, including corrections. Some regulators let a casino deduct what
was won with promotional chips, and some count the chips it took as revenue: the report has both figures. Neither is
part of a drop or a handle.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from sqlalchemy import func, select

from croupier.cage.ledger_sums import Period, flows
from croupier.cage.reading import Reader
from croupier.cage.table_reports import promotional_counts
from croupier.store.schema import accounts, promotional_grants, rounds

GIVE = ("give-promotional", "redeem-coupon")
EXPIRE = ("expire-promotional",)


def promotional_report(reader: Reader, period: Period) -> dict[str, Any]:
    """Return the amounts granted, staked, won and expired in the period, and the chips outstanding now."""
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
    """Return one row per campaign with grants in the period."""
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
    """Return the cents of promotional chips that players still have, by campaign; grants of every date count."""
    wanted = select(promotional_grants.c.campaign, func.sum(accounts.c.balance)).join(
        accounts, accounts.c.name == promotional_grants.c.purse
    )
    return Counter(
        {campaign: int(cents) for campaign, cents in reader.query(wanted.group_by(promotional_grants.c.campaign))}
    )


def _played(reader: Reader, period: Period) -> Counter[str]:
    """Return the promotional chips staked in the rounds of the period, and what they won, after all corrections."""
    has_promotional = rounds.c.body.contains('"promotional_cents"', autoescape=True)
    wanted = select(rounds.c.body).where(period.holds(rounds.c.ended_at), rounds.c.status != "void", has_promotional)
    played: Counter[str] = Counter()
    for (body,) in reader.query(wanted):
        played.update(promotional_counts(json.loads(body)["results"]))
    return played
