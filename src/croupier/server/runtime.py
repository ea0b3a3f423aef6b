"""A house in a server process: open and check its files, run the writer and timers, serve subscribers."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Executable, insert, select
from sqlalchemy.engine import Row

from croupier import __version__
from croupier.cage.cash_out import CashOutRules
from croupier.cage.ledger_accounts import owner_of_grant
from croupier.cage.meter import MeterParameters, find_meter
from croupier.cage.meters import create_meter
from croupier.cards.random_source import RandomSource
from croupier.errors import BadInput, Problem, Refused
from croupier.evidence.row_audit import audit_rows
from croupier.evidence.software_manifest import Files
from croupier.house.activity_restore import restore_activity
from croupier.house.clock import STEP_MS, MonotonicClock, behind_text, step_text
from croupier.house.clock_sync import ClockSyncMonitor, is_synchronised
from croupier.house.house import CommandReply, House, HousePolicy, reply_for_duplicate
from croupier.house.writer import JobOutcome
from croupier.people.calendar import GamingCalendar, PeriodKind
from croupier.people.help import help_line
from croupier.people.limit_jobs import all_limits, apply_due
from croupier.people.passwords import PasswordService
from croupier.people.second_factor import SecondFactorService
from croupier.people.session_rules import SessionRules
from croupier.people.sessions import SessionService
from croupier.server.coach_process import CoachService
from croupier.server.config import HouseConfig
from croupier.server.config_changes import changed_settings, last_settings, setting_digests
from croupier.server.hub import Hub
from croupier.server.odds_service import OddsService
from croupier.server.print_service import PrintService
from croupier.server.software_check import (
    ALTERED,
    CHANGED,
    VERIFIED,
    SoftwareCheckResult,
    change_text,
    recent_software_changes,
)
from croupier.server.software_check import check_files as look_over
from croupier.server.table_names import table_labels
from croupier.store.checkpoint import Checkpoint, append_to_copy, digest_of, lock_lists, sign_checkpoint
from croupier.store.errors import (
    DatabaseBusyError,
    DatabaseUnavailableError,
    DuplicateRecordError,
    StreamLockLostError,
    WriteRejectedError,
)
from croupier.store.keys import HouseKeys
from croupier.store.log_audit import PUBLIC_KEY, verify_log
from croupier.store.log_copy import LogCopy
from croupier.store.record import Record
from croupier.store.schema import checkpoints
from croupier.store.schema import key_values as settings_table
from croupier.store.store import HOUSE_KIND, Store, house_kind
from croupier.store.unit_of_work import Job, UnitOfWork
from croupier.table.command_effect import SYSTEM, Actor
from croupier.table.commands import Command, OpenTable, RunTimers
from croupier.table.state import TableState
from croupier.views import Viewer, table_view
from croupier.views.models.player import GrantView, PromotionalBalanceView
from croupier.views.models.table import TableLabelView, TableView

T = TypeVar("T")
HOUSE = "house"
TABLE = "table/"
RETRY_SECONDS = 0.5
SHOWN_MOST = 5
"""Number of findings shown when a start is refused; an audit shows all of them."""
SHARED_VIEW_MS = 50
"""Milliseconds for which a shared view is cached; the view contains the current time."""
CLOCK_SECONDS = 1.0
"""Seconds between two comparisons of the machine's clock with the house's clock."""
GRANT_CHECK_SECONDS = 1.0
"""Seconds between two checks for expired promotional chips."""
FIRST_CHECK_SECONDS = 10.0
"""Seconds from the start to the first software check, which does not delay the start."""
POLL_SECONDS = 30.0
LOG_COPY_SECONDS = 1.0
PROBE_SECONDS = 1.0
"""Seconds for which the result of the write probe is valid."""
PROBE_WAITS_SECONDS = 4.0
"""Time limit of the write probe in seconds; a health request is answered within five seconds."""
LOOKUP_SECONDS = 4.0
"""Seconds that a request waits for the session lookup; a slower database counts as unavailable."""
SWITCH_SECONDS = 0.0005
"""Thread switch interval in seconds, because the writer and the sockets share one interpreter."""

log = logging.getLogger("croupier")


def open_casino(
    config: HouseConfig,
    *,
    clock: Callable[[], int] | None = None,
    chance: RandomSource | None = None,
    create: bool = False,
    accept_rules: Sequence[str] = (),
) -> House:
    """Open and check the files of a house and rebuild its tables; raise BadInput on any problem."""
    keys, store = _open_files(config, create=create)
    try:
        claim = store.lock_stream(HOUSE)
        _check_demonstration_flag(store, config)
        _check_keys(store, keys, config)
        _require_clean_audit(store, keys, config)
        _write_kind(store, config)
        policy = HousePolicy(
            config.house.name,
            config.house.demonstration,
            config.limits.executive_above,
            config.house.time_zone,
            config.house.day_starts_hour,
            config.promotional.play_rules,
        )
        house = House(store, keys, policy, clock=clock, chance=chance)
        house.stream_lock = claim
        _refuse_altered(store, config, house.log_differences)
        _require_rules(house, accept_rules)
    except (DatabaseUnavailableError, WriteRejectedError) as error:
        store.close()
        raise BadInput.at(str(store.location), f"cannot be opened: {error}") from error
    except BaseException:
        store.close()
        raise
    return house


def _open_files(config: HouseConfig, *, create: bool) -> tuple[HouseKeys, Store]:
    """Open the keys and the database; create both if neither exists."""
    path = Path(config.house.keys)
    if not create or path.exists():
        return HouseKeys.load(path), Store.open(config.house.database, create=create)
    with HouseKeys.create_for_new_database(path) as keys:
        store = Store.open(config.house.database, create=True, first_settings={PUBLIC_KEY: keys.public_text})
        if store.key_value(PUBLIC_KEY) not in (None, keys.public_text):
            store.close()
            raise BadInput.at(str(path), "is missing, and the house has its keys already: restore them from their copy")
    return keys, store


def _check_demonstration_flag(store: Store, config: HouseConfig) -> None:
    """Refuse a demonstration database for a real house, and the reverse: the kind is fixed. [R20]

    The log also contains the kind from the first start on, and each table from its first record: see
    `_require_clean_audit`.
    """
    written = store.key_value(HOUSE_KIND)
    if written not in (None, house_kind(demonstration=config.house.demonstration)):
        note_text = f"was begun as a {written}; house.demonstration in the configuration says otherwise"
        raise BadInput.at(config.house.database, note_text)


def _write_kind(store: Store, config: HouseConfig) -> None:
    """Store whether a database is a demonstration's or a real house's, if the database does not say so yet."""
    if store.key_value(HOUSE_KIND) is None:
        kind = house_kind(demonstration=config.house.demonstration)
        with store.begin() as transaction:
            transaction.write(insert(settings_table).values(key=HOUSE_KIND, value=kind))


def _check_keys(store: Store, keys: HouseKeys, config: HouseConfig) -> None:
    """Refuse keys other than those that signed this house's evidence and encrypted its shoes. [R28]

    With other keys, no round could continue.
    """
    written = store.key_value(PUBLIC_KEY)
    if written is None:
        with store.begin() as transaction:
            transaction.upsert(settings_table, key=PUBLIC_KEY, value=keys.public_text)
    elif written != keys.public_text:
        raise BadInput.at(config.house.keys, "holds the keys of another house: the database knows other ones")


def _require_clean_audit(store: Store, keys: HouseKeys, config: HouseConfig) -> None:
    """Refuse to open a database that an audit finds altered. [R28]

    The audit covers log, ledger, checkpoints, triggers, users and tickets. A missing second copy was never started, or
    its administrator moved it away; a new copy is started.
    """
    copy, log_copy = (_existing_copy(config.checkpoints.copy_to), _existing_copy(config.checkpoints.log_to))
    found = verify_log(store, keys.public_text, copy, log_copy).findings
    _refuse_altered(store, config, found or audit_rows(store).findings)


def _refuse_altered(store: Store, config: HouseConfig, found: Sequence[Problem]) -> None:
    """Raise `BadInput` with the first findings and the command that lists all of them."""
    copy, log_copy = (_existing(config.checkpoints.copy_to), _existing(config.checkpoints.log_to))
    if found:
        command = (
            f"croupier audit verify {store.location} --keys {config.house.keys}{f' --copy {copy}' if copy else ''}"
        )
        command += f" --log-copy {log_copy}" if log_copy else ""
        more = f"findings: {len(found):,}; the house does not open. To see them all, run: {command}"
        raise BadInput([*found[:SHOWN_MOST], Problem(config.house.database, more)])


def _existing_copy(named: str) -> Path | None:
    """Return the path of a second copy if it exists; log a warning if it is configured but missing."""
    if named and not _existing(named):
        log.warning("%s is not there: this second copy begins anew", named)
    return _existing(named)


def _existing(named: str) -> Path | None:
    return Path(named) if named and Path(named).exists() else None


def _require_rules(house: House, accept: Sequence[str]) -> None:
    """Refuse tables with a rulebook that has changed since set-up, unless the change is accepted. [R15, R57]"""
    for table in accept:
        if table not in house.tables:
            raise BadInput.at("--accept-rules", f"there is no table {table}")
        reply = house.accept_rules(table)
        if isinstance(reply, Refused):
            raise BadInput.at("--accept-rules", reply.message)
    changed = house.changed_rules()
    if changed:
        named = ", ".join(f"{table} ({rulebook})" for table, rulebook in changed)
        raise BadInput.at(
            "rulebook",
            f"not the one these tables were set up with: {named}. "
            "Put the old one back, or accept the new one with: croupier serve --accept-rules TABLE",
        )


class Runtime:
    """The house in a server process, with everything that a route needs."""

    def __init__(self, config: HouseConfig, house: House, passwords: PasswordService | None = None) -> None:
        self.config = config
        self.house = house
        self.odds = OddsService()
        self.coach = CoachService()
        self.prints = PrintService(self, config.printer)
        self._labels = table_labels(config.table)
        self._shared_views: dict[tuple[str, str], tuple[TableState, Mapping[str, int], TableView]] = {}
        self.hub = Hub(lambda table: house.committed_tables[table], self.view_of)
        rules = SessionRules(
            failures_most=config.limits.login_failures,
            lock_minutes=config.limits.lock_minutes,
            second_factor=frozenset(config.people.second_factor),
        )
        self.factors = SecondFactorService(house.keys, config.house.name)
        self.sessions = SessionService(rules, factors=self.factors)
        self.passwords = passwords or PasswordService()
        self.cash_out_rules = CashOutRules(
            hand_pay_above_cents=config.limits.hand_pay_above, valid_days=config.limits.voucher_days
        )
        self.posted_accounts: tuple[str, ...] = ()
        """Names of the users whose password is published: the users of `croupier serve` without a configuration."""
        self.is_stopping = False
        self._is_started = False
        self._is_copy_lost = False
        self._software_at_start: Files | None = None
        self._log_copy = LogCopy(Path(config.checkpoints.log_to)) if config.checkpoints.log_to else None
        self._is_log_copy_lost = False
        self.accepted = 0
        self.refused = 0
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
        view = table_view(
            state, viewer, self.now(), self.house.meter_cents(), balance, self.promotional_balance(viewer.own)
        )
        return {**view, **self.table_labels[state.name], "help_line": self.help_line, "house": self.config.house.name}

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
        self.house.writer.run(self._set_up_meters)
        for table in self.config.table:
            if table.name not in self.house.tables:
                reply = self.house.create_table(table.name, table.settings)
                if isinstance(reply, Refused):
                    raise BadInput.at(f"table {table.name}", reply.message)
            # After a crash right after its creation, a table has one record in the log and is still closed.
            if table.open and self.house.ledger.heads[TABLE + table.name][0] == 1:
                self.house.execute(table.name, OpenTable(), SYSTEM)

    def _set_up_meters(self, uow: UnitOfWork) -> None:
        for meter in self.config.meter:
            if find_meter(uow, meter.id) is None:
                parameters = MeterParameters(meter.seed, Fraction(meter.contribution), meter.ceiling)
                created = create_meter(uow, meter=meter.id, title=meter.title, parameters=parameters, by="system")
                if isinstance(created, Refused):
                    raise BadInput.at(f"meter {meter.id}", created.message)
                self.house.cache_meter(uow, created)

    def prepare_start(self) -> None:
        """Do the reads and writes of a start, once, before any request is answered."""
        if not self._is_started:
            self._restore_limits()
            behind = self.house.last_record_at() - self.now()
            self.house.resume_clocks()
            self.house.writer.run(self._note_start)
            if behind > STEP_MS:
                self.house.writer.run(lambda uow: self._note(uow, "clock/set", behind_text(behind)))
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
        self.house.writer.start()
        for name in self.house.tables:
            self._set_alarm(name)
        self._tasks.append(asyncio.create_task(self._upkeep()))
        self._tasks.append(asyncio.create_task(self._watch_gifts()))
        self._tasks.append(asyncio.create_task(self._check_daily()))
        if self._log_copy is not None:
            self._tasks.append(asyncio.create_task(self._keep_log_copied()))
        if isinstance(self.house.clock, MonotonicClock):
            self._tasks.append(asyncio.create_task(self._watch_clock(self.house.clock)))
            if self.config.checks.clock and not self.config.house.demonstration:
                self._tasks.append(asyncio.create_task(self._watch_sync()))
        self.prints.start()
        log.info("started", extra={"tables": len(self.house.tables)})

    def _note(self, uow: UnitOfWork, code: str, text: str, **facts: Any) -> None:
        event = {"kind": code, "text": text, **facts}
        uow.append_record(HOUSE, actor="system", command=code.replace("/", "-"), events=[event])
        uow.note_significant_event(code, text, actor="system")

    def _note_start(self, uow: UnitOfWork) -> None:
        """Record the server start together with the last checkpoint, so that its later removal is detected."""
        last = uow.query(select(checkpoints).order_by(checkpoints.c.id.desc()).limit(1))
        facts: dict[str, Any] = {"checkpoint": {"id": last[0].id, "digest": digest_of(last[0].body)}} if last else {}
        now, before = setting_digests(self.config), last_settings(uow.query)
        facts["house"] = house_kind(demonstration=self.house.policy.demonstration)
        self._note(uow, "server/started", "The server started.", **facts, configuration=now)
        if before is not None and (changed := changed_settings(before, now)):
            self._note(uow, "configuration/changed", f"The house's file was changed: {', '.join(changed)}.")

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
        for table in self.house.committed_tables:
            self._set_alarm(table)

    async def stop(self) -> None:
        """Stop the server; everything confirmed is in the log, and rounds continue after the next start."""
        self.is_stopping = True
        for task in self._tasks:
            task.cancel()
        for alarm in self._alarms.values():
            alarm.cancel()
        await self.odds.stop()
        await self.coach.stop()
        await self.prints.stop()
        with contextlib.suppress(DatabaseUnavailableError, OSError):
            await self.run_job(lambda uow: self._note(uow, "server/stopped", "The server stopped."))
            await self._copy(await self.run_job(self._checkpoint))
            await self.copy_log()
        await self._loop.run_in_executor(None, self.house.writer.stop)
        await self._loop.run_in_executor(None, self.house.store.close)
        for threads in (self._workers, self._lookup_threads):
            # A reader may be blocked by a silent connection for longer than the shutdown should take.
            with contextlib.suppress(TimeoutError):
                ends = self._loop.run_in_executor(None, partial(threads.shutdown, cancel_futures=True))
                await asyncio.wait_for(ends, LOOKUP_SECONDS)

    def _checkpoint(self, uow: UnitOfWork) -> Checkpoint:
        """Sign a checkpoint and store it in the writer's transaction; return the checkpoint."""
        store = self.house.store
        lock_lists(uow.transaction, store)
        created = sign_checkpoint(uow.transaction, store.house, self.house.keys, uow.at)
        uow.write(insert(checkpoints), created._asdict())
        return created

    async def _copy(self, created: Checkpoint) -> None:
        """Append a checkpoint to the second file; report the first failure and the first success after it."""
        if not self.config.checkpoints.copy_to:
            return
        failure = await self.run_in_thread(self._append_to_checkpoint_copy, created)
        if bool(failure) is self._is_copy_lost:
            return
        note_text = failure or "The second copy of the checkpoints is written again."
        with contextlib.suppress(DatabaseUnavailableError, WriteRejectedError):
            await self.run_job(lambda uow: self._note(uow, "checkpoint/copy", note_text))
            self._is_copy_lost = bool(failure)

    def _append_to_checkpoint_copy(self, created: Checkpoint) -> str:
        """Append a checkpoint to the second file; return the error text, or "" on success."""
        try:
            append_to_copy(Path(self.config.checkpoints.copy_to), created)
        except BadInput as bad:
            log.warning("%s", bad)
            return str(bad)
        return ""

    async def _keep_log_copied(self) -> None:
        while True:
            await self.copy_log()
            await asyncio.sleep(LOG_COPY_SECONDS)

    async def copy_log(self) -> None:
        """Copy all committed records to the second copy of the log; a failure is reported and stops nothing else."""
        if self._log_copy is None:
            return
        failure = await self.run_in_thread(self._update_log_copy, self._log_copy)
        if bool(failure) is not self._is_log_copy_lost:
            note_text = failure or "The second copy of the log is written again."
            with contextlib.suppress(DatabaseUnavailableError, WriteRejectedError):
                await self.run_job(partial(self._note, code="log/copy", text=note_text))
                self._is_log_copy_lost = bool(failure)

    def _update_log_copy(self, copy: LogCopy) -> str:
        try:
            copy.append_missing(
                self.house.store, {stream: seq for stream, (seq, _) in list(self.house.ledger.heads.items())}
            )
        except (BadInput, DatabaseUnavailableError) as bad:
            log.warning("%s", bad)
            return str(bad)
        return ""

    async def _upkeep(self) -> None:
        """Run periodic work: checkpoints, pending limits, expired sessions and expired promotional chips."""
        minutes = self.config.checkpoints.every_minutes
        while True:
            for _ in range(minutes):
                await asyncio.sleep(60)
                await self._try(apply_due(self.house.limit_tracker))
                await self._try(self.sessions.end_expired)
                await self._try(self.house.expire_due_grants)
            await self.checkpoint()

    async def checkpoint(self) -> None:
        """Sign a checkpoint and copy it; if the database is unavailable, wait for the next time."""
        created = await self._try(self._checkpoint)
        if created is not None:
            await self._copy(created)

    async def _watch_gifts(self) -> None:
        """Expire promotional chips at their end time, or later when they return from a layout."""
        while True:
            if self.house.has_expired_grants(self.now()):
                await self._try(self.house.expire_due_grants)
            await asyncio.sleep(GRANT_CHECK_SECONDS)

    async def _check_daily(self) -> None:
        """Check the software files soon after the start, and then daily at the configured hour. [R57]"""
        await asyncio.sleep(FIRST_CHECK_SECONDS)
        while True:
            await self.check_software()
            due = GamingCalendar(self.config.house.time_zone, self.config.checks.software_hour)
            ends_at = due.period(PeriodKind.DAY, self.now()).ends_at
            while self.now() < ends_at:
                await asyncio.sleep(POLL_SECONDS)

    async def check_software(self) -> SoftwareCheckResult:
        """Check the software files now; the result is a significant event.

        A difference from the manifest stops play.
        """
        checked = await self.run_in_thread(look_over, self.config.house.manifest, self._software_at_start)
        if self._software_at_start is None:
            self._software_at_start = checked.files
        await self._try(partial(self._note_software, checked=checked))
        return checked

    def _note_software(self, uow: UnitOfWork, checked: SoftwareCheckResult) -> None:
        last = next(iter(recent_software_changes(uow.query)), None)
        before = last.digest if last else None
        if before != checked.digest:
            facts = {"version": __version__, "digest": checked.digest, "before": before}
            self._note(uow, CHANGED, change_text(checked.digest, before), **facts)
        self._note(uow, ALTERED if checked.findings else VERIFIED, checked.text, digest=checked.digest)
        if checked.findings:
            log.error("%s", checked.text)
        if checked.stops_play:
            self.house.hold_all_job("the software is not as its manifest has it")(uow)

    async def _watch_sync(self) -> None:
        """Report once when the clock loses synchronisation, and once when it is synchronised again."""
        watch = ClockSyncMonitor()
        while True:
            if (news := watch.change(is_synchronised())) is not None:
                await self._try(partial(self._note, code=news[0], text=news[1]))
            await asyncio.sleep(POLL_SECONDS)

    async def _watch_clock(self, clock: MonotonicClock) -> None:
        """Record each change of the machine's clock; the house's clock is not affected."""

        def job(uow: UnitOfWork) -> int:
            if step := clock.pending_step_ms():
                self._note(uow, "clock/set", step_text(step))
            return step

        while True:
            await asyncio.sleep(CLOCK_SECONDS)
            if clock.pending_step_ms():
                clock.mark_step_reported(await self._try(job) or 0)

    async def _try(self, job: Job) -> Any:
        try:
            return await self.run_job(job)
        except (DatabaseUnavailableError, WriteRejectedError) as gone:
            log.warning("upkeep waits: %s", gone)
            return None

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
        try:
            return await asyncio.wait_for(
                self._loop.run_in_executor(self._lookup_threads, self.run_query, function), LOOKUP_SECONDS
            )
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

    async def command(self, table: str, order: Command, actor: Actor, key: str | None) -> CommandReply:
        """Give a command to a table and return the reply."""
        try:
            reply: CommandReply = await self.run_job(self.house.command_job(table, order, actor, key))
        except DuplicateRecordError as error:
            reply = await self.run_in_thread(reply_for_duplicate, self.house, error, table, actor, order, key)
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
        owners = {owner_of_grant(name) or name for name in moved}
        changed = {name: self.house.committed_balances.get(name, 0) for name in owners if name.startswith("player:")}
        for table, table_records in by_table.items():
            self.hub.publish(table, table_records, changed)
            self._set_alarm(table)
        meters = {name.removeprefix("meter:") for name in moved if name.startswith("meter:")}
        for table in (self.hub.tables_of(changed) | self.house.tables_showing(meters)) - set(by_table):
            self.hub.publish(table, (), changed)

    # Table timers

    def _set_alarm(self, table: str) -> None:
        """Schedule a wake-up for the next timer of a table."""
        if (alarm := self._alarms.pop(table, None)) is not None:
            alarm.cancel()
        due = self.house.next_timer_of(table)
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
            if not isinstance(reply, Refused) and not reply.events:
                self._alarms[table] = self._loop.call_later(RETRY_SECONDS / 10, self._set_alarm, table)
