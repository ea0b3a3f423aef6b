"""The coach's mathematics in a process of its own: a player who asks again and again holds up nobody's bets.

Each question is worked out once: the answer is kept, and whoever asks the same meanwhile waits for the same answer. The
process gets what the player sees and the table's rules, and nothing else. It ends with the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import pickle
import signal
import struct
import sys
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, BinaryIO

from croupier.cards import Piece
from croupier.errors import BadInput, Refused
from croupier.odds.fact_table import NotExactlyCountable
from croupier.play.family import family_of
from croupier.play.round import Question
from croupier.table.settings import DealingMode, TableSettings, game_rules

ANSWERS_MOST = 512
WAITING_MOST = 32
ANSWER_SECONDS = 120
"""The first answer under new rules takes the longest: the game is worked out for it."""
PATIENCE = 10
LENGTH = struct.Struct(">Q")
PROGRAM = "from croupier.server.coach_process import main; main()"
"""Not as `__main__`: jobs are pickled by the name of this module."""
BUSY = Refused("rate/coach", "The coach is busy; ask again in a moment.")
CHANGED = Refused(
    "coach/not_available", "The rulebook's file has changed since the table was set up: the coach cannot read it."
)

log = logging.getLogger("croupier")


@dataclass(frozen=True)
class CoachJob:
    """One question to the coach; with neither a question nor cards, only to work the game out."""

    rulebook: str
    options: str
    """As JSON, sorted."""
    mode: str
    schedule: int | str | None
    digest: str
    """Of the rulebook as the table plays it."""
    question: Question | None = None
    seen: Any = None
    """What the player sees that bears on it."""
    cards: tuple[Piece, ...] = ()
    """The cards to be laid into hands."""

    @classmethod
    def under(cls, settings: TableSettings, digest: str, **asked: Any) -> CoachJob:
        options = json.dumps(settings.options, sort_keys=True)
        return cls(settings.rulebook, options, settings.mode.value, settings.schedule, digest, **asked)


def work_out(job: CoachJob) -> Any:
    """What each way is worth, or a refusal: see `Coach.worth` and `Coach.settings`."""
    options = json.loads(job.options)
    settings = TableSettings(rulebook=job.rulebook, options=options, mode=DealingMode(job.mode), schedule=job.schedule)
    try:
        house = game_rules(settings)
    except BadInput:
        return CHANGED
    coach = family_of(house).odds.coach
    if house.book.digest != job.digest or coach is None:
        return CHANGED
    try:
        solved = coach.solve(house)
    except NotExactlyCountable as reason:
        return Refused("coach/not_available", f"A wager of this table {reason}.")
    if job.question is not None:
        return coach.action_values(house, job.seen, job.question, solved)
    return coach.arrangement_values(house, job.cards) if job.cards else None


class CoachService:
    """Asks the process, and keeps its answers."""

    def __init__(self) -> None:
        self.compute: Callable[[CoachJob], Awaitable[Any]] = self._compute_apart
        self._answers: OrderedDict[CoachJob, Any] = OrderedDict()
        self._under_way: dict[CoachJob, asyncio.Task[Any]] = {}
        self._one_at_a_time = asyncio.Lock()
        self._child: asyncio.subprocess.Process | None = None

    async def ask(self, job: CoachJob) -> Any:
        if job in self._answers:
            self._answers.move_to_end(job)
            return self._answers[job]
        if job not in self._under_way:
            if len(self._under_way) >= WAITING_MOST:
                return BUSY
            self._under_way[job] = asyncio.create_task(self._answer(job))
        return await asyncio.shield(self._under_way[job])

    async def _answer(self, job: CoachJob) -> Any:
        try:
            answer = await self.compute(job)
        except (OSError, EOFError, TimeoutError) as error:
            log.warning("the coach did not answer: %s", error or type(error).__name__)
            return BUSY
        finally:
            del self._under_way[job]
        self._answers[job] = answer
        if len(self._answers) > ANSWERS_MOST:
            self._answers.popitem(last=False)
        return answer

    async def _compute_apart(self, job: CoachJob) -> Any:
        async with self._one_at_a_time:
            child = self._child
            if child is None or child.returncode is not None:
                pipe = asyncio.subprocess.PIPE
                command = (sys.executable, "-c", PROGRAM)
                child = self._child = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
            try:
                async with asyncio.timeout(ANSWER_SECONDS):
                    return await _exchange(child, job)
            except BaseException:
                await self._end()  # what it would still say belongs to this question
                raise

    async def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None and child.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                child.kill()
            await child.wait()

    async def stop(self) -> None:
        for task in list(self._under_way.values()):
            task.cancel()
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)
        await self._end()


async def _exchange(child: asyncio.subprocess.Process, job: CoachJob) -> Any:
    assert child.stdin is not None
    assert child.stdout is not None
    packed = pickle.dumps(job)
    child.stdin.write(LENGTH.pack(len(packed)) + packed)
    await child.stdin.drain()
    (length,) = LENGTH.unpack(await child.stdout.readexactly(LENGTH.size))
    return pickle.loads(await child.stdout.readexactly(length))  # noqa: S301 - from a process of our own


def serve(asked: BinaryIO, answered: BinaryIO) -> None:
    """Answer one job after the other until the server's end of the pipe is closed."""
    while len(header := asked.read(LENGTH.size)) == LENGTH.size:
        job = pickle.loads(asked.read(*LENGTH.unpack(header)))  # noqa: S301 - from the server that started us
        packed = pickle.dumps(work_out(job))
        answered.write(LENGTH.pack(len(packed)) + packed)
        answered.flush()


def main() -> None:
    """Answer at leisure, since whoever deals comes first. What a library prints goes to stderr."""
    os.nice(PATIENCE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server, and the closed pipe ends this process
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(sys.stdin.buffer, answers)
