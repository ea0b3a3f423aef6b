"""One server of a house that several servers run, as a process for tests to kill, pause and drain.

    python -m tests.cluster_server FOLDER DATABASE NAME

It prints its port once it is ready, and runs until it is ended. The environment variable CLUSTER_SERVER may have
options as JSON: a fault that is planted into our own code, a clock that is wrong, ports between the servers, and
another configuration, as a file of pickle.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import pickle
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from croupier.errors import Refused
from croupier.house import following
from croupier.house.clock import MonotonicClock, now_ms
from croupier.house.house import House
from croupier.house.membership import Membership
from croupier.people.accounts import create_user
from croupier.people.roles import SYSTEM, Role
from croupier.people.users import user_by_name
from croupier.server.app import create_app
from croupier.server.cluster import routing
from croupier.server.cluster.routing import ClusterRouting
from croupier.server.config import ClusterSection, TableSection
from croupier.server.http_protocol import create_server
from croupier.server.open_casino import open_casino
from croupier.server.runtime import Runtime
from croupier.store import engine
from croupier.store import store as store_module
from croupier.store.claims import ClaimTable, Fence
from croupier.store.ledger_accounts import OUTSIDE, is_player, player
from croupier.store.record import Transfer
from croupier.store.unit_of_work import UnitOfWork
from croupier.table.settings import DealingMode
from tests.database import stop_with_parent
from tests.server_fixture import PASSWORD, QUICK, config_in

TABLES = 4
PLAYERS = 6
CREDIT_CENTS = 100_000_00
BETTING_SECONDS = 1
HANG_SECONDS = 4.0
"""Time for which the claims of a server stand still after SIGUSR1, while the rest of it goes on."""


# Faults that are planted into our own code


def commit_without_fence() -> None:
    """Planted fault: commit without a check of the claims, and keep the sessions of a server that seems dead.

    Each server also follows its own tables. Without that, a server that lost a table is stopped by the chain of the
    records alone: it does not know the last one.
    """
    Fence.check = lambda *given: None  # type: ignore[method-assign]
    ClaimTable._end_sessions = lambda *given: None  # type: ignore[method-assign]
    routing.catch_up = partial(following.catch_up, own=True)
    Membership.is_suspended = property(lambda self: False)  # type: ignore[assignment,method-assign]


def forget_keys() -> None:
    """Planted fault: carry out a command a second time; the database must have lost its index too."""
    House._remember = lambda self, uow, actor, key, record: None  # type: ignore[method-assign]
    House.find = lambda self, actor, key: None  # type: ignore[method-assign]


def lose_wake_ups() -> None:
    """Planted fault: never look for the records of the other servers."""
    ClusterRouting.follow = lambda self: None  # type: ignore[method-assign]


def keep_old_balances() -> None:
    """Planted fault: keep using a player's old balance after another server has changed the player."""
    refresh = following.refresh

    def refresh_without_balances(house: House, uow: UnitOfWork, *given: Any) -> None:
        balances = house.ledger.balances
        before = {name: cents for name, cents in balances.items() if is_player(name)}
        refresh(house, uow, *given)
        for name, cents in before.items():
            uow.set_cached(balances, name, cents)

    following.refresh = refresh_without_balances


def answer_before_the_disk() -> None:
    """Planted fault: acknowledge a commit before it is on any disk."""
    begin = engine.postgresql

    def careless(*given: Any, **named: Any) -> Any:
        if named.get("settings") == engine.CLUSTER_SETTINGS:
            named["settings"] = {**named["settings"], "synchronous_commit": "off"}
        return begin(*given, **named)

    engine.postgresql = careless
    store_module.require_durable = lambda *given: None


PLANTS: dict[str, Callable[[], None]] = {
    "no fence": commit_without_fence,
    "no key check": forget_keys,
    "lost wake-up": lose_wake_ups,
    "stale balance": keep_old_balances,
    "answered too early": answer_before_the_disk,
}


