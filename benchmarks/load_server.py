"""Server for `load.py`: a house with players logged in, or a bare echo server on the same stack.

    python benchmarks/load_server.py house FOLDER TABLES PLAYERS [DATABASE [LIMITS [SERVER]]]
    python benchmarks/load_server.py echo

It prints one JSON line with its port and the players' session tokens, and serves until it is stopped. With SERVER it is
one of several servers of the house; the first one makes the players.
"""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import uvicorn
from argon2.profiles import CHEAPEST
from fastapi import FastAPI, WebSocket, WebSocketDisconnect

from croupier.errors import BadInput
from croupier.people.accounts import create_user
from croupier.people.passwords import PasswordCheck, PasswordService
from croupier.people.roles import SYSTEM, Role
from croupier.server.app import create_app
from croupier.server.config import ClusterSection, HouseConfig, HouseSection, ServerSection, TableSection
from croupier.server.http_protocol import allow_many_connections, create_server
from croupier.server.open_casino import open_casino
from croupier.server.runtime import Runtime
from croupier.server.telemetry import traces_from_environment
from croupier.store.record import Transfer
from croupier.store.unit_of_work import UnitOfWork
from croupier.table.command_effect import Actor
from croupier.table.commands import SitDown
from croupier.table.settings import DealingMode

SEATS = 7


def listen() -> socket.socket:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(1024)
    return listening


def run(server: uvicorn.Server, details: dict[str, Any]) -> None:
    listening = listen()
    print(json.dumps({"port": listening.getsockname()[1], **details}), flush=True)
    logging.disable(logging.WARNING)
    allow_many_connections()
    server.run(sockets=[listening])


def house(folder: Path, tables: int, players: int, database: str | None, limits: dict[str, int], server: str) -> None:
    config = HouseConfig(
        house=HouseSection(demonstration=True, database=database or str(folder / "house.db"), keys=str(folder / "key")),
        server=ServerSection(
            commands_each_second=10_000, requests_each_second=10_000, person_requests_each_second=10_000, **limits
        ),
        cluster=ClusterSection(server=server),
        table=[
            TableSection(
                name=f"t{number}",
                rulebook="ilani-midi-baccarat",
                mode=DealingMode.AUTOMATED,
                betting_seconds=600,
                open=True,
            )
            for number in range(tables)
        ],
    )
    runtime = Runtime(config, open_casino(config, create=True), PasswordService(CHEAPEST))
    runtime.set_up()
    if (traces := traces_from_environment()) is not None:
        runtime.trace_commands(traces)
    tokens = [player(runtime, number, tables) for number in range(players)]
    run(create_server(create_app(runtime), config.server, lifespan="on"), {"tokens": tokens})


def player(runtime: Runtime, number: int, tables: int) -> str:
    """Create a player with credit, seat the player and return a session token."""
    name = f"guest-{number:03d}-of-many"
    password = runtime.passwords.hash_new("a long enough word", name=name)
    user = runtime.house.writer.run(
        create_user(SYSTEM, name=name, display_name=name, role=Role.PLAYER, password=password, must_change=False,
                    demonstration=True)
    )  # fmt: skip
    account = f"player:{user.id}"

    def credit(uow: UnitOfWork) -> None:
        uow.append_record("house", actor="system", command="buy-in", transfers=[Transfer("outside", account, 10**9)])

    runtime.house.writer.run(credit)
    table, seat = number // SEATS, number % SEATS + 1
    if table < tables:
        runtime.house.execute(f"t{table}", SitDown(seat=seat), Actor(f"user:{user.id}", name, "player", account))
    proof = PasswordCheck(name, True, password)
    return str(runtime.house.writer.run(runtime.sessions.log_in(proof, address="127.0.0.1")).token)


def echo() -> None:
    """Serve the lower limit: send each message to all connections of its table, without checks or storage."""
    app = FastAPI()
    connections: defaultdict[str, set[WebSocket]] = defaultdict(set)

    @app.websocket("/api/tables/{table}/live")
    async def live(websocket: WebSocket, table: str) -> None:
        await websocket.accept()
        connections[table].add(websocket)
        try:
            while True:
                frame = json.loads(await websocket.receive_text())
                await websocket.send_text(json.dumps({"type": "reply", "key": frame["key"], "ok": True}))
                events = json.dumps({"type": "events", "records": [{"seq": 1, "events": [frame["command"]]}]})
                await asyncio.gather(*(other.send_text(events) for other in list(connections[table])))
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            connections[table].discard(websocket)

    settings = uvicorn.Config(app, log_config=None, access_log=False, ws_per_message_deflate=False, lifespan="on")
    run(uvicorn.Server(settings), {"tokens": []})


if __name__ == "__main__":
    if sys.argv[1] == "echo":
        echo()
        sys.exit()
    database, limits, server = ([*sys.argv[5:8], "", "", ""])[:3]
    try:
        house(
            Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), database or None, json.loads(limits or "{}"), server
        )
    except BadInput as bad:
        sys.exit(f"load_server.py: {bad}")
