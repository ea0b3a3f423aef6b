"""Rebuild of people, tickets, shifts, limits and meters from the log, and comparison with the database. [R31]

The server acts on the database rows: a ticket with an unpaid row is paid, and a user with an administrator row is one.
The history is in the stream `house` of the log. Everything is read from one snapshot, so the server may run meanwhile.
Memory grows with the number of tickets and people, about a kilobyte each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, Row, Table, select

from croupier.cage.coupons import CouponStatus, coupon_digest
from croupier.cage.meters import LinkStatus
from croupier.cage.shifts import HOUSE
from croupier.cage.ticket_numbers import last_four
from croupier.cage.vouchers import VoucherStatus, voucher_digest
from croupier.errors import Problem
from croupier.house.rulebook_archive import PREFIX
from croupier.people.attempts import LoginOutcome, SessionRules
from croupier.people.exclusions import Exclusion, ExclusionKind
from croupier.people.passwords import digest as password_digest
from croupier.people.roles import Role
from croupier.people.terminals import CODE_MS, secret_digest
from croupier.store.checkpoint import digest_of
from croupier.store.checkpoint_audit import format_time
from croupier.store.ledger_accounts import kind_of, owner_of
from croupier.store.paging import rows
from croupier.store.record import EventJson, Record
from croupier.store.schema import (
    checkpoints,
    coupons,
    exclusions,
    key_values,
    login_attempts,
    meters,
    player_limits,
    promotional_grants,
    records,
    second_factors,
    sessions,
    shifts,
    terminals,
    users,
    vouchers,
)
from croupier.store.store import HOUSE_KIND, Store

RebuiltRow = dict[str, Any]
"""Columns of a database row with their values from the log; secrets are given as digests."""
Key = tuple[Any, ...]

NOT_IN_LOG = object()
"""Marker for a column that an older log does not contain, so that the column cannot be compared."""


@dataclass
class RowAuditReport:
    """Counts of rebuilt rows, and the differences from the database."""

    people: int = 0
    tickets: int = 0
    shifts: int = 0
    findings: list[Problem] = field(default_factory=list)
    missing_in_log: Counter[str] = field(default_factory=Counter)
    """Number of rows by column, for columns that the log of an older version does not contain."""

    @property
    def notes(self) -> list[str]:
        return [
            f"{what}: {count:,} cannot be checked, for the log did not tell it then"
            for what, count in sorted(self.missing_in_log.items())
        ]


def audit_rows(store: Store) -> RowAuditReport:
    """Rebuild the rows and compare them; the hash chains must be verified before: see store/log_audit.py."""
    found, again = RowAuditReport(), RebuiltRows()
    with store.read() as connection:
        for row in rows(connection, records, records.c.stream == HOUSE):
            record = Record.from_row(row._mapping)
            try:
                again.apply_record(record)
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                message = f"the house's books cannot be made again from it: {type(error).__name__}: {error}"
                found.findings.append(Problem(record.name, message))
        found.findings += again.findings
        for kind in KINDS:
            kind.compare(connection, again.rows[kind.table.name], found)
        found.findings += [*_sessions_without_login(connection), *_wrong_session_ends(connection)]
        found.findings += _altered_rulebooks(connection)
    found.people, found.tickets, found.shifts = (len(again.rows[table.name]) for table in (users, vouchers, shifts))
    return found


class RebuiltRows:
    """Rows of the database as the log describes them, kept in memory for the comparison."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[Key, RebuiltRow]] = {kind.table.name: {} for kind in KINDS}
        self.findings: list[Problem] = []

    def apply_record(self, record: Record) -> None:
        for event in record.events:
            if handler := EVENT_HANDLERS.get(event.get("kind", "")):
                handler(self, record, event)

    def put(self, table: Table, *key: Any, **values: Any) -> None:
        """Add a row to the rebuilt rows of a database table, or change columns of it."""
        self.rows[table.name].setdefault(key, {}).update(values)


EventHandler = Callable[[RebuiltRows, Record, EventJson], None]


def _user_created(books: RebuiltRows, record: Record, event: EventJson) -> None:
    shown = {name: event[name] for name in ("name", "display_name", "role", "third_party")}
    secret = {"password": event.get("password_digest", NOT_IN_LOG), "must_change": event.get("must_change", NOT_IN_LOG)}
    row = {**shown, **secret, "active": True, "created_at": record.at, "locked_until": None}
    books.put(users, event["user_id"], **row)


