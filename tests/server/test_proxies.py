"""The proxies of `examples/operations` before a running house: nginx before one server, HAProxy before two."""

from __future__ import annotations

import json
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from croupier.server.auth import COOKIE
from croupier.store.schema import login_attempts
from tests.held_ports import hold_port, port_of
from tests.server.test_tls import create_certificate, trusting, trusting_in_threads
from tests.server_fixture import PASSWORD, TABLE, Live, live_house, serve_on_port
from tests.silent_proxy import SilentProxy

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "examples" / "operations"
START_SECONDS = 60
ATTEMPT_SECONDS = 4.0
GOES_ON_SECONDS = 40.0
"""Longest time until a guest of a server that hangs is at the other one, beside other tests; alone it takes three.
Without its health check HAProxy would end a silent connection after its `timeout tunnel` of 60 seconds."""


@dataclass(frozen=True)
class Proxied:
    """A house behind a proxy: the proxy's ports, and the line to the second of its servers."""

    live: Live
    name: str
    https: int
    http: int
    certificate: dict[str, str]
    second: SilentProxy
    """Way to the house as the second server of HAProxy; nginx does not use it."""

    def client(self) -> httpx.Client:
        verify = trusting(self.certificate)
        return httpx.Client(base_url=f"https://127.0.0.1:{self.https}", verify=verify, timeout=START_SECONDS)

    def screen(self, cookie: str) -> ClientConnection:
        """Connect a screen to the table as a page does: give an attempt up after a while and try the next one."""
        address = f"wss://127.0.0.1:{self.https}/api/tables/{TABLE}/live?view=true"
        context, headers = trusting_in_threads(self.certificate), {"Cookie": cookie}
        began = time.monotonic()
        while True:
            try:
                return connect(
                    address, ssl=context, additional_headers=headers, open_timeout=ATTEMPT_SECONDS, ping_interval=None
                )
            except (TimeoutError, InvalidStatus):
                assert time.monotonic() - began < GOES_ON_SECONDS


