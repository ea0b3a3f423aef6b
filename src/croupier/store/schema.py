"""Tables of the database. Money is in whole cents; times are in milliseconds since the epoch (UTC).

`records` is the log and the source of truth. `transfers` and `accounts` repeat its money, so that the database can
refuse an overdraft. The other tables serve queries. Triggers (`triggers.py`) protect the tables that must not change.
"""

from __future__ import annotations

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    PrimaryKeyConstraint,
    UniqueConstraint,
)

from croupier.store.columns import flag, metadata, secret, table, text, whole
from croupier.store.record import CENTS_MOST

BALANCE_MOST = 4 * 10**18  # Together with `CENTS_MOST`, no sum exceeds 64 bits before the database refuses it.

records = table(
    "records",
    text("stream"),
    whole("seq"),
    whole("at"),
    text("actor"),
    text("key", optional=True),
    text("command"),
    text("body"),
    text("before"),
    text("hash"),
    PrimaryKeyConstraint("stream", "seq", name="pk_records"),
    CheckConstraint("seq > 0", name="records_from_one"),
)
Index(
    "records_key",
    records.c.actor,
    records.c.key,
    unique=True,
    sqlite_where=records.c.key.is_not(None),
    postgresql_where=records.c.key.is_not(None),
)

accounts = table(
    "accounts",
    text("name", primary_key=True),
    text("kind"),
    whole("balance", server_default="0"),
    flag("may_go_below_zero"),
    CheckConstraint("may_go_below_zero OR balance >= 0", name="accounts_not_below_zero"),
    CheckConstraint(f"balance BETWEEN -{BALANCE_MOST} AND {BALANCE_MOST}", name="accounts_within_bounds"),
)

transfers = table(
    "transfers",
    text("stream"),
    whole("seq"),
    whole("line"),
    text("debit", ForeignKey("accounts.name"), index=True),
    text("credit", ForeignKey("accounts.name"), index=True),
    whole("cents"),
    PrimaryKeyConstraint("stream", "seq", "line"),
    ForeignKeyConstraint(["stream", "seq"], ["records.stream", "records.seq"]),
    CheckConstraint(f"cents BETWEEN 1 AND {CENTS_MOST}", name="transfers_move_money"),
    CheckConstraint("debit <> credit", name="transfers_between_two"),
)

significant = table(
    "significant",
    whole("id", primary_key=True),
    whole("at", index=True),
    text("code", index=True),
    text("text"),
    text("actor", optional=True),
    text("table_name", optional=True, index=True),
    text("device", optional=True),
    text("stream", optional=True),
    whole("seq", optional=True),
)

rounds = table(
    "rounds",
    text("id", primary_key=True),
    text("table_name"),
    whole("number"),
    text("shoe", optional=True),
    whole("opened_at", index=True),
    whole("ended_at", optional=True),
    text("rulebook"),
    text("digest"),
    text("version"),
    text("mode"),
    text("status"),
    text("body"),
    UniqueConstraint("table_name", "number"),
)
Index("rounds_shoe", rounds.c.table_name, rounds.c.shoe)

round_players = table(
    "round_players",
    text("round_id", ForeignKey("rounds.id"), primary_key=True),
    text("account", primary_key=True, index=True),
)

users = table(
    "users",
    whole("id", primary_key=True),
    text("name", unique=True),
    text("display_name"),
    text("role"),
    secret(text("password", optional=True)),
    flag("active", default="TRUE"),
    flag("third_party"),
    whole("created_at"),
    whole("failed", server_default="0"),
    whole("locked_until", optional=True),
    flag("must_change"),
)

second_factors = table(
    "second_factors",
    whole("user_id", ForeignKey("users.id"), primary_key=True),
    secret(text("sealed")),  # The authenticator secret, encrypted with the house's key.
    whole("begun_at"),
    # NULL until the user has proved the authenticator; until then no code is required.
    whole("proved_at", optional=True),
    whole("used_step", server_default="0"),
    secret(text("recovery", optional=True)),
)

sessions = table(
    "sessions",
    secret(text("token_hash", primary_key=True)),
    whole("user_id", ForeignKey("users.id"), index=True),
    secret(text("csrf")),
    whole("created_at"),
    whole("seen_at"),
    whole("expires_at"),
    text("terminal_id", optional=True),
    text("address", optional=True),
)

terminals = table(
    "terminals",
    text("id", primary_key=True),
    text("name"),
    secret(text("secret_hash", optional=True)),
    secret(text("code_hash", optional=True)),
    whole("code_expires", optional=True),
    whole("paired_at", optional=True),
    text("table_name", optional=True),
    flag("active", default="TRUE"),
)

login_attempts = table(
    "login_attempts",
    whole("id", primary_key=True),
    whole("at", index=True),
    text("name", index=True),
    text("address", optional=True),
    text("outcome"),
    text("terminal_id", optional=True),
)

