"""API beside the tables: permissions and responses. Every route is in one of the lists below."""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute

from croupier.cage.ledger_sums import Period
from croupier.cage.reading import ConnectionReader
from croupier.cage.table_reports import table_report
from croupier.errors import Refused
from croupier.evidence.bundle_check import check_bundle
from croupier.house.idempotency import refuse_reused_key
from croupier.people.one_time_codes import code_of, secret_of, step_at
from croupier.people.roles import PERMISSIONS, Role
from croupier.server.demonstration import set_up_people
from croupier.server.middleware import BODY_BYTES_MOST
from croupier.server.routes import ROUTERS
from croupier.server.routes.buy_ins import PLAY_MONEY_A_DAY_CENTS
from croupier.server.routes.reports import REPORTS
from croupier.store.record import Record
from croupier.store.schema import users
from croupier.store.unit_of_work import UnitOfWork
from croupier.table.command_effect import SYSTEM
from croupier.table.commands import LoadShoe, OpenTable, RunTimers
from tests.database import database_url, new_database, postgres_server  # noqa: F401 - fixtures
from tests.server_fixture import NOON, PASSWORD, TABLE, Client, Live, body_of, live_house, refusal

HOUR = 3_600_000
KEY = "matrix-key"
SOUND = "000000000000000000000001"
"""A ticket number with valid check digits that belongs to no ticket."""
PUBLIC = {
    ("POST", "/api/devices/pair"),
    ("POST", "/api/devices/messages"),
    ("GET", "/health"),
    ("GET", "/metrics"),
    ("GET", "/api/house"),
    ("GET", "/api/help"),
    ("GET", "/api/session"),
    ("GET", "/api/meters"),
    ("GET", "/api/rulebooks"),
    ("GET", "/api/rulebooks/{rulebook}"),
    ("GET", "/api/untranslated"),
    ("GET", "/api/rulebooks/{rulebook}/odds"),
    ("GET", "/api/tables/{table}/rules"),
    ("GET", "/api/tables/{table}/odds"),
    ("GET", "/api/tables/{table}/last-round"),
    ("POST", "/api/login"),
    ("POST", "/api/terminals/pair"),
}
ANYONE_LOGGED_IN = {("POST", "/api/logout"), ("GET", "/api/me"), ("GET", "/api/promotional")}

POSTED = {"seed_cents": 0, "contribution": "1/50"}
HAND_PAY = {"number": SOUND, "witness": "nobody-here", "witness_password": "x"}
USER = {"name": "ann", "display_name": "Ann", "role": "player", "password": PASSWORD}
WHY = {"reason": "a test of who may"}
GIFT = {"cents": 1, "campaign": "Test", "ends_at": 1, "key": KEY}
CLOSED_TABLE = {"name": "new-1", "settings": {"rulebook": "co-baccarat"}}
PAPER_STAFF = {role.value for role in PERMISSIONS["reprint-voucher"] | PERMISSIONS["view-reports"]}
# method, path, path with values, body, and the permission or the roles
MATRIX: list[tuple[str, str, str, dict[str, Any] | None, str | set[str]]] = [
    ("POST", "/api/me/password", "", {"old": "wrong", "new": "another long one"}, "change-password"),
    ("POST", "/api/me/second-factor", "", None, "set-up-second-factor"),
    ("POST", "/api/me/second-factor/prove", "", {"code": "000000"}, "set-up-second-factor"),
    (
        "DELETE",
        "/api/users/{user_id}/second-factor",
        "/api/users/999/second-factor",
        None,
        "remove-second-factor",
    ),
    (
        "GET",
        "/api/tables/{table}/corrections/{correction}",
        "/api/tables/t1/corrections/correction-1",
        None,
        "search-events",
    ),
    ("GET", "/api/users", "", None, "view-users"),
    ("POST", "/api/users", "", USER, "create-user"),
    ("PATCH", "/api/users/{user_id}", "/api/users/999", {"unlock": True}, "change-user"),
    ("POST", "/api/users/{user_id}/password", "/api/users/999/password", {"password": PASSWORD}, "reset-password"),
    ("GET", "/api/terminals", "", None, "pair-terminal"),
    ("POST", "/api/terminals", "", {"name": "T1"}, "pair-terminal"),
    ("DELETE", "/api/terminals/{terminal_id}", "/api/terminals/t-0123456789abcdef", None, "retire-terminal"),
    ("GET", "/api/me/limits", "", None, "set-limit"),
    ("PUT", "/api/me/limits", "", {"kind": "loss-day", "value": 100_000_00}, "set-limit"),
    ("POST", "/api/me/break", "", {"hours": 1}, "take-break"),
    ("POST", "/api/me/exclusion", "", {"term": "6-months"}, "self-exclude"),
    ("POST", "/api/users/{user_id}/exclusion/lift", "/api/users/999/exclusion/lift", None, "lift-exclusion"),
    ("POST", "/api/shifts", "", {"float_cents": 0, "key": KEY}, "open-shift"),
    ("GET", "/api/shifts/current", "", None, "open-shift"),
    (
        "GET",
        "/api/shifts/{shift}",
        "/api/shifts/99",
        None,
        {"cashier", "supervisor", "auditor", "admin", "surveillance"},
    ),
    ("POST", "/api/shifts/{shift}/fill", "/api/shifts/99/fill", {"cents": 1, "key": KEY}, "fill-drawer"),
    ("POST", "/api/shifts/{shift}/close", "/api/shifts/99/close", {"counted_cents": 0, "key": KEY}, "close-shift"),
    ("POST", "/api/cage/player", "", {"player": "player"}, "buy-in"),
    ("POST", "/api/buy-ins", "", {"player": "player", "cents": 1, "key": KEY}, "buy-in"),
    ("POST", "/api/me/buy-in", "", {"cents": 1, "key": KEY}, {"player"}),
    ("POST", "/api/me/cash-out", "", {"key": KEY}, "cash-out"),
    ("POST", "/api/cash-outs", "", {"player": "player", "approver_password": PASSWORD, "key": KEY}, {"cashier"}),
    ("GET", "/api/vouchers/{number}", f"/api/vouchers/{SOUND}", None, "reprint-voucher"),
    (
        "GET",
        "/api/vouchers/{number}/ticket.pdf",
        f"/api/vouchers/{SOUND}/ticket.pdf",
        None,
        {"player", "cashier", "supervisor"},
    ),
    (
        "POST",
        "/api/vouchers/{number}/print",
        f"/api/vouchers/{SOUND}/print",
        None,
        {"player", "cashier", "supervisor"},
    ),
    ("GET", "/api/printers", "", None, PAPER_STAFF),
    ("GET", "/api/prints", "", None, PAPER_STAFF),
    ("GET", "/api/prints/{job}", "/api/prints/999", None, {role.value for role in Role}),
    ("POST", "/api/prints/{job}/again", "/api/prints/999/again", {"key": KEY, **WHY}, "reprint-voucher"),
    (
        "GET",
        "/api/jackpots/{table}/{number}/{jackpot}/page.pdf",
        f"/api/jackpots/{TABLE}/000009/jackpot-1/page.pdf",
        None,
        "view-reports",
    ),
    (
        "POST",
        "/api/jackpots/{table}/{number}/{jackpot}/print",
        f"/api/jackpots/{TABLE}/000009/jackpot-1/print",
        None,
        "view-reports",
    ),
    ("POST", "/api/vouchers/redeem", "", {"number": SOUND, "key": KEY}, "redeem-voucher"),
    ("POST", "/api/vouchers/hand-pay", "", {**HAND_PAY, "key": KEY}, "pay-hand-pay"),
    ("POST", "/api/vouchers/void", "", {"number": SOUND, "key": KEY, **WHY}, "void-voucher"),
    ("POST", "/api/vouchers/reprint", "", {"number": SOUND, "key": KEY, **WHY}, "reprint-voucher"),
    ("POST", "/api/promotional", "", {"player": "player", "reason": "for a test", **GIFT}, "give-promotional"),
    ("POST", "/api/coupons", "", GIFT, "print-coupons"),
    ("GET", "/api/coupons/{first}/{last}/coupons.pdf", "/api/coupons/1/2/coupons.pdf", None, "print-coupons"),
    ("POST", "/api/coupons/redeem", "", {"number": SOUND, "key": KEY}, "redeem-coupon"),
    ("POST", "/api/coupons/void", "", {"number": SOUND, "key": KEY, **WHY}, "void-coupon"),
    ("GET", "/api/meters/{meter}/report", "/api/meters/none/report", None, "view-reports"),
    ("POST", "/api/meters", "", {"id": "m-1", "title": "M", "key": KEY, **POSTED}, "create-meter"),
    ("PUT", "/api/meters/{meter}", "/api/meters/none", {"key": KEY, **POSTED, **WHY}, "change-meter"),
    ("POST", "/api/meters/{meter}/adjust", "/api/meters/none/adjust", {"cents": 1, "key": KEY, **WHY}, "adjust-meter"),
    ("POST", "/api/meters/{meter}/stop", "/api/meters/none/stop", {"key": KEY, **WHY}, "stop-meter"),
    ("POST", "/api/meters/{meter}/start", "/api/meters/none/start", {"key": KEY, **WHY}, "start-meter"),
    ("GET", "/api/reports/{name}", "/api/reports/house", None, "view-reports"),
    ("GET", "/api/reports/tables", "", None, "view-reports"),
    ("GET", "/api/reports/day", "", None, "view-reports"),
    ("GET", "/api/surveillance/tables/{table}", f"/api/surveillance/tables/{TABLE}", None, "search-events"),
    ("GET", "/api/surveillance/unseen", "", None, "mark-events-seen"),
    ("POST", "/api/surveillance/seen", "", {"ids": [1], "key": KEY}, "mark-events-seen"),
    ("GET", "/api/reports/meters", "", None, "view-reports"),
    ("GET", "/api/trial-balance", "", None, "view-reports"),
    ("GET", "/api/events", "", None, "search-events"),
    ("GET", "/api/floor", "", None, "search-events"),
    ("GET", "/api/servers", "", None, "search-events"),
    ("GET", "/api/audit", "", None, "verify-log"),
    ("GET", "/api/export", "", None, "export"),
    ("POST", "/api/backup", "", None, "backup"),
    ("GET", "/api/software", "", None, "verify-log"),
    ("POST", "/api/tables", "", {"key": KEY, **CLOSED_TABLE}, {"admin"}),
    ("GET", "/api/tables/{table}/coach", f"/api/tables/{TABLE}/coach", None, "use-coach"),
    ("GET", "/api/lab/drafts", "", None, "use-lab"),
    ("POST", "/api/lab/drafts", "", {"rulebook": "co-baccarat", "text": ""}, "use-lab"),
    ("GET", "/api/lab/drafts/{draft}", "/api/lab/drafts/999", None, "use-lab"),
    ("PUT", "/api/lab/drafts/{draft}", "/api/lab/drafts/999", {"text": "", "version": 1}, "use-lab"),
    ("DELETE", "/api/lab/drafts/{draft}", "/api/lab/drafts/999", None, "use-lab"),
    ("POST", "/api/lab/drafts/{draft}/submit", "/api/lab/drafts/999/submit", None, "use-lab"),
    ("POST", "/api/lab/drafts/{draft}/approve", "/api/lab/drafts/999/approve", None, "approve-draft"),
    ("POST", "/api/lab/drafts/{draft}/refuse", "/api/lab/drafts/999/refuse", {"key": KEY, **WHY}, "approve-draft"),
    ("POST", "/api/lab/count", "", {"text": "", "base": "no-such-rulebook"}, "use-lab"),
    ("GET", "/api/lab/drafts/{draft}/card.pdf", "/api/lab/drafts/999/card.pdf", None, "use-lab"),
    ("GET", "/api/lab/drafts/{draft}/sheet.pdf", "/api/lab/drafts/999/sheet.pdf", None, "use-lab"),
    ("GET", "/api/lab/drafts/{draft}/rulebook.toml", "/api/lab/drafts/999/rulebook.toml", None, "use-lab"),
    ("POST", "/api/lab/drafts/{draft}/play", "/api/lab/drafts/999/play", None, "use-lab"),
    ("GET", "/api/rounds", "", None, "recall"),
    ("GET", "/api/rounds/{table}/{number}", f"/api/rounds/{TABLE}/999", None, "recall"),
    ("GET", "/api/rounds/{table}/{number}/history", f"/api/rounds/{TABLE}/999/history", None, "recall"),
    ("POST", "/api/rounds/{table}/{number}/bundle", f"/api/rounds/{TABLE}/999/bundle", None, "make-bundle"),
    ("GET", "/api/tables/{table}/shoes/{number}", f"/api/tables/{TABLE}/shoes/999", None, "recall"),
]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """Run one house for all tests that hardly change it."""
    with live_house(tmp_path_factory.mktemp("shared")) as live:
        yield live


