"""Membership of this server in a house that several servers run: heartbeat, claims, takeovers.

Two threads: one writes the heartbeat, the other takes over the streams of dead servers, claims free ones and gives up
those that should run elsewhere. A stream changes hands in three steps: its old server stops writing it (or is fenced),
the new one claims it and commits, and only then reads its last records and goes on.
"""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future
from typing import Any

from croupier import __version__
from croupier.errors import BadInput
from croupier.house.following import catch_up
from croupier.house.house import House
from croupier.house.log_replay import TABLE
from croupier.house.placement import plan
from croupier.play.rulebook_library import load
from croupier.store.claims import CLOCK_MOST_MS, ClaimTable, ClusterState, Fence, ServerRow
from croupier.store.errors import DatabaseUnavailableError, WriteRejectedError
from croupier.store.keys import HouseKeys
from croupier.store.migrate import newest_version
from croupier.store.unit_of_work import Job, UnitOfWork

BEAT_SECONDS = 0.5
SUSPEND_SECONDS = 1.5
"""Seconds without a heartbeat after which a server runs no table any more; others take over after two."""
JOB_SECONDS = 10.0
LEAVE_SECONDS = 3.0
PAUSE_FROM_MS = 500
"""Shortest interruption of a table in milliseconds for which its deadlines are moved."""

log = logging.getLogger("croupier")


class Membership:
    """This server among the servers of one house."""

    def __init__(self, table: ClaimTable, fence: Fence, listening: socket.socket) -> None:
        """Create the membership; `listening` is the socket at which the other servers reach this one."""
        self.table = table
        self.fence = fence
        self.listening = listening
        host, port = listening.getsockname()[:2]
        self.address = f"{host}:{port}"
        self.id = fence.server
        self.state = ClusterState({}, {})
        self.on_change: Callable[[], None] = lambda: None
        """Callback after this server has claimed or given up streams, from the thread that did it."""
        self._house: House | None = None
        self._facts: Mapping[str, Any] = {}
        self._beaten_at = 0.0
        self._runs_jobs = False
        self._is_stopping = threading.Event()
        self._look = threading.Event()
        self._threads: list[threading.Thread] = []

    @property
    def is_suspended(self) -> bool:
        """Whether the last heartbeat is so old that other servers may soon take this server's tables over."""
        return self.heartbeat_seconds > SUSPEND_SECONDS or not self.fence.epoch

    @property
    def heartbeat_seconds(self) -> float:
        """Age of this server's last heartbeat in seconds."""
        return time.monotonic() - self._beaten_at

    def server_of(self, table: str) -> ServerRow | None:
        """Return the living server that runs a table, as far as is known; None if there is none at the moment."""
        claim = self.state.claims.get(TABLE + table)
        server = self.state.servers.get(claim.server) if claim is not None else None
        return server if server is not None and server.is_living else None

    def join(self, house: House, facts: Mapping[str, Any]) -> None:
        """Become a member and start the heartbeat; the first member claims everything at once."""
        self._house = house
        house.membership = self
        self._facts = facts
        streams = [TABLE + name for name in house.tables]
        is_first = not [server for server in self.table.state().living if server.id != self.id]
        self._enter(streams)
        self._threads = [threading.Thread(target=self._beat_on, name="heartbeat", daemon=True)]
        self._threads[0].start()
        if is_first:
            self.fence.held.update(self.table.claim(self.table.state().claims, self.fence.epoch))

    def _enter(self, streams: Collection[str]) -> None:
        began = time.monotonic()
        self.fence.epoch = self.table.join(self.address, self._facts, streams)
        self.state = self.table.beat(self.fence.epoch) or self.state
        self._beaten_at = began

    def has_started(self) -> None:
        """Let the next server join, after this one has written the records of its start."""
        self.table.unlock_joining()

    def start(self) -> None:
        """Start to claim and give up streams, once the writer runs."""
        self._runs_jobs = True
        self._threads.append(threading.Thread(target=self._place_on, name="placement", daemon=True))
        self._threads[-1].start()

    def read_claims_again(self) -> None:
        """Read the claims at once: another server has changed them."""
        self._look.set()

    def leave(self) -> None:
        """Stop the threads, and free this server's streams for the others."""
        self._is_stopping.set()
        self._look.set()
        for thread in self._threads:
            thread.join(LEAVE_SECONDS)
        with contextlib.suppress(DatabaseUnavailableError, WriteRejectedError, TimeoutError):
            if self._house is not None and self._runs_jobs:
                self._run(release_job(self._house, list(self.fence.held)))
        try:
            self.table.give_up(self.table.state().held_by(self.id))
            self.table.set_status(self.id, "down")
        except (DatabaseUnavailableError, WriteRejectedError) as error:
            log.warning("server %s leaves without saying so: %s", self.id, error)
        self.fence.epoch = 0
        self.on_change()
        self.table.close()

    # Heartbeat

    def _beat_on(self) -> None:
        while not self._is_stopping.wait(BEAT_SECONDS):
            try:
                self._beat()
            except Exception as error:  # The heartbeat must go on after any error.
                log.warning("no heartbeat: %s", error, exc_info=not isinstance(error, DatabaseUnavailableError))

    def _beat(self) -> None:
        began = time.monotonic()
        state = self.table.beat(self.fence.epoch)
        if state is None:
            log.warning("server %s was taken for dead, and joins anew", self.id)
            self.fence.epoch = 0
            assert self._house is not None
            self._enter([TABLE + name for name in self._house.tables])
        else:
            self.state = state
            self._beaten_at = began
        self._look.set()

    # Claims

    def _place_on(self) -> None:
        while not self._is_stopping.is_set():
            self._look.wait(BEAT_SECONDS)
            self._look.clear()
            try:
                self._place()
            except Exception as error:  # Claims must go on after any error.
                log.warning("claims wait: %s", error, exc_info=not isinstance(error, DatabaseUnavailableError))

    def _place(self) -> None:
        """Fence dead servers, adopt claimed streams, claim free ones, and give up those that others should run."""
        house = self._house
        if house is None or self.is_suspended or self._is_stopping.is_set():
            return
        for server in self.state.overdue:
            if server.id != self.id and self.table.fence_server(server):
                log.warning("server %s is overdue; its tables are taken over", server.id)
        self.state = state = self.table.state()
        planned = plan(state, self.id)
        mine = {stream: claim.epoch for stream, claim in state.claims.items() if claim.server == self.id}
        lost = [stream for stream, epoch in self.fence.held.items() if epoch and mine.get(stream) != epoch]
        if lost:
            self._run(release_job(house, lost))
        adopted = {stream: epoch for stream, epoch in mine.items() if self.fence.held.get(stream) != epoch}
        freed = {claim.stream: claim.seen_at for claim in state.claims.values()}
        if planned.claim:
            adopted |= self.table.claim(planned.claim, self.fence.epoch)
        if adopted:
            now = self.table.now()
            gaps = {stream: now - freed[stream] for stream in adopted if freed.get(stream)}
            self._run(adopt_job(house, adopted, gaps))
            log.info("server %s runs %s", self.id, ", ".join(sorted(adopted)))
        if given := [stream for stream in planned.give_up if stream not in lost]:
            self._run(release_job(house, given))
            self.table.give_up(given)
            log.info("server %s gives up %s", self.id, ", ".join(given))
        if lost or adopted or given:
            self.state = self.table.state()
            self.on_change()

    def _run(self, job: Job) -> None:
        assert self._house is not None
        future: Future[Any] = self._house.writer.submit(job)
        future.result(JOB_SECONDS)


