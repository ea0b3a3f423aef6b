"""A house in a server process: run the writer and the timers of the tables, serve requests and subscribers."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Executable, select
from sqlalchemy.engine import Row

from croupier.cage.cash_out import CashOutRules
from croupier.cage.meters import create_meter, find_meter
from croupier.errors import BadInput, Refused
from croupier.house.activity_restore import restore_activity
from croupier.house.clock import STEP_MS, MonotonicClock, behind_text
from croupier.house.following import catch_up, catch_up_after_outage
from croupier.house.house import ELSEWHERE, CommandReply, House, reply_for_duplicate
from croupier.house.writer import JobOutcome
from croupier.people.attempts import SessionRules
from croupier.people.help import help_line
from croupier.people.limit_jobs import all_limits
from croupier.people.passwords import PasswordService
from croupier.people.roles import Role
from croupier.people.second_factor import SecondFactorService
from croupier.people.sessions import CACHE_MS, SHARED_CACHE_MS, SessionService
from croupier.server.cluster.routing import ClusterRouting
from croupier.server.coach_process import CoachService
from croupier.server.config import HouseConfig
from croupier.server.config_changes import changed_settings, last_settings, setting_digests
from croupier.server.config_checks import meter_parameters, require_possible_tables
from croupier.server.error_responses import BUSY
from croupier.server.hub import Hub
from croupier.server.lab.worker import LabService
from croupier.server.odds_service import OddsService
from croupier.server.print_service import PrintService
from croupier.server.system_events import note
from croupier.server.table_names import table_labels
from croupier.server.telemetry import CommandTraces
from croupier.server.upkeep import Upkeep
from croupier.store.checkpoint import digest_of
from croupier.store.errors import (
    DatabaseBusyError,
    DatabaseUnavailableError,
    DuplicateRecordError,
    StreamLockLostError,
)
from croupier.store.ledger_accounts import kind_of, owner_of, player_of
from croupier.store.record import Record
from croupier.store.schema import checkpoints
from croupier.store.store import house_kind
from croupier.store.unit_of_work import Job, UnitOfWork
from croupier.table.command_effect import SYSTEM, Actor
from croupier.table.commands import Command, OpenTable, RunTimers
from croupier.table.dispatch import command_name
from croupier.table.state import TableState
from croupier.views import Viewer, table_view
from croupier.views.models.player import GrantView, PromotionalBalanceView
from croupier.views.models.table import TableLabelView, TableView
from croupier.views.table_view import CommonParts, common_parts

T = TypeVar("T")
HOUSE = "house"
TABLE = "table/"
RETRY_SECONDS = 0.5
SHARED_VIEW_MS = 50
"""Milliseconds for which a shared view and the common parts of views are cached; they contain the current time."""
PROBE_SECONDS = 1.0
"""Seconds for which the result of the write probe is valid."""
PROBE_WAITS_SECONDS = 4.0
"""Time limit of the write probe in seconds; a health request is answered within five seconds."""
LOOKUP_SECONDS = 4.0
"""Seconds that a request waits for the session lookup; a slower database counts as unavailable."""
WAIT_MOST_SECONDS = 1.0
"""Longest wait of a command for the writer; while one waits longer, further commands of players are refused."""
SWITCH_SECONDS = 0.0005
"""Thread switch interval in seconds, because the writer and the sockets share one interpreter."""

SETTINGS_OF_A_SERVER = frozenset({"cluster.server", "cluster.address", "server.host", "server.port"})

NOT_TRACED: AbstractContextManager[None] = nullcontext()

log = logging.getLogger("croupier")


class Runtime:
    """The house in a server process, with everything that a route needs."""

    def __init__(self, config: HouseConfig, house: House, passwords: PasswordService | None = None) -> None:
        self.config = config
        self.house = house
        self.odds = OddsService()
        self.coach = CoachService()
        self.lab = LabService()
        self.prints = PrintService(self, config.printer)
        self._labels = table_labels(config.table)
        self._shared_views: dict[tuple[str, str], tuple[TableState, Mapping[str, int], TableView]] = {}
        self._common_parts: dict[str, tuple[TableState, Mapping[str, int], int, CommonParts]] = {}
        self.hub = Hub(lambda table: house.committed_tables[table], self.view_of)
        rules = SessionRules(
            failures_most=config.limits.login_failures,
            lock_minutes=config.limits.lock_minutes,
            second_factor=frozenset(config.people.second_factor),
        )
        self.factors = SecondFactorService(house.keys, config.house.name)
        cache_ms = SHARED_CACHE_MS if house.membership else CACHE_MS
        self.sessions = SessionService(rules, factors=self.factors, cache_ms=cache_ms)
        self.cluster: ClusterRouting | None = None
        """The other servers of the house; None if this server runs it alone."""
        if house.membership is not None:
            house.writer.on_stale = partial(catch_up, house)  # Other servers write while this one starts.
            self.cluster = ClusterRouting(self, house.membership, house.membership.listening)
        self.traces: CommandTraces | None = None
        """Traces of commands for OpenTelemetry; None while they are off."""
        self.passwords = passwords or PasswordService()
        self.upkeep = Upkeep(config, house, self.sessions, self)
        self.cash_out_rules = CashOutRules(
            hand_pay_above_cents=config.limits.hand_pay_above, valid_days=config.limits.voucher_days
        )
        self.posted_accounts: tuple[str, ...] = ()
        """Names of the users whose password is published: the users of `croupier serve` without a configuration."""
        self.is_stopping = False
        self._is_started = False
        self.accepted = 0
        self.refused = 0
        self.shed = 0
        """Number of players' commands that were refused because too many waited."""
        self._workers = ThreadPoolExecutor(max_workers=4, thread_name_prefix="reader")
        self._lookup_threads = ThreadPoolExecutor(max_workers=4, thread_name_prefix="look-up")
        """Threads for session lookups only, so that reports and documents do not delay them."""
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._probe: asyncio.Task[bool] | None = None
        self._probed_at = 0.0

    @property
    def help_line(self) -> str:
        return self.config.house.help_line or help_line(self.config.house.jurisdiction)

    def now(self) -> int:
        return self.house.clock()

    def wall_clock_ms(self) -> int:
        """Return the wall-clock time in milliseconds, which authenticators use; it may have changed since the start."""
        clock = self.house.clock
        return clock() + (clock.offset_ms() if isinstance(clock, MonotonicClock) else 0)

    def view_of(self, state: TableState, viewer: Viewer) -> TableView:
        """Return the view of a table for one viewer, with the house data that every screen shows."""
        balance = self.house.committed_balances.get(viewer.account, 0) if viewer.account else None
        now, meters = self.now(), self.house.meter_cents()
        purse, common = self.promotional_balance(viewer.own), self._common_parts_of(state, now, meters)
        view = table_view(state, viewer, now, meters, balance, purse, common)
        return {**view, **self.table_labels[state.name], "help_line": self.help_line, "house": self.config.house.name}

    def _common_parts_of(self, state: TableState, now: int, meters: Mapping[str, int]) -> CommonParts:
        """Return the parts of a view for every viewer; they are cached like a shared view."""
        cached = self._common_parts.get(state.name)
        if cached is None or cached[0] is not state or cached[1] != meters or not 0 <= now - cached[2] < SHARED_VIEW_MS:
            cached = self._common_parts[state.name] = state, dict(meters), now, common_parts(state, now, meters)
        return cached[3]

    def shared_view_of(self, state: TableState, viewer: Viewer) -> TableView:
        """Return the view for a new subscriber; viewers of one kind without an account share one view.

        A shared view is cached for 50 ms, and no longer than the table and its meters are unchanged.
        """
        if viewer.account is not None:
            return self.view_of(state, viewer)
        cached = self._shared_views.get((state.name, viewer.kind))
        now, meters = self.now(), self.house.meter_cents()
        if (
            cached is None
            or cached[0] is not state
            or cached[1] != meters
            or not 0 <= now - cached[2]["now"] < SHARED_VIEW_MS
        ):
            cached = self._shared_views[state.name, viewer.kind] = state, dict(meters), self.view_of(state, viewer)
        return cached[2]

    def promotional_balance(self, account: str | None) -> PromotionalBalanceView:
        """Return the promotional chips of a player by grant, earliest expiry first."""
        rules, now = self.house.policy.promotional, self.now()
        grants = [] if account is None else self.house.active_grants(account, now)
        gifts: list[GrantView] = [
            {"campaign": grant.campaign, "cents": left, "ends_at": grant.ends_at}
            for grant in grants
            if (left := self.house.committed_balances.get(grant.purse, 0))
        ]
        groups = sorted(rules.groups) if rules else []
        return {"cents": sum(grant["cents"] for grant in gifts), "grants": gifts, "wager_groups": groups}

    @property
    def table_labels(self) -> Mapping[str, TableLabelView]:
        """Labels of all tables, computed again when a table was added."""
        if not self.house.committed_tables.keys() <= self._labels.keys():
            self._labels = table_labels(self.config.table, list(self.house.committed_tables))
        return self._labels

    # Start and stop

    def set_up(self) -> None:
        """Create the tables and meters that the configuration names and the database does not have yet."""
        require_possible_tables(self.config, [one for one in self.config.table if one.name not in self.house.tables])
        self.house.writer.run(self._set_up_meters)
        for table in self.config.table:
            if table.name not in self.house.tables:
                reply = self.house.create_table(table.name, table.settings)
                if isinstance(reply, Refused):
                    raise BadInput.at(f"table {table.name}", reply.message)
            # After a crash right after its creation, a table has one record in the log and is still closed.
            if table.open and self.house.runs(table.name) and self.house.ledger.heads[TABLE + table.name][0] == 1:
                self.house.execute(table.name, OpenTable(), SYSTEM)

    def _set_up_meters(self, uow: UnitOfWork) -> None:
        for meter in self.config.meter:
            if find_meter(uow, meter.id) is None:
                parameters = meter_parameters(meter)
                created = create_meter(uow, meter=meter.id, title=meter.title, parameters=parameters, by="system")
                if isinstance(created, Refused):
                    raise BadInput.at(f"meter {meter.id}", created.message)
                self.house.cache_meter(uow, created)

    def prepare_start(self) -> None:
        """Do the reads and writes of a start, once, before any request is answered."""
        if not self._is_started:
            if self.house.membership is None:
                self._restore_limits()
            behind = self.house.last_record_at() - self.now()
            self.house.resume_clocks()
            self.house.writer.run(self._note_start)
            if behind > STEP_MS:
                self.house.writer.run(lambda uow: note(uow, "clock/set", behind_text(behind)))
            if self.house.membership is not None:
                self.house.membership.has_started()
        self._is_started = True

    async def start(self) -> None:
        """Load memory, move the deadlines by the down time, and start the writer and the periodic tasks."""
        sys.setswitchinterval(SWITCH_SECONDS)
        gc.collect()
        gc.freeze()  # Rulebooks and tables live long; scanning them at each garbage collection would delay wagers.
        self._loop = asyncio.get_running_loop()
        await asyncio.to_thread(self.prepare_start)
        self.house.writer.publish = self._on_commit
        self.house.writer.on_reload = self._reload
        if self.cluster is not None:
            self._follow_others()
        self.house.writer.start()
        if self.cluster is not None:
            await self.cluster.start()
        self.set_alarms()
        self._tasks += self.upkeep.start()
        self.prints.start()
        log.info("started", extra={"tables": len(self.house.tables)})

    def _follow_others(self) -> None:
        """Let the writer keep the house in memory by following the log, as one of several servers."""
        house, writer = self.house, self.house.writer

        def on_commit(uow: UnitOfWork) -> None:
            publish(uow)
            ended = self.sessions.ended_in(uow)
            if self.cluster is not None and (uow.records or ended):
                with contextlib.suppress(RuntimeError):
                    self._loop.call_soon_threadsafe(self.cluster.announce, ended)

        def on_reconnect(since: int) -> Job:
            shift = house.shift_deadlines_job(since, "the house's books could not be reached")

            def job(uow: UnitOfWork) -> None:
                catch_up_after_outage(house, uow)
                shift(uow)

            return job

        publish, writer.on_commit = writer.on_commit, on_commit
        writer.on_reload, writer.on_reconnect = lambda: None, on_reconnect

    def _note_start(self, uow: UnitOfWork) -> None:
        """Record the server start together with the last checkpoint, so that its later removal is detected."""
        last = uow.query(select(checkpoints).order_by(checkpoints.c.id.desc()).limit(1))
        facts: dict[str, Any] = {"checkpoint": {"id": last[0].id, "digest": digest_of(last[0].body)}} if last else {}
        now, before = setting_digests(self.config), last_settings(uow.query)
        if self.cluster is not None:  # What differs between the servers of a house is not a change.
            now, before = (
                {name: value for name, value in (digests or {}).items() if name not in SETTINGS_OF_A_SERVER}
                for digests in (now, before)
            )
        facts["house"] = house_kind(demonstration=self.house.policy.demonstration)
        note(uow, "server/started", "The server started.", **facts, configuration=now)
        if before is not None and (changed := changed_settings(before, now)):
            note(uow, "configuration/changed", f"The house's file was changed: {', '.join(changed)}.")

    def _restore_limits(self) -> None:
        self.house.limit_tracker.restore_limits(self.run_query(all_limits))
        restore_activity(self.house)

    def _reload(self) -> None:
        """Load everything in memory from the database again, in the writer thread, after an outage.

        The database may contain a commit that was not confirmed. Its records were not published, so they are published
        now.
        """
        last = {name: seq for name, (seq, _) in self.house.committed_tables.items()}
        try:
            self._lock_again()
            missed = [record for name, seq in last.items() for record in self.house.records(name, seq)]
            self.house.reload()
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._catch_up, missed)
            self._restore_limits()
        except BadInput as bad:
            raise DatabaseUnavailableError(str(bad)) from bad

    def _lock_again(self) -> None:
        """Check that writes work; lock the house's log stream again if this process has lost the lock.

        A database server that was restarted has forgotten the lock, and another process may have taken it.
        """
        store = self.house.store
        try:
            with store.begin() as transaction:
                store.write_probe(transaction)
        except StreamLockLostError:
            self.house.stream_lock = store.lock_stream(HOUSE)

    def _catch_up(self, missed: Sequence[Record]) -> None:
        self._publish_records(missed)
        self.set_alarms()

    async def stop(self) -> None:
        """Stop the server; everything confirmed is in the log, and rounds continue after the next start."""
        self.is_stopping = True
        for task in self._tasks:
            task.cancel()
        for alarm in self._alarms.values():
            alarm.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)  # A check of the log ends its process first.
        await self.odds.stop()
        await self.coach.stop()
        await self.lab.stop()
        await self.prints.stop()
        with contextlib.suppress(DatabaseUnavailableError, OSError):
            await self.upkeep.close()
        if self.cluster is not None:
            await self.cluster.leave()
        await self._loop.run_in_executor(None, self.house.writer.stop)
        await self._loop.run_in_executor(None, self.house.store.close)
        for threads in (self._workers, self._lookup_threads):
            # A reader may be blocked by a silent connection for longer than the shutdown should take.
            with contextlib.suppress(TimeoutError):
                ends = self._loop.run_in_executor(None, partial(threads.shutdown, cancel_futures=True))
                await asyncio.wait_for(ends, LOOKUP_SECONDS)

    # Reads and writes

    def run_query(self, function: Callable[[Callable[[Executable], Sequence[Row[Any]]]], T]) -> T:
        """Run a query function on one snapshot of the database, in the caller's thread."""
        with self.house.store.read() as connection:
            return function(lambda statement: connection.execute(statement).all())

    async def run_in_thread(self, function: Callable[..., T], *args: Any) -> T:
        """Run a function in a reader thread."""
        return await self._loop.run_in_executor(self._workers, function, *args)

    async def run_lookup(self, function: Callable[[Callable[[Executable], Sequence[Row[Any]]]], T]) -> T:
        """Run a short query in a lookup thread; raise `DatabaseUnavailableError` if there is no result in time."""

        def look_up() -> T:
            with self.house.store.look_up() as connection:
                return function(lambda statement: connection.execute(statement).all())

        try:
            return await asyncio.wait_for(self._loop.run_in_executor(self._lookup_threads, look_up), LOOKUP_SECONDS)
        except TimeoutError:
            raise DatabaseUnavailableError(f"the database did not answer within {LOOKUP_SECONDS:g} seconds") from None

    def enqueue_job(self, job: Job) -> None:
        """Queue a job for the writer without waiting; a failed job is dropped."""
        future = self._loop.create_future()
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        self.house.writer.enqueue(job, future)

    async def run_job(self, job: Job) -> Any:
        """Run a job in the writer and return its result after the commit."""
        future = self._loop.create_future()
        self.house.writer.enqueue(job, future)
        try:
            return await future
        except DatabaseBusyError as busy:
            raise DatabaseUnavailableError(str(busy)) from busy

    async def can_write(self) -> bool:
        """Return whether a wager could be stored in the database now.

        A test row is written through the writer thread, at most once a second.
        """
        if self.is_stopping:
            return not self.house.writer.is_disconnected
        if self._probe is None or (self._probe.done() and time.monotonic() - self._probed_at > PROBE_SECONDS):
            self._probed_at = time.monotonic()
            self._probe = asyncio.create_task(self._write_probe())
        return await asyncio.shield(self._probe)

    async def _write_probe(self) -> bool:
        probe = self.run_job(lambda uow: self.house.store.write_probe(uow.transaction))
        try:
            await asyncio.wait_for(probe, PROBE_WAITS_SECONDS)
        except Exception as error:
            log.warning("the house cannot be written: %s", error or type(error).__name__)
            return False
        return True

    async def command(
        self, table: str, order: Command, actor: Actor, key: str | None, *, with_events: bool = False
    ) -> CommandReply:
        """Give a command to a table and return the reply; another server may run the table.

        The events of a command at another server are in the reply only `with_events`, because they are read again.
        """
        if self.cluster is not None:
            return await self.cluster.command(table, order, actor, key, with_events=with_events)
        return await self.command_here(table, order, actor, key)

    async def command_here(self, table: str, order: Command, actor: Actor, key: str | None) -> CommandReply:
        """Give a command to a table that this server runs.

        While the writer cannot keep up, a player's command is refused at once; the staff's commands always wait.
        """
        if actor.role == Role.PLAYER and self.house.writer.wait_seconds > WAIT_MOST_SECONDS:
            self.shed += 1
            return BUSY
        job = self.house.command_job(table, order, actor, key)
        traced = None if self.traces is None else self.traces.job(table, job)
        try:
            reply: CommandReply = await self.run_job(traced or job)
        except DuplicateRecordError as error:
            reply = await self.run_in_thread(reply_for_duplicate, self.house, error, table, actor, order, key)
        if traced is not None:
            traced.finish(reply)
        if isinstance(reply, Refused):
            self.refused += 1
        else:
            self.accepted += 1
        return reply

    def _on_commit(self, records: Sequence[Record], outcomes: Sequence[JobOutcome]) -> None:
        """Pass the committed records and the results of the jobs from the writer thread to the event loop."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._resolve_futures, records, outcomes)

    def _resolve_futures(self, records: Sequence[Record], outcomes: Sequence[JobOutcome]) -> None:
        for future, result, error in outcomes:
            if future.done():
                continue
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)
        self._publish_records(records)

    def _publish_records(self, records: Sequence[Record]) -> None:
        by_table: dict[str, list[Record]] = {}
        for record in records:
            if record.stream.startswith(TABLE):
                by_table.setdefault(record.stream.removeprefix(TABLE), []).append(record)
        moved = {account for record in records for transfer in record.transfers for account in transfer[:2]}
        players = {player_of(name) for name in moved if kind_of(name) in ("player", "promo")}
        changed: dict[str, int] = {
            name: self.house.committed_balances.get(name, 0) for name in players if name is not None
        }
        for table, table_records in by_table.items():
            self.hub.publish(table, table_records, changed)
            self._set_alarm(table)
        meters = {owner_of(name) for name in moved if kind_of(name) == "meter"}
        for table in (self.hub.tables_of(changed) | self.house.tables_showing(meters)) - set(by_table):
            self.hub.publish(table, (), changed)

    def trace(self, table: str, order: Command, traceparent: str | None) -> AbstractContextManager[None]:
        """Return a context in which a command is traced, or one that does nothing."""
        if self.traces is None:
            return NOT_TRACED
        return self.traces.command(table, command_name(order), traceparent)

    def trace_commands(self, traces: CommandTraces) -> None:
        """Trace every command from now on."""
        self.traces = self.hub.traces = traces

    # Table timers

    def set_alarms(self) -> None:
        for table in list(self.house.committed_tables):
            self._set_alarm(table)

    def _set_alarm(self, table: str) -> None:
        """Schedule a wake-up for the next timer of a table, if this server runs it."""
        if (alarm := self._alarms.pop(table, None)) is not None:
            alarm.cancel()
        due = self.house.next_timer_of(table) if self.house.runs(table) else None
        if due is not None and not self.is_stopping:
            delay = max(0, due - self.now()) / 1000
            self._alarms[table] = self._loop.call_later(delay, self._tick, table)

    def _tick(self, table: str) -> None:
        self._alarms.pop(table, None)
        task = self._loop.create_task(self._tick_now(table))
        self._tasks.append(task)
        task.add_done_callback(self._tasks.remove)

    async def _tick_now(self, table: str) -> None:
        try:
            reply = await self.run_job(self.house.command_job(table, RunTimers(), SYSTEM, None))
        except Exception as error:
            # After any error the timer is set again; without a timer the table would stop for good.
            log.warning("table %s waits: %s", table, error, exc_info=not isinstance(error, DatabaseUnavailableError))
            self._alarms[table] = self._loop.call_later(RETRY_SECONDS, self._tick, table)
        else:
            if reply is ELSEWHERE and self.house.runs(table):  # A late heartbeat; the table is still this server's.
                self._alarms[table] = self._loop.call_later(RETRY_SECONDS, self._tick, table)
            elif not isinstance(reply, Refused) and not reply.events:
                self._alarms[table] = self._loop.call_later(RETRY_SECONDS / 10, self._set_alarm, table)