@pytest.fixture
def live_per_database(tmp_path: Path, database_url: str) -> Iterator[Live]:  # noqa: F811 - a fixture
    """Run a house for one test, over each kind of database."""
    with live_house(tmp_path, database=database_url) as live:
        yield live


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    """Run a house for one test."""
    with live_house(tmp_path) as live:
        yield live


def play_round(live: Live, player: Client, cents: int = 100_00, cards: str = "9s Kh Kd 2c") -> None:
    """Play a round at the dealer's table: one wager on Player, which wins with nine to two."""
    dealer = live.client_as("dealer")
    if player.get(f"/api/tables/{TABLE}")["view"]["shoe"] is None:
        dealer.command("load-shoe")
        dealer.command("read-card", card="As")
        player.command("sit-down", seat=1)
    dealer.command("open-bets")
    player.command("place-wagers", seat=1, wagers=[{"wager": "player", "cents": cents}])
    dealer.command("close-bets")
    for card in cards.split():
        dealer.command("read-card", card=card)
    dealer.command("call-result")


# Permissions
def test_every_route_is_listed() -> None:
    registered = {
        (method, route.path)
        for router in ROUTERS
        for route in router.routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
    }
    listed = [(method, path) for method, path, *_ in MATRIX]
    assert len(listed) == len(set(listed))
    assert registered == PUBLIC | ANYONE_LOGGED_IN | set(listed)


@pytest.mark.parametrize("role", [role.value for role in Role])
def test_each_role_may_use_the_routes_that_its_permissions_allow(tmp_path: Path, role: str) -> None:
    with live_house(tmp_path) as live:
        client = live.client_as(role)
        for method, path, filled, body, permission in MATRIX:
            allowed = permission if isinstance(permission, set) else {known.value for known in PERMISSIONS[permission]}
            own = None if body is None else {**body, **({"key": live.key()} if "key" in body else {})}
            response = client.ask(method, filled or path, own)
            code = response.json()["error"]["code"] if response.status_code >= 400 else ""
            where = (role, method, path, response.status_code, response.text[:200])
            assert (code == "role/forbidden") == (role not in allowed), where
            assert response.status_code not in (401, 422, 429), where
            assert response.status_code < 500, where


def test_nothing_but_the_public_routes_answers_without_a_session(shared: Live) -> None:
    nobody = shared.client()
    for method, path, filled, body, _ in MATRIX:
        refusal(nobody.ask(method, filled or path, body), 401, "session/over")
    for method, path in ANYONE_LOGGED_IN:
        refusal(nobody.ask(method, path), 401, "session/over")


def test_every_change_without_a_csrf_token_is_refused(shared: Live) -> None:
    admin = shared.client_as("admin")
    for method, path, filled, body, _ in MATRIX:
        if method == "GET":
            continue
        for headers in ({}, {"x-csrf-token": "wrong"}, {"x-csrf-token": "ä"}):
            sent = {name: value.encode("latin-1") for name, value in headers.items()}
            refusal(admin.send(method, filled or path, json=body, headers=sent), 403, "csrf/invalid")
        other_origin = {"origin": "http://elsewhere.test", "x-csrf-token": admin.csrf}
        refusal(admin.send(method, filled or path, json=body, headers=other_origin), 403, "origin/not_allowed")


def test_a_page_of_another_site_cannot_log_anybody_in(shared: Live) -> None:
    body = {"name": "admin", "password": PASSWORD}
    response = shared.client().send("POST", "/api/login", json=body, headers={"origin": "http://elsewhere.test"})
    refusal(response, 403, "origin/not_allowed")
    assert "set-cookie" not in response.headers


# Sessions


def test_a_page_gets_a_cookie_that_no_script_reads_and_a_program_gets_a_token(shared: Live) -> None:
    body = {"name": "Cashier", "password": PASSWORD}
    page = shared.client().send("POST", "/api/login", json=body)
    cookie = page.headers["set-cookie"].lower()
    assert "croupier_session=" in cookie
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "secure" not in cookie, "this house has no certificate"
    assert body_of(page)["token"] is None
    program = shared.client().send("POST", "/api/login", json={**body, "token": True})
    assert "set-cookie" not in program.headers
    bearer = {"authorization": f"Bearer {body_of(program)['token']}"}
    client = shared.client()
    assert body_of(client.send("GET", "/api/me", headers=bearer))["role"] == "cashier"
    response = client.send("POST", "/api/cage/player", json={"player": "player"}, headers=bearer)
    assert body_of(response)["name"] == "player", "a program needs no page's token"


def test_logging_out_ends_the_token_itself(shared: Live) -> None:
    body = {"name": "dealer", "password": PASSWORD, "token": True}
    token = body_of(shared.client().send("POST", "/api/login", json=body))["token"]
    bearer, client = {"authorization": f"Bearer {token}"}, shared.client()
    body_of(client.send("POST", "/api/logout", headers=bearer))
    refusal(client.send("GET", "/api/me", headers=bearer), 401, "session/over")


def test_three_wrong_passwords_lock_an_account_and_a_supervisor_unlocks_it(live: Live) -> None:
    client = live.client()
    for code, status in (("login/wrong", 401), ("login/wrong", 401), ("login/locked", 403), ("login/locked", 403)):
        refusal(client.send("POST", "/api/login", json={"name": "dealer", "password": "not it at all"}), status, code)
    refusal(client.send("POST", "/api/login", json={"name": "dealer", "password": PASSWORD}), 403, "login/locked")
    supervisor = live.client_as("supervisor")
    body_of(supervisor.ask("PATCH", f"/api/users/{live.ids['dealer']}", {"unlock": True}))
    assert live.client_as("dealer").get("/api/me")["role"] == "dealer"
    found = supervisor.get("/api/events", code="login")
    assert [event["code"] for event in found["events"]] == ["login/lockout"]


