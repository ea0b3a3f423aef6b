"""Outsiders: headers without end, requests that never come in whole, forged addresses and names, bulk requests."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx
import pytest

from croupier.errors import BadInput
from croupier.server.auth import COOKIE
from croupier.server.config import ServerSection, parse_config
from croupier.store.schema import login_attempts
from tests.server_fixture import BASE, PASSWORD, TABLE, Client, Live, live_house, on_a_port, refusal, told

WAIT = 20.0
LOG_IN = {"name": "player", "password": PASSWORD}


@contextmanager
def house_on_a_port(folder: Path, **server: Any) -> Iterator[tuple[Live, int]]:
    with live_house(folder, server=server) as live, socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        with on_a_port(live, door) as port:
            yield live, port


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=WAIT)


def answer_to(port: int, *pieces: bytes) -> bytes:
    """Everything that comes back for these bytes until the other side ends the connection."""
    with connected(port) as connection:
        try:
            for piece in pieces:
                connection.sendall(piece)
        except OSError:
            pass  # cut off while we were sending: what was said before is still there
        return rest_of(connection)


def rest_of(connection: socket.socket) -> bytes:
    came = b""
    try:
        while piece := connection.recv(65536):
            came += piece
    except ConnectionResetError:
        pass
    return came


def is_cut_off(connection: socket.socket, pieces: Iterable[bytes], pause: float = 0.0) -> bool:
    """Whether the other side ends the connection while it is being sent these."""
    try:
        for piece in pieces:
            connection.sendall(piece)
            time.sleep(pause)
    except OSError:
        return True
    return False


def healthy(port: int) -> None:
    assert httpx.get(f"http://127.0.0.1:{port}/health", timeout=WAIT).status_code == 200


# Requests that do not come in whole


def test_a_header_without_end_is_cut_off_at_its_limit(tmp_path: Path) -> None:
    with house_on_a_port(tmp_path, header_bytes=2048) as (_, port):
        begun = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
        for endless in (b"X-Long: " + b"a" * 8192, b"X: y\r\n" * 2000):
            assert b"431" in answer_to(port, begun + endless).split(b"\r\n")[0]
        assert b"431" in answer_to(port, b"GET /" + b"a" * 8192).split(b"\r\n")[0]
        upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\n"
        assert b"431" in answer_to(port, begun + upgrade + b"X-Long: " + b"a" * 8192).split(b"\r\n")[0]
        fits = begun + b"X-Long: " + b"a" * 1500 + b"\r\nConnection: close\r\n\r\n"
        assert b"200 OK" in answer_to(port, fits)
        said = b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 8192\r\n\r\n"
        assert b"422" in answer_to(port, said + b"a" * 8192).split(b"\r\n")[0], "a body is no header"


def test_trailers_without_end_are_cut_off_too(tmp_path: Path) -> None:
    with house_on_a_port(tmp_path) as (_, port), connected(port) as connection:
        begun = b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: "
        assert is_cut_off(connection, (begun, *[b"y" * 65536] * 400))
        healthy(port)


HALVES = (
    b"",
    b"\r\n",
    b"GET /health HT",
    b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: y\r\n",
    b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{",
    b"GET /api/tables/co-1/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n",
    b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /heal",
)


def test_half_a_request_is_not_held_for_ever(tmp_path: Path) -> None:
    """Each at one house, on a connection of its own."""
    with house_on_a_port(tmp_path, request_seconds=0.2) as (_, port):
        for half in HALVES:
            with connected(port) as connection:
                began = time.monotonic()
                connection.sendall(half)
                rest_of(connection)
                assert time.monotonic() - began < WAIT / 2, half
            healthy(port)


def test_who_sends_a_byte_now_and_then_gets_no_more_time(tmp_path: Path) -> None:
    with house_on_a_port(tmp_path, request_seconds=0.3) as (_, port), connected(port) as connection:
        assert is_cut_off(connection, [b"GET / HTTP/1.1\r\nX: ", *[b"a"] * 250], pause=0.02)


def test_of_too_many_half_requests_the_oldest_go_and_whoever_asks_a_whole_one_is_answered(tmp_path: Path) -> None:
    with house_on_a_port(tmp_path, unfinished_each=4, request_seconds=60) as (live, port), ExitStack() as held:
        halves = [held.enter_context(connected(port)) for _ in range(8)]
        for half in halves:
            half.sendall(b"GET /health HTTP/1.1\r\n")
        for gone in halves[:4]:
            assert b"408" in rest_of(gone)
        healthy(port)
        halves[-1].sendall(b"Host: localhost\r\nConnection: close\r\n\r\n")
        assert b"200 OK" in rest_of(halves[-1]), "a request that comes in whole after all is answered"
        live.client_as("player").command("sit-down", seat=1)


def test_requests_on_one_connection_are_each_given_their_time(tmp_path: Path) -> None:
    with house_on_a_port(tmp_path, request_seconds=0.5) as (_, port):
        connection = HTTPConnection("127.0.0.1", port, timeout=WAIT)
        connection.connect()
        connection.auto_open = 0  # the one connection, or none
        for _ in range(4):
            connection.request("GET", "/health")
            answer = connection.getresponse()
            assert (answer.status, answer.read() != b"") == (200, True)
            time.sleep(0.2)
        connection.close()


# Who asks, and of whom


def client_at(live: Live, address: str) -> Client:
    client = live.client()
    client.http = httpx.AsyncClient(transport=httpx.ASGITransport(live.app, client=(address, 5)), base_url=BASE)
    return client


def addresses(live: Live) -> list[str]:
    return [row.address for row in live.runtime.run_query(lambda query: query(login_attempts.select()))]


def test_nobody_but_a_named_proxy_says_who_asks_and_how(tmp_path: Path) -> None:
    forged = {"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https"}
    with live_house(tmp_path, server={"proxies": ["10.0.0.0/24"], "logins_each_minute": 1}) as live:
        for address, recorded, is_secure in (("127.0.0.1", "127.0.0.1", False), ("10.0.0.5", "203.0.113.7", True)):
            page = client_at(live, address).send("POST", "/api/login", json=LOG_IN, headers=forged)
            assert ("secure" in page.headers["set-cookie"].lower()) == is_secure
            assert ("strict-transport-security" in page.headers) == is_secure
            assert addresses(live)[-1] == recorded
            again = client_at(live, address).send("POST", "/api/login", json=LOG_IN, headers=forged)
            refusal(again, 429, "rate/logins")
        other = forged | {"x-forwarded-for": "203.0.113.7, 203.0.113.8"}
        told(client_at(live, "10.0.0.5").send("POST", "/api/login", json=LOG_IN, headers=other))
        assert addresses(live)[-1] == "203.0.113.8", "a proxy adds whom it sees; what stood there before is hearsay"


def test_over_a_socket_the_loopback_forges_nothing_either(tmp_path: Path) -> None:
    with house_on_a_port(tmp_path) as (live, port):
        forged = {"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https"}
        page = httpx.post(f"http://127.0.0.1:{port}/api/login", json=LOG_IN, headers=forged)
        assert "secure" not in page.headers["set-cookie"].lower()
        assert addresses(live)[-1] == "127.0.0.1"


def test_a_house_answers_to_its_own_names_alone(tmp_path: Path) -> None:
    with live_house(tmp_path, server={"names": ["play.example"]}) as live:
        for host in ("evil.example", "evil.example:8000", "play.example.evil.example", "[::2]", "[", "10.9.8.7"):
            sent = {"host": host, "origin": f"http://{host}"}
            response = live.client().send("POST", "/api/login", json=LOG_IN, headers=sent)
            refusal(response, 421, "host/not_allowed")
            assert "set-cookie" not in response.headers
        for host in ("localhost:8000", "127.0.0.1", "[::1]:8000", "PLAY.example", "house.test"):
            sent = {"host": host, "origin": f"http://{host}"}
            told(live.client().send("POST", "/api/login", json=LOG_IN, headers=sent))


def test_a_live_connection_under_another_name_is_not_let_in(tmp_path: Path) -> None:
    with house_on_a_port(tmp_path) as (_, port):
        handshake = (
            f"GET /api/tables/{TABLE}/live HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        for host, status in (("evil.example", b" 403 "), (f"127.0.0.1:{port}", b" 101 ")):
            with connected(port) as connection:
                connection.sendall((handshake % host).encode())
                assert status in connection.recv(200)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('names = ["https://play.example"]', "play.example would be one"),
        ('names = ["play.example:443"]', "play.example would be one"),
        ('proxies = ["the-proxy"]', "10.0.0.5 would be one"),
    ],
)
def test_a_wrong_name_or_proxy_is_told_with_what_would_be_right(line: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        parse_config(f"[server]\n{line}\n", "house.toml")
    assert ServerSection().proxies == []


# Bulk requests


def test_strangers_are_held_to_so_many_requests_by_address_and_those_logged_in_are_not(tmp_path: Path) -> None:
    with live_house(tmp_path, server={"requests_each_second": 2}) as live:
        player, stranger = live.client_as("player"), client_at(live, "203.0.113.9")
        paths = ("/docs", "/openapi.json", "/api/rulebooks", f"/api/tables/{TABLE}/rules", "/assets/none.js")
        codes = [stranger.send("GET", path).status_code for path in paths * 4]
        assert 200 in codes[:3]
        assert codes[-1] == 429
        refusal(stranger.send("GET", "/docs"), 429, "rate/requests")
        refusal(stranger.send("GET", "/api/me", headers={"cookie": f"{COOKIE}=made-up"}), 429, "rate/requests")
        assert all(player.send("GET", "/api/me").status_code == 200 for _ in range(20))
        player.command("sit-down", seat=1)
        assert client_at(live, "2001:db8::1").send("GET", "/health").status_code == 200


def test_somebody_who_is_logged_in_is_held_to_so_many_requests_whatever_he_reads(tmp_path: Path) -> None:
    with live_house(tmp_path, server={"person_requests_each_second": 1}) as live:
        player, same, other = (live.client_as(name) for name in ("player", "player", "player-2"))
        assert same.send("GET", "/api/me").status_code == 200
        paths = ("/api/me", f"/api/tables/{TABLE}", f"/api/tables/{TABLE}/coach", "/api/rounds?mine=true")
        codes = [player.send("GET", path).status_code for path in paths * 3]
        assert codes[0] == 200
        assert codes[-1] == 429
        refusal(same.send("GET", "/api/me"), 429, "rate/requests")
        assert other.send("GET", "/api/me").status_code == 200
        assert live.client().send("GET", "/api/lobby").status_code == 200


def test_whoever_has_many_addresses_of_one_network_is_one_stranger(tmp_path: Path) -> None:
    with live_house(tmp_path, server={"requests_each_second": 1}) as live:
        codes = [client_at(live, f"2001:db8::{host}").send("GET", "/health").status_code for host in range(1, 9)]
        assert codes[-1] == 429
        assert client_at(live, "2001:db8:0:1::1").send("GET", "/health").status_code == 200


def test_what_does_not_change_is_worked_out_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with live_house(tmp_path) as live:
        client = live.client()
        paths = ("/docs", "/openapi.json", f"/api/tables/{TABLE}/rules", f"/api/tables/{TABLE}/odds?players=2")
        first = [client.send("GET", path) for path in paths]
        assert {answer.status_code for answer in first} == {200}
        for name in ("api_reference._parts", "routes.rulebooks.RulesCard.of", "routes.rulebooks.load_shipped_sheet"):
            monkeypatch.setattr(f"croupier.server.{name}", None)
        monkeypatch.setattr(live.app, "openapi", None)
        again = [client.send("GET", path) for path in paths]
        assert [(one.text, one.headers["content-type"]) for one in again] == [
            (one.text, one.headers["content-type"]) for one in first
        ]
        assert client.get(f"/api/tables/{TABLE}/odds", players=2)["state"] == "counted"
