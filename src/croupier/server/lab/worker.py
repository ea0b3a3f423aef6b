"""Worker processes that count for the Lab: a new request of a user cancels the one before.

A worker is told to stop between two parts of its answer. One that does not stop within two seconds, in the
middle of a long count, is killed; meanwhile the new request has the second worker.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import pickle
import queue
import signal
import struct
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO

from croupier.errors import Refused
from croupier.operating_system import end_process, lower_priority
from croupier.server.lab.events import LabJob, Part

if TYPE_CHECKING:
    from croupier.server.lab.counting import Lab

WORKERS_MOST = 2
WAITING_MOST = 8
JOB_SECONDS = 900
STOP_SECONDS = 2.0
"""Time that a cancelled worker has to reach the end of a part; then it is killed. The next job has another worker."""
IDLE_SECONDS = 900
NICE_LEVEL = 10
LINE_BYTES_MOST = 4 * 2**20
LENGTH = struct.Struct(">Q")
PROGRAM = "from croupier.server.lab.worker import main; main()"
"""Program text for the option -c; it imports this module, because pickled jobs contain the module's name."""
BUSY = Refused("rate/lab", "The Lab counts for others just now; try again in a moment.")
NO_SHEET = Refused("lab/no_sheet", "The par sheet of this draft cannot be counted; the Lab's page says why.")
STOPPED = b'{"stage":"failed","part":"sheet","message":"The count was ended: it took too long or failed here."}\n'

log = logging.getLogger("croupier")


@dataclass(eq=False)
class _Worker:
    process: asyncio.subprocess.Process
    user_id: int = 0
    """User of its last job, whose counts it has kept."""
    retire: asyncio.TimerHandle | None = None


@dataclass(eq=False)
class _Run:
    """Running request: the lines that wait for its client, with None after the last one."""

    lines: asyncio.Queue[bytes | None] = field(default_factory=asyncio.Queue)
    task: asyncio.Task[None] | None = None


class LabService:
    """Counts for drafts in worker processes, at most two at a time."""

    def __init__(self) -> None:
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._slots = asyncio.Semaphore(WORKERS_MOST)
        self._runs: dict[tuple[int, Part], _Run] = {}
        self._ends: set[asyncio.Task[None]] = set()
        self._is_warming = False

    @property
    def processes(self) -> list[asyncio.subprocess.Process]:
        """Processes of all workers, idle or counting."""
        return [worker.process for worker in self._all]

    @property
    def is_counting(self) -> bool:
        """Return whether a worker has a job now."""
        return len(self._all) > len(self._idle)

    def begin(self, user_id: int, job: LabJob) -> AsyncIterator[bytes] | Refused:
        """Start a count and return its lines as they come; the user's earlier count of the same part is cancelled."""
        key = user_id, job.part
        if (earlier := self._runs.pop(key, None)) is not None and earlier.task is not None:
            earlier.task.cancel()
        if len(self._runs) >= WAITING_MOST:
            return BUSY
        run = self._runs[key] = _Run()
        run.task = asyncio.create_task(self._pump(key, run, job))
        return self._lines(run)

    def start_workers(self) -> None:
        """Start the workers that are missing: they are ready when the first draft is opened."""
        if len(self._all) < WORKERS_MOST and not self._is_warming:
            self._is_warming = True
            start = asyncio.create_task(self._start_missing())
            self._ends.add(start)
            start.add_done_callback(self._ends.discard)

    async def _start_missing(self) -> None:
        try:
            while len(self._all) < WORKERS_MOST:
                self._give_back(await self._start(0))
        finally:
            self._is_warming = False

    async def sheet_data(self, user_id: int, job: LabJob) -> dict[str, Any] | Refused:
        """Return the contents of a par sheet of a draft that has no problems."""
        lines = self.begin(user_id, job)
        if isinstance(lines, Refused):
            return lines
        async for line in lines:
            event = json.loads(line)
            if event["stage"] == "document":
                data: dict[str, Any] = event["data"]
                return data
        return NO_SHEET

    async def _lines(self, run: _Run) -> AsyncIterator[bytes]:
        """Yield the lines of a run; a client that goes away cancels it."""
        assert run.task is not None
        try:
            while (line := await run.lines.get()) is not None:
                yield line
        finally:
            run.task.cancel()

    async def _pump(self, key: tuple[int, Part], run: _Run, job: LabJob) -> None:
        try:
            async with self._slots:
                await self._count(key[0], run, job)
        except asyncio.CancelledError:
            """A newer request of the user, or a client that went away."""
        except (OSError, EOFError, TimeoutError) as error:
            log.warning("a count of the Lab ended: %s", error or type(error).__name__)
            run.lines.put_nowait(STOPPED)
        finally:
            if self._runs.get(key) is run:
                del self._runs[key]
            run.lines.put_nowait(None)

    async def _count(self, user_id: int, run: _Run, job: LabJob) -> None:
        worker = await self._take(user_id)
        is_clean = False
        try:
            async with asyncio.timeout(JOB_SECONDS):
                await _send(worker.process, job)
                while (line := await _receive(worker.process)) is not None:
                    run.lines.put_nowait(line)
            is_clean = True
        finally:
            if is_clean:
                self._give_back(worker)
            else:
                end = asyncio.create_task(self._stop_or_kill(worker))
                self._ends.add(end)
                end.add_done_callback(self._ends.discard)
                await asyncio.shield(end)  # The slot stays taken until the worker is free or gone.

    async def _take(self, user_id: int) -> _Worker:
        """Return an idle worker, preferably the one that counted for this user last, or a new one."""
        self._idle.sort(key=lambda worker: worker.user_id == user_id)
        while self._idle:
            worker = self._idle.pop()
            if worker.retire is not None:
                worker.retire.cancel()
            if worker.process.returncode is None:
                worker.user_id = user_id
                return worker
            self._all.discard(worker)
        return await self._start(user_id)

    async def _start(self, user_id: int) -> _Worker:
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, "-c", PROGRAM)
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=LINE_BYTES_MOST)
        worker = _Worker(process, user_id)
        self._all.add(worker)
        return worker

    def _give_back(self, worker: _Worker) -> None:
        self._idle.append(worker)
        worker.retire = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._retire, worker)

    def _retire(self, worker: _Worker) -> None:
        if worker in self._idle:
            self._idle.remove(worker)
            end = asyncio.create_task(self._end(worker))
            self._ends.add(end)
            end.add_done_callback(self._ends.discard)

    async def _stop_or_kill(self, worker: _Worker) -> None:
        """Let a worker end its part and read what it still sends; kill it if that takes too long."""
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await _send(worker.process, None)
                while await _receive(worker.process) is not None:
                    pass
        except (OSError, EOFError, TimeoutError):
            await self._end(worker)
        else:
            self._give_back(worker)

    async def _end(self, worker: _Worker) -> None:
        self._all.discard(worker)
        if worker.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                await end_process(worker.process)

    async def stop(self) -> None:
        """Cancel all counts and end all workers."""
        tasks = [run.task for run in self._runs.values() if run.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *self._ends, return_exceptions=True)
        for worker in list(self._all):
            if worker.retire is not None:
                worker.retire.cancel()
            await self._end(worker)
        self._idle.clear()


