"""Hostile requests: endless headers, unfinished requests, forged addresses and host names, and floods of requests."""

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
from tests.server_fixture import BASE, PASSWORD, TABLE, Client, Live, body_of, live_house, refusal, serve_on_port

WAIT = 20.0
LOG_IN = {"name": "player", "password": PASSWORD}


@contextmanager
def house_on_a_port(folder: Path, **server: Any) -> Iterator[tuple[Live, int]]:
    """Serve a house on a port of the loopback interface; yield the house and the port."""
    with live_house(folder, server=server) as live, socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        with serve_on_port(live, listener) as port:
            yield live, port


def open_connection(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=WAIT)


def answer_to(port: int, *pieces: bytes) -> bytes:
    """Send these bytes and return everything that the server sends until it closes the connection."""
    with open_connection(port) as connection:
        try:
            for piece in pieces:
                connection.sendall(piece)
        except OSError:
            pass  # the server closed the connection while we were sending; its response can still be read
        return read_to_end(connection)


def read_to_end(connection: socket.socket) -> bytes:
    """Return all bytes until the server closes the connection."""
    received = b""
    try:
        while piece := connection.recv(65536):
            received += piece
    except ConnectionResetError:
        pass
    return received


def is_cut_off(connection: socket.socket, pieces: Iterable[bytes], pause: float = 0.0) -> bool:
    """Return whether the server closes the connection while these bytes are being sent."""
    try:
        for piece in pieces:
            connection.sendall(piece)
            time.sleep(pause)
    except OSError:
        return True
    return False


def check_health(port: int) -> None:
    assert httpx.get(f"http://127.0.0.1:{port}/health", timeout=WAIT).status_code == 200


# Unfinished requests


def test_an_endless_header_is_cut_off_at_its_limit(tmp_path: Path) -> None:
    with house_on_a_port(tmp_path, header_bytes=2048) as (_, port):
        start = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
        for endless in (b"X-Long: " + b"a" * 8192, b"X: y\r\n" * 2000):
            assert b"431" in answer_to(port, start + endless).split(b"\r\n")[0]
        assert b"431" in answer_to(port, b"GET /" + b"a" * 8192).split(b"\r\n")[0]
        upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\n"
        assert b"431" in answer_to(port, start + upgrade + b"X-Long: " + b"a" * 8192).split(b"\r\n")[0]
        fits = start + b"X-Long: " + b"a" * 1500 + b"\r\nConnection: close\r\n\r\n"
        assert b"200 OK" in answer_to(port, fits)
        head = b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 8192\r\n\r\n"
        assert b"422" in answer_to(port, head + b"a" * 8192).split(b"\r\n")[0], "a body is no header"


def test_endless_trailers_are_cut_off(tmp_path: Path) -> None:
    with house_on_a_port(tmp_path) as (_, port), open_connection(port) as connection:
        start = b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: "
        assert is_cut_off(connection, (start, *[b"y" * 65536] * 400))
        check_health(port)


