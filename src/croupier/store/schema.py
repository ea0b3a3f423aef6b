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

from croupier.store.columns import boolean_column, integer_column, metadata, secret, table, text_column
from croupier.store.record import CENTS_MOST

BALANCE_MOST = 4 * 10**18  # Together with `CENTS_MOST`, no sum exceeds 64 bits before the database refuses it.

records = table(
    "records",
    text_column("stream"),
    integer_column("seq"),
    integer_column("at"),
    text_column("actor"),
    text_column("key", optional=True),
    text_column("command"),
    text_column("body"),
    text_column("before"),
    text_column("hash"),
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
    text_column("name", primary_key=True),
    text_column("kind"),
    integer_column("balance", server_default="0"),
    boolean_column("may_go_below_zero"),
    CheckConstraint("may_go_below_zero OR balance >= 0", name="accounts_not_below_zero"),
    CheckConstraint(f"balance BETWEEN -{BALANCE_MOST} AND {BALANCE_MOST}", name="accounts_within_bounds"),
)

transfers = table(
    "transfers",
    text_column("stream"),
    integer_column("seq"),
    integer_column("line"),
    text_column("debit", ForeignKey("accounts.name"), index=True),
    text_column("credit", ForeignKey("accounts.name"), index=True),
    integer_column("cents"),
    PrimaryKeyConstraint("stream", "seq", "line"),
    ForeignKeyConstraint(["stream", "seq"], ["records.stream", "records.seq"]),
    CheckConstraint(f"cents BETWEEN 1 AND {CENTS_MOST}", name="transfers_move_money"),
    CheckConstraint("debit <> credit", name="transfers_between_two"),
)

significant = table(
    "significant",
    integer_column("id", primary_key=True),
    integer_column("at", index=True),
    text_column("code", index=True),
    text_column("text"),
    text_column("actor", optional=True),
    text_column("table_name", optional=True, index=True),
    text_column("device", optional=True),
    text_column("stream", optional=True),
    integer_column("seq", optional=True),
)

rounds = table(
    "rounds",
    text_column("id", primary_key=True),
    text_column("table_name"),
    integer_column("number"),
    text_column("shoe", optional=True),
    integer_column("opened_at", index=True),
    integer_column("ended_at", optional=True),
    text_column("rulebook"),
    text_column("digest"),
    text_column("version"),
    text_column("mode"),
    text_column("status"),
    text_column("body"),
    UniqueConstraint("table_name", "number"),
)
Index("rounds_shoe", rounds.c.table_name, rounds.c.shoe)
ROUNDS_BY_END = Index("rounds_ended", rounds.c.ended_at, rounds.c.id)

round_players = table(
    "round_players",
    text_column("round_id", ForeignKey("rounds.id"), primary_key=True),
    text_column("account", primary_key=True, index=True),
)

users = table(
    "users",
    integer_column("id", primary_key=True),
    text_column("name", unique=True),
    text_column("display_name"),
    text_column("role"),
    secret(text_column("password", optional=True)),
    boolean_column("active", default="TRUE"),
    boolean_column("third_party"),
    integer_column("created_at"),
    integer_column("failed", server_default="0"),
    integer_column("locked_until", optional=True),
    boolean_column("must_change"),
)

second_factors = table(
    "second_factors",
    integer_column("user_id", ForeignKey("users.id"), primary_key=True),
    secret(text_column("sealed")),  # The authenticator secret, encrypted with the house's key.
    integer_column("begun_at"),
    # NULL until the user has proved the authenticator; until then no code is required.
    integer_column("proved_at", optional=True),
    integer_column("used_step", server_default="0"),
    secret(text_column("recovery", optional=True)),
)

sessions = table(
    "sessions",
    secret(text_column("token_hash", primary_key=True)),
    integer_column("user_id", ForeignKey("users.id"), index=True),
    secret(text_column("csrf")),
    integer_column("created_at"),
    integer_column("seen_at"),
    integer_column("expires_at"),
    text_column("terminal_id", optional=True),
    text_column("address", optional=True),
)

terminals = table(
    "terminals",
    text_column("id", primary_key=True),
    text_column("name"),
    secret(text_column("secret_hash", optional=True)),
    secret(text_column("code_hash", optional=True)),
    integer_column("code_expires", optional=True),
    integer_column("paired_at", optional=True),
    text_column("table_name", optional=True),
    boolean_column("active", default="TRUE"),
)

login_attempts = table(
    "login_attempts",
    integer_column("id", primary_key=True),
    integer_column("at", index=True),
    text_column("name", index=True),
    text_column("address", optional=True),
    text_column("outcome"),
    text_column("terminal_id", optional=True),
)

player_limits = table(
    "player_limits",
    integer_column("user_id", ForeignKey("users.id"), primary_key=True),
    text_column("kind", primary_key=True),
    integer_column("cents_or_minutes", optional=True),
    integer_column("pending", optional=True),
    integer_column("pending_from", optional=True),
)

exclusions = table(
    "exclusions",
    integer_column("id", primary_key=True),
    integer_column("user_id", ForeignKey("users.id"), index=True),
    text_column("kind"),
    integer_column("starts_at"),
    integer_column("ends_at", optional=True),
    integer_column("lifted_at", optional=True),
)

shifts = table(
    "shifts",
    integer_column("id", primary_key=True),
    text_column("cashier", index=True),
    integer_column("opened_at"),
    integer_column("closed_at", optional=True),
    integer_column("float_cents"),
    integer_column("counted_cents", optional=True),
    integer_column("over_short_cents", optional=True),
)