def adopt_job(house: House, epochs: Mapping[str, int], gaps_ms: Mapping[str, int]) -> Job:
    """Return a job that makes this server run streams that it has claimed, from their last records on.

    The deadlines of a table that nobody ran for a while are moved, so that no player loses time.
    """

    def run(uow: UnitOfWork) -> None:
        assert house.owned is not None
        catch_up(house, uow)
        for stream, epoch in epochs.items():
            uow.set_cached(house.owned, stream, epoch)
        for stream, gap in gaps_ms.items():
            if gap >= PAUSE_FROM_MS and stream.startswith(TABLE):
                since, reason = uow.at - gap, "another server took the table over"
                house.shift_deadlines_job(since, reason, [stream.removeprefix(TABLE)])(uow)

    return run


def release_job(house: House, streams: Collection[str]) -> Job:
    """Return a writer job that gives up these log streams, so that this server writes them no more."""

    def run(uow: UnitOfWork) -> None:
        assert house.owned is not None
        for stream in streams:
            uow.set_cached(house.owned, stream, 0)

    return run


# Who may join


def own_facts(house: House, rulebooks: Collection[str]) -> dict[str, Any]:
    """Return the facts that must be equal on all servers of a house; `rulebooks` are those of the configured tables."""
    used = {state.settings.rulebook for state in house.tables.values() if state.version}
    return {
        "schema": newest_version(),
        "keys": house.keys.public_text,
        "version": __version__,
        "rulebooks": {name: load(name).digest for name in sorted({*used, *rulebooks})},
    }


def require_same(facts: Mapping[str, Any], others: Collection[ServerRow]) -> None:
    """Refuse a server that differs from the others in what all must have in common."""
    for other in others:
        for name, what in (("schema", "another version of the database's schema"), ("keys", "other keys of the house")):
            if other.facts.get(name) != facts[name]:
                both = f"{facts[name]!s:.16}, and there it is {other.facts.get(name)!s:.16}"
                raise BadInput.at("cluster", f"this server has {what} than server {other.id}: {both}")
        theirs = other.facts.get("rulebooks", {})
        if changed := [one for one, digest in facts["rulebooks"].items() if theirs.get(one, digest) != digest]:
            raise BadInput.at("cluster", f"this server has another rulebook {changed[0]} than server {other.id}")


def require_exact_clock(table: ClaimTable, clock: Callable[[], int]) -> None:
    """Refuse a server whose clock differs from the database's by more than a second."""
    ahead = table.clock_ahead_ms(clock)
    if abs(ahead) > CLOCK_MOST_MS:
        where = "ahead of" if ahead > 0 else "behind"
        text = f"is {abs(ahead) / 1000:.1f} s {where} the database's; set it right (NTP), then start this server again"
        raise BadInput.at("clock", text)


def require_free_name(server: str, state: ClusterState, keys: HouseKeys) -> None:
    """Refuse a second living server of one name, and servers of another house."""
    if server in {other.id for other in state.living}:
        raise BadInput.at("cluster.server", f"there is a living server {server} already; give each server its own name")
    if other := [one for one in state.living if one.facts.get("keys") != keys.public_text]:
        raise BadInput.at("cluster", f"server {other[0].id} of another house uses this database")
