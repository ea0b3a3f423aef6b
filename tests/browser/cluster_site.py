"""House on two servers for a browser to visit, and an entrance that sends it to a server that answers.

    with open_cluster_site(folder, postgres, tables) as site:
        page = Visits(browser, site.entrance)("player", "/table/t1")
        site.kill(site.server_of("t1"))

The servers `a` and `b` are processes. `site` itself is a third server of the house that runs no table: dealers and the
other players send their commands through it, so they reach a table wherever it runs.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from croupier.cli.cluster import drain_server
from croupier.store.claims import ClaimTable
from croupier.store.engine import DatabaseLocation
from croupier.store.ledger_accounts import player_of
from tests.browser.site import Site, require_pages, until
from tests.held_ports import HOST
from tests.silent_proxy import SilentProxy

WATCHER = "watcher"
HEALTH_SECONDS = 0.5


class Entrance(SilentProxy):
    """Proxy that sends each new connection to the first healthy server."""

    def __init__(self) -> None:
        super().__init__(0)
        self.order: list[int] = []
        """Ports of the servers, the preferred one first."""

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.port}"

    def _connect(self) -> Any:
        for port in self.order:
            try:
                if httpx.get(f"http://{HOST}:{port}/health", timeout=HEALTH_SECONDS).status_code == 200:
                    self.target = port
                    return super()._connect()
            except httpx.TransportError:
                continue
        raise OSError("no server is well")


class Door:
    """The entrance with the attributes that `Visits` needs."""

    def __init__(self, entrance: Entrance) -> None:
        self.url = entrance.address


class ClusterSite(Site):
    """A house with the servers `a` and `b` in processes of their own, and a third one here that runs no table."""

    def __init__(self, folder: Path, database: str, tables: Mapping[str, Mapping[str, Any]]) -> None:
        super().__init__(folder, tables)
        config = self.config
        house = config.house.model_copy(update={"database": database})
        cluster = config.cluster.model_copy(update={"server": WATCHER})
        self.config = config.model_copy(update={"house": house, "cluster": cluster})
        self.folder = folder
        self.claims = ClaimTable(DatabaseLocation.parse(database), "test", "croupier test")
        self.entrance = Entrance()
        self.processes: dict[str, subprocess.Popen[str]] = {}
        self.ports: dict[str, int] = {}

    @property
    def door(self) -> Door:
        return Door(self.entrance)

    def start(self) -> None:
        """Start all three servers; the one here gives its tables away."""
        super().start()
        (self.folder / "config.pickle").write_bytes(pickle.dumps(self.config))
        self.entrance.__enter__()
        self.start_missing()
        drain_server(self.config.house.database, WATCHER, undo=False)

    def start_missing(self) -> None:
        """Start the servers that do not run."""
        starting = [name for name in "ab" if name not in self.processes]
        for name in starting:
            options = json.dumps({"config": str(self.folder / "config.pickle")})
            command = [sys.executable, "-m", "tests.cluster_server", str(self.folder), "", name]
            with (self.folder / f"{name}.log").open("a") as log:
                self.processes[name] = subprocess.Popen(
                    command, stdout=subprocess.PIPE, stderr=log, text=True, env=os.environ | {"CLUSTER_SERVER": options}
                )
        for name in starting:
            output = self.processes[name].stdout
            assert output is not None
            line = output.readline()
            assert line.strip(), (self.folder / f"{name}.log").read_text()[-4000:]
            self.ports[name] = int(line)
        until(lambda: all(self.claims.state().servers[name].takes_tables for name in "ab"))

    def server_of(self, table: str) -> str:
        """Return the living server that runs a table; "" while there is none."""
        state = self.claims.state()
        server = state.servers.get(state.claims[f"table/{table}"].server)
        return server.id if server is not None and server.is_living else ""

    def prefer(self, server: str) -> None:
        """Let the entrance send new connections to this server while it is healthy."""
        self.entrance.order = [self.ports[server], *(port for name, port in self.ports.items() if name != server)]

    def kill(self, server: str) -> None:
        process = self.processes.pop(server)
        process.kill()
        process.wait(20)
        if process.stdout is not None:
            process.stdout.close()

    def pause(self, server: str) -> None:
        self.processes[server].send_signal(signal.SIGSTOP)

    def drain(self, server: str) -> None:
        drain_server(self.config.house.database, server, undo=False)

    def put_right(self, server: str) -> None:
        """Undo `kill`, `pause` or `drain` of a server, and wait until it may run tables again."""
        if server in self.processes:
            self.processes[server].send_signal(signal.SIGCONT)
            self.claims.set_status(server, "up")
        self.start_missing()

    def money_of(self, name: str) -> int:
        """Return a player's credit and chips at all tables in cents."""
        account = f"player:{self.as_(name).user_id}"
        balances = self.house.committed_balances
        return sum(cents for other, cents in balances.items() if player_of(other) == account)

    def close(self) -> None:
        for name in list(self.processes):
            self.kill(name)
        self.entrance.__exit__(None, None, None)
        self.claims.close()
        super().close()


@contextmanager
def open_cluster_site(folder: Path, database: str, tables: Mapping[str, Mapping[str, Any]]) -> Iterator[ClusterSite]:
    """Serve a house on two servers while the block runs."""
    require_pages()
    site = ClusterSite(folder, database, tables)
    try:
        site.start()
        yield site
    finally:
        site.close()
