"""Sessions that are not complete see what the public sees, and can do nothing but be completed. [R55]

Such a session still has to change its password (`must_change`) or to set up a second factor (`must_set_up`). The tests
try every route and every web socket message with one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute

from croupier.errors import Refused
from croupier.house.house import Accepted
from croupier.people.accounts import create_user
from croupier.people.roles import SYSTEM as BY_SYSTEM
from croupier.people.roles import Role
from croupier.server import api_reference, tables
from croupier.server import table_socket as live_module
from croupier.server.config import TableSection
from croupier.server.demonstration import demonstration_approvals
from croupier.server.routes import ROUTERS
from croupier.server.table_socket import VIEWER_CHANGED
from croupier.store.record import Transfer
from croupier.table import commands as c
from croupier.table.dispatch import command_name
from croupier.table.settings import DealingMode
from croupier.views import Viewer
from tests.server.test_live_socket import Served, open_listener
from tests.server.test_routes import MATRIX
from tests.server_fixture import PASSWORD, QUICK, Client, body_of, live_house, serve_on_port
from tests.table.test_live_table import EVERY_COMMAND
from tests.table_driver import DEALER, SUPERVISOR, placed, player

SQUEEZED = "squeezed"
"""Name of a table dealt by hand whose cards are face down until a bettor turns them; its dealer sees them."""
FACE_DOWN = ("9s", "Kh", "Kd", "2c")
STAFF = [role for role in Role if role is not Role.PLAYER]
COMPLETING = {
    *(("POST", "/api/login"), ("POST", "/api/logout"), ("GET", "/api/me"), ("GET", "/api/session")),
    *(("POST", "/api/me/password"), ("POST", "/api/me/second-factor"), ("POST", "/api/me/second-factor/prove")),
}
INCOMPLETE = {"password/must_change", "second_factor/set_up_required"}
OF_THE_MOMENT = {"/health", "/metrics"}
"""Public routes with measurements of the server, so that no two responses are the same."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Run a house that requires a second factor of all staff, with face-down cards on its table."""
    table = TableSection(
        name=SQUEEZED,
        rulebook="co-baccarat",
        mode=DealingMode.DEALER_ASSIST,
        open=True,
        options={"cards_turned_by": "bettor"},
        approvals=demonstration_approvals("co-baccarat"),
    )
    folder: Path = tmp_path_factory.mktemp("incomplete")
    with (
        live_house(folder, people={"second_factor": STAFF}, tables=[table]) as live,
        open_listener() as listener,
        serve_on_port(live, listener) as port,
    ):
        served = Served(live, port)
        for role in Role:
            _create_user(served, f"new-{role.value}", role)
        _deal(served)
        with served.connections:
            yield served


def _create_user(served: Served, name: str, role: Role) -> None:
    """Create a user whose password was given out by the house."""
    hashed = QUICK.hash_new(PASSWORD, name=name)
    assert not isinstance(hashed, Refused)
    create = create_user(BY_SYSTEM, name=name, display_name=name, role=role, password=hashed, demonstration=True)
    assert not isinstance(served.live.runtime.house.writer.run(create), Refused)


def _deal(served: Served) -> None:
    """Deal two hands face down, with a wager on each side."""
    house = served.live.runtime.house
    funds = [Transfer("outside", f"player:{number}", 10_000_00) for number in (1, 2)]
    house.writer.run(lambda uow: uow.append_record("house", actor="system", command="fund", transfers=funds))
    steps: list[tuple[c.Command, Any]] = [(c.SitDown(seat=number), player(number)) for number in (1, 2)]
    steps += [(c.LoadShoe(), DEALER), (c.ReadCard(card="As"), DEALER), (c.OpenBets(), DEALER)]
    steps += [(placed(1, {"player": 50_00}), player(1)), (placed(2, {"banker": 50_00}), player(2))]
    steps += [(c.CloseBets(), DEALER), *((c.ReadCard(card=card), DEALER) for card in FACE_DOWN)]
    for command, actor in steps:
        reply = served.live.wait(served.live.runtime.command(SQUEEZED, command, actor, served.live.key()))
        assert isinstance(reply, Accepted), reply


def incomplete_users() -> list[str]:
    """Return users with incomplete sessions: staff without a second factor, and users with a given password."""
    return [*(role.value for role in STAFF), *(f"new-{role.value}" for role in Role)]