def _user_changed(books: RebuiltRows, record: Record, event: EventJson) -> None:
    unlocked = {"locked_until": None} if event["unlocked"] else {}
    books.put(users, event["user_id"], **event["to"], **unlocked)


def _user_locked(books: RebuiltRows, record: Record, event: EventJson) -> None:
    books.put(users, event["user_id"], locked_until=event["until"])


def _password(books: RebuiltRows, record: Record, event: EventJson) -> None:
    """Apply a password event: reset by staff (must be changed), changed by its owner, or rehashed at login."""
    must_change = {"password-reset": {"must_change": True}, "password-changed": {"must_change": False}}
    row = {
        "password": event.get("password_digest", NOT_IN_LOG),
        "locked_until": None,
        **must_change.get(event["kind"], {}),
    }
    books.put(users, event["user_id"], **row)


def _factor_started(books: RebuiltRows, record: Record, event: EventJson) -> None:
    row = {"sealed": event["secret_digest"], "begun_at": record.at, "proved_at": None, "recovery": None}
    books.put(second_factors, event["user_id"], **row)


def _factor_proved(books: RebuiltRows, record: Record, event: EventJson) -> None:
    books.put(second_factors, event["user_id"], proved_at=record.at, recovery=event["recovery_digest"])


def _recovery_used(books: RebuiltRows, record: Record, event: EventJson) -> None:
    books.put(second_factors, event["user_id"], recovery=event["recovery_digest"])


def _factor_taken_off(books: RebuiltRows, record: Record, event: EventJson) -> None:
    books.rows[second_factors.name].pop((event["user_id"],), None)


def _pairing_requested(books: RebuiltRows, record: Record, event: EventJson) -> None:
    if (event["terminal_id"],) not in books.rows[terminals.name]:
        books.put(terminals, event["terminal_id"], active=False, paired_at=None, secret_hash=None)
    row = {"name": event["name"], "table_name": event["table"], "code_expires": record.at + CODE_MS}
    books.put(terminals, event["terminal_id"], **row)


def _terminal_paired(books: RebuiltRows, record: Record, event: EventJson) -> None:
    secret = event.get("secret_digest", NOT_IN_LOG)
    row = {"active": True, "paired_at": record.at, "secret_hash": secret, "code_expires": None}
    books.put(terminals, event["terminal_id"], **row)


def _terminal_retired(books: RebuiltRows, record: Record, event: EventJson) -> None:
    books.put(terminals, event["terminal_id"], active=False, secret_hash=None, code_expires=None)


def _limit(books: RebuiltRows, record: Record, event: EventJson) -> None:
    row = {"cents_or_minutes": event["value"], "pending": event["pending"], "pending_from": event["pending_from"]}
    books.put(player_limits, event["user_id"], event["limit"], **row)


def _excluded(books: RebuiltRows, record: Record, event: EventJson) -> None:
    books.put(exclusions, event["user_id"], event["term"], record.at, event["until"], lifted_at=None)


def _exclusion_lifted(books: RebuiltRows, record: Record, event: EventJson) -> None:
    for (user_id, kind, starts_at, ends_at), row in books.rows[exclusions.name].items():
        standing = Exclusion(0, ExclusionKind(kind), starts_at, ends_at, row["lifted_at"]).in_force(record.at)
        if user_id == event["user_id"] and standing:
            row["lifted_at"] = record.at


def _shift_opened(books: RebuiltRows, record: Record, event: EventJson) -> None:
    row = {"cashier": event["cashier"], "opened_at": record.at, "float_cents": event["float_cents"]}
    books.put(shifts, event["shift"], **row, closed_at=None, counted_cents=None, over_short_cents=None)


def _shift_closed(books: RebuiltRows, record: Record, event: EventJson) -> None:
    counted, over = event["counted_cents"], event["counted_cents"] - event["expected_cents"]
    books.put(shifts, event["shift"], closed_at=record.at, counted_cents=counted, over_short_cents=over)


