"""Which role may give which command. [R55]"""

from __future__ import annotations

import pytest

from croupier.people.roles import (
    HOUSE_COMMANDS,
    PERMISSIONS,
    SYSTEM,
    TABLE_COMMANDS,
    Principal,
    Role,
    is_permitted,
    permission_refusal,
    refuse_unpermitted,
)
from croupier.table.commands import COMMANDS
from tests.people_house import code_of

TABLE_COMMAND_NAMES = [
    *("open-table", "close-table", "pause-table", "resume-table", "change-settings", "sit-down", "stand-up"),
    *("buy-chips", "sit-out", "sit-in", "join-waiting-list", "leave-waiting-list"),
    *("draw-button", "deal-hand"),
    *(
        "place-wagers",
        "offer-bank",
        "accept-bank",
        "decline-bank",
        "post-bank",
        "decide",
        "arrange-cards",
        "save-arrangement-draft",
        "reveal-cards",
        "request-reveal-pass",
        "answer-reveal-pass",
    ),
    *("open-bets", "close-bets", "read-card", "roll-dice", "correct-dice", "correct-card", "show-hand"),
    *("call-result", "load-shoe", "report-cut-card"),
    *(
        "complete-step",
        "verify-step",
        "order-recut",
        "show-burn-card",
        "report-missing-card",
        "send-notice",
        "acknowledge-notice",
    ),
    *("announce-change", "withdraw-change", "refer-dispute", "record-accommodation"),
    *(
        "call-supervisor",
        "answer-call",
        "void-round",
        "free-hand",
        "report-card-face-up",
        "report-card-in-error",
        "misdeal",
    ),
    *("report-disagreement", "request-correction", "approve-correction", "reject-correction", "confirm-jackpot"),
    *("reject-jackpot", "request-back-out", "approve-back-out", "reject-back-out"),
    *("open-dispute", "close-dispute", "clear-hold", "tick"),
]


HOUSE_COMMAND_NAMES = [
    *("take-play-money", "create-table", "use-coach", "confirm-large-jackpot"),
    *("give-promotional", "print-coupons", "redeem-coupon", "void-coupon"),
    *("buy-in", "cash-out", "redeem-voucher", "void-voucher", "reprint-voucher", "pay-hand-pay", "open-shift"),
    *(
        "close-shift",
        "fill-drawer",
        "create-meter",
        "adjust-meter",
        "change-meter",
        "stop-meter",
        "start-meter",
        "create-user",
    ),
    *("change-user", "reset-password", "change-password", "pair-terminal", "retire-terminal", "set-limit"),
    *("set-up-second-factor", "remove-second-factor"),
    *("take-break", "self-exclude", "lift-exclusion", "recall", "export", "verify-log", "search-events"),
    *("make-bundle", "view-reports", "view-users", "backup"),
]


OWN_PLAY = {
    *(
        "sit-down",
        "stand-up",
        "place-wagers",
        "accept-bank",
        "decline-bank",
        "post-bank",
        "reveal-cards",
        "request-reveal-pass",
    ),
    *("buy-chips", "sit-out", "sit-in", "join-waiting-list", "leave-waiting-list"),
    *(
        "decide",
        "arrange-cards",
        "save-arrangement-draft",
        "use-coach",
        "answer-reveal-pass",
        "call-supervisor",
        "take-play-money",
        "offer-bank",
        "cash-out",
        "redeem-voucher",
        "redeem-coupon",
        "set-limit",
        "take-break",
        "self-exclude",
        "recall",
    ),
    "change-password",
}


DEALING = {
    *("draw-button", "deal-hand"),
    *(
        "pause-table",
        "resume-table",
        "open-bets",
        "close-bets",
        "read-card",
        "correct-card",
        "call-result",
        "load-shoe",
    ),
    *("report-cut-card", "call-supervisor", "request-correction", "recall", "change-password", "reveal-cards"),
    *("decide", "arrange-cards", "roll-dice", "correct-dice", "show-hand", "answer-reveal-pass"),
    "offer-bank",
    *("complete-step", "show-burn-card", "report-missing-card", "acknowledge-notice", "record-accommodation"),
    "set-up-second-factor",
}


