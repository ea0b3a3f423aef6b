"""A house that two servers run, each in a process of its own, with players who bet at its tables all the time.

with cluster_house(folder, database) as house:
    with house.players() as players:
        house.end("a", signal.SIGKILL)
    house.examine()

Everything that the players are told goes into a history (`cluster_history`). A rule in the test's database, the
*witness*, notes which server wrote each record, and who had the claim.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psycopg
import websockets

from croupier.evidence.row_audit import audit_rows
from croupier.store.claims import ClaimTable, ClusterState
from croupier.store.engine import DatabaseLocation
from croupier.store.keys import HouseKeys
from croupier.store.log_audit import verify_log
from croupier.store.store import Store
from tests.cluster_history import FINDINGS_MOST, History, Line, check
from tests.cluster_server import TABLES
from tests.server_fixture import PASSWORD

START_SECONDS = 120
WAIT_SECONDS = 60
REPLY_SECONDS = 8.0
CONNECTION: dict[str, Any] = {"open_timeout": 1, "close_timeout": 0.1, "ping_interval": 0.5, "ping_timeout": 1}
"""Time limits after which a player's screen goes to another server."""
PATIENT: dict[str, Any] = {"open_timeout": 10, "close_timeout": 0.1, "ping_interval": None}
"""Connection that no slow machine ends: for tests in which every server answers and no screen may have to reconnect."""
BET_SECONDS = 0.05
STAKES = range(10_00, 100_00, 1_00)
SHOWN_SECONDS = 0.75
"""Time after which every server shows what was in the database: three times the pause between two looks for it."""
LATE_SECONDS = 10.0
"""The same time on a machine that runs other tests at the same time."""
WATCH_SECONDS = 0.1

WITNESS = """
    CREATE SCHEMA {house}_witness;
    CREATE TABLE {house}_witness.commits
        (nth bigserial, stream text, seq bigint, writer text, holder text, epoch bigint);
    CREATE RULE witness AS ON INSERT TO records DO ALSO
        INSERT INTO {house}_witness.commits (stream, seq, writer, holder, epoch) VALUES (NEW.stream, NEW.seq,
            split_part(current_setting('application_name'), ' ', 2),
            coalesce((SELECT server FROM claims WHERE stream = NEW.stream), ''),
            coalesce((SELECT epoch FROM claims WHERE stream = NEW.stream), 0))
"""
WITNESSED = """
    SELECT nth, stream, seq, key, writer, holder, epoch, coalesce(moved, '[]') AS transfers
    FROM {house}_witness.commits JOIN records USING (stream, seq) LEFT JOIN (
        SELECT stream, seq, json_agg(json_build_array(debit, credit, cents) ORDER BY line) AS moved
        FROM transfers GROUP BY stream, seq
    ) AS lines USING (stream, seq) ORDER BY nth
"""
HEADS = "SELECT stream, max(seq) FROM records GROUP BY stream"


@dataclass
class ServerProcess:
    """One server of the house: its process and the port of its screens."""

    name: str
    process: subprocess.Popen[str]
    port: int = 0


