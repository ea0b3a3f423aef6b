"""Two servers of one house over PostgreSQL: tables move, a server is drained or stopped while players bet.

Faults are in `test_cluster_faults`.
"""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator

import httpx
import pytest

from croupier.cli.cluster import drain_server, move_table, show_cluster
from croupier.devices.shoe_message import ShoeEvent, sign_message
from croupier.errors import BadInput
from tests.cluster_house import PATIENT, ClusterHouse, Player, cluster_house
from tests.database import PostgresServer, postgres_server  # noqa: F401 - fixture
from tests.server_fixture import PASSWORD

LOADED_SECONDS = 40.0
"""Longest wait that passes on a machine that runs other tests at the same time; benchmarks/cluster.py measures."""


@pytest.fixture(scope="module")
def house(
    postgres_server: PostgresServer,  # noqa: F811
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[ClusterHouse]:
    """Return a house with two servers, which the tests of this module share."""
    with cluster_house(tmp_path_factory.mktemp("cluster"), postgres_server.new_database()) as running:
        yield running


@pytest.fixture
def both(house: ClusterHouse) -> ClusterHouse:
    """Return the house with both servers running tables."""
    house.start_missing()
    return house


def longest_wait(players: list[Player]) -> float:
    return max(player.longest_wait for player in players)


def test_tables_are_spread_and_a_screen_may_be_at_any_server(both: ClusterHouse) -> None:
    assert [len(both.tables_of(name)) for name in "ab"] == [2, 2]
    with both.players(PATIENT) as players:
        both.wait_until(lambda: all(player.acknowledged > 5 for player in players))
    assert all(player.connections == 1 for player in players)
    both.examine()


def test_a_smart_shoe_may_be_at_another_server_than_its_table(both: ClusterHouse) -> None:
    """Check that a shoe's message reaches its table through either server, and that its number is used once. [R56]"""
    table = both.tables_of("b")[0]
    urls = {name: f"http://127.0.0.1:{server.port}" for name, server in both.servers.items()}
    with httpx.Client(timeout=30) as http:
        body = {"name": "supervisor", "password": PASSWORD}
        csrf = http.post(f"{urls['a']}/api/login", json=body).json()["csrf"]
        body = {"name": "shoe-1", "table": table}
        code = http.post(f"{urls['a']}/api/terminals", json=body, headers={"x-csrf-token": csrf}).json()["code"]
        shoe = http.post(f"{urls['a']}/api/devices/pair", json={"code": code}).json()
        answers = []
        for seq, name in ((1, "a"), (2, "b"), (2, "b")):
            message = sign_message(bytes.fromhex(shoe["key"]), shoe["device"], seq, 1, ShoeEvent.CARD, "As")
            answers.append(http.post(f"{urls[name]}/api/devices/messages", json=message.model_dump(mode="json")))
    assert [answer.status_code for answer in answers] == [200, 200, 200], [answer.text for answer in answers]
    told = [answer.json() for answer in answers]
    assert [(one["seq"], one["repeated"], one["refused"]["code"]) for one in told] == [
        (1, False, "device/mode"),
        (2, False, "device/mode"),
        (2, True, "device/mode"),
    ]


def test_a_command_by_http_has_its_events_through_either_server(both: ClusterHouse) -> None:
    table = both.tables_of("b")[0]
    for name, order in (("a", {"do": "sit-down", "seat": 7}), ("b", {"do": "stand-up", "seat": 7})):
        url = f"http://127.0.0.1:{both.servers[name].port}/api/tables/{table}/commands"
        headers = {"Authorization": f"Bearer {both.token_of(6)}"}
        answers = [
            httpx.post(url, json={"key": f"by-http-at-{name}", "command": order}, headers=headers, timeout=30)
            for _ in range(2)
        ]
        assert [answer.status_code for answer in answers] == [200, 200], answers[0].text
        first, again = (answer.json() for answer in answers)
        assert first["events"]
        assert (first["repeated"], again["repeated"]) == (False, True)
        assert (again["seq"], again["events"]) == (first["seq"], first["events"])


def test_a_drained_server_gives_its_tables_away_without_a_reconnection(
    both: ClusterHouse, capsys: pytest.CaptureFixture[str]
) -> None:
    with both.players(PATIENT) as players:
        time.sleep(1)
        drain_server(both.database, "a", undo=False)
        assert len(both.tables_of("b")) == 4
        with pytest.raises(BadInput, match="the only server that takes tables"):
            drain_server(both.database, "b", undo=False)
        time.sleep(1)
        drain_server(both.database, "a", undo=True)
        both.wait_until(lambda: len(both.tables_of("a")) == 2)
        table = both.tables_of("a")[0]
        move_table(both.database, table, "b")
        assert table in both.tables_of("b")
        capsys.readouterr()
        show_cluster(both.database, as_json=True)
        shown = json.loads(capsys.readouterr().out)
        assert [server["status"] for server in shown["servers"]] == ["up", "up"]
        assert table in shown["servers"][1]["tables"]
    assert all(player.connections == 1 for player in players)
    assert longest_wait(players) < LOADED_SECONDS
    both.examine()


def test_a_server_that_is_ended_in_order_hands_its_tables_over_at_once(both: ClusterHouse) -> None:
    with both.players():
        time.sleep(0.5)
        both.end("b", signal.SIGTERM)
        assert both.wait_until(lambda: len(both.tables_of("a")) == 4) < LOADED_SECONDS
        time.sleep(0.5)
    both.examine()