def test_a_dealer_with_a_complete_session_sees_the_face_down_cards(served: Served) -> None:
    runtime = served.live.runtime
    _, state = runtime.house.committed_tables[SQUEEZED]
    assert f'"{FACE_DOWN[0]}"' in json.dumps(runtime.view_of(state, Viewer("dealer")))
    assert f'"{FACE_DOWN[0]}"' not in json.dumps(runtime.view_of(state, Viewer("public")))


@pytest.mark.parametrize("name", ["supervisor", "new-supervisor", "admin", "new-player"])
def test_every_route_answers_an_incomplete_session_like_the_public_or_refuses(served: Served, name: str) -> None:
    incomplete, visitor = served.client(name), served.client("public")
    listed = {(method, path): (filled or path, body) for method, path, filled, body, _ in MATRIX}
    routers = (tables.router, api_reference.router, *ROUTERS)
    routes = [route for router in routers for route in router.routes if isinstance(route, APIRoute)]
    tested = sorted({(method, route.path) for route in routes for method in route.methods} - COMPLETING)
    assert set(listed) - COMPLETING < set(tested)
    for method, path in tested:
        default_path = path.replace("{table}", SQUEEZED).replace("{rulebook}", "co-baccarat")
        filled, body = listed.get((method, path), (default_path, None))
        public, answer = visitor.ask(method, filled, body), incomplete.ask(method, filled, body)
        if public.status_code == 401:
            assert answer.status_code == 403, (method, path, answer.text)
            assert answer.json()["error"]["code"] in INCOMPLETE, (method, path, answer.text)
        else:
            assert answer.status_code == public.status_code, (method, path, answer.text)
            assert path in OF_THE_MOMENT or answer.content == public.content, (method, path)


@pytest.mark.parametrize("name", incomplete_users())
def test_an_incomplete_session_is_shown_no_more_than_the_public(served: Served, name: str) -> None:
    incomplete, visitor = served.client(name), served.client("public")
    path = f"/api/tables/{SQUEEZED}"
    assert incomplete.get(path) == visitor.get(path)
    me = incomplete.get("/api/me")
    assert me == incomplete.get("/api/session")["me"]
    assert {me[key] for key in ("balance_cents", "promotional_cents", "in_play", "limits")} == {None}
    assert set(me["may"]) <= {"change-password", "set-up-second-factor"}
    tabs = [served.tab(user, SQUEEZED, view="true") for user in (name, "public")]
    for tab in tabs:
        tab.pong()
    own_frames, public_frames = ([frame for frame in tab.frames if frame["type"] != "pong"] for tab in tabs)
    assert own_frames == public_frames
    assert not any(f'"{card}"' in json.dumps(own_frames) for card in FACE_DOWN)


@pytest.mark.parametrize("name", ["dealer", "new-supervisor", "new-player"])
def test_an_incomplete_session_gives_no_command_and_receives_public_records(served: Served, name: str) -> None:
    own_tab, public_tab = served.tab(name, SQUEEZED), served.tab("public", SQUEEZED)
    for kind, command in EVERY_COMMAND.items():
        fields = json.loads(command.model_dump_json(exclude={"do"}))
        reply = own_tab.command(command_name(command), **fields)
        # No user may send the timer command.
        expected_codes = {"request/invalid"} if kind == "tick" else INCOMPLETE
        assert reply["error"]["code"] in expected_codes, (kind, reply)
    runtime = served.live.runtime
    for command in (c.CallSupervisor(note="a name and a reason"), c.AnswerCall()):
        accepted = served.live.wait(runtime.command(SQUEEZED, command, SUPERVISOR, served.live.key()))
        assert isinstance(accepted, Accepted), accepted
    for tab in (own_tab, public_tab):
        tab.caught_up(accepted.seq)
    assert own_tab.received_records == public_tab.received_records
    assert len(own_tab.received_records) == 2


def test_a_screen_reconnects_when_its_session_is_complete(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that a screen has to connect again, because what it may see is decided when it connects."""
    monkeypatch.setattr(live_module, "CHECK_SESSION_SECONDS", 0.02)
    tab = served.tab("cashier", SQUEEZED)
    tab.pong()
    sessions = served.live.runtime.sessions
    monkeypatch.setattr(sessions, "rules", replace(sessions.rules, second_factor=frozenset()))
    assert tab.ended() == VIEWER_CHANGED[0]


def test_a_new_password_completes_a_session(served: Served) -> None:
    changed = {"old": PASSWORD, "new": "my very own words"}
    body_of(served.client("new-player").ask("POST", "/api/me/password", changed))
    client: Client = served.live.client().log_in("new-player", "my very own words")
    assert client.get("/api/me")["balance_cents"] == 0
