"""Promotional chips: granted to a player for a campaign, valid until an end time, never cashed. [003 L135]

A grant is one amount with one end time; what is left of it is the balance of its own account, such as `promo:7/3`. The
grant that ends first is played first, and at its end time the rest returns to the house.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass

from sqlalchemy import func, insert, select

from croupier.cage.entry_checks import amount_refusal, is_second_person, player_refusal, reason_refusal
from croupier.cage.reading import Reader
from croupier.cage.shifts import HOUSE
from croupier.errors import Refused
from croupier.money.cents import Cents, format_dollars
from croupier.people.roles import SECOND_PERSON_CITES, Role
from croupier.store.ledger_accounts import PROMOTIONS, AccountName, grant_account, user_id_of
from croupier.store.record import Transfer
from croupier.store.schema import accounts, coupons, promotional_grants
from croupier.store.unit_of_work import UnitOfWork

DAY_MS = 24 * 60 * 60 * 1000
CITE = "003 L135"
SIGNING_ROLES = ("supervisor", "admin")
"""Roles that may sign as second person, when a grant exceeds what one person may give alone."""
CAMPAIGN_LENGTH_MOST = 60
GRANTS_PER_PLAYER_MOST = 100
"""Most active grants of one player: each has an account, and all are read with every wager."""


@dataclass(frozen=True)
class PromotionalGrantRules:
    """The casino's limits on amounts and duration of promotional grants."""

    most_by_role: tuple[tuple[Role, int], ...] = ((Role.CASHIER, 100_00), (Role.SUPERVISOR, 500_00))
    """Most cents that each role may grant at once."""
    player_day_most_cents: int = 1_000_00
    """Most cents that one player may be granted in a day, by all staff together."""
    days_most: int = 90
    giver_day_most_cents: int = 1_000_00
    """Most cents that one person may grant and print in a day alone; more needs a second person."""

    def most_for(self, role: Role) -> int:
        return dict(self.most_by_role).get(role, 0)


@dataclass(frozen=True)
class PromotionalGrant:
    """One grant of promotional chips to a player: amount, campaign, reason and end time."""

    id: int
    account: AccountName
    """Credit account of the player who received the grant."""
    purse: AccountName
    """Name of the account that has the chips left of the grant, such as `promo:7/3`."""
    cents: int
    campaign: str
    reason: str
    given_at: int
    given_by: str
    ends_at: int
    coupon_id: int | None = None


@dataclass(frozen=True)
class GrantResult:
    """New promotional grant and its transaction number."""

    gift: PromotionalGrant
    record: str
    """Transaction number of the log record, for example `house#123`."""


def grant(
    uow: UnitOfWork,
    *,
    account: AccountName,
    cents: int,
    campaign: str,
    reason: str,
    ends_at: int,
    by: str,
    role: Role,
    rules: PromotionalGrantRules,
    day_starts_at: int,
    second: str | None = None,
    key: str | None = None,
) -> GrantResult | Refused:
    """Grant promotional chips to a player within the casino's limits; `second` is the second person who signed."""
    refused = (
        player_refusal(uow, account)
        or amount_refusal(cents)
        or campaign_refusal(campaign)
        or reason_refusal(reason)
        or ends_refusal(uow.at, ends_at, rules)
        or _role_refusal(cents, role, rules)
        or _day_refusal(uow, account, cents, day_starts_at, rules)
        or giver_refusal(uow, cents, by, second, day_starts_at, rules)
    )
    return refused or credit_grant(
        uow,
        account=account,
        cents=cents,
        campaign=campaign,
        reason=reason,
        ends_at=ends_at,
        by=by,
        second=second,
        key=key,
    )


def credit_grant(
    uow: UnitOfWork,
    *,
    account: AccountName,
    cents: int,
    campaign: str,
    reason: str,
    ends_at: int,
    by: str,
    second: str | None = None,
    key: str | None = None,
    command: str = "give-promotional",
    coupon: dict[str, object] | None = None,
) -> GrantResult | Refused:
    """Create a grant and its account, and transfer the chips; `coupon` has the log's fields of a redeemed coupon."""
    if len(active_grants(uow, account, uow.at)) >= GRANTS_PER_PLAYER_MOST:
        message = "This player has too many gifts already; some have to be played, or end, first."
        return Refused("promotional/too_many_grants", message)
    number = int(uow.query(select(func.coalesce(func.max(promotional_grants.c.id), 0)))[0][0]) + 1
    coupon_id = coupon["coupon_id"] if coupon else None
    assert coupon_id is None or isinstance(coupon_id, int)
    purse = grant_account(user_id_of(account) or 0, number)
    grant_row = PromotionalGrant(
        number, account, purse, cents, campaign.strip(), reason.strip(), uow.at, by, ends_at, coupon_id
    )
    uow.write(insert(promotional_grants), asdict(grant_row))
    event_fields = {
        name: value for name, value in asdict(grant_row).items() if name not in ("id", "given_at", "given_by")
    }
    event = {"kind": "promotional-granted", "gift": grant_row.id, **event_fields, **signed_by(second)}
    used = [{"kind": "coupon-redeemed", "account": account, **coupon}] if coupon else []
    lines = [Transfer(PROMOTIONS, grant_row.purse, cents)]
    record = uow.append_record(HOUSE, actor=by, command=command, events=[event, *used], transfers=lines, key=key)
    return GrantResult(grant_row, record.name)


