"""A session behind which only a password stands sees what the public sees and may only be completed. [R55]

Such a session still has to choose a password of its own (`must_change`) or to set up a second factor (`must_set_up`).
Every route and every frame is tried with one.
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
from tests.server.test_live_socket import Served, listening
from tests.server.test_routes import MATRIX
from tests.server_fixture import PASSWORD, QUICK, Client, live_house, on_a_port, told
from tests.table.test_live_table import EVERY_COMMAND
from tests.table_driver import DEALER, SUPERVISOR, placed, player

SQUEEZED = "squeezed"
"""A table dealt by hand, whose cards lie face down until a bettor turns them: its dealer sees them."""
FACE_DOWN = ("9s", "Kh", "Kd", "2c")
STAFF = [role for role in Role if role is not Role.PLAYER]
COMPLETING = {
    *(("POST", "/api/login"), ("POST", "/api/logout"), ("GET", "/api/me"), ("GET", "/api/session")),
    *(("POST", "/api/me/password"), ("POST", "/api/me/second-factor"), ("POST", "/api/me/second-factor/prove")),
}
INCOMPLETE = {"password/must_change", "second_factor/set_up_required"}
OF_THE_MOMENT = {"/health", "/metrics"}
"""Public routes that measure the server: no two answers are the same."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house that asks a second factor of all staff, and cards face down on its table."""
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
        listening() as door,
        on_a_port(live, door) as port,
    ):
        made = Served(live, port)
        for role in Role:
            _employ(made, f"new-{role.value}", role)
        _deal(made)
        with made.connections:
            yield made


def _employ(served: Served, name: str, role: Role) -> None:
    """Make a person whose password was given out by the house."""
    hashed = QUICK.hash_new(PASSWORD, name=name)
    assert not isinstance(hashed, Refused)
    made = create_user(BY_SYSTEM, name=name, display_name=name, role=role, password=hashed, demonstration=True)
    assert not isinstance(served.live.runtime.house.writer.run(made), Refused)


def _deal(served: Served) -> None:
    """Deal two hands face down, with a wager on each side."""
    house = served.live.runtime.house
    given = [Transfer("outside", f"player:{number}", 10_000_00) for number in (1, 2)]
    house.writer.run(lambda uow: uow.append_record("house", actor="system", command="fund", transfers=given))
    steps: list[tuple[c.Command, Any]] = [(c.SitDown(seat=number), player(number)) for number in (1, 2)]
    steps += [(c.LoadShoe(), DEALER), (c.ReadCard(card="As"), DEALER), (c.OpenBets(), DEALER)]
    steps += [(placed(1, {"player": 50_00}), player(1)), (placed(2, {"banker": 50_00}), player(2))]
    steps += [(c.CloseBets(), DEALER), *((c.ReadCard(card=card), DEALER) for card in FACE_DOWN)]
    for order, who in steps:
        reply = served.live.wait(served.live.runtime.command(SQUEEZED, order, who, served.live.key()))
        assert isinstance(reply, Accepted), reply


def people() -> list[str]:
    """Everybody whose session is not complete: staff without a second factor, and anyone with a password given out."""
    return [*(role.value for role in STAFF), *(f"new-{role.value}" for role in Role)]


def test_the_dealer_of_a_complete_session_sees_the_cards_that_this_is_about(served: Served) -> None:
    runtime = served.live.runtime
    _, state = runtime.house.committed_tables[SQUEEZED]
    assert f'"{FACE_DOWN[0]}"' in json.dumps(runtime.view_of(state, Viewer("dealer")))
    assert f'"{FACE_DOWN[0]}"' not in json.dumps(runtime.view_of(state, Viewer("public")))