def _issued(books: RebuiltRows, record: Record, event: EventJson) -> None:
    books.put(
        vouchers,
        event["digest"],
        cents=event["cents"],
        status=VoucherStatus.ISSUED.value,
        kind=event["form"],
        issued_at=record.at,
        issued_by=record.actor,
        account=event["account"],
        terminal_id=event["terminal"],
        table_name=event["table"],
        expires_at=event["expires_at"],
        redeemed_at=None,
        redeemed_by=None,
        shift_id=None,
        void_reason=None,
        reprints=0,
    )


def _check_ticket_end(books: RebuiltRows, record: Record, event: EventJson) -> bool:
    """Check that a ticket is paid or voided once and for its issued amount; return whether the ticket was issued.

    A finding means that the ticket's database row was altered before it was paid or voided.
    """
    row = books.rows[vouchers.name].get((event["digest"],))
    if row is None:
        wrong = "was never issued"
    elif row["status"] != VoucherStatus.ISSUED.value:
        wrong = f"was {row['status']} before"
    elif row["cents"] != event["cents"]:
        wrong = f"was issued for {row['cents']} cents and not {event['cents']}"
    else:
        return True
    books.findings.append(Problem(record.name, f"the ticket ending in {event['ticket']} {wrong}"))
    return row is not None


def _paid(books: RebuiltRows, record: Record, event: EventJson) -> None:
    if not _check_ticket_end(books, record, event):
        return
    paid = {"status": VoucherStatus.REDEEMED.value, "redeemed_at": record.at, "redeemed_by": record.actor}
    books.put(
        vouchers,
        event["digest"],
        **paid,
        shift_id=int(owner_of(event["to"])) if kind_of(event["to"]) == "drawer" else None,
    )


def _voided(books: RebuiltRows, record: Record, event: EventJson) -> None:
    if _check_ticket_end(books, record, event):
        books.put(vouchers, event["digest"], status=VoucherStatus.VOID.value, void_reason=event["reason"])


def _reprinted(books: RebuiltRows, record: Record, event: EventJson) -> None:
    books.put(vouchers, event["digest"], reprints=event["reprints"])


def _grant(books: RebuiltRows, record: Record, event: EventJson) -> None:
    logged_columns = {
        name: event[name] for name in ("account", "purse", "cents", "campaign", "reason", "ends_at", "coupon_id")
    }
    books.put(promotional_grants, event["gift"], **logged_columns, given_at=record.at, given_by=record.actor)


def _coupon_printed(books: RebuiltRows, record: Record, event: EventJson) -> None:
    logged_columns = {name: event[name] for name in ("cents", "campaign", "ends_at")}
    row = {"number": event["digest"], "status": CouponStatus.PRINTED.value, **logged_columns}
    printed = {"printed_at": record.at, "printed_by": record.actor}
    open_ = {"account": None, "redeemed_at": None, "redeemed_by": None, "void_reason": None}
    books.put(coupons, event["coupon_id"], **row, **printed, **open_)


def _check_coupon_end(books: RebuiltRows, record: Record, event: EventJson) -> bool:
    """Check that a coupon is redeemed or voided only once; return whether the coupon was printed.

    A finding means that the coupon's database row was altered before it was redeemed or voided.
    """
    row = books.rows[coupons.name].get((event["coupon_id"],))
    wrong = None if row is None else row["status"]
    if wrong == CouponStatus.PRINTED.value:
        return True
    message = "was never printed" if wrong is None else f"was {wrong} before"
    books.findings.append(Problem(record.name, f"coupon {event['coupon_id']} {message}"))
    return wrong is not None


def _coupon_redeemed(books: RebuiltRows, record: Record, event: EventJson) -> None:
    if _check_coupon_end(books, record, event):
        used = {"status": CouponStatus.REDEEMED.value, "redeemed_at": record.at, "redeemed_by": record.actor}
        books.put(coupons, event["coupon_id"], **used, account=event["account"])


def _coupon_voided(books: RebuiltRows, record: Record, event: EventJson) -> None:
    if _check_coupon_end(books, record, event):
        books.put(coupons, event["coupon_id"], status=CouponStatus.VOID.value, void_reason=event["reason"])


def _meter_created(books: RebuiltRows, record: Record, event: EventJson) -> None:
    posted = {name: event[name] for name in ("title", "seed_cents", "contribution", "ceiling_cents")}
    books.put(meters, event["meter"], **posted, status=LinkStatus.RUNNING.value)


def _meter_changed(books: RebuiltRows, record: Record, event: EventJson) -> None:
    books.put(meters, event["meter"], **event["now"])