@dataclass
class Player:
    """A player at one table, whose screen goes to another server when its own does not answer."""

    table: str
    seat: int
    ports: dict[str, int]
    """Port of each server; a server that starts again gets another one."""
    token: str
    account: str
    number: int
    run: str
    """Prefix of this player's keys; a key is never used for two commands."""
    history: History
    loses: float = 0.0
    """Share of the commands whose connection this player ends right after sending them, so that no reply arrives."""
    limits: dict[str, Any] = field(default_factory=lambda: CONNECTION)
    """Time limits of the connection."""
    acknowledged: int = 0
    connections: int = 0
    answered_at: float = field(default_factory=time.monotonic)
    longest_wait: float = 0.0

    @property
    def connection(self) -> str:
        return f"{self.run}-{self.number}-{self.table}-{self.connections}"

    async def play(self, is_over: asyncio.Event) -> None:
        """Sit down and bet until the event is set; send a command again with its key until it is answered."""
        nth, port = 0, self.number
        chance = random.Random(f"{self.run} {self.number} {self.table}")
        order: dict[str, Any] = {"do": "sit-down", "seat": self.seat}
        while not is_over.is_set():
            with contextlib.suppress(OSError, TimeoutError, websockets.WebSocketException):
                ports = [self.ports[name] for name in sorted(self.ports)]
                url = f"ws://127.0.0.1:{ports[port % len(ports)]}/api/tables/{self.table}/live"
                headers = {"Authorization": f"Bearer {self.token}"}
                connecting = websockets.connect(url, additional_headers=headers, **self.limits)
                async with connecting as socket:
                    self.connections += 1
                    while not is_over.is_set():
                        key = f"{self.run}-{self.number}-{self.table}-{nth}"
                        await self._send(socket, key, order, is_lost=chance.random() < self.loses)
                        nth += 1
                        cents = STAKES[nth % len(STAKES)]
                        bet = {"wager": "banker", "cents": cents}
                        order = {"do": "place-wagers", "seat": self.seat, "wagers": [bet]}
                        await asyncio.sleep(BET_SECONDS)
            port += 1

    async def _send(self, socket: Any, key: str, order: dict[str, Any], *, is_lost: bool) -> None:
        at = {"connection": self.connection, "account": self.account, "table": self.table}
        self.history.add("send", **at, key=key, command=order)
        await socket.send(json.dumps({"type": "command", "key": key, "command": order}))
        if is_lost:
            await asyncio.sleep(BET_SECONDS)
            raise TimeoutError
        async with asyncio.timeout(REPLY_SECONDS):
            while True:
                frame = json.loads(await socket.recv())
                note_shown(self.history, frame, at)
                if frame["type"] == "reply" and frame["key"] == key:
                    break
        if not frame["ok"] and frame["error"]["code"].startswith(("database/", "session/")):
            raise TimeoutError  # Nothing was decided: the command is sent again, at another server.
        now = time.monotonic()
        self.longest_wait, self.answered_at = max(self.longest_wait, now - self.answered_at), now
        if frame["ok"]:
            self.acknowledged += 1
            self.history.add("reply", **at, key=key, result="ok", seq=frame["seq"])
        else:
            self.history.add("reply", **at, key=key, result="refused", code=frame["error"]["code"])


def note_shown(history: History, frame: dict[str, Any], at: dict[str, Any]) -> None:
    """Add to the history what a frame shows: records up to a number, or a balance."""
    if frame["type"] in ("state", "events"):
        history.add("shown", **at, seq=frame["seq"])
    elif frame["type"] == "private" and "balance_cents" in frame:
        history.add("balance", **at, cents=frame["balance_cents"])


class NotInTimeError(AssertionError):
    """Exception for a condition that was not met within its time limit."""