@pytest.mark.parametrize("name", ["supervisor", "new-supervisor", "admin", "new-player"])
def test_every_route_answers_as_to_the_public_or_refuses(served: Served, name: str) -> None:
    somebody, nobody = served.client(name), served.client("public")
    given = {(method, path): (filled or path, body) for method, path, filled, body, _ in MATRIX}
    routers = (tables.router, api_reference.router, *ROUTERS)
    routes = [route for router in routers for route in router.routes if isinstance(route, APIRoute)]
    asked = sorted({(method, route.path) for route in routes for method in route.methods} - COMPLETING)
    assert set(given) - COMPLETING < set(asked)
    for method, path in asked:
        where = path.replace("{table}", SQUEEZED).replace("{rulebook}", "co-baccarat")
        filled, body = given.get((method, path), (where, None))
        public, answer = nobody.ask(method, filled, body), somebody.ask(method, filled, body)
        if public.status_code == 401:
            assert answer.status_code == 403, (method, path, answer.text)
            assert answer.json()["error"]["code"] in INCOMPLETE, (method, path, answer.text)
        else:
            assert answer.status_code == public.status_code, (method, path, answer.text)
            assert path in OF_THE_MOMENT or answer.content == public.content, (method, path)


@pytest.mark.parametrize("name", people())
def test_nobody_is_told_more_than_the_public_until_the_session_is_complete(served: Served, name: str) -> None:
    somebody, nobody = served.client(name), served.client("public")
    path = f"/api/tables/{SQUEEZED}"
    assert somebody.get(path) == nobody.get(path)
    me = somebody.get("/api/me")
    assert me == somebody.get("/api/session")["me"]
    assert {me[key] for key in ("balance_cents", "promotional_cents", "in_play", "limits")} == {None}
    assert set(me["may"]) <= {"change-password", "set-up-second-factor"}
    tabs = [served.tab(who, SQUEEZED, view="true") for who in (name, "public")]
    for tab in tabs:
        tab.pong()
    first, public = ([frame for frame in tab.frames if frame["type"] != "pong"] for tab in tabs)
    assert first == public
    assert not any(f'"{card}"' in json.dumps(first) for card in FACE_DOWN)


@pytest.mark.parametrize("name", ["dealer", "new-supervisor", "new-player"])
def test_every_command_is_refused_and_what_happens_is_told_as_to_the_public(served: Served, name: str) -> None:
    mine, public = served.tab(name, SQUEEZED), served.tab("public", SQUEEZED)
    for word, order in EVERY_COMMAND.items():
        what = json.loads(order.model_dump_json(exclude={"do"}))
        reply = mine.command(command_name(order), **what)
        wanted = {"request/invalid"} if word == "tick" else INCOMPLETE  # the clock's own command is nobody's to send
        assert reply["error"]["code"] in wanted, (word, reply)
    runtime = served.live.runtime
    for order in (c.CallSupervisor(note="a name and a reason"), c.AnswerCall()):
        told_of = served.live.wait(runtime.command(SQUEEZED, order, SUPERVISOR, served.live.key()))
        assert isinstance(told_of, Accepted), told_of
    for tab in (mine, public):
        tab.caught_up(told_of.seq)
    assert mine.told == public.told
    assert len(mine.told) == 2


def test_a_screen_comes_back_when_its_session_is_complete(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a screen is told is settled when it connects, so it has to connect again."""
    monkeypatch.setattr(live_module, "CHECK_SESSION_SECONDS", 0.02)
    tab = served.tab("cashier", SQUEEZED)
    tab.pong()
    sessions = served.live.runtime.sessions
    monkeypatch.setattr(sessions, "rules", replace(sessions.rules, second_factor=frozenset()))
    assert tab.ended() == VIEWER_CHANGED[0]


def test_a_password_of_ones_own_completes_a_session(served: Served) -> None:
    changed = {"old": PASSWORD, "new": "my very own words"}
    told(served.client("new-player").ask("POST", "/api/me/password", changed))
    own: Client = served.live.client().log_in("new-player", "my very own words")
    assert own.get("/api/me")["balance_cents"] == 0
