"""A house that runs: its files opened and checked, its writer, its clock, its screens."""

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
from croupier.cage.ledger_accounts import owner_of_purse
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
from croupier.store.log_audit import PUBLIC_KEY, verify
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
"""What is told of an altered house at the start; an audit tells the rest."""
SHARED_MS = 50
"""A view that is the same for everybody of a kind is made again after this time: it tells the house's clock."""
CLOCK_SECONDS = 1.0
"""How often the machine's clock is held against the house's."""
GIFT_SECONDS = 1.0
"""How often promotional chips are looked at whose hour may have come."""
FIRST_CHECK_SECONDS = 10.0
"""After the start: what opens a house does not wait for it."""
DUE_SECONDS = 30.0
LOG_COPY_SECONDS = 1.0
PROBE_SECONDS = 1.0
"""For so long it is known whether the house can be written."""
PROBE_WAITS_SECONDS = 4.0
"""Whoever watches the house is answered within five seconds, whatever the database does."""
LOOK_UP_SECONDS = 4.0
"""How long a request waits to learn who asks; a database that is slower is as good as gone."""
SWITCH_SECONDS = 0.0005
"""The writer and the sockets share one interpreter: neither keeps it from the other for longer than this."""

log = logging.getLogger("croupier")


def open_casino(
    config: HouseConfig,
    *,
    clock: Callable[[], int] | None = None,
    chance: RandomSource | None = None,
    create: bool = False,
    accept_rules: Sequence[str] = (),
) -> House:
    """Open a house's files, check them, and bring its tables back; a clear line when something is wrong."""
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
            config.promotional.played,
        )
        house = House(store, keys, policy, clock=clock, chance=chance)
        house.claim = claim
        _refuse_altered(store, config, house.altered)
        _require_rules(house, accept_rules)
    except (DatabaseUnavailableError, WriteRejectedError) as error:
        store.close()
        raise BadInput.at(str(store.place), f"cannot be opened: {error}") from error
    except BaseException:
        store.close()
        raise
    return house


def _open_files(config: HouseConfig, *, create: bool) -> tuple[HouseKeys, Store]:
    """The keys and the database, made together where there is neither."""
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
    """A database is a demonstration's or a real house's, for good: play money never meets the other kind. [R20]

    The log says the same from the first start on, and each table from its first record: see `_require_clean_audit`.
    """
    written = store.key_value(HOUSE_KIND)
    if written not in (None, house_kind(demonstration=config.house.demonstration)):
        said = f"was begun as a {written}; house.demonstration in the configuration says otherwise"
        raise BadInput.at(config.house.database, said)


def _write_kind(store: Store, config: HouseConfig) -> None:
    """Write down what a house is that was begun just now, or before this was kept."""
    if store.key_value(HOUSE_KIND) is None:
        kind = house_kind(demonstration=config.house.demonstration)
        with store.begin() as transaction:
            transaction.write(insert(settings_table).values(key=HOUSE_KIND, value=kind))


def _check_keys(store: Store, keys: HouseKeys, config: HouseConfig) -> None:
    """The keys that signed this house's evidence and sealed its shoes; with others no round could go on. [R28]"""
    written = store.key_value(PUBLIC_KEY)
    if written is None:
        with store.begin() as transaction:
            transaction.upsert(settings_table, key=PUBLIC_KEY, value=keys.public_text)
    elif written != keys.public_text:
        raise BadInput.at(config.house.keys, "holds the keys of another house: the database knows other ones")


def _require_clean_audit(store: Store, keys: HouseKeys, config: HouseConfig) -> None:
    """A house that an audit would find altered does not open: log, ledger, checkpoints, guards, people, tickets. [R28]

    A second copy that is not there was never begun, or was put aside by whoever keeps it: then it begins anew.
    """
    copy, log_copy = (_existing_copy(config.checkpoints.copy_to), _existing_copy(config.checkpoints.log_to))
    found = verify(store, keys.public_text, copy, log_copy).findings
    _refuse_altered(store, config, found or audit_rows(store).findings)