def _meter_switched(books: RebuiltRows, record: Record, event: EventJson) -> None:
    link = LinkStatus.RUNNING if event["kind"] == "meter-started" else LinkStatus.STOPPED
    books.put(meters, event["meter"], status=link.value)


def _server_started(books: RebuiltRows, record: Record, event: EventJson) -> None:
    """Apply a server start: remember the last checkpoint and the kind of the house that the event names.

    If that checkpoint is missing in the database, the comparison finds it.
    """
    if last := event.get("checkpoint"):
        books.put(checkpoints, last["id"], body=last["digest"])
    if (kind := event.get("house")) and (HOUSE_KIND,) not in books.rows[key_values.name]:
        books.put(key_values, HOUSE_KIND, value=kind)


EVENT_HANDLERS: dict[str, EventHandler] = {
    "user-created": _user_created,
    "user-changed": _user_changed,
    "user-locked": _user_locked,
    "password-reset": _password,
    "password-changed": _password,
    "password-rehashed": _password,
    "second-factor-started": _factor_started,
    "second-factor-verified": _factor_proved,
    "recovery-code-used": _recovery_used,
    "second-factor-removed": _factor_taken_off,
    "pairing-requested": _pairing_requested,
    "terminal-paired": _terminal_paired,
    "terminal-retired": _terminal_retired,
    "limit-set": _limit,
    "limit-loosened": _limit,
    "player-excluded": _excluded,
    "exclusion-lifted": _exclusion_lifted,
    "shift-opened": _shift_opened,
    "shift-closed": _shift_closed,
    "voucher-issued": _issued,
    "voucher-paid": _paid,
    "voucher-voided": _voided,
    "voucher-reprinted": _reprinted,
    "promotional-granted": _grant,
    "coupon-printed": _coupon_printed,
    "coupon-redeemed": _coupon_redeemed,
    "coupon-voided": _coupon_voided,
    "meter-created": _meter_created,
    "meter-changed": _meter_changed,
    "meter-stopped": _meter_switched,
    "meter-started": _meter_switched,
    "server/started": _server_started,
}


@dataclass(frozen=True)
class RowKind:
    """One database table, and how its rows correspond to the log."""

    table: Table
    name: Callable[[Key, Row[Any] | None], str]
    """Function that names a row in a finding; the row is None if it is missing."""
    key: Callable[[Row[Any]], Key] = lambda row: (row.id,)
    digests: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
    """Columns of which the log has only a digest, with the digest function."""
    has_more: bool = False
    """Whether the database table may have rows that the log does not mention."""
    has_valid_reason: Callable[[Connection, Row[Any], str, Any], bool] = lambda connection, row, column, logged: False
    """Function that returns whether a column may differ from the log, because another row explains the difference."""

    def compare(self, connection: Connection, again: Mapping[Key, RebuiltRow], found: RowAuditReport) -> None:
        left = dict(again)
        for row in rows(connection, self.table):
            key = self.key(row)
            logged_columns = left.pop(key, None)
            if logged_columns is not None:
                found.findings += self._differences(connection, key, row, logged_columns, found.missing_in_log)
            elif key not in again and not self.has_more:
                found.findings.append(
                    Problem(self.name(key, row), "is in the house's books, and the log knows nothing of it")
                )
        for key in left:
            found.findings.append(Problem(self.name(key, None), "is in the log, and not in the house's books"))

    def _differences(
        self, connection: Connection, key: Key, row: Row[Any], logged_columns: RebuiltRow, untold: Counter[str]
    ) -> Iterator[Problem]:
        for column, logged in logged_columns.items():
            if logged is NOT_IN_LOG:
                untold[f"{self.table.name}, {column}"] += 1
                continue
            stored = getattr(row, column)
            if column in self.digests and stored is not None:
                stored, shown = self.digests[column](stored), f"its {column} is not the one the log knows"
            else:
                shown = f"its {column} is {stored!r} in the house's books and {logged!r} in the log"
            if stored != logged and not self.has_valid_reason(connection, row, column, logged):
                yield Problem(self.name(key, row), shown)