player_limits = table(
    "player_limits",
    whole("user_id", ForeignKey("users.id"), primary_key=True),
    text("kind", primary_key=True),
    whole("cents_or_minutes", optional=True),
    whole("pending", optional=True),
    whole("pending_from", optional=True),
)

exclusions = table(
    "exclusions",
    whole("id", primary_key=True),
    whole("user_id", ForeignKey("users.id"), index=True),
    text("kind"),
    whole("starts_at"),
    whole("ends_at", optional=True),
    whole("lifted_at", optional=True),
)

shifts = table(
    "shifts",
    whole("id", primary_key=True),
    text("cashier", index=True),
    whole("opened_at"),
    whole("closed_at", optional=True),
    whole("float_cents"),
    whole("counted_cents", optional=True),
    whole("over_short_cents", optional=True),
)

vouchers = table(
    "vouchers",
    secret(text("number", primary_key=True)),  # The number alone is enough to redeem the voucher.
    whole("cents"),
    text("status", index=True),
    text("kind"),
    whole("issued_at", index=True),
    text("issued_by"),
    text("account", optional=True, index=True),
    text("terminal_id", optional=True),
    text("table_name", optional=True),
    whole("expires_at", optional=True),
    whole("redeemed_at", optional=True),
    text("redeemed_by", optional=True),
    whole("shift_id", optional=True, index=True),
    text("void_reason", optional=True),
    whole("reprints", server_default="0"),
    CheckConstraint("cents > 0", name="vouchers_are_worth_something"),
)

redemptions = table(
    "redemptions",
    whole("id", primary_key=True),
    whole("at", index=True),
    secret(text("number", index=True)),
    text("by"),
    whole("shift_id", optional=True),
    text("terminal_id", optional=True),
    text("outcome"),
    whole("cents", optional=True),
)

promotional_grants = table(
    "gifts",
    whole("id", primary_key=True),
    text("account", index=True),
    text("purse", unique=True),
    whole("cents"),
    text("campaign"),
    text("reason"),
    whole("given_at", index=True),
    text("given_by"),
    whole("ends_at", index=True),
    whole("coupon_id", optional=True),
    CheckConstraint("cents > 0", name="gifts_are_worth_something"),
)

coupons = table(
    "coupons",
    whole("id", primary_key=True),
    secret(text("number", unique=True)),  # The number alone is enough to redeem the coupon.
    whole("cents"),
    text("campaign"),
    text("status", index=True),
    whole("printed_at", index=True),
    text("printed_by"),
    whole("ends_at"),
    text("account", optional=True),
    whole("redeemed_at", optional=True),
    text("redeemed_by", optional=True),
    text("void_reason", optional=True),
    CheckConstraint("cents > 0", name="coupons_are_worth_something"),
)

meters = table(
    "meters",
    text("id", primary_key=True),
    text("title"),
    whole("seed_cents"),
    text("contribution"),
    whole("ceiling_cents", optional=True),
    whole("base_cents"),
    text("status"),
    whole("hits", server_default="0"),
    whole("updated_at"),
)

jackpots = table(
    "jackpots",
    text("id", primary_key=True),
    text("meter", index=True),
    text("table_name"),
    text("round_id", index=True),
    text("account"),
    whole("cents"),
    text("status", index=True),
    whole("hit_at"),
    whole("decided_at", optional=True),
    text("decided_by", optional=True),
    text("executive_by", optional=True),
    text("reason", optional=True),
)

approvals = table(
    "approvals",
    text("id", primary_key=True),
    text("kind"),
    text("stream"),
    text("round_id", optional=True, index=True),
    text("requested_by"),
    whole("requested_at"),
    text("body"),
    text("reason"),
    text("status", index=True),
    text("decided_by", optional=True),
    whole("decided_at", optional=True),
)

bundles = table(
    "bundles",
    whole("id", primary_key=True),
    text("round_id", index=True),
    whole("at"),
    text("by"),
    text("digest"),
)

checkpoints = table(
    "checkpoints",
    whole("id", primary_key=True),
    whole("at"),
    text("body"),
    text("signature"),
)

key_values = table(
    "settings",
    text("key", primary_key=True),
    text("value"),
)

APPEND_ONLY = (records, transfers, significant, redemptions, login_attempts, bundles, checkpoints)

__all__ = [
    "APPEND_ONLY",
    "accounts",
    "approvals",
    "bundles",
    "checkpoints",
    "coupons",
    "exclusions",
    "jackpots",
    "key_values",
    "login_attempts",
    "metadata",
    "meters",
    "player_limits",
    "promotional_grants",
    "records",
    "redemptions",
    "round_players",
    "rounds",
    "second_factors",
    "sessions",
    "shifts",
    "significant",
    "terminals",
    "transfers",
    "users",
    "vouchers",
]
