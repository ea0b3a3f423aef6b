"""Random requests to every operation of the API, as every role.

Each response must match the OpenAPI description or be a refusal in the standard form. Requests are generated from the
description, valid and invalid; half of the valid ones get names and numbers that exist in the house. Afterwards the
ledger balances, the log verifies, and the tables deal a round. The soak sends more requests, as every role.
"""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)
from sqlalchemy import select

from croupier.people.roles import Role
from croupier.store.log_audit import verify_log
from croupier.store.schema import accounts, records, sessions, terminals, users, vouchers
from croupier.table.command_effect import SYSTEM
from croupier.table.commands import RunTimers
from tests.database import database_url, new_database, postgres_server  # noqa: F401 - fixtures
from tests.server_fixture import BASE, PASSWORD, TABLE, Client, Live, body_of, live_house, refusal
from tests.soak import SEED, or_soak, scaled

# Forty requests to every operation as one role took 55 s on a busy core: sixty as all roles take 15 minutes of one.
EXAMPLES = scaled(2, 60)
TICKS_MOST = 80
AUTOMATED = "auto-1"
ROLES = [role.value for role in Role]
ENDS_THE_TEST = {
    "/api/logout": "nobody is logged in any more",
    "/api/me/password": "nobody knows the password any more",
    "/api/users/{user_id}/password": "nobody knows the password any more",
    "/api/me/exclusion": "the player never plays again",
    "/api/export": "writes the whole house to disk each time; it has tests of its own",
}
COMES_LAST = ("/api/shifts/{shift}/close", "/api/me/break")
"""Operations that are tested last, because most requests after them are refused: the user then has no drawer, or is on
a break."""
READING_ROLES = ("auditor", "surveillance")
"""Roles that change nothing but their own password and second factor, which random requests seldom achieve."""
EXAMPLES_FACTOR = {"/api/tables/{table}/commands": 10}
"""Factor by which more random requests are sent to a path: this one path accepts three dozen commands."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
SHOWS_TICKET_NUMBERS = {"/api/me/cash-out", "/api/cash-outs"}
"""Paths with responses that contain a ticket number; no other response may contain one."""
SHOWS_RECORDS = {"/api/rounds/{table}/{number}/bundle"}
"""Paths with responses that contain records of the log; these have the sealed order of a shoe, but not the key."""
CARDS = st.sampled_from(["As", "9s", "Kh", "Kd", "2c", "5h", "8d", "Tc"])
AMOUNTS = st.sampled_from([1, 5_00, 25_00, 100_00, 1_000_00, 50_000_00])
BY_PLAYER = [
    *({"do": "sit-down", "seat": seat} for seat in (1, 2, 3)),
    *({"do": "place-wagers", "seat": seat, "wagers": [{"wager": "player", "cents": 25_00}]} for seat in (1, 2, 3)),
    {"do": "stand-up"},
    {"do": "call-supervisor", "note": "is this right"},
]
BY_DEALER = [
    *({"do": do} for do in ("open-bets", "close-bets", "call-result", "load-shoe", "call-supervisor")),
    *({"do": "read-card", "card": card} for card in ("9s", "Kh", "2c")),
]
BY_SUPERVISOR = [
    *({"do": do, "reason": "a spilt drink"} for do in ("void-round", "pause-table", "free-hand")),
    *({"do": do} for do in ("resume-table", "answer-call", "close-table", "open-table")),
]
ORDERS: dict[str, list[dict[str, Any]]] = {"player": BY_PLAYER, "dealer": BY_DEALER, "supervisor": BY_SUPERVISOR}
"""Table commands that each role may give, with values that exist at this table."""


class World:
    """House in the middle of play, a user who sends requests, and all responses."""

    def __init__(self, live: Live, role: str) -> None:
        self.live = live
        self.role = role
        self.statuses: Counter[int] = Counter()
        self.granted: Counter[str] = Counter()
        """Number of changes made, by path."""
        self.answers: dict[str, list[str]] = {}
        self._names = itertools.count(1)
        self.numbers = self._evening()
        self.client = live.client_as(role)
        self.own = {self.client.user_id}

    def _evening(self) -> list[str]:
        """Play a round, start another, open a shift, pair a terminal, and issue two tickets; return their numbers."""
        cashier, dealer, supervisor = (self.live.client_as(name) for name in ("cashier", "dealer", "supervisor"))
        cashier.post("/api/shifts", float_cents=10_000_00, key=self.live.key())
        supervisor.command("open-table", AUTOMATED)
        players = [self.live.client_as(name) for name in ("player", "player-2")]
        for seat, player in enumerate(players, start=1):
            player.post("/api/me/buy-in", cents=5_000_00, key=self.live.key())
            player.command("sit-down", seat=seat)
            player.command("sit-down", AUTOMATED, seat=seat)
        deal_round(dealer, players)
        tickets = [player.post("/api/me/cash-out", cents=50_00, key=self.live.key())["number"] for player in players]
        dealer.command("open-bets")
        players[1].command("place-wagers", seat=2, wagers=[{"wager": "banker", "cents": 100_00}])
        self.live.wait(self.live.runtime.command(AUTOMATED, RunTimers(), SYSTEM, None))
        players[0].command("place-wagers", AUTOMATED, seat=1, wagers=[{"wager": "player", "cents": 100_00}])
        code = supervisor.post("/api/terminals", name="Pit 1", table=TABLE)["code"]
        body_of(self.live.client().send("POST", "/api/terminals/pair", json={"code": code}))
        return tickets

    def renew(self) -> None:
        """Log in another user of the role, because the previous one is logged out for good or may not play."""
        name = f"{self.role}-new-{next(self._names)}"
        self.live._person(name, Role(self.role))
        self.client = self.live.client_as(name)
        self.own.add(self.client.user_id)

    def ask(self, case: schemathesis.Case) -> httpx.Response:
        """Send a generated request with the session of the user."""
        arguments = case.as_transport_kwargs(base_url=BASE)
        method, url = arguments.pop("method"), arguments.pop("url")
        arguments.pop("cookies", None)  # the description names no cookies; the client sends those of the session
        headers = dict(arguments.pop("headers")) | {"x-csrf-token": self.client.csrf}
        sent = {
            ("content" if name == "data" else name): value for name, value in arguments.items() if value is not None
        }
        return self.client.send(method, url, headers=headers, **sent)

    def check_response(self, case: schemathesis.Case, response: httpx.Response) -> None:
        """Check a response against the API description, and the form of a refusal."""
        self.statuses[response.status_code] += 1
        if response.is_success and case.method != "GET":
            self.granted[case.path] += 1
        self.answers.setdefault(case.path, []).append(response.text)
        case.validate_response(response, checks=CHECKS)
        if response.status_code >= 400:
            body = response.json()
            assert set(body) == {"error"}, body
            assert set(body["error"]) == {"code", "message", "cites", "rules"}, body
            assert re.fullmatch(r"[a-z_-]+(/[a-z0-9_-]+)?", body["error"]["code"]), body
            assert body["error"]["message"], body

    # Checks after all requests
    def check_secrets(self) -> None:
        """Check that no response contains a stored secret, a sealed shoe, a ticket number or another account."""
        all_answers = self._answers()
        for secret in stored_secrets(self.live):
            assert secret not in all_answers, f"{secret[:24]}… was answered"
        assert "$argon2" not in all_answers
        unsealed = self._answers(but=SHOWS_RECORDS)
        for sealed in sealed_shoes(self.live):
            assert sealed not in unsealed, f"{sealed[:24]}… was answered"
        unnumbered = self._answers(but=SHOWS_TICKET_NUMBERS)
        for row in self.live.runtime.run_query(lambda query: query(select(vouchers.c.number))):
            assert row.number not in unnumbered
        if self.role == "player":
            accounts_shown = {int(number) for number in re.findall(r"\bplayer:(\d+)", all_answers)}
            assert accounts_shown <= self.own, "another player's account"

    def _answers(self, but: Collection[str] = ()) -> str:
        return "\n".join(text for path, texts in self.answers.items() if path not in but for text in texts)

    def check_books(self) -> None:
        balances = self.live.runtime.run_query(lambda query: query(select(accounts.c.balance)))
        assert sum(row.balance for row in balances) == 0
        house = self.live.runtime.house
        assert sum(house.committed_balances.values()) == 0
        report = verify_log(house.store, house.keys.public_text)
        assert report.is_sound, report.findings

    def check_tables(self) -> None:
        """Reset the tables as a supervisor, and check that each deals a round."""
        people = {}
        for role in ("player", "dealer", "supervisor", "admin"):
            self.live._person(f"{role}-last", Role(role))
            people[role] = self.live.client_as(f"{role}-last")
        for table in (TABLE, AUTOMATED):
            reset_table(people["supervisor"], people["admin"], table)
        player = people["player"]
        player.post("/api/me/buy-in", cents=1_000_00, key=self.live.key())
        sit(player, TABLE)
        deal_round(people["dealer"], [player])
        sit(player, AUTOMATED)
        self._automated_round(player)

    def _automated_round(self, player: Client) -> None:
        seat = player.get(f"/api/tables/{AUTOMATED}")["view"]["player"]["seat"]
        is_down = False
        for _ in range(TICKS_MOST):
            view = player.get(f"/api/tables/{AUTOMATED}")["view"]
            if is_down and view["last_round"] and (view["last_round"].get("player") or {}).get("results"):
                return
            if view["betting"]["is_open"] and not is_down:
                player.command("place-wagers", AUTOMATED, seat=seat, wagers=[{"wager": "player", "cents": 100_00}])
                is_down = True
            self.live.now = max(self.live.now, self.live.runtime.house.next_timer_of(AUTOMATED) or 0)
            self.live.wait(self.live.runtime.command(AUTOMATED, RunTimers(), SYSTEM, None))
        raise AssertionError(f"no round in {TICKS_MOST} ticks: {view}")


def deal_round(dealer: Client, players: list[Client]) -> None:
    """Deal a round by hand: every player bets on Player, which wins with nine to two."""
    if (shoe := dealer.get(f"/api/tables/{TABLE}")["view"]["shoe"]) is None or shoe["burn_due"]:
        if shoe is None:
            dealer.command("load-shoe")
        dealer.command("read-card", card="As")
    dealer.command("open-bets")
    if not dealer.get(f"/api/tables/{TABLE}")["view"]["betting"]["is_open"]:  # a free hand is dealt before bets open
        _read_out(dealer)
        dealer.command("open-bets")
    for player in players:
        seat = player.get(f"/api/tables/{TABLE}")["view"]["player"]["seat"]
        player.command("place-wagers", seat=seat, wagers=[{"wager": "player", "cents": 100_00}])
    dealer.command("close-bets")
    _read_out(dealer)
    for player in players:
        assert player.get(f"/api/tables/{TABLE}")["view"]["last_round"]["player"]["results"]


def _read_out(dealer: Client) -> None:
    for card in ("9s", "Kh", "Kd", "2c"):
        dealer.command("read-card", card=card)
    dealer.command("call-result")


def sit(player: Client, table: str) -> None:
    seats = player.get(f"/api/tables/{table}")["view"]["seats"]
    player.command("sit-down", table, seat=next(seat["seat"] for seat in seats if not seat["is_taken"]))


def reset_table(supervisor: Client, admin: Client, table: str) -> None:
    """End the round and all holds of a table, and open it again with its initial settings.

    Commands that are not needed are refused, and the refusals are ignored.
    """
    initial_settings = (
        {"rulebook": "co-baccarat"} if table == TABLE else {"rulebook": "ilani-midi-baccarat", "mode": "automated"}
    )

    def send_command(client: Client, do: str, **fields: Any) -> None:
        key = client._live.key()
        client.ask("POST", f"/api/tables/{table}/commands", {"key": key, "command": {"do": do, **fields}})

    send_command(supervisor, "resume-table")
    send_command(supervisor, "void-round", reason="a new beginning")
    staff = supervisor.get(f"/api/tables/{table}")["view"]["staff"]
    for hold in staff["holds"]:
        if hold["round"]:
            supervisor.ask("POST", f"/api/rounds/{hold['round']}/bundle")
        send_command(supervisor, "close-dispute", id=hold["id"], resolution="nothing was wrong")
        send_command(supervisor, "clear-hold", id=hold["id"], reason="looked after")
    send_command(supervisor, "close-table")
    send_command(admin, "change-settings", settings=initial_settings)
    send_command(supervisor, "open-table")
    view = supervisor.get(f"/api/tables/{table}")["view"]
    assert view["is_running"], view["staff"]


def stored_secrets(live: Live) -> set[str]:
    """Return the stored hashes of passwords, tokens and codes."""
    columns = (users.c.password, sessions.c.token_hash, terminals.c.secret_hash, terminals.c.code_hash)
    rows = [
        row
        for column in columns
        for row in live.runtime.run_query(lambda query, selected=column: query(select(selected)))
    ]
    return {row[0] for row in rows if row[0]}


def sealed_shoes(live: Live) -> set[str]:
    """Return the sealed order of every shoe that the generator filled, as stored in the log."""
    with_shoes = select(records.c.body).where(records.c.body.contains('"sealed":"'))
    rows = live.runtime.run_query(lambda query: query(with_shoes))
    sealed = {shoe for row in rows for shoe in re.findall(r'"sealed":"([^"]+)"', row.body)}
    assert sealed
    return sealed


# Generated requests


def known_values(live: Live, numbers: list[str]) -> dict[str, st.SearchStrategy[Any]]:
    """Return strategies for values that exist in this house, by the name of their field."""
    user_ids = sorted(live.ids.values())
    return {
        "table": st.sampled_from([TABLE, AUTOMATED]),
        "user_id": st.sampled_from(user_ids),
        "player_id": st.sampled_from(user_ids),
        "player": st.sampled_from(["player", "player-2"]),
        "meter": st.sampled_from(["wall"]),
        "id": st.sampled_from(["wall", f"{TABLE}/d1", "d1", "1"]),
        "rulebook": st.sampled_from(["co-baccarat", "ilani-midi-baccarat", "ca-cash-in-baccarat"]),
        "shift": st.just(1),
        "seat": st.integers(1, 3),
        "place": st.integers(1, 4),
        "wager": st.sampled_from(["player", "banker", "tie"]),
        "card": CARDS,
        "round": st.sampled_from([f"{TABLE}/000001", f"{TABLE}/000002", f"{AUTOMATED}/000001"]),
        "cents": AMOUNTS,
        "witness": st.just("supervisor-2"),
        "witness_password": st.just(PASSWORD),
        "limit": st.integers(1, 100),
        "ticket": st.sampled_from(numbers),
    }


KEYS = st.integers(1, 10_000).map(lambda number: f"fuzz-key-{number}")
"""Idempotency keys; some repeat, and a repeated request must change nothing."""
REASONS = st.sampled_from(["a spilt drink", "the printer jammed"])


def valid_bodies(role: str, numbers: list[str]) -> dict[str, st.SearchStrategy[Any]]:
    """Return strategies for complete bodies by path, for operations that a random body would hardly ever satisfy."""
    keyed = {"key": KEYS}
    player = st.sampled_from([{"player": "player"}, {"player": "player-2"}])

    def with_key(**parts: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
        return st.fixed_dictionaries(keyed | parts)

    bought = st.builds(lambda chosen, more: {**chosen, **more}, player, with_key(cents=AMOUNTS))
    signed = bought.map(lambda body: {**body, "approver_password": PASSWORD})
    ticket = st.sampled_from(numbers)
    orders = st.sampled_from(ORDERS.get(role, BY_PLAYER + BY_DEALER + BY_SUPERVISOR))
    return {
        "/api/buy-ins": bought,
        "/api/cash-outs": signed,
        "/api/cage/player": player,
        "/api/me/buy-in": with_key(cents=AMOUNTS),
        "/api/me/cash-out": with_key(cents=AMOUNTS),
        "/api/shifts": with_key(float_cents=AMOUNTS),
        "/api/shifts/{shift}/fill": with_key(cents=AMOUNTS),
        "/api/shifts/{shift}/close": with_key(counted_cents=AMOUNTS),
        "/api/vouchers/redeem": with_key(number=ticket),
        "/api/vouchers/void": with_key(number=ticket, reason=REASONS),
        "/api/vouchers/reprint": with_key(number=ticket, reason=REASONS),
        "/api/meters/{meter}/adjust": with_key(cents=AMOUNTS, reason=REASONS),
        "/api/meters/{meter}/stop": with_key(reason=REASONS),
        "/api/meters/{meter}/start": with_key(reason=REASONS),
        "/api/tables/{table}/commands": with_key(command=orders),
    }


def fill_known_values(draw: st.DrawFn, known: Mapping[str, st.SearchStrategy[Any]], value: Any, name: str = "") -> Any:
    """Return the value with its fields replaced by values that exist in the house, where there are any."""
    if isinstance(value, dict):
        return {key: fill_known_values(draw, known, part, key) for key, part in value.items()}
    if isinstance(value, list):
        return [fill_known_values(draw, known, part, name) for part in value]
    field = "ticket" if name == "number" and isinstance(value, str) else name
    if field not in known or value is None:
        return 1 if name == "number" else value
    return draw(known[field])


@st.composite
def requests(draw: st.DrawFn, operation: Any, world: World) -> schemathesis.Case:
    """Generate a request to one operation, valid or invalid; some valid ones use values that exist in the house."""
    mode = draw(st.sampled_from([GenerationMode.POSITIVE, GenerationMode.POSITIVE, GenerationMode.NEGATIVE]))
    case = draw(operation.as_strategy(mode))
    if mode is GenerationMode.POSITIVE and draw(st.booleans()):
        known, bodies = known_values(world.live, world.numbers), valid_bodies(world.role, world.numbers)
        case.path_parameters = fill_known_values(draw, known, case.path_parameters)
        case.query = fill_known_values(draw, known, case.query)
        if case.path in bodies:
            case.body = draw(bodies[case.path])
        elif isinstance(case.body, dict):
            case.body = fill_known_values(draw, known, case.body)
    return case


def fuzz(world: World, operation: Any, number: int) -> None:
    """Send random requests to one operation."""

    @seed(SEED + 1_000 * list(Role).index(Role(world.role)) + number)
    @settings(
        max_examples=EXAMPLES * EXAMPLES_FACTOR.get(operation.path, 1),
        phases=[Phase.generate],
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=requests(operation, world))
    def ask(case: schemathesis.Case) -> None:
        response = world.ask(case)
        world.check_response(case, response)
        if response.status_code == 401 and json.loads(response.text)["error"]["code"] == "session/over":
            world.renew()

    ask()


def operations(live: Live) -> list[Any]:
    """Return the operations to test, those of `COMES_LAST` at the end."""
    schema = schemathesis.openapi.from_dict(live.app.openapi())
    all_operations = [result.ok() for result in schema.get_all_operations()]
    tested = [operation for operation in all_operations if operation.path not in ENDS_THE_TEST]
    return sorted(tested, key=lambda operation: operation.path in COMES_LAST)


@pytest.fixture(params=or_soak(["supervisor over postgresql", *ROLES], 1))
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    """Open a house for one role; once over PostgreSQL, which accepts fewer characters than SQLite."""
    role, _, database = request.param.partition(" ")
    changes = {"database": request.getfixturevalue("postgres_server").new_database()} if database else {}
    with live_house(tmp_path, **changes) as live:
        yield World(live, role)


def test_any_request_is_answered_or_refused(world: World) -> None:
    tested = operations(world.live)
    for number, operation in enumerate(tested):
        fuzz(world, operation, number)
    assert {operation.path for operation in tested} == set(world.answers)
    assert len(tested) > 50
    assert {200, 403, 404, 422} <= set(world.statuses)
    assert world.granted or world.role in READING_ROLES, "nothing was changed at all"
    world.check_secrets()
    world.check_books()
    world.check_tables()
    world.check_books()


def test_the_untested_paths_exist_and_are_not_all_paths(tmp_path: Path) -> None:
    with live_house(tmp_path) as live:
        assert set(ENDS_THE_TEST) < set(live.app.openapi()["paths"])


def test_a_nul_character_is_refused_before_it_reaches_the_database(tmp_path: Path, database_url: str) -> None:  # noqa: F811 - a fixture
    with live_house(tmp_path, database=database_url) as live:
        admin, supervisor, nobody = live.client_as("admin"), live.client_as("supervisor"), live.client()
        bad = "spilt\0drink"
        note = {"key": live.key(), "command": {"do": "pause-table", "reason": bad}}
        user = {"name": "ann", "display_name": bad, "role": "player", "password": PASSWORD}
        for client, path, body in (
            (supervisor, f"/api/tables/{TABLE}/commands", note),
            (supervisor, "/api/terminals", {"name": bad}),
            (supervisor, "/api/meters/wall/stop", {"key": live.key(), "reason": bad}),
            (admin, "/api/users", user),
            (nobody, "/api/login", {"name": bad, "password": bad}),
            (nobody, "/api/terminals/pair", {"code": bad}),
        ):
            assert "NUL" in refusal(client.ask("POST", path, body), 422, "request/invalid")


def test_a_deeply_nested_body_is_refused(tmp_path: Path) -> None:
    with live_house(tmp_path) as live:
        player = live.client_as("player")
        headers = {"content-type": "application/json", "x-csrf-token": player.csrf}
        for path, depth in itertools.product(
            (f"/api/tables/{TABLE}/commands", "/api/me/buy-in", "/api/login", "/api/devices/messages"),
            (100, 300, 900, 1_100, 15_000),
        ):
            inner = "[" * depth + "]" * depth
            for body in (inner, f'{{"key": "{live.key()}", "command": {inner}, "cents": {inner}}}'):
                refusal(player.send("POST", path, content=body, headers=headers), 422, "request/invalid")