def test_an_unknown_name_is_refused_with_the_same_message(shared: Live) -> None:
    wrong = [
        refusal(
            shared.client().send("POST", "/api/login", json={"name": name, "password": "not it at all"}),
            401,
            "login/wrong",
        )
        for name in ("auditor", "nobody-here")
    ]
    assert wrong[0] == wrong[1]


def test_a_session_runs_out(live: Live) -> None:
    cashier = live.client_as("cashier")
    live.now += 14 * 60_000
    cashier.get("/api/me")
    live.now += 16 * 60_000
    refusal(cashier.send("GET", "/api/me"), 401, "session/over")
    admin = live.client_as("admin")
    for _ in range(12 * 6):
        live.now += 10 * 60_000
        last = admin.send("GET", "/api/me")
    refusal(last, 401, "session/over")


def test_a_second_factor_is_set_up_asked_for_and_taken_off(tmp_path: Path) -> None:
    with live_house(tmp_path, people={"second_factor": ["supervisor"]}) as live:
        supervisor, admin = live.client_as("supervisor"), live.client_as("admin")
        assert supervisor.get("/api/me")["must_set_up"] is True
        refusal(supervisor.send("GET", "/api/events"), 403, "second_factor/set_up_required")
        factor = supervisor.post("/api/me/second-factor")
        assert factor["squares"]
        secret = secret_of(factor["key"].replace(" ", ""))
        refusal(supervisor.ask("POST", "/api/me/second-factor/prove", {"code": "1"}), 409, "second_factor/wrong_code")
        proved = supervisor.post("/api/me/second-factor/prove", code=code_of(secret, step_at(live.now)))
        assert supervisor.get("/api/me")["must_set_up"] is False
        assert supervisor.get("/api/events")["events"][0]["code"] == "factor/set_up"
        body = {"name": "supervisor", "password": PASSWORD}
        nobody = live.client()
        refusal(nobody.send("POST", "/api/login", json=body), 401, "login/code_needed")
        refusal(nobody.send("POST", "/api/login", json={**body, "code": "000000"}), 401, "login/wrong_second_factor")
        live.now += 60_000
        given = {**body, "code": code_of(secret, step_at(live.now))}
        assert body_of(nobody.send("POST", "/api/login", json=given))["must_set_up"] is False
        refusal(live.client().send("POST", "/api/login", json=given), 401, "login/wrong_second_factor")
        given = {**body, "code": proved["recovery_codes"][0]}
        assert body_of(live.client().send("POST", "/api/login", json=given))["role"] == "supervisor"
        listed = {user["name"]: user["second_factor"] for user in admin.get("/api/users")}
        assert [name for name, has in listed.items() if has] == ["supervisor"]
        body_of(admin.ask("DELETE", f"/api/users/{live.ids['supervisor']}/second-factor"))
        assert live.client_as("supervisor").get("/api/me")["must_set_up"] is True
        assert live.client_as("dealer").get("/api/me")["must_set_up"] is False


def test_a_page_may_ask_whether_it_has_a_session(live: Live) -> None:
    nobody = live.client()
    assert nobody.get("/api/session") == {"me": None}
    dealer = live.client_as("dealer")
    assert dealer.get("/api/session")["me"] == {**dealer.get("/api/me"), "now": live.now}
    dealer.post("/api/logout")
    assert dealer.get("/api/session") == {"me": None}
    cashier = live.client_as("cashier")
    live.now += 16 * 60_000
    assert cashier.get("/api/session") == {"me": None}, "a session that ran out is nobody's"


@pytest.mark.parametrize("role", [role.value for role in Role])
def test_each_user_is_given_the_list_of_allowed_commands(shared: Live, role: str) -> None:
    allowed = shared.client_as(role).get("/api/me")["may"]
    assert allowed == sorted(command for command, roles in PERMISSIONS.items() if Role(role) in roles)
    assert "tick" not in allowed, "the clock is nobody's"
    assert ("place-wagers" in allowed) == (role == "player")


def test_too_many_logins_from_one_address_are_refused(live: Live) -> None:
    live.app.state.login_rate._each_second = 0.0
    live.app.state.login_rate._buckets.clear()
    live.app.state.login_rate._burst = 3
    client = live.client()
    body = {"name": "player", "password": PASSWORD}
    answers = [client.send("POST", "/api/login", json=body).status_code for _ in range(5)]
    assert answers == [200, 200, 200, 429, 429]
    refusal(client.send("POST", "/api/terminals/pair", json={"code": "ABCD"}), 429, "rate/logins")


def test_a_user_must_change_a_given_password_before_anything_else(live: Live) -> None:
    admin = live.client_as("admin")
    body = {"name": "ann", "display_name": "Ann", "role": "player", "password": "given out by the house"}
    assert admin.post("/api/users", **body)["must_change"] is True
    ann = live.client().log_in("ann", "given out by the house")
    assert ann.get("/api/me")["must_change"] is True
    refusal(ann.ask("POST", "/api/me/cash-out", {"key": live.key()}), 403, "password/must_change")
    refusal(ann.ask("POST", "/api/me/password", {"old": "no", "new": "my very own words"}), 403, "password/wrong")
    refusal(
        ann.ask("POST", "/api/me/password", {"old": "given out by the house", "new": "short"}),
        409,
        "password/too_short",
    )
    body_of(ann.ask("POST", "/api/me/password", {"old": "given out by the house", "new": "my very own words"}))
    refusal(ann.send("GET", "/api/me"), 401, "session/over")
    assert live.client().log_in("ann", "my very own words").get("/api/me")["must_change"] is False
    body_of(admin.ask("POST", f"/api/users/{ann.user_id}/password", {"password": "a third one, given out"}))
    assert live.client().log_in("ann", "a third one, given out").get("/api/me")["must_change"] is True


# The shape of requests and refusals


def test_an_unknown_field_a_string_for_an_amount_and_a_fraction_are_refused(shared: Live) -> None:
    player = shared.client_as("player")
    key = shared.key()
    wrong: tuple[Any, ...] = (
        {"cents": 100, "key": key, "extra": 1},
        {"cents": "100", "key": key},
        {"cents": 1.5, "key": key},
        {"cents": True, "key": key},
        {"cents": 0, "key": key},
        {"cents": -5, "key": key},
        {"cents": 10**16, "key": key},
        {"cents": 100},
        {"cents": 100, "key": "short"},
        [],
    )
    for body in wrong:
        refusal(player.ask("POST", "/api/me/buy-in", body), 422, "request/invalid")
    for content in (b"{", b"\xff\xfe", b"null", b""):
        response = player.send("POST", "/api/login", content=content, headers={"content-type": "application/json"})
        refusal(response, 422, "request/invalid")
    assert player.get("/api/me")["balance_cents"] == 0


def test_a_request_that_is_too_large_is_refused_whole_or_in_chunks(shared: Live) -> None:
    client = shared.client()
    large = json.dumps({"name": "x" * BODY_BYTES_MOST, "password": "y"}).encode()
    headers = {"content-type": "application/json"}
    refusal(client.send("POST", "/api/login", content=large, headers=headers), 413, "request/too_large")

    async def in_pieces() -> Any:
        for start in range(0, len(large), 4096):
            yield large[start : start + 4096]

    refusal(client.send("POST", "/api/login", content=in_pieces(), headers=headers), 413, "request/too_large")
    strange = {"content-length": "²", **headers}
    odd = {name: value.encode("latin-1") for name, value in strange.items()}
    refusal(client.send("POST", "/api/login", content=b"{}", headers=odd), 413, "request/too_large")


def test_an_unknown_id_is_answered_with_not_found(shared: Live) -> None:
    admin, cashier = shared.client_as("admin"), shared.client_as("cashier")
    refusal(admin.send("GET", "/api/rounds/co-1/77"), 404, "round/not_found")
    refusal(admin.send("GET", "/api/tables/none/rules"), 404, "table/not_found")
    refusal(admin.send("GET", "/api/rulebooks/no-such-game"), 404, "rulebook/not_found")
    refusal(admin.send("GET", "/api/rulebooks/..%2Fetc"), 404, "http/404")
    refusal(admin.send("GET", "/api/meters/none/report"), 404, "meter/not_found")
    refusal(admin.send("GET", "/api/shifts/9"), 404, "shift/not_found")
    refusal(admin.send("GET", "/api/reports/nothing"), 422, "request/invalid")
    refusal(cashier.send("GET", f"/api/vouchers/{SOUND}"), 404, "voucher/not_found")
    refusal(cashier.send("GET", "/api/vouchers/12"), 409, "voucher/damaged_number")
    refusal(admin.send("GET", "/nowhere"), 404, "http/404")


def test_every_response_has_the_security_headers(shared: Live) -> None:
    for path in ("/health", "/api/me", "/nowhere"):
        headers = shared.client().send("GET", path).headers
        assert headers["x-frame-options"] == "DENY"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"


