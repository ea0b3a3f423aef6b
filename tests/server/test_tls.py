"""TLS: a self-signed certificate, no answers without TLS, no old protocol; and changes of the configuration. [R56]"""

from __future__ import annotations

import datetime
import ipaddress
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.sync.client import connect

from croupier.errors import BadInput
from croupier.server.config import HouseConfig, LimitsSection, ServerSection
from croupier.server.config_changes import changed_settings, setting_digests
from croupier.server.http_protocol import create_server
from croupier.server.open_casino import open_casino
from croupier.server.runtime import Runtime
from croupier.store.schema import login_attempts, significant
from tests.server_fixture import NOON, PASSWORD, QUICK, TABLE, Live, live_house, serve_on_port

LOG_IN = {"name": "cashier", "password": PASSWORD}


def create_certificate(folder: Path) -> dict[str, str]:
    """Create a self-signed certificate for this machine and its key; return the settings with their paths."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "house.test")])
    now = datetime.datetime.now(datetime.UTC)
    names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "house.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "house-tls.key").write_bytes(private)
    return {"certificate": str(folder / "house.pem"), "private_key": str(folder / "house-tls.key")}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return create_certificate(tmp_path_factory.mktemp("tls"))


@pytest.fixture(scope="module")
def served(files: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Live, int]]:
    with live_house(tmp_path_factory.mktemp("house"), server=files) as live, socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        with serve_on_port(live, listener) as port:
            yield live, port


def trusting(files: dict[str, str]) -> ssl.SSLContext:
    """Return a client context that trusts the certificate."""
    return ssl.create_default_context(cafile=files["certificate"])


def trusting_in_threads(files: dict[str, str]) -> ssl.SSLContext:
    """Return a client context that trusts the certificate, for `websockets.sync`.

    That client reads and writes one TLS connection in two threads, which OpenSSL does not allow. In TLS 1.3 the server
    sends session tickets after the handshake; while one thread reads them, a write of the other thread can take itself
    for a part of the handshake and wait until the server gives up. In TLS 1.2 the tickets belong to the handshake.
    """
    context = trusting(files)
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    return context


def test_pages_and_commands_use_https_with_secure_cookies(served: tuple[Live, int], files: dict[str, str]) -> None:
    _, port = served
    with httpx.Client(base_url=f"https://127.0.0.1:{port}", verify=trusting(files)) as client:
        login = client.post("/api/login", json=LOG_IN)
        assert login.status_code == 200
        cookie = login.headers["set-cookie"].lower()
        assert "; secure" in cookie
        assert "; httponly" in cookie
        assert login.headers["strict-transport-security"] == "max-age=31536000"
        assert client.get("/api/me").json()["role"] == "cashier", "the cookie comes back over https"
        assert client.get("/health").headers["strict-transport-security"]


def test_the_live_connection_is_encrypted_too(served: tuple[Live, int], files: dict[str, str]) -> None:
    _, port = served
    with connect(f"wss://127.0.0.1:{port}/api/tables/{TABLE}/live?view=true", ssl=trusting_in_threads(files)) as live:
        assert live.recv(timeout=20)


def test_a_client_rejects_an_untrusted_certificate(served: tuple[Live, int]) -> None:
    _, port = served
    with pytest.raises(httpx.ConnectError, match="certificate verify failed"):
        httpx.get(f"https://127.0.0.1:{port}/health")


def test_a_request_without_tls_gets_no_answer(served: tuple[Live, int]) -> None:
    live, port = served
    before = len(live.runtime.run_query(lambda query: query(login_attempts.select())))
    with pytest.raises(httpx.TransportError):
        httpx.post(f"http://127.0.0.1:{port}/api/login", json=LOG_IN)
    assert len(live.runtime.run_query(lambda query: query(login_attempts.select()))) == before


@pytest.mark.parametrize(
    ("newest", "is_answered"), [("TLSv1", False), ("TLSv1_1", False), ("TLSv1_2", True), ("TLSv1_3", True)]
)
@pytest.mark.filterwarnings("ignore:ssl.TLSVersion.TLSv1:DeprecationWarning")
def test_protocols_before_tls_1_2_are_refused(
    served: tuple[Live, int], files: dict[str, str], newest: str, is_answered: bool
) -> None:
    _, port = served
    old = trusting(files)
    old.set_ciphers("ALL:@SECLEVEL=0")  # let the client accept everything, so that the server is the one that refuses
    old.minimum_version = ssl.TLSVersion.TLSv1
    old.maximum_version = ssl.TLSVersion[newest]
    with socket.create_connection(("127.0.0.1", port), timeout=20) as wire:
        if is_answered:
            with old.wrap_socket(wire, server_hostname="127.0.0.1") as safe:
                assert safe.version() == newest.replace("_", ".")
        else:
            with pytest.raises(ssl.SSLError):
                old.wrap_socket(wire, server_hostname="127.0.0.1")


def test_an_unusable_certificate_is_reported(served: tuple[Live, int], tmp_path: Path) -> None:
    live, _ = served
    other_files = create_certificate(tmp_path)
    right = live.config.server
    for wrong in (
        {"certificate": str(tmp_path / "none.pem")},
        {"private_key": ""},
        {"private_key": other_files["private_key"]},
        {"certificate": other_files["private_key"]},
    ):
        settings = ServerSection(**{**right.model_dump(), **wrong})
        with pytest.raises(BadInput, match="cannot be used with"):
            create_server(live.app, settings)


# Changes of the configuration


def test_a_changed_configuration_is_a_significant_event(tmp_path: Path) -> None:
    with live_house(tmp_path) as live:
        first: HouseConfig = live.config

    def started(config: HouseConfig) -> list[str]:
        runtime = Runtime(config, open_casino(config, clock=lambda: NOON + 1000), QUICK)
        try:
            runtime.prepare_start()
            query_changes = significant.select().where(significant.c.code == "configuration/changed")
            return [row.text for row in runtime.run_query(lambda query: query(query_changes))]
        finally:
            runtime.house.store.close()

    assert started(first) == []
    changed = first.model_copy(update={"limits": LimitsSection(hand_pay_above=9_999_00)})
    assert started(changed) == ["The house's file was changed: limits.hand_pay_above."]
    assert len(started(changed)) == 1
    assert len(started(first)) == 2


def test_changed_tables_and_meters_are_reported_by_name() -> None:
    first = HouseConfig.model_validate({"table": [{"name": "a", "rulebook": "co-baccarat"}]})
    second = HouseConfig.model_validate(
        {"table": [{"name": "b", "rulebook": "co-baccarat"}], "house": {"site": "Else"}}
    )
    assert changed_settings(setting_digests(first), setting_digests(second)) == ["house.site", "table a", "table b"]
    assert changed_settings({}, setting_digests(second)) == ["table b"], "a key that came with a later program"