def campaign_refusal(campaign: str) -> Refused | None:
    if 2 <= len(campaign.strip()) <= CAMPAIGN_LENGTH_MOST and campaign.isprintable():
        return None
    message = f"Name the campaign, on one line of 2 to {CAMPAIGN_LENGTH_MOST} characters."
    return Refused("promotional/campaign", message)


def ends_refusal(at: int, ends_at: int, rules: PromotionalGrantRules) -> Refused | None:
    if type(ends_at) is int and at < ends_at <= at + rules.days_most * DAY_MS:
        return None
    return Refused("promotional/ends", f"They end after now, and within {rules.days_most} days.")


def _role_refusal(cents: int, role: Role, rules: PromotionalGrantRules) -> Refused | None:
    most = rules.most_for(role)
    if cents <= most:
        return None
    reason_text = (
        f"A {role} gives up to {format_dollars(Cents(most))} at once; {format_dollars(Cents(cents))} is over it."
    )
    return Refused("promotional/over_limit", reason_text)


def _day_refusal(
    uow: UnitOfWork, account: AccountName, cents: int, day_starts_at: int, rules: PromotionalGrantRules
) -> Refused | None:
    given = select(func.coalesce(func.sum(promotional_grants.c.cents), 0)).where(
        promotional_grants.c.account == account,
        promotional_grants.c.given_at >= day_starts_at,
        promotional_grants.c.coupon_id.is_(None),
    )
    left = rules.player_day_most_cents - int(uow.query(given)[0][0])
    if cents <= left:
        return None
    most, rest = format_dollars(Cents(rules.player_day_most_cents)), format_dollars(Cents(max(0, left)))
    return Refused("promotional/over_limit", f"One player is given up to {most} a day; {rest} of it is left.")


def giver_refusal(
    uow: UnitOfWork, cents: int, by: str, second: str | None, day_starts_at: int, rules: PromotionalGrantRules
) -> Refused | None:
    """Return a refusal if one person alone would grant more in a day than the rules allow, else None.

    The amounts of coupons that the person printed count too.
    """
    if second is not None:
        if is_second_person(uow, second, by=by, roles=SIGNING_ROLES):
            return None
        reason_text = "The second person is a supervisor or an admin, and not whoever gives."
        return Refused("promotional/second", reason_text, SECOND_PERSON_CITES)
    given = select(func.coalesce(func.sum(promotional_grants.c.cents), 0)).where(
        promotional_grants.c.given_by == by,
        promotional_grants.c.given_at >= day_starts_at,
        promotional_grants.c.coupon_id.is_(None),
    )
    printed = select(func.coalesce(func.sum(coupons.c.cents), 0)).where(
        coupons.c.printed_by == by, coupons.c.printed_at >= day_starts_at, coupons.c.status != "void"
    )
    left = rules.giver_day_most_cents - sum(int(uow.query(one)[0][0]) for one in (given, printed))
    if cents <= left:
        return None
    most, rest = format_dollars(Cents(rules.giver_day_most_cents)), format_dollars(Cents(max(0, left)))
    reason_text = (
        f"One person gives and prints up to {most} a day alone; {rest} is left. A second person signs for more."
    )
    return Refused("promotional/second", reason_text, SECOND_PERSON_CITES)


def signed_by(second: str | None) -> dict[str, str]:
    """Return the event field that names the second person who signed; an empty dictionary if nobody signed."""
    return {} if second is None else {"second": second}


def active_grants(reader: Reader, account: AccountName, at: int) -> list[PromotionalGrant]:
    """Return a player's grants that have not ended, in the order of their ends."""
    wanted = select(promotional_grants).where(
        promotional_grants.c.account == account, promotional_grants.c.ends_at > at
    )
    return [
        PromotionalGrant(**row._mapping)
        for row in reader.query(wanted.order_by(promotional_grants.c.ends_at, promotional_grants.c.id))
    ]


def unfinished_grants(reader: Reader, at: int, players: Collection[str] | None = None) -> list[PromotionalGrant]:
    """Return the grants of these players, or of all, that have not ended or have chips left, by end time."""
    wanted = select(promotional_grants).outerjoin(accounts, accounts.c.name == promotional_grants.c.purse)
    wanted = wanted.where((promotional_grants.c.ends_at > at) | (accounts.c.balance > 0))
    if players is not None:
        wanted = wanted.where(promotional_grants.c.account.in_(players))
    return [
        PromotionalGrant(**row._mapping)
        for row in reader.query(wanted.order_by(promotional_grants.c.ends_at, promotional_grants.c.id))
    ]


def expire_grants(uow: UnitOfWork) -> list[PromotionalGrant]:
    """Move the chips that are left of every expired grant back to the house, and return these grants.

    Chips on a layout are played to the end of the round first; if they come back, the next call moves them.
    """
    wanted = select(promotional_grants).join(accounts, accounts.c.name == promotional_grants.c.purse)
    wanted = wanted.where(promotional_grants.c.ends_at <= uow.at, accounts.c.balance > 0)
    due = [
        PromotionalGrant(**row._mapping)
        for row in uow.query(wanted.order_by(promotional_grants.c.ends_at, promotional_grants.c.id))
    ]
    for grant in due:
        left = uow.balance(grant.purse)
        event = {"kind": "promotional-expired", "gift": grant.id, "account": grant.account, "cents": left}
        lines = [Transfer(grant.purse, PROMOTIONS, left)]
        uow.append_record(HOUSE, actor="system", command="expire-promotional", events=[event], transfers=lines)
    return due