def _lock_ran_out(connection: Connection, row: Row[Any], column: str, logged: Any) -> bool:
    """Return whether a log-in attempt ended a lockout whose time was over; the log has no event for this."""
    if column != "locked_until" or logged is None or row.locked_until is not None:
        return False
    tried = login_attempts.c.outcome.in_((LoginOutcome.OK.value, LoginOutcome.WRONG.value))
    since = (login_attempts.c.name == row.name) & (login_attempts.c.at >= logged)
    return connection.scalar(select(login_attempts.c.id).where(since, tried).limit(1)) is not None


def _named(noun: str) -> Callable[[Key, Row[Any] | None], str]:
    return lambda key, row: " ".join((noun, *map(str, key)))


def _exclusion_name(key: Key, row: Row[Any] | None) -> str:
    user_id, kind, starts_at, ends_at = key
    until = format_time(ends_at) if ends_at else "never"
    return f"exclusion of player {user_id}, {kind} from {format_time(starts_at)} to {until}"


def _user_name(key: Key, row: Row[Any] | None) -> str:
    return f"user {key[0]}" if row is None else f"user {key[0]} ({row.name})"


def _ticket_name(key: Key, row: Row[Any] | None) -> str:
    """Return a ticket's name for findings, without its number, which is worth money."""
    known = f"with the digest {key[0][:16]}"
    return f"ticket {known}" if row is None else f"ticket ending in {last_four(row.number)}, {known}"


KINDS = (
    RowKind(users, _user_name, digests={"password": password_digest}, has_valid_reason=_lock_ran_out),
    RowKind(
        second_factors,
        _named("second factor of user"),
        lambda row: (row.user_id,),
        digests={"sealed": password_digest, "recovery": password_digest},
    ),
    RowKind(terminals, _named("terminal"), digests={"secret_hash": secret_digest}),
    RowKind(player_limits, _named("limit of player"), lambda row: (row.user_id, row.kind)),
    RowKind(exclusions, _exclusion_name, lambda row: (row.user_id, row.kind, row.starts_at, row.ends_at)),
    RowKind(shifts, _named("shift")),
    RowKind(vouchers, _ticket_name, lambda row: (voucher_digest(row.number),)),
    RowKind(promotional_grants, _named("gift")),
    RowKind(coupons, _named("coupon"), digests={"number": coupon_digest}),
    RowKind(meters, _named("meter")),
    RowKind(checkpoints, _named("checkpoint"), digests={"body": digest_of}, has_more=True),
    RowKind(key_values, _named("setting"), lambda row: (row.key,), has_more=True),
)


def _sessions_without_login(connection: Connection) -> Iterator[Problem]:
    """Report sessions that did not start with a successful log-in in the attempts table."""
    same_login = (login_attempts.c.name == users.c.name) & (login_attempts.c.at == sessions.c.created_at)
    joined = sessions.join(users, users.c.id == sessions.c.user_id).outerjoin(
        login_attempts, same_login & (login_attempts.c.outcome == LoginOutcome.OK.value)
    )
    wanted = select(users.c.id, users.c.name).select_from(joined).where(login_attempts.c.id.is_(None)).distinct()
    for user_id, name in connection.execute(wanted.order_by(users.c.id)):
        yield Problem(f"user {user_id} ({name})", "has a session that no log-in began")


def _wrong_session_ends(connection: Connection) -> Iterator[Problem]:
    """Report sessions whose end is not login time plus the role's session length."""
    rules, joined = SessionRules(), sessions.join(users, users.c.id == sessions.c.user_id)
    columns = users.c.id, users.c.name, users.c.role, *sessions.c["created_at", "expires_at", "terminal_id"]
    for row in connection.execute(select(*columns).select_from(joined).order_by(users.c.id)):
        stays = rules.most_ms(Role(row.role), at_terminal=row.terminal_id is not None)
        if row.expires_at != row.created_at + stays:
            wanted = format_time(row.created_at + stays)
            message = f"has a session that ends at {format_time(row.expires_at)} and not at {wanted}"
            yield Problem(f"user {row.id} ({row.name})", message)


def _altered_rulebooks(connection: Connection) -> Iterator[Problem]:
    """Report archived rulebooks that do not match the digest they are stored under."""
    statement = select(key_values).where(key_values.c.key.startswith(PREFIX))
    for key, text in connection.execute(statement):
        if sha256(text.encode()).hexdigest() != key.removeprefix(PREFIX):
            yield Problem(f"settings {key[:24]}", "the rules kept there are not those with this digest")