HALVES = (
    b"",
    b"\r\n",
    b"GET /health HT",
    b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: y\r\n",
    b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{",
    b"GET /api/tables/co-1/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n",
    b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /heal",
)


def test_an_unfinished_request_is_closed_after_its_time_limit(tmp_path: Path) -> None:
    """Check several kinds of unfinished requests at once, each on its own connection to the same house."""
    with house_on_a_port(tmp_path, request_seconds=0.2) as (_, port):
        for half in HALVES:
            with open_connection(port) as connection:
                began = time.monotonic()
                connection.sendall(half)
                read_to_end(connection)
                assert time.monotonic() - began < WAIT / 2, half
            check_health(port)


def test_a_client_that_sends_single_bytes_gets_no_more_time(tmp_path: Path) -> None:
    with house_on_a_port(tmp_path, request_seconds=0.3) as (_, port), open_connection(port) as connection:
        assert is_cut_off(connection, [b"GET / HTTP/1.1\r\nX: ", *[b"a"] * 250], pause=0.02)


def test_too_many_unfinished_requests_close_the_oldest_and_complete_ones_are_answered(tmp_path: Path) -> None:
    with house_on_a_port(tmp_path, unfinished_each=4, request_seconds=60) as (live, port), ExitStack() as connections:
        halves = [connections.enter_context(open_connection(port)) for _ in range(8)]
        for half in halves:
            half.sendall(b"GET /health HTTP/1.1\r\n")
        for oldest in halves[:4]:
            assert b"408" in read_to_end(oldest)
        check_health(port)
        halves[-1].sendall(b"Host: localhost\r\nConnection: close\r\n\r\n")
        assert b"200 OK" in read_to_end(halves[-1]), "a request that comes in whole after all is answered"
        live.client_as("player").command("sit-down", seat=1)


def test_each_request_on_one_connection_has_its_own_time_limit(tmp_path: Path) -> None:
    with house_on_a_port(tmp_path, request_seconds=1.0) as (_, port):
        connection = HTTPConnection("127.0.0.1", port, timeout=WAIT)
        connection.connect()
        connection.auto_open = 0  # fail instead of opening another connection
        for _ in range(4):
            connection.request("GET", "/health")
            answer = connection.getresponse()
            assert (answer.status, answer.read() != b"") == (200, True)
            time.sleep(0.3)
        connection.close()


# Addresses of clients and host names


def client_at(live: Live, address: str) -> Client:
    """Return a client whose requests come from this address."""
    client = live.client()
    client.http = httpx.AsyncClient(transport=httpx.ASGITransport(live.app, client=(address, 5)), base_url=BASE)
    return client


def addresses(live: Live) -> list[str]:
    return [row.address for row in live.runtime.run_query(lambda query: query(login_attempts.select()))]


def test_forwarded_headers_count_only_from_a_configured_proxy(tmp_path: Path) -> None:
    forged = {"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https"}
    with live_house(tmp_path, server={"proxies": ["10.0.0.0/24"], "logins_each_minute": 1}) as live:
        for address, recorded, is_secure in (("127.0.0.1", "127.0.0.1", False), ("10.0.0.5", "203.0.113.7", True)):
            page = client_at(live, address).send("POST", "/api/login", json=LOG_IN, headers=forged)
            assert ("secure" in page.headers["set-cookie"].lower()) == is_secure
            assert ("strict-transport-security" in page.headers) == is_secure
            assert addresses(live)[-1] == recorded
            again = client_at(live, address).send("POST", "/api/login", json=LOG_IN, headers=forged)
            refusal(again, 429, "rate/logins")
        two_addresses = forged | {"x-forwarded-for": "203.0.113.7, 203.0.113.8"}
        body_of(client_at(live, "10.0.0.5").send("POST", "/api/login", json=LOG_IN, headers=two_addresses))
        assert addresses(live)[-1] == "203.0.113.8", "a proxy adds whom it sees; what stood there before is hearsay"


def test_forwarded_headers_from_the_loopback_are_ignored_over_a_real_socket(tmp_path: Path) -> None:
    with house_on_a_port(tmp_path) as (live, port):
        forged = {"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https"}
        page = httpx.post(f"http://127.0.0.1:{port}/api/login", json=LOG_IN, headers=forged)
        assert "secure" not in page.headers["set-cookie"].lower()
        assert addresses(live)[-1] == "127.0.0.1"


def test_a_request_with_an_unknown_host_name_is_refused(tmp_path: Path) -> None:
    with live_house(tmp_path, server={"names": ["play.example"]}) as live:
        for host in ("evil.example", "evil.example:8000", "play.example.evil.example", "[::2]", "[", "10.9.8.7"):
            headers = {"host": host, "origin": f"http://{host}"}
            response = live.client().send("POST", "/api/login", json=LOG_IN, headers=headers)
            refusal(response, 421, "host/not_allowed")
            assert "set-cookie" not in response.headers
        for host in ("localhost:8000", "127.0.0.1", "[::1]:8000", "PLAY.example", "house.test"):
            headers = {"host": host, "origin": f"http://{host}"}
            body_of(live.client().send("POST", "/api/login", json=LOG_IN, headers=headers))


def test_a_web_socket_with_an_unknown_host_name_is_refused(tmp_path: Path) -> None:
    with house_on_a_port(tmp_path) as (_, port):
        handshake = (
            f"GET /api/tables/{TABLE}/live HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        for host, status in (("evil.example", b" 403 "), (f"127.0.0.1:{port}", b" 101 ")):
            with open_connection(port) as connection:
                connection.sendall((handshake % host).encode())
                assert status in connection.recv(200)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('names = ["https://play.example"]', "play.example would be one"),
        ('names = ["play.example:443"]', "play.example would be one"),
        ('proxies = ["the-proxy"]', "10.0.0.5 would be one"),
    ],
)
def test_an_error_about_a_wrong_name_or_proxy_gives_an_example(line: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        parse_config(f"[server]\n{line}\n", "house.toml")
    assert ServerSection().proxies == []


# Rate limits and caching


def test_requests_without_a_session_are_limited_by_address(tmp_path: Path) -> None:
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


def test_requests_of_a_logged_in_person_are_limited_by_person(tmp_path: Path) -> None:
    with live_house(tmp_path, server={"person_requests_each_second": 1}) as live:
        player, same_player, other_player = (live.client_as(name) for name in ("player", "player", "player-2"))
        assert same_player.send("GET", "/api/me").status_code == 200
        paths = ("/api/me", f"/api/tables/{TABLE}", f"/api/tables/{TABLE}/coach", "/api/rounds?mine=true")
        codes = [player.send("GET", path).status_code for path in paths * 3]
        assert codes[0] == 200
        assert codes[-1] == 429
        refusal(same_player.send("GET", "/api/me"), 429, "rate/requests")
        assert other_player.send("GET", "/api/me").status_code == 200
        assert live.client().send("GET", "/api/lobby").status_code == 200


def test_addresses_of_one_ipv6_network_share_one_rate_limit(tmp_path: Path) -> None:
    with live_house(tmp_path, server={"requests_each_second": 1}) as live:
        codes = [client_at(live, f"2001:db8::{host}").send("GET", "/health").status_code for host in range(1, 9)]
        assert codes[-1] == 429
        assert client_at(live, "2001:db8:0:1::1").send("GET", "/health").status_code == 200


def test_unchanging_responses_are_computed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with live_house(tmp_path) as live:
        client = live.client()
        paths = (
            "/docs",
            "/openapi.json",
            "/asyncapi.json",
            f"/api/tables/{TABLE}/rules",
            f"/api/tables/{TABLE}/odds?players=2",
        )
        first = [client.send("GET", path) for path in paths]
        assert {answer.status_code for answer in first} == {200}
        for name in ("api_reference._parts", "routes.rulebooks.RulesCard.of", "routes.rulebooks.load_shipped_sheet"):
            monkeypatch.setattr(f"croupier.server.{name}", None)
        monkeypatch.setattr(live.app, "openapi", None)
        again = [client.send("GET", path) for path in paths]
        assert [(response.text, response.headers["content-type"]) for response in again] == [
            (response.text, response.headers["content-type"]) for response in first
        ]
        assert client.get(f"/api/tables/{TABLE}/odds", players=2)["state"] == "counted"