def test_the_description_of_the_api_names_every_refusal_and_every_answer(shared: Live) -> None:
    described = shared.client().get("/openapi.json")
    for method, path, *_ in MATRIX:
        operation = described["paths"][path.replace("/api/", "/api/v1/")][method.lower()]
        assert {"401", "403", "404", "409", "429", "503"} <= set(operation["responses"]), path
        assert operation["responses"]["401"]["content"]["application/json"]["schema"]["$ref"].endswith("ErrorBody")


def test_the_page_that_describes_the_api_names_every_route_and_loads_nothing(shared: Live) -> None:
    response = shared.client().send("GET", "/docs")
    for method, path, *_ in MATRIX:
        assert f"<code>{method} {path.replace('/api/', '/api/v1/')}</code>" in response.text
    assert "<code>WebSocket /api/v1/tables/{table}/live</code>" in response.text
    for text in ("<script", "<link", "http://", "https://", "src="):
        assert text not in response.text
    assert response.headers["content-security-policy"].startswith("default-src 'none'")


def test_no_hash_and_no_secret_leaves_the_house(live: Live) -> None:
    admin, player = live.client_as("admin"), live.client_as("player")
    hashes = [row.password for row in live.runtime.run_query(lambda query: query(users.select()))]
    pages = [admin.send("GET", path).text for path in ("/api/users", "/api/me", "/api/events", "/api/trial-balance")]
    packed = zipfile.ZipFile(io.BytesIO(admin.send("GET", "/api/export").content))
    pages += [packed.read(name).decode() for name in packed.namelist()]
    assert "users.jsonl" in packed.namelist()
    for page in pages:
        assert "argon2" not in page
        assert not any(password_hash in page for password_hash in hashes)
        assert player.csrf not in page
    other_player = live.client_as("player-2")
    other_player.post("/api/me/buy-in", cents=777_00, key=live.key())
    shown = "".join(player.send("GET", path).text for path in ("/api/me", "/api/rounds", "/api/lobby", "/api/house"))
    assert f"player:{other_player.user_id}" not in shown
    assert "77700" not in shown