def nginx(folder: Path, servers: list[int], https: int, http: int, certificate: dict[str, str]) -> list[str]:
    changes = {
        "/etc/nginx/tls/fullchain.pem": certificate["certificate"],
        "/etc/nginx/tls/privkey.pem": certificate["private_key"],
        "server house:8000": f"server 127.0.0.1:{servers[0]}",
        "listen 443 ssl": f"listen 127.0.0.1:{https} ssl",
        "listen 80;": f"listen 127.0.0.1:{http};",
        "server_name play.example": "server_name 127.0.0.1",
        "pid /run/nginx.pid": f"pid {folder}/nginx.pid",
        "events {": "daemon off;\nevents {",
        "http {": "http {\n" + "".join(
            f"    {kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        ),
    }  # fmt: skip
    return ["-c", adapted("nginx.conf", folder, changes), "-p", str(folder), "-e", "stderr"]


def haproxy(folder: Path, servers: list[int], https: int, http: int, certificate: dict[str, str]) -> list[str]:
    both = folder / "house.pem"
    both.write_text("".join(Path(certificate[part]).read_text() for part in ("certificate", "private_key")))
    changes = {
        "/etc/haproxy/tls/house.pem": str(both),
        "maxconn 16384": "maxconn 1000",  # The limit of open files may be low where tests run.
        "bind :443": f"bind 127.0.0.1:{https}",
        "bind :80": f"bind 127.0.0.1:{http}",
        "10.0.0.11:8000": f"127.0.0.1:{servers[0]}",
        "10.0.0.12:8000": f"127.0.0.1:{servers[1]}",
        "timeout check 1s": "timeout check 3s",  # A server that runs beside other tests may be slow, and is not down.
    }
    return ["-f", adapted("haproxy.cfg", folder, changes), "-db"]


ARGUMENTS = {"nginx": nginx, "haproxy": haproxy}


def adapted(name: str, folder: Path, changes: dict[str, str]) -> str:
    """Write a file of the examples into a folder, with the changes that a test needs; return its path."""
    text = (FOLDER / name).read_text("utf-8")
    for before, after in changes.items():
        assert before in text, before
        text = text.replace(before, after)
    (folder / name).write_text(text)
    return str(folder / name)


@contextmanager
def proxy(name: str, folder: Path, servers: list[int]) -> Iterator[tuple[int, int, dict[str, str]]]:
    """Run a proxy with its file of the examples; yield its ports (HTTPS, HTTP) and its certificate."""
    certificate = create_certificate(folder)
    found = subprocess.run([ROOT / "scripts" / "proxy.sh", name], capture_output=True, text=True, check=True)
    folder.chmod(0o755)
    log = folder / f"{name}.log"
    with hold_port() as https, hold_port() as http, log.open("wb") as output:
        ports = [port_of(https), port_of(http)]
        command = [found.stdout.strip(), *ARGUMENTS[name](folder, servers, *ports, certificate)]
        process = subprocess.Popen(command, stdout=output, stderr=output)
        try:
            give_up = time.monotonic() + START_SECONDS
            while not takes_connections(ports[0]):
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < give_up
                time.sleep(0.05)
            yield ports[0], ports[1], certificate
        finally:
            process.terminate()
            process.wait(START_SECONDS)


def takes_connections(port: int) -> bool:
    with socket.socket() as trying:
        return trying.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module", params=["nginx", "haproxy"])
def behind_proxy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    folder = tmp_path_factory.mktemp(request.param)
    with (
        live_house(folder, server={"proxies": ["127.0.0.1"]}) as live,
        socket.create_server(("127.0.0.1", 0)) as listener,
        serve_on_port(live, listener) as port,
        SilentProxy(port) as second,
        proxy(request.param, folder, [port, second.port]) as (https, http, certificate),
    ):
        yield Proxied(live, request.param, https, http, certificate, second)


def test_cookies_are_secure_and_guests_have_their_own_address_behind_the_proxy(behind_proxy: Proxied) -> None:
    claimed = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"}
    with behind_proxy.client() as client:
        login = client.post("/api/login", json={"name": "cashier", "password": PASSWORD}, headers=claimed)
        assert login.status_code == 200
        assert "; secure" in login.headers["set-cookie"].lower()
        assert login.headers["strict-transport-security"]
        assert client.get("/api/me").json()["role"] == "cashier"
        assert client.get("/metrics").status_code == 404
    addresses = behind_proxy.live.runtime.run_query(lambda query: query(login_attempts.select()))
    assert addresses[-1].address == "127.0.0.1", "what a guest claims does not get through"


def log_in(behind_proxy: Proxied) -> str:
    """Log a dealer in, and return the session's cookie."""
    with behind_proxy.client() as client:
        client.post("/api/login", json={"name": "dealer", "password": PASSWORD})
        return f"{COOKIE}={client.cookies[COOKIE]}"


def test_the_live_connection_goes_through_the_proxy(behind_proxy: Proxied) -> None:
    with behind_proxy.screen(log_in(behind_proxy)) as screen:
        assert json.loads(screen.recv(START_SECONDS))["type"] == "state"
        screen.send(json.dumps({"type": "command", "key": "through-the-proxy", "command": {"do": "load-shoe"}}))
        received = [json.loads(screen.recv(START_SECONDS))["type"] for _ in range(3)]
    assert sorted(received) == ["events", "reply", "view"]


def test_the_proxy_sends_guests_without_tls_to_https(behind_proxy: Proxied) -> None:
    answer = httpx.get(f"http://127.0.0.1:{behind_proxy.http}/table", headers={"Host": "127.0.0.1"})
    assert (answer.status_code, answer.headers["location"]) == (308, "https://127.0.0.1/table")


@pytest.mark.parametrize("behind_proxy", ["haproxy"], indirect=True)
def test_screens_of_a_server_that_hangs_go_to_the_other_one(behind_proxy: Proxied) -> None:
    """Check that a server that takes connections and never answers loses its screens within seconds."""
    cookie = log_in(behind_proxy)
    with ExitStack() as stack:
        stack.callback(behind_proxy.second.resume)
        screens = [stack.enter_context(behind_proxy.screen(cookie)) for _ in range(4)]
        for screen in screens:
            assert json.loads(screen.recv(START_SECONDS))["type"] == "state"
        behind_proxy.second.fall_silent()
        began, ended = time.monotonic(), 0
        while not ended and time.monotonic() - began < GOES_ON_SECONDS:
            ended = sum(is_closed(screen) for screen in screens)
        assert 0 < ended < len(screens), "those of the server that lives stay connected"
        with behind_proxy.screen(cookie) as again:
            assert json.loads(again.recv(START_SECONDS))["type"] == "state"


def is_closed(screen: ClientConnection) -> bool:
    """Return whether a connection has been closed by the other side; wait a moment for it."""
    try:
        screen.recv(0.05)
    except TimeoutError:
        return False
    except ConnectionClosed:
        return True
    return False