vouchers = table(
    "vouchers",
    secret(text_column("number", primary_key=True)),  # The number alone is enough to redeem the voucher.
    integer_column("cents"),
    text_column("status", index=True),
    text_column("kind"),
    integer_column("issued_at", index=True),
    text_column("issued_by"),
    text_column("account", optional=True, index=True),
    text_column("terminal_id", optional=True),
    text_column("table_name", optional=True),
    integer_column("expires_at", optional=True),
    integer_column("redeemed_at", optional=True),
    text_column("redeemed_by", optional=True),
    integer_column("shift_id", optional=True, index=True),
    text_column("void_reason", optional=True),
    integer_column("reprints", server_default="0"),
    CheckConstraint("cents > 0", name="vouchers_are_worth_something"),
)

redemptions = table(
    "redemptions",
    integer_column("id", primary_key=True),
    integer_column("at", index=True),
    secret(text_column("number", index=True)),
    text_column("by"),
    integer_column("shift_id", optional=True),
    text_column("terminal_id", optional=True),
    text_column("outcome"),
    integer_column("cents", optional=True),
)

promotional_grants = table(
    "gifts",
    integer_column("id", primary_key=True),
    text_column("account", index=True),
    text_column("purse", unique=True),
    integer_column("cents"),
    text_column("campaign"),
    text_column("reason"),
    integer_column("given_at", index=True),
    text_column("given_by"),
    integer_column("ends_at", index=True),
    integer_column("coupon_id", optional=True),
    CheckConstraint("cents > 0", name="gifts_are_worth_something"),
)

coupons = table(
    "coupons",
    integer_column("id", primary_key=True),
    secret(text_column("number", unique=True)),  # The number alone is enough to redeem the coupon.
    integer_column("cents"),
    text_column("campaign"),
    text_column("status", index=True),
    integer_column("printed_at", index=True),
    text_column("printed_by"),
    integer_column("ends_at"),
    text_column("account", optional=True),
    integer_column("redeemed_at", optional=True),
    text_column("redeemed_by", optional=True),
    text_column("void_reason", optional=True),
    CheckConstraint("cents > 0", name="coupons_are_worth_something"),
)

meters = table(
    "meters",
    text_column("id", primary_key=True),
    text_column("title"),
    integer_column("seed_cents"),
    text_column("contribution"),
    integer_column("ceiling_cents", optional=True),
    integer_column("base_cents"),
    text_column("status"),
    integer_column("hits", server_default="0"),
    integer_column("updated_at"),
)

jackpots = table(
    "jackpots",
    text_column("id", primary_key=True),
    text_column("meter", index=True),
    text_column("table_name"),
    text_column("round_id", index=True),
    text_column("account"),
    integer_column("cents"),
    text_column("status", index=True),
    integer_column("hit_at"),
    integer_column("decided_at", optional=True),
    text_column("decided_by", optional=True),
    text_column("executive_by", optional=True),
    text_column("reason", optional=True),
)

approvals = table(
    "approvals",
    text_column("id", primary_key=True),
    text_column("kind"),
    text_column("stream"),
    text_column("round_id", optional=True, index=True),
    text_column("requested_by"),
    integer_column("requested_at"),
    text_column("body"),
    text_column("reason"),
    text_column("status", index=True),
    text_column("decided_by", optional=True),
    integer_column("decided_at", optional=True),
)

bundles = table(
    "bundles",
    integer_column("id", primary_key=True),
    text_column("round_id", index=True),
    integer_column("at"),
    text_column("by"),
    text_column("digest"),
)

checkpoints = table(
    "checkpoints",
    integer_column("id", primary_key=True),
    integer_column("at"),
    text_column("body"),
    text_column("signature"),
)

snapshots = table(
    "snapshots",
    text_column("stream"),
    integer_column("seq"),
    text_column("hash"),
    text_column("format"),
    secret(text_column("sealed")),
    text_column("signature"),
    PrimaryKeyConstraint("stream", "seq"),
)

archives = table(
    "archives",
    integer_column("id", primary_key=True),
    integer_column("at"),
    text_column("body"),
    text_column("signature"),
)

archived = table(
    "archived",
    text_column("stream", primary_key=True),
    integer_column("seq"),
)

rulebook_drafts = table(
    "rulebook_drafts",
    integer_column("id", primary_key=True),
    integer_column("author", ForeignKey("users.id"), index=True),
    text_column("base"),
    text_column("rulebook"),
    text_column("title"),
    text_column("text"),
    text_column("options"),
    integer_column("version"),
    text_column("status", index=True),
    integer_column("created_at"),
    integer_column("updated_at"),
    text_column("digest", optional=True),
    text_column("file", optional=True),
    integer_column("decided_by", optional=True),
    integer_column("decided_at", optional=True),
    text_column("reason", optional=True),
)

key_values = table(
    "settings",
    text_column("key", primary_key=True),
    text_column("value"),
)

APPEND_ONLY = (records, transfers, significant, redemptions, login_attempts, bundles, checkpoints)
"""Tables of the first schema version whose rows are never changed or deleted."""

__all__ = [
    "APPEND_ONLY",
    "accounts",
    "approvals",
    "archived",
    "archives",
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
    "rulebook_drafts",
    "second_factors",
    "sessions",
    "shifts",
    "significant",
    "snapshots",
    "terminals",
    "transfers",
    "users",
    "vouchers",
]