def _refuse_altered(store: Store, config: HouseConfig, found: Sequence[Problem]) -> None:
    """Raise `BadInput` with the first findings, and the command that lists them all."""
    copy, log_copy = (_existing(config.checkpoints.copy_to), _existing(config.checkpoints.log_to))
    if found:
        look = f"croupier audit verify {store.place} --keys {config.house.keys}{f' --copy {copy}' if copy else ''}"
        look += f" --log-copy {log_copy}" if log_copy else ""
        more = f"findings: {len(found):,}; the house does not open. To see them all, run: {look}"
        raise BadInput([*found[:SHOWN_MOST], Problem(config.house.database, more)])


def _existing_copy(named: str) -> Path | None:
    """The second copy that a house's file names, if it is there; a warning if it is not."""
    if named and not _existing(named):
        log.warning("%s is not there: this second copy begins anew", named)
    return _existing(named)


def _existing(named: str) -> Path | None:
    return Path(named) if named and Path(named).exists() else None


def _require_rules(house: House, accept: Sequence[str]) -> None:
    """A table runs under the rules it was set up with, or under new ones that somebody has accepted. [R15, R57]"""
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
    """The house in a server process: everything a route needs."""

    def __init__(self, config: HouseConfig, house: House, passwords: PasswordService | None = None) -> None:
        self.config = config
        self.house = house
        self.odds = OddsService()
        self.coach = CoachService()
        self.prints = PrintService(self, config.printer)
        self._signs = table_labels(config.table)
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
        """Names of the accounts whose password is posted: those of `croupier serve` without a configuration."""
        self.is_stopping = False
        self._has_begun = False
        self._is_copy_lost = False
        self._software_at_start: Files | None = None
        self._log_copy = LogCopy(Path(config.checkpoints.log_to)) if config.checkpoints.log_to else None
        self._is_log_copy_lost = False
        self.accepted = 0
        self.refused = 0
        self._workers = ThreadPoolExecutor(max_workers=4, thread_name_prefix="reader")
        self._look_ups = ThreadPoolExecutor(max_workers=4, thread_name_prefix="look-up")
        """Threads of their own: who asks is known even while reports and papers keep the readers busy."""
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._probe: asyncio.Task[bool] | None = None
        self._probed_at = 0.0

    @property
    def help_line(self) -> str:
        return self.config.house.help_line or help_line(self.config.house.jurisdiction)

    def now(self) -> int:
        return self.house.clock()

    def machine_time(self) -> int:
        """By the machine's clock, which may have been set since the house began: authenticators go by it."""
        clock = self.house.clock
        return clock() + (clock.offset_ms() if isinstance(clock, MonotonicClock) else 0)

    def view_of(self, state: TableState, viewer: Viewer) -> TableView:
        """A table as somebody may see it, with what belongs on every screen."""
        balance = self.house.committed_balances.get(viewer.account, 0) if viewer.account else None
        view = table_view(
            state, viewer, self.now(), self.house.meter_cents(), balance, self.promotional_balance(viewer.own)
        )
        return {**view, **self.table_labels[state.name], "help_line": self.help_line, "house": self.config.house.name}

    def shared_view_of(self, state: TableState, viewer: Viewer) -> TableView:
        """The same for a screen that is opened: one view for all of a kind that see nothing of their own.

        It is kept for a moment, and no longer than the table, its meters and its signs stay as they are.
        """
        if viewer.account is not None:
            return self.view_of(state, viewer)
        kept = self._shared_views.get((state.name, viewer.kind))
        now, meters = self.now(), self.house.meter_cents()
        if kept is None or kept[0] is not state or kept[1] != meters or not 0 <= now - kept[2]["now"] < SHARED_MS:
            kept = self._shared_views[state.name, viewer.kind] = state, dict(meters), self.view_of(state, viewer)
        return kept[2]

    def promotional_balance(self, account: str | None) -> PromotionalBalanceView:
        """A player's promotional chips, the gift that ends first before the others."""
        rules, now = self.house.policy.promotional, self.now()
        mine = [] if account is None else self.house.gifts_of(account, now)
        gifts: list[GrantView] = [
            {"campaign": one.campaign, "cents": left, "ends_at": one.ends_at}
            for one in mine
            if (left := self.house.committed_balances.get(one.purse, 0))
        ]
        groups = sorted(rules.groups) if rules else []
        return {"cents": sum(one["cents"] for one in gifts), "gifts": gifts, "groups": groups}

    @property
    def table_labels(self) -> Mapping[str, TableLabelView]:
        """What people call each table; made anew when one was set up since."""
        if not self.house.committed_tables.keys() <= self._signs.keys():
            self._signs = table_labels(self.config.table, list(self.house.committed_tables))
        return self._signs

    # Starting and stopping

    def set_up(self) -> None:
        """Tables and meters that the configuration names and the house does not have yet."""
        self.house.writer.run(self._set_up_meters)
        for table in self.config.table:
            if table.name not in self.house.tables:
                reply = self.house.create_table(table.name, table.settings)
                if isinstance(reply, Refused):
                    raise BadInput.at(f"table {table.name}", reply.message)
            # A server that was killed right after it made the table has it in the log with one record.
            if table.open and self.house.books.heads[TABLE + table.name][0] == 1:
                self.house.execute(table.name, OpenTable(), SYSTEM)

    def _set_up_meters(self, uow: UnitOfWork) -> None:
        for meter in self.config.meter:
            if find_meter(uow, meter.id) is None:
                parameters = MeterParameters(meter.seed, Fraction(meter.contribution), meter.ceiling)
                made = create_meter(uow, meter=meter.id, title=meter.title, parameters=parameters, by="system")
                if isinstance(made, Refused):
                    raise BadInput.at(f"meter {meter.id}", made.message)
                self.house.cache_meter(uow, made)

    def begin(self) -> None:
        """What a start reads and writes, before anybody is answered: once."""
        if not self._has_begun:
            self._restore_guard()
            behind = self.house.last_at() - self.now()
            self.house.resume_clocks()
            self.house.writer.run(self._note_start)
            if behind > STEP_MS:
                self.house.writer.run(lambda uow: self._note(uow, "clock/set", behind_text(behind)))
        self._has_begun = True

    async def start(self) -> None:
        """Begin to run: memory from the store, clocks moved by the time the house was down, then the writer."""
        sys.setswitchinterval(SWITCH_SECONDS)
        gc.collect()
        gc.freeze()  # rulebooks and tables stay: looking through them again and again would hold up everybody's bets
        self._loop = asyncio.get_running_loop()
        await asyncio.to_thread(self.begin)
        self.house.writer.publish = self._on_commit
        self.house.writer.on_reload = self._reread
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
        """With the last checkpoint there is: the log misses it if somebody takes it away."""
        last = uow.query(select(checkpoints).order_by(checkpoints.c.id.desc()).limit(1))
        facts: dict[str, Any] = {"checkpoint": {"id": last[0].id, "digest": digest_of(last[0].body)}} if last else {}
        now, before = setting_digests(self.config), last_settings(uow.query)
        facts["house"] = house_kind(demonstration=self.house.policy.demonstration)
        self._note(uow, "server/started", "The server started.", **facts, configuration=now)
        if before is not None and (changed := changed_settings(before, now)):
            self._note(uow, "configuration/changed", f"The house's file was changed: {', '.join(changed)}.")

    def _restore_guard(self) -> None:
        self.house.guard.restore_limits(self.run_query(all_limits))
        restore_activity(self.house)

    def _reread(self) -> None:
        """In the writer's thread, once the database is back: it is the truth, whatever we were told before it went.

        A commit whose answer was lost may be in it. Nobody was told of that, so the screens are told now.
        """
        last = {name: seq for name, (seq, _) in self.house.committed_tables.items()}
        try:
            self._claim_again()
            missed = [record for name, seq in last.items() for record in self.house.records(name, seq)]
            self.house.read_everything()
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._catch_up, missed)
            self._restore_guard()
        except BadInput as bad:
            raise DatabaseUnavailableError(str(bad)) from bad

    def _claim_again(self) -> None:
        """Whether anything can be written, before everything is read. A database that was stopped has forgotten who
        runs this house, and another process may have taken it over."""
        store = self.house.store
        try:
            with store.begin() as transaction:
                store.write_probe(transaction)
        except StreamLockLostError:
            self.house.claim = store.lock_stream(HOUSE)

    def _catch_up(self, missed: Sequence[Record]) -> None:
        self._publish_records(missed)
        for table in self.house.committed_tables:
            self._set_alarm(table)

    async def stop(self) -> None:
        """Park everything: all that was acknowledged is in the log already, and rounds go on from there."""
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
        for threads in (self._workers, self._look_ups):
            # A reader may hang on a silent line for longer than anybody wants to wait for the end.
            with contextlib.suppress(TimeoutError):
                ends = self._loop.run_in_executor(None, partial(threads.shutdown, cancel_futures=True))
                await asyncio.wait_for(ends, LOOK_UP_SECONDS)

    def _checkpoint(self, uow: UnitOfWork) -> Checkpoint:
        """Sign where everything stands, in the writer's own transaction."""
        store = self.house.store
        lock_lists(uow.transaction, store)
        made = sign_checkpoint(uow.transaction, store.house, self.house.keys, uow.at)
        uow.write(insert(checkpoints), made._asdict())
        return made

    async def _copy(self, made: Checkpoint) -> None:
        """The second copy of a checkpoint. That it cannot be written stops nothing else, and is noted once; so is the
        first one that can be again."""
        if not self.config.checkpoints.copy_to:
            return
        failure = await self.run_in_thread(self._copied, made)
        if bool(failure) is self._is_copy_lost:
            return
        said = failure or "The second copy of the checkpoints is written again."
        with contextlib.suppress(DatabaseUnavailableError, WriteRejectedError):
            await self.run_job(lambda uow: self._note(uow, "checkpoint/copy", said))
            self._is_copy_lost = bool(failure)

    def _copied(self, made: Checkpoint) -> str:
        """What is wrong with the second copy; nothing when the checkpoint is in it."""
        try:
            append_to_copy(Path(self.config.checkpoints.copy_to), made)
        except BadInput as bad:
            log.warning("%s", bad)
            return str(bad)
        return ""

    async def _keep_log_copied(self) -> None:
        while True:
            await self.copy_log()
            await asyncio.sleep(LOG_COPY_SECONDS)

    async def copy_log(self) -> None:
        """Bring the second copy of the log up to what is committed. That it cannot be written stops nothing else."""
        if self._log_copy is None:
            return
        failure = await self.run_in_thread(self._log_copied, self._log_copy)
        if bool(failure) is not self._is_log_copy_lost:
            said = failure or "The second copy of the log is written again."
            with contextlib.suppress(DatabaseUnavailableError, WriteRejectedError):
                await self.run_job(partial(self._note, code="log/copy", text=said))
                self._is_log_copy_lost = bool(failure)

    def _log_copied(self, copy: LogCopy) -> str:
        try:
            copy.bring_up(self.house.store, {stream: seq for stream, (seq, _) in list(self.house.books.heads.items())})
        except (BadInput, DatabaseUnavailableError) as bad:
            log.warning("%s", bad)
            return str(bad)
        return ""

    async def _upkeep(self) -> None:
        """What is done now and then: checkpoints, limits that come into force, sessions that have run out."""
        minutes = self.config.checkpoints.every_minutes
        while True:
            for _ in range(minutes):
                await asyncio.sleep(60)
                await self._try(apply_due(self.house.guard))
                await self._try(self.sessions.sweep)
                await self._try(self.house.end_gifts)
            await self.checkpoint()

    async def checkpoint(self) -> None:
        """Sign where everything stands, and copy that; or wait for the next time."""
        made = await self._try(self._checkpoint)
        if made is not None:
            await self._copy(made)

    async def _watch_gifts(self) -> None:
        """Promotional chips end at their hour; those that come back from a layout later, then."""
        while True:
            if self.house.gifts_due(self.now()):
                await self._try(self.house.end_gifts)
            await asyncio.sleep(GIFT_SECONDS)

    async def _check_daily(self) -> None:
        """The software is looked over soon after the start, and then every day at its hour. [R57]"""
        await asyncio.sleep(FIRST_CHECK_SECONDS)
        while True:
            await self.check_software()
            due = GamingCalendar(self.config.house.time_zone, self.config.checks.software_hour)
            ends_at = due.period(PeriodKind.DAY, self.now()).ends_at
            while self.now() < ends_at:
                await asyncio.sleep(DUE_SECONDS)

    async def check_software(self) -> SoftwareCheckResult:
        """Fingerprint the software now. The outcome is a significant event; a failure stops play."""
        looked = await self.run_in_thread(look_over, self.config.house.manifest, self._software_at_start)
        if self._software_at_start is None:
            self._software_at_start = looked.files
        await self._try(partial(self._note_software, looked=looked))
        return looked

    def _note_software(self, uow: UnitOfWork, looked: SoftwareCheckResult) -> None:
        last = next(iter(recent_software_changes(uow.query)), None)
        before = last.digest if last else None
        if before != looked.digest:
            facts = {"version": __version__, "digest": looked.digest, "before": before}
            self._note(uow, CHANGED, change_text(looked.digest, before), **facts)
        self._note(uow, ALTERED if looked.findings else VERIFIED, looked.text, digest=looked.digest)
        if looked.findings:
            log.error("%s", looked.text)
        if looked.stops_play:
            self.house.hold_all("the software is not as its manifest has it")(uow)

    async def _watch_sync(self) -> None:
        """A clock that nothing keeps right is noted once, and once more when something does again."""
        watch = ClockSyncMonitor()
        while True:
            if (news := watch.news(is_synchronised())) is not None:
                await self._try(partial(self._note, code=news[0], text=news[1]))
            await asyncio.sleep(DUE_SECONDS)

    async def _watch_clock(self, clock: MonotonicClock) -> None:
        """That the machine's clock was set is written down; the house's own goes on."""

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

    # Reading and writing

    def run_query(self, look: Callable[[Callable[[Executable], Sequence[Row[Any]]]], T]) -> T:
        """Look something up, as of one moment, in the thread of whoever asks."""
        with self.house.store.read() as connection:
            return look(lambda statement: connection.execute(statement).all())

    async def run_in_thread(self, look: Callable[..., T], *args: Any) -> T:
        """Look something up in a reader's thread."""
        return await self._loop.run_in_executor(self._workers, look, *args)

    async def look_up(self, look: Callable[[Callable[[Executable], Sequence[Row[Any]]]], T]) -> T:
        """Read something small from the store in a thread; raise DatabaseGone when there is no answer in time."""
        try:
            return await asyncio.wait_for(
                self._loop.run_in_executor(self._look_ups, self.run_query, look), LOOK_UP_SECONDS
            )
        except TimeoutError:
            raise DatabaseUnavailableError(f"the database did not answer within {LOOK_UP_SECONDS:g} seconds") from None

    def do_later(self, job: Job) -> None:
        """Have the writer do a job that nobody waits for; one that fails is dropped."""
        future = self._loop.create_future()
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        self.house.writer.enqueue(job, future)

    async def run_job(self, job: Job) -> Any:
        """Have the writer do a job; what comes back is durable."""
        future = self._loop.create_future()
        self.house.writer.enqueue(job, future)
        try:
            return await future
        except DatabaseBusyError as busy:
            raise DatabaseUnavailableError(str(busy)) from busy

    async def can_write(self) -> bool:
        """Whether a bet could be written now: a word is, at most once in a while, by the way that bets take."""
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
        """Give a command to a table."""
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
        """In the writer's thread, after a commit: everything else happens where the sockets are."""
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
        owners = {owner_of_purse(name) or name for name in moved}
        changed = {name: self.house.committed_balances.get(name, 0) for name in owners if name.startswith("player:")}
        for table, told in by_table.items():
            self.hub.publish(table, told, changed)
            self._set_alarm(table)
        meters = {name.removeprefix("meter:") for name in moved if name.startswith("meter:")}
        for table in (self.hub.tables_of(changed) | self.house.tables_on(meters)) - set(by_table):
            self.hub.publish(table, (), changed)

    # The clock

    def _set_alarm(self, table: str) -> None:
        """Wake when the table next has something to do by itself."""
        if (alarm := self._alarms.pop(table, None)) is not None:
            alarm.cancel()
        due = self.house.due_of(table)
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
            # Whatever it was, the table's clock goes on: a table that nobody wakes would stand still for good.
            log.warning("table %s waits: %s", table, error, exc_info=not isinstance(error, DatabaseUnavailableError))
            self._alarms[table] = self._loop.call_later(RETRY_SECONDS, self._tick, table)
        else:
            if not isinstance(reply, Refused) and not reply.events:
                self._alarms[table] = self._loop.call_later(RETRY_SECONDS / 10, self._set_alarm, table)