def test_the_lobby_is_compressed_for_those_who_accept_it(live: Live) -> None:
    visitor = live.client()
    packed = visitor.send("GET", "/api/lobby")
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "Accept-Encoding"
    assert {tile["table"] for tile in packed.json()} >= {TABLE}
    plain = visitor.send("GET", "/api/lobby", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert [tile["table"] for tile in plain.json()] == [tile["table"] for tile in packed.json()]


# People and terminals


def test_a_terminal_is_paired_by_a_code_that_is_read_out(live: Live) -> None:
    supervisor, terminal = live.client_as("supervisor"), live.client()
    given = supervisor.post("/api/terminals", name="Seat 4", table=TABLE)
    refusal(terminal.ask("POST", "/api/terminals/pair", {"code": "22222222"}), 409, "terminal/code")
    paired = terminal.post("/api/terminals/pair", code=given["code"].lower())
    assert paired["terminal"] == {"id": given["terminal_id"], "name": "Seat 4", "table": TABLE}
    assert terminal.get("/api/house")["terminal"]["name"] == "Seat 4"
    assert terminal.log_in("player").get("/api/me")["terminal"] == "Seat 4"
    stolen = live.client()
    stolen.http.cookies.set("croupier_session", terminal.http.cookies["croupier_session"])
    refusal(stolen.send("GET", "/api/me"), 401, "session/over")
    assert [terminal["name"] for terminal in supervisor.get("/api/terminals")] == ["Seat 4"]
    body_of(supervisor.ask("DELETE", f"/api/terminals/{given['terminal_id']}"))
    refusal(terminal.send("GET", "/api/me"), 401, "session/over")
    refusal(supervisor.ask("POST", "/api/terminals", {"name": "x", "table": "none"}), 404, "table/not_found")


def test_an_account_that_is_closed_is_out_at_once(live: Live) -> None:
    admin, dealer = live.client_as("admin"), live.client_as("dealer")
    path = f"/api/users/{dealer.user_id}"
    assert body_of(admin.ask("PATCH", path, {"active": False}))["active"] is False
    refusal(dealer.send("GET", "/api/me"), 401, "session/over")
    refusal(live.client_as("supervisor").ask("PATCH", path, {"active": True}), 403, "role/forbidden")
    refusal(admin.ask("PATCH", f"/api/users/{admin.user_id}", {"active": False}), 409, "user/own_account")


# A player's own limits


def test_a_limit_holds_at_once_and_loosens_a_day_later(live: Live) -> None:
    player = live.client_as("player")

    def loss_day(limits: Any) -> Any:
        return next(limit for limit in limits["limits"] if limit["kind"] == "loss-day")

    assert (
        loss_day(body_of(player.ask("PUT", "/api/me/limits", {"kind": "loss-day", "value": 50_00})))["value"] == 50_00
    )
    looser = loss_day(body_of(player.ask("PUT", "/api/me/limits", {"kind": "loss-day", "value": None})))
    assert (looser["value"], looser["pending"], looser["pending_from"]) == (50_00, None, NOON + 24 * HOUR)
    live.now += 24 * HOUR
    player = live.client_as("player")
    assert loss_day(player.get("/api/me/limits"))["value"] is None


def test_an_excluded_player_gets_no_credit_but_may_cash_out(live: Live) -> None:
    player, cashier = live.client_as("player"), live.client_as("cashier")
    cashier.post("/api/shifts", float_cents=100_00, key=live.key())
    player.post("/api/me/buy-in", cents=20_00, key=live.key())
    excluded = player.post("/api/me/exclusion", term="6-months")["excluded"]
    assert excluded["kind"] == "6-months"
    refusal(player.ask("POST", "/api/me/buy-in", {"cents": 1, "key": live.key()}), 409, "excluded")
    body = {"player": "player", "cents": 100, "key": live.key()}
    refusal(cashier.ask("POST", "/api/buy-ins", body), 409, "excluded")
    assert cashier.post("/api/cage/player", player_id=player.user_id)["excluded"] is True
    ticket = player.post("/api/me/cash-out", key=live.key())
    refusal(
        player.ask("POST", "/api/vouchers/redeem", {"number": ticket["number"], "key": live.key()}), 409, "excluded"
    )
    assert cashier.post("/api/vouchers/redeem", number=ticket["number"], key=live.key())["cents"] == 20_00
    lift = f"/api/users/{player.user_id}/exclusion/lift"
    refusal(live.client_as("supervisor").ask("POST", lift), 409, "exclusion/term")
    live.now += 200 * 24 * HOUR
    assert live.client_as("supervisor").post(lift)["excluded"] is None


# Money


def test_a_ticket_is_followed_from_the_buy_in_to_its_one_payment(live_per_database: Live) -> None:
    live = live_per_database
    player, cashier = live.client_as("player"), live.client_as("cashier")
    refusal(
        cashier.ask("POST", "/api/buy-ins", {"player": "player", "cents": 1, "key": live.key()}), 409, "shift/none_open"
    )
    shift = cashier.post("/api/shifts", float_cents=1_000_00, key=live.key())
    bought = cashier.post("/api/buy-ins", player="player", cents=500_00, table=TABLE, key=live.key())
    assert bought["balance_cents"] == 500_00
    dealer = live.client_as("dealer")
    dealer.command("load-shoe")
    dealer.command("read-card", card="As")
    player.command("sit-down", seat=1)
    dealer.command("open-bets")
    player.command("place-wagers", seat=1, wagers=[{"wager": "player", "cents": 100_00}])
    assert player.get("/api/me")["in_play"] is True
    refusal(player.ask("POST", "/api/me/cash-out", {"key": live.key()}), 409, "cash-out/in_play")
    dealer.command("close-bets")
    for card in ("9s", "Kh", "Kd", "2c"):
        dealer.command("read-card", card=card)
    dealer.command("call-result")
    key = live.key()
    ticket = player.post("/api/me/cash-out", key=key)
    assert (ticket["cents"], ticket["form"], ticket["balance_cents"]) == (600_00, "cash-out", 0)
    again = player.post("/api/me/cash-out", key=key)
    assert again == {**ticket, "repeated": True}, "an answer that was lost on the way is given again"
    paper = player.send("GET", ticket["ticket"])
    assert paper.content.startswith(b"%PDF")
    assert paper.headers["content-type"] == "application/pdf"
    refusal(live.client_as("player-2").send("GET", ticket["ticket"]), 403, "role/forbidden")
    refusal(cashier.send("GET", ticket["ticket"]), 409, "ticket/reprint")
    wrong = {"number": ticket["number"], "cents": 601_00, "key": live.key()}
    refusal(cashier.ask("POST", "/api/vouchers/redeem", wrong), 409, "voucher/amount_differs")
    pay_key = live.key()
    paid = cashier.post("/api/vouchers/redeem", number=ticket["number"], cents=600_00, key=pay_key)
    assert paid["to"] == f"drawer:{shift['id']}"
    assert paid["balance_cents"] is None, "a drawer is counted blind"
    again = cashier.post("/api/vouchers/redeem", number=ticket["number"], cents=600_00, key=pay_key)
    assert again == {**paid, "repeated": True}
    for client in (cashier, player):
        body = {"number": ticket["number"], "key": live.key()}
        message = refusal(client.ask("POST", "/api/vouchers/redeem", body), 409, "voucher/already_paid")
        assert f"user:{cashier.user_id}" in message
        assert "Sep 21, 2026" in message
    refusal(player.send("GET", ticket["ticket"]), 409, "ticket/already_paid_or_void")
    known = cashier.get(f"/api/vouchers/{ticket['number']}")
    assert (known["status"], known["redeemed_by"]) == ("redeemed", f"user:{cashier.user_id}")
    assert ticket["number"] not in json.dumps(known)
    closed = cashier.post(f"/api/shifts/{shift['id']}/close", counted_cents=899_00, key=live.key())
    assert (closed["over_short_cents"], closed["expected_cents"]) == (-1_00, 900_00)
    assert cashier.get("/api/shifts/current") is None
    check_ledger_and_log(live)


def test_a_cashier_is_shown_the_expected_drawer_only_after_the_blind_count(live: Live) -> None:
    player, cashier = live.client_as("player"), live.client_as("cashier")
    key = live.key()
    opened = cashier.post("/api/shifts", float_cents=1_000_00, key=key)
    which = f"/api/shifts/{opened['id']}"
    answers = [opened, cashier.post("/api/shifts", float_cents=1_000_00, key=key)]
    answers.append(cashier.post("/api/buy-ins", player="player", cents=300_00, key=live.key()))
    answers.append(cashier.post(f"{which}/fill", cents=50_00, key=live.key()))
    ticket, large = (player.post("/api/me/cash-out", cents=cents, key=live.key()) for cents in (123_00, 177_00))
    pay = {"number": ticket["number"], "key": live.key()}
    answers += [cashier.post("/api/vouchers/redeem", **pay), cashier.post("/api/vouchers/redeem", **pay)]
    answers += [cashier.get("/api/shifts/current"), cashier.get(which)]
    answers_text = json.dumps(answers)
    assert "expected_cents" in answers_text
    for cents in (1_300_00, 1_350_00, 1_227_00):
        assert str(cents) not in answers_text, "an answer to the cashier says what the drawer holds"
    assert answers[-1]["expected_cents"] is answers[-1]["drawer_cents"] is answers[-1]["cash_in_cents"] is None
    assert live.client_as("supervisor").get(which)["expected_cents"] == 1_227_00
    closed = cashier.post(f"{which}/close", counted_cents=1_227_00, key=live.key())
    assert (closed["expected_cents"], closed["over_short_cents"]) == (1_227_00, 0)
    assert cashier.get(which)["expected_cents"] == 1_227_00
    cashier.post("/api/shifts", float_cents=1_00, key=live.key())
    body = {"number": large["number"], "key": live.key()}
    assert "$" not in refusal(cashier.ask("POST", "/api/vouchers/redeem", body), 409, "shift/not_enough_cash")


def check_ledger_and_log(live: Live) -> None:
    """Check that the ledger sums to zero, that every balance agrees with a recount, and that the log is sound."""
    auditor = live.client_as("auditor")
    trial_balance = auditor.get("/api/trial-balance", recount=True)
    assert trial_balance["summary"]["total_cents"] == 0
    assert trial_balance["summary"]["differs"] == []
    audit = auditor.get("/api/audit")
    assert audit["is_sound"], audit["findings"]
    assert auditor.get("/api/reports/vouchers")["summary"]["agrees"] is True


def test_a_ticket_presented_many_times_at_once_is_paid_once(live_per_database: Live) -> None:
    live = live_per_database
    player, cashier = live.client_as("player"), live.client_as("cashier")
    cashier.post("/api/shifts", float_cents=500_00, key=live.key())
    player.post("/api/me/buy-in", cents=50_00, key=live.key())
    number = player.post("/api/me/cash-out", key=live.key())["number"]

    async def all_at_once() -> list[int]:
        import asyncio

        def redeem(client: Client) -> Any:
            body = {"number": number, "key": live.key()}
            return client.http.post("/api/vouchers/redeem", json=body, headers={"x-csrf-token": client.csrf})

        answers = await asyncio.gather(*(redeem(client) for client in [player, cashier] * 20))
        return [answer.status_code for answer in answers]

    answers = live.wait(all_at_once())
    assert sorted(answers) == [200] + [409] * 39
    check_ledger_and_log(live)


def test_a_large_cash_out_is_a_hand_pay_with_an_authenticated_witness(live: Live) -> None:
    player, cashier = live.client_as("player"), live.client_as("cashier")
    shift = cashier.post("/api/shifts", float_cents=0, key=live.key())
    cashier.post(f"/api/shifts/{shift['id']}/fill", cents=10_000_00, key=live.key())
    player.post("/api/me/buy-in", cents=5_000_00, key=live.key())
    slip = player.post("/api/me/cash-out", key=live.key())
    assert slip["form"] == "hand-pay"
    body = {"number": slip["number"], "key": live.key()}
    refusal(cashier.ask("POST", "/api/vouchers/redeem", body), 409, "voucher/hand_pay")

    def with_witness(name: str, password: str) -> Any:
        body = {"number": slip["number"], "key": live.key(), "witness": name, "witness_password": password}
        return cashier.ask("POST", "/api/vouchers/hand-pay", body)

    refusal(with_witness("supervisor", "not his password"), 403, "hand-pay/witness")
    refusal(with_witness("cashier", PASSWORD), 409, "hand-pay/no_witness")
    refusal(with_witness("dealer", PASSWORD), 409, "hand-pay/no_witness")
    assert body_of(with_witness("supervisor", PASSWORD))["balance_cents"] is None
    found = live.client_as("supervisor").get("/api/events", code="cage/hand-pay")
    assert f"user:{live.ids['supervisor']}" in found["events"][0]["text"]
    check_ledger_and_log(live)


def test_a_cashier_cannot_cash_a_player_out_alone(live: Live) -> None:
    player, cashier = live.client_as("player"), live.client_as("cashier")
    player.post("/api/me/buy-in", cents=900_00, key=live.key())
    whose = {"player": "player", "cents": 100_00}

    def cash_out_approved_by(name: str | None, password: str = PASSWORD) -> Any:
        approval = (
            {"approver_password": password} if name is None else {"approver": name, "approver_password": password}
        )
        return cashier.ask("POST", "/api/cash-outs", {**whose, **approval, "key": live.key()})

    refusal(cashier.ask("POST", "/api/cash-outs", {**whose, "key": live.key()}), 422, "request/invalid")
    refusal(cash_out_approved_by(None, "not his password"), 403, "cash-out/approver_rejected")
    for approver in ("cashier", "player-2", "dealer", "auditor"):
        refusal(cash_out_approved_by(approver), 409, "cash-out/approval_required")
    refusal(cash_out_approved_by("nobody"), 403, "cash-out/approver_rejected")
    assert player.get("/api/me")["balance_cents"] == 900_00, "nothing moved"
    own, approved = body_of(cash_out_approved_by(None)), body_of(cash_out_approved_by("supervisor"))
    assert [own["balance_cents"], approved["balance_cents"]] == [800_00, 700_00]
    approvers = [
        record.events[0]["word"] for record in live.runtime.house.store.records("house") if record.command == "cash-out"
    ]
    assert approvers == [f"user:{live.ids[name]}" for name in ("player", "supervisor")]
    events = live.client_as("supervisor").get("/api/events", code="cage/cash-out-second")["events"]
    assert len(events) == 1, "the house is told when it was not the player himself"
    assert f"user:{live.ids['supervisor']}" in events[0]["text"]
    check_ledger_and_log(live)


def test_wrong_passwords_at_the_cage_are_counted_and_lock_the_account(live: Live) -> None:
    cashier = live.client_as("cashier")
    body = {"player": "player", "approver_password": "a guess of the cashier's"}
    for _ in range(3):
        refusal(cashier.ask("POST", "/api/cash-outs", {**body, "key": live.key()}), 403, "cash-out/approver_rejected")
    right = {**body, "approver_password": PASSWORD, "key": live.key()}
    assert "Too many wrong passwords" in refusal(
        cashier.ask("POST", "/api/cash-outs", right), 403, "cash-out/approver_rejected"
    )


def test_a_password_given_out_by_the_house_approves_nothing(live: Live) -> None:
    """Check that such a password proves neither the player nor a witness.

    The person who created the account knows it too.
    """
    player, cashier = live.client_as("player"), live.client_as("cashier")
    player.post("/api/me/buy-in", cents=5_000_00, key=live.key())
    slip = player.post("/api/me/cash-out", cents=4_000_00, key=live.key())
    cashier.post("/api/shifts", float_cents=5_000_00, key=live.key())
    for name in ("player", "supervisor"):
        live.client_as("admin").post(f"/api/users/{live.ids[name]}/password", password="given out by the house")
    given = {"approver_password": "given out by the house", "key": live.key()}
    refusal(cashier.ask("POST", "/api/cash-outs", {"player": "player", **given}), 403, "cash-out/approver_rejected")
    by_hand = {"number": slip["number"], "witness": "supervisor", "witness_password": "given out by the house"}
    refusal(cashier.ask("POST", "/api/vouchers/hand-pay", {**by_hand, "key": live.key()}), 403, "hand-pay/witness")


def test_a_ticket_is_made_void_or_printed_again_with_a_reason(live: Live) -> None:
    player, supervisor, cashier = (live.client_as(name) for name in ("player", "supervisor", "cashier"))
    player.post("/api/me/buy-in", cents=90_00, key=live.key())
    ticket = player.post("/api/me/cash-out", cents=40_00, key=live.key())
    assert ticket["balance_cents"] == 50_00
    live.now += 11 * 60_000
    refusal(player.send("GET", ticket["ticket"]), 403, "role/forbidden")
    without_reason = {"number": ticket["number"], "reason": "x", "key": live.key()}
    refusal(cashier.ask("POST", "/api/vouchers/reprint", without_reason), 409, "reason/missing")
    printed = cashier.post("/api/vouchers/reprint", number=ticket["number"], reason="paper jam", key=live.key())
    assert printed["reprints"] == 1
    assert cashier.send("GET", ticket["ticket"]).content.startswith(b"%PDF")
    key = live.key()
    void = supervisor.post("/api/vouchers/void", number=ticket["number"], reason="torn in two", key=key)
    assert (void["status"], void["repeated"]) == ("void", False)
    assert player.get("/api/me")["balance_cents"] == 90_00
    again = supervisor.post("/api/vouchers/void", number=ticket["number"], reason="torn in two", key=key)
    assert again["repeated"] is True
    assert player.get("/api/me")["balance_cents"] == 90_00
    body = {"number": ticket["number"], "reason": "torn in two", "key": key}
    refusal(supervisor.ask("POST", "/api/vouchers/reprint", body), 409, "idempotency_key/reused")
    check_ledger_and_log(live)


def test_play_money_has_a_daily_limit_and_is_given_once_for_a_key(live: Live) -> None:
    player, key = live.client_as("player"), live.key()
    given = player.post("/api/me/buy-in", cents=PLAY_MONEY_A_DAY_CENTS, key=key)
    assert player.post("/api/me/buy-in", cents=PLAY_MONEY_A_DAY_CENTS, key=key) == {**given, "repeated": True}
    refusal(player.ask("POST", "/api/me/buy-in", {"cents": 1, "key": live.key()}), 409, "buy-in/day")
    live.now += 24 * HOUR
    assert live.client_as("player").post("/api/me/buy-in", cents=1, key=live.key())["balance_cents"] > given["cents"]


def test_a_real_house_gives_no_play_money(tmp_path: Path) -> None:
    with live_house(tmp_path, demonstration=False) as real:
        player = real.client_as("player")
        assert player.get("/api/house")["mark"] == ""
        refusal(player.ask("POST", "/api/me/buy-in", {"cents": 1, "key": real.key()}), 409, "buy-in/real_house")


# Meters


def test_a_meter_is_set_up_stopped_changed_started_and_adjusted(live_per_database: Live) -> None:
    live = live_per_database
    admin, supervisor = live.client_as("admin"), live.client_as("supervisor")
    body = {"id": "room", "title": "Room meter", "seed_cents": 500_00, "contribution": "1/50", "key": live.key()}
    assert admin.post("/api/meters", **body)["cents"] == 500_00
    assert live.runtime.house.meter_status["room"] == "running"
    changed = {"seed_cents": 600_00, "contribution": "0.01", "reason": "a new plan", "key": live.key()}
    refusal(admin.ask("PUT", "/api/meters/room", changed), 409, "meter/running")
    key = live.key()
    assert supervisor.post("/api/meters/room/stop", reason="link lost", key=key)["status"] == "stopped"
    assert supervisor.post("/api/meters/room/stop", reason="link lost", key=key)["repeated"] is True
    assert live.runtime.house.meter_status["room"] == "stopped"
    assert body_of(admin.ask("PUT", "/api/meters/room", changed))["contribution"] == "1/100"
    assert supervisor.post("/api/meters/room/start", reason="link is back", key=live.key())["status"] == "running"
    adjust = {"cents": -100_00, "reason": "shown too high", "key": live.key()}
    assert supervisor.post("/api/meters/room/adjust", **adjust)["cents"] == 400_00
    shown = {meter["id"]: meter["cents"] for meter in live.client().get("/api/meters")}
    assert shown == {"room": 400_00, "wall": 1_000_00}
    report = supervisor.get("/api/meters/room/report")
    assert (report["agrees"], report["adjusted_cents"]) == (True, -100_00)
    refusal(admin.ask("POST", "/api/meters", {**body, "key": live.key()}), 409, "meter/exists")
    refusal(admin.ask("POST", "/api/meters", {**body, "contribution": "1/0"}), 422, "request/invalid")
    check_ledger_and_log(live)


# The office


@pytest.mark.parametrize("name", REPORTS)
def test_each_report_comes_as_json_and_as_lines_for_a_spreadsheet(shared: Live, name: str) -> None:
    auditor = shared.client_as("auditor")
    report = auditor.get(f"/api/reports/{name}")
    assert report["report"] == name
    sheet = auditor.send("GET", f"/api/reports/{name}", params={"format": "csv"})
    assert sheet.headers["content-type"].startswith("text/csv")
    assert len(sheet.text.splitlines()) == len(report["rows"]) + 1
    backwards = {"since": 5, "until": 5}
    refusal(auditor.send("GET", f"/api/reports/{name}", params=backwards), 422, "request/invalid")


def test_a_report_equals_the_ledger(live: Live) -> None:
    player = live.client_as("player")
    player.post("/api/me/buy-in", cents=1_000_00, table=TABLE, key=live.key())
    for cards in ("9s Kh Kd 2c", "2s 9h Kd Kc"):
        play_round(live, player, cards=cards)
    line = live.client_as("supervisor").get("/api/reports/tables", table=TABLE)["rows"][0]
    assert (line["rounds"], line["drop_cents"], line["wagered_cents"]) == (2, 1_000_00, 200_00)
    assert line["hold_cents"] == line["house_cents"] == 0
    with live.runtime.house.store.read() as connection:
        assert table_report(ConnectionReader(connection), Period(0, NOON + HOUR)) == [line]
    check_ledger_and_log(live)


def test_gaming_days_begin_at_the_houses_hour_in_limits_and_in_reports(tmp_path: Path) -> None:
    """Check that 31 October 2026 has 25 hours in Denver, where the gaming day begins at six.

    Clocks go back on 1 November 2026.
    """
    starts = int(datetime(2026, 10, 31, 12, tzinfo=UTC).timestamp() * 1000)
    ends = starts + 25 * HOUR
    with live_house(tmp_path, time_zone="America/Denver", day_starts_hour=6) as live:
        live.now = ends - HOUR // 2
        player = live.client_as("player")
        player.post("/api/me/buy-in", cents=1_000_00, table=TABLE, key=live.key())
        play_round(live, player)
        office = live.client_as("auditor")
        report = office.get("/api/reports/tables")
        assert (report["since"], report["totals"]["rounds"]) == (starts, 1)
        assert player.get("/api/me/limits")["played"]["day"]["staked_cents"] == 100_00
        live.now = ends + 1
        player, office = live.client_as("player"), live.client_as("auditor")
        assert player.get("/api/me/limits")["played"]["day"]["staked_cents"] == 0
        assert office.get("/api/reports/tables")["rows"] == []
        for period in ({"period": "yesterday"}, {"first_day": "2026-10-31", "last_day": "2026-10-31"}):
            before = office.get("/api/reports/tables", **period)
            assert (before["since"], before["until"], before["totals"]["rounds"]) == (starts, ends, 1)
        assert office.get("/api/reports/tables", period="week")["since"] == starts - 5 * 24 * HOUR
        found = {day: office.get("/api/events", day=f"2026-09-{day}")["events"] for day in (20, 21, 22)}
        assert [bool(found[day]) for day in (20, 21, 22)] == [False, True, False], "the house opened on 21 September"
        assert live.client().get("/api/house")["time_zone"] == "America/Denver"


def test_demonstration_accounts_are_offered_only_where_they_exist(live: Live) -> None:
    """Check that `demonstration = true` in the configuration allows play money, but creates no accounts."""
    house = live.client().get("/api/house")
    assert (house["demonstration"], house["posted_accounts"]) == (True, [])
    set_up_people(live.runtime)
    posted = live.client().get("/api/house")["posted_accounts"]
    assert {"player", "player2", "dealer", "admin", "surveillance"} <= set(posted)
    existing = {user["name"] for user in live.client_as("admin").get("/api/users")}
    assert set(posted) <= existing


def test_an_admin_pairs_and_unpairs_a_screen_at_the_screen_itself(live: Live) -> None:
    """Check that the cookie of the terminal is removed with the pairing."""
    screen = live.client_as("admin")
    assert screen.get("/api/house")["terminal"] is None
    code = screen.post("/api/terminals", name="T-1", table=TABLE)["code"]
    screen.post("/api/terminals/pair", code=code)
    terminal = screen.get("/api/house")["terminal"]
    assert (terminal["name"], terminal["table"]) == ("T-1", TABLE)
    refusal(live.client_as("player").ask("DELETE", f"/api/terminals/{terminal['id']}"), 403, "role/forbidden")
    assert screen.ask("DELETE", f"/api/terminals/{terminal['id']}").status_code == 204
    assert "croupier_terminal" not in screen.http.cookies
    assert screen.get("/api/house")["terminal"] is None


def test_the_server_computes_the_totals_of_a_report(live: Live) -> None:
    """Check that lines and totals have the same base: the house's win as a share of the wagers."""
    player = live.client_as("player")
    player.post("/api/me/buy-in", cents=1_000_00, table=TABLE, key=live.key())
    play_round(live, player, cents=30_00)
    report = live.client_as("supervisor").get("/api/reports/tables")
    (line,) = report["rows"]
    assert (line["revenue_cents"], line["wagered_cents"], line["hold_percent"]) == (-30_00, 30_00, "-100.0000")
    assert {key: report["totals"][key] for key in ("rounds", "revenue_cents", "hold_percent")} == {
        "rounds": 1,
        "revenue_cents": -30_00,
        "hold_percent": "-100.0000",
    }
    (archived,) = live.client_as("supervisor").get("/api/rounds", table=TABLE)["rounds"]
    house = {"wagered_cents": 30_00, "net_cents": -30_00, "collection_cents": 0, "commission_cents": 0}
    assert archived["house"] == house, "a loss of the house is below nothing"


def test_significant_events_are_found_a_page_at_a_time(live_per_database: Live) -> None:
    live = live_per_database
    admin = live.client_as("admin")
    for number in range(5):
        body = {"id": f"m-{number}", "title": f"Meter {number}", "seed_cents": 0, "contribution": "0"}
        admin.post("/api/meters", key=live.key(), **body)
    first = admin.get("/api/events", code="meter/created", limit=3)
    second = admin.get("/api/events", code="meter/created", limit=3, before=first["next"])
    assert [len(page["events"]) for page in (first, second)] == [3, 3], "five made here, one when the house was set up"
    ids = [event["id"] for page in (first, second) for event in page["events"]]
    assert ids == sorted(ids, reverse=True)
    assert second["next"] is None
    assert admin.get("/api/events", text="METER 3")["events"][0]["actor"] == f"user:{admin.user_id}"


def test_a_backup_is_written_beside_the_database_and_recorded(live: Live, tmp_path: Path) -> None:
    admin = live.client_as("admin")
    result = admin.post("/api/backup")
    copy = tmp_path / "backups" / result["file"]
    assert copy.stat().st_size == result["bytes"]
    assert copy.stat().st_mode & 0o077 == 0
    live.now += 1
    assert admin.post("/api/backup")["file"] != result["file"]
    assert admin.get("/api/events", code="backup/made")["events"][0]["actor"] == f"user:{admin.user_id}"


def test_an_altered_log_is_found_and_named(live: Live, tmp_path: Path) -> None:
    from tests.store_writer import tamper

    live.client_as("player").post("/api/me/buy-in", cents=5_00, key=live.key())
    tamper(
        f"sqlite:///{tmp_path}/house.db", "UPDATE records SET body = replace(body, '500', '900') WHERE key IS NOT NULL"
    )
    audit = live.client_as("auditor").get("/api/audit")
    assert audit["is_sound"] is False
    assert audit["findings"][0]["where"].startswith("house#")


def test_the_software_is_compared_with_its_manifest(tmp_path: Path) -> None:
    from croupier.evidence.software_manifest import manifest, manifest_text

    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    files = manifest()
    good.write_text(manifest_text(files))
    bad.write_text(manifest_text(files | {"errors.py": "0" * 64}))
    for file, expected in ((good, []), (bad, ["errors.py"])):
        folder = tmp_path / file.stem
        folder.mkdir()
        with live_house(folder, manifest=str(file)) as live:
            found = live.client_as("auditor").get("/api/software")
        assert [difference["where"] for difference in found["differences"]] == expected
        assert found["is_unaltered"] is (not expected)


# Rules, odds and tables


def test_rules_and_odds_of_every_game_are_shown_without_a_login(shared: Live) -> None:
    client = shared.client()
    rulebooks = client.get("/api/rulebooks")
    assert {"rulebook", "modes", "wagers"} <= set(rulebooks[0])
    for rulebook in rulebooks:
        card = client.get(f"/api/rulebooks/{rulebook['rulebook']}")
        assert card["digest"] == rulebook["digest"]
        assert card["help_line"] == shared.runtime.help_line
        odds = client.get(f"/api/rulebooks/{rulebook['rulebook']}/odds")
        assert odds["digest"] == rulebook["digest"]
        if odds["state"] == "counted":
            assert {wager["wager"] for wager in odds["wagers"]} <= set(rulebook["wagers"])
        else:
            assert (rulebook["banking"], odds["state"]) == ("seats", "not-counted")
            assert "Seats play one another" in odds["message"]
    text = client.send("GET", f"/api/tables/{TABLE}/rules", params={"format": "markdown"}).text
    assert text.startswith("#")
    assert shared.runtime.help_line in text
    refusal(client.send("GET", f"/api/tables/{TABLE}/odds", params={"players": 9}), 422, "request/invalid")


def test_anyone_can_print_the_rules_of_a_table(shared: Live) -> None:
    """Check that a visitor without a login gets the rules of a table as PDF. [003 L94]"""
    answer = shared.client().send("GET", f"/api/tables/{TABLE}/rules", params={"format": "pdf"})
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")


def test_an_admin_sets_up_a_table_that_plays_at_once(live: Live) -> None:
    admin, supervisor = live.client_as("admin"), live.client_as("supervisor")
    settings = {"rulebook": "co-99-fortunes", "mode": "automated"}
    key = live.key()
    created = admin.post("/api/tables", key=key, name="new-1", settings=settings)
    assert admin.post("/api/tables", key=key, name="new-1", settings=settings) == {**created, "repeated": True}
    taken = {"key": live.key(), "name": "new-1", "settings": settings}
    refusal(admin.ask("POST", "/api/tables", taken), 409, "table/exists")
    unknown_rulebook = {"key": live.key(), "name": "new-2", "settings": {"rulebook": "/etc/hosts.toml"}}
    refusal(admin.ask("POST", "/api/tables", unknown_rulebook), 409, "settings/rulebook")
    supervisor.command("open-table", "new-1")
    assert supervisor.get("/api/tables/new-1")["view"]["phase"] != "closed"
    assert {table["table"] for table in live.client().get("/api/lobby")} == {TABLE, "auto-1", "new-1"}


# Recall and evidence


def test_recall_equals_the_ledger_and_shows_players_only_their_own_money(live_per_database: Live) -> None:
    live = live_per_database
    player, other_player, dealer = (live.client_as(name) for name in ("player", "player-2", "dealer"))
    player.post("/api/me/buy-in", cents=1_000_00, key=live.key())
    for _ in range(3):
        live.now += 10_000
        play_round(live, player)
    listed = player.get("/api/rounds", limit=2)
    rest = player.get("/api/rounds", limit=2, before=listed["next"])
    rounds = [*listed["rounds"], *rest["rounds"]]
    assert [archived["number"] for archived in rounds] == [3, 2, 1]
    assert rest["next"] is None
    for archived in rounds:
        before, after = archived["player"]["balance_before_cents"], archived["player"]["balance_after_cents"]
        assert after - before == archived["player"]["net_cents"] == 100_00
    assert rounds[0]["player"]["balance_after_cents"] == player.get("/api/me")["balance_cents"]
    assert other_player.get("/api/rounds")["rounds"] == []
    shown = other_player.get(f"/api/rounds/{TABLE}/1")
    assert "player" not in shown
    assert "results" not in shown
    assert f"player:{player.user_id}" not in json.dumps(shown)
    assert f"player:{player.user_id}" not in json.dumps(other_player.get("/api/rounds", table=TABLE))
    assert dealer.get(f"/api/rounds/{TABLE}/1")["results"][0]["account"] == f"player:{player.user_id}"
    own_rounds = player.get("/api/rounds", table=TABLE, mine=True)
    assert [archived["id"] for archived in own_rounds["rounds"]] == [archived["id"] for archived in rounds]


def test_the_last_round_dealt_to_its_end_is_shown_to_everybody_without_money(live: Live) -> None:
    player, dealer, nobody = live.client_as("player"), live.client_as("dealer"), live.client()
    path = f"/api/tables/{TABLE}/last-round"
    assert nobody.get(path) == {"round": None, "winning_wagers": []}
    player.post("/api/me/buy-in", cents=1_000_00, key=live.key())
    play_round(live, player)
    shown, won = (nobody.get(path)[key] for key in ("round", "winning_wagers"))
    assert won == dealer.get(f"/api/tables/{TABLE}")["view"]["last_round"]["winning_wagers"] != []
    assert (shown["number"], shown["dealt"]) == (1, dealer.get(f"/api/rounds/{TABLE}/1")["dealt"])
    assert f"player:{player.user_id}" not in json.dumps(shown)
    live.now += 10_000
    dealer.command("open-bets")
    live.client_as("supervisor").command("void-round", reason="A card of the next hand was seen")
    assert nobody.get(path)["round"] == shown
    refusal(nobody.ask("GET", "/api/tables/none/last-round"), 404, "table/not_found")


def test_a_bundle_is_signed_passes_the_check_and_allows_a_dispute_to_be_closed(live: Live) -> None:
    player, supervisor = live.client_as("player"), live.client_as("supervisor")
    player.post("/api/me/buy-in", cents=1_000_00, key=live.key())
    play_round(live, player)
    disputed = f"{TABLE}/000001"
    reply = supervisor.command("open-dispute", round=disputed, reason="the player says he had banker")
    hold = next(event["id"] for event in reply["events"] if event["kind"] == "hold-placed")
    close = {"do": "close-dispute", "id": hold, "resolution": "shown to the player"}
    body = {"key": live.key(), "command": close}
    refused = supervisor.ask("POST", f"/api/tables/{TABLE}/commands", body)
    assert refused.status_code == 409, refused.text
    response = supervisor.ask("POST", f"/api/rounds/{disputed}/bundle")
    assert response.headers["content-disposition"].startswith("attachment")
    report = check_bundle(response.content, live.runtime.house.keys.public_text)
    assert report.is_sound, report.findings
    body_of(supervisor.ask("POST", f"/api/tables/{TABLE}/commands", body | {"key": live.key()}))
    assert supervisor.get("/api/events", code="bundle/made")["events"][0]["table_name"] == TABLE


def test_a_shoe_in_play_shows_its_commitment_and_not_its_order(live: Live) -> None:
    player, supervisor = live.client_as("player"), live.client_as("supervisor")
    supervisor.command("open-table", "auto-1")
    player.command("sit-down", "auto-1", seat=1)
    live.wait(live.runtime.command("auto-1", RunTimers(), SYSTEM, None))
    shoe = player.get("/api/tables/auto-1")["view"]["shoe"]
    assert shoe is not None
    shown = player.get("/api/tables/auto-1/shoes/1")
    assert shown["digest"] == shoe["digest"] is not None
    assert (shown["is_open"], shown["cards"], shown["nonce"]) == (False, None, None)
    refusal(player.send("GET", "/api/tables/auto-1/shoes/2"), 404, "shoe/not_found")


def test_a_used_shoe_is_revealed_and_compared_with_its_commitment(live: Live) -> None:
    player, house = live.client_as("player"), live.runtime.house

    def eleven_shoes(uow: UnitOfWork) -> list[Any]:
        """Load eleven shoes in one batch, so that the table's timer opens no bets in between."""
        return [house.command_job("auto-1", order, SYSTEM)(uow) for order in (OpenTable(), *[LoadShoe()] * 11)]

    assert not any(isinstance(reply, Refused) for reply in live.wait(live.runtime.run_job(eleven_shoes)))
    digests = []
    for number in range(1, 11):
        shown = player.get(f"/api/tables/auto-1/shoes/{number}")
        assert (shown["number"], shown["is_open"], shown["is_sound"]) == (number, True, True)
        assert (shown["findings"], len(shown["cards"].split()) % 52) == ([], 0)
        digests.append(shown["digest"])
    assert len(set(digests)) == 10
    assert player.get("/api/tables/auto-1/shoes/11")["is_open"] is False


# Health


def test_the_health_check_follows_the_loss_and_the_return_of_the_database(live: Live, tmp_path: Path) -> None:
    client = live.client()
    assert client.get("/health") == {"status": "ok", "database": True, "stopping": False}
    file = tmp_path / "house.db"
    file.rename(tmp_path / "away.db")
    response = soon(client, 503)
    assert response.json()["status"] == "degraded"
    assert "croupier_database_up 0.0" in client.send("GET", "/metrics").text
    body = {"name": "player", "password": PASSWORD}
    refusal(client.send("POST", "/api/login", json=body), 503, "database/unavailable")
    (tmp_path / "away.db").rename(file)
    assert soon(client, 200).json()["status"] == "ok"
    assert client.log_in("player").get("/api/me")["role"] == "player"


def soon(client: Client, status: int) -> httpx.Response:
    """Wait until the health check reports this status; its result is cached for a second."""
    for _ in range(100):
        if (response := client.send("GET", "/health")).status_code == status:
            return response
        time.sleep(0.05)
    pytest.fail(f"health did not answer {status}")


def test_the_metrics_count_commands_and_commits(live: Live) -> None:
    player = live.client_as("player")
    player.command("sit-down", seat=1)
    seat_taken = {"key": live.key(), "command": {"do": "sit-down", "seat": 1}}
    refused = live.client_as("player-2").ask("POST", f"/api/tables/{TABLE}/commands", seat_taken)
    assert refused.status_code == 409
    page = player.send("GET", "/metrics").text
    figures = dict(line.rsplit(" ", 1) for line in page.splitlines() if not line.startswith("#"))
    assert figures['croupier_commands_total{outcome="accepted"}'] == "1.0"
    assert figures['croupier_commands_total{outcome="refused"}'] == "1.0"
    assert figures["croupier_ledger_sum_cents"] == "0.0"
    assert figures['croupier_tables{phase="between-rounds"}'] == "1.0"
    assert float(figures["croupier_commit_seconds_count"]) == float(figures["croupier_commit_jobs_count"]) > 0


def test_an_approved_correction_moves_exactly_what_its_preview_shows(live: Live) -> None:
    player, supervisor = live.client_as("player"), live.client_as("supervisor")
    player.post("/api/me/buy-in", key=live.key(), cents=1_000_00)
    play_round(live, player)
    last_round = player.get("/api/rounds?mine=true")["rounds"][0]
    request = {"round": last_round["id"], "place": 2, "card": "7h", "reason": "read as a king"}
    live.client_as("dealer").command("request-correction", **request)
    before = live.runtime.house.committed_balances.copy()
    preview = supervisor.get(f"/api/tables/{TABLE}/corrections/correction-1")
    assert live.runtime.house.committed_balances == before
    assert sum(preview["moves"].values()) == 0
    assert preview["was"] == "Kh"
    supervisor.command("approve-correction", id="correction-1")
    after = live.runtime.house.committed_balances
    assert {name: after[name] - before[name] for name in after if after[name] != before[name]} == preview["moves"]


# Idempotency keys


@pytest.mark.parametrize("forgotten", [False, True])
def test_an_idempotency_key_is_refused_for_another_wager_seat_or_table(live: Live, forgotten: bool) -> None:
    player, dealer, key = live.client_as("player"), live.client_as("dealer"), live.key()
    sit: dict[str, Any] = {"key": key, "command": {"do": "sit-down", "seat": 1}}
    done = player.post(f"/api/tables/{TABLE}/commands", **sit)
    wagers = [{"wager": "player", "cents": 100_00}]
    player.post("/api/me/buy-in", key=live.key(), cents=1_000_00)
    dealer.command("load-shoe")
    dealer.command("read-card", card="As")
    dealer.command("open-bets")
    bet: dict[str, Any] = {"key": live.key(), "command": {"do": "place-wagers", "seat": 1, "wagers": wagers}}
    player.post(f"/api/tables/{TABLE}/commands", **bet)
    if forgotten:
        live.runtime.house.reload()  # as after a restart: the request of a key is read from the log
    assert player.post(f"/api/tables/{TABLE}/commands", **sit) == {**done, "repeated": True}
    assert player.post(f"/api/tables/{TABLE}/commands", **bet)["repeated"] is True
    other_seat = sit | {"command": {"do": "sit-down", "seat": 2}}
    other_bet = bet | {"command": bet["command"] | {"wagers": [{"wager": "player", "cents": 200_00}]}}
    for body in (other_seat, other_bet):
        refusal(player.ask("POST", f"/api/tables/{TABLE}/commands", body), 409, "idempotency_key/reused")
    refusal(player.ask("POST", "/api/tables/auto-1/commands", sit), 409, "idempotency_key/reused")
    other_player = live.client_as("player-2").post(f"/api/tables/{TABLE}/commands", **other_seat)
    assert other_player["repeated"] is False, "a key is its owner's alone"


def test_an_idempotency_key_is_refused_for_another_amount_person_or_drawer(live: Live) -> None:
    cashier, key = live.client_as("cashier"), live.key()
    shift = cashier.post("/api/shifts", float_cents=1_000_00, key=live.key())["id"]
    body = {"player": "player", "cents": 100_00, "key": key}
    bought = cashier.post("/api/buy-ins", **body)
    assert cashier.post("/api/buy-ins", **body) == {**bought, "repeated": True}
    for change in ({"cents": 500_00}, {"player": "player-2"}, {"table": TABLE}):
        refusal(cashier.ask("POST", "/api/buy-ins", body | change), 409, "idempotency_key/reused")
    fill = {"cents": 100_00, "key": live.key()}
    cashier.post(f"/api/shifts/{shift}/fill", **fill)
    refusal(cashier.ask("POST", f"/api/shifts/{shift + 1}/fill", fill), 409, "idempotency_key/reused")
    admin, reason = live.client_as("admin"), {"reason": "a test", "key": live.key(), "cents": 1_00}
    admin.post("/api/meters", id="m-1", title="M", key=live.key(), **POSTED)
    admin.post("/api/meters/wall/adjust", **reason)
    refusal(admin.ask("POST", "/api/meters/m-1/adjust", reason), 409, "idempotency_key/reused")


def test_a_record_has_only_a_digest_of_its_request_and_older_records_have_none(live: Live) -> None:
    player, key = live.client_as("player"), live.key()
    player.post("/api/me/buy-in", cents=5_00, key=key)
    record = live.runtime.house.store.find(f"user:{player.user_id}", key)
    assert record is not None
    assert record.request is not None
    assert len(record.request) == 64
    facts = {"stream": "s", "seq": 1, "at": 0, "actor": "a", "command": "buy-in", "key": key}
    older = Record.chained("", **facts)
    assert (older.request, refuse_reused_key(older, "buy-in", record.request)) == (None, None)
