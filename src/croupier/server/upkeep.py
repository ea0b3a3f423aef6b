"""Periodic work of a running house: checkpoints and their copies, log copy, checks, clock, expiries, silent shoes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import insert

from croupier import __version__
from croupier.devices.silent_shoes import SilentShoes, note_job, shoes_in_use
from croupier.errors import BadInput
from croupier.evidence.software_manifest import Files
from croupier.house.clock import MonotonicClock, step_text
from croupier.house.clock_sync import ClockSyncMonitor, is_synchronised
from croupier.house.house import House
from croupier.house.table_snapshots import RECORDS_BETWEEN
from croupier.people.calendar import GamingCalendar, PeriodKind
from croupier.people.limit_jobs import apply_due
from croupier.people.sessions import SessionService
from croupier.server.config import HouseConfig
from croupier.server.log_check import LogWatch
from croupier.server.software_check import (
    ALTERED,
    CHANGED,
    VERIFIED,
    SoftwareCheckResult,
    change_text,
    recent_software_changes,
)
from croupier.server.software_check import check_files as look_over
from croupier.server.system_events import HOUSE, note
from croupier.store.checkpoint import Checkpoint, append_to_copy, lock_lists, sign_checkpoint
from croupier.store.errors import DatabaseUnavailableError, WriteRejectedError
from croupier.store.log_copy import LogCopy
from croupier.store.schema import checkpoints
from croupier.store.unit_of_work import Job, UnitOfWork

T = TypeVar("T")
CLOCK_SECONDS = 1.0
"""Seconds between two comparisons of the machine's clock with the house's clock."""
GRANT_CHECK_SECONDS = 1.0
"""Seconds between two checks for expired promotional chips."""
FIRST_CHECK_SECONDS = 10.0
"""Seconds from the start to the first software check, which does not delay the start."""
POLL_SECONDS = 30.0
LOG_COPY_SECONDS = 1.0
SHOE_SECONDS = 5.0
"""Seconds between two checks for smart shoes that have fallen silent."""
SNAPSHOT_SECONDS = 1.0
"""Seconds between two checks for tables whose snapshot is due."""

log = logging.getLogger("croupier")


class UpkeepJobRunner(Protocol):
    """Interface of an object that runs the jobs of upkeep: the writer and the reader threads of a `Runtime`."""

    async def run_job(self, job: Job) -> Any: ...

    async def run_in_thread(self, function: Callable[..., T], *args: Any) -> T: ...


class Upkeep:
    """Periodic tasks of a running house; a task that fails because the database is away tries again the next time."""

    def __init__(self, config: HouseConfig, house: House, sessions: SessionService, runner: UpkeepJobRunner) -> None:
        self.config = config
        self.house = house
        self._sessions = sessions
        self._runner = runner
        self._is_copy_lost = False
        self._software_at_start: Files | None = None
        self._log_copy = LogCopy(Path(config.checkpoints.log_to)) if config.checkpoints.log_to else None
        self._is_log_copy_lost = False
        self._silent_shoes = SilentShoes(house)
        self.log_watch = LogWatch(config, house, runner)

    def start(self) -> list[asyncio.Task[None]]:
        """Start the periodic tasks and return them."""
        tasks = [self._upkeep(), self._watch_gifts(), self._check_daily(), self._watch_snapshots()]
        tasks += [self._watch_shoes(), self.log_watch.run()]
        if self._log_copy is not None:
            tasks.append(self._keep_log_copied())
        if isinstance(self.house.clock, MonotonicClock):
            tasks.append(self._watch_clock(self.house.clock))
            if self.config.checks.clock and not self.config.house.demonstration:
                tasks.append(self._watch_sync())
        return [asyncio.create_task(task) for task in tasks]

    async def close(self) -> None:
        """Record the end of the server, write snapshots, sign the last checkpoint and complete the copies."""
        await self.take_snapshots(least=1)
        await self._runner.run_job(lambda uow: note(uow, "server/stopped", "The server stopped."))
        if self.house.owns(HOUSE):
            await self._copy(await self._runner.run_job(self._checkpoint))
            await self.copy_log()
            await self.log_watch.mark_at_stop()

    async def _upkeep(self) -> None:
        """Run periodic work: checkpoints, pending limits, expired sessions and expired promotional chips."""
        minutes = self.config.checkpoints.every_minutes
        while True:
            for _ in range(minutes):
                await asyncio.sleep(60)
                if self.house.owns(HOUSE):
                    await self._try(apply_due(self.house.limit_tracker))
                    await self._try(self._sessions.end_expired)
                    await self._try(self.house.expire_due_grants)
            if self.house.owns(HOUSE):
                await self.checkpoint()

    async def _watch_snapshots(self) -> None:
        while True:
            await asyncio.sleep(SNAPSHOT_SECONDS)
            await self.take_snapshots()

    async def _watch_shoes(self) -> None:
        while True:
            await asyncio.sleep(SHOE_SECONDS)
            await self.check_shoes()

    async def check_shoes(self) -> None:
        """Record the tables whose smart shoe has fallen silent, or speaks again."""
        with contextlib.suppress(DatabaseUnavailableError):
            shoes = await self._runner.run_in_thread(self.house.run_read, lambda reader: shoes_in_use(reader.query))
            for change in self._silent_shoes.find_changes(shoes, self.house.clock()):
                await self._try(note_job(self.house, change))

    async def take_snapshots(self, least: int = RECORDS_BETWEEN) -> None:
        """Write a snapshot of every table that has enough records since its last one.

        A reader thread makes it; the writer stores one row. If the database is unavailable, wait for the next time.
        """
        kept = self.house.snapshots
        tables = {name: table for name, table in self.house.committed_tables.items() if self.house.runs(name)}
        with contextlib.suppress(DatabaseUnavailableError, WriteRejectedError):
            for name in await self._runner.run_in_thread(kept.due, tables, least):
                made = await self._runner.run_in_thread(kept.make, name, tables[name])
                if made is not None:
                    await self._runner.run_job(kept.write_job(made))

    async def checkpoint(self) -> None:
        """Sign a checkpoint and copy it; if the database is unavailable, wait for the next time."""
        created = await self._try(self._checkpoint)
        if created is not None:
            await self._copy(created)

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
        failure = await self._runner.run_in_thread(self._append_to_checkpoint_copy, created)
        if bool(failure) is self._is_copy_lost:
            return
        note_text = failure or "The second copy of the checkpoints is written again."
        with contextlib.suppress(DatabaseUnavailableError, WriteRejectedError):
            await self._runner.run_job(lambda uow: note(uow, "checkpoint/copy", note_text))
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
            if self.house.owns(HOUSE):
                await self.copy_log()
            await asyncio.sleep(LOG_COPY_SECONDS)

    async def copy_log(self) -> None:
        """Copy all committed records to the second copy of the log; a failure is reported and stops nothing else."""
        if self._log_copy is None:
            return
        failure = await self._runner.run_in_thread(self._update_log_copy, self._log_copy)
        if bool(failure) is not self._is_log_copy_lost:
            note_text = failure or "The second copy of the log is written again."
            with contextlib.suppress(DatabaseUnavailableError, WriteRejectedError):
                await self._runner.run_job(partial(note, code="log/copy", text=note_text))
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

    async def _watch_gifts(self) -> None:
        """Expire promotional chips at their end time, or later when they return from a layout."""
        while True:
            if self.house.owns(HOUSE) and self.house.has_expired_grants(self.house.clock()):
                await self._try(self.house.expire_due_grants)
            await asyncio.sleep(GRANT_CHECK_SECONDS)

    async def _check_daily(self) -> None:
        """Check the software files soon after the start, and then daily at the configured hour. [R57]"""
        await asyncio.sleep(FIRST_CHECK_SECONDS)
        while True:
            await self.check_software()
            due = GamingCalendar(self.config.house.time_zone, self.config.checks.software_hour)
            ends_at = due.period(PeriodKind.DAY, self.house.clock()).ends_at
            while self.house.clock() < ends_at:
                await asyncio.sleep(POLL_SECONDS)

    async def check_software(self) -> SoftwareCheckResult:
        """Check the software files now; the result is a significant event.

        A difference from the manifest stops play.
        """
        checked = await self._runner.run_in_thread(look_over, self.config.house.manifest, self._software_at_start)
        if self._software_at_start is None:
            self._software_at_start = checked.files
        await self._try(partial(self._note_software, checked=checked))
        return checked

    def _note_software(self, uow: UnitOfWork, checked: SoftwareCheckResult) -> None:
        last = next(iter(recent_software_changes(uow.query)), None)
        before = last.digest if last else None
        if before != checked.digest:
            facts = {"version": __version__, "digest": checked.digest, "before": before}
            note(uow, CHANGED, change_text(checked.digest, before), **facts)
        note(uow, ALTERED if checked.findings else VERIFIED, checked.text, digest=checked.digest)
        if checked.findings:
            log.error("%s", checked.text)
        if checked.stops_play:
            self.house.hold_all_job("the software is not as its manifest has it")(uow)

    async def _watch_sync(self) -> None:
        """Report once when the clock loses synchronisation, and once when it is synchronised again."""
        watch = ClockSyncMonitor()
        while True:
            if (news := watch.change(is_synchronised())) is not None:
                await self._try(partial(note, code=news[0], text=news[1]))
            await asyncio.sleep(POLL_SECONDS)

    async def _watch_clock(self, clock: MonotonicClock) -> None:
        """Record each change of the machine's clock; the house's clock is not affected."""

        def job(uow: UnitOfWork) -> int:
            if step := clock.pending_step_ms():
                note(uow, "clock/set", step_text(step))
            return step

        while True:
            await asyncio.sleep(CLOCK_SECONDS)
            if clock.pending_step_ms():
                clock.mark_step_reported(await self._try(job) or 0)

    async def _try(self, job: Job) -> Any:
        try:
            return await self._runner.run_job(job)
        except (DatabaseUnavailableError, WriteRejectedError) as gone:
            log.warning("upkeep waits: %s", gone)
            return None
