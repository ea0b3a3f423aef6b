"""OpenAPI and AsyncAPI descriptions: valid, complete, and true of the frames that a server really sends."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from websockets.sync.client import ClientConnection, connect

from croupier.server.asyncapi import SCHEMAS, messages_page, type_name
from croupier.table.commands import COMMANDS
from croupier.table.events import EVENTS
from croupier.views.error_codes import error_codes
from tests.server_fixture import TABLE, Live, live_house, serve_on_port

WAIT_SECONDS = 60
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live_house(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture(scope="module")
def described(live: Live) -> dict[str, Any]:
    answer: dict[str, Any] = live.client().get("/asyncapi.json")
    return answer


def test_the_description_of_the_live_connection_is_valid_asyncapi(described: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # The package's own models hide inherited names.
        from asyncapi3.models.asyncapi import AsyncAPI3
    model = AsyncAPI3.model_validate(described)
    assert model.asyncapi == "3.0.0"
    wrong = json.loads(json.dumps(described))
    wrong["operations"]["sendFrames"]["action"] = "emit"
    with pytest.raises(ValueError, match="Input should be 'send' or 'receive'"):
        AsyncAPI3.model_validate(wrong)


def test_every_schema_is_valid_and_every_reference_leads_somewhere(described: dict[str, Any]) -> None:
    for name, schema in described["components"]["schemas"].items():
        Draft202012Validator.check_schema(schema)
        assert "typescript" not in json.dumps(schema), name
    for reference in references(described):
        found: Any = described
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]


def references(node: Any) -> Iterator[str]:
    """Yield every reference in a description."""
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        for child in node.values():
            yield from references(child)
    elif isinstance(node, list):
        for child in node:
            yield from references(child)


class FrameValidator:
    """Validates frames by the schemas of a description."""

    def __init__(self, described: dict[str, Any]) -> None:
        self.described = described
        self.kinds: set[str] = set()

    def check(self, frame: dict[str, Any], operation: str) -> None:
        """Check that a frame is valid by exactly one message of this operation."""
        names = [one["$ref"].rpartition("/")[2] for one in self.described["operations"][operation]["messages"]]
        whole = {"components": self.described["components"]}
        fitting = [
            name for name in names if Draft202012Validator({"$ref": f"{SCHEMAS}{name}", **whole}).is_valid(frame)
        ]
        assert len(fitting) == 1, (fitting, frame)
        self.kinds.add(fitting[0])


def receive(connection: ClientConnection, until: str) -> Iterator[dict[str, Any]]:
    """Yield the frames of a connection up to one of this type."""
    while True:
        frame: dict[str, Any] = json.loads(connection.recv(timeout=WAIT_SECONDS))
        yield frame
        if frame["type"] == until:
            return


def test_the_frames_of_a_round_are_as_described_at_the_public_address(live: Live, described: dict[str, Any]) -> None:
    player, dealer = live.client_as("player"), live.client_as("dealer")
    live.client_as("cashier").post("/api/v1/shifts", float_cents=5_000_00, key=live.key())
    token = live.client().post("/api/v1/login", name="player", password="correct horse battery", token=True)["token"]
    validator = FrameValidator(described)
    address = described["channels"]["table"]["address"].replace("{table}", TABLE)
    with socket.create_server(("127.0.0.1", 0)) as listener, serve_on_port(live, listener) as port:
        headers = {"Authorization": f"Bearer {token}"}
        with connect(f"ws://127.0.0.1:{port}{address}?view=true", additional_headers=headers) as connection:
            dealer.command("load-shoe")
            dealer.command("read-card", card="2c")
            # The second is refused whenever it arrives: the seat is taken.
            for command in ({"do": "sit-down", "seat": 1}, {"do": "sit-down", "seat": 1}):
                frame = {"type": "command", "key": live.key(), "command": command}
                validator.check(frame, "receiveFrames")
                connection.send(json.dumps(frame))
            connection.send('{"type": "ping"}')
            validator.check({"type": "ping"}, "receiveFrames")
            dealer.command("open-bets")
            for until in ("reply", "reply", "pong"):
                for received in receive(connection, until):
                    validator.check(received, "sendFrames")
    assert player.get("/api/v1/me") == player.get("/api/me")
    assert validator.kinds >= {"StateFrame", "EventsFrame", "AcceptedFrame", "RefusedFrame", "PongFrame", "ViewFrame"}


def test_the_public_paths_are_those_of_version_1(live: Live) -> None:
    client = live.client()
    paths = client.get("/openapi.json")["paths"]
    assert len(paths) > 80
    assert not [path for path in paths if path.startswith("/api/") and not path.startswith("/api/v1/")]
    assert client.get("/api/v1/house") == client.get("/api/house")
    assert client.send("GET", "/api/v2/house").status_code == 404


def test_the_page_of_messages_is_up_to_date_and_complete() -> None:
    command = [sys.executable, "-m", "croupier.server.asyncapi", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    page = messages_page()
    for name in (*COMMANDS, *EVENTS, *error_codes()):
        assert f"`{name}`" in page


def test_types_are_named_in_words() -> None:
    assert type_name({"anyOf": [{"type": "integer"}, {"type": "null"}]}) == "integer or null"
    assert type_name({"type": "array", "items": {"$ref": f"{SCHEMAS}Card"}}) == "list of Card"
    assert type_name({"const": True}) == "`true`"