def hang_claims_on_signal() -> None:
    """Let heartbeat and claims stand still for a while at SIGUSR1, as if their connection were slow."""
    transaction, until = ClaimTable._transaction, [0.0]

    def wait_and_begin(self: ClaimTable) -> Any:
        time.sleep(max(0.0, until[0] - time.monotonic()))
        return transaction(self)

    ClaimTable._transaction = wait_and_begin  # type: ignore[method-assign]
    signal.signal(signal.SIGUSR1, lambda *given: until.__setitem__(0, time.monotonic() + HANG_SECONDS))


def cluster_config(
    folder: Path, database: str, server: str, port: int = 0, betting_seconds: int = BETTING_SECONDS
) -> Any:
    """Return the configuration of one server: four automated baccarat tables with short rounds."""
    config = config_in(folder, database=database, keys=str(folder / "house.key"))
    times = {"betting_seconds": betting_seconds, "card_ms": 30, "result_ms": 300}
    known = set(TableSection.model_fields)
    tables = [
        TableSection(
            name=f"auto-{nth}",
            rulebook="ilani-midi-baccarat",
            mode=DealingMode.AUTOMATED,
            open=True,
            **{name: value for name, value in times.items() if name in known},
        )
        for nth in range(1, TABLES + 1)
    ]
    cluster = ClusterSection(server=server, address=f"127.0.0.1:{port}")
    return config.model_copy(update={"table": tables, "cluster": cluster})


def add_players(runtime: Runtime) -> None:
    """Create a supervisor, and players with play money, unless another server has done so."""
    hashed = QUICK.hash_new(PASSWORD, name="nobody")
    assert not isinstance(hashed, Refused)

    def job(uow: UnitOfWork) -> None:
        for name in ("supervisor", *(f"player-{nth}" for nth in range(1, PLAYERS + 1))):
            if user_by_name(uow.query, name) is not None:
                continue
            role = Role.SUPERVISOR if name == "supervisor" else Role.PLAYER
            facts: dict[str, Any] = {"name": name, "display_name": name.title(), "role": role}
            user = create_user(SYSTEM, **facts, password=hashed, must_change=False, demonstration=True)(uow)
            assert not isinstance(user, Refused), user
            if role is not Role.PLAYER:
                continue
            uow.append_record(
                "house",
                actor="system",
                command="buy-in",
                events=[{"kind": "play-money", "account": player(user.id), "cents": CREDIT_CENTS}],
                transfers=[Transfer(OUTSIDE, player(user.id), CREDIT_CENTS)],
            )

    runtime.house.writer.run(job)


def main(folder: Path, database: str, server: str) -> None:
    stop_with_parent()
    logging.basicConfig(level=logging.INFO, format=f"%(asctime)s {server} %(message)s")
    for quiet in ("websockets", "uvicorn"):
        logging.getLogger(quiet).setLevel(logging.WARNING)
    options = json.loads(os.environ.get("CLUSTER_SERVER", "{}"))
    own_port, given_port = options.get("peers") or (0, 0)
    if own_config := options.get("config"):
        config = pickle.loads(Path(own_config).read_bytes())
        cluster = config.cluster.model_copy(update={"server": server})
        config = config.model_copy(update={"cluster": cluster})
    else:
        config = cluster_config(folder, database, server, own_port)
    hang_claims_on_signal()
    if given_port:
        Membership.address = property(lambda self: f"127.0.0.1:{given_port}", lambda self, address: None)  # type: ignore[assignment]
    if options.get("plant"):
        PLANTS[options["plant"]]()
    skew_ms = options.get("skew_ms", 0)
    clock = MonotonicClock(wall=lambda: now_ms() + skew_ms)
    listening = socket.socket(proto=socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    runtime = Runtime(config, open_casino(config, clock=clock, create=True), QUICK)
    runtime.set_up()
    if not own_config:
        add_players(runtime)
    app = create_app(runtime)
    runtime.prepare_start()
    begins = app.router.lifespan_context

    @asynccontextmanager
    async def lifespan(application: Any) -> Any:
        async with begins(application):
            print(listening.getsockname()[1], flush=True)
            yield

    app.router.lifespan_context = lifespan
    asyncio.run(create_server(app, config.server).serve(sockets=[listening]))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
