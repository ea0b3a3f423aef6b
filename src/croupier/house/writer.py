"""Writer thread: run queued jobs in batches, one transaction per batch, and publish results after the commit.

Jobs that wait at the same time share a commit and its cost. If a job fails, the batch is rolled back and each of its
jobs runs alone, so a failure affects no other job.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from croupier.store.errors import DatabaseBusyError, DatabaseUnavailableError, DuplicateRecordError
from croupier.store.record import Record
from croupier.store.shared_state import StaleStateError
from croupier.store.store import Store
from croupier.store.unit_of_work import Job, LedgerState, PriorityJob, UnitOfWork

log = logging.getLogger("croupier")

BATCH_MOST = 256
"""Largest number of jobs in one transaction."""
STALE_MOST = 20
"""Most tries of a batch whose accounts other servers change at the same time."""

Clock = Callable[[], int]
QueuedJob = tuple[Job, Any]
JobOutcome = tuple[Any, Any, BaseException | None]
"""Future of a job, the job's result, and its exception (None if the job succeeded)."""
Publish = Callable[[Sequence[Record], Sequence[JobOutcome]], None]


def resolve_futures(records: Sequence[Record], outcomes: Sequence[JobOutcome]) -> None:
    """Set the result or the exception of the future of each job; the default callback after a commit."""
    for future, result, error in outcomes:
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)


class Writer:
    """Single writer thread: runs queued jobs in batches, one transaction per batch."""

    def __init__(self, store: Store, books: LedgerState, clock: Clock, publish: Publish = resolve_futures) -> None:
        self.ledger = books
        self.clock = clock
        self.publish = publish
        self.on_reload: Callable[[], None] = lambda: None
        """Callback that reloads all memory from the database after an outage."""
        self.on_reconnect: Callable[[int], Job] | None = None
        """Callback that returns the first job to run after an outage; None for no such job.

        Its argument is the time the outage began, in milliseconds since the epoch.
        """
        self.on_batch_timed: Callable[[int, float], None] = lambda jobs, seconds: None
        """Callback after each commit for metrics; it gets the number of jobs and the duration of the batch in seconds.
        """
        self.on_stale: Callable[[UnitOfWork, Collection[str]], object] = lambda uow, names: None
        """Callback that reads shared names again, under their locks, after another server has changed them."""
        self.owns: Callable[[str], bool] = lambda stream: True
        """Whether this process alone writes a stream."""
        self.is_disconnected = False
        self.disconnected_at = 0
        self.on_commit: Callable[[UnitOfWork], None] = lambda uow: None
        """Callback after a commit, before results are published."""
        self._store = store
        self._waiting: queue.SimpleQueue[QueuedJob | None] = queue.SimpleQueue()
        self._waiting_since: deque[float] = deque()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Finish the queued jobs, then stop the thread."""
        if self._thread is not None:
            self._waiting.put(None)
            self._thread.join()
            self._thread = None

    def submit(self, job: Job) -> Future[Any]:
        """Queue a job and return its future, which is resolved after the commit."""
        future: Future[Any] = Future()
        self.enqueue(job, future)
        return future

    def enqueue(self, job: Job, future: Any) -> None:
        """Queue a job with its future; the `publish` callback gets the future and the job's result after the commit."""
        self._waiting_since.append(time.monotonic())
        self._waiting.put((job, future))

    @property
    def wait_seconds(self) -> float:
        """Seconds that the oldest job in the queue has waited; 0 if no job waits."""
        try:
            return time.monotonic() - self._waiting_since[0]
        except IndexError:
            return 0.0

    def run(self, job: Job) -> Any:
        """Run one job in this thread; only for start-up, commands and tests, while no writer thread runs."""
        future: Future[Any] = Future()
        self._commit([(job, future)])
        return future.result()

    def _work(self) -> None:
        while True:
            first = self._waiting.get()
            if first is None:
                return
            self._waiting_since.popleft()
            batch, is_last = self._batch(first)
            self._commit(sorted(batch, key=lambda waiting: not isinstance(waiting[0], PriorityJob)))
            if is_last:
                return

    def _batch(self, first: QueuedJob) -> tuple[list[QueuedJob], bool]:
        batch = [first]
        while len(batch) < BATCH_MOST:
            try:
                item = self._waiting.get_nowait()
            except queue.Empty:
                break
            if item is None:
                return batch, True
            self._waiting_since.popleft()
            batch.append(item)
        return batch, False

    def _commit(self, batch: Sequence[QueuedJob]) -> None:
        """Run a batch in one transaction; if a job fails, run each job in a separate transaction."""
        try:
            if self.is_disconnected:
                self._reconnect()
            started_at = time.perf_counter()
            records, outcomes = self._run_batch(batch)
            self.on_batch_timed(len(batch), time.perf_counter() - started_at)
        except DatabaseUnavailableError as gone:
            self._cut_off(gone)
            self.publish((), [(future, None, gone) for _, future in batch])
        except Exception as error:
            if self._is_log_ahead(error):
                self._cut_off(error)
            if len(batch) == 1:
                self.publish((), [(batch[0][1], None, error)])
            else:
                for job in batch:
                    self._commit([job])
        else:
            self.publish(records, outcomes)

    def _cut_off(self, why: Exception) -> None:
        if not self.is_disconnected:
            self.is_disconnected, self.disconnected_at = True, self.clock()
            if self._thread is not None:  # Without a writer thread, the caller reports the error.
                log.warning("nothing can be written: %s", why)

    def _reconnect(self) -> None:
        """Reload everything in memory after an outage, and then run the job of `on_reconnect`."""
        self.on_reload()
        if self.on_reconnect is not None:
            records, _ = self._run_batch([(self.on_reconnect(self.disconnected_at), None)])
            self.publish(records, ())
        self.is_disconnected = False

    def _is_log_ahead(self, error: Exception) -> bool:
        """Return whether the log may have records that are missing in memory, which must then be reloaded."""
        if isinstance(error, DuplicateRecordError):
            ends = self._ends()
            known = {stream: head for stream, head in self.ledger.heads.items() if self.owns(stream)}
            return ends is None or {stream: head for stream, head in ends.items() if self.owns(stream)} != known
        return isinstance(error, SQLAlchemyError)

    def _ends(self) -> dict[str, tuple[int, str]] | None:
        try:
            return {stream: (head.seq, head.hash) for stream, head in self._store.heads().items()}
        except DatabaseUnavailableError:
            return None

    def _run_batch(self, batch: Sequence[QueuedJob]) -> tuple[list[Record], list[JobOutcome]]:
        """Run a batch; run it again while another server changes what its jobs use."""
        first: frozenset[str] = frozenset()
        for _ in range(STALE_MOST):
            try:
                return self._try_batch(batch, first)
            except StaleStateError as stale:
                first |= stale.names
        raise DatabaseBusyError("other servers change the same accounts all the time")

    def _try_batch(self, batch: Sequence[QueuedJob], first: Collection[str]) -> tuple[list[Record], list[JobOutcome]]:
        uow: UnitOfWork | None = None
        outcomes: list[JobOutcome] = []
        try:
            with self._store.begin() as transaction:
                uow = UnitOfWork(self.ledger, transaction, self.clock())
                if uow.locks and first and (stale := uow.locks.lock_first(first)):
                    self.on_stale(uow, stale)
                for job, future in batch:
                    outcomes.append((future, job(uow), None))
        except BaseException:
            if uow is not None:
                uow.restore_cached()
            raise
        if uow.locks:
            uow.locks.keep()
        self.on_commit(uow)
        return [*uow.followed, *uow.records], outcomes
