"""Coupons: printed numbers that can be redeemed once for promotional chips, by any player. [003 L135]

A coupon has no value in the ledger until it is redeemed. Its amount then becomes a promotional grant that ends at the
coupon's end. The number is stored in the coupon's row and printed on paper; the log has only its digest, as for
tickets.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from datetime import UTC, tzinfo
from enum import StrEnum
from hashlib import sha256
from typing import Any

from sqlalchemy import func, insert, select, update

from croupier.cage.entry_checks import amount_refusal, player_refusal, reason_refusal
from croupier.cage.promotional_grants import (
    CITE,
    GrantResult,
    PromotionalGrantRules,
    campaign_refusal,
    credit_grant,
    ends_refusal,
    giver_refusal,
    signed_by,
)
from croupier.cage.reading import Reader
from croupier.cage.shifts import HOUSE
from croupier.cage.ticket_document import Ticket, TicketKind
from croupier.cage.ticket_numbers import last_four, new_number, parse_number
from croupier.cards.random_source import RandomSource
from croupier.errors import BadInput, Refused
from croupier.money.cents import Cents, format_dollars
from croupier.people.roles import Role
from croupier.store.ledger_accounts import AccountName
from croupier.store.schema import coupons
from croupier.store.unit_of_work import UnitOfWork

COUPONS_AT_ONCE_MOST = 200
PLAYED_NOT_CASHED = "Good once for promotional chips, which are played and never cashed."


class CouponStatus(StrEnum):
    """Status of a coupon: printed, redeemed or void.

    There is no status for an expired coupon: it stays "printed" and is refused because of its end time.
    """

    PRINTED = "printed"
    REDEEMED = "redeemed"
    VOID = "void"


@dataclass(frozen=True)
class Coupon:
    """One coupon as stored in the database."""

    id: int
    number: str = field(repr=False)
    cents: int
    campaign: str
    status: str
    printed_at: int
    printed_by: str
    ends_at: int
    account: AccountName | None = None
    redeemed_at: int | None = None
    redeemed_by: str | None = None
    void_reason: str | None = None

    @property
    def last_four(self) -> str:
        return last_four(self.number)

    def ticket(
        self,
        *,
        house: str,
        site: str,
        issuer: str,
        help_line: str,
        demonstration: bool,
        zone: tzinfo = UTC,
        copy: int = 0,
    ) -> Ticket:
        """Return the coupon as a ticket to print."""
        return Ticket(
            house=house,
            site=site,
            issuer=issuer,
            issued_at=self.printed_at,
            cents=self.cents,
            number=self.number,
            expires_at=self.ends_at,
            help_line=help_line,
            demonstration=demonstration,
            kind=TicketKind.COUPON,
            zone=zone,
            copy=copy,
            note=f"{self.campaign}. {PLAYED_NOT_CASHED}",
        )


def coupon_digest(number: str) -> str:
    """Return the digest that identifies a coupon in the log."""
    return sha256(f"croupier coupon\n{number}".encode()).hexdigest()


def print_coupons(
    uow: UnitOfWork,
    *,
    count: int,
    cents: int,
    campaign: str,
    ends_at: int,
    by: str,
    role: Role,
    rules: PromotionalGrantRules,
    chance: RandomSource,
    day_starts_at: int,
    second: str | None = None,
    key: str | None = None,
) -> list[Coupon] | Refused:
    """Create coupons of one campaign, each with its own number; `second` is the second person who signed."""
    if type(count) is not int or not 1 <= count <= COUPONS_AT_ONCE_MOST:
        return Refused("coupon/count", f"Print 1 to {COUPONS_AT_ONCE_MOST} coupons at once.")
    if refused := amount_refusal(cents) or campaign_refusal(campaign) or ends_refusal(uow.at, ends_at, rules):
        return refused
    if cents > rules.most_for(role):
        most = format_dollars(Cents(rules.most_for(role)))
        return Refused("promotional/over_limit", f"A {role} prints coupons of up to {most} each.")
    if refused := giver_refusal(uow, count * cents, by, second, day_starts_at, rules):
        return refused
    first = int(uow.query(select(func.coalesce(func.max(coupons.c.id), 0)))[0][0]) + 1
    created = [
        Coupon(number, new_number(chance), cents, campaign.strip(), CouponStatus.PRINTED.value, uow.at, by, ends_at)
        for number in range(first, first + count)
    ]
    uow.write(insert(coupons), *(asdict(one) for one in created))
    uow.append_record(
        HOUSE, actor=by, command="print-coupons", events=[_printed(one, second) for one in created], key=key
    )
    return created


def _printed(one: Coupon, second: str | None) -> dict[str, Any]:
    named = {"kind": "coupon-printed", "coupon_id": one.id, "digest": coupon_digest(one.number)}
    facts = {"cents": one.cents, "campaign": one.campaign, "ends_at": one.ends_at}
    return {**named, **facts, **signed_by(second)}


def redeem_coupon(
    uow: UnitOfWork, *, number: str, account: AccountName, by: str, terminal: str | None = None, key: str | None = None
) -> GrantResult | Refused:
    """Redeem a coupon at a terminal or the cage: its amount becomes promotional chips, once."""
    if refused := player_refusal(uow, account):
        return refused
    found = find_coupon(uow, number)
    if isinstance(found, Refused):
        return found
    if refused := _done_refusal(found, uow.at):
        return refused
    given = credit_grant(
        uow,
        account=account,
        cents=found.cents,
        campaign=found.campaign,
        reason=f"coupon ending in {found.last_four}",
        ends_at=found.ends_at,
        by=by,
        key=key,
        command="redeem-coupon",
        coupon={"coupon_id": found.id, "digest": coupon_digest(found.number), "terminal": terminal},
    )
    if isinstance(given, Refused):
        return given
    change = {"status": CouponStatus.REDEEMED.value, "account": account, "redeemed_at": uow.at, "redeemed_by": by}
    uow.write(update(coupons).where(coupons.c.id == found.id), change)
    return given


def void_coupon(uow: UnitOfWork, *, number: str, by: str, reason: str, key: str | None = None) -> Coupon | Refused:
    """Void a coupon that has not been redeemed."""
    if refused := reason_refusal(reason):
        return refused
    found = find_coupon(uow, number)
    if isinstance(found, Refused):
        return found
    if found.status != CouponStatus.PRINTED.value:
        return _done_refusal(found, uow.at) or Refused("coupon/void", "This coupon is void.")
    uow.write(
        update(coupons).where(coupons.c.id == found.id), {"status": CouponStatus.VOID.value, "void_reason": reason}
    )
    event = {"kind": "coupon-voided", "coupon_id": found.id, "digest": coupon_digest(found.number), "reason": reason}
    uow.append_record(HOUSE, actor=by, command="void-coupon", events=[event], key=key)
    return found


def coupons_between(reader: Reader, first: int, last: int, at: int) -> list[Coupon]:
    """Return the coupons with ids from `first` to `last` that can still be redeemed at the time `at`.

    At most `COUPONS_AT_ONCE_MOST` coupons are read.
    """
    run = select(coupons).where(coupons.c.id >= first, coupons.c.id <= last).order_by(coupons.c.id)
    found = [Coupon(**row._mapping) for row in reader.query(run.limit(COUPONS_AT_ONCE_MOST))]
    return [one for one in found if _done_refusal(one, at) is None]


def reprint_coupons(
    uow: UnitOfWork, *, first: int, last: int, by: str, reason: str, key: str | None = None
) -> list[Coupon] | Refused:
    """Reprint coupons that were not printed properly; the numbers stay the same, so each is redeemed once."""
    if refused := reason_refusal(reason):
        return refused
    left = coupons_between(uow, first, last, uow.at)
    if not left:
        return Refused("coupon/used", "None of these coupons can still be redeemed.", (CITE,))
    event = {"kind": "coupons-reprinted", "coupon_ids": [one.id for one in left], "reason": reason}
    uow.append_record(HOUSE, actor=by, command="reprint-coupons", events=[event], key=key)
    words = f"{len(left)} coupons of {format_dollars(Cents(left[0].cents))} were printed again: {reason}"
    uow.note_significant_event("cage/coupon-reprint", words, actor=by)
    return left


def find_coupon(reader: Reader, typed: str) -> Coupon | Refused:
    """Return the coupon with a typed or scanned number, or a refusal."""
    try:
        number = parse_number(typed)
    except BadInput as bad:
        return Refused("coupon/damaged_number", f"This number was misread: {bad.problems[0].message}.")
    rows = reader.query(select(coupons).where(coupons.c.number == number))
    return Coupon(**rows[0]._mapping) if rows else Refused("coupon/not_found", "No coupon has this number.", (CITE,))


def _done_refusal(coupon: Coupon, at: int) -> Refused | None:
    amount = format_dollars(Cents(coupon.cents))
    match coupon.status:
        case CouponStatus.REDEEMED.value:
            return Refused("coupon/used", f"This coupon of {amount} was used already: a coupon is good once.", (CITE,))
        case CouponStatus.VOID.value:
            return Refused("coupon/void", f"This coupon of {amount} was made void: {coupon.void_reason}", (CITE,))
    if at >= coupon.ends_at:
        return Refused("coupon/expired", f"This coupon of {amount} has ended.", (CITE,))
    return None