FLOOR = DEALING | {
    *("verify-step", "order-recut", "announce-change", "withdraw-change", "refer-dispute"),
    *("open-table", "close-table", "change-settings", "answer-call", "void-round", "free-hand", "report-card-face-up"),
    *(
        "report-card-in-error",
        "misdeal",
        "report-disagreement",
        "approve-correction",
        "reject-correction",
        "confirm-jackpot",
    ),
    *("request-back-out", "approve-back-out", "reject-back-out"),
    *("give-promotional", "print-coupons", "void-coupon"),
    *(
        "reject-jackpot",
        "open-dispute",
        "close-dispute",
        "clear-hold",
        "void-voucher",
        "reprint-voucher",
        "fill-drawer",
    ),
    *("adjust-meter", "stop-meter", "start-meter", "change-user", "pair-terminal", "retire-terminal", "lift-exclusion"),
    *("search-events", "make-bundle", "view-reports", "view-users"),
}


CAGE = {
    *("buy-in", "cash-out", "redeem-voucher", "reprint-voucher", "pay-hand-pay", "open-shift", "close-shift"),
    *("give-promotional", "print-coupons", "redeem-coupon"),
    *("fill-drawer", "change-password", "set-up-second-factor"),
}


SEEING = {
    "recall",
    "export",
    "verify-log",
    "search-events",
    "make-bundle",
    "view-reports",
    "view-users",
    "change-password",
    "set-up-second-factor",
}


CONFIGURING = SEEING | {
    *(
        "open-table",
        "close-table",
        "change-settings",
        "confirm-jackpot",
        "reject-jackpot",
        "create-table",
        "create-meter",
        "adjust-meter",
        "change-meter",
    ),
    *("stop-meter", "start-meter", "create-user", "change-user", "reset-password", "pair-terminal", "retire-terminal"),
    *("lift-exclusion", "backup", "confirm-large-jackpot"),
    *("request-back-out", "approve-back-out", "reject-back-out"),
    *("announce-change", "withdraw-change"),
    "remove-second-factor",
}


WATCHING = {
    "recall",
    "verify-log",
    "search-events",
    "view-reports",
    "view-users",
    "change-password",
    "set-up-second-factor",
}


SURVEILLANCE_COMMANDS = {"verify-step", "send-notice", "acknowledge-notice"}
"""Table commands that surveillance may give: for its verifications and notices."""


EXPECTED = {
    Role.PLAYER: OWN_PLAY,
    Role.DEALER: DEALING,
    Role.SUPERVISOR: FLOOR,
    Role.CASHIER: CAGE,
    Role.AUDITOR: SEEING,
    Role.ADMIN: CONFIGURING,
    Role.SURVEILLANCE: WATCHING | SURVEILLANCE_COMMANDS,
}


def test_the_table_of_commands_is_complete() -> None:
    assert set(PERMISSIONS) == {*TABLE_COMMAND_NAMES, *HOUSE_COMMAND_NAMES}
    assert len(TABLE_COMMAND_NAMES + HOUSE_COMMAND_NAMES) == len(PERMISSIONS)


def test_every_table_command_has_permissions() -> None:
    assert {*COMMANDS, "tick"} == {line.split()[0] for line in TABLE_COMMANDS.strip().splitlines()}
    assert not {line.split()[0] for line in HOUSE_COMMANDS.strip().splitlines()} & set(COMMANDS)


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("command", [*TABLE_COMMAND_NAMES, *HOUSE_COMMAND_NAMES])
def test_every_role_with_every_command(role: Role, command: str) -> None:
    by = Principal.user(7, role)
    if command in EXPECTED[role]:
        assert is_permitted(role, command)
        assert refuse_unpermitted(by, command) is None
    else:
        assert not is_permitted(role, command)
        refused = refuse_unpermitted(by, command)
        assert refused == permission_refusal(role, command)
        assert code_of(refused) == "role/forbidden"
        assert refused is not None
        assert refused.cites


def test_a_supervisor_may_do_what_a_dealer_may() -> None:
    assert all(Role.SUPERVISOR in roles for roles in PERMISSIONS.values() if Role.DEALER in roles)


def test_an_auditor_gives_no_command_that_changes_play_or_money() -> None:
    assert SEEING & {*TABLE_COMMAND_NAMES} == set()
    assert {command for command, roles in PERMISSIONS.items() if Role.AUDITOR in roles} == SEEING


def test_surveillance_changes_nothing_but_its_own_verifications_and_notices() -> None:
    given = {command for command, roles in PERMISSIONS.items() if Role.SURVEILLANCE in roles}
    assert given & {*TABLE_COMMAND_NAMES} == SURVEILLANCE_COMMANDS
    assert given - SURVEILLANCE_COMMANDS <= SEEING


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