class ClusterHouse:
    """Two servers, `a` and `b`, over one database."""

    def __init__(
        self, folder: Path, database: str, urls: dict[str, str] | None = None, plant: str = "", loses: float = 0.0
    ) -> None:
        """Create the house; `urls` are those of single servers, `plant` is a fault of `cluster_server.PLANTS`."""
        self.folder = folder
        self.database = database
        self.urls = urls or {}
        self.plant = plant
        self.loses = loses
        self.history = History()
        self.servers: dict[str, ServerProcess] = {}
        self.ports: dict[str, int] = {}
        self.noted: Counter[str] = Counter()
        """Number of lines of each kind in the history that was checked last."""
        self.skew_ms: dict[str, int] = {}
        """By how much the clock of a server is ahead when it starts."""
        self.peer_ports: dict[str, tuple[int, int]] = {}
        """Port at which each server listens for the others, and the port that it gives them."""
        self._accounts: dict[str, str] = {}
        self._is_stopped = threading.Event()
        self.claims = ClaimTable(DatabaseLocation.parse(database), "test", "croupier test")
        self._tokens: dict[int, str] = {}
        self._runs = itertools.count()

    def start(self, *names: str) -> None:
        """Start servers that do not run, and wait until all run tables."""
        waiting = []
        for name in names:
            url = self.urls.get(name, self.database)
            command = [sys.executable, "-m", "tests.cluster_server", str(self.folder), url, name]
            options = {"plant": self.plant, "skew_ms": self.skew_ms.get(name, 0), "peers": self.peer_ports.get(name)}
            environment = os.environ | {"CLUSTER_SERVER": json.dumps(options)}
            with (self.folder / f"{name}.log").open("a") as log:
                process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
            self.servers[name] = ServerProcess(name, process)
            waiting.append(name)
        for name in waiting:
            self._read_port(name)
        self.wait_until(lambda: all(self.tables_of(name) for name in self.servers))
        if not self._accounts:
            self._begin_history()

    def _read_port(self, name: str) -> None:
        """Wait until a server that was started prints its port."""
        server = self.servers[name]
        assert server.process.stdout is not None
        line = server.process.stdout.readline()
        assert line.strip(), (self.folder / f"{name}.log").read_text()[-4000:]
        server.port = self.ports[name] = int(line)

    def start_missing(self) -> None:
        """Start the servers that an earlier test has ended."""
        self.start(*(name for name in "ab" if name not in self.servers))

    def _begin_history(self) -> None:
        """Install the witness, and note balances and heads of this moment."""
        with self.connect() as connection:
            house = connection.execute("SELECT current_schema()").fetchone()
            assert house is not None
            self._schema = str(house[0])
            with connection.transaction():
                connection.execute("LOCK TABLE records, accounts IN SHARE ROW EXCLUSIVE MODE")
                connection.execute(WITNESS.format(house=self._schema).encode())
                names = connection.execute("SELECT name, id FROM users WHERE role = 'player'").fetchall()
                self._accounts = {str(name): f"player:{nth}" for name, nth in names}
                heads = dict(connection.execute(HEADS).fetchall())
                query = "SELECT name, balance FROM accounts WHERE name LIKE 'player:%'"
                balances = dict(connection.execute(query).fetchall())
        self.history.add("start", balances=balances, heads=heads, plant=self.plant)
        threading.Thread(target=self._watch_database, name="watch", daemon=True).start()

    def connect(self) -> psycopg.Connection[Any]:
        """Return a connection to the database."""
        return psycopg.connect(self.database, autocommit=True, connect_timeout=2)

    def _watch_database(self) -> None:
        """Add the contents of the database to the history at short intervals, until the house is stopped."""
        while not self._is_stopped.is_set():
            with contextlib.suppress(psycopg.Error), self.connect() as connection:
                while not self._is_stopped.wait(WATCH_SECONDS):
                    asked_at = time.monotonic()
                    with connection.transaction():
                        claims = connection.execute("SELECT stream, server, epoch FROM claims").fetchall()
                        heads = dict(connection.execute(HEADS).fetchall())
                    held = {stream: [server, epoch] for stream, server, epoch in claims}
                    self.history.add("database", asked_at=asked_at, heads=heads, claims=held)
            self._is_stopped.wait(WATCH_SECONDS)

    def stop(self) -> None:
        self._is_stopped.set()
        for server in self.servers.values():
            server.process.send_signal(signal.SIGCONT)
            server.process.terminate()
        for server in self.servers.values():
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.process.wait(WAIT_SECONDS)
            server.process.kill()
            server.process.wait()
            self._close_output(server)
        self.claims.close()

    def end(self, name: str, how: signal.Signals) -> None:
        """End a server with a signal."""
        server = self.servers.pop(name)
        self.history.add("fault", server=name, what=how.name)
        server.process.send_signal(how)
        server.process.wait(WAIT_SECONDS)
        self._close_output(server)

    @staticmethod
    def _close_output(server: ServerProcess) -> None:
        if server.process.stdout is not None:
            server.process.stdout.close()

    def signal(self, name: str, which: signal.Signals) -> None:
        self.history.add("fault", server=name, what=which.name)
        self.servers[name].process.send_signal(which)

    def state(self) -> ClusterState:
        return self.claims.state()

    def tables_of(self, name: str) -> list[str]:
        """Return the tables that a living server runs, as the database has it."""
        state = self.state()
        server = state.servers.get(name)
        if server is None or not server.is_living:
            return []
        return sorted(one.removeprefix("table/") for one in state.held_by(name) if one != "house")

    def wait_until(self, is_true: Any, seconds: float = WAIT_SECONDS) -> float:
        """Wait until a condition holds, and return how long that took in seconds."""
        began = time.monotonic()
        while not is_true():
            if time.monotonic() - began > seconds:
                raise NotInTimeError(f"not within {seconds:g} s; the last lines of both servers:\n{self.logs()}")
            time.sleep(0.02)
        return time.monotonic() - began

    def logs(self) -> str:
        return "\n".join((self.folder / f"{name}.log").read_text()[-3000:] for name in "ab")

    def last_seq(self, table: str) -> int:
        with self.claims._transaction() as connection:
            query = "SELECT coalesce(max(seq), 0) FROM records WHERE stream = %s"
            return int(connection.exec_driver_sql(query, (f"table/{table}",)).scalar() or 0)

    def plays_on_in(self, tables: list[str]) -> float:
        """Wait until each of these tables has a new record; return how long that took in seconds."""
        before = {table: self.last_seq(table) for table in tables}
        return self.wait_until(lambda: all(self.last_seq(table) > seq for table, seq in before.items()))

    def token_of(self, number: int) -> str:
        """Return the session token of a player, who logs in once."""
        if number not in self._tokens:
            port = next(iter(self.servers.values())).port
            body = {"name": f"player-{number}", "password": PASSWORD}
            answer = httpx.post(f"http://127.0.0.1:{port}/api/login", json=body, timeout=WAIT_SECONDS)
            assert answer.status_code == 200, answer.text
            self._tokens[number] = answer.cookies["croupier_session"]
        return self._tokens[number]

    @contextmanager
    def players(self, limits: dict[str, Any] = CONNECTION) -> Iterator[list[Player]]:
        """Let a player bet at each table, and one more at two tables, while the block runs."""
        places = [(nth, f"auto-{nth}", 1) for nth in range(1, TABLES + 1)] + [(5, "auto-1", 2), (5, "auto-4", 2)]
        run = f"run-{next(self._runs)}"
        players = [
            Player(
                table, seat, self.ports, self.token_of(number), self._account_of(number), number, run, self.history,
                self.loses, limits,
            )
            for number, table, seat in places
        ]  # fmt: skip
        loop, is_over = asyncio.new_event_loop(), asyncio.Event()

        async def play() -> None:
            await asyncio.gather(*(player.play(is_over) for player in players))

        thread = threading.Thread(target=loop.run_until_complete, args=(play(),))
        thread.start()
        try:
            self.wait_until(lambda: all(player.acknowledged for player in players))
            yield players
        finally:
            loop.call_soon_threadsafe(is_over.set)
            thread.join(WAIT_SECONDS)
            loop.close()

    def _account_of(self, number: int) -> str:
        return self._accounts[f"player-{number}"]

    def note_end(self) -> None:
        """Note what every server shows a moment after it was in the database."""
        with self.connect() as connection:
            heads = dict(connection.execute(HEADS).fetchall())
        asyncio.run(self._wait_until_shown(heads))
        time.sleep(SHOWN_SECONDS)
        asyncio.run(self._note_end(heads))

    async def _wait_until_shown(self, heads: dict[str, int]) -> None:
        """Wait until every server shows the last record of each table; give up after a time."""
        give_up = time.monotonic() + LATE_SECONDS
        for name, number in itertools.product(self.servers, range(1, TABLES + 1)):
            table = f"auto-{number}"
            while (await self._shown_by(name, number, table))["seq"] < heads[f"table/{table}"]:
                if time.monotonic() > give_up:
                    return
                await asyncio.sleep(WATCH_SECONDS)

    async def _note_end(self, heads: dict[str, int]) -> None:
        for name in self.servers:
            for number in range(1, TABLES + 2):
                table = f"auto-{min(number, TABLES)}"
                shown = await self._shown_by(name, number, table)
                facts = {"server": name, "account": self._account_of(number), "table": table, "heads": heads}
                self.history.add("end", **facts, seq=shown["seq"], cents=shown["balance_cents"])

    async def _shown_by(self, server: str, number: int, table: str) -> dict[str, int]:
        """Return what a server shows a player of a table, as soon as it shows anything."""
        url = f"ws://127.0.0.1:{self.servers[server].port}/api/tables/{table}/live"
        headers = {"Authorization": f"Bearer {self.token_of(number)}"}
        give_up = time.monotonic() + WAIT_SECONDS
        while True:
            shown: dict[str, int] = {}
            try:
                async with websockets.connect(url, additional_headers=headers) as socket:
                    while not {"seq", "balance_cents"} <= shown.keys():
                        frame = json.loads(await socket.recv())
                        shown |= {key: frame[key] for key in ("seq", "balance_cents") if key in frame}
            except (OSError, TimeoutError, websockets.WebSocketException) as error:
                if time.monotonic() > give_up:
                    raise NotInTimeError(f"server {server} shows nothing: {error}\n{self.logs()}") from error
                await asyncio.sleep(WATCH_SECONDS)
            else:
                return shown

    def whole_history(self) -> list[Line]:
        """Return the history so far, with every record that the witness has seen."""
        with self.connect() as connection:
            rows = connection.execute(WITNESSED.format(house=self._schema).encode())
            assert rows.description is not None
            names = [column.name for column in rows.description]
            log = [{"type": "record", "at": 0, **dict(zip(names, row, strict=True))} for row in rows]
        return [*self.history.lines, *log]

    def findings(self) -> list[str]:
        """Return the rules that the history so far breaks; write the history into the folder."""
        self.note_end()
        lines = self.whole_history()
        self.noted = Counter(line["type"] for line in lines)
        (self.folder / "history.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        return check(lines)

    def examine(self) -> None:
        """Check the history against the log, and the ledger against the log. [R19, R38, R40]"""
        assert not self.findings()[:FINDINGS_MOST]
        keys = HouseKeys.load(self.folder / "house.key")
        with Store.open(self.database) as store:
            report = verify_log(store, keys.public_text)
            assert report.is_sound, str(report)
            assert not audit_rows(store).findings


@contextmanager
def cluster_house(folder: Path, database: str) -> Iterator[ClusterHouse]:
    """Run a house with two servers while the block runs."""
    house = ClusterHouse(folder, database)
    try:
        house.start("a", "b")
        yield house
    finally:
        house.stop()