async def _send(process: asyncio.subprocess.Process, job: LabJob | None) -> None:
    assert process.stdin is not None
    packed = pickle.dumps(job)
    process.stdin.write(LENGTH.pack(len(packed)) + packed)
    await process.stdin.drain()


async def _receive(process: asyncio.subprocess.Process) -> bytes | None:
    """Return the next line of a worker, or None at the end of its job."""
    assert process.stdout is not None
    (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
    return await process.stdout.readexactly(length) if length else None


def serve(requests: BinaryIO, responses: BinaryIO) -> None:
    """Count job after job until the server closes the pipe; anything that arrives during a job ends it."""
    # Numba comes with it: the worker needs it, the server that imports this module does not.
    from croupier.server.lab.counting import Lab

    waiting: queue.SimpleQueue[LabJob | EOFError | None] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(requests, waiting.put), daemon=True).start()
    lab = Lab()
    while not isinstance(job := waiting.get(), EOFError):
        if job is None:
            continue  # The job that this message should cancel has already ended.
        for line in _lines_of(lab, job):
            responses.write(LENGTH.pack(len(line)) + line)
            responses.flush()
            if not waiting.empty():
                break
        responses.write(LENGTH.pack(0))
        responses.flush()


def _lines_of(lab: Lab, job: LabJob) -> Iterator[bytes]:
    """Yield the events of a job as lines of JSON; an unexpected error is one of them, so that the worker goes on."""
    try:
        for event in lab.events(job):
            yield json.dumps(event, separators=(",", ":")).encode() + b"\n"
    except Exception:
        log.exception("a count of the Lab failed")
        yield STOPPED


def _read(requests: BinaryIO, put: Callable[[LabJob | EOFError | None], None]) -> None:
    while len(header := requests.read(LENGTH.size)) == LENGTH.size:
        put(pickle.loads(requests.read(*LENGTH.unpack(header))))  # noqa: S301 - data from the parent process
    put(EOFError())


def main() -> None:
    """Run the process at low priority, because dealing has precedence; output of libraries goes to stderr."""
    lower_priority(NICE_LEVEL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server; the closed pipe then ends this process.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(sys.stdin.buffer, answers)
