"""Roles that may give each command. [R55]"""

from __future__ import annotations

import re

import pytest

from croupier.people.roles import (
    PERMISSIONS,
    SYSTEM,
    Principal,
    Role,
    is_permitted,
    permission_refusal,
    refuse_unpermitted,
)
from croupier.table.command_lists import PAGE
from tests.people_house import code_of

ROW = re.compile(r"^\| `([a-z-]+)` \| [^|]+ \| [^|]+ \| ([^|]+) \|", re.MULTILINE)
TABLE_COMMAND_ROLES = {name: roles.split(", ") for name, roles in ROW.findall(PAGE.read_text("utf-8"))}
"""Roles that may give each table command, as the documentation lists them."""

HOUSE_COMMAND_NAMES = [
    "adjust-meter",
    "approve-draft",
    "backup",
    "buy-in",
    "cash-out",
    "change-meter",
    "change-password",
    "change-user",
    "close-shift",
    "confirm-large-jackpot",
    "create-meter",
    "create-table",
    "create-user",
    "export",
    "fill-drawer",
    "give-promotional",
    "lift-exclusion",
    "make-bundle",
    "open-shift",
    "pair-terminal",
    "pay-hand-pay",
    "print-coupons",
    "recall",
    "redeem-coupon",
    "redeem-voucher",
    "remove-second-factor",
    "reprint-voucher",
    "reset-password",
    "retire-terminal",
    "mark-events-seen",
    "search-events",
    "self-exclude",
    "set-limit",
    "set-up-second-factor",
    "start-meter",
    "stop-meter",
    "take-break",
    "take-play-money",
    "use-coach",
    "verify-log",
    "view-reports",
    "view-users",
    "void-coupon",
    "void-voucher",
    "use-lab",
]

OWN_PLAY = {
    "cash-out",
    "change-password",
    "recall",
    "redeem-coupon",
    "redeem-voucher",
    "self-exclude",
    "set-limit",
    "take-break",
    "take-play-money",
    "use-coach",
    "use-lab",
}

DEALING = {
    "change-password",
    "recall",
    "set-up-second-factor",
}

FLOOR = DEALING | {
    "adjust-meter",
    "change-user",
    "fill-drawer",
    "give-promotional",
    "lift-exclusion",
    "make-bundle",
    "pair-terminal",
    "print-coupons",
    "reprint-voucher",
    "retire-terminal",
    "search-events",
    "start-meter",
    "stop-meter",
    "view-reports",
    "view-users",
    "void-coupon",
    "void-voucher",
    "use-lab",
}

CAGE = {
    "buy-in",
    "cash-out",
    "change-password",
    "close-shift",
    "fill-drawer",
    "give-promotional",
    "open-shift",
    "pay-hand-pay",
    "print-coupons",
    "redeem-coupon",
    "redeem-voucher",
    "reprint-voucher",
    "set-up-second-factor",
}

SEEING = {
    "change-password",
    "export",
    "make-bundle",
    "recall",
    "search-events",
    "set-up-second-factor",
    "verify-log",
    "view-reports",
    "view-users",
    "use-lab",
}

CONFIGURING = SEEING | {
    "adjust-meter",
    "approve-draft",
    "backup",
    "change-meter",
    "change-user",
    "confirm-large-jackpot",
    "create-meter",
    "create-table",
    "create-user",
    "lift-exclusion",
    "pair-terminal",
    "remove-second-factor",
    "reset-password",
    "retire-terminal",
    "start-meter",
    "stop-meter",
}

WATCHING = {
    "change-password",
    "mark-events-seen",
    "recall",
    "search-events",
    "set-up-second-factor",
    "verify-log",
    "view-reports",
    "view-users",
}

SURVEILLANCE_COMMANDS = {"verify-step", "send-notice", "acknowledge-notice"}
"""Table commands that surveillance may give, for its verifications and notices."""


EXPECTED = {
    Role.PLAYER: OWN_PLAY,
    Role.DEALER: DEALING,
    Role.SUPERVISOR: FLOOR,
    Role.CASHIER: CAGE,
    Role.AUDITOR: SEEING,
    Role.ADMIN: CONFIGURING,
    Role.SURVEILLANCE: WATCHING,
}
"""Commands outside a table that each role may give."""


def test_the_table_of_commands_is_complete() -> None:
    assert set(PERMISSIONS) == {*TABLE_COMMAND_ROLES, *HOUSE_COMMAND_NAMES}
    assert len(TABLE_COMMAND_ROLES) + len(HOUSE_COMMAND_NAMES) == len(PERMISSIONS)


@pytest.mark.parametrize("role", Role)
def test_every_role_with_every_command(role: Role) -> None:
    by = Principal.user(7, role)
    for command in (*TABLE_COMMAND_ROLES, *HOUSE_COMMAND_NAMES):
        refused = refuse_unpermitted(by, command)
        if command in EXPECTED[role] or role in TABLE_COMMAND_ROLES.get(command, []):
            assert is_permitted(role, command), command
            assert refused is None, command
        else:
            assert not is_permitted(role, command), command
            assert refused == permission_refusal(role, command)
            assert code_of(refused) == "role/forbidden", command
            assert refused is not None
            assert refused.cites, command


def test_a_supervisor_may_do_what_a_dealer_may() -> None:
    assert all(Role.SUPERVISOR in roles for roles in PERMISSIONS.values() if Role.DEALER in roles)


def test_an_auditor_gives_no_command_that_changes_play_or_money() -> None:
    assert SEEING & {*TABLE_COMMAND_ROLES} == set()
    assert {command for command, roles in PERMISSIONS.items() if Role.AUDITOR in roles} == SEEING


def test_surveillance_changes_nothing_but_its_own_verifications_notices_and_marks() -> None:
    given = {command for command, roles in PERMISSIONS.items() if Role.SURVEILLANCE in roles}
    assert given & {*TABLE_COMMAND_ROLES} == SURVEILLANCE_COMMANDS
    assert given - SURVEILLANCE_COMMANDS - {"mark-events-seen"} <= SEEING


def test_only_the_system_runs_timers() -> None:
    assert not PERMISSIONS["tick"]
    assert "the house's own clock" in permission_refusal(Role.ADMIN, "tick").message
    assert refuse_unpermitted(SYSTEM, "tick") is None


def test_an_unknown_command_is_refused_with_a_suggestion() -> None:
    assert not is_permitted(Role.ADMIN, "place-wager")
    refused = permission_refusal(Role.ADMIN, "place-wager")
    assert code_of(refused) == "command/unknown"
    assert 'did you mean "place-wagers"?' in refused.message
    assert refuse_unpermitted(Principal.user(1, Role.PLAYER), "") is not None


def test_a_refusal_names_the_roles_that_may_give_the_command() -> None:
    assert permission_refusal(Role.DEALER, "open-table").message == (
        "A dealer may not open-table; that is for a supervisor or an admin."
    )
    assert permission_refusal(Role.AUDITOR, "buy-in").message == "An auditor may not buy-in; that is for a cashier."


def test_the_matrix_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        PERMISSIONS["tick"] = frozenset(Role)  # type: ignore[index]
